//! Where donuts can go: the level as a graph whose edges are fixed or depend on a belt.
//!
//! A *site* is what decides where a donut goes next: its cell, its kind and, on a crossover, its
//! heading. The search works on sites alone and does not know tiles: four kinds of [`Branch`]
//! describe how a donut leaves a site. Sites are found forwards from the sources. Sites at which a
//! fault is inevitable are left out, and so are belts that no site can use.
//!
//! The graph is accounted at 400 bytes per reachable site. Cells that no donut can reach take none.

use unriddle_kit::Direction;

use super::super::level::{Cell, Factory, Kind, Tile};
use super::monitor::SolverMonitor;

/// The number of a site.
pub(super) type SiteId = u32;
/// The number of a belt that can be laid.
pub(super) type BeltId = u32;

/// The memory per site, with its edges, during and after construction, in bytes.
const BYTES: usize = 400;

/// Where a move takes a donut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// To a site.
    Site(SiteId),
    /// Into a target; the number is an index into the deliveries.
    Delivery(u32),
    /// Onto this cell, where a fault is inevitable. It must wait for ever before that.
    Doomed(Cell),
    /// To a fault.
    Wrong,
}

/// How donuts leave a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Along the belt that is laid there.
    Belts,
    /// Along one fixed edge.
    One,
    /// Along several edges in turns.
    Split,
    /// Along several edges at once.
    Copy,
}

/// An edge from a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: SiteId,
    pub(super) to: Arrival,
    /// The belt that it depends on.
    pub(super) belt: Option<BeltId>,
}

/// Where a donut stands, with everything that decides where it goes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) cell: Cell,
    pub(super) kind: Kind,
    /// Set on crossovers only.
    pub(super) heading: Option<Direction>,
    pub(super) branch: Branch,
    /// Its edges start here and end where those of the next site start.
    first_edge: u32,
}

/// A target and a kind that may be delivered there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    /// The index of the target in the factory.
    pub(super) target: usize,
    pub(super) kind: Kind,
}

/// What a search assumes about timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    /// The flow, and a crossover in use is used along both axes, since along one axis alone it lets a
    /// single donut pass.
    Steady,
    /// The timing-free flow: splitters and entrances send donuts to all their outputs, and every donut
    /// comes to a target.
    Flow,
    /// Only what holds in every exact run: a kind may never take some side of a splitter, and a donut
    /// may wait for ever.
    Exact,
}

/// The level as a graph.
pub(super) struct Graph {
    pub(super) sites: Vec<Site>,
    pub(super) edges: Vec<Edge>,
    /// By site, the incoming edges.
    pub(super) into: Vec<Vec<u32>>,
    pub(super) deliveries: Vec<Delivery>,
    /// By delivery, the incoming edges.
    pub(super) delivered_by: Vec<Vec<u32>>,
    /// The belts that a donut can use.
    pub(super) belts: Vec<(Cell, Direction)>,
    /// By source, where its donuts arrive first, one for each kind that it makes.
    pub(super) starts: Vec<Vec<Arrival>>,
    /// Whether some donut can be pushed aside.
    pushes: bool,
}

/// Why a level has no graph.
pub(super) enum NoGraph {
    /// Every layout has a fault, since the donuts of this source cannot avoid one.
    Unsolvable { source: usize },
    /// A limit of the search was hit.
    Over,
}

impl Graph {
    /// The graph of a factory.
    pub(super) fn new(
        factory: &Factory,
        timing: Timing,
        monitor: &dyn SolverMonitor,
    ) -> Result<Graph, NoGraph> {
        let mut draft = Draft::new(factory);
        let starts = draft.explore(monitor)?;
        let alive = draft.alive(timing);
        let keeps = |arrival: &Arrival| match *arrival {
            Arrival::Site(site) => alive[site as usize],
            Arrival::Delivery(_) => true,
            Arrival::Doomed(_) | Arrival::Wrong => false,
        };
        // An any-source may push any kind, so none may start where a fault is inevitable.
        if let Some(source) = starts.iter().position(|kinds| !kinds.iter().all(keeps)) {
            return Err(NoGraph::Unsolvable { source });
        }
        Ok(draft.finish(&starts, &alive, timing))
    }

    /// The range of the edges from a site.
    #[inline]
    pub(super) fn out(&self, site: SiteId) -> std::ops::Range<usize> {
        let first =
            |site: usize| self.sites.get(site).map_or(self.edges.len(), |site| site.first_edge as usize);
        first(site as usize)..first(site as usize + 1)
    }

    /// The edges from a site.
    #[inline]
    pub(super) fn ways(&self, site: SiteId) -> &[Edge] {
        &self.edges[self.out(site)]
    }

    /// Whether nothing splits and nothing copies, so that all donuts of a source take the same path.
    pub(super) fn is_deterministic(&self) -> bool {
        self.sites.iter().all(|site| matches!(site.branch, Branch::Belts | Branch::One))
    }

    /// Whether some donut can be pushed aside.
    pub(super) fn has_pushes(&self) -> bool {
        self.pushes
    }

    /// Its memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.sites.len() * BYTES
    }
}

/// The graph during construction.
struct Draft<'a> {
    factory: &'a Factory,
    /// By cell and kind and, on crossovers, heading.
    number_of: std::collections::HashMap<(Cell, Kind, Option<Direction>), SiteId>,
    sites: Vec<(Cell, Kind, Option<Direction>, Branch)>,
    /// By site, with the direction of the belt that the edge depends on.
    edges: Vec<Vec<(Option<Direction>, Arrival)>>,
    deliveries: Vec<Delivery>,
}

impl<'a> Draft<'a> {
    fn new(factory: &'a Factory) -> Self {
        let number_of = std::collections::HashMap::new();
        Draft { factory, number_of, sites: Vec::new(), edges: Vec::new(), deliveries: Vec::new() }
    }

    /// Finds all sites. Returns, by source, where its donuts arrive first.
    fn explore(&mut self, monitor: &dyn SolverMonitor) -> Result<Vec<Vec<Arrival>>, NoGraph> {
        let factory = self.factory;
        let mut starts = Vec::new();
        for &source in &factory.sources {
            let (Tile::Source(way) | Tile::AnySource(way)) = factory.tile(source) else { continue };
            starts.push(factory.makes(source).iter().map(|kind| self.step(source, way, kind)).collect());
        }
        let mut at = 0;
        while at < self.sites.len() {
            if at % 1024 == 0 && self.is_too_much(monitor) {
                return Err(NoGraph::Over);
            }
            let ways = self.leave(at);
            self.edges.push(ways);
            at += 1;
        }
        Ok(starts)
    }

    /// Whether a limit is hit, counting the memory of all sites so far.
    fn is_too_much(&self, monitor: &dyn SolverMonitor) -> bool {
        let bytes = self.sites.len() * BYTES;
        monitor.hold(bytes);
        let over = monitor.is_over();
        monitor.release(bytes);
        over
    }

    /// Where a donut arrives that leaves a cell in this direction.
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

    /// The site of a donut that enters a cell.
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

    /// The edges from a site, with the directions of their belts.
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
            // A donut on a crossover always has a heading.
            Tile::Crossover => {
                let way = heading.unwrap_or(Direction::Right);
                vec![(None, self.step(cell, way, kind))]
            }
            // No donut enters any other tile.
            _ => vec![(None, Arrival::Wrong)],
        }
    }

    /// By site, whether a fault can be avoided from there.
    fn alive(&self, timing: Timing) -> Vec<bool> {
        let mut alive = vec![true; self.sites.len()];
        loop {
            let before = alive.iter().filter(|&&alive| alive).count();
            for site in (0..alive.len()).rev() {
                let goes_well = |&(_, arrival): &(_, Arrival)| match (arrival, timing) {
                    // In the flow every donut moves on. With exact timing it may wait for ever before
                    // a fault.
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
            // In the flow, a site from which no target can be reached fills up. With exact timing,
            // another donut may have been delivered before that.
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

    /// The graph of the remaining sites that can still be reached.
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
