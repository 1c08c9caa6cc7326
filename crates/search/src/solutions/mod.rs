//! Every solution of the least cost, as the graph of the states that lie on one.
//!
//! There can be more solutions than could ever be listed, so they are listed only on request. All
//! counts are exact. Solutions with needless free moves do not count: see [`graph`](self::graph).
//!
//! Where the puzzle has a symmetry, the states are canonical forms, and the edges of one are its
//! moves. An equivalent state has as many moves to each class of equivalent states, so the number
//! of paths from the start is the number of real solutions.

mod graph;

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;

pub(crate) use self::graph::Parts;
use self::graph::{Graph, Paths};
use crate::replay::{MoveIndex, in_moves, move_at};
use crate::searchable::StateGraph;
use crate::store::{Owned, Stored};
use crate::{Cost, Limit, Run, Searchable, Solution};

/// Every solution of the least cost of a puzzle, counted exactly and listed on request.
///
/// A search with [`Goal::All`](crate::Goal::All) returns it in its [`Report`](crate::Report).
///
/// If the puzzle has free moves, only solutions without needless ones count: between two paid moves, no
/// smaller number of free moves would do.
///
/// # Example
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{BigUint, Goal, Monitor, Options, solve_with};
///
/// // From 1 to 5 by doubling and adding one; `Doubling` is the example of `Puzzle`.
/// let puzzle = Doubling { target: 5 };
/// let options = Options { goal: Goal::All, ..Options::default() };
/// let all = solve_with(&puzzle, &options, &mut Monitor::new()).solutions.expect("5 can be reached");
///
/// assert_eq!((all.cost(), all.count()), (3, &BigUint::from(2u32)));
/// assert_eq!(all.first(&puzzle, 1)[0].moves, ["double", "double", "add"]);
/// assert_eq!(all.moves(&puzzle, &1), ["double", "add"]);
/// // Both pass through 1, 2, 4 and 5.
/// assert_eq!(all.shared_states().len(), 4);
/// ```
pub struct Solutions<P: Searchable>(pub(crate) SolutionGraph<P::State>);

impl<P: Searchable> Solutions<P> {
    /// All optimal solutions of a puzzle, from a search of another kind that found them one by one.
    ///
    /// Each path in `found` is the states of a solution from the start to its end. The puzzle must have no
    /// symmetry and no move of another cost than 1. The paths must have the same length and be distinct,
    /// and every optimal solution that passes only through their states must be among them.
    ///
    /// `None` if there is no path, or if the search was stopped before all were counted.
    #[must_use]
    pub fn from_paths(found: &[Vec<Owned<P::State>>], run: &mut Run<'_, '_>) -> Option<Self> {
        SolutionGraph::from_paths(found, run).map(Solutions)
    }

    /// The same solutions for another puzzle with the same states and moves.
    pub(crate) fn cast<Q: Searchable<State = P::State, Move = P::Move>>(self) -> Solutions<Q> {
        Solutions(self.0)
    }

    /// The cost of each solution, before division by [`cost_scale`](crate::Tuning::cost_scale).
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.0.graph.cost()
    }

    /// The exact number of solutions.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.0.graph.count
    }

    /// The first `count` solutions, or all if there are fewer, in the order of the moves in [`expand`](crate::Puzzle::expand).
    #[must_use]
    pub fn first(&self, puzzle: &P, count: usize) -> Vec<Solution<P::Move>> {
        let first = self.0.first(puzzle.graph(), count);
        let in_moves = |Solution { cost, moves }| Solution { cost, moves: in_moves(puzzle, &moves) };
        first.into_iter().map(in_moves).collect()
    }

    /// The states on at least one solution, in no particular order; canonical forms, if the puzzle has a
    /// symmetry.
    pub fn states(&self) -> impl Iterator<Item = &P::State> {
        self.0.states().into_iter()
    }

    /// The states on every solution, in no particular order; canonical forms, if the puzzle has a symmetry.
    #[must_use]
    pub fn shared_states(&self) -> Vec<&P::State> {
        self.0.shared_states()
    }

    /// The moves that every solution makes, each with the state in which it is made, in no particular order;
    /// canonical forms and their moves, if the puzzle has a symmetry.
    #[must_use]
    pub fn shared_moves(&self, puzzle: &P) -> Vec<(Owned<P::State>, P::Move)> {
        let shared = self.0.shared_moves(puzzle.graph()).into_iter();
        shared
            .map(|(state, index)| {
                let (mv, _) = move_at(puzzle, state.borrow(), index);
                (state, mv)
            })
            .collect()
    }

    /// The moves that some solution makes in `state`; none if no solution passes through it.
    #[must_use]
    pub fn moves(&self, puzzle: &P, state: &P::State) -> Vec<P::Move> {
        let moves = self.0.moves(puzzle.graph(), state).into_iter();
        moves.map(|index| move_at(puzzle, state, index).0).collect()
    }
}

impl<P: Searchable> std::fmt::Debug for Solutions<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions")
            .field("cost", &self.cost())
            .field("count", self.count())
            .finish_non_exhaustive()
    }
}

/// The same without the type of the moves.
#[expect(missing_debug_implementations, reason = "shown as `Solutions`")]
pub struct SolutionGraph<S: ?Sized + Stored> {
    states: Vec<Owned<S>>,
    graph: Graph,
}

impl<S: ?Sized + Stored> SolutionGraph<S> {
    /// The solutions through these states. Fails with the limit that stopped the count.
    pub(crate) fn new(states: Vec<Owned<S>>, parts: Parts, run: &mut Run<'_, '_>) -> Result<Self, Limit> {
        Ok(SolutionGraph { states, graph: Graph::new(parts, run)? })
    }

    fn from_paths(found: &[Vec<Owned<S>>], run: &mut Run<'_, '_>) -> Option<Self> {
        let cost = found.first()?.len().checked_sub(1)?;
        let mut node_of: HashMap<&Owned<S>, u32> = HashMap::new();
        let (mut nodes, mut costs) = (Vec::new(), Vec::new());
        let mut edges = BTreeSet::new();
        for states in found {
            let numbers: Vec<u32> = (0..)
                .zip(states)
                .map(|(cost, state)| {
                    *node_of.entry(state).or_insert_with(|| {
                        nodes.push(state.clone());
                        costs.push(cost);
                        nodes.len() as u32 - 1
                    })
                })
                .collect();
            edges.extend(numbers.windows(2).map(|pair| (pair[0], pair[1])));
        }
        let solved = costs.iter().map(|&at: &Cost| at as usize == cost).collect();
        let parts = Parts { cost: cost as Cost, costs, solved, edges: edges.into_iter().collect() };
        SolutionGraph::new(nodes, parts, run).ok()
    }

    fn state(&self, node: u32) -> &S {
        self.states[self.graph.state_of[node as usize] as usize].borrow()
    }

    fn first(&self, puzzle: &dyn StateGraph<S>, most: usize) -> Vec<Solution<MoveIndex>> {
        let mut listed = Vec::new();
        // Branches still to follow: the number of moves before, the move, and where it leads.
        let mut branches = vec![(0, None, 0, puzzle.start())];
        let mut moves: Vec<MoveIndex> = Vec::new();
        while let Some((before, mv, node, state)) = branches.pop() {
            if listed.len() == most {
                break;
            }
            moves.truncate(before);
            moves.extend(mv);
            if self.graph.is_end(node) {
                listed.push(Solution { cost: self.graph.cost(), moves: moves.clone() });
                continue;
            }
            let from = branches.len();
            self.each_move(puzzle, node, state.borrow(), |index, to, next| {
                branches.push((moves.len(), Some(index), to, next));
            });
            branches[from..].reverse();
        }
        listed
    }

    fn states(&self) -> Vec<&S> {
        let mut occurs = vec![false; self.states.len()];
        self.graph.state_of.iter().for_each(|&state| occurs[state as usize] = true);
        let nodes = self.states.iter().zip(occurs).filter(|(_, occurs)| *occurs);
        nodes.map(|(state, _)| state.borrow()).collect()
    }

    fn shared_states(&self) -> Vec<&S> {
        let Paths { before, after, all } = self.graph.paths();
        let mut through = vec![BigUint::ZERO; self.states.len()];
        for node in 0..before.len() {
            through[self.graph.state_of[node] as usize] += &before[node] * &after[node];
        }
        let shared = self.states.iter().zip(&through).filter(|(_, through)| **through == all);
        shared.map(|(state, _)| state.borrow()).collect()
    }

    fn shared_moves(&self, puzzle: &dyn StateGraph<S>) -> Vec<(Owned<S>, MoveIndex)> {
        let Paths { before, after, all } = self.graph.paths();
        // For each state, its moves along the graph, and the number of solutions that make each.
        let mut through: Vec<Vec<(MoveIndex, BigUint)>> = vec![Vec::new(); self.states.len()];
        for node in self.graph.nodes() {
            let made = &mut through[self.graph.state_of[node as usize] as usize];
            self.each_move(puzzle, node, self.state(node), |index, to, _| {
                let paths = &before[node as usize] * &after[to as usize];
                match made.iter_mut().find(|(other, _)| *other == index) {
                    Some((_, sum)) => *sum += paths,
                    None => made.push((index, paths)),
                }
            });
        }
        let by_state = self.states.iter().zip(through);
        by_state
            .flat_map(|(state, made)| {
                let always = made.into_iter().filter(|(_, sum)| *sum == all);
                always.map(|(index, _)| (state.clone(), index))
            })
            .collect()
    }

    fn moves(&self, puzzle: &dyn StateGraph<S>, state: &S) -> BTreeSet<MoveIndex> {
        let representative = puzzle.canonical(state.to_owned());
        let mut moves = BTreeSet::new();
        for node in self.graph.nodes().filter(|&node| *self.state(node) == *representative.borrow()) {
            self.each_move(puzzle, node, state, |index, _, _| {
                moves.insert(index);
            });
        }
        moves
    }

    /// Calls `visit` with each move in `state`, whose canonical form is that of `node`, that follows an
    /// edge of the graph: the move, the node and the state that it leads to.
    fn each_move(
        &self,
        puzzle: &dyn StateGraph<S>,
        node: u32,
        state: &S,
        mut visit: impl FnMut(MoveIndex, u32, Owned<S>),
    ) {
        let edges = self.graph.edges.of(node);
        let mut index = 0;
        puzzle.successors(state, &mut puzzle.scratch(), &mut |cost, next| {
            let next = Borrow::<S>::borrow(&next).to_owned();
            let representative = puzzle.canonical(next.clone());
            let total = self.graph.cost_of(node).checked_add(cost);
            let leads_to = |&&to: &&u32| {
                total == Some(self.graph.cost_of(to)) && *self.state(to) == *representative.borrow()
            };
            if let Some(&to) = edges.iter().find(leads_to) {
                visit(index, to, next);
            }
            index += 1;
        });
    }
}
