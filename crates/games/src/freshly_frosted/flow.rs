//! The timing-free flow: where the donuts of each source and kind can go at all.
//!
//! Splitters and entrances send a donut to all their outputs; merges and crossovers never block.
//! Everything that can go wrong counts as a fault, and everything that can be delivered as
//! delivered. The flow takes a few microseconds per layout. It differs from the exact judge only
//! where turns and waiting matter.
//!
//! Each source is followed separately. A visit is a cell, a kind and, on a crossover, a heading; each
//! is expanded once. A [`Flow`] reuses its tables for all layouts.

use unriddle_kit::Direction;

use super::goal::{Deliveries, Fault};
use super::layout::Layout;
use super::level::{Cell, Factory, Kind, Tile};

/// A donut that has entered a cell and received its topping.
#[derive(Clone, Copy)]
pub(crate) struct Visit {
    pub(crate) cell: Cell,
    pub(crate) kind: Kind,
    /// The direction in which it entered. Matters on crossovers only.
    pub(crate) heading: Direction,
}

/// The tables of the flow, which are reused for all layouts of a factory.
pub(crate) struct Flow {
    /// By cell, a bit for each kind (and heading, on crossovers) that the current source has reached.
    seen: Vec<u32>,
    /// The cells with at least one bit.
    touched: Vec<Cell>,
    /// The visits still to be expanded.
    open: Vec<Visit>,
    deliveries: Deliveries,
}

impl Flow {
    pub(crate) fn new(factory: &Factory) -> Self {
        Flow {
            seen: vec![0; factory.cells()],
            touched: Vec::new(),
            open: Vec::new(),
            deliveries: Deliveries::none(factory),
        }
    }

    /// Checks whether the layout works if timing is ignored. Returns the first fault found.
    pub(crate) fn judge(&mut self, factory: &Factory, layout: &Layout) -> Result<(), Fault> {
        self.deliveries.clear();
        for source in 0..factory.sources.len() {
            let followed = self.follow(factory, layout, source);
            self.touched.drain(..).for_each(|cell| self.seen[cell.index()] = 0);
            self.open.clear();
            followed?;
        }
        self.deliveries.reach_the_goal(factory)
    }

    /// Follows the donuts of one source, up to the first fault.
    fn follow(&mut self, factory: &Factory, layout: &Layout, source: usize) -> Result<(), Fault> {
        let cell = factory.sources[source];
        let (Tile::Source(way) | Tile::AnySource(way)) = factory.tile(cell) else { return Ok(()) };
        for kind in factory.makes(cell).iter() {
            self.step(factory, source, cell, way, kind)?;
        }
        while let Some(Visit { cell, kind, heading }) = self.open.pop() {
            if let Some(way) = factory.push(cell, kind) {
                self.step(factory, source, cell, way, kind)?;
                continue;
            }
            match factory.tile(cell) {
                Tile::Free | Tile::Preset(_) => match layout.belt(factory, cell) {
                    Some(way) => self.step(factory, source, cell, way, kind)?,
                    None => return Err(Fault::NoBelt { at: cell, kind }),
                },
                Tile::Splitter(way) => {
                    self.step(factory, source, cell, way.left(), kind)?;
                    self.step(factory, source, cell, way.right(), kind)?;
                }
                Tile::Exit(_, way) => self.step(factory, source, cell, way, kind)?,
                Tile::Crossover => self.step(factory, source, cell, heading, kind)?,
                Tile::Entrance(group) => {
                    for &exit in factory.exits(group) {
                        self.arrive(factory, source, exit, heading, kind)?;
                    }
                }
                // No donut can enter these, and a target consumes it.
                Tile::Block | Tile::Source(_) | Tile::AnySource(_) => {}
                Tile::Target(..) | Tile::Topper(..) | Tile::Bumper(..) => {}
            }
        }
        Ok(())
    }

    /// Moves a donut to the next cell.
    #[inline]
    fn step(
        &mut self,
        factory: &Factory,
        source: usize,
        from: Cell,
        way: Direction,
        kind: Kind,
    ) -> Result<(), Fault> {
        let Some(to) = factory.ahead(from, way) else { return Err(Fault::OffBoard { from, way, kind }) };
        if !factory.tile(to).admits(way) {
            return Err(Fault::NoEntry { from, way, to, kind });
        }
        self.arrive(factory, source, to, way, kind)
    }

    /// Delivers a donut to a target, or tops it and adds its visit.
    #[inline]
    fn arrive(
        &mut self,
        factory: &Factory,
        source: usize,
        cell: Cell,
        heading: Direction,
        kind: Kind,
    ) -> Result<(), Fault> {
        let tile = factory.tile(cell);
        if let Tile::Target(..) = tile {
            if !factory.wants(cell).contains(kind) {
                return Err(Fault::WrongKind { target: cell, kind });
            }
            self.deliveries.note(source, factory.number(cell), kind);
            return Ok(());
        }
        let kind = factory.topped(cell, kind);
        let way = if tile == Tile::Crossover { heading as u32 } else { 0 };
        let bit = 1 << (kind as u32 + 5 * way);
        let seen = &mut self.seen[cell.index()];
        if *seen & bit == 0 {
            if *seen == 0 {
                self.touched.push(cell);
            }
            *seen |= bit;
            self.open.push(Visit { cell, kind, heading });
        }
        Ok(())
    }
}
