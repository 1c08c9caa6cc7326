//! Where donuts can go: the level as a graph whose edges are fixed, or hang on a belt.
//!
//! A *site* is what decides where a donut goes next: its cell, its kind and, on a crossover, its
//! heading. Every search for a layout works on sites alone and knows no tiles: four [`Branch`]es
//! tell how a site is left. Sites are found forwards from the sources; those at which something
//! must go wrong whatever belts are laid are left out, and so are belts that no site could use.
//!
//! Costs some 60 bytes a site that can be reached. Nothing is made for cells that no donut can
//! come to, but for a table of 4 bytes for each cell and kind.

use super::super::level::{Cell, Factory, Kind, Tile};
use super::gauge::Gauge;
use crate::Direction;

/// The number of a site.
pub(super) type SiteId = u32;
/// The number of a belt that can be laid.
pub(super) type BeltId = u32;

/// What a site takes in memory while the graph is made and after, in bytes.
const BYTES: usize = 400;

/// What a move of a donut leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It stands at a site.
    Site(SiteId),
    /// It is delivered: by number among the deliveries.
    Delivery(u32),
    /// It would come onto this cell and be wrong there: it must never get so far.
    Doomed(Cell),
    /// The layout is wrong.
    Wrong,
}

/// How a site is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Along the belt that is laid there.
    Belts,
    /// In one way, whatever is laid.
    One,
    /// In several ways in turns.
    Split,
    /// In several ways at once.
    Copy,
}

/// A way from a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: SiteId,
    pub(super) to: Arrival,
    /// The belt that must lie there for it.
    pub(super) belt: Option<BeltId>,
}

/// Where a donut stands and what decides its way on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) cell: Cell,
    pub(super) kind: Kind,
    /// On a crossover.
    pub(super) heading: Option<Direction>,
    pub(super) branch: Branch,
    /// Its edges are those from here to the same number of the next site.
    first_edge: u32,
}

/// A target and a kind that may be delivered there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    /// By number among the targets of the factory.
    pub(super) target: usize,
    pub(super) kind: Kind,
}

/// What a search takes for granted about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    /// Splitters and entrances lead to all their ways, sooner or later, and whoever stands somewhere
    /// comes to a target: the timing-free flow. And a crossover that is used is used along both
    /// axes, since along one alone it takes one donut and no other.
    Steady,
    /// The timing-free flow alone.
    Flow,
    /// Nothing but what must hold in every exact run: some way of a splitter is never taken by some
    /// kind, some donut waits for ever.
    Exact,
}

/// The level as a graph.
pub(super) struct Graph {
    pub(super) sites: Vec<Site>,
    pub(super) edges: Vec<Edge>,
    /// By site, the edges that lead there.
    pub(super) into: Vec<Vec<u32>>,
    pub(super) deliveries: Vec<Delivery>,
    /// By delivery, the edges that lead there.
    pub(super) delivered_by: Vec<Vec<u32>>,
    /// The belts that can be of use.
    pub(super) belts: Vec<(Cell, Direction)>,
    /// By source, where its donuts arrive first: one for each kind that it makes.
    pub(super) starts: Vec<Vec<Arrival>>,
    /// Whether some donut can be pushed aside.
    pushes: bool,
}

/// Why a level has no graph.
pub(super) enum NoGraph {
    /// Something goes wrong in every layout: there is no solution.
    Unsolvable,
    /// A limit of the search was hit.
    Over,
}

impl Graph {
    /// The graph of a factory.
    pub(super) fn new(factory: &Factory, timing: Timing, gauge: &dyn Gauge) -> Result<Graph, NoGraph> {
        let mut draft = Draft::new(factory);
        let starts = draft.explore(gauge)?;
        let alive = draft.alive(timing);
        let keeps = |arrival: &Arrival| match *arrival {
            Arrival::Site(site) => alive[site as usize],
            Arrival::Delivery(_) => true,
            Arrival::Doomed(_) | Arrival::Wrong => false,
        };
        // A source must deliver; of one with many kinds, any kind may come.
        if !starts.iter().all(|kinds| kinds.iter().all(keeps)) {
            return Err(NoGraph::Unsolvable);
        }
        Ok(draft.finish(&starts, &alive, timing))
    }

    /// The edges that lead from a site.
    #[inline]
    pub(super) fn out(&self, site: SiteId) -> std::ops::Range<usize> {
        let first =
            |site: usize| self.sites.get(site).map_or(self.edges.len(), |site| site.first_edge as usize);
        first(site as usize)..first(site as usize + 1)
    }

    /// The edges that lead from a site, themselves.
    #[inline]
    pub(super) fn ways(&self, site: SiteId) -> &[Edge] {
        &self.edges[self.out(site)]
    }

    /// Whether every donut of a source goes the same way: nothing splits, nothing is copied.
    pub(super) fn is_deterministic(&self) -> bool {
        self.sites.iter().all(|site| matches!(site.branch, Branch::Belts | Branch::One))
    }

    /// Whether some donut can be pushed aside.
    pub(super) fn has_pushes(&self) -> bool {
        self.pushes
    }

    /// What it takes in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.sites.len() * BYTES
    }
}

/// The graph while it is found.
struct Draft<'a> {
    factory: &'a Factory,
    /// By cell and kind and, on crossovers, heading.
    number_of: std::collections::HashMap<(Cell, Kind, Option<Direction>), SiteId>,
    sites: Vec<(Cell, Kind, Option<Direction>, Branch)>,
    /// By site, with the direction of the belt that it hangs on.
    edges: Vec<Vec<(Option<Direction>, Arrival)>>,
    deliveries: Vec<Delivery>,
}

impl<'a> Draft<'a> {
    fn new(factory: &'a Factory) -> Self {
        let number_of = std::collections::HashMap::new();
        Draft { factory, number_of, sites: Vec::new(), edges: Vec::new(), deliveries: Vec::new() }
    }

    /// Finds all sites from the sources; gives where each source's donuts arrive first.
    fn explore(&mut self, gauge: &dyn Gauge) -> Result<Vec<Vec<Arrival>>, NoGraph> {
        let factory = self.factory;
        let mut starts = Vec::new();
        for &source in &factory.sources {
            let (Tile::Source(way) | Tile::AnySource(way)) = factory.tile(source) else { continue };
            starts.push(factory.makes(source).iter().map(|kind| self.step(source, way, kind)).collect());
        }
        let mut at = 0;
        while at < self.sites.len() {
            if at % 1024 == 0 && self.is_too_much(gauge) {
                return Err(NoGraph::Over);
            }
            let ways = self.leave(at);
            self.edges.push(ways);
            at += 1;
        }
        Ok(starts)
    }

    /// Whether a limit of the search is hit, with all sites found so far.
    fn is_too_much(&self, gauge: &dyn Gauge) -> bool {
        let bytes = self.sites.len() * BYTES;
        gauge.hold(bytes);
        let over = gauge.is_over();
        gauge.release(bytes);
        over
    }

    /// What comes of a donut that goes from a cell in this direction.
    fn step(&mut self, from: Cell, way: Direction, kind: Kind) -> Arrival {
        let Some(cell) = self.factory.ahead(from, way) else { return Arrival::Wrong };
        let tile = self.factory.tile(cell);
        if !tile.admits(way) {
            return Arrival::Wrong;
        }
        if matches!(tile, Tile::Target(..)) {
            if !self.factory.wants(cell).contains(kind) {
                return Arrival::Wrong;
            }
            let delivery = Delivery { target: self.factory.number(cell), kind };
            let known = self.deliveries.iter().position(|&other| other == delivery);
            let number = known.unwrap_or_else(|| {
                self.deliveries.push(delivery);
                self.deliveries.len() - 1
            });
            return Arrival::Delivery(number as u32);
        }
        self.arrive(cell, kind, way)
    }

    /// The site of a donut that has come onto a cell.
    fn arrive(&mut self, cell: Cell, kind: Kind, way: Direction) -> Arrival {
        let kind = self.factory.topped(cell, kind);
        let tile = self.factory.tile(cell);
        let pushed = self.factory.push(cell, kind).is_some();
        let heading = (tile == Tile::Crossover && !pushed).then_some(way);
        let branch = match tile {
            _ if pushed => Branch::One,
            Tile::Free => Branch::Belts,
            Tile::Splitter(_) => Branch::Split,
            Tile::Entrance(group) if self.factory.exits(group).len() > 1 => Branch::Copy,
            _ => Branch::One,
        };
        let next = self.sites.len() as SiteId;
        let site = *self.number_of.entry((cell, kind, heading)).or_insert(next);
        if site == next {
            self.sites.push((cell, kind, heading, branch));
        }
        Arrival::Site(site)
    }

    /// The ways from a site.
    fn leave(&mut self, site: usize) -> Vec<(Option<Direction>, Arrival)> {
        let (cell, kind, heading, _) = self.sites[site];
        if let Some(way) = self.factory.push(cell, kind) {
            return vec![(None, self.step(cell, way, kind))];
        }
        match self.factory.tile(cell) {
            Tile::Free => Direction::ALL.map(|way| (Some(way), self.step(cell, way, kind))).into(),
            Tile::Preset(way) | Tile::Exit(_, way) => vec![(None, self.step(cell, way, kind))],
            Tile::Splitter(way) => {
                [way.left(), way.right()].map(|way| (None, self.step(cell, way, kind))).into()
            }
            Tile::Entrance(group) => {
                let exits = self.factory.exits(group).iter();
                exits.map(|&exit| (None, self.arrive(exit, kind, Direction::Right))).collect()
            }
            // A donut on a crossover has a heading: it came there by a move.
            Tile::Crossover => {
                let way = heading.unwrap_or(Direction::Right);
                vec![(None, self.step(cell, way, kind))]
            }
            // No donut comes onto any other tile.
            _ => vec![(None, Arrival::Wrong)],
        }
    }

    /// The sites at which things can go well.
    fn alive(&self, timing: Timing) -> Vec<bool> {
        let mut alive = vec![true; self.sites.len()];
        loop {
            let before = alive.iter().filter(|&&alive| alive).count();
            for site in (0..alive.len()).rev() {
                let goes_well = |&(_, arrival): &(_, Arrival)| match (arrival, timing) {
                    // In flow everybody goes on; in time it may wait for ever before what is wrong.
                    (Arrival::Site(_), Timing::Exact) | (Arrival::Delivery(_), _) => true,
                    (Arrival::Site(next), _) => alive[next as usize],
                    (Arrival::Doomed(_) | Arrival::Wrong, _) => false,
                };
                let mut ways = self.edges[site].iter();
                alive[site] &= match (self.sites[site].3, timing) {
                    (Branch::Split | Branch::Copy, Timing::Steady | Timing::Flow) => ways.all(goes_well),
                    _ => ways.any(goes_well),
                };
            }
            // In flow, what never comes to a target fills up: such sites are left out. In time,
            // it may be that one donut was delivered before that.
            if timing != Timing::Exact {
                self.keep_leading_to_targets(&mut alive);
            }
            if before == alive.iter().filter(|&&alive| alive).count() {
                return alive;
            }
        }
    }

    fn keep_leading_to_targets(&self, alive: &mut [bool]) {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); alive.len()];
        let mut stack = Vec::new();
        for (from, edges) in self.edges.iter().enumerate().filter(|&(from, _)| alive[from]) {
            for &(_, to) in edges {
                match to {
                    Arrival::Site(to) => into[to as usize].push(from as u32),
                    Arrival::Delivery(_) => stack.push(from as u32),
                    Arrival::Doomed(_) | Arrival::Wrong => {}
                }
            }
        }
        let mut leads = vec![false; alive.len()];
        while let Some(site) = stack.pop() {
            if alive[site as usize] && !std::mem::replace(&mut leads[site as usize], true) {
                stack.extend(&into[site as usize]);
            }
        }
        alive.copy_from_slice(&leads);
    }

    /// The graph of the sites that are left and can still be reached.
    fn finish(self, starts: &[Vec<Arrival>], alive: &[bool], timing: Timing) -> Graph {
        const NONE: u32 = u32::MAX;
        let sites = &self.sites;
        let mut renamed = vec![NONE; alive.len()];
        let mut order: Vec<usize> = Vec::new();
        let mut reach = |arrival: Arrival, order: &mut Vec<usize>| match arrival {
            Arrival::Site(site) if alive[site as usize] => {
                if renamed[site as usize] == NONE {
                    renamed[site as usize] = order.len() as u32;
                    order.push(site as usize);
                }
                Arrival::Site(renamed[site as usize])
            }
            Arrival::Site(site) if timing == Timing::Exact => Arrival::Doomed(sites[site as usize].0),
            Arrival::Site(_) => Arrival::Wrong,
            other => other,
        };
        let starts =
            starts.iter().map(|kinds| kinds.iter().map(|&kind| reach(kind, &mut order)).collect()).collect();
        let mut graph = Graph {
            sites: Vec::new(),
            edges: Vec::new(),
            into: Vec::new(),
            delivered_by: vec![Vec::new(); self.deliveries.len()],
            deliveries: self.deliveries,
            belts: Vec::new(),
            starts,
            pushes: false,
        };
        let mut belt_of = std::collections::HashMap::new();
        let mut at = 0;
        while at < order.len() {
            let (cell, kind, heading, branch) = sites[order[at]];
            let first_edge = graph.edges.len() as u32;
            graph.pushes |= self.factory.push(cell, kind).is_some();
            graph.sites.push(Site { cell, kind, heading, branch, first_edge });
            for &(way, to) in &self.edges[order[at]] {
                let to = reach(to, &mut order);
                if to == Arrival::Wrong {
                    continue;
                }
                let belt = way.map(|way| {
                    *belt_of.entry((cell, way)).or_insert_with(|| {
                        graph.belts.push((cell, way));
                        graph.belts.len() as u32 - 1
                    })
                });
                graph.edges.push(Edge { from: at as u32, to, belt });
            }
            at += 1;
        }
        graph.into = vec![Vec::new(); graph.sites.len()];
        for (number, edge) in graph.edges.iter().enumerate() {
            match edge.to {
                Arrival::Site(to) => graph.into[to as usize].push(number as u32),
                Arrival::Delivery(to) => graph.delivered_by[to as usize].push(number as u32),
                Arrival::Doomed(_) | Arrival::Wrong => {}
            }
        }
        graph
    }
}
