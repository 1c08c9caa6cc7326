//! The first Ctrl-C ends whatever the command does, with what is known so far; so does SIGTERM.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::endless::endless;
use crate::support::signals::{Running, await_listener, await_work, send};
use crate::support::{ANIMA, Folder, MAZE, Run};

fn start(folder: &Folder, args: &[&str]) -> Running {
    Running::start(&mut folder.command(args))
}

/// Waits until a command listens and is in the middle of its work.
fn settle(child: &Running) {
    await_listener(child.id());
    std::thread::sleep(Duration::from_millis(500));
}

/// The commands with these arguments are all stopped by the signal while they read this.
#[track_caller]
fn are_stopped(signal: &str, folder: &Folder, commands: &[&[&str]], reading: &str) {
    let children: Vec<_> = commands.iter().map(|args| start(folder, args)).collect();
    children.iter().for_each(|child| await_listener(child.id()));
    children.first().into_iter().for_each(settle);
    for (child, args) in children.into_iter().zip(commands) {
        send(signal, child.id());
        let run = Run::new(&child.ends());
        assert_eq!(run.err, format!("unriddle: interrupted while reading {reading}\n"), "{args:?}");
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{args:?}");
    }
}

/// A folder with a level and a pipe that nobody writes to.
fn pipe() -> Folder {
    let folder = Folder::new(&[("anima.txt", ANIMA.as_bytes())]);
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    folder
}

#[test]
fn the_search_ends_with_what_is_known() {
    let slow = endless();
    let folder = Folder::new(&[("1.txt", slow.as_bytes()), ("2.txt", MAZE.as_bytes())]);
    let child = start(&folder, &["solve", "--json", "--memory", "2GB", "."]);
    await_work(child.id());
    send("INT", child.id());
    let run = Run::new(&child.ends());
    assert_eq!(run.code, Some(3), "{}", run.err);
    let lines = run.json();
    assert_eq!(lines.len(), 1, "no other level is started");
    assert_eq!(lines[0]["outcome"], "stopped");
    assert_eq!(lines[0]["reason"], "cancelled");
    assert!(lines[0]["bound"].is_u64() && lines[0]["expanded"].as_u64() > Some(0));
}

#[test]
fn the_summary_says_what_was_not_started() {
    let slow = endless();
    let folder = Folder::new(&[("1.txt", slow.as_bytes()), ("2.txt", MAZE.as_bytes())]);
    let child = start(&folder, &["solve", "--memory", "2GB", "."]);
    await_work(child.id());
    send("INT", child.id());
    let run = Run::new(&child.ends());
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out.lines().last(), Some("1 stopped, 1 not started"));
}

#[test]
fn a_pipe_that_nobody_writes_to_can_be_left() {
    let folder = pipe();
    let commands = [
        &["solve", "pipe"][..],
        &["solve", "--json", "pipe"],
        &["check", "pipe"],
        &["show", "pipe"],
        &["show", "anima.txt", "--moves", "@pipe"],
        &["check", "anima.txt", "--solution", "@pipe"],
    ];
    for signal in ["INT", "TERM"] {
        are_stopped(signal, &folder, &commands, "pipe");
    }
}

#[test]
fn a_pipe_whose_writer_is_silent_can_be_left() {
    let folder = pipe();
    for args in [&["solve", "pipe"][..], &["show", "anima.txt", "--moves", "@pipe"]] {
        let child = start(&folder, args);
        // This waits until the command has opened the other end.
        let writer = File::options().write(true).open(folder.path("pipe")).expect("a pipe");
        send("INT", child.id());
        let run = Run::new(&child.ends());
        assert_eq!((run.code, run.err.as_str()), (Some(3), "unriddle: interrupted while reading pipe\n"));
        drop(writer);
    }
}

#[test]
fn a_standard_input_without_end_can_be_left() {
    let commands = [
        &["solve", "anima.txt", "-"][..],
        &["check", "-"],
        &["show", "-"],
        &["show", "anima.txt", "--moves", "@-"],
        &["check", "anima.txt", "--solution", "@-"],
    ];
    are_stopped("INT", &pipe(), &commands, "standard input");
}

#[test]
fn levels_before_a_silent_pipe_are_reported() {
    let folder = pipe();
    let child = start(&folder, &["solve", "anima.txt", "pipe", "anima.txt"]);
    let writer = File::options().write(true).open(folder.path("pipe")).expect("a pipe");
    send("INT", child.id());
    let run = Run::new(&child.ends());
    assert!(run.out.starts_with("anima.txt  Anima  optimal, 3 moves\n"), "{}", run.out);
    assert_eq!(run.out.lines().last(), Some("1 optimal, 2 not started"));
    assert_eq!(run.code, Some(3));
    drop(writer);
}

/// What `nohup` does: the program should outlive its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_that_is_ignored_stops_nothing() {
    let folder = Folder::new(&[("1.txt", endless().as_bytes())]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" solve --json --time 2s --memory 2GB \"$1\""]);
    command.arg(assert_cmd::cargo::cargo_bin!("unriddle")).arg(folder.path("1.txt"));
    let child = Running::start(&mut command);
    settle(&child);
    send("HUP", child.id());
    let run = Run::new(&child.ends());
    assert_eq!(run.json()[0]["reason"], "time", "{}", run.out);
}

/// How many runs are interrupted; `UNRIDDLE_SIGNALS` sets it, for long trials.
fn signalled_runs() -> usize {
    let set = std::env::var("UNRIDDLE_SIGNALS").ok();
    set.and_then(|runs| runs.parse().ok()).unwrap_or(200)
}

/// Levels that take a few milliseconds to a second, with the outcome and the cost that are true of them.
fn true_outcomes(folder: &Folder) -> Vec<(String, Vec<&'static str>, String, Option<u64>)> {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let files = [
        "sokobond/28-two-glasses.txt",
        "sokobond/30-workshop.txt",
        "sokobond/19-too-strong.txt",
        "anima/10-broad-field.txt",
        "anima/12-knot.json",
        "golf-peaks/19-nineteenth-hole.txt",
        "golf-peaks/article-finale.txt",
        "reindeer-maze/15-great-maze.txt",
        "freshly-frosted/19-assembly-line.txt",
        "freshly-frosted/18-two-doors.txt",
    ];
    let methods: [&[&str]; 4] = [
        &["--goal", "optimal"],
        &["--goal", "optimal", "--method", "a-star"],
        &["--goal", "optimal", "--method", "breadth-first"],
        &["--goal", "all"],
    ];
    let mut known = Vec::new();
    for file in files {
        let path = levels.join(file).to_str().expect("a path that is text").to_owned();
        let run = folder.run(&["solve", "--json", "--goal", "optimal", &path]);
        let line = &run.json()[0];
        let outcome = line["outcome"].as_str().expect("an outcome").to_owned();
        assert!(outcome == "optimal" || outcome == "unsolvable", "{file}: {outcome}");
        for options in methods {
            known.push((path.clone(), options.to_vec(), outcome.clone(), line["cost"].as_u64()));
        }
    }
    known
}

/// Signals come at any moment: while the level is read, while tables are made, in the first round of a
/// search, at its end.
#[test]
fn an_interrupted_run_never_claims_a_proof_that_it_has_not_made() {
    let folder = Folder::new(&[]);
    let known = true_outcomes(&folder);
    let mut stopped = 0;
    let mut seed = 7u64;
    for run in 0..signalled_runs() {
        let (path, options, outcome, cost) = &known[run % known.len()];
        let mut args = vec!["solve", "--json", "--memory", "2GB"];
        args.extend(options);
        args.push(path);
        let mut command = folder.command(&args);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((seed >> 33) % 40_000));
        send("INT", child.id());
        let run = Run::new(&child.wait_with_output().expect("the command ends"));
        let lines = run.json();
        // Interrupted before the level was started, or before the command listened.
        let Some(line) = lines.first() else {
            assert!(matches!(run.code, None | Some(3 | 130)), "{args:?}: {:?} {}", run.code, run.err);
            continue;
        };
        match line["outcome"].as_str() {
            Some("stopped") => {
                assert_eq!(run.code, Some(3), "{args:?}");
                stopped += 1;
            }
            Some("solved") => assert!(line["cost"].as_u64() >= *cost && cost.is_some(), "{args:?}: {line}"),
            said => {
                assert_eq!(said, Some(outcome.as_str()), "{args:?}: {line}");
                assert_eq!(line["cost"].as_u64(), *cost, "{args:?}: {line}");
            }
        }
        if outcome == "optimal" {
            assert!(line["bound"].as_u64() <= *cost, "{args:?}: {line}");
        }
    }
    println!("{} runs, {stopped} of them stopped", signalled_runs());
    assert!(stopped > 0, "no run was stopped: the signals come too late");
}
