//! What changes in a level: where the ball lies, and the cards that are left.
//!
//! Equal cards are interchangeable, so a hand is one count per distinct card. A [`HandLayout`] gives each
//! distinct card as many bits of a word as its count needs. A state takes 8 bytes if 32 bits suffice, as
//! they do for any ordinary level, and 16 bytes if 64 bits suffice. The hand of a larger deck is a list
//! of counts, which costs one allocation per state.

use std::fmt::Debug;
use std::hash::Hash;

use unriddle_search::distributed::StateBytes;

use super::level::Cell;

/// The ball's cell and the cards left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<H> {
    pub(crate) ball: Cell,
    pub(crate) hand: H,
}

impl<H: Hand> StateBytes for State<H> {
    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        self.ball.0.write(bytes);
        self.hand.write(bytes);
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(State { ball: Cell(u32::read(bytes)?), hand: H::read(bytes)? })
    }
}

/// Where a hand stores the count of each distinct card.
#[derive(Clone, Debug)]
pub(crate) struct HandLayout {
    fields: Vec<Field>,
    /// The total number of bits.
    pub(crate) bits: u32,
}

/// The bits of one card.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// The count of the card at the start.
    count: u32,
    shift: u32,
    width: u32,
}

impl HandLayout {
    /// The layout for distinct cards with these counts.
    pub(crate) fn new(counts: &[u32]) -> Self {
        let mut bits = 0u32;
        let field = |&count: &u32| {
            let (shift, width) = (bits, u32::BITS - count.leading_zeros());
            bits = bits.saturating_add(width);
            Field { count, shift, width }
        };
        let fields = counts.iter().map(field).collect();
        HandLayout { fields, bits }
    }

    /// The number of distinct cards.
    pub(crate) fn kinds(&self) -> usize {
        self.fields.len()
    }
}

/// A hand as a list of counts, which holds any deck.
pub(crate) type Counts = Box<[u32]>;

/// The count of each distinct card that is left.
pub(crate) trait Hand: Clone + Debug + Eq + Hash + Send + Sync + StateBytes + 'static {
    /// A hand with these counts, each at most that of the layout.
    fn new(layout: &HandLayout, counts: impl Iterator<Item = u32>) -> Self;

    /// All cards.
    fn full(layout: &HandLayout) -> Self {
        Self::new(layout, layout.fields.iter().map(|field| field.count))
    }

    /// How many cards of this kind are left.
    fn count(&self, layout: &HandLayout, kind: usize) -> u32;

    /// The hand after a card of this kind is played. At least one must be left.
    fn without(&self, layout: &HandLayout, kind: usize) -> Self;

    /// The heap memory that a hand owns, in bytes.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! hand_in_a_word {
    ($word:ty) => {
        impl Hand for $word {
            fn new(layout: &HandLayout, counts: impl Iterator<Item = u32>) -> Self {
                let fields = layout.fields.iter().zip(counts);
                fields.fold(0, |hand, (field, count)| hand | (count as $word) << field.shift)
            }

            #[inline]
            fn count(&self, layout: &HandLayout, kind: usize) -> u32 {
                let Field { shift, width, .. } = layout.fields[kind];
                (*self >> shift) as u32 & (u32::MAX >> (u32::BITS - width))
            }

            #[inline]
            fn without(&self, layout: &HandLayout, kind: usize) -> Self {
                *self - (1 << layout.fields[kind].shift)
            }
        }
    };
}

hand_in_a_word!(u32);
hand_in_a_word!(u64);

impl Hand for Counts {
    fn new(_: &HandLayout, counts: impl Iterator<Item = u32>) -> Self {
        counts.collect()
    }

    fn count(&self, _layout: &HandLayout, kind: usize) -> u32 {
        self[kind]
    }

    fn without(&self, _layout: &HandLayout, kind: usize) -> Self {
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

    /// Plays every card and checks all counts each time.
    fn counts_down<H: Hand>(counts: &[u32]) {
        let layout = HandLayout::new(counts);
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
    fn playing_a_card_changes_only_its_own_count() {
        for counts in [vec![], vec![1], vec![1, 1, 1], vec![7, 1, 8, 2], vec![65_535, 65_535]] {
            counts_down::<u32>(&counts);
            counts_down::<u64>(&counts);
            counts_down::<Counts>(&counts);
        }
        counts_down::<u32>(&[1; 32]);
        counts_down::<u64>(&[1; 64]);
        counts_down::<Counts>(&[1; 300]);
    }

    #[test]
    fn states_of_one_word_take_8_or_16_bytes() {
        assert_eq!((size_of::<State<u32>>(), size_of::<State<u64>>()), (8, 16));
    }
}
