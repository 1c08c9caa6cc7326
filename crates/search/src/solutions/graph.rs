//! Builds a graph in which the paths from start to end are the optimal solutions, each once.
//!
//! Without free moves that is the graph of the states itself: every move leads to a state of
//! higher cost. With free moves it has cycles, which a solution could follow for ever. So only
//! solutions without needless free moves count: between two paid moves, no smaller number of free
//! moves would do. To tell them apart, a node is then a state together with the state in which its
//! run of free moves began.

use std::collections::VecDeque;

use num_bigint::BigUint;

use crate::{Cost, Limit, Run};

/// All states on an optimal solution, by index, and all moves between them that belong to one. The start is
/// first; no move leaves a solved state.
pub(crate) struct Parts {
    /// The cost of a solution.
    pub(crate) cost: Cost,
    /// The cost of each state from the start.
    pub(crate) costs: Vec<Cost>,
    /// Whether each state is solved.
    pub(crate) solved: Vec<bool>,
    /// The moves, as pairs of states.
    pub(crate) edges: Vec<(u32, u32)>,
}

/// The successors of each node, in one array.
pub(super) struct Adjacency {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut first = vec![0; nodes + 1];
        edges.iter().for_each(|&(from, _)| first[from as usize + 1] += 1);
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut targets = vec![0; edges.len()];
        for &(from, to) in edges {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Adjacency { first, targets }
    }

    pub(super) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// An acyclic graph with its nodes in topological order. The start is node 0, and every node lies on a path
/// from it to an end.
pub(super) struct Graph {
    parts: Parts,
    /// The state of each node.
    pub(super) state_of: Vec<u32>,
    pub(super) edges: Adjacency,
    /// The number of solutions.
    pub(super) count: BigUint,
}

/// A node while the graph is built: its state, and the number of free moves that lead to it in its run.
type Draft = (u32, u32);

/// Nodes and edges while the graph is built.
type Drafted = (Vec<Draft>, Vec<(u32, u32)>);

impl Graph {
    /// Fails with the limit that stopped the search.
    pub(super) fn new(parts: Parts, run: &mut Run<'_, '_>) -> Result<Self, Limit> {
        let cost = parts.cost;
        let is_free = |&(from, to): &(u32, u32)| parts.costs[from as usize] == parts.costs[to as usize];
        let mut graph = if parts.edges.iter().any(is_free) {
            let (nodes, edges) = split_by_runs(&parts, run)?;
            let (nodes, edges) = drop_dead_ends(&parts, &nodes, &edges);
            Graph::ordered(parts, &nodes, &edges)
        } else {
            let nodes: Vec<Draft> = (0..parts.costs.len() as u32).map(|state| (state, 0)).collect();
            let edges = parts.edges.clone();
            Graph::ordered(parts, &nodes, &edges)
        };
        graph.count = graph.counted(run)?;
        // If the search was stopped, or moves were left out, the parts may be incomplete, and so is the count.
        run.proceed()?;
        run.check_none_missed(cost)?;
        Ok(graph)
    }

    fn ordered(parts: Parts, nodes: &[Draft], edges: &[(u32, u32)]) -> Self {
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        order.sort_by_key(|&node| {
            let (state, free_moves) = nodes[node as usize];
            (parts.costs[state as usize], free_moves)
        });
        let mut rank = vec![0; nodes.len()];
        for (at, &node) in order.iter().enumerate() {
            rank[node as usize] = at as u32;
        }
        let edges: Vec<(u32, u32)> =
            edges.iter().map(|&(from, to)| (rank[from as usize], rank[to as usize])).collect();
        let state_of = order.iter().map(|&node| nodes[node as usize].0).collect();
        Graph { parts, state_of, edges: Adjacency::new(nodes.len(), &edges), count: BigUint::ZERO }
    }

    /// All nodes.
    pub(super) fn nodes(&self) -> std::ops::Range<u32> {
        0..self.state_of.len() as u32
    }

    /// The cost of a solution.
    pub(super) fn cost(&self) -> Cost {
        self.parts.cost
    }

    /// The cost of a node from the start.
    pub(super) fn cost_of(&self, node: u32) -> Cost {
        self.parts.costs[self.state_of[node as usize] as usize]
    }

    /// Whether solutions end in a node.
    pub(super) fn is_end(&self, node: u32) -> bool {
        self.parts.solved[self.state_of[node as usize] as usize]
    }

    fn counted(&self, run: &mut Run<'_, '_>) -> Result<BigUint, Limit> {
        let mut paths = vec![BigUint::ZERO; self.nodes().len()];
        paths[0] = BigUint::from(1u32);
        let mut count = BigUint::ZERO;
        for node in self.nodes() {
            run.check_interruption()?;
            // Taken out, so that the large numbers of finished nodes free their memory.
            let here = std::mem::take(&mut paths[node as usize]);
            self.edges.of(node).iter().for_each(|&to| paths[to as usize] += &here);
            if self.is_end(node) {
                count += here;
            }
        }
        Ok(count)
    }

    /// The numbers of paths from the start to each node, from each node to an end, and in all.
    pub(super) fn paths(&self) -> Paths {
        let mut before = vec![BigUint::ZERO; self.nodes().len()];
        before[0] = BigUint::from(1u32);
        for node in self.nodes() {
            let here = before[node as usize].clone();
            self.edges.of(node).iter().for_each(|&to| before[to as usize] += &here);
        }
        let mut after = vec![BigUint::ZERO; self.nodes().len()];
        for node in self.nodes().rev() {
            let ahead: BigUint = self.edges.of(node).iter().map(|&to| &after[to as usize]).sum();
            after[node as usize] = ahead + u32::from(self.is_end(node));
        }
        let all = after[0].clone();
        Paths { before, after, all }
    }
}

/// Numbers of paths; see [`Graph::paths`].
pub(super) struct Paths {
    pub(super) before: Vec<BigUint>,
    pub(super) after: Vec<BigUint>,
    pub(super) all: BigUint,
}

/// Nodes and edges of the graph in which a node is a state and the beginning of its run of free moves.
fn split_by_runs(parts: &Parts, run: &mut Run<'_, '_>) -> Result<Drafted, Limit> {
    const NONE: u32 = u32::MAX;
    let states = parts.costs.len();
    let cost = |state: u32| parts.costs[state as usize];
    let out = Adjacency::new(states, &parts.edges);
    let mut nodes: Vec<Draft> = vec![(0, 0)];
    let mut edges = Vec::new();
    // For each state in which a run begins, the node with which it begins.
    let mut run_from = vec![NONE; states];
    run_from[0] = 0;
    let mut runs = VecDeque::from([0u32]);
    // The node of each state in the current run.
    let mut node_in_run = vec![NONE; states];
    while let Some(begin) = runs.pop_front() {
        let mut free_run = vec![begin];
        node_in_run[begin as usize] = run_from[begin as usize];
        let mut at = 0;
        while at < free_run.len() {
            run.check_interruption()?;
            let state = free_run[at];
            let node = node_in_run[state as usize];
            let free_moves = nodes[node as usize].1;
            for &to in out.of(state) {
                if cost(to) == cost(state) {
                    if node_in_run[to as usize] == NONE {
                        node_in_run[to as usize] = nodes.len() as u32;
                        nodes.push((to, free_moves + 1));
                        free_run.push(to);
                    }
                    let target = node_in_run[to as usize];
                    if nodes[target as usize].1 == free_moves + 1 {
                        edges.push((node, target));
                    }
                } else {
                    if run_from[to as usize] == NONE {
                        run_from[to as usize] = nodes.len() as u32;
                        nodes.push((to, 0));
                        runs.push_back(to);
                    }
                    edges.push((node, run_from[to as usize]));
                }
            }
            at += 1;
        }
        free_run.iter().for_each(|&state| node_in_run[state as usize] = NONE);
    }
    Ok((nodes, edges))
}

/// Removes the nodes from which no end can be reached.
fn drop_dead_ends(parts: &Parts, nodes: &[Draft], edges: &[(u32, u32)]) -> Drafted {
    let reversed: Vec<(u32, u32)> = edges.iter().map(|&(from, to)| (to, from)).collect();
    let back = Adjacency::new(nodes.len(), &reversed);
    let is_end = |&node: &u32| parts.solved[nodes[node as usize].0 as usize];
    let mut stack: Vec<u32> = (0..nodes.len() as u32).filter(is_end).collect();
    let mut useful = vec![false; nodes.len()];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut useful[node as usize], true) {
            stack.extend(back.of(node));
        }
    }
    let mut renamed = vec![0; nodes.len()];
    let mut kept = Vec::new();
    for (node, &draft) in nodes.iter().enumerate() {
        renamed[node] = kept.len() as u32;
        if useful[node] {
            kept.push(draft);
        }
    }
    let both = edges.iter().filter(|&&(from, to)| useful[from as usize] && useful[to as usize]);
    let edges = both.map(|&(from, to)| (renamed[from as usize], renamed[to as usize])).collect();
    (kept, edges)
}
