//! Clears a level up: what it does not need is taken away, and what play never touches is left outside of the board.
//!
//! A card or piece goes if the level keeps its optimum, unless it is one of so many that were wished for: a level that
//! would be unique or hard enough only with needless pieces is none. An ornament of the ground goes if the wish
//! is still fulfilled, and a wall or the like if the level also gets no worse by that. Then each cell that is painted as
//! what lies outside without any effect stays so, and empty rows and columns at the edges are cut off.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use unriddle_kit::editing::{Edit, TextEditor, TextGrid, apply};
use unriddle_kit::{Defect, Direction, Game};

use super::Wish;
use super::judge::{Judged, judge};
use crate::PartKind;
use crate::draft::{Change, Draft};
use crate::effort::Effort;

/// A level on its way, and what the analysis says about it.
pub(super) struct Made {
    pub(super) grid: TextGrid,
    pub(super) judged: Judged,
}

/// Clears levels up that are painted with an editor.
pub(super) struct Tidy<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) editor: &'a Arc<TextEditor>,
    pub(super) wish: &'a Wish<'a>,
    /// The first disagreement between a search and the rules of the game.
    pub(super) defect: OnceCell<Defect>,
}

impl Tidy<'_> {
    /// Clears a level up that fulfils the wish. It may not do so any more without its needless pieces.
    pub(super) fn tidy(&self, made: &mut Made) {
        self.remove_needless(made);
        if !made.judged.fulfils {
            return;
        }
        self.clear_outskirts(made);
        if self.wish.size.is_none() {
            self.cut_edges(made);
        }
    }

    /// The grid as a level, and what the analysis says about it.
    fn judged(&self, grid: &TextGrid) -> Option<Judged> {
        let level = self.game.read(&self.editor.write(grid), &[]).ok()?;
        let mut judged = judge(level.as_ref(), &***self.editor, grid, self.wish);
        judged.defect.take().into_iter().for_each(|defect| _ = self.defect.set(defect));
        Some(judged)
    }

    /// Takes away part after part, until all that are left have been tried in vain, one after the other.
    fn remove_needless(&self, made: &mut Made) {
        let removals = |grid: &TextGrid| -> Vec<Change> {
            Draft {
                game: self.game,
                settings: Vec::new(),
                editor: self.editor.clone(),
                grid: grid.clone(),
                reading: Duration::ZERO,
            }
            .removals(&Effort::unlimited())
            .0
        };
        let mut changes = removals(&made.grid);
        let (mut at, mut in_vain) = (0, 0);
        while in_vain < changes.len() {
            at %= changes.len();
            match self.without(made, &changes[at]) {
                Some(less) => {
                    *made = less;
                    changes = removals(&made.grid);
                    in_vain = 0;
                }
                None => (at, in_vain) = (at + 1, in_vain + 1),
            }
        }
    }

    /// The level without a part, if it does not need that.
    fn without(&self, made: &Made, change: &Change) -> Option<Made> {
        let grid = self.editor.grid(&change.text).ok()?;
        let judged = self.judged(&grid).filter(|judged| judged.par == made.judged.par)?;
        let is_needless = match change.kind {
            PartKind::Card | PartKind::Piece => judged.is_counted,
            PartKind::Ground => {
                let is_no_worse = judged.fitness >= made.judged.fitness;
                judged.fulfils && (is_no_worse || self.is_ornament(&made.grid, &grid))
            }
        };
        is_needless.then_some(Made { grid, judged })
    }

    /// Whether what was taken from the ground leaves the plain ground that the first brush paints, and was not what
    /// lies outside of the board, such as a wall.
    fn is_ornament(&self, before: &TextGrid, after: &TextGrid) -> bool {
        let editor = self.editor;
        let brushes = editor.brushes();
        let Some(plain) = brushes.first().and_then(|brush| brush.words.first()) else { return false };
        let changed = before.cells.iter().zip(&after.cells).find(|(before, after)| before != after);
        changed.is_some_and(|(before, after)| {
            before != editor.blank() && !editor.shows(before, plain) && editor.shows(after, plain)
        })
    }

    /// Paints each cell as what lies outside, if nothing changes by that: no play leads there.
    fn clear_outskirts(&self, made: &mut Made) {
        let blank = self.editor.blank();
        for at in 0..made.grid.cells.len() {
            if made.grid.cells[at] != blank {
                let mut grid = made.grid.clone();
                grid.cells[at] = blank.into();
                self.keep_if_same(made, grid);
            }
        }
    }

    /// Cuts off the rows and columns at the edges that lie outside.
    fn cut_edges(&self, made: &mut Made) {
        for edge in Direction::ALL {
            loop {
                let mut grid = made.grid.clone();
                let is_cut = self.is_empty(&grid, edge)
                    && apply(&***self.editor, &mut grid, &Edit::Shrink { edge }).is_ok()
                    && self.keep_if_same(made, grid);
                if !is_cut {
                    break;
                }
            }
        }
    }

    /// Whether the row or column at an edge lies outside.
    fn is_empty(&self, grid: &TextGrid, edge: Direction) -> bool {
        let blank = self.editor.blank();
        let (width, height) = (grid.width, grid.height);
        let is_there = |at: usize| match edge {
            Direction::Up => at < width,
            Direction::Down => at / width + 1 == height,
            Direction::Left => at.is_multiple_of(width),
            Direction::Right => at % width + 1 == width,
        };
        width > 1 && height > 1 && (0..grid.cells.len()).all(|at| !is_there(at) || grid.cells[at] == blank)
    }

    /// Takes a changed grid if the level stays the same to the analysis. Returns whether it does.
    fn keep_if_same(&self, made: &mut Made, grid: TextGrid) -> bool {
        let judged = self.judged(&grid).filter(|judged| {
            judged.fulfils
                && judged.fingerprint == made.judged.fingerprint
                && judged.fitness >= made.judged.fitness
        });
        judged.map(|judged| *made = Made { grid, judged }).is_some()
    }
}
