//! How a layout changes: which belts are worth laying next.
//!
//! Belts are laid in the order in which donuts need them; see [`Trace`]. The factory runs with the
//! belts there are. A layout that solves the level and has these belts, but not only these, differs
//! first on some cell of this run: a bare one, on which a donut stands without a belt, or one with a
//! belt that the level began with and that has to be turned. Up to there both run alike.
//!
//! So every layout is made in one way only, whatever belts the level begins with: the layouts form
//! a tree. No belt is ever taken up. One that no donut needs does no harm, and one that stands in the
//! way is laid over.

use unriddle_search::Cost;

use super::judge::{Judge, Verdict};
use super::layout::Layout;
use super::level::{Cell, Level};
use super::notation::Move;
use super::simulate::Simulation;
use super::trace::Trace;
use crate::Direction;

impl Level {
    /// What the judge says of a layout.
    pub(crate) fn judge(&self, layout: &Layout) -> Verdict {
        let verdict = self.last_verdict(layout).unwrap_or_else(|| Judge::new(&self.factory).judge(layout));
        if let Ok(mut judged) = self.judged.try_lock() {
            *judged = Some((layout.clone(), verdict));
        }
        verdict
    }

    /// The last verdict, if it is of this layout. Nobody waits for it: whoever finds it in use judges
    /// anew.
    fn last_verdict(&self, layout: &Layout) -> Option<Verdict> {
        let judged = self.judged.try_lock().ok()?;
        judged.as_ref().filter(|(last, _)| last == layout).map(|&(_, verdict)| verdict)
    }

    /// The layout after some moves from the start; moves off the free cells are passed over.
    pub(crate) fn after(&self, moves: &[Move]) -> Layout {
        let mut layout = self.start.clone();
        for mv in moves.iter().filter(|mv| self.factory.free.binary_search(&mv.cell).is_ok()) {
            layout.set(mv.cell, mv.belt);
        }
        layout
    }

    /// Hands over the layouts with one belt more that can lead to a solution.
    ///
    /// That belt comes after all others that were laid, in the order in which donuts need them.
    pub(crate) fn extend(&self, layout: &Layout, visit: impl FnMut(Move, Cost, Layout)) {
        self.extend_while(layout, |_| true, visit);
    }

    /// The same, as long as `go_on` says so, which sees the factory before each tick of its run. Where it
    /// says no, nothing is handed over.
    pub(crate) fn extend_while(
        &self,
        layout: &Layout,
        mut go_on: impl FnMut(&Simulation<'_>) -> bool,
        mut visit: impl FnMut(Move, Cost, Layout),
    ) {
        let (mut trace, mut is_whole) = (Trace::new(&self.factory), true);
        Judge::new(&self.factory).judge_while(layout, &mut |simulation| {
            trace.note(simulation);
            is_whole = go_on(simulation);
            is_whole
        });
        if !is_whole {
            return;
        }
        let was_laid = |&cell: &Cell| layout.laid(cell) != self.start.laid(cell);
        let next = trace.order().iter().rposition(was_laid).map_or(0, |last| last + 1);
        for &cell in &trace.order()[next..] {
            let lies = layout.laid(cell);
            for way in Direction::ALL.into_iter().filter(|&way| lies != Some(way)) {
                // A belt off the board, or into a machine, fails as soon as its donut moves on.
                let ahead = self.factory.ahead(cell, way);
                if ahead.is_some_and(|there| self.factory.tile(there).admits(way)) {
                    let mut more = layout.clone();
                    more.set(cell, Some(way));
                    visit(Move { cell, belt: Some(way) }, 1, more);
                }
            }
            // Whatever lies beyond a bare cell, the run ends there.
            if lies.is_none() {
                break;
            }
        }
    }
}
