//! The games there are, for a page that knows none of them.

use serde::Serialize;

use super::{BrushView, Stamp};
use crate::editing::{Brush, Easel, emblem};
use crate::search::Goal;
use crate::{GAMES, Game, Handling, Setting};

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

/// All games.
pub fn games() -> Vec<GameView> {
    GAMES.iter().map(|&game| GameView::of(game)).collect()
}

impl GameView {
    fn of(game: &dyn Game) -> GameView {
        let easel = game.easel();
        GameView {
            id: game.id(),
            name: game.name(),
            about: game.about(),
            format: game.format(),
            notation: game.notation(),
            move_word: game.move_word(),
            handling: game.handling(),
            any_first: game.default_goal() == Goal::Any,
            settings: game.settings().iter().map(SettingView::of).collect(),
            brushes: easel.brushes().iter().map(|brush| BrushView::of(easel, brush)).collect(),
            starter: easel.starter(),
        }
    }
}

impl SettingView {
    fn of(setting: &Setting) -> SettingView {
        let Setting { name, about, default, least, most } = *setting;
        SettingView { name, about, default, least, most }
    }
}

impl BrushView {
    fn of(easel: &dyn Easel, brush: &Brush) -> BrushView {
        BrushView {
            name: brush.name,
            spot: brush.spot,
            variants: brush.words.len(),
            looks: emblem(easel, brush).into_iter().map(Stamp::from).collect(),
        }
    }
}
