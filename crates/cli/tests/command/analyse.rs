//! What `unriddle analyse` and `unriddle generate` promise.

use serde_json::Value;

use crate::support::{ANIMA, Folder, MAZE, WALLED_OFF};

fn levels() -> Folder {
    Folder::new(&[
        ("anima.txt", ANIMA.as_bytes()),
        ("maze.txt", MAZE.as_bytes()),
        ("walled.txt", WALLED_OFF.as_bytes()),
    ])
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_level_is_described_for_people() {
    let run = levels().run(&["analyse", "anima.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for words in ["optimum 3", "difficulty", "states", "information", "tension", "parts"] {
        assert!(run.out.contains(words), "{words} is missing:\n{}", run.out);
    }
}

#[test]
fn an_unsolvable_level_comes_with_changes_that_make_it_solvable() {
    let folder = levels();
    let run = folder.run(&["analyse", "--json", "walled.txt"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let line: Value = serde_json::from_str(&run.out).expect("one object");
    let proposals = line["why_not"]["proposals"].as_array().expect("a list");
    let texts: std::collections::BTreeSet<&str> =
        proposals.iter().filter_map(|proposal| proposal["text"].as_str()).collect();
    assert!(!texts.is_empty() && texts.len() == proposals.len(), "some are the same: {proposals:?}");
    for proposal in proposals {
        let fixed = Folder::new(&[("fixed.txt", proposal["text"].as_str().expect("a text").as_bytes())]);
        assert_eq!(fixed.run(&["solve", "fixed.txt"]).code, Some(0), "{proposal}");
    }
}

#[test]
fn several_levels_end_with_a_table_and_json_has_a_line_for_each() {
    let folder = levels();
    let run = folder.run(&["analyse", "."]);
    assert_eq!(run.code, Some(1), "one of them is unsolvable");
    assert!(run.out.contains("difficulty") && run.out.ends_with("3 levels, 3 spaces whole\n"), "{}", run.out);
    let run = folder.run(&["analyse", "--json", "."]);
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let outcomes: Vec<&str> = lines.iter().filter_map(|line| line["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["optimal", "optimal", "unsolvable"]);
    assert!(lines[0]["score"]["total"].as_f64().is_some_and(|score| (0.0..=100.0).contains(&score)));
}

#[test]
fn a_space_beyond_the_limit_is_marked_in_every_form() {
    let folder = levels();
    let run = folder.run(&["analyse", "maze.txt", "--states", "3"]);
    assert_eq!(run.code, Some(3), "{}", run.out);
    for words in ["seen of a larger space", "of those seen", "undecided", "not whole"] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert!(!run.out.contains("difficulty"), "{}", run.out);
    let run = folder.run(&["analyse", "--json", "maze.txt", "--states", "3"]);
    let line: Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!((&line["whole"], &line["limit"]), (&false.into(), &"states".into()));
    assert!(line["score"].is_null() && line["information"].is_null(), "{line}");
    let run = folder.run(&["analyse", "maze.txt", "anima.txt", "--states", "3", "--html", "report.html"]);
    assert!(run.out.contains("+ the space is larger than the limit"), "{}", run.out);
    let report = read(&folder, "report.html");
    for words in [
        "the space is larger than the limit",
        "states seen",
        "States seen,",
        "undecided ones grey",
        "what was seen",
    ] {
        assert!(report.contains(words), "{words}");
    }
}

#[test]
fn pictures_and_a_report_are_written_to_files() {
    let folder = levels();
    let run = folder.run(&["analyse", "anima.txt", "--svg", "pictures", "--html", "report.html"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for kind in ["tension", "distances", "heat", "heat-solutions", "map"] {
        let drawing = read(&folder, &format!("pictures/anima.txt-{kind}.svg"));
        assert!(drawing.starts_with("<svg "), "{kind}");
    }
    let report = read(&folder, "report.html");
    assert!(
        report.starts_with("<!doctype html>") && report.contains("<svg ") && report.contains("anima.txt")
    );
    for outside in ["http://", "https://", "<link", "src=\"/"] {
        let hits = report.replace("http://www.w3.org/2000/svg", "");
        assert!(!hits.contains(outside), "the report loads {outside}");
    }
}

#[test]
fn generated_levels_are_written_with_their_par_and_checked() {
    let folder = Folder::new(&[]);
    let made = |seed: &str, threads: &str, output: &str| {
        let arguments = ["generate", "reindeer-maze", "--size", "7x6", "--count", "2", "--seed", seed];
        let more = ["--threads", threads, "--output", output];
        let run = folder.run(&[&arguments[..], &more[..]].concat());
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    };
    made("3", "1", "one");
    made("3", "2", "two");
    for file in ["01.txt", "02.txt", "expected.json"] {
        assert_eq!(read(&folder, &format!("one/{file}")), read(&folder, &format!("two/{file}")), "{file}");
    }
    let list: Value = serde_json::from_str(&read(&folder, "one/expected.json")).expect("a list");
    assert_eq!(list["01.txt"]["generated"]["seed"], 3);
    let run = folder.run(&["check", "--solve", "one"]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
}

#[test]
fn a_wish_that_makes_no_sense_is_refused() {
    let folder = Folder::new(&[]);
    for arguments in [
        &["generate", "no-such-game"][..],
        &["generate", "reindeer-maze", "--par", "20..10"],
        &["generate", "reindeer-maze", "--size", "0x3"],
        &["generate", "reindeer-maze", "--with", "3 dragons"],
        &["generate", "reindeer-maze", "--like", "missing.txt"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.out);
        assert!(!run.err.is_empty());
    }
}
