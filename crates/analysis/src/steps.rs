//! The tension along a solution: at each step, how many moves are open, and what becomes of each.

use serde::Serialize;
use unriddle_kit::Graph;
use unriddle_search::{Cost, Fate};

use super::edges::{Edges, UNSEEN};

/// A step of a solution, before its move is made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The move that is made, by name.
    pub name: String,
    /// The least cost that is left.
    pub left: Cost,
    /// The moves that can be made.
    pub open: usize,
    /// Those that keep the least cost.
    pub optimal: usize,
    /// Those that cost more, but a solution follows.
    pub safe: usize,
    /// Those after which no solution can follow.
    pub losing: usize,
    /// Those of which that is not known.
    pub unknown: usize,
    /// The lower bound of the game's search: how far the solution seems to be.
    pub estimate: Option<Cost>,
    /// Whether this is a trap: only one move keeps the least cost, and it looks wrong, as the estimate rises.
    pub trap: bool,
    /// Whether the move is known not to be taken back: no way leads back here.
    pub no_return: bool,
}

pub(super) fn steps(
    graph: &dyn Graph,
    edges: &Edges,
    parts: &[u32],
    route: &[u32],
    names: &[String],
) -> Vec<Step> {
    let step = |(pair, name): (&[u32], &String)| {
        let (here, next) = (pair[0], pair[1]);
        let left = match graph.fate(here) {
            Fate::Winnable(cost) => cost,
            Fate::Dead | Fate::Undecided => 0,
        };
        let (estimate, after) = (graph.lower_bound(here), graph.lower_bound(next));
        let mut step = Step {
            name: name.clone(),
            left,
            open: 0,
            optimal: 0,
            safe: 0,
            losing: 0,
            unknown: 0,
            estimate,
            trap: false,
            // What was not seen may lead back.
            no_return: edges.is_whole() && parts[here as usize] != parts[next as usize],
        };
        for &(next, cost) in edges.of(here) {
            step.open += 1;
            match (next != UNSEEN).then(|| graph.fate(next)) {
                Some(Fate::Winnable(rest)) if cost.saturating_add(rest) == left => step.optimal += 1,
                Some(Fate::Winnable(_)) => step.safe += 1,
                Some(Fate::Dead) => step.losing += 1,
                Some(Fate::Undecided) | None => step.unknown += 1,
            }
        }
        let only_one = step.optimal == 1 && step.unknown == 0 && step.open > 1;
        step.trap = only_one && after > estimate && estimate.is_some();
        step
    };
    route.windows(2).zip(names).map(step).collect()
}
