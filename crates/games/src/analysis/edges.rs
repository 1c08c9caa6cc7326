//! The moves of all states in one array, so that figures can pass over them again and again.
//!
//! Takes 4 bytes per state and 8 per move. Made once per analysis: to find the moves of a state again, the
//! engine would have to expand it each time.

use unriddle_search::Cost;

use crate::Graph;

/// Stands for a state that was not reached before a limit stopped the search.
pub(super) const UNSEEN: u32 = u32::MAX;

/// The moves of each state: the state after it, and its cost.
pub(super) struct Edges {
    first: Vec<u32>,
    moves: Vec<(u32, Cost)>,
}

impl Edges {
    pub(super) fn new(graph: &dyn Graph) -> Self {
        let mut edges = Edges { first: vec![0], moves: Vec::new() };
        for state in 0..graph.states() {
            graph.each_move(state, &mut |cost, next| edges.moves.push((next.unwrap_or(UNSEEN), cost)));
            edges.first.push(edges.moves.len() as u32);
        }
        edges
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

    /// The number of all moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether some move is free.
    pub(super) fn has_free_moves(&self) -> bool {
        self.moves.iter().any(|&(_, cost)| cost == 0)
    }
}
