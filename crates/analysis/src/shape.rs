//! The shape of a level's space: how large it is, how much of it is lost, how far one can go astray.

use std::collections::BTreeMap;

use serde::Serialize;
use unriddle_kit::Graph;
use unriddle_search::{Cost, Fate};

use super::edges::Edges;

/// The most columns of the histogram.
const MAX_COLUMNS: usize = 60;

/// Figures about all states that were reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shape {
    /// The states that can be reached.
    pub states: u32,
    /// Those in which the level is solved.
    pub solved: u32,
    /// Those from which no solution can follow.
    pub dead: u32,
    /// Those of which that is not known, because a limit stopped the search.
    pub undecided: u32,
    /// The share of dead states.
    pub dead_share: f64,
    /// The mean number of moves in a state that is not solved.
    pub branching: f64,
    /// The highest cost from the start to a state.
    pub depth: Cost,
    /// The highest cost from a state to its nearest solution.
    pub furthest: Option<Cost>,
    /// The most moves that can be made after the last state with a solution, without a detour.
    pub astray: u32,
    /// The number of parts within which every move can be taken back, at a cost.
    pub parts: u32,
    /// How many states there are at each cost from the start, in ranges of equal width.
    pub histogram: Vec<Column>,
}

/// The states within a range of costs from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Column {
    /// The lowest cost of the range.
    pub cost: Cost,
    /// States from which a solution follows.
    pub winnable: u32,
    /// Those from which none can.
    pub lost: u32,
    /// Those of which that is not known.
    pub undecided: u32,
    /// Solved states.
    pub solved: u32,
}

pub(super) fn shape(graph: &dyn Graph, edges: &Edges, parts: &[u32]) -> Shape {
    let states = graph.states();
    let count = |is: &dyn Fn(u32) -> bool| (0..states).filter(|&state| is(state)).count() as u32;
    let dead = count(&|state| graph.fate(state) == Fate::Dead);
    let solved = count(&|state| graph.is_solved(state));
    let furthest = (0..states).filter_map(|state| match graph.fate(state) {
        Fate::Winnable(cost) => Some(cost),
        _ => None,
    });
    Shape {
        states,
        solved,
        dead,
        undecided: count(&|state| graph.fate(state) == Fate::Undecided),
        dead_share: f64::from(dead) / f64::from(states.max(1)),
        branching: edges.branching(),
        depth: (0..states).map(|state| graph.cost_of(state)).max().unwrap_or(0),
        furthest: furthest.max(),
        astray: astray(graph, edges),
        parts: parts.iter().max().map_or(0, |last| last + 1),
        histogram: histogram(graph),
    }
}

/// How many moves deep the dead states lie behind the others.
fn astray(graph: &dyn Graph, edges: &Edges) -> u32 {
    let is_dead = |state: u32| graph.fate(state) == Fate::Dead;
    let mut seen: Vec<bool> = (0..graph.states()).map(|state| !is_dead(state)).collect();
    let mut layer: Vec<u32> = (0..graph.states()).filter(|&state| !is_dead(state)).collect();
    if layer.is_empty() {
        return 0;
    }
    let mut depth = 0;
    loop {
        let mut further = Vec::new();
        for &state in &layer {
            for next in edges.after(state) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    further.push(next);
                }
            }
        }
        if further.is_empty() {
            return depth;
        }
        depth += 1;
        layer = further;
    }
}

fn histogram(graph: &dyn Graph) -> Vec<Column> {
    let depth = (0..graph.states()).map(|state| graph.cost_of(state)).max().unwrap_or(0);
    let width = (depth as usize / MAX_COLUMNS + 1) as Cost;
    let mut columns: BTreeMap<Cost, Column> = BTreeMap::new();
    for state in 0..graph.states() {
        let cost = graph.cost_of(state) / width * width;
        let column = columns.entry(cost).or_insert(Column { cost, ..Column::default() });
        match graph.fate(state) {
            _ if graph.is_solved(state) => column.solved += 1,
            Fate::Winnable(_) => column.winnable += 1,
            Fate::Dead => column.lost += 1,
            Fate::Undecided => column.undecided += 1,
        }
    }
    columns.into_values().collect()
}

/// The strongly connected part of each state, by Tarjan's algorithm without recursion: from any state of a
/// part, any other can be reached.
pub(super) fn parts(graph: &dyn Graph, edges: &Edges) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let states = graph.states() as usize;
    let (mut index, mut low, mut part) = (vec![NONE; states], vec![0u32; states], vec![NONE; states]);
    let (mut stack, mut next_index, mut parts) = (Vec::new(), 0, 0);
    for root in 0..graph.states() {
        if index[root as usize] != NONE {
            continue;
        }
        // A state and the number of its moves that were followed.
        let mut calls = vec![(root, 0usize)];
        while let Some((state, followed)) = calls.last_mut() {
            let at = *state as usize;
            if *followed == 0 {
                (index[at], low[at]) = (next_index, next_index);
                next_index += 1;
                stack.push(*state);
            }
            let next = edges.of(*state).get(*followed).map(|&(next, _)| next);
            *followed += 1;
            match next {
                Some(next) if next as usize >= states => {}
                Some(next) if index[next as usize] == NONE => calls.push((next, 0)),
                Some(next) => {
                    if part[next as usize] == NONE {
                        low[at] = low[at].min(index[next as usize]);
                    }
                }
                None => {
                    calls.pop();
                    if let Some(&(caller, _)) = calls.last() {
                        low[caller as usize] = low[caller as usize].min(low[at]);
                    }
                    if low[at] == index[at] {
                        while let Some(member) = stack.pop() {
                            part[member as usize] = parts;
                            if member as usize == at {
                                break;
                            }
                        }
                        parts += 1;
                    }
                }
            }
        }
    }
    part
}
