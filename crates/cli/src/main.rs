//! The command `unriddle`: solves, checks, draws and plays levels of every game.
//!
//! Games are used only through the interface of `unriddle_games`; no game is named in this crate.
//! Each subcommand has a file of its own: it finds its levels with [`input`], prints its results
//! with [`report`], and returns the exit status.

mod analyse;
mod args;
mod check;
mod cluster;
mod completions;
mod diagnostic;
mod exit;
mod export;
mod games;
mod generate;
mod input;
mod interrupt;
mod man;
mod moves;
mod picture_file;
mod play;
mod progress;
mod report;
mod screen;
mod serve;
mod show;
mod signals;
mod solve;
mod units;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use unriddle_render::visible;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::screen::Screen;

fn main() -> ExitCode {
    progress::clear_before_panics();
    let ended = match parse(std::env::args_os()) {
        Ok(cli) => run(&cli),
        Err(error) => explain(error),
    };
    match ended {
        Ok(exit) => exit.into(),
        // The reader closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Answered.into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "unriddle: cannot write the output: {error}");
            Exit::Bad.into()
        }
    }
}

/// Parses the command line.
fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse_from(args)?;
    let conflict = match &cli.command {
        Command::Solve(args) => solve::conflict(args),
        Command::Check(args) => check::conflict(args),
        Command::Cluster(args) => cluster::conflict(args),
        _ => None,
    };
    match conflict {
        Some(message) => Err(Cli::command().error(clap::error::ErrorKind::ArgumentConflict, message)),
        None => Ok(cli),
    }
}

/// Prints the help or the version, or what is wrong with the command line.
fn explain(error: clap::Error) -> io::Result<Exit> {
    if error.use_stderr() {
        // The message repeats the arguments: a file may be called `--\x1b[2J`.
        let harmless = std::env::args_os().map(|arg| visible(&arg.to_string_lossy()).into_owned().into());
        // If standard error is closed, there is nobody to report to.
        let _ = parse(harmless).err().unwrap_or(error).print();
        return Ok(Exit::Bad);
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(Exit::Answered)
}

fn run(cli: &Cli) -> io::Result<Exit> {
    let mut screen = Screen::new(cli.color);
    let exit = match &cli.command {
        Command::Solve(args) => solve::run(args, &mut screen)?,
        Command::Check(args) => check::run(args, &mut screen)?,
        Command::Cluster(args) => cluster::run(args, &mut screen)?,
        Command::Show(args) => show::run(args, &mut screen)?,
        Command::Analyse(args) => analyse::run(args, &mut screen)?,
        Command::Generate(args) => generate::run(args, &mut screen)?,
        Command::Play(args) => play::run(args, &mut screen)?,
        Command::Serve(args) => serve::run(args, &mut screen)?,
        Command::Export(args) => export::run(args, &mut screen)?,
        Command::Games(args) => games::run(args, &mut screen)?,
        Command::Completions(args) => completions::run(args, &mut screen)?,
        Command::Man(args) => man::run(args, &mut screen)?,
    };
    screen.flush()?;
    Ok(exit)
}
