//! How a game is played, rule by rule: tiny levels that play themselves, with a sentence each.
//!
//! Lessons are data in the game's folder. The page plays them in a loop, the command prints them, and the
//! game's page in the docs holds them; all from here, so that they say the same. A test checks that
//! every lesson can be played, and that whatever a level can be painted with occurs in one of them.

use crate::render::{Ink, terminal};
use crate::{Game, Picture, Position};

/// One rule of a game, shown on a level of a few cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What it is about, in a word or two: `Ice`.
    pub title: &'static str,
    /// The rule, in one sentence or two short ones.
    pub text: &'static str,
    /// The level, as text.
    pub level: &'static str,
    /// The moves that show it, in the game's notation.
    pub moves: &'static str,
}

/// What par means, the same for every game.
pub const PAR: &str = "Par is the cost of an optimal solution: none costs less.";

/// Between the board before the moves of a lesson and the one after them.
const GAP: &str = "    ";

impl Lesson {
    /// The board before and after the moves, side by side, with the moves between them.
    pub fn boards(&self, game: &dyn Game) -> String {
        let Ok(level) = game.read(self.level, &[]) else { return String::new() };
        let start = level.start();
        let end = start.after(self.moves).unwrap_or_else(|_| level.start());
        beside(&board(start.as_ref()), self.moves, &board(end.as_ref()))
    }
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
        for line in lesson.boards(game).lines() {
            text += format!("    {line}").trim_end();
            text.push('\n');
        }
    }
    text + &format!("\n**Cost and par.** {} {PAR}\n", info.cost)
}
