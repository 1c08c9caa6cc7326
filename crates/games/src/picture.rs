//! A picture of a position: cells and pieces, free of any screen.
//!
//! The terminal, the SVG and the page all draw from this one list. A piece keeps its name from
//! picture to picture, so that a page can let it glide from its old place to the new one.
//!
//! The vocabulary is small on purpose: a shape, a tone, a sign. Every look has a sign, so a
//! picture can always be read without colour; a game must not give two things the same sign.
//! A picture costs 32 bytes a cell and some 60 a piece: it is made when it is asked for and
//! never kept by a search.

use crate::Direction;

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
    /// A few characters to the right of a cell's sign, as (column, row, characters), where one
    /// sign cannot tell all: the way a machine faces. For terminals; a drawing shows it.
    pub notes: Vec<(usize, usize, String)>,
    /// What stands or moves on it, bottom to top.
    pub pieces: Vec<Piece>,
    /// What the signs mean, for those that occur.
    pub legend: Vec<(Look, String)>,
    /// A line below the picture, such as the cards in hand.
    pub caption: Option<String>,
}

/// A cell of the board. Any shape but [`Shape::Tile`] lies on a tile of floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its column, from 0 at the left.
    pub x: usize,
    /// Its row, from 0 at the top.
    pub y: usize,
    /// How it is drawn.
    pub look: Look,
}

/// Something on the board, centred on a cell or (with halves) on an edge or a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// A name that stays the same while it moves: `red-2`.
    pub name: String,
    /// Its column, from 0 at the left.
    pub x: f32,
    /// Its row, from 0 at the top.
    pub y: f32,
    /// How it is drawn.
    pub look: Look,
}

/// How a cell or a piece is drawn: a shape in a tone, with a sign that tells it without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// Its outline.
    pub shape: Shape,
    /// Its colour, by meaning.
    pub tone: Tone,
    /// The character that stands for it in a terminal; blank for none. It may
    /// also be its [label](Look::label) in a drawing.
    pub sign: char,
}

impl Look {
    /// A shape in a tone, with its sign.
    pub const fn new(shape: Shape, tone: Tone, sign: char) -> Self {
        Look { shape, tone, sign }
    }

    /// What is written on it in a drawing: any sign on a block, a letter or digit on another piece,
    /// a digit on a tile, such as its height. Other signs only stand for the shape, except where
    /// there is no shape.
    pub fn label(self) -> Option<char> {
        let shown = match self.shape {
            Shape::Sign | Shape::Block => !self.sign.is_whitespace(),
            Shape::Tile => self.sign.is_numeric(),
            Shape::Disc | Shape::Diamond => self.sign.is_alphanumeric(),
            Shape::Dot
            | Shape::Speck
            | Shape::Halo
            | Shape::Up
            | Shape::Right
            | Shape::Down
            | Shape::Left => false,
            Shape::Flag | Shape::Bar | Shape::Post => false,
            Shape::TopLeft | Shape::TopRight | Shape::BottomLeft | Shape::BottomRight => false,
            Shape::Lane(_) | Shape::Chevrons(_) | Shape::Inlet(_) | Shape::Outlet(_) => false,
            Shape::Nozzle(_) | Shape::Ram(_) | Shape::Fork(_) | Shape::Crossing => false,
            Shape::Frame | Shape::Rivets | Shape::Ring | Shape::Icing => false,
            Shape::Sprinkles | Shape::Dollops | Shape::Cherry => false,
        };
        shown.then_some(self.sign)
    }
}

/// Outlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The whole cell.
    Tile,
    /// A smaller square with round corners.
    Block,
    /// A circle.
    Disc,
    /// A small circle.
    Dot,
    /// A very small circle, such as an electron.
    Speck,
    /// A thin ring around a [`Disc`](Shape::Disc).
    Halo,
    /// A diamond.
    Diamond,
    /// An arrow head that points up.
    Up,
    /// An arrow head that points right.
    Right,
    /// An arrow head that points down.
    Down,
    /// An arrow head that points left.
    Left,
    /// A flag on a pole.
    Flag,
    /// A line from left to right, as of a bond between two cells.
    Bar,
    /// A line from top to bottom.
    Post,
    /// The half of the cell around its top left corner.
    TopLeft,
    /// The half of the cell around its top right corner.
    TopRight,
    /// The half of the cell around its bottom left corner.
    BottomLeft,
    /// The half of the cell around its bottom right corner.
    BottomRight,
    /// A belt that runs this way, from edge to edge.
    Lane(Direction),
    /// Two chevrons that point this way, as on a belt.
    Chevrons(Direction),
    /// A funnel at the edge by which something moving this way comes in.
    Inlet(Direction),
    /// A spout at the edge by which something moving this way goes out.
    Outlet(Direction),
    /// A nozzle that hangs over the next cell this way.
    Nozzle(Direction),
    /// A piston that pushes this way.
    Ram(Direction),
    /// A way in, moving this way, that forks to its left and right.
    Fork(Direction),
    /// Two belts that cross.
    Crossing,
    /// The rim of a cell.
    Frame,
    /// A rivet in each corner.
    Rivets,
    /// A ring, such as a donut.
    Ring,
    /// Icing on a ring.
    Icing,
    /// Sprinkles on icing.
    Sprinkles,
    /// Dollops of cream on a ring.
    Dollops,
    /// A cherry in the middle of a ring.
    Cherry,
    /// No outline: only the sign.
    Sign,
}

impl From<Direction> for Shape {
    /// The arrow head that points there.
    fn from(direction: Direction) -> Shape {
        match direction {
            Direction::Right => Shape::Right,
            Direction::Up => Shape::Up,
            Direction::Left => Shape::Left,
            Direction::Down => Shape::Down,
        }
    }
}

/// Colours by meaning; each renderer has its own palette, light and dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// What can be walked on.
    Floor,
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
