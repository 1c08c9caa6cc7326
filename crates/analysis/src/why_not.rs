//! Why a level cannot be solved: the smallest changes after which it can, and how far one gets without.
//!
//! One change at a time is tried: first each part removed, then each card once more or with another number, then each
//! cell painted.
//! If none helps, pairs of removals are. Every proposal was solved.

use std::collections::BTreeSet;

use serde::Serialize;
use unriddle_kit::{Graph, LevelSpace};
use unriddle_search::{Cost, Options, Outcome};

use super::draft::{Change, Draft};
use super::effort::{Effort, in_parallel};

/// The most proposals.
const MAX_PROPOSALS: usize = 5;
/// The most proposals that do the same at different places.
const MAX_ALIKE: usize = 3;
/// The most single changes that are tried, and the most parts whose removals are tried in pairs.
const MAX_TRIED: usize = 1500;
const MAX_PAIRED: usize = 40;
/// How many changes are tried before it is checked whether there are proposals enough.
const BATCH: usize = 64;

/// Why there is no solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WhyNot {
    /// Changes that make the level solvable, one or two edits each, with the optimum after them.
    pub proposals: Vec<Proposal>,
    /// Whether all changes of one edit were tried.
    pub complete: bool,
    /// The moves to the state that seems nearest to a solution, by name.
    pub furthest: Vec<String>,
    /// The lower bound on the cost that is left there.
    pub left: Option<Cost>,
}

/// A change that makes a level solvable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proposal {
    /// What to do, in words: one edit or two.
    pub words: Vec<String>,
    /// The text of the level after that.
    pub text: String,
    /// The cost of the solution that was found.
    pub cost: Cost,
    /// Whether it is proved that there is no cheaper one.
    pub optimal: bool,
}

/// The state that seems nearest to a solution: the one with the least lower bound, and of several the first.
fn nearest(graph: &dyn Graph) -> Option<(u32, Option<Cost>)> {
    let bound = |state: u32| graph.lower_bound(state).unwrap_or(Cost::MAX);
    let best = (0..graph.states()).min_by_key(|&state| (bound(state), graph.cost_of(state), state))?;
    // Where every state is ruled out, the one that takes longest to reach says most.
    let last = || (0..graph.states()).max_by_key(|&state| (graph.cost_of(state), std::cmp::Reverse(state)));
    match graph.lower_bound(best) {
        Some(bound) => Some((best, Some(bound))),
        None => Some((last()?, None)),
    }
}

pub(super) fn why_not(
    draft: &Draft,
    space: Option<&dyn LevelSpace>,
    options: Options,
    effort: &Effort<'_>,
) -> WhyNot {
    let furthest = space.and_then(|space| {
        let (state, left) = nearest(space.graph())?;
        let is_near = effort.affords(2 * space.graph().cost_of(state) as usize);
        is_near.then(|| (space.path(state), left))
    });
    let (furthest, left) = furthest.unwrap_or_default();
    let (removals, unremoved) = draft.removals(effort);
    let (additions, unadded) = draft.additions(effort);
    let mut singles = removals.clone();
    singles.extend(additions);
    // To remove a wall and to paint floor there may be the same.
    let mut texts = BTreeSet::new();
    singles.retain(|change| texts.insert(change.text.clone()));
    let all = singles.len();
    singles.truncate(MAX_TRIED);
    let singles: Vec<Vec<Change>> = singles.into_iter().map(|change| vec![change]).collect();
    let (mut proposals, mut tried) = solvable(draft, &singles, options, effort);
    if proposals.is_empty() {
        let paired = &removals[..removals.len().min(MAX_PAIRED)];
        let mut pairs = Vec::new();
        for (at, first) in paired.iter().enumerate() {
            // The level is read, and read again for its parts.
            if !effort.has(2 * draft.reading) {
                break;
            }
            let Some(level) = draft.read(&first.text) else { continue };
            let Some(second) = Draft::new(level.as_ref(), &[]) else { continue };
            let second = Draft { settings: draft.settings.clone(), ..second };
            let later = |change: &Change| {
                paired[at + 1..]
                    .iter()
                    .any(|other| (other.x, other.y, &other.words) == (change.x, change.y, &change.words))
            };
            let seconds = second.removals(effort).0.into_iter().filter(later);
            pairs.extend(seconds.map(|second| vec![first.clone(), second]));
        }
        let (found, _) = solvable(draft, &pairs, options, effort);
        proposals = found;
    } else {
        tried = tried.max(proposals.len());
    }
    // While there is time left, no change was skipped.
    let complete = tried == all && unremoved + unadded == 0 && effort.has(draft.reading);
    WhyNot { complete, proposals, furthest, left }
}

/// What a proposal does, wherever that is.
fn what(proposal: &Proposal) -> Vec<&str> {
    proposal.words.iter().map(|words| words.split(" at ").next().unwrap_or(words)).collect()
}

/// The first few of these changes that make the level solvable, and how many were tried. Of those that do the same
/// at different places only some are kept, so that there is a choice.
fn solvable(
    draft: &Draft,
    changes: &[Vec<Change>],
    options: Options,
    effort: &Effort<'_>,
) -> (Vec<Proposal>, usize) {
    let (mut proposals, mut tried): (Vec<Proposal>, usize) = (Vec::new(), 0);
    for batch in changes.chunks(BATCH) {
        let solved = in_parallel(batch, effort.threads(), |edits| {
            let last = edits.last().filter(|_| effort.has(draft.reading))?;
            let answer = effort.solve(draft.read(&last.text)?.as_ref(), options)?;
            let optimal = matches!(answer.outcome, Outcome::Optimal(..));
            let cost = answer.outcome.cost()?;
            let words = edits.iter().map(|edit| edit.words.clone()).collect();
            Some(Proposal { words, text: last.text.clone(), cost, optimal })
        });
        tried += batch.len();
        for proposal in solved.into_iter().flatten() {
            let alike = proposals.iter().filter(|other| what(other) == what(&proposal)).count();
            if alike < MAX_ALIKE {
                proposals.push(proposal);
            }
        }
        if proposals.len() >= MAX_PROPOSALS || effort.left().is_none() {
            proposals.truncate(MAX_PROPOSALS);
            break;
        }
    }
    (proposals, tried)
}
