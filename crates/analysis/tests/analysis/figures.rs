//! Every figure of an analysis against a slow computation of its own. The moves themselves are checked by playing
//! them.

use std::collections::BTreeSet;

use unriddle_kit::{LevelSpace, Request};
use unriddle_search::{Cost, Fate, Goal, Monitor, Options};

use super::slow::Slow;
use super::{analysed, explored, games_with_spaces, random_levels, text};

#[test]
fn the_states_of_a_space_are_what_playing_leads_to() {
    for game in games_with_spaces() {
        for level in random_levels(game, 9, 400) {
            explored(level.as_ref(), 400, &mut |space| {
                let graph = space.graph();
                for state in 0..graph.states() {
                    let mut position = level.start();
                    position.play_strict(&space.path(state)).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(position.cost(), graph.cost_of(state), "{}", text(level.as_ref()));
                    assert_eq!(position.is_solved(), graph.is_solved(state));
                    assert_eq!(position.picture().pieces.len(), space.picture(state).pieces.len());
                    let mut moves = 0;
                    graph.each_move(state, &mut |_, _| moves += 1);
                    assert_eq!(moves, space.move_names(state).len());
                }
            });
        }
    }
}

#[test]
fn costs_and_fates_are_those_of_a_slow_computation() {
    for game in games_with_spaces() {
        for level in random_levels(game, 15, 300) {
            explored(level.as_ref(), 300, &mut |space| {
                let (graph, slow) = (space.graph(), Slow::new(space));
                for state in 0..graph.states() {
                    assert_eq!(
                        Some(graph.cost_of(state)),
                        slow.from[state as usize],
                        "{}",
                        text(level.as_ref())
                    );
                    let fate = slow.to[state as usize].map_or(Fate::Dead, Fate::Winnable);
                    assert_eq!(graph.fate(state), fate, "{}", text(level.as_ref()));
                }
                let audit = level.audit(100_000).unwrap_or_else(|flaw| panic!("{flaw}"));
                assert_eq!(audit.optimal, slow.to[slow.start]);
            });
        }
    }
}

#[test]
fn solutions_are_counted_as_by_listing_them_all() {
    let mut counted = 0;
    for game in games_with_spaces() {
        for level in random_levels(game, 15, 300) {
            let analysis = analysed(level.as_ref(), 1, 0);
            explored(level.as_ref(), 300, &mut |space| {
                let slow = Slow::new(space);
                let Some(optimum) = slow.to[slow.start] else {
                    assert!(analysis.solutions.is_none() && analysis.outcome == "unsolvable");
                    return;
                };
                let solutions = analysis.solutions.as_ref().expect("there is a solution");
                let Some(ways) = slow.ways(optimum + 2) else { return };
                counted += 1;
                let number = |cost| ways.iter().filter(|way| way.0 == cost).count().to_string();
                assert_eq!(analysis.cost, Some(optimum));
                assert_eq!(solutions.count, Some(number(optimum)), "{}", text(level.as_ref()));
                assert_eq!(solutions.unique, Some(number(optimum) == "1"));
                assert_eq!(
                    solutions.longer,
                    [number(optimum + 1), number(optimum + 2)],
                    "{}",
                    text(level.as_ref())
                );
                let optimal: Vec<_> = ways.iter().filter(|way| way.0 == optimum).collect();
                let all_pass = |state: &usize| optimal.iter().all(|way| way.1.contains(state));
                assert_eq!(
                    solutions.shared_states,
                    (0..slow.edges.len()).filter(|state| all_pass(state)).count()
                );
                let has = |way: &(Cost, Vec<usize>, Vec<usize>), state: usize, mv: usize| {
                    way.1.iter().zip(&way.2).any(|pair| pair == (&state, &mv))
                };
                let first = optimal[0];
                let pairs = first.1.iter().zip(&first.2);
                let shared =
                    pairs.filter(|&(&state, &mv)| optimal.iter().all(|way| has(way, state, mv))).count();
                assert_eq!(solutions.shared_moves.len(), shared, "{}", text(level.as_ref()));
                if optimal.len() <= 60 {
                    assert_eq!(
                        solutions.up_to_order,
                        Some(classes(space, &optimal)),
                        "{}",
                        text(level.as_ref())
                    );
                }
                let request = Request {
                    options: Options { goal: Goal::All, threads: 1, ..Options::default() },
                    ..Request::default()
                };
                let answer = level.start().solve(&request, &mut Monitor::new());
                assert_eq!(answer.solutions.map(|count| count.to_string()), solutions.count);
                let mut position = level.start();
                position.play_strict(&solutions.moves).expect("a solution can be played");
                assert!(position.is_solved() && position.cost() == optimum);
            });
        }
    }
    assert!(counted > 20, "only {counted} levels could be counted");
}

/// The number of classes of solutions, by comparing each with each.
fn classes(space: &dyn LevelSpace, ways: &[&(Cost, Vec<usize>, Vec<usize>)]) -> usize {
    let names = |way: &(Cost, Vec<usize>, Vec<usize>)| -> Vec<String> {
        way.1.iter().zip(&way.2).map(|(&state, &mv)| space.move_names(state as u32)[mv].clone()).collect()
    };
    let named: Vec<Vec<String>> = ways.iter().map(|way| names(way)).collect();
    let swapped = |a: usize, b: usize| {
        let (x, y) = (ways[a], ways[b]);
        x.1.len() == y.1.len()
            && (0..named[a].len().saturating_sub(1)).any(|at| {
                let same_states = (0..x.1.len()).all(|state| state == at + 1 || x.1[state] == y.1[state]);
                let same_moves =
                    (0..named[a].len()).all(|mv| mv == at || mv == at + 1 || named[a][mv] == named[b][mv]);
                let both = (&named[a][at], &named[a][at + 1]);
                let other = (&named[b][at], &named[b][at + 1]);
                same_states && same_moves && (both == other || both == (other.1, other.0))
            })
    };
    let mut class: Vec<usize> = (0..ways.len()).collect();
    loop {
        let before = class.clone();
        for a in 0..ways.len() {
            for b in 0..ways.len() {
                if swapped(a, b) {
                    let least = class[a].min(class[b]);
                    (class[a], class[b]) = (least, least);
                }
            }
        }
        if class == before {
            return class.into_iter().collect::<BTreeSet<_>>().len();
        }
    }
}

#[test]
fn the_shape_of_a_space_is_that_of_a_slow_computation() {
    for game in games_with_spaces() {
        for level in random_levels(game, 12, 150) {
            let analysis = analysed(level.as_ref(), 1, 0);
            explored(level.as_ref(), 150, &mut |space| {
                let slow = Slow::new(space);
                let shape = analysis.shape.as_ref().expect("the space was explored");
                let states = slow.edges.len();
                let is_dead = |state: usize| slow.to[state].is_none();
                assert_eq!(shape.states as usize, states);
                assert_eq!(shape.solved as usize, slow.solved.iter().filter(|solved| **solved).count());
                assert_eq!(shape.dead as usize, (0..states).filter(|&state| is_dead(state)).count());
                assert_eq!(shape.undecided, 0);
                let open = slow.solved.iter().filter(|solved| !**solved).count();
                let moves: usize = slow.edges.iter().map(Vec::len).sum();
                assert_eq!(shape.branching, moves as f64 / open.max(1) as f64);
                assert_eq!(shape.depth, slow.from.iter().flatten().copied().max().unwrap_or(0));
                assert_eq!(shape.furthest, slow.to.iter().flatten().copied().max());
                let reach = slow.reach();
                let part = |state: usize| -> BTreeSet<usize> {
                    reach[state].iter().copied().filter(|&other| reach[other].contains(&state)).collect()
                };
                assert_eq!(shape.parts as usize, (0..states).map(part).collect::<BTreeSet<_>>().len());
                // The fewest moves from a state that is not dead, where every move counts one.
                let mut depth: Vec<Option<u32>> =
                    (0..states).map(|state| (!is_dead(state)).then_some(0)).collect();
                for _ in 0..states {
                    for (state, edges) in slow.edges.iter().enumerate() {
                        for &(next, _) in edges {
                            if let Some(more) = depth[state].map(|depth| depth + 1) {
                                depth[next] = Some(depth[next].map_or(more, |known| known.min(more)));
                            }
                        }
                    }
                }
                assert_eq!(shape.astray, depth.iter().flatten().copied().max().unwrap_or(0));
                let columns = shape.histogram.iter();
                let sum: u32 = columns.map(|column| column.winnable + column.lost + column.solved).sum();
                assert_eq!(sum as usize, states);
            });
        }
    }
}

#[test]
fn information_is_the_least_over_all_ways() {
    for game in games_with_spaces() {
        for level in random_levels(game, 12, 200) {
            let analysis = analysed(level.as_ref(), 1, 0);
            explored(level.as_ref(), 200, &mut |space| {
                let slow = Slow::new(space);
                let choices = |state: usize| -> BTreeSet<usize> {
                    let nexts = slow.edges[state].iter().map(|edge| edge.0);
                    nexts.filter(|&next| next != state && slow.from[next] >= slow.from[state]).collect()
                };
                let mut bits = vec![f64::INFINITY; slow.edges.len()];
                bits[slow.start] = 0.0;
                for _ in 0..slow.edges.len() {
                    for state in (0..slow.edges.len()).filter(|&state| !slow.solved[state]) {
                        let choices = choices(state);
                        for &next in &choices {
                            bits[next] = bits[next].min(bits[state] + (choices.len() as f64).log2());
                        }
                    }
                }
                let least =
                    (0..slow.edges.len()).filter(|&state| slow.solved[state]).map(|state| bits[state]);
                let least = least.fold(f64::INFINITY, f64::min);
                match analysis.information {
                    Some(found) => {
                        assert!((found - least).abs() < 1e-9, "{found} {least} {}", text(level.as_ref()));
                    }
                    None => assert!(least.is_infinite()),
                }
            });
        }
    }
}

#[test]
fn each_step_counts_the_moves_that_are_open_there() {
    for game in games_with_spaces() {
        for level in random_levels(game, 12, 200) {
            let analysis = analysed(level.as_ref(), 1, 0);
            let Some(solutions) = &analysis.solutions else { continue };
            assert_eq!(analysis.steps.len(), solutions.moves.len());
            explored(level.as_ref(), 200, &mut |space| {
                let (graph, slow) = (space.graph(), Slow::new(space));
                let reach = slow.reach();
                let ends = (0..graph.states()).filter(|&state| graph.is_solved(state));
                let end =
                    ends.min_by_key(|&state| (graph.cost_of(state), state)).expect("there is a solution");
                let mut route = vec![end];
                while route[0] != graph.start() {
                    route.insert(0, graph.before(route[0]));
                }
                for (pair, step) in route.windows(2).zip(&analysis.steps) {
                    let (here, next) = (pair[0] as usize, pair[1] as usize);
                    let edges = &slow.edges[here];
                    let left = slow.to[here].expect("a solution follows");
                    let optimal =
                        edges.iter().filter(|(to, cost)| slow.to[*to].map(|rest| rest + cost) == Some(left));
                    let optimal = optimal.count();
                    let losing = edges.iter().filter(|(to, _)| slow.to[*to].is_none()).count();
                    assert_eq!((step.left, step.open, step.optimal), (left, edges.len(), optimal));
                    assert_eq!((step.losing, step.safe), (losing, edges.len() - optimal - losing));
                    assert_eq!(step.no_return, !reach[next].contains(&here));
                    let (before, after) = (graph.lower_bound(pair[0]), graph.lower_bound(pair[1]));
                    assert_eq!(step.trap, optimal == 1 && edges.len() > 1 && after > before);
                }
            });
        }
    }
}
