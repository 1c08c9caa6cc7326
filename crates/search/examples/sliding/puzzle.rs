//! Sliding tiles on a board of any size: a byte per cell, eight cells to a word, 0 for the gap.

use unriddle_search::{Cost, FlatPuzzle};

/// A board of tiles. Solved when tile `n` lies on cell `n`, the gap first.
pub struct Sliding {
    pub width: usize,
    /// The tile on each cell.
    pub tiles: Vec<u8>,
}

impl Sliding {
    /// A board of at most 256 cells, scrambled by a fixed random walk.
    pub fn scrambled(width: usize, height: usize, slides: usize) -> Self {
        let mut puzzle = Sliding { width, tiles: (0..width * height).map(|tile| tile as u8).collect() };
        let (mut gap, mut seed) = (0, 1_u64);
        for _ in 0..slides {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let cells: Vec<usize> = puzzle.neighbours(gap).collect();
            let cell = cells[(seed >> 33) as usize % cells.len()];
            puzzle.tiles.swap(gap, cell);
            gap = cell;
        }
        puzzle
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.tiles.len());
        let left = (!cell.is_multiple_of(width)).then(|| cell - 1);
        let right = (cell % width + 1 < width).then_some(cell + 1);
        let others = [left, right, cell.checked_sub(width), Some(cell + width)];
        others.into_iter().flatten().filter(move |&cell| cell < cells)
    }
}

/// The tile on a cell.
pub fn tile(state: &[u64], cell: usize) -> u8 {
    (state[cell / 8] >> (cell % 8 * 8)) as u8
}

fn lay(state: &mut [u64], cell: usize, tile: u8) {
    state[cell / 8] &= !(0xff << (cell % 8 * 8));
    state[cell / 8] |= u64::from(tile) << (cell % 8 * 8);
}

impl FlatPuzzle for Sliding {
    /// The tile that slides.
    type Move = u8;

    fn words(&self) -> usize {
        self.tiles.len().div_ceil(8)
    }

    fn start(&self, state: &mut [u64]) {
        state.fill(0);
        self.tiles.iter().enumerate().for_each(|(cell, &tile)| lay(state, cell, tile));
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        (0..self.tiles.len()).all(|cell| usize::from(tile(state, cell)) == cell)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(u8, Cost, &[u64])) {
        let Some(gap) = (0..self.tiles.len()).find(|&cell| tile(state, cell) == 0) else { return };
        for cell in self.neighbours(gap) {
            let slid = tile(state, cell);
            next.copy_from_slice(state);
            lay(next, gap, slid);
            lay(next, cell, 0);
            visit(slid, 1, next);
        }
    }

    /// The sum of the distances of the tiles from their places.
    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        let distance = |cell: usize| {
            let place = usize::from(tile(state, cell));
            let across = (cell % self.width).abs_diff(place % self.width);
            let down = (cell / self.width).abs_diff(place / self.width);
            if place == 0 { 0 } else { across + down }
        };
        Some((0..self.tiles.len()).map(distance).sum::<usize>() as Cost)
    }
}
