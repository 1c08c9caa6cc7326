//! What `unriddle show` and `unriddle games` promise.

use crate::support::{ANIMA, CLAIM, Folder, MAZE, WALLED_OFF};
use insta::assert_snapshot;

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
    assert!(run.out.ends_with("\nafter 1 move: optimal, 2 moves\n  LL\n"), "{}", run.out);
    let run = folder.run(&["show", "anima.txt", "--moves", "L", "--solve", "--steps"]);
    let steps: Vec<&str> = run.out.lines().filter(|line| line.ends_with(". L")).collect();
    assert_eq!(
        (steps, last(&run.out)),
        (vec!["1. L", "2. L", "3. L"], "after 1 move: optimal, 2 moves"),
        "{}",
        run.out
    );
    let run = folder.run(&["show", "walled.txt", "--solve"]);
    let why = "\nunsolvable: there is no solution\n  note: walls separate the goal from the reindeer\n";
    assert!(run.out.ends_with(why), "{}", run.out);
    assert_eq!(run.code, Some(1));
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

/// The width and height that a PNG image or a GIF says it has.
fn size(file: &[u8]) -> (usize, usize) {
    match file {
        [0x89, b'P', b'N', b'G', ..] => {
            let number =
                |at: usize| file[at..at + 4].iter().fold(0, |all, &byte| all << 8 | usize::from(byte));
            (number(16), number(20))
        }
        [b'G', b'I', b'F', ..] => {
            let number = |at: usize| usize::from(file[at]) | usize::from(file[at + 1]) << 8;
            (number(6), number(8))
        }
        _ => panic!("neither a PNG image nor a GIF"),
    }
}

#[test]
fn an_image_has_the_size_that_was_asked_for() {
    let folder = levels();
    let run = folder.run(&["show", "maze.txt", "--png", "maze.png"]);
    assert_eq!((run.out.as_str(), run.code), ("maze.png: the start, not solved\n", Some(0)));
    let file = std::fs::read(folder.path("maze.png")).expect("it was written");
    // Five cells and a margin of half a cell on either side.
    assert_eq!(size(&file), (6 * 64, 4 * 64));
    folder.run(&["show", "maze.txt", "--solve", "--png", "maze.png", "--size", "300", "--theme", "dark"]);
    let dark = std::fs::read(folder.path("maze.png")).expect("it was written");
    assert_eq!(size(&dark), (300, 200));
}

#[test]
fn a_film_shows_the_moves_or_else_the_solution() {
    let folder = levels();
    let run = folder.run(&["show", "anima.txt", "--gif", "anima.gif"]);
    assert_eq!((run.out.as_str(), run.code), ("anima.gif: optimal, 3 moves\n", Some(0)));
    let solution = std::fs::read(folder.path("anima.gif")).expect("it was written");
    let run = folder.run(&["show", "anima.txt", "--moves", "L", "--gif", "anima.gif", "--size", "100"]);
    assert_eq!(run.out, "anima.gif: after 1 move, cost 1, not solved\n");
    let moves = std::fs::read(folder.path("anima.gif")).expect("it was written");
    assert!(size(&moves) == (100, 40) && moves.len() < solution.len(), "{:?}", size(&moves));
    let run = folder.run(&["show", "walled.txt", "--gif", "walled.gif"]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.out.starts_with("walled.gif: unsolvable"), "{}", run.out);
}

#[test]
fn a_long_film_says_what_it_leaves_out() {
    let corridor = format!("S{}E\n", ".".repeat(3000));
    let folder = Folder::new(&[("long.txt", corridor.as_bytes())]);
    let run = folder.run(&["show", "long.txt", "--gif", "long.gif", "--size", "200"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.err.contains("the film shows the state after") && run.err.contains("of 3,001 moves"),
        "{}",
        run.err
    );
    let run = folder.run(&["show", "long.txt", "--solve", "--steps", "--svg", "long.svg"]);
    assert!(run.err.contains("the strip shows the state after 199 of 3,001 moves"), "{}", run.err);
}

#[test]
fn a_film_strip_has_every_step() {
    let folder = levels();
    let run = folder.run(&["show", "anima.txt", "--solve", "--steps", "--svg", "-"]);
    assert_eq!(run.code, Some(0));
    for words in ["start", "1. ", "2. ", "3. "] {
        assert!(run.out.contains(&format!(">{words}")), "{words}: {}", run.out);
    }
    assert!(run.out.contains("left</text>"), "moves are told in words: {}", run.out);
}

#[test]
fn a_picture_that_cannot_be_written_or_is_out_of_size_is_bad_input() {
    let folder = levels();
    for file in ["--png", "--gif"] {
        let run = folder.run(&["show", "maze.txt", file, "nowhere/maze"]);
        assert_eq!(run.code, Some(2), "{file}");
        assert!(run.err.contains("cannot be written"), "{}", run.err);
        for size in ["0", "15", "4097", "99999999999999", "-1", "big"] {
            assert_eq!(
                folder.run(&["show", "maze.txt", file, "maze", "--size", size]).code,
                Some(2),
                "{size}"
            );
        }
    }
    for wrong in [
        &["--size", "100"][..],
        &["--theme", "dark"],
        &["--svg", "a", "--png", "b"],
        &["--svg", "a", "--size", "100"],
        &["--png", "a", "--steps"],
        &["--gif", "a", "--text"],
    ] {
        let args: Vec<&str> = ["show", "maze.txt"].iter().chain(wrong).copied().collect();
        assert_eq!(folder.run(&args).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_folder_is_not_shown() {
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
        for head in ["Rules", "How to play", "Cost and par", "Levels", "Moves"] {
            assert!(run.out.contains(&format!("\n{head}\n")), "{head}: {}", run.out);
        }
        let lessons = unriddle_games::game(id).expect("a game").info().lessons;
        for lesson in lessons {
            assert!(run.out.contains(lesson.text), "{}: {}", lesson.title, run.out);
        }
    }
    let run = folder.run(&["games", "reindeer-maze"]);
    assert!(run.out.contains("--turn-cost N"), "{}", run.out);
    let run = folder.run(&["games", "reindeer"]);
    assert_eq!(run.code, Some(2));
    assert_snapshot!(run.err.lines().next().unwrap_or_default(), @"error: invalid value 'reindeer' for '[ID]'");
}
