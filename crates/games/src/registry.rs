//! The list of games, and which of them a text belongs to.

use crate::{Game, Level, LevelError};

/// Every game there is. A new game adds its line here.
pub const GAMES: &[&dyn Game] = &[&crate::anima::Anima];

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

/// Reads a level of whatever game the text looks like most.
pub fn read(text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut games = GAMES.to_vec();
    games.sort_by_cached_key(|game| std::cmp::Reverse(game.likeness(text)));
    let mut first = None;
    for game in games {
        match game.read(text, settings) {
            Ok(level) => return Ok(level),
            Err(error) => first = first.or(Some(ReadError { game, guessed: true, error })),
        }
    }
    Err(first.expect("there is a game"))
}
