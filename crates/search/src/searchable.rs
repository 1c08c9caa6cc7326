//! The common interface of all puzzles, whatever the type of their states.
//!
//! A [`Puzzle`](crate::Puzzle) hands over its states by value, a [`FlatPuzzle`](crate::FlatPuzzle) as slices of
//! its own buffer; as [`Searchable`] both look the same.
//!
//! The methods of search see even less of a puzzle: its [`StateGraph`], without the type of its moves. So there
//! is one copy of each method for each type of states, not one for each puzzle, and programs with several
//! puzzles build quickly. A call through it costs a few instructions; in the hot loop, one call expands
//! thousands of states ([`expand_all`]).

use std::mem::needs_drop;

use crate::sharded::{Expanded, Expansion, expand_all};
use crate::store::{Link, Owned, Stored};
use crate::{Cost, Interrupt, Puzzle};

/// A state as an expansion hands it over.
pub type Given<'a, S> = <S as Stored>::Given<'a>;

/// Called with the cost of a move and the state after it.
pub type Visit<'v, S> = &'v mut (dyn FnMut(Cost, Given<'_, S>) + 'v);

/// Keeps other crates from implementing [`Searchable`].
pub trait Sealed {}

/// What the engine searches: every [`Puzzle`], and every [`FlatPuzzle`](crate::FlatPuzzle) as
/// [`Flat`](crate::Flat).
///
/// There is nothing to implement: write one of those two.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a puzzle that the engine can search",
    label = "implement `Puzzle` for it, or wrap it in `Flat` if it is a `FlatPuzzle`",
    note = "`from_fn` makes a puzzle of closures"
)]
pub trait Searchable: Sync + Sealed {
    /// The part of a position that changes: the puzzle's own type, or `[u64]`.
    type State: ?Sized + Stored;
    /// What the player does to get from one state to the next.
    type Move: Copy + Send + Sync;

    /// The puzzle without the type of its moves.
    #[doc(hidden)]
    fn graph(&self) -> &dyn StateGraph<Self::State>;

    /// See [`Tuning::min_move_cost`](crate::Tuning::min_move_cost). Not a call through the
    /// [graph](Searchable::graph), so that the compiler knows a constant.
    #[doc(hidden)]
    fn min_cost(&self) -> Cost;

    /// Calls `visit` with each move, its cost and the state after it.
    #[doc(hidden)]
    fn expand(
        &self,
        state: &Self::State,
        scratch: &mut <Self::State as Stored>::Scratch,
        visit: impl FnMut(Self::Move, Cost, Given<'_, Self::State>),
    );

    /// Calls `visit` with each move, its cost and the canonical form of the state after it.
    #[doc(hidden)]
    fn expand_canonical(
        &self,
        state: &Self::State,
        scratch: &mut <Self::State as Stored>::Scratch,
        visit: impl FnMut(Self::Move, Cost, Given<'_, Self::State>),
    );
}

/// The graph of a puzzle's states, as the methods of search see it. [`Puzzle`] explains what is not explained
/// here.
pub trait StateGraph<S: ?Sized + Stored>: Sync {
    /// The length of a state that is a slice.
    fn words(&self) -> usize;

    /// A scratch buffer for the states that an expansion builds.
    fn scratch(&self) -> S::Scratch;

    fn start(&self) -> Owned<S>;

    fn is_solved(&self, state: &S) -> bool;

    /// Whether the puzzle is solved in a state that is being stored, and the memory that the state owns on the
    /// heap.
    fn on_store(&self, state: &S) -> (bool, usize);

    /// Calls `visit` with the cost of each move and the state after it, in the order of the moves.
    fn successors<'v>(&self, state: &S, scratch: &mut S::Scratch, visit: Visit<'v, S>)
    where
        S: 'v;

    /// Calls `visit` with the cost of each move and the canonical form of the state after it.
    fn canonical_successors<'v>(&self, state: &S, scratch: &mut S::Scratch, visit: Visit<'v, S>)
    where
        S: 'v;

    /// Expands many states for a search that keeps no costs.
    fn expand_layer(&self, expansion: Expansion<'_, '_, S, ()>) -> Expanded;

    /// Expands many states for a search that keeps the cost of each.
    fn expand_open(&self, expansion: Expansion<'_, '_, S, Link>) -> Expanded;

    fn canonical(&self, state: Owned<S>) -> Owned<S>;

    fn lower_bound(&self, state: &S) -> Option<Cost>;

    fn min_move_cost(&self) -> Cost;

    fn cost_scale(&self) -> Cost;

    fn queue_class(&self, state: &S) -> u8;

    fn estimate(&self, state: &S) -> Cost;

    fn interrupt(&self) -> Option<&Interrupt<'_>>;

    /// Whether states have a form as bytes.
    fn has_byte_form(&self) -> bool;

    /// Appends the bytes of a state.
    fn write_state(&self, state: &S, bytes: &mut Vec<u8>);

    /// Takes a state from the front of `bytes`. `None` if there is none.
    fn read_state(&self, bytes: &mut &[u8]) -> Option<Owned<S>>;
}

/// Panics if a move costs less than the puzzle's [`min_move_cost`](crate::Tuning::min_move_cost): what follows
/// from a wrong one would be wrong as well.
#[inline]
pub(crate) fn check_cost(cost: Cost, min: Cost) {
    if cost < min {
        panic_too_cheap(cost, min);
    }
}

#[cold]
#[inline(never)]
fn panic_too_cheap(cost: Cost, min: Cost) -> ! {
    panic!(
        "a move costs {cost}, but the puzzle promises that none costs less than {min}: set `min_move_cost` to \
         {cost} in its `tuning`"
    );
}

impl<P: Puzzle> Sealed for P {}

impl<P: Puzzle> Searchable for P {
    type State = P::State;
    type Move = P::Move;

    fn graph(&self) -> &dyn StateGraph<P::State> {
        self
    }

    #[inline]
    fn min_cost(&self) -> Cost {
        self.tuning().min_move_cost
    }

    #[inline]
    fn expand(&self, state: &P::State, (): &mut (), visit: impl FnMut(P::Move, Cost, P::State)) {
        Puzzle::expand(self, state, visit);
    }

    #[inline]
    fn expand_canonical(
        &self,
        state: &P::State,
        (): &mut (),
        mut visit: impl FnMut(P::Move, Cost, P::State),
    ) {
        Puzzle::expand(self, state, |mv, cost, next| visit(mv, cost, Puzzle::canonical(self, next)));
    }
}

impl<P: Puzzle> StateGraph<P::State> for P {
    fn words(&self) -> usize {
        0
    }

    fn scratch(&self) {}

    fn start(&self) -> P::State {
        Puzzle::start(self)
    }

    fn is_solved(&self, state: &P::State) -> bool {
        Puzzle::is_solved(self, state)
    }

    fn on_store(&self, state: &P::State) -> (bool, usize) {
        // Plain values own nothing, and are not asked: that took 2 % of the instructions of an A* search where
        // `tuning` is not inlined.
        let heap_bytes = if needs_drop::<P::State>() { (self.tuning().heap_bytes)(self, state) } else { 0 };
        (Puzzle::is_solved(self, state), heap_bytes)
    }

    fn successors<'v>(&self, state: &P::State, (): &mut (), visit: Visit<'v, P::State>)
    where
        P::State: 'v,
    {
        let min = self.tuning().min_move_cost;
        Puzzle::expand(self, state, |_, cost, next| {
            check_cost(cost, min);
            visit(cost, next);
        });
    }

    fn canonical_successors<'v>(&self, state: &P::State, (): &mut (), visit: Visit<'v, P::State>)
    where
        P::State: 'v,
    {
        let min = self.tuning().min_move_cost;
        Puzzle::expand(self, state, |_, cost, next| {
            check_cost(cost, min);
            visit(cost, Puzzle::canonical(self, next));
        });
    }

    fn expand_layer(&self, expansion: Expansion<'_, '_, P::State, ()>) -> Expanded {
        expand_all(self, expansion)
    }

    fn expand_open(&self, expansion: Expansion<'_, '_, P::State, Link>) -> Expanded {
        expand_all(self, expansion)
    }

    fn canonical(&self, state: P::State) -> P::State {
        Puzzle::canonical(self, state)
    }

    fn lower_bound(&self, state: &P::State) -> Option<Cost> {
        Puzzle::lower_bound(self, state)
    }

    fn min_move_cost(&self) -> Cost {
        self.tuning().min_move_cost
    }

    fn cost_scale(&self) -> Cost {
        self.tuning().cost_scale
    }

    fn queue_class(&self, state: &P::State) -> u8 {
        (self.tuning().queue_class)(self, state)
    }

    fn estimate(&self, state: &P::State) -> Cost {
        Puzzle::estimate(self, state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Puzzle::interrupt(self)
    }

    fn has_byte_form(&self) -> bool {
        self.tuning().byte_form.is_some()
    }

    fn write_state(&self, state: &P::State, bytes: &mut Vec<u8>) {
        if let Some(form) = self.tuning().byte_form {
            form.write(state, bytes);
        }
    }

    fn read_state(&self, bytes: &mut &[u8]) -> Option<P::State> {
        self.tuning().byte_form?.read(bytes)
    }
}
