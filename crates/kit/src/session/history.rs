//! The steps of a player: what one gesture did is undone as one.
//!
//! A step is a group of moves, such as the two quarter turns of a half turn. Steps that were undone
//! stay until something else is played. A restart goes back to the start at once; undo takes that back,
//! too, and redo goes through the same steps again one by one.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The steps made and undone. The moves themselves are elsewhere: this counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct History {
    /// For each step how many moves have been made after it, from the start.
    #[serde(rename = "steps", with = "super::compact::ends")]
    ends: Vec<usize>,
    /// How many steps are made; the others are undone.
    made: usize,
    /// How many were made before the last restart, if nothing has happened since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before_restart: Option<usize>,
}

impl History {
    /// A step for each of this many moves, all of them made.
    pub(crate) fn single(moves: usize) -> Self {
        History { ends: (1..=moves).collect(), made: moves, before_restart: None }
    }

    /// How many moves are made.
    pub(crate) fn moves(&self) -> usize {
        self.moves_after(self.made)
    }

    /// How many moves there are, made and undone.
    pub(crate) fn all_moves(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many steps are made.
    pub(crate) fn steps(&self) -> usize {
        self.made
    }

    /// The number of moves after this many steps.
    pub(crate) fn moves_after(&self, steps: usize) -> usize {
        steps.checked_sub(1).map_or(0, |last| self.ends[last])
    }

    /// How many moves the last step made has.
    pub(crate) fn last_step(&self) -> usize {
        let before = self.made.checked_sub(2).map_or(0, |step| self.ends[step]);
        self.moves() - before
    }

    /// The moves of each step that is made, by their places among all moves.
    pub(crate) fn steps_made(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.ends.iter().take(self.made).copied();
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(ends).map(|(start, end)| start..end)
    }

    /// Whether it fits this many moves: it comes from elsewhere.
    pub(crate) fn fits(&self, moves: usize) -> bool {
        let rising = self.ends.first().is_none_or(|&first| first > 0) && self.ends.is_sorted_by(|a, b| a < b);
        let made = self.made.max(self.before_restart.unwrap_or(0));
        rising && made <= self.ends.len() && self.all_moves() == moves
    }

    /// A step of this many moves is made.
    pub(crate) fn push(&mut self, moves: usize) {
        let end = self.moves() + moves;
        self.ends.truncate(self.made);
        self.ends.push(end);
        self.made += 1;
        self.before_restart = None;
    }

    /// Makes one step of the last two.
    pub(crate) fn join(&mut self) {
        if let Some(before) = self.made.checked_sub(2) {
            self.ends.remove(before);
            self.made -= 1;
        }
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.made > 0 || self.before_restart.is_some()
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.made < self.ends.len()
    }

    /// Undoes a step, or a restart. Whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let before = self.before_restart.take().or_else(|| self.made.checked_sub(1));
        self.made = before.unwrap_or(self.made);
        before.is_some()
    }

    /// Makes a step again that was undone. Whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let more = self.can_redo();
        if more {
            self.made += 1;
            self.before_restart = None;
        }
        more
    }

    /// Goes back to the start. Whether anything was made.
    pub(crate) fn restart(&mut self) -> bool {
        let any = self.made > 0;
        if any {
            self.before_restart = Some(self.made);
            self.made = 0;
        }
        any
    }

    /// Goes to the position after this many steps.
    pub(crate) fn go_to(&mut self, step: usize) {
        self.made = step.min(self.ends.len());
        self.before_restart = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_back_and_forth() {
        let mut history = History::default();
        (0..1000).for_each(|_| history.push(2));
        assert!((0..1000).all(|_| history.undo()));
        assert!(!history.undo() && !history.can_undo());
        assert!((0..1000).all(|_| history.redo()));
        assert!(!history.redo() && !history.can_redo());
        assert_eq!((history.moves(), history.last_step()), (2000, 2));
    }

    #[test]
    fn a_new_step_replaces_those_undone() {
        let mut history = History::default();
        [1, 2, 3].into_iter().for_each(|moves| history.push(moves));
        history.undo();
        history.undo();
        history.push(5);
        assert_eq!((history.moves(), history.all_moves()), (6, 6));
        assert!(!history.redo());
    }

    #[test]
    fn joined_steps_are_undone_and_redone_as_one() {
        let mut history = History::default();
        history.join();
        history.push(1);
        history.join();
        [2, 3].into_iter().for_each(|moves| history.push(moves));
        history.join();
        assert_eq!((history.steps(), history.moves(), history.last_step()), (2, 6, 5));
        assert!(history.fits(6));
        assert!(history.undo());
        assert_eq!(history.moves(), 1);
        assert!(history.redo());
        assert_eq!(history.moves(), 6);
    }

    #[test]
    fn a_restart_can_be_undone_and_its_steps_made_again() {
        let mut history = History::default();
        assert!(!history.restart());
        history.push(1);
        history.push(1);
        assert!(history.restart());
        assert_eq!(history.moves(), 0);
        assert!(history.undo());
        assert_eq!(history.moves(), 2);
        history.restart();
        assert!(history.redo());
        assert_eq!(history.moves(), 1);
        history.undo();
        assert_eq!(history.moves(), 0, "an undo after a redo undoes that one step");
    }

    #[test]
    fn what_comes_from_elsewhere_must_fit() {
        let history =
            |ends: &[usize], made, before_restart| History { ends: ends.to_vec(), made, before_restart };
        assert!(history(&[], 0, None).fits(0));
        assert!(history(&[1, 3], 1, None).fits(3));
        for bad in [
            history(&[1, 3], 3, None),
            history(&[1, 3], 0, Some(3)),
            history(&[0, 3], 1, None),
            history(&[3, 3], 1, None),
            history(&[1, 2], 1, None),
        ] {
            assert!(!bad.fits(3), "{bad:?}");
        }
    }
}
