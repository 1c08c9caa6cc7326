//! What `unriddle show` and `unriddle games` promise.

mod support;

use insta::assert_snapshot;
use support::{ANIMA, CLAIM, Folder, MAZE, WALLED_OFF};

fn levels() -> Folder {
    Folder::new(&[
        ("anima.txt", ANIMA.as_bytes()),
        ("claim.json", CLAIM.as_bytes()),
        ("maze.txt", MAZE.as_bytes()),
        ("walled.txt", WALLED_OFF.as_bytes()),
    ])
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn a_picture_says_how_things_stand() {
    let folder = levels();
    assert_eq!(last(&folder.run(&["show", "anima.txt"]).out), "the start, not solved");
    let run = folder.run(&["show", "anima.txt", "--moves", "LL"]);
    assert_eq!(last(&run.out), "after 2 moves, cost 2, not solved");
    let run = folder.run(&["show", "anima.txt", "--moves", "LLL"]);
    assert_eq!((last(&run.out), run.code), ("after 3 moves, cost 3, solved", Some(0)));
}

#[test]
fn moves_that_cannot_be_made_are_bad_input() {
    let run = levels().run(&["show", "maze.txt", "--moves", "FFF"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("move 3, F"), "{}", run.err);
}

#[test]
fn an_answer_can_be_drawn() {
    let folder = levels();
    let run = folder.run(&["show", "anima.txt", "--solve"]);
    assert!(run.out.ends_with("\noptimal, 3 moves\n  LLL\n"), "{}", run.out);
    assert_eq!(run.code, Some(0));
    let run = folder.run(&["show", "anima.txt", "--moves", "L", "--solve"]);
    assert!(run.out.ends_with("\noptimal, 2 moves\n  LL\n"), "{}", run.out);
    let run = folder.run(&["show", "walled.txt", "--solve"]);
    assert_eq!((last(&run.out), run.code), ("unsolvable: there is no solution", Some(1)));
    assert_eq!(folder.run(&["show", "anima.txt", "--goal", "all"]).code, Some(2));
}

#[test]
fn a_level_is_written_in_any_of_its_formats() {
    let folder = levels();
    assert_eq!(folder.run(&["show", "claim.json", "--text"]).out, ANIMA);
    let json = folder.run(&["show", "anima.txt", "--text=json"]).out;
    std::fs::write(folder.path("again.json"), json).expect("a file can be written");
    assert_eq!(folder.run(&["show", "again.json", "--text=text"]).out, ANIMA);
    let run = folder.run(&["show", "anima.txt", "--text=xml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("no format `xml`") && run.err.contains("text, json"), "{}", run.err);
}

#[test]
fn an_svg_goes_to_a_file_or_to_standard_output() {
    let folder = levels();
    let run = folder.run(&["show", "maze.txt", "--svg", "maze.svg"]);
    assert_eq!((run.out.as_str(), run.code), ("maze.svg: the start, not solved\n", Some(0)));
    let file = std::fs::read_to_string(folder.path("maze.svg")).expect("it was written");
    assert_eq!(folder.run(&["show", "maze.txt", "--svg", "-"]).out, file);
    assert_eq!(folder.run(&["show", "maze.txt", "--svg", "nowhere/maze.svg"]).code, Some(2));
}

#[test]
fn one_level_is_shown() {
    let run = levels().run(&["show", "."]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("this is a folder; name one level in it"), "{}", run.err);
}

#[test]
fn games_are_listed_and_explained() {
    let folder = levels();
    let run = folder.run(&["games"]);
    let ids: Vec<&str> = run.out.lines().skip(1).map_while(|line| line.split_whitespace().next()).collect();
    assert!(ids.contains(&"anima") && ids.contains(&"reindeer-maze"));
    for id in ids {
        let run = folder.run(&["games", id]);
        assert!(run.out.contains("\nLevels\n") && run.out.contains("\nMoves\n"), "{}", run.out);
    }
    let run = folder.run(&["games", "reindeer-maze"]);
    assert!(run.out.contains("--turn-cost N"), "{}", run.out);
    let run = folder.run(&["games", "reindeer"]);
    assert_eq!(run.code, Some(2));
    assert_snapshot!(run.err.lines().next().unwrap_or_default(), @"error: invalid value 'reindeer' for '[ID]'");
}
