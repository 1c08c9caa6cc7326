//! When a level is solved, and how a layout can fail. Both the exact judge and the timing-free flow
//! use it.
//!
//! [`Deliveries`] records which source has delivered which kinds to which target, in one byte per
//! pair of a source and a target.

use unriddle_kit::Direction;

use super::level::{Cell, Factory, Kind, Kinds, Tile};

/// What goes wrong in a factory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// A donut stands on a free cell without a belt.
    NoBelt { at: Cell, kind: Kind },
    /// A donut would leave the board.
    OffBoard { from: Cell, way: Direction, kind: Kind },
    /// A donut would enter a cell that cannot be entered that way.
    NoEntry { from: Cell, way: Direction, to: Cell, kind: Kind },
    /// A donut reaches a target that does not want it.
    WrongKind { target: Cell, kind: Kind },
    /// No donut of this source is ever delivered.
    Undelivered { source: Cell },
    /// No donut ever reaches this target.
    Unserved { target: Cell },
    /// A kind of the list is delivered by too few pairs of a source and a target.
    Short { kind: Kind, wanted: usize, pairs: usize },
}

impl Fault {
    /// The fault in words, such as "a frosted donut reaches the target at column 4, row 2, which
    /// wants sprinkles".
    pub(crate) fn tell(self, factory: &Factory) -> String {
        match self {
            Fault::NoBelt { at, kind } => {
                format!("a {} donut stands at {}, where there is no belt", kind.word(), factory.say(at))
            }
            Fault::OffBoard { from, way, kind } => {
                let from = factory.say(from);
                format!("a {} donut at {from} would move {} off the board", kind.word(), way.word())
            }
            Fault::NoEntry { from, way, to, kind } => {
                let tile = factory.tile(to);
                let side = match tile {
                    Tile::Target(of, _) | Tile::Splitter(of) => {
                        format!(", which is entered moving {}", of.word())
                    }
                    _ => String::new(),
                };
                format!(
                    "a {} donut at {} would move {} into {}{side}",
                    kind.word(),
                    factory.say(from),
                    way.word(),
                    tile.name(),
                )
            }
            Fault::WrongKind { target, kind } => {
                let wants = match factory.tile(target) {
                    Tile::Target(_, Some(Kind::Plain)) => "which wants plain ones".to_string(),
                    Tile::Target(_, Some(wanted)) if factory.wants(target).contains(wanted) => {
                        format!("which wants {}", wanted.topping())
                    }
                    _ => "but is not on the list".to_string(),
                };
                format!("a {} donut reaches the target at {}, {wants}", kind.word(), factory.say(target))
            }
            Fault::Undelivered { source } => {
                format!("no donut of the source at {} is ever delivered", factory.say(source))
            }
            Fault::Unserved { target } => {
                format!("the target at {} never receives a donut", factory.say(target))
            }
            Fault::Short { kind, pairs: 0, .. } => {
                format!("no {} donut is ever delivered, but the list has one", kind.word())
            }
            Fault::Short { kind, wanted, pairs } => format!(
                "the list has {wanted} {} donuts, but different pairs of a source and a target deliver only \
                 {pairs}",
                kind.word()
            ),
        }
    }

    /// The fault whose cell comes first, row by row.
    pub(crate) fn first(self, other: Fault) -> Fault {
        if other.cell() < self.cell() { other } else { self }
    }

    /// The cell where the fault happens, if there is one.
    pub(crate) fn cell(self) -> Option<Cell> {
        match self {
            Fault::NoBelt { at, .. } => Some(at),
            Fault::OffBoard { from, .. } | Fault::NoEntry { from, .. } => Some(from),
            Fault::WrongKind { target, .. } | Fault::Unserved { target } => Some(target),
            Fault::Undelivered { source } => Some(source),
            Fault::Short { .. } => None,
        }
    }
}

/// Which source has delivered which kinds to which target.
#[derive(Clone, Debug)]
pub(crate) struct Deliveries {
    /// By source and target.
    kinds: Vec<Kinds>,
    targets: usize,
}

impl Deliveries {
    /// No deliveries.
    pub(crate) fn none(factory: &Factory) -> Self {
        let targets = factory.targets.len();
        Deliveries { kinds: vec![Kinds::default(); factory.sources.len() * targets], targets }
    }

    /// Removes all deliveries.
    pub(crate) fn clear(&mut self) {
        self.kinds.fill(Kinds::default());
    }

    /// Adds a delivery, by the indices of its source and target.
    #[inline]
    pub(crate) fn note(&mut self, source: usize, target: usize, kind: Kind) {
        self.kinds[source * self.targets + target].insert(kind);
    }

    /// Checks the goal: every source has delivered, every target has received, and if the list
    /// applies, at least as many different pairs of a source and a target have delivered each kind as
    /// the list has entries for it.
    pub(crate) fn reach_the_goal(&self, factory: &Factory) -> Result<(), Fault> {
        for (source, delivered) in factory.sources.iter().zip(self.kinds.chunks(self.targets)) {
            if delivered.iter().all(|kinds| kinds.is_empty()) {
                return Err(Fault::Undelivered { source: *source });
            }
        }
        for (at, &target) in factory.targets.iter().enumerate() {
            if self.kinds.iter().skip(at).step_by(self.targets).all(|kinds| kinds.is_empty()) {
                return Err(Fault::Unserved { target });
            }
        }
        let list = factory.open_list().unwrap_or_default();
        for kind in Kind::ALL {
            let wanted = list.iter().filter(|&&listed| listed == kind).count();
            let pairs = self.kinds.iter().filter(|kinds| kinds.contains(kind)).count();
            if pairs < wanted {
                return Err(Fault::Short { kind, wanted, pairs });
            }
        }
        Ok(())
    }
}
