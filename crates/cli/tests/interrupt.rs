//! Ctrl-C stops at once with what is known so far.
#![cfg(unix)]

mod support;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::endless::endless;
use support::{Folder, MAZE, Run};

fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = folder.command(args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
    std::thread::sleep(Duration::from_millis(500));
    child
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

#[test]
fn the_search_ends_with_what_is_known() {
    let slow = endless();
    let folder = Folder::new(&[("1.txt", slow.as_bytes()), ("2.txt", MAZE.as_bytes())]);
    let child = start(&folder, &["solve", "--json", "--memory", "2GB", "."]);
    interrupt(&child);
    let clock = Instant::now();
    let run = Run::new(&child.wait_with_output().expect("the command ends"));
    assert!(clock.elapsed() < Duration::from_secs(5), "it took {:?}", clock.elapsed());
    assert_eq!(run.code, Some(3), "{}", run.err);
    let lines = run.json();
    assert_eq!(lines.len(), 1, "no other level is begun");
    assert_eq!(lines[0]["outcome"], "stopped");
    assert_eq!(lines[0]["reason"], "cancelled");
    assert!(lines[0]["bound"].is_u64() && lines[0]["expanded"].as_u64() > Some(0));
}

#[test]
fn the_summary_says_what_was_not_begun() {
    let slow = endless();
    let folder = Folder::new(&[("1.txt", slow.as_bytes()), ("2.txt", MAZE.as_bytes())]);
    let child = start(&folder, &["solve", "--memory", "2GB", "."]);
    interrupt(&child);
    let run = Run::new(&child.wait_with_output().expect("the command ends"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out.lines().last(), Some("1 stopped, 1 not begun"));
}
