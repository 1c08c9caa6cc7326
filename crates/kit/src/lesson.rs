//! How a game is played, rule by rule: tiny levels that play themselves, with a sentence each.
//!
//! Lessons are data in the game's folder. The page plays them in a loop, the command prints them, and the
//! game's page in the docs holds them; all from here, so that they say the same. A test checks that
//! every lesson can be played, and that whatever a level can be painted with occurs in one of them.

/// One rule of a game, shown on a level of a few cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What it is about, in a word or two: `Ice`.
    pub title: &'static str,
    /// The rule, in one sentence or two short ones.
    pub text: &'static str,
    /// The level, as text.
    pub level: &'static str,
    /// The moves that show it, in the game's notation.
    pub moves: &'static str,
}

/// What par means, the same for every game.
pub const PAR: &str = "Par is the cost of an optimal solution: none costs less.";
