//! Solutions in the words of a player: pressing the keys that are told makes exactly the moves that are meant.

use std::path::Path;

use unriddle_kit::{Controls, Direction, Game, Gesture, Level, Position, Request, Spoken};
use unriddle_search::{Limits, Monitor, Options};

use unriddle_games::{GAMES, read, read_as};

use crate::files::files;

/// Levels that need more states are told without their solution.
const MAX_STATES: u64 = 20_000;

/// The shipped levels of a game.
fn levels(game: &'static dyn Game) -> impl Iterator<Item = (String, Box<dyn Level>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
    files(&folder).into_iter().map(move |file| {
        let text = std::fs::read_to_string(&file).expect("a file");
        let level = read_as(game, &text, &[]).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (file.display().to_string(), level)
    })
}

/// A solution that the level records, or one that a short search finds.
fn solution(level: &dyn Level) -> Option<Vec<String>> {
    let start = level.start();
    let recorded = level.claims().solutions.into_iter().find_map(|(moves, _)| {
        start.after(&moves).ok().filter(|end| end.is_solved()).map(|end| end.move_names())
    });
    recorded.or_else(|| {
        let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
        let goal = level.game().default_goal();
        let options = Options { goal, limits, threads: 1, ..Options::default() };
        let answer = start.solve(&Request { options, ..Request::default() }, &mut Monitor::new());
        answer.outcome.solution().map(|solution| solution.moves.clone())
    })
}

/// The gesture of a player who presses these keys, at a cell if things are laid on cells.
fn press(position: &dyn Position, controls: Controls, step: &Spoken) -> Gesture {
    let keys: Vec<&str> = step.keys.iter().map(String::as_str).collect();
    let direction = |key: &str| match key {
        "→" | "D" => Direction::Right,
        "↑" | "W" => Direction::Up,
        "←" | "A" => Direction::Left,
        "↓" | "S" => Direction::Down,
        _ => panic!("{key} is no direction"),
    };
    let cell = || match step.gesture {
        Some(Gesture::Lay { x, y, .. } | Gesture::Clear { x, y }) => (x, y),
        _ => panic!("{step} has no cell"),
    };
    match (controls, &keys[..]) {
        (Controls::Action, ["X"]) => Gesture::Act,
        (Controls::Directions | Controls::Action, [key]) => Gesture::Go { direction: direction(key) },
        (Controls::Hand, [card, key]) => {
            let card = card.parse::<usize>().expect("a number");
            Gesture::Play { card: position.hand()[card - 1].clone(), direction: direction(key) }
        }
        (Controls::Cells, ["X"]) => Gesture::Clear { x: cell().0, y: cell().1 },
        (Controls::Cells, [key]) => {
            let (x, y) = cell();
            Gesture::Lay { x, y, direction: direction(key) }
        }
        _ => panic!("{step} has the keys {keys:?}"),
    }
}

#[test]
fn pressing_the_keys_that_are_told_makes_the_moves_that_are_meant() {
    for &game in GAMES {
        let mut told = 0;
        for (file, level) in levels(game) {
            let Some(moves) = solution(level.as_ref()) else { continue };
            let mut position = level.start();
            let steps = position.tell(&moves);
            for step in &steps {
                for _ in 0..step.times {
                    let gesture = press(position.as_ref(), game.controls(), step);
                    let made =
                        position.perform(&gesture).unwrap_or_else(|why| panic!("{file}: {step}: {why}"));
                    assert_eq!(made, step.moves, "{file}: {step}");
                }
            }
            assert_eq!(position.move_names(), moves, "{file}");
            assert!(position.is_solved(), "{file}");
            told += 1;
        }
        assert!(told > 3, "only {told} solutions of {} were told", game.id());
    }
}

#[test]
fn words_say_what_is_seen_and_never_how_files_are_written() {
    for &game in GAMES {
        for (file, level) in levels(game) {
            let Some(moves) = solution(level.as_ref()) else { continue };
            for step in level.start().tell(&moves) {
                let words = &step.words;
                assert!(!moves.contains(words), "{file}: {words} is notation");
                let way = step.gesture.as_ref().and_then(|gesture| gesture.direction().ok());
                if let Some(way) = way {
                    assert!(words.contains(way.word()), "{file}: {words} does not say {}", way.word());
                    assert_eq!(step.arrow, Some(way.arrow()), "{file}: {words}");
                }
            }
        }
    }
}

#[test]
fn where_to_look_is_on_the_board_or_in_the_hand_and_gives_no_direction_away() {
    for &game in GAMES {
        for (file, level) in levels(game) {
            let Some(moves) = solution(level.as_ref()) else { continue };
            let start = level.start();
            let Some(focus) = start.focus(&moves) else {
                // In some scripts nothing but the player moves.
                assert_eq!(game.id(), "puzzlescript", "{file}: nowhere to look");
                continue;
            };
            let picture = start.picture();
            match (focus.cell, focus.card) {
                (Some((x, y)), None) => assert!(x < picture.width && y < picture.height, "{file}"),
                (None, Some(card)) => assert!(card < start.hand().len(), "{file}"),
                other => panic!("{file}: {other:?}"),
            }
            for word in Direction::ALL.map(Direction::word) {
                assert!(!focus.words.split(' ').any(|part| part == word), "{file}: {}", focus.words);
            }
        }
    }
}

fn told(text: &str, moves: &[&str]) -> Vec<String> {
    let level = read(text, &[]).expect("a level");
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    level.start().tell(&moves).iter().map(ToString::to_string).collect()
}

#[test]
fn each_game_has_its_words() {
    assert_eq!(told("#####\n#S.E#\n#####", &["F", "R", "R"]), ["step right (→)", "turn to face left (←)"]);
    assert_eq!(told("3x1\n0,ball 0 0,flag\n\n1- 1/1-", &["1-↘", "1/1-↖"])[0], "roll 1 to the right (1 →)");
    let factory = "+> . . ->";
    assert_eq!(
        told(factory, &["2,1>", "2,1v", "2,1."]),
        [
            "belt at column 2, row 1, to the right (D)",
            "turn the belt at column 2, row 1 down (S)",
            "remove the belt at column 2, row 1 (X)"
        ]
    );
}

/// What a tap on a cell makes: names of moves, or why not.
fn tap(text: &str, (x, y): (usize, usize), card: Option<&str>) -> Result<Vec<String>, String> {
    let level = read(text, &[]).expect("a level");
    level.start().interpret(&Gesture::Tap { x, y, card: card.map(String::from) })
}

#[test]
fn a_tap_walks_straight_to_a_cell_in_sight_of_a_maze_and_finds_no_way_round_a_corner() {
    let maze = "#######\n#.....#\n#.###.#\n#S...E#\n#######";
    assert_eq!(tap(maze, (5, 3), None), Ok(["F", "F", "F", "F"].map(String::from).to_vec()));
    assert_eq!(tap(maze, (1, 1), None), Ok(["L", "F", "F"].map(String::from).to_vec()));
    assert_eq!(tap("E..S", (1, 0), None), Ok(["R", "R", "F", "F"].map(String::from).to_vec()));
    assert!(tap(maze, (5, 1), None).is_err_and(|why| why.contains("straight line")));
    assert!(tap("S.#E\n....", (3, 0), None).is_err_and(|why| why.contains("wall is in between")));
    assert!(tap(maze, (2, 2), None).is_err_and(|why| why.contains("wall")));
    assert!(tap(maze, (70, 2), None).is_err());
    assert_eq!(tap(maze, (1, 3), None), Ok(Vec::new()));
}

#[test]
fn a_tap_plays_the_picked_card_towards_it() {
    let course = "3x2\n0,ball 0 0,flag\n0 0 0\n\n1- 2-";
    assert_eq!(tap(course, (2, 0), Some("2-")), Ok(vec!["2-↘".to_string()]));
    assert_eq!(tap(course, (0, 1), Some("1-")), Ok(vec!["1-↙".to_string()]));
    assert!(tap(course, (2, 0), None).is_err_and(|why| why.contains("pick a card")));
    assert!(tap(course, (0, 0), Some("1-")).is_err());
}

#[test]
fn taps_on_a_cell_lay_turn_and_remove_a_belt() {
    let level = read("+> . . ->\n#  . . #", &[]).expect("a level");
    let mut position = level.start();
    let mut belts = Vec::new();
    for _ in 0..5 {
        position.perform(&Gesture::Tap { x: 1, y: 0, card: None }).expect("a free cell");
        belts.extend(position.move_names().last().cloned());
    }
    assert_eq!(belts, ["2,1>", "2,1v", "2,1<", "2,1^", "2,1."]);
    assert!(position.perform(&Gesture::Tap { x: 0, y: 0, card: None }).is_err(), "there is a source");
}

#[test]
fn a_tap_beside_what_walks_moves_it() {
    let alone = "...\n.r.\n\nR 0 0\n";
    // Rows of actors are counted from below.
    assert_eq!(tap(alone, (1, 1), None), Ok(vec!["R".to_string()]));
    assert_eq!(tap(alone, (0, 0), None), Ok(vec!["U".to_string()]));
    assert!(tap(alone, (2, 0), None).is_err());
    for (file, level) in levels(unriddle_games::game("sokobond").expect("a game")).take(3) {
        let start = level.start();
        let picture = start.picture();
        let cells = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let beside = cells.filter(|&(x, y)| start.interpret(&Gesture::Tap { x, y, card: None }).is_ok());
        assert!((1..=4).contains(&beside.count()), "{file}");
    }
}
