//! Tests of Golf Peaks: each rule on a board that is drawn in the test, the format, and whole levels.
//!
//! [`board`] reads a board of a few cells, and [`Few::play`] plays one card on it. The cell where the ball
//! comes to rest is given by column and row, both counted from 0.

mod levels;
mod oracle;
mod rules;
mod texts;

use unriddle_kit::Direction;

use super::level::{Card, Course};
use super::{format, notation};

/// A board of a few cells. Its size is counted. If the rows lack a ball or a flag, it is added out of the
/// way, on a row of its own below a row of nothing.
struct Few(Course);

/// Reads rows of cells, separated by `|`.
fn board(rows: &str) -> Few {
    let mut rows: Vec<String> = rows.split('|').map(|row| row.trim().to_string()).collect();
    let missing: Vec<&str> =
        ["ball", "flag"].into_iter().filter(|part| !rows.iter().any(|row| row.contains(part))).collect();
    if !missing.is_empty() {
        rows.extend(["x".to_string(), missing.join(" ")]);
    }
    let width = rows.iter().map(|row| row.split_whitespace().count()).max().unwrap_or(0);
    let text = format!("{width}x{}\n{}\n\n1-\n", rows.len(), rows.join("\n"));
    Few(format::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

impl Few {
    /// The cell where the ball comes to rest after one move, such as `2->`, or how it is lost.
    fn play(&self, mv: &str) -> Result<(usize, usize), String> {
        let from = self.0.place(self.0.ball);
        self.play_from(from, mv)
    }

    /// The same for a ball on another cell.
    fn play_from(&self, (x, y): (usize, usize), mv: &str) -> Result<(usize, usize), String> {
        let mv = notation::read(mv).expect("a move")[0];
        self.roll((x, y), mv.card, mv.direction)
    }

    fn roll(&self, (x, y): (usize, usize), card: Card, to: Direction) -> Result<(usize, usize), String> {
        let cell = super::level::Cell((y * self.0.size.0 + x) as u32);
        let end = self.0.play(cell, card, to).map_err(|lost| lost.describe(&self.0))?;
        Ok(self.0.place(end))
    }
}
