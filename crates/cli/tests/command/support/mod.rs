//! What the tests of the command share: small levels, a folder to put them in, and the command.

#[cfg(unix)]
pub(crate) mod console;
#[cfg(unix)]
pub(crate) mod endless;
#[cfg(unix)]
pub(crate) mod signals;

use std::path::PathBuf;
use std::process::{Command, Output};

#[cfg(unix)]
pub(crate) use console::HANG;
use serde_json::Value;
use tempfile::TempDir;

/// Solved by two steps.
pub(crate) const MAZE: &str = "#####\n#S.E#\n#####\n";
/// Nothing leads from the start to the goal.
pub(crate) const WALLED_OFF: &str = "#####\n#S#E#\n#####\n";
/// Solved by one turn to the left and a few steps.
pub(crate) const CORNER: &str = "#####\n###E#\n###.#\n#S..#\n#####\n";
/// One red actor, three tiles from its goal.
pub(crate) const ANIMA: &str = "r...\n\nR 3 0\n";
/// The same level in the other format, with its optimum.
pub(crate) const CLAIM: &str = r#"{"width": 4, "height": 1, "tiles": ["r..."],
 "actors": [{"color": "red", "x": 3, "y": 0}],
 "optimalMoves": 3}"#;

/// Three cards, two of which are needed.
pub(crate) const GOLF: &str = "4x2\n0,ball 0 0 0\nx x x 0,flag\n\n1- 2- 3-\n\n3-> 1-v\n";

/// A folder that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// A folder with these files, as (path, contents).
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder can be made"));
        for (path, contents) in files {
            let path = folder.0.path().join(path);
            std::fs::create_dir_all(path.parent().expect("it lies in the folder"))
                .expect("a folder can be made");
            std::fs::write(path, contents).expect("a file can be written");
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command, run in the folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("unriddle"));
        command.args(args).current_dir(self.0.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::new(&self.command(args).output().expect("the command runs"))
    }
}

/// What a run of the command gave.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is text");
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// The output as JSON lines.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
    }

    /// The JSON lines as written, with the numbers that tell the effort made the same.
    pub(crate) fn steady_json(&self) -> String {
        let mut text = self.out.clone();
        for name in ["expanded", "generated", "stored", "seconds", "bytes"] {
            let key = format!("\"{name}\":");
            let parts = text.split(&key).map(str::to_owned).collect::<Vec<_>>();
            let shorn = parts[1..].iter().map(|part| &part[part.find([',', '}']).unwrap_or(0)..]);
            text = shorn.fold(parts[0].clone(), |text, part| format!("{text}{key}_{part}"));
        }
        text
    }

    /// The output with its times and sizes, which differ from run to run, made the same.
    pub(crate) fn steady(&self) -> String {
        let lines = self.out.lines().map(|line| match line.split_once("expanded ") {
            Some((before, _)) => format!("{before}expanded …"),
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The folder of levels that do not come with the project, where there is one.
pub(crate) fn outside_levels() -> Option<PathBuf> {
    let path = std::env::var_os("UNRIDDLE_LEVELS").map(PathBuf::from);
    if path.is_none() {
        println!("skipped: UNRIDDLE_LEVELS is not set");
    }
    path
}
