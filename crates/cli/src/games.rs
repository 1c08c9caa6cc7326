//! `unriddle games`: which games there are, and how one is written.
//!
//! Everything here is what the games say about themselves. The list wraps to the terminal; the
//! page of a game is printed as the game wrote it, since its examples are levels.

use std::io::{self, Write};

use unriddle_games::{GAMES, Game, game};

use crate::args::GamesArgs;
use crate::exit::Exit;
use crate::report::table::{Align, Table};
use crate::screen::{STRONG, Screen};

/// Lists the games, or explains the one that was named.
pub(crate) fn run(args: &GamesArgs, screen: &mut Screen) -> io::Result<Exit> {
    match args.id.as_deref().and_then(game) {
        Some(game) => explain(game, screen)?,
        None => list(screen)?,
    }
    Ok(Exit::Answered)
}

fn list(screen: &mut Screen) -> io::Result<()> {
    let mut table = Table::new(&[("id", Align::Left), ("game", Align::Left), ("about", Align::Left)]);
    for game in GAMES {
        table.row([game.id().into(), game.name().into(), game.about().into()]);
    }
    table.wrapping(2).write(screen)?;
    writeln!(screen, "\n`unriddle games ID` tells how its levels and moves are written.")
}

fn explain(game: &dyn Game, screen: &mut Screen) -> io::Result<()> {
    writeln!(screen, "{STRONG}{}{STRONG:#} ({})\n{}\n", game.name(), game.id(), game.about())?;
    writeln!(screen, "{STRONG}Levels{STRONG:#}\n{}\n", indented(game.format()))?;
    writeln!(screen, "{STRONG}Moves{STRONG:#}\n{}", indented(game.notation()))?;
    if !game.settings().is_empty() {
        writeln!(screen, "\n{STRONG}Settings{STRONG:#}")?;
        for setting in game.settings() {
            let about = setting.about.trim_end_matches('.');
            let (least, most, default) = (setting.least, setting.most, setting.default);
            writeln!(screen, "  --{} N  {about} ({least} to {most}, default {default})", setting.name)?;
        }
    }
    Ok(())
}

fn indented(text: &str) -> String {
    let lines = text.trim_matches('\n').lines();
    lines.map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
