//! A board as cells and as planes, kept in step.
//!
//! A cell is a word of objects and a word of movements. A plane has a bit for each cell that has an object, or a
//! movement of a layer. Changes are logged, so that a turn can be taken back.

/// How many objects, and how many bits of movements, a cell has at most.
pub(super) const WORD: usize = 64;

/// A set of cells.
pub(super) type Plane<const W: usize> = [u64; W];

/// A set of planes: objects first, movements in the upper half.
pub(super) type Planes = u128;

/// A board of at most `64 W` cells.
#[derive(Clone)]
pub(super) struct Board<const W: usize> {
    /// The objects and movements of each cell.
    pub cells: Vec<(u64, u64)>,
    /// The planes.
    pub planes: Vec<Plane<W>>,
    counts: Vec<u32>,
    /// The planes with a bit.
    pub occupied: Planes,
    /// When each plane changed last.
    pub changed: Vec<u64>,
    /// The time: it grows with each change.
    pub now: u64,
    /// The cells that changed, each with what it held before.
    pub log: Vec<(u32, u64, u64)>,
}

impl<const W: usize> Board<W> {
    /// A board of empty cells.
    pub fn new(cells: usize) -> Board<W> {
        Board {
            cells: vec![(0, 0); cells],
            planes: vec![[0; W]; 2 * WORD],
            counts: vec![0; 2 * WORD],
            occupied: 0,
            changed: vec![0; 2 * WORD],
            now: 1,
            log: Vec::new(),
        }
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
        self.now += 1;
        self.toggle(cell, old_objects ^ objects, 0);
        self.toggle(cell, old_movements ^ movements, WORD);
    }

    #[inline]
    fn toggle(&mut self, cell: usize, mut bits: u64, first: usize) {
        while bits != 0 {
            let plane = first + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let word = &mut self.planes[plane][cell / 64];
            *word ^= 1 << (cell % 64);
            let count = &mut self.counts[plane];
            if *word >> (cell % 64) & 1 == 1 {
                *count += 1;
                self.occupied |= 1 << plane;
            } else {
                *count -= 1;
                if *count == 0 {
                    self.occupied &= !(1 << plane);
                }
            }
            self.changed[plane] = self.now;
        }
    }

    /// Takes back all changes since the log had this length.
    pub fn revert(&mut self, length: usize) {
        while self.log.len() > length {
            let Some((cell, objects, movements)) = self.log.pop() else { break };
            self.put(cell as usize, objects, movements);
        }
    }

    /// Calls with each cell of a set, ascending.
    #[inline]
    pub fn each(plane: &Plane<W>, mut visit: impl FnMut(usize)) {
        for (number, &word) in plane.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(number * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
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
