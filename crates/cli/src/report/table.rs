//! A table in plain columns, fitted to the terminal.
//!
//! If the terminal is too narrow, one column is fitted: its cells lose their beginning, so that the
//! ends of paths stay, or they are wrapped. In a pipe nothing is cut.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::screen::{FAINT, Screen};

/// The blanks between two columns.
const GAP: usize = 2;

/// How the cells of a column are aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// How the column that is fitted is made narrower.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overflow {
    Shorten,
    Wrap,
}

/// A cell: a text and its style.
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in a style.
    pub(crate) fn styled(text: impl Into<String>, style: Style) -> Self {
        Cell { text: text.into(), style }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::styled(text, Style::new())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::styled(text, Style::new())
    }
}

/// Rows of cells under a header.
pub(crate) struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<Cell>>,
    overflow: (usize, Overflow),
}

impl Table {
    /// A table with these columns; the first one is shortened if need be.
    pub(crate) fn new(columns: &[(&str, Align)]) -> Self {
        let head = columns.iter().map(|&(name, _)| Cell::styled(name, FAINT)).collect();
        let aligns = columns.iter().map(|&(_, align)| align).collect();
        Table { aligns, rows: vec![head], overflow: (0, Overflow::Shorten) }
    }

    /// Wraps this column if need be, instead of shortening the first.
    pub(crate) fn wrapping(mut self, column: usize) -> Self {
        self.overflow = (column, Overflow::Wrap);
        self
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [Cell; N]) {
        self.rows.push(cells.into());
    }

    /// Writes the table.
    pub(crate) fn write(&self, screen: &mut Screen) -> io::Result<()> {
        let widths = self.widths(screen.width());
        for row in &self.rows {
            let (column, how) = self.overflow;
            let parts = match (how, row.get(column)) {
                (Overflow::Wrap, Some(cell)) => {
                    textwrap::wrap(&cell.text, widths[column]).iter().map(ToString::to_string).collect()
                }
                (_, cell) => vec![shorten(cell.map_or("", |cell| &cell.text), widths[column])],
            };
            for (number, part) in parts.iter().enumerate() {
                let text = |at: usize, cell: &Cell| match (at == column, number) {
                    (true, _) => part.clone(),
                    (false, 0) => cell.text.clone(),
                    (false, _) => String::new(),
                };
                let mut line = String::new();
                for (at, cell) in row.iter().enumerate() {
                    let text = text(at, cell);
                    let blank = " ".repeat(widths[at].saturating_sub(text.width()));
                    let gap = " ".repeat(if at == 0 { 0 } else { GAP });
                    let style = cell.style;
                    line += &match self.aligns[at] {
                        Align::Left => format!("{gap}{style}{text}{style:#}{blank}"),
                        Align::Right => format!("{gap}{blank}{style}{text}{style:#}"),
                    };
                }
                writeln!(screen, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    fn widths(&self, most: Option<usize>) -> Vec<usize> {
        let widest = |at: usize| self.rows.iter().map(|row| row[at].text.width()).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.aligns.len()).map(widest).collect();
        if let Some(most) = most {
            let (column, _) = self.overflow;
            let all = widths.iter().sum::<usize>() + GAP * (widths.len() - 1);
            widths[column] =
                widths[column].saturating_sub(all.saturating_sub(most)).max(12.min(widths[column]));
        }
        widths
    }
}

/// The end of a text that is too wide.
fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut start = 0;
    while text[start..].width() + 1 > width {
        // A text of width above zero has a first character.
        start += text[start..].chars().next().map_or(text.len() - start, char::len_utf8);
        if start == text.len() {
            break;
        }
    }
    format!("…{}", &text[start..])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_paths_keep_their_end() {
        assert_eq!(shorten("levels/anima/u-turn.txt", 11), "…u-turn.txt");
        assert_eq!(shorten("short", 11), "short");
    }

    proptest! {
        #[test]
        fn shortened_texts_fit(text: String, width in 1usize..20) {
            prop_assert!(shorten(&text, width).width() <= width);
        }
    }
}
