//! `unriddle completions`: a script that completes commands, options and their values in a shell.
//!
//! It is made from the description of the command line, so it knows every option that the command has.

use std::io;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::Exit;
use crate::screen::Screen;

/// Prints the script for a shell.
pub(crate) fn run(args: &CompletionsArgs, screen: &mut Screen) -> io::Result<Exit> {
    // Into memory first: the generator panics where the output cannot be written.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "unriddle", &mut script);
    screen.bytes(&script)?;
    Ok(Exit::Answered)
}
