//! Several processes search as one. These tests run real processes on 127.0.0.1.

use std::net::TcpListener;
use std::path::PathBuf;

use serde_json::Value;

use crate::support::endless::endless;
use crate::support::signals::{Running, await_work, send};
use crate::support::{ANIMA, Folder, MAZE, Run};

/// A level that comes with the project.
fn shipped(level: &str) -> String {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels"));
    folder.join(level).display().to_string()
}

/// What does not depend on the clock or on the number of processes.
fn essence(run: &Run) -> Vec<Value> {
    let line = run.json().pop().unwrap_or_else(|| panic!("no answer: {}", run.err));
    let names = [
        "game",
        "outcome",
        "reason",
        "cost",
        "moves",
        "solution",
        "bound",
        "expanded",
        "generated",
        "stored",
    ];
    names.iter().map(|name| line[name].clone()).collect()
}

/// Processes and threads.
const LAYOUTS: [(&str, &str); 6] = [("1", "1"), ("1", "2"), ("2", "1"), ("3", "1"), ("4", "1"), ("2", "2")];

#[test]
fn levels_of_every_game_have_the_same_answer_with_any_number_of_processes_and_threads() {
    let folder = Folder::new(&[]);
    let cases = [
        ("anima/08-crossing.txt", "optimal", "auto"),
        ("anima/deadlock.txt", "optimal", "auto"),
        ("golf-peaks/14-wormholes.txt", "optimal", "auto"),
        // In `solve`, `auto` keeps an array of all poses, which is not spread over processes.
        ("reindeer-maze/07-article-eleven-turns.txt", "optimal", "a-star"),
        ("puzzlescript/03-microban.txt#1", "optimal", "auto"),
        ("sokobond/14-double-bond.txt", "optimal", "auto"),
        ("sokobond/26-aloof.txt", "any", "auto"),
        ("sokobond/25-noble-gas.txt", "optimal", "breadth-first"),
    ];
    for (level, goal, method) in cases {
        let level = shipped(level);
        let how = ["--goal", goal, "--method", method, "--json", &level];
        let alone = folder.run(&[&["solve"], &how[..]].concat());
        for (processes, threads) in LAYOUTS {
            let layout = ["cluster", "--local", processes, "--threads", threads];
            let shared = folder.run(&[&layout[..], &how[..]].concat());
            assert_eq!(essence(&shared), essence(&alone), "{level}, {processes} × {threads}");
            assert_eq!(shared.code, alone.code);
        }
    }
}

/// A board of empty cells, with some of them replaced.
fn board(side: usize, cell: &str, separator: &str, replaced: &[(usize, usize, &str)]) -> String {
    let mut rows = vec![vec![cell; side]; side];
    for &(x, y, word) in replaced {
        rows[y][x] = word;
    }
    rows.iter().map(|row| row.join(separator) + "\n").collect()
}

/// The levels above are small, and process 0 solves them alone. These have more than 32 768 states.
#[test]
fn large_levels_of_every_game_are_searched_the_same_way_with_any_number_of_processes_and_threads() {
    let walled_in = [(0, 109, "S"), (109, 0, "E"), (108, 0, "#"), (109, 1, "#")];
    let maze = board(110, ".", "", &walled_in);
    let atoms = [(0, 0, "O"), (7, 1, "h"), (1, 6, "h"), (6, 5, "n"), (3, 3, "h"), (8, 7, "h"), (4, 0, "h")];
    let atoms = board(9, "-", "", &atoms);
    let hole = board(24, "0", " ", &[(0, 0, "0,ball"), (23, 23, "0,flag")]);
    let hole = format!("24x24\n{hole}\n1- 2- 3- 4- 5- 6- 1/ 2/ 3/ 4/ 5/ 6/\n");
    let actors = endless();
    let files = [("maze.txt", &maze), ("atoms.txt", &atoms), ("hole.txt", &hole), ("actors.txt", &actors)];
    let folder = Folder::new(&files.map(|(name, text)| (name, text.as_bytes())));
    let script = shipped("puzzlescript/03-microban.txt#6");
    let cases = [
        ("maze.txt", "a-star"),
        ("atoms.txt", "breadth-first"),
        ("hole.txt", "a-star"),
        ("actors.txt", "breadth-first"),
        (&script, "breadth-first"),
    ];
    for (level, method) in cases {
        let how = ["--method", method, "--states", "40000", "--json", level];
        let alone = folder.run(&[&["solve"], &how[..]].concat());
        for (processes, threads) in LAYOUTS {
            let layout = ["cluster", "--local", processes, "--threads", threads];
            let shared = folder.run(&[&layout[..], &how[..]].concat());
            assert_eq!(essence(&shared), essence(&alone), "{level}, {processes} × {threads}");
            assert_eq!(shared.code, alone.code);
            let line = &shared.json()[0];
            assert!(line["stored"].as_u64() > Some(32_768), "{level} is small: {line}");
            assert_eq!(line["processes"].to_string(), processes);
        }
    }
}

#[test]
fn a_level_that_one_machine_has_to_solve_is_refused() {
    let level =
        std::fs::read(shipped("freshly-frosted/01-straight-on.txt")).expect("it comes with the project");
    let run = Folder::new(&[("a.txt", &level)]).run(&["cluster", "--local", "2", "a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("Freshly Frosted is solved on one machine"), "{}", run.err);
}

#[test]
fn one_level_of_a_file_is_searched_and_it_has_to_be_named_if_there_are_several() {
    let text = std::fs::read(shipped("puzzlescript/03-microban.txt"));
    let folder = Folder::new(&[("ten.txt", &text.expect("it comes with the project"))]);
    let run = folder.run(&["cluster", "--local", "2", "ten.txt"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("name one, from `ten.txt#1` to `ten.txt#10`"), "{}", run.err);
    for level in ["ten.txt#1", "ten.txt#2"] {
        let shared = folder.run(&["cluster", "--local", "2", "--json", level]);
        assert_eq!(essence(&shared), essence(&folder.run(&["solve", "--json", level])), "{level}");
    }
}

#[test]
fn what_is_wrong_with_the_arguments_is_said() {
    let folder = Folder::new(&[("a.txt", ANIMA.as_bytes()), ("hosts.txt", b"127.0.0.1:4000\nnode\n")]);
    let run = folder.run(&["cluster", "a.txt"]);
    assert!(run.code == Some(2) && run.err.contains("--local N"), "{}", run.err);
    let run = folder.run(&["cluster", "a.txt", "--hosts", "hosts.txt", "--process", "0"]);
    assert!(run.code == Some(2) && run.err.contains("hosts.txt:2:1"), "{}", run.err);
    let run = folder.run(&["cluster", "a.txt", "--local", "99"]);
    assert_eq!(run.code, Some(2));
    let run = folder.run(&["cluster", "-", "--local", "2"]);
    assert_eq!(run.code, Some(2));
}

/// A list of hosts on this machine.
fn hosts(count: usize) -> String {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("there is a free port")).collect();
    let address = |listener: &TcpListener| format!("{}\n", listener.local_addr().expect("it is bound"));
    listeners.iter().map(address).collect()
}

fn member(folder: &Folder, level: &str, index: usize, wait: &str) -> Running {
    let index = index.to_string();
    let args = ["cluster", level, "--hosts", "hosts.txt", "--process", &index, "--wait", wait, "--json"];
    let mut command = folder.command(&args);
    Running::start(command.env("UNRIDDLE_CLUSTER_TOKEN", "secret").args(["--threads", "1"]))
}

/// Three processes in the middle of a search that does not end.
fn busy_run() -> (Folder, Vec<Running>) {
    let folder = Folder::new(&[("endless.txt", endless().as_bytes()), ("hosts.txt", hosts(3).as_bytes())]);
    let run: Vec<Running> = (0..3).map(|index| member(&folder, "endless.txt", index, "30s")).collect();
    run.iter().for_each(|process| await_work(process.id()));
    (folder, run)
}

/// All but process 1 end with status 3 and name it.
#[track_caller]
fn all_blame_process_1(run: Vec<Running>, lost: &str) {
    for (index, process) in run.into_iter().enumerate().filter(|(index, _)| *index != 1) {
        let run = Run::new(&process.ends());
        assert_eq!(run.code, Some(3), "process {index}: {}", run.err);
        assert!(run.err.contains("process 1 (127.0.0.1:") && run.err.contains(lost), "{index}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
        let proofs = ["\"optimal\"", "\"unsolvable\"", "\"solved\""];
        assert!(!proofs.iter().any(|proof| run.out.contains(proof)), "{}", run.out);
    }
}

#[test]
fn a_killed_process_is_named_by_all_others() {
    let (_folder, run) = busy_run();
    send("KILL", run[1].id());
    all_blame_process_1(run, "was lost");
}

#[test]
fn a_frozen_process_is_named_by_all_others() {
    let (_folder, run) = busy_run();
    send("STOP", run[1].id());
    all_blame_process_1(run, "does not respond");
}

#[test]
fn ctrl_c_in_any_process_stops_all() {
    let (_folder, run) = busy_run();
    send("INT", run[2].id());
    let runs: Vec<Run> = run.into_iter().map(|process| Run::new(&process.ends())).collect();
    for (index, run) in runs.iter().enumerate() {
        assert_eq!(run.code, Some(3), "process {index}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
    }
    let outcome = runs[0].json().pop().expect("process 0 says how far it came");
    assert_eq!(outcome["outcome"], "stopped");
}

#[test]
fn processes_that_disagree_or_do_not_come_are_named() {
    let hosts = hosts(2);
    let files = [("a.txt", ANIMA.as_bytes()), ("b.txt", MAZE.as_bytes()), ("hosts.txt", hosts.as_bytes())];
    let folder = Folder::new(&files);
    let other = member(&folder, "b.txt", 0, "30s");
    all_blame_process_1(vec![other, member(&folder, "a.txt", 1, "30s")], "disagrees");
    all_blame_process_1(vec![member(&folder, "a.txt", 0, "1s")], "did not join within 1 s");
}

#[test]
fn the_processes_of_a_local_run_end_with_it() {
    let folder = Folder::new(&[("endless.txt", endless().as_bytes())]);
    let run = Running::start(&mut folder.command(&["cluster", "--local", "3", "--json", "endless.txt"]));
    await_work(run.id());
    let children =
        std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", run.id())).unwrap_or_default();
    send("INT", run.id());
    let run = Run::new(&run.ends());
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.json().pop().expect("it says how far it came")["reason"], "cancelled", "{}", run.out);
    for child in children.split_whitespace() {
        assert!(!PathBuf::from(format!("/proc/{child}")).exists(), "process {child} is left behind");
    }
}

#[test]
fn the_parts_of_a_folder_make_the_whole() {
    let folder = Folder::new(&[]);
    let levels = shipped("golf-peaks");
    let files = |run: &Run| -> Vec<String> {
        run.json().iter().map(|line| line["file"].as_str().expect("it is text").to_string()).collect()
    };
    let whole = files(&folder.run(&["check", "--json", &levels]));
    let parts =
        ["1/3", "2/3", "3/3"].map(|part| files(&folder.run(&["check", "--json", "--shard", part, &levels])));
    let mut union = parts.concat();
    union.sort();
    assert_eq!(union, whole);
    assert!(parts.iter().all(|part| part.len() >= whole.len() / 3));
    let wrong = folder.run(&["solve", "--shard", "4/3", &levels]);
    assert!(wrong.code == Some(2) && wrong.err.contains("such as 3/16"), "{}", wrong.err);
}

#[test]
fn the_memory_of_each_process_is_kept() {
    let folder = Folder::new(&[("1.txt", endless().as_bytes())]);
    let args = ["cluster", "--local", "2", "--memory", "40MB", "--json", "1.txt"];
    let run = Run::new(&Running::start(&mut folder.command(&args)).ends());
    let line = &run.json()[0];
    assert_eq!((&line["outcome"], &line["reason"]), (&"stopped".into(), &"memory".into()), "{line}");
    // What is sent meanwhile may exceed the limit a little.
    assert!(line["largest_process_bytes"].as_u64() < Some(50_000_000), "{line}");
}
