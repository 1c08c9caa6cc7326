//! Turns on a compiled level.
//!
//! A move is a key and all turns that follow by themselves. The board of the state being expanded is kept; a move is
//! made on it, packed, and taken back by the log. Of the next state only the cells that differ are loaded. A move that
//! takes much is not finished: the plain engine decides about it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_search::words;

use super::board::{Board, Planes, Watchers};
use super::bound::Bounds;
use super::build::Draft;
use super::derived::Derived;
use super::moving::move_all;
use super::pack::{Contents, Packing};
use super::rows::Size;
use super::rules::{FastGroup, Workspace, apply};
use super::sets::{CellSet, Plane, each_cell};
use super::wins::{FastWin, Named, all_hold, distance};
use super::{Fast, Made};
use crate::engine::{Halt, Input, Work};
use crate::game::Compiled;
use crate::mask;

/// How much more the plain engine may take for the same matches, roughly.
const DEARER: u64 = 32;

/// The turns of a move after which the first board is kept, to find out whether it comes back.
const FIRST_KEPT: u64 = 8;

/// What a level is compiled to.
pub(super) struct Plan {
    pub size: Size,
    /// The maximum work of a move of the plain engine.
    pub max_work: u64,
    pub early: Vec<FastGroup>,
    pub late: Vec<FastGroup>,
    pub wins: Vec<FastWin>,
    pub bounds: Bounds,
    pub player: Named,
    /// All objects of each layer that may move.
    pub movers: Vec<u64>,
    pub packing: Packing,
    /// What is packed.
    pub contents: Contents,
    pub derived: Derived,
    /// The objects of each cell in the first state, and where restarts lead.
    pub start: Vec<u64>,
    pub restart: Vec<u64>,
    /// Whether a turn follows a restart by itself.
    pub restart_goes_on: bool,
    pub inputs: Vec<(Input, u64)>,
    pub player_must_move: bool,
    pub watchers: Watchers,
    /// The planes that may have a bit.
    pub used: Planes,
    pub whole: CellSet,
    /// The number of each object in the plain engine, and how many words it takes there.
    pub ids: Vec<usize>,
    pub object_words: usize,
}

impl Plan {
    /// The objects of all cells as the plain engine numbers them.
    fn named(&self, cells: &[(u64, u64)]) -> Vec<u64> {
        let mut objects = vec![0; cells.len() * self.object_words];
        for (cell, &(word, _)) in cells.iter().enumerate() {
            for id in mask::members(&[word]).map(|bit| self.ids[bit]) {
                objects[cell * self.object_words + id / 64] |= 1 << (id % 64);
            }
        }
        objects
    }

    /// The objects of each cell, from what the plain engine has.
    fn numbered(&self, objects: &[u64]) -> Vec<u64> {
        let word = |cell: &[u64]| {
            let bit = |(number, &id): (usize, &usize)| (cell[id / 64] >> (id % 64) & 1) << number;
            self.ids.iter().enumerate().map(bit).sum()
        };
        objects.chunks(self.object_words).map(word).collect()
    }
}

/// A level on boards of at most `64 W` cells.
pub(super) struct Level<'h, const W: usize> {
    pub plan: Plan,
    #[expect(clippy::vec_box, reason = "it is large, and taken and put back for each state")]
    pool: Mutex<Vec<Box<Scratch<'h, W>>>>,
    halt: Halt<'h>,
    /// Whether there was a state with more things than a list has room for.
    exceeded: AtomicBool,
}

/// Room to make moves in.
pub(super) struct Scratch<'h, const W: usize> {
    pub board: Board<W>,
    /// The state on the board.
    loaded: Vec<u64>,
    space: Workspace<'h, W>,
    seen: Vec<bool>,
    /// The cells after an earlier turn of the move.
    kept: Vec<(u64, u64)>,
    /// What all moves took so far, in words and cells.
    pub done: u64,
}

/// How a move ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveEnd {
    Rest { won: bool },
    Endless,
    GivenUp,
}

/// How a turn ended.
#[derive(PartialEq, Eq)]
enum Ending {
    /// It was taken back.
    Cancelled,
    /// The board is as the rules left it.
    Done { changed: bool },
}

impl<'h, const W: usize> Level<'h, W> {
    /// A level of which the rules are compiled; `None` if that cannot be finished, or the work was given up.
    pub fn new(
        game: &Compiled,
        mut draft: Draft,
        mut work: Work<'_>,
        halt: Halt<'h>,
    ) -> Option<Level<'h, W>> {
        let Draft { late, size, watchers, derived, .. } = &draft;
        let holds = |board: &Vec<u64>| derived.holds::<W>(late, *size, watchers, board, &halt);
        if ![&draft.start, &draft.restart].into_iter().all(holds) {
            draft.derived = Derived::none(&draft.late);
        }
        let plan = draft.finish(game, &mut work)?;
        let exceeded = AtomicBool::new(false);
        Some(Level { plan, pool: Mutex::new(Vec::new()), halt, exceeded })
    }

    /// Packs states in another way.
    pub fn pack_as(&mut self, packing: Packing) {
        self.plan.packing = packing;
        self.pool = Mutex::new(Vec::new());
    }

    fn scratch(&self) -> Scratch<'h, W> {
        let board = Board::holding(&self.plan.start, self.plan.watchers.clone());
        let mut loaded = vec![0; self.plan.packing.words()];
        self.plan.packing.write_all(&mut loaded, &board.content());
        let cells = board.cells.len();
        let space = Workspace::new(self.halt.clone());
        Scratch { board, loaded, space, seen: vec![false; cells], kept: Vec::new(), done: 0 }
    }

    /// Makes a move.
    fn make_move(&self, scratch: &mut Scratch<'h, W>, bits: u64) -> MoveEnd {
        scratch.space.work.begin();
        scratch.space.plain = 0;
        scratch.kept.clear();
        let mut input = Some(bits);
        for turns in 1u64.. {
            let again = input.is_none();
            let ending = self.turn(scratch, input.take());
            // The plain engine, which gives up later, decides about a move that would take it long.
            let (plain, done) = (scratch.space.plain, scratch.space.work.done());
            if scratch.space.work.is_over() || plain + DEARER * done > self.plan.max_work / 4 {
                return MoveEnd::GivenUp;
            }
            let queue = scratch.space.queue;
            let Ending::Done { changed } = ending else {
                // A message is shown even if the turn is taken back, and the win conditions are checked after it.
                return MoveEnd::Rest { won: queue.message && self.wins(&scratch.board) };
            };
            // A turn that would follow by itself, and change nothing, does not take place.
            if again && !changed && !queue.win && !queue.restart {
                return MoveEnd::Rest { won: false };
            }
            if queue.restart {
                for (cell, &objects) in self.plan.restart.iter().enumerate() {
                    if scratch.board.cells[cell].0 != objects {
                        scratch.board.set(cell, objects, 0);
                    }
                }
            }
            // A message makes a `win` command of its turn void.
            if (queue.win && !queue.restart && !queue.message) || self.wins(&scratch.board) {
                return MoveEnd::Rest { won: true };
            }
            let goes_on = if queue.restart { self.plan.restart_goes_on } else { queue.again && changed };
            if !goes_on {
                return MoveEnd::Rest { won: false };
            }
            // Brent's algorithm: if a board comes back, the turns never end.
            if turns >= FIRST_KEPT {
                scratch.space.work.add(scratch.kept.len());
                if scratch.kept == scratch.board.cells {
                    return MoveEnd::Endless;
                }
                if turns.is_power_of_two() {
                    scratch.kept.clone_from(&scratch.board.cells);
                }
            }
        }
        unreachable!("a move is given up before its turns cannot be counted")
    }

    fn wins(&self, board: &Board<W>) -> bool {
        all_hold(&self.plan.wins, board, self.plan.whole.plane())
    }

    fn turn(&self, scratch: &mut Scratch<'h, W>, input: Option<u64>) -> Ending {
        let Scratch { board, space, seen, .. } = scratch;
        let frame = board.log.len();
        // A rule that queued commands in another turn must ask again.
        space.asked.drain(..).for_each(|rule| board.marked[rule / 64] |= 1 << (rule % 64));
        space.queue = Default::default();
        let players = input.map_or([0; W], |bits| self.give_movement(board, bits));
        apply(&self.plan.early, self.plan.size, board, space);
        move_all(board, self.plan.size, &self.plan.movers, &mut space.work);
        apply(&self.plan.late, self.plan.size, board, space);
        if self.plan.player_must_move && players.iter().any(|&word| word != 0) {
            let mut stayed = true;
            each_cell(&players, |cell| stayed &= board.cells[cell].0 & self.plan.player.objects != 0);
            if stayed {
                board.revert(frame);
                // The commands are dropped as well: no message is shown.
                space.queue = Default::default();
                return Ending::Cancelled;
            }
        }
        if space.queue.cancel {
            board.revert(frame);
            return Ending::Cancelled;
        }
        // The first entry of a cell in the log has what it held before the turn.
        let mut changed = false;
        for &(cell, objects, _) in &board.log[frame..] {
            if !std::mem::replace(&mut seen[cell as usize], true) {
                changed |= board.cells[cell as usize].0 != objects;
            }
        }
        board.log[frame..].iter().for_each(|&(cell, ..)| seen[cell as usize] = false);
        Ending::Done { changed }
    }

    fn give_movement(&self, board: &mut Board<W>, bits: u64) -> Plane<W> {
        let players = self.plan.player.cells(board, self.plan.whole.plane());
        each_cell(&players, |cell| {
            let (objects, mut movements) = board.cells[cell];
            for (slot, layer) in self.plan.movers.iter().enumerate() {
                if objects & self.plan.player.objects & layer != 0 {
                    movements |= bits << (5 * slot);
                }
            }
            board.set(cell, objects, movements);
        });
        players
    }

    /// Calls with room in which a state is on the board.
    pub fn with_scratch<T>(&self, state: &[u64], act: impl FnOnce(&mut Scratch<'h, W>) -> T) -> T {
        let waiting = self.pool.lock().ok().and_then(|mut pool| pool.pop());
        let mut scratch = waiting.unwrap_or_else(|| Box::new(self.scratch()));
        let mut is_whole = true;
        if !words::are_equal(&scratch.loaded, state) {
            let Scratch { board, loaded, space, .. } = &mut *scratch;
            self.plan.packing.each_difference(loaded, state, &mut |cell, remove, add| {
                let objects = board.cells[cell].0;
                board.put(cell, objects & !remove | add, 0);
            });
            let limit = space.work.begin_with(u64::MAX);
            self.plan.derived.find_again(&self.plan.late, self.plan.size, board, space);
            // If the search had to stop, not all was found again, and the board is of no use to others.
            is_whole = !space.work.is_over();
            space.work.begin_with(limit);
            board.log.clear();
            words::copy(state, loaded);
        }
        let result = act(&mut scratch);
        if is_whole && let Ok(mut pool) = self.pool.lock() {
            pool.push(scratch);
        }
        result
    }
}

impl<const W: usize> Fast for Level<'_, W> {
    fn words(&self) -> usize {
        self.plan.packing.words()
    }

    fn start(&self, state: &mut [u64]) {
        let board = Board::<W>::holding(&self.plan.start, self.plan.watchers.clone());
        self.plan.packing.write_all(state, &board.content());
    }

    fn is_won(&self, state: &[u64]) -> bool {
        self.plan.packing.is_won(state)
    }

    fn set_won(&self, state: &mut [u64]) {
        self.plan.packing.set_won(state);
    }

    fn expand(&self, state: &[u64], next: &mut [u64], visit: &mut dyn FnMut(Input, Made<'_>)) {
        if self.plan.packing.is_won(state) {
            return;
        }
        self.with_scratch(state, |scratch| {
            scratch.board.save(self.plan.used);
            for &(input, bits) in &self.plan.inputs {
                let end = self.make_move(scratch, bits);
                scratch.done += scratch.space.work.done();
                let mut fits = true;
                if let MoveEnd::Rest { won } = end {
                    words::copy(state, next);
                    fits = self.plan.packing.write(next, &scratch.board.content(), &scratch.board.log);
                    if won {
                        self.plan.packing.set_won(next);
                    }
                }
                scratch.board.rewind(self.plan.used);
                match end {
                    MoveEnd::Rest { .. } if !fits => self.exceeded.store(true, Ordering::Relaxed),
                    MoveEnd::Rest { .. } if words::are_equal(next, state) => {}
                    MoveEnd::Rest { .. } => visit(input, Made::Rest(next)),
                    MoveEnd::Endless => visit(input, Made::Endless),
                    MoveEnd::GivenUp => {
                        // Rules were given up that are yet to be tried.
                        scratch.board.marked.fill(!0);
                        scratch.space.work.begin();
                        visit(input, Made::Undecided);
                    }
                }
            }
        });
    }

    fn lower_bound(&self, state: &[u64]) -> Option<u32> {
        if self.plan.packing.is_won(state) {
            Some(0)
        } else {
            self.plan.bounds.lower_bound(&self.plan.packing, state)
        }
    }

    fn estimate(&self, state: &[u64]) -> u32 {
        self.with_scratch(state, |scratch| {
            scratch.space.work.begin();
            distance(
                &self.plan.wins,
                &scratch.board,
                self.plan.whole.plane(),
                self.plan.size,
                &mut scratch.space.work,
            )
        })
    }

    fn unpack(&self, state: &[u64]) -> Vec<u64> {
        self.with_scratch(state, |scratch| self.plan.named(&scratch.board.cells))
    }

    fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }

    fn pack(&self, objects: &[u64], state: &mut [u64]) -> bool {
        let board = Board::<W>::holding(&self.plan.numbered(objects), self.plan.watchers.clone());
        let fits = self.plan.packing.write_all(state, &board.content());
        self.exceeded.fetch_or(!fits, Ordering::Relaxed);
        fits
    }
}
