//! A game being played: exactly as the original plays it, plainly written.
//!
//! This engine is the reference. It tries every rule on every cell, so it is slow; the search uses a compiled form
//! of a level that is tested against it. A move that does too much is given up, and nothing is known about what it
//! leads to: see [`Ending`].

mod apply;
mod board;
mod chain;
mod matching;
mod moving;
mod random;
mod snapshot;
mod text;
mod turn;
mod work;

pub use board::Board;
pub use random::Random;
pub use snapshot::Snapshot;
pub use text::level_string;
pub use work::{Halt, MAX_WORK, NEVER, Work};

use std::sync::atomic::AtomicBool;

use super::game::{Compiled, Layout, Stage};

/// What a random number takes, with the change that it decides.
const DRAWING: usize = 256;

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

/// How a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The board is at rest.
    Rest,
    /// The board never comes to rest: turns follow by themselves, and what was there before came back.
    Endless,
    /// The move did too much, or had to stop, when a rule of this line was applied. What it leads to is unknown.
    GivenUp {
        /// The line.
        line: usize,
    },
}

/// The commands of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    cancel: bool,
    checkpoint: bool,
    restart: bool,
    win: bool,
    again: bool,
    /// The line of the rule that queued `again`.
    again_line: usize,
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
    /// The line of the rule to which the pending turn is due.
    again_line: usize,
    /// Whether it is proved that turns follow by themselves without end.
    is_endless: bool,
    /// Whether the last level was won, or one before a message: the board stays, and is not checked again.
    over: bool,
    /// How many levels were won.
    won: usize,
    /// Whether it plays as the original's test runner does: messages are not shown, and a won level is followed by the
    /// next one.
    is_test_runner: bool,
    queue: Queue,
    messages: Vec<String>,
    restarting: bool,
    work: Work<'g>,
    /// Where it is noted which lines have rules that matched, if anywhere.
    fired: &'g [AtomicBool],
    /// The line of the rule that is applied.
    line: usize,
    /// The line of the first rule that chose from more than one possibility.
    chance: Option<usize>,
    /// How often a rule chose from more than one possibility.
    choices: u64,
}

impl<'g> Engine<'g> {
    /// Loads a level as the original's test runner does: messages are not shown, and a won level is followed by the next
    /// one. Its number counts messages; `None` if it is a message or not there.
    pub fn for_test_runner(game: &'g Compiled, level: usize, seed: &str) -> Option<Engine<'g>> {
        let mut engine = Engine::unbegun(game, level, seed)?;
        engine.is_test_runner = true;
        engine.begin();
        Some(engine)
    }

    /// A level whose first rules are yet to [run](Engine::begin). It does not go on to the next one.
    pub fn unbegun(game: &'g Compiled, level: usize, seed: &str) -> Option<Engine<'g>> {
        let Some(Stage::Board(layout)) = game.levels.get(level) else {
            return None;
        };
        let board = Board::new(game, layout);
        Some(Engine::with_board(game, level, board, layout.objects.clone(), Random::new(seed)))
    }

    /// A level that does not go on to the next one when it is won.
    pub fn single(game: &'g Compiled, level: usize, seed: &str) -> Option<Engine<'g>> {
        let mut engine = Engine::unbegun(game, level, seed)?;
        engine.begin();
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
            again_line: 0,
            is_endless: false,
            over: false,
            won: 0,
            is_test_runner: false,
            queue: Queue::default(),
            messages: Vec::new(),
            restarting: false,
            work: Work::new(game.max_work, NEVER),
            fired: &[],
            line: 0,
            chance: None,
            choices: 0,
        }
    }

    /// Runs the rules of the start, if the game has any.
    pub fn begin(&mut self) {
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
        self.begin();
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

    /// The line of the first rule that chose from more than one possibility, if any did so far.
    pub fn chance(&self) -> Option<usize> {
        self.chance
    }

    /// Where restarts lead.
    pub fn restart_target(&self) -> &[u64] {
        &self.restart_target
    }

    /// The messages that rules showed since the last call.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// How much the last move did, of at most [`Compiled::max_work`].
    pub fn work(&self) -> u64 {
        self.work.done()
    }

    /// Notes for each line whether a rule of it matched.
    #[must_use]
    pub fn watched_by(mut self, fired: &'g [AtomicBool]) -> Self {
        self.fired = fired;
        self
    }

    /// Lets moves be given up when `halt` says so.
    #[must_use]
    pub fn halted_by(mut self, halt: Halt<'g>) -> Self {
        self.work = Work::new(self.game.max_work, halt);
        self
    }

    fn draw(&mut self, count: usize) -> usize {
        self.work.add(DRAWING);
        if count > 1 {
            self.chance.get_or_insert(self.line);
            self.choices += 1;
        }
        self.random.choice(count)
    }
}
