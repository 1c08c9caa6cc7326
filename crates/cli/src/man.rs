//! `unriddle man`: the manual, a page for the command and one for each subcommand.
//!
//! The pages are made from the description of the command line, so they say what `--help` says. What
//! `--help` adds below the options becomes two sections: its examples, line by line, and notes.

use std::fs;
use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use unriddle_render::visible;

use crate::args::{Cli, ManArgs};
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::screen::Screen;

/// Writes the pages into a folder, and says which.
pub(crate) fn run(args: &ManArgs, screen: &mut Screen) -> io::Result<Exit> {
    let path = args.folder.display().to_string();
    match write_pages(args) {
        Ok(count) => {
            writeln!(screen, "{}: {count} manual pages", visible(&path))?;
            Ok(Exit::Answered)
        }
        Err(error) => {
            let message = format!("the manual pages cannot be written: {error}");
            screen.report(&Diagnostic::of_file(path, message).into())
        }
    }
}

fn write_pages(args: &ManArgs) -> io::Result<usize> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    fs::create_dir_all(&args.folder)?;
    let pages = || std::iter::once(&command).chain(command.get_subcommands());
    for command in pages() {
        let man = Man::new(command.clone()).source(concat!("unriddle ", env!("CARGO_PKG_VERSION")));
        fs::write(args.folder.join(man.get_filename()), page(&man, command)?)?;
    }
    Ok(pages().count())
}

/// The page of a command.
fn page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    below_options(command).to_writer(&mut page)?;
    Ok(page)
}

/// The sections after the options: examples, notes, and where else to read.
fn below_options(command: &Command) -> Roff {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, notes): (Vec<_>, Vec<_>) =
        help.split("\n\n").partition(|paragraph| paragraph.starts_with("Examples:\n"));
    let mut roff = Roff::default();
    for examples in examples {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in examples.lines().skip(1) {
            roff.text([roman(line.trim_start_matches("  "))]);
        }
        roff.control("fi", []);
    }
    for (at, paragraph) in notes.iter().enumerate() {
        roff.control(if at == 0 { "SH" } else { "PP" }, (at == 0).then_some("NOTES"));
        roff.text([roman(paragraph.replace('\n', " "))]);
    }
    if !command.has_subcommands() {
        roff.control("SH", ["SEE ALSO"]).text([roman("unriddle(1)")]);
    }
    roff
}
