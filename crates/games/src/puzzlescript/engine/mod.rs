//! A game being played: exactly as the original plays it, plainly written.
//!
//! This engine is the reference. It tries every rule on every cell, so it is slow; the search uses a compiled form
//! of a level that is tested against it. A turn that does too much is cut off: it never comes to rest.

mod apply;
mod board;
mod matching;
mod moving;
mod random;
mod snapshot;
mod text;
mod turn;

pub use board::Board;
pub use random::Random;
pub use snapshot::Snapshot;
pub use text::level_string;

use super::game::{Compiled, Layout, Stage};

/// The most cells that a turn may visit. The longest turn of the recorded games visits a tenth of it.
const MOST_WORK: u64 = 100_000_000;

/// What a player can do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
}

/// The commands of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    cancel: bool,
    checkpoint: bool,
    restart: bool,
    win: bool,
    again: bool,
    sound: bool,
    message: Option<String>,
}

/// A game being played.
#[derive(Clone)]
pub struct Engine<'g> {
    game: &'g Compiled,
    /// The number of the level among all levels and messages.
    level: usize,
    board: Board,
    undo: Vec<Vec<u64>>,
    restart_target: Vec<u64>,
    random: Random,
    again: bool,
    /// Whether the last level was won, or one before a message: the board stays, and is not checked again.
    over: bool,
    /// How many levels were won.
    won: usize,
    /// Whether a won level is followed by the next one.
    goes_on: bool,
    queue: Queue,
    messages: Vec<String>,
    restarting: bool,
    work: u64,
    draws: u64,
    exhausted: bool,
}

impl<'g> Engine<'g> {
    /// Loads a level. Its number counts messages; `None` if it is a message or not there.
    pub fn new(game: &'g Compiled, level: usize, seed: &str) -> Option<Engine<'g>> {
        let Some(Stage::Board(layout)) = game.levels.get(level) else {
            return None;
        };
        let board = Board::new(game, layout);
        let mut engine = Engine::with_board(game, level, board, layout.objects.clone(), Random::new(seed));
        engine.goes_on = true;
        engine.start();
        Some(engine)
    }

    /// A level that does not go on to the next one when it is won.
    pub fn single(game: &'g Compiled, level: usize, seed: &str) -> Option<Engine<'g>> {
        let mut engine = Engine::new(game, level, seed)?;
        engine.goes_on = false;
        Some(engine)
    }

    fn with_board(
        game: &'g Compiled,
        level: usize,
        board: Board,
        target: Vec<u64>,
        random: Random,
    ) -> Engine<'g> {
        Engine {
            game,
            level,
            board,
            undo: Vec::new(),
            restart_target: target,
            random,
            again: false,
            over: false,
            won: 0,
            goes_on: false,
            queue: Queue::default(),
            messages: Vec::new(),
            restarting: false,
            work: 0,
            draws: 0,
            exhausted: false,
        }
    }

    fn start(&mut self) {
        if self.game.prelude.run_rules_on_level_start {
            self.run_start_rules();
        }
    }

    fn load(&mut self, level: usize, layout: &Layout) {
        self.level = level;
        self.board = Board::new(self.game, layout);
        self.undo.clear();
        self.restart_target.clone_from(&layout.objects);
        self.again = false;
        self.queue = Queue::default();
        self.start();
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a turn without input follows by itself.
    pub fn is_again(&self) -> bool {
        self.again
    }

    /// How many levels were won so far.
    pub fn won(&self) -> usize {
        self.won
    }

    /// How many draws had more than one choice so far.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Where restarts lead.
    pub fn restart_target(&self) -> &[u64] {
        &self.restart_target
    }

    /// The messages that rules showed since the last call.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// Whether a turn was cut off because it did too much.
    pub fn never_rests(&self) -> bool {
        self.exhausted
    }

    fn exhausted(&mut self) -> bool {
        self.exhausted |= self.work > MOST_WORK;
        self.work > MOST_WORK
    }

    fn draw(&mut self, count: usize) -> usize {
        self.draws += u64::from(count > 1);
        self.random.choice(count)
    }
}
