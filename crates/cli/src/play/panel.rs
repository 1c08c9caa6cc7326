//! The panel beside the board: winnability, moves and par, the hand, the status, and the legend.
//!
//! The most important lines come first, since the rest is cut off if there is no room.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unriddle_kit::Controls;
use unriddle_kit::session::Winnability;
use unriddle_kit::verdict::limit_word;
use unriddle_render::visible;
use unriddle_search::Progress;

use super::app::{App, Mode};
use super::board::shown;
use super::paint::Paint;
use crate::report::text::grouped;

/// All lines, for the panel.
pub(crate) fn full(app: &App<'_>, paint: Paint) -> Vec<Line<'static>> {
    let scene = app.session.scene();
    let mut lines = vec![light(app, paint)];
    if let Some(since) = app.session.loss() {
        let back = if app.session.knows_winnable() { "; l: back" } else { "" };
        lines.push(Line::from(format!("{since}{back}")));
    }
    lines.extend(score(app).into_iter().map(Line::from));
    if app.session.controls() == Controls::Hand {
        lines.push(Line::default());
        lines.extend(scene.hand.iter().enumerate().map(|(at, card)| {
            let line = Line::from(format!(" {:>2}  {} ", at + 1, visible(card)));
            if at == app.picked { line.style(marked()) } else { line }
        }));
    }
    if app.session.controls() == Controls::Cells {
        lines.push(Line::from(format!("column {}, row {}", app.cursor.0 + 1, app.cursor.1 + 1)));
    }
    if let Mode::Film(film) = &app.mode {
        let state = if film.runs() { "running" } else { "paused" };
        lines.push(Line::from(format!("{state}, {} steps per second", app.speed.steps())));
    }
    let picture = shown(app);
    let assumptions = app.session.assumptions();
    let said = picture.caption.iter().chain(&scene.status).chain(&assumptions).chain(&scene.remarks);
    for text in said {
        lines.push(Line::default());
        lines.push(Line::from(visible(text).into_owned()));
    }
    if !picture.legend.is_empty() {
        lines.push(Line::default());
        lines.extend(picture.legend.iter().map(|(style, meaning)| {
            let glyph = Span::styled(style.glyph.to_string(), paint.tone(style.tone));
            Line::from(vec![glyph, Span::raw(format!(" {}", visible(meaning)))])
        }));
    }
    lines
}

/// The most important lines, for a narrow terminal.
pub(crate) fn brief(app: &App<'_>, paint: Paint) -> Vec<Line<'static>> {
    let scene = app.session.scene();
    let mut first = light(app, paint);
    first.push_span(Span::raw(format!("  {}", score(app).join(" · "))));
    let mut lines = vec![first];
    if app.session.controls() == Controls::Hand {
        let mut hand = Line::default();
        for (at, card) in scene.hand.iter().enumerate() {
            let style = if at == app.picked { marked() } else { Style::new() };
            hand.push_span(Span::styled(format!(" {} ", visible(card)), style));
        }
        lines.push(hand);
    }
    if let Mode::Film(_) = &app.mode {
        lines.extend(shown(app).caption.iter().map(|caption| Line::from(visible(caption).into_owned())));
    } else {
        lines.extend(scene.status.iter().map(|status| Line::from(visible(status).into_owned())));
    }
    lines
}

fn marked() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// Whether the position can still be won.
fn light(app: &App<'_>, paint: Paint) -> Line<'static> {
    let bold = |colour| paint.colour(colour).add_modifier(Modifier::BOLD);
    if app.session.scene().solved {
        return Line::styled("★ solved", bold(Color::Green));
    }
    match app.session.winnability() {
        Winnability::Winnable => Line::styled("● can be won", bold(Color::Green)),
        Winnability::Lost => Line::styled("✗ lost (proved)", bold(Color::Red)),
        Winnability::Unknown(limit) => {
            Line::styled(format!("? unknown ({})", limit_word(limit)), bold(Color::Yellow))
        }
        Winnability::Unsearched => Line::styled("… searching", paint.faint()),
    }
}

/// The number of moves, their cost if that differs, and par.
fn score(app: &App<'_>) -> Vec<String> {
    let session = &app.session;
    let (count, cost) = (session.count(), session.cost());
    let mut parts = vec![format!("{}s {count}", session.level().game().move_word())];
    if cost as usize != count {
        parts.push(format!("cost {cost}"));
    }
    parts.push(session.par().map_or_else(|| "par ?".into(), |par| format!("par {par}")));
    parts
}

/// The progress of a search.
pub(crate) fn effort(progress: &Progress) -> String {
    let statistics = &progress.statistics;
    format!(
        "{:.1} s, {} states, at least {}",
        statistics.elapsed.as_secs_f64(),
        grouped(statistics.stored),
        progress.bound
    )
}
