//! Both formats are read and written, and describe the same level.

use proptest::prelude::*;
use unriddle_games::game;
use unriddle_kit::Place;

use super::{level, optimal};

const JSON: &str = r#"{"optimalMoves": 4, "name": "Two \"Doors\"", "width": 5, "height": 2, "author": {"x": [1]},
 "tiles": ["... b", "r...."],
 "actors": [{"y": 0, "x": 4, "color": "red"}, {"color": "blue", "x": 0, "y": 1, "mood": null}]}"#;

#[test]
fn json_and_text_give_the_same_level() {
    let json = level(JSON);
    let text = level("... b\nr....\n\nR 4 0\nB 0 1\n");
    assert_eq!(json.encodings()[0], text.encodings()[0]);
    assert_eq!(json.name().as_deref(), Some("Two \"Doors\""));
    assert_eq!(json.claims().optimal, Some((4, Place::new(1, 18))));
    assert_eq!((text.name(), text.claims().optimal), (None, None));
    assert_eq!(json.encodings()[0], ("text", "... b\nr....\n\nR 4 0\nB 0 1\n".to_owned()));
    let written = "{
    \"name\": \"Two \\\"Doors\\\"\",
    \"width\": 5,
    \"height\": 2,
    \"tiles\": [
        \"... b\",
        \"r....\"
    ],
    \"actors\": [
        { \"color\": \"red\", \"x\": 4, \"y\": 0 },
        { \"color\": \"blue\", \"x\": 0, \"y\": 1 }
    ],
    \"optimalMoves\": 4
}
";
    assert_eq!(json.encodings()[1], ("json", written.to_owned()));
}

/// Trailing blanks are omitted, unless the board would be too large for its text.
#[test]
fn a_large_board_of_few_tiles_can_be_read_after_it_was_written() {
    let hollow = |side: usize| {
        let row = format!(".{}\n", " ".repeat(side - 1));
        format!("{}\n{}\nR 0 0\n", ".".repeat(side), row.repeat(side - 1))
    };
    for side in [250, 300] {
        let level = level(&hollow(side));
        let (_, written) = level.encodings().swap_remove(0);
        assert_eq!(written.len() < side * side, side == 250, "{} bytes", written.len());
        assert_eq!(self::level(&written).encodings(), level.encodings());
    }
}

#[test]
fn the_examples_in_the_help_and_in_the_docs_are_levels() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/anima.md")).unwrap();
    for help in [game("anima").unwrap().format(), &page] {
        let block = |from: &str, to: &[&str]| {
            let start = help.find(from).unwrap();
            let end = to.iter().fold(start, |at, to| at + help[at..].find(to).unwrap() + to.len());
            level(&help[start..end].replace("\n    ", "\n"))
        };
        let (text, json) = (block("... b", &["B 0 1"]), block("{", &["optimalMoves", "}"]));
        assert_eq!(text.encodings()[0], json.encodings()[0]);
        assert_eq!(optimal(&*json), json.claims().optimal.map(|(cost, _)| cost));
    }
}

#[test]
fn name_and_claim_may_be_missing() {
    let level = level(
        r#"{"width": 1, "height": 1, "tiles": ["."], "actors": [{"color": "red", "x": 0, "y": 0}],
        "name": null, "optimalMoves": null}"#,
    );
    assert_eq!((level.name(), level.claims().optimal), (None, None));
}

#[test]
fn short_rows_are_impassable_to_the_right() {
    let level = level(".\n...\n..\n\nR 2 1\n");
    assert_eq!(level.encodings()[0].1, ".\n...\n..\n\nR 2 1\n");
    assert!(level.encodings()[1].1.contains("\".  \""));
}

#[test]
fn a_stripped_row_between_rows_counts_as_a_row() {
    let (stripped, full) = (level("..\n\n..\n\nR 0 2\nB 0 0\n"), level("..\n  \n..\n\nR 0 2\nB 0 0\n"));
    assert_eq!(stripped.encodings(), full.encodings());
}

#[test]
fn several_blank_lines_before_the_actors_are_not_rows() {
    assert_eq!(level("r.\n\n\n\nR 1 0\n").encodings(), level("r.\n\nR 1 0\n").encodings());
}

#[test]
fn a_level_is_recognised() {
    let anima = game("anima").unwrap();
    assert_eq!(anima.detect("..r\n\nR 0 0\n"), 100);
    assert_eq!(anima.detect(JSON), 100);
    assert!(anima.detect("#####\n#S.E#\n#####\n") == 0);
    assert!(anima.detect("{\"a\": 1}") < 20);
    assert_eq!(anima.detect(""), 0);
}

proptest! {
    #[test]
    fn reading_what_was_written_gives_the_same_level(
        rows in prop::collection::vec("[. rb]{0,9}", 1..9),
        actors in prop::collection::vec((any::<bool>(), 0usize..9, 0usize..9), 1..9),
    ) {
        let mut text = rows.iter().map(|row| format!("{row}\n")).collect::<String>() + "\n";
        let mut taken = std::collections::HashSet::new();
        for (red, x, y) in actors {
            let passable = rows.get(y).and_then(|row| row.as_bytes().get(x)).is_some_and(|&tile| tile != b' ');
            if passable && taken.insert((x, y)) {
                text += &format!("{} {x} {}\n", if red { 'R' } else { 'B' }, rows.len() - 1 - y);
            }
        }
        // A board whose last rows have no tiles is read as a smaller one.
        prop_assume!(!taken.is_empty() && !rows[rows.len() - 1].trim().is_empty());
        let first = level(&text);
        for (format, text) in first.encodings() {
            let again = level(&text);
            prop_assert_eq!(again.encodings(), first.encodings(), "{} does not read back:\n{}", format, text);
            prop_assert_eq!(again.start().picture(), first.start().picture());
        }
    }
}
