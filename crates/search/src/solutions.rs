//! Every solution of the least cost, as the graph of the states that lie on one.
//!
//! There can be more solutions than atoms in the universe, so they are never listed unless
//! asked for: the graph has a node for each state and an edge for each move between two of
//! them that an optimal solution makes. All counts are exact. Where moves can be free,
//! optimal solutions could walk in circles for ever: only those with the fewest free moves
//! count.
//!
//! Where the puzzle has a symmetry, nodes are representatives, and the edges of a node are the
//! moves of its representative. Each real state has as many moves to each kind of state as its
//! representative has, so the number of paths from the start is that of real solutions.

use std::collections::{HashMap, VecDeque};

use num_bigint::BigUint;

use crate::{Cost, Puzzle, Solution};

/// Every solution of the least cost of a puzzle.
pub struct Solutions<P: Puzzle> {
    cost: Cost,
    /// Ordered so that every edge leads forward; the start is first.
    nodes: Vec<P::State>,
    solved: Vec<bool>,
    /// The edges of node n are `targets[first_edge[n]..first_edge[n + 1]]`.
    first_edge: Vec<u32>,
    targets: Vec<u32>,
}

/// The parts from which [`Solutions`] are made: all states on an optimal solution, with their
/// cost from the start, and all moves between them on one. Node 0 is the start.
pub(crate) struct Parts<S> {
    pub(crate) cost: Cost,
    pub(crate) nodes: Vec<(Cost, S)>,
    pub(crate) solved: Vec<bool>,
    pub(crate) edges: Vec<(u32, u32)>,
}

impl<S> Parts<S> {
    /// Keeps only what lies on a solution with the fewest free moves, and tells for each node
    /// how many free moves lead there.
    fn drop_detours(&mut self) -> Vec<u32> {
        let free = |(from, to): (u32, u32)| self.nodes[from as usize].0 == self.nodes[to as usize].0;
        let out = Adjacency::new(self.nodes.len(), self.edges.iter().copied());
        let mut free_moves = vec![u32::MAX; self.nodes.len()];
        free_moves[0] = 0;
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((so_far, node)) = queue.pop_front() {
            if so_far > free_moves[node as usize] {
                continue;
            }
            for &to in out.of(node) {
                let total = so_far + u32::from(free((node, to)));
                if total < free_moves[to as usize] {
                    free_moves[to as usize] = total;
                    if total == so_far { queue.push_front((total, to)) } else { queue.push_back((total, to)) }
                }
            }
        }
        let ends = (0..self.nodes.len()).filter(|&node| self.solved[node]);
        let fewest = ends.map(|node| free_moves[node]).min().unwrap_or(0);
        let edges = self.edges.iter().copied().filter(|&(from, to)| {
            free_moves[from as usize] + u32::from(free((from, to))) == free_moves[to as usize]
        });
        self.edges = edges.collect();
        self.keep_useful(|node| free_moves[node] == fewest, &free_moves)
    }

    /// Keeps the nodes that lead to a solved node for which `is_end` holds, and what
    /// `free_moves` says of them.
    fn keep_useful(&mut self, is_end: impl Fn(usize) -> bool, free_moves: &[u32]) -> Vec<u32> {
        let nodes = self.nodes.len();
        let back = Adjacency::new(nodes, self.edges.iter().map(|&(from, to)| (to, from)));
        let mut useful = vec![false; nodes];
        let mut stack: Vec<u32> =
            (0..nodes).filter(|&node| self.solved[node] && is_end(node)).map(|node| node as u32).collect();
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut useful[node as usize], true) {
                stack.extend(back.of(node));
            }
        }
        let mut renamed = vec![0; nodes];
        let mut kept = 0;
        for node in 0..nodes {
            renamed[node] = kept;
            kept += u32::from(useful[node]);
        }
        self.edges.retain(|&(from, to)| useful[from as usize] && useful[to as usize]);
        for (from, to) in &mut self.edges {
            (*from, *to) = (renamed[*from as usize], renamed[*to as usize]);
        }
        let (mut node, mut end) = (0, 0);
        self.nodes.retain(|_| (useful[node], node += 1).0);
        self.solved.retain(|_| (useful[end], end += 1).0);
        (0..nodes).filter(|&node| useful[node]).map(|node| free_moves[node]).collect()
    }
}

/// Lists of neighbours, one after the other.
struct Adjacency {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        edges.clone().for_each(|(from, _)| first[from as usize + 1] += 1);
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut targets = vec![0; first[nodes] as usize];
        for (from, to) in edges {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Adjacency { first, targets }
    }

    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

impl<P: Puzzle> Solutions<P> {
    pub(crate) fn new(mut parts: Parts<P::State>) -> Self {
        let is_free = |&(from, to): &(u32, u32)| parts.nodes[from as usize].0 == parts.nodes[to as usize].0;
        let free_moves =
            if parts.edges.iter().any(is_free) { parts.drop_detours() } else { vec![0; parts.nodes.len()] };
        let mut order: Vec<u32> = (0..parts.nodes.len() as u32).collect();
        order.sort_by_key(|&node| (parts.nodes[node as usize].0, free_moves[node as usize]));
        let mut place = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place[node as usize] = at as u32;
        }
        let edges = parts.edges.iter().map(|&(from, to)| (place[from as usize], place[to as usize]));
        let Adjacency { first, targets } = Adjacency::new(order.len(), edges);
        let solved = order.iter().map(|&node| parts.solved[node as usize]).collect();
        let mut states: Vec<Option<P::State>> =
            parts.nodes.into_iter().map(|(_, state)| Some(state)).collect();
        let nodes = order.iter().filter_map(|&node| states[node as usize].take()).collect();
        Solutions { cost: parts.cost, nodes, solved, first_edge: first, targets }
    }

    fn edges(&self, node: usize) -> &[u32] {
        &self.targets[self.first_edge[node] as usize..self.first_edge[node + 1] as usize]
    }

    /// What each of them costs.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// How many there are, exactly.
    pub fn count(&self) -> BigUint {
        let mut paths: Vec<BigUint> = vec![BigUint::ZERO; self.nodes.len()];
        paths[0] = BigUint::from(1u32);
        let mut count = BigUint::ZERO;
        for node in 0..self.nodes.len() {
            // Taken out, so that the large numbers of finished nodes take no memory.
            let here = std::mem::take(&mut paths[node]);
            self.edges(node).iter().for_each(|&to| paths[to as usize] += &here);
            if self.solved[node] {
                count += here;
            }
        }
        count
    }

    /// The first `most` of them, in the order in which the puzzle gives its moves.
    pub fn first(&self, puzzle: &P, most: usize) -> Vec<Solution<P::Move>> {
        let node_of = self.node_of();
        let mut listed = Vec::new();
        // Branches still to follow: how many moves come before, the move, the state after it.
        let mut branches = vec![(0, None, puzzle.start())];
        let mut moves: Vec<P::Move> = Vec::new();
        while let Some((before, mv, state)) = branches.pop() {
            if listed.len() == most {
                break;
            }
            moves.truncate(before);
            moves.extend(mv);
            let Some(&node) = node_of.get(&puzzle.canonical(state.clone())) else { continue };
            if self.solved[node as usize] {
                listed.push(Solution { cost: self.cost, moves: moves.clone() });
                continue;
            }
            let from = branches.len();
            for (mv, next) in self.moves_within(puzzle, &node_of, node, &state) {
                branches.push((moves.len(), Some(mv), next));
            }
            branches[from..].reverse();
        }
        listed
    }

    /// The states that lie on at least one of them, the start first; representatives, where
    /// there is a symmetry.
    pub fn states(&self) -> impl Iterator<Item = &P::State> {
        self.nodes.iter()
    }

    /// The states that lie on every one of them, in the order in which they come;
    /// representatives, where there is a symmetry.
    pub fn shared_states(&self) -> impl Iterator<Item = &P::State> {
        self.shared().into_iter().map(|node| &self.nodes[node])
    }

    /// The moves that can be made in `state` on one of them; none when it is not on any.
    pub fn moves(&self, puzzle: &P, state: &P::State) -> Vec<P::Move> {
        let node_of = self.node_of();
        let Some(&node) = node_of.get(&puzzle.canonical(state.clone())) else { return Vec::new() };
        self.moves_within(puzzle, &node_of, node, state).into_iter().map(|(mv, _)| mv).collect()
    }

    /// The moves that every one of them makes, each with the state that it is made in;
    /// representatives and their moves, where there is a symmetry.
    pub fn shared_moves(&self, puzzle: &P) -> Vec<(P::State, P::Move)> {
        let node_of = self.node_of();
        let only_way = self.shared().into_iter().filter(|&node| self.edges(node).len() == 1);
        only_way
            .flat_map(|node| {
                let state = &self.nodes[node];
                let moves = self.moves_within(puzzle, &node_of, node as u32, state);
                moves.into_iter().map(|(mv, _)| (state.clone(), mv))
            })
            .collect()
    }

    /// A node is on every path when no edge jumps over it; an end is an edge to behind the last.
    fn shared(&self) -> Vec<usize> {
        let mut furthest = 0;
        let mut shared = Vec::new();
        for node in 0..self.nodes.len() {
            if furthest <= node {
                shared.push(node);
            }
            let end = if self.solved[node] { self.nodes.len() } else { 0 };
            let reach = self.edges(node).iter().map(|&to| to as usize).max().unwrap_or(0);
            furthest = furthest.max(reach).max(end);
        }
        shared
    }

    fn node_of(&self) -> HashMap<&P::State, u32, foldhash::fast::FixedState> {
        self.nodes.iter().zip(0..).collect()
    }

    /// The moves of `state`, which `node` stands for, along the graph.
    fn moves_within(
        &self,
        puzzle: &P,
        node_of: &HashMap<&P::State, u32, foldhash::fast::FixedState>,
        node: u32,
        state: &P::State,
    ) -> Vec<(P::Move, P::State)> {
        let edges = self.edges(node as usize);
        let mut cheapest: HashMap<u32, Cost> = HashMap::new();
        let mut moves = Vec::new();
        puzzle.expand(state, |mv, cost, next| {
            if let Some(&to) = node_of.get(&puzzle.canonical(next.clone()))
                && edges.contains(&to)
            {
                // A dearer move between the same two states is on no optimal solution.
                cheapest.entry(to).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
                moves.push((to, cost, mv, next));
            }
        });
        moves.retain(|(to, cost, ..)| cheapest[to] == *cost);
        moves.into_iter().map(|(_, _, mv, next)| (mv, next)).collect()
    }
}
