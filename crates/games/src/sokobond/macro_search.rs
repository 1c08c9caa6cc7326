//! The search with macro moves.
//!
//! It differs from the search of single moves in three ways:
//!
//! - A helium player walks and pushes in one macro move ([`reachability`](super::reachability)).
//! - Where the rules allow it, states that differ only by equal atoms or by a symmetry of the board are
//!   replaced by one canonical state ([`symmetry`](super::symmetry)).
//! - A move that relies on an uncertain rule costs slightly more, so that among shortest solutions one
//!   with few such moves is found ([`assumptions`](super::assumptions)).
//!
//! A move costs [`MOVE`]. Every solution is replayed in the level itself before it is returned. If the
//! solution of a level reduced by symmetry cannot be replayed, the level is searched again without that
//! reduction.

use unriddle_search::distributed::ByteForm;
use unriddle_search::{
    Cost, Goal, Interrupt, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Report, Solution,
    solve_with,
};

use super::assumptions::Assumption;
use super::goal_count_search::GoalCountPuzzle;
use super::level::{Cell, SearchLevel};
use super::reachability::shortest_path;
use super::scratch::{Scratch, with_scratch};
use super::state::{State, Words};
use super::symmetry::{EqualStates, each_bonding};
use crate::Direction;

/// The cost of a move in the search. It is so large that a longer solution is preferred only if it avoids
/// at least this many uncertain moves.
const MOVE: Cost = 1024;
/// The surcharge of a move that relies on an uncertain rule.
const SURCHARGE: Cost = 1;

/// The number of states after which the best-first search for any solution gives up. If the estimate
/// leads to a solution at all, it usually does so much earlier; otherwise it is stuck in a region
/// without one.
const BEST_FIRST_LIMIT: u64 = 1_000_000;
/// The number of states after which the goal count search gives up. It is larger, as this search keeps
/// expanding states of all classes and so rarely gets stuck.
const GOAL_COUNT_LIMIT: u64 = 20_000_000;

/// The player walks to a cell, unless it is there already, and then moves in a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroMove {
    stand: Cell,
    direction: Direction,
}

/// A level as it is searched with macro moves.
pub(crate) struct MacroPuzzle<'a, W> {
    pub(super) level: &'a SearchLevel<W>,
    pub(super) symmetry: Option<&'a EqualStates>,
    /// Whether a macro move is a walk and a push, rather than a single move.
    pub(super) walks: bool,
    /// Checked between pushes, as on a large board a state has thousands.
    pub(super) interrupt: Option<&'a Interrupt<'a>>,
}

impl<W: Words> Puzzle for MacroPuzzle<'_, W> {
    type State = State<W>;
    type Move = MacroMove;

    fn start(&self) -> State<W> {
        self.level.start()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        self.level.is_solved(state)
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(MacroMove, Cost, State<W>)) {
        let board = &*self.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            if !self.walks {
                let stand = scratch.arrangement.atoms[board.player].cell;
                for direction in Direction::ALL {
                    self.step(scratch, MacroMove { stand, direction }, MOVE, &mut visit);
                }
                return;
            }
            scratch.reachability.flood(board, &scratch.arrangement);
            for at in 0..scratch.reachability.reached.len() {
                if at % 64 == 63 && self.interrupt.is_some_and(Interrupt::is_raised) {
                    return;
                }
                let stand = scratch.reachability.reached[at];
                let cost = MOVE * (Cost::from(scratch.reachability.steps(stand)) + 1);
                scratch.arrangement.lift(board.player);
                // This cannot fail: a reachable cell is empty.
                let _ = scratch.arrangement.put(board.player, stand);
                for direction in Direction::ALL {
                    if scratch.arrangement.neighbour(board, board.player, direction).is_some() {
                        self.step(scratch, MacroMove { stand, direction }, cost, &mut visit);
                    }
                }
            }
        });
    }

    fn least_cost(&self) -> Cost {
        MOVE
    }

    fn cost_scale(&self) -> Cost {
        MOVE
    }

    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        Some(self.level.lower_bound(state)?.saturating_mul(MOVE))
    }

    fn estimate(&self, state: &State<W>) -> Cost {
        let board = &*self.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.bounds.estimate(board, &scratch.arrangement).saturating_mul(MOVE / 12)
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        self.level.heap_bytes(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.interrupt
    }

    fn byte_form(&self) -> Option<ByteForm<State<W>>> {
        Some(ByteForm::new())
    }

    fn canonical(&self, state: State<W>) -> State<W> {
        let Some(symmetry) = self.symmetry else { return state };
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.level.board, &state);
            symmetry.canonical(&self.level.board, &scratch.arrangement, &mut scratch.fields)
        })
    }
}

impl<'a, W: Words> MacroPuzzle<'a, W> {
    /// The level with every reduction that its rules allow.
    pub(super) fn new(level: &'a SearchLevel<W>, interrupt: Option<&'a Interrupt<'a>>) -> Self {
        let board = &*level.board;
        let walks = board.atoms[board.player].valence() == 0;
        MacroPuzzle { level, symmetry: board.symmetry.as_ref(), walks, interrupt }
    }

    /// Visits the states after the last move of a macro move, with the player already at its stand.
    #[inline]
    fn step(
        &self,
        scratch: &mut Scratch,
        mv: MacroMove,
        cost: Cost,
        visit: &mut impl FnMut(MacroMove, Cost, State<W>),
    ) {
        let board = &*self.level.board;
        let Scratch { arrangement, motion, bounds, unbonded, .. } = scratch;
        if motion.carry_out(board, arrangement, mv.direction).is_err() {
            return;
        }
        if self.symmetry.is_some() && motion.can_anything_bond(board) {
            unbonded.clone_from(&motion.after);
        }
        let bonded = motion.bond(board);
        let cost = if motion.assumptions.is_empty() { cost } else { cost + SURCHARGE };
        let ambiguous = self.symmetry.is_some() && motion.assumptions.has(Assumption::AmbiguousBond);
        if !(bonded && bounds.is_dead_after_bonding(board, &motion.after)) {
            visit(mv, cost, motion.after.pack(board));
        }
        if ambiguous {
            let after = &motion.after;
            each_bonding(board, unbonded, &mut |other| {
                if other != after && !bounds.is_dead_after_bonding(board, other) {
                    visit(mv, cost, other.pack(board));
                }
            });
        }
    }
}

/// Searches a level for one solution.
pub(crate) fn solve<W: Words>(
    level: &SearchLevel<W>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<SearchLevel<W>> {
    let interrupt = monitor.interrupt(&options.limits);
    let puzzle = MacroPuzzle::new(level, Some(&interrupt));
    let report = search_in_phases(&puzzle, options, monitor);
    if let Some(outcome) = report.outcome.clone().map(|solution| played(level, &solution)) {
        return report.translated(outcome);
    }
    // The solution only solves the reduced level. Its cost is a lower bound, but the level itself may
    // need more moves.
    let puzzle = MacroPuzzle { symmetry: None, ..puzzle };
    let report = solve_with(&puzzle, options, monitor);
    let outcome = report.outcome.clone().map(|solution| played(level, &solution));
    report.translated(outcome.expect("a solution of the level itself can be replayed"))
}

/// Searches a puzzle. For any solution there are three phases: a best-first search led by the estimate,
/// then a search with one queue per number of bonds to make, and finally A*, which cannot be misled. The
/// first two have a limit on states.
fn search_in_phases<'a, W: Words>(
    puzzle: &MacroPuzzle<'a, W>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<MacroPuzzle<'a, W>> {
    let limits = options.limits;
    let phased = options.goal == Goal::Any && options.method == Method::Auto;
    // With macro moves, best-first search succeeds early or not at all.
    let first = if puzzle.walks { BEST_FIRST_LIMIT / 10 } else { BEST_FIRST_LIMIT };
    if !phased || limits.states.is_some_and(|most| most <= first) {
        return solve_with(puzzle, options, monitor);
    }
    let within = |states| Options { limits: Limits { states: Some(states), ..limits }, ..*options };
    let report = solve_with(puzzle, &within(first), monitor);
    let Outcome::Stopped { limit: Limit::States, bound } = report.outcome else { return report };
    // The second phase counts pushes, not moves, so it cannot respect a limit on the cost.
    if limits.cost.is_none() && limits.states.is_none_or(|most| most > GOAL_COUNT_LIMIT) {
        let report = solve_with(&GoalCountPuzzle(puzzle), &within(GOAL_COUNT_LIMIT), monitor);
        match report.outcome.clone() {
            Outcome::Stopped { limit: Limit::States, .. } => {}
            // The lower bound on moves comes from the first phase.
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => {
                return report.translated(Outcome::Solved { solution, bound, limit: None });
            }
            Outcome::Stopped { limit, bound: pushes } => {
                return report.translated(Outcome::Stopped { limit, bound: pushes.max(bound) });
            }
            unsolvable => return report.translated(unsolvable),
        }
    }
    solve_with(puzzle, &Options { method: Method::AStar, ..*options }, monitor)
}

/// Replays a solution in the level itself; `None` if it does not solve the level.
fn played<W: Words>(level: &SearchLevel<W>, solution: &Solution<MacroMove>) -> Option<Solution<Direction>> {
    let board = &*level.board;
    with_scratch(|scratch| {
        scratch.arrangement.load(board, &level.start);
        let mut moves = Vec::new();
        for mv in &solution.moves {
            let first = moves.len();
            moves.extend(shortest_path(board, &scratch.arrangement, mv.stand)?);
            moves.push(mv.direction);
            for &direction in &moves[first..] {
                scratch.motion.run(board, &scratch.arrangement, direction).ok()?;
                std::mem::swap(&mut scratch.arrangement, &mut scratch.motion.after);
            }
        }
        scratch.arrangement.is_solved().then_some(Solution { cost: moves.len() as Cost, moves })
    })
}
