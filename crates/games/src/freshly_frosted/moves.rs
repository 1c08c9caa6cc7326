//! The successors of a layout: which belts to lay next.
//!
//! Belts are laid in the order in which donuts need them; see [`Trace`]. The factory runs with the
//! current belts. A solution that extends them first differs on some cell of this run: a bare cell on
//! which a donut needs a belt, or a cell with a starting belt that has to be turned. Up to there both
//! run identically.
//!
//! So every layout is built in exactly one way, whatever the starting belts: the layouts form a tree.
//! No belt is ever removed. A belt that no donut needs does no harm, and one in the way is replaced.

use unriddle_kit::Direction;
use unriddle_search::{Cost, Puzzle, Tuning};

use super::judge::Judge;
use super::layout::Layout;
use super::level::{Cell, SearchLevel};
use super::notation::Move;
use super::simulate::Simulation;
use super::trace::Trace;

impl Puzzle for SearchLevel {
    type State = Layout;
    type Move = Move;

    fn start(&self) -> Layout {
        self.start.clone()
    }

    fn is_solved(&self, layout: &Layout) -> bool {
        Judge::new(&self.factory).judge(layout).is_solved()
    }

    fn expand(&self, layout: &Layout, visit: impl FnMut(Move, Cost, Layout)) {
        self.extend_while(layout, |_| true, visit);
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { heap_bytes: |_, layout| layout.heap_bytes(), ..Tuning::default() }
    }
}

impl SearchLevel {
    #[cfg(test)]
    /// The layout after some moves from the start. Moves on cells that are not free are ignored.
    pub(crate) fn after(&self, moves: &[Move]) -> Layout {
        let mut layout = self.start.clone();
        for mv in moves.iter().filter(|mv| self.factory.free.binary_search(&mv.cell).is_ok()) {
            layout.set(mv.cell, mv.belt);
        }
        layout
    }

    /// Visits the layouts with one more belt that can lead to a solution.
    ///
    /// In the order in which donuts need the belts, the new one comes after all others laid since the
    /// start. `go_on` is called before each tick of the run. If it returns false, nothing is visited.
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
                // A belt that leads off the board or into a machine fails when its donut moves.
                let ahead = self.factory.ahead(cell, way);
                if ahead.is_some_and(|there| self.factory.tile(there).admits(way)) {
                    let mut more = layout.clone();
                    more.set(cell, Some(way));
                    visit(Move { cell, belt: Some(way) }, 1, more);
                }
            }
            // The run ends at a bare cell.
            if lies.is_none() {
                break;
            }
        }
    }
}
