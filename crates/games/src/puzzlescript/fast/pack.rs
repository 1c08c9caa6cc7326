//! States packed to what varies.
//!
//! A cell has a few bits for each layer in which something may change: which of the layer's changing objects is there, or
//! none. A layer that something fixed takes up in a cell needs none there. No cell is split between two words. One more
//! bit says that the level is won.

/// Where the bits of a cell are.
#[derive(Clone, Debug)]
struct Field {
    word: u32,
    shift: u32,
    bits: u32,
    /// The kind of cell, by which layers vary.
    kind: u32,
}

/// The layers that vary in a cell: for each, its changing objects in order, and how many bits that takes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    layers: Vec<(Vec<u64>, u64, u32)>,
}

/// How states of a level are packed.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    fields: Vec<Field>,
    kinds: Vec<Kind>,
    /// The cells of each word, ascending.
    cells: Vec<Vec<u32>>,
    /// What each cell always holds.
    pub fixed: Vec<u64>,
    words: usize,
    won: (usize, u64),
}

impl Packing {
    /// A packing for cells that always hold `fixed` and may hold `possible`; `layers` are the objects of each layer.
    pub fn new(fixed: Vec<u64>, possible: &[u64], layers: &[u64]) -> Packing {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut fields = Vec::with_capacity(fixed.len());
        let (mut word, mut used) = (0, 0);
        for (&here, &possible) in fixed.iter().zip(possible) {
            let free = layers.iter().filter(|&&layer| possible & layer != 0 && here & layer == 0);
            let layer = |&layer: &u64| {
                let changing = possible & layer;
                let objects: Vec<u64> =
                    (0..64).map(|bit| 1 << bit).filter(|bit| changing & bit != 0).collect();
                let bits = (objects.len() + 1).next_power_of_two().trailing_zeros();
                (objects, changing, bits)
            };
            let kind = Kind { layers: free.map(layer).collect() };
            let bits: u32 = kind.layers.iter().map(|(_, _, bits)| bits).sum();
            let number = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            if used + bits > 64 {
                (word, used) = (word + 1, 0);
            }
            fields.push(Field { word, shift: used, bits, kind: number as u32 });
            used += bits;
        }
        if used == 64 {
            (word, used) = (word + 1, 0);
        }
        let words = word as usize + 1;
        let mut cells = vec![Vec::new(); words];
        for (cell, field) in fields.iter().enumerate().filter(|(_, field)| field.bits > 0) {
            cells[field.word as usize].push(cell as u32);
        }
        Packing { fields, kinds, cells, fixed, words, won: (word as usize, 1 << used) }
    }

    /// The number of words of a state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether a state is won.
    pub fn is_won(&self, state: &[u64]) -> bool {
        state[self.won.0] & self.won.1 != 0
    }

    /// Marks a state as won.
    pub fn set_won(&self, state: &mut [u64]) {
        state[self.won.0] |= self.won.1;
    }

    /// Whether every cell can be packed: more than 64 bits are too many.
    pub fn is_possible(&self) -> bool {
        self.fields.iter().all(|field| field.bits <= 63)
    }

    /// Writes the objects of a cell into a state.
    #[inline]
    pub fn write(&self, state: &mut [u64], cell: usize, objects: u64) {
        let field = &self.fields[cell];
        if field.bits == 0 {
            return;
        }
        let mut code = 0;
        let mut shift = 0;
        for (_, changing, bits) in &self.kinds[field.kind as usize].layers {
            let here = objects & changing;
            if here != 0 {
                // The rank of the object among those of its layer, from 1.
                let rank = u64::from((changing & (here - 1)).count_ones()) + 1;
                code |= rank << shift;
            }
            shift += bits;
        }
        let word = &mut state[field.word as usize];
        *word = *word & !(((1 << field.bits) - 1) << field.shift) | code << field.shift;
    }

    /// The objects of a cell in a state.
    #[inline]
    fn read(&self, state: &[u64], cell: usize) -> u64 {
        let field = &self.fields[cell];
        let mut objects = self.fixed[cell];
        if field.bits == 0 {
            return objects;
        }
        let mut code = state[field.word as usize] >> field.shift;
        for (list, _, bits) in &self.kinds[field.kind as usize].layers {
            let rank = (code & ((1 << bits) - 1)) as usize;
            code >>= bits;
            if rank > 0 {
                objects |= list[rank - 1];
            }
        }
        objects
    }

    /// Calls with each cell in which two states differ, and its objects in the second.
    #[inline]
    pub fn each_difference(&self, from: &[u64], to: &[u64], mut visit: impl FnMut(usize, u64)) {
        for (word, cells) in self.cells.iter().enumerate() {
            let different = from[word] ^ to[word];
            if different == 0 {
                continue;
            }
            for &cell in cells {
                let field = &self.fields[cell as usize];
                if different >> field.shift & ((1 << field.bits) - 1) != 0 {
                    visit(cell as usize, self.read(to, cell as usize));
                }
            }
        }
    }

    /// The objects of all cells of a state.
    pub fn unpack(&self, state: &[u64]) -> Vec<u64> {
        (0..self.fields.len()).map(|cell| self.read(state, cell)).collect()
    }
}
