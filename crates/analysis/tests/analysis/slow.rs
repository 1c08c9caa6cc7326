//! Slow computations, which know only the moves of each state, and relax or enumerate until nothing changes.

use std::collections::BTreeSet;

use unriddle_kit::LevelSpace;
use unriddle_search::Cost;

/// The moves of each state, and nothing else.
pub struct Slow {
    pub start: usize,
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub solved: Vec<bool>,
    pub from: Vec<Option<Cost>>,
    pub to: Vec<Option<Cost>>,
}

/// A way to a solution: its cost, its states, and the numbers of its moves.
pub type Way = (Cost, Vec<usize>, Vec<usize>);

impl Slow {
    pub fn new(space: &dyn LevelSpace) -> Slow {
        let graph = space.graph();
        let mut edges = vec![Vec::new(); graph.states() as usize];
        for state in 0..graph.states() {
            graph.each_move(state, &mut |cost, next| {
                edges[state as usize].push((next.expect("the space is whole") as usize, cost));
            });
        }
        let solved: Vec<bool> = (0..graph.states()).map(|state| graph.is_solved(state)).collect();
        let mut slow =
            Slow { start: graph.start() as usize, edges, solved, from: Vec::new(), to: Vec::new() };
        let forwards = |a: usize, b: usize| (a, b);
        slow.from = slow.relaxed(&|state| state == slow.start, &forwards);
        slow.to = slow.relaxed(&|state| slow.solved[state], &|a, b| (b, a));
        slow
    }

    /// The least costs from some states, along edges or against them, by relaxing all until nothing changes.
    pub fn relaxed(
        &self,
        begins: &dyn Fn(usize) -> bool,
        ends: &dyn Fn(usize, usize) -> (usize, usize),
    ) -> Vec<Option<Cost>> {
        let mut costs: Vec<Option<Cost>> =
            (0..self.edges.len()).map(|state| begins(state).then_some(0)).collect();
        loop {
            let before = costs.clone();
            for (state, edges) in self.edges.iter().enumerate() {
                for &(next, step) in edges {
                    let (a, b) = ends(state, next);
                    if let Some(cost) = costs[a].map(|cost| cost + step) {
                        costs[b] = Some(costs[b].map_or(cost, |known| known.min(cost)));
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// Every way to a solution that passes no state twice and costs at most `most`; `None` if there are too many.
    pub fn ways(&self, most: Cost) -> Option<Vec<Way>> {
        let mut found = Vec::new();
        let mut open = vec![(0, vec![self.start], Vec::new())];
        let mut work = 0;
        while let Some((cost, states, moves)) = open.pop() {
            work += 1;
            if work > 100_000 {
                return None;
            }
            let at = states[states.len() - 1];
            if self.solved[at] {
                found.push((cost, states, moves));
                continue;
            }
            for (number, &(next, step)) in self.edges[at].iter().enumerate() {
                let fits = self.to[next].is_some_and(|left| cost + step + left <= most);
                if fits && !states.contains(&next) {
                    let (mut states, mut moves): (Vec<usize>, Vec<usize>) = (states.clone(), moves.clone());
                    states.push(next);
                    moves.push(number);
                    open.push((cost + step, states, moves));
                }
            }
        }
        Some(found)
    }

    /// Which states can be reached from each, the state itself included.
    pub fn reach(&self) -> Vec<BTreeSet<usize>> {
        (0..self.edges.len())
            .map(|begin| {
                let mut seen = BTreeSet::from([begin]);
                let mut open = vec![begin];
                while let Some(state) = open.pop() {
                    open.extend(
                        self.edges[state].iter().map(|edge| edge.0).filter(|&next| seen.insert(next)),
                    );
                }
                seen
            })
            .collect()
    }
}
