//! The puzzle traits: the rules of a puzzle, and optional methods that make the search faster.

use std::hash::Hash;

use crate::{Interrupt, Tuning};

/// The cost of a move, or of a whole solution.
pub type Cost = u32;

/// A puzzle for one player, with full information and moves of non-negative cost.
///
/// The value that implements the trait knows everything that never changes (walls, goals); a
/// [`State`](Puzzle::State) is the small rest. [`start`](Puzzle::start), [`is_solved`](Puzzle::is_solved)
/// and [`expand`](Puzzle::expand) are the rules. All other methods have defaults, and overriding them makes
/// the search faster.
///
/// Every method must be a pure function of its arguments: the engine expands states more than once and
/// from several threads, and replays a solution from the start to recover its moves.
///
/// # States
///
/// The engine stores a state as its type lays it out, millions of times, so a state should be packed: a
/// `u64`, a `[u8; 12]`, a pair of bit boards. Where the length of a state depends on the level, write a
/// [`FlatPuzzle`](crate::FlatPuzzle) instead. States that own memory (`Box<[u8]>`) work too and cost several
/// allocations each; see [`Tuning::heap_bytes`].
///
/// # Panics
///
/// A search panics if a move costs less than [`Tuning::min_move_cost`], which is 1 by default: a puzzle with
/// free moves must set it to 0.
///
/// # Example
///
/// From 1 to a target by doubling and adding one. Each move at most doubles the number, which gives a lower
/// bound.
///
/// ```
/// use unriddle_search::{Cost, Puzzle, solve};
///
/// struct Doubling {
///     target: u32,
/// }
///
/// impl Puzzle for Doubling {
///     type State = u32;
///     type Move = &'static str;
///
///     fn start(&self) -> u32 {
///         1
///     }
///
///     fn is_solved(&self, &number: &u32) -> bool {
///         number == self.target
///     }
///
///     fn expand(&self, &number: &u32, mut visit: impl FnMut(&'static str, Cost, u32)) {
///         if number < self.target {
///             visit("double", 1, number * 2);
///             visit("add", 1, number + 1);
///         }
///     }
///
///     fn lower_bound(&self, &number: &u32) -> Option<Cost> {
///         let doublings = (0..).find(|&doublings| number << doublings >= self.target)?;
///         (number <= self.target).then_some(doublings)
///     }
/// }
///
/// assert_eq!(solve(&Doubling { target: 100 }).outcome.cost(), Some(8));
/// ```
pub trait Puzzle: Sync {
    /// The part of a position that changes, in the form in which it is stored.
    type State: Clone + Eq + Hash + Send + Sync;
    /// What the player does to get from one state to the next.
    type Move: Copy + Send + Sync;

    /// The state in which the search starts.
    fn start(&self) -> Self::State;

    /// Whether the puzzle is solved in `state`.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Calls `visit` with each legal move in `state`, its cost, and the state after it.
    ///
    /// The order of the moves decides which of several optimal solutions is returned. A move of cost 0 is
    /// called *free*; a puzzle that has any says so in [`Tuning::min_move_cost`].
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Cost, Self::State));

    /// A lower bound on the cost from `state` to a solution, or `None` if no solution can follow.
    ///
    /// It must be admissible: never higher than the true cost. It need not be consistent: it may differ
    /// between a state and its successor by more than the move costs. [`audit`](crate::audit) checks it on
    /// small levels. The default is `Some(0)`.
    fn lower_bound(&self, state: &Self::State) -> Option<Cost> {
        let _ = state;
        Some(0)
    }

    /// An estimate of the cost from `state` to a solution, which need not be admissible. The default is the
    /// lower bound.
    ///
    /// It guides the anytime search ([`Goal::Any`](crate::Goal::Any)). No proof depends on it.
    fn estimate(&self, state: &Self::State) -> Cost {
        self.lower_bound(state).unwrap_or(Cost::MAX)
    }

    /// The interrupt that the puzzle polls during slow method calls, such as the expansion of a large board.
    /// The default is none.
    ///
    /// Once the interrupt is raised, the puzzle's methods may return early with any result: the search is
    /// stopped as well and claims nothing more. See [`Monitor::interrupt`](crate::Monitor::interrupt).
    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        None
    }

    /// The representative of all states that are equivalent to `state` by a symmetry. The default is the
    /// state itself.
    ///
    /// The engine stores and expands representatives only. Equivalent states must agree in
    /// [`is_solved`](Puzzle::is_solved) and in all bounds, and their moves must lead, at the same costs, to
    /// equivalent states. The representative of a representative is itself. [`audit`](crate::audit) checks
    /// most of that on small levels. Solutions are always given in moves of the real states.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Properties that few puzzles need to change, such as the cost of the cheapest move. The default is
    /// [`Tuning::default`].
    ///
    /// The result must always be the same.
    #[inline]
    fn tuning(&self) -> Tuning<Self> {
        Tuning::default()
    }
}

/// A puzzle that numbers its states densely, from 0 up, and can step backwards.
///
/// [`solve_ranked`](crate::solve_ranked) keeps one flat array of costs (4 bytes per rank) and no states at
/// all. Worthwhile when most ranks are reachable: mazes, sliding blocks on small boards.
///
/// # Example
///
/// A walk on a ring of rooms, in which the number of a room is its rank.
///
/// ```
/// use unriddle_search::{Cost, Monitor, Options, Puzzle, Ranked, solve_ranked};
///
/// struct Ring {
///     rooms: u32,
///     exit: u32,
/// }
///
/// impl Puzzle for Ring {
///     type State = u32;
///     type Move = char;
///
///     fn start(&self) -> u32 {
///         0
///     }
///
///     fn is_solved(&self, &room: &u32) -> bool {
///         room == self.exit
///     }
///
///     fn expand(&self, &room: &u32, mut visit: impl FnMut(char, Cost, u32)) {
///         visit('+', 1, (room + 1) % self.rooms);
///         visit('-', 1, (room + self.rooms - 1) % self.rooms);
///     }
/// }
///
/// impl Ranked for Ring {
///     fn ranks(&self) -> u32 {
///         self.rooms
///     }
///
///     fn rank(&self, &room: &u32) -> u32 {
///         room
///     }
///
///     fn unrank(&self, rank: u32) -> u32 {
///         rank
///     }
///
///     fn predecessors(&self, &room: &u32, mut visit: impl FnMut(char, Cost, u32)) {
///         visit('+', 1, (room + self.rooms - 1) % self.rooms);
///         visit('-', 1, (room + 1) % self.rooms);
///     }
/// }
///
/// let ring = Ring { rooms: 1000, exit: 997 };
/// let report = solve_ranked(&ring, &Options::default(), &mut Monitor::new());
/// assert_eq!(report.outcome.solution().map(|solution| &solution.moves[..]), Some(&['-', '-', '-'][..]));
/// ```
pub trait Ranked: Puzzle {
    /// The number of ranks. Every rank is below it.
    fn ranks(&self) -> u32;

    /// The rank of `state`. Distinct states have distinct ranks.
    fn rank(&self, state: &Self::State) -> u32;

    /// The state with this rank, for every rank that [`rank`](Ranked::rank) returns.
    fn unrank(&self, rank: u32) -> Self::State;

    /// Calls `visit` with each move that leads to `state`, its cost, and the state before it.
    ///
    /// These must be exactly the moves of [`expand`](Puzzle::expand), seen from their other end. States that
    /// cannot be reached from the start may occur.
    fn predecessors(&self, state: &Self::State, visit: impl FnMut(Self::Move, Cost, Self::State));
}
