//! The SAT encoding of a level: a model is a layout.
//!
//! Variables: `belt` (a belt is laid), and for each source `stands` (one of its donuts stands at
//! a site), `takes` (a donut takes an edge: it stands there and the belt is laid) and `delivers`.
//! The clauses state that a cell has at most one belt; a donut moves on; a donut came from
//! somewhere; every source delivers; every target receives; and the list is met. That no donuts
//! circulate in a loop without a source is left to
//! [`Connectivity`](super::connectivity::Connectivity).
//!
//! With [`Timing::Exact`] the clauses are weaker: see [`exact_timing`](super::exact_timing).
//!
//! The encoding takes two or three variables and about ten clauses per source, site and edge.

use std::collections::BTreeMap;

use batsat::Lit;

use super::super::level::{Cell, Factory, Kind};
use super::graph::{Arrival, Branch, Graph, Timing};
use super::sat::Sat;
use super::totalizer::at_least;

/// What a level demands of a layout, besides that no donut goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Demand {
    /// The source with this index delivers.
    Delivers(usize),
    /// The target with this index receives.
    Receives(usize),
    /// The list is met for this kind.
    Listed(Kind),
    /// The splitter or entrance on this cell sends donuts all ways.
    AllWays(Cell),
}

/// The variables of a level.
pub(super) struct Encoding {
    /// By belt.
    pub(super) belt: Vec<Lit>,
    /// By source and site.
    pub(super) stands: Vec<Vec<Option<Lit>>>,
    /// By source and edge.
    pub(super) takes: Vec<Vec<Option<Lit>>>,
    /// By source and delivery.
    pub(super) delivers: Vec<Vec<Option<Lit>>>,
    /// With exact timing, by cell: some donut waits there for ever.
    pub(super) waits: BTreeMap<Cell, Lit>,
    /// The demands that can be dropped, each with the literal that lets it stand. Empty if none can.
    pub(super) demands: BTreeMap<Demand, Lit>,
}

impl Encoding {
    /// Adds the clauses of a graph.
    pub(super) fn new(sat: &mut Sat<'_>, factory: &Factory, graph: &Graph, timing: Timing) -> Encoding {
        Encoding::build(sat, factory, graph, timing, BTreeMap::new())
    }

    /// Adds the clauses of a graph, with demands that can be dropped.
    pub(super) fn with_demands(
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        timing: Timing,
    ) -> Encoding {
        let mut demands: Vec<Demand> = (0..graph.starts.len()).map(Demand::Delivers).collect();
        demands.extend((0..factory.targets.len()).map(Demand::Receives));
        demands.extend(factory.open_list().unwrap_or_default().iter().map(|&kind| Demand::Listed(kind)));
        let divides = |branch| matches!(branch, Branch::Split | Branch::Copy);
        // With exact timing, a donut need not go all ways.
        let dividing = graph.sites.iter().filter(|site| timing != Timing::Exact && divides(site.branch));
        demands.extend(dividing.map(|site| Demand::AllWays(site.cell)));
        demands.sort();
        demands.dedup();
        let demands = demands.into_iter().map(|demand| (demand, sat.variable())).collect();
        Encoding::build(sat, factory, graph, timing, demands)
    }

    fn build(
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        timing: Timing,
        demands: BTreeMap<Demand, Lit>,
    ) -> Encoding {
        let mut encoding = Encoding {
            belt: graph.belts.iter().map(|_| sat.variable()).collect(),
            stands: Vec::new(),
            takes: Vec::new(),
            delivers: Vec::new(),
            waits: BTreeMap::new(),
            demands,
        };
        let belts_of = by_cell(graph.belts.iter().map(|&(cell, _)| cell));
        let sites_of = by_cell(graph.sites.iter().map(|site| site.cell));
        if timing == Timing::Exact {
            encoding.waits = sites_of.keys().map(|&cell| (cell, sat.variable())).collect();
        }
        for belts in belts_of.values() {
            let laid: Vec<Lit> = belts.iter().map(|&at| encoding.belt[at]).collect();
            sat.at_most_one(&laid);
        }
        for source in 0..graph.starts.len() {
            encoding.name_variables(sat, graph, source);
            encoding.ways_on(sat, graph, timing, &belts_of, source);
            encoding.ways_here(sat, graph, source);
            if sat.is_over() {
                return encoding;
            }
        }
        encoding.goal(sat, factory, graph);
        encoding.belts_are_used(sat, graph, &sites_of);
        encoding.determinism(sat, factory, graph, &sites_of);
        match timing {
            Timing::Steady => encoding.cross_both_ways(sat, graph, &sites_of),
            Timing::Flow => {}
            Timing::Exact => encoding.exact_timing(sat, factory, graph, &sites_of),
        }
        encoding
    }

    /// Creates the variables for everything that a source can reach.
    fn name_variables(&mut self, sat: &mut Sat<'_>, graph: &Graph, source: usize) {
        sat.hold((graph.sites.len() + graph.edges.len()) * size_of::<Option<Lit>>());
        let mut stands = vec![None; graph.sites.len()];
        let mut takes = vec![None; graph.edges.len()];
        let mut delivers = vec![None; graph.deliveries.len()];
        let mut open: Vec<Arrival> = graph.starts[source].clone();
        while let Some(arrival) = open.pop().filter(|_| !sat.is_over()) {
            match arrival {
                Arrival::Site(site) if stands[site as usize].is_none() => {
                    stands[site as usize] = Some(sat.variable());
                    open.extend(graph.ways(site).iter().map(|edge| edge.to));
                }
                Arrival::Delivery(delivery) if delivers[delivery as usize].is_none() => {
                    delivers[delivery as usize] = Some(sat.variable());
                }
                _ => {}
            }
        }
        for (at, edge) in graph.edges.iter().enumerate() {
            if let Some(here) = stands[edge.from as usize] {
                let alone = matches!(graph.sites[edge.from as usize].branch, Branch::One);
                takes[at] = Some(if alone { here } else { sat.variable() });
            }
        }
        self.stands.push(stands);
        self.takes.push(takes);
        self.delivers.push(delivers);
    }

    /// The literal that a demand is dropped, if it can be.
    fn dropped(&self, demand: Demand) -> Option<Lit> {
        self.demands.get(&demand).map(|&stands| !stands)
    }

    /// The literal for the arrival of a donut of this source.
    fn comes_to(&self, source: usize, arrival: Arrival) -> Option<Lit> {
        match arrival {
            Arrival::Site(site) => self.stands[source][site as usize],
            Arrival::Delivery(delivery) => self.delivers[source][delivery as usize],
            Arrival::Doomed(_) | Arrival::Wrong => None,
        }
    }

    /// A donut moves on.
    fn ways_on(
        &self,
        sat: &mut Sat<'_>,
        graph: &Graph,
        timing: Timing,
        belts_of: &BTreeMap<Cell, Vec<usize>>,
        source: usize,
    ) {
        for (number, site) in graph.sites.iter().enumerate() {
            if sat.is_over() {
                return;
            }
            let Some(here) = self.stands[source][number] else { continue };
            let mut ways: Vec<Lit> = Vec::new();
            for at in graph.out(number as u32) {
                let edge = graph.edges[at];
                // If a site has a variable, so do its edges and their ends.
                let Some(takes) = self.takes[source][at] else { continue };
                // A donut that takes the edge arrives at its end, or waits for ever.
                let mut clause = vec![!takes];
                clause.extend(self.comes_to(source, edge.to));
                clause.extend(self.waits.get(&site.cell));
                sat.add(&clause);
                if let Some(belt) = edge.belt {
                    let laid = self.belt[belt as usize];
                    sat.add(&[!takes, here]);
                    sat.add(&[!takes, laid]);
                    sat.add(&[!here, !laid, takes]);
                    ways.push(laid);
                } else if takes != here {
                    sat.add(&[!takes, here]);
                    ways.push(takes);
                }
            }
            match (site.branch, timing) {
                (Branch::Belts, _) => {
                    // A belt that leads to a fault from this site is not laid.
                    for &belt in belts_of.get(&site.cell).into_iter().flatten() {
                        if !ways.contains(&self.belt[belt]) {
                            sat.add(&[!here, !self.belt[belt]]);
                        }
                    }
                    ways.push(!here);
                    sat.add(&ways);
                }
                (Branch::One, _) => {}
                (Branch::Split | Branch::Copy, Timing::Steady | Timing::Flow) => {
                    let dropped = self.dropped(Demand::AllWays(site.cell));
                    for &takes in &ways {
                        let clause = [Some(!here), Some(takes), dropped];
                        sat.add(&clause.into_iter().flatten().collect::<Vec<_>>());
                    }
                    if dropped.is_some() {
                        ways.push(!here);
                        sat.add(&ways);
                    }
                }
                (Branch::Split | Branch::Copy, Timing::Exact) => {
                    ways.push(!here);
                    ways.extend(self.waits.get(&site.cell));
                    sat.add(&ways);
                }
            }
        }
    }

    /// A donut came from somewhere.
    fn ways_here(&self, sat: &mut Sat<'_>, graph: &Graph, source: usize) {
        let starts = &graph.starts[source];
        for &start in starts {
            if let Some(there) = self.comes_to(source, start) {
                let clause = [Some(there), self.dropped(Demand::Delivers(source))];
                sat.add(&clause.into_iter().flatten().collect::<Vec<_>>());
            }
        }
        let mut demand = |here: Option<Lit>, arrival: Arrival, edges: &[u32]| {
            let Some(here) = here.filter(|_| !starts.contains(&arrival)) else { return };
            let mut clause = vec![!here];
            clause.extend(edges.iter().filter_map(|&at| self.takes[source][at as usize]));
            sat.add(&clause);
        };
        for (site, edges) in graph.into.iter().enumerate() {
            demand(self.stands[source][site], Arrival::Site(site as u32), edges);
        }
        for (delivery, edges) in graph.delivered_by.iter().enumerate() {
            demand(self.delivers[source][delivery], Arrival::Delivery(delivery as u32), edges);
        }
    }

    /// Every source delivers, every target receives, and the list is met.
    fn goal(&self, sat: &mut Sat<'_>, factory: &Factory, graph: &Graph) {
        for (source, delivers) in self.delivers.iter().enumerate() {
            let some = delivers.iter().flatten().copied();
            sat.add(&some.chain(self.dropped(Demand::Delivers(source))).collect::<Vec<_>>());
        }
        let of = |wanted: &dyn Fn(usize) -> bool| -> Vec<Lit> {
            let numbers = (0..graph.deliveries.len()).filter(|&delivery| wanted(delivery));
            numbers.flat_map(|at| self.delivers.iter().filter_map(move |delivers| delivers[at])).collect()
        };
        for target in 0..factory.targets.len() {
            let mut some = of(&|at| graph.deliveries[at].target == target);
            some.extend(self.dropped(Demand::Receives(target)));
            sat.add(&some);
        }
        let list = factory.open_list().unwrap_or_default();
        for kind in Kind::ALL {
            let wanted = list.iter().filter(|&&listed| listed == kind).count();
            let some = of(&|at| graph.deliveries[at].kind == kind);
            at_least(sat, &some, wanted, self.dropped(Demand::Listed(kind)));
        }
    }

    /// A belt is laid only where a donut comes.
    fn belts_are_used(&self, sat: &mut Sat<'_>, graph: &Graph, sites_of: &BTreeMap<Cell, Vec<usize>>) {
        for (belt, &(cell, _)) in graph.belts.iter().enumerate() {
            let mut clause = vec![!self.belt[belt]];
            let sites = sites_of.get(&cell).into_iter().flatten();
            clause.extend(sites.flat_map(|&site| self.stands.iter().filter_map(move |stands| stands[site])));
            sat.add(&clause);
        }
    }

    /// Redundant clauses for levels in which nothing splits or copies, so that all donuts of a source
    /// take one path. Without bumpers, that path visits no cell twice. With as many targets as sources,
    /// no two paths meet except on crossovers. All this follows from the rules, so proofs may use it.
    fn determinism(
        &self,
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        sites_of: &BTreeMap<Cell, Vec<usize>>,
    ) {
        if !graph.is_deterministic() || graph.starts.iter().any(|kinds| kinds.len() != 1) {
            return;
        }
        for delivers in &self.delivers {
            let all: Vec<Lit> = delivers.iter().flatten().copied().collect();
            sat.at_most_one(&all);
        }
        if graph.has_pushes() {
            return;
        }
        // Demands that can be dropped do not imply it.
        let paired = factory.sources.len() == factory.targets.len() && self.demands.is_empty();
        for sites in sites_of.values() {
            let is_crossover = |&site: &usize| graph.sites[site].heading.is_some();
            let crossed = sites.iter().any(is_crossover);
            if paired && !crossed {
                let all: Vec<Lit> = self
                    .stands
                    .iter()
                    .flat_map(|stands| sites.iter().filter_map(|&site| stands[site]))
                    .collect();
                sat.at_most_one(&all);
                continue;
            }
            for stands in &self.stands {
                let all: Vec<Lit> = sites
                    .iter()
                    .filter(|site| !is_crossover(site))
                    .filter_map(|&site| stands[site])
                    .collect();
                sat.at_most_one(&all);
            }
        }
        if paired {
            self.one_way_in(sat, graph);
        }
    }

    /// Where no two paths meet, the belt that leads to a cell determines whose donuts stand there.
    fn one_way_in(&self, sat: &mut Sat<'_>, graph: &Graph) {
        let mut into: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for edge in &graph.edges {
            if let (Some(belt), Arrival::Site(to)) = (edge.belt, edge.to)
                && graph.sites[to as usize].heading.is_none()
            {
                let belts = into.entry(graph.sites[to as usize].cell).or_default();
                if !belts.contains(&(belt as usize)) {
                    belts.push(belt as usize);
                }
            }
        }
        for belts in into.values() {
            let laid: Vec<Lit> = belts.iter().map(|&belt| self.belt[belt]).collect();
            sat.at_most_one(&laid);
        }
        // A donut behind a belt came over it.
        let mut before: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for edge in &graph.edges {
            if let (Some(belt), Arrival::Site(to)) = (edge.belt, edge.to)
                && graph.sites[to as usize].heading.is_none()
            {
                before.entry((belt, to)).or_default().push(edge.from);
            }
        }
        for (&(belt, to), from) in &before {
            for stands in &self.stands {
                let Some(there) = stands[to as usize] else { continue };
                let mut clause = vec![!self.belt[belt as usize], !there];
                clause.extend(from.iter().filter_map(|&site| stands[site as usize]));
                sat.add(&clause);
            }
        }
    }

    /// A crossover in use is used along both axes.
    fn cross_both_ways(&self, sat: &mut Sat<'_>, graph: &Graph, sites_of: &BTreeMap<Cell, Vec<usize>>) {
        for sites in sites_of.values() {
            for axis in 0..2 {
                let along = |site: usize, axis: usize| {
                    graph.sites[site].heading.is_some_and(|heading| heading as usize % 2 == axis)
                };
                let across: Vec<Lit> = sites
                    .iter()
                    .filter(|&&site| along(site, 1 - axis))
                    .flat_map(|&site| self.stands.iter().filter_map(move |stands| stands[site]))
                    .collect();
                for &site in sites.iter().filter(|&&site| along(site, axis)) {
                    for here in self.stands.iter().filter_map(|stands| stands[site]) {
                        let mut clause = across.clone();
                        clause.push(!here);
                        sat.add(&clause);
                    }
                }
            }
        }
    }
}

/// The positions in the sequence, grouped by cell.
fn by_cell(cells: impl Iterator<Item = Cell>) -> BTreeMap<Cell, Vec<usize>> {
    let mut all: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    cells.enumerate().for_each(|(at, cell)| all.entry(cell).or_default().push(at));
    all
}
