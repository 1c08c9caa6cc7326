//! The command line: its arguments and its help.
//!
//! Each file has the arguments of a few commands. The flags for game settings, such as the cost of a turn,
//! are built from what the games declare; no game is named here.

mod choices;
mod common;
mod design;
mod install;
mod play;
mod search;
mod settings;

use clap::{Parser, Subcommand};

pub(crate) use choices::{Colour, Show};
pub(crate) use common::Reading;
pub(crate) use design::{AnalyseArgs, GenerateArgs, ShowArgs};
pub(crate) use install::{CompletionsArgs, ExportArgs, GamesArgs, ManArgs};
pub(crate) use play::{PlayArgs, ServeArgs};
pub(crate) use search::{CheckArgs, ClusterArgs, SolveArgs};
pub(crate) use settings::Settings;

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
    #[command(after_help = search::SOLVE_HELP)]
    Solve(SolveArgs),
    /// Check that levels are well-formed and that their recorded results hold
    #[command(after_help = search::CHECK_HELP)]
    Check(CheckArgs),
    /// Search one level with several processes, on this machine or on many
    #[command(after_help = search::CLUSTER_HELP)]
    Cluster(ClusterArgs),
    /// Draw a level
    #[command(after_help = design::SHOW_HELP)]
    Show(ShowArgs),
    /// Analyse levels: how hard they are, which parts they need, why they cannot be solved
    #[command(after_help = design::ANALYSE_HELP, visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Generate levels that are proved to be solvable
    #[command(after_help = design::GENERATE_HELP)]
    Generate(GenerateArgs),
    /// Play levels in the terminal
    #[command(after_help = play::PLAY_HELP)]
    Play(PlayArgs),
    /// Open the playground in the browser: play, edit, solve and share levels
    #[command(after_help = play::SERVE_HELP)]
    Serve(ServeArgs),
    /// Write the playground as a static site, which needs no server
    #[command(after_help = install::EXPORT_HELP)]
    Export(ExportArgs),
    /// List the games, or explain one
    #[command(after_help = install::GAMES_HELP)]
    Games(GamesArgs),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = install::COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[command(after_help = install::MAN_HELP)]
    Man(ManArgs),
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
