//! What `unriddle check` promises.

mod support;

use insta::assert_snapshot;
use serde_json::json;
use support::{ANIMA, CLAIM, Folder, GOLF};

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
    let folder = Folder::new(&[("maze.txt", support::MAZE.as_bytes())]);
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
fn the_levels_that_ship_keep_their_promises() {
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    let run = Folder::new(&[]).run(&["check", levels]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
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
      failed  solution: card 3, 3-↙: the ball rolls off the board at column 4, row 2
    ");
    assert_eq!(run.code, Some(1));
}
