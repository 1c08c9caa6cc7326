//! The factory at work, tick by tick: the exact rules of time.
//!
//! A tick is six steps, each a function in [`tick`]. Everything moves at once: the first four
//! steps only find out which moves take place.
//!
//! A tick costs time in proportion to the donuts on the floor, not to the cells, and allocates
//! nothing. All tables are kept from layout to layout: see [`Simulation::begin`].

pub(crate) mod orders;
pub(crate) mod state;
mod tick;

use self::orders::Orders;
use self::state::{Donut, State};
use super::goal::{Deliveries, Fault};
use super::layout::Layout;
use super::level::{Cell, Factory, Group, Kind, Tile};
use crate::Direction;

/// How a donut leaves a cell, if no bumper pushes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By a belt, or out of an exit.
    To(Direction),
    /// To the left or right of this direction.
    Split(Direction),
    Straight,
    Teleport(Group),
    /// A free cell without a belt.
    NoBelt,
    /// A cell that no donut is ever on at the end of a tick.
    Never,
}

/// What becomes of a wish to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It takes place, as far as is known.
    On,
    /// A crossover does not take it this tick.
    Barred,
    /// Another goes first, or its cell does not become free.
    Off,
}

/// A donut that wants to move one cell (or to an exit).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    heading: Direction,
    donut: Donut,
    fate: Fate,
}

impl Move {
    /// The kind of the donut before it arrives.
    pub(crate) fn kind(self) -> Kind {
        self.donut.kind()
    }
}

/// No move.
const NONE: u32 = u32::MAX;

/// A factory with belts, at work.
pub(crate) struct Simulation<'a> {
    factory: &'a Factory,
    /// By cell.
    ways: Vec<Way>,
    /// By cell, a bit for each direction in which it can be left.
    doors: Vec<u8>,
    state: State,
    tick: u64,
    orders: Orders,
    /// By any-source, the kind that leads and how many of it are still to come.
    leaders: Vec<Option<(Kind, usize)>>,
    /// By source, the kind that it pushes next.
    pending: Vec<Kind>,
    /// What has been delivered since the start, and since the last [`Simulation::mark`].
    delivered: Deliveries,
    recent: Deliveries,

    /// The wishes of this tick; those of one cell next to each other.
    moves: Vec<Move>,
    /// By cell, the first of its moves.
    first: Vec<u32>,
    /// By cell, the move into it that goes first.
    winner: Vec<u32>,
    /// By cell, how many of its moves take place.
    leaving: Vec<u32>,
    /// The cells that several moves want.
    contested: Vec<Cell>,
    /// Cells still to be looked at.
    stack: Vec<Cell>,
}

impl<'a> Simulation<'a> {
    /// A factory without belts; see [`Simulation::begin`].
    pub(crate) fn new(factory: &'a Factory) -> Self {
        let cells = factory.cells();
        let door = |cell: Cell, way: Direction| {
            factory.ahead(cell, way).is_some_and(|there| factory.tile(there).admits(way))
        };
        let doors = |at: u32| {
            let open = Direction::ALL.into_iter().filter(|&way| door(Cell(at), way));
            open.fold(0, |doors, way| doors | 1 << way as u8)
        };
        Simulation {
            factory,
            ways: vec![Way::Never; cells],
            doors: (0..cells as u32).map(doors).collect(),
            state: State::empty(factory),
            tick: 0,
            orders: Orders::new(0),
            leaders: vec![None; factory.sources.len()],
            pending: vec![Kind::Plain; factory.sources.len()],
            delivered: Deliveries::none(factory),
            recent: Deliveries::none(factory),
            moves: Vec::with_capacity(cells),
            first: vec![NONE; cells],
            winner: vec![NONE; cells],
            leaving: vec![0; cells],
            contested: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Lays these belts and puts everything back to before the first tick. `order` chooses the
    /// kinds that any-sources push.
    pub(crate) fn begin(&mut self, layout: &Layout, order: u32) {
        for (at, way) in self.ways.iter_mut().enumerate() {
            *way = match self.factory.tiles[at] {
                Tile::Free | Tile::Preset(_) => {
                    layout.belt(self.factory, Cell(at as u32)).map_or(Way::NoBelt, Way::To)
                }
                Tile::Exit(_, to) => Way::To(to),
                Tile::Splitter(facing) => Way::Split(facing),
                Tile::Crossover => Way::Straight,
                Tile::Entrance(group) => Way::Teleport(group),
                Tile::Block | Tile::Source(_) | Tile::AnySource(_) => Way::Never,
                Tile::Target(..) | Tile::Topper(..) | Tile::Bumper(..) => Way::Never,
            };
        }
        self.state.clear();
        self.forget_moves();
        self.tick = 0;
        self.orders = Orders::new(order);
        for source in 0..self.pending.len() {
            // One more than there is room for on the floor.
            let leader = Orders::leader(order, source);
            self.leaders[source] = leader.map(|kind| (kind, self.factory.cells() + 1));
            self.pending[source] = self.next_kind(source);
        }
        self.delivered.clear();
        self.recent.clear();
    }

    /// How many ticks have passed.
    pub(crate) fn ticks(&self) -> u64 {
        self.tick
    }

    /// The factory as it is now.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// What has been delivered since the start.
    pub(crate) fn delivered(&self) -> &Deliveries {
        &self.delivered
    }

    /// What has been delivered since the last mark.
    pub(crate) fn recent(&self) -> &Deliveries {
        &self.recent
    }

    /// Forgets what [`Simulation::recent`] knows.
    pub(crate) fn mark(&mut self) {
        self.recent.clear();
    }

    /// Whether the donut on a cell goes on by a belt that is laid there: not where a bumper pushes it
    /// or the cell is not free.
    #[inline]
    pub(crate) fn needs_belt(&self, cell: Cell) -> bool {
        let kind = self.state.donuts[cell.index()].kind();
        self.factory.tile(cell) == Tile::Free && self.factory.push(cell, kind).is_none()
    }

    /// The moves that took place in the last tick, if there was one and nothing went wrong in it: from
    /// a cell or source to a cell.
    pub(crate) fn moved(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().filter(|mv| mv.fate == Fate::On)
    }

    /// One tick, or what goes wrong in it; of several faults the one in the first cell.
    pub(crate) fn step(&mut self) -> Result<(), Fault> {
        self.tick += 1;
        self.intents()?;
        self.crossovers();
        self.merges();
        self.back_pressure();
        self.leave();
        self.arrive()
    }

    /// The kind that a source pushes next.
    fn next_kind(&mut self, source: usize) -> Kind {
        match (self.factory.tile(self.factory.sources[source]), &mut self.leaders[source]) {
            (Tile::AnySource(_), Some((kind, left))) if *left > 0 => {
                *left -= 1;
                *kind
            }
            (Tile::AnySource(_), _) => self.orders.next(),
            _ => Kind::Plain,
        }
    }
}
