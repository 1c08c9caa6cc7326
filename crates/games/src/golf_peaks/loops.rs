//! Two ways to notice that a ball goes round and round.
//!
//! [`Trace`] knows where the ball has been with no strength left, so that a slide that never ends
//! is noticed: the rules ask for exactly that. [`Rounds`] notices that a ball with strength left
//! is where it was before: whole rounds can then be taken off its strength at once, so a card of
//! strength 10⁹ costs no more than one of a few rounds. Neither takes memory for a ball that just
//! rolls; a slide costs a hash lookup a step once it is longer than most.

use std::collections::HashSet;
use std::hash::Hash;

/// Slides up to this long are looked through from the front, which is faster than to hash.
const SHORT: usize = 32;

/// What came up so far.
pub(crate) struct Trace<T> {
    first: Vec<T>,
    others: HashSet<T>,
}

impl<T: Copy + Eq + Hash> Trace<T> {
    /// Nothing came up yet.
    pub(crate) fn new() -> Self {
        Trace { first: Vec::new(), others: HashSet::new() }
    }

    /// Adds `spot`; whether it is new.
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

/// Notices, soon after it happens, that something comes up again: each is compared with one kept
/// mark, which moves on after 1, 2, 4, 8, … steps (Brent's method).
pub(crate) struct Rounds<T> {
    mark: Option<T>,
    /// Steps since the mark was set.
    since: u32,
    /// Steps until the next mark is set.
    until: u32,
}

impl<T: Copy + Eq> Rounds<T> {
    /// Nothing came up yet.
    pub(crate) fn new() -> Self {
        Rounds { mark: None, since: 0, until: 1 }
    }

    /// The strength that has the same end as `left`, at least 1, for a ball that is here now and
    /// loses one a step: where it has been here before, whole rounds are taken off.
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
    fn what_comes_up_twice_is_noticed() {
        let mut trace = Trace::new();
        assert!((0..1000).all(|spot| trace.add(spot)));
        assert!((0..1000).all(|spot| !trace.add(spot)));
    }

    #[test]
    fn whole_rounds_make_no_difference() {
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
