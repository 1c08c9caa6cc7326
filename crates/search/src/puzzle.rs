//! What a puzzle must say about itself to be searched.
//!
//! A level is a value that knows everything that never changes; a state is the small rest.
//! The engine stores a state exactly as its type lays it out, millions of times over, so a
//! state should be packed: a `u64`, a `[u8; 12]`, a pair of bit boards. Large or variable
//! states (`Box<[u8]>`) work too and cost an allocation each.

use std::hash::Hash;

use crate::Interrupt;

/// What a move costs, and what a solution costs altogether.
pub type Cost = u32;

/// A puzzle with one player, full information and moves of non-negative cost.
///
/// `start`, `is_solved` and `expand` are the rules; everything else makes the search faster.
///
/// Every method must be a pure function of its arguments: the engine expands states more than
/// once and from several threads, and replays a solution from the start to name its moves.
pub trait Puzzle: Sync {
    /// The part of a position that changes, in the form in which it is stored.
    type State: Clone + Eq + Hash + Send + Sync;
    /// What the player does to get from a state to the next.
    type Move: Copy + Send + Sync;

    /// The state in which the search begins.
    fn start(&self) -> Self::State;

    /// Whether the puzzle is solved in `state`.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Hands each legal move of `state` to `visit`, with its cost and the state after it.
    ///
    /// The order of the moves decides which of several shortest solutions is given.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Cost, Self::State));

    /// A lower bound on the cost from `state` to a solution, never too high;
    /// `None` when no solution can follow.
    ///
    /// It need not be consistent: the bound of a state may exceed that of its neighbour by more
    /// than the move between them costs.
    fn lower_bound(&self, state: &Self::State) -> Option<Cost> {
        let _ = state;
        Some(0)
    }

    /// No move costs less than this. Where it is at least 1, breadth-first search may end as soon as it
    /// generates a solution; otherwise it must first see that no free move leads to a cheaper one.
    fn least_cost(&self) -> Cost {
        0
    }

    /// How much of a cost makes one as people count. The rest tells equal solutions apart: with a scale
    /// of 1000, a move of cost 1001 is one move of the less welcome kind. Reported costs and bounds are
    /// divided by the scale, and so is the limit on the cost; an optimal solution has the least cost
    /// before division. Only [`Solutions::cost`](crate::Solutions::cost) is not divided.
    fn cost_scale(&self) -> Cost {
        1
    }

    /// How far a state has come, where a level is solved step by step: the steps still to make. The
    /// search for just any solution goes on with each in turn, so that one step made in a way that
    /// leads nowhere does not hold it up.
    fn stage(&self, state: &Self::State) -> u8 {
        let _ = state;
        0
    }

    /// A guess at the cost from `state` to a solution, right or wrong: it leads the search for
    /// *some* solution, and no proof rests on it.
    fn estimate(&self, state: &Self::State) -> Cost {
        self.lower_bound(state).unwrap_or(Cost::MAX)
    }

    /// Memory that a state holds elsewhere, so that it can be accounted: the contents of a
    /// `Box` or a `Vec`. Nothing for plain values.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// What the puzzle itself asks where a single step takes long: an expansion of a large board, a
    /// table that a bound needs. Once it was raised, steps may return whatever is quick: the search
    /// that asks for it here knows, and claims nothing any more.
    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        None
    }

    /// The one state that stands for all that are equal to `state` but for a symmetry.
    ///
    /// Equal states must have the same costs, bounds and solvedness, and the moves of one must
    /// lead to states equal to those that the moves of the other lead to. Solutions are always
    /// given in moves of the real states.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }
}

/// A puzzle that can number its states densely, from 0 up, and step backwards.
///
/// Its search keeps one flat array of costs (4 bytes a rank) and no states at all. Worth it
/// where a good part of all ranks is reached: mazes, sliding blocks on small boards.
pub trait Ranked: Puzzle {
    /// How many ranks there are: each is below this number.
    fn ranks(&self) -> u32;

    /// The number of `state`. Different states have different numbers.
    fn rank(&self, state: &Self::State) -> u32;

    /// The state with this number, for numbers that [`rank`](Ranked::rank) gave.
    fn unrank(&self, rank: u32) -> Self::State;

    /// Hands over each move that leads to `state`, with its cost and the state before it:
    /// exactly the moves of [`expand`](Puzzle::expand), seen from their other end.
    /// States that cannot be reached from the start may occur.
    fn predecessors(&self, state: &Self::State, visit: impl FnMut(Self::Move, Cost, Self::State));
}
