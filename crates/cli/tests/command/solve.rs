//! What `unriddle solve` promises.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{ANIMA, CLAIM, CORNER, Folder, MAZE, Run, WALLED_OFF, outside_levels};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn levels() -> Folder {
    Folder::new(&[
        ("maze.txt", MAZE.as_bytes()),
        ("corner.txt", CORNER.as_bytes()),
        ("walled.txt", WALLED_OFF.as_bytes()),
        ("anima.txt", ANIMA.as_bytes()),
        ("claim.json", CLAIM.as_bytes()),
        ("bad.txt", b"#####\n#S?E#\n#####\n"),
    ])
}

#[test]
fn one_level_is_answered_in_words() {
    let run = levels().run(&["solve", "anima.txt"]);
    assert_snapshot!(run.steady(), @r"
    anima.txt  Anima  optimal, 3 moves
      LLL
      expanded …
    ");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn a_cost_that_is_not_the_number_of_moves_is_given_beside_it() {
    let run = levels().run(&["solve", "corner.txt", "--show", "none"]);
    assert_snapshot!(run.steady(), @r"
    corner.txt  Reindeer Maze  optimal, cost 1004, 5 moves
      expanded …
    ");
}

#[test]
fn settings_of_games_are_flags() {
    let run = levels().run(&["solve", "corner.txt", "--show", "none", "--turn-cost", "7", "--step-cost=2"]);
    assert!(run.out.contains("cost 15, 5 moves"), "{}", run.out);
    let run = levels().run(&["solve", "corner.txt", "--step-cost", "0"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("0 is not in 1..="), "{}", run.err);
}

#[test]
fn several_levels_end_with_a_table() {
    let run = levels().run(&["solve", "maze.txt", "walled.txt", "anima.txt"]);
    assert_eq!(run.code, Some(1));
    let lines: Vec<&str> = run.out.lines().collect();
    let cells = |line: &str| line.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    assert_eq!(lines[0], "maze.txt  Reindeer Maze  optimal, 2 moves");
    assert_eq!(lines[1], "walled.txt  Reindeer Maze  unsolvable: there is no solution");
    assert_eq!(lines[2], "  note: walls separate the goal from the reindeer");
    assert_eq!(lines[3], "anima.txt  Anima  optimal, 3 moves");
    assert_eq!(
        lines[5].split_whitespace().collect::<Vec<_>>(),
        ["level", "outcome", "cost", "states", "time"]
    );
    assert_eq!(cells(lines[6]), "maze.txt optimal 2");
    assert_eq!(cells(lines[7]), "walled.txt unsolvable –");
    assert_eq!(cells(lines[8]), "anima.txt optimal 3");
    assert!(lines[9].starts_with("3 levels"));
    assert_eq!(lines[10], "2 optimal, 1 unsolvable");
}

#[test]
fn the_exit_status_is_the_highest_that_applies() {
    let folder = levels();
    let code = |args: &[&str]| folder.run(&[&["solve"], args].concat()).code;
    assert_eq!(code(&["maze.txt", "anima.txt"]), Some(0));
    assert_eq!(code(&["walled.txt", "maze.txt"]), Some(1));
    assert_eq!(code(&["bad.txt", "walled.txt", "maze.txt"]), Some(2));
    assert_eq!(code(&["--states", "1", "corner.txt"]), Some(3));
    assert_eq!(code(&["--states", "1", "bad.txt", "corner.txt"]), Some(3));
}

#[test]
fn json_has_the_promised_fields_in_order() {
    let run = levels().run(&["solve", "--json", "claim.json", "walled.txt", "bad.txt"]);
    assert_snapshot!(run.steady_json(), @r#"
    {"file":"claim.json","game":"anima","outcome":"optimal","cost":3,"moves":["L","L","L"],"solution":"LLL","expanded":_,"generated":_,"stored":_,"seconds":_,"bytes":_}
    {"file":"walled.txt","game":"reindeer-maze","outcome":"unsolvable","expanded":_,"generated":_,"stored":_,"seconds":_,"bytes":_,"notes":["walls separate the goal from the reindeer"]}
    {"file":"bad.txt","game":"reindeer-maze","outcome":"invalid","expanded":_,"generated":_,"stored":_,"seconds":_,"bytes":_,"error":{"message":"unexpected character `?`","line":2,"column":3}}
    "#);
    assert_eq!((run.code, run.err.as_str()), (Some(2), ""));
}

#[test]
fn json_says_which_limit_stopped_it() {
    let run = levels().run(&["solve", "--json", "--states", "1", "corner.txt"]);
    let line = &run.json()[0];
    assert_eq!((&line["outcome"], &line["reason"]), (&json!("stopped"), &json!("states")));
    assert!(line["bound"].is_u64() && line.get("cost").is_none());
}

#[test]
fn the_solution_can_be_checked_back() {
    let folder = levels();
    let solved = folder.run(&["solve", "--json", "corner.txt"]).json();
    let solution = solved[0]["solution"].as_str().expect("it has a solution");
    let run = folder.run(&["check", "corner.txt", "--solution", solution, "--optimal"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
}

#[test]
fn standard_input_is_a_level() {
    let mut child = levels()
        .command(&["solve", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(ANIMA.as_bytes()).expect("the command reads");
    drop(stdin);
    let run = Run::new(&child.wait_with_output().expect("the command ends"));
    assert_eq!(run.json()[0]["file"], "-");
    assert_eq!(run.json()[0]["cost"], 3);
}

#[test]
fn folders_are_searched_in_the_order_of_numbers() {
    let level = MAZE.as_bytes();
    let folder = Folder::new(&[
        ("set/10.txt", level),
        ("set/2.txt", level),
        ("set/1/b.txt", level),
        ("set/.hidden.txt", b"?"),
        ("set/.git/config", b"?"),
        ("set/README.md", b"?"),
        ("set/expected.json", b"{}"),
    ]);
    let files = |args: &[&str]| -> Vec<String> {
        let lines = folder.run(args).json();
        lines.iter().map(|line| line["file"].as_str().expect("a path").replace('\\', "/")).collect()
    };
    assert_eq!(files(&["solve", "--json", "set"]), ["set/1/b.txt", "set/2.txt", "set/10.txt"]);
    assert_eq!(files(&["solve", "--json", "set/10.txt", "set/2.txt"]), ["set/10.txt", "set/2.txt"]);
}

#[test]
fn a_game_can_be_named() {
    let folder = levels();
    let run = folder.run(&["solve", "--game", "anima", "maze.txt", "--json"]);
    assert_eq!((&run.json()[0]["game"], run.code), (&json!("anima"), Some(2)));
    let run = folder.run(&["solve", "--game", "anma", "maze.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("'anima'") && run.err.contains("reindeer-maze"), "{}", run.err);
}

#[test]
fn steps_are_drawn() {
    let run = levels().run(&["solve", "--show", "steps", "anima.txt"]);
    let numbered: Vec<&str> = run.out.lines().filter(|line| line.contains(". L")).collect();
    assert_eq!(numbered, ["1. L: left", "2. L: left", "3. L: left"]);
}

#[test]
fn a_level_is_solved_from_the_position_after_moves() {
    let folder = levels();
    let run = folder.run(&["solve", "corner.txt", "--moves", "F F L"]);
    assert_snapshot!(run.steady(), @r"
    corner.txt  Reindeer Maze  after 3 moves: optimal, 2 moves
      F2
      expanded …
    ");
    assert_eq!(run.code, Some(0));
    let run = folder.run(&["solve", "--json", "corner.txt", "--moves", "F F L"]);
    assert_snapshot!(run.steady_json(), @r#"{"file":"corner.txt","game":"reindeer-maze","after":"F2 L","outcome":"optimal","cost":2,"moves":["F","F"],"solution":"F2","expanded":_,"generated":_,"stored":_,"seconds":_,"bytes":_}"#);
}

#[test]
fn steps_begin_after_the_moves() {
    let run = levels().run(&["solve", "--show", "steps", "anima.txt", "--moves", "L"]);
    let numbered: Vec<&str> = run.out.lines().filter(|line| line.contains(". L")).collect();
    assert_eq!(numbered, ["1. L: left", "2. L: left"], "{}", run.out);
}

#[test]
fn moves_belong_to_one_level() {
    let folder = levels();
    let run = folder.run(&["solve", "--moves", "L", "anima.txt", "claim.json"]);
    assert!(run.err.contains("--moves needs exactly one PATH: moves belong to one level"), "{}", run.err);
    assert_eq!(run.code, Some(2));
    let run = folder.run(&["solve", "--moves", "L", "."]);
    assert!(run.err.contains("this is a folder; name one level in it"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

#[test]
fn bad_moves_are_pointed_at() {
    let folder = levels();
    let run = folder.run(&["solve", "maze.txt", "--moves", "F F F"]);
    assert!(run.err.contains("maze.txt: move 3, F: "), "{}", run.err);
    assert!(run.err.contains("[--moves:1:5]"), "{}", run.err);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    let run = folder.run(&["solve", "anima.txt", "--moves", "L?"]);
    assert!(run.err.contains("anima.txt: the moves cannot be read: column 2: "), "{}", run.err);
    assert!(run.err.contains("[--moves:1:2]"), "{}", run.err);
    let run = folder.run(&["solve", "--json", "anima.txt", "--moves", "L?"]);
    assert_eq!((&run.json()[0]["outcome"], run.code), (&json!("invalid"), Some(2)));
}

#[test]
fn listing_needs_the_goal_all() {
    let run = levels().run(&["solve", "--list", "3", "anima.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--list needs --goal all"));
}

#[test]
fn a_pipe_gets_no_colour_unless_asked() {
    let folder = levels();
    assert!(!folder.run(&["solve", "maze.txt"]).out.contains('\u{1b}'));
    assert!(folder.run(&["solve", "--color", "always", "maze.txt"]).out.contains('\u{1b}'));
    let output = folder.command(&["solve", "maze.txt", "bad.txt"]).env("NO_COLOR", "1").output();
    let run = Run::new(&output.expect("the command runs"));
    assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    let level = MAZE.as_bytes();
    let names: Vec<String> = (0..2_000).map(|n| format!("set/{n}.txt")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), level)).collect();
    let folder = Folder::new(&files);
    let mut child = folder
        .command(&["solve", "--json", "set"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("it is piped"));
    reader.read_line(&mut first).expect("there is a line");
    drop(reader);
    let run = Run::new(&child.wait_with_output().expect("the command ends"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(first.contains("set/0.txt"), "{first}");
}

#[test]
fn help_teaches_by_example() {
    for command in ["solve", "check", "show", "play", "serve", "games"] {
        let run = levels().run(&[command, "--help"]);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains(&format!("Examples:\n  unriddle {command} ")), "{}", run.out);
    }
    assert_eq!(levels().run(&["solve"]).code, Some(2));
    assert_eq!(levels().run(&["slove"]).code, Some(2));
}

/// Every real level of Anima, where they are at hand.
#[test]
fn outside_levels_of_anima_have_their_recorded_optimum() {
    let Some(levels) = outside_levels() else { return };
    let folder = levels.join("anima");
    let expected = std::fs::read_to_string(folder.join("expected.json")).expect("there is a list");
    let expected: Value = serde_json::from_str(&expected).expect("the list is JSON");
    let run = Folder::new(&[]).run(&["solve", "--json", &folder.display().to_string()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for line in run.json() {
        let file = line["file"].as_str().expect("a path");
        let name = file.rsplit(['/', '\\']).next().expect("a name");
        assert_eq!(line["cost"], expected[name]["optimal"], "{file}");
        assert_eq!(line["outcome"], "optimal", "{file}");
    }
}
