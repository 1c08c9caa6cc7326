//! The search for any solution, in phases.
//!
//! No single guide suits all levels. A best-first search led by the estimate is fast where atoms can be
//! bonded one after the other, and gets stuck where they bond too early. The [novelty
//! search](super::novelty_search) is fast where the order matters. The [goal count
//! search](super::goal_count_search) is slower and rarely stuck. So these take turns with rising limits on
//! states, and finally A*, which cannot be misled, runs without one. A limit counts states, not time, so
//! that the answer is the same on every machine.

use unriddle_search::{Flat, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Report, solve_with};

use super::goal_count_search::GoalCountPuzzle;
use super::macro_search::MacroPuzzle;
use super::novelty_search::novelty_search;

/// How one phase searches.
#[derive(Clone, Copy)]
enum Phase {
    BestFirst,
    Novelty,
    GoalCount,
}

/// The phases, and after how many states each of them gives up.
const PHASES: [(Phase, u64); 5] = [
    (Phase::BestFirst, 100_000),
    (Phase::Novelty, 300_000),
    (Phase::BestFirst, 1_000_000),
    (Phase::Novelty, 3_000_000),
    (Phase::GoalCount, 20_000_000),
];

/// Searches a puzzle for any solution.
pub(crate) fn search_in_phases<'a>(
    puzzle: &MacroPuzzle<'a>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<MacroPuzzle<'a>>> {
    debug_assert!(options.goal == Goal::Any);
    let limits = options.limits;
    let (guided, counted) = (Flat(puzzle.guided()), Flat(GoalCountPuzzle(*puzzle)));
    let mut proved = 0;
    for (phase, states) in PHASES {
        // The last two kinds count pushes, not moves, so they cannot respect a limit on the cost.
        let counts_pushes = !matches!(phase, Phase::BestFirst);
        if limits.states.is_some_and(|most| most <= states) || counts_pushes && limits.cost.is_some() {
            continue;
        }
        let within = Options { limits: Limits { states: Some(states), ..limits }, ..*options };
        let report = match phase {
            Phase::BestFirst => solve_with(&guided, &within, monitor),
            Phase::Novelty => novelty_search(counted.0, &within.limits, monitor).cast(),
            Phase::GoalCount => solve_with(&counted, &within, monitor).cast(),
        };
        match report.outcome.clone() {
            Outcome::Stopped { limit: Limit::States, bound } => proved = bound.max(proved),
            // The number of pushes says nothing about the number of moves.
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } if counts_pushes => {
                return report.translated(Outcome::Solved { solution, bound: proved, limit: None });
            }
            Outcome::Stopped { limit, bound } => {
                return report.translated(Outcome::Stopped { limit, bound: bound.max(proved) });
            }
            _ => return report,
        }
    }
    // A limit on states that no phase fits in leaves the search to the best guide.
    let few = limits.states.is_some_and(|most| most <= PHASES[0].1);
    if few {
        return solve_with(&guided, options, monitor);
    }
    solve_with(&Flat(*puzzle), &Options { method: Method::AStar, ..*options }, monitor)
}
