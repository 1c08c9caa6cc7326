//! Finds the stored states that lie on an optimal solution.
//!
//! Visits the states in order of falling cost, expands each once more, and keeps those with a
//! move to a kept state that costs exactly the difference. Takes as many expansions again as the
//! search itself, and 8 bytes per state for the order.

use std::collections::HashMap;

use crate::closed::ClosedList;
use crate::sharded::{Shard, Sharded};
use crate::solutions::{Parts, Solutions};
use crate::store::StateHashBuilder;
use crate::{Cost, Limit, Puzzle, Run};

/// All optimal solutions. `closed` holds every state that can lie on one, with its true cost;
/// `solved` are the states in which they end. Fails with the limit that stopped the count.
pub(crate) fn all_optimal<P: Puzzle>(
    puzzle: &P,
    closed: &Sharded<impl Shard<P::State>, P::State>,
    cost: Cost,
    solved: &[u32],
    run: &mut Run<'_, '_>,
) -> Result<Solutions<P>, Limit> {
    let mut kept = Kept { puzzle, closed, node_of: HashMap::default(), nodes: Vec::new() };
    if let Some(start) = closed.find(&puzzle.canonical(puzzle.start())) {
        kept.add(start);
    }
    solved.iter().for_each(|&number| kept.add(number));

    let numbers = closed.numbers().map(|number| (closed.cost(number), number));
    let mut order: Vec<(Cost, u32)> = numbers.filter(|&(at, _)| at <= cost).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        // Free moves stay within a group: repeat until nothing is added.
        loop {
            let before = kept.nodes.len();
            let mut free_moves = false;
            for &(_, number) in group {
                run.check_interruption()?;
                if !kept.node_of.contains_key(&number) {
                    let mut leads_on = false;
                    free_moves |= kept.each_edge(number, |_| leads_on = true);
                    if leads_on {
                        kept.add(number);
                    }
                }
            }
            if !free_moves || kept.nodes.len() == before {
                break;
            }
        }
    }
    Solutions::new(kept.into_parts(cost, solved, run)?, run)
}

/// The states found so far that lie on an optimal solution.
struct Kept<'a, P: Puzzle, K> {
    puzzle: &'a P,
    closed: &'a Sharded<K, P::State>,
    node_of: HashMap<u32, u32, StateHashBuilder>,
    /// The number of each node's state; the start first.
    nodes: Vec<u32>,
}

impl<P: Puzzle, K: Shard<P::State>> Kept<'_, P, K> {
    fn add(&mut self, number: u32) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.node_of.entry(number) {
            entry.insert(self.nodes.len() as u32);
            self.nodes.push(number);
        }
    }

    /// Calls `visit` with the node of each kept state that a move of this state reaches at its
    /// least cost. Returns whether any move of the state is free.
    fn each_edge(&self, number: u32, mut visit: impl FnMut(u32)) -> bool {
        let cost = self.closed.cost(number);
        let mut free_moves = false;
        self.puzzle.expand(self.closed.state(number), |_, step, next| {
            free_moves |= step == 0;
            if let Some(next) = self.closed.find(&self.puzzle.canonical(next))
                && cost.checked_add(step) == Some(self.closed.cost(next))
                && let Some(&node) = self.node_of.get(&next)
            {
                visit(node);
            }
        });
        free_moves
    }

    fn into_parts(self, cost: Cost, solved: &[u32], run: &mut Run<'_, '_>) -> Result<Parts<P::State>, Limit> {
        let mut is_solved = vec![false; self.nodes.len()];
        solved.iter().for_each(|number| is_solved[self.node_of[number] as usize] = true);
        let mut edges = Vec::new();
        for (from, &number) in self.nodes.iter().enumerate() {
            run.check_interruption()?;
            if !is_solved[from] {
                self.each_edge(number, |to| edges.push((from as u32, to)));
            }
        }
        let nodes = self.nodes.iter();
        let nodes =
            nodes.map(|&number| (self.closed.cost(number), self.closed.state(number).clone())).collect();
        Ok(Parts { cost, nodes, solved: is_solved, edges })
    }
}
