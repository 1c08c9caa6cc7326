//! The search for any solution, by several strategies side by side.
//!
//! No single guide suits all levels. A best-first search led by the estimate is fast where atoms can be
//! bonded one after the other, and gets stuck where they bond too early; the [goal count
//! search](super::goal_count_search) is slower and rarely stuck, so it follows after some states. The
//! [novelty search](super::novelty_search) is fast where the order matters. The two [race]: the one that
//! needs the fewest expansions wins, on any number of threads and on every machine.

use unriddle_search::{
    Flat, FlatPuzzle, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Report, race, solve_with,
};

use super::goal_count_search::GoalCountPuzzle;
use super::macro_search::MacroPuzzle;
use super::novelty_search::novelty_search;

/// After how many states the goal count search follows the best-first search.
const BEST_FIRST_STATES: u64 = 300_000;

/// Searches a puzzle for any solution.
pub(crate) fn search_for_any<'a>(
    puzzle: &MacroPuzzle<'a>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<MacroPuzzle<'a>>> {
    debug_assert!(options.goal == Goal::Any);
    let (exact, guided, counted) = (Flat(*puzzle), Flat(puzzle.guided()), Flat(GoalCountPuzzle(*puzzle)));
    let best_first = |options: &Options, monitor: &mut Monitor<'_>| solve_with(&guided, options, monitor);
    if options.limits.cost.is_some() {
        // The others count pushes, not moves, so they cannot respect a limit on the cost.
        let a_star = |options: &Options, monitor: &mut Monitor<'_>| {
            solve_with(&exact, &Options { method: Method::AStar, ..*options }, monitor)
        };
        return race(&[&best_first, &a_star], options, monitor);
    }
    // The number of pushes says nothing about the number of moves.
    let bound = puzzle.level.lower_bound(&puzzle.level.start).unwrap_or(0);
    let in_moves = |report: Report<Flat<GoalCountPuzzle<'a>>>| {
        let outcome = match report.outcome.clone() {
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => {
                Outcome::Solved { solution, bound, limit: None }
            }
            Outcome::Stopped { limit, .. } => Outcome::Stopped { limit, bound },
            unsolvable => unsolvable,
        };
        report.translated(outcome)
    };
    let novelty = |options: &Options, monitor: &mut Monitor<'_>| {
        in_moves(novelty_search(counted.0, &options.limits, monitor))
    };
    let best_first_then_goal_count = |options: &Options, monitor: &mut Monitor<'_>| {
        let may_store_more = options.limits.states.is_none_or(|most| most > BEST_FIRST_STATES);
        if !may_store_more {
            return best_first(options, monitor);
        }
        let limits = Limits { states: Some(BEST_FIRST_STATES), ..options.limits };
        let report = best_first(&Options { limits, ..*options }, monitor);
        match report.outcome {
            Outcome::Stopped { limit: Limit::States, .. } => in_moves(solve_with(&counted, options, monitor)),
            _ => report,
        }
    };
    race(&[&best_first_then_goal_count, &novelty], options, monitor)
}
