//! Clauses that hold in every exact run: the basis of a proof where timing matters.
//!
//! The timing-free flow can be wrong in both directions. A layout that it rejects may work: a
//! splitter that two kinds enter alternately sorts them, and a fault behind a donut that waits for
//! ever never happens. So a proof needs clauses that no valid layout violates. They state that a
//! donut moves on *or waits for ever*, and that waiting for ever has a reason. The reasons follow
//! from the merge rule. The donut that has waited longest goes first, so a donut that waits for ever
//! waits
//! - behind another that waits for ever;
//! - for a crossover;
//! - or for a cell that a full loop keeps occupied, so that other donuts enter that cell from another
//!   side.
//!
//! The first donut in a splitter goes left, and the first in an entrance goes to all exits. If no
//! donut and no source waits for ever and no bumper pushes, no stream of donuts ends, so the second
//! donut in a splitter goes right. (A bumper can send a single early donut to a side that no later
//! donut takes.)
//!
//! The clauses do not express exact timing in full. The simulation verifies the layouts that satisfy
//! them, and each failure becomes another clause.

use std::collections::{BTreeMap, BTreeSet};

use batsat::Lit;

use super::super::level::{Cell, Factory, Tile};
use super::encode::Encoding;
use super::graph::{Arrival, Graph};
use super::sat::Sat;

impl Encoding {
    /// Adds the reasons for which a donut may wait for ever, and what holds if none does.
    pub(super) fn exact_timing(
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

    /// A literal for a source that waits for ever to enter its front cell, with the condition for it:
    /// the cell is blocked, or donuts also enter it by `ways`.
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

    /// By the cells at both ends, the literals that let a donut go from one to the other: a belt, or a
    /// donut at a site with a fixed edge.
    fn entries(&self, graph: &Graph) -> BTreeMap<(Cell, Cell), BTreeSet<Lit>> {
        let mut entries: BTreeMap<(Cell, Cell), BTreeSet<Lit>> = BTreeMap::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            let to = match edge.to {
                Arrival::Site(to) => graph.sites[to as usize].cell,
                Arrival::Doomed(cell) => cell,
                // A target never blocks.
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

    /// Adds which sides of splitters and which exits are used. `waiting` has a literal for everything
    /// that can wait for ever.
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
                // If there is no other entrance, the first donut finds all exits empty.
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

    /// If a donut comes to one of these sites of a cell, some donut goes from there to the cell `end`.
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
