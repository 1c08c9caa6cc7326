//! Parsing and writing levels, and the errors for text that is not a level.

use super::super::format::{read, write};

/// The error of a text whose lines are separated by `|`.
fn error(text: &str) -> String {
    read(&text.replace('|', "\n")).err().unwrap_or_else(|| panic!("this is a level: {text}")).to_string()
}

#[test]
fn what_is_written_reads_back() {
    let text = "\
:targets 0 1 3 7 15
:comment Every part once
+>  +^? .   #   *
->0 -<1 -^3 -v7 -<f
-v? 1>  2^  4<  8v
xv  b>0 b<1 b^f T-
T+> T+^ U-  U+< v
";
    let factory = read(text).expect("a level");
    assert_eq!(write(&factory), text);
    assert_eq!(read(&write(&factory)).expect("a level"), factory);
}

#[test]
fn kinds_are_read_by_any_of_their_names() {
    let level = |text: &str| read(text).expect(text);
    let written = ":targets 3 7 15\n+> ->3 ->7 ->f ->? 2< 4< 8<";
    for text in [
        ":targets 2 4 8\n+> ->2 ->4 ->8 ->? 2< 4< 8<",
        ":target 3 7 f\n:tickwise\n:loop-threshold 20\n:allow-invalid-deliveries\n+> ->3 ->7 ->15 ->? 3< 7< f<",
        "\n:targets 3 7 F\n\n  +>\t->3 ->7 ->F ->? 2< 4< F<\n\n",
    ] {
        assert_eq!(level(text), level(written), "{text}");
    }
    assert_eq!(level("+> -> X>"), level("+> ->0 x>"));
}

#[test]
fn bad_input_is_pointed_at() {
    assert_eq!(error(""), "line 1, column 1: the level has no cells");
    assert_eq!(error("+> . ->|. bv7. ."), "line 2, column 3: `bv7.` is not a cell");
    assert_eq!(error("+> . ->|. ."), "line 2, column 3: this row has 2 cells, the first row has 3");
    assert_eq!(error("+> . ->|. . . ."), "line 2, column 7: this row has 4 cells, the first row has 3");
    assert_eq!(error(". . ->"), "line 1, column 1: there is no source of donuts");
    assert_eq!(error(":comment x|+> ."), "line 2, column 1: there is no target");
    assert_eq!(error("+> T- ->|U- U+> ."), "line 1, column 4: the entrance T- has no exit");
    assert_eq!(error("+> . ->|U+^ . ."), "line 2, column 1: this exit has no entrance");
    assert_eq!(error(":targets 2x|+> ->?"), "line 1, column 10: `2x` is not a kind of donut");
    assert_eq!(error(":targets|+> ->?"), "line 1, column 1: the list is empty");
    assert_eq!(
        error(":targets 0|:targets 0|+> ->?"),
        "line 2, column 1: a second list of targets: the first is in line 1"
    );
    assert_eq!(error(":targets 0 3|+> -> 1v"), "line 1, column 12: no target takes sprinkled donuts");
    assert_eq!(error(":tick|+> ->"), "line 1, column 1: `:tick` is not a flag");
    for word in ["0>", "5v", "+", "+>1", "-?", "->9", "b>", "b>?", "x", "x>1", "T", "T+", "T-v", "T+>>", "→"]
    {
        assert_eq!(error(&format!("+> {word} ->")), format!("line 1, column 4: `{word}` is not a cell"));
    }
}

#[test]
fn a_large_board_is_read_and_one_too_large_is_not() {
    let rows = |wide: usize, high: usize| format!("+> -> {}\n", ". ".repeat(wide - 2)).repeat(high);
    assert_eq!(read(&rows(200, 200)).expect("a level").cells(), 40_000);
    assert!(read(&rows(3, 4097)).unwrap_err().message.contains("4096 sources"));
    assert!(read(&rows(3, 512)).is_ok() && read(&rows(3, 513)).unwrap_err().message.contains("513 sources"));
    let large = format!("+> ->\n{}", ". .\n".repeat(1 << 20));
    assert!(read(&large).unwrap_err().message.contains("1048576 cells"));
}
