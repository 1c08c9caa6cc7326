//! The commands for designers: `show`, `analyse` and `generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use unriddle_kit::verdict::GOALS;
use unriddle_render::Theme;
use unriddle_search::Goal;

use super::choices::{THEMES, one_of};
use super::common::{Effort, Reading, game_ids};
use crate::units;

pub(super) const SHOW_HELP: &str = "\
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

pub(super) const ANALYSE_HELP: &str = "\
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

pub(super) const GENERATE_HELP: &str = "\
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
