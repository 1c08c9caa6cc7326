//! The optimal solutions: how many there are, what they share, and how many cost a little more.
//!
//! The states on an optimal solution are those whose cost from the start and cost to a solution add up to the
//! optimum. Forwards and backwards along the moves between them, the ways are counted exactly, in big
//! numbers; a state or move is shared by all solutions where the ways through it are all there are.
//!
//! Solutions of one or two more are counted only if they pass no state twice. A way that does so within two
//! of the optimum goes from a state to the next and straight back, as every move costs at least 1; so it is
//! enough to remember the state before. In a level with a symmetry, states that are mirror images of each
//! other are one state here.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use unriddle_kit::{Graph, LevelSpace, nearest_solution};
use unriddle_search::{BigUint, Cost, Fate};

use super::edges::{Edges, UNSEEN};
use super::effort::Effort;

/// The most entries of the table that counts longer solutions.
const MAX_WAYS: usize = 400_000;
/// The most solutions that are compared for the order of their moves.
const MAX_COMPARED: usize = 500;

/// What is known about the optimal solutions of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solutions {
    /// One of them, by the names of its moves.
    pub moves: Vec<String>,
    /// How many there are, as a decimal number; missing if that is not counted.
    pub count: Option<String>,
    /// Whether there is only one.
    pub unique: Option<bool>,
    /// How many there are if the order of moves that can be swapped does not count; missing if there are too many
    /// to compare.
    pub up_to_order: Option<usize>,
    /// How many solutions cost exactly one more than the optimum, and two more, and pass no state twice; empty if
    /// they are too many to count.
    pub longer: Vec<String>,
    /// The number of states that all of them pass.
    pub shared_states: usize,
    /// The moves of [`moves`](Solutions::moves), by number from 0, that all of them make.
    pub shared_moves: Vec<usize>,
}

/// The states on one optimal solution, in order; none if there is no solution.
pub(super) fn route(graph: &dyn Graph) -> Vec<u32> {
    let Some(end) = nearest_solution(graph) else { return Vec::new() };
    let mut route = vec![end];
    let mut at = end;
    while graph.before(at) != at {
        at = graph.before(at);
        route.push(at);
    }
    route.reverse();
    route
}

pub(super) fn solutions(
    space: &dyn LevelSpace,
    edges: &Edges,
    route: &[u32],
    effort: &Effort<'_>,
) -> Option<Solutions> {
    let graph = space.graph();
    // A path is found by expanding its states twice.
    let end = route.last().filter(|_| effort.affords(2 * route.len()))?;
    let moves = space.path(*end);
    let bare = Solutions {
        moves,
        count: None,
        unique: None,
        up_to_order: None,
        longer: Vec::new(),
        shared_states: 0,
        shared_moves: Vec::new(),
    };
    if !edges.is_whole() || edges.has_free_moves() {
        return Some(bare);
    }
    let ways = Ways::new(graph, edges);
    let count = ways.total().clone();
    let shared = ways.through.values().filter(|(forwards, backwards)| forwards * backwards == count).count();
    let is_shared = |pair: &[u32]| ways.before(pair[0]) * ways.behind(pair[1]) == count;
    let shared_moves = route.windows(2).enumerate().filter(|(_, pair)| is_shared(pair)).map(|(at, _)| at);
    Some(Solutions {
        unique: Some(count == BigUint::from(1u32)),
        up_to_order: up_to_order(space, &ways, edges, &count, effort),
        shared_states: shared,
        shared_moves: shared_moves.collect(),
        count: Some(count.to_string()),
        ..bare
    })
}

/// For each state on an optimal solution, the number of ways from the start to it and from it to an end.
struct Ways {
    start: u32,
    through: BTreeMap<u32, (BigUint, BigUint)>,
}

impl Ways {
    fn new(graph: &dyn Graph, edges: &Edges) -> Self {
        let start = graph.start();
        let optimum = left(graph, start).unwrap_or(0);
        let on_one = |&state: &u32| {
            left(graph, state).and_then(|left| graph.cost_of(state).checked_add(left)) == Some(optimum)
        };
        let mut order: Vec<u32> = (0..graph.states()).filter(on_one).collect();
        order.sort_by_key(|&state| (graph.cost_of(state), state));
        let none = || (BigUint::ZERO, BigUint::ZERO);
        let mut ways = Ways { start, through: order.iter().map(|&state| (state, none())).collect() };
        ways.through.entry(start).or_insert_with(none).0 = BigUint::from(1u32);
        for &state in &order {
            let here = ways.before(state);
            for next in ways.next(graph, edges, state).collect::<Vec<_>>() {
                ways.through.entry(next).or_insert_with(none).0 += &here;
            }
        }
        for &state in order.iter().rev() {
            let onwards = ways.next(graph, edges, state).map(|next| ways.behind(next)).sum::<BigUint>();
            let behind = if graph.is_solved(state) { BigUint::from(1u32) } else { onwards };
            ways.through.entry(state).or_insert_with(none).1 = behind;
        }
        ways
    }

    /// The states after the moves of a state that keep to an optimal solution, once per move.
    fn next(&self, graph: &dyn Graph, edges: &Edges, state: u32) -> impl Iterator<Item = u32> {
        let cost = graph.cost_of(state);
        let keeps = move |&&(next, step): &&(u32, Cost)| {
            self.through.contains_key(&next) && graph.cost_of(next) == cost.saturating_add(step)
        };
        edges.of(state).iter().filter(keeps).map(|&(next, _)| next)
    }

    fn before(&self, state: u32) -> BigUint {
        self.through.get(&state).map_or(BigUint::ZERO, |ways| ways.0.clone())
    }

    fn behind(&self, state: u32) -> BigUint {
        self.through.get(&state).map_or(BigUint::ZERO, |ways| ways.1.clone())
    }

    fn total(&self) -> &BigUint {
        // The start is always there.
        &self.through[&self.start].1
    }
}

/// The cost from a state to a solution, if one follows.
fn left(graph: &dyn Graph, state: u32) -> Option<Cost> {
    match graph.fate(state) {
        Fate::Winnable(cost) => Some(cost),
        Fate::Dead | Fate::Undecided => None,
    }
}

/// The numbers of solutions that cost one and two more than the optimum; `None` if there are too many ways, no time is
/// left, or that cannot be told.
pub(super) fn longer(graph: &dyn Graph, edges: &Edges, effort: &Effort<'_>) -> Option<Vec<String>> {
    const MORE: Cost = 2;
    if !edges.is_whole() || edges.has_free_moves() {
        return None;
    }
    let optimum = left(graph, graph.start())?;
    let most = optimum.checked_add(MORE)?;
    // The ways to a state at a cost, by the state before it.
    let mut ways: BTreeMap<Cost, HashMap<(u32, u32), BigUint>> = BTreeMap::new();
    ways.entry(0).or_default().insert((UNSEEN, graph.start()), BigUint::from(1u32));
    let mut found = vec![BigUint::ZERO; MORE as usize + 1];
    let mut entries = 0;
    while let Some((cost, layer)) = ways.pop_first() {
        entries += layer.len();
        if entries > MAX_WAYS || effort.is_over() {
            return None;
        }
        for ((before, state), count) in layer {
            if graph.is_solved(state) {
                found[(cost - optimum) as usize] += count;
                continue;
            }
            for &(next, step) in edges.of(state) {
                let fits = |left: Cost| cost + step + left <= most;
                if next != state && next != before && next != UNSEEN && left(graph, next).is_some_and(fits) {
                    *ways.entry(cost + step).or_default().entry((state, next)).or_default() += &count;
                }
            }
        }
    }
    Some(found[1..].iter().map(ToString::to_string).collect())
}

/// The number of classes of optimal solutions, where two are in one class if swapping neighbouring moves makes
/// one of the other without changing any state but the one between the two.
fn up_to_order(
    space: &dyn LevelSpace,
    ways: &Ways,
    edges: &Edges,
    count: &BigUint,
    effort: &Effort<'_>,
) -> Option<usize> {
    if *count > BigUint::from(MAX_COMPARED) {
        return None;
    }
    let graph = space.graph();
    let mut all: Vec<(Vec<u32>, Vec<String>)> = Vec::new();
    let mut all_names: HashMap<u32, Vec<String>> = HashMap::new();
    let mut open = vec![(vec![ways.start], Vec::new())];
    while let Some((states, moves)) = open.pop() {
        let state = states[states.len() - 1];
        if graph.is_solved(state) {
            all.push((states, moves));
            continue;
        }
        if !all_names.contains_key(&state) && !effort.affords(1) {
            return None;
        }
        let names = all_names.entry(state).or_insert_with(|| space.move_names(state));
        let keeps: Vec<u32> = ways.next(graph, edges, state).collect();
        for (name, &(next, step)) in names.iter().zip(edges.of(state)) {
            if keeps.contains(&next) && graph.cost_of(next) == graph.cost_of(state) + step {
                let (mut states, mut moves) = (states.clone(), moves.clone());
                states.push(next);
                moves.push(name.clone());
                open.push((states, moves));
            }
        }
    }
    let mut class: Vec<usize> = (0..all.len()).collect();
    let mut known: HashMap<(Vec<u32>, Vec<String>), usize> = HashMap::new();
    for (at, (states, moves)) in all.iter().enumerate() {
        for step in 0..moves.len().saturating_sub(1) {
            // All but the state between the two moves, and the two in an order of their own.
            let (mut around, mut swapped) = (states.clone(), moves.clone());
            around.remove(step + 1);
            swapped[step..step + 2].sort();
            swapped.push(step.to_string());
            match known.entry((around, swapped)) {
                std::collections::hash_map::Entry::Occupied(other) => {
                    let (a, b) = (find(&class, at), find(&class, *other.get()));
                    class[a.max(b)] = a.min(b);
                }
                std::collections::hash_map::Entry::Vacant(place) => _ = place.insert(at),
            }
        }
    }
    Some((0..all.len()).filter(|&at| class[at] == at).count())
}

/// The one that stands for a class.
fn find(class: &[usize], mut at: usize) -> usize {
    while class[at] != at {
        at = class[at];
    }
    at
}
