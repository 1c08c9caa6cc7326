//! `unriddle show`: a level drawn in the terminal or in a file, or written in another format.
//!
//! It draws the start, the state after the moves that were typed, or the answer of a search from
//! there, with a line of status below. If the search finds nothing, it draws the position that the
//! search started from. One file at a time: pictures of many levels belong in files.
//!
//! With `--steps` it draws every step instead: what runs by itself after the moves, such as the
//! ticks of a factory, or else the state after each move. With `--gif` it shows all of that in motion.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use unriddle_kit::{Answer, Game, Level, Picture, Position, Request};
use unriddle_render as render;
use unriddle_render::{GifOptions, visible};
use unriddle_search::Options;

use crate::args::ShowArgs;
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::Loaded;
use crate::moves::Moves;
use crate::picture_file::{self, write_file};
use crate::report::text::{after, counted, verdict, wrapped};
use crate::screen::{FAINT, STRONG, Screen, WARN};
use crate::solve::{goal, solve, status};
use crate::{input, interrupt};

/// Shows the level, or each level of a file that has several.
pub(crate) fn run(args: &ShowArgs, screen: &mut Screen) -> io::Result<Exit> {
    let levels = match input::find_one(&args.path).and_then(|source| source.levels(&args.reading)) {
        Ok(levels) => levels,
        Err(unread) => return screen.report(&unread),
    };
    let count = levels.len();
    if count > 1 && [&args.svg, &args.png, &args.gif].into_iter().any(Option::is_some) {
        let file = args.path.display().to_string();
        let message = format!("a file holds one picture; name one of the {count} levels: `{file}#1`");
        return screen.report(&Diagnostic::of_file(file, message).into());
    }
    let mut exit = Exit::default();
    for Loaded { file, level } in levels {
        if count > 1 {
            writeln!(screen, "{STRONG}{}{STRONG:#}", visible(&file))?;
        }
        exit.raise(match &args.text {
            Some(format) => text(file, level.as_ref(), format.as_deref(), screen)?,
            None => draw(args, &file, &level, screen)?,
        });
    }
    Ok(exit)
}

/// Prints the level's text in one of the game's formats.
fn text(file: String, level: &dyn Level, format: Option<&str>, screen: &mut Screen) -> io::Result<Exit> {
    let texts = level.encodings();
    let wanted = |name: &str| format.is_none_or(|format| format.eq_ignore_ascii_case(name));
    let Some((_, text)) = texts.iter().find(|(name, _)| wanted(name)) else {
        let names: Vec<_> = texts.iter().map(|&(name, _)| name).collect();
        let format = format.unwrap_or_default();
        let message = format!("there is no format `{format}`; the formats are {}", names.join(", "));
        return screen.report(&Diagnostic::of_file(file, message).into());
    };
    screen.document(text.strip_suffix('\n').unwrap_or(text))?;
    screen.document("\n")?;
    Ok(Exit::Answered)
}

/// Draws the start, the state after some moves, or the answer from there.
fn draw(args: &ShowArgs, file: &str, level: &Arc<dyn Level>, screen: &mut Screen) -> io::Result<Exit> {
    let as_text = [&args.svg, &args.png, &args.gif].into_iter().all(Option::is_none);
    if let Some(diagnostic) = picture_file::too_large(file, level.as_ref(), as_text) {
        return screen.report(&diagnostic.into());
    }
    let mut position = level.start();
    match Moves::optional("--moves", args.moves.as_deref()) {
        Err(unread) => return screen.report(&unread),
        Ok(None) => {}
        Ok(Some(moves)) => {
            if let Err(error) = moves.play(position.as_mut()) {
                return screen.report(&moves.diagnostic(file, position.as_ref(), &error).into());
            }
        }
    }
    if args.steps.is_some() || args.gif.is_some() {
        return sequence(args, file, level, position, screen);
    }
    let (picture, caption, exit) = if args.solve {
        let (answer, exit) = answer(args, file, level, position.as_ref(), true);
        if interrupt::requested().load(Ordering::Relaxed) {
            return undrawn(level.game(), position.as_ref(), &answer, screen);
        }
        let (picture, caption) = solved(level.game(), position.as_ref(), answer, screen.width());
        (picture, caption, exit)
    } else {
        (position.picture(), status_line(level.game(), position.as_ref()), Exit::Answered)
    };
    if let Some(path) = &args.svg {
        let drawing = render::svg_in(&picture, args.theme);
        return write_file(path, drawing.as_bytes(), &caption, exit, screen);
    }
    if let Some(path) = &args.png {
        let mut image = Vec::new();
        render::png(&picture, args.size, args.theme.unwrap_or_default(), &mut image)?;
        return write_file(path, &image, &caption, exit, screen);
    }
    let drawn = screen.drawn(&picture);
    let title = level.name().map_or_else(String::new, |name| format!(", {}", visible(&name)));
    writeln!(screen, "{FAINT}{}{title}{FAINT:#}", level.game().name())?;
    writeln!(screen, "{}\n{caption}", drawn.trim_end_matches('\n'))?;
    Ok(exit)
}

/// The status of a position, in one line.
fn status_line(game: &dyn Game, position: &dyn Position) -> String {
    let solved = if position.is_solved() { "solved" } else { "not solved" };
    let mut line = match position.move_names().len() {
        0 => format!("the start, {solved}"),
        moves => format!("after {}, cost {}, {solved}", counted(moves, game.move_word()), position.cost()),
    };
    if let Some(status) = position.status() {
        line += &format!(": {}", visible(&status));
    }
    line
}

/// The steps of a film of what runs by itself.
const FILM_STEPS: usize = 40;

/// Draws every step, or a film of them, after a search if one is asked for.
fn sequence(
    args: &ShowArgs,
    file: &str,
    level: &Arc<dyn Level>,
    mut position: Box<dyn Position + '_>,
    screen: &mut Screen,
) -> io::Result<Exit> {
    let (mut exit, mut line, mut notes) = (Exit::Answered, None, Vec::new());
    // A film of nothing would not be one: without moves it shows the solution.
    if args.solve || (args.gif.is_some() && args.moves.is_none()) {
        let (answer, status) = answer(args, file, level, position.as_ref(), false);
        if interrupt::requested().load(Ordering::Relaxed) {
            return undrawn(level.game(), position.as_ref(), &answer, screen);
        }
        exit = status;
        line = Some(after(level.game(), position.as_ref()) + &verdict(level.game(), &answer));
        notes = answer.notes;
        notes.extend(answer.defect.map(|defect| defect.input));
        for name in answer.outcome.solution().map_or(&[][..], |solution| &solution.moves) {
            if let Err(error) = position.advance(name) {
                return Err(io::Error::other(format!("the solution does not replay: {error}")));
            }
        }
    }
    let mut line = line.unwrap_or_else(|| status_line(level.game(), position.as_ref()));
    for note in &notes {
        line += &format!("\n  {WARN}note:{WARN:#} {}", visible(note));
    }
    if let Some(path) = &args.gif {
        let theme = args.theme.unwrap_or_default();
        let options = GifOptions { side: args.size, theme, steps: FILM_STEPS };
        let film = picture_file::film(level.as_ref(), &position.move_names(), &options)?;
        return write_file(path, &film, &line, exit, screen);
    }
    let most = args.steps.unwrap_or_default();
    if let Some(path) = &args.svg {
        let strip = picture_file::strip(level.as_ref(), position.as_ref(), most, args.theme)?;
        return write_file(path, strip.as_bytes(), &line, exit, screen);
    }
    print_steps(level.as_ref(), position.as_ref(), most, screen)?;
    writeln!(screen, "{line}")?;
    Ok(exit)
}

/// Prints every step: of what runs by itself, or else of the moves.
fn print_steps(
    level: &dyn Level,
    position: &dyn Position,
    most: usize,
    screen: &mut Screen,
) -> io::Result<()> {
    let film = position.film(picture_file::steps_in_text(level, most));
    let last = film.len().saturating_sub(1);
    for (at, picture) in film.iter().enumerate() {
        print_step(picture, at == last, screen)?;
    }
    if !film.is_empty() {
        return Ok(());
    }
    let names = position.move_names();
    picture_file::after_each(level, &names, |at, replayed| {
        let mut picture = replayed.picture();
        if at > 0 {
            let caption = picture.caption.map_or_else(String::new, |caption| format!("; {caption}"));
            picture.caption = Some(format!("{at}. {}{caption}", names[at - 1]));
        }
        print_step(&picture, at == names.len(), screen)
    })
}

/// Prints a picture of several. Only the last one has a legend.
fn print_step(picture: &Picture, is_last: bool, screen: &mut Screen) -> io::Result<()> {
    let drawn = match is_last {
        true => screen.drawn(picture),
        false => screen.drawn(&Picture { legend: Vec::new(), ..picture.clone() }),
    };
    writeln!(screen, "{}\n", drawn.trim_end_matches('\n'))
}

/// The answer from a position, with its status.
fn answer(
    args: &ShowArgs,
    file: &str,
    level: &Arc<dyn Level>,
    position: &dyn Position,
    draw: bool,
) -> (Answer, Exit) {
    let options = Options {
        goal: goal(args.goal, level.game()),
        limits: args.effort.limits(None),
        threads: args.effort.threads(),
        ..Options::default()
    };
    let answer = solve(file, level, position, &Request { options, draw, ..Request::default() });
    let exit = status(&answer, options.goal, interrupt::requested());
    (answer, exit)
}

/// The answer drawn; the position itself if no solution was found.
fn solved(
    game: &dyn Game,
    position: &dyn Position,
    answer: Answer,
    width: Option<usize>,
) -> (Picture, String) {
    let mut caption = after(game, position) + &verdict(game, &answer);
    if let Some(solution) = &answer.solution {
        caption += &format!("\n{}", wrapped(solution, width));
    }
    for note in &answer.notes {
        caption += &format!("\n  {WARN}note:{WARN:#} {}", visible(note));
    }
    for line in answer.defect.iter().flat_map(|defect| defect.input.lines()) {
        caption += &format!("\n    {}", visible(line));
    }
    (answer.picture.unwrap_or_else(|| position.picture()), caption)
}

/// Prints what came of a search during which the program was asked to end. Nothing is drawn: that takes time.
fn undrawn(
    game: &dyn Game,
    position: &dyn Position,
    answer: &Answer,
    screen: &mut Screen,
) -> io::Result<Exit> {
    writeln!(screen, "{}{}; nothing is drawn", after(game, position), verdict(game, answer))?;
    Ok(Exit::Stopped)
}
