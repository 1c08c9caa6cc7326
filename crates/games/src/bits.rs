//! Bit sets of the tiles of a board, packed for the search.
//!
//! A game that moves many equal pieces at once stores them as sets. A move is then a few
//! operations on whole words, whatever the number of pieces. Tiles are numbered row by row; a
//! step to the right is a shift by one, and a step down a shift by the width.
//!
//! A board uses the smallest type that fits: `u32` and `u64`, [`Wide`], and for very large boards
//! [`Listed`], a sorted list of its members. Between moves, a set of any type lies in the words of a flat
//! state: 8 bytes per 64 tiles, or 4 bytes per member of a list.
//!
//! Callers must mask before a shift, so that no member leaves the board.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of tiles that changes from state to state.
pub(crate) trait Bits: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// A set of tiles that never changes, such as those with floor to their right.
    type Mask: Send + Sync;
    /// One tile, in the form that is fastest to [`add`](Bits::add) from a table.
    type Spot: Copy + Send + Sync;
    /// Two sets in the form that is fastest to compare.
    type Pair: Ord;

    /// Packs two sets for comparison. The first is the more significant one.
    fn pair(first: Self, second: Self) -> Self::Pair;
    /// The two sets of a pair.
    fn unpair(pair: Self::Pair) -> (Self, Self);
    /// The empty set.
    fn empty() -> Self;
    /// The tile with this number, for [`add`](Bits::add).
    fn spot(tile: usize) -> Self::Spot;
    /// Adds a tile.
    fn add(&mut self, spot: Self::Spot);
    /// The fixed set of these tiles, for a board with this many cells.
    fn mask(cells: usize, tiles: impl Iterator<Item = usize>) -> Self::Mask;
    /// The members that are in `mask`.
    fn within(&self, mask: &Self::Mask) -> Self;
    /// The members that are not in `mask`.
    fn outside(&self, mask: &Self::Mask) -> Self;
    /// The members of both sets.
    fn and(&self, other: &Self) -> Self;
    /// The members of either set.
    fn or(&self, other: &Self) -> Self;
    /// The members that are not in `other`.
    fn and_not(&self, other: &Self) -> Self;
    /// Adds `by` to the number of every member.
    fn forward(&self, by: u32) -> Self;
    /// Subtracts `by` from the number of every member.
    fn backward(&self, by: u32) -> Self;
    /// Whether there are no members.
    fn is_empty(&self) -> bool;
    /// The members, in ascending order.
    fn tiles(&self) -> impl Iterator<Item = usize> + '_;
    /// The number of words that a set with this many members takes, on a board with this many cells.
    fn words(cells: usize, members: usize) -> usize;
    /// Writes the set to as many words.
    fn write(&self, words: &mut [u64]);
    /// Reads a set with this many members.
    fn read(words: &[u64], members: usize) -> Self;

    /// Whether every member of `other` is a member.
    fn covers(&self, other: &Self) -> bool {
        other.and_not(self).is_empty()
    }

    /// The set of these tiles.
    fn of(tiles: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::empty();
        for tile in tiles {
            set.add(Self::spot(tile));
        }
        set
    }
}

macro_rules! word {
    ($($word:ty, $pair:ty, $join:expr, $split:expr;)*) => {$(
        impl Bits for $word {
            type Mask = Self;
            type Spot = Self;
            type Pair = $pair;

            #[inline]
            fn pair(first: Self, second: Self) -> $pair {
                $join(first, second)
            }
            #[inline]
            fn unpair(pair: $pair) -> (Self, Self) {
                $split(pair)
            }
            #[inline]
            fn empty() -> Self {
                0
            }
            #[inline]
            fn spot(tile: usize) -> Self {
                1 << tile
            }
            #[inline]
            fn add(&mut self, spot: Self) {
                *self |= spot;
            }
            fn mask(_: usize, tiles: impl Iterator<Item = usize>) -> Self {
                Self::of(tiles)
            }
            #[inline]
            fn within(&self, mask: &Self) -> Self {
                self & mask
            }
            #[inline]
            fn outside(&self, mask: &Self) -> Self {
                self & !mask
            }
            #[inline]
            fn and(&self, other: &Self) -> Self {
                self & other
            }
            #[inline]
            fn or(&self, other: &Self) -> Self {
                self | other
            }
            #[inline]
            fn and_not(&self, other: &Self) -> Self {
                self & !other
            }
            // On a board with one row, the width may equal the number of bits. A shift by it would
            // overflow, but there are no members to move down.
            #[inline]
            fn forward(&self, by: u32) -> Self {
                self.wrapping_shl(by)
            }
            #[inline]
            fn backward(&self, by: u32) -> Self {
                self.wrapping_shr(by)
            }
            #[inline]
            fn is_empty(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn tiles(&self) -> impl Iterator<Item = usize> + '_ {
                let mut rest = *self;
                std::iter::from_fn(move || {
                    let tile = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                    Some(tile)
                })
            }
            fn words(_: usize, _: usize) -> usize {
                1
            }
            fn write(&self, words: &mut [u64]) {
                words[0] = (*self).into();
            }
            fn read(words: &[u64], _: usize) -> Self {
                words[0] as Self
            }
        }
    )*};
}

// Finding the least of eight pairs takes a third of the time if a pair is one number.
word! {
    u32, u64, |one, two| u64::from(one) << 32 | u64::from(two), |pair| ((pair >> 32) as u32, pair as u32);
    u64, u128, |one, two| u128::from(one) << 64 | u128::from(two), |pair| ((pair >> 64) as u64, pair as u64);
}

/// A set of up to 64 `N` tiles in `N` words, the lowest tiles first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }
}

impl<const N: usize> Bits for Wide<N> {
    type Mask = Self;
    type Spot = u32;
    type Pair = (Self, Self);

    fn pair(first: Self, second: Self) -> (Self, Self) {
        (first, second)
    }
    fn unpair(pair: (Self, Self)) -> (Self, Self) {
        pair
    }
    fn empty() -> Self {
        Wide([0; N])
    }
    fn spot(tile: usize) -> u32 {
        tile as u32
    }
    #[inline]
    fn add(&mut self, spot: u32) {
        self.0[spot as usize / 64] |= 1 << (spot % 64);
    }
    fn mask(_: usize, tiles: impl Iterator<Item = usize>) -> Self {
        Self::of(tiles)
    }
    #[inline]
    fn within(&self, mask: &Self) -> Self {
        self.and(mask)
    }
    #[inline]
    fn outside(&self, mask: &Self) -> Self {
        self.and_not(mask)
    }
    #[inline]
    fn and(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one & two)
    }
    #[inline]
    fn or(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one | two)
    }
    #[inline]
    fn and_not(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one & !two)
    }
    #[inline]
    fn forward(&self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Wide(std::array::from_fn(|at| {
            let low = word(at.checked_sub(words + 1)).checked_shr(64 - bits).unwrap_or(0);
            word(at.checked_sub(words)) << bits | low
        }))
    }
    #[inline]
    fn backward(&self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Wide(std::array::from_fn(|at| {
            let high = word(at + words + 1).checked_shl(64 - bits).unwrap_or(0);
            word(at + words) >> bits | high
        }))
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    fn tiles(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| word.tiles().map(move |tile| 64 * at + tile))
    }
    fn words(cells: usize, _: usize) -> usize {
        cells.div_ceil(64)
    }
    #[inline]
    fn write(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0[..words.len()]);
    }
    #[inline]
    fn read(words: &[u64], _: usize) -> Self {
        let mut set = Wide([0; N]);
        set.0[..words.len()].copy_from_slice(words);
        set
    }
}

/// A set as the sorted list of its members, for boards too large for bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Listed(Vec<u32>);

impl Listed {
    fn kept(&self, keep: impl Fn(u32) -> bool) -> Self {
        Listed(self.0.iter().copied().filter(|&tile| keep(tile)).collect())
    }

    fn has(&self, tile: u32) -> bool {
        self.0.binary_search(&tile).is_ok()
    }
}

/// Whether a fixed set, stored in words, contains this tile.
fn has(mask: &[u64], tile: u32) -> bool {
    mask[tile as usize / 64] >> (tile % 64) & 1 == 1
}

impl Bits for Listed {
    type Mask = Box<[u64]>;
    type Spot = u32;
    type Pair = (Self, Self);

    fn pair(first: Self, second: Self) -> (Self, Self) {
        (first, second)
    }
    fn unpair(pair: (Self, Self)) -> (Self, Self) {
        pair
    }
    fn empty() -> Self {
        Listed(Vec::new())
    }
    fn spot(tile: usize) -> u32 {
        tile as u32
    }
    fn add(&mut self, spot: u32) {
        if let Err(at) = self.0.binary_search(&spot) {
            self.0.insert(at, spot);
        }
    }
    fn mask(cells: usize, tiles: impl Iterator<Item = usize>) -> Box<[u64]> {
        let mut words = vec![0u64; cells.div_ceil(64)].into_boxed_slice();
        for tile in tiles {
            words[tile / 64] |= 1 << (tile % 64);
        }
        words
    }
    fn within(&self, mask: &Box<[u64]>) -> Self {
        self.kept(|tile| has(mask, tile))
    }
    fn outside(&self, mask: &Box<[u64]>) -> Self {
        self.kept(|tile| !has(mask, tile))
    }
    fn and(&self, other: &Self) -> Self {
        self.kept(|tile| other.has(tile))
    }
    fn or(&self, other: &Self) -> Self {
        let mut all = [self.0.as_slice(), &other.0].concat();
        all.sort_unstable();
        all.dedup();
        Listed(all)
    }
    fn and_not(&self, other: &Self) -> Self {
        self.kept(|tile| !other.has(tile))
    }
    fn forward(&self, by: u32) -> Self {
        Listed(self.0.iter().map(|tile| tile + by).collect())
    }
    fn backward(&self, by: u32) -> Self {
        Listed(self.0.iter().map(|tile| tile - by).collect())
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn tiles(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&tile| tile as usize)
    }
    fn words(_: usize, members: usize) -> usize {
        members.div_ceil(2)
    }
    fn write(&self, words: &mut [u64]) {
        for (word, two) in words.iter_mut().zip(self.0.chunks(2)) {
            *word = two.iter().rev().fold(0, |word, &tile| word << 32 | u64::from(tile));
        }
    }
    fn read(words: &[u64], members: usize) -> Self {
        Listed(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).take(members).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    type Set = BTreeSet<usize>;

    fn members<B: Bits>(set: &B) -> Set {
        set.tiles().collect()
    }

    fn agrees<B: Bits>(cells: usize, one: &Set, two: &Set, by: usize) {
        let fit = |set: &Set| -> Set { set.iter().map(|tile| tile % cells).collect() };
        let (one, two, by) = (&fit(one), &fit(two), by % cells);
        let (a, b) = (B::of(one.iter().copied()), B::of(two.iter().copied()));
        let mask = B::mask(cells, two.iter().copied());
        assert_eq!(members(&a), *one);
        assert_eq!(members(&a.and(&b)), one & two);
        assert_eq!(members(&a.or(&b)), one | two);
        assert_eq!(members(&a.and_not(&b)), one - two);
        assert_eq!(members(&a.within(&mask)), one & two);
        assert_eq!(members(&a.outside(&mask)), one - two);
        assert_eq!(a.covers(&b), one.is_superset(two));
        assert_eq!(a.is_empty(), one.is_empty());
        let mut words = vec![0; B::words(cells, one.len())];
        a.write(&mut words);
        assert_eq!(B::read(&words, one.len()), a);
        assert_eq!(B::unpair(B::pair(a.clone(), b.clone())), (a.clone(), b.clone()));
        let (low, high) =
            (one.iter().filter(|&&tile| tile + by < cells), one.iter().filter(|&&tile| tile >= by));
        assert_eq!(members(&B::of(low.clone().copied()).forward(by as u32)), low.map(|t| t + by).collect());
        assert_eq!(
            members(&B::of(high.clone().copied()).backward(by as u32)),
            high.map(|t| t - by).collect()
        );
    }

    proptest! {
        #[test]
        fn every_kind_is_a_set(
            one in prop::collection::btree_set(0usize..1024, 0..40),
            two in prop::collection::btree_set(0usize..1024, 0..40),
            by in 0usize..1024,
        ) {
            agrees::<u32>(32, &one, &two, by);
            agrees::<u64>(64, &one, &two, by);
            agrees::<Wide<4>>(256, &one, &two, by);
            agrees::<Wide<16>>(1024, &one, &two, by);
            agrees::<Listed>(1024, &one, &two, by);
        }
    }
}
