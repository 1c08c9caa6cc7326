//! An unsolvable level says which demands clash.

use unriddle_search::{Goal, Monitor, Options, Outcome};

use super::{read, search};

/// The notes on a level, which must be unsolvable.
fn why(text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    let options = Options { goal: Goal::Any, ..Options::default() };
    let outcome = search(&read(text), &options, &mut Monitor::new(), &mut notes).outcome;
    assert!(matches!(outcome, Outcome::Unsolvable(_)), "{outcome:?}\n{text}");
    notes
}

#[test]
fn one_source_cannot_serve_two_targets_without_a_splitter() {
    let why = why("# . ->\n+> . #\n# . ->");
    let expected = "these demands clash, and no fewer do: the target at column 3, row 1 receives a plain donut; \
                    the target at column 3, row 3 receives a plain donut";
    assert_eq!(why, [expected]);
}

#[test]
fn demands_that_do_not_clash_are_not_named() {
    // The upper source and target have a line of their own.
    let why = why("+> . ->\n# # #\n# . ->\n+> . #\n# . ->");
    let expected = "these demands clash, and no fewer do: the target at column 3, row 3 receives a plain donut; \
                    the target at column 3, row 5 receives a plain donut";
    assert_eq!(why, [expected]);
}

#[test]
fn a_source_whose_splitter_faces_a_wall_is_named() {
    let why = why("+> x> #\n# . ->");
    assert_eq!(why, ["no layout can meet this demand: the source at column 1, row 1 delivers"]);
}

#[test]
fn a_source_whose_donuts_no_target_wants_is_named() {
    // The topper faces a block.
    let why = why("+> . ->1\n# # 1v\n# # #");
    let expected = "wherever belts are laid, donuts of the source at column 1, row 1 reach no target";
    assert_eq!(why, [expected]);
}
