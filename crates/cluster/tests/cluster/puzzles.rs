//! Puzzles to agree on: random graphs, and walks in a large random cave.

use proptest::prelude::*;
use unriddle_search::distributed::ByteForm;
use unriddle_search::{Cost, FlatPuzzle, Puzzle, Tuning};

/// A random graph with a bound that is admissible and otherwise arbitrary.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The edges of each node: cost and target.
    edges: Vec<Vec<(Cost, u32)>>,
    goals: Vec<bool>,
    bounds: Vec<Option<Cost>>,
    min_move_cost: Cost,
}

impl Graph {
    /// The bound of a node is a share of its true distance, in percent.
    fn new(edges: Vec<Vec<(Cost, u32)>>, goals: Vec<bool>, shares: &[u32]) -> Self {
        let distances = distances(&edges, &goals);
        let share = |(distance, share): (&Option<Cost>, &u32)| match distance {
            Some(distance) => Some(distance * share / 100),
            // Dead ends may be known or not.
            None => (share % 2 == 0).then_some(*share),
        };
        let bounds = distances.iter().zip(shares).map(share).collect();
        let min_move_cost = edges.iter().flatten().map(|&(cost, _)| cost).min().unwrap_or(0).min(1);
        Graph { edges, goals, bounds, min_move_cost }
    }
}

/// The distance of each node to a goal, by relaxing all edges until nothing changes.
fn distances(edges: &[Vec<(Cost, u32)>], goals: &[bool]) -> Vec<Option<Cost>> {
    let mut distances: Vec<Option<Cost>> = goals.iter().map(|&goal| goal.then_some(0)).collect();
    loop {
        let mut changed = false;
        for (node, edges) in edges.iter().enumerate() {
            for &(cost, target) in edges {
                let through = distances[target as usize].map(|distance| distance + cost);
                if through.is_some() && (distances[node].is_none() || through < distances[node]) {
                    (distances[node], changed) = (through, true);
                }
            }
        }
        if !changed {
            return distances;
        }
    }
}

/// Graphs of up to 60 nodes, with moves that cost up to `most`, free ones included if `least` is 0.
pub fn graphs(least: Cost, most: Cost) -> impl Strategy<Value = Graph> {
    (2usize..60).prop_flat_map(move |nodes| {
        let edge = (least..=most, 0..nodes as u32);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), nodes);
        let goals = prop::collection::vec(prop::bool::weighted(0.05), nodes);
        let shares = prop::collection::vec(0u32..=100, nodes);
        (edges, goals, shares).prop_map(|(edges, goals, shares)| Graph::new(edges, goals, &shares))
    })
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_solved(&self, &node: &u32) -> bool {
        self.goals[node as usize]
    }

    fn expand(&self, &node: &u32, mut visit: impl FnMut(u32, Cost, u32)) {
        for &(cost, target) in &self.edges[node as usize] {
            visit(target, cost, target);
        }
    }

    fn lower_bound(&self, &node: &u32) -> Option<Cost> {
        self.bounds[node as usize]
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: self.min_move_cost, byte_form: Some(ByteForm::new()), ..Tuning::default() }
    }
}

/// A cave of rooms in three dimensions, some of which are rock. Up costs more than the other ways, unless all
/// ways cost the same.
#[derive(Clone, Debug)]
pub struct Cave {
    pub size: i32,
    pub seed: u64,
    /// The cost of going up.
    pub up: Cost,
    /// Whether the goal can be reached at all.
    pub open: bool,
    /// How much of the distance the bound knows, in percent; it varies from room to room.
    pub known: u64,
}

impl Cave {
    fn noise(&self, room: [i32; 3]) -> u64 {
        let [x, y, z] = room.map(|number| number as u64);
        let mixed =
            (x << 40 ^ y << 20 ^ z ^ self.seed << 50).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
    }

    fn is_rock(&self, room: [i32; 3]) -> bool {
        let goal = [self.size - 1; 3];
        let at_goal = room.iter().zip(&goal).map(|(a, b)| (a - b).abs()).sum::<i32>();
        !self.open && at_goal == 1 || at_goal > 0 && room != [0; 3] && self.noise(room) % 100 < 15
    }
}

impl Puzzle for Cave {
    type State = [i32; 3];
    type Move = u8;

    fn start(&self) -> [i32; 3] {
        [0; 3]
    }

    fn is_solved(&self, room: &[i32; 3]) -> bool {
        *room == [self.size - 1; 3]
    }

    fn expand(&self, room: &[i32; 3], mut visit: impl FnMut(u8, Cost, [i32; 3])) {
        for way in 0..6u8 {
            let mut next = *room;
            next[usize::from(way / 2)] += if way % 2 == 0 { 1 } else { -1 };
            if next.iter().all(|number| (0..self.size).contains(number)) && !self.is_rock(next) {
                visit(way, if way == 4 { self.up } else { 1 }, next);
            }
        }
    }

    fn lower_bound(&self, room: &[i32; 3]) -> Option<Cost> {
        let away = room.iter().map(|number| (self.size - 1 - number) as u64).sum::<u64>();
        let known = if self.known == 0 { 0 } else { self.known - self.noise(*room) % self.known.min(50) };
        Some((away * known / 100) as Cost)
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { byte_form: Some(ByteForm::new()), ..Tuning::default() }
    }
}

/// A graph whose layers are wide: the start, 400 states, 100 000 and again 100 000. States are a layer and a
/// place in it.
#[derive(Clone, Debug, Default)]
pub struct Fan {
    /// The place of the goal in the last layer.
    pub goal: Option<u32>,
    /// A place in the layer before that has one more move, and the cost of that move.
    pub odd: Option<(u32, Cost)>,
    /// Whether the puzzle says that no move is free.
    pub no_free_moves: bool,
}

impl Fan {
    pub const WIDTH: u32 = 100_000;
    const FIRST: u32 = 400;
}

impl Puzzle for Fan {
    type State = [u32; 2];
    type Move = u32;

    fn start(&self) -> [u32; 2] {
        [0; 2]
    }

    fn is_solved(&self, &[layer, place]: &[u32; 2]) -> bool {
        layer == 3 && self.goal == Some(place)
    }

    fn expand(&self, &[layer, place]: &[u32; 2], mut visit: impl FnMut(u32, Cost, [u32; 2])) {
        let children = [Self::FIRST, Self::WIDTH / Self::FIRST, 1, 0][layer as usize];
        for child in place * children..(place + 1) * children {
            visit(child, 1, [layer + 1, child]);
        }
        if let Some((_, cost)) = self.odd.filter(|&(odd, _)| (layer, place) == (2, odd)) {
            visit(u32::MAX, cost, [3, Self::WIDTH - 1 - place]);
        }
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning {
            min_move_cost: self.no_free_moves.into(),
            byte_form: Some(ByteForm::new()),
            ..Tuning::default()
        }
    }
}

/// A row of lamps, in which each switch toggles a lamp and its neighbours. All lamps must be lit.
#[derive(Clone, Debug)]
pub struct Lamps {
    pub count: usize,
}

impl FlatPuzzle for Lamps {
    /// The switch that is pressed.
    type Move = usize;

    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }

    fn start(&self, state: &mut [u64]) {
        state.fill(0);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        state.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.count
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(usize, Cost, &[u64])) {
        for switch in 0..self.count {
            next.copy_from_slice(state);
            for lamp in switch.saturating_sub(1)..(switch + 2).min(self.count) {
                next[lamp / 64] ^= 1 << (lamp % 64);
            }
            visit(switch, 1, next);
        }
    }

    /// A switch lights at most three lamps.
    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        let lit: u32 = state.iter().map(|word| word.count_ones()).sum();
        Some((self.count as Cost - lit).div_ceil(3))
    }
}
