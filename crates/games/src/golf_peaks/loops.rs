//! Two ways to detect that a ball goes round in circles.
//!
//! [`Trace`] records where the ball has been with no strength left. It detects slides that never end,
//! which lose the ball. [`Rounds`] detects that a ball with strength left repeats an earlier position.
//! Whole rounds are then subtracted from its strength at once, so a card of strength 10⁹ takes no longer
//! than one of a few rounds. Neither allocates for a ball that just rolls. A long slide takes one hash
//! lookup per step.

use std::collections::HashSet;
use std::hash::Hash;

/// Slides up to this length are searched linearly, which is faster than hashing.
const SHORT: usize = 32;

/// The positions seen so far.
pub(crate) struct Trace<T> {
    first: Vec<T>,
    others: HashSet<T>,
}

impl<T: Copy + Eq + Hash> Trace<T> {
    /// An empty trace.
    pub(crate) fn new() -> Self {
        Trace { first: Vec::new(), others: HashSet::new() }
    }

    /// Adds `spot`. Returns whether it is new.
    pub(crate) fn add(&mut self, spot: T) -> bool {
        if self.first.contains(&spot) {
            return false;
        }
        if self.first.len() < SHORT {
            self.first.push(spot);
            return true;
        }
        self.others.insert(spot)
    }
}

/// Detects a repeated position soon after it occurs: each position is compared with a single mark, which
/// is replaced after 1, 2, 4, 8, … steps (Brent's algorithm).
pub(crate) struct Rounds<T> {
    mark: Option<T>,
    /// Steps since the mark was set.
    since: u32,
    /// Steps until the next mark is set.
    until: u32,
}

impl<T: Copy + Eq> Rounds<T> {
    /// No position was seen yet.
    pub(crate) fn new() -> Self {
        Rounds { mark: None, since: 0, until: 1 }
    }

    /// Shortens the strength `left` of a ball that loses one per step, without changing where it ends: if
    /// the ball has been `here` before, subtracts whole rounds. The result is at least 1.
    pub(crate) fn shorten(&mut self, here: T, left: u32) -> u32 {
        self.since = self.since.saturating_add(1);
        if self.mark == Some(here) {
            return (left - 1) % self.since + 1;
        }
        if self.since == self.until {
            *self = Rounds { mark: Some(here), since: 0, until: self.until.saturating_mul(2) };
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_position_is_detected() {
        let mut trace = Trace::new();
        assert!((0..1000).all(|spot| trace.add(spot)));
        assert!((0..1000).all(|spot| !trace.add(spot)));
    }

    #[test]
    fn skipping_whole_rounds_does_not_change_where_the_ball_ends_and_takes_few_steps() {
        for (lead, round) in [(0, 1), (0, 2), (3, 4), (10, 3), (2, 17)] {
            let walk = |steps: u32| if steps < lead { steps } else { lead + (steps - lead) % round };
            for strength in 1..200 {
                let (mut rounds, mut at, mut left, mut made) = (Rounds::new(), 0, strength, 0);
                while left > 0 {
                    at = if at + 1 == lead + round { lead } else { at + 1 };
                    (left, made) = (left - 1, made + 1);
                    if left > 0 {
                        left = rounds.shorten(at, left);
                    }
                }
                assert_eq!(at, walk(strength), "{lead} {round} {strength}");
                assert!(made <= 4 * (lead + round) + 4, "{made} steps for {lead} {round} {strength}");
            }
        }
    }
}
