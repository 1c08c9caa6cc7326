//! Things that may become more, but seem to stay few: they are listed as well, with room for twice as many as were ever seen in
//! some games at random.
//!
//! Nothing is proved by that. A state that does not fit is noticed, and then the level is searched anew with certain room.

use super::board::members;
use super::counts::Class;
use super::machine::Level;
use super::pack::Packing;
use super::sets::WORD;
use super::{Fast, Made};

/// The games that are played, and the most moves of each.
const GAMES: usize = 4;
const MOVES: usize = 64;

/// The words of planes and cells that all moves may take: a few milliseconds. Where it takes more, nothing is guessed.
const MAX_WORK: u64 = 1 << 22;

/// How many more things there is room for than twice as many as were seen.
const SPARE: usize = 4;

impl<const W: usize> Level<'_, W> {
    /// Lists things that seem to stay few, where that makes states shorter.
    pub fn guess_room(&mut self) {
        let growing = self.plan.contents.growing();
        // A list that may be too short must save two words.
        if growing == 0 || self.plan.packing.words() < 3 {
            return;
        }
        let Some(most) = self.most_seen(growing) else { return };
        let guessed =
            members(u128::from(growing)).map(|bit| Class { objects: 1 << bit, count: 2 * most[bit] + SPARE });
        let guessed: Vec<Class> = guessed.collect();
        if let Some(packing) = Packing::new(&self.plan.contents, &guessed)
            && packing.words() < self.plan.packing.words()
        {
            self.pack_as(packing);
        }
    }

    /// The most of each object at any time in some games at random; `None` if that takes too much.
    fn most_seen(&self, objects: u64) -> Option<[usize; WORD]> {
        let mut most = [0; WORD];
        let words = self.words();
        let (mut state, mut next, mut chosen) = (vec![0; words], vec![0; words], vec![0; words]);
        let mut seed: u64 = 1;
        let mut left = 0;
        for _ in 0..GAMES * MOVES {
            if left == 0 {
                self.start(&mut state);
                left = MOVES;
            }
            let done = self.with_scratch(&state, |scratch| {
                for bit in members(u128::from(objects)) {
                    let count: u32 = scratch.board.planes[bit].iter().map(|word| word.count_ones()).sum();
                    most[bit] = most[bit].max(count as usize);
                }
                scratch.done
            });
            if done > MAX_WORK {
                return None;
            }
            let (mut seen, mut is_given_up) = (0, false);
            self.expand(&state, &mut next, &mut |_, made| {
                let Made::Rest(next) = made else {
                    is_given_up |= made == Made::Undecided;
                    return;
                };
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seen += 1;
                // Each of them with the same chance.
                if (seed >> 33).is_multiple_of(seen) {
                    chosen.copy_from_slice(next);
                }
            });
            if is_given_up {
                return None;
            }
            left = if seen == 0 { 0 } else { left - 1 };
            state.copy_from_slice(&chosen);
        }
        Some(most)
    }
}
