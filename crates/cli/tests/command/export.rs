//! `unriddle export`: a folder with a site, and clear words when there can be none.

use std::fs;
use std::process::Command;

use crate::support::{Folder, MAZE, Run};

/// The head of a WebAssembly module. An export only copies it.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

fn folder() -> Folder {
    Folder::new(&[
        ("engine.wasm", MODULE),
        ("engine-player.wasm", MODULE),
        ("alone.wasm", MODULE),
        ("notes/thesis-player.wasm", MODULE),
        ("mine/1.txt", MAZE.as_bytes()),
        ("notes/thesis.txt", b"years of work"),
    ])
}

#[test]
fn a_site_is_written_with_ones_own_levels_and_replaced() {
    let folder = folder();
    let run = folder.run(&["export", "site", "--levels", "mine", "--module", "engine.wasm"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("site: ") && run.out.contains(" levels in "), "{}", run.out);
    let level = fs::read_to_string(folder.path("site/levels/1_3a1.txt.json")).expect("the level is there");
    assert!(level.contains("\"text\":\"#####\\n#S.E#\\n#####\\n\""), "{level}");
    for name in ["site/unriddle.wasm", "site/unriddle-player.wasm"] {
        assert_eq!(fs::read(folder.path(name)).expect("the module is there"), MODULE);
    }
    let run = folder.run(&["export", "site", "--base", "https://puzzles.example", "--module", "engine.wasm"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(!folder.path("site/levels/1_3a1.txt.json").exists(), "the level is not part of it any more");
    let page = fs::read_to_string(folder.path("site/index.html")).expect("the page is there");
    assert!(page.contains("data-base=\"https://puzzles.example/\""));
}

#[test]
fn what_cannot_be_exported_is_explained() {
    let folder = folder();
    let cases: &[(&[&str], &str)] = &[
        (
            &["export", "notes", "--module", "engine.wasm"],
            "notes: this folder holds files that no export has written",
        ),
        (
            &["export", "notes/thesis.txt", "--module", "engine.wasm"],
            "notes/thesis.txt: this is a file; name a folder",
        ),
        (&["export", "site", "--module", "notes/thesis.txt"], "unriddle.wasm is not a WebAssembly module"),
        (&["export", "site", "--module", "none.wasm"], "none.wasm: "),
        (&["export", "site", "--module", "alone.wasm"], "alone-player.wasm: "),
        (&["export", "site", "--levels", "nowhere", "--module", "engine.wasm"], "nowhere: "),
        (
            &["export", "site", "--base", "puzzles.example", "--module", "engine.wasm"],
            "such as https://puzzles.example/",
        ),
    ];
    for (args, words) in cases {
        let run = folder.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
        assert!(!folder.path("site").exists(), "{args:?}: nothing is written");
    }
    assert_eq!(fs::read(folder.path("notes/thesis.txt")).expect("it is there"), b"years of work");
}

#[test]
fn a_missing_module_names_the_command_that_builds_it() {
    let folder = Folder::new(&[("bin/readme", b"")]);
    // A command that was installed by itself has no module beside it.
    let (built, alone) = (assert_cmd::cargo::cargo_bin!("unriddle"), folder.path("bin/unriddle"));
    if fs::hard_link(built, &alone).is_err() {
        fs::copy(built, &alone).expect("the command can be copied");
    }
    let output = Command::new(&alone).args(["export", "site"]).current_dir(folder.path("bin")).output();
    let run = Run::new(&output.expect("the command runs"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("run `crates/wasm/build`") && run.err.contains("--module"), "{}", run.err);
    // An archive has it beside the command.
    for name in ["bin/unriddle.wasm", "bin/unriddle-player.wasm"] {
        fs::write(folder.path(name), MODULE).expect("a file can be written");
    }
    let output = Command::new(&alone).args(["export", "site"]).current_dir(folder.path("bin")).output();
    assert_eq!(Run::new(&output.expect("the command runs")).code, Some(0));
}
