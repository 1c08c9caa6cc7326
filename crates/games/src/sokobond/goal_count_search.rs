//! A best-first search for any solution, with one queue per number of bonds still to make.
//!
//! An estimate alone leads the search to states where most bonds are made and the last ones are
//! impossible, and it then expands everything nearby before it backs out. Here each number of bonds has
//! a queue of its own, and the queues take turns ([`Puzzle::queue_class`]). So states with many bonds to
//! make are expanded as well, and do not starve.
//!
//! The cost counts pushes and ignores the steps between them. So the exact cell of a helium player does
//! not matter, only the cells that it can reach: all such states share one canonical state.

use unriddle_search::distributed::ByteForm;
use unriddle_search::{Cost, Interrupt, Puzzle};

use super::level::{Board, Cell};
use super::macro_search::{MacroMove, MacroPuzzle};
use super::scratch::{Scratch, with_scratch};
use super::state::{State, Words};

/// The cost of a push. The engine multiplies the [estimate](Puzzle::estimate) by four, so a cell of
/// distance between atoms counts half as much as a push.
const PUSH: Cost = 8;

/// A level as it is searched by the number of bonds still to make.
pub(crate) struct GoalCountPuzzle<'q, 'a, W>(pub(super) &'q MacroPuzzle<'a, W>);

impl<W> GoalCountPuzzle<'_, '_, W> {
    /// The level's board.
    pub(super) fn board(&self) -> &Board {
        &self.0.level.board
    }
}

impl<W: Words> Puzzle for GoalCountPuzzle<'_, '_, W> {
    type State = State<W>;
    type Move = MacroMove;

    fn start(&self) -> State<W> {
        self.0.start()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(MacroMove, Cost, State<W>)) {
        self.0.expand(state, |mv, _, next| visit(mv, PUSH, next));
    }

    fn least_cost(&self) -> Cost {
        PUSH
    }

    fn cost_scale(&self) -> Cost {
        PUSH
    }

    /// Only detects dead states: pushes have no better bound.
    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        let board = &*self.0.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            match scratch.arrangement.is_solved() {
                true => Some(0),
                false => (!scratch.bounds.is_dead(board, &scratch.arrangement)).then_some(PUSH),
            }
        })
    }

    fn estimate(&self, state: &State<W>) -> Cost {
        let board = &*self.0.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.bounds.gaps(board, &scratch.arrangement)
        })
    }

    /// The number of bonds still to make.
    fn queue_class(&self, state: &State<W>) -> u8 {
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.0.level.board, state);
            (scratch.arrangement.free() / 2).min(u8::MAX.into()) as u8
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        self.0.heap_bytes(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.0.interrupt
    }

    fn byte_form(&self) -> Option<ByteForm<State<W>>> {
        Some(ByteForm::new())
    }

    fn canonical(&self, state: State<W>) -> State<W> {
        if !self.0.walks {
            return self.0.canonical(state);
        }
        let board = &*self.0.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, &state);
            scratch.reachability.flood(board, &scratch.arrangement);
            let Some(symmetry) = self.0.symmetry else {
                let first = scratch.reachability.reached.iter().copied().min();
                place_player(scratch, board.player, first);
                return scratch.arrangement.pack(board);
            };
            // Of all images of all reachable cells, the player stands on the first. Several cells may have
            // that image.
            let rank = |&cell: &Cell| symmetry.first_image(cell);
            let first = scratch.reachability.reached.iter().map(rank).min();
            let mut least: Option<State<W>> = None;
            for at in 0..scratch.reachability.reached.len() {
                let cell = scratch.reachability.reached[at];
                if Some(rank(&cell)) == first {
                    place_player(scratch, board.player, Some(cell));
                    let state = symmetry.canonical(board, &scratch.arrangement, &mut scratch.fields);
                    least = Some(least.map_or(state.clone(), |least| least.min(state)));
                }
            }
            least.unwrap_or(state)
        })
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
