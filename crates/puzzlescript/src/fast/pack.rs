//! States packed to what varies.
//!
//! Things that never become more are listed: a list has the place and kind of each, in order. So are things that seem to stay
//! few (`guess`). Of everything else, a cell
//! has a number: for each layer in which something may change, which of the layer's changing objects is there, or none, in
//! mixed radix. A layer that something fixed takes up in a cell counts nothing there. The numbers of a few cells share a
//! block of bits, again in mixed radix, where that takes less: five cells of three possibilities take eight bits. No block and
//! no entry is split between two words. One more bit says that the level is won. What follows from the rest has no
//! place in a state.

use super::counts::Class;
use super::effects::Layers;
use super::sets::each_cell;

/// The most cells of a block, and its most bits if it has several.
const MAX_IN_BLOCK: usize = 8;
const WIDEST_BLOCK: u32 = 16;

/// The fewest bits that a list must save if it may turn out too short: two words.
const MIN_GAIN: u64 = 128;

/// Where the number of a cell is.
#[derive(Clone, Debug, Default)]
struct Field {
    /// The block.
    word: u32,
    shift: u32,
    bits: u32,
    /// What the number is multiplied by in the block; 0 if it has the block to itself.
    weight: u32,
    /// How many numbers there are, in a block of several cells.
    radix: u32,
    /// The kind of cell, by which layers vary.
    kind: u32,
}

impl Field {
    #[inline]
    fn block(&self, state: &[u64]) -> u64 {
        state[self.word as usize] >> self.shift & ((1 << self.bits) - 1)
    }

    #[inline]
    fn read(&self, state: &[u64]) -> u64 {
        let block = self.block(state);
        (block as u32).checked_div(self.weight).map_or(block, |number| u64::from(number % self.radix))
    }

    #[inline]
    fn write(&self, state: &mut [u64], number: u64) {
        let block = match self.weight {
            0 => number,
            weight => {
                let (weight, before) = (u64::from(weight), self.read(state));
                self.block(state) - before * weight + number * weight
            }
        };
        let word = &mut state[self.word as usize];
        *word = *word & !(((1 << self.bits) - 1) << self.shift) | block << self.shift;
    }
}

/// The layers that vary in a cell: for each, its changing objects in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    layers: Vec<(Vec<u64>, u64)>,
}

impl Kind {
    fn new(here: u64, possible: u64, layers: &Layers) -> Kind {
        let free = layers.0.iter().filter(|&&layer| possible & layer != 0 && here & layer == 0);
        let layer = |&layer: &u64| {
            let changing = possible & layer;
            let objects: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| changing & bit != 0).collect();
            (objects, changing)
        };
        Kind { layers: free.map(layer).collect() }
    }

    /// How many numbers a cell may have; `None` if they take more than 63 bits.
    fn radix(&self) -> Option<u64> {
        let mut choices = self.layers.iter().map(|(objects, _)| objects.len() as u64 + 1);
        let radix = choices.try_fold(1, u64::checked_mul);
        radix.filter(|&radix| radix <= 1 << 63)
    }
}

/// The bits of a number from 0 to `most`.
fn bits_for(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// The bits of several numbers below `radix`; `None` if they are too many for a block.
fn block_bits(radix: u64, cells: usize) -> Option<u32> {
    let numbers = radix.checked_pow(cells as u32)?;
    let bits = u64::BITS - (numbers - 1).leading_zeros();
    (cells == 1 || bits <= WIDEST_BLOCK).then_some(bits)
}

/// How many cells with numbers below `radix` best share a block.
fn cells_in_block(radix: u64) -> usize {
    // The fewest bits for each cell, compared without fractions; the smaller block of two that are as good.
    let is_better = |cells: usize, best: usize| match (block_bits(radix, cells), block_bits(radix, best)) {
        (Some(bits), Some(best_bits)) => bits as usize * best < best_bits as usize * cells,
        _ => false,
    };
    (2..=MAX_IN_BLOCK).fold(1, |best, cells| if is_better(cells, best) { cells } else { best })
}

/// The bits that a cell takes by itself.
fn cell_bits(here: u64, possible: u64, layers: &Layers) -> u32 {
    let free = layers.0.iter().filter(|&&layer| possible & layer != 0 && here & layer == 0);
    free.map(|layer| bits_for((possible & layer).count_ones() as usize)).sum()
}

/// Where the things of a class are.
#[derive(Clone, Debug)]
struct List {
    /// The objects of the class, ascending.
    objects: Vec<u32>,
    /// For each object and each cell, the number of that place, from 1; 0 if it is never there.
    numbers: Vec<u32>,
    /// The cell and the object of each number, from 1.
    places: Vec<(u32, u64)>,
    /// The word and the shift of each entry, and how many bits each takes.
    entries: Vec<(u32, u32)>,
    bits: u32,
}

impl List {
    fn new(class: Class, possible: &[u64]) -> List {
        let objects: Vec<u32> = (0..64).filter(|bit| class.objects >> bit & 1 == 1).collect();
        let mut numbers = Vec::with_capacity(objects.len() * possible.len());
        let mut places = Vec::new();
        for &object in &objects {
            for (cell, possible) in possible.iter().enumerate() {
                let is_possible = possible >> object & 1 == 1;
                if is_possible {
                    places.push((cell as u32, 1 << object));
                }
                numbers.push(if is_possible { places.len() as u32 } else { 0 });
            }
        }
        let bits = bits_for(places.len()).max(1);
        List { objects, numbers, places, entries: vec![(0, 0); class.count], bits }
    }

    #[inline]
    fn entry(&self, state: &[u64], number: usize) -> u64 {
        let (word, shift) = self.entries[number];
        state[word as usize] >> shift & ((1 << self.bits) - 1)
    }

    #[inline]
    fn set_entry(&self, state: &mut [u64], number: usize, value: u64) {
        let (word, shift) = self.entries[number];
        let word = &mut state[word as usize];
        *word = *word & !(((1 << self.bits) - 1) << shift) | value << shift;
    }

    /// Lists what is on a board. Returns whether there is room for all of it.
    fn write(&self, state: &mut [u64], board: &Content<'_>) -> bool {
        let cells = board.cells.len();
        let mut next = 0;
        for (rank, &object) in self.objects.iter().enumerate() {
            each_cell(board.plane(object as usize), |cell| {
                if next < self.entries.len() {
                    self.set_entry(state, next, u64::from(self.numbers[rank * cells + cell]));
                }
                next += 1;
            });
        }
        (next..self.entries.len()).for_each(|number| self.set_entry(state, number, 0));
        next <= self.entries.len()
    }

    /// Calls with each cell in which two states differ, and what is removed and added there.
    fn each_difference(&self, from: &[u64], to: &[u64], visit: &mut dyn FnMut(usize, u64, u64)) {
        let (mut old, mut new) = (0, 0);
        // Numbers ascend, with zeros at the end.
        let entry = |state: &[u64], at: usize| match at < self.entries.len() {
            true => Some(self.entry(state, at)).filter(|&number| number > 0).unwrap_or(u64::MAX),
            false => u64::MAX,
        };
        loop {
            let (before, after) = (entry(from, old), entry(to, new));
            if before == after {
                if before == u64::MAX {
                    return;
                }
                (old, new) = (old + 1, new + 1);
            } else if before < after {
                let (cell, object) = self.places[before as usize - 1];
                visit(cell as usize, object, 0);
                old += 1;
            } else {
                let (cell, object) = self.places[after as usize - 1];
                visit(cell as usize, 0, object);
                new += 1;
            }
        }
    }
}

/// What a board holds: the objects and movements of each cell, and all planes.
pub(super) struct Content<'a> {
    pub cells: &'a [(u64, u64)],
    pub planes: &'a [u64],
    /// The words of a plane.
    pub words: usize,
}

impl Content<'_> {
    fn plane(&self, number: usize) -> &[u64] {
        &self.planes[number * self.words..][..self.words]
    }
}

/// What the cells of a level may hold.
pub(super) struct Contents {
    /// What each cell always holds, and what it may hold besides.
    pub fixed: Vec<u64>,
    pub possible: Vec<u64>,
    pub layers: Layers,
    /// Classes that never grow.
    pub classes: Vec<Class>,
}

impl Contents {
    /// The objects that may become more.
    pub fn growing(&self) -> u64 {
        let all = self.possible.iter().fold(0, |all, cell| all | cell);
        self.classes.iter().fold(all, |all, class| all & !class.objects)
    }
}

/// How states of a level are packed.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    fields: Vec<Field>,
    kinds: Vec<Kind>,
    lists: Vec<List>,
    /// The objects in lists.
    listed: u64,
    /// The cells of each word.
    cells: Vec<Vec<u32>>,
    words: usize,
    won: (usize, u64),
}

impl Packing {
    /// A packing for these cells; classes in `guessed` may grow after all. `None` if a cell takes more than 63 bits.
    pub fn new(cells: &Contents, guessed: &[Class]) -> Option<Packing> {
        let Contents { fixed, possible, layers, classes } = cells;
        let mut rest = possible.to_vec();
        let bits = |rest: &[u64]| -> u64 {
            fixed.iter().zip(rest).map(|(&here, &rest)| u64::from(cell_bits(here, rest, layers))).sum()
        };
        let mut total = bits(&rest);
        let (mut lists, mut listed) = (Vec::new(), 0);
        let (mut word, mut used) = (0, 0);
        let certain = classes.iter().map(|&class| (class, 0));
        for (class, gain) in certain.chain(guessed.iter().map(|&class| (class, MIN_GAIN))) {
            let without: Vec<u64> = rest.iter().map(|cell| cell & !class.objects).collect();
            let others = bits(&without);
            let mut list = List::new(class, possible);
            if list.entries.len() as u64 * u64::from(list.bits) + gain <= total - others {
                for entry in &mut list.entries {
                    if used + list.bits > 64 {
                        (word, used) = (word + 1, 0);
                    }
                    *entry = (word, used);
                    used += list.bits;
                }
                listed |= class.objects;
                (rest, total) = (without, others);
                lists.push(list);
            }
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let mut cells_of: Vec<Vec<usize>> = Vec::new();
        for (cell, (&here, &possible)) in fixed.iter().zip(&rest).enumerate() {
            let kind = Kind::new(here, possible, layers);
            let number = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                cells_of.push(Vec::new());
                kinds.len() - 1
            });
            cells_of[number].push(cell);
        }
        let mut fields = vec![Field::default(); fixed.len()];
        for (kind, (all, of)) in kinds.iter().zip(&cells_of).enumerate() {
            let radix = all.radix()?;
            for block in of.chunks(cells_in_block(radix)) {
                let bits = block_bits(radix, block.len())?;
                if used + bits > 64 {
                    (word, used) = (word + 1, 0);
                }
                let mut weight = u32::from(block.len() > 1);
                for &cell in block {
                    let radix = radix as u32;
                    fields[cell] = Field { word, shift: used, bits, weight, radix, kind: kind as u32 };
                    weight = weight.saturating_mul(radix);
                }
                used += bits;
            }
        }
        if used == 64 {
            (word, used) = (word + 1, 0);
        }
        let words = word as usize + 1;
        let mut cells = vec![Vec::new(); words];
        for (cell, field) in fields.iter().enumerate().filter(|(_, field)| field.bits > 0) {
            cells[field.word as usize].push(cell as u32);
        }
        Some(Packing { fields, kinds, lists, listed, cells, words, won: (word as usize, 1 << used) })
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

    /// Writes what has changed on a board, by its log, into the state that was there before. Returns whether there is room
    /// for all of it.
    pub fn write(&self, state: &mut [u64], board: &Content<'_>, log: &[(u32, u64, u64)]) -> bool {
        let mut changed = 0;
        for &(cell, before, _) in log {
            let now = board.cells[cell as usize].0;
            changed |= before ^ now;
            if before != now {
                self.write_cell(state, cell as usize, now);
            }
        }
        // A cell that is now as it was before a change in between was written as well: it is in the log twice.
        changed & self.listed == 0 || self.write_lists(state, board)
    }

    fn write_lists(&self, state: &mut [u64], board: &Content<'_>) -> bool {
        let mut fits = true;
        for list in &self.lists {
            fits &= list.write(state, board);
        }
        fits
    }

    /// Writes a whole board into a state. Returns whether there is room for all of it.
    pub fn write_all(&self, state: &mut [u64], board: &Content<'_>) -> bool {
        state.fill(0);
        board
            .cells
            .iter()
            .enumerate()
            .for_each(|(cell, &(objects, _))| self.write_cell(state, cell, objects));
        self.write_lists(state, board)
    }

    #[inline]
    fn write_cell(&self, state: &mut [u64], cell: usize, objects: u64) {
        let field = &self.fields[cell];
        if field.bits == 0 {
            return;
        }
        let (mut number, mut stride) = (0, 1);
        for (list, changing) in &self.kinds[field.kind as usize].layers {
            let here = objects & changing;
            if here != 0 {
                // The rank of the object among those of its layer, from 1.
                let rank = u64::from((changing & (here - 1)).count_ones()) + 1;
                number += rank * stride;
            }
            stride *= list.len() as u64 + 1;
        }
        field.write(state, number);
    }

    /// What the number of a cell may stand for, and what it stands for in a state.
    #[inline]
    fn read(&self, state: &[u64], cell: usize) -> (u64, u64) {
        let field = &self.fields[cell];
        let mut number = field.read(state);
        let (mut all, mut objects) = (0, 0);
        for (list, changing) in &self.kinds[field.kind as usize].layers {
            let choices = list.len() as u64 + 1;
            let rank = (number % choices) as usize;
            number /= choices;
            all |= changing;
            if rank > 0 {
                objects |= list[rank - 1];
            }
        }
        (all, objects)
    }

    /// The number of the list that has these objects, and perhaps others.
    pub fn list_of(&self, objects: u64) -> Option<usize> {
        let has = |list: &List| objects & !list.objects.iter().fold(0, |all, object| all | 1 << object) == 0;
        self.lists.iter().position(has)
    }

    /// Calls with the number of the place of each thing of a list, from 0 by object and cell.
    #[inline]
    pub fn each_place(&self, state: &[u64], list: usize, mut visit: impl FnMut(usize)) {
        let list = &self.lists[list];
        for number in 0..list.entries.len() {
            match list.entry(state, number) {
                0 => return,
                place => visit(place as usize - 1),
            }
        }
    }

    /// Calls with each cell in which two states differ, and what is removed and added there. What follows from the rest is
    /// left as it is.
    pub fn each_difference(&self, from: &[u64], to: &[u64], change: &mut dyn FnMut(usize, u64, u64)) {
        for list in &self.lists {
            list.each_difference(from, to, change);
        }
        for (word, cells) in self.cells.iter().enumerate() {
            let different = from[word] ^ to[word];
            if different == 0 || cells.is_empty() {
                continue;
            }
            for &cell in cells {
                let field = &self.fields[cell as usize];
                if different >> field.shift & ((1 << field.bits) - 1) != 0 {
                    let (all, objects) = self.read(to, cell as usize);
                    change(cell as usize, all, objects);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_take_no_more_bits_than_single_cells_and_hold_every_number() {
        for radix in 2..=300_u64 {
            let cells = cells_in_block(radix);
            let bits = block_bits(radix, cells).expect("a block");
            let alone = block_bits(radix, 1).expect("a cell");
            assert!(bits as usize <= alone as usize * cells, "{radix}");
            assert!(u128::from(radix).pow(cells as u32) <= 1 << bits, "{radix}");
        }
        assert_eq!((cells_in_block(2), cells_in_block(3), cells_in_block(4)), (1, 5, 1));
    }

    #[test]
    fn what_is_written_into_a_field_is_read_again_and_nothing_else_changes() {
        let field = |weight: u32| Field { word: 1, shift: 7, bits: 8, weight, radix: 3, kind: 0 };
        let fields: Vec<Field> = [1, 3, 9, 27, 81].map(field).to_vec();
        let mut state = [!0, 0x7f | !0 << 15];
        let mut wanted = [0; 5];
        for step in 0..500_u64 {
            let (at, number) = ((step * 7 % 5) as usize, step * 11 / 7 % 3);
            fields[at].write(&mut state, number);
            wanted[at] = number;
            assert!(fields.iter().zip(wanted).all(|(field, wanted)| field.read(&state) == wanted));
            assert_eq!((state[0], state[1] & 0x7f, state[1] >> 15), (!0, 0x7f, !0 >> 15));
        }
    }
}
