//! Every solution of the least cost, as the graph of the states that lie on one.
//!
//! There can be more solutions than atoms in the universe, so they are never listed unless
//! asked for. All counts are exact. Free moves count as little as can be: see
//! [`graph`](self::graph).
//!
//! Where the puzzle has a symmetry, the states are representatives, and the edges of one are the
//! moves of that representative. Each real state has as many moves to each kind of state as its
//! representative has, so the number of paths from the start is that of real solutions.

mod graph;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_bigint::BigUint;

use self::graph::Graph;
pub(crate) use self::graph::Parts;
use crate::{Cost, Limit, Puzzle, Run, Solution};

/// Every solution of the least cost of a puzzle.
///
/// Where moves can cost nothing, those solutions count that have no needless free moves: between
/// two moves that cost something, no fewer free ones would do.
pub struct Solutions<P: Puzzle> {
    parts: Parts<P::State>,
    graph: Graph,
    count: BigUint,
}

impl<P: Puzzle> Solutions<P> {
    /// Fails with the limit that stopped the count.
    pub(crate) fn new(parts: Parts<P::State>, run: &mut Run<'_, '_>) -> Result<Self, Limit> {
        let graph = Graph::new(&parts, run)?;
        let mut solutions = Solutions { parts, graph, count: BigUint::ZERO };
        solutions.count = solutions.counted(run)?;
        // Whatever the caller dropped on its way here was counted as well.
        run.proceed()?;
        Ok(solutions)
    }

    /// Solutions that a search of another kind has found: the states of each from the start to its
    /// end, of a puzzle without symmetry in which every move costs 1. They are the same in number of
    /// moves, none comes twice, and there is no optimal solution besides them that passes only
    /// through states of theirs. `None` if there is none at all, or if the search was stopped before
    /// all were counted.
    pub fn listed(found: &[Vec<P::State>], run: &mut Run<'_, '_>) -> Option<Self> {
        let cost = found.first()?.len().checked_sub(1)?;
        let mut node_of: HashMap<&P::State, u32> = HashMap::new();
        let mut nodes = Vec::new();
        let mut edges = BTreeSet::new();
        for states in found {
            let numbers: Vec<u32> = (0..)
                .zip(states)
                .map(|(cost, state)| {
                    *node_of.entry(state).or_insert_with(|| {
                        nodes.push((cost, state.clone()));
                        nodes.len() as u32 - 1
                    })
                })
                .collect();
            edges.extend(numbers.windows(2).map(|pair| (pair[0], pair[1])));
        }
        let solved = nodes.iter().map(|&(at, _)| at as usize == cost).collect();
        let parts = Parts { cost: cost as Cost, nodes, solved, edges: edges.into_iter().collect() };
        Solutions::new(parts, run).ok()
    }

    /// The same solutions for a puzzle with the same states and moves.
    pub(crate) fn of<Q: Puzzle<State = P::State, Move = P::Move>>(self) -> Solutions<Q> {
        let Solutions { parts, graph, count } = self;
        Solutions { parts, graph, count }
    }

    fn nodes(&self) -> std::ops::Range<u32> {
        0..self.graph.state_of.len() as u32
    }

    fn state(&self, node: u32) -> &P::State {
        &self.parts.nodes[self.graph.state_of[node as usize] as usize].1
    }

    fn is_end(&self, node: u32) -> bool {
        self.parts.solved[self.graph.state_of[node as usize] as usize]
    }

    /// What each of them costs.
    pub fn cost(&self) -> Cost {
        self.parts.cost
    }

    /// How many there are, exactly.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    fn counted(&self, run: &mut Run<'_, '_>) -> Result<BigUint, Limit> {
        let mut paths = vec![BigUint::ZERO; self.nodes().len()];
        paths[0] = BigUint::from(1u32);
        let mut count = BigUint::ZERO;
        for node in self.nodes() {
            run.check_interruption()?;
            // Taken out, so that the large numbers of finished nodes take no memory.
            let here = std::mem::take(&mut paths[node as usize]);
            self.graph.edges.of(node).iter().for_each(|&to| paths[to as usize] += &here);
            if self.is_end(node) {
                count += here;
            }
        }
        Ok(count)
    }

    /// The first `most` of them, in the order in which the puzzle gives its moves.
    pub fn first(&self, puzzle: &P, most: usize) -> Vec<Solution<P::Move>> {
        let mut listed = Vec::new();
        // Branches still to follow: the moves before the last, the last, where that leads.
        let mut branches = vec![(0, None, 0, puzzle.start())];
        let mut moves: Vec<P::Move> = Vec::new();
        while let Some((before, mv, node, state)) = branches.pop() {
            if listed.len() == most {
                break;
            }
            moves.truncate(before);
            moves.extend(mv);
            if self.is_end(node) {
                listed.push(Solution { cost: self.cost(), moves: moves.clone() });
                continue;
            }
            let from = branches.len();
            self.each_move(puzzle, node, &state, |_, mv, to, next| {
                branches.push((moves.len(), Some(mv), to, next));
            });
            branches[from..].reverse();
        }
        listed
    }

    /// The states that lie on at least one of them; representatives, where there is a symmetry.
    pub fn states(&self) -> impl Iterator<Item = &P::State> {
        let mut occurs = vec![false; self.parts.nodes.len()];
        self.graph.state_of.iter().for_each(|&state| occurs[state as usize] = true);
        self.parts.nodes.iter().zip(occurs).filter(|(_, occurs)| *occurs).map(|((_, state), _)| state)
    }

    /// The states that lie on every one of them; representatives, where there is a symmetry.
    pub fn shared_states(&self) -> Vec<&P::State> {
        let Paths { before, after, all } = self.paths();
        let mut through = vec![BigUint::ZERO; self.parts.nodes.len()];
        for node in 0..before.len() {
            through[self.graph.state_of[node] as usize] += &before[node] * &after[node];
        }
        let shared = self.parts.nodes.iter().zip(&through).filter(|(_, through)| **through == all);
        shared.map(|((_, state), _)| state).collect()
    }

    /// The moves that every one of them makes, each with the state that it is made in;
    /// representatives and their moves, where there is a symmetry.
    pub fn shared_moves(&self, puzzle: &P) -> Vec<(P::State, P::Move)> {
        let Paths { before, after, all } = self.paths();
        // By state, the moves along the graph: the place among all moves of the state, the move,
        // and how many solutions make it.
        let mut through: Vec<Vec<(usize, P::Move, BigUint)>> = vec![Vec::new(); self.parts.nodes.len()];
        for node in self.nodes() {
            let made = &mut through[self.graph.state_of[node as usize] as usize];
            self.each_move(puzzle, node, self.state(node), |place, mv, to, _| {
                let paths = &before[node as usize] * &after[to as usize];
                match made.iter_mut().find(|(other, ..)| *other == place) {
                    Some((.., sum)) => *sum += paths,
                    None => made.push((place, mv, paths)),
                }
            });
        }
        let by_state = self.parts.nodes.iter().zip(through);
        by_state
            .flat_map(|((_, state), made)| {
                let always = made.into_iter().filter(|(.., sum)| *sum == all);
                always.map(|(_, mv, _)| (state.clone(), mv))
            })
            .collect()
    }

    /// The moves that can be made in `state` on one of them; none when it lies on none.
    pub fn moves(&self, puzzle: &P, state: &P::State) -> Vec<P::Move> {
        let representative = puzzle.canonical(state.clone());
        let mut moves = BTreeMap::new();
        for node in self.nodes().filter(|&node| *self.state(node) == representative) {
            self.each_move(puzzle, node, state, |place, mv, _, _| {
                moves.insert(place, mv);
            });
        }
        moves.into_values().collect()
    }

    /// How many paths lead to each node, on from each node, and from the start to any end.
    fn paths(&self) -> Paths {
        let mut before = vec![BigUint::ZERO; self.nodes().len()];
        before[0] = BigUint::from(1u32);
        for node in self.nodes() {
            let here = before[node as usize].clone();
            self.graph.edges.of(node).iter().for_each(|&to| before[to as usize] += &here);
        }
        let mut after = vec![BigUint::ZERO; self.nodes().len()];
        for node in self.nodes().rev() {
            let ahead: BigUint = self.graph.edges.of(node).iter().map(|&to| &after[to as usize]).sum();
            after[node as usize] = ahead + u32::from(self.is_end(node));
        }
        let all = after[0].clone();
        Paths { before, after, all }
    }

    /// Calls `visit` with each move of `state`, which `node` stands for, that goes along the
    /// graph: its place among all moves, the move, the node and the state that it leads to.
    fn each_move(
        &self,
        puzzle: &P,
        node: u32,
        state: &P::State,
        mut visit: impl FnMut(usize, P::Move, u32, P::State),
    ) {
        let cost_of = |node: u32| self.parts.nodes[self.graph.state_of[node as usize] as usize].0;
        let edges = self.graph.edges.of(node);
        let mut place = 0;
        puzzle.expand(state, |mv, cost, next| {
            let representative = puzzle.canonical(next.clone());
            let total = cost_of(node).checked_add(cost);
            let leads_to = |&&to: &&u32| total == Some(cost_of(to)) && *self.state(to) == representative;
            if let Some(&to) = edges.iter().find(leads_to) {
                visit(place, mv, to, next);
            }
            place += 1;
        });
    }
}

struct Paths {
    before: Vec<BigUint>,
    after: Vec<BigUint>,
    all: BigUint,
}
