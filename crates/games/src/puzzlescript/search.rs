//! Solving a level.
//!
//! The search runs on the plain engine: a state is the objects of the board.

use unriddle_search::{Audit, Cost, Limit, Monitor, Outcome, Puzzle, Statistics, solve_with};

use super::game::Compiled;
use super::level::{Move, ScriptLevel, State};
use super::rule_text::Command;
use crate::rules::audited;
use crate::{Request, Rules, TypedAnswer};

/// Whether neither a win condition nor a command ever wins.
pub fn no_way_to_win(game: &Compiled) -> bool {
    let mut rules = game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
    game.wins.is_empty() && !rules.any(|rule| rule.commands.contains(&Command::Win))
}

/// Why a game cannot be searched, if it cannot.
fn unfit(game: &Compiled) -> Option<String> {
    if let Some((_, line)) = game.prelude.realtime_interval {
        return Some(format!("not searched: time passes by itself (realtime_interval, line {line})"));
    }
    let line = game.random_lines().first().copied()?;
    Some(format!("not searched: chance decides what happens (line {line})"))
}

/// Solves a level from a state.
pub fn solve(
    level: &ScriptLevel,
    from: &State,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Move> {
    if let Some(reason) = unfit(level.game()) {
        return TypedAnswer {
            outcome: Outcome::Stopped { limit: Limit::Method, bound: 0 },
            solutions: None,
            listed: Vec::new(),
            facts: Vec::new(),
            notes: vec![reason],
            picture: None,
            statistics: Statistics::default(),
        };
    }
    let puzzle = Plain { level, start: from };
    TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request)
}

/// Checks the search by exhaustive search.
pub fn audit(level: &ScriptLevel, most: usize) -> Result<Audit, String> {
    let start = level.start();
    audited(&Plain { level, start: &start }, most)
}

/// A level as it is searched with the plain engine.
struct Plain<'a> {
    level: &'a ScriptLevel,
    start: &'a State,
}

impl Puzzle for Plain<'_> {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { message: None, ..self.start.clone() }
    }

    fn is_solved(&self, state: &State) -> bool {
        state.snapshot.won
    }

    fn expand(&self, state: &State, mut visit: impl FnMut(Move, Cost, State)) {
        if state.snapshot.won || state.snapshot.never_rests {
            return;
        }
        for mv in self.level.moves() {
            if let Some(next) = self.level.after(state, mv)
                && next.snapshot != state.snapshot
            {
                visit(mv, 1, State { message: None, ..next });
            }
        }
    }

    fn least_cost(&self) -> Cost {
        1
    }
}
