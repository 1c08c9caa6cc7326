//! What opens above the board: the help, the lessons and the list of moves.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use unriddle_render::visible;

use super::app::{App, Mode};
use super::keys;
use super::lessons::{Lessons, Page};
use super::list::List;
use super::paint::Paint;

/// The width of lines that are read easily.
const READABLE: usize = 50;

/// Whatever is open.
pub(crate) fn draw(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, paint: Paint) {
    match &app.mode {
        Mode::Help => draw_help(frame, area, app, paint),
        Mode::Lessons(lessons) => draw_lessons(frame, area, lessons, paint),
        Mode::List(list) => draw_list(frame, area, list, paint),
        Mode::Play | Mode::Film(_) | Mode::Line { .. } => {}
    }
}

/// A centred frame, as large as its contents if there is room.
fn popup(frame: &mut Frame<'_>, area: Rect, title: &str, size: (usize, usize)) -> Rect {
    let width = (size.0 + 4).min(usize::from(area.width)) as u16;
    let height = (size.1 + 2).min(usize::from(area.height)) as u16;
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered().title(title).title_alignment(Alignment::Center);
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    inner.inner(Margin::new(1, 0))
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, app: &App<'_>, paint: Paint) {
    let lines = keys::bindings(app.session.controls(), app.runs, true);
    let wide = lines.iter().map(|binding| binding.what.chars().count()).max().unwrap_or(0) + 20;
    let level = app.session.level();
    let about =
        level.aim().map_or_else(|| level.game().about().to_string(), |aim| visible(&aim).into_owned());
    let about_rows = about.len().div_ceil(wide) + 1;
    let inner = popup(frame, area, " Keys ", (wide, lines.len() + about_rows));
    let mut text = vec![Line::from(about), Line::default()];
    for keys::Binding { keys, what, .. } in lines {
        let keys =
            Span::styled(format!("{keys:<19} "), paint.colour(Color::Cyan).add_modifier(Modifier::BOLD));
        text.push(Line::from(vec![keys, Span::raw(what)]));
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), inner);
}

fn draw_lessons(frame: &mut Frame<'_>, area: Rect, lessons: &Lessons, paint: Paint) {
    let Page { title, text, boards, number } = lessons.page();
    let title = format!(" {title} {}/{} ", number.0, number.1);
    let wide = boards.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(READABLE);
    let words = textwrap::wrap(&text, wide.min(usize::from(area.width.saturating_sub(4)).max(1)));
    let rows = words.len() + if boards.is_empty() { 0 } else { boards.lines().count() + 1 };
    let inner = popup(frame, area, &title, (wide, rows));
    let mut lines: Vec<_> = words.iter().map(|line| Line::from(line.to_string())).collect();
    if !boards.is_empty() {
        lines.push(Line::default());
        lines.extend(boards.lines().map(|line| Line::styled(line.to_string(), paint.colour(Color::Cyan))));
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_list(frame: &mut Frame<'_>, area: Rect, list: &List, paint: Paint) {
    let fitting: Vec<_> = list.fitting().collect();
    let wide = 36;
    let inner = popup(frame, area, " Moves ", (wide, fitting.len().clamp(1, 20) + 2));
    let [typed, below] = Layout::vertical([Constraint::Length(2), Constraint::Fill(1)]).areas(inner);
    let filter = if list.filter.is_empty() { "type to filter".into() } else { visible(&list.filter) };
    let style = if list.filter.is_empty() { paint.faint() } else { Style::new() };
    frame.render_widget(Paragraph::new(Span::styled(format!("> {filter}"), style)), typed);
    let rows = usize::from(below.height);
    let first = list.at.saturating_sub(rows.saturating_sub(1));
    let lines = fitting.iter().enumerate().skip(first).take(rows).map(|(at, (name, about))| {
        let line = Line::from(format!("{:<8} {}", visible(name), visible(about)));
        if at == list.at { line.style(Style::new().add_modifier(Modifier::REVERSED)) } else { line }
    });
    let lines: Vec<_> = lines.collect();
    let lines = if lines.is_empty() { vec![Line::from("no match")] } else { lines };
    frame.render_widget(Paragraph::new(lines), below);
}
