//! `unriddle games`: lists the games, or explains how one is played and how its levels are written.
//!
//! All of it comes from the games. The list wraps to the terminal; the page of a game is printed as
//! it is, since its examples are levels.

use std::io::{self, Write};

use unriddle_games::{GAMES, game};
use unriddle_kit::{Game, PAR};
use unriddle_render as render;

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
    writeln!(screen, "\n`unriddle games ID` explains how it is played, and how levels and moves are written.")
}

fn explain(game: &dyn Game, screen: &mut Screen) -> io::Result<()> {
    writeln!(screen, "{STRONG}{}{STRONG:#} ({})\n{}\n", game.name(), game.id(), game.about())?;
    explain_playing(game, screen)?;
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

/// The rules in short, and one by one on small boards: before the moves, the moves, after them.
fn explain_playing(game: &dyn Game, screen: &mut Screen) -> io::Result<()> {
    let info = game.info();
    writeln!(screen, "{STRONG}Rules{STRONG:#}\n{}\n", indented(&info.rules.replace("**", "")))?;
    writeln!(screen, "{STRONG}How to play{STRONG:#}")?;
    for lesson in info.lessons {
        writeln!(screen, "  {STRONG}{}{STRONG:#}: {}\n", lesson.title, lesson.text)?;
        writeln!(screen, "{}\n", indented(&indented(&render::boards(lesson, game))))?;
    }
    writeln!(screen, "{STRONG}Cost and par{STRONG:#}\n{}\n", indented(&format!("{}\n{PAR}", info.cost)))
}

fn indented(text: &str) -> String {
    let lines = text.trim_matches('\n').lines();
    lines.map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
