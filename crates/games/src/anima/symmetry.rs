//! Canonical states: one state stands for all that differ only by a symmetry of the board.
//!
//! A rotation or reflection that maps the board to itself, goals included, maps every solution to a
//! solution. So does an exchange of colours: if red and blue are exchanged and every move is reversed, each
//! actor walks as before. If the goals match as well, possibly after a rotation or reflection, that is a
//! symmetry too. All sixteen combinations are tried.
//!
//! The canonical state is the least of the images. They are computed side by side: a table gives, for each
//! tile, its place in every image, and each actor adds one row of the table. For five actors and eight
//! images on a `u32` board that takes about 10 ns. A board without symmetry costs nothing. The tables take
//! one [`Bits::Spot`] per tile and image. On boards whose tables would exceed [`MAX_SPOTS`], symmetries are
//! not used.

use unriddle_kit::Symmetry;

use super::level::{Colour, Frame, Tile};
use super::state::State;
use crate::bits::Bits;

/// The limit on entries of the tables.
const MAX_SPOTS: usize = 1 << 22;

/// A symmetry of the search: a rotation or reflection, with or without an exchange of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twist {
    pub(crate) shape: Symmetry,
    pub(crate) exchange: bool,
}

/// All images of a state under the symmetries of its board.
pub(crate) enum Images<B: Bits> {
    /// The board has no symmetry.
    Alone,
    /// Only an exchange of colours, with some rotation or reflection.
    One(Lanes<B, 1>),
    /// Two rotations or reflections.
    Two(Lanes<B, 2>),
    /// Four of them.
    Four(Lanes<B, 4>),
    /// All eight.
    Eight(Lanes<B, 8>),
}

/// The places of each tile under `N` symmetries, one row per tile.
pub(crate) struct Lanes<B: Bits, const N: usize> {
    /// Under the symmetries that keep the colours.
    keeping: Vec<[B::Spot; N]>,
    /// Under the symmetries that exchange the colours: as many, or none.
    exchanging: Option<Vec<[B::Spot; N]>>,
}

/// Every symmetry of the board that is useful to the search, the identity first.
pub(crate) fn twists(frame: Frame, tiles: &[Tile], counts: [usize; 2]) -> Vec<Twist> {
    // With different numbers of red and blue actors, an exchange never gives a reachable state.
    let exchanges: &[bool] = if counts[0] == counts[1] { &[false, true] } else { &[false] };
    let all =
        exchanges.iter().flat_map(|&exchange| Symmetry::all().map(move |shape| Twist { shape, exchange }));
    all.filter(|twist| {
        twist.shape.size(frame.size()) == frame.size()
            && (0..tiles.len()).all(|tile| {
                let there = tiles[frame.number(twist.shape.cell(frame.cell(tile), frame.size()))];
                match tiles[tile] {
                    Tile::Goal(colour) if twist.exchange => there == Tile::Goal(colour.other()),
                    same => there == same,
                }
            })
    })
    .collect()
}

impl<B: Bits> Images<B> {
    /// Finds the symmetries of a board.
    pub(crate) fn new(frame: Frame, tiles: &[Tile], start: &State<B>) -> Self {
        let twists = twists(frame, tiles, Colour::ALL.map(|colour| start.of(colour).tiles().count()));
        if twists.len() * tiles.len() > MAX_SPOTS {
            return Images::Alone;
        }
        // The symmetries form a group, so none or exactly half of them exchange the colours.
        match (twists.len(), twists.iter().any(|twist| twist.exchange)) {
            (2, true) => Images::One(Lanes::new(frame, tiles, &twists)),
            (2, false) | (4, true) => Images::Two(Lanes::new(frame, tiles, &twists)),
            (4, false) | (8, true) => Images::Four(Lanes::new(frame, tiles, &twists)),
            (8, false) | (16, true) => Images::Eight(Lanes::new(frame, tiles, &twists)),
            _ => Images::Alone,
        }
    }

    /// Whether every state is its only image.
    pub(crate) fn is_alone(&self) -> bool {
        matches!(self, Images::Alone)
    }

    /// The least image of a state.
    #[inline]
    pub(crate) fn canonical(&self, state: State<B>) -> State<B> {
        match self {
            Images::Alone => state,
            Images::One(lanes) => lanes.least(&state),
            Images::Two(lanes) => lanes.least(&state),
            Images::Four(lanes) => lanes.least(&state),
            Images::Eight(lanes) => lanes.least(&state),
        }
    }
}

/// The places of all tiles under the symmetries that exchange the colours, or keep them: one row per tile.
fn places(frame: Frame, tiles: usize, twists: &[Twist], exchange: bool) -> Vec<usize> {
    let place = |tile, shape: Symmetry| frame.number(shape.cell(frame.cell(tile), frame.size()));
    let shapes = || twists.iter().filter(|twist| twist.exchange == exchange).map(|twist| twist.shape);
    (0..tiles).flat_map(|tile| shapes().map(move |shape| place(tile, shape))).collect()
}

impl<B: Bits, const N: usize> Lanes<B, N> {
    fn new(frame: Frame, tiles: &[Tile], twists: &[Twist]) -> Self {
        let table = |exchange: bool| -> Vec<[B::Spot; N]> {
            let places = places(frame, tiles.len(), twists, exchange);
            places.chunks_exact(N).map(|row| std::array::from_fn(|lane| B::spot(row[lane]))).collect()
        };
        let exchanging = twists.iter().any(|twist| twist.exchange).then(|| table(true));
        Lanes { keeping: table(false), exchanging }
    }

    #[inline]
    fn least(&self, state: &State<B>) -> State<B> {
        let least = least::<B, N>(&self.keeping, &state.red, &state.blue);
        let least = match &self.exchanging {
            None => least,
            Some(table) => least.min(self::least::<B, N>(table, &state.blue, &state.red)),
        };
        let (red, blue) = B::unpair(least);
        State { red, blue }
    }
}

/// The least of the images under one table. `red` and `blue` are the colours of the actors in the images.
#[inline]
fn least<B: Bits, const N: usize>(table: &[[B::Spot; N]], red: &B, blue: &B) -> B::Pair {
    let mut reds: [B; N] = std::array::from_fn(|_| B::empty());
    let mut blues = reds.clone();
    for (images, actors) in [(&mut reds, red), (&mut blues, blue)] {
        for tile in actors.tiles() {
            let row = &table[tile];
            for (image, &spot) in images.iter_mut().zip(row) {
                image.add(spot);
            }
        }
    }
    let images = reds.into_iter().zip(blues).map(|(red, blue)| B::pair(red, blue));
    images.min().expect("there is at least one image")
}
