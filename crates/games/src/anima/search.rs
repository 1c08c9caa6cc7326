//! The search, with sets of tiles of the smallest type that holds the board.

use std::sync::Arc;

use unriddle_kit::rules::audited;
use unriddle_kit::{AuditError, Direction, Explored, Request, TypedAnswer, explored};
use unriddle_search::distributed::{ByteForm, StateBytes};
use unriddle_search::{Audit, Cost, Flat, FlatPuzzle, Monitor, Options, Puzzle, Tuning, solve_with};

use super::level::{Actor, Frame, Ground, SearchLevel, Tile};
use super::state::State;
use crate::bits::{Bits, Listed, Wide};

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

    /// See [`Rules::audit`](unriddle_kit::Rules::audit).
    fn audit(&self, most: usize) -> Result<Audit, AuditError>;
}

/// The search of a board with these actors at the start. The states of small boards are values, which are
/// fastest; those of all others are flat, whatever the type of their sets, so that they share one engine.
pub(super) fn new(frame: Frame, tiles: &Arc<[Tile]>, actors: &[Actor]) -> Box<dyn Search> {
    match tiles.len() {
        0..=32 => Box::new(SearchLevel::<u32>::new(frame, tiles, actors)),
        33..=64 => Box::new(SearchLevel::<u64>::new(frame, tiles, actors)),
        65..=256 => Box::new(Packed(SearchLevel::<Wide<4>>::new(frame, tiles, actors))),
        257..=1024 => Box::new(Packed(SearchLevel::<Wide<16>>::new(frame, tiles, actors))),
        _ => Box::new(Packed(SearchLevel::<Listed>::new(frame, tiles, actors))),
    }
}

/// A level with states that are values where that is felt; otherwise they are flat, too.
impl<B: Bits + StateBytes> Search for SearchLevel<B> {
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
        explored(Flat(Packed(self.starting_at(actors))), options, monitor)
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        audited(&Flat(Packed(self.clone())), most)
    }
}

/// A level with flat states: the words of the red actors, then those of the blue ones.
struct Packed<B: Bits>(SearchLevel<B>);

impl<B: Bits> Search for Packed<B> {
    fn solve(
        &self,
        actors: &[Actor],
        request: &Request,
        monitor: &mut Monitor<'_>,
    ) -> TypedAnswer<Direction> {
        let here = Flat(Packed(self.0.starting_at(actors)));
        TypedAnswer::new(solve_with(&here, &request.options, monitor), &here, request)
    }

    fn explore(
        &self,
        actors: &[Actor],
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Box<dyn Explored<Direction> + '_> {
        explored(Flat(Packed(self.0.starting_at(actors))), options, monitor)
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        audited(&Flat(Packed(self.0.clone())), most)
    }
}

impl<B: Bits> SearchLevel<B> {
    /// The level with these actors as its start. Its tables are computed before the search starts, as they take
    /// a while and a search must stop promptly.
    fn starting_at(&self, actors: &[Actor]) -> Self {
        let _ = (self.ground.images(), self.ground.bound());
        SearchLevel { ground: self.ground.clone(), start: State::new(self.ground.frame, actors) }
    }

    #[inline]
    pub(super) fn is_solved(&self, state: &State<B>) -> bool {
        state.covers(&self.ground.goals)
    }

    /// Omits moves that change nothing, as they never help.
    #[inline]
    pub(super) fn expand(&self, state: &State<B>, mut visit: impl FnMut(Direction, Cost, State<B>)) {
        for direction in Direction::ALL {
            let next = self.after(state, direction);
            if next != *state {
                visit(direction, 1, next);
            }
        }
    }

    #[inline]
    pub(super) fn lower_bound(&self, state: &State<B>) -> Option<Cost> {
        self.ground.bound().of(state)
    }

    #[inline]
    pub(super) fn canonical(&self, state: State<B>) -> State<B> {
        self.ground.images().canonical(state)
    }
}

impl<B: Bits + StateBytes> Puzzle for SearchLevel<B> {
    type State = State<B>;
    type Move = Direction;

    fn start(&self) -> State<B> {
        self.start.clone()
    }

    #[inline]
    fn is_solved(&self, state: &State<B>) -> bool {
        SearchLevel::is_solved(self, state)
    }

    #[inline]
    fn expand(&self, state: &State<B>, visit: impl FnMut(Direction, Cost, State<B>)) {
        SearchLevel::expand(self, state, visit);
    }

    #[inline]
    fn lower_bound(&self, state: &State<B>) -> Option<Cost> {
        SearchLevel::lower_bound(self, state)
    }

    #[inline]
    fn canonical(&self, state: State<B>) -> State<B> {
        SearchLevel::canonical(self, state)
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { byte_form: Some(ByteForm::new()), ..Tuning::default() }
    }
}

impl<B: Bits> Packed<B> {
    /// The words of the red actors, and of the blue ones.
    fn parts(&self) -> [usize; 2] {
        let Ground { tiles, actors, .. } = &*self.0.ground;
        actors.map(|count| B::words(tiles.len(), count))
    }

    fn read(&self, state: &[u64]) -> State<B> {
        let (red, blue) = state.split_at(self.parts()[0]);
        let [reds, blues] = self.0.ground.actors;
        State { red: B::read(red, reds), blue: B::read(blue, blues) }
    }

    fn write(&self, state: &State<B>, words: &mut [u64]) {
        let (red, blue) = words.split_at_mut(self.parts()[0]);
        state.red.write(red);
        state.blue.write(blue);
    }
}

impl<B: Bits> FlatPuzzle for Packed<B> {
    type Move = Direction;

    fn words(&self) -> usize {
        self.parts().iter().sum()
    }

    fn start(&self, state: &mut [u64]) {
        self.write(&self.0.start, state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.0.is_solved(&self.read(state))
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Direction, Cost, &[u64])) {
        self.0.expand(&self.read(state), |direction, cost, after| {
            self.write(&after, next);
            visit(direction, cost, next);
        });
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        self.0.lower_bound(&self.read(state))
    }

    fn canonical<'a>(&self, state: &'a [u64], room: &'a mut [u64]) -> &'a [u64] {
        if self.0.ground.images().is_alone() {
            return state;
        }
        self.write(&self.0.canonical(self.read(state)), room);
        room
    }
}
