//! A best-first search for any solution, with one queue per number of bonds still to make.
//!
//! An estimate alone leads the search to states where most bonds are made and the last ones are
//! impossible, and it then expands everything nearby before it backs out. Here each number of bonds has
//! a queue of its own, and the queues take turns ([`FlatTuning::queue_class`]). So states with many bonds to
//! make are expanded as well, and do not starve.
//!
//! The cost counts pushes and ignores the steps between them. So the exact cell of a helium player does
//! not matter, only the cells that it can reach: all such states share one canonical state.

use unriddle_search::{Cost, FlatPuzzle, FlatTuning, Interrupt};

use super::level::{Board, Cell};
use super::macro_search::{MacroMove, MacroPuzzle};
use super::scratch::{Scratch, with_scratch};

/// The cost of a push. The engine multiplies the [estimate](FlatPuzzle::estimate) by four, so a cell of
/// distance between atoms counts half as much as a push.
const PUSH: Cost = 8;

/// A level as it is searched by the number of bonds still to make.
#[derive(Clone, Copy)]
pub(crate) struct GoalCountPuzzle<'a>(pub(super) MacroPuzzle<'a>);

impl GoalCountPuzzle<'_> {
    /// The level's board.
    pub(super) fn board(&self) -> &Board {
        &self.0.level.board
    }

    /// The number of bonds still to make.
    pub(super) fn missing_bonds(&self, state: &[u64]) -> u8 {
        let Board { layout, full_strength, .. } = self.board();
        let missing = full_strength.unwrap_or(0).saturating_sub(layout.strength(state));
        missing.min(u8::MAX.into()) as u8
    }
}

impl FlatPuzzle for GoalCountPuzzle<'_> {
    type Move = MacroMove;

    fn words(&self) -> usize {
        self.0.words()
    }

    fn start(&self, state: &mut [u64]) {
        self.0.start(state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(MacroMove, Cost, &[u64])) {
        self.0.expand(state, next, |mv, _, next| visit(mv, PUSH, next));
    }

    fn tuning(&self) -> FlatTuning<Self> {
        FlatTuning {
            min_move_cost: PUSH,
            cost_scale: PUSH,
            queue_class: Self::missing_bonds,
            ..FlatTuning::default()
        }
    }

    /// Only detects dead states: pushes have no better bound.
    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        let board = &*self.0.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            match scratch.arrangement.is_solved() {
                true => Some(0),
                false => {
                    let meetings = self.0.level.meetings();
                    (!scratch.bounds.is_dead(board, meetings, &scratch.arrangement)).then_some(PUSH)
                }
            }
        })
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        let board = &*self.0.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.bounds.gaps(board, self.0.level.meetings(), &scratch.arrangement)
        })
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.0.interrupt
    }

    fn canonical<'s>(&self, state: &'s [u64], room: &'s mut [u64]) -> &'s [u64] {
        if !self.0.walks {
            return self.0.canonical(state, room);
        }
        let board = self.board();
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.reachability.flood(board, &scratch.arrangement);
            let Some(symmetry) = self.0.symmetry else {
                let first = scratch.reachability.reached.iter().copied().min();
                place_player(scratch, board.player, first);
                return scratch.arrangement.pack(board, room);
            };
            // Of all images of all reachable cells, the player stands on the first. Several cells may have
            // that image.
            let rank = |&cell: &Cell| symmetry.first_image(cell);
            let first = scratch.reachability.reached.iter().map(rank).min();
            scratch.least_image.clear();
            for at in 0..scratch.reachability.reached.len() {
                let cell = scratch.reachability.reached[at];
                if Some(rank(&cell)) == first {
                    place_player(scratch, board.player, Some(cell));
                    symmetry.compare(board, &scratch.arrangement, &mut scratch.least_image);
                }
            }
            scratch.least_image.pack(board, room);
        });
        room
    }
}

/// Puts the player on a cell that it can reach.
fn place_player(scratch: &mut Scratch, player: usize, cell: Option<Cell>) {
    if let Some(cell) = cell {
        scratch.arrangement.lift(player);
        // This cannot fail: a reachable cell is empty.
        let _ = scratch.arrangement.put(player, cell);
    }
}
