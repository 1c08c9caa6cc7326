//! What changes in a level: where each atom is and what it is bonded to.
//!
//! A bond belongs to its left or upper atom, so an atom is three small numbers: its cell, the
//! strength of its bond to the right, and the strength of its bond below. [`StateLayout`] gives every
//! atom the same number of bits, as few as the level needs: 6 for a cell on up to 64 cells, 1 for a
//! bond in a level without `+`, up to 3 in a level with it. As many atoms as fit share a 64-bit word.
//! On a typical board, 8 atoms take 8 bytes and 16 atoms take 16. There is no limit: a state is a slice of
//! as many words as the level needs.

use super::level::{AtomId, Cell, Element};

/// An atom's part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) cell: Cell,
    /// The strengths of the bonds to the right and below; 0 for none.
    pub(crate) right: u8,
    pub(crate) below: u8,
}

/// How atoms share the words of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateLayout {
    cell_bits: u32,
    bond_bits: u32,
    /// Atoms per word.
    per_word: usize,
    /// Words per state.
    pub(crate) words: usize,
    /// The bits of a word that stand for 1, 2 and 4 in the strength of a bond.
    planes: [u64; 3],
}

impl StateLayout {
    /// The layout for `atoms` on a board of `cells` cells. `strengthened` says whether bonds can become
    /// stronger than 1.
    pub(crate) fn new(atoms: &[Element], cells: usize, strengthened: bool) -> Self {
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let strongest = match atoms.first() {
            Some(first) if strengthened => usize::from(first.valence()).max(1),
            _ => 1,
        };
        let (cell_bits, bond_bits) = (bits(cells - 1).max(1), bits(strongest));
        let width = cell_bits + 2 * bond_bits;
        let per_word = (u64::BITS / width) as usize;
        let mut planes = [0; 3];
        for (bit, plane) in (0..bond_bits).zip(&mut planes) {
            for shift in (0..per_word as u32).map(|atom| atom * width + cell_bits + bit) {
                *plane |= 1 << shift | 1 << (shift + bond_bits);
            }
        }
        StateLayout { cell_bits, bond_bits, per_word, words: atoms.len().div_ceil(per_word), planes }
    }

    fn width(self) -> u32 {
        self.cell_bits + 2 * self.bond_bits
    }

    /// The total strength of all bonds.
    #[inline]
    pub(crate) fn strength(self, state: &[u64]) -> u32 {
        let plane = |word: u64, bit: u32| (word & self.planes[bit as usize]).count_ones() << bit;
        let words = state.iter();
        words.map(|&word| (0..self.bond_bits).map(|bit| plane(word, bit)).sum::<u32>()).sum()
    }

    /// Unpacks a state, atom by atom.
    #[inline]
    pub(crate) fn each(self, state: &[u64], atoms: usize, mut visit: impl FnMut(AtomId, Field)) {
        let (cells, bonds) = ((1 << self.cell_bits) - 1, (1 << self.bond_bits) - 1);
        let width = self.width();
        for (at, &word) in state.iter().enumerate() {
            let first = at * self.per_word;
            let mut rest = word;
            for atom in first..atoms.min(first + self.per_word) {
                let cell = Cell((rest & cells) as u16);
                let right = (rest >> self.cell_bits & bonds) as u8;
                let below = (rest >> (self.cell_bits + self.bond_bits) & bonds) as u8;
                visit(atom, Field { cell, right, below });
                rest >>= width;
            }
        }
    }

    /// An atom's part of a state as bits. Bonds take the higher bits, so parts are not ordered by cell.
    #[inline]
    pub(crate) fn join(self, Field { cell, right, below }: Field) -> u64 {
        let bonds = u64::from(right) | u64::from(below) << self.bond_bits;
        u64::from(cell.0) | bonds << self.cell_bits
    }

    /// The cell of an atom.
    #[inline]
    pub(crate) fn cell(self, state: &[u64], atom: AtomId) -> Cell {
        let (word, shift) = self.place(atom);
        Cell((state[word] >> shift & ((1 << self.cell_bits) - 1)) as u16)
    }

    /// Replaces the cell of an atom.
    #[inline]
    pub(crate) fn set_cell(self, state: &mut [u64], atom: AtomId, cell: Cell) {
        let (word, shift) = self.place(atom);
        let word = &mut state[word];
        *word = *word & !(((1 << self.cell_bits) - 1) << shift) | u64::from(cell.0) << shift;
    }

    /// The [joined](StateLayout::join) part of an atom.
    #[inline]
    pub(crate) fn part(self, state: &[u64], atom: AtomId) -> u64 {
        let (word, shift) = self.place(atom);
        state[word] >> shift & ((1 << self.width()) - 1)
    }

    /// Replaces the [joined](StateLayout::join) part of an atom.
    #[inline]
    pub(crate) fn set_part(self, state: &mut [u64], atom: AtomId, part: u64) {
        let (word, shift) = self.place(atom);
        let word = &mut state[word];
        *word = *word & !(((1 << self.width()) - 1) << shift) | part << shift;
    }

    /// The word of an atom, and the position of its first bit there.
    #[inline]
    fn place(self, atom: AtomId) -> (usize, u32) {
        let (atom, per_word) = (atom as u32, self.per_word as u32);
        ((atom / per_word) as usize, atom % per_word * self.width())
    }

    /// Packs the [joined](StateLayout::join) parts of all atoms into a state.
    #[inline]
    pub(crate) fn pack(self, state: &mut [u64], atoms: usize, part: impl Fn(AtomId) -> u64) {
        let width = self.width();
        for (at, word) in state.iter_mut().enumerate() {
            *word = 0;
            let first = at * self.per_word;
            let mut shift = 0;
            for atom in first..atoms.min(first + self.per_word) {
                *word |= part(atom) << shift;
                shift += width;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(atoms: usize, cells: usize, strengthened: bool) {
        let layout = StateLayout::new(&vec![Element::Carbon; atoms], cells, strengthened);
        let strongest = if strengthened { 4 } else { 1 };
        let field = |atom: AtomId| Field {
            cell: Cell(((atom * 7919 + 13) % cells) as u16),
            right: (atom % (strongest + 1)) as u8,
            below: (atom / 2 % (strongest + 1)) as u8,
        };
        let mut state = vec![u64::MAX; layout.words];
        layout.pack(&mut state, atoms, |atom| layout.join(field(atom)));
        let mut seen = 0;
        layout.each(&state, atoms, |atom, found| {
            assert_eq!(found, field(atom), "atom {atom} of {atoms} on {cells} cells");
            seen += 1;
        });
        assert_eq!(seen, atoms);
    }

    #[test]
    fn unpacking_gives_what_was_packed() {
        for strengthened in [false, true] {
            for cells in [1, 2, 64, 65, 10_000, 65_535] {
                comes_back(1, cells, strengthened);
                comes_back(300, cells, strengthened);
            }
            comes_back(16, 200, strengthened);
        }
    }

    #[test]
    fn eight_atoms_on_64_cells_share_a_word_or_six_if_bonds_become_double() {
        let layout = |atoms, strengthened| StateLayout::new(&vec![Element::Oxygen; atoms], 64, strengthened);
        assert_eq!((layout(8, false).words, layout(16, false).words, layout(12, true).words), (1, 2, 2));
    }
}
