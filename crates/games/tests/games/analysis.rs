//! Every figure of an analysis against a slow computation of its own, on small random levels of every game.
//!
//! The slow computations know only the moves of each state, and relax, enumerate or compare until nothing
//! changes. The moves themselves are checked by playing them.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use unriddle_games::analysis::{Analysis, Budget, PartKind, Question, Role, analyse, pictures};
use unriddle_games::editing::{Edit, apply};
use unriddle_games::search::{Cost, Fate, Goal, Limits, Monitor, Options, Outcome};
use unriddle_games::{Direction, GAMES, Game, Level, LevelSpace, Request, game};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Random numbers that are always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn limits(states: u64) -> Limits {
    Limits { states: Some(states), ..Limits::default() }
}

fn explored(level: &dyn Level, states: u64, check: &mut dyn FnMut(&dyn LevelSpace)) -> bool {
    let options = Options { limits: limits(states), threads: 1, ..Options::default() };
    let start = level.start();
    match start.explore(&options, &mut Monitor::new()) {
        Some(space) if space.graph().is_whole() => {
            check(space.as_ref());
            true
        }
        _ => false,
    }
}

/// A few small levels of a game, painted at random.
fn random_levels(game: &'static dyn Game, count: usize, states: u64) -> Vec<Box<dyn Level>> {
    let editor = game.editor();
    let brushes = editor.brushes();
    let mut chance = Chance(7);
    let mut levels = Vec::new();
    for _ in 0..3000 {
        let mut grid = editor.grid(editor.starter()).expect("the starter is a board");
        for edge in [Direction::Right, Direction::Down, Direction::Left, Direction::Up] {
            for _ in 0..chance.below(3) {
                let _ = apply(editor, &mut grid, &Edit::Shrink { edge });
            }
        }
        for _ in 0..2 + chance.below(12) {
            let is_common = chance.below(2) == 0;
            let brush = chance.below(if is_common { brushes.len().min(6) } else { brushes.len() });
            let (x, y) = (chance.below(grid.width), chance.below(grid.height));
            let variant = Some(chance.below(brushes[brush].words.len()));
            let _ = apply(editor, &mut grid, &Edit::Paint { brush, x, y, variant });
        }
        let Ok(level) = game.read(&editor.write(&grid), &[]) else { continue };
        if level.start().is_solved() {
            continue;
        }
        // Half of them are to have a solution, and few are to be trivial.
        let mut is_wanted = false;
        let want_solution = levels.len() % 3 != 0;
        let small = explored(level.as_ref(), states, &mut |space| {
            let graph = space.graph();
            let winnable = matches!(graph.fate(graph.start()), Fate::Winnable(_));
            is_wanted = graph.states() > 5 && winnable == want_solution;
        });
        if small && is_wanted {
            levels.push(level);
        }
        if levels.len() == count {
            break;
        }
    }
    assert_eq!(levels.len(), count, "{} gives too few random levels", game.id());
    levels
}

/// The games whose levels can be painted and explored.
fn games_with_spaces() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().copied().filter(|game| !game.editor().brushes().is_empty()).filter(|game| {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let options = Options { limits: limits(10), threads: 1, ..Options::default() };
        let start = level.start();
        start.explore(&options, &mut Monitor::new()).is_some()
    })
}

fn analysed(level: &dyn Level, threads: usize, parts: usize) -> Analysis {
    let budget = Budget { limits: limits(100_000), threads, cancel: &NEVER };
    let question = Question { budget, settings: &[], parts, why_not: parts > 0, pictures: true };
    let mut analysis = analyse(level, &question, &mut |_| {});
    analysis.statistics = Default::default();
    analysis
}

fn text(level: &dyn Level) -> String {
    format!("{}\n{}", level.game().id(), level.encodings()[0].1)
}

/// The moves of each state, and nothing else.
struct Slow {
    start: usize,
    edges: Vec<Vec<(usize, Cost)>>,
    solved: Vec<bool>,
    from: Vec<Option<Cost>>,
    to: Vec<Option<Cost>>,
}

/// A way to a solution: its cost, its states, and the numbers of its moves.
type Way = (Cost, Vec<usize>, Vec<usize>);

impl Slow {
    fn new(space: &dyn LevelSpace) -> Slow {
        let graph = space.graph();
        let mut edges = vec![Vec::new(); graph.states() as usize];
        for state in 0..graph.states() {
            graph.each_move(state, &mut |cost, next| {
                edges[state as usize].push((next.expect("the space is whole") as usize, cost));
            });
        }
        let solved: Vec<bool> = (0..graph.states()).map(|state| graph.is_solved(state)).collect();
        let mut slow =
            Slow { start: graph.start() as usize, edges, solved, from: Vec::new(), to: Vec::new() };
        let forwards = |a: usize, b: usize| (a, b);
        slow.from = slow.relaxed(&|state| state == slow.start, &forwards);
        slow.to = slow.relaxed(&|state| slow.solved[state], &|a, b| (b, a));
        slow
    }

    /// The least costs from some states, along edges or against them, by relaxing all until nothing changes.
    fn relaxed(
        &self,
        begins: &dyn Fn(usize) -> bool,
        ends: &dyn Fn(usize, usize) -> (usize, usize),
    ) -> Vec<Option<Cost>> {
        let mut costs: Vec<Option<Cost>> =
            (0..self.edges.len()).map(|state| begins(state).then_some(0)).collect();
        loop {
            let before = costs.clone();
            for (state, edges) in self.edges.iter().enumerate() {
                for &(next, step) in edges {
                    let (a, b) = ends(state, next);
                    if let Some(cost) = costs[a].map(|cost| cost + step) {
                        costs[b] = Some(costs[b].map_or(cost, |known| known.min(cost)));
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// Every way to a solution that passes no state twice and costs at most `most`; `None` if there are too many.
    fn ways(&self, most: Cost) -> Option<Vec<Way>> {
        let mut found = Vec::new();
        let mut open = vec![(0, vec![self.start], Vec::new())];
        let mut work = 0;
        while let Some((cost, states, moves)) = open.pop() {
            work += 1;
            if work > 100_000 {
                return None;
            }
            let at = states[states.len() - 1];
            if self.solved[at] {
                found.push((cost, states, moves));
                continue;
            }
            for (number, &(next, step)) in self.edges[at].iter().enumerate() {
                let fits = self.to[next].is_some_and(|left| cost + step + left <= most);
                if fits && !states.contains(&next) {
                    let (mut states, mut moves): (Vec<usize>, Vec<usize>) = (states.clone(), moves.clone());
                    states.push(next);
                    moves.push(number);
                    open.push((cost + step, states, moves));
                }
            }
        }
        Some(found)
    }

    /// Which states can be reached from each, the state itself included.
    fn reach(&self) -> Vec<BTreeSet<usize>> {
        (0..self.edges.len())
            .map(|begin| {
                let mut seen = BTreeSet::from([begin]);
                let mut open = vec![begin];
                while let Some(state) = open.pop() {
                    open.extend(
                        self.edges[state].iter().map(|edge| edge.0).filter(|&next| seen.insert(next)),
                    );
                }
                seen
            })
            .collect()
    }
}

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

/// The optimum of a text by breadth-first search, where the analysis uses what suits the game.
fn optimum(game: &dyn Game, text: &str) -> Option<Cost> {
    let level = game.read(text, &[]).expect("a change leaves a level");
    let options = Options {
        method: unriddle_games::search::Method::BreadthFirst,
        goal: Goal::Optimal,
        limits: limits(200_000),
        threads: 1,
    };
    let answer = level.start().solve(&Request { options, ..Request::default() }, &mut Monitor::new());
    assert!(!matches!(answer.outcome, Outcome::Stopped { .. } | Outcome::Solved { .. }), "{text}");
    answer.outcome.cost()
}

#[test]
fn what_is_said_about_parts_and_changes_holds_when_solved_again() {
    let (mut parts, mut proposals) = (0, 0);
    for game in games_with_spaces() {
        for level in random_levels(game, 6, 200) {
            let analysis = analysed(level.as_ref(), 2, 60);
            for part in analysis.parts.iter().flat_map(|parts| &parts.parts) {
                parts += 1;
                let without = optimum(game, &part.change.text);
                let expected = match (without, analysis.cost) {
                    (None, _) => vec![Role::Needed],
                    (Some(without), Some(with)) if without < with => vec![Role::Hinders],
                    (Some(without), Some(with)) if without > with => vec![Role::Helps],
                    _ if part.change.kind == PartKind::Ground => vec![Role::Decoration],
                    _ => vec![Role::Unneeded, Role::RedHerring],
                };
                assert!(
                    expected.contains(&part.role),
                    "{} {:?} {}",
                    part.change.words,
                    part.role,
                    text(level.as_ref())
                );
            }
            if let Some(why) = &analysis.why_not {
                for proposal in &why.proposals {
                    proposals += 1;
                    let solved = optimum(game, &proposal.text);
                    assert!(solved.is_some() && (solved == Some(proposal.cost) || !proposal.optimal));
                }
                let mut position = level.start();
                position.play_strict(&why.furthest).expect("the way to the furthest state can be played");
            }
        }
    }
    assert!(parts > 100 && proposals > 10, "{parts} parts, {proposals} proposals");
}

#[test]
fn an_analysis_does_not_depend_on_the_number_of_threads() {
    // Where there is no space, searches without a part end by time.
    for game in games_with_spaces() {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let alone = analysed(level.as_ref(), 1, 30);
        assert_eq!(analysed(level.as_ref(), 2, 30), alone, "{}", game.id());
    }
}

#[test]
fn a_space_beyond_its_limit_is_marked_as_partial() {
    let game = game("sokobond").expect("there is such a game");
    let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
    let budget = Budget { limits: limits(50), threads: 1, cancel: &NEVER };
    let question = Question { budget, settings: &[], parts: 0, why_not: false, pictures: false };
    let analysis = analyse(level.as_ref(), &question, &mut |_| {});
    assert!(!analysis.whole && analysis.limit == Some("states"));
    assert!(analysis.score.is_none() && analysis.information.is_none());
    assert!(analysis.notes.iter().any(|note| note.contains("not whole")));
    assert!(analysis.shape.is_some_and(|shape| shape.undecided > 0));
}

#[test]
fn a_game_of_belts_gets_only_the_figures_that_make_sense() {
    let game = game("freshly-frosted").expect("there is such a game");
    let level = game.read("+> . . ->0\n.  . . .\n", &[]).expect("it is a level");
    let analysis = analysed(level.as_ref(), 1, 0);
    assert!(analysis.shape.is_none() && analysis.score.is_none() && analysis.steps.is_empty());
    assert!(analysis.heat.is_none() && analysis.map.is_none() && analysis.information.is_none());
    assert_eq!((analysis.outcome, analysis.cost), ("optimal", Some(2)));
    let solutions = analysis.solutions.expect("there is a solution");
    assert_eq!(solutions.count.as_deref(), Some("1"));
    assert!(analysis.facts.contains(&("slack", 4)), "{:?}", analysis.facts);
}

#[test]
fn pictures_are_well_formed_and_show_every_state() {
    for game in games_with_spaces() {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let analysis = analysed(level.as_ref(), 1, 0);
        let (map, heat) = (analysis.map.expect("a map"), analysis.heat.expect("heat"));
        let shape = analysis.shape.expect("a shape");
        let board = level.start().picture();
        assert_eq!(map.points.len(), shape.states as usize);
        assert!(
            map.points.iter().all(|point| (0.0..=1.0).contains(&point.y) && point.x < map.columns as f32)
        );
        let drawings = [
            pictures::space_map(&map),
            pictures::heat_map(&board, &heat, pictures::HeatOf::Play),
            pictures::heat_map(&board, &heat, pictures::HeatOf::Solutions),
            pictures::histogram(&shape.histogram),
            pictures::tension(&analysis.steps),
        ];
        for drawing in drawings {
            assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
            assert_eq!(drawing.matches("<g").count(), drawing.matches("</g>").count());
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
        }
    }
}
