//! The games there are, for a page that knows none of them.

use serde::Serialize;

use super::BrushView;
use crate::Handling;

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The short name: `golf-peaks`.
    pub id: &'static str,
    /// The name that is read.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// How levels are written.
    pub format: &'static str,
    /// How moves are written.
    pub notation: &'static str,
    /// What it calls a move.
    pub move_word: &'static str,
    /// How it is played.
    pub handling: Handling,
    /// Whether any solution is what users want first, not a shortest one.
    pub any_first: bool,
    /// Numbers that a user may set.
    pub settings: Vec<SettingView>,
    /// What a level can be painted with.
    pub brushes: Vec<BrushView>,
    /// A small level to begin a new one with.
    pub starter: &'static str,
}

/// A number that a user may set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingView {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it is when not set.
    pub default: u32,
    /// The least that it may be.
    pub least: u32,
    /// The most that it may be.
    pub most: u32,
}
