//! What `unriddle solve --goal all` promises, on the mazes that the article prints, a factory and a hole of
//! golf.

use crate::support::{Folder, GOLF, Run};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/reindeer-maze/");

fn solve(level: &str, args: &[&str]) -> Run {
    let level = format!("{LEVELS}{level}");
    Folder::new(&[]).run(&[&["solve", "--goal", "all", &level], args].concat())
}

#[test]
fn the_mazes_of_the_article_have_their_scores_and_tiles() {
    for (level, cost, tiles) in
        [("06-article-seven-turns.txt", 7036, 45), ("07-article-eleven-turns.txt", 11048, 64)]
    {
        let run = solve(level, &["--json"]);
        let line = &run.json()[0];
        assert_eq!(line["outcome"], "optimal");
        assert_eq!((line["cost"].as_u64(), line["tiles"].as_u64()), (Some(cost), Some(tiles)), "{level}");
        assert_eq!(run.code, Some(0));
    }
}

#[test]
fn solutions_are_counted_and_listed() {
    let run = solve("06-article-seven-turns.txt", &["--json", "--list", "2"]);
    let line = &run.json()[0];
    assert_eq!(line["solutions"], "3", "a string: the number may be of any size");
    let listed = line["listed"].as_array().expect("they are listed");
    assert_eq!(listed.len(), 2);
    assert_ne!(listed[0], listed[1]);

    let run = solve("06-article-seven-turns.txt", &["--list", "9"]);
    assert!(run.out.contains("3 optimal solutions, 45 tiles\n"), "{}", run.out);
    assert!(run.out.contains("\n  3: ") && !run.out.contains("\n  4: "), "{}", run.out);
}

#[test]
fn what_is_not_listed_is_said() {
    let note = "2 of 3 optimal solutions listed";
    let run = solve("06-article-seven-turns.txt", &["--list", "2"]);
    assert!(run.out.contains(&format!("\n  note: {note}\n")), "{}", run.out);
    let run = solve("06-article-seven-turns.txt", &["--json", "--list", "2"]);
    assert_eq!(run.json()[0]["notes"].as_array().map(|notes| notes.contains(&note.into())), Some(true));
    for args in [&["--list", "3"][..], &[]] {
        let run = solve("06-article-seven-turns.txt", args);
        assert!(run.out.contains("3 optimal solutions") && !run.out.contains("listed"), "{}", run.out);
    }
}

/// Two ways to let the left side of the splitter fill up, two from its right side to the target.
const FACTORY: &str = ".  +v .  .\n.  xv .  .\n.  #  .  .\n.  #  #  -v0\n";

#[test]
fn layouts_are_counted_and_listed_alike_by_every_method() {
    let folder = Folder::new(&[("factory.txt", FACTORY.as_bytes())]);
    for method in ["auto", "breadth-first", "a-star"] {
        let run = folder.run(&["solve", "--goal", "all", "--list", "9", "--method", method, "factory.txt"]);
        assert!(
            run.out.contains("optimal, 5 belts, 4 optimal solutions, 5 free cells\n"),
            "{method}: {}",
            run.out
        );
        let row = "\n  .   #   #   -v0\n";
        assert!(run.out.contains("\n  4:\n  ") && run.out.matches(row).count() == 5, "{method}: {}", run.out);
        assert!(!run.out.contains("listed"), "{method}: {}", run.out);
    }
}

#[test]
fn some_solution_is_enough_for_the_goal_any() {
    let level = format!("{LEVELS}06-article-seven-turns.txt");
    let run = Folder::new(&[]).run(&["solve", "--goal", "any", "--json", &level]);
    assert_eq!(run.code, Some(0));
    assert!(run.json()[0]["cost"].as_u64() >= Some(7036));
}

#[test]
fn cards_left_over_are_reported() {
    let folder = Folder::new(&[("golf.txt", GOLF.as_bytes())]);
    let run = folder.run(&["solve", "--goal", "all", "golf.txt"]);
    assert!(
        run.out.starts_with("golf.txt  Golf Peaks  optimal, 2 cards, 1 optimal solution, 1 spare card\n"),
        "{}",
        run.out
    );
    let note = "not every card is needed: some shortest solution leaves over 2-";
    assert!(run.out.contains(&format!("  note: {note}\n")), "{}", run.out);
    let line = &folder.run(&["solve", "--goal", "all", "--json", "golf.txt"]).json()[0];
    assert_eq!((line["spare"].as_u64(), line["notes"][0].as_str()), (Some(1), Some(note)));
}
