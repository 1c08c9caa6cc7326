//! Answers that rely on rules which no source settles say so, for people and for programs.

use serde_json::json;

use crate::support::Folder;

/// The shortest solution avoids uncertain rules, `SADD` does not.
const CHOICE: &[u8] = b"xxxxxxx\nx---H-x\nx-o---x\nx--o-hx\nx-----x\nx-----x\nxxxxxxx\n";
const RULE: &str = "relies on an uncertain rule: move 2, A: an atom has more neighbours to bond with than \
                    free electrons";
const PROOF: &str = "the proof relies on an uncertain rule: an atom has more neighbours to bond with than \
                     free electrons";

/// In some of its states an atom with one free electron has two neighbours to bond with.
const UNSOLVABLE: &[u8] = b"xxxxxxx\nxo-o-Hx\nx---h-x\nxxxxxxx\n";

#[test]
fn an_answer_names_the_uncertain_rules_of_its_solution() {
    let folder = Folder::new(&[("choice.txt", CHOICE)]);
    let sure = folder.run(&["solve", "--json", "choice.txt"]);
    assert_eq!(sure.json()[0].get("assumptions"), None);
    let args = ["solve", "choice.txt", "--moves", "SA"];
    let line = &folder.run(&[&args[..], &["--json"]].concat()).json()[0];
    assert_eq!((&line["outcome"], &line["assumptions"]), (&json!("optimal"), &json!([RULE])));
    let run = folder.run(&args);
    assert!(run.out.contains(&format!("note: {RULE}\n")), "{}", run.out);
}

#[test]
fn counted_and_listed_solutions_name_theirs() {
    let folder = Folder::new(&[("choice.txt", CHOICE)]);
    let line = &folder.run(&["solve", "--json", "--goal", "all", "--list", "9", "choice.txt"]).json()[0];
    let named = line["assumptions"].as_array().expect("there are some");
    assert!(
        named.iter().any(|rule| rule.as_str().is_some_and(|rule| rule.starts_with("solution "))),
        "{line}"
    );
    assert_eq!(named.last(), Some(&json!(PROOF)), "the count is a proof");
}

#[test]
fn a_proof_that_there_is_no_solution_names_them_in_every_command() {
    let folder = Folder::new(&[
        ("dead.txt", UNSOLVABLE),
        ("expected.json", br#"{"dead.txt": {"unsolvable": true}}"#),
        ("sure.txt", b"xxxxxxxx\nxH-h-h-x\nxxxxxx-x\nxxxxxxhx\nxxxxxxxx\n"),
    ]);
    for command in ["solve", "analyse"] {
        let run = folder.run(&[command, "dead.txt", "--json"]);
        let line = &run.json()[0];
        assert_eq!(
            (&line["outcome"], &line["assumptions"]),
            (&json!("unsolvable"), &json!([PROOF])),
            "{line}"
        );
        assert_eq!(run.code, Some(1));
        let run = folder.run(&[command, "dead.txt"]);
        assert!(run.out.contains(&format!("note: {PROOF}\n")), "{}", run.out);
        let line = &folder.run(&[command, "sure.txt", "--json"]).json()[0];
        assert_eq!((&line["outcome"], line.get("assumptions")), (&json!("unsolvable"), None), "{line}");
    }
    let checks = &folder.run(&["check", "dead.txt", "--solve", "--json"]).json()[0]["checks"];
    assert_eq!((&checks[1]["ok"], &checks[1]["assumptions"]), (&json!(true), &json!([PROOF])), "{checks}");
}

#[test]
fn a_checked_solution_names_them() {
    let folder = Folder::new(&[("choice.txt", CHOICE)]);
    let args = ["check", "choice.txt", "--solution", "SADD"];
    let checks = &folder.run(&[&args[..], &["--json"]].concat()).json()[0]["checks"];
    assert_eq!((&checks[1]["remarks"], &checks[1]["assumptions"]), (&json!([RULE]), &json!([RULE])));
    let run = folder.run(&args);
    assert_eq!(run.out.matches(RULE).count(), 1, "{}", run.out);
    let checks = &folder.run(&["check", "choice.txt", "--solution", "AADD", "--json"]).json()[0]["checks"];
    assert_eq!(checks[1].get("assumptions"), None);
}
