//! Every text that is not a level gives an error with the place of what is wrong.

use proptest::prelude::*;
use unriddle_games::game;
use unriddle_kit::LevelError;

use super::level;
use crate::watchdog::watched;

fn error(text: &str) -> LevelError {
    match game("anima").unwrap().read(text, &[]) {
        Ok(_) => panic!("read without an error:\n{text}"),
        Err(error) => error,
    }
}

/// The line and column of the error, whose message must contain `part`.
fn at(text: &str, part: &str) -> (usize, usize) {
    let error = error(text);
    let said = format!("{error} {}", error.help.as_deref().unwrap_or(""));
    assert!(said.contains(part), "expected `{part}` in: {said}");
    (error.place.line, error.place.column)
}

#[test]
fn an_empty_file() {
    for text in ["", "\n\n", "   \r\n"] {
        assert_eq!(at(text, "empty"), (1, 1));
    }
}

#[test]
fn unknown_characters() {
    assert_eq!(at("...\n.#.\n\nR 0 0\n", "`#` is not a tile"), (2, 2));
    assert_eq!(at("é..\n\nR 0 0\n", "`é` is not a tile"), (1, 1));
    assert_eq!(at(".\u{0}.\n", "is not a tile"), (1, 2));
}

#[test]
fn no_rows_or_no_actors() {
    assert_eq!(at("R 0 0\n", "blank line"), (1, 1));
    assert_eq!(at("..\nR 0 0\n", "blank line"), (2, 1));
    assert_eq!(at("   \n\nR 0 0\n", "impassable"), (3, 1));
    assert_eq!(at("...\n..r\n\n\n", "no actors"), (4, 1));
}

#[test]
fn a_malformed_actor() {
    assert_eq!(at("...\n\nX 0 0\n", "expected an actor, `R` or `B`, found `X`"), (3, 1));
    assert_eq!(at("...\n\nr 0 0\n", "found `r`"), (3, 1));
    assert_eq!(at("...\n\nR 0\n", "y is missing"), (3, 4));
    assert_eq!(at("...\n\nR\n", "x is missing"), (3, 2));
    assert_eq!(at("...\n\nR  one 0\n", "found `one`"), (3, 4));
    assert_eq!(at("...\n\nR 0 0 0\n", "end of the line"), (3, 7));
    assert_eq!(at("...\n\nR 0 0\nB 1 0.5\n", "found `0.5`"), (4, 5));
}

#[test]
fn an_actor_off_the_board() {
    assert_eq!(at("...\n...\n\nR 3 0\n", "x counts from the left and may be 0 to 2"), (4, 3));
    assert_eq!(at("...\n...\n\nR 0 0\nB 0 2\n", "y counts from the bottom and may be 0 to 1"), (5, 5));
    assert_eq!(at("...\n\nR -1 0\n", "x is -1"), (3, 3));
    assert_eq!(at("...\n\nR 99999999999999999999999 0\n", "off the board"), (3, 3));
}

#[test]
fn an_actor_where_none_can_be() {
    assert_eq!(at(". .\n\nR 1 0\n", "impassable tile, at x 1, y 0"), (3, 1));
    assert_eq!(at(".\n..\n\nR 1 1\n", "impassable tile"), (4, 1));
    assert_eq!(at("...\n\nR 1 0\nR 0 0\nB 1 0\n", "line 3"), (5, 1));
}

#[test]
fn json_of_the_wrong_shape() {
    assert_eq!(at("{\n  \"width\": 3,,\n", "key must be a string"), (2, 14));
    assert_eq!(at("{\"width\": 3}", "missing field `height`").0, 1);
    let json = |width: &str, tiles: &str, actors: &str| {
        format!(
            "{{\n\"width\": {width},\n\"height\": 2,\n\"tiles\": [\n{tiles}\n],\n\"actors\": [\n{actors}\n]}}\n"
        )
    };
    let (rows, actor) = ("\"..\",\n\"r.\"", "{\"color\": \"red\", \"x\": 0, \"y\": 1}");
    level(&json("2", rows, actor));
    assert_eq!(at(&json("\"2\"", rows, actor), "expected the number of columns, found \"2\""), (2, 10));
    assert_eq!(at(&json("-2", rows, actor), "found -2"), (2, 10));
    assert_eq!(at(&json("3", rows, actor), "this row has 2 tiles"), (5, 1));
    assert_eq!(at(&json("2", "\"..\"", actor), "the height is 2, but there are 1 rows"), (3, 11));
    assert_eq!(at(&json("2", "\"..\", 7", actor), "found 7"), (5, 7));
    assert_eq!(at(&json("2", "\"..\", \".#\"", actor), "`#` is not a tile"), (5, 9));
    assert_eq!(at(&json("2", rows, ""), "no actors"), (8, 11));
    assert_eq!(at(&json("2", rows, "7"), "invalid type").0, 9);
    let actor = |colour: &str, x: &str, y: &str| {
        json("2", rows, &format!("{{\"color\": {colour},\n \"x\": {x},\n \"y\": {y}}}"))
    };
    assert_eq!(at(&actor("\"green\"", "0", "0"), "`green` is not the colour of an actor"), (9, 11));
    assert_eq!(at(&actor("\"red\"", "2", "0"), "x counts from the left and may be 0 to 1"), (10, 7));
    assert_eq!(at(&actor("\"red\"", "0", "-1"), "y is -1"), (11, 7));
    assert_eq!(at(&actor("\"red\"", "0.5", "0"), "found 0.5"), (10, 7));
    assert_eq!(at(&actor("\"red\"", "0", "null"), "found null"), (11, 7));
    let two = json("2", rows, "{\"color\":\"red\",\"x\":0,\"y\":0},\n{\"color\":\"blue\",\"x\":0,\"y\":0}");
    assert_eq!(at(&two, "line 9"), (10, 1));
}

#[test]
fn json_without_tiles() {
    let text = |width, height, tiles| {
        format!(
            "{{\"width\": {width}, \"height\": {height}, \"tiles\": {tiles},\n\"actors\": [{{\"color\": \"red\", \"x\": 0, \"y\": 0}}]}}"
        )
    };
    assert_eq!(at(&text(0, 0, "[]"), "no tiles"), (1, 36));
    assert_eq!(at(&text(0, 1, "[\"\"]"), "no tiles"), (1, 36));
    assert_eq!(at(&text(1, 1, "[\" \"]"), "impassable"), (2, 12));
}

#[test]
fn a_large_file_on_one_line_is_read() {
    let actors: Vec<String> =
        (0..40_000).map(|n| format!("{{\"color\":\"red\",\"x\":{},\"y\":{}}}", n % 1000, n / 1000)).collect();
    let tiles = vec![format!("\"{}\"", ".".repeat(1000)); 1000];
    let text = format!(
        "{{\"name\":\"é\",\"width\":1000,\"height\":1000,\"tiles\":[{}],\"actors\":[{}]}}",
        tiles.join(","),
        actors.join(",")
    );
    watched("reading it", || level(&text));
    let broken = text.replace("\"x\":999,\"y\":39}", "\"x\":1000,\"y\":39}");
    let column = text.find("\"x\":999,\"y\":39}").unwrap() + 4;
    assert_eq!(at(&broken, "off the board"), (1, column));
}

#[test]
fn windows_line_ends_and_trailing_blanks_are_accepted() {
    let level = level("..r\r\n...\r\n\r\nR 0 0  \r\nB 1 1\t\r\n\r\n  \r\n");
    assert_eq!(level.encodings()[0].1, "..r\n...\n\nR 0 0\nB 1 1\n");
}

#[test]
fn a_large_file_is_read() {
    let mut text = "..........".repeat(100) + "\n";
    text = text.repeat(1000) + "\n";
    for n in 0..20_000 {
        text += &format!("{} {} {}\n", if n % 2 == 0 { 'R' } else { 'B' }, n % 1000, n / 1000);
    }
    watched("reading it", || level(&text));
}

proptest! {
    #[test]
    fn reading_never_panics(text in "(?s)[-.rbRB0-9 \n\r\t{}\"#é]{0,120}") {
        let _ = game("anima").unwrap().read(&text, &[]);
    }

    #[test]
    fn reading_anything_never_panics(text in any::<String>()) {
        let _ = game("anima").unwrap().read(&text, &[]);
        let _ = game("anima").unwrap().detect(&text);
    }

    #[test]
    fn reading_damaged_json_never_panics(at in 0usize..400, with in "[-\"{},0-9é]{0,3}") {
        let whole = "{\"name\": \"é\", \"width\": 2, \"height\": 2,\n\"tiles\": [\"..\", \"\\u0072b\"],\n\
            \"actors\": [{\"color\": \"red\", \"x\": 0, \"y\": 1}], \"optimalMoves\": 4}";
        let at = (0..=at.min(whole.len())).rev().find(|&at| whole.is_char_boundary(at)).unwrap();
        for end in [at, at + 1] {
            if let Some(rest) = whole.get(end..) {
                let _ = game("anima").unwrap().read(&format!("{}{with}{rest}", &whole[..at]), &[]);
            }
        }
    }

    #[test]
    fn reading_moves_never_panics(text in any::<String>()) {
        let level = level("...\n\nR 0 0\n");
        let _ = level.start().after(&text);
    }
}
