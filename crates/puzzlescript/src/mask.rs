//! Sets of objects and of movements, as bits in words.
//!
//! A movement has five bits for each layer. Twelve layers share a word, so that no layer is split between two.

/// A set of objects, or of movements. All sets of a kind have the same number of words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Mask(pub Box<[u64]>);

/// The bits of a movement.
pub const UP: u64 = 1;
/// See [`UP`].
pub const DOWN: u64 = 2;
/// See [`UP`].
pub const LEFT: u64 = 4;
/// See [`UP`].
pub const RIGHT: u64 = 8;
/// See [`UP`].
pub const ACTION: u64 = 16;
/// All bits of the movement of a layer.
pub const ALL: u64 = 31;

/// How many layers share a word of movements.
const LAYERS_A_WORD: usize = 12;

/// How many words the movements of this many layers take.
pub fn movement_words(layers: usize) -> usize {
    layers.div_ceil(LAYERS_A_WORD).max(1)
}

/// The word and the place in it of the movement of a layer.
pub fn movement_place(layer: usize) -> (usize, usize) {
    (layer / LAYERS_A_WORD, layer % LAYERS_A_WORD * 5)
}

impl Mask {
    /// The empty set.
    pub fn new(words: usize) -> Mask {
        Mask(vec![0; words].into())
    }

    /// Adds a member by number.
    pub fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    /// Adds bits to the movement of a layer.
    pub fn insert_movement(&mut self, layer: usize, bits: u64) {
        let (word, shift) = movement_place(layer);
        self.0[word] |= bits << shift;
    }

    /// Adds all members of another set.
    pub fn union(&mut self, other: &[u64]) {
        for (word, other) in self.0.iter_mut().zip(other) {
            *word |= other;
        }
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether all members are in `other`.
    pub fn is_subset(&self, other: &[u64]) -> bool {
        self.0.iter().zip(other).all(|(word, other)| word & !other == 0)
    }

    /// Whether some member is in `other`.
    pub fn meets(&self, other: &[u64]) -> bool {
        self.0.iter().zip(other).any(|(word, other)| word & other != 0)
    }

    /// The members by number, ascending.
    pub fn members(&self) -> impl Iterator<Item = usize> + '_ {
        members(&self.0)
    }
}

/// The members of a set by number, ascending.
pub fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                number * 64 + bit
            })
        })
    })
}
