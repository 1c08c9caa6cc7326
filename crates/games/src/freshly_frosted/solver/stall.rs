//! What must hold in every exact run: the clauses behind a proof where time matters.
//!
//! In time, flow can be wrong both ways. A layout that flow rejects may work: a splitter that two
//! kinds enter in turns sorts them, and what would go wrong behind a donut that waits for ever
//! never happens. So a proof needs clauses that no right layout breaks. They read: a donut goes
//! on, *or waits for ever*; and what waits for ever has a reason. The reasons follow from the merge
//! rule. A donut that waits longest goes first, so one that waits for ever waits
//! - behind another that waits for ever;
//! - for a crossover;
//! - or for a cell that is handed on within a full loop time and again, so that somebody else comes
//!   to that cell from another side.
//!
//! The first donut in a splitter wants to go left, and the first in an entrance goes to all exits. And
//! where nobody waits for ever, on a cell or in a source, and nothing is pushed aside, no stream of
//! donuts dries up: the second in a splitter wants to go right. (A bumper can send a single early donut
//! down a side that none takes later.)
//!
//! The clauses are far from saying all that time does. What they let through is run, and each layout
//! that fails becomes a clause of its own.

use std::collections::{BTreeMap, BTreeSet};

use batsat::Lit;

use super::super::level::{Cell, Factory, Tile};
use super::encode::Encoding;
use super::graph::{Arrival, Graph};
use super::sat::Sat;

impl Encoding {
    /// Why a donut may wait for ever, and what holds if none does.
    pub(super) fn stalls(
        &self,
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        sites_of: &BTreeMap<Cell, Vec<usize>>,
    ) {
        let entries = self.entries(graph);
        let mut sides_of: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        entries.keys().for_each(|&(from, to)| sides_of.entry(to).or_default().push(from));
        let front = |&source: &Cell| match factory.tile(source) {
            Tile::Source(way) | Tile::AnySource(way) => factory.ahead(source, way),
            _ => None,
        };
        let fed: BTreeSet<Cell> = factory.sources.iter().filter_map(front).collect();
        for (&cell, &waits) in &self.waits {
            let mut reasons = vec![!waits];
            for (&(_, to), ways) in entries.range((cell, Cell(0))..=(cell, Cell(u32::MAX))) {
                let reason = sat.variable();
                reasons.push(reason);
                let mut goes_there = vec![!reason];
                goes_there.extend(ways);
                sat.add(&goes_there);
                if factory.tile(to) == Tile::Crossover || fed.contains(&to) {
                    continue;
                }
                let mut held_up = vec![!reason];
                held_up.extend(self.waits.get(&to));
                let others = sides_of[&to].iter().filter(|&&other| other != cell);
                held_up.extend(others.flat_map(|&other| &entries[&(other, to)]));
                sat.add(&held_up);
            }
            sat.add(&reasons);
            let mut somebody = vec![!waits];
            somebody.extend(self.anybody_at(&sites_of[&cell]));
            sat.add(&somebody);
            if sat.is_over() {
                return;
            }
        }
        let mut waiting: Vec<Lit> = self.waits.values().copied().collect();
        for &front in &fed {
            let ways = sides_of.get(&front).into_iter().flatten().map(|&from| &entries[&(from, front)]);
            waiting.push(self.source_waits(sat, factory, front, ways));
        }
        self.sides(sat, factory, graph, sites_of, waiting);
    }

    /// What must hold for a source to wait for ever before its front cell, which donuts also come to in
    /// these `ways`.
    fn source_waits<'w>(
        &self,
        sat: &mut Sat<'_>,
        factory: &Factory,
        front: Cell,
        ways: impl Iterator<Item = &'w BTreeSet<Lit>>,
    ) -> Lit {
        let source_waits = sat.variable();
        if factory.tile(front) != Tile::Crossover {
            let mut held_up = vec![!source_waits];
            held_up.extend(self.waits.get(&front));
            held_up.extend(ways.flatten());
            sat.add(&held_up);
        }
        source_waits
    }

    /// By the cells at both ends, what must hold for a donut to go there: a belt, or that somebody
    /// stands where it goes that way by itself.
    fn entries(&self, graph: &Graph) -> BTreeMap<(Cell, Cell), BTreeSet<Lit>> {
        let mut entries: BTreeMap<(Cell, Cell), BTreeSet<Lit>> = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            let to = match edge.to {
                Arrival::Site(to) => graph.sites[to as usize].cell,
                Arrival::Doomed(cell) => cell,
                // A target takes everybody, each in turn.
                Arrival::Delivery(_) | Arrival::Wrong => continue,
            };
            let ways = entries.entry((graph.sites[edge.from as usize].cell, to)).or_default();
            match edge.belt {
                Some(belt) => {
                    ways.insert(self.belt[belt as usize]);
                }
                None => ways.extend(self.takes.iter().filter_map(|takes| takes[at])),
            }
        }
        entries
    }

    fn anybody_at<'s>(&'s self, sites: &'s [usize]) -> impl Iterator<Item = Lit> + 's {
        self.stands.iter().flat_map(move |stands| sites.iter().filter_map(move |&site| stands[site]))
    }

    /// Which sides of splitters and exits of teleporters are used at all, where all that can wait for
    /// ever are these.
    fn sides(
        &self,
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        sites_of: &BTreeMap<Cell, Vec<usize>>,
        waiting: Vec<Lit>,
    ) {
        let somebody_waits = sat.variable();
        let mut clause = waiting;
        clause.push(!somebody_waits);
        sat.add(&clause);
        let entrances = |group| factory.tiles.iter().filter(|&&tile| tile == Tile::Entrance(group)).count();
        for (&cell, sites) in sites_of {
            if sites.iter().any(|&site| factory.push(cell, graph.sites[site].kind).is_some()) {
                continue;
            }
            match factory.tile(cell) {
                Tile::Splitter(way) => {
                    let [left, right] = [way.left(), way.right()].map(|way| factory.ahead(cell, way));
                    self.side_is_used(sat, factory, graph, sites, left, None);
                    if !graph.has_pushes() {
                        self.side_is_used(sat, factory, graph, sites, right, Some(somebody_waits));
                    }
                }
                // The first donut finds all exits empty, if it is the only way to them.
                Tile::Entrance(group) if entrances(group) == 1 => {
                    let exits = factory.exits(group);
                    exits.iter().for_each(|&exit| {
                        self.side_is_used(
                            sat,
                            factory,
                            graph,
                            sites,
                            Some(exit),
                            self.waits.get(&cell).copied(),
                        );
                    });
                }
                _ => {}
            }
        }
    }

    /// If somebody comes to these sites of one cell, somebody goes from there to the cell `end`.
    fn side_is_used(
        &self,
        sat: &mut Sat<'_>,
        factory: &Factory,
        graph: &Graph,
        sites: &[usize],
        end: Option<Cell>,
        unless: Option<Lit>,
    ) {
        let mut used: Vec<Lit> = unless.into_iter().collect();
        for at in sites.iter().flat_map(|&site| graph.out(site as u32)) {
            let to = match graph.edges[at].to {
                Arrival::Site(to) => Some(graph.sites[to as usize].cell),
                Arrival::Doomed(cell) => Some(cell),
                Arrival::Delivery(to) => Some(factory.targets[graph.deliveries[to as usize].target]),
                Arrival::Wrong => None,
            };
            if to == end && to.is_some() {
                used.extend(self.takes.iter().filter_map(|takes| takes[at]));
            }
        }
        for here in self.anybody_at(sites) {
            let mut clause = used.clone();
            clause.push(!here);
            sat.add(&clause);
        }
    }
}
