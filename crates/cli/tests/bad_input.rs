//! Whatever is handed to the command: a message with the place, status 2, never a panic.

mod support;

use insta::assert_snapshot;
use support::{Folder, MAZE, Run};

/// The place and the message for a file with these contents.
fn fault(contents: &[u8]) -> (u64, u64, String) {
    let folder = Folder::new(&[("level", contents)]);
    let run = folder.run(&["solve", "--json", "level"]);
    assert_eq!((run.code, run.err.as_str()), (Some(2), ""));
    let line = &run.json()[0];
    assert_eq!(line["outcome"], "invalid");
    let error = &line["error"];
    let number = |name: &str| error[name].as_u64().expect("there is a place");
    (number("line"), number("column"), error["message"].as_str().expect("there is a message").to_owned())
}

fn place(contents: &[u8]) -> (u64, u64) {
    let (line, column, message) = fault(contents);
    assert!(!message.is_empty());
    (line, column)
}

#[test]
fn every_bad_level_has_a_place() {
    assert_eq!(place(b"#####\n#S.E\n#####\n").0, 2, "ragged rows");
    assert_eq!(place(b"#####\n#S?E#\n#####\n"), (2, 3), "an unknown character");
    assert_eq!(place(b"#####\n#SSE#\n#####\n"), (2, 3), "two starts");
    assert_eq!(place(b"####\n#S.#\n####\n").0, 1, "no goal");
    assert_eq!(place(b".. r\n\nR 2 0\n").0, 3, "an actor on a wall");
    assert_eq!(place(b"...r\n\nR 0 0\nB 0 0\n").0, 4, "two actors on a tile");
    assert_eq!(place(b"...r\n\nR 9 0\n"), (3, 3), "an actor off the board");
    assert_eq!(place(b"...r\n\nR 99999999999999999999 0\n"), (3, 3), "a number out of range");
}

#[test]
fn an_empty_file_is_no_level() {
    for empty in [&b""[..], b"\n", b" \r\n\r\n", "\u{feff}".as_bytes()] {
        assert_eq!(fault(empty), (1, 1, "this is empty: there is no level in it".into()));
    }
}

#[test]
fn bytes_that_are_no_text_are_pointed_at() {
    let (line, column, message) = fault(b"ab\nc\xc3\xa9d\xff\xfe");
    assert_eq!((line, column), (2, 4));
    assert_eq!(message, "this is not text: byte 8 (0xff) is not UTF-8");
}

#[test]
fn a_text_that_no_game_knows_names_the_closest() {
    let (_, _, message) = fault(b"Dear reader,\nthis is a letter.\n");
    assert!(message.starts_with("no game recognises this level; "), "{message}");
    assert!(message.contains(" comes closest: "), "{message}");
}

#[test]
fn windows_line_ends_are_fine() {
    let level = MAZE.replace('\n', "\r\n");
    assert_eq!(Folder::new(&[("level", level.as_bytes())]).run(&["solve", "level"]).code, Some(0));
}

#[test]
fn a_byte_order_mark_is_fine() {
    let level = format!("\u{feff}{MAZE}");
    let folder = Folder::new(&[("level", level.as_bytes())]);
    assert_eq!(folder.run(&["solve", "level"]).code, Some(0));
    assert_eq!(folder.run(&["solve", "level", "--game", "reindeer-maze"]).code, Some(0));
}

#[test]
fn what_is_not_there_is_an_error() {
    let folder = Folder::new(&[("empty/README.md", b""), ("level", MAZE.as_bytes())]);
    for path in ["missing", "empty"] {
        for command in ["solve", "check", "show"] {
            let run = folder.run(&[command, path]);
            assert_eq!(run.code, Some(2), "{command} {path}");
            assert!(run.err.contains(path), "{}", run.err);
        }
    }
    let run = folder.run(&["solve", "--json", "missing", "level"]);
    assert_eq!(run.json()[0]["outcome"], "invalid");
    assert_eq!(run.json()[1]["outcome"], "optimal");
}

#[test]
fn the_report_shows_the_line() {
    let folder = Folder::new(&[("level", b"#####\n#S?E#\n#####\n")]);
    let run = folder.run(&["solve", "level"]);
    assert_eq!(run.out, "");
    assert_snapshot!(run.err, @r"
      x level: line 2, column 3: unexpected character `?`
       ,-[level:2:3]
     1 | #####
     2 | #S?E#
       :   |
       :   `-- here
     3 | #####
       `----
      help: expected `#` (wall), `.` (floor), `S` (start) or `E` (goal)
    ");
}

#[test]
fn a_file_of_100_megabytes_is_not_echoed() {
    let folder = Folder::new(&[("level", &vec![b'#'; 100_000_000])]);
    let run = folder.run(&["solve", "level"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.len() < 2_000, "a report of {} bytes", run.err.len());
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = Folder::new(&[("level", b"#####\n#S\x1b[2JE#\n#####\n")]);
    let run = folder.run(&["solve", "level"]);
    assert_eq!(run.code, Some(2));
    assert!(!run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn amounts_that_make_no_sense_are_usage_errors() {
    let folder = Folder::new(&[("level", MAZE.as_bytes())]);
    for args in [
        ["--time", "soon"],
        ["--memory", "-1"],
        ["--states", "1e99"],
        ["--cost", "x"],
        ["--threads", "0"],
        ["--goal", "best"],
        ["--method", "magic"],
        ["--show", "all"],
        ["--color", "red"],
    ] {
        let run = folder.run(&["solve", "level", &args.join("=")]);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains(args[0]), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_holds_itself_ends() {
    let folder = Folder::new(&[("set/level", MAZE.as_bytes())]);
    std::os::unix::fs::symlink("..", folder.path("set/loop")).expect("a link can be made");
    let output = folder.command(&["solve", "--json", "set"]).output().expect("the command runs");
    assert!(Run::new(&output).code == Some(0));
}
