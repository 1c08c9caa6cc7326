//! What changes in a level: where the ball lies, and the cards that are left.
//!
//! Equal cards are interchangeable, so a hand is one count per distinct card. For the search, a state is packed
//! into words: 32 bits for the ball, and for each distinct card as many bits as its count needs. A state takes 8
//! bytes if the hand fits into 32 bits, as it does on any ordinary level.

use super::level::Cell;

/// The ball's cell and the cards left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) ball: Cell,
    /// The count of each distinct card.
    pub(crate) hand: Box<[u32]>,
}

/// Where the words of a state store the ball and the count of each distinct card. The ball takes the lower half of
/// the first word.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// The number of words.
    pub(crate) words: usize,
}

/// The bits of one card.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u32,
}

impl Layout {
    /// The layout for distinct cards with these counts at the start.
    pub(crate) fn new(counts: &[u32]) -> Self {
        let (mut word, mut shift) = (0, u32::BITS);
        let field = |&count: &u32| {
            let width = u32::BITS - count.leading_zeros();
            if shift + width > u64::BITS {
                (word, shift) = (word + 1, 0);
            }
            let field = Field { word, shift, mask: ((1u64 << width) - 1) as u32 };
            shift += width;
            field
        };
        let fields = counts.iter().map(field).collect();
        Layout { fields, words: word + 1 }
    }

    /// The number of distinct cards.
    pub(crate) fn kinds(&self) -> usize {
        self.fields.len()
    }

    /// The words of a state.
    pub(crate) fn pack(&self, state: &State) -> Vec<u64> {
        let mut words = vec![0; self.words];
        words[0] = state.ball.0.into();
        for (field, &count) in self.fields.iter().zip(&state.hand) {
            words[field.word] |= u64::from(count) << field.shift;
        }
        words
    }

    /// The ball's cell.
    #[inline]
    pub(crate) fn ball(&self, words: &[u64]) -> Cell {
        Cell(words[0] as u32)
    }

    /// How many cards of this kind are left.
    #[inline]
    pub(crate) fn count(&self, words: &[u64], kind: usize) -> u32 {
        let Field { word, shift, mask } = self.fields[kind];
        (words[word] >> shift) as u32 & mask
    }

    /// Plays a card of this kind, of which at least one is left, and moves the ball.
    #[inline]
    pub(crate) fn play(&self, words: &mut [u64], kind: usize, ball: Cell) {
        let Field { word, shift, .. } = self.fields[kind];
        words[word] -= 1 << shift;
        words[0] = words[0] >> u32::BITS << u32::BITS | u64::from(ball.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays every card and checks all counts each time.
    fn counts_down(counts: &[u32]) {
        let layout = Layout::new(counts);
        let mut words = layout.pack(&State { ball: Cell(u32::MAX), hand: counts.into() });
        assert_eq!(layout.ball(&words), Cell(u32::MAX));
        let mut left = counts.to_vec();
        for kind in 0..counts.len() {
            while left[kind] > 0 {
                let ball = Cell(left[kind].wrapping_mul(0x9E37_79B9));
                layout.play(&mut words, kind, ball);
                left[kind] -= 1;
                let counted: Vec<u32> = (0..counts.len()).map(|kind| layout.count(&words, kind)).collect();
                assert_eq!((counted, layout.ball(&words)), (left.clone(), ball));
            }
        }
    }

    #[test]
    fn playing_a_card_changes_only_its_own_count_and_the_ball() {
        for counts in
            [vec![], vec![1], vec![1, 1, 1], vec![7, 1, 8, 2], vec![65_535, 65_535], vec![70_000, 3]]
        {
            counts_down(&counts);
        }
        counts_down(&[1; 32]);
        counts_down(&[1; 64]);
        counts_down(&[1; 300]);
    }

    #[test]
    fn a_hand_of_32_bits_takes_8_bytes_with_the_ball() {
        let words = |counts: &[u32]| Layout::new(counts).words;
        assert_eq!((words(&[]), words(&[1; 32]), words(&[1; 33]), words(&[1; 96])), (1, 1, 2, 2));
        assert_eq!((words(&[65_535; 2]), words(&[u32::MAX; 2]), words(&[u32::MAX; 3])), (1, 2, 2));
    }
}
