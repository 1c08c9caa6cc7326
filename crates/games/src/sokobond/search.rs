//! The search with single moves, and the choice of search and of state size for a request.

use std::sync::Arc;

use unriddle_search::distributed::ByteForm;
use unriddle_search::{Audit, Cost, Goal, Method, Monitor, Options, Puzzle, Report, solve_with};

use super::arrangement::Arrangement;
use super::level::{Board, SearchLevel};
use super::macro_search;
use super::scratch::with_scratch;
use super::state::{State, Words};
use crate::rules::audited;
use crate::{Direction, Explored, Request, TypedAnswer, explored};

impl<W: Words> Puzzle for SearchLevel<W> {
    type State = State<W>;
    type Move = Direction;

    fn start(&self) -> State<W> {
        self.start.clone()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        Some(self.board.layout.strength(state)) == self.board.full_strength
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(Direction, Cost, State<W>)) {
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.board, state);
            for direction in Direction::ALL {
                if scratch.motion.run(&self.board, &scratch.arrangement, direction).is_ok() {
                    visit(direction, 1, scratch.motion.after.pack(&self.board));
                }
            }
        });
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        with_scratch(|scratch| {
            scratch.arrangement.load(&self.board, state);
            scratch.bounds.bound(&self.board, &scratch.arrangement)
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        state.0.heap_bytes()
    }

    fn byte_form(&self) -> Option<ByteForm<State<W>>> {
        Some(ByteForm::new())
    }
}

impl<W: Words> SearchLevel<W> {
    /// The level with this arrangement as its start.
    pub(super) fn starting_at(board: &Arc<Board>, arrangement: &Arrangement) -> Self {
        SearchLevel { board: Arc::clone(board), start: arrangement.pack(board) }
    }

    /// Searches with macro moves, except where all solutions are wanted or the method needs single moves.
    pub(super) fn search(&self, options: &Options, monitor: &mut Monitor<'_>) -> Report<Self> {
        match (options.goal, options.method) {
            (Goal::All, _) | (_, Method::BreadthFirst | Method::IdaStar) => {
                solve_with(self, options, monitor)
            }
            _ => macro_search::solve(self, options, monitor),
        }
    }

    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Direction> {
        TypedAnswer::new(self.search(&request.options, monitor), self, request)
    }
}

/// Solves a level from an arrangement.
pub(super) fn solve(
    board: &Arc<Board>,
    arrangement: &Arrangement,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Direction> {
    match board.layout.words {
        0..=2 => SearchLevel::<[u64; 2]>::starting_at(board, arrangement).solve(request, monitor),
        3..=4 => SearchLevel::<[u64; 4]>::starting_at(board, arrangement).solve(request, monitor),
        _ => SearchLevel::<Box<[u64]>>::starting_at(board, arrangement).solve(request, monitor),
    }
}

/// Explores a level from an arrangement, by single moves.
pub(super) fn explore(
    board: &Arc<Board>,
    arrangement: &Arrangement,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Direction>> {
    match board.layout.words {
        0..=2 => explored(SearchLevel::<[u64; 2]>::starting_at(board, arrangement), options, monitor),
        3..=4 => explored(SearchLevel::<[u64; 4]>::starting_at(board, arrangement), options, monitor),
        _ => explored(SearchLevel::<Box<[u64]>>::starting_at(board, arrangement), options, monitor),
    }
}

/// Checks a level by exhaustive search.
pub(super) fn audit(board: &Arc<Board>, arrangement: &Arrangement, most: usize) -> Result<Audit, String> {
    match board.layout.words {
        0..=2 => audited(&SearchLevel::<[u64; 2]>::starting_at(board, arrangement), most),
        3..=4 => audited(&SearchLevel::<[u64; 4]>::starting_at(board, arrangement), most),
        _ => audited(&SearchLevel::<Box<[u64]>>::starting_at(board, arrangement), most),
    }
}
