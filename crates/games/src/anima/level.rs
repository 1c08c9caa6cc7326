//! What never changes in a level: the tiles, the goals, and what follows from them.
//!
//! A [`Plan`] is a level as its file describes it, whatever the format. A [`SearchLevel`] is a plan
//! prepared for the search: the board is cut to its passable tiles, which are numbered row by row from the
//! top, and sets of tiles use the smallest type of [`Bits`] that holds them. Everything but the start is
//! shared, so starting a search from another state is cheap.
//!
//! A level takes about 2 bytes per cell. The lower bound and the symmetries, which only a search needs, can
//! take tens of megabytes. On all but small boards they are computed on first use.

use std::sync::{Arc, OnceLock};

use unriddle_kit::{Direction, Place};
use unriddle_search::Cost;

use super::bound::Bound;
use super::state::State;
use super::symmetry::Images;
use crate::bits::Bits;

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

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    /// Cannot be entered.
    Impassable,
    /// Passable, but not a goal.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Actor {
    pub(crate) colour: Colour,
    pub(crate) at: (usize, usize),
}

/// A level as its file describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// The length of a shortest solution that the file claims, with its place.
    pub(crate) optimal: Option<(Cost, Place)>,
    /// The number of columns.
    pub(crate) width: usize,
    /// The rows from top to bottom; beyond the end of a short row is impassable.
    pub(crate) rows: Vec<Vec<Tile>>,
    /// The actors, at most one per tile, all on passable tiles.
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

    /// The tiles of a frame, row by row.
    pub(crate) fn tiles(&self, frame: Frame) -> Arc<[Tile]> {
        let mut tiles = vec![Tile::Impassable; frame.width * frame.height];
        for ((x, y), tile) in self.passable() {
            tiles[frame.number((x - frame.corner.0, y - frame.corner.1))] = tile;
        }
        tiles.into()
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

/// The limit on cells.
pub(crate) const MAX_CELLS: usize = 1 << 24;

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

    /// The number of cells; `None` if it exceeds [`MAX_CELLS`]. Without a limit, a short text could demand
    /// more memory than there is.
    pub(crate) fn cells(self) -> Option<usize> {
        self.width.checked_mul(self.height).filter(|&cells| cells <= MAX_CELLS)
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

/// A level prepared for the search.
#[derive(Clone)]
pub(crate) struct SearchLevel<B: Bits> {
    pub(crate) ground: Arc<Ground<B>>,
    pub(crate) start: State<B>,
}

/// What never changes in a level.
pub(crate) struct Ground<B: Bits> {
    pub(crate) frame: Frame,
    /// The tiles of each frame cell.
    pub(crate) tiles: Arc<[Tile]>,
    /// Left and right.
    pub(crate) across: Axis<B>,
    /// Up and down.
    pub(crate) along: Axis<B>,
    /// The goals, by colour.
    pub(crate) goals: State<B>,
    /// The number of red and of blue actors, in every state.
    pub(crate) actors: [usize; 2],
    /// The state of the plan, for which the tables are computed.
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

    /// The lower bound for all reachable states.
    #[inline]
    pub(crate) fn bound(&self) -> &Bound {
        self.bound.get_or_init(|| Bound::new(self.frame, &self.tiles, &self.opening))
    }
}

/// The steps between neighbours on one axis of the board.
pub(crate) struct Axis<B: Bits> {
    /// The difference of the numbers of neighbours.
    pub(crate) by: u32,
    /// The tiles from which the step to the larger number leads to a passable tile.
    pub(crate) forward: B::Mask,
    /// The tiles from which the step to the smaller number leads to a passable tile.
    pub(crate) backward: B::Mask,
}

impl<B: Bits> SearchLevel<B> {
    /// The level of a board that fits into `B`. The actors are those of the start, with columns and rows
    /// counted in the frame.
    pub(crate) fn new(frame: Frame, tiles: &Arc<[Tile]>, actors: &[Actor]) -> Self {
        let start: State<B> = State::new(frame, actors);
        let tiles = Arc::clone(tiles);
        let goals = |colour| B::of((0..tiles.len()).filter(|&at| tiles[at] == Tile::Goal(colour)));
        let ground = Ground {
            across: Axis::new(frame, &tiles, 1, Direction::Right),
            along: Axis::new(frame, &tiles, frame.width as u32, Direction::Down),
            goals: State { red: goals(Colour::Red), blue: goals(Colour::Blue) },
            actors: Colour::ALL.map(|colour| start.of(colour).tiles().count()),
            opening: start.clone(),
            images: OnceLock::new(),
            bound: OnceLock::new(),
            frame,
            tiles,
        };
        if ground.tiles.len() <= SMALL {
            ground.images();
            ground.bound();
        }
        SearchLevel { ground: Arc::new(ground), start }
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

/// The limit on cells up to which the tables are computed at once: they take at most a few kilobytes per
/// goal.
const SMALL: usize = 1 << 10;

/// The passable tile next to a passable tile.
pub(crate) fn neighbour(frame: Frame, tiles: &[Tile], tile: usize, direction: Direction) -> Option<usize> {
    let next = frame.number(direction.step(frame.cell(tile), frame.size())?);
    (tiles[tile] != Tile::Impassable && tiles[next] != Tile::Impassable).then_some(next)
}
