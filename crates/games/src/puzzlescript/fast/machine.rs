//! Turns on a compiled level.
//!
//! A move is a key and all turns that follow by themselves. The board of the state being expanded is kept; a move is
//! made on it, packed, and taken back by the log. Of the next state only the cells that differ are loaded.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::MOST_WORDS;
use super::board::{Board, Plane, Planes, WORD};
use super::build::build;
use super::pack::Packing;
use super::rows::{Match, Row, Size};
use crate::puzzlescript::engine::Input;
use crate::puzzlescript::game::{Compiled, Layout, Quantity};
use crate::puzzlescript::mask;
use crate::puzzlescript::rule_text::Heading;

/// The most passes over a group, and the most jumps of loops in a turn.
const MOST_PASSES: usize = 200;

/// The most turns that may follow by themselves.
const MOST_AGAIN: usize = 500;

/// The most matches that rules may have in a move, before it counts as one that never comes to rest.
const MOST_WORK: usize = 1_000_000;

/// A level compiled for search, whatever its size.
pub trait Fast: Send + Sync {
    /// The number of words of a state.
    fn words(&self) -> usize;
    /// Writes the first state.
    fn start(&self, state: &mut [u64]);
    /// Whether a state is won.
    fn is_won(&self, state: &[u64]) -> bool;
    /// Marks a state as won.
    fn set_won(&self, state: &mut [u64]);
    /// Calls with each key that changes anything and the state after it, which is built in `next`.
    fn expand(&self, state: &[u64], next: &mut [u64], visit: &mut dyn FnMut(Input, &[u64]));
    /// How far a state seems to be from a win.
    fn estimate(&self, state: &[u64]) -> u32;
    /// The objects of all cells of a state, as the plain engine numbers them.
    fn unpack(&self, state: &[u64]) -> Vec<u64>;
    /// Whether a move was left out because the board never comes to rest after it.
    fn was_endless(&self) -> bool;
}

/// Compiles a level that begins with these objects; `None` if it is not of a kind that is compiled.
pub fn compile(game: &Compiled, layout: &Layout, start: &[u64]) -> Option<Box<dyn Fast>> {
    Some(match (layout.width * layout.height).div_ceil(64) {
        0 | 1 => Box::new(build::<1>(game, layout, start)?),
        2 => Box::new(build::<2>(game, layout, start)?),
        3 => Box::new(build::<3>(game, layout, start)?),
        4 => Box::new(build::<4>(game, layout, start)?),
        5 => Box::new(build::<5>(game, layout, start)?),
        6..=8 => Box::new(build::<8>(game, layout, start)?),
        9..=MOST_WORDS => Box::new(build::<MOST_WORDS>(game, layout, start)?),
        _ => return None,
    })
}

/// What a rule asks for besides changing cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Commands {
    pub cancel: bool,
    pub restart: bool,
    pub win: bool,
    pub again: bool,
    pub any: bool,
}

/// A rule over planes.
pub(super) struct FastRule<const W: usize> {
    pub rows: Vec<Row<W>>,
    pub direction: Heading,
    pub step: isize,
    pub replaces: bool,
    pub commands: Commands,
    /// The planes without which it cannot match.
    pub needs: Planes,
    /// The planes that it reads or writes.
    pub watched: Vec<u8>,
    /// Its number among all rules.
    pub number: usize,
}

/// Rules that are applied until none changes anything.
pub(super) struct FastGroup<const W: usize> {
    pub rules: Vec<FastRule<W>>,
    /// If a loop ends here, the group that it begins with.
    pub jump: Option<usize>,
}

/// A win condition.
pub(super) struct FastWin {
    pub quantity: Quantity,
    pub what: (u64, bool),
    pub on: Option<(u64, bool)>,
}

/// A level compiled for boards of at most `64 W` cells.
pub(super) struct Level<const W: usize> {
    pub size: Size,
    pub early: Vec<FastGroup<W>>,
    pub late: Vec<FastGroup<W>>,
    pub wins: Vec<FastWin>,
    pub player: (u64, bool),
    /// All objects of each layer that may move.
    pub movers: Vec<u64>,
    pub packing: Packing,
    /// The first state, and where restarts lead.
    pub start: Vec<u64>,
    pub restart: Vec<u64>,
    pub inputs: Vec<(Input, u64)>,
    pub player_must_move: bool,
    pub rules: usize,
    pub whole: Plane<W>,
    /// The number of each object in the plain engine, and how many words it takes there.
    pub ids: Vec<usize>,
    pub object_words: usize,
    pub pool: Mutex<Vec<Scratch<W>>>,
    pub endless: AtomicBool,
}

/// Room to make moves in.
pub(super) struct Scratch<const W: usize> {
    board: Board<W>,
    /// The state on the board.
    loaded: Vec<u64>,
    /// For each rule, when it was tried last, and whether it queued commands then.
    checked: Vec<(u64, bool)>,
    /// When the turn began.
    turn: u64,
    queue: Commands,
    work: usize,
    found: Vec<Vec<Match>>,
    seen: Vec<bool>,
}

/// How a turn ended.
#[derive(PartialEq, Eq)]
enum Ending {
    /// It was taken back.
    Cancelled,
    /// The board is as the rules left it.
    Done { changed: bool },
}

impl<const W: usize> Level<W> {
    fn scratch(&self) -> Scratch<W> {
        let mut board = Board::new(self.size.width * self.size.height);
        for (cell, objects) in self.packing.unpack(&self.start).into_iter().enumerate() {
            board.put(cell, objects, 0);
        }
        Scratch {
            board,
            loaded: self.start.clone(),
            checked: vec![(0, false); self.rules],
            turn: 0,
            queue: Commands::default(),
            work: 0,
            found: Vec::new(),
            seen: vec![false; self.size.width * self.size.height],
        }
    }

    /// Makes a move. Returns whether it wins, or nothing if it never comes to rest.
    fn make_move(&self, scratch: &mut Scratch<W>, bits: u64) -> Option<bool> {
        scratch.work = 0;
        let mut input = Some(bits);
        for _ in 0..MOST_AGAIN {
            let again = input.is_none();
            let ending = self.turn(scratch, input.take());
            if scratch.work > MOST_WORK {
                return None;
            }
            let Ending::Done { changed } = ending else {
                return Some(false);
            };
            let queue = scratch.queue;
            // A turn that would follow by itself, and change nothing, does not take place.
            if again && !changed && !queue.win && !queue.restart {
                return Some(false);
            }
            if queue.restart {
                for (cell, &objects) in self.restart.iter().enumerate() {
                    if scratch.board.cells[cell].0 != objects {
                        scratch.board.set(cell, objects, 0);
                    }
                }
            }
            if (queue.win && !queue.restart) || self.wins(&scratch.board) {
                return Some(true);
            }
            if queue.restart || !queue.again || !changed {
                return Some(false);
            }
        }
        None
    }

    fn turn(&self, scratch: &mut Scratch<W>, input: Option<u64>) -> Ending {
        let frame = scratch.board.log.len();
        scratch.board.now += 1;
        scratch.turn = scratch.board.now;
        let players = input.map_or([0; W], |bits| self.give_movement(&mut scratch.board, bits));
        scratch.queue = Commands::default();
        self.apply(scratch, &self.early);
        self.move_all(&mut scratch.board);
        self.apply(scratch, &self.late);
        let board = &mut scratch.board;
        if self.player_must_move && players.iter().any(|&word| word != 0) {
            let mut stayed = true;
            Board::each(&players, |cell| stayed &= board.cells[cell].0 & self.player.0 != 0);
            if stayed {
                board.revert(frame);
                return Ending::Cancelled;
            }
        }
        if scratch.queue.cancel {
            board.revert(frame);
            return Ending::Cancelled;
        }
        // The first entry of a cell in the log has what it held before the turn.
        let mut changed = false;
        for &(cell, objects, _) in &board.log[frame..] {
            if !std::mem::replace(&mut scratch.seen[cell as usize], true) {
                changed |= board.cells[cell as usize].0 != objects;
            }
        }
        for &(cell, ..) in &board.log[frame..] {
            scratch.seen[cell as usize] = false;
        }
        Ending::Done { changed }
    }

    /// The cells that have a name: any of its objects, or all.
    fn having(&self, board: &Board<W>, (objects, all): (u64, bool)) -> Plane<W> {
        let mut plane = if all { self.whole } else { [0; W] };
        let mut rest = objects;
        while rest != 0 {
            let other = &board.planes[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            for (word, other) in plane.iter_mut().zip(other) {
                *word = if all { *word & other } else { *word | other };
            }
        }
        plane
    }

    fn give_movement(&self, board: &mut Board<W>, bits: u64) -> Plane<W> {
        let players = self.having(board, self.player);
        Board::each(&players, |cell| {
            let (objects, mut movements) = board.cells[cell];
            for (slot, layer) in self.movers.iter().enumerate() {
                if objects & self.player.0 & layer != 0 {
                    movements |= bits << (5 * slot);
                }
            }
            board.set(cell, objects, movements);
        });
        players
    }

    fn apply(&self, scratch: &mut Scratch<W>, groups: &[FastGroup<W>]) {
        let mut changed = false;
        let mut jumps = 0;
        let mut at = 0;
        while let Some(group) = groups.get(at) {
            changed |= self.apply_group(scratch, group);
            if scratch.work > MOST_WORK {
                return;
            }
            if let Some(first) = group.jump
                && changed
            {
                changed = false;
                jumps += 1;
                if jumps > MOST_PASSES {
                    return;
                }
                at = first;
                continue;
            }
            at += 1;
        }
    }

    fn apply_group(&self, scratch: &mut Scratch<W>, group: &FastGroup<W>) -> bool {
        let mut changed = false;
        for _ in 0..MOST_PASSES {
            let mut progress = false;
            for rule in &group.rules {
                if rule.needs & !scratch.board.occupied == 0 {
                    progress |= self.apply_rule(scratch, rule);
                }
            }
            if !progress || scratch.work > MOST_WORK {
                return changed | progress;
            }
            changed = true;
        }
        changed
    }

    fn apply_rule(&self, scratch: &mut Scratch<W>, rule: &FastRule<W>) -> bool {
        let board = &mut scratch.board;
        let (checked, asked) = &mut scratch.checked[rule.number];
        // What it asked for in this turn is queued; in another turn it must ask again.
        let is_current = *checked > 0 && (!*asked || *checked >= scratch.turn);
        if is_current && rule.watched.iter().all(|&plane| board.changed[usize::from(plane)] <= *checked) {
            return false;
        }
        (*checked, *asked) = (board.now, false);
        if scratch.found.len() < rule.rows.len() {
            scratch.found.resize(rule.rows.len(), Vec::new());
        }
        for (row, found) in rule.rows.iter().zip(&mut scratch.found) {
            row.matches(board, self.size, rule.direction, found);
            if found.is_empty() {
                return false;
            }
        }
        let mut changed = false;
        if rule.replaces {
            changed = match rule.rows.as_slice() {
                [row] => {
                    let mut changed = false;
                    for (number, at) in scratch.found[0].iter().enumerate() {
                        if number == 0 || row.still_matches(board, rule.step, at) {
                            changed |= replace(board, row, rule.step, at);
                        }
                    }
                    scratch.work += scratch.found[0].len();
                    changed
                }
                rows => {
                    let found = &scratch.found[..rows.len()];
                    replace_tuples(board, rows, rule.step, found, &mut scratch.work)
                }
            };
        }
        if rule.commands.any {
            scratch.checked[rule.number].1 = true;
            scratch.queue.add(rule.commands);
        }
        changed
    }

    /// Moves everything that can, in passes over the board until nothing moves; then nothing moves any more.
    fn move_all(&self, board: &mut Board<W>) {
        let mut moving = [0; W];
        let mut rest = (board.occupied >> WORD) as u64;
        while rest != 0 {
            let other = &board.planes[WORD + rest.trailing_zeros() as usize];
            rest &= rest - 1;
            moving.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        }
        let cells = moving;
        let mut moved = true;
        while moved {
            moved = false;
            Board::each(&cells, |cell| {
                if board.cells[cell].1 != 0 {
                    moved |= self.move_cell(board, cell);
                }
            });
        }
        Board::each(&cells, |cell| {
            let (objects, movements) = board.cells[cell];
            if movements != 0 {
                board.set(cell, objects, 0);
            }
        });
    }

    fn move_cell(&self, board: &mut Board<W>, cell: usize) -> bool {
        let (mut objects, mut movements) = board.cells[cell];
        let height = self.size.height;
        let (x, y) = (cell / height, cell % height);
        let mut moved = false;
        let mut rest = movements;
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize / 5;
            let movement = rest >> (5 * slot) & mask::ALL;
            rest &= !(mask::ALL << (5 * slot));
            let target = match movement {
                mask::UP if y > 0 => Some(cell - 1),
                mask::DOWN if y + 1 < height => Some(cell + 1),
                mask::LEFT if x > 0 => Some(cell - height),
                mask::RIGHT if x + 1 < self.size.width => Some(cell + height),
                mask::UP | mask::DOWN | mask::LEFT | mask::RIGHT => continue,
                _ => None,
            };
            let layer = self.movers[slot];
            if let Some(target) = target {
                let (there, its_movements) = board.cells[target];
                if there & layer != 0 {
                    continue;
                }
                if objects & layer != 0 {
                    board.set(target, there | objects & layer, its_movements);
                    objects &= !layer;
                }
            }
            movements &= !(mask::ALL << (5 * slot));
            moved = true;
        }
        if moved {
            board.set(cell, objects, movements);
        }
        moved
    }

    fn wins(&self, board: &Board<W>) -> bool {
        let holds = |win: &FastWin| {
            let what = self.having(board, win.what);
            let on = win.on.map_or(self.whole, |on| self.having(board, on));
            let both = || what.iter().zip(&on).any(|(what, on)| what & on != 0);
            match win.quantity {
                Quantity::All => what.iter().zip(&on).all(|(what, on)| what & !on == 0),
                Quantity::Some => both(),
                Quantity::No => !both(),
            }
        };
        !self.wins.is_empty() && self.wins.iter().all(holds)
    }

    /// For each condition that does not hold, how far things are from where it would hold.
    fn distance(&self, board: &Board<W>) -> u32 {
        let place = |cell: usize| (cell / self.size.height, cell % self.size.height);
        let mut total = 0;
        for win in &self.wins {
            let what = self.having(board, win.what);
            let on = win.on.map_or(self.whole, |on| self.having(board, on));
            let mut goals = Vec::new();
            Board::each(&on, |cell| goals.push(place(cell)));
            let nearest = |cell: usize| {
                let (x, y) = place(cell);
                let ways = goals.iter().map(|&(gx, gy)| x.abs_diff(gx) + y.abs_diff(gy));
                ways.min().unwrap_or(100) as u32
            };
            let mut each = Vec::new();
            Board::each(&what, |cell| each.push(nearest(cell)));
            total += match win.quantity {
                Quantity::All => each.iter().sum(),
                Quantity::Some => each.iter().copied().min().unwrap_or(100),
                Quantity::No => 2 * each.iter().filter(|&&way| way == 0).count() as u32,
            };
        }
        total
    }

    fn with_scratch<T>(&self, state: &[u64], act: impl FnOnce(&mut Scratch<W>) -> T) -> T {
        let waiting = self.pool.lock().ok().and_then(|mut pool| pool.pop());
        let mut scratch = waiting.unwrap_or_else(|| self.scratch());
        let Scratch { board, loaded, .. } = &mut scratch;
        self.packing.each_difference(loaded, state, |cell, objects| board.put(cell, objects, 0));
        loaded.copy_from_slice(state);
        let result = act(&mut scratch);
        if let Ok(mut pool) = self.pool.lock() {
            pool.push(scratch);
        }
        result
    }
}

impl Commands {
    /// Queues the commands of a rule. `cancel` outdoes `restart`, which outdoes all others.
    fn add(&mut self, rule: Commands) {
        if self.cancel || (self.restart && !rule.cancel) {
            return;
        }
        if rule.cancel || rule.restart {
            *self = Commands::default();
        }
        self.cancel |= rule.cancel;
        self.restart |= rule.restart;
        self.win |= rule.win;
        self.again |= rule.again;
    }
}

/// Replaces the cells of a match.
#[inline]
fn replace<const W: usize>(board: &mut Board<W>, row: &Row<W>, step: isize, at: &Match) -> bool {
    let mut changed = false;
    for (part, &first) in row.parts.iter().zip(at) {
        for (number, pattern) in part.cells.iter().enumerate() {
            let cell = (first as isize + step * number as isize) as usize;
            let (objects, movements) = board.cells[cell];
            let after = objects & !pattern.clear | pattern.set;
            let moves = movements & !pattern.clear_movements | pattern.set_movements;
            if (after, moves) != (objects, movements) {
                board.set(cell, after, moves);
                changed = true;
            }
        }
    }
    changed
}

/// Tries one match of each row in all combinations; that of the first row changes fastest.
fn replace_tuples<const W: usize>(
    board: &mut Board<W>,
    rows: &[Row<W>],
    step: isize,
    found: &[Vec<Match>],
    work: &mut usize,
) -> bool {
    let mut changed = false;
    let mut numbers = vec![0; rows.len()];
    let mut first = true;
    loop {
        *work += 1;
        let tuple = rows.iter().zip(found).zip(&numbers).map(|((row, found), &number)| (row, &found[number]));
        if first || tuple.clone().all(|(row, at)| row.still_matches(board, step, at)) {
            changed = tuple.fold(changed, |changed, (row, at)| replace(board, row, step, at) | changed);
        }
        first = false;
        let mut carry = true;
        for (number, found) in numbers.iter_mut().zip(found) {
            *number += 1;
            if *number < found.len() {
                carry = false;
                break;
            }
            *number = 0;
        }
        if carry || *work > MOST_WORK {
            return changed;
        }
    }
}

impl<const W: usize> Fast for Level<W> {
    fn words(&self) -> usize {
        self.packing.words()
    }

    fn start(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_won(&self, state: &[u64]) -> bool {
        self.packing.is_won(state)
    }

    fn set_won(&self, state: &mut [u64]) {
        self.packing.set_won(state);
    }

    fn expand(&self, state: &[u64], next: &mut [u64], visit: &mut dyn FnMut(Input, &[u64])) {
        if self.packing.is_won(state) {
            return;
        }
        self.with_scratch(state, |scratch| {
            for &(input, bits) in &self.inputs {
                let won = self.make_move(scratch, bits);
                if let Some(won) = won {
                    next.copy_from_slice(state);
                    for &(cell, ..) in &scratch.board.log {
                        self.packing.write(next, cell as usize, scratch.board.cells[cell as usize].0);
                    }
                    if won {
                        self.packing.set_won(next);
                    }
                } else {
                    self.endless.store(true, Ordering::Relaxed);
                }
                scratch.board.revert(0);
                if won.is_some() && *next != *state {
                    visit(input, next);
                }
            }
        });
    }

    fn estimate(&self, state: &[u64]) -> u32 {
        self.with_scratch(state, |scratch| self.distance(&scratch.board))
    }

    fn unpack(&self, state: &[u64]) -> Vec<u64> {
        let cells = self.packing.unpack(state);
        let mut objects = vec![0; cells.len() * self.object_words];
        for (cell, word) in cells.into_iter().enumerate() {
            for id in mask::members(&[word]).map(|bit| self.ids[bit]) {
                objects[cell * self.object_words + id / 64] |= 1 << (id % 64);
            }
        }
        objects
    }

    fn was_endless(&self) -> bool {
        self.endless.load(Ordering::Relaxed)
    }
}
