//! What things look like in a drawing, as data.
//!
//! A [`Sprite`] is an [`Art`] that faces one of the four directions. An art is a list of outlines
//! in thousandths of a cell around the cell's middle, `y` downwards, drawn for something that
//! faces right. Renderers only know outlines: a game brings its own art as constants in its
//! folder, and what several games need is here.
//!
//! The outlines of an art are filled in the tone of its [`Style`](crate::Style). What makes it more than a
//! silhouette are the [layers](Layer) above them, each with a [`Fill`] of its own: a colour, light and dark, or a
//! shade or a shine over what lies below. On a board of tiny cells only the outlines are drawn.
//!
//! A sprite is two words and costs nothing to copy. Two sprites are equal if their data are.
//!
//! Pixel art would go beside the outlines of an [`Art`]: sprites, styles and pictures would stay as
//! they are, and renderers would draw whichever an art has.

use std::hash::{Hash, Hasher};

use crate::{Direction, Tone};

/// What is drawn in a cell: an [`Art`], the direction that it faces, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sprite {
    art: &'static Art,
    facing: Direction,
    scale: u8,
}

impl Sprite {
    /// The art as it is drawn, facing right.
    pub const fn new(art: &'static Art) -> Self {
        Sprite { art, facing: Direction::Right, scale: 1 }
    }

    /// The same art, facing another direction.
    pub const fn turned(self, facing: Direction) -> Self {
        Sprite { facing, ..self }
    }

    /// The same art, drawn this many times as large around the middle of its cell: for the few things that have
    /// to be found at a glance on a large board.
    pub const fn scaled(self, scale: u8) -> Self {
        Sprite { scale, ..self }
    }

    /// What it is, whichever direction it faces.
    pub const fn art(self) -> &'static Art {
        self.art
    }

    /// The direction that it faces.
    pub const fn facing(self) -> Direction {
        self.facing
    }

    /// How many times as large as its art it is.
    pub const fn scale(self) -> u8 {
        self.scale
    }

    /// Whether it covers all of its cell, so that nothing below it is seen.
    pub const fn fills_cell(self) -> bool {
        self.art.fills_cell
    }
}

/// The vector drawing behind a [`Sprite`], facing right.
#[derive(Debug, Eq)]
pub struct Art {
    /// What is filled, all in the tone of the [`Style`](crate::Style). Only the glyph is drawn if
    /// there is none.
    pub outlines: &'static [Outline],
    /// What is drawn above the outlines, bottom to top.
    pub layers: &'static [Layer],
    /// Which glyphs are written on it.
    pub label: Label,
    /// Whether it covers all of its cell. A cell of the board with such a sprite is drawn as a plain
    /// square, together with its neighbours of the same tone.
    pub fills_cell: bool,
    /// How a sprite that fills its cell lies in the ground.
    pub relief: Relief,
    /// The tone of the ground below a cell that it does not fill.
    pub below: Tone,
    /// Whether it connects the cells before and behind it, such as a bond: a terminal with room
    /// between the cells repeats its glyph from one to the other.
    pub connects: bool,
}

impl PartialEq for Art {
    /// By all data. An art is nearly always compared with itself, which is seen at once: drawings look up the style
    /// of every cell.
    fn eq(&self, other: &Self) -> bool {
        let Art { outlines, layers, label, fills_cell, relief, below, connects } = self;
        std::ptr::eq(self, other)
            || (*outlines == other.outlines
                && *layers == other.layers
                && *label == other.label
                && *fills_cell == other.fills_cell
                && *relief == other.relief
                && *below == other.below
                && *connects == other.connects)
    }
}

impl Hash for Art {
    /// By the number of outlines only. Drawings look up the style of every cell, and styles that
    /// occur together hardly ever share both their tone and their glyph.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.outlines.len().hash(state);
    }
}

impl Art {
    /// Outlines without a label.
    pub const fn new(outlines: &'static [Outline]) -> Self {
        Art {
            outlines,
            layers: &[],
            label: Label::None,
            fills_cell: false,
            relief: Relief::Flat,
            below: Tone::Floor,
            connects: false,
        }
    }

    /// The same with layers above the outlines.
    pub const fn with(self, layers: &'static [Layer]) -> Self {
        Art { layers, ..self }
    }

    /// The same with glyphs written on it.
    pub const fn labelled(self, label: Label) -> Self {
        Art { label, ..self }
    }

    /// The same for outlines that cover the whole cell.
    pub const fn filling(self) -> Self {
        Art { fills_cell: true, ..self }
    }

    /// The same for a cell that lies higher or lower than the ground around it.
    pub const fn lying(self, relief: Relief) -> Self {
        Art { relief, ..self }
    }

    /// The same on ground of another tone than floor.
    pub const fn on(self, below: Tone) -> Self {
        Art { below, ..self }
    }

    /// The same for outlines that connect two cells.
    pub const fn connecting(self) -> Self {
        Art { connects: true, ..self }
    }
}

/// How cells that are filled lie in the ground. Those of one kind and tone that lie together are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relief {
    /// Level with the ground.
    Flat,
    /// On the ground, as a wall: with a face towards the reader, and a shadow.
    Raised,
    /// In the ground, as water: below a bank.
    Sunken,
}

/// A part of an [`Art`] with a fill of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What it is filled with.
    pub fill: Fill,
    /// What is filled.
    pub outlines: &'static [Outline],
}

/// What a [`Layer`] is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// The tone of the style.
    Own,
    /// Another tone.
    Tone(Tone),
    /// A colour on a light page and one on a dark page, as `0xrrggbb`.
    Colour(u32, u32),
    /// Black over what lies below, in percent.
    Shade(u8),
    /// White over what lies below, in percent.
    Shine(u8),
}

impl Fill {
    /// Outlines filled with it.
    pub const fn of(self, outlines: &'static [Outline]) -> Layer {
        Layer { fill: self, outlines }
    }

    /// What it is in a style of this tone: [`Fill::Own`] is that tone.
    pub const fn in_tone(self, tone: Tone) -> Fill {
        match self {
            Fill::Own => Fill::Tone(tone),
            other => other,
        }
    }
}

/// A point in thousandths of a cell, from the cell's middle to the right and down.
pub type Point = (i16, i16);

/// A closed shape that is filled. Lengths are thousandths of a cell.
///
/// Outlines that overlap are one shape if they run the same way round. Polygons are drawn clockwise; one
/// that runs the other way cuts a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// The corners in order.
    Polygon(&'static [Point]),
    /// A disc with this middle and radius.
    Disc(Point, i16),
    /// A disc with this middle and radius, and a hole of the second radius.
    Ring(Point, i16, i16),
    /// A square with this middle and half of its side, whose corners are rounded by a radius.
    RoundedSquare(Point, i16, i16),
    /// A rectangle with this middle, halves of its width and height, and corners rounded by a radius.
    RoundedRectangle(Point, (i16, i16), i16),
    /// An ellipse with this middle and these radii.
    Ellipse(Point, (i16, i16)),
    /// A smooth closed curve: it runs from the middle of each side of this polygon to that of the next, and
    /// each corner pulls it outwards.
    Smooth(&'static [Point]),
    /// A line of this width through the points, with round ends.
    Line(&'static [Point], i16),
}

/// Which glyphs are written on a sprite in a drawing. Others only stand for it in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// None.
    None,
    /// Digits, such as a height.
    Digits,
    /// Letters and digits.
    Letters,
    /// All but blanks.
    Any,
}

impl Label {
    /// Whether this glyph is written.
    pub fn shows(self, glyph: char) -> bool {
        match self {
            Label::None => false,
            Label::Digits => glyph.is_numeric(),
            Label::Letters => glyph.is_alphanumeric(),
            Label::Any => !glyph.is_whitespace(),
        }
    }
}

/// The outline of the whole cell.
pub const WHOLE_CELL: &[Outline] = &[Outline::Polygon(&[(-500, -500), (500, -500), (500, 500), (-500, 500)])];

/// The whole cell.
pub const TILE: Sprite = Sprite::new(&Art::new(WHOLE_CELL).labelled(Label::Digits).filling());

/// The whole cell, as a part of a wall.
pub const WALL: Sprite = Sprite::new(&Art::new(WHOLE_CELL).filling().lying(Relief::Raised));

/// A smaller square with round corners.
pub const BLOCK: Sprite =
    Sprite::new(&Art::new(&[Outline::RoundedSquare((0, 0), 380, 140)]).labelled(Label::Any));

/// A disc.
pub const DISC: Sprite = Sprite::new(&Art::new(&[Outline::Disc((0, 0), 400)]).labelled(Label::Letters));

/// A small disc.
pub const DOT: Sprite = Sprite::new(&Art::new(&[Outline::Disc((0, 0), 180)]));

/// A diamond.
pub const DIAMOND: Sprite = Sprite::new(
    &Art::new(&[Outline::Polygon(&[(0, -450), (450, 0), (0, 450), (-450, 0)])]).labelled(Label::Letters),
);

/// An arrow head with a notch.
pub const ARROW: Sprite =
    Sprite::new(&Art::new(&[Outline::Polygon(&[(420, 0), (-340, 360), (-160, 0), (-340, -360)])]));

/// A flag on a pole.
pub const FLAG: Sprite = Sprite::new(&Art::new(&[
    Outline::Polygon(&[(-270, -400), (-190, -400), (-190, 400), (-270, 400)]),
    Outline::Polygon(&[(-150, -400), (340, -170), (-150, 60)]),
]));

/// No outline: only the glyph.
pub const GLYPH: Sprite = Sprite::new(&Art::new(&[]).labelled(Label::Any));
