//! The commands that search: `solve`, `check` and `cluster`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use unriddle_cluster::MAX_PROCESSES;
use unriddle_kit::verdict::GOALS;
use unriddle_search::{Goal, Method};

use super::choices::{CLUSTER_GOALS, CLUSTER_METHODS, METHODS, Show, one_of};
use super::common::{Effort, Reading};
use crate::input::Part;
use crate::units;

pub(super) const SOLVE_HELP: &str = "\
Examples:
  unriddle solve level.txt                   an optimal solution, and the proof that none is shorter
  unriddle solve --moves RRUL level.txt      go on from the position after these moves
  unriddle solve --goal any --time 10s big   some solution for each level in `big`, 10 seconds each
  unriddle solve --goal all --list 5 a.txt   count all optimal solutions and list five
  unriddle solve --show steps a.txt          a picture after each move
  unriddle solve --json levels | jq .cost    one JSON object per line
  unriddle solve --shard 3/16 levels         the third of sixteen parts of a folder
  pbpaste | unriddle solve -                 a level from standard input

Ctrl-C stops the search and prints what is known so far; a second Ctrl-C quits at once.";

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What to search for: one optimal solution, any solution, or all optimal solutions
    /// [default: the game's own, optimal for most]
    #[arg(long, value_parser = one_of(GOALS))]
    pub(crate) goal: Option<Goal>,
    /// How to search; `auto` chooses what suits the goal and the game
    #[arg(long, default_value = "auto", value_parser = one_of(METHODS))]
    pub(crate) method: Method,
    /// Solve from the position after these moves, in the game's notation; `@FILE` reads them from a
    /// file, `@-` from standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Ignore solutions that cost more than this
    #[arg(long, value_name = "N")]
    pub(crate) cost: Option<u32>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// What to print of a solution: its moves (the default for one level), a picture after each
    /// move, or nothing (the default for several)
    #[arg(long)]
    pub(crate) show: Option<Show>,
    /// Take only part I of N of the files, or of the levels of a single file: 3/16
    #[arg(long, value_name = "I/N", value_parser = Part::parse)]
    pub(crate) shard: Option<Part>,
    /// With `--goal all`: list the first N optimal solutions
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) list: usize,
    /// Print one JSON object per level, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

pub(super) const CHECK_HELP: &str = "\
Examples:
  unriddle check levels                      every level, with its `expected.json`
  unriddle check --solve levels              also prove the optima that `expected.json` gives
  unriddle check --solution RRULD a.txt      does this solve the level, and at what cost?
  unriddle check --solution RRULD --optimal a.txt
  unriddle check --solution @mine.txt a.txt  the solution in a file
  unriddle check --moves RRU a.txt           are these moves legal, and is it solved then?
  unriddle check --moves RRU --solution LD a.txt
  unriddle check --time 10s --json levels    stop each proof after 10 seconds; print JSON";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Check this solution, in the game's notation, instead of the recorded results; `@FILE` reads it
    /// from a file, `@-` from standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) solution: Option<String>,
    /// With `--solution`: also check that no solution is cheaper
    #[arg(long, requires = "solution")]
    pub(crate) optimal: bool,
    /// Play these moves first: `--solution` goes on from there; alone, check that they are legal and
    /// say whether they solve the level
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Also search for what `expected.json` says: that the optimum is right, or that there is no solution
    #[arg(long, conflicts_with_all = ["solution", "moves"])]
    pub(crate) solve: bool,
    /// Take only part I of N of the files, or of the levels of a single file: 3/16
    #[arg(long, value_name = "I/N", value_parser = Part::parse, conflicts_with_all = ["solution", "moves"])]
    pub(crate) shard: Option<Part>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Print one JSON object per level, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

pub(super) const CLUSTER_HELP: &str = "\
Examples:
  unriddle cluster big.txt --local 4         four processes on this machine
  export UNRIDDLE_CLUSTER_TOKEN=…            the same secret word on every machine
  unriddle cluster big.txt --hosts hosts.txt --process 0
  unriddle cluster big.txt --hosts hosts.txt --process 1
                                             on the machines of the first two lines of hosts.txt

The processes search as one: the answer and all counts are those of `unriddle solve`, with the memory of all.
Each reads the level itself. Process 0 prints the answer. If a process is lost, all end, with status 3, and
the search has to be started again; Ctrl-C in any of them stops all. What they send is not encrypted: use a
private network.";

#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    /// A level file, the same for every process; `file#3` for the third level of a file
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Start this many processes on this machine
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"], value_parser = clap::value_parser!(u8).range(1..=MAX_PROCESSES as i64))]
    pub(crate) local: Option<u8>,
    /// The file with the `host:port` of each process, one per line
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(crate) hosts: Option<PathBuf>,
    /// Which of them this is: 0 for the first line
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// Give up if not all processes have joined after this time: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = units::time)]
    pub(crate) wait: Duration,
    /// What to search for: one optimal solution, or any solution [default: the game's own]
    #[arg(long, value_parser = one_of(CLUSTER_GOALS))]
    pub(crate) goal: Option<Goal>,
    /// How to search; `auto` chooses what suits the goal and the game
    #[arg(long, default_value = "auto", value_parser = one_of(CLUSTER_METHODS))]
    pub(crate) method: Method,
    /// Ignore solutions that cost more than this
    #[arg(long, value_name = "N")]
    pub(crate) cost: Option<u32>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// What to print of a solution: its moves (the default), a picture after each move, or nothing
    #[arg(long)]
    pub(crate) show: Option<Show>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}
