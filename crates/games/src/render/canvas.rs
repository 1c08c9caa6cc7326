//! The board of a picture as a rectangle of characters: what every drawing with characters shows.
//!
//! Each cell is its sign, or the sign of the topmost piece on it. Characters are about twice as
//! high as wide, so a cell takes two columns where the board then fits in 80, and one where it
//! does not. If a piece stands between cells (a bond, a mark on a corner), a cell takes four
//! columns and two rows, which leaves room between the cells.
//!
//! On a board with heights each cell has its height to the right of its sign, on one with notes
//! what is noted there.
//!
//! The canvas takes 8 bytes a character.

use super::is_hidden;
use crate::{Look, Picture, Shape, Tone};

/// The widest board that is drawn with more than one column a cell, in columns.
pub(super) const WIDE: usize = 80;

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
pub struct Canvas {
    scale: Scale,
    width: usize,
    spots: Vec<(char, Tone)>,
}

impl Canvas {
    /// The board of a picture, drawn.
    pub fn of(picture: &Picture) -> Self {
        let mut canvas = Canvas::blank(picture);
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
        canvas
    }

    fn blank(picture: &Picture) -> Self {
        let scale = Scale::of(picture);
        let width = picture.width * scale.columns();
        let spots = vec![(' ', Tone::Faint); width * picture.height * scale.rows()];
        Canvas { scale, width, spots }
    }

    /// The rows of characters, top to bottom, all of the same length.
    pub fn rows(&self) -> impl Iterator<Item = &[(char, Tone)]> {
        self.spots.chunks(self.width.max(1))
    }

    /// Columns and rows of characters in all.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.spots.len() / self.width.max(1))
    }

    /// Columns and rows of characters that each cell of the board takes.
    pub fn cell_size(&self) -> (usize, usize) {
        (self.scale.columns(), self.scale.rows())
    }

    /// The column and row of the sign of whatever is centred on these coordinates of the board;
    /// they may lie off the canvas to its right or below. `None` to its left and above.
    pub fn spot(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        if x < 0.0 || y < 0.0 || !x.is_finite() || !y.is_finite() {
            return None;
        }
        let centre = if self.scale == Scale::Roomy { 1 } else { 0 };
        let column = (x * self.scale.columns() as f32) as usize + centre;
        Some((column, (y * self.scale.rows() as f32) as usize))
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
        let Some((column, row)) = self.spot(x, y).filter(|_| look.sign != ' ') else { return };
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
            for (at, sign) in note.chars().enumerate() {
                // One column for each, so that no note outgrows its cell.
                let sign = if is_hidden(sign) { '\u{fffd}' } else { sign };
                self.put(column + at, y, sign, Tone::Faint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    #[test]
    fn a_spot_is_where_the_sign_is_drawn() {
        let look = Look::new(Shape::Dot, Tone::Red, '!');
        for (x, y) in [(0.0, 0.0), (2.0, 1.0), (1.5, 1.0), (1.0, 0.5)] {
            let pieces = vec![Piece { name: String::new(), x, y, look }];
            let canvas = Canvas::of(&Picture { width: 3, height: 2, pieces, ..Picture::default() });
            let (column, row) = canvas.spot(x, y).expect("it is on the board");
            assert_eq!(canvas.rows().nth(row).map(|row| row[column]), Some(('!', Tone::Red)), "{x} {y}");
            let ((columns, rows), (across, down)) = (canvas.size(), canvas.cell_size());
            assert_eq!((columns, rows), (3 * across, 2 * down));
        }
    }
}
