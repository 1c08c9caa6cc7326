//! Draws the game: a title, the board, what there is to know beside or above it, a message and the
//! most important keys.
//!
//! A wide terminal has the board to the left and a panel to the right; a narrow one has the panel's
//! first lines above the board. A board that does not fit is scrolled, with marks at the edges that
//! it goes on behind. Colour is only ever added: signs, words and reversed cells say the same.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;
use unriddle_games::render::{Canvas, visible};
use unriddle_games::{Handling, Picture};

use super::app::{App, Mode, Mood};
use super::paint::Paint;
use super::{keys, panel};

/// The smallest terminal that can be played in.
const LEAST: (u16, u16) = (24, 8);

/// The narrowest terminal that has a panel to the right, and the panel's width.
const WIDE: (u16, u16) = (64, 30);

/// What the title says.
pub(crate) struct Title {
    /// The level's file.
    pub(crate) file: String,
    /// Which of all levels it is, and how many there are.
    pub(crate) number: (usize, usize),
}

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &mut App<'_>, title: &Title, paint: Paint) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!("The terminal is too small: {} by {} at least. q quits.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let message = message(app, paint);
    let rows = height(std::slice::from_ref(&message), area.width, area.height / 4);
    let [top, body, words, bottom] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(rows),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, top, app, title);
    if area.width >= WIDE.0 {
        let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(WIDE.1)]).areas(body);
        draw_board(frame, left, app, paint);
        let block = Block::new().borders(ratatui::widgets::Borders::LEFT).border_style(paint.faint());
        let lines = panel::full(app, paint);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), right);
    } else {
        let lines = panel::brief(app, paint);
        let rows = height(&lines, body.width, body.height / 3);
        let [above, below] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(body);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), above);
        draw_board(frame, below, app, paint);
    }
    frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), words);
    draw_keys(frame, bottom, app, paint);
    match &app.mode {
        Mode::Help => draw_help(frame, body, app, paint),
        Mode::List(_) => draw_list(frame, body, app, paint),
        Mode::Play | Mode::Film(_) | Mode::Line { .. } => {}
    }
}

/// The rows that lines take when they are wrapped, from one to `most`.
fn height(lines: &[Line<'_>], width: u16, most: u16) -> u16 {
    let rows = lines.iter().map(|line| textwrap::wrap(&line.to_string(), usize::from(width)).len());
    rows.sum::<usize>().clamp(1, usize::from(most.max(1))) as u16
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, title: &Title) {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let level = app.session.level();
    let name = level.name().map_or_else(String::new, |name| format!(" · {}", visible(&name)));
    let file = visible(title.file.rsplit(['/', '\\']).next().unwrap_or(&title.file));
    let left = format!(" {} · {file}{name}", level.game().name());
    let right = format!(" {}/{} ", title.number.0, title.number.1);
    frame.render_widget(Paragraph::new(left).style(style), area);
    let [_, corner] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(right.len() as u16)]).areas(area);
    frame.render_widget(Paragraph::new(right).style(style), corner);
}

/// What there is to say, or how a search for a hint goes on.
fn message(app: &App<'_>, paint: Paint) -> Line<'static> {
    let mut text = app.message.text.clone();
    if app.awaits_hint()
        && let Some((_, Some(progress))) = app.advisor().working()
    {
        text += &format!(" {}", panel::effort(progress));
    }
    let style = match app.message.mood {
        Mood::Plain => Style::new(),
        Mood::Good => paint.colour(Color::Green).add_modifier(Modifier::BOLD),
        Mood::Bad => paint.colour(Color::Red),
    };
    Line::styled(text, style)
}

/// The most important keys, as many as there is room for.
fn draw_keys(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, paint: Paint) {
    let first = match (&app.mode, app.session.handling()) {
        (Mode::Line { .. }, _) => "any key stops",
        (Mode::Help, _) => "any key closes",
        (Mode::List(_), _) => "↑↓ choose|Enter plays|Esc closes",
        (Mode::Film(_), _) => "p stop, go|Esc back|. step|+ - speed",
        (Mode::Play, Handling::Directions) => "arrows move",
        (Mode::Play, Handling::Hand) => "1-9 pick|arrows play",
        (Mode::Play, Handling::Cells) if app.runs => "arrows point|WASD lay|x clear|p run",
        (Mode::Play, Handling::Cells) => "arrows point|WASD lay|x clear",
    };
    let more = match app.mode {
        Mode::Play => "|? help|z undo|y redo|h hint|r restart|m moves|n next|b back|q quit",
        _ => "",
    };
    let mut text = String::new();
    for key in first.split('|').chain(more.split('|')).filter(|key| !key.is_empty()) {
        let gap = if text.is_empty() { "" } else { "  " };
        if format!("{text}{gap}{key}").width() > usize::from(area.width) {
            break;
        }
        text += &format!("{gap}{key}");
    }
    frame.render_widget(Paragraph::new(text).style(paint.faint()), area);
}

/// The board, with the cursor where there is one.
fn draw_board(frame: &mut Frame<'_>, area: Rect, app: &mut App<'_>, paint: Paint) {
    let film = matches!(app.mode, Mode::Film(_));
    let picture = shown(app);
    let canvas = Canvas::of(picture);
    let cursor = (app.session.handling() == Handling::Cells && !film).then_some(app.cursor);
    let focus = match app.session.handling() {
        Handling::Cells => Some((app.cursor.0 as f32, app.cursor.1 as f32)),
        Handling::Directions | Handling::Hand => app.session.scene().focus,
    };
    let focus = focus.and_then(|(x, y)| canvas.spot(x, y));
    let (columns, rows) = canvas.size();
    let fits = columns <= usize::from(area.width) && rows <= usize::from(area.height);
    // A margin for the marks of a board that goes on.
    let inner = if fits { area } else { area.inner(ratatui::layout::Margin::new(1, 1)) };
    let view = (usize::from(inner.width), usize::from(inner.height));
    app.camera.follow(focus, view, (columns, rows));
    let (left, top) = (app.camera.left, app.camera.top);
    // A small board stands in the middle.
    let across = view.0.saturating_sub(columns) as u16 / 2;
    let down = view.1.saturating_sub(rows) as u16 / 2;
    let buffer = frame.buffer_mut();
    for (row, signs) in canvas.rows().enumerate().skip(top).take(view.1) {
        let y = inner.y + down + (row - top) as u16;
        for (column, &(sign, tone)) in signs.iter().enumerate().skip(left).take(view.0) {
            let x = inner.x + across + (column - left) as u16;
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(sign).set_style(paint.tone(tone));
                if cursor.is_some_and(|cursor| covers(&canvas, cursor, (column, row))) {
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

/// Whether a character belongs to a cell; the blank between two cells belongs to none.
fn covers(canvas: &Canvas, (x, y): (usize, usize), (column, row): (usize, usize)) -> bool {
    let (across, down) = canvas.cell_size();
    let wide = if across > 2 { across - 1 } else { across };
    (x * across..x * across + wide).contains(&column) && (y * down..(y + 1) * down).contains(&row)
}

/// The picture on the board: of the position, or of the film that runs.
pub(crate) fn shown<'s>(app: &'s App<'_>) -> &'s Picture {
    match &app.mode {
        Mode::Film(film) => film.picture(),
        _ => &app.session.scene().picture,
    }
}

/// A frame in the middle, as large as its contents or as there is room for.
fn popup(frame: &mut Frame<'_>, area: Rect, title: &'static str, size: (usize, usize)) -> Rect {
    let width = (size.0 + 4).min(usize::from(area.width)) as u16;
    let height = (size.1 + 2).min(usize::from(area.height)) as u16;
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered().title(title).title_alignment(Alignment::Center);
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    inner.inner(ratatui::layout::Margin::new(1, 0))
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, paint: Paint) {
    let lines = keys::explain(app.session.handling(), app.runs);
    let wide = lines.iter().map(|(_, what)| what.chars().count()).max().unwrap_or(0) + 20;
    let about = app.session.level().game().about();
    let about_rows = about.len().div_ceil(wide) + 1;
    let inner = popup(frame, area, " Keys ", (wide, lines.len() + about_rows));
    let mut text = vec![Line::from(about), Line::default()];
    for (keys, what) in lines {
        let keys =
            Span::styled(format!("{keys:<19} "), paint.colour(Color::Cyan).add_modifier(Modifier::BOLD));
        text.push(Line::from(vec![keys, Span::raw(what)]));
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), inner);
}

fn draw_list(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, paint: Paint) {
    let Mode::List(list) = &app.mode else { return };
    let fitting: Vec<_> = list.fitting().collect();
    let wide = 36;
    let inner = popup(frame, area, " Moves ", (wide, fitting.len().clamp(1, 20) + 2));
    let [typed, below] = Layout::vertical([Constraint::Length(2), Constraint::Fill(1)]).areas(inner);
    let filter = if list.filter.is_empty() { "type to narrow".into() } else { visible(&list.filter) };
    let style = if list.filter.is_empty() { paint.faint() } else { Style::new() };
    frame.render_widget(Paragraph::new(Span::styled(format!("> {filter}"), style)), typed);
    let rows = usize::from(below.height);
    let first = list.at.saturating_sub(rows.saturating_sub(1));
    let lines = fitting.iter().enumerate().skip(first).take(rows).map(|(at, (name, about))| {
        let line = Line::from(format!("{:<8} {}", visible(name), visible(about)));
        if at == list.at { line.style(Style::new().add_modifier(Modifier::REVERSED)) } else { line }
    });
    let lines: Vec<_> = lines.collect();
    let lines = if lines.is_empty() { vec![Line::from("none fits")] } else { lines };
    frame.render_widget(Paragraph::new(lines), below);
}
