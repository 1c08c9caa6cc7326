//! Tests of the search against slow and simple oracles: moves, bound, methods and symmetries.

use std::collections::HashMap;

use unriddle_kit::{Direction, Symmetry};
use unriddle_search::{Audit, Cost, Method, Monitor, Options, audit, solve_with};

use super::level::{Actor, Colour, Plan, SearchLevel, Tile};
use super::state::State;
use super::symmetry::twists;
use super::walkers::Walkers;
use crate::bits::{Bits, Listed, Wide};

/// A pseudorandom number generator with a fixed sequence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random board whose corners are passable, so that the frame is the whole board.
    fn plan(&mut self, (width, height): (usize, usize), holes: usize, goals: usize, actors: usize) -> Plan {
        let mut rows = vec![vec![Tile::Plain; width]; height];
        for tile in rows.iter_mut().flatten() {
            if self.chance(holes) {
                *tile = Tile::Impassable;
            }
        }
        rows[0][0] = Tile::Plain;
        rows[height - 1][width - 1] = Tile::Plain;
        let mut plan = Plan { width, rows, ..Plan::default() };
        for _ in 0..goals {
            let at = (self.below(width), self.below(height));
            if plan.tile(at) != Tile::Impassable {
                plan.rows[at.1][at.0] = Tile::Goal(Colour::ALL[self.below(2)]);
            }
        }
        for _ in 0..actors {
            let at = (self.below(width), self.below(height));
            if plan.tile(at) != Tile::Impassable && !plan.actors.iter().any(|actor| actor.at == at) {
                plan.actors.push(Actor { colour: Colour::ALL[self.below(2)], at });
            }
        }
        plan
    }

    /// A random board that is its own image under some symmetry.
    fn symmetric_plan(&mut self, size: (usize, usize), goals: usize, actors: usize) -> Plan {
        let mut plan = self.plan(size, 15, goals, actors);
        let shapes: Vec<Symmetry> = Symmetry::all().filter(|shape| shape.size(size) == size).collect();
        let shape = shapes[self.below(shapes.len())];
        let exchange = self.chance(50);
        let actors: HashMap<_, _> = plan.actors.iter().map(|actor| (actor.at, actor.colour)).collect();
        for at in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let (mut there, mut tile) = (shape.cell(at, size), plan.tile(at));
            // Later images overwrite earlier ones. Where the colours contradict each other, the tile is
            // plain.
            while there != at {
                tile = match tile {
                    Tile::Goal(colour) if exchange => Tile::Goal(colour.other()),
                    same => same,
                };
                plan.rows[there.1][there.0] = tile;
                there = shape.cell(there, size);
            }
        }
        plan.actors = actors.into_iter().map(|(at, colour)| Actor { colour, at }).collect();
        plan.actors.retain(|actor| plan.rows[actor.at.1][actor.at.0] != Tile::Impassable);
        plan
    }
}

fn level<B: Bits>(plan: &Plan) -> SearchLevel<B> {
    let frame = plan.frame();
    SearchLevel::new(frame, &plan.tiles(frame), &Walkers::new(plan, frame).0)
}

/// Plays random moves on random boards, with bit boards and actor by actor.
fn moves_agree<B: Bits>(sizes: &[(usize, usize)], boards: usize, moves: usize) {
    let mut dice = Dice(0x5EED);
    for board in 0..boards {
        let size = sizes[board % sizes.len()];
        let (holes, actors) = (dice.below(50), 1 + dice.below(size.0 * size.1));
        let plan = dice.plan(size, holes, 3, actors);
        let level = level::<B>(&plan);
        let mut walkers = Walkers::new(&plan, plan.frame());
        let mut state = level.start.clone();
        for _ in 0..moves {
            let direction = Direction::ALL[dice.below(4)];
            let before = state.clone();
            state = level.after(&state, direction);
            walkers.walk(direction, |at| plan.tile(at) != Tile::Impassable);
            let walked = State::<B>::new(plan.frame(), &walkers.0);
            assert_eq!(state, walked, "{plan:?} {before:?} {direction:?}");
        }
    }
}

#[test]
fn bit_boards_agree_with_the_literal_rules() {
    moves_agree::<u32>(&[(1, 1), (32, 1), (1, 32), (5, 5), (8, 4), (4, 7), (2, 3)], 1500, 30);
    moves_agree::<u64>(&[(64, 1), (1, 64), (8, 8), (7, 9), (3, 3)], 800, 30);
    moves_agree::<Wide<4>>(&[(64, 4), (16, 16), (1, 200), (13, 11), (128, 1), (16, 8), (11, 11)], 250, 30);
    moves_agree::<Wide<16>>(&[(32, 32), (1, 1024), (300, 3)], 30, 30);
    moves_agree::<Listed>(&[(40, 30), (1, 1100), (5, 5)], 30, 30);
}

/// All reachable states, each with its successors.
type Graph<B> = HashMap<State<B>, Vec<State<B>>>;

fn graph<B: Bits>(level: &SearchLevel<B>) -> Graph<B> {
    let mut graph = Graph::new();
    let mut rest = vec![level.start.clone()];
    while let Some(state) = rest.pop() {
        if graph.contains_key(&state) {
            continue;
        }
        let mut after = Vec::new();
        level.expand(&state, |_, _, next| after.push(next));
        rest.extend(after.iter().cloned());
        graph.insert(state, after);
    }
    graph
}

/// The true distance of every solvable state, by a backward search from the solved states.
fn distances<B: Bits>(level: &SearchLevel<B>, graph: &Graph<B>) -> HashMap<State<B>, Cost> {
    let mut before: HashMap<&State<B>, Vec<&State<B>>> = HashMap::new();
    for (state, after) in graph {
        after.iter().for_each(|next| before.entry(next).or_default().push(state));
    }
    let mut distance = HashMap::new();
    let mut layer: Vec<&State<B>> = graph.keys().filter(|state| level.is_solved(state)).collect();
    let mut steps = 0;
    while !layer.is_empty() {
        layer.retain(|&state| !distance.contains_key(state));
        distance.extend(layer.iter().map(|&state| (state.clone(), steps)));
        layer = layer.iter().flat_map(|state| before.get(state).into_iter().flatten().copied()).collect();
        steps += 1;
    }
    distance
}

#[test]
fn the_bound_is_admissible() {
    let mut dice = Dice(0xB0D);
    let (mut exact, mut dead) = (0, 0);
    for _ in 0..600 {
        let size = (2 + dice.below(4), 1 + dice.below(4));
        let (holes, goals, actors) = (dice.below(40), dice.below(5), 1 + dice.below(4));
        let level = level::<u32>(&dice.plan(size, holes, goals, actors));
        let graph = graph(&level);
        let truth = distances(&level, &graph);
        for state in graph.keys() {
            match (level.lower_bound(state), truth.get(state)) {
                (Some(bound), Some(&true_cost)) => {
                    assert!(bound <= true_cost, "{state:?}: {bound} > {true_cost}");
                    exact += u32::from(bound == true_cost && bound > 1);
                }
                (None, Some(cost)) => panic!("{state:?} is solved in {cost}"),
                (None, None) => dead += 1,
                (Some(_), None) => {}
            }
        }
    }
    assert!(exact > 1000 && dead > 1000, "some cases are too rare: {exact}, {dead}");
}

#[test]
fn every_method_finds_the_true_optimum() {
    let mut dice = Dice(0xA6EE);
    let mut solvable = 0;
    for board in 0..2000 {
        let size = (2 + dice.below(3), 1 + dice.below(3));
        let (goals, actors) = (1 + dice.below(2), 2 + dice.below(3));
        let plan = if board % 2 == 0 {
            dice.plan(size, 25, goals, actors)
        } else {
            dice.symmetric_plan(size, goals, actors)
        };
        let level = level::<u32>(&plan);
        let Audit { optimal, .. } =
            audit(&level, 100_000).expect("the bound is admissible and canonical states are consistent");
        // IDA* takes too long on large boards without a solution.
        let depth_first = optimal.is_some_and(|cost| cost < 9).then_some(Method::IdaStar);
        let others = [Method::Auto, Method::BreadthFirst, Method::AStar, Method::Anytime];
        for method in others.into_iter().chain(depth_first) {
            let options = Options { method, ..Options::default() };
            let report = solve_with(&level, &options, &mut Monitor::new());
            assert_eq!(report.outcome.cost(), optimal, "{method:?} on {plan:?}");
        }
        solvable += u32::from(optimal.is_some_and(|cost| cost > 1));
    }
    assert!(solvable > 150, "only {solvable} levels had a solution");
}

/// Checks that every image of a state agrees with it in goal, bound, canonical state and successors.
fn images_agree<B: Bits>(size: (usize, usize), boards: usize, seen: &mut [usize; 17]) {
    let mut dice = Dice(0x1_3A6E);
    for _ in 0..boards {
        let (goals, actors) = (dice.below(5), 1 + dice.below(5));
        let level = level::<B>(&dice.symmetric_plan(size, goals, actors));
        let (frame, tiles) = (level.ground.frame, &level.ground.tiles);
        let counts = Colour::ALL.map(|colour| level.start.of(colour).tiles().count());
        let twists = twists(frame, tiles, counts);
        seen[twists.len()] += 1;
        let mut state = level.start.clone();
        for _ in 0..10 {
            state = level.after(&state, Direction::ALL[dice.below(4)]);
            for twist in &twists {
                let turn = |set: &B| {
                    let turned = |tile| frame.number(twist.shape.cell(frame.cell(tile), frame.size()));
                    B::of(set.tiles().map(turned))
                };
                let (red, blue) = (turn(&state.red), turn(&state.blue));
                let image = if twist.exchange { State { red: blue, blue: red } } else { State { red, blue } };
                assert_eq!(level.is_solved(&image), level.is_solved(&state));
                assert_eq!(level.lower_bound(&image), level.lower_bound(&state));
                assert_eq!(level.canonical(image.clone()), level.canonical(state.clone()));
                let after = |state: &State<B>| {
                    let mut after = Vec::new();
                    level.expand(state, |_, cost, next| {
                        after.push((cost, format!("{:?}", level.canonical(next))));
                    });
                    after.sort();
                    after
                };
                assert_eq!(after(&image), after(&state), "{twist:?} {state:?}");
            }
        }
    }
}

#[test]
fn images_of_a_state_agree_in_everything_that_the_search_uses() {
    let mut seen = [0; 17];
    images_agree::<u32>((5, 5), 600, &mut seen);
    images_agree::<u32>((3, 3), 600, &mut seen);
    images_agree::<u32>((4, 3), 300, &mut seen);
    images_agree::<u64>((7, 6), 200, &mut seen);
    images_agree::<Wide<4>>((10, 10), 100, &mut seen);
    images_agree::<Wide<4>>((15, 15), 50, &mut seen);
    images_agree::<Listed>((6, 6), 50, &mut seen);
    for count in [1, 2, 4, 8, 16] {
        assert!(seen[count] > 0, "no board with {count} symmetries was tried: {seen:?}");
    }
}

/// The length of a shortest solution, by breadth-first search over the states that `name` gives.
fn shortest<B: Bits>(level: &SearchLevel<B>, name: impl Fn(State<B>) -> State<B>) -> Option<usize> {
    let mut layers = vec![vec![name(level.start.clone())]];
    let mut seen: std::collections::HashSet<State<B>> = layers[0].iter().cloned().collect();
    loop {
        let layer = layers.last()?;
        if layer.iter().any(|state| level.is_solved(state)) {
            return Some(layers.len() - 1);
        }
        let mut next = Vec::new();
        for state in layer {
            level.expand(state, |_, _, after| {
                let after = name(after);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            });
        }
        if next.is_empty() {
            return None;
        }
        layers.push(next);
    }
}

#[test]
fn canonical_states_do_not_change_the_optimum() {
    let mut dice = Dice(0xCAFE);
    let mut solved = 0;
    for _ in 0..300 {
        let size = (2 + dice.below(3), 2 + dice.below(3));
        let (goals, actors) = (1 + dice.below(4), 2 + dice.below(3));
        let level = level::<u32>(&dice.symmetric_plan(size, goals, actors));
        let plain = shortest(&level, |state| state);
        assert_eq!(shortest(&level, |state| level.canonical(state)), plain);
        solved += usize::from(plain.is_some_and(|moves| moves > 0));
    }
    assert!(solved > 30, "only {solved} levels had a solution");
}
