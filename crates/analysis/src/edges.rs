//! The moves of all states in one array, so that figures can pass over them again and again.
//!
//! Takes 4 bytes per state and 8 per move. Made once per analysis: to find the moves of a state again, the
//! engine would have to expand it each time. Where a limit stopped the exploration, only states that it had expanded
//! have moves here, and those along the solution: what it had no time for would take too long now.

use std::ops::Range;

use unriddle_kit::Graph;
use unriddle_search::Cost;

use super::effort::{Effort, in_parallel};

/// Stands for a state that was not reached before a limit stopped the search.
pub(super) const UNSEEN: u32 = u32::MAX;
/// The states that a thread expands before it takes further ones.
const CHUNK: u32 = 8192;

/// The moves of each state: the state after it, and its cost.
pub(super) struct Edges {
    first: Vec<u32>,
    moves: Vec<(u32, Cost)>,
    /// The states whose moves are known, without the solved ones.
    expanded: u32,
    is_whole: bool,
}

impl Edges {
    /// Finds the moves. `route` are the states of a solution.
    pub(super) fn new(graph: &dyn Graph, route: &[u32], effort: &Effort<'_>) -> Self {
        let chunks: Vec<Range<u32>> = (0..graph.states().div_ceil(CHUNK))
            .map(|chunk| chunk * CHUNK..graph.states().min((chunk + 1).saturating_mul(CHUNK)))
            .collect();
        let found = in_parallel(&chunks, effort.threads(), |states| {
            let mut edges = Edges::none();
            states.clone().for_each(|state| edges.add(graph, state, route, effort));
            edges
        });
        let mut all = Edges::none();
        for mut edges in found {
            let before = all.moves.len() as u32;
            all.first.extend(edges.first[1..].iter().map(|first| first + before));
            all.moves.append(&mut edges.moves);
            all.expanded += edges.expanded;
            all.is_whole &= edges.is_whole;
        }
        all
    }

    fn none() -> Self {
        Edges { first: vec![0], moves: Vec::new(), expanded: 0, is_whole: true }
    }

    fn add(&mut self, graph: &dyn Graph, state: u32, route: &[u32], effort: &Effort<'_>) {
        if (graph.is_expanded(state) || route.contains(&state)) && effort.affords(1) {
            graph.each_move(state, &mut |cost, next| self.moves.push((next.unwrap_or(UNSEEN), cost)));
            self.expanded += u32::from(!graph.is_solved(state));
        } else {
            self.is_whole = false;
        }
        self.first.push(self.moves.len() as u32);
    }

    /// Whether these are all moves of all states.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The moves of a state, in the game's order.
    pub(super) fn of(&self, state: u32) -> &[(u32, Cost)] {
        let state = state as usize;
        &self.moves[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The states after the moves of a state that lead to another one that was reached.
    pub(super) fn after(&self, state: u32) -> impl Iterator<Item = u32> {
        self.of(state).iter().map(|&(next, _)| next).filter(move |&next| next != UNSEEN && next != state)
    }

    /// The mean number of moves of the states that are not solved.
    pub(super) fn branching(&self) -> f64 {
        self.moves.len() as f64 / f64::from(self.expanded.max(1))
    }

    /// Whether some move is free.
    pub(super) fn has_free_moves(&self) -> bool {
        self.moves.iter().any(|&(_, cost)| cost == 0)
    }
}
