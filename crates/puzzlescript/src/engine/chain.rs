//! Turns that follow by themselves without end.
//!
//! Everything that decides how a level goes on is kept after the 8th, 16th, 32nd, … turn of a chain and compared with
//! what it is after each later turn (Brent's algorithm). A chain that repeats is found at most three times as late as
//! it could be, with the memory of one board. A chain that never repeats is limited by its work alone.

use super::{Engine, Random};

/// The turns after which the first board is kept: most chains are shorter.
const FIRST: u64 = 8;

/// What decides how a level goes on.
struct Kept {
    objects: Vec<u64>,
    movements: Vec<u64>,
    restart_target: Vec<u64>,
    random: Random,
    choices: u64,
}

/// A chain of turns that follow by themselves.
#[derive(Default)]
pub(super) struct Chain {
    turns: u64,
    kept: Option<Kept>,
}

impl Chain {
    /// Counts a turn. Returns whether all is as it was after an earlier turn of the chain, so that it never ends.
    pub fn repeats(&mut self, engine: &mut Engine<'_>) -> bool {
        self.turns += 1;
        engine.work.add(engine.board.objects.len());
        let board = &engine.board;
        let is_same = |kept: &Kept| {
            kept.objects == board.objects
                && kept.movements == board.movements
                && kept.restart_target == engine.restart_target
                // Draws from a single possibility leave no trace.
                && (kept.choices == engine.choices || kept.random == engine.random)
        };
        if self.kept.as_ref().is_some_and(is_same) {
            return true;
        }
        if self.turns >= FIRST && self.turns.is_power_of_two() {
            self.kept = Some(Kept {
                objects: board.objects.clone(),
                movements: board.movements.clone(),
                restart_target: engine.restart_target.clone(),
                random: engine.random.clone(),
                choices: engine.choices,
            });
        }
        false
    }
}
