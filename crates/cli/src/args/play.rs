//! The commands for players: `play` and `serve`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use unriddle_web::Host;

use super::choices::Motion;
use super::common::{Effort, Reading};

pub(super) const PLAY_HELP: &str = "\
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

pub(super) const SERVE_HELP: &str = "\
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
