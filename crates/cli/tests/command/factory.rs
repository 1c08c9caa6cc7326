//! What the command promises of games in which things happen by themselves, on a donut factory:
//! why a layout fails, moves from a file, every step, a goal of the game's own.

use crate::support::{ANIMA, Folder};

const FACTORY: &str = "+>  .   .   ->1\n.   .   .   .\n.   1^  .   .\n";
const LAYOUT: &str = "+>  v   >   ->1\n.   >   ^   .\n.   1^  .   .\n";

fn levels() -> Folder {
    Folder::new(&[
        ("factory.txt", FACTORY.as_bytes()),
        ("layout.txt", LAYOUT.as_bytes()),
        ("anima.txt", ANIMA.as_bytes()),
    ])
}

#[test]
fn a_layout_is_checked_from_a_file() {
    let run = levels().run(&["check", "factory.txt", "--solution", "@layout.txt"]);
    assert!(run.out.contains("ok  solution: 4 belts, steady"), "{}{}", run.out, run.err);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.out.matches("steady").count(), 1, "nothing is said twice: {}", run.out);
    let run = levels().run(&["check", "factory.txt", "--solution", "@nowhere.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("nowhere.txt") && run.err.contains("cannot be read"), "{}", run.err);
}

#[test]
fn a_check_says_what_goes_wrong_where_and_when() {
    let run = levels().run(&["check", "factory.txt", "--solution", "2,1> 3,1>"]);
    let told = "ends unsolved after 2 belts: tick 3: a plain donut reaches the target at column 4, row 1, \
                which wants frosting";
    assert!(run.out.contains(told), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn every_tick_can_be_shown() {
    let run = levels().run(&["show", "factory.txt", "--moves", "@layout.txt", "--steps=5"]);
    assert_eq!(run.out.matches("\ntick ").count(), 5, "{}", run.out);
    assert!(run.out.contains("tick 5: delivered a frosted donut at column 4, row 1"), "{}", run.out);
    assert_eq!(run.code, Some(0));
}

#[test]
fn where_nothing_runs_the_steps_are_the_moves() {
    let run = levels().run(&["show", "anima.txt", "--moves", "LLL", "--steps"]);
    assert_eq!(["1. L", "2. L", "3. L"].map(|step| run.out.contains(step)), [true; 3], "{}", run.out);
    assert!(run.out.ends_with("after 3 moves, cost 3, solved\n"), "{}", run.out);
    let run = levels().run(&["show", "anima.txt", "--solve", "--steps"]);
    assert!(run.out.contains("3. L") && run.out.ends_with("optimal, 3 moves\n"), "{}", run.out);
}

#[test]
fn a_game_may_prefer_any_solution_and_says_so_unless_it_is_optimal() {
    let hint = "any solution; `--goal optimal` for the fewest belts";
    let shipped =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/freshly-frosted/04-first-things-first.txt");
    for level in ["factory.txt", shipped] {
        let run = levels().run(&["solve", level]);
        assert_eq!(run.out.contains(hint), run.out.contains("solved, "), "{}", run.out);
        assert_eq!(run.code, Some(0), "{}", run.out);
        let run = levels().run(&["solve", "--goal", "optimal", level]);
        assert!(run.out.contains("optimal, ") && !run.out.contains(hint), "{}", run.out);
    }
}
