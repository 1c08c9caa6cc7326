//! What `unriddle check` promises.

use crate::support::{ANIMA, CLAIM, CORNER, Folder, GOLF, MAZE, Run, WALLED_OFF, outside_levels};
use insta::assert_snapshot;
use serde_json::json;

fn levels() -> Folder {
    let too_low = CLAIM.replace("\"optimalMoves\": 3", "\"optimalMoves\": 2");
    Folder::new(&[
        ("plain.txt", ANIMA.as_bytes()),
        ("claim.json", CLAIM.as_bytes()),
        ("low.json", too_low.as_bytes()),
        ("bad.txt", b"r...\n\nR 9 0\n"),
    ])
}

#[test]
fn claims_are_proved() {
    let run = levels().run(&["check", "plain.txt", "claim.json", "low.json"]);
    assert_snapshot!(run.out, @r"
    plain.txt  Anima  ok, well-formed
    claim.json  Anima  ok
      ok  optimal cost 3 (line 3)
    low.json  Anima  failed
      failed  optimal cost 2 (line 3): the optimal cost is 3

    2 of 3 levels ok
    ");
    assert_eq!(run.code, Some(1));
}

#[test]
fn what_a_limit_leaves_open_is_said_to_be_open() {
    let run = levels().run(&["check", "claim.json", "--states", "1"]);
    assert!(run.out.contains("not verified (states)"), "{}", run.out);
    assert_eq!(run.code, Some(3));
    let run = levels().run(&["check", "claim.json", "--states", "1", "--json"]);
    assert_eq!(run.json()[0]["outcome"], "stopped");
    assert_eq!(run.json()[0]["checks"][1]["ok"], json!(null));
}

#[test]
fn a_given_solution_is_replayed() {
    let folder = levels();
    let check = |solution: &str| folder.run(&["check", "plain.txt", "--solution", solution]);
    let run = check("LLL");
    assert_snapshot!(run.out, @r"
    plain.txt  Anima  ok
      ok  solution: 3 moves
    ");
    assert_eq!(run.code, Some(0));
    let run = check("LL");
    assert!(run.out.contains("failed  solution: ends unsolved after 2 moves"), "{}", run.out);
    assert_eq!(run.code, Some(1));
    let run = check("L?");
    assert!(run.err.contains("the moves cannot be read: column 2"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

#[test]
fn a_given_solution_can_be_longer_than_need_be() {
    let folder = levels();
    let check = |solution: &str| folder.run(&["check", "plain.txt", "--optimal", "--solution", solution]);
    assert_eq!(check("LLL").code, Some(0));
    let run = check("LRLLL");
    assert!(run.out.contains("failed  optimal at cost 5: the optimal cost is 3"), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_refused_move_is_named() {
    let folder = Folder::new(&[("maze.txt", MAZE.as_bytes())]);
    let run = folder.run(&["check", "maze.txt", "--solution", "FFF"]);
    assert!(run.out.contains("move 3, F: "), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn json_lists_the_checks() {
    let run = levels().run(&["check", "--json", "low.json", "bad.txt"]);
    let lines = run.json();
    assert_eq!(
        lines[0],
        json!({"file": "low.json", "game": "anima", "outcome": "failed", "checks": [
            {"what": "well-formed", "ok": true},
            {"what": "optimal cost 2 (line 3)", "ok": false, "message": "the optimal cost is 3"},
        ]})
    );
    assert_eq!(lines[1]["outcome"], "invalid");
    assert_eq!(lines[1]["checks"][0]["ok"], false);
    assert_eq!(lines[1]["error"]["line"], 3);
    assert_eq!((run.code, run.err.as_str()), (Some(2), ""));
}

#[test]
fn a_solution_belongs_to_one_level() {
    let run = levels().run(&["check", "plain.txt", "claim.json", "--solution", "LLL"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--solution needs exactly one PATH"));
}

#[test]
fn the_levels_that_ship_hold_against_their_lists() {
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    let run = Folder::new(&[]).run(&["check", levels]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
}

/// Three levels, one of them below, under a list.
fn listed(list: &str) -> Folder {
    Folder::new(&[
        ("set/plain.txt", ANIMA.as_bytes()),
        ("set/claim.json", CLAIM.as_bytes()),
        ("set/more/walled.txt", WALLED_OFF.as_bytes()),
        ("set/expected.json", list.as_bytes()),
    ])
}

#[test]
fn a_list_that_holds_is_reported_with_each_level() {
    let folder = listed(
        r#"{
            "plain.txt": {"optimal": 3, "solutions": ["LLL", "LRLLL"]},
            "claim.json": {"optimal": 3},
            "more/walled.txt": {"unsolvable": true}
        }"#,
    );
    let run = folder.run(&["check", "set"]);
    assert_snapshot!(run.out, @r"
    set/claim.json  Anima  ok
      ok  optimal cost 3 (line 3)
      ok  optimal cost 3 (expected.json, line 3)
    set/more/walled.txt  Reindeer Maze  ok
      ok  unsolvable (expected.json, line 4): no recorded solution solves it; `--solve` proves it
    set/plain.txt  Anima  ok
      ok  solution 1 (expected.json, line 2): 3 moves
      ok  solution 2 (expected.json, line 2): 5 moves
      ok  optimal cost 3 (expected.json, line 2): no recorded solution is cheaper; `--solve` proves it

    3 of 3 levels ok
    ");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let run = folder.run(&["check", "--solve", "set"]);
    assert!(!run.out.contains("proves it") && run.out.contains("3 of 3 levels ok"), "{}", run.out);
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_list_that_does_not_hold_fails() {
    for (list, words) in [
        (
            r#"{"plain.txt": {"solutions": ["LL"]}}"#,
            "failed  solution 1 (expected.json, line 1): ends unsolved after 2 moves",
        ),
        (
            r#"{"plain.txt": {"solutions": ["L?"]}}"#,
            "failed  solution 1 (expected.json, line 1): the moves cannot be read: column 2",
        ),
        (
            r#"{"plain.txt": {"optimal": 4, "solutions": ["LLL"]}}"#,
            "failed  optimal cost 4 (expected.json, line 1): solution 1 (expected.json, line 1) costs only 3",
        ),
        (
            r#"{"claim.json": {"optimal": 4}}"#,
            "failed  optimal cost 4 (expected.json, line 1): the level itself claims optimal cost 3",
        ),
        (
            r#"{"plain.txt": {"unsolvable": true, "solutions": ["LLL"]}}"#,
            "failed  unsolvable (expected.json, line 1): solution 1 (expected.json, line 1) solves it",
        ),
        (
            r#"{"plain.txt": {"unsolvable": true, "optimal": 3}}"#,
            "failed  unsolvable (expected.json, line 1): the list also gives optimal cost 3",
        ),
        (
            r#"{"claim.json": {"unsolvable": true}}"#,
            "failed  unsolvable (expected.json, line 1): the level itself claims optimal cost 3",
        ),
    ] {
        let run = listed(list).run(&["check", "set"]);
        assert!(run.out.contains(words), "{list}: {}", run.out);
        assert_eq!(run.code, Some(1), "{list}");
    }
}

#[test]
fn a_search_finds_what_no_recorded_solution_shows() {
    for (list, words) in [
        (r#"{"plain.txt": {"optimal": 2}}"#, "line 1): the optimal cost is 3"),
        (r#"{"plain.txt": {"unsolvable": true}}"#, "line 1): there is a solution of cost 3"),
        (r#"{"more/walled.txt": {"optimal": 2}}"#, "line 1): the level has no solution"),
    ] {
        let folder = listed(list);
        assert_eq!(folder.run(&["check", "set"]).code, Some(0), "{list}");
        let run = folder.run(&["check", "--solve", "set"]);
        assert!(run.out.contains(words), "{list}: {}", run.out);
        assert_eq!(run.code, Some(1), "{list}");
    }
}

#[test]
fn an_entry_that_names_no_level_is_reported() {
    let folder = listed("{\n\"plain.txt\": {},\n\"gone.txt\": {\"optimal\": 3},\n\"walled.txt\": {}\n}");
    let run = folder.run(&["check", "set"]);
    assert!(
        run.out.starts_with(
            "set/expected.json  failed\n\
             \x20 failed  `gone.txt` (line 3): there is no such level\n\
             \x20 failed  `walled.txt` (line 4): there is no such level\n"
        ),
        "{}",
        run.out
    );
    assert_eq!((run.code, run.out.lines().last()), (Some(1), Some("3 of 3 levels ok")));
    let line = &folder.run(&["check", "--json", "set"]).json()[0];
    assert_eq!((&line["file"], &line["outcome"]), (&json!("set/expected.json"), &json!("failed")));
    assert_eq!(line["checks"][0]["ok"], json!(false));
    let run = folder.run(&["check", "set/plain.txt"]);
    assert_eq!(run.code, Some(0), "a single file is not blamed for the rest of the list: {}", run.out);
}

#[test]
fn a_broken_list_is_an_error_with_its_place() {
    let folder = listed("{\n  \"plain.txt\": {\"optimal\": \"3\"}\n}\n");
    let run = folder.run(&["check", "set"]);
    assert!(
        run.err.contains("set/expected.json: line 2, column 30: invalid type: string \"3\""),
        "{}",
        run.err
    );
    assert!(run.err.contains("[set/expected.json:2:30]"), "{}", run.err);
    assert_eq!((run.code, run.out.lines().last()), (Some(2), Some("3 of 3 levels ok")));
    let line = &folder.run(&["check", "--json", "set/plain.txt"]).json()[0];
    assert_eq!((&line["outcome"], &line["error"]["line"]), (&json!("invalid"), &json!(2)));
    let run = folder.run(&["check", "set/more"]);
    assert_eq!(run.code, Some(0), "above what was typed it may be something else: {}", run.err);
}

#[test]
fn a_list_counts_for_one_file_and_for_folders_below() {
    let folder = listed(r#"{"plain.txt": {"optimal": 3}, "more/walled.txt": {"unsolvable": true}}"#);
    for (path, words) in [
        ("set/plain.txt", "optimal cost 3 (expected.json, line 1)"),
        ("set/more", "unsolvable (expected.json, line 1)"),
        ("set/more/walled.txt", "unsolvable (expected.json, line 1)"),
    ] {
        let run = folder.run(&["check", path]);
        assert!(run.out.contains(words), "{path}: {}", run.out);
        assert_eq!(run.code, Some(0), "{path}");
    }
    let mut inside = folder.command(&["check", "walled.txt"]);
    let run = Run::new(&inside.current_dir(folder.path("set/more")).output().expect("the command runs"));
    assert!(run.out.contains("unsolvable (expected.json, line 1)"), "{}", run.out);
}

#[test]
fn the_nearest_list_that_names_a_level_counts() {
    let folder = Folder::new(&[
        ("expected.json", br#"{"a/1.txt": {"optimal": 9}, "a/2.txt": {"optimal": 9}}"#),
        ("a/expected.json", br#"{"1.txt": {"optimal": 3}}"#),
        ("a/1.txt", ANIMA.as_bytes()),
        ("a/2.txt", ANIMA.as_bytes()),
    ]);
    let run = folder.run(&["check", "."]);
    assert!(
        run.out.contains("optimal cost 3") && run.out.matches("optimal cost 9").count() == 1,
        "{}",
        run.out
    );
}

#[test]
fn other_costs_than_the_games_own_are_not_compared_with_a_list() {
    let folder = Folder::new(&[
        ("corner.txt", CORNER.as_bytes()),
        ("expected.json", br#"{"corner.txt": {"optimal": 1004, "solutions": ["F2 L F2"]}}"#),
    ]);
    let run = folder.run(&["check", "corner.txt", "--solve"]);
    assert!(run.out.contains("ok  optimal cost 1004"), "{}", run.out);
    let run = folder.run(&["check", "corner.txt", "--solve", "--turn-cost", "7"]);
    assert!(run.out.contains("ok  solution 1") && !run.out.contains("1004"), "{}", run.out);
    assert_eq!(run.code, Some(0));
}

#[test]
fn moves_are_legal_or_not_and_solve_the_level_or_not() {
    let folder = levels();
    let check = |moves: &str| folder.run(&["check", "plain.txt", "--moves", moves]);
    let run = check("LL");
    assert_snapshot!(run.out, @r"
    plain.txt  Anima  ok
      ok  moves: 2 moves, not solved
    ");
    assert_eq!(run.code, Some(0));
    assert!(check("LLL").out.contains("ok  moves: 3 moves, solved"));
    let run = folder.run(&["check", "plain.txt", "--json", "--moves", "LL"]);
    assert_eq!(
        run.json()[0]["checks"][1],
        json!({"what": "moves", "ok": true, "message": "2 moves, not solved", "solved": false})
    );
    let folder = Folder::new(&[("maze.txt", MAZE.as_bytes())]);
    let run = folder.run(&["check", "maze.txt", "--moves", "FFF", "--solution", "F"]);
    assert!(run.out.contains("failed  moves: move 3, F: ") && !run.out.contains("solution"), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_solution_can_go_on_from_moves() {
    let folder = Folder::new(&[("corner.txt", CORNER.as_bytes())]);
    let run = folder.run(&["check", "corner.txt", "--moves", "F F L", "--solution", "F F", "--optimal"]);
    assert_snapshot!(run.out, @r"
    corner.txt  Reindeer Maze  ok
      ok  moves: cost 1002, 3 moves, not solved
      ok  solution: 2 moves
      ok  optimal at cost 2
    ");
    assert_eq!(run.code, Some(0));
    let run = folder.run(&["check", "corner.txt", "--moves", "F F L", "--solution", "F"]);
    assert!(run.out.contains("failed  solution: ends unsolved after 1 move"), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn moves_that_cannot_be_read_are_pointed_at() {
    let run = levels().run(&["check", "plain.txt", "--moves", "LL?"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("plain.txt: the moves cannot be read: column 3: "), "{}", run.err);
    assert!(run.err.contains("[--moves:1:3]"), "{}", run.err);
    let run = levels().run(&["check", "plain.txt", "claim.json", "--moves", "L"]);
    assert!(run.err.contains("--moves needs exactly one PATH: moves belong to one level"), "{}", run.err);
    assert_eq!(run.code, Some(2));
}

/// The real levels of the games whose recorded solutions are all known to be right.
#[test]
fn outside_levels_hold_against_their_lists() {
    let Some(levels) = outside_levels() else { return };
    for game in ["anima", "golf-peaks", "sokobond"] {
        let run = Folder::new(&[]).run(&["check", &levels.join(game).display().to_string()]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
        assert!(run.out.contains("(expected.json, line "), "{}", run.out);
    }
}

#[test]
fn a_lost_ball_is_explained() {
    let folder = Folder::new(&[("golf.txt", GOLF.as_bytes())]);
    let run = folder.run(&["check", "golf.txt"]);
    assert_snapshot!(run.out, @r"
    golf.txt  Golf Peaks  ok
      ok  solution 1 (line 7): 2 cards
    ");
    let run = folder.run(&["check", "golf.txt", "--solution", "1-> 2-> 3-v"]);
    assert_snapshot!(run.out, @r"
    golf.txt  Golf Peaks  failed
      failed  solution: card 3, 3-↙: the ball would roll off the board at column 4, row 2
    ");
    assert_eq!(run.code, Some(1));
}
