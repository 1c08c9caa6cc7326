//! Since when a level is lost: the step after which it cannot be won any more.
//!
//! What is lost stays lost, so the steps of a player split in two: positions that can be won, then lost
//! ones. The boundary is found by bisection: each question is about the position in the middle of those
//! that nobody knows about, and its answer is a fact like any other. A game of a thousand moves takes ten
//! searches. Where a search was stopped without an answer the boundary is only known to lie in a range, and
//! that is what is said.

use unriddle_search::Goal;

use super::winnability::Winnability;
use super::{Question, Session};

/// Since when a level cannot be won any more, as far as that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostSince {
    /// The step after which it was lost at the latest, counted from 1; 0 if the level has no solution at all.
    pub step: usize,
    /// Whether the position before that step can be won, so that it was lost by this very step.
    pub exact: bool,
    /// How many steps lead to the last position that is known to be winnable, if there is one.
    pub winnable: Option<usize>,
}

impl Session<'_> {
    /// Since when the level is lost; `None` unless it is proved that it is.
    pub fn lost_since(&self) -> Option<LostSince> {
        let moves = self.moves();
        if self.position.is_solved() || self.knowledge.winnability(&moves) != Winnability::Lost {
            return None;
        }
        let known = |steps: usize| self.winnability_after(&moves, steps);
        let step = (0..=self.history.steps()).find(|&steps| known(steps) == Winnability::Lost)?;
        let winnable = (0..step).rev().find(|&steps| known(steps) == Winnability::Winnable);
        Some(LostSince { step, exact: step == 0 || winnable == Some(step - 1), winnable })
    }

    /// What to find out next about since when the level is lost, if it is.
    pub(super) fn question_of_loss(&self) -> Option<Question> {
        let lost = self.lost_since()?;
        let moves = self.moves();
        let first = lost.winnable.map_or(0, |steps| steps + 1);
        let open: Vec<usize> = (first..lost.step)
            .filter(|&steps| self.winnability_after(&moves, steps) == Winnability::Unsearched)
            .collect();
        let middle = *open.get(open.len() / 2)?;
        let moves = moves[..self.history.moves_after(middle)].to_vec();
        Some(Question { moves, goal: Goal::Any })
    }

    /// Goes back to the last position that is known to be winnable, if the level is lost; redo goes on from
    /// there along the same steps. Whether there is one.
    pub fn back_to_winnable(&mut self) -> bool {
        let Some(LostSince { winnable: Some(steps), .. }) = self.lost_since() else { return false };
        self.history.go_to(steps);
        self.position.seek(self.history.moves());
        true
    }

    /// A step that was made, counted from 1, in words.
    pub fn step_in_words(&self, step: usize) -> Option<String> {
        let range = self.history.steps_made().nth(step.checked_sub(1)?)?;
        let moves = self.moves();
        let mut before = self.level.start();
        before.play_strict(&moves[..range.start]).ok()?;
        let told = before.tell(&moves[range]);
        let words: Vec<String> = told.into_iter().map(|spoken| spoken.words).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// What is known about the position after the first steps of `moves`.
    fn winnability_after(&self, moves: &[String], steps: usize) -> Winnability {
        self.knowledge.winnability(&moves[..self.history.moves_after(steps)])
    }
}
