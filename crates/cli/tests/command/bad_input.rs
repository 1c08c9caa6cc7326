//! Whatever is handed to the command, and wherever its output goes: a message with the place, status
//! 2, never a panic.

use crate::support::{Folder, MAZE, Run};
use std::process::Stdio;

use insta::assert_snapshot;
use unriddle_render::is_hidden;

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
fn an_empty_file_is_not_a_level() {
    for empty in [&b""[..], b"\n", b" \r\n\r\n", "\u{feff}".as_bytes()] {
        assert_eq!(fault(empty), (1, 1, "this is empty: there is no level in it".into()));
    }
}

#[test]
fn bytes_that_are_not_text_are_pointed_at() {
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
fn a_file_too_large_is_not_read() {
    let folder = Folder::new(&[("level", b"")]);
    let file = std::fs::File::options().write(true).open(folder.path("level")).expect("a file");
    file.set_len(129 << 20).expect("it can be as large as that");
    let run = folder.run(&["solve", "level"]);
    assert_eq!(run.err.trim(), "x level: cannot be read: it is larger than 128 MiB");
    assert_eq!(run.code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_not_read_for_ever() {
    let folder = Folder::new(&[("level", MAZE.as_bytes())]);
    for args in
        [&["solve", "/dev/zero"][..], &["check", "/dev/zero"], &["show", "level", "--moves", "@/dev/zero"]]
    {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains("/dev/zero: cannot be read: it is larger than 128 MiB"), "{}", run.err);
    }
}

/// Nothing but lines of what can be seen.
#[track_caller]
fn is_harmless(run: &Run) {
    let hidden = |c: char| c != '\n' && is_hidden(c);
    assert!(!run.out.contains(hidden) && !run.err.contains(hidden), "{:?}\n{:?}", run.out, run.err);
}

#[test]
fn a_level_cannot_command_the_terminal() {
    let folder = Folder::new(&[
        ("bad", "#####\n#S\x1b[2J\u{202e}E#\n#####\n".as_bytes()),
        ("named", ":comment \x1b]0;x\x07\u{202e}\n+>  .   ->0\n".as_bytes()),
    ]);
    let run = folder.run(&["solve", "bad"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains(r"#S\u{1b}[2J\u{202e}E#"), "{}", run.err);
    is_harmless(&run);
    let run = folder.run(&["show", "named"]);
    assert!(run.out.starts_with(r"Freshly Frosted, \u{1b}]0;x\u{7}\u{202e}"), "{}", run.out);
    is_harmless(&run);
    let text = folder.run(&["show", "named", "--text"]).out;
    assert!(text.starts_with(":comment \x1b]0;x\x07\u{202e}\n"), "in a pipe it is the level's own: {text:?}");
}

/// Names with a line break, control sequences, a turned direction of writing, nothing to see.
#[cfg(unix)]
const NAMES: [&str; 5] = ["a\nb", "c\x1b[2J\x1b]0;x\x07", "d\u{202e}txt.exe", "e\u{200b}", "f\u{9b}2J"];

#[cfg(unix)]
#[test]
fn the_name_of_a_file_cannot_command_the_terminal() {
    let files = NAMES.map(|name| (name, MAZE.as_bytes()));
    let bad = NAMES.map(|name| format!("bad/{name}"));
    let bad = bad.iter().map(|name| (name.as_str(), &b"#####\n#S?E#\n#####\n"[..]));
    let folder = Folder::new(&files.into_iter().chain(bad).collect::<Vec<_>>());
    for command in ["solve", "check"] {
        let run = folder.run(&[command, "."]);
        is_harmless(&run);
        for shown in
            [r"./a\nb  ", r"./c\u{1b}[2J\u{1b}]0;x\u{7}  ", r"./d\u{202e}txt.exe  ", r"./e\u{200b}  "]
        {
            assert!(run.out.contains(shown), "{shown}: {}", run.out);
        }
        assert!(run.err.contains(r"bad/a\nb: line 2, column 3") && run.err.contains(r"[./bad/a\nb:2:3]"));
    }
    for name in NAMES {
        for args in [
            &["show", name, "--moves", name][..],
            &["show", name, &format!("--text={name}")],
            &["show", name, "--moves", &format!("@{name}x")],
            &["show", name, "--svg", name],
            &["show", &format!("bad/{name}")],
            &["show", &format!("nowhere/{name}")],
            &["check", name, "--solution", name],
            &["check", name, "--moves", name],
            &["solve", name, "--moves", &format!("@{name}")],
            &["solve", &format!("--{name}")],
            &["solve", "--game", name, name],
            &["solve", "--time", name, name],
            &["games", name],
            &[name],
        ] {
            is_harmless(&folder.run(args));
        }
    }
}

#[cfg(unix)]
#[test]
fn json_has_the_true_names() {
    let files = NAMES.map(|name| (name, MAZE.as_bytes()));
    let folder = Folder::new(&files);
    for command in ["solve", "check"] {
        let run = folder.run(&[&[command, "--json"], &NAMES[..]].concat());
        let names: Vec<_> = run.json().iter().map(|line| line["file"].as_str().map(str::to_owned)).collect();
        assert_eq!(names, NAMES.map(|name| Some(name.to_owned())));
        is_harmless(&run);
    }
}

/// Everything that the command prints.
const PRINTS: [&[&str]; 19] = [
    &["--help"],
    &["-h"],
    &["--version"],
    &["help", "solve"],
    &["solve", "--help"],
    &["check", "--help"],
    &["show", "--help"],
    &["play", "--help"],
    &["serve", "--help"],
    &["games", "--help"],
    &["games"],
    &["games", "anima"],
    &["solve", "level"],
    &["solve", "--json", "level"],
    &["solve", "level", "level"],
    &["check", "level"],
    &["show", "level", "--solve", "--steps"],
    &["show", "level", "--text"],
    &["show", "level", "--svg", "-"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::new(&[("level", MAZE.as_bytes())]);
    for args in PRINTS {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it is always there");
        let run = Run::new(&folder.command(args).stdout(full).output().expect("the command runs"));
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert!(run.err.starts_with("unriddle: cannot write the output: "), "{args:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_is_not_an_error() {
    let folder = Folder::new(&[("level", MAZE.as_bytes())]);
    for args in PRINTS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let run = Run::new(&folder.command(args).stdout(writer).output().expect("the command runs"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    }
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

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new(&[("level", MAZE.as_bytes())]);
    for args in [
        &["solve", "-", "-"][..],
        &["solve", "-", "--moves", "@-"],
        &["check", "level", "--moves", "@-", "--solution", "@-"],
    ] {
        let run = Run::new(&folder.command(args).stdin(Stdio::null()).output().expect("the command runs"));
        assert!(run.err.contains("-: cannot be read: standard input can be read only once"), "{}", run.err);
        assert_eq!(run.code, Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_holds_itself_ends() {
    let folder = Folder::new(&[("set/level", MAZE.as_bytes())]);
    std::os::unix::fs::symlink("..", folder.path("set/loop")).expect("a link can be made");
    let run = folder.run(&["solve", "--json", "set"]);
    assert_eq!((run.json().len(), run.code), (1, Some(0)), "{}", run.out);
}
