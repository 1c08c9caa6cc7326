//! A board as cells and as planes, kept in step.
//!
//! A cell is a word of objects and a word of movements. A plane has a bit for each cell that has an object, or a
//! movement of a layer. Changes are logged, so that a turn can be taken back. Whenever a plane changes, the rules that
//! watch it are marked, so that only those are tried again.

use super::pack::Content;
use super::sets::{Plane, WORD, each_cell};

/// A set of planes, one for each bit of a cell: objects first, movements in the upper half.
pub(super) type Planes = u128;

/// Each plane of a set. The halves one after the other: WebAssembly has no numbers of 128 bits.
#[inline]
pub(super) fn members(planes: Planes) -> impl Iterator<Item = usize> {
    let (mut rest, mut movements, mut first) = (planes as u64, (planes >> WORD) as u64, 0);
    std::iter::from_fn(move || {
        if rest == 0 {
            (rest, movements, first) = (movements, 0, WORD);
        }
        let plane = (rest != 0).then(|| first + rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        plane
    })
}

/// The plane of an object and of a movement, as sets.
#[inline]
pub(super) fn planes_of(objects: u64, movements: u64) -> Planes {
    u128::from(objects) | u128::from(movements) << WORD
}

/// The rules that watch each plane, as bit sets over the numbers of rules.
#[derive(Clone, Debug)]
pub(super) struct Watchers {
    /// How many words a set of rules takes.
    words: usize,
    sets: Vec<u64>,
}

impl Watchers {
    /// The watchers among rules, by the planes that each of them watches.
    pub fn new(watched: &[Planes]) -> Watchers {
        let words = watched.len().div_ceil(64).max(1);
        let mut sets = vec![0; 2 * WORD * words];
        for (rule, &planes) in watched.iter().enumerate() {
            members(planes).for_each(|plane| sets[plane * words + rule / 64] |= 1 << (rule % 64));
        }
        Watchers { words, sets }
    }
}

/// A board of at most `64 W` cells.
#[derive(Clone)]
pub(super) struct Board<const W: usize> {
    /// The objects and movements of each cell.
    pub cells: Vec<(u64, u64)>,
    /// The planes.
    pub planes: Vec<Plane<W>>,
    /// The planes with a bit: objects, then movements.
    occupied: [u64; 2],
    /// The cells that changed, each with what it held before.
    pub log: Vec<(u32, u64, u64)>,
    /// The rules to try again, a bit for each.
    pub marked: Vec<u64>,
    watchers: Watchers,
    /// The planes as they were when the board was saved, and those of them with a bit.
    saved: Vec<Plane<W>>,
    saved_occupied: [u64; 2],
}

impl<const W: usize> Board<W> {
    /// A board of empty cells. All rules are to be tried.
    pub fn new(cells: usize, watchers: Watchers) -> Board<W> {
        Board {
            cells: vec![(0, 0); cells],
            planes: vec![[0; W]; 2 * WORD],
            occupied: [0; 2],
            log: Vec::new(),
            marked: vec![!0; watchers.words],
            watchers,
            saved: vec![[0; W]; 2 * WORD],
            saved_occupied: [0; 2],
        }
    }

    /// A board with these objects.
    pub fn holding(objects: &[u64], watchers: Watchers) -> Board<W> {
        let mut board = Board::new(objects.len(), watchers);
        objects.iter().enumerate().for_each(|(cell, &objects)| board.put(cell, objects, 0));
        board
    }

    /// The planes with a bit.
    #[inline]
    pub fn occupied(&self) -> Planes {
        planes_of(self.occupied[0], self.occupied[1])
    }

    /// What it holds, for the packing.
    pub fn content(&self) -> Content<'_> {
        Content { cells: &self.cells, planes: self.planes.as_flattened(), words: W }
    }

    /// Changes a cell, and logs it.
    #[inline]
    pub fn set(&mut self, cell: usize, objects: u64, movements: u64) {
        let (old_objects, old_movements) = self.cells[cell];
        self.log.push((cell as u32, old_objects, old_movements));
        self.put(cell, objects, movements);
    }

    /// Changes a cell.
    #[inline]
    pub fn put(&mut self, cell: usize, objects: u64, movements: u64) {
        let (old_objects, old_movements) = std::mem::replace(&mut self.cells[cell], (objects, movements));
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        let mut bits = old_objects ^ objects;
        while bits != 0 {
            self.toggle(bits.trailing_zeros() as usize, word, bit);
            bits &= bits - 1;
        }
        let mut bits = old_movements ^ movements;
        while bits != 0 {
            self.toggle(WORD + bits.trailing_zeros() as usize, word, bit);
            bits &= bits - 1;
        }
    }

    #[inline]
    fn toggle(&mut self, plane: usize, word: usize, bit: u64) {
        self.planes[plane][word] ^= bit;
        self.touched(plane);
    }

    /// A plane has changed.
    #[inline]
    fn touched(&mut self, plane: usize) {
        let (half, bit) = (&mut self.occupied[plane / WORD], 1 << (plane % WORD));
        if self.planes[plane].iter().all(|&word| word == 0) {
            *half &= !bit;
        } else {
            *half |= bit;
        }
        self.mark(plane);
    }

    #[inline]
    fn mark(&mut self, plane: usize) {
        let words = self.watchers.words;
        let watching = &self.watchers.sets[plane * words..][..words];
        self.marked.iter_mut().zip(watching).for_each(|(marked, watching)| *marked |= watching);
    }

    /// Changes several cells in the same way, and logs it.
    #[inline]
    pub fn set_all(&mut self, at: &Plane<W>, clear: (u64, u64), set: (u64, u64)) {
        let mut changed = 0;
        let Board { cells, log, .. } = self;
        each_cell(at, |cell| {
            let (objects, movements) = cells[cell];
            let after = (objects & !clear.0 | set.0, movements & !clear.1 | set.1);
            if after != (objects, movements) {
                log.push((cell as u32, objects, movements));
                changed |= planes_of(objects ^ after.0, movements ^ after.1);
                cells[cell] = after;
            }
        });
        let sets = [set.0, set.1];
        for plane in members(changed) {
            let is_set = sets[plane / WORD] >> (plane % WORD) & 1 == 1;
            for (word, at) in self.planes[plane].iter_mut().zip(at) {
                *word = if is_set { *word | at } else { *word & !at };
            }
            self.touched(plane);
        }
    }

    /// Takes back all changes since the log had this length.
    pub fn revert(&mut self, length: usize) {
        while self.log.len() > length {
            let Some((cell, objects, movements)) = self.log.pop() else { break };
            self.put(cell as usize, objects, movements);
        }
    }

    /// Saves the board as it is, with an empty log, for [`rewind`](Board::rewind). Of the planes only those in `used` count.
    pub fn save(&mut self, used: Planes) {
        self.log.clear();
        members(used).for_each(|plane| self.saved[plane] = self.planes[plane]);
        self.saved_occupied = self.occupied;
    }

    /// Takes back all changes since the board was saved.
    pub fn rewind(&mut self, used: Planes) {
        while let Some((cell, objects, movements)) = self.log.pop() {
            self.cells[cell as usize] = (objects, movements);
        }
        for plane in members(used) {
            if self.planes[plane] != self.saved[plane] {
                self.planes[plane] = self.saved[plane];
                self.mark(plane);
            }
        }
        self.occupied = self.saved_occupied;
    }
}
