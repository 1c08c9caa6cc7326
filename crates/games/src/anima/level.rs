//! What never changes in a level: the tiles, the goals, and what follows from them.
//!
//! A [`Plan`] is a level as its file says it, whatever the format. A [`Level`] is the plan made
//! ready for the search: the board cut to its passable tiles, numbered row by row from the top,
//! with sets in the smallest kind of [`Bits`] that holds it. Everything but the start is shared,
//! so a level begun in another state costs nothing to make.
//!
//! A cell takes some 2 bytes. What only a search needs, its bound and the symmetries of the board,
//! can take tens of megabytes; on all but small boards it is worked out when a search first asks for it.

use std::sync::{Arc, OnceLock};

use unriddle_search::Cost;

use super::bound::Bound;
use super::state::State;
use super::symmetry::Images;
use crate::bits::Bits;
use crate::{Direction, Place};

/// The two kinds of actors, and of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Colour {
    /// Moves in the direction chosen.
    Red,
    /// Moves in the opposite direction.
    Blue,
}

impl Colour {
    /// Both.
    pub(crate) const ALL: [Colour; 2] = [Colour::Red, Colour::Blue];

    /// The other one.
    pub(crate) fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }

    /// `red` or `blue`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
        }
    }
}

/// What a cell of the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    /// Not to be entered.
    Impassable,
    /// Passable, no goal.
    Plain,
    /// Passable, to be covered by an actor of this colour.
    Goal(Colour),
}

impl Tile {
    /// The tile that a character of a level stands for.
    pub(crate) fn read(sign: char) -> Option<Tile> {
        Some(match sign {
            '.' => Tile::Plain,
            ' ' => Tile::Impassable,
            'r' => Tile::Goal(Colour::Red),
            'b' => Tile::Goal(Colour::Blue),
            _ => return None,
        })
    }

    /// The character that stands for the tile.
    pub(crate) fn sign(self) -> char {
        match self {
            Tile::Plain => '.',
            Tile::Impassable => ' ',
            Tile::Goal(Colour::Red) => 'r',
            Tile::Goal(Colour::Blue) => 'b',
        }
    }
}

/// A block that moves, at its column and row (rows count from the top here).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Actor {
    pub(crate) colour: Colour,
    pub(crate) at: (usize, usize),
}

/// A level as its file says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// The length of a shortest solution as the file claims it, and where.
    pub(crate) optimal: Option<(Cost, Place)>,
    /// The number of columns.
    pub(crate) width: usize,
    /// The rows from top to bottom; what a row lacks is impassable.
    pub(crate) rows: Vec<Vec<Tile>>,
    /// The actors, at most one on a tile, all on passable tiles.
    pub(crate) actors: Vec<Actor>,
}

impl Plan {
    /// The tile at a column and row, on the board or not.
    pub(crate) fn tile(&self, (x, y): (usize, usize)) -> Tile {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(Tile::Impassable)
    }

    /// The cells that are not impassable, row by row.
    fn passable(&self) -> impl Iterator<Item = ((usize, usize), Tile)> + '_ {
        let row = |(y, row): (usize, &Vec<Tile>)| (y, row.len());
        self.rows.iter().enumerate().map(row).flat_map(move |(y, length)| {
            let cells = (0..length).map(move |x| ((x, y), self.tile((x, y))));
            cells.filter(|&(_, tile)| tile != Tile::Impassable)
        })
    }

    /// The smallest rectangle around the passable tiles.
    pub(crate) fn frame(&self) -> Frame {
        let (mut least, mut most) = ((usize::MAX, usize::MAX), (0, 0));
        for ((x, y), _) in self.passable() {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        if least.0 == usize::MAX {
            return Frame { corner: (0, 0), width: 0, height: 0 };
        }
        Frame { corner: least, width: most.0 + 1 - least.0, height: most.1 + 1 - least.1 }
    }
}

/// The most cells of a board.
pub(crate) const MOST_CELLS: usize = 1 << 24;

/// A rectangle of the plan, whose cells are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The column and row of its top left cell.
    pub(crate) corner: (usize, usize),
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Frame {
    /// Columns and rows.
    pub(crate) fn size(self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// How many cells it has; `None` when that is more than fit into memory with all that is worked
    /// out about each: a short text can ask for many.
    pub(crate) fn cells(self) -> Option<usize> {
        self.width.checked_mul(self.height).filter(|&cells| cells <= MOST_CELLS)
    }

    /// The number of a cell, given by its column and row in the frame.
    pub(crate) fn number(self, (x, y): (usize, usize)) -> usize {
        y * self.width + x
    }

    /// The column and row in the frame of the cell with this number.
    pub(crate) fn cell(self, number: usize) -> (usize, usize) {
        (number % self.width, number / self.width)
    }
}

/// A level ready for the search.
#[derive(Clone)]
pub(crate) struct Level<B: Bits> {
    pub(crate) ground: Arc<Ground<B>>,
    pub(crate) start: State<B>,
}

/// What never changes in a level.
pub(crate) struct Ground<B: Bits> {
    pub(crate) plan: Plan,
    pub(crate) frame: Frame,
    /// The tiles of each frame cell.
    pub(crate) tiles: Vec<Tile>,
    /// Left and right.
    pub(crate) across: Axis<B>,
    /// Up and down.
    pub(crate) along: Axis<B>,
    /// The goals, by colour.
    pub(crate) goals: State<B>,
    /// Where the actors of the plan stand.
    opening: State<B>,
    images: OnceLock<Images<B>>,
    bound: OnceLock<Bound>,
}

impl<B: Bits> Ground<B> {
    /// The symmetries of the board.
    #[inline]
    pub(crate) fn images(&self) -> &Images<B> {
        self.images.get_or_init(|| Images::new(self.frame, &self.tiles, &self.opening))
    }

    /// The lower bound of every state that can be reached.
    #[inline]
    pub(crate) fn bound(&self) -> &Bound {
        self.bound.get_or_init(|| Bound::new(self.frame, &self.tiles, &self.opening))
    }
}

/// The steps between neighbours on one axis of the board.
pub(crate) struct Axis<B: Bits> {
    /// How much the numbers of neighbours differ.
    pub(crate) by: u32,
    /// The tiles from which the step to the larger number leads to a passable tile.
    pub(crate) forward: B::Mask,
    /// The tiles from which the step to the smaller number does.
    pub(crate) backward: B::Mask,
}

impl<B: Bits> Level<B> {
    /// The level of a plan whose frame has been found to fit `B`.
    pub(crate) fn new(plan: Plan, frame: Frame) -> Self {
        let number = |(x, y): (usize, usize)| frame.number((x - frame.corner.0, y - frame.corner.1));
        let mut tiles = vec![Tile::Impassable; frame.width * frame.height];
        for (at, tile) in plan.passable() {
            tiles[number(at)] = tile;
        }
        let actors = |colour| {
            let of_colour = plan.actors.iter().filter(move |actor| actor.colour == colour);
            B::of(of_colour.map(|actor| number(actor.at)))
        };
        let start = State { red: actors(Colour::Red), blue: actors(Colour::Blue) };
        let goals = |colour| B::of((0..tiles.len()).filter(|&at| tiles[at] == Tile::Goal(colour)));
        let ground = Ground {
            across: Axis::new(frame, &tiles, 1, Direction::Right),
            along: Axis::new(frame, &tiles, frame.width as u32, Direction::Down),
            goals: State { red: goals(Colour::Red), blue: goals(Colour::Blue) },
            opening: start.clone(),
            images: OnceLock::new(),
            bound: OnceLock::new(),
            plan,
            frame,
            tiles,
        };
        if ground.tiles.len() <= SMALL {
            ground.images();
            ground.bound();
        }
        Level { ground: Arc::new(ground), start }
    }
}

impl<B: Bits> Axis<B> {
    fn new(frame: Frame, tiles: &[Tile], by: u32, direction: Direction) -> Self {
        let open = |direction| {
            B::mask(
                tiles.len(),
                (0..tiles.len()).filter(move |&tile| neighbour(frame, tiles, tile, direction).is_some()),
            )
        };
        Axis { by, forward: open(direction), backward: open(direction.opposite()) }
    }
}

/// Boards with no more cells have tables of at most a few kilobytes for each goal, which are made at once.
const SMALL: usize = 1 << 10;

/// The passable tile next to a passable tile.
pub(crate) fn neighbour(frame: Frame, tiles: &[Tile], tile: usize, direction: Direction) -> Option<usize> {
    let next = frame.number(direction.step(frame.cell(tile), frame.size())?);
    (tiles[tile] != Tile::Impassable && tiles[next] != Tile::Impassable).then_some(next)
}
