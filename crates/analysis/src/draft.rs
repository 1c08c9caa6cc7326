//! A level as its game's editor sees it, and what small changes make of it.
//!
//! Everything goes through the editor's brushes and the game's reader, so it works for any game. A change that
//! leaves no level, or one that looks the same and is played with the same hand, is none.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use unriddle_kit::editing::{Edit, Editor, Spot, TextEditor, TextGrid, apply};
use unriddle_kit::spoken::place;
use unriddle_kit::{Game, Level, Picture};
use unriddle_search::Monitor;

use super::effort::Effort;

/// The most cells that are written, over all edits that are tried.
const MAX_WRITTEN: usize = 2_000_000;

/// A level with its board as a grid of words.
pub(crate) struct Draft {
    pub(crate) game: &'static dyn Game,
    pub(crate) settings: Vec<(String, u32)>,
    pub(crate) editor: Arc<TextEditor>,
    pub(crate) grid: TextGrid,
    /// The time to read the level after a change, with some to spare.
    pub(crate) reading: Duration,
}

/// What a part of a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// A card or the like, of those in hand.
    Card,
    /// Something that stands on the board.
    Piece,
    /// The board itself: walls, floor, ground.
    Ground,
}

/// A small change to a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What is done, in words: `remove the wall at column 3, row 2`.
    pub words: String,
    /// The column, from 0, if it is on the board.
    pub x: Option<usize>,
    /// The row, from 0.
    pub y: Option<usize>,
    /// The text of the level after it.
    pub text: String,
    /// What it changes.
    pub kind: PartKind,
}

impl Draft {
    /// The draft of a level that was read with these settings; `None` if its board cannot be painted on.
    pub(crate) fn new(level: &dyn Level, settings: &[(&str, u32)]) -> Option<Draft> {
        let clock = Monitor::new();
        let (_, text) = level.encodings().into_iter().next()?;
        let settings = settings.iter().map(|&(name, value)| (name.to_string(), value)).collect();
        let game = level.game();
        let editor = Arc::new(game.editor_of(&text, 1));
        let grid = editor.grid(&text).ok()?;
        Some(Draft { game, settings, editor, grid, reading: 2 * clock.elapsed() })
    }

    pub(crate) fn editor(&self) -> &dyn Editor {
        &**self.editor
    }

    pub(crate) fn text(&self, grid: &TextGrid) -> String {
        self.editor().write(grid)
    }

    /// The level of a text.
    pub(crate) fn read(&self, text: &str) -> Option<Box<dyn Level>> {
        let settings: Vec<(&str, u32)> =
            self.settings.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        self.game.read(text, &settings).ok()
    }

    /// A changed grid as a change, if it is another level than `base`.
    fn change(
        &self,
        grid: &TextGrid,
        base: &Look,
        words: String,
        at: Option<(usize, usize)>,
    ) -> Option<Change> {
        let text = self.text(grid);
        let look = Look::new(self.read(&text)?.as_ref());
        let kind = base.difference(&look)?;
        Some(Change { words, x: at.map(|(x, _)| x), y: at.map(|(_, y)| y), text, kind })
    }

    /// Each part of the level taken away: the top of every cell and corner, and every word of the fields. Returns as well
    /// how many spots were left out, of a large board or for lack of time.
    pub(crate) fn removals(&self, effort: &Effort<'_>) -> (Vec<Change>, usize) {
        let (editor, Some(base)) = (self.editor(), self.look()) else { return (Vec::new(), 0) };
        let mut changes = Vec::new();
        for (field, about) in self.grid.fields.iter().enumerate() {
            let words: Vec<&str> = about.value.split_whitespace().collect();
            for (at, word) in words.iter().enumerate().filter(|(at, word)| !words[..*at].contains(word)) {
                let mut grid = self.grid.clone();
                let rest: Vec<&str> = [&words[..at], &words[at + 1..]].concat();
                grid.fields[field].value = rest.join(" ");
                changes.extend(self.change(&grid, &base, format!("remove {word}"), None));
            }
        }
        let spots = self.spots();
        let mut left_out = spots.len();
        for &(spot, (x, y)) in spots.iter().step_by(self.stride(spots.len())) {
            if !effort.has(self.reading) {
                break;
            }
            left_out -= 1;
            let mut grid = self.grid.clone();
            if apply(editor, &mut grid, &Edit::Erase { spot, x, y }).is_ok() && grid != self.grid {
                let what = self.name_at(&grid, spot, (x, y));
                let words = format!("remove the {what} at {}", place(x, y));
                changes.extend(self.change(&grid, &base, words, Some((x, y))));
            }
        }
        (changes, left_out)
    }

    /// Each cell and corner painted with each brush, and each word of a field that is a hand once more or with another
    /// number. Returns as well how many edits were left out.
    pub(crate) fn additions(&self, effort: &Effort<'_>) -> (Vec<Change>, usize) {
        let (editor, Some(base)) = (self.editor(), self.look()) else { return (Vec::new(), 0) };
        let mut changes = Vec::new();
        for (field, about) in self.grid.fields.iter().enumerate() {
            let mut words: Vec<&str> = about.value.split_whitespace().collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                let mut grid = self.grid.clone();
                grid.fields[field].value = format!("{} {word}", about.value);
                changes.extend(self.change(&grid, &base, format!("add another {word}"), None));
                changes.extend(renumbered(word).filter_map(|other| {
                    let mut words: Vec<&str> = about.value.split_whitespace().collect();
                    let at = words.iter().position(|&known| known == word)?;
                    words[at] = &other;
                    grid.fields[field].value = words.join(" ");
                    self.change(&grid, &base, format!("change {word} to {other}"), None)
                }));
            }
        }
        let brushes = editor.brushes();
        let mut edits = Vec::new();
        for (brush, paint) in brushes.iter().enumerate() {
            for (_, (x, y)) in self.spots().into_iter().filter(|(spot, _)| *spot == Spot::Cell) {
                let edit = |variant| Edit::Paint { brush, x, y, variant: Some(variant) };
                edits.extend((0..paint.words.len()).map(|variant| (brush, edit(variant), (x, y))));
            }
        }
        let mut left_out = edits.len();
        for (brush, edit, (x, y)) in edits.iter().step_by(self.stride(edits.len())) {
            if !effort.has(self.reading) {
                break;
            }
            left_out -= 1;
            let mut grid = self.grid.clone();
            if apply(editor, &mut grid, edit).is_ok() && grid != self.grid {
                let words = format!("paint {} at {}", brushes[*brush].name, place(*x, *y));
                changes.extend(self.change(&grid, &base, words, Some((*x, *y))));
            }
        }
        (changes, left_out)
    }

    /// Every cell, and every corner with something on it.
    fn spots(&self) -> Vec<(Spot, (usize, usize))> {
        let cells = (0..self.grid.height).flat_map(|y| (0..self.grid.width).map(move |x| (x, y)));
        let corners = self.grid.corners.keys().map(|&at| (Spot::Corner, at));
        cells.map(|at| (Spot::Cell, at)).chain(corners).collect()
    }

    /// The step between the edits that are tried, out of this many: each takes time in proportion to the board.
    fn stride(&self, edits: usize) -> usize {
        let most = (MAX_WRITTEN / self.grid.cells.len().max(1)).max(50);
        edits.div_ceil(most).max(1)
    }

    /// The name of what is on a spot and not in another grid: that of the first brush that paints it.
    fn name_at(&self, without: &TextGrid, spot: Spot, (x, y): (usize, usize)) -> String {
        let editor = self.editor();
        let (before, after) = match spot {
            Spot::Cell => (self.grid.cell(x, y), without.cell(x, y)),
            Spot::Corner => (self.grid.corners.get(&(x, y)).map(String::as_str), None),
        };
        let shows = |word: Option<&str>, paint: &String| match spot {
            Spot::Cell => word.is_some_and(|word| editor.shows(word, paint)),
            Spot::Corner => word == Some(paint),
        };
        let painted = |paint: &String| shows(before, paint) && !shows(after, paint);
        let brush =
            editor.brushes().into_iter().find(|brush| brush.spot == spot && brush.words.iter().any(painted));
        brush.map_or_else(|| before.unwrap_or("part").to_string(), |brush| brush.name.to_string())
    }

    fn look(&self) -> Option<Look> {
        Some(Look::new(self.read(&self.text(&self.grid))?.as_ref()))
    }
}

/// A word with each other number from 1 to 6, if it has a single digit, such as that of a card.
fn renumbered(word: &str) -> impl Iterator<Item = String> {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let change = move |digit: char| -> String {
        word.chars().map(|sign| if sign.is_ascii_digit() { digit } else { sign }).collect()
    };
    ('1'..='6').filter(move |_| digits == 1).map(change).filter(move |other| other != word)
}

/// How a level looks before any move.
struct Look {
    picture: Picture,
    hand: Vec<String>,
}

impl Look {
    fn new(level: &dyn Level) -> Self {
        let start = level.start();
        let (mut picture, hand) = (start.picture(), start.hand());
        // What a legend or a caption says is said by the rest as well.
        picture.legend.clear();
        picture.caption = None;
        Look { picture, hand }
    }

    /// What differs, if anything does. Pieces are told apart by their places and styles, not by their names.
    fn difference(&self, other: &Look) -> Option<PartKind> {
        let pieces = |look: &Look| {
            let mut all: Vec<_> =
                look.picture.pieces.iter().map(|piece| (piece.x, piece.y, piece.style)).collect();
            all.sort_by(|a, b| (a.1, a.0).partial_cmp(&(b.1, b.0)).unwrap_or(std::cmp::Ordering::Equal));
            all
        };
        if self.hand != other.hand {
            Some(PartKind::Card)
        } else if pieces(self) != pieces(other) {
            Some(PartKind::Piece)
        } else {
            (self.picture != other.picture).then_some(PartKind::Ground)
        }
    }
}
