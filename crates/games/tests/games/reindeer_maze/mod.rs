//! Tests of the Reindeer Maze, against a simple oracle where possible.

mod oracle;
mod text;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use proptest::prelude::*;
use unriddle_games::read;
use unriddle_games::reindeer_maze::{Alignment, Axes, Maze, Pose, ReindeerMaze, Walk};
use unriddle_kit::{Answer, Direction, Game, Level, Request, Rules};
use unriddle_search::{Fate, Goal, Method, Monitor, Options, Outcome, Puzzle, Ranked};

use self::oracle::{Oracle, Spot};

fn maze(text: &str) -> Maze {
    ReindeerMaze.parse(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn level(text: &str) -> Box<dyn Level> {
    read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn solve(text: &str, goal: Goal) -> Answer {
    level(text).start().solve(
        &Request { options: Options { goal, ..Options::default() }, ..Request::default() },
        &mut Monitor::new(),
    )
}

/// The tiles on optimal routes, as the answer counts them.
fn tiles_of(answer: &Answer) -> Option<u64> {
    answer.figures.iter().find(|figure| figure.name == "tiles").map(|figure| figure.count)
}

fn optimal(text: &str) -> Option<u64> {
    solve(text, Goal::Optimal).outcome.cost().map(u64::from)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../levels/reindeer-maze")
}

/// The shipped levels: file name, text, lowest cost, number of tiles.
fn shipped() -> Vec<(String, String, u64, u64)> {
    let facts = std::fs::read_to_string(folder().join("expected.json")).expect("expected.json is there");
    let facts: BTreeMap<String, serde_json::Value> = serde_json::from_str(&facts).expect("it is JSON");
    let levels = facts.into_iter().map(|(file, facts)| {
        let text = std::fs::read_to_string(folder().join(&file)).expect("the level is there");
        let number = |name: &str| facts[name].as_u64().expect("a number");
        (file, text, number("optimal"), number("tiles"))
    });
    levels.collect()
}

/// Random mazes of up to 6 × 6 cells with a start and a goal.
fn small_maze() -> impl Strategy<Value = String> {
    (1usize..7, 1usize..7).prop_filter("room for two", |(w, h)| w * h > 1).prop_flat_map(|(w, h)| {
        let cells = prop::collection::vec(prop::sample::select(vec!['#', '.', '.']), w * h);
        (cells, 0..w * h, 1..w * h).prop_map(move |(mut cells, start, further)| {
            cells[start] = 'S';
            cells[(start + further) % (w * h)] = 'E';
            cells.chunks(w).flat_map(|row| row.iter().copied().chain(['\n'])).collect()
        })
    })
}

fn spot(maze: &Maze, pose: Pose) -> Spot {
    let (x, y) = maze.place(pose.cell()).expect("a pose stands on the map");
    (x, y, pose.heading() as usize)
}

fn pose(maze: &Maze, (x, y, heading): Spot) -> Pose {
    Pose::new(maze.cell((x, y)), Direction::ALL[heading])
}

/// Every alignment: the headings at the start, and both axes of the other cells.
fn alignments(maze: &Maze) -> Vec<Alignment> {
    let places = (0..maze.height()).flat_map(|y| (0..maze.width()).map(move |x| (x, y)));
    let cells = places.map(|place| maze.cell(place));
    let others = cells.filter(|&cell| maze.is_open(cell) && cell != maze.origin());
    let both = others.flat_map(|cell| [Alignment(2 * cell.0), Alignment(2 * cell.0 + 1)]);
    (0..4).map(Alignment).chain(both).collect()
}

#[test]
fn the_mazes_of_the_article_are_listed_with_the_results_that_it_gives() {
    let article: Vec<(u64, u64)> = shipped()
        .into_iter()
        .filter(|(file, ..)| file.contains("article"))
        .map(|(_, _, cost, tiles)| (cost, tiles))
        .collect();
    assert_eq!(article, [(7036, 45), (11048, 64)]);
}

#[test]
fn the_listed_levels_are_exactly_those_that_ship() {
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let found: BTreeSet<String> = names.filter(|name| name.ends_with(".txt")).collect();
    assert_eq!(found, shipped().into_iter().map(|(file, ..)| file).collect());
}

#[test]
fn the_oracle_agrees_with_the_expected_cost_and_tiles_of_shipped_levels() {
    for (file, text, cost, tiles) in shipped() {
        let found = Oracle::new(&text).all().map(|(cost, _, tiles)| (cost, tiles));
        assert_eq!(found, Some((cost, tiles)), "{file}");
    }
}

#[test]
fn shipped_levels_are_solved_at_the_expected_cost_and_the_solutions_replay() {
    for (file, text, cost, _) in shipped() {
        let level = level(&text);
        let start = level.start();
        let answer = start.solve(&Request::default(), &mut Monitor::new());
        assert_eq!(answer.outcome.cost().map(u64::from), Some(cost), "{file}");
        let end = start.after(&answer.solution.expect("a solution")).expect("it can be played");
        assert!(end.is_solved(), "{file}");
        assert_eq!(u64::from(end.cost()), cost, "{file}");
    }
}

#[test]
fn shipped_levels_have_the_expected_tiles_and_the_oracles_number_of_routes() {
    for (file, text, cost, tiles) in shipped() {
        let answer = solve(&text, Goal::All);
        assert_eq!(answer.outcome.cost().map(u64::from), Some(cost), "{file}");
        assert_eq!(tiles_of(&answer), Some(tiles), "{file}");
        let routes = Oracle::new(&text).all().map(|(_, routes, _)| routes.to_string());
        assert_eq!(answer.solutions.map(|count| count.to_string()), routes, "{file}");
    }
}

#[test]
fn a_half_turn_at_the_start_can_be_made_in_both_directions() {
    let answer = solve("E.S", Goal::All);
    assert_eq!(answer.outcome.cost(), Some(2002));
    assert_eq!(answer.solutions.map(|count| count.to_string()).as_deref(), Some("2"));
}

#[test]
fn a_walled_off_goal_is_proved_unsolvable() {
    for method in [Method::Auto, Method::BreadthFirst, Method::AStar] {
        let request =
            Request { options: Options { method, ..Options::default() }, draw: true, ..Request::default() };
        let answer = level("S.#E\n..##\n").start().solve(&request, &mut Monitor::new());
        assert!(matches!(answer.outcome, Outcome::Unsolvable(_)));
        assert!(answer.picture.is_none() && answer.solution.is_none());
    }
}

#[test]
fn the_picture_of_an_answer_marks_the_tiles_of_all_optimal_routes() {
    let request = Request {
        options: Options { goal: Goal::All, ..Options::default() },
        draw: true,
        ..Request::default()
    };
    let answer = level("...E\n.#.#\nS..#").start().solve(&request, &mut Monitor::new());
    let picture = answer.picture.expect("a picture was asked for");
    let marked: Vec<(usize, usize)> =
        picture.cells.iter().filter(|cell| cell.style.glyph == 'O').map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(marked, [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (1, 2), (2, 2)]);
}

#[test]
fn a_picture_shows_the_route_so_far_with_stable_names() {
    let level = level("S..\n.#E");
    let start = level.start();
    let names = |moves: &str| -> Vec<(String, char)> {
        let after = start.after(moves).expect("playable");
        after.picture().pieces.into_iter().map(|piece| (piece.name, piece.style.glyph)).collect()
    };
    let named = |list: &[(&str, char)]| -> Vec<(String, char)> {
        list.iter().map(|&(name, sign)| (name.to_string(), sign)).collect()
    };
    assert_eq!(names(""), named(&[("reindeer", '►')]));
    assert_eq!(names("F2 R"), named(&[("step-2", '>'), ("reindeer", '▼')]));
    assert_eq!(names("F2 R F"), named(&[("step-2", '>'), ("step-3", 'v'), ("reindeer", '▼')]));
    let caption = start.after("F2 R").expect("playable").picture().caption;
    assert_eq!(caption.as_deref(), Some("2 steps and 1 turn cost 1002"));
}

#[test]
fn a_level_can_be_solved_from_any_position() {
    let level = level("S..\n.#.\n..E");
    let start = level.start();
    let turned = start.after("R F").expect("playable");
    let answer = turned.solve(&Request::default(), &mut Monitor::new());
    assert_eq!(answer.solution.as_deref(), Some("F L F2"));
    assert_eq!(answer.outcome.cost(), Some(1003));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_method_finds_the_cost_of_the_oracle(text in small_maze(), step in 1u32..5, turn in 0u32..5) {
        let oracle = Oracle { step: step.into(), turn: turn.into(), ..Oracle::new(&text) };
        let level = read(&text, &[("step-cost", step), ("turn-cost", turn)]).expect("a maze");
        for method in [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime] {
            let request = Request { options: Options { method, ..Options::default() }, ..Request::default() };
            let answer = level.start().solve(&request, &mut Monitor::new());
            prop_assert_eq!(answer.outcome.cost().map(u64::from), oracle.optimal());
        }
    }

    #[test]
    fn routes_and_tiles_are_counted_as_by_the_oracle(text in small_maze()) {
        if let Some((cost, routes, tiles)) = Oracle::new(&text).all() {
            let answer = solve(&text, Goal::All);
            prop_assert_eq!(answer.outcome.cost().map(u64::from), Some(cost));
            prop_assert_eq!(tiles_of(&answer), Some(tiles));
            prop_assert_eq!(answer.solutions.map(|count| count.to_string()), Some(routes.to_string()));
        }
    }

    #[test]
    fn tiles_are_counted_as_by_the_oracle_if_turns_cost_nothing(text in small_maze()) {
        if let Some(tiles) = Oracle::tiles_with_free_turns(&text) {
            let level = read(&text, &[("turn-cost", 0)]).expect("a maze");
            let request = Request { options: Options { goal: Goal::All, ..Options::default() }, ..Request::default() };
            prop_assert_eq!(tiles_of(&level.start().solve(&request, &mut Monitor::new())), Some(tiles));
        }
    }

    #[test]
    fn the_bound_is_admissible(text in small_maze(), step in 1u32..2000, turn in 0u32..2000) {
        let oracle = Oracle { step: step.into(), turn: turn.into(), ..Oracle::new(&text) };
        let settings = [("step-cost", step), ("turn-cost", turn)];
        let maze = ReindeerMaze.parse(&text, &settings).expect("a maze");
        for (spot, cost) in oracle.to_goal() {
            let bound = Puzzle::lower_bound(&maze, &pose(&maze, spot)).map(u64::from);
            prop_assert!(bound.is_some_and(|bound| bound <= cost), "{bound:?} > {cost} at {spot:?}");
        }
    }

    #[test]
    fn expand_and_predecessors_give_the_same_moves(text in small_maze()) {
        let maze = maze(&text);
        let axes = Axes::new(&maze, Puzzle::start(&maze));
        let (mut forth, mut back) = (HashSet::new(), HashSet::new());
        for here in alignments(&maze) {
            axes.expand(&here, |mv, cost, next| _ = forth.insert((here, mv, cost, next)));
            axes.predecessors(&here, |mv, cost, before| _ = back.insert((before, mv, cost, here)));
        }
        prop_assert_eq!(forth, back);
    }

    #[test]
    fn every_alignment_has_a_rank_that_gives_it_back_and_ranks_are_few(text in small_maze()) {
        let maze = maze(&text);
        let axes = Axes::new(&maze, Puzzle::start(&maze));
        for here in alignments(&maze) {
            prop_assert!(axes.rank(&here) < axes.ranks());
            prop_assert_eq!(axes.unrank(axes.rank(&here)), here);
        }
        let cells = maze.width() * maze.height();
        prop_assert!(axes.ranks() as usize <= 2 * (cells + 3 * maze.width() + maze.height() + 3));
    }

    #[test]
    fn axes_have_the_routes_of_poses(text in small_maze(), step in 1u32..5, turn in 0u32..5) {
        let level = read(&text, &[("step-cost", step), ("turn-cost", turn)]).expect("a maze");
        let all = |method| {
            let options = Options { goal: Goal::All, method, ..Options::default() };
            let request = Request { options, list: 50, ..Request::default() };
            let answer = level.start().solve(&request, &mut Monitor::new());
            let (count, mut listed) = (answer.solutions, answer.listed);
            listed.sort();
            // Of more routes, each method lists others.
            let whole = count == Some(listed.len().into());
            (answer.outcome.cost(), count, answer.figures, whole.then_some(listed))
        };
        prop_assert_eq!(all(Method::Auto), all(Method::AStar));
    }

    #[test]
    fn legal_moves_are_exactly_those_of_the_rules(text in small_maze()) {
        let (maze, oracle) = (maze(&text), Oracle::new(&text));
        for here in oracle.spots() {
            let mut legal = BTreeSet::new();
            let walk = Walk::from(pose(&maze, here));
            for mv in maze.legal(&walk) {
                let mut next = walk.clone();
                let cost = maze.play(&mut next, mv).expect("a legal move can be played");
                legal.insert((maze.move_name(mv), u64::from(cost), spot(&maze, next.pose)));
            }
            let allowed = oracle.moves(here).into_iter();
            let allowed = allowed.map(|(name, cost, next)| (name.to_string(), cost, next));
            prop_assert_eq!(legal, allowed.collect());
        }
    }

    #[test]
    fn the_search_is_optimal_from_every_pose_though_it_omits_moves(text in small_maze()) {
        let (maze, costs) = (maze(&text), Oracle::new(&text));
        let (spots, costs) = (costs.spots(), costs.to_goal());
        for here in spots {
            let walk = Walk::from(pose(&maze, here));
            let answer = maze.solve(&walk, &Request::default(), &mut Monitor::new());
            prop_assert_eq!(answer.outcome.cost().map(u64::from), costs.get(&here).copied());
        }
    }

    #[test]
    fn a_maze_flipped_top_to_bottom_costs_the_same(text in small_maze()) {
        let turned: Vec<&str> = text.lines().rev().collect();
        prop_assert_eq!(optimal(&turned.join("\n")), optimal(&text));
    }

    #[test]
    fn a_maze_mirrored_left_to_right_costs_the_same_as_the_original_started_facing_left(text in small_maze()) {
        let turned: Vec<String> = text.lines().map(|row| row.chars().rev().collect()).collect();
        let facing_left = Oracle { heading: 2, ..Oracle::new(&text) };
        prop_assert_eq!(optimal(&turned.join("\n")), facing_left.optimal());
    }

    #[test]
    fn a_transposed_maze_costs_the_same_as_the_original_started_facing_down(text in small_maze()) {
        let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
        let column = |x: usize| rows.iter().map(|row| row[x]).collect();
        let turned: Vec<String> = (0..rows[0].len()).map(column).collect();
        let facing_down = Oracle { heading: 3, ..Oracle::new(&text) };
        prop_assert_eq!(optimal(&turned.join("\n")), facing_down.optimal());
    }
}

#[test]
fn nothing_in_a_maze_is_lost_and_every_pose_is_explored() {
    let level = level("#######\n#S..#E#\n#.#.#.#\n#.#...#\n#######");
    let start = level.start();
    let space = start.explore(&Options::default(), &mut Monitor::new()).expect("a maze has a space");
    let graph = space.graph();
    assert!(graph.is_whole());
    assert!((0..graph.states()).all(|state| matches!(graph.fate(state), Fate::Winnable(_))));
    // Four poses on each cell but the goal, which is entered from below.
    assert_eq!(graph.states(), 4 * 10 + 1);
}
