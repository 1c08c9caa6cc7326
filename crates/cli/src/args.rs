//! The command line: what can be typed, and the help that teaches it.
//!
//! The flags for the settings of games, such as the cost of a turn, are built from what the
//! games say about themselves; no game is named here.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command as Clap, FromArgMatches, Parser, Subcommand, ValueEnum};
use unriddle_games::search::{Goal, Limits, Method};
use unriddle_games::{GAMES, Setting, memory};
use unriddle_web::Host;

use crate::quantity;

/// Solves, checks, plays and explains single-player puzzles.
#[derive(Debug, Parser)]
#[command(name = "unriddle", version, after_help = HELP, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colour; `auto` is on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Colour,
}

const HELP: &str = "\
Examples:
  unriddle solve levels                      solve every level in a folder, with a table at the end
  unriddle solve --goal all level.txt        count all optimal solutions
  unriddle check levels                      do the levels keep what they promise?
  unriddle show level.txt --solve            draw a level and its solution
  unriddle play levels                       play, with hints and undo
  unriddle serve --open                      play, edit and solve levels in the browser
  unriddle games                             which games there are, and how their levels are written

Levels are recognised by their text. Exit status: 0 every level answered with a solution, or every
check held; 1 some level is unsolvable or some check failed; 2 bad input or usage; 3 some level
stopped at a limit or by Ctrl-C. The highest that applies.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve levels
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Check that levels are well-formed and keep what they promise
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Draw a level
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Play levels in the terminal
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Open the playground in the browser: play, edit, solve and share levels
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    /// List the games, or explain one
    #[command(after_help = GAMES_HELP)]
    Games(GamesArgs),
}

const SOLVE_HELP: &str = "\
Examples:
  unriddle solve level.txt                   an optimal solution, and the proof that none is shorter
  unriddle solve --goal any --time 10s big   some solution for each level in `big`, 10 seconds each
  unriddle solve --goal all --list 5 a.txt   count all optimal solutions and list five
  unriddle solve --show steps a.txt          a picture after each move
  unriddle solve --json levels | jq .cost    one JSON object a line
  pbpaste | unriddle solve -                 a level from standard input

Ctrl-C stops with what is known so far; a second one ends at once.";

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What to look for: one optimal solution, any solution soon, or all optimal solutions
    /// [default: the game's own, optimal for most]
    #[arg(long)]
    pub(crate) goal: Option<GoalName>,
    /// How to look for it; `auto` chooses what suits the goal and the game
    #[arg(long, default_value = "auto")]
    pub(crate) method: MethodName,
    /// Look for no solutions that cost more than this
    #[arg(long, value_name = "N")]
    pub(crate) cost: Option<u32>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// What to print of a solution: its moves (the default for one level), a picture after each
    /// move, or nothing (the default for several)
    #[arg(long)]
    pub(crate) show: Option<Show>,
    /// With `--goal all`: write out the first N optimal solutions
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) list: usize,
    /// Print one JSON object a line for each level
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const CHECK_HELP: &str = "\
Examples:
  unriddle check levels                      every level, its recorded solutions and its claimed optimum
  unriddle check --solution RRULD a.txt      does this solve the level, and at what cost?
  unriddle check --solution RRULD --optimal a.txt
  unriddle check --solution @mine.txt a.txt  the solution in a file
  unriddle check --time 10s --json levels    give up a proof after 10 seconds; JSON lines";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Check this solution, in the game's notation, instead of what the level says about itself;
    /// `@FILE` reads it from a file, `@-` from standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) solution: Option<String>,
    /// With `--solution`: also check that no solution is cheaper
    #[arg(long, requires = "solution")]
    pub(crate) optimal: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Print one JSON object a line for each level
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const SHOW_HELP: &str = "\
Examples:
  unriddle show level.txt                    draw the start
  unriddle show level.txt --moves RRUL       draw the state after these moves
  unriddle show level.txt --solve            solve it and draw where that ends
  unriddle show level.txt --solve --steps    every step on the way
  unriddle show level.txt --solve --goal all --svg level.svg
  unriddle show level.txt --text             the level in the game's usual format
  unriddle show level.txt --text=json        the level in another of its formats";

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A level file, or `-` for standard input
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Draw the state after these moves, in the game's notation; `@FILE` reads them from a file
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Solve it first (from there) and draw the answer
    #[arg(long)]
    pub(crate) solve: bool,
    /// With `--solve`: what to look for [default: the game's own, optimal for most]
    #[arg(long, requires = "solve")]
    pub(crate) goal: Option<GoalName>,
    /// Draw every step: what happens by itself, at most N of its steps; where nothing does, the
    /// state after each move
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20", conflicts_with_all = ["svg", "text"])]
    pub(crate) steps: Option<usize>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Write an SVG drawing into this file (`-` for standard output) instead
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print the level's text instead, in the game's usual format or in the one named
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, conflicts_with_all = ["moves", "solve", "svg"])]
    pub(crate) text: Option<Option<String>>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const PLAY_HELP: &str = "\
Examples:
  unriddle play levels                       every level of a folder, one after the other
  unriddle play level.txt                    one level; n and b lead to the others of its folder
  unriddle play --time 5s --memory 1GB big   hints and the light give up sooner

Arrows and WASD move; where there are cards, number keys pick one first; where things are laid on
cells, arrows move a cursor and WASD lay. z undoes, y redoes, r begins again, h gives a hint (twice:
plays the solution), m lists all moves, n and b turn to the next and the previous level, ? shows all
keys, q quits.

A light tells whether the position can still be won: ● it can, ✗ it cannot (proved), … it is being
worked out, ? the search gave up. Searches run in the background, each for a minute at the most
unless --time says otherwise.";

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Level files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

const SERVE_HELP: &str = "\
Examples:
  unriddle serve --open                      the levels that come with it, in the browser
  unriddle serve my-levels other/level.txt   your own as well
  unriddle serve --port 8080                 on this port and no other
  unriddle serve --host 0.0.0.0 --allow-host puzzles.example
                                             for others, who may call it by this name

Only this machine can reach it, unless --host says otherwise. It answers requests for the address that
it listens on, or for any where it listens on all; other names must be allowed, so that no site can
let its own name lead here. Ctrl-C ends it.";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Further levels to show: files, or folders of them
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The port to listen on; 0 is any that is free [default: 4321, or the next that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The address to listen on; any other than this lets others in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Answer requests for this host, too: a name or an address; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<Host>,
    /// Open the browser
    #[arg(long)]
    pub(crate) open: bool,
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

/// How level text is to be understood.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reading {
    /// Read the levels as this game, whatever they look like
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.id()))
}

/// How much a search may take.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Stop each search after this time: 500ms, 30s, 2m, 1h
    #[arg(long, value_parser = quantity::time)]
    time: Option<Duration>,
    /// Stop each search at this much memory: 512MB, 8GB, 1GiB [default: ¾ of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    memory: Option<u64>,
    /// Stop each search at this many stored states: 1000, 1e6, 1M
    #[arg(long, value_name = "N", value_parser = quantity::count)]
    states: Option<u64>,
    /// Threads at the most; the answer is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Effort {
    /// The limits of each search, up to solutions of this cost.
    pub(crate) fn limits(&self, cost: Option<u32>) -> Limits {
        let memory = Some(self.memory.unwrap_or_else(memory::default_limit));
        Limits { time: self.time, memory, states: self.states, cost }
    }

    /// The number of threads; 0 is one for each core.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// The settings of games that were typed, as (name, value).
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
                .help_heading("Settings of games")
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

/// The values that every game with this setting takes.
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

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalName {
    /// One solution, proved to be of the least cost
    Optimal,
    /// Some solution, soon
    Any,
    /// Every solution of the least cost, counted
    All,
}

impl From<GoalName> for Goal {
    fn from(name: GoalName) -> Goal {
        match name {
            GoalName::Optimal => Goal::Optimal,
            GoalName::Any => Goal::Any,
            GoalName::All => Goal::All,
        }
    }
}

/// How to look for it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MethodName {
    /// Whatever suits the goal and the game
    Auto,
    /// In order of cost from the start
    BreadthFirst,
    /// In order of cost so far plus lower bound
    AStar,
    /// Depth-first with rising limits: little memory, slow to prove that there is no solution
    IdaStar,
    /// Some solution first, then better ones until the best is proved
    Anytime,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Method {
        match name {
            MethodName::Auto => Method::Auto,
            MethodName::BreadthFirst => Method::BreadthFirst,
            MethodName::AStar => Method::AStar,
            MethodName::IdaStar => Method::IdaStar,
            MethodName::Anytime => Method::Anytime,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
