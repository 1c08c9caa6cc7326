//! The 15-puzzle in 64 bits: 16 cells of 4 bits, cell 0 lowest, 0 for the gap.

use unriddle_search::distributed::{ByteForm, StateBytes};
use unriddle_search::{Cost, Puzzle, Tuning};

/// A board. The tile on cell `n` is in bits `4n` to `4n + 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles(pub u64);

impl Tiles {
    /// Tile `n` on cell `n`, the gap first.
    pub const SOLVED: Tiles = Tiles(0xfedc_ba98_7654_3210);

    fn tile(self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    fn gap(self) -> usize {
        // The lowest nibble that is zero.
        let low = self.0 & 0x7777_7777_7777_7777;
        let filled = (low + 0x7777_7777_7777_7777) | self.0;
        (!filled & 0x8888_8888_8888_8888).trailing_zeros() as usize / 4
    }

    /// Each board one slide away, with the tile that slides.
    pub fn slides(self) -> impl Iterator<Item = (u8, Tiles)> {
        let gap = self.gap();
        let (x, y) = (gap % 4, gap / 4);
        let to =
            [(x > 0, gap.wrapping_sub(1)), (x < 3, gap + 1), (y > 0, gap.wrapping_sub(4)), (y < 3, gap + 4)];
        to.into_iter().filter(|&(inside, _)| inside).map(move |(_, cell)| {
            let tile = self.tile(cell) as u64;
            (tile as u8, Tiles(self.0 ^ (tile << (4 * cell)) ^ (tile << (4 * gap))))
        })
    }

    /// The sum of the distances of the tiles from their places.
    pub fn distance(self) -> Cost {
        let mut sum = 0;
        let mut tiles = self.0;
        for row in &STEPS {
            sum += u32::from(row[(tiles & 15) as usize]);
            tiles >>= 4;
        }
        sum
    }
}

impl StateBytes for Tiles {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u64::read(bytes).map(Tiles)
    }
}

/// For each cell and tile, the distance to the place of the tile; 0 for the gap.
const STEPS: [[u8; 16]; 16] = {
    let mut steps = [[0; 16]; 16];
    let mut cell = 0;
    while cell < 16 {
        let mut tile = 1;
        while tile < 16 {
            let across = (cell % 4usize).abs_diff(tile % 4);
            let down = (cell / 4usize).abs_diff(tile / 4);
            steps[cell][tile] = (across + down) as u8;
            tile += 1;
        }
        cell += 1;
    }
    steps
};

/// The puzzle from a given board.
pub struct Fifteen(pub Tiles);

impl Puzzle for Fifteen {
    type State = Tiles;
    /// The tile that slides.
    type Move = u8;

    fn start(&self) -> Tiles {
        self.0
    }

    fn is_solved(&self, tiles: &Tiles) -> bool {
        *tiles == Tiles::SOLVED
    }

    fn expand(&self, tiles: &Tiles, mut visit: impl FnMut(u8, Cost, Tiles)) {
        tiles.slides().for_each(|(tile, next)| visit(tile, 1, next));
    }

    fn lower_bound(&self, tiles: &Tiles) -> Option<Cost> {
        Some(tiles.distance())
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { byte_form: Some(ByteForm::new()), ..Tuning::default() }
    }
}
