//! What never changes in a level: the tiles, the flag, the cards at the start.
//!
//! A [`Course`] is a level as its file says it, checked: every warp has its twin, there is one
//! ball and one flag. A [`Level`] is a course with the state that the search begins in; the
//! course is shared, so a level begun elsewhere costs nothing to make.
//!
//! Cells are numbered row by row from the top left. A cell takes 16 bytes.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::bound::Bound;
use super::state::{Hand, Layout, State};
use crate::{Direction, Place};

/// The number of a cell, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u32);

impl Cell {
    /// Its place in a list of all cells.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The corner of its cell that an angled wall fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Corner {
    /// The two sides of the cell that the wall closes: upper or lower, left or right.
    pub(crate) fn solid(self) -> [Direction; 2] {
        match self {
            Corner::TopLeft => [Direction::Up, Direction::Left],
            Corner::TopRight => [Direction::Up, Direction::Right],
            Corner::BottomLeft => [Direction::Down, Direction::Left],
            Corner::BottomRight => [Direction::Down, Direction::Right],
        }
    }

    /// How the wall turns a ball on its cell: one that runs into it leaves by the open side.
    pub(crate) fn reflect(self, heading: Direction) -> Direction {
        let [across, along] = self.solid();
        match heading {
            _ if heading == across => along.opposite(),
            _ if heading == along => across.opposite(),
            _ => heading,
        }
    }

    /// Whether a ball that comes in with this heading meets a solid side.
    pub(crate) fn shuts_out(self, heading: Direction) -> bool {
        self.solid().contains(&heading.opposite())
    }
}

/// What a tile is, apart from its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Flat,
    /// Named by its downhill direction; the height of the tile is that of its top.
    Slope(Direction),
    Angle(Corner),
    Sand,
    Quicksand,
    Water,
    Spring,
    Ice,
    IceAngle(Corner),
    /// With its number, which its twin has too.
    Warp(u32),
    Belt(Direction),
}

/// A cell that is not nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tile {
    pub(crate) height: u32,
    pub(crate) kind: Kind,
}

/// A card: how far the ball jumps, and how far it then rolls. One of them may be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Card {
    pub(crate) jump: u32,
    pub(crate) roll: u32,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.jump > 0 {
            write!(f, "{}/", self.jump)?;
        }
        if self.roll > 0 {
            write!(f, "{}-", self.roll)?;
        }
        Ok(())
    }
}

/// A level as its file says it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// Row by row; `None` is nothing, and the ball falls.
    pub(crate) tiles: Vec<Option<Tile>>,
    /// For each warp the other one of its number.
    pub(crate) twins: HashMap<Cell, Cell>,
    pub(crate) ball: Cell,
    pub(crate) flag: Cell,
    /// The cards in the order of the file.
    pub(crate) cards: Vec<Card>,
    /// The solutions that the file records, and where.
    pub(crate) solutions: Vec<(String, Place)>,
}

impl Course {
    /// The tile of a cell; `None` is nothing.
    pub(crate) fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles[cell.index()]
    }

    /// The column and row of a cell, from 0.
    pub(crate) fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.size.0, cell.index() / self.size.0)
    }

    /// The cell so many steps ahead and its tile; `None` when nothing is there.
    pub(crate) fn ahead(&self, cell: Cell, heading: Direction, steps: u32) -> Option<(Cell, Tile)> {
        let ((x, y), (dx, dy)) = (self.place(cell), heading.delta());
        let along = |from: usize, by: isize, size: usize| {
            let to = from as i64 + by as i64 * i64::from(steps);
            usize::try_from(to).ok().filter(|&to| to < size)
        };
        let (x, y) = (along(x, dx, self.size.0)?, along(y, dy, self.size.1)?);
        let there = Cell((y * self.size.0 + x) as u32);
        Some((there, self.tile(there)?))
    }

    /// The different cards in the order of the file, each with how often it is there.
    pub(crate) fn deck(&self) -> Vec<(Card, u32)> {
        let mut place_of: HashMap<Card, usize> = HashMap::new();
        let mut deck: Vec<(Card, u32)> = Vec::new();
        for &card in &self.cards {
            let place = *place_of.entry(card).or_insert_with(|| {
                deck.push((card, 0));
                deck.len() - 1
            });
            deck[place].1 += 1;
        }
        deck
    }
}

/// A level ready for the search.
#[derive(Clone)]
pub(crate) struct Level<H: Hand> {
    pub(crate) ground: Arc<Ground>,
    pub(crate) start: State<H>,
}

/// What never changes in a level.
pub(crate) struct Ground {
    pub(crate) course: Course,
    /// The different cards.
    pub(crate) deck: Vec<Card>,
    /// How often each of them is there, and where a hand keeps count of it.
    pub(crate) layout: Layout,
    pub(crate) bound: Bound,
}

impl<H: Hand> Level<H> {
    /// The level of a course whose cards have been found to fit `H`.
    pub(crate) fn new(course: Course) -> Self {
        let (deck, counts): (Vec<Card>, Vec<u32>) = course.deck().into_iter().unzip();
        let layout = Layout::new(&counts);
        let start = State { ball: course.ball, hand: H::full(&layout) };
        let ground = Ground { bound: Bound::default(), course, deck, layout };
        Level { ground: Arc::new(ground), start }
    }

    /// The cards of a hand, in the order of the deck.
    pub(crate) fn cards(&self, hand: &H) -> Vec<Card> {
        let deck = self.ground.deck.iter().enumerate();
        let held = |kind: usize| hand.count(&self.ground.layout, kind) as usize;
        deck.flat_map(|(kind, &card)| std::iter::repeat_n(card, held(kind))).collect()
    }
}
