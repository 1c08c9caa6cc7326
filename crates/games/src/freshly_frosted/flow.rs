//! The judge that keeps no time: where donuts of each source and kind can come at all.
//!
//! Splitters and entrances send a donut to all their outputs, merges and crossovers hold nobody
//! up. What can go wrong then counts as wrong, and what can be delivered as delivered. It is
//! cheap, a few microseconds a layout, and decides nearly every level: it differs from the judge
//! that keeps time only where turns and waiting matter.
//!
//! Each source is followed by itself. A place is a cell and a kind, on a crossover also the
//! heading; each is looked at once. A [`Flow`] keeps its tables from layout to layout.

use super::goal::{Deliveries, Fault};
use super::layout::Layout;
use super::level::{Cell, Factory, Kind, Tile};
use crate::Direction;

/// A donut that has come onto a cell, topped.
#[derive(Clone, Copy)]
pub(crate) struct Visit {
    pub(crate) cell: Cell,
    pub(crate) kind: Kind,
    /// How it came; matters on crossovers only.
    pub(crate) heading: Direction,
}

/// The tables of the judge, used again for each layout of one factory.
pub(crate) struct Flow {
    /// By cell, a bit for each kind (and heading, on crossovers) that the source at hand has been
    /// followed to.
    seen: Vec<u32>,
    /// The cells with a bit.
    touched: Vec<Cell>,
    /// What is still to be followed.
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

    /// Whether the layout is right when timing does not matter, or the first fault found.
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

    /// Where the donuts of one source come, until something is wrong.
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
                // No donut can come onto these, and one in a target is gone.
                Tile::Block | Tile::Source(_) | Tile::AnySource(_) => {}
                Tile::Target(..) | Tile::Topper(..) | Tile::Bumper(..) => {}
            }
        }
        Ok(())
    }

    /// A donut leaves a cell.
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

    /// A donut comes onto a cell: into a target, or to be topped and followed on.
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
