//! The lessons of a game as text: the boards before and after the moves, and the whole guide as Markdown.

use unriddle_kit::{Game, Lesson, PAR, Picture, Position};

use super::{Ink, terminal};

/// Between the board before the moves of a lesson and the one after them.
const GAP: &str = "    ";

/// The board before and after the moves, side by side, with the moves between them.
pub fn boards(lesson: &Lesson, game: &dyn Game) -> String {
    let Ok(level) = game.read(lesson.level, &[]) else { return String::new() };
    let start = level.start();
    let end = start.after(lesson.moves).unwrap_or_else(|_| level.start());
    beside(&board(start.as_ref()), lesson.moves, &board(end.as_ref()))
}

/// The rows of a position as text, without legend and caption.
fn board(position: &dyn Position) -> Vec<String> {
    let picture = Picture { legend: Vec::new(), caption: None, ..position.picture() };
    let drawn = terminal(&picture, Ink::Plain);
    drawn.lines().map(|line| line.trim_end().to_string()).collect()
}

/// Two boards beside each other, with words between them in the middle row.
fn beside(before: &[String], words: &str, after: &[String]) -> String {
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (wide, long) = (width(before), words.chars().count());
    let height = before.len().max(after.len());
    let row = |at: usize| {
        let cell = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
        let between = if at == (height - 1) / 2 { words } else { "" };
        let line = format!("{:wide$}{GAP}{between:long$}{GAP}{}", cell(before), cell(after));
        line.trim_end().to_string()
    };
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// How a game is played, as Markdown: its rules, its lessons with their boards, what cost and par mean.
pub fn how_to_play(game: &dyn Game) -> String {
    let info = game.info();
    let mut text = format!("{}\n", info.rules.trim());
    for lesson in info.lessons {
        text += &format!("\n**{}.** {}\n\n", lesson.title, lesson.text);
        for line in boards(lesson, game).lines() {
            text += format!("    {line}").trim_end();
            text.push('\n');
        }
    }
    text + &format!("\n**Cost and par.** {} {PAR}\n", info.cost)
}
