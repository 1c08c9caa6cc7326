//! The search with single moves, and the choice of search for a request.

use std::sync::Arc;

use unriddle_kit::explored::with_space_assuming;
use unriddle_kit::rules::audited;
use unriddle_kit::{AuditError, Direction, Explored, Request, TypedAnswer};
use unriddle_search::{Audit, Cost, Flat, FlatPuzzle, Goal, Method, Monitor, Options, Report, solve_with};

use super::arrangement::Arrangement;
use super::assumptions::Assumptions;
use super::hub_table::Partners;
use super::level::{Board, SearchLevel};
use super::macro_search;
use super::scratch::with_scratch;

impl FlatPuzzle for SearchLevel {
    type Move = Direction;

    fn words(&self) -> usize {
        self.start.len()
    }

    fn start(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        Some(self.board.layout.strength(state)) == self.board.full_strength
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Direction, Cost, &[u64])) {
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.board, state);
            for direction in Direction::ALL {
                let moved = scratch.motion.run(&self.board, &scratch.arrangement, direction);
                self.applied.note(scratch.motion.assumptions);
                if moved.is_ok() {
                    scratch.motion.after.pack(&self.board, next);
                    visit(direction, 1, next);
                }
            }
        });
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.board, state);
            scratch.bounds.bound(&self.board, self.meetings(), &scratch.arrangement)
        })
    }
}

impl SearchLevel {
    /// The level with this arrangement as its start.
    pub(super) fn starting_at(board: &Arc<Board>, arrangement: &Arrangement) -> Self {
        SearchLevel {
            board: Arc::clone(board),
            start: arrangement.packed(board),
            meetings: None,
            partners: Partners::All,
            applied: Arc::default(),
        }
    }
}

/// Searches with macro moves, except where all solutions are wanted or the method needs single moves.
pub(super) fn search(
    level: &Flat<SearchLevel>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<SearchLevel>> {
    match (options.goal, options.method) {
        (Goal::All, _) | (_, Method::BreadthFirst | Method::IdaStar) => solve_with(level, options, monitor),
        _ => macro_search::solve(&level.0, options, monitor),
    }
}

/// Solves a level from an arrangement.
pub(super) fn solve(
    board: &Arc<Board>,
    arrangement: &Arrangement,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Direction> {
    let level = Flat(SearchLevel::starting_at(board, arrangement));
    let report = search(&level, &request.options, monitor);
    let mut answer = TypedAnswer::new(report, &level, request);
    answer.proof_assumptions = match answer.statistics.expanded {
        0 => Vec::new(),
        // What other processes have applied is not known here.
        _ if monitor.is_shared() => Assumptions::possible(board).of_proof(),
        _ => level.0.applied.all().of_proof(),
    };
    answer
}

/// Explores a level from an arrangement, by single moves.
pub(super) fn explore(
    board: &Arc<Board>,
    arrangement: &Arrangement,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Direction>> {
    let level = Flat(SearchLevel::starting_at(board, arrangement));
    let space = unriddle_search::explore(&level, options, monitor);
    let assumptions = level.0.applied.all().of_proof();
    with_space_assuming(level, space, assumptions)
}

/// Checks a level by exhaustive search.
pub(super) fn audit(board: &Arc<Board>, arrangement: &Arrangement, most: usize) -> Result<Audit, AuditError> {
    audited(&Flat(SearchLevel::starting_at(board, arrangement)), most)
}
