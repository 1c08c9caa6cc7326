//! Tests of the format: what is read, what is rejected, and at which place.

use unriddle_kit::Place;

use crate::read_as;
use crate::sokobond::{Sokobond, format};

#[test]
fn places_count_characters_not_bytes() {
    let place = format::read(" v2  zwei fünf\nH - o\n").expect_err("no level").place;
    assert_eq!(place, Place::span(1, 6, 9));
}

fn error(text: &str) -> (usize, usize, String) {
    let error = format::read(text).expect_err("no level");
    let Place { line, column, .. } = error.place;
    (line, column, error.message)
}

#[test]
fn errors_have_a_place() {
    let cases = [
        ("", 1, 1, "the level is empty"),
        ("\n  \n", 1, 1, "the level is empty"),
        ("xxx\nx-x\n", 1, 1, "there is no atom"),
        ("h-o\n", 1, 1, "there is no player"),
        ("H-o\n-?-\n", 2, 2, "`?` is not a cell"),
        ("H-o\n-/-\n", 2, 2, "`/` is not a cell"),
        ("v2\nH - o\n\n- - -h\n", 4, 6, "stands between two cells"),
        ("v2\nH - o\n  /\n- - -\n", 3, 3, "does not stand on a corner"),
        ("v2\nH - o\n     /\n- - -\n", 3, 6, "stands outside the board"),
        ("v2\nH - o\n\n- - -\n /\n", 5, 2, "stands outside the board"),
        ("v2\nH - o\n #\n- - -\n", 3, 2, "`#` is not a modifier"),
        ("v2 twice\nH - o\n", 1, 4, "expected nothing or `multiple` after `v2`"),
        ("H-o\n=D\n-o-\n", 3, 1, "expected a recorded solution"),
    ];
    for (text, line, column, message) in cases {
        let found = error(text);
        assert!(
            (found.0, found.1) == (line, column) && found.2.contains(message),
            "{text:?}: expected {message:?} at {line}:{column}, found {found:?}"
        );
    }
}

#[test]
fn reading_what_was_written_gives_the_same_level() {
    let texts = [
        "H-o\nx--\nh#-",
        "v2 multiple\nH - o\n / @\nh - -\n   +\n- - c\n=DDS\n=S",
        "  H \n -o\n\n",
        "v2\nE - h h\n\nx x - -",
    ];
    for text in texts {
        let level = read_as(&Sokobond, text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for (name, written) in level.encodings() {
            let again =
                read_as(&Sokobond, &written, &[]).unwrap_or_else(|error| panic!("{error}\n{written}"));
            let same = again.encodings().into_iter().find(|(other, _)| *other == name);
            assert_eq!(same.map(|(_, text)| text), Some(written), "{name} of {text:?}");
        }
    }
}

#[test]
fn of_several_upper_case_atoms_the_last_is_the_players_and_a_warning_says_so() {
    let plan = format::read("H-h\n--O\n").expect("a level");
    assert_eq!(plan.atoms[plan.player].1, (2, 1));
    assert!(plan.warnings[0].contains("2 atoms are in upper case"), "{:?}", plan.warnings);
}

#[test]
fn a_level_whose_states_exceed_four_words_plays() {
    let row = "h-".repeat(40);
    let text = format!("H-{row}\n{}\n", "-".repeat(82));
    let level = read_as(&Sokobond, &text, &[]).expect("a level");
    assert!(level.start().after("DDS").is_ok());
}

#[test]
fn a_level_of_100_by_100_cells_plays() {
    let rows: Vec<String> = (0..100).map(|_| "-".repeat(100)).collect();
    let mut text = rows.join("\n");
    text.replace_range(0..1, "O");
    text.replace_range(50 * 101 + 50..50 * 101 + 51, "h");
    text.replace_range(99 * 101 + 99..99 * 101 + 100, "h");
    let level = read_as(&Sokobond, &text, &[]).expect("a level");
    let keys = "S".repeat(50) + &"D".repeat(49);
    let end = level.start().after(&keys).map(|end| (end.cost(), end.is_solved()));
    assert_eq!(end.ok(), Some((99, false)));
}

#[test]
fn random_texts_never_cause_a_panic() {
    let pieces = ["H", "h", "x", "-", " ", "\n", "v2\n", "/", "@", "+", "=", "é", "\t", "c", "E", "multiple"];
    let mut seed: usize = 1;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..seed % 23 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += pieces[(seed >> 33) % pieces.len()];
        }
        seed = seed.wrapping_add(1);
        let _ = format::detect(&text);
        if let Ok(level) = read_as(&Sokobond, &text, &[]) {
            let _ = level.start().after("WASD");
            level.start().picture();
        }
    }
}
