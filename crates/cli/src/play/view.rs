//! Draws the game: a title, the board, the panel, a message and the keys.
//!
//! A wide terminal shows the board on the left and the panel on the right; a narrow one shows the
//! first lines of the panel above the board.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;
use unriddle_render::visible;

use super::app::{App, Mode, Mood};
use super::board::draw_board;
use super::paint::Paint;
use super::{keys, panel, popups};

/// The minimum size of the terminal.
const MIN: (u16, u16) = (24, 8);

/// The minimum width of a terminal for the panel on the right, and the width of the panel.
const WIDE: (u16, u16) = (64, 30);

/// One line of keys for this many rows of the terminal.
const ROWS_PER_LINE: u16 = 8;

/// The contents of the title.
pub(crate) struct Title {
    /// The level's file.
    pub(crate) file: String,
    /// The number of the level, and the number of levels.
    pub(crate) number: (usize, usize),
}

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &mut App<'_>, title: &Title, paint: Paint) {
    let scrolls = app.scrolls;
    draw_once(frame, app, title, paint);
    // Only then it is known whether there are keys to scroll with.
    if app.scrolls != scrolls {
        frame.buffer_mut().reset();
        draw_once(frame, app, title, paint);
    }
}

fn draw_once(frame: &mut Frame<'_>, app: &mut App<'_>, title: &Title, paint: Paint) {
    let area = frame.area();
    if area.width < MIN.0 || area.height < MIN.1 {
        let text = format!("The terminal is too small: at least {} by {} needed. q quits.", MIN.0, MIN.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let message = message(app, paint);
    let rows = height(std::slice::from_ref(&message), area.width, area.height / 4);
    let keys = keys(app, area.width, (area.height / ROWS_PER_LINE).max(1));
    let [top, body, words, bottom] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(rows),
        Constraint::Length(keys.len() as u16),
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
    frame.render_widget(Paragraph::new(keys).style(paint.faint()), bottom);
    popups::draw(frame, body, app, paint);
}

/// The rows that wrapped lines take, from one to `most`.
fn height(lines: &[Line<'_>], width: u16, most: u16) -> u16 {
    let rows = lines.iter().map(|line| textwrap::wrap(&line.to_string(), usize::from(width)).len());
    rows.sum::<usize>().clamp(1, usize::from(most.max(1))) as u16
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, title: &Title) {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let level = app.session.level();
    let name = level.name().map_or_else(String::new, |name| format!(" · {}", visible(&name)));
    let file = visible(title.file.rsplit(['/', '\\']).next().unwrap_or(&title.file));
    let game = level.game().name();
    let right = format!(" {}/{} ", title.number.0, title.number.1);
    // Of a long title the file is the first to go.
    let all = format!(" {game} · {file}{name}");
    let fits = all.width() + right.len() <= usize::from(area.width);
    let left = if fits || name.is_empty() { all } else { format!(" {game}{name}") };
    frame.render_widget(Paragraph::new(left).style(style), area);
    let [_, corner] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(right.len() as u16)]).areas(area);
    frame.render_widget(Paragraph::new(right).style(style), corner);
}

/// The message, or the progress of the search for a hint.
fn message(app: &App<'_>, paint: Paint) -> Line<'static> {
    // What a move has led to is told when it is seen.
    if app.motion.is_some() {
        return Line::default();
    }
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

/// The keys and what they do, in at most this many lines. The most important come first; the rest is cut off if
/// there is no room.
fn keys(app: &App<'_>, width: u16, most: u16) -> Vec<Line<'static>> {
    let all = match &app.mode {
        Mode::Line { .. } => vec![("any key", "stops")],
        Mode::Help => vec![("any key", "closes")],
        Mode::Lessons(_) => vec![("← →", "turn the page"), ("Esc", "closes")],
        Mode::List(_) => vec![("↑↓", "choose"), ("Enter", "plays"), ("Esc", "closes")],
        Mode::Film(_) => vec![("p", "run/pause"), ("Esc", "back"), (".", "step"), ("+ -", "speed")],
        Mode::Play => {
            let all = keys::bindings(app.session.controls(), app.runs, app.scrolls);
            all.iter().map(|binding| binding.brief).collect()
        }
    };
    let mut lines = vec![Line::default()];
    let mut used = 0;
    for (key, word) in all {
        let wide = key.width() + 1 + word.width();
        if used > 0 && used + 2 + wide > usize::from(width) {
            if lines.len() == usize::from(most) {
                break;
            }
            lines.push(Line::default());
            used = 0;
        }
        // There is a line, at least the first.
        let Some(line) = lines.last_mut() else { break };
        let gap = if used > 0 { "  " } else { "" };
        line.push_span(Span::raw(gap));
        line.push_span(Span::styled(key, Style::new().add_modifier(Modifier::BOLD)));
        line.push_span(Span::raw(format!(" {word}")));
        used += gap.len() + wide;
    }
    lines
}
