//! The list of games, and the detection of the game that a text belongs to.
//!
//! Each game scores how much the text looks like one of its levels. The game with the highest score
//! parses it first; if that fails, the others try in the order of their scores. Games that score 0
//! are tried only if all do, so that a file of 100 MB is not parsed once per game. Ties are broken
//! by the order of the list.

use std::cmp::Reverse;
use std::fmt;

use unriddle_kit::{Collection, Game, Level, LevelError};

/// All games. A new game adds its line here.
pub const GAMES: &[&dyn Game] = &[
    &crate::reindeer_maze::ReindeerMaze,
    &crate::anima::Anima,
    &crate::golf_peaks::GolfPeaks,
    &crate::sokobond::Sokobond,
    &crate::freshly_frosted::FreshlyFrosted,
    &unriddle_puzzlescript::PuzzleScript,
];

/// The first game. This does not compile if the list is empty.
const FIRST: &dyn Game = GAMES[0];

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

/// Why a text is not a level of a game: the named game, or the one with the highest score.
pub struct ReadError {
    /// The game that the text was parsed for.
    pub game: &'static dyn Game,
    /// Whether the game was detected, not named.
    pub guessed: bool,
    /// What is wrong.
    pub error: LevelError,
}

impl ReadError {
    /// What is wrong, in one sentence without the place. States if the game is a guess.
    pub fn message(&self) -> String {
        let what = &self.error.message;
        if self.guessed {
            format!("no game recognises this level; {} comes closest: {what}", self.game.name())
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

/// The score from which a text counts as an intended, if invalid, level of the game.
const RECOGNISED: u8 = 40;

/// The score from which games that score below [`RECOGNISED`] are skipped.
const CERTAIN: u8 = 90;

/// Whether a text is clearly intended for this game, even if it is not a valid level.
pub fn recognises(game: &dyn Game, text: &str) -> bool {
    game.detect(without_mark(text)) >= RECOGNISED
}

/// Reads a level and detects its game: the first level of the text.
pub fn read(text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, ReadError> {
    read_among(GAMES, text, |game, text| game.read(text, settings))
}

/// Reads all levels of a text, of whatever game it looks like most.
pub fn read_all(text: &str, settings: &[(&str, u32)]) -> Result<Collection, ReadError> {
    read_among(GAMES, text, |game, text| game.read_all(text, settings))
}

/// Parses a level of a given game.
pub fn read_as(
    game: &'static dyn Game,
    text: &str,
    settings: &[(&str, u32)],
) -> Result<Box<dyn Level>, ReadError> {
    game.read(without_mark(text), settings).map_err(|error| ReadError { game, guessed: false, error })
}

/// Reads all levels of a text of one game.
pub fn read_all_as(
    game: &'static dyn Game,
    text: &str,
    settings: &[(&str, u32)],
) -> Result<Collection, ReadError> {
    game.read_all(without_mark(text), settings).map_err(|error| ReadError { game, guessed: false, error })
}

/// The games that try to read a text, the likeliest first.
pub fn candidates(games: &[&'static dyn Game], text: &str) -> Vec<&'static dyn Game> {
    let mut ranked: Vec<(u8, &'static dyn Game)> =
        games.iter().map(|&game| (game.detect(text), game)).collect();
    ranked.sort_by_key(|&(score, _)| Reverse(score));
    let least = match ranked.first() {
        Some(&(CERTAIN.., _)) => RECOGNISED,
        Some(&(1.., _)) => 1,
        _ => 0,
    };
    ranked.into_iter().filter(|&(score, _)| score >= least).map(|(_, game)| game).collect()
}

fn read_among<T>(
    games: &[&'static dyn Game],
    text: &str,
    read: impl Fn(&'static dyn Game, &str) -> Result<T, LevelError>,
) -> Result<T, ReadError> {
    let text = without_mark(text);
    let ranked = candidates(games, text);
    let closest = ranked.first().copied().unwrap_or(FIRST);
    let error = match read(closest, text) {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    for game in ranked.into_iter().skip(1) {
        if let Ok(found) = read(game, text) {
            return Ok(found);
        }
    }
    Err(ReadError { game: closest, guessed: true, error })
}

/// The text without the byte order marks that some editors add, each its own.
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::{GameInfo, Place};

    /// A game that accepts no text and gives every text the same score.
    struct Fake(&'static GameInfo, u8);

    const fn info(id: &'static str) -> GameInfo {
        GameInfo { id, name: id, ..GameInfo::DEFAULT }
    }

    const A: GameInfo = info("a");
    const B: GameInfo = info("b");
    const C: GameInfo = info("c");
    const UNTRIED: GameInfo = info("untried");

    impl Game for Fake {
        fn info(&self) -> &'static GameInfo {
            self.0
        }
        fn editor(&self) -> &'static dyn unriddle_kit::editing::Editor {
            FIRST.editor()
        }
        fn detect(&self, _: &str) -> u8 {
            self.1
        }
        fn read(&self, _: &str, _: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
            assert!(self.0.id != "untried", "a game without score was tried");
            Err(LevelError::new(Place::new(2, 3), format!("it is not for {}", self.0.id)))
        }
    }

    fn closest(games: &[&'static dyn Game]) -> ReadError {
        read_among(games, "?", |game, text| game.read(text, &[])).err().expect("the fakes read nothing")
    }

    #[test]
    fn the_likeliest_game_says_what_is_wrong() {
        let error = closest(&[&Fake(&A, 10), &Fake(&B, 90), &Fake(&C, 50)]);
        let expected = "line 2, column 3: no game recognises this level; b comes closest: it is not for b";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn among_equals_the_list_decides() {
        assert_eq!(closest(&[&Fake(&A, 0), &Fake(&B, 7), &Fake(&C, 7)]).game.id(), "b");
        assert_eq!(closest(&[&Fake(&A, 0), &Fake(&B, 0)]).game.id(), "a");
    }

    #[test]
    fn games_without_a_score_are_not_tried() {
        assert_eq!(closest(&[&Fake(&UNTRIED, 0), &Fake(&B, 1)]).game.id(), "b");
    }

    #[test]
    fn a_named_game_is_no_guess() {
        let error = read_as(&Fake(&A, 0), "?", &[]).err().expect("the fakes read nothing");
        assert_eq!(error.to_string(), "line 2, column 3: it is not for a");
    }

    #[test]
    fn byte_order_marks_are_ignored() {
        let encodings = |text: &str| read(text, &[]).expect("a maze").encodings();
        assert_eq!(encodings("\u{feff}S.E"), encodings("S.E"));
        assert_eq!(encodings("\u{feff}\u{feff}S.E"), encodings("S.E"));
    }

    #[test]
    fn ids_differ() {
        for (n, game) in GAMES.iter().enumerate() {
            assert!(GAMES[..n].iter().all(|other| other.id() != game.id()), "{} twice", game.id());
        }
    }
}
