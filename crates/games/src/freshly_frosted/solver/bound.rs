//! A lower bound on the number of belts.
//!
//! Each source needs a path to some target, and each target a path from some source. Paths may
//! share belts, so the bound is the largest number of belts that one of them needs. If no two paths
//! can meet, the bound is the sum over the sources. A donut that returns to a cell with another kind
//! uses the same belt again, so the bound then ignores kinds. It is weak but cheap, and available
//! before the search starts.

use std::collections::{HashMap, VecDeque};

use unriddle_search::Cost;

use super::super::layout::Layout;
use super::super::level::{Cell, Factory};
use super::graph::{Arrival, Graph, SiteId};

/// A lower bound on the belts that a layout of this graph needs in addition to `laid`.
pub(super) fn least_belts(factory: &Factory, graph: &Graph, laid: &Layout) -> Cost {
    let straight = graph.is_deterministic() && !graph.has_pushes();
    let together = if straight { Together::default() } else { Together::of_cells(graph) };
    let every: Vec<Vec<Cost>> =
        graph.starts.iter().map(|starts| fewest(graph, laid, &together, starts)).collect();
    let of_sources = every.iter().map(|ways| least(ways.iter().copied()));
    let paired = factory.sources.len() == factory.targets.len();
    if straight && paired && graph.starts.iter().all(|starts| starts.len() == 1) {
        return of_sources.sum();
    }
    let of_targets = (0..factory.targets.len()).map(|target| {
        let here = |&(at, _): &(usize, &Cost)| graph.deliveries[at].target == target;
        least(every.iter().flat_map(|ways| ways.iter().enumerate().filter(here).map(|(_, &cost)| cost)))
    });
    of_sources.chain(of_targets).max().unwrap_or(0)
}

/// Sites that are treated as one.
#[derive(Default)]
struct Together(HashMap<Cell, Vec<SiteId>>);

impl Together {
    /// Groups the sites by cell.
    fn of_cells(graph: &Graph) -> Self {
        let mut together: HashMap<Cell, Vec<SiteId>> = HashMap::new();
        for (site, at) in (0..).zip(&graph.sites) {
            together.entry(at.cell).or_default().push(site);
        }
        Together(together)
    }
}

fn least(costs: impl Iterator<Item = Cost>) -> Cost {
    costs.min().filter(|&cost| cost != Cost::MAX).unwrap_or(0)
}

/// By delivery, the fewest belts on a path to it.
fn fewest(graph: &Graph, laid: &Layout, together: &Together, starts: &[Arrival]) -> Vec<Cost> {
    let mut sites = vec![Cost::MAX; graph.sites.len()];
    let mut deliveries = vec![Cost::MAX; graph.deliveries.len()];
    let mut open: VecDeque<(Cost, Arrival)> = starts.iter().map(|&start| (0, start)).collect();
    while let Some((cost, arrival)) = open.pop_front() {
        let site = match arrival {
            Arrival::Site(site) => site,
            Arrival::Delivery(delivery) => {
                let known = &mut deliveries[delivery as usize];
                *known = cost.min(*known);
                continue;
            }
            Arrival::Doomed(_) | Arrival::Wrong => continue,
        };
        if sites[site as usize] <= cost {
            continue;
        }
        sites[site as usize] = cost;
        let others = together.0.get(&graph.sites[site as usize].cell).into_iter().flatten();
        for &other in others.rev() {
            open.push_front((cost, Arrival::Site(other)));
        }
        for edge in graph.ways(site) {
            let belt = edge.belt.map(|belt| graph.belts[belt as usize]);
            if belt.is_some_and(|(cell, way)| laid.laid(cell) != Some(way)) {
                open.push_back((cost + 1, edge.to));
            } else {
                open.push_front((cost, edge.to));
            }
        }
    }
    deliveries
}
