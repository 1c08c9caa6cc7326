//! What never changes in a level: the tiles, the flag, the cards at the start.
//!
//! A [`Course`] is a level as its file describes it, validated: every warp has its twin, and there is one
//! ball and one flag. A [`Ground`] is a course prepared for play and search.
//!
//! Cells are numbered row by row from the top left. A course takes 16 bytes per cell.

use std::collections::HashMap;
use std::fmt;

use unriddle_kit::{Direction, Place};
use unriddle_search::Cost;

use super::bound::Bound;
use super::notation::Move;
use super::state::{Layout, State};

/// The number of a cell, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u32);

impl Cell {
    /// Its index in a list of all cells.
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

    /// The direction in which a ball on the cell leaves it: one that runs into the wall is turned to an
    /// open side.
    pub(crate) fn reflect(self, heading: Direction) -> Direction {
        let [across, along] = self.solid();
        match heading {
            _ if heading == across => along.opposite(),
            _ if heading == along => across.opposite(),
            _ => heading,
        }
    }

    /// Whether a ball that enters with this heading meets a solid side.
    pub(crate) fn shuts_out(self, heading: Direction) -> bool {
        self.solid().contains(&heading.opposite())
    }
}

/// What a tile is, apart from its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Flat,
    /// A slope, by its downhill direction; the height of the tile is that of its top.
    Slope(Direction),
    Angle(Corner),
    Sand,
    Quicksand,
    Water,
    Spring,
    Ice,
    IceAngle(Corner),
    /// A warp, with the number that it shares with its twin.
    Warp(u32),
    Belt(Direction),
}

/// A cell that holds ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tile {
    pub(crate) height: u32,
    pub(crate) kind: Kind,
}

/// A card: how far the ball jumps, and how far it then rolls. At most one of them is 0.
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

/// A level as its file describes it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// The tiles row by row; `None` where there is nothing and a ball falls.
    pub(crate) tiles: Vec<Option<Tile>>,
    /// The twin of each warp.
    pub(crate) twins: HashMap<Cell, Cell>,
    pub(crate) ball: Cell,
    pub(crate) flag: Cell,
    /// The cards in the order of the file.
    pub(crate) cards: Vec<Card>,
    /// Recorded solutions, with their places in the file.
    pub(crate) solutions: Vec<(String, Place)>,
}

impl Course {
    /// The tile of a cell; `None` if there is nothing.
    pub(crate) fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles[cell.index()]
    }

    /// The column and row of a cell, from 0.
    pub(crate) fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.size.0, cell.index() / self.size.0)
    }

    /// The cell `steps` steps ahead and its tile; `None` if there is nothing.
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

    /// The distinct cards in the order of the file, each with its count.
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

/// What never changes in a level.
pub(crate) struct Ground {
    pub(crate) course: Course,
    /// The distinct cards.
    pub(crate) deck: Vec<Card>,
    /// Where the search stores the ball and the count of each distinct card.
    pub(crate) layout: Layout,
    pub(crate) bound: Bound,
}

impl Ground {
    /// Prepares a course for play and search.
    pub(crate) fn new(course: Course) -> Self {
        let (deck, counts): (Vec<Card>, Vec<u32>) = course.deck().into_iter().unzip();
        let layout = Layout::new(&counts);
        Ground { bound: Bound::default(), course, deck, layout }
    }

    /// **The goal**: the ball rests on the flag.
    #[inline]
    pub(crate) fn is_solved(&self, ball: Cell) -> bool {
        ball == self.course.flag
    }

    /// The state after a card is played, or the reason why it cannot be.
    pub(crate) fn play(&self, state: &State, mv: Move) -> Result<State, String> {
        if self.is_solved(state.ball) {
            return Err("the ball is already at the flag".into());
        }
        let Some(kind) = self.deck.iter().position(|&card| card == mv.card) else {
            return Err(format!("the level has no card {}", mv.card));
        };
        if state.hand[kind] == 0 {
            return Err(format!("no card {} is left", mv.card));
        }
        let end = self.course.play(state.ball, mv.card, mv.direction);
        let ball = end.map_err(|lost| lost.describe(&self.course))?;
        let mut hand = state.hand.clone();
        hand[kind] -= 1;
        Ok(State { ball, hand })
    }

    /// The fewest cards from a cell to the flag if none were used up; `None` inside if it is out of
    /// reach, outside if the board is too large to tell.
    pub(crate) fn cards_needed(&self, ball: Cell) -> Option<Option<Cost>> {
        self.bound.distance(&self.course, &self.deck, ball)
    }

    /// The cards of a hand, in the order of the deck.
    pub(crate) fn cards(&self, hand: &[u32]) -> Vec<Card> {
        let held = self.deck.iter().zip(hand);
        held.flat_map(|(&card, &count)| std::iter::repeat_n(card, count as usize)).collect()
    }
}
