//! A board as ground: what each cell is, how high it stands, and where the edges of plateaus run.
//!
//! Heights are counted in steps from the page, whose height is -1. A slope has the height of its lower end, and meets
//! the plateau that it leads to without a cliff. Large boards are surveyed as well; what would be too small to see on
//! them is left out by those who draw.

use unriddle_kit::sprite::Relief;
use unriddle_kit::{Direction, Picture, Style, Tone};

use crate::palette;
use crate::pen::Drawn;
use crate::region::{Corners, Edge, Length, outlines};

/// Boards up to this many cells wide or high are drawn with all details.
const DETAILED: usize = 48;

/// Boards up to this many cells wide or high show what is drawn on tiles: a few hundred bytes for each.
const TEXTURED: usize = 32;

/// Boards up to this many cells wide or high have walls with faces.
const SOLID: usize = 256;

/// Heights above this are told apart by their order only.
const MAX_STEPS: i32 = 12;

/// How much of a cell the face of a cliff takes, by the number of steps that it drops.
const FACES: [Length; 8] = [0, 110, 190, 250, 295, 330, 355, 375];

/// Kinds of edges.
pub(super) const JOINED: u8 = 0;
pub(super) const CLIFF: u8 = 1;
pub(super) const BANK: u8 = 2;

/// What a cell is as ground.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) tone: Tone,
    pub(super) relief: Relief,
    /// How many steps it stands above the page; that of the lower end of a slope.
    pub(super) level: i32,
    /// Its height as it is written.
    pub(super) height: u32,
    /// Where it falls to.
    pub(super) slope: Option<Direction>,
    /// Whether nothing lies on it.
    pub(super) is_bare: bool,
}

/// The cells of a board, row by row.
pub(super) struct Survey {
    pub(super) size: (usize, usize),
    pub(super) squares: Vec<Option<Square>>,
    pub(super) is_textured: bool,
    pub(super) is_detailed: bool,
    pub(super) is_solid: bool,
    pub(super) has_heights: bool,
}

impl Survey {
    pub(super) fn new(picture: &Picture) -> Survey {
        let size = (picture.width, picture.height);
        let mut squares = vec![None; picture.width * picture.height];
        let steps = steps(&picture.heights);
        for (n, cell) in picture.cells.iter().enumerate() {
            let sprite = cell.style.sprite();
            let (tone, relief) = if sprite.fills_cell() {
                (cell.style.tone, sprite.art().relief)
            } else {
                (sprite.art().below, Relief::Flat)
            };
            let slope = picture.slopes.get(n).copied().flatten();
            let height = picture.heights.get(n).copied().unwrap_or(0);
            let step = steps.get(n).copied().unwrap_or(0);
            let level = if slope.is_some() { (step - 1).max(0) } else { step };
            if let Some(square) = squares.get_mut(cell.y * picture.width + cell.x) {
                *square = Some(Square { tone, relief, level, height, slope, is_bare: is_bare(cell.style) });
            }
        }
        let side = picture.width.max(picture.height);
        Survey {
            size,
            squares,
            is_textured: side <= TEXTURED,
            is_detailed: side <= DETAILED,
            is_solid: side <= SOLID,
            has_heights: !picture.heights.is_empty(),
        }
    }

    /// The column and row of a square.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        (at % self.size.0, at / self.size.0)
    }

    pub(super) fn square(&self, (x, y): (usize, usize)) -> Option<Square> {
        self.squares[y * self.size.0 + x]
    }

    pub(super) fn neighbour(&self, at: (usize, usize), side: Direction) -> Option<((usize, usize), Square)> {
        let there = side.step(at, self.size)?;
        Some((there, self.square(there)?))
    }

    pub(super) fn top(&self) -> i32 {
        self.squares.iter().flatten().map(|square| square.level).max().unwrap_or(-1)
    }

    /// The tone of most cells that are not walls.
    pub(super) fn common_tone(&self) -> Tone {
        let open = || self.squares.iter().flatten().filter(|square| square.relief != Relief::Raised);
        let count = |tone| open().filter(|square| square.tone == tone).count();
        let tones = palette::PALETTE.iter().map(|paint| paint.tone);
        tones.rev().max_by_key(|&tone| count(tone)).unwrap_or(Tone::Floor)
    }

    /// How high the ground beside a cell is where they meet; -1 for the page.
    pub(super) fn beside(&self, at: (usize, usize), side: Direction) -> i32 {
        match self.neighbour(at, side) {
            None => -1,
            Some((_, square)) if square.slope == Some(side) => square.level + 1,
            Some((_, square)) => square.level,
        }
    }

    /// The edge of a plateau of a level, `steps` steps above its foot.
    pub(super) fn cliff(&self, at: (usize, usize), side: Direction, level: i32, steps: i32) -> Edge {
        let beside = self.beside(at, side);
        if beside >= level {
            return Edge { inset: 0, kind: JOINED };
        }
        let inset = match side {
            Direction::Down => face(level - 1 - beside + steps),
            Direction::Left | Direction::Right if self.has_heights => 25 * steps,
            _ => 0,
        };
        Edge { inset, kind: CLIFF }
    }

    pub(super) fn trace<P: Drawn>(
        &self,
        inside: impl Fn(Square) -> bool,
        edge: impl Fn((usize, usize), Direction) -> Edge,
        corners: Corners,
    ) -> P {
        let inside = |x, y| self.square((x, y)).is_some_and(&inside);
        outlines(self.size, inside, edge, if self.is_detailed { corners } else { Corners::SQUARE })
    }
}

/// Whether a style is nothing but the ground.
pub(super) fn is_bare(style: Style) -> bool {
    let sprite = style.sprite();
    sprite.fills_cell() && style.label().is_none() && sprite.art().layers.is_empty()
}

/// How much of a cell a cliff of this many steps takes.
pub(super) fn face(steps: i32) -> Length {
    FACES[(steps.max(0) as usize).min(FACES.len() - 1)]
}

/// Heights as steps: as they are if they are small, else by their order.
fn steps(heights: &[u32]) -> Vec<i32> {
    let most = heights.iter().copied().max().unwrap_or(0);
    if most <= MAX_STEPS as u32 {
        return heights.iter().map(|&height| height as i32).collect();
    }
    let mut order = heights.to_vec();
    order.sort_unstable();
    order.dedup();
    let rank = |height: &u32| order.binary_search(height).unwrap_or(0) as i32;
    heights.iter().map(|height| rank(height).min(MAX_STEPS)).collect()
}
