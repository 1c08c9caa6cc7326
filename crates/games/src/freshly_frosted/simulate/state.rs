//! The state of a running factory: what a tick changes.
//!
//! A cell takes 7 bytes: its donut, how long that donut has waited, and what a splitter or crossover
//! remembers. A list of the occupied cells avoids scanning the others.
//!
//! **When are two states equal?** Waits are only compared with each other, and a tick either sets a
//! wait to 0 or adds 1 to it. So the order of the waits after a tick follows from their order before
//! it, and nothing else depends on their values. Two states with the same donuts, the same memories
//! and the same *order* of waits have the same future. A donut that is stuck for ever waits longer and
//! longer, but its factory still repeats.

use unriddle_kit::Direction;

use super::super::level::{Cell, Factory, Kind};

/// A donut: its kind and the index of its source, in 16 bits. 0 means no donut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Donut(u16);

impl Donut {
    pub(super) const NONE: Donut = Donut(0);

    #[inline]
    pub(super) fn new(source: usize, kind: Kind) -> Self {
        Donut((source as u16) << 3 | (kind as u16 + 1))
    }

    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self == Donut::NONE
    }

    /// The kind of the donut. Meaningless for [`Donut::NONE`].
    #[inline]
    pub(crate) fn kind(self) -> Kind {
        Kind::ALL[usize::from(self.0 & 7).saturating_sub(1)]
    }

    /// The index of its source.
    #[inline]
    pub(crate) fn source(self) -> usize {
        usize::from(self.0 >> 3)
    }

    #[inline]
    pub(super) fn with(self, kind: Kind) -> Self {
        Donut::new(self.source(), kind)
    }
}

/// What a splitter or crossover remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Memory(u8);

impl Memory {
    /// A splitter sends the next donut left; a crossover has not been used.
    const FRESH: Memory = Memory(0);

    /// Whether a splitter sends its next donut to the right.
    #[inline]
    pub(crate) fn right_is_next(self) -> bool {
        self.0 == 1
    }

    /// A splitter turns to its other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.0 ^= 1;
    }

    /// Whether an empty crossover admits a donut with this heading: not along the axis used last.
    #[inline]
    pub(super) fn takes(self, heading: Direction) -> bool {
        self.0 != Memory::left_by(heading).0
    }

    /// A crossover that holds a donut with this heading.
    #[inline]
    pub(super) fn held_by(heading: Direction) -> Self {
        Memory(4 + heading as u8)
    }

    /// The heading of the donut on a crossover that holds one.
    #[inline]
    pub(crate) fn heading(self) -> Direction {
        Direction::ALL[usize::from(self.0 & 3)]
    }

    /// A crossover that a donut with this heading has left.
    #[inline]
    pub(super) fn left_by(heading: Direction) -> Self {
        Memory(if matches!(heading, Direction::Left | Direction::Right) { 1 } else { 2 })
    }
}

/// A running factory between two ticks.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// By cell.
    pub(crate) donuts: Vec<Donut>,
    /// By cell, how many ticks its donut has waited. For a source, the donut that it wants to push.
    pub(super) waits: Vec<u32>,
    /// By cell.
    pub(crate) memories: Vec<Memory>,
    /// The occupied cells, in no particular order.
    pub(crate) held: Vec<Cell>,
}

impl State {
    /// A factory before its first tick.
    pub(crate) fn empty(factory: &Factory) -> Self {
        let cells = factory.cells();
        State {
            donuts: vec![Donut::NONE; cells],
            waits: vec![0; cells],
            memories: vec![Memory::FRESH; cells],
            held: Vec::with_capacity(cells),
        }
    }

    /// Resets to before the first tick.
    pub(crate) fn clear(&mut self) {
        self.donuts.fill(Donut::NONE);
        self.waits.fill(0);
        self.memories.fill(Memory::FRESH);
        self.held.clear();
    }

    /// Copies a state of the same factory without allocating.
    pub(crate) fn copy_from(&mut self, other: &State) {
        self.donuts.copy_from_slice(&other.donuts);
        self.waits.copy_from_slice(&other.waits);
        self.memories.copy_from_slice(&other.memories);
        self.held.clear();
        self.held.extend_from_slice(&other.held);
    }

    /// Whether both states have the same future. `waiting` is a scratch buffer.
    pub(crate) fn same_future(&self, other: &State, sources: &[Cell], waiting: &mut Vec<Cell>) -> bool {
        if self.held.len() != other.held.len()
            || self.donuts != other.donuts
            || self.memories != other.memories
        {
            return false;
        }
        let (ours, theirs) = (|cell: Cell| self.waits[cell.index()], |cell: Cell| other.waits[cell.index()]);
        waiting.clear();
        waiting.extend(self.held.iter().chain(sources));
        waiting.sort_unstable_by_key(|&cell| ours(cell));
        waiting.windows(2).all(|two| ours(two[0]).cmp(&ours(two[1])) == theirs(two[0]).cmp(&theirs(two[1])))
    }
}
