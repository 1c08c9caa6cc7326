//! Whatever the command does ends after its time is up or it is asked to end, and large boards are not drawn.
//!
//! No test measures how soon: what is stopped here would otherwise not end for minutes, and a run that does not end by
//! itself fails after [`HANG`].

use std::time::{Duration, Instant};

use crate::support::endless::endless;
use crate::support::signals::{Running, await_listener, await_work, send};
use crate::support::{Folder, HANG, Run};

/// A maze of one row with this many cells.
fn corridor(cells: usize) -> String {
    format!("S{}E\n", ".".repeat(cells - 2))
}

/// An open field, whose solution is short and whose film takes long.
fn field(side: usize) -> String {
    let mut rows = vec![".".repeat(side); side];
    rows[0].replace_range(..3, "S.E");
    rows.join("\n")
}

#[test]
fn boards_that_are_too_large_for_a_picture_are_refused_with_advice() {
    let folder = Folder::new(&[("long.txt", corridor((1 << 20) + 1).as_bytes())]);
    for kind in ["--png", "--svg", "--gif"] {
        let run = folder.run(&["show", "long.txt", kind, "picture"]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{kind}");
        let words = run.err.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
        assert!(words.contains("1048577 by 1 cells is too large for a picture"), "{}", run.err);
        assert!(words.contains("draw it in the terminal instead"), "{}", run.err);
        assert!(!folder.path("picture").exists());
    }
    let run = folder.run(&["show", "long.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.len() > 1 << 20);
}

#[test]
fn boards_that_are_too_large_for_a_terminal_can_be_printed_as_text() {
    let text = corridor((1 << 24) + 1);
    let folder = Folder::new(&[("long.txt", text.as_bytes())]);
    let run = folder.run(&["show", "long.txt"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("`--text` prints it"), "{}", run.err);
    let run = folder.run(&["show", "long.txt", "--text"]);
    assert!(run.code == Some(0) && run.out == text, "the text is another");
}

#[test]
fn a_report_leaves_out_boards_that_are_too_large() {
    let folder = Folder::new(&[("long.txt", corridor((1 << 20) + 1).as_bytes())]);
    let run = folder.run(&["analyse", "long.txt", "--states", "10", "--parts", "0", "--html", "report.html"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    let report = std::fs::read_to_string(folder.path("report.html")).expect("a report");
    assert!(report.contains("The board is not drawn.") && report.len() < 1 << 20);
}

#[test]
fn a_film_is_interrupted() {
    let folder = Folder::new(&[("field.txt", field(1000).as_bytes())]);
    let child = Running::start(&mut folder.command(&["show", "field.txt", "--gif", "film.gif"]));
    await_work(child.id());
    send("INT", child.id());
    let run = Run::new(&child.ends());
    // During the search, or while the film is drawn.
    assert!(matches!(run.code, Some(3 | 130)), "{:?} {}", run.code, run.err);
    assert!(!folder.path("film.gif").exists(), "it was finished");
}

#[test]
fn an_interrupted_search_draws_nothing() {
    let folder = Folder::new(&[("1.txt", endless().as_bytes())]);
    let args = ["show", "1.txt", "--solve", "--memory", "2GB", "--svg", "end.svg"];
    let child = Running::start(&mut folder.command(&args));
    await_work(child.id());
    send("INT", child.id());
    let run = Run::new(&child.ends());
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.out.contains("cancelled") && run.out.contains("nothing is drawn"), "{}", run.out);
    assert!(!folder.path("end.svg").exists());
}

/// Each of these takes minutes for a single level.
#[test]
fn the_time_of_large_levels_to_generate_is_kept() {
    let folder = Folder::new(&[]);
    for (game, size) in [("sokobond", "100x100"), ("freshly-frosted", "200x200"), ("anima", "100x100")] {
        let args = ["generate", game, "--size", size, "--par", "500..", "--time", "200ms"];
        let run = Run::new(&Running::start(&mut folder.command(&args)).ends());
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{game}: {}", run.err);
        assert!(run.err.contains("0 levels of 10 made"), "{}", run.err);
    }
}

#[test]
fn what_was_generated_before_an_interruption_is_kept() {
    let folder = Folder::new(&[]);
    let args = ["generate", "reindeer-maze", "--size", "5x5", "--count", "100000", "--output", "new"];
    let child = Running::start(&mut folder.command(&args));
    await_listener(child.id());
    // Until a level is found there is nothing to keep.
    let begun = Instant::now();
    while !folder.path("new/01.txt").exists() {
        assert!(begun.elapsed() < HANG, "no level is found");
        std::thread::sleep(Duration::from_millis(10));
    }
    send("INT", child.id());
    let run = Run::new(&child.ends());
    assert_eq!(run.code, Some(3), "{}", run.err);
    let list = std::fs::read_to_string(folder.path("new/expected.json")).expect("a list");
    let list: serde_json::Value = serde_json::from_str(&list).expect("it is JSON");
    let listed = list.as_object().expect("an object").len();
    assert!(run.out.contains(&format!("{listed} level")), "{}", run.out);
    assert!(listed > 0 && list["01.txt"]["optimal"].is_u64(), "{list}");
    assert!(folder.path(&format!("new/{listed:02}.txt")).exists());
}

/// Its memory hardly grows, so that a larger limit leaves it to the time.
#[test]
fn depth_first_search_stops_below_the_memory_limit() {
    let folder = Folder::new(&[("1.txt", endless().as_bytes())]);
    for (memory, reason) in [("40MB", "time"), ("1MB", "memory")] {
        let args = ["solve", "--json", "--method", "ida-star", "--memory", memory, "--time", "1s", "1.txt"];
        let run = Run::new(&Running::start(&mut folder.command(&args)).ends());
        let line = &run.json()[0];
        assert_eq!((&line["outcome"], &line["reason"]), (&"stopped".into(), &reason.into()), "{line}");
        assert!(line["bytes"].as_u64() < Some(40_000_000), "{line}");
    }
}
