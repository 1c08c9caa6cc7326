//! Draws the board as large as there is room for.
//!
//! Cells grow with the terminal. A board that does not fit in characters is drawn in half blocks if it fits
//! so; otherwise it is scrolled, with marks at the edges where it continues. The player can have it the other
//! way round. Colour is never the only cue: characters, words and reversed cells show the same, and in half
//! blocks the closer look does.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use unriddle_kit::{Controls, Picture};
use unriddle_render::{Canvas, Scale};

use super::app::{App, Mode};
use super::paint::Paint;

/// The board, with the cursor if there is one.
pub(crate) fn draw_board(frame: &mut Frame<'_>, area: Rect, app: &mut App<'_>, paint: Paint) {
    let scale = scale(app, area, paint);
    let film = matches!(app.mode, Mode::Film(_));
    let canvas = Canvas::at(shown(app), scale);
    let cursor = (app.session.controls() == Controls::Cells && !film).then_some(app.cursor);
    let focus = match app.session.controls() {
        Controls::Cells => Some((app.cursor.0 as f32, app.cursor.1 as f32)),
        Controls::Directions | Controls::Action | Controls::Hand => app.session.scene().focus,
    };
    let focus = focus.and_then(|(x, y)| canvas.spot(x, y));
    let (columns, rows) = canvas.size();
    let fits = columns <= usize::from(area.width) && rows <= usize::from(area.height);
    // A margin for the marks of a board that continues.
    let inner = if fits { area } else { area.inner(Margin::new(1, 1)) };
    let view = (usize::from(inner.width), usize::from(inner.height));
    app.camera.follow(focus, view, (columns, rows));
    let (left, top) = (app.camera.left, app.camera.top);
    // A small board is centred.
    let across = view.0.saturating_sub(columns) as u16 / 2;
    let down = view.1.saturating_sub(rows) as u16 / 2;
    let buffer = frame.buffer_mut();
    for (row, spots) in canvas.rows().enumerate().skip(top).take(view.1) {
        let y = inner.y + down + (row - top) as u16;
        for (column, spot) in spots.iter().enumerate().skip(left).take(view.0) {
            let x = inner.x + across + (column - left) as u16;
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(spot.glyph).set_style(paint.look(spot.look));
                let mut pointed_out = cursor.into_iter().chain(app.marked);
                if pointed_out.any(|at| covers(&canvas, at, (column, row))) {
                    cell.set_style(Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
                }
            }
        }
    }
    if !fits {
        let middle = (area.x + area.width / 2, area.y + area.height / 2);
        let marks = [
            (left > 0, (area.x, middle.1), '⋯'),
            (left + view.0 < columns, (area.right() - 1, middle.1), '⋯'),
            (top > 0, (middle.0, area.y), '⋮'),
            (top + view.1 < rows, (middle.0, area.bottom() - 1), '⋮'),
        ];
        for (_, place, mark) in marks.into_iter().filter(|&(on, ..)| on) {
            if let Some(cell) = buffer.cell_mut(place) {
                cell.set_char(mark).set_style(paint.faint());
            }
        }
    }
}

/// The scale of the board, which does not change while something moves.
fn scale(app: &mut App<'_>, area: Rect, paint: Paint) -> Scale {
    let space = (usize::from(area.width), usize::from(area.height));
    let picture = &app.session.scene().picture;
    let best = Scale::fitting(picture, space, paint.0);
    let other = best.other(picture, space, paint.0);
    let scale = other.filter(|_| app.zoomed).unwrap_or(best);
    let scrolls = other.is_some() || !best.fits(picture, space);
    if app.scale.replace(scale) != Some(scale) {
        app.camera.forget();
    }
    app.scrolls = scrolls;
    scale
}

/// Whether a character belongs to a cell. The blank between two cells does not.
fn covers(canvas: &Canvas, (x, y): (usize, usize), (column, row): (usize, usize)) -> bool {
    let (mut columns, rows) = canvas.area(x, y);
    if columns.len() > 2 {
        columns.end -= 1;
    }
    columns.contains(&column) && rows.contains(&row)
}

/// The picture on the board: of the position, of the motion that leads there, or of the film.
pub(crate) fn shown<'s>(app: &'s App<'_>) -> &'s Picture {
    match (&app.mode, &app.motion) {
        (Mode::Film(film), _) => film.picture(),
        (_, Some(motion)) => motion.picture(),
        _ => &app.session.scene().picture,
    }
}
