//! The search, with sets of tiles of the smallest type that holds the board.

use std::sync::Arc;

use unriddle_search::distributed::ByteForm;
use unriddle_search::{Audit, Cost, Monitor, Options, Puzzle, solve_with};

use super::level::{Actor, Frame, SearchLevel, Tile};
use super::state::State;
use crate::bits::{Bits, Listed, Wide};
use crate::rules::audited;
use crate::{Direction, Explored, Request, TypedAnswer, explored};

/// The search of a level, whatever the type of its sets.
pub(super) trait Search: Send + Sync {
    /// Solves the level with these actors as its start.
    fn solve(&self, actors: &[Actor], request: &Request, monitor: &mut Monitor<'_>)
    -> TypedAnswer<Direction>;

    /// Explores the level with these actors as its start.
    fn explore(
        &self,
        actors: &[Actor],
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Box<dyn Explored<Direction> + '_>;

    /// See [`Rules::audit`](crate::Rules::audit).
    fn audit(&self, most: usize) -> Result<Audit, String>;
}

/// The search of a board with these actors at the start.
pub(super) fn new(frame: Frame, tiles: &Arc<[Tile]>, actors: &[Actor]) -> Box<dyn Search> {
    match tiles.len() {
        0..=32 => Box::new(SearchLevel::<u32>::new(frame, tiles, actors)),
        33..=64 => Box::new(SearchLevel::<u64>::new(frame, tiles, actors)),
        65..=128 => Box::new(SearchLevel::<u128>::new(frame, tiles, actors)),
        129..=256 => Box::new(SearchLevel::<Wide<4>>::new(frame, tiles, actors)),
        257..=1024 => Box::new(SearchLevel::<Wide<16>>::new(frame, tiles, actors)),
        _ => Box::new(SearchLevel::<Listed>::new(frame, tiles, actors)),
    }
}

impl<B: Bits> Search for SearchLevel<B> {
    /// The tables are computed before the search starts, as they take a while and a search must stop
    /// promptly.
    fn solve(
        &self,
        actors: &[Actor],
        request: &Request,
        monitor: &mut Monitor<'_>,
    ) -> TypedAnswer<Direction> {
        let here = self.starting_at(actors);
        TypedAnswer::new(solve_with(&here, &request.options, monitor), &here, request)
    }

    fn explore(
        &self,
        actors: &[Actor],
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Box<dyn Explored<Direction> + '_> {
        explored(self.starting_at(actors), options, monitor)
    }

    fn audit(&self, most: usize) -> Result<Audit, String> {
        audited(self, most)
    }
}

impl<B: Bits> SearchLevel<B> {
    /// The level with these actors as its start, and its tables computed.
    fn starting_at(&self, actors: &[Actor]) -> Self {
        let _ = (self.ground.images(), self.ground.bound());
        SearchLevel { ground: self.ground.clone(), start: State::new(self.ground.frame, actors) }
    }
}

impl<B: Bits> Puzzle for SearchLevel<B> {
    type State = State<B>;
    type Move = Direction;

    fn start(&self) -> State<B> {
        self.start.clone()
    }

    #[inline]
    fn is_solved(&self, state: &State<B>) -> bool {
        state.covers(&self.ground.goals)
    }

    /// Omits moves that change nothing, as they never help.
    #[inline]
    fn expand(&self, state: &State<B>, mut visit: impl FnMut(Direction, Cost, State<B>)) {
        for direction in Direction::ALL {
            let next = self.after(state, direction);
            if next != *state {
                visit(direction, 1, next);
            }
        }
    }

    fn least_cost(&self) -> Cost {
        1
    }

    #[inline]
    fn lower_bound(&self, state: &State<B>) -> Option<Cost> {
        self.ground.bound().of(state)
    }

    #[inline]
    fn heap_bytes(&self, state: &State<B>) -> usize {
        state.red.heap_bytes() + state.blue.heap_bytes()
    }

    #[inline]
    fn canonical(&self, state: State<B>) -> State<B> {
        self.ground.images().canonical(state)
    }

    fn byte_form(&self) -> Option<ByteForm<State<B>>> {
        Some(ByteForm::new())
    }
}
