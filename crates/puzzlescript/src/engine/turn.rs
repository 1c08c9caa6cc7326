//! A turn, and what is between turns: `again`, undo, restart, winning.
//!
//! A turn that shows a message is not checked for a win until the message is dismissed, and by then a `win` command is
//! forgotten. A message is dismissed at once here, so that only the win conditions count. The original's test runner
//! shows no messages, and wins at once.

use super::chain::Chain;
use super::moving::{ban_failed_groups, move_all};
use super::{Ending, Engine, Input, Queue};
use crate::game::{Quantity, Stage, WinCondition};
use crate::mask::{self, movement_place};

/// The maximum number of rounds in which rigid groups are banned.
const MAX_ROUNDS: usize = 50;

/// What a turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A turn of the player, or one that follows it.
    Play,
    /// The rules at the start of a level: nothing is won.
    Start,
    /// To see whether `again` would change anything; leaves no trace.
    Trial,
}

impl Engine<'_> {
    /// Makes a turn with a key. Returns whether anything changed.
    pub fn input(&mut self, input: Input) -> bool {
        self.begin_move();
        self.process(Some(input), Purpose::Play)
    }

    /// Makes a turn without a key, as `again` and the clock do. Returns whether anything changed.
    pub fn tick(&mut self) -> bool {
        if !self.again {
            self.begin_move();
        }
        self.process(None, Purpose::Play)
    }

    fn begin_move(&mut self) {
        self.work.begin();
        self.is_endless = false;
    }

    /// Runs the turns that follow by themselves. Returns whether the board came to rest.
    ///
    /// If everything that decides how the level goes on is as it was after an earlier one of these turns, they never
    /// end, and are not followed further.
    pub fn settle(&mut self) -> bool {
        let mut chain = Chain::default();
        while self.again && !self.work.is_over() {
            self.tick();
            if self.again && chain.repeats(self) {
                self.is_endless = true;
                break;
            }
        }
        self.ending() == Ending::Rest
    }

    /// Whether the last move did too much, or had to stop.
    pub fn was_given_up(&self) -> bool {
        self.work.is_over()
    }

    /// How the last move ended.
    pub fn ending(&self) -> Ending {
        match (self.work.is_over(), self.again) {
            (false, false) => Ending::Rest,
            (false, true) if self.is_endless => Ending::Endless,
            (false, true) => Ending::GivenUp { line: self.again_line },
            (true, _) => Ending::GivenUp { line: self.line },
        }
    }

    /// Takes back the last turn of the player.
    pub fn undo(&mut self) {
        if !self.game.prelude.no_undo {
            self.take_back();
        }
    }

    fn take_back(&mut self) {
        self.again = false;
        while self.undo.last().is_some_and(|last| *last == self.board.objects) {
            self.undo.pop();
        }
        if let Some(objects) = self.undo.pop() {
            self.board.restore(&objects);
        }
    }

    /// Begins the level anew, as the player does.
    pub fn restart(&mut self) {
        if self.game.prelude.no_restart {
            return;
        }
        if self.again {
            self.take_back();
        }
        self.begin_move();
        self.undo.push(self.board.objects.clone());
        self.do_restart();
    }

    /// Restarts the level as a rule does.
    pub fn restart_by_rule(&mut self) {
        self.begin_move();
        self.do_restart();
    }

    fn do_restart(&mut self) {
        if std::mem::replace(&mut self.restarting, true) {
            return;
        }
        self.again = false;
        let target = std::mem::take(&mut self.restart_target);
        self.board.restore(&target);
        self.restart_target = target;
        if self.game.prelude.run_rules_on_level_start {
            self.process(None, Purpose::Start);
        }
        self.queue = Queue::default();
        self.restarting = false;
    }

    pub(super) fn run_start_rules(&mut self) {
        self.begin_move();
        self.process(None, Purpose::Start);
    }

    fn process(&mut self, input: Option<Input>, purpose: Purpose) -> bool {
        self.work.add(self.board.cells() * self.board.cell_words());
        let before = self.board.objects.clone();
        if purpose != Purpose::Trial {
            self.again = false;
        }
        let players = input.map(|input| self.give_movement(input)).unwrap_or_default();
        self.run_rules();
        if self.work.is_over() {
            self.queue = Queue::default();
            return true;
        }
        let player = &self.game.player;
        if self.game.prelude.require_player_movement && !players.is_empty() {
            let stayed = players.iter().all(|&cell| player.mask.meets(self.board.objects(cell)));
            if stayed {
                self.board.restore(&before);
                self.queue = Queue::default();
                return false;
            }
        }
        if self.queue.cancel {
            self.board.restore(&before);
            let queue = std::mem::take(&mut self.queue);
            if purpose != Purpose::Trial
                && let Some(message) = queue.message.clone()
            {
                self.messages.push(message);
                self.dismiss_message();
            }
            return queue.sound || queue.message.is_some() || queue.win || queue.again || queue.checkpoint;
        }
        let mut shows_message = false;
        if self.queue.restart {
            self.undo.push(before.clone());
            if purpose == Purpose::Trial {
                self.board.restore(&before);
                self.queue = Queue::default();
                return true;
            }
            // While the rules of a restart run, another one does nothing.
            if !self.restarting {
                shows_message = self.queue.message.is_some();
                self.messages.extend(self.queue.message.take());
                self.do_restart();
            }
        }
        let changed = self.board.objects != before;
        let queue = std::mem::take(&mut self.queue);
        if purpose == Purpose::Trial {
            if changed {
                self.board.restore(&before);
            }
            return changed || queue.win;
        }
        if changed && input.is_some() {
            self.undo.push(before);
        }
        shows_message |= queue.message.is_some();
        self.messages.extend(queue.message);
        let is_checked = purpose == Purpose::Play && (self.is_test_runner || !shows_message);
        if is_checked && !self.over && (queue.win || self.wins()) {
            self.win();
            return changed;
        }
        if self.over {
            return changed;
        }
        if queue.checkpoint {
            self.restart_target.clone_from(&self.board.objects);
        }
        if queue.again && changed {
            self.again_line = queue.again_line;
            self.again = self.process(None, Purpose::Trial);
        }
        if shows_message {
            self.dismiss_message();
        }
        changed
    }

    /// The player closes a message, which checks the win conditions.
    fn dismiss_message(&mut self) {
        if !self.is_test_runner && !self.over && self.wins() {
            self.win();
        }
    }

    /// Gives the player's layers the movement of the key. Returns the cells of the player.
    fn give_movement(&mut self, input: Input) -> Vec<usize> {
        let bits = match input {
            Input::Up => mask::UP,
            Input::Left => mask::LEFT,
            Input::Down => mask::DOWN,
            Input::Right => mask::RIGHT,
            Input::Action => mask::ACTION,
        };
        let player = &self.game.player;
        let is_player = |cell: &usize| player.has(self.board.objects(*cell));
        let players: Vec<usize> = (0..self.board.cells()).filter(is_player).collect();
        for &cell in &players {
            let here = self.board.objects(cell).to_vec();
            let both: Vec<u64> =
                here.iter().zip(&player.mask.0).map(|(here, player)| here & player).collect();
            for id in mask::members(&both) {
                let (word, shift) = movement_place(self.game.objects[id].layer);
                let at = self.board.movement_range(cell).start + word;
                self.board.movements[at] |= bits << shift;
            }
        }
        players
    }

    /// The rules, the moves, and again without the rigid groups that failed; then the late rules.
    fn run_rules(&mut self) {
        let game = self.game;
        let mut banned = vec![false; 32];
        let has_rigid = game.early.list.iter().any(|group| group.rigid.is_some());
        let start = has_rigid.then(|| (self.board.objects.clone(), self.board.movements.clone()));
        for _ in 0..MAX_ROUNDS {
            self.queue = Queue::default();
            self.apply_groups(&game.early, &banned);
            move_all(game, &mut self.board, &mut self.work);
            let failed = has_rigid && ban_failed_groups(game, &self.board, &mut banned);
            self.work.add(if has_rigid { self.board.cells() * game.layers.len() } else { 0 });
            self.board.clear_movements();
            match &start {
                Some((objects, movements)) if failed => {
                    self.board.objects.clone_from(objects);
                    self.board.movements.clone_from(movements);
                }
                _ => break,
            }
        }
        self.apply_groups(&game.late, &banned);
    }

    /// Whether all win conditions hold, as far as the move may go on.
    fn wins(&mut self) -> bool {
        let cells = self.board.cells() * self.game.object_words * 2;
        let mut conditions = self.game.wins.iter();
        let board = &self.board;
        !self.game.wins.is_empty() && conditions.all(|win| self.work.add(cells) && holds(win, board))
    }

    /// The next level begins, unless it is a message or there is none.
    fn win(&mut self) {
        self.won += 1;
        self.again = false;
        let game = self.game;
        match game.levels.get(self.level + 1) {
            Some(Stage::Board(layout)) if self.is_test_runner => self.load(self.level + 1, layout),
            _ => self.over = true,
        }
    }
}

/// Whether a win condition holds.
fn holds(condition: &WinCondition, board: &super::Board) -> bool {
    let mut cells = (0..board.cells()).map(|cell| board.objects(cell));
    let on = |cell: &[u64]| condition.on.as_ref().is_none_or(|on| on.has(cell));
    match condition.quantity {
        Quantity::All => cells.all(|cell| !condition.what.has(cell) || on(cell)),
        Quantity::Some => cells.any(|cell| condition.what.has(cell) && on(cell)),
        Quantity::No => !cells.any(|cell| condition.what.has(cell) && on(cell)),
    }
}
