//! Explores the whole space of a puzzle: every reachable state, with its distance from the start and to
//! a solution.
//!
//! The states are [gathered](self::gather) in the same deterministic rounds as a breadth-first search, then
//! [the costs](self::distances) to a solution are found backwards. A space keeps the store of a
//! breadth-first search and 4 bytes per state more; 8 where moves differ in cost. While the costs are
//! found, each move into a state but the first takes 4 to 5 bytes, and then 3 (4 beyond sixteen million
//! states) with 2.25 per state: with up to four moves per state, under 16 bytes per state at any time.
//! Moves are not kept: the edges of a state are found again by expanding it.

mod distances;
mod gather;
mod incoming;
mod move_log;

use std::borrow::Borrow;

use crate::closed::{ClosedList, chain_to};
use crate::replay::{in_moves, replay};
use crate::searchable::StateGraph;
use crate::sharded::{self, Sharded, number, shard_and_local};
use crate::store::{Owned, Store, Stored, hash_of};
use crate::{Cost, Limit, Limits, Monitor, Options, Proof, Run, Searchable, Solution, Statistics};

use self::distances::{Backwards, DEAD, UNDECIDED, costs_from_start};
use self::gather::gather;

/// Explores every state that can be reached from the start of a puzzle.
///
/// A solved state ends the play: its moves are not followed. [`Options::goal`] and [`Options::method`] have no
/// effect; limits, threads and the monitor work as in [`solve_with`](crate::solve_with), and the space is the
/// same for any number of threads. [`Limits::cost`](crate::Limits::cost) limits the number of moves.
///
/// Where a limit stops it, the space holds what was seen until then, and [`Space::whole`] tells. The costs
/// among those states are still found, unless the caller cancels, which takes a fraction of the time again.
///
/// # Example
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{Fate, Monitor, Options, explore};
///
/// // From 1 to 5 by doubling and adding one: 1, 2, 3, 4, 5, 6 and 8 can be reached.
/// let puzzle = Doubling { target: 5 };
/// let space = explore(&puzzle, &Options::default(), &mut Monitor::new());
/// assert!(space.whole().is_some());
/// assert_eq!((space.len(), space.fate(space.start())), (7, Fate::Winnable(3)));
/// let six = space.find(&puzzle, 6).expect("it can be reached");
/// assert_eq!((space.from_start(six), space.fate(six)), (3, Fate::Dead));
/// assert_eq!(space.path(&puzzle, six).moves, ["double", "add", "double"]);
/// ```
pub fn explore<P: Searchable>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Space<P::State> {
    P::State::explore(puzzle.graph(), options, monitor)
}

pub(crate) fn explore_graph<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Space<S> {
    let mut run = Run::for_puzzle(monitor, &options.limits, puzzle);
    let (mut gathered, mut ended) = gather(puzzle, options, &mut run);
    let numbering = Numbering::new(&gathered.stores);
    let unit = gathered.shards.iter().all(|shard| !shard.non_unit_cost);
    let counts = gathered.counts();
    run.set_counts(counts);
    // A search that was stopped still finds the costs among what it has: with a run of its own, which the
    // caller can cancel.
    let stopped = ended.err();
    let mut costs = (FromStart::Layers, Vec::new());
    let mut find_costs = |run: &mut Run<'_, '_>| {
        let mut find = || {
            let backwards = Backwards::new(puzzle, &mut gathered, &numbering, run)?;
            let (to_solution, ended) = backwards.costs_to_solution(unit, run);
            costs.1 = to_solution;
            ended?;
            if !unit {
                costs.0 = FromStart::Costs(costs_from_start(puzzle, &mut gathered, &numbering, run)?);
            }
            Ok(())
        };
        find()
    };
    match stopped {
        None => {
            ended = find_costs(&mut run);
            run.set_counts(counts);
        }
        Some(_) => {
            let limits = Limits { memory: options.limits.memory, ..Limits::default() };
            run.aside(&limits, |run| _ = find_costs(run));
        }
    }
    let exhausted = ended.and_then(|()| run.exhaust());
    let omitted = run.has_omissions().then_some(Limit::Undecided);
    let (limit, proof) = (exhausted.err().or(omitted), run.whole());
    let statistics = run.statistics();
    let layers = gathered.shards.iter().map(|shard| shard.layers.clone()).collect();
    let solved = gathered.shards.iter().map(|shard| shard.solved.clone()).collect();
    let expanded = gathered.shards.iter().map(|shard| shard.complete).collect();
    let Sharded { stores, .. } = gathered;
    let states = States { stores, layers, solved, expanded };
    let start = states.find(puzzle.canonical(puzzle.start()).borrow()).unwrap_or_default();
    let (from_start, mut to_solution) = costs;
    // Without the memory to find the costs, nothing is known.
    to_solution.resize(numbering.len() as usize, UNDECIDED);
    // Whatever the puzzle left out may lead to a solution.
    if run.has_omissions() {
        to_solution.iter_mut().filter(|cost| **cost == DEAD).for_each(|cost| *cost = UNDECIDED);
    }
    let start = numbering.dense(start);
    Space { states, numbering, from_start, to_solution, start, limit, proof, statistics }
}

/// What can become of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// A solution follows, at this cost. In a space that is not whole there may be a cheaper one.
    Winnable(Cost),
    /// No solution can follow.
    Dead,
    /// No solution was found to follow before a limit stopped the search.
    Undecided,
}

/// Every state of a puzzle that can be reached, by number from 0 up; see [`explore`].
pub struct Space<S: ?Sized + Stored> {
    states: States<S>,
    numbering: Numbering,
    from_start: FromStart,
    to_solution: Vec<Cost>,
    start: u32,
    limit: Option<Limit>,
    proof: Option<Proof>,
    statistics: Statistics,
}

/// Where the costs from the start are found.
enum FromStart {
    /// All moves cost 1: the layer of a state tells.
    Layers,
    Costs(Vec<Cost>),
}

/// The closed list of the search.
struct States<S: ?Sized + Stored> {
    stores: Vec<Store<S>>,
    /// For each shard, the first state of each layer.
    layers: Vec<Vec<u32>>,
    /// For each shard, its solved states.
    solved: Vec<Vec<u32>>,
    /// For each shard, the number of the first state that was not expanded.
    expanded: Vec<u32>,
}

impl<S: ?Sized + Stored> States<S> {
    /// The number of a state in its shard and of the shard, as one.
    fn find(&self, state: &S) -> Option<u32> {
        let hash = hash_of(state);
        let at = sharded::shard_of(hash, self.stores.len());
        Some(number(at, self.stores[at].find(hash, state).ok()?))
    }
}

impl<S: ?Sized + Stored> ClosedList<S> for States<S> {
    fn state(&self, number: u32) -> &S {
        let (at, local) = shard_and_local(number);
        self.stores[at].state(local)
    }

    fn parent(&self, number: u32) -> u32 {
        let (at, local) = shard_and_local(number);
        self.stores[at].parent(local)
    }
}

/// Numbers all states from 0 up, one shard after the other.
struct Numbering {
    /// The number of the first state of each shard, and the number of states.
    first: Vec<u32>,
}

impl Numbering {
    fn new<S: ?Sized + Stored>(stores: &[Store<S>]) -> Self {
        let mut first = vec![0];
        for store in stores {
            first.push(first[first.len() - 1] + store.len());
        }
        Numbering { first }
    }

    fn len(&self) -> u32 {
        self.first[self.first.len() - 1]
    }

    /// The shard of a state and its number there.
    fn place(&self, dense: u32) -> (usize, u32) {
        let at = self.first.partition_point(|&first| first <= dense) - 1;
        (at, dense - self.first[at])
    }

    /// The number that the search uses.
    fn sharded(&self, dense: u32) -> u32 {
        let (at, local) = self.place(dense);
        number(at, local)
    }

    fn dense(&self, sharded: u32) -> u32 {
        let (at, local) = shard_and_local(sharded);
        self.first[at] + local
    }
}

impl<S: ?Sized + Stored> Space<S> {
    /// The number of states.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.numbering.len()
    }

    /// Whether there are no states. There is always the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the start.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The proof that these are all states, and that all costs are exact; `None` if a limit stopped the
    /// search.
    #[must_use]
    pub fn whole(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// The limit that stopped the search.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// What the search did.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The state with this number, in its canonical form.
    #[must_use]
    pub fn state(&self, number: u32) -> &S {
        self.states.state(self.numbering.sharded(number))
    }

    /// The number of a state, if it was reached.
    #[must_use]
    pub fn find<P: Searchable<State = S>>(&self, puzzle: &P, state: Owned<S>) -> Option<u32> {
        self.states.find(puzzle.graph().canonical(state).borrow()).map(|number| self.numbering.dense(number))
    }

    /// The least cost from the start to a state. Where moves differ in cost and the space is not whole, there
    /// may be a cheaper way.
    #[must_use]
    pub fn from_start(&self, number: u32) -> Cost {
        match &self.from_start {
            FromStart::Costs(costs) => costs[number as usize],
            FromStart::Layers => {
                let (at, local) = self.numbering.place(number);
                self.states.layers[at].partition_point(|&first| first <= local) as Cost - 1
            }
        }
    }

    /// The state before this one on a [path](Space::path) from the start; the start itself for the start.
    #[must_use]
    pub fn before(&self, number: u32) -> u32 {
        self.numbering.dense(self.states.parent(self.numbering.sharded(number)))
    }

    /// What can become of a state.
    #[must_use]
    pub fn fate(&self, number: u32) -> Fate {
        match self.to_solution[number as usize] {
            DEAD => Fate::Dead,
            UNDECIDED => Fate::Undecided,
            cost => Fate::Winnable(cost),
        }
    }

    /// Whether the puzzle is solved in a state.
    #[must_use]
    pub fn is_solved(&self, number: u32) -> bool {
        let (at, local) = self.numbering.place(number);
        self.states.solved[at].binary_search(&local).is_ok()
    }

    /// Whether all moves of a state were followed. In a whole space they all were; where a limit stopped the search,
    /// to find those of another state may take longer than the search had.
    #[must_use]
    pub fn is_expanded(&self, number: u32) -> bool {
        let (at, local) = self.numbering.place(number);
        local < self.states.expanded[at]
    }

    /// Calls `visit` with each move of a state, its cost, and the number of the state after it: `None` if the
    /// search was stopped before it stored that. A solved state has no moves.
    pub fn edges<P: Searchable<State = S>>(
        &self,
        puzzle: &P,
        number: u32,
        mut visit: impl FnMut(P::Move, Cost, Option<u32>),
    ) {
        if !self.is_solved(number) {
            puzzle.expand_canonical(self.state(number), &mut puzzle.graph().scratch(), |mv, cost, next| {
                visit(mv, cost, self.states.find(next.borrow()).map(|number| self.numbering.dense(number)));
            });
        }
    }

    /// A cheapest way from the start to a state, in moves of the real states.
    #[must_use]
    pub fn path<P: Searchable<State = S>>(&self, puzzle: &P, number: u32) -> Solution<P::Move> {
        let chain = chain_to(&self.states, self.numbering.sharded(number));
        let Solution { cost, moves } = replay(puzzle.graph(), &chain);
        Solution { cost, moves: in_moves(puzzle, &moves) }
    }

    /// Memory held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists = self.states.layers.iter().chain(&self.states.solved);
        let numbers = lists.map(Vec::capacity).sum::<usize>() + self.to_solution.capacity();
        let costs = match &self.from_start {
            FromStart::Layers => 0,
            FromStart::Costs(costs) => costs.capacity(),
        };
        self.states.stores.iter().map(Store::bytes).sum::<usize>() + (numbers + costs) * size_of::<u32>()
    }
}

impl<S: ?Sized + Stored> std::fmt::Debug for Space<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Space")
            .field("states", &self.numbering.len())
            .field("limit", &self.limit)
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}
