//! Puzzles whose states have a length that is only known at run time.

use crate::distributed::StateBytes;
use crate::searchable::{Sealed, StateGraph, Visit, check_cost};
use crate::sharded::{Expanded, Expansion, expand_all};
use crate::store::{FlatScratch, Link};
use crate::{Cost, FlatTuning, Interrupt, Searchable};

/// A puzzle whose states are slices of words, of a length that the level decides.
///
/// For boards of any size: a [`Puzzle`](crate::Puzzle) would need a box for each state, which takes
/// several times as long. Here the engine stores the words one after the other, and neither an expansion nor
/// the store allocates anything per state.
///
/// The methods are those of [`Puzzle`](crate::Puzzle), which explains them, and the same promises hold. Wrap
/// the puzzle in [`Flat`] to search it: all goals and methods work.
///
/// # Example
///
/// A row of lamps, in which each switch toggles a lamp and its neighbours. All lamps must be lit. A word holds
/// 64 lamps.
///
/// ```
/// use unriddle_search::{Cost, Flat, FlatPuzzle, Outcome, solve};
///
/// struct Lamps {
///     count: usize,
/// }
///
/// impl FlatPuzzle for Lamps {
///     /// The switch that is pressed.
///     type Move = usize;
///
///     fn words(&self) -> usize {
///         self.count.div_ceil(64)
///     }
///
///     fn start(&self, state: &mut [u64]) {
///         state.fill(0);
///     }
///
///     fn is_solved(&self, state: &[u64]) -> bool {
///         state.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.count
///     }
///
///     fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(usize, Cost, &[u64])) {
///         // The first dark lamp can only be lit by one of three switches.
///         let is_dark = |lamp: &usize| state[lamp / 64] >> (lamp % 64) & 1 == 0;
///         let Some(dark) = (0..self.count).find(is_dark) else { return };
///         for switch in dark.saturating_sub(1)..(dark + 2).min(self.count) {
///             next.copy_from_slice(state);
///             for lamp in switch.saturating_sub(1)..(switch + 2).min(self.count) {
///                 next[lamp / 64] ^= 1 << (lamp % 64);
///             }
///             visit(switch, 1, next);
///         }
///     }
///
///     /// A switch lights at most three lamps.
///     fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
///         let lit: u32 = state.iter().map(|word| word.count_ones()).sum();
///         Some((self.count as Cost - lit).div_ceil(3))
///     }
/// }
///
/// let report = solve(&Flat(Lamps { count: 90 }));
/// let Outcome::Optimal(solution, _) = report.outcome else { panic!("every third switch does it") };
/// assert_eq!(solution.moves.len(), 30);
/// ```
pub trait FlatPuzzle: Sync {
    /// What the player does to get from one state to the next.
    type Move: Copy + Send + Sync;

    /// The length of every state. It never changes.
    fn words(&self) -> usize;

    /// Writes the state in which the search starts to `state`, whose previous contents are unspecified.
    fn start(&self, state: &mut [u64]);

    /// Whether the puzzle is solved in `state`.
    fn is_solved(&self, state: &[u64]) -> bool;

    /// Calls `visit` with each legal move in `state`, its cost, and the state after it.
    ///
    /// `next` is a scratch buffer for one state, in which to build the successors. Its contents are
    /// unspecified.
    fn expand(&self, state: &[u64], next: &mut [u64], visit: impl FnMut(Self::Move, Cost, &[u64]));

    /// See [`Puzzle::lower_bound`](crate::Puzzle::lower_bound).
    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        let _ = state;
        Some(0)
    }

    /// See [`Puzzle::estimate`](crate::Puzzle::estimate).
    fn estimate(&self, state: &[u64]) -> Cost {
        self.lower_bound(state).unwrap_or(Cost::MAX)
    }

    /// See [`Puzzle::interrupt`](crate::Puzzle::interrupt).
    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        None
    }

    /// The representative of all states that are equivalent to `state`; see
    /// [`Puzzle::canonical`](crate::Puzzle::canonical). The default is the state itself.
    ///
    /// `scratch` is a buffer for one state, with unspecified contents. A puzzle with a symmetry writes the
    /// representative there and returns it.
    fn canonical<'a>(&self, state: &'a [u64], scratch: &'a mut [u64]) -> &'a [u64] {
        let _ = scratch;
        state
    }

    /// Properties that few puzzles need to change; see [`Puzzle::tuning`](crate::Puzzle::tuning). The default
    /// is [`FlatTuning::default`].
    #[inline]
    fn tuning(&self) -> FlatTuning<Self> {
        FlatTuning::default()
    }
}

/// A [`FlatPuzzle`] as the engine searches it.
#[derive(Clone, Copy, Debug)]
pub struct Flat<P>(pub P);

impl<P: FlatPuzzle> Sealed for Flat<P> {}

impl<P: FlatPuzzle> Searchable for Flat<P> {
    type State = [u64];
    type Move = P::Move;

    fn graph(&self) -> &dyn StateGraph<[u64]> {
        self
    }

    #[inline]
    fn min_cost(&self) -> Cost {
        self.0.tuning().min_move_cost
    }

    #[inline]
    fn expand(&self, state: &[u64], scratch: &mut FlatScratch, visit: impl FnMut(P::Move, Cost, &[u64])) {
        self.0.expand(state, &mut scratch.next, visit);
    }

    #[inline]
    fn expand_canonical(
        &self,
        state: &[u64],
        scratch: &mut FlatScratch,
        mut visit: impl FnMut(P::Move, Cost, &[u64]),
    ) {
        let FlatScratch { next, canonical } = scratch;
        self.0.expand(state, next, |mv, cost, next| visit(mv, cost, self.0.canonical(next, canonical)));
    }
}

impl<P: FlatPuzzle> StateGraph<[u64]> for Flat<P> {
    fn words(&self) -> usize {
        self.0.words()
    }

    fn scratch(&self) -> FlatScratch {
        let words = self.0.words();
        FlatScratch { next: vec![0; words], canonical: vec![0; words] }
    }

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.0.words()];
        self.0.start(&mut state);
        state
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.0.is_solved(state)
    }

    /// A flat state owns nothing on the heap.
    fn on_store(&self, state: &[u64]) -> (bool, usize) {
        (self.0.is_solved(state), 0)
    }

    fn successors<'v>(&self, state: &[u64], scratch: &mut FlatScratch, visit: Visit<'v, [u64]>)
    where
        [u64]: 'v,
    {
        let min = self.0.tuning().min_move_cost;
        self.expand(state, scratch, |_, cost, next| {
            check_cost(cost, min);
            visit(cost, next);
        });
    }

    fn canonical_successors<'v>(&self, state: &[u64], scratch: &mut FlatScratch, visit: Visit<'v, [u64]>)
    where
        [u64]: 'v,
    {
        let min = self.0.tuning().min_move_cost;
        self.expand_canonical(state, scratch, |_, cost, next| {
            check_cost(cost, min);
            visit(cost, next);
        });
    }

    fn expand_layer(&self, expansion: Expansion<'_, '_, [u64], ()>) -> Expanded {
        expand_all(self, expansion)
    }

    fn expand_open(&self, expansion: Expansion<'_, '_, [u64], Link>) -> Expanded {
        expand_all(self, expansion)
    }

    fn canonical(&self, state: Vec<u64>) -> Vec<u64> {
        let mut scratch = vec![0; state.len()];
        self.0.canonical(&state, &mut scratch).to_vec()
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        self.0.lower_bound(state)
    }

    fn min_move_cost(&self) -> Cost {
        self.0.tuning().min_move_cost
    }

    fn cost_scale(&self) -> Cost {
        self.0.tuning().cost_scale
    }

    fn queue_class(&self, state: &[u64]) -> u8 {
        (self.0.tuning().queue_class)(&self.0, state)
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        self.0.estimate(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.0.interrupt()
    }

    fn has_byte_form(&self) -> bool {
        self.0.tuning().can_spread
    }

    fn write_state(&self, state: &[u64], bytes: &mut Vec<u8>) {
        state.iter().for_each(|word| word.write(bytes));
    }

    fn read_state(&self, bytes: &mut &[u8]) -> Option<Vec<u64>> {
        (0..self.0.words()).map(|_| u64::read(bytes)).collect()
    }
}
