//! A puzzle that is any small graph, and the truth about it by slow and simple means.

use proptest::prelude::*;
use unriddle_search::{BigUint, Cost, Puzzle, Ranked, Tuning};

/// States are the numbers of nodes; moves are the numbers of edges.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: usize,
    pub edges: Vec<(usize, usize, Cost)>,
    pub solved: Vec<bool>,
    /// The lower bound of each node in percent of its true cost.
    pub sharpness: Vec<u32>,
    truth: Vec<Option<Cost>>,
}

impl Graph {
    pub fn new(edges: Vec<(usize, usize, Cost)>, solved: Vec<bool>, sharpness: Vec<u32>) -> Self {
        let nodes = solved.len();
        let back: Vec<_> = edges.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
        let truth = costs(nodes, &back, &solved);
        Graph { nodes, edges, solved, sharpness, truth }
    }

    /// The optimal cost.
    pub fn optimal(&self) -> Option<Cost> {
        self.truth[0]
    }

    /// The number of optimal solutions without needless free moves: the number of ways to reach a node
    /// by a paid move, times the number of shortest runs of free moves from there, and so on.
    pub fn count(&self) -> BigUint {
        let Some(optimal) = self.truth[0].map(|cost| cost as usize) else { return BigUint::ZERO };
        let runs = self.free_runs();
        let mut count = BigUint::ZERO;
        let mut arrivals = vec![vec![BigUint::ZERO; self.nodes]; optimal + 1];
        arrivals[0][0] = BigUint::from(1u32);
        for cost in 0..=optimal {
            for begin in 0..self.nodes {
                for (end, runs) in runs[begin].iter().enumerate() {
                    let ways = &arrivals[cost][begin] * runs;
                    if self.solved[end] {
                        count += if cost == optimal { ways } else { BigUint::ZERO };
                        continue;
                    }
                    for &(_, to, step) in self.edges.iter().filter(|edge| edge.0 == end && edge.2 > 0) {
                        if let Some(there) = arrivals.get_mut(cost + step as usize) {
                            there[to] += &ways;
                        }
                    }
                }
            }
        }
        count
    }

    /// For each pair of nodes, the number of shortest runs of free moves from one to the other.
    fn free_runs(&self) -> Vec<Vec<u32>> {
        (0..self.nodes)
            .map(|begin| {
                let mut runs = vec![0; self.nodes];
                let mut layer = vec![0; self.nodes];
                layer[begin] = 1;
                while layer.iter().any(|&ways| ways > 0) {
                    let mut next = vec![0; self.nodes];
                    for node in 0..self.nodes {
                        runs[node] += layer[node];
                    }
                    for &(from, to, _) in self.edges.iter().filter(|edge| edge.2 == 0 && !self.solved[edge.0])
                    {
                        next[to] += if runs[to] == 0 { layer[from] } else { 0 };
                    }
                    layer = next;
                }
                runs
            })
            .collect()
    }
}

/// The least cost from the marked nodes to all others, by relaxing all edges until nothing changes.
fn costs(nodes: usize, edges: &[(usize, usize, Cost)], from: &[bool]) -> Vec<Option<Cost>> {
    let mut costs: Vec<Option<Cost>> = (0..nodes).map(|node| from[node].then_some(0)).collect();
    loop {
        let mut changed = false;
        for &(a, b, step) in edges {
            if let Some(cost) = costs[a].map(|cost| cost + step)
                && costs[b].is_none_or(|known| cost < known)
            {
                costs[b] = Some(cost);
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = usize;

    fn start(&self) -> u32 {
        0
    }

    fn is_solved(&self, &node: &u32) -> bool {
        self.solved[node as usize]
    }

    fn expand(&self, &node: &u32, mut visit: impl FnMut(usize, Cost, u32)) {
        for (number, &(from, to, cost)) in self.edges.iter().enumerate() {
            if from == node as usize {
                visit(number, cost, to as u32);
            }
        }
    }

    /// Arbitrary queue classes: no answer may depend on them.
    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 0, queue_class: |_, node| (node % 3) as u8, ..Tuning::default() }
    }

    /// Anything between 0 and the truth, independently for each node: admissible, but not consistent.
    fn lower_bound(&self, &node: &u32) -> Option<Cost> {
        let sharpness = self.sharpness[node as usize];
        match self.truth[node as usize] {
            Some(cost) => Some(cost * sharpness / 100),
            None if sharpness > 90 => None,
            None => Some(sharpness),
        }
    }

    /// Misleading on purpose.
    fn estimate(&self, &node: &u32) -> Cost {
        node.wrapping_mul(2_654_435_761) % 16
    }
}

impl Ranked for Graph {
    fn ranks(&self) -> u32 {
        self.nodes as u32
    }

    fn rank(&self, &node: &u32) -> u32 {
        node
    }

    fn unrank(&self, rank: u32) -> u32 {
        rank
    }

    fn predecessors(&self, &node: &u32, mut visit: impl FnMut(usize, Cost, u32)) {
        for (number, &(from, to, cost)) in self.edges.iter().enumerate() {
            if to == node as usize {
                visit(number, cost, from as u32);
            }
        }
    }
}

/// Random graphs of up to 13 nodes, with edges of these costs.
pub fn graphs(costs: impl Strategy<Value = Cost> + Clone + 'static) -> impl Strategy<Value = Graph> {
    (2..14usize).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, costs.clone());
        let edges = prop::collection::vec(edge, 0..nodes * 3);
        let solved = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        let sharpness = prop::collection::vec(0..=100u32, nodes);
        (edges, solved, sharpness).prop_map(|(edges, solved, sharpness)| Graph::new(edges, solved, sharpness))
    })
}
