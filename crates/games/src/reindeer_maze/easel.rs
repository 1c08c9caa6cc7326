//! Painting mazes: a character of the map is a word.
//!
//! New rows and columns are wall, which is what lies outside: a maze does not change by growing.
//! What is erased is floor.

use super::picture;
use crate::editing::{Brush, Easel, Sheet, Spot, characters};
use crate::{Direction, LevelError, Look};

/// How mazes are painted.
pub(super) struct MazeEasel;

const STARTER: &str = "\
#########
#.....#E#
#.###.#.#
#.#...#.#
#.#.###.#
#S#.....#
#########
";

impl Easel for MazeEasel {
    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("floor", ["."]),
            Brush::new("wall", ["#"]),
            Brush::new("start", ["S"]).single(),
            Brush::new("goal", ["E"]).single(),
        ]
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    fn blank(&self) -> &'static str {
        "#"
    }

    /// Blank lines before the map do not count, nor blanks at the end of a row.
    fn sheet(&self, text: &str) -> Result<Sheet, LevelError> {
        let lines = text.trim_ascii_end().lines().map(str::trim_ascii_end);
        Sheet::of_rows(lines.skip_while(|line| line.is_empty()).map(characters), self.blank())
    }

    fn write(&self, sheet: &Sheet) -> String {
        sheet.in_characters()
    }

    fn without(&self, _: &str) -> String {
        ".".into()
    }

    /// On the start stands the reindeer.
    fn looks(&self, _: Spot, word: &str) -> Option<Vec<Look>> {
        let mut signs = word.chars();
        let sign = signs.next().filter(|_| signs.as_str().is_empty())?;
        let reindeer = (sign == 'S').then(|| picture::reindeer(Direction::Right));
        Some([picture::look(sign)?].into_iter().chain(reindeer).collect())
    }
}
