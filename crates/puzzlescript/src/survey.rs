//! What the designer of a script wants to know before publishing it: which levels cannot be solved, which rules never fire
//! and which objects never appear, in any state that can be reached.
//!
//! Each level is solved for a limited time. Then, once for the whole script, the states of all levels are played through
//! with the plain engine, which notes the lines whose rules matched. That is exact where all states were visited; where
//! there are too many, nothing is said that is not certain.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_kit::{Request, Rules};
use unriddle_search::{Goal, Interrupt, Monitor, Options, Outcome};

use super::engine::{Ending, Snapshot};
use super::game::{Compiled, Stage};
use super::gaps::Reached;
use super::level::{ScriptLevel, State};
use super::mask::Mask;
use super::search;
use super::unused::{clip, list};

/// The most states of a level that are visited.
const MAX_STATES: usize = 20_000;

/// What a search finds out about a level; for the last level of a script, about all of them.
pub fn survey(level: &ScriptLevel, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String> {
    let options = Options { goal: Goal::Any, ..*options };
    let request = Request { options, ..Request::default() };
    let answer = search::solve(level, &level.start(), &request, monitor);
    let mut told = match answer.outcome {
        Outcome::Optimal(..) | Outcome::Solved { .. } => Vec::new(),
        Outcome::Unsolvable(_) => vec!["this level cannot be solved".to_string()],
        Outcome::Stopped { .. } => {
            vec!["whether this level can be solved was not found out in this time".into()]
        }
    };
    if level.number == level.count {
        told.extend(tell_unused(level, monitor.interrupt(&options.limits)));
    }
    told
}

/// The rules and the objects of a script that no state of any level needs, if all states can be visited.
fn tell_unused(level: &ScriptLevel, interrupt: Interrupt<'_>) -> Vec<String> {
    let game = level.game();
    let rules = || game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
    let mut lines: Vec<usize> = rules().map(|rule| rule.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let visit = Visit {
        fired: (0..=lines.last().copied().unwrap_or(0)).map(|_| AtomicBool::new(false)).collect(),
        interrupt: Arc::new(interrupt),
    };
    let mut objects = Mask::new(game.object_words);
    let boards = (0..game.levels.len()).filter(|&at| matches!(game.levels[at], Stage::Board(_)));
    for stage in boards {
        if !visit.states(
            &ScriptLevel::new(Arc::clone(&level.script), stage, level.number, level.count),
            &mut objects,
        ) {
            return Vec::new();
        }
    }
    let mut told = Vec::new();
    lines.retain(|&line| !visit.fired[line].load(Ordering::Relaxed));
    if !lines.is_empty() {
        let lines = list(lines.iter().map(|line| format!("line {line}")));
        told.push(format!("rules that never fire in any state that can be reached: {lines}"));
    }
    let unseen: Vec<String> = unseen(game, &objects);
    if !unseen.is_empty() {
        let unseen = list(unseen.into_iter());
        told.push(format!("objects that never appear in any state that can be reached: {unseen}"));
    }
    told
}

fn unseen(game: &Compiled, seen: &Mask) -> Vec<String> {
    let is_seen = |id: usize| seen.0[id / 64] >> (id % 64) & 1 == 1;
    let objects = game.objects.iter().enumerate();
    objects
        .filter(|(id, object)| !object.name.is_empty() && !is_seen(*id))
        .map(|(_, object)| clip(&object.name))
        .collect()
}

struct Visit<'a> {
    /// For each line, whether a rule of it matched.
    fired: Vec<AtomicBool>,
    interrupt: Arc<Interrupt<'a>>,
}

impl Visit<'_> {
    /// Visits all states of a level, and notes their objects. Returns whether these were all.
    fn states(&self, level: &ScriptLevel, objects: &mut Mask) -> bool {
        let start = level.start_watched(&self.fired);
        if start.snapshot.ending != Ending::Rest {
            return false;
        }
        let mut seen: HashSet<Snapshot> = HashSet::from([start.snapshot.clone()]);
        let mut queue: VecDeque<State> = VecDeque::from([start]);
        let halt = Some(Arc::clone(&self.interrupt));
        while let Some(state) = queue.pop_front() {
            state.snapshot.objects.chunks(level.game().object_words).for_each(|cell| objects.union(cell));
            if state.snapshot.won {
                continue;
            }
            for mv in level.moves() {
                let Reached::Rest(next) = level.search_move(&state, mv, &halt, &self.fired) else {
                    return false;
                };
                if seen.len() >= MAX_STATES || self.interrupt.is_raised() {
                    return false;
                }
                if seen.insert(next.snapshot.clone()) {
                    queue.push_back(next);
                }
            }
        }
        true
    }
}
