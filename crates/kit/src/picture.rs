//! A picture of a position: cells and pieces, free of any screen.
//!
//! The terminal, the SVG and the page all draw from this one list. A piece keeps its name from
//! picture to picture, so that a page can let it glide from its old place to the new one.
//!
//! The vocabulary is small on purpose: a [sprite](crate::sprite), a tone, a glyph. Everything has a
//! glyph, so a picture can always be read without colour; a game must not give two things the same
//! glyph. A picture costs 32 bytes a cell and some 60 a piece: it is made when it is asked for and
//! never kept by a search.

use crate::sprite::Art;
use crate::{Direction, Sprite};

/// A position as something to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// What lies below, at most one for each cell; row by row. Cells left out are empty space.
    pub cells: Vec<Cell>,
    /// How high each of `cells` stands, in their order; empty for a flat board.
    pub heights: Vec<u32>,
    /// The direction in which each of `cells` falls by one, if it is a slope, whose height is that of its upper
    /// end; empty if there is none.
    pub slopes: Vec<Option<Direction>>,
    /// A few characters to the right of a cell's glyph, as (column, row, characters), where one
    /// glyph cannot tell all: the way a machine faces. For terminals; a drawing shows it.
    pub notes: Vec<(usize, usize, String)>,
    /// What stands or moves on it, bottom to top.
    pub pieces: Vec<Piece>,
    /// The cells whose surface runs, such as belts, and the way that it runs: see
    /// [`Position::film`](crate::Position::film).
    pub flows: Vec<(usize, usize, Direction)>,
    /// What the glyphs mean, for those that occur.
    pub legend: Vec<(Style, String)>,
    /// A line below the picture, such as the cards in hand.
    pub caption: Option<String>,
}

impl Picture {
    /// The board alone, without legend and caption.
    #[must_use]
    pub fn bare(&self) -> Picture {
        Picture { legend: Vec::new(), caption: None, ..self.clone() }
    }
}

/// A cell of the board. A sprite that does not fill its cell lies on a tile of floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its column, from 0 at the left.
    pub x: usize,
    /// Its row, from 0 at the top.
    pub y: usize,
    /// How it is drawn.
    pub style: Style,
}

/// Something on the board, centred on a cell or (with halves) on an edge or a corner. More fields may be added:
/// [`Piece::new`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// A name that stays the same while it moves: `red-2`.
    pub name: String,
    /// Its column, from 0 at the left.
    pub x: f32,
    /// Its row, from 0 at the top.
    pub y: f32,
    /// How it is drawn.
    pub style: Style,
    /// How far it is turned clockwise beyond the direction that it faces, in degrees. It turns while it
    /// moves; in a picture at rest nothing is turned.
    pub turn: f32,
    /// How large it is drawn. It is 1 but for a piece that sinks, grows or shrinks on its way, or that lies
    /// deeper than others. What is smaller than half its size fades as well.
    pub scale: f32,
}

impl Piece {
    /// A piece at a place.
    pub fn new(name: impl Into<String>, x: f32, y: f32, style: Style) -> Self {
        Piece { name: name.into(), x, y, style, turn: 0.0, scale: 1.0 }
    }

    /// The same piece, turned by this many degrees.
    #[must_use]
    pub fn turned(self, turn: f32) -> Self {
        Piece { turn, ..self }
    }

    /// The same piece, drawn in another size.
    #[must_use]
    pub fn scaled(self, scale: f32) -> Self {
        Piece { scale, ..self }
    }
}

/// How a cell or a piece is drawn: a sprite in a tone, with a glyph that stands for it in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    // A sprite in its parts: a field of that type would take eight bytes more.
    art: &'static Art,
    facing: Direction,
    scale: u8,
    /// Its colour, by meaning.
    pub tone: Tone,
    /// The character that stands for it in a terminal; blank for a part of something that has one.
    /// It may also be its [label](Style::label) in a drawing.
    pub glyph: char,
}

impl Style {
    /// A sprite in a tone, with its glyph.
    pub const fn new(sprite: Sprite, tone: Tone, glyph: char) -> Self {
        Style { art: sprite.art(), facing: sprite.facing(), scale: sprite.scale(), tone, glyph }
    }

    /// What is drawn.
    pub const fn sprite(self) -> Sprite {
        Sprite::new(self.art).turned(self.facing).scaled(self.scale)
    }

    /// What is written on it in a drawing: its glyph, if the sprite is [labelled](crate::sprite::Label)
    /// with such glyphs.
    pub fn label(self) -> Option<char> {
        self.art.label.shows(self.glyph).then_some(self.glyph)
    }
}

/// Colours by meaning; each renderer has its own palette, light and dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// What can be walked on.
    Floor,
    /// Mown grass.
    Grass,
    /// What is seen where ground is cut.
    Earth,
    /// A hedge.
    Hedge,
    /// Snow.
    Snow,
    /// The top of a laboratory bench.
    Bench,
    /// What stands in the way.
    Wall,
    /// Something to reach.
    Goal,
    /// The player's own piece.
    Player,
    /// Where the player has been.
    Trail,
    /// Cells to point out.
    Mark,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Less important.
    Faint,
    /// Ground that slows down.
    Sand,
    /// Ground that swallows.
    Mud,
    /// Water.
    Water,
    /// Ice.
    Ice,
    /// Rubber, as of a belt.
    Rubber,
    /// What is printed on rubber.
    Chalk,
    /// The body of a machine.
    Steel,
    /// Baked dough.
    Dough,
    /// Pink icing.
    Pink,
    /// Sprinkles.
    Candy,
    /// Whipped cream.
    Cream,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprite::{ARROW, BLOCK, DISC, DOT, TILE};

    #[test]
    fn a_style_has_the_sprite_that_it_was_made_of() {
        for facing in Direction::ALL {
            let sprite = ARROW.turned(facing).scaled(3);
            assert_eq!(Style::new(sprite, Tone::Player, '>').sprite(), sprite);
        }
    }

    #[test]
    fn what_is_written_on_a_sprite_depends_on_the_sprite() {
        let label = |sprite, glyph| Style::new(sprite, Tone::Floor, glyph).label();
        assert_eq!([label(TILE, '7'), label(TILE, '.')], [Some('7'), None]);
        assert_eq!([label(DISC, 'h'), label(DISC, '@')], [Some('h'), None]);
        assert_eq!([label(BLOCK, '@'), label(BLOCK, ' ')], [Some('@'), None]);
        assert_eq!(label(DOT, 'h'), None);
    }

    #[test]
    fn a_style_is_two_words() {
        assert_eq!((size_of::<Style>(), size_of::<Cell>()), (16, 32));
    }
}
