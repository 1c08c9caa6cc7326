//! The list of games, for a page that has no knowledge of its own about them.

use serde::Serialize;
use unriddle_games::GAMES;
use unriddle_kit::editing::{Brush, Editor, emblem};
use unriddle_kit::{Controls, Game, PAR, Setting};
use unriddle_search::Goal;

use super::{BrushView, Stamp};

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The short name: `golf-peaks`.
    pub id: &'static str,
    /// The display name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// What moves cost.
    pub cost: &'static str,
    /// What par means.
    pub par: &'static str,
    /// The format of its levels.
    pub format: &'static str,
    /// The notation of its moves.
    pub notation: &'static str,
    /// Its word for a move.
    pub move_word: &'static str,
    /// How it is played.
    pub controls: Controls,
    /// Where a click on the board moves to; empty if that cannot be said of all levels.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub click: &'static str,
    /// Whether users usually want any solution, rather than an optimal one.
    pub any_first: bool,
    /// The settings of the user.
    pub settings: Vec<SettingView>,
    /// The brushes of the editor.
    pub brushes: Vec<BrushView>,
    /// A small level to start a new one from.
    pub starter: &'static str,
}

/// A numeric setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingView {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Its default.
    pub default: u32,
    /// Its minimum.
    pub least: u32,
    /// Its maximum.
    pub most: u32,
}

/// All games.
pub fn games() -> Vec<GameView> {
    GAMES.iter().map(|&game| GameView::of(game)).collect()
}

impl GameView {
    fn of(game: &dyn Game) -> GameView {
        let editor = game.editor();
        GameView {
            id: game.id(),
            name: game.name(),
            about: game.about(),
            cost: game.info().cost,
            par: PAR,
            format: game.format(),
            notation: game.notation(),
            move_word: game.move_word(),
            controls: game.controls(),
            click: game.info().click,
            any_first: game.default_goal() == Goal::Any,
            settings: game.settings().iter().map(SettingView::of).collect(),
            brushes: editor.brushes().iter().map(|brush| BrushView::of(editor, brush)).collect(),
            starter: editor.starter(),
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
    pub(super) fn of(editor: &dyn Editor, brush: &Brush) -> BrushView {
        BrushView {
            name: brush.name.clone(),
            spot: brush.spot,
            variants: brush.words.len(),
            styles: emblem(editor, brush).into_iter().map(Stamp::from).collect(),
        }
    }
}
