//! What each part of a level is good for: the level is solved again without it.
//!
//! A part without which nothing changes is not needed. One that moves, or a card, misleads the player then: a
//! red herring. Ground without which nothing changes only decorates, and so does a piece that is like a wall: it
//! never moves, and nothing that moves stands on it. Every claim rests on a search that ran to its end; a
//! search that was stopped says nothing.

use std::time::Duration;

use serde::Serialize;
use unriddle_kit::{Answer, Level, Piece};
use unriddle_search::{Cost, Goal, Limits, Options, Outcome};

use super::draft::{Change, Draft, PartKind};
use super::effort::{Effort, in_parallel};
use super::heat::Heat;

/// The longest time for one search, in a game whose levels take long to solve.
const MAX_LENGTH: Duration = Duration::from_secs(2);

/// What the parts of a level are good for.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Parts {
    /// The parts that were tried.
    pub parts: Vec<Part>,
    /// How many were left out, as there were too many or the time was up.
    pub unchecked: usize,
}

/// A part of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// Its removal.
    #[serde(flatten)]
    pub change: Change,
    /// What it is good for.
    pub role: Role,
    /// The optimum without it.
    pub cost: Option<Cost>,
}

/// What a part of a level is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Without it there is no solution.
    Needed,
    /// Without it the optimum is higher.
    Helps,
    /// Without it the optimum is lower.
    Hinders,
    /// Without it the optimum is the same.
    Unneeded,
    /// The same, and it can be moved or played.
    RedHerring,
    /// The same, and it is ground, or stands there like a wall.
    Decoration,
    /// Without it there is a solution; which of them is cheaper is not known.
    Dispensable,
    /// The search was stopped.
    Unknown,
}

/// The search of a changed level. `states` is how many the level itself took.
pub(super) fn options(level: &dyn Level, limits: &Limits, states: u64, has_space: bool) -> Options {
    let most = states.saturating_mul(4).saturating_add(20_000);
    let states = Some(limits.states.map_or(most, |limit| limit.min(most)));
    let time = (!has_space).then_some(MAX_LENGTH);
    let goal = if has_space { Goal::Optimal } else { level.game().default_goal() };
    Options { goal, limits: Limits { states, time, ..Limits::default() }, ..Options::default() }
}

/// Tries at most `most` parts.
pub(super) fn parts(
    draft: &Draft,
    base: &Answer,
    heat: &Heat,
    options: Options,
    most: usize,
    effort: &Effort<'_>,
) -> Parts {
    let (mut changes, untried) = draft.removals(effort);
    changes.sort_by_key(|change| change.kind);
    let left_out = changes.len().saturating_sub(most) + untried;
    changes.truncate(most);
    let tried = in_parallel(&changes, effort.threads(), |change| {
        effort.has(draft.reading).then(|| effort.solve(draft.read(&change.text)?.as_ref(), options))?
    });
    let start = draft.read(&draft.text(&draft.grid)).map(|level| level.start().picture());
    let moves_from = |x: usize, y: usize| {
        let here = |piece: &&Piece| piece.x.round() as usize == x && piece.y.round() as usize == y;
        let mut pieces = start.iter().flat_map(|picture| &picture.pieces).filter(here);
        pieces.any(|piece| heat.moving.contains(&piece.name))
    };
    let needless = |change: &Change| match (change.kind, change.x, change.y) {
        (PartKind::Card, ..) => Role::RedHerring,
        (PartKind::Ground, ..) => Role::Decoration,
        (PartKind::Piece, Some(x), Some(y)) => {
            if moves_from(x, y) {
                Role::RedHerring
            } else if x < heat.width && heat.play.get(y * heat.width + x) == Some(&0.0) {
                Role::Decoration
            } else {
                Role::Unneeded
            }
        }
        (PartKind::Piece, ..) => Role::Unneeded,
    };
    let mut parts = Parts { parts: Vec::new(), unchecked: left_out };
    for (change, answer) in changes.into_iter().zip(tried) {
        match answer {
            Some(answer) => {
                let role = role(base, &answer, || needless(&change));
                let cost = match &answer.outcome {
                    Outcome::Optimal(solution, _) => Some(solution.cost),
                    _ => None,
                };
                parts.parts.push(Part { change, role, cost });
            }
            None => parts.unchecked += 1,
        }
    }
    parts
}

fn role(base: &Answer, without: &Answer, needless: impl Fn() -> Role) -> Role {
    match (&base.outcome, &without.outcome) {
        (_, Outcome::Unsolvable(_)) => Role::Needed,
        (_, Outcome::Stopped { .. }) => Role::Unknown,
        (Outcome::Optimal(with, _), Outcome::Optimal(without, _)) if without.cost < with.cost => {
            Role::Hinders
        }
        (Outcome::Optimal(with, _), Outcome::Optimal(without, _)) if without.cost > with.cost => Role::Helps,
        (Outcome::Optimal(..), Outcome::Optimal(..)) => needless(),
        _ => Role::Dispensable,
    }
}
