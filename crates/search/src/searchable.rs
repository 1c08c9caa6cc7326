//! What the engine searches, whatever its states are made of.
//!
//! The methods are written for [`Searchable`]. A [`Puzzle`](crate::Puzzle) hands over its states by value, a
//! [`FlatPuzzle`](crate::FlatPuzzle) as slices of its own buffer; here both look the same. All of it is
//! resolved when the program is built, and costs nothing when it runs.

use crate::store::{Owned, Stored};
use crate::{Cost, Interrupt, Puzzle};

/// A state as an expansion hands it over.
pub type Given<'a, S> = <S as Stored>::Given<'a>;

/// Keeps other crates from implementing [`Searchable`].
pub trait Sealed {}

/// What the engine searches: every [`Puzzle`], and every [`FlatPuzzle`](crate::FlatPuzzle) as
/// [`Flat`](crate::Flat).
///
/// There is nothing to implement: write one of those two.
pub trait Searchable: Sync + Sealed {
    /// The part of a position that changes: the puzzle's own type, or `[u64]`.
    type State: ?Sized + Stored;
    /// What the player does to get from one state to the next.
    type Move: Copy + Send + Sync;

    /// The length of a state that is a slice.
    #[doc(hidden)]
    fn words(&self) -> usize;

    /// Room for the states that an expansion builds.
    #[doc(hidden)]
    fn room(&self) -> <Self::State as Stored>::Room;

    #[doc(hidden)]
    fn start(&self) -> Owned<Self::State>;

    #[doc(hidden)]
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Calls `visit` with each move, its cost and the state after it.
    #[doc(hidden)]
    fn expand(
        &self,
        state: &Self::State,
        room: &mut <Self::State as Stored>::Room,
        visit: impl FnMut(Self::Move, Cost, Given<'_, Self::State>),
    );

    /// Calls `visit` with each move, its cost and the canonical form of the state after it.
    #[doc(hidden)]
    fn expand_canonical(
        &self,
        state: &Self::State,
        room: &mut <Self::State as Stored>::Room,
        visit: impl FnMut(Self::Move, Cost, Given<'_, Self::State>),
    );

    #[doc(hidden)]
    fn canonical(&self, state: Owned<Self::State>) -> Owned<Self::State>;

    #[doc(hidden)]
    fn lower_bound(&self, state: &Self::State) -> Option<Cost>;

    #[doc(hidden)]
    fn least_cost(&self) -> Cost;

    #[doc(hidden)]
    fn cost_scale(&self) -> Cost;

    #[doc(hidden)]
    fn queue_class(&self, state: &Self::State) -> u8;

    #[doc(hidden)]
    fn estimate(&self, state: &Self::State) -> Cost;

    #[doc(hidden)]
    fn heap_bytes(&self, state: &Self::State) -> usize;

    #[doc(hidden)]
    fn interrupt(&self) -> Option<&Interrupt<'_>>;

    /// Whether states have a form as bytes.
    #[doc(hidden)]
    fn has_byte_form(&self) -> bool;

    /// Appends the bytes of a state.
    #[doc(hidden)]
    fn write_state(&self, state: &Self::State, bytes: &mut Vec<u8>);

    /// Takes a state from the front of `bytes`. `None` if there is none.
    #[doc(hidden)]
    fn read_state(&self, bytes: &mut &[u8]) -> Option<Owned<Self::State>>;
}

impl<P: Puzzle> Sealed for P {}

impl<P: Puzzle> Searchable for P {
    type State = P::State;
    type Move = P::Move;

    #[inline]
    fn words(&self) -> usize {
        0
    }

    #[inline]
    fn room(&self) {}

    #[inline]
    fn start(&self) -> P::State {
        Puzzle::start(self)
    }

    #[inline]
    fn is_solved(&self, state: &P::State) -> bool {
        Puzzle::is_solved(self, state)
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

    #[inline]
    fn canonical(&self, state: P::State) -> P::State {
        Puzzle::canonical(self, state)
    }

    #[inline]
    fn lower_bound(&self, state: &P::State) -> Option<Cost> {
        Puzzle::lower_bound(self, state)
    }

    #[inline]
    fn least_cost(&self) -> Cost {
        Puzzle::least_cost(self)
    }

    #[inline]
    fn cost_scale(&self) -> Cost {
        Puzzle::cost_scale(self)
    }

    #[inline]
    fn queue_class(&self, state: &P::State) -> u8 {
        Puzzle::queue_class(self, state)
    }

    #[inline]
    fn estimate(&self, state: &P::State) -> Cost {
        Puzzle::estimate(self, state)
    }

    #[inline]
    fn heap_bytes(&self, state: &P::State) -> usize {
        Puzzle::heap_bytes(self, state)
    }

    #[inline]
    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Puzzle::interrupt(self)
    }

    fn has_byte_form(&self) -> bool {
        self.byte_form().is_some()
    }

    #[inline]
    fn write_state(&self, state: &P::State, bytes: &mut Vec<u8>) {
        if let Some(form) = self.byte_form() {
            form.write(state, bytes);
        }
    }

    #[inline]
    fn read_state(&self, bytes: &mut &[u8]) -> Option<P::State> {
        self.byte_form()?.read(bytes)
    }
}
