//! Searching a level with the plain engine.
//!
//! A state is flat: whether it is won or never comes to rest, and the objects of all cells; then movements, in a game that may
//! leave some behind, and where restarts lead, in a game that moves that.

use std::sync::Arc;

use unriddle_kit::Rules;
use unriddle_search::{Cost, FlatPuzzle, FlatTuning, Interrupt};

use super::engine::{Ending, Snapshot};
use super::gaps::{Gap, Gaps, Reached};
use super::level::{Move, ScriptLevel, State};
use super::rule_text::Command;

/// A level as it is searched with the plain engine.
pub(super) struct Plain<'a> {
    level: &'a ScriptLevel,
    start: Snapshot,
    pub gaps: Gaps<'a>,
    /// The words of movements, and of where restarts lead, in a state.
    movements: usize,
    restart: usize,
}

const WON: u64 = 1;
const RESTLESS: u64 = 2;

impl<'a> Plain<'a> {
    pub fn new(level: &'a ScriptLevel, from: &State, gaps: Gaps<'a>) -> Plain<'a> {
        let start = Snapshot { random: None, ..from.snapshot.clone() };
        if let Ending::GivenUp { line } = start.ending {
            gaps.note(Gap::GivenUp { line });
        }
        // An answer for the level as a whole must hold however it begins.
        if let Some(line) = level.chance_at_start(&Some(Arc::clone(gaps.interrupt())))
            && start.objects == level.start().snapshot.objects
        {
            gaps.note(Gap::ChanceAtStart { line });
        }
        let game = level.game();
        let cells = start.objects.len() / game.object_words;
        // Movements are left behind by late rules, and where rigid bodies fail again and again.
        let is_rigid = game.early.list.iter().any(|group| group.rigid.is_some());
        let mut late = game.late.list.iter().flat_map(|group| &group.rules);
        let moves_late = late.any(|rule| {
            let mut patterns = rule.rows.iter().flat_map(|row| row.parts.iter().flatten());
            patterns.any(|pattern| {
                let change = &pattern.change;
                !change.set_movements.is_empty() || !change.random_directions.is_empty()
            })
        });
        let mut rules = game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
        let checkpoints = rules.any(|rule| rule.commands.contains(&Command::Checkpoint));
        let room = |is_needed: bool, words: usize| if is_needed { words } else { 0 };
        Plain {
            movements: room(
                is_rigid || moves_late || !start.movements.is_empty(),
                cells * game.movement_words,
            ),
            restart: room(checkpoints || !start.restart_target.is_empty(), start.objects.len()),
            level,
            start,
            gaps,
        }
    }

    fn write(&self, snapshot: &Snapshot, state: &mut [u64]) {
        let (flags, rest) = state.split_at_mut(1);
        let (objects, rest) = rest.split_at_mut(self.start.objects.len());
        let (movements, restart) = rest.split_at_mut(self.movements);
        let restless = snapshot.ending != Ending::Rest;
        flags[0] = (u64::from(snapshot.won) * WON) | (u64::from(restless) * RESTLESS);
        objects.copy_from_slice(&snapshot.objects);
        match snapshot.movements.is_empty() {
            true => movements.fill(0),
            false => movements.copy_from_slice(&snapshot.movements),
        }
        if self.restart > 0 {
            let written = &self.level.layout().objects;
            let target: &[u64] =
                if snapshot.restart_target.is_empty() { written } else { &snapshot.restart_target };
            restart.copy_from_slice(target);
        }
    }

    /// A state that is neither won nor restless.
    fn read(&self, state: &[u64]) -> State {
        let (objects, rest) = state[1..].split_at(self.start.objects.len());
        let (movements, restart) = rest.split_at(self.movements);
        // An empty list stands for no movements, and for the level as it is written.
        let moving = movements.iter().any(|&word| word != 0);
        let moved = *restart != *self.level.layout().objects;
        let list = |words: &[u64], is_needed: bool| -> Arc<[u64]> {
            if is_needed { words.into() } else { Arc::new([]) }
        };
        let snapshot = Snapshot {
            objects: objects.into(),
            movements: list(movements, moving),
            restart_target: list(restart, moved),
            random: None,
            won: false,
            ending: Ending::Rest,
        };
        State { snapshot, message: None }
    }
}

impl FlatPuzzle for Plain<'_> {
    type Move = Move;

    fn words(&self) -> usize {
        1 + self.start.objects.len() + self.movements + self.restart
    }

    fn start(&self, state: &mut [u64]) {
        self.write(&self.start, state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        state[0] & WON != 0
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Move, Cost, &[u64])) {
        if state[0] != 0 {
            return;
        }
        let halt = Some(Arc::clone(self.gaps.interrupt()));
        let before = self.read(state);
        for mv in self.level.moves() {
            let reached = self.level.search_move(&before, mv, &halt, &[]);
            if self.gaps.interrupt().is_raised() {
                return;
            }
            match reached {
                Reached::Rest(after) => {
                    self.write(&after.snapshot, next);
                    if *next != *state {
                        visit(mv, 1, next);
                    }
                }
                Reached::Endless => self.gaps.note_endless(),
                Reached::Unknown(gap) => self.gaps.note(gap),
            }
        }
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(self.gaps.interrupt())
    }

    /// What one process notes about gaps, the others would not know.
    fn tuning(&self) -> FlatTuning<Self> {
        FlatTuning { can_spread: false, ..FlatTuning::default() }
    }
}
