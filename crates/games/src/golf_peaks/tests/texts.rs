//! Tests of the format: reading gives back what was written, and errors have a place.

use proptest::prelude::*;
use unriddle_kit::Game;

use crate::golf_peaks::{GolfPeaks, format};
use crate::read;

/// The error of a text, with its place and the length of that place.
fn error(text: &str) -> String {
    let error = format::read(text).expect_err(text);
    format!("{error} [{}]", error.place.length)
}

#[test]
fn a_level_is_written_as_it_is_read() {
    let text = "\
4x3
0,ball  1,left  1,/tl    x
0,warp7 2,icebr 10,boing 0,*n
0,warp7 x       0,quick  3,flag

1- 2/ 1/2- 1-

1-↗ nonsense
";
    let level = GolfPeaks.read(text, &[]).unwrap();
    assert_eq!(level.encodings(), [("text", text.to_string())]);
    let claims = level.claims().solutions;
    assert_eq!(claims.len(), 1);
    assert_eq!((claims[0].0.as_str(), claims[0].1.line, claims[0].1.length), ("1-↗ nonsense", 8, 12));
}

#[test]
fn a_short_row_ends_in_nothing_and_a_missing_height_is_0() {
    let level = GolfPeaks.read("\n3x2\n\tball\r\n sand flag,2 warp\n\n1-\n2-\n", &[]);
    assert!(level.is_err(), "a warp alone");
    let level = GolfPeaks.read("\n3x2\n\tball\r\n sand flag,2 water\n\n1-\n2-\n", &[]).unwrap();
    assert_eq!(level.encodings()[0].1, "3x2\n0,ball x      x\n0,sand 2,flag 0,water\n\n1- 2-\n");
}

#[test]
fn the_example_of_the_help_and_of_the_page_is_a_level_with_its_solution() {
    let page = include_str!("../../../../../docs/golf-peaks.md");
    for text in [format::HELP, page] {
        let from = text.lines().skip_while(|line| !line.starts_with("    3x2"));
        let block = from.take_while(|line| line.is_empty() || line.starts_with("    "));
        let level = GolfPeaks.read(&block.collect::<Vec<_>>().join("\n"), &[]).unwrap();
        let solution = &level.claims().solutions[0].0;
        assert_eq!(level.start().after(solution).map(|end| end.is_solved()), Ok(true));
    }
}

#[test]
fn a_level_is_recognised_by_its_size() {
    let text = "2x1\nball flag\n\n1-\n";
    assert_eq!(read(text, &[]).unwrap().game().id(), "golf-peaks");
    for other in ["S.E", "..r\n\nR 0 0\n", "{}", "", "x", "5x", "axb"] {
        assert_eq!(GolfPeaks.detect(other), 0, "{other}");
    }
}

#[test]
fn errors_in_the_size_have_its_place() {
    assert_eq!(error(""), "line 1, column 1: the level is empty [1]");
    assert_eq!(
        error("\n  5 x 5\n"),
        "line 2, column 3: expected the size of the board, such as `5x4`, found `5 x 5` [5]"
    );
    assert_eq!(error("0x4\n"), "line 1, column 1: the board has no cells [3]");
    assert_eq!(error("99999x99999\n"), "line 1, column 1: the board is too large [11]");
    assert_eq!(error("9999999999999999999999x2\n"), "line 1, column 1: the board is too large [24]");
    assert_eq!(
        error("4096x17\nball flag\n\n1-\n"),
        "line 1, column 1: most of the board of 4096 by 17 cells is not written [7]"
    );
}

#[test]
fn errors_in_rows_have_their_place() {
    assert_eq!(
        error("2x2\nball flag\n0 0 0 0\n\n1-\n"),
        "line 3, column 5: row 2 has 4 cells, but the board is 2 wide [3]"
    );
    assert_eq!(error("2x2\nball flag\n\n1-\n"), "line 3, column 1: row 2 of 2 is missing [1]");
    assert_eq!(
        error("2x1\nball flag\n0 0\n\n1-\n"),
        "line 3, column 1: the board has 1 rows: expected a blank line before the cards [1]"
    );
}

#[test]
fn errors_in_tiles_have_their_place() {
    assert_eq!(error("2x1\nball  0,lava\n\n1-\n"), "line 2, column 9: `lava` is not a tile [4]");
    assert_eq!(
        error("2x1\nball 0,\n\n1-\n"),
        "line 2, column 8: a part of the cell is missing at the comma [1]"
    );
    assert_eq!(
        error("2x1\nball 1,x\n\n1-\n"),
        "line 2, column 8: nothing (`x`) cannot have a height or a kind [1]"
    );
    assert_eq!(
        error("2x1\nball 1,ice,sand\n\n1-\n"),
        "line 2, column 12: `sand` is one part too many for a cell [4]"
    );
    assert_eq!(
        error("2x1\nice,ball flag\n\n1-\n"),
        "line 2, column 5: `ball` is one part too many for a cell [4]"
    );
    assert_eq!(
        error("2x1\nball 1,2,ice\n\n1-\n"),
        "line 2, column 8: `2` is one part too many for a cell [1]"
    );
    assert_eq!(error("2x1\nball -1\n\n1-\n"), "line 2, column 6: `-1` is not a tile [2]");
    assert_eq!(
        error("2x1\nball 1000000001\n\n1-\n"),
        "line 2, column 6: a height can be at most 1000000000 [10]"
    );
}

#[test]
fn a_level_has_exactly_one_ball_and_one_flag() {
    assert_eq!(
        error("2x1\n0 flag\n\n1-\n"),
        "line 1, column 1: there is no ball: one cell must be `ball` [1]"
    );
    assert_eq!(
        error("2x1\n0 ball\n\n1-\n"),
        "line 1, column 1: there is no flag: one cell must be `flag` [1]"
    );
    assert_eq!(
        error("3x2\nball 0,flag 0\n1,flag\n\n1-\n"),
        "line 3, column 3: a second flag: the first is at line 2, column 8 [4]"
    );
    assert_eq!(
        error("3x1\nball ball flag\n\n1-\n"),
        "line 2, column 6: a second ball: the first is at line 2, column 1 [4]"
    );
}

#[test]
fn a_warp_has_exactly_one_twin() {
    assert_eq!(error("3x1\nball 0,warp4 flag\n\n1-\n"), "line 2, column 8: warp 4 has no twin [5]");
    assert_eq!(
        error("5x1\nball 0,warp 0,warp0 warp flag\n\n1-\n"),
        "line 2, column 21: a third warp 0: the others are at line 2, column 8 and line 2, column 15 [4]"
    );
    assert_eq!(
        error("3x1\nball warp99999999999 flag\n\n1-\n"),
        "line 2, column 6: the number of a warp can be at most 4294967295 [15]"
    );
}

#[test]
fn errors_in_cards_have_their_place() {
    let with = |cards: &str| error(&format!("2x1\nball flag\n\n{cards}\n"));
    assert_eq!(with(""), "line 4, column 1: the level has no cards [1]");
    assert_eq!(
        with("1- -"),
        "line 4, column 4: the number is missing: a card is written like `2-` or `1/` [1]"
    );
    assert_eq!(with("1- 2"), "line 4, column 5: expected `-` (roll) or `/` (jump) after the number 2 [1]");
    assert_eq!(with("1-  1/0-"), "line 4, column 7: a card of strength 0 does not move the ball [2]");
    assert_eq!(
        with("9999999999-"),
        "line 4, column 1: a card can have a strength of at most 1000000000 [11]"
    );
    assert_eq!(with("1-↗"), "line 4, column 3: expected a blank after the card 1-, found `↗` [1]");
    assert_eq!(with("one"), "line 4, column 1: expected a card such as `2-` or `1/`, found `o` [3]");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9x, \nbalflgwrpice*nes/t-↗]{0,60}") {
        let _ = format::read(&text);
        let _ = format::read(&format!("3x2\n{text}"));
        let _ = format::read(&format!("2x1\nball flag\n\n{text}"));
        let _ = crate::golf_peaks::notation::read(&text);
    }

    #[test]
    fn reading_what_was_written_gives_the_same_level(
        tiles in prop::collection::vec((0u32..12, 0usize..22), 2..40),
        width in 1usize..8,
        cards in prop::collection::vec((0u32..4, 0u32..4), 1..9),
    ) {
        let kinds = ["up", "down", "left", "right", "/tl", "/tr", "/bl", "/br", "sand", "quick", "water",
            "boing", "ice", "icetl", "icetr", "icebl", "icebr", "*n", "*e", "*s", "*w"];
        let mut cells: Vec<String> = tiles.iter().map(|&(height, kind)| match kinds.get(kind) {
            Some(kind) => format!("{height},{kind}"),
            None => "x".to_string(),
        }).collect();
        (cells[0], cells[1]) = ("ball".into(), "3,flag".into());
        let rows: Vec<String> = cells.chunks(width).map(|row| row.join(" ")).collect();
        let cards: Vec<String> = cards.iter().map(|&(jump, roll)| format!("{}/{}-", jump + 1, roll + 1)).collect();
        let text = format!("{width}x{}\n{}\n\n{}\n\n{}u\n", rows.len(), rows.join("\n"), cards.join(" "), cards[0]);
        let first = format::read(&text).unwrap();
        let again = format::read(&format::write(&first)).unwrap();
        prop_assert_eq!(format::write(&again), format::write(&first));
        prop_assert_eq!((again.tiles, again.cards), (first.tiles, first.cards));
    }
}
