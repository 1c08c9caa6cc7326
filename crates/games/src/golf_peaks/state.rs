//! What changes in a level: where the ball lies, and the cards that are left.
//!
//! Equal cards are interchangeable, so a hand is a count for each different card, and nothing
//! tells which of two equal ones was played. A [`Layout`] gives each different card a few bits of
//! a word, as many as its count needs: a state takes 8 bytes where 32 bits are enough, as they
//! are for any level a person would play, 16 where 64 are. Decks beyond that keep a list of
//! counts, which costs an allocation a state.

use std::fmt::Debug;
use std::hash::Hash;

use super::level::Cell;

/// The ball's cell and the cards left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<H> {
    pub(crate) ball: Cell,
    pub(crate) hand: H,
}

/// Where a hand keeps count of each different card.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// The bits of all fields together.
    pub(crate) bits: u32,
}

/// The bits of one card.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// How often the card is there at the start.
    count: u32,
    shift: u32,
    width: u32,
}

impl Layout {
    /// The layout for cards that are there so often.
    pub(crate) fn new(counts: &[u32]) -> Self {
        let mut bits = 0u32;
        let field = |&count: &u32| {
            let (shift, width) = (bits, u32::BITS - count.leading_zeros());
            bits = bits.saturating_add(width);
            Field { count, shift, width }
        };
        let fields = counts.iter().map(field).collect();
        Layout { fields, bits }
    }

    /// How many different cards there are.
    pub(crate) fn kinds(&self) -> usize {
        self.fields.len()
    }
}

/// The cards left, each different card counted.
pub(crate) trait Hand: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// All cards.
    fn full(layout: &Layout) -> Self;

    /// How many cards of this kind are left.
    fn count(&self, layout: &Layout, kind: usize) -> u32;

    /// The hand after a card of this kind is played, which must be there.
    fn without(&self, layout: &Layout, kind: usize) -> Self;

    /// What a hand holds elsewhere in memory, in bytes.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! hand_in_a_word {
    ($word:ty) => {
        impl Hand for $word {
            fn full(layout: &Layout) -> Self {
                layout.fields.iter().fold(0, |hand, field| hand | (field.count as $word) << field.shift)
            }

            #[inline]
            fn count(&self, layout: &Layout, kind: usize) -> u32 {
                let Field { shift, width, .. } = layout.fields[kind];
                (*self >> shift) as u32 & (u32::MAX >> (u32::BITS - width))
            }

            #[inline]
            fn without(&self, layout: &Layout, kind: usize) -> Self {
                *self - (1 << layout.fields[kind].shift)
            }
        }
    };
}

hand_in_a_word!(u32);
hand_in_a_word!(u64);

impl Hand for Box<[u32]> {
    fn full(layout: &Layout) -> Self {
        layout.fields.iter().map(|field| field.count).collect()
    }

    fn count(&self, _layout: &Layout, kind: usize) -> u32 {
        self[kind]
    }

    fn without(&self, _layout: &Layout, kind: usize) -> Self {
        let mut hand = self.clone();
        hand[kind] -= 1;
        hand
    }

    fn heap_bytes(&self) -> usize {
        size_of_val::<[u32]>(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays every card and looks at all counts each time.
    fn counts_down<H: Hand>(counts: &[u32]) {
        let layout = Layout::new(counts);
        let (mut hand, mut left) = (H::full(&layout), counts.to_vec());
        for kind in 0..counts.len() {
            while left[kind] > 0 {
                hand = hand.without(&layout, kind);
                left[kind] -= 1;
                let counted: Vec<u32> = (0..counts.len()).map(|kind| hand.count(&layout, kind)).collect();
                assert_eq!(counted, left);
            }
        }
    }

    #[test]
    fn a_hand_counts_each_card_by_itself() {
        for counts in [vec![], vec![1], vec![1, 1, 1], vec![7, 1, 8, 2], vec![65_535, 65_535]] {
            counts_down::<u32>(&counts);
            counts_down::<u64>(&counts);
            counts_down::<Box<[u32]>>(&counts);
        }
        counts_down::<u32>(&[1; 32]);
        counts_down::<u64>(&[1; 64]);
        counts_down::<Box<[u32]>>(&[1; 300]);
    }

    #[test]
    fn a_usual_state_takes_eight_bytes() {
        assert_eq!((size_of::<State<u32>>(), size_of::<State<u64>>()), (8, 16));
    }
}
