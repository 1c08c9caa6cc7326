//! Pictures that `unriddle show` writes to files: drawings, images, films and film strips.
//!
//! Nothing that is typed makes a file without end: a film and a strip leave moves out if there are too many, and say
//! so on standard error. Boards that are too large are not drawn.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use unriddle_kit::{Level, Picture, Position};
use unriddle_render as render;
use unriddle_render::{GifError, GifOptions, Theme, visible};

use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::interrupt;
use crate::report::text::grouped;
use crate::screen::Screen;

/// The most cells of a board that is drawn in a file. Its film takes some seconds and 200 MB; on an image of the usual
/// size a cell is a pixel.
const MAX_FILE_CELLS: usize = 1 << 20;

/// The most cells of a board that is drawn in the terminal, or in another place for text. It takes a second and 600 MB.
const MAX_TEXT_CELLS: usize = 1 << 24;

/// The most cells of all steps together of what runs by itself, drawn as text: they are made at once.
const MAX_STEP_CELLS: usize = 1 << 24;

/// How many steps of what runs by itself are drawn as text, of at most this many. If that is fewer, a line on standard
/// error says so.
pub(crate) fn steps_in_text(level: &dyn Level, most: usize) -> usize {
    let shown = most.min(MAX_STEP_CELLS / cells(level).max(1));
    if shown < most {
        let shown = grouped(shown as u64);
        // If standard error is closed, there is nobody to tell.
        let _ = writeln!(io::stderr(), "unriddle: at most {shown} steps of a board of this size are drawn");
    }
    shown
}

/// Whether the board of a level is drawn in a report: it is not too large, and nobody waits for the program to end.
pub(crate) fn is_drawn(level: &dyn Level) -> bool {
    cells(level) <= MAX_FILE_CELLS && !interrupt::requested().load(Ordering::Relaxed)
}

/// Why a level cannot be drawn in a file, or as text, and what to do instead, if its board is too large for that.
pub(crate) fn too_large(file: &str, level: &dyn Level, as_text: bool) -> Option<Diagnostic> {
    let (most, instead) = match as_text {
        true => (MAX_TEXT_CELLS, "`--text` prints it in the game's own format"),
        false => (MAX_FILE_CELLS, "draw it in the terminal instead, or cut the level down to a part of it"),
    };
    let (width, height) = level.size();
    (cells(level) > most).then(|| {
        let most = grouped(most as u64);
        let message = format!("a board of {width} by {height} cells is too large for a picture: {instead}");
        Diagnostic::of_file(file.to_string(), format!("{message} (at most {most} cells are drawn)"))
    })
}

fn cells(level: &dyn Level) -> usize {
    let (width, height) = level.size();
    width.saturating_mul(height)
}

/// Writes a file, and says what it shows; or writes it to standard output if the path is `-`.
pub(crate) fn write_file(
    path: &Path,
    contents: &[u8],
    caption: &str,
    exit: Exit,
    screen: &mut Screen,
) -> io::Result<Exit> {
    if path == Path::new("-") {
        screen.bytes(contents)?;
        return Ok(exit);
    }
    if let Err(error) = fs::write(path, contents) {
        let message = format!("cannot be written: {error}");
        return screen.report(&Diagnostic::of_file(path.display().to_string(), message).into());
    }
    writeln!(screen, "{}: {caption}", visible(&path.display().to_string()))?;
    Ok(exit)
}

/// The moves from the start as an animated GIF.
pub(crate) fn film(level: &dyn Level, moves: &[String], options: &GifOptions) -> io::Result<Vec<u8>> {
    let mut film = Vec::new();
    let footage = render::gif(level, moves, options, &mut film).map_err(|error| match error {
        GifError::Play(error) => does_not_replay(&error),
        GifError::Write(error) => error,
    })?;
    note_left_out("film", footage.moves, moves.len());
    Ok(film)
}

/// What runs by itself, at most this many steps of it, or else the state after each move, as a film strip.
pub(crate) fn strip(
    level: &dyn Level,
    position: &dyn Position,
    most: usize,
    theme: Option<Theme>,
) -> io::Result<String> {
    let film = position.film(most.min(render::MAX_IN_STRIP - 1));
    if !film.is_empty() {
        let numbered = film.into_iter().enumerate().map(|(at, picture)| (picture, at.to_string()));
        return Ok(render::strip(&numbered.collect::<Vec<_>>(), theme));
    }
    let names = position.move_names();
    let shown = render::in_strip(names.len() + 1, level.start().picture().cells.len());
    let is_shown = |at: usize| shown.binary_search(&at).is_ok();
    let mut pictures: Vec<(Picture, String)> = Vec::with_capacity(shown.len());
    // What a move does can be said where it is about to be made.
    let mut words = "start".to_string();
    after_each(level, &names, |at, replayed| {
        if is_shown(at) {
            pictures.push((replayed.picture(), std::mem::take(&mut words)));
        }
        if let Some(name) = names.get(at).filter(|_| is_shown(at + 1)) {
            let told = replayed.tell(std::slice::from_ref(name)).pop();
            words = format!("{}. {}", at + 1, told.map_or_else(|| name.clone(), |told| told.words));
        }
        Ok(())
    })?;
    note_left_out("strip", shown.len() - 1, names.len());
    Ok(render::strip(&pictures, theme))
}

/// Visits the start, and the position after each of some moves, with their number, until one of the visits fails.
pub(crate) fn after_each(
    level: &dyn Level,
    names: &[String],
    mut visit: impl FnMut(usize, &dyn Position) -> io::Result<()>,
) -> io::Result<()> {
    let mut replayed = level.start();
    visit(0, replayed.as_ref())?;
    for (at, name) in names.iter().enumerate() {
        replayed.advance(name).map_err(|error| does_not_replay(&error))?;
        visit(at + 1, replayed.as_ref())?;
    }
    Ok(())
}

fn does_not_replay(error: &unriddle_kit::PlayError) -> io::Error {
    io::Error::other(format!("the moves do not replay one by one: {error}"))
}

/// Says that not every move is shown.
fn note_left_out(what: &str, shown: usize, all: usize) {
    if shown < all {
        let (shown, all) = (grouped(shown as u64), grouped(all as u64));
        // If standard error is closed, there is nobody to tell.
        let _ = writeln!(io::stderr(), "unriddle: the {what} shows the state after {shown} of {all} moves");
    }
}
