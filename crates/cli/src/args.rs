//! The command line: its arguments and its help.
//!
//! The flags for game settings, such as the cost of a turn, are built from what the games declare;
//! no game is named here.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command as Clap, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use unriddle_cluster::MOST_PROCESSES;
use unriddle_games::render::Theme;
use unriddle_games::search::{Goal, Limits, Method};
use unriddle_games::verdict::GOALS;
use unriddle_games::{GAMES, Setting, memory};
use unriddle_web::Host;

use crate::input::Part;
use crate::units;

/// Solves, checks, plays and explains single-player puzzles.
#[derive(Debug, Parser)]
#[command(name = "unriddle", version, after_help = HELP, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colour; `auto` uses it on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub(crate) color: Colour,
}

const HELP: &str = "\
Examples:
  unriddle solve levels                      solve every level in a folder, with a table at the end
  unriddle solve --goal all level.txt        count all optimal solutions
  unriddle check levels                      are the levels well-formed, and their solutions right?
  unriddle cluster big.txt --local 4         search one level with several processes
  unriddle show level.txt --solve            draw a level and its solution
  unriddle analyse levels                    how hard each level is, and why
  unriddle generate GAME                     new levels, each proved to be solvable
  unriddle play levels                       play, with hints and undo
  unriddle serve --open                      play, edit and solve levels in the browser
  unriddle export site                       the playground as files for any web server
  unriddle games                             the games, and how their levels are written

The game is detected from the level's text. Exit status: 0 every level was solved, or every check
held; 1 some level is unsolvable, or some check failed; 2 bad input or usage; 3 some search was
stopped by a limit or by Ctrl-C. The highest that applies.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve levels
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Check that levels are well-formed and that their recorded results hold
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Search one level with several processes, on this machine or on many
    #[command(after_help = CLUSTER_HELP)]
    Cluster(ClusterArgs),
    /// Draw a level
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Analyse levels: how hard they are, which parts they need, why they cannot be solved
    #[command(after_help = ANALYSE_HELP, visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Generate levels that are proved to be solvable
    #[command(after_help = GENERATE_HELP)]
    Generate(GenerateArgs),
    /// Play levels in the terminal
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Open the playground in the browser: play, edit, solve and share levels
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    /// Write the playground as a static site, which needs no server
    #[command(after_help = EXPORT_HELP)]
    Export(ExportArgs),
    /// List the games, or explain one
    #[command(after_help = GAMES_HELP)]
    Games(GamesArgs),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[command(after_help = MAN_HELP)]
    Man(ManArgs),
}

const SOLVE_HELP: &str = "\
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

const CHECK_HELP: &str = "\
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

const CLUSTER_HELP: &str = "\
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
    /// A level file, the same for every process
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Start this many processes on this machine
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"], value_parser = clap::value_parser!(u8).range(1..=MOST_PROCESSES as i64))]
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

const SHOW_HELP: &str = "\
Examples:
  unriddle show level.txt                    draw the start
  unriddle show level.txt --moves RRUL       draw the state after these moves
  unriddle show level.txt --solve            solve it and draw the end of the solution
  unriddle show level.txt --solve --steps    draw every step of the solution
  unriddle show level.txt --gif level.gif    a film of the solution
  unriddle show level.txt --gif a.gif --moves RRUL --size 400 --theme dark
  unriddle show level.txt --png level.png --size 1200
  unriddle show level.txt --solve --goal all --svg level.svg
  unriddle show level.txt --solve --steps --svg strip.svg
                                             every step of the solution in one drawing
  unriddle show level.txt --text             the level in the game's usual format
  unriddle show level.txt --text=json        the level in another of its formats";

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A level file, or `-` for standard input
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Draw the state after these moves, in the game's notation; `@FILE` reads them from a
    /// file, `@-` from standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Solve the level, after any `--moves`, and draw the answer
    #[arg(long)]
    pub(crate) solve: bool,
    /// With `--solve`: what to search for [default: the game's own, optimal for most]
    #[arg(long, requires = "solve", value_parser = one_of(GOALS))]
    pub(crate) goal: Option<Goal>,
    /// Draw every step: up to N ticks (20 if N is left out) of what runs by itself or, where nothing
    /// does, the state after each move; with `--svg`, side by side in one drawing
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20", conflicts_with_all = ["png", "gif", "text"])]
    pub(crate) steps: Option<usize>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Write an SVG drawing to this file instead; `-` for standard output
    #[arg(long, value_name = "FILE", group = "file")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG image to this file instead; `-` for standard output
    #[arg(long, value_name = "FILE", group = "file")]
    pub(crate) png: Option<PathBuf>,
    /// Write an animated GIF to this file instead; `-` for standard output: the `--moves` or, without them, the
    /// solution, with its motion
    #[arg(long, value_name = "FILE", group = "file")]
    pub(crate) gif: Option<PathBuf>,
    /// The longer side of a PNG image or a GIF, in pixels [default: depends on the board]
    #[arg(long, value_name = "PIXELS", requires = "file", conflicts_with = "svg", value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub(crate) size: Option<u32>,
    /// The colours of a file [default: light; an SVG drawing follows its reader]
    #[arg(long, requires = "file", value_parser = one_of(THEMES))]
    pub(crate) theme: Option<Theme>,
    /// Print the level's text instead, in the game's usual format or in the one named
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, conflicts_with_all = ["moves", "solve", "file"])]
    pub(crate) text: Option<Option<String>>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const ANALYSE_HELP: &str = "\
Examples:
  unriddle analyse level.txt                 the optimum, how hard it is, and which parts it needs
  unriddle analyse levels                    a table of all levels of a folder, hardest last
  unriddle analyse levels --html report.html one page with a table to sort, and all pictures
  unriddle analyse level.txt --svg pictures  the pictures as files in a folder
  unriddle analyse --json levels | jq .score.total
  unriddle analyse --states 10M --time 5m a  explore more of a large space

docs/analysis.md defines each figure. Where a limit stops the exploration, figures about the space are
about the states that were seen, and say so. Ctrl-C stops and prints what is known so far.";

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Solve the level without each of at most N of its parts; 0 leaves that out
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) parts: usize,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Write the pictures of each level as SVG files into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Write one report with a table and all pictures to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print one JSON object per level, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const GENERATE_HELP: &str = "\
Examples:
  unriddle generate GAME                     ten levels, one after the other
  unriddle generate GAME --par 10..20 --unique --output new
                                             into a folder, with an `expected.json` beside them
  unriddle generate GAME --like level.txt --difficulty 60..
                                             variations of a level, at least this hard
  unriddle generate GAME --size 7x6 --with '2 walls' --seed 7

The levels are the same for the same seed on any number of threads, unless --time ends the search
early. Each level was solved, and no part of it is needless. `unriddle games` lists the games.";

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_ids())]
    pub(crate) game: String,
    /// Vary this level
    #[arg(long, value_name = "LEVEL")]
    pub(crate) like: Option<PathBuf>,
    /// The size of the board [default: that of the level that is varied]
    #[arg(long, value_name = "WxH", value_parser = units::board)]
    pub(crate) size: Option<(usize, usize)>,
    /// The cost of an optimal solution: 12, 10..20, 10.. or ..20
    #[arg(long, value_name = "RANGE", value_parser = units::range)]
    pub(crate) par: Option<RangeInclusive<u32>>,
    /// The score of the analysis, from 0 to 100: 60.. or 40..50
    #[arg(long, value_name = "RANGE", value_parser = units::range)]
    pub(crate) difficulty: Option<RangeInclusive<u32>>,
    /// Only levels with one optimal solution
    #[arg(long)]
    pub(crate) unique: bool,
    /// How many there are of something, by the name of its brush: `3 walls`; may be given more than once
    #[arg(long, value_name = "COUNT THING")]
    pub(crate) with: Vec<String>,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) count: usize,
    /// Where chance starts; the same seed gives the same levels
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop after this time, with what there is: 30s, 10m
    #[arg(long, value_parser = units::time)]
    pub(crate) time: Option<Duration>,
    /// Use at most this many threads; the levels do not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Write the levels into this folder instead of printing them
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

const PLAY_HELP: &str = "\
Examples:
  unriddle play levels                       all levels of a folder, one after the other
  unriddle play level.txt                    one level; n and b go to its neighbours in the folder
  unriddle play --time 5s --memory 1GB big   shorter searches for hints

Arrow keys and WASD move. In a game with cards, a number key picks a card first; in a game of laying
belts, arrow keys move a cursor and WASD lays. z undoes, y redoes, r restarts, h gives a hint and
more of it each time, l goes back to the last position that can be won, m lists all moves, n and b go
to the next and the previous level, i explains the rules, ? shows all keys, q quits.

Boards are drawn as large as the terminal allows. One that is too large for characters is drawn in half
blocks if it fits so, and o switches between the whole and a closer look.

A light shows whether the position can still be won: ● it can, ✗ it cannot (proved), … a search is
running, ? the search gave up. Searches run in the background, each for at most a minute unless
--time says otherwise.";

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Whether moves are seen on their way; `auto` shows them unless NO_MOTION is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) motion: Motion,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const SERVE_HELP: &str = "\
Examples:
  unriddle serve --open                      the levels that come with it, in the browser
  unriddle serve my-levels other/level.txt   your own levels as well
  unriddle serve --port 8080                 on this port and no other
  unriddle serve --host 0.0.0.0 --allow-host puzzles.example
                                             for other machines, under this name

Only this machine can reach the server unless --host says otherwise. It answers requests for the
address that it listens on, or for any IP address if it listens on all; other host names must be
allowed, so that no site can point its own name at it. Ctrl-C stops it.";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// More levels to show: files, or folders of them
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The port to listen on; 0 picks a free one [default: 4321, or the next free one]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The address to listen on; any other than the default lets other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Also answer requests for this host, a name or an address; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<Host>,
    /// Open the browser
    #[arg(long)]
    pub(crate) open: bool,
}

const EXPORT_HELP: &str = "\
Examples:
  unriddle export site                       the levels that come with it
  unriddle export site --levels mine other/level.txt
                                             your own levels as well
  unriddle export site --base https://puzzles.example/
                                             links lead there, wherever the page is opened

Any web server can serve the folder, below any path; `python3 -m http.server -d site` does for a try. The
levels are played and solved in the browser, also without a network after the first visit. A second export
to the same folder replaces the first.";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The folder to write: a new one, an empty one, or one that was exported before
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// More levels to show: files, or folders of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) levels: Vec<PathBuf>,
    /// The address at which the site will be found, for the links that it makes [default: wherever the page is
    /// opened]
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) base: Option<String>,
    /// Where `unriddle serve` answers on the same host, relative to the site: long searches go there
    #[arg(long, value_name = "PATH", value_parser = server_path)]
    pub(crate) server: Option<String>,
    /// The WebAssembly module [default: the one that was built or installed with this command]
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

/// An address on the web, as a folder.
fn web_address(typed: &str) -> Result<String, String> {
    let rest = typed.strip_prefix("https://").or_else(|| typed.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split('/').next()).filter(|host| !host.is_empty());
    if host.is_none() || typed.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>#?".contains(c))
    {
        return Err("expected an address such as https://puzzles.example/".to_string());
    }
    Ok(format!("{}/", typed.trim_end_matches('/')))
}

/// A path on the host of the site, as a folder.
fn server_path(typed: &str) -> Result<String, String> {
    if typed.contains("//")
        || typed.contains(|c: char| c.is_whitespace() || c.is_control() || ":\"<>#?".contains(c))
    {
        return Err("expected a path on the same host, such as ./ or /solver/".to_string());
    }
    Ok(format!("{}/", typed.strip_suffix('/').unwrap_or(typed)))
}

const GAMES_HELP: &str = "\
Examples:
  unriddle games                             a line for each game
  unriddle games ID                          how its levels and moves are written, and its settings";

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Explain this game
    #[arg(value_parser = game_ids())]
    pub(crate) id: Option<String>,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  unriddle completions bash > ~/.local/share/bash-completion/completions/unriddle
  unriddle completions fish > ~/.config/fish/completions/unriddle.fish
  unriddle completions zsh > ~/.zfunc/_unriddle
                                             with ~/.zfunc in $fpath, before compinit is run

A new shell has the completions.";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to complete in
    pub(crate) shell: Shell,
}

const MAN_HELP: &str = "\
Examples:
  unriddle man ~/.local/share/man/man1       then `man unriddle` and `man unriddle-solve` show them
  unriddle man . && man ./unriddle.1         look at one without installing it";

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder to write to; it is made if it is missing
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// How levels are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reading {
    /// Read the levels as this game instead of detecting it
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.id()))
}

/// The limits of a search.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Stop each search after this time: 500ms, 30s, 2m, 1h
    #[arg(long, value_parser = units::time)]
    time: Option<Duration>,
    /// Stop each search at this much memory: 512MB, 8GB, 1GiB [default: ¾ of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
    /// Stop each search at this many stored states: 1000, 1e6, 1M
    #[arg(long, value_name = "N", value_parser = units::count)]
    states: Option<u64>,
    /// Use at most this many threads; the answer does not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Effort {
    /// The limits of each search, up to solutions of this cost.
    pub(crate) fn limits(&self, cost: Option<u32>) -> Limits {
        let memory = Some(self.memory.unwrap_or_else(memory::default_limit));
        Limits { time: self.time, memory, states: self.states, cost }
    }

    /// The limits of a process that shares its machine with others: each has its part of the free memory.
    pub(crate) fn shared_limits(&self, cost: Option<u32>, sharers: usize) -> Limits {
        let memory = self.memory.unwrap_or_else(|| memory::default_limit() / sharers as u64);
        Limits { memory: Some(memory), ..self.limits(cost) }
    }

    /// The number of threads of a process that shares its machine with others: each has its part of the cores.
    pub(crate) fn shared_threads(&self, sharers: usize) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or((cores / sharers).max(1), usize::from)
    }

    /// The number of threads; 0 is one per core.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// The game settings on the command line, as (name, value).
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings(pub(crate) Vec<(&'static str, u32)>);

impl Args for Settings {
    fn augment_args(command: Clap) -> Clap {
        let mut flags: BTreeMap<&str, Vec<(&str, Setting)>> = BTreeMap::new();
        for game in GAMES {
            for setting in game.settings() {
                flags.entry(setting.name).or_default().push((game.name(), *setting));
            }
        }
        command.args(flags.into_iter().map(|(name, meanings)| {
            Arg::new(name)
                .long(name)
                .value_name("N")
                .help_heading("Game settings")
                .help(explain(&meanings))
                .value_parser(clap::value_parser!(u32).range(range(&meanings)))
        }))
    }

    fn augment_args_for_update(command: Clap) -> Clap {
        Self::augment_args(command)
    }
}

/// What a flag means in each game that has it.
fn explain(meanings: &[(&str, Setting)]) -> String {
    let meaning = |(game, setting): &(&str, Setting)| {
        let about = setting.about.trim_end_matches('.');
        let game = if about.contains(game) { String::new() } else { format!("{game}: ") };
        format!("{game}{about} [default: {}]", setting.default)
    };
    meanings.iter().map(meaning).collect::<Vec<_>>().join("; ")
}

/// The values that every game with this setting accepts.
fn range(meanings: &[(&str, Setting)]) -> RangeInclusive<i64> {
    let least = meanings.iter().map(|(_, setting)| setting.least).max().unwrap_or(0);
    let most = meanings.iter().map(|(_, setting)| setting.most).min().unwrap_or(u32::MAX);
    i64::from(least)..=i64::from(most.max(least))
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let names = GAMES.iter().flat_map(|game| game.settings()).map(|setting| setting.name);
        Ok(Settings(names.filter_map(|name| Some((name, *matches.get_one::<u32>(name)?))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// Whether moves are seen on their way.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Motion {
    Auto,
    On,
    Off,
}

impl Motion {
    /// Whether motions are shown, by the environment unless it is said.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            Motion::Auto => std::env::var_os("NO_MOTION").is_none_or(|value| value.is_empty()),
            Motion::On => true,
            Motion::Off => false,
        }
    }
}

/// What to print of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// The moves, in the game's notation
    Moves,
    /// A picture after each move
    Steps,
    /// Nothing
    None,
}

/// The themes by name, with the help for each.
const THEMES: &[(&str, Theme, &str)] =
    &[("light", Theme::Light, "Dark on light"), ("dark", Theme::Dark, "Light on dark")];

/// The methods by name, with the help for each.
const METHODS: &[(&str, Method, &str)] = &[
    ("auto", Method::Auto, "Whatever suits the goal and the game"),
    ("breadth-first", Method::BreadthFirst, "In order of cost from the start"),
    ("a-star", Method::AStar, "In order of cost so far plus lower bound"),
    (
        "ida-star",
        Method::IdaStar,
        "Depth-first with rising limits: little memory, slow to prove that there is no solution",
    ),
    ("anytime", Method::Anytime, "Some solution first, then better ones until the best is proved"),
];

/// The goals that several processes can search for together.
const CLUSTER_GOALS: &[(&str, Goal, &str)] = &[GOALS[0], GOALS[1]];

/// The methods that several processes can share.
const CLUSTER_METHODS: &[(&str, Method, &str)] = &[METHODS[0], METHODS[1], METHODS[2]];

/// Parses one of the names in a table into its value.
fn one_of<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = table.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(move |typed| {
        let value = table.iter().find(|(name, ..)| *name == typed).map(|&(_, value, _)| value);
        value.ok_or("not one of the possible values")
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn addresses_become_folders() {
        assert_eq!(web_address("https://puzzles.example/a").as_deref(), Ok("https://puzzles.example/a/"));
        for bad in ["puzzles.example", "https://", "ftp://a", "https://a b", "https://a/?q", "javascript://a"]
        {
            assert!(web_address(bad).is_err(), "{bad}");
        }
        assert_eq!((server_path("."), server_path("/")), (Ok("./".into()), Ok("/".into())));
        for bad in ["//elsewhere.example/", "https://a/", "a?b"] {
            assert!(server_path(bad).is_err(), "{bad}");
        }
    }
}
