//! Finds the stored states that lie on an optimal solution.
//!
//! Visits the states in order of falling cost, expands each once more, and keeps those with a
//! move to a kept state that costs exactly the difference. Takes as many expansions again as the
//! search itself, and 8 bytes per state for the order.

use std::borrow::Borrow;
use std::collections::HashMap;

use crate::closed::ClosedList;
use crate::searchable::StateGraph;
use crate::sharded::{Shard, Sharded};
use crate::solutions::{Parts, SolutionGraph};
use crate::store::{StateHashBuilder, Stored};
use crate::{Cost, Limit, Run};

/// All optimal solutions. `closed` holds every state that can lie on one, with its true cost;
/// `solved` are the states in which they end. Fails with the limit that stopped the count.
pub(crate) fn all_optimal<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    closed: &Sharded<impl Shard<S>, S>,
    cost: Cost,
    solved: &[u32],
    run: &mut Run<'_, '_>,
) -> Result<SolutionGraph<S>, Limit> {
    let (node_of, nodes) = (HashMap::default(), Vec::new());
    let mut kept = Kept { puzzle, closed, scratch: puzzle.scratch(), node_of, nodes };
    if let Some(start) = closed.find(puzzle.canonical(puzzle.start()).borrow()) {
        kept.add(start);
    }
    solved.iter().for_each(|&number| kept.add(number));

    let numbers = closed.numbers().map(|number| (closed.cost(number), number));
    let mut order: Vec<(Cost, u32)> = numbers.filter(|&(at, _)| at <= cost).collect();
    order.sort_unstable();
    order.reverse();
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
    kept.into_solutions(cost, solved, run)
}

/// The states found so far that lie on an optimal solution.
struct Kept<'a, S: ?Sized + Stored, K: Shard<S>> {
    puzzle: &'a dyn StateGraph<S>,
    closed: &'a Sharded<K, S>,
    scratch: S::Scratch,
    node_of: HashMap<u32, u32, StateHashBuilder>,
    /// The number of each node's state; the start first.
    nodes: Vec<u32>,
}

impl<S: ?Sized + Stored, K: Shard<S>> Kept<'_, S, K> {
    fn add(&mut self, number: u32) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.node_of.entry(number) {
            entry.insert(self.nodes.len() as u32);
            self.nodes.push(number);
        }
    }

    /// Calls `visit` with the node of each kept state that a move of this state reaches at its
    /// least cost. Returns whether any move of the state is free.
    fn each_edge(&mut self, number: u32, mut visit: impl FnMut(u32)) -> bool {
        let Kept { puzzle, closed, scratch, node_of, .. } = self;
        let cost = closed.cost(number);
        let mut free_moves = false;
        puzzle.canonical_successors(closed.state(number), scratch, &mut |step, next| {
            free_moves |= step == 0;
            if let Some(next) = closed.find(next.borrow())
                && cost.checked_add(step) == Some(closed.cost(next))
                && let Some(&node) = node_of.get(&next)
            {
                visit(node);
            }
        });
        free_moves
    }

    fn into_solutions(
        mut self,
        cost: Cost,
        solved: &[u32],
        run: &mut Run<'_, '_>,
    ) -> Result<SolutionGraph<S>, Limit> {
        let mut is_solved = vec![false; self.nodes.len()];
        solved.iter().for_each(|number| is_solved[self.node_of[number] as usize] = true);
        let mut edges = Vec::new();
        for (from, &is_solved) in is_solved.iter().enumerate() {
            run.check_interruption()?;
            if !is_solved {
                self.each_edge(self.nodes[from], |to| edges.push((from as u32, to)));
            }
        }
        let costs = self.nodes.iter().map(|&number| self.closed.cost(number)).collect();
        let states = self.nodes.iter().map(|&number| self.closed.state(number).to_owned()).collect();
        SolutionGraph::new(states, Parts { cost, costs, solved: is_solved, edges }, run)
    }
}
