//! Sets of cells: of a fixed number of words where a search works with them, of any number where rules and tables keep them.

/// The bits of a word.
pub(super) const WORD: usize = 64;

/// A set of cells in a search.
pub(super) type Plane<const W: usize> = [u64; W];

/// A set of cells that is kept. What is made once for a level works with these, so that there is one copy of it for all sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellSet(Box<[u64]>);

impl CellSet {
    /// An empty set of this many words.
    pub fn empty(words: usize) -> CellSet {
        CellSet(vec![0; words].into())
    }

    /// The first cells.
    pub fn first(cells: usize, words: usize) -> CellSet {
        let mut set = CellSet::empty(words);
        (0..cells).for_each(|cell| set.insert(cell));
        set
    }

    pub fn insert(&mut self, cell: usize) {
        self.0[cell / WORD] |= 1 << (cell % WORD);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Adds all of another set.
    pub fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Keeps the cells from which a cell of another set lies `offset` cells ahead.
    pub fn keep_ahead(&mut self, other: &CellSet, offset: isize) {
        self.0.iter_mut().enumerate().for_each(|(at, word)| *word &= word_ahead(&other.0, at, offset));
    }

    /// The set as a plane, which must have as many words.
    #[inline]
    pub fn plane<const W: usize>(&self) -> &Plane<W> {
        // All sets of a level are made for the width with which it is searched.
        (&*self.0).try_into().expect("a set of as many words as a plane")
    }
}

/// Calls with each cell of a set, ascending.
#[inline]
pub(super) fn each_cell(words: &[u64], mut visit: impl FnMut(usize)) {
    for (number, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit(number * WORD + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// A word of the set that [`shifted`] gives.
fn word_ahead(words: &[u64], at: usize, offset: isize) -> u64 {
    let first = (at * WORD) as isize + offset;
    let (word, bits) = (first.div_euclid(WORD as isize), first.rem_euclid(WORD as isize));
    let get =
        |word: isize| usize::try_from(word).ok().and_then(|word| words.get(word)).map_or(0, |&word| word);
    let high = if bits > 0 { get(word + 1) << (WORD as isize - bits) } else { 0 };
    get(word) >> bits | high
}

/// The cells from which a cell of a set lies `offset` cells ahead.
#[inline]
pub(super) fn shifted<const W: usize>(plane: &Plane<W>, offset: isize) -> Plane<W> {
    if W == 1 {
        let mut result = [0; W];
        result[0] = match offset {
            0.. => plane[0].checked_shr(offset as u32).unwrap_or(0),
            _ => plane[0].checked_shl(offset.unsigned_abs() as u32).unwrap_or(0),
        };
        return result;
    }
    let mut result = [0; W];
    let (words, bits) = (offset.unsigned_abs() / 64, offset.unsigned_abs() % 64);
    if offset >= 0 {
        for at in 0..W.saturating_sub(words) {
            let low = plane[at + words] >> bits;
            let high = if bits > 0 && at + words + 1 < W { plane[at + words + 1] << (64 - bits) } else { 0 };
            result[at] = low | high;
        }
    } else {
        for at in words..W {
            let high = plane[at - words] << bits;
            let low = if bits > 0 && at > words { plane[at - words - 1] >> (64 - bits) } else { 0 };
            result[at] = high | low;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_planes_shift_alike() {
        fn check<const W: usize>() {
            let plane: Plane<W> =
                std::array::from_fn(|at| (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let set = CellSet(plane.into());
            let most = (64 * W) as isize;
            for offset in -most..=most {
                let mut kept = CellSet([!0; W].into());
                kept.keep_ahead(&set, offset);
                assert_eq!(kept.plane(), &shifted(&plane, offset), "{offset}");
                let mut cells = Vec::new();
                each_cell(kept.words(), |cell| cells.push(cell as isize + offset));
                let has = |&cell: &isize| plane[cell as usize / 64] >> (cell % 64) & 1 == 1;
                assert!(cells.iter().all(has), "{offset}");
            }
        }
        check::<1>();
        check::<2>();
        check::<4>();
    }
}
