//! `unriddle show`: a level drawn in the terminal or as SVG, or written in another format.
//!
//! Drawn is the start, the state after the moves that were typed, or the answer of a search from
//! there; a line below says how things stand. Where the search finds nothing, the position it
//! began with is drawn. One level at a time: pictures of many belong into files.
//!
//! With `--steps` it is every step instead: what happens by itself after the moves, such as the
//! ticks of a factory at work, or where nothing does, the state after each move.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use unriddle_games::render::{svg, terminal, visible};
use unriddle_games::search::Options;
use unriddle_games::{Answer, Game, Level, Picture, Position, Request};

use crate::args::ShowArgs;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::report::text::{counted, refusal, verdict, wrapped};
use crate::screen::{FAINT, Screen};
use crate::solve::{goal, solve, status};
use crate::{input, stop};

/// Shows the level.
pub(crate) fn run(args: &ShowArgs, screen: &mut Screen) -> io::Result<Exit> {
    let level = input::find_one(&args.path).and_then(|source| {
        let level = source.level(&args.reading)?;
        Ok((source.file, level))
    });
    match level {
        Err(unread) => screen.report(&unread),
        Ok((file, level)) => match &args.text {
            Some(format) => text(file, level.as_ref(), format.as_deref(), screen),
            None => draw(args, file, level.as_ref(), screen),
        },
    }
}

/// Prints the level's text in one of the game's formats.
fn text(file: String, level: &dyn Level, format: Option<&str>, screen: &mut Screen) -> io::Result<Exit> {
    let texts = level.texts();
    let wanted = |name: &str| format.is_none_or(|format| format.eq_ignore_ascii_case(name));
    let Some((_, text)) = texts.iter().find(|(name, _)| wanted(name)) else {
        let names: Vec<_> = texts.iter().map(|&(name, _)| name).collect();
        let format = format.unwrap_or_default();
        let message = format!("there is no format `{format}` for it; there is {}", names.join(", "));
        return screen.report(&Problem::of_file(file, message).into());
    };
    screen.document(text.strip_suffix('\n').unwrap_or(text))?;
    screen.document("\n")?;
    Ok(Exit::Answered)
}

/// Draws the start, the state after some moves, or the answer from there.
fn draw(args: &ShowArgs, file: String, level: &dyn Level, screen: &mut Screen) -> io::Result<Exit> {
    let mut position = level.start();
    let mut moves = Vec::new();
    if let Some(typed) = &args.moves {
        let typed = match input::moves(typed) {
            Ok(typed) => typed,
            Err(unread) => return screen.report(&unread),
        };
        let played = position.split(&typed).and_then(|single| {
            moves = single;
            position.advance(&typed)
        });
        if let Err(error) = played {
            return screen.report(&Problem::of_file(file, refusal(&error)).into());
        }
    }
    if let Some(most) = args.steps {
        return steps(args, &file, level, position, moves, most, screen);
    }
    let (picture, caption, exit) = if args.solve {
        solved(args, &file, level.game(), position.as_ref(), screen.width())
    } else {
        (position.picture(), stand(level.game(), position.as_ref(), moves.len()), Exit::Answered)
    };
    match args.svg.as_deref() {
        None => {
            let drawn = terminal(&picture, screen.ink());
            let title = level.name().map_or_else(String::new, |name| format!(", {}", visible(&name)));
            writeln!(screen, "{FAINT}{}{title}{FAINT:#}", level.game().name())?;
            writeln!(screen, "{}\n{caption}", drawn.trim_end_matches('\n'))?;
        }
        Some(path) if path == Path::new("-") => screen.document(&svg(&picture))?,
        Some(path) => {
            if let Err(error) = fs::write(path, svg(&picture)) {
                let message = format!("cannot be written: {error}");
                return screen.report(&Problem::of_file(path.display().to_string(), message).into());
            }
            writeln!(screen, "{}: {caption}", visible(&path.display().to_string()))?;
        }
    }
    Ok(exit)
}

/// How things stand, in one line.
fn stand(game: &dyn Game, position: &dyn Position, moves: usize) -> String {
    let solved = if position.is_solved() { "solved" } else { "not solved" };
    let mut line = match moves {
        0 => format!("the start, {solved}"),
        _ => format!("after {}, cost {}, {solved}", counted(moves, game.move_word()), position.cost()),
    };
    if let Some(standing) = position.standing() {
        line += &format!(": {}", visible(&standing));
    }
    line
}

/// Draws every step: of what happens by itself, or else of the moves.
fn steps(
    args: &ShowArgs,
    file: &str,
    level: &dyn Level,
    mut position: Box<dyn Position + '_>,
    mut moves: Vec<String>,
    most: usize,
    screen: &mut Screen,
) -> io::Result<Exit> {
    let (mut exit, mut told) = (Exit::Answered, None);
    if args.solve {
        let (answer, status) = answer(args, file, level.game(), position.as_ref(), false);
        exit = status;
        told = Some(verdict(level.game(), &answer));
        for name in answer.outcome.solution().map_or(&[][..], |solution| &solution.moves) {
            if let Err(error) = position.advance(name) {
                return Err(io::Error::other(format!("the solution does not replay: {error}")));
            }
            moves.push(name.clone());
        }
    }
    let mut pictures = position.film(most);
    if pictures.is_empty() {
        let mut replayed = level.start();
        pictures.push(replayed.picture());
        for (at, name) in moves.iter().enumerate() {
            if let Err(error) = replayed.advance(name) {
                return Err(io::Error::other(format!("the moves do not replay one by one: {error}")));
            }
            let mut picture = replayed.picture();
            let caption = picture.caption.map_or_else(String::new, |caption| format!("; {caption}"));
            picture.caption = Some(format!("{}. {name}{caption}", at + 1));
            pictures.push(picture);
        }
    }
    let last = pictures.len() - 1;
    for (at, mut picture) in pictures.into_iter().enumerate() {
        // The last picture explains the signs.
        if at < last {
            picture.legend.clear();
        }
        writeln!(screen, "{}\n", terminal(&picture, screen.ink()).trim_end_matches('\n'))?;
    }
    let told = told.unwrap_or_else(|| stand(level.game(), position.as_ref(), moves.len()));
    writeln!(screen, "{told}")?;
    Ok(exit)
}

/// The answer from a position, with its status.
fn answer(
    args: &ShowArgs,
    file: &str,
    game: &dyn Game,
    position: &dyn Position,
    draw: bool,
) -> (Answer, Exit) {
    let cancel = stop::flag();
    let options = Options {
        goal: goal(args.goal, game),
        limits: args.effort.limits(None),
        threads: args.effort.threads(),
        ..Options::default()
    };
    let answer = solve(file, position, &Request { options, draw, ..Request::default() }, cancel);
    let exit = status(&answer, options.goal, cancel);
    (answer, exit)
}

/// The answer drawn; the position itself, where none was found.
fn solved(
    args: &ShowArgs,
    file: &str,
    game: &dyn Game,
    position: &dyn Position,
    width: Option<usize>,
) -> (Picture, String, Exit) {
    let (answer, exit) = answer(args, file, game, position, true);
    let mut caption = verdict(game, &answer);
    if let Some(solution) = &answer.solution {
        caption += &format!("\n{}", wrapped(solution, width));
    }
    for note in &answer.notes {
        caption += &format!("\n{}", visible(note));
    }
    (answer.picture.unwrap_or_else(|| position.picture()), caption, exit)
}
