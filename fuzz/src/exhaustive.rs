//! Every state of a small level of a script, found by the reference engine with a hash map.
//!
//! The slow method that searches are compared with. It knows keys, boards and nothing else: no packed states, no
//! heuristics, no code of the search. A move that chance decides, or that the engine gives up, is a gap: it may lead
//! anywhere, so nothing is known about solutions that are longer than the way to it.

use std::collections::HashMap;

use unriddle_puzzlescript::engine::{Ending, Engine, Input as Key, Snapshot};
use unriddle_puzzlescript::game::Compiled;
use unriddle_search::Cost;

/// The seed of random numbers with which levels begin.
pub const SEED: &str = "unriddle";

/// The work of all moves after which no more states are expanded: a second or two.
const MAX_WORK: u64 = 100_000_000;

/// A key, or `None` for a turn of the clock.
pub type Press = Option<Key>;

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// To the state with this number, which may be the same one.
    To(usize),
    /// Nowhere: it is proved that turns follow by themselves without end.
    Endless,
    /// It is not known: chance decides, or the engine gave up.
    Gap,
}

/// A state, and how it was reached.
struct Node {
    snapshot: Snapshot,
    depth: Cost,
    /// The number of shortest ways to it.
    ways: u128,
    /// Where each of the [presses](Exhaustive::presses) leads; empty if it is won, or was not expanded.
    edges: Vec<Edge>,
}

/// The states of a level.
pub struct Exhaustive {
    /// The keys of the game, and the clock if it has one.
    pub presses: Vec<Press>,
    nodes: Vec<Node>,
    /// Whether the start itself is not known: chance decides how the level begins, or the engine gave up.
    pub is_start_unknown: bool,
    /// The fewest keys to a state with a move that leads to a gap.
    pub gap: Option<Cost>,
    /// The number of layers that are complete: all states that take fewer keys than this are known.
    pub layers: Cost,
    /// Whether all states are known that can be reached without a gap.
    pub is_complete: bool,
    /// The work of all moves.
    work: u64,
}

impl Exhaustive {
    /// Explores a level layer by layer, until all states are known, there are more than `max_states`, or it takes too
    /// long.
    pub fn new(game: &Compiled, stage: usize, max_states: usize) -> Exhaustive {
        let mut engine = Engine::single(game, stage, SEED).expect("the stage is a board");
        engine.settle();
        let start = engine.snapshot(false);
        let is_start_unknown = engine.chance().is_some() || matches!(engine.ending(), Ending::GivenUp { .. });
        let keys = [Key::Up, Key::Left, Key::Down, Key::Right, Key::Action].into_iter();
        let keys = keys.filter(|&key| key != Key::Action || !game.prelude.no_action).map(Some);
        let presses: Vec<Press> = keys.chain(game.prelude.realtime_interval.map(|_| None)).collect();
        let is_at_rest = start.ending == Ending::Rest;
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let nodes = vec![Node { snapshot: start, depth: 0, ways: 1, edges: Vec::new() }];
        let mut space = Exhaustive {
            presses,
            nodes,
            is_start_unknown,
            gap: None,
            layers: 1,
            is_complete: false,
            work: 0,
        };
        let (mut first, mut end) = (0, usize::from(is_at_rest));
        while first < end {
            if space.nodes.len() > max_states {
                return space;
            }
            for number in first..end {
                if space.work > MAX_WORK {
                    return space;
                }
                space.expand(game, stage, number, &mut numbers);
            }
            space.layers += 1;
            (first, end) = (end, space.nodes.len());
        }
        space.is_complete = true;
        space
    }

    fn expand(
        &mut self,
        game: &Compiled,
        stage: usize,
        number: usize,
        numbers: &mut HashMap<Snapshot, usize>,
    ) {
        let Node { snapshot, depth, ways, .. } = &self.nodes[number];
        if snapshot.won {
            return;
        }
        let (before, depth, ways) = (snapshot.clone(), *depth, *ways);
        for at in 0..self.presses.len() {
            let mut engine = Engine::resume(game, stage, &before).expect("it is a state of this level");
            match self.presses[at] {
                Some(key) => engine.input(key),
                None => engine.tick(),
            };
            engine.settle();
            self.work = self.work.saturating_add(engine.work());
            let edge = match (engine.chance(), engine.ending()) {
                (Some(_), _) | (None, Ending::GivenUp { .. }) => {
                    self.gap = Some(self.gap.map_or(depth, |gap| gap.min(depth)));
                    Edge::Gap
                }
                (None, Ending::Endless) => Edge::Endless,
                (None, Ending::Rest) => {
                    let next = engine.snapshot(false);
                    let count = self.nodes.len();
                    let to = *numbers.entry(next.clone()).or_insert(count);
                    if to == count {
                        let edges = Vec::new();
                        self.nodes.push(Node { snapshot: next, depth: depth + 1, ways: 0, edges });
                    }
                    let reached = &mut self.nodes[to];
                    if reached.depth == depth + 1 {
                        reached.ways = reached.ways.saturating_add(ways);
                    }
                    Edge::To(to)
                }
            };
            self.nodes[number].edges.push(edge);
        }
    }

    /// The number of states that were found.
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// A state by its number. The start has number 0.
    pub fn snapshot(&self, number: usize) -> &Snapshot {
        &self.nodes[number].snapshot
    }

    /// Where each press leads from a state; empty if it is won, or was not expanded.
    pub fn edges(&self, number: usize) -> &[Edge] {
        &self.nodes[number].edges
    }

    /// The number of states at each depth.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for node in &self.nodes {
            counts.resize(counts.len().max(node.depth as usize + 1), 0);
            counts[node.depth as usize] += 1;
        }
        counts
    }

    /// The fewest keys to a win without a gap, if one was found.
    pub fn optimum(&self) -> Option<Cost> {
        self.nodes.iter().filter(|node| node.snapshot.won).map(|node| node.depth).min()
    }

    /// The number of ways to win with as few keys as possible.
    pub fn solutions(&self) -> u128 {
        let optimum = self.optimum();
        let best = self.nodes.iter().filter(|node| node.snapshot.won && Some(node.depth) == optimum);
        best.map(|node| node.ways).fold(0, u128::saturating_add)
    }

    /// A lower bound on the keys to a win, whatever the gaps lead to.
    pub fn bound(&self) -> Cost {
        if self.is_start_unknown {
            return 0;
        }
        let beyond_gap = self.gap.map_or(Cost::MAX, |gap| gap + 1);
        let unexplored = if self.is_complete { Cost::MAX } else { self.layers };
        beyond_gap.min(unexplored).min(self.optimum().unwrap_or(Cost::MAX))
    }
}
