//! Tests of the format: maps, moves, and their errors.

use unriddle_kit::PlayError;

use unriddle_games::reindeer_maze::Move;

use super::*;
use crate::watchdog::watched;

proptest! {
    #[test]
    fn reading_what_was_written_gives_the_same_level(text in small_maze()) {
        let first = maze(&text);
        prop_assert_eq!(&first.encodings()[0].1, &text);
        prop_assert!(maze(&first.encodings()[0].1) == first);
    }

    #[test]
    fn line_ends_and_trailing_blanks_do_not_matter(text in small_maze(), blanks in " {0,3}") {
        prop_assert!(maze(&text.replace('\n', "\r\n")) == maze(&text));
        prop_assert!(maze(text.trim_end()) == maze(&text));
        prop_assert!(maze(&text.replace('\n', &(blanks + "\t\n"))) == maze(&text));
        prop_assert!(maze(&[text.as_str(), "\n \r\n\n"].concat()) == maze(&text));
    }

    #[test]
    fn reading_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = ReindeerMaze.parse(&text, &[]);
        let _ = ReindeerMaze.detect(&text);
        let _ = read(&text, &[]);
    }

    #[test]
    fn errors_have_a_place_inside_the_text(text in "[#.SE \r\né]{0,60}") {
        if let Err(error) = ReindeerMaze.parse(&text, &[]) {
            let line = text.split('\n').nth(error.place.line - 1).unwrap_or_default();
            prop_assert!(error.place.column <= line.chars().count() + 1, "{error} in {line:?}");
        }
    }

    #[test]
    fn reading_written_moves_gives_the_same_moves(moves in prop::collection::vec(prop::sample::select(&Move::ALL), 0..40)) {
        let wide = maze(&format!("S{}E", ".".repeat(40)));
        let text = wide.write_moves(&Walk::default(), &moves);
        for typed in [text.to_lowercase(), text.replace(' ', ""), text] {
            prop_assert_eq!(wide.read_moves(&Walk::default(), &typed), Ok(moves.clone()));
        }
    }

    #[test]
    fn reading_moves_never_panics(text in "[FfLlRr0-9, éorwadeights]{0,30}") {
        let _ = maze("S.E").read_moves(&Walk::default(), &text);
    }
}

fn error(text: &str) -> String {
    ReindeerMaze.parse(text, &[]).err().expect("not a maze").to_string()
}

#[test]
fn errors_have_a_message_and_a_place() {
    assert_eq!(error(""), "line 1, column 1: the maze is empty");
    assert_eq!(error(" \r\n\n"), "line 1, column 1: the maze is empty");
    assert_eq!(error("\nS.E"), "line 1, column 1: the first line is blank");
    assert_eq!(error("S.E\n..\n"), "line 2, column 3: row 2 has 2 cells, but the first row has 3 cells");
    assert_eq!(error("S.E\n\n..."), "line 2, column 1: row 2 has 0 cells, but the first row has 3 cells");
    assert_eq!(error("S\n\nE"), "line 2, column 1: row 2 has 0 cells, but the first row has 1 cell");
    assert_eq!(error("S.E\n#####"), "line 2, column 4: row 2 has 5 cells, but the first row has 3 cells");
    assert_eq!(error("S.E\r\n.x.\r\n"), "line 2, column 2: unexpected character `x`");
    assert_eq!(error("S.E\n é."), "line 2, column 1: unexpected blank");
    assert_eq!(error("S.E\n.é."), "line 2, column 2: unexpected character `é`");
    assert_eq!(error("\0\u{1}\u{fffd}"), "line 1, column 1: unexpected character `\\0`");
    assert_eq!(error("S.E\n.SE"), "line 2, column 2: a second start `S`: the first is at line 1, column 1");
    assert_eq!(error("S.E\n.E."), "line 2, column 2: a second goal `E`: the first is at line 1, column 3");
    assert_eq!(error("..E"), "line 1, column 1: there is no start: one cell must be `S`");
    assert_eq!(error("S#."), "line 1, column 1: there is no goal: one cell must be `E`");
}

#[test]
fn the_place_of_a_row_that_is_too_long_covers_the_excess_cells() {
    let error = ReindeerMaze.parse("S.E\n#####", &[]).err().expect("not a maze");
    assert_eq!((error.place.column, error.place.length), (4, 2));
}

#[test]
fn the_error_of_a_guessed_game_says_that_it_was_guessed() {
    let error = read("S.E\n.x.", &[]).err().expect("not a maze");
    let expected = "line 2, column 2: no game recognises this level; Reindeer Maze comes closest: \
                unexpected character `x`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn settings_out_of_range_are_rejected_and_unknown_ones_ignored() {
    for setting in [("step-cost", 0), ("step-cost", 1_000_001), ("turn-cost", 1_000_001)] {
        let error = ReindeerMaze.parse("S.E", &[setting]).err().expect("out of range");
        assert!(error.message.contains(setting.0), "{error}");
    }
    assert!(ReindeerMaze.parse("S.E", &[("turn-cost", 0), ("other", 7)]).is_ok());
}

#[test]
fn the_error_of_a_blocked_step_names_the_wall_or_the_edge() {
    let level = level("S#\n.E");
    let start = level.start();
    let refused = |moves: &str| start.after(moves).err().expect("not playable").to_string();
    assert_eq!(refused("F"), "move 1, F: the reindeer would walk into the wall at column 2, row 1");
    let above = "move 2, F: the reindeer would leave the maze: nothing is above its first row";
    assert_eq!(refused("L F"), above);
    assert!(refused("LLF").ends_with("left of its first column"));
    assert!(refused("RFF").ends_with("below its last row"));
    assert!(refused("RFLFF").ends_with("right of its last column"));
}

#[test]
fn errors_in_moves_have_their_column() {
    let maze = maze("S..E");
    let column = |text: &str| match maze.read_moves(&Walk::default(), text) {
        Err(PlayError::Unreadable { column, .. }) => column,
        other => panic!("{text} was read as {other:?}"),
    };
    assert_eq!(column("F2 x"), 4);
    assert_eq!(column("éF"), 1);
    assert_eq!(column("F0"), 2);
    assert_eq!(column("FF99999999999999999999999"), 3);
    assert_eq!(column("3F"), 1);
    assert_eq!(column("forwarx"), 2);
}

#[test]
fn words_letters_and_numbers_of_moves_can_be_mixed() {
    let maze = maze("S..E");
    let words = |text: &str| {
        maze.read_moves(&Walk::default(), text).map(|moves| maze.write_moves(&Walk::default(), &moves))
    };
    assert_eq!(words("forward 2, Left"), Ok("F2 L".to_string()));
    assert_eq!(words("ffrightL2"), Ok("F2 R L L".to_string()));
    assert_eq!(words("  "), Ok(String::new()));
}

#[test]
fn numbers_cannot_add_up_to_more_moves_than_the_maze_has_poses() {
    let maze = maze(&format!("S{}E", ".".repeat(998)));
    let count = |text: &str| maze.read_moves(&Walk::default(), text).map(|moves| moves.len());
    assert_eq!(count(&"F1000 ".repeat(4)), Ok(4000));
    assert!(
        count(&"F1000 ".repeat(5)).is_err_and(|error| error.to_string().contains("more than 4000 moves"))
    );
    assert_eq!(count(&"L".repeat(5000)), Ok(5000), "moves without numbers have no limit");
}

#[test]
fn mazes_are_recognised_and_other_texts_are_not() {
    for (file, text, ..) in shipped() {
        assert_eq!(ReindeerMaze.detect(&text), 100, "{file}");
    }
    assert_eq!(ReindeerMaze.detect("#####\n#S.E!\n#####"), 46);
    assert_eq!(ReindeerMaze.detect(""), 0);
    assert_eq!(ReindeerMaze.detect("nothing of the kind"), 0);
    assert!(ReindeerMaze.detect("...\n...") < 50);
}

#[test]
fn a_maze_of_four_million_cells_is_read() {
    let row = format!("{}\n", ".#".repeat(1000));
    let text = format!("S{}E\n{}", ".".repeat(1998), row.repeat(2000));
    let maze = watched("reading 4 million cells", || maze(&text));
    assert_eq!((maze.width(), maze.height()), (2000, 2001));
    assert_eq!(Puzzle::lower_bound(&maze, &Puzzle::start(&maze)), Some(1999));
}
