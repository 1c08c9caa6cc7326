//! The running factory, tick by tick: the exact rules of timing.
//!
//! A tick has six steps, each a function in [`tick`]. All donuts move at once: the first four
//! steps only determine which moves take place.
//!
//! The time for a tick is proportional to the donuts on the floor, not to the cells, and a tick does
//! not allocate. All tables are reused for the next layout: see [`Simulation::begin`].

pub(crate) mod orders;
pub(crate) mod state;
mod tick;

use unriddle_kit::Direction;

use self::orders::Orders;
use self::state::{Donut, State};
use super::goal::{Deliveries, Fault};
use super::layout::Layout;
use super::level::{Cell, Factory, Group, Kind, Tile};

/// How a donut leaves a cell if no bumper pushes it.
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
    /// A cell that never holds a donut at the end of a tick.
    Never,
}

/// The state of an intended move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It takes place, as far as known.
    On,
    /// A crossover does not admit it this tick.
    Barred,
    /// Another move goes first, or the destination stays occupied.
    Off,
}

/// An intended move to the next cell (or to an exit).
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

/// A running factory with belts.
pub(crate) struct Simulation<'a> {
    factory: &'a Factory,
    /// By cell.
    ways: Vec<Way>,
    /// By cell, a bit for each direction in which a donut can leave it.
    doors: Vec<u8>,
    state: State,
    tick: u64,
    orders: Orders,
    /// By any-source, the leading kind and how many of it are still to come.
    leaders: Vec<Option<(Kind, usize)>>,
    /// By source, the kind that it pushes next.
    pending: Vec<Kind>,
    /// What has been delivered since the start, and since the last [`Simulation::mark`].
    delivered: Deliveries,
    recent: Deliveries,

    /// The intended moves of this tick. Those from the same cell are adjacent.
    moves: Vec<Move>,
    /// By cell, the first move from it.
    first: Vec<u32>,
    /// By cell, the move into it that goes first.
    winner: Vec<u32>,
    /// By cell, how many of the moves from it take place.
    leaving: Vec<u32>,
    /// The occupied cells that several moves lead to.
    contested: Vec<Cell>,
    /// The cells still to be processed.
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

    /// Lays these belts and resets the factory to before the first tick. `order` selects the kinds
    /// that any-sources push.
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
            // One more than fits on the floor.
            let leader = Orders::leader(order, source);
            self.leaders[source] = leader.map(|kind| (kind, self.factory.cells() + 1));
            self.pending[source] = self.next_kind(source);
        }
        self.delivered.clear();
        self.recent.clear();
    }

    /// The number of ticks so far.
    pub(crate) fn ticks(&self) -> u64 {
        self.tick
    }

    /// The current state.
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

    /// Clears [`Simulation::recent`].
    pub(crate) fn mark(&mut self) {
        self.recent.clear();
    }

    /// Whether the donut on a cell needs a laid belt: the cell is free, and no bumper pushes the donut.
    #[inline]
    pub(crate) fn needs_belt(&self, cell: Cell) -> bool {
        let kind = self.state.donuts[cell.index()].kind();
        self.factory.tile(cell) == Tile::Free && self.factory.push(cell, kind).is_none()
    }

    /// The moves of the last tick, from a cell or source to a cell. Meaningful only if that tick had no
    /// fault.
    pub(crate) fn moved(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().filter(|mv| mv.fate == Fate::On)
    }

    /// Runs one tick. Of several faults, returns the one whose cell comes first.
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
