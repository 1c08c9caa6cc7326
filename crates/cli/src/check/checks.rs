//! The single checks of a level: what it says about itself, what a list expects of it, what was typed.
//!
//! A solution is replayed move by move, which takes no time. That a cost is optimal is proved by a
//! search. What a limit leaves open is reported as open.

use std::sync::Arc;

use unriddle_kit::verdict::limit_word;
use unriddle_kit::{Answer, Level, PlayError, Position, Request};
use unriddle_protocol::expected::Entry;
use unriddle_search::{Cost, Options, Outcome};

use crate::interrupt;
use crate::moves::Moves;
use crate::report::json::Check;
use crate::report::text::{cost_and_moves, counted, play_error};
use crate::solve::solve;

/// A level, and how its optimum is proved.
pub(super) struct Checker<'a> {
    /// The file, for the progress line.
    pub(super) file: &'a str,
    pub(super) level: &'a Arc<dyn Level>,
    pub(super) options: Options,
}

/// What the level says about itself.
#[derive(Default)]
pub(super) struct Claimed {
    pub(super) checks: Vec<Check>,
    /// The cheapest recorded solution: its name and its cost.
    cheapest: Option<(String, Cost)>,
    /// The optimum that the level claims, and what came of the proof.
    optimum: Option<(Cost, Check)>,
}

impl Claimed {
    fn replayed(&mut self, what: String, (check, cost): (Check, Option<Cost>)) {
        self.checks.push(check);
        if let Some(cost) = cost
            && self.cheapest.as_ref().is_none_or(|&(_, least)| cost < least)
        {
            self.cheapest = Some((what, cost));
        }
    }
}

impl Checker<'_> {
    /// Checks what the level says about itself.
    pub(super) fn claims(&self) -> Claimed {
        let claims = self.level.claims();
        let mut claimed = Claimed::default();
        let start = self.level.start();
        for (at, (solution, place)) in claims.solutions.iter().enumerate() {
            let what = format!("solution {} (line {})", at + 1, place.line);
            claimed.replayed(what.clone(), replay(self.level.as_ref(), start.as_ref(), solution, what));
        }
        if let Some((cost, place)) = claims.optimal {
            let what = format!("optimal cost {cost} (line {})", place.line);
            let check = self.prove(start.as_ref(), cost, what);
            claimed.checks.push(check.clone());
            claimed.optimum = Some((cost, check));
        }
        claimed
    }

    /// Checks what a list expects of the level, beside what it says about itself; the optimum by a
    /// search if `search` is true. The optimum is left out where `costs` is false: the costs are not those
    /// of the list.
    pub(super) fn expected(&self, entry: &Entry, claimed: &mut Claimed, costs: bool, search: bool) {
        let expected = &entry.expected;
        let place = format!("(expected.json, line {})", entry.line);
        let start = self.level.start();
        for (at, solution) in expected.solutions.iter().enumerate() {
            let what = format!("solution {} {place}", at + 1);
            claimed.replayed(what.clone(), replay(self.level.as_ref(), start.as_ref(), solution, what));
        }
        if let Some(cost) = expected.optimal.filter(|_| costs) {
            let what = format!("optimal cost {cost} {place}");
            let check = self.expected_optimum(start.as_ref(), cost, what, claimed, search);
            claimed.checks.push(check);
        }
        if expected.unsolvable {
            let what = format!("unsolvable {place}");
            let check = match expected.optimal {
                Some(cost) => Check::failed(what, format!("the list also gives optimal cost {cost}")),
                None => self.expected_unsolvable(start.as_ref(), what, claimed, search),
            };
            claimed.checks.push(check);
        }
    }

    fn expected_optimum(
        &self,
        start: &dyn Position,
        cost: Cost,
        what: String,
        claimed: &Claimed,
        search: bool,
    ) -> Check {
        match (&claimed.cheapest, &claimed.optimum) {
            (Some((name, less)), _) if *less < cost => {
                Check::failed(what, format!("{name} costs only {less}"))
            }
            (_, Some((claim, _))) if *claim != cost => {
                Check::failed(what, format!("the level itself claims optimal cost {claim}"))
            }
            (_, Some((_, proof))) => Check { what, ..proof.clone() },
            (_, None) if search => self.prove(start, cost, what),
            (_, None) => {
                let message = "no recorded solution is cheaper; `--solve` proves it";
                Check { message: Some(message.into()), ..Check::passed(what) }
            }
        }
    }

    fn expected_unsolvable(
        &self,
        start: &dyn Position,
        what: String,
        claimed: &Claimed,
        search: bool,
    ) -> Check {
        match (&claimed.cheapest, &claimed.optimum) {
            (Some((name, _)), _) => Check::failed(what, format!("{name} solves it")),
            (None, Some((claim, _))) => {
                Check::failed(what, format!("the level itself claims optimal cost {claim}"))
            }
            (None, None) if search => self.refute(start, what),
            (None, None) => {
                let message = "no recorded solution solves it; `--solve` proves it";
                Check { message: Some(message.into()), ..Check::passed(what) }
            }
        }
    }

    /// Searches for a solution, to see whether there is none.
    fn refute(&self, start: &dyn Position, what: String) -> Check {
        let answer = self.search(start);
        if let Some(defect) = answer.defect {
            return Check::open(what, defect.message);
        }
        let check = match answer.outcome {
            Outcome::Unsolvable(_) => Check::passed(what),
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => {
                Check::failed(what, format!("there is a solution of cost {}", solution.cost))
            }
            Outcome::Stopped { limit, bound } => Check::open(what, unverified(limit_word(limit), bound)),
        };
        Check { assumptions: answer.assumptions, ..check }
    }

    /// Searches from a position, to see whether `claim` is the least cost.
    pub(super) fn prove(&self, position: &dyn Position, claim: Cost, what: String) -> Check {
        let answer = self.search(position);
        if let Some(defect) = answer.defect {
            return Check::open(what, defect.message);
        }
        let check = match answer.outcome {
            Outcome::Optimal(best, _) if best.cost == claim => Check::passed(what),
            Outcome::Optimal(best, _) => Check::failed(what, format!("the optimal cost is {}", best.cost)),
            Outcome::Unsolvable(_) => Check::failed(what, "the level has no solution"),
            Outcome::Solved { solution, .. } if solution.cost < claim => {
                Check::failed(what, format!("there is a solution of cost {}", solution.cost))
            }
            Outcome::Solved { bound, .. } | Outcome::Stopped { bound, .. } if bound > claim => {
                Check::failed(what, format!("every solution costs at least {bound}"))
            }
            Outcome::Solved { bound, limit, .. } => {
                Check::open(what, unverified(limit.map_or("stopped", limit_word), bound))
            }
            Outcome::Stopped { limit, bound } => Check::open(what, unverified(limit_word(limit), bound)),
        };
        Check { assumptions: answer.assumptions, ..check }
    }

    fn search(&self, position: &dyn Position) -> Answer {
        let request = Request { options: self.options, ..Request::default() };
        solve(self.file, self.level, position, &request)
    }

    /// Plays moves that were typed, from the start: how things stand then, or which move is refused.
    /// Text that cannot be read as moves is an error.
    pub(super) fn moves(&self, position: &mut dyn Position, moves: &Moves) -> Result<Check, PlayError> {
        let what = String::from("moves");
        match interrupt::unwatched(|| moves.play(position)) {
            Err(error @ PlayError::Unreadable { .. }) => Err(error),
            Err(refused) => Ok(Check::failed(what, refused.to_string())),
            Ok(()) => {
                let solved = position.is_solved();
                let cost = cost_and_moves(self.level.game(), position.cost(), position.move_names().len());
                let word = if solved { "solved" } else { "not solved" };
                let message = Some(format!("{cost}, {word}{}", status(": ", position)));
                let remarks = position.remarks();
                let assumptions = position.assumptions();
                Ok(Check { message, remarks, assumptions, solved: Some(solved), ..Check::passed(what) })
            }
        }
    }

    /// Plays a solution that was typed, from a position; its cost, if it solves the level.
    pub(super) fn solution(
        &self,
        position: &dyn Position,
        solution: &Moves,
    ) -> Result<(Check, Option<Cost>), PlayError> {
        match position.split(solution.text()) {
            Err(error) => Err(error),
            Ok(_) => Ok(replay(self.level.as_ref(), position, solution.text(), "solution".into())),
        }
    }
}

/// Plays a solution from a position; its cost, if it solves the level.
fn replay(level: &dyn Level, position: &dyn Position, solution: &str, what: String) -> (Check, Option<Cost>) {
    let end = match interrupt::unwatched(|| position.after(solution)) {
        Ok(end) => end,
        Err(error) => return (Check::failed(what, play_error(&error)), None),
    };
    // What was said of the moves before is not said again.
    let before = if position.move_names().is_empty() { Vec::new() } else { position.remarks() };
    let remarks = end.remarks().into_iter().filter(|remark| !before.contains(remark)).collect();
    let assumptions = end.assumptions();
    let moves = end.move_names().len().saturating_sub(position.move_names().len());
    if end.is_solved() {
        let cost = end.cost().saturating_sub(position.cost());
        let message = cost_and_moves(level.game(), cost, moves) + &status(", ", end.as_ref());
        (Check { message: Some(message), remarks, assumptions, ..Check::passed(what) }, Some(cost))
    } else {
        let moves = counted(moves, level.game().move_word());
        let message = format!("ends unsolved after {moves}{}", status(": ", end.as_ref()));
        (Check { remarks, assumptions, ..Check::failed(what, message) }, None)
    }
}

fn status(separator: &str, position: &dyn Position) -> String {
    position.status().map_or_else(String::new, |status| format!("{separator}{status}"))
}

fn unverified(why: &str, bound: Cost) -> String {
    format!("not verified ({why}): every solution costs at least {bound}")
}
