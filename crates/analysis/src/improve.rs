//! Better neighbours of a level: one change each, after which it is harder and still has a solution.
//!
//! Every change is explored; those that raise the score most are proposed. On a large board only a sample
//! of the changes is tried.

use serde::Serialize;
use unriddle_kit::{Defect, Level};
use unriddle_search::{Cost, Fate, Limits, Monitor, Options};

use super::draft::{Change, Draft};
use super::effort::{Effort, in_parallel};
use super::{Analysis, Budget};

/// The most changes that are tried.
const MAX_TRIED: usize = 600;
/// The most states of a neighbour.
const MAX_STATES: u64 = 50_000;

/// A level that differs in one change and is harder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Neighbour {
    /// What changed.
    #[serde(flatten)]
    pub change: Change,
    /// Its score.
    pub score: f64,
    /// Its optimum.
    pub cost: Cost,
}

/// The best neighbours of a level, at most `most`; the score of the level itself comes first. Nothing in a game
/// without a space. Fails if a search and the rules of the game disagree.
pub fn improve(
    level: &dyn Level,
    settings: &[(&str, u32)],
    budget: Budget<'_>,
    most: usize,
) -> Result<(Option<f64>, Vec<Neighbour>), Defect> {
    let effort = Effort::new(budget);
    let Some(draft) = Draft::new(level, settings) else { return Ok((None, Vec::new())) };
    let before = judge(level, &effort).map(|(score, _)| score);
    let (mut changes, _) = draft.removals(&effort);
    changes.extend(draft.additions(&effort).0);
    let every = changes.len().div_ceil(MAX_TRIED).max(1);
    let changes: Vec<Change> = changes.into_iter().step_by(every).collect();
    let judged =
        in_parallel(&changes, effort.threads(), |change| judge(draft.read(&change.text)?.as_ref(), &effort));
    let mut better: Vec<Neighbour> = changes
        .into_iter()
        .zip(judged)
        .filter_map(|(change, judged)| judged.map(|(score, cost)| Neighbour { change, score, cost }))
        .filter(|neighbour| before.is_none_or(|before| neighbour.score > before))
        .collect();
    better.sort_by(|a, b| b.score.total_cmp(&a.score));
    // Two changes at one place are variants of each other.
    let mut places = std::collections::BTreeSet::new();
    better.retain(|neighbour| places.insert((neighbour.change.x, neighbour.change.y)));
    better.truncate(most);
    match effort.defect() {
        Some(defect) => Err(defect.clone()),
        None => Ok((before, better)),
    }
}

/// The score and the optimum of a level that can be solved and whose space is not too large.
fn judge(level: &dyn Level, effort: &Effort<'_>) -> Option<(f64, Cost)> {
    let time = effort.left()?;
    let limits = Limits { states: Some(MAX_STATES), time, memory: effort.budget.limits.memory, cost: None };
    let options = Options { limits, threads: 1, ..Options::default() };
    let start = level.start();
    let space = start.explore(&options, &mut Monitor::new().cancel(effort.budget.cancel));
    let space = space.map_err(|reason| effort.note(&reason)).ok()?;
    let graph = space.graph();
    let Fate::Winnable(cost) = graph.fate(graph.start()) else { return None };
    Some((Analysis::of_space(space.as_ref()).score?.total, cost))
}
