//! Draws a picture with characters.
//!
//! Each cell is its sign, or the sign of the topmost piece on it; colour is only ever added to
//! that. Characters are about twice as high as wide, so a cell takes two columns where the board
//! then fits in 80, and one where it does not. If a piece stands between cells (a bond, a mark on
//! a corner), a cell takes four columns and two rows, which leaves room between the cells.
//!
//! On a board with heights each cell has its height to the right of its sign, on one with notes
//! what is noted there.
//!
//! The canvas takes 8 bytes a character and is written out in one go.

use super::palette;
use crate::{Look, Picture, Shape, Tone};

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// Characters with ANSI colours.
    Colour,
}

/// The widest board that is drawn with more than one column a cell, in columns.
const WIDE: usize = 80;

/// The picture as lines of text, with its legend and caption below.
pub fn terminal(picture: &Picture, ink: Ink) -> String {
    let mut canvas = Canvas::new(picture);
    for cell in &picture.cells {
        canvas.cell(cell.x, cell.y, cell.look);
    }
    for piece in &picture.pieces {
        canvas.piece(piece.x, piece.y, piece.look);
    }
    for (cell, &height) in picture.cells.iter().zip(&picture.heights) {
        canvas.height(cell.x, cell.y, height);
    }
    for (x, y, note) in &picture.notes {
        canvas.note(*x, *y, note);
    }
    let mut text = canvas.write(ink);
    if !picture.legend.is_empty() {
        text.push('\n');
        write_legend(&mut text, picture, ink);
    }
    if let Some(caption) = &picture.caption {
        text.extend(harmless(caption));
        text.push('\n');
    }
    text
}

/// How many columns and rows of characters a cell takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// One of each: for boards too wide for anything else.
    Narrow,
    /// Two columns: square.
    Square,
    /// Four columns and two rows: with room between the cells.
    Roomy,
    /// One column for the sign, so many for the height or a note, and a blank.
    Noted(usize),
}

impl Scale {
    fn of(picture: &Picture) -> Scale {
        let between = |at: f32| at.is_finite() && at.fract() != 0.0;
        if picture.pieces.iter().any(|piece| between(piece.x) || between(piece.y)) {
            Scale::Roomy
        } else if let Some(highest) = picture.heights.iter().max() {
            Scale::Noted(highest.to_string().len())
        } else if let Some(longest) = picture.notes.iter().map(|(.., note)| note.chars().count()).max() {
            Scale::Noted(longest)
        } else if picture.width * 2 <= WIDE {
            Scale::Square
        } else {
            Scale::Narrow
        }
    }

    fn columns(self) -> usize {
        match self {
            Scale::Narrow => 1,
            Scale::Square => 2,
            Scale::Roomy => 4,
            Scale::Noted(beside) => beside + 2,
        }
    }

    fn rows(self) -> usize {
        if self == Scale::Roomy { 2 } else { 1 }
    }
}

/// A rectangle of characters, each with the tone that it has.
struct Canvas {
    scale: Scale,
    width: usize,
    spots: Vec<(char, Tone)>,
}

impl Canvas {
    fn new(picture: &Picture) -> Self {
        let scale = Scale::of(picture);
        let width = picture.width * scale.columns();
        let spots = vec![(' ', Tone::Faint); width * picture.height * scale.rows()];
        Canvas { scale, width, spots }
    }

    fn put(&mut self, column: usize, row: usize, sign: char, tone: Tone) {
        if column < self.width
            && let Some(spot) = self.spots.get_mut(row * self.width + column)
        {
            *spot = (sign, tone);
        }
    }

    /// A wall fills its cell; anything else is one character in it.
    fn cell(&mut self, x: usize, y: usize, look: Look) {
        let solid = look.tone == Tone::Wall && look.shape == Shape::Tile;
        let filling = if solid { look.sign } else { ' ' };
        let (columns, rows) = (self.scale.columns(), self.scale.rows());
        for row in y * rows..(y + 1) * rows {
            for column in x * columns..(x + 1) * columns {
                self.put(column, row, filling, look.tone);
            }
        }
        self.piece(x as f32, y as f32, look);
    }

    fn piece(&mut self, x: f32, y: f32, look: Look) {
        if look.sign == ' ' || x < 0.0 || y < 0.0 || !x.is_finite() || !y.is_finite() {
            return;
        }
        let centre = if self.scale == Scale::Roomy { 1 } else { 0 };
        let column = (x * self.scale.columns() as f32) as usize + centre;
        let row = (y * self.scale.rows() as f32) as usize;
        self.put(column, row, look.sign, look.tone);
        if look.shape == Shape::Bar && self.scale == Scale::Roomy {
            self.put(column - 1, row, look.sign, look.tone);
            self.put(column + 1, row, look.sign, look.tone);
        }
    }

    /// A height beside the sign of its cell, where there is room for it.
    fn height(&mut self, x: usize, y: usize, height: u32) {
        self.note(x, y, &height.to_string());
    }

    /// Characters beside the sign of a cell, where there is room for them.
    fn note(&mut self, x: usize, y: usize, note: &str) {
        if let Scale::Noted(_) = self.scale
            && x < self.width / self.scale.columns()
        {
            let column = x * self.scale.columns() + 1;
            for (at, sign) in harmless(note).enumerate() {
                self.put(column + at, y, sign, Tone::Faint);
            }
        }
    }

    /// Lines without blanks at their ends; one sequence of colour for each run of a tone.
    fn write(&self, ink: Ink) -> String {
        let mut text = String::with_capacity(self.spots.len() * 2);
        for row in self.spots.chunks(self.width.max(1)) {
            let end = row.iter().rposition(|&(sign, _)| sign != ' ').map_or(0, |last| last + 1);
            for run in row[..end].chunk_by(|(_, a), (_, b)| a == b) {
                ink.write(&mut text, run[0].1, run.iter().map(|&(sign, _)| sign));
            }
            text.push('\n');
        }
        text
    }
}

/// As many entries in a line as fit in the usual width.
fn write_legend(text: &mut String, picture: &Picture, ink: Ink) {
    let mut used = 0;
    for (look, meaning) in &picture.legend {
        let length = meaning.chars().count() + 2;
        if used > 0 && used + 3 + length > WIDE {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push_str("   ");
            used += 3;
        }
        ink.write(text, look.tone, [look.sign].into_iter());
        text.push(' ');
        text.extend(harmless(meaning));
        used += length;
    }
    text.push('\n');
}

impl Ink {
    /// Some signs in a tone.
    fn write(self, text: &mut String, tone: Tone, signs: impl Iterator<Item = char>) {
        match self {
            Ink::Plain => text.extend(signs),
            Ink::Colour => {
                text.push_str("\x1b[");
                text.push_str(palette::of(tone).ansi);
                text.push('m');
                text.extend(signs);
                text.push_str("\x1b[0m");
            }
        }
    }
}

/// Words that may come from a level file, without anything that could command a terminal.
fn harmless(words: &str) -> impl Iterator<Item = char> {
    words.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Piece};

    const WALL: Look = Look::new(Shape::Tile, Tone::Wall, '#');
    const FLOOR: Look = Look::new(Shape::Tile, Tone::Floor, '.');

    fn row(width: usize) -> Picture {
        let cell = |x| Cell { x, y: 0, look: if x == 0 { WALL } else { FLOOR } };
        Picture { width, height: 1, cells: (0..width).map(cell).collect(), ..Picture::default() }
    }

    fn piece(x: f32, y: f32, look: Look) -> Piece {
        Piece { name: String::new(), x, y, look }
    }

    #[test]
    fn small_boards_are_square_and_wide_ones_narrow() {
        assert_eq!(terminal(&row(3), Ink::Plain), "##. .\n");
        assert_eq!(terminal(&row(141), Ink::Plain).trim_end().len(), 141);
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let mut picture = row(3);
        picture.legend = vec![(WALL, "wall".to_string()), (FLOOR, "floor".to_string())];
        picture.caption = Some("two steps".to_string());
        let (plain, colour) = (terminal(&picture, Ink::Plain), terminal(&picture, Ink::Colour));
        assert_eq!(plain, "##. .\n\n# wall   . floor\ntwo steps\n");
        let mut without = String::new();
        for part in colour.split("\x1b[") {
            without.push_str(
                part.split_once('m').filter(|(code, _)| code.len() < 7).map_or(part, |(_, rest)| rest),
            );
        }
        assert_eq!(without, plain);
    }

    #[test]
    fn the_topmost_piece_is_seen() {
        let mut picture = row(2);
        let look = |sign| Look::new(Shape::Block, Tone::Red, sign);
        picture.pieces = vec![piece(1.0, 0.0, look('a')), piece(1.0, 0.0, look('b'))];
        assert_eq!(terminal(&picture, Ink::Plain), "##b\n");
    }

    #[test]
    fn pieces_between_cells_have_room() {
        let atom = |sign| Look::new(Shape::Disc, Tone::Blue, sign);
        let bond = Look::new(Shape::Bar, Tone::Faint, '-');
        let mark = Look::new(Shape::Sign, Tone::Mark, '+');
        let pieces = vec![
            piece(0.0, 0.0, atom('H')),
            piece(0.5, 0.0, bond),
            piece(1.0, 0.0, atom('O')),
            piece(0.5, 0.5, mark),
        ];
        let picture = Picture { width: 2, height: 1, pieces, ..Picture::default() };
        assert_eq!(terminal(&picture, Ink::Plain), " H---O\n   +\n");
    }

    #[test]
    fn heights_stand_beside_the_signs() {
        let mut picture = row(3);
        picture.cells.remove(0);
        picture.heights = vec![7, 12];
        assert_eq!(terminal(&picture, Ink::Plain), "    .7  .12\n");
    }

    #[test]
    fn notes_stand_beside_the_signs() {
        let mut picture = row(3);
        picture.cells.remove(0);
        picture.notes = vec![(1, 0, ">1".to_string()), (2, 0, "v".to_string()), (9, 0, "!".to_string())];
        assert_eq!(terminal(&picture, Ink::Plain), "    .>1 .v\n");
    }

    #[test]
    fn words_cannot_command_the_terminal() {
        let picture = Picture { caption: Some("\x1b[2Jboo".to_string()), ..Picture::default() };
        assert_eq!(terminal(&picture, Ink::Plain), "\u{fffd}[2Jboo\n");
    }

    #[test]
    fn pieces_off_the_board_are_left_out() {
        let mut picture = row(2);
        for (x, y) in [(-1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (f32::NAN, 0.0), (f32::INFINITY, 0.0)] {
            picture.pieces.push(piece(x, y, Look::new(Shape::Dot, Tone::Red, '!')));
        }
        let drawn = terminal(&picture, Ink::Plain);
        assert!(drawn.contains("##"), "{drawn}");
    }
}
