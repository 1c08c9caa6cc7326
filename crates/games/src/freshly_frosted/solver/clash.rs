//! Why a level is unsolvable: demands that clash, as few as possible.
//!
//! A level demands that each source delivers, that each target receives, that the list is met, and that
//! splitters and entrances send donuts all ways. Here each demand can be dropped: its clauses have one more
//! literal, and the SAT solver assumes which demands stand. If they clash, it names those that it used.
//! Then each of the rest is dropped on trial, and left out if the others still clash. What remains is a
//! minimal unsatisfiable subset: without any one of its demands there is a layout, if timing is ignored.
//!
//! Each trial has a budget of conflicts. If one is spent, the demand stays, and the answer does not claim
//! to be minimal. If the clauses of exact timing do not clash without the simulation, or not soon, those of
//! the flow are tried, and the answer says so.

use std::collections::BTreeSet;

use super::super::level::{Cell, Factory, Kind, Tile};
use super::connectivity::Connectivity;
use super::encode::{Demand, Encoding};
use super::graph::{Graph, NoGraph, Timing};
use super::monitor::SolverMonitor;
use super::sat::{Decay, Sat, SatResult};

/// Conflicts for the first proof, for each demand that is dropped on trial, and for all trials together.
const PROOF_BUDGET: u64 = 60_000;
const TRIAL_BUDGET: u64 = 10_000;
const TRIALS_BUDGET: u64 = 40_000;

/// Why an unsolvable level is unsolvable, in the game's words. `proving` is the timing of the proof.
pub(super) fn explain(factory: &Factory, proving: Timing, monitor: &dyn SolverMonitor) -> Option<String> {
    explain_with(factory, proving, monitor).or_else(|| {
        let flow = (proving != Timing::Flow).then(|| explain_with(factory, Timing::Flow, monitor))??;
        Some(format!("if timing is ignored, {flow}"))
    })
}

/// The same for the clauses of one timing.
fn explain_with(factory: &Factory, timing: Timing, monitor: &dyn SolverMonitor) -> Option<String> {
    let graph = match Graph::new(factory, timing, monitor) {
        Ok(graph) => graph,
        Err(NoGraph::Unsolvable { source }) => {
            let place = factory.say(factory.sources[source]);
            return Some(format!("wherever belts are laid, donuts of the source at {place} reach no target"));
        }
        Err(NoGraph::Over) => return None,
    };
    let (clash, minimal) = clash(factory, &graph, timing, monitor)?;
    Some(tell(factory, &graph, &clash, minimal))
}

/// Demands that clash, and whether all of them are needed for that.
fn clash(
    factory: &Factory,
    graph: &Graph,
    timing: Timing,
    monitor: &dyn SolverMonitor,
) -> Option<(Vec<Demand>, bool)> {
    let mut sat = Sat::new(monitor, Decay::Slow);
    let encoding = Encoding::with_demands(&mut sat, factory, graph, timing);
    let mut connectivity = Connectivity::new(&mut sat, graph, &encoding, timing);
    let mut standing: Vec<Demand> = encoding.demands.keys().copied().collect();
    let mut try_with = |demands: &[Demand], budget: u64| {
        let assumed: Vec<_> = demands.iter().map(|demand| encoding.demands[demand]).collect();
        let result = sat.solve(&assumed, budget, &mut connectivity);
        let used = |demand: &&Demand| sat.is_in_core(encoding.demands[*demand]);
        (result, demands.iter().filter(used).copied().collect::<Vec<Demand>>(), sat.conflicts())
    };
    let until = match try_with(&standing, PROOF_BUDGET) {
        (SatResult::Unsatisfiable, core, conflicts) => {
            standing = core;
            conflicts + TRIALS_BUDGET
        }
        _ => return None,
    };
    let (mut kept, mut minimal, mut left) = (0, true, TRIALS_BUDGET);
    while kept < standing.len() {
        let mut fewer = standing.clone();
        fewer.remove(kept);
        let (result, core, conflicts) = try_with(&fewer, TRIAL_BUDGET.min(left));
        left = until.saturating_sub(conflicts);
        match result {
            // A core is part of what was tried, in the same order. Without a demand that was kept there would
            // be a model, or there may be.
            SatResult::Unsatisfiable => {
                kept = standing[..kept].iter().filter(|demand| core.contains(demand)).count();
                standing = core;
            }
            SatResult::Model => kept += 1,
            SatResult::Spent | SatResult::Over => (kept, minimal) = (kept + 1, false),
        }
    }
    Some((standing, minimal))
}

fn tell(factory: &Factory, graph: &Graph, clash: &[Demand], minimal: bool) -> String {
    let demands: Vec<String> = clash.iter().map(|&demand| say(factory, demand)).collect();
    match (&demands[..], clash) {
        ([], _) => "wherever belts are laid, some donuts reach no target".into(),
        ([one], &[demand]) => {
            let why = out_of_reach(factory, graph, demand).map(|why| format!(": {why}"));
            format!("no layout can meet this demand: {one}{}", why.unwrap_or_default())
        }
        (all, _) => {
            let which = if minimal { "these demands clash, and no fewer do" } else { "these demands clash" };
            format!("{which}: {}", all.join("; "))
        }
    }
}

/// A demand in words.
fn say(factory: &Factory, demand: Demand) -> String {
    match demand {
        Demand::Delivers(source) => {
            format!("the source at {} delivers", factory.say(factory.sources[source]))
        }
        Demand::Receives(target) => {
            let cell = factory.targets[target];
            let what = match factory.tile(cell) {
                Tile::Target(_, Some(kind)) => format!("a {} donut", kind.word()),
                _ => "a donut".to_string(),
            };
            format!("the target at {} receives {what}", factory.say(cell))
        }
        Demand::Listed(kind) => {
            let list = factory.open_list().unwrap_or_default();
            let count = list.iter().filter(|&&listed| listed == kind).count();
            let what = if count == 1 { "donut" } else { "donuts" };
            format!("the list asks for {count} {} {what}", kind.word())
        }
        Demand::AllWays(cell) => {
            let ways =
                if matches!(factory.tile(cell), Tile::Splitter(_)) { "both sides" } else { "all exits" };
            format!("{} at {} sends donuts to {ways}", factory.tile(cell).name(), factory.say(cell))
        }
    }
}

/// Which topping no donut can get, if that is why a demand cannot be met.
fn out_of_reach(factory: &Factory, graph: &Graph, demand: Demand) -> Option<String> {
    let wanted = match demand {
        Demand::Receives(target) => match factory.tile(factory.targets[target]) {
            Tile::Target(_, Some(kind)) => kind,
            _ => return None,
        },
        Demand::Listed(kind) => kind,
        Demand::Delivers(_) | Demand::AllWays(_) => return None,
    };
    let made: BTreeSet<Kind> = graph.sites.iter().map(|site| site.kind).collect();
    let least = *made.first()?;
    let mut needed = Kind::ALL.into_iter().filter(|&kind| kind > least && kind <= wanted);
    let kind = needed.find(|kind| !made.contains(kind))?;
    Some(format!("no donut can get {} and still reach a target", kind.topping()))
}

/// The first topping that a target wants and no topper adds. A donut gets its toppings in one order, so all
/// up to the wanted one are needed.
pub(crate) fn missing_topping(factory: &Factory) -> Option<String> {
    let tiles = || factory.tiles.iter();
    if tiles().any(|tile| matches!(tile, Tile::AnySource(_))) {
        return None;
    }
    let added = |kind: Kind| tiles().any(|tile| matches!(tile, Tile::Topper(_, topping) if *topping == kind));
    let missing = |wanted: Kind| {
        let mut needed = Kind::ALL.into_iter().filter(|&kind| kind > Kind::Plain && kind <= wanted);
        needed.find(|&kind| !added(kind))
    };
    factory.targets.iter().find_map(|&target: &Cell| {
        let Tile::Target(_, Some(wanted)) = factory.tile(target) else { return None };
        let kind = missing(wanted)?;
        let (word, place, topping) = (wanted.word(), factory.say(target), kind.topping());
        Some(format!("the target at {place} wants {word} donuts, and no topper adds {topping}"))
    })
}
