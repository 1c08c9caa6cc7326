//! A puzzle with flat states, searched with a box for each instead, to compare the two.

use unriddle_search::{Cost, FlatPuzzle, FlatTuning, Puzzle, Tuning};

/// A flat puzzle whose states are boxed instead.
pub struct Boxed<P>(pub P);

impl<P: FlatPuzzle> Puzzle for Boxed<P> {
    type State = Box<[u64]>;
    type Move = P::Move;

    fn start(&self) -> Box<[u64]> {
        let mut state = vec![0; self.0.words()];
        self.0.start(&mut state);
        state.into()
    }

    fn is_solved(&self, state: &Box<[u64]>) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &Box<[u64]>, mut visit: impl FnMut(P::Move, Cost, Box<[u64]>)) {
        let mut next = vec![0; state.len()];
        self.0.expand(state, &mut next, |mv, cost, next| visit(mv, cost, next.into()));
    }

    fn lower_bound(&self, state: &Box<[u64]>) -> Option<Cost> {
        self.0.lower_bound(state)
    }

    fn estimate(&self, state: &Box<[u64]>) -> Cost {
        self.0.estimate(state)
    }

    fn canonical(&self, state: Box<[u64]>) -> Box<[u64]> {
        let mut scratch = vec![0; state.len()];
        self.0.canonical(&state, &mut scratch).into()
    }

    fn tuning(&self) -> Tuning<Self> {
        let FlatTuning { min_move_cost, cost_scale, .. } = self.0.tuning();
        Tuning {
            min_move_cost,
            cost_scale,
            queue_class: |puzzle, state| (puzzle.0.tuning().queue_class)(&puzzle.0, state),
            heap_bytes: |_, state| size_of_val::<[u64]>(state),
            ..Tuning::default()
        }
    }
}
