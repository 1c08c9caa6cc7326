//! The board of a picture as a rectangle of characters: what every drawing with characters shows.
//!
//! Each cell is its glyph, or the glyph of the topmost piece on it, at a [`Scale`]. On a board with heights
//! each cell has its height to the right of its glyph, on one with notes what is noted there. Where cells
//! take several rows, what lies in the ground fills its own as walls always do, and a piece is a block with
//! its glyph in the middle.
//!
//! The canvas takes 8 bytes a character.

use std::ops::Range;

use unriddle_kit::sprite::{Art, Outline, Point, Relief};
use unriddle_kit::{Direction, Picture, Style, Tone};

use super::is_hidden;
use super::scale::Scale;
use super::spot::{Look, Spot};

/// The tones that are not painted in half blocks, so that what stands out does so.
const GROUND: [Tone; 5] = [Tone::Floor, Tone::Grass, Tone::Earth, Tone::Snow, Tone::Faint];

/// A rectangle of characters, each with its colours.
pub struct Canvas {
    scale: Scale,
    width: usize,
    spots: Vec<Spot>,
}

impl Canvas {
    /// The board of a picture, drawn as in a text.
    pub fn of(picture: &Picture) -> Self {
        Canvas::at(picture, Scale::of(picture))
    }

    /// The board of a picture, drawn at a scale.
    pub fn at(picture: &Picture, scale: Scale) -> Self {
        let (width, height) = scale.size_of(picture);
        let mut canvas = Canvas { scale, width, spots: vec![Spot::BLANK; width * height] };
        if scale.is_halves() {
            canvas.halves(picture);
            return canvas;
        }
        for cell in &picture.cells {
            canvas.cell(cell.x, cell.y, cell.style);
        }
        for piece in &picture.pieces {
            canvas.piece(piece.x, piece.y, piece.style);
        }
        for (cell, &height) in picture.cells.iter().zip(&picture.heights) {
            canvas.note(cell.x, cell.y, &height.to_string());
        }
        for (x, y, note) in &picture.notes {
            canvas.note(*x, *y, note);
        }
        canvas
    }

    /// The rows of characters, top to bottom, all of the same length.
    pub fn rows(&self) -> impl Iterator<Item = &[Spot]> {
        self.spots.chunks(self.width.max(1))
    }

    /// Columns and rows of characters in all.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.spots.len() / self.width.max(1))
    }

    /// The columns and the rows of characters that a cell takes.
    pub fn area(&self, x: usize, y: usize) -> (Range<usize>, Range<usize>) {
        let (columns, rows) = (self.scale.columns(), self.scale.rows());
        let row = if self.scale.is_halves() { y / 2 } else { y * rows };
        (x * columns..(x + 1) * columns, row..row + rows)
    }

    /// The column and row of the glyph of whatever is centred on these coordinates of the board;
    /// they may lie off the canvas to its right or below. `None` to its left and above.
    pub fn spot(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        if x < 0.0 || y < 0.0 || !x.is_finite() || !y.is_finite() {
            return None;
        }
        if self.scale.is_halves() {
            return Some((x as usize, y as usize / 2));
        }
        let (column, row) = self.scale.glyph();
        let column = (x * self.scale.columns() as f32) as usize + column;
        Some((column, (y * self.scale.rows() as f32) as usize + row))
    }

    fn put(&mut self, column: usize, row: usize, spot: Spot) {
        if column < self.width
            && let Some(old) = self.spots.get_mut(row * self.width + column)
        {
            *old = spot;
        }
    }

    /// A wall fills its cell, and so does what lies in the ground where cells are large; anything else is
    /// one character in it.
    fn cell(&mut self, x: usize, y: usize, style: Style) {
        let fills = match style.sprite().art().relief {
            Relief::Raised => true,
            Relief::Sunken => self.scale.rows() > 1 && !self.scale.has_room_between(),
            Relief::Flat => style.tone == Tone::Wall,
        };
        let filling = if fills && style.sprite().fills_cell() { style.glyph } else { ' ' };
        let (columns, rows) = self.area(x, y);
        for row in rows {
            for column in columns.clone() {
                self.put(column, row, Spot::written(filling, style.tone));
            }
        }
        if let Some((column, row)) = self.spot(x as f32, y as f32).filter(|_| style.glyph != ' ') {
            self.put(column, row, Spot::written(style.glyph, style.tone));
        }
    }

    fn piece(&mut self, x: f32, y: f32, style: Style) {
        let Some((column, row)) = self.spot(x, y).filter(|_| style.glyph != ' ') else { return };
        if let Some(body) = self.scale.body().filter(|_| is_body(style.sprite().art())) {
            let look = Look::On(style.tone);
            for row in row.saturating_sub(body.above)..=row + body.below {
                for column in column.saturating_sub(body.across)..=column + body.across {
                    self.put(column, row, Spot { glyph: ' ', look });
                }
            }
            return self.put(column, row, Spot { glyph: style.glyph, look });
        }
        // What is small and stands on something larger leaves that as it is.
        let below = self.spots.get(row * self.width + column).filter(|_| column < self.width);
        let look = match below.map(|spot| spot.look) {
            Some(Look::On(tone)) => Look::On(tone),
            _ => Look::Written(style.tone),
        };
        self.put(column, row, Spot { glyph: style.glyph, look });
        // Above and below there is one row between two cells, which the glyph itself takes.
        let across = matches!(style.sprite().facing(), Direction::Left | Direction::Right);
        if style.sprite().art().connects && across && self.scale.has_room_between() {
            self.put(column - 1, row, Spot::written(style.glyph, style.tone));
            self.put(column + 1, row, Spot::written(style.glyph, style.tone));
        }
    }

    /// Characters beside the glyph of a cell, where there is room for them.
    fn note(&mut self, x: usize, y: usize, note: &str) {
        if self.scale.has_room_beside()
            && x < self.width / self.scale.columns()
            && let Some((column, row)) = self.spot(x as f32, y as f32)
        {
            for (at, glyph) in note.chars().enumerate() {
                // One column for each, so that no note outgrows its cell.
                let glyph = if is_hidden(glyph) { '\u{fffd}' } else { glyph };
                self.put(column + 1 + at, row, Spot::written(glyph, Tone::Faint));
            }
        }
    }

    /// Two cells a character: walls and whatever else is seen, in their colours. Floor is not.
    fn halves(&mut self, picture: &Picture) {
        let mut tones = vec![None; picture.width * picture.height];
        let at =
            |x: usize, y: usize| (x < picture.width && y < picture.height).then(|| y * picture.width + x);
        for cell in &picture.cells {
            if let Some(at) = at(cell.x, cell.y).filter(|_| !GROUND.contains(&cell.style.tone)) {
                tones[at] = Some(cell.style.tone);
            }
        }
        for piece in picture.pieces.iter().filter(|piece| piece.style.glyph != ' ') {
            let on_board = piece.x >= 0.0 && piece.y >= 0.0;
            if let Some(at) = at(piece.x as usize, piece.y as usize).filter(|_| on_board) {
                tones[at] = Some(piece.style.tone);
            }
        }
        for (spot, place) in self.spots.iter_mut().zip(0..) {
            let (x, y) = (place % picture.width, place / picture.width * 2);
            let tone = |y| at(x, y).and_then(|at| tones[at]);
            *spot = Spot::halves(tone(y), tone(y + 1));
        }
    }
}

/// How far a body reaches from the middle of its cell to each side at least, in thousandths of a cell.
const BODY: i16 = 300;

/// Whether something nearly fills its cell.
fn is_body(art: &Art) -> bool {
    let layers = art.layers.iter().flat_map(|layer| layer.outlines);
    let boxes = art.outlines.iter().chain(layers).map(bounds);
    let whole = boxes.reduce(|[a, b, c, d], [e, f, g, h]| [a.min(e), b.min(f), c.max(g), d.max(h)]);
    !art.connects
        && whole.is_some_and(|[left, top, right, bottom]| (-left).min(-top).min(right).min(bottom) >= BODY)
}

/// The least and the greatest coordinates of an outline: left, top, right and bottom.
fn bounds(outline: &Outline) -> [i16; 4] {
    let around = |(x, y): Point, wide: i16, high: i16| [x - wide, y - high, x + wide, y + high];
    let all = |points: &[Point], margin: i16| {
        let xs = || points.iter().map(|point| point.0);
        let ys = || points.iter().map(|point| point.1);
        let (left, top) = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
        let (right, bottom) = (xs().max().unwrap_or(0), ys().max().unwrap_or(0));
        [left - margin, top - margin, right + margin, bottom + margin]
    };
    match *outline {
        Outline::Disc(middle, radius) | Outline::Ring(middle, radius, _) => around(middle, radius, radius),
        Outline::RoundedSquare(middle, half, _) => around(middle, half, half),
        Outline::RoundedRectangle(middle, (wide, high), _) | Outline::Ellipse(middle, (wide, high)) => {
            around(middle, wide, high)
        }
        Outline::Polygon(points) | Outline::Smooth(points) => all(points, 0),
        Outline::Line(points, width) => all(points, width / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::{Piece, sprite};

    #[test]
    fn a_spot_is_where_the_sign_is_drawn() {
        let style = Style::new(sprite::DOT, Tone::Red, '!');
        for (x, y) in [(0.0, 0.0), (2.0, 1.0), (1.5, 1.0), (1.0, 0.5)] {
            let pieces = vec![Piece::new("", x, y, style)];
            let canvas = Canvas::of(&Picture { width: 3, height: 2, pieces, ..Picture::default() });
            let (column, row) = canvas.spot(x, y).expect("it is on the board");
            assert_eq!(
                canvas.rows().nth(row).map(|row| row[column]),
                Some(Spot::written('!', Tone::Red)),
                "{x} {y}"
            );
            let (columns, rows) = canvas.area(2, 1);
            assert_eq!(canvas.size(), (columns.end, rows.end));
        }
    }
}
