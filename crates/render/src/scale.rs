//! How many characters a cell of a board takes.
//!
//! Characters are about twice as high as wide, so a square cell takes two columns and one row, or twice or
//! three times as many of both where there is space. If a piece stands between cells (a bond, a mark on a
//! corner), a cell takes four columns and two rows, which leaves room between the cells. On a board with
//! heights or notes a cell has room for them beside its glyph.
//!
//! A board that is too wide takes one column a cell, and one that is too large even so can be drawn in half
//! blocks: each character shows two cells, one above the other, in their colours.

use unriddle_kit::Picture;

use super::Ink;

/// The widest board that is drawn with more than one column a cell if nothing is said, in columns.
pub(super) const WIDE: usize = 80;

/// How many times as large the largest cells are as the smallest square ones.
const MAX_SIZE: usize = 3;

/// How many columns and rows of characters a cell takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    room: Room,
    /// How many times as large as the smallest of its kind.
    size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// One column and half a row: a character for two cells.
    Half,
    /// One of each: for boards too wide for anything else.
    Narrow,
    /// Two columns: square.
    Square,
    /// Four columns and two rows: with room between the cells.
    Between,
    /// One column for the glyph, some for the height or a note, and a blank.
    Beside(usize),
}

impl Scale {
    /// The scale of a board in a text: in lines of 80 characters, where it fits.
    pub fn of(picture: &Picture) -> Scale {
        Scale::within(picture, WIDE)
    }

    /// The smallest scale at which everything is told, in lines of this many characters, where it fits.
    fn within(picture: &Picture, columns: usize) -> Scale {
        let scale = Scale::natural(picture);
        match scale.room {
            Room::Square if picture.width * 2 > columns => Scale { room: Room::Narrow, size: 1 },
            _ => scale,
        }
    }

    /// The smallest scale at which everything is told and cells are square.
    fn natural(picture: &Picture) -> Scale {
        let between = |at: f32| at.is_finite() && at.fract() != 0.0;
        let room = if picture.pieces.iter().any(|piece| between(piece.x) || between(piece.y)) {
            Room::Between
        } else if let Some(highest) = picture.heights.iter().max() {
            Room::Beside(highest.to_string().len())
        } else if let Some(longest) = picture.notes.iter().map(|(.., note)| note.chars().count()).max() {
            Room::Beside(longest)
        } else {
            Room::Square
        };
        Scale { room, size: 1 }
    }

    /// The scale of a board in a listing on a terminal of this many columns and rows, where lines must not be
    /// wider but there may be any number of them: half blocks where the board would not be seen whole
    /// otherwise.
    pub fn listed(picture: &Picture, (columns, rows): (usize, usize), ink: Ink) -> Scale {
        let scale = Scale::within(picture, columns);
        let halves = Scale { room: Room::Half, size: 1 };
        let is_large = !scale.fits(picture, (columns, rows)) && scale.is_simple();
        let is_better = halves.fits(picture, (columns, usize::MAX));
        if is_large && is_better && ink == Ink::Colour { halves } else { scale }
    }

    /// The largest scale at which a board fits into this many columns and rows. If there is none, the smallest
    /// one with a glyph for each cell.
    pub fn fitting(picture: &Picture, space: (usize, usize), ink: Ink) -> Scale {
        let natural = Scale::natural(picture);
        let larger = (1..=MAX_SIZE).rev().map(|size| Scale { size, ..natural });
        let narrow = Scale { room: Room::Narrow, size: 1 };
        let halves = Scale { room: Room::Half, size: 1 };
        let smaller = [narrow, halves].into_iter().filter(|_| natural.is_simple());
        let smaller = smaller.filter(|&scale| scale != halves || ink == Ink::Colour);
        let smallest = if natural.is_simple() { narrow } else { natural };
        larger.chain(smaller).find(|scale| scale.fits(picture, space)).unwrap_or(smallest)
    }

    /// A closer look at a board that is drawn in half blocks, and half blocks for one that has to be scrolled
    /// at this scale. `None` if there is nothing more to see.
    pub fn other(self, picture: &Picture, space: (usize, usize), ink: Ink) -> Option<Scale> {
        match self.room {
            Room::Half => Some(Scale::natural(picture)),
            Room::Narrow | Room::Square if !self.fits(picture, space) && ink == Ink::Colour => {
                Some(Scale { room: Room::Half, size: 1 })
            }
            _ => None,
        }
    }

    /// Whether each cell is told by its glyph alone.
    fn is_simple(self) -> bool {
        matches!(self.room, Room::Narrow | Room::Square)
    }

    /// Whether a board fits into this many columns and rows.
    pub fn fits(self, picture: &Picture, space: (usize, usize)) -> bool {
        let (columns, rows) = self.size_of(picture);
        columns <= space.0 && rows <= space.1
    }

    /// Columns and rows of characters that a board takes.
    pub fn size_of(self, picture: &Picture) -> (usize, usize) {
        match self.room {
            Room::Half => (picture.width, picture.height.div_ceil(2)),
            _ => (picture.width * self.columns(), picture.height * self.rows()),
        }
    }

    /// Whether each character shows two cells, one above the other.
    pub(super) fn is_halves(self) -> bool {
        self.room == Room::Half
    }

    /// Whether there is room between the cells.
    pub(super) fn has_room_between(self) -> bool {
        self.room == Room::Between
    }

    /// Whether there is room beside the glyphs.
    pub(super) fn has_room_beside(self) -> bool {
        matches!(self.room, Room::Beside(_))
    }

    /// Columns of characters that a cell takes.
    pub(super) fn columns(self) -> usize {
        match self.room {
            Room::Half | Room::Narrow => 1,
            Room::Square => 2 * self.size,
            Room::Between => 4 * self.size,
            Room::Beside(beside) => (beside + 2).max(2 * self.size),
        }
    }

    /// Rows of characters that a cell takes; one for two of them in half blocks.
    pub(super) fn rows(self) -> usize {
        if self.room == Room::Between { 2 * self.size } else { self.size }
    }

    /// The column and row of the glyph in its cell.
    pub(super) fn glyph(self) -> (usize, usize) {
        let row = (self.rows() - 1) / 2;
        match self.room {
            Room::Half | Room::Narrow => (0, 0),
            Room::Square | Room::Between => ((self.columns() - 1) / 2, row),
            Room::Beside(beside) => ((self.columns() - beside - 1) / 2, row),
        }
    }

    /// The columns and rows that a piece which nearly fills its cell takes to the left of its glyph and to the
    /// right, above and below; `None` where the glyph is all there is of it.
    pub(super) fn body(self) -> Option<Body> {
        let (column, row) = self.glyph();
        match self.room {
            // One column is left free, so that two bodies side by side are seen as two.
            Room::Square if self.size > 1 => {
                Some(Body { across: column, above: row, below: self.rows() - 1 - row })
            }
            // Three columns and a row are, for what connects two cells.
            Room::Between if self.size > 1 => Some(Body { across: column - 1, above: row, below: row }),
            _ => None,
        }
    }
}

/// How far a piece reaches from its glyph, in characters.
pub(super) struct Body {
    /// To the left and to the right.
    pub(super) across: usize,
    /// Upwards.
    pub(super) above: usize,
    /// Downwards.
    pub(super) below: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::{Cell, Style, Tone, sprite};

    fn board(width: usize, height: usize) -> Picture {
        let style = Style::new(sprite::TILE, Tone::Floor, '.');
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y, style })).collect();
        Picture { width, height, cells, ..Picture::default() }
    }

    #[test]
    fn cells_are_as_large_as_the_space_allows() {
        let size = |picture: &Picture, space| {
            let scale = Scale::fitting(picture, space, Ink::Colour);
            (scale.columns(), scale.rows())
        };
        let small = board(5, 4);
        assert_eq!(size(&small, (100, 40)), (6, 3));
        assert_eq!(size(&small, (29, 40)), (4, 2));
        assert_eq!(size(&small, (100, 7)), (2, 1));
        assert_eq!(size(&small, (9, 40)), (1, 1));
        let hilly = Picture { heights: vec![3; 20], ..board(5, 4) };
        assert_eq!(size(&hilly, (100, 40)), (6, 3));
        assert_eq!(size(&hilly, (15, 40)), (3, 1));
        assert_eq!(size(&hilly, (5, 5)), (3, 1), "its heights are always told");
    }

    #[test]
    fn what_is_too_large_is_drawn_in_half_blocks_if_that_shows_it_whole() {
        let large = board(141, 141);
        let scale = |space, ink| Scale::fitting(&large, space, ink);
        assert!(scale((141, 71), Ink::Colour).is_halves());
        assert!(!scale((141, 71), Ink::Plain).is_halves(), "they differ by colour alone");
        assert!(!scale((141, 141), Ink::Colour).is_halves(), "there is space for glyphs");
        let scrolled = scale((80, 24), Ink::Colour);
        assert_eq!((scrolled.columns(), scrolled.is_halves()), (1, false));
        let halves = scrolled.other(&large, (80, 24), Ink::Colour).expect("more is seen at once");
        assert!(halves.is_halves());
        let close = halves.other(&large, (80, 24), Ink::Colour).expect("a closer look");
        assert_eq!(close.columns(), 2);
        assert_eq!(scrolled.other(&large, (80, 24), Ink::Plain), None);
    }

    #[test]
    fn a_listing_may_be_long_but_not_wide() {
        let listed = |picture: &Picture, space, ink| Scale::listed(picture, space, ink);
        assert!(listed(&board(141, 141), (150, 50), Ink::Colour).is_halves());
        assert!(!listed(&board(141, 141), (150, 50), Ink::Plain).is_halves());
        assert!(!listed(&board(141, 141), (140, 50), Ink::Colour).is_halves(), "they do not fit either");
        assert_eq!(listed(&board(60, 10), (120, 50), Ink::Plain).columns(), 2);
        assert_eq!(listed(&board(5, 5), (120, 50), Ink::Colour).columns(), 2);
    }
}
