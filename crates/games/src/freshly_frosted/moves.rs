//! How a layout changes: which belts are worth laying next.
//!
//! The factory runs with the belts there are until a donut stands on a free cell without one.
//! Whatever layout solves the level with these belts has a belt there, since up to that tick it
//! runs alike: only belts on that one cell need be tried. Belts that lay there at the start may
//! have to go first.

use unriddle_search::Cost;

use super::goal::Fault;
use super::judge::{Judge, Verdict};
use super::layout::Layout;
use super::level::Level;
use super::notation::Move;
use crate::Direction;

impl Level {
    /// What the judge says of a layout.
    pub(crate) fn judge(&self, layout: &Layout) -> Verdict {
        // Nobody waits for the last verdict: whoever finds it in use judges anew.
        if let Ok(judged) = self.judged.try_lock()
            && let Some((last, verdict)) = &*judged
            && last == layout
        {
            return *verdict;
        }
        let verdict = Judge::new(&self.factory).judge(layout);
        if let Ok(mut judged) = self.judged.try_lock() {
            *judged = Some((layout.clone(), verdict));
        }
        verdict
    }

    /// The layout after some moves from the start; moves off the free cells are passed over.
    pub(crate) fn after(&self, moves: &[Move]) -> Layout {
        let mut layout = self.start.clone();
        for mv in moves.iter().filter(|mv| self.factory.free.binary_search(&mv.cell).is_ok()) {
            layout.set(mv.cell, mv.belt);
        }
        layout
    }

    /// Hands over the layouts with one belt more that can lead to a solution, and those without
    /// one of the belts that the level began with.
    pub(crate) fn extend(&self, layout: &Layout, mut visit: impl FnMut(Move, Cost, Layout)) {
        for (cell, belt) in self.start.belts() {
            if layout.laid(cell) == Some(belt) {
                let mut less = layout.clone();
                less.set(cell, None);
                visit(Move { cell, belt: None }, 0, less);
            }
        }
        if let Verdict::Wrong { fault: Fault::NoBelt { at, .. }, .. } = self.judge(layout) {
            for way in Direction::ALL {
                // A belt off the board, or into a machine, fails as soon as its donut moves on.
                let ahead = self.factory.ahead(at, way);
                if ahead.is_some_and(|there| self.factory.tile(there).admits(way)) {
                    let mut more = layout.clone();
                    more.set(at, Some(way));
                    visit(Move { cell: at, belt: Some(way) }, 1, more);
                }
            }
        }
    }
}
