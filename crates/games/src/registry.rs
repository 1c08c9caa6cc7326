//! The list of games, and which of them a text belongs to.
//!
//! Each game looks at the text and says how much it looks like one of its levels. The one that
//! says most reads it first; if it cannot, the others try in the order of what they said. Games
//! that see no likeness at all are only tried when none sees any, so a file of 100 MB is not
//! read once for each game there is. Among equals the order of the list decides.

use std::cmp::Reverse;
use std::fmt;

use crate::{Game, Level, LevelError};

/// Every game there is. A new game adds its line here.
pub const GAMES: &[&dyn Game] = &[
    &crate::reindeer_maze::ReindeerMaze,
    &crate::anima::Anima,
    &crate::golf_peaks::GolfPeaks,
    &crate::sokobond::Sokobond,
    &crate::freshly_frosted::FreshlyFrosted,
];

/// The list is not empty: this would not compile if it were.
const FIRST: &dyn Game = GAMES[0];

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

/// Why a text is no level, and of which game: the one that was named, or the one that came
/// closest.
pub struct ReadError {
    /// The game that the text was read as.
    pub game: &'static dyn Game,
    /// Whether that game was only the closest of all.
    pub guessed: bool,
    /// What is wrong.
    pub error: LevelError,
}

impl ReadError {
    /// What is wrong in one sentence, without the place: a guess says that it is one.
    pub fn message(&self) -> String {
        let what = &self.error.message;
        if self.guessed {
            format!("no game can read this; {} comes closest: {what}", self.game.name())
        } else {
            what.clone()
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.error.place;
        write!(f, "line {}, column {}: {}", place.line, place.column, self.message())
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { game, guessed, error } = self;
        f.debug_struct("ReadError")
            .field("game", &game.id())
            .field("guessed", guessed)
            .field("error", error)
            .finish()
    }
}

impl std::error::Error for ReadError {}

/// The likeness from which a text is spoken of as a level of the game, if a faulty one.
const RECOGNISED: u8 = 40;

/// Whether a text that cannot be read is plainly meant for this game all the same.
pub fn recognises(game: &dyn Game, text: &str) -> bool {
    game.likeness(without_mark(text)) >= RECOGNISED
}

/// Reads a level of whatever game the text looks like most.
pub fn read(text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, ReadError> {
    read_among(GAMES, text, settings)
}

/// Reads a level of one game: the one that a user has named.
pub fn read_as(
    game: &'static dyn Game,
    text: &str,
    settings: &[(&str, u32)],
) -> Result<Box<dyn Level>, ReadError> {
    game.read(without_mark(text), settings).map_err(|error| ReadError { game, guessed: false, error })
}

fn read_among(
    games: &[&'static dyn Game],
    text: &str,
    settings: &[(&str, u32)],
) -> Result<Box<dyn Level>, ReadError> {
    let text = without_mark(text);
    let mut ranked: Vec<(u8, &'static dyn Game)> =
        games.iter().map(|&game| (game.likeness(text), game)).collect();
    ranked.sort_by_key(|&(likeness, _)| Reverse(likeness));
    if ranked.iter().any(|&(likeness, _)| likeness > 0) {
        ranked.retain(|&(likeness, _)| likeness > 0);
    }
    let closest = ranked.first().map_or(FIRST, |&(_, game)| game);
    let error = match closest.read(text, settings) {
        Ok(level) => return Ok(level),
        Err(error) => error,
    };
    for (_, game) in ranked.into_iter().skip(1) {
        if let Ok(level) = game.read(text, settings) {
            return Ok(level);
        }
    }
    Err(ReadError { game: closest, guessed: true, error })
}

/// Some editors put a byte order mark before the text.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    /// A game that reads nothing and finds every text as likely as it is told.
    struct Fake(&'static str, u8);

    impl Game for Fake {
        fn id(&self) -> &'static str {
            self.0
        }
        fn name(&self) -> &'static str {
            self.0
        }
        fn about(&self) -> &'static str {
            ""
        }
        fn format(&self) -> &'static str {
            ""
        }
        fn notation(&self) -> &'static str {
            ""
        }
        fn easel(&self) -> &'static dyn crate::editing::Easel {
            FIRST.easel()
        }
        fn likeness(&self, _: &str) -> u8 {
            self.1
        }
        fn read(&self, _: &str, _: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
            assert!(self.0 != "untried", "a game without likeness was tried");
            Err(LevelError::new(Place::new(2, 3), format!("it is not for {}", self.0)))
        }
    }

    fn closest(games: &[&'static dyn Game]) -> ReadError {
        read_among(games, "?", &[]).err().expect("the fakes read nothing")
    }

    #[test]
    fn the_likeliest_game_says_what_is_wrong() {
        let error = closest(&[&Fake("a", 10), &Fake("b", 90), &Fake("c", 50)]);
        let told = "line 2, column 3: no game can read this; b comes closest: it is not for b";
        assert_eq!(error.to_string(), told);
    }

    #[test]
    fn among_equals_the_list_decides() {
        assert_eq!(closest(&[&Fake("a", 0), &Fake("b", 7), &Fake("c", 7)]).game.id(), "b");
        assert_eq!(closest(&[&Fake("a", 0), &Fake("b", 0)]).game.id(), "a");
    }

    #[test]
    fn games_without_likeness_are_not_tried() {
        assert_eq!(closest(&[&Fake("untried", 0), &Fake("b", 1)]).game.id(), "b");
    }

    #[test]
    fn a_named_game_is_no_guess() {
        let error = read_as(&Fake("a", 0), "?", &[]).err().expect("the fakes read nothing");
        assert_eq!(error.to_string(), "line 2, column 3: it is not for a");
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        assert!(read("\u{feff}S.E", &[]).is_ok());
    }

    #[test]
    fn ids_differ() {
        for (n, game) in GAMES.iter().enumerate() {
            assert!(GAMES[..n].iter().all(|other| other.id() != game.id()), "{} twice", game.id());
        }
    }
}
