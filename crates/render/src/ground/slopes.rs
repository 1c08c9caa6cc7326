//! Slopes: bands that get darker downhill, and the flanks that are seen from the front and from the side.

use unriddle_kit::sprite::Fill;
use unriddle_kit::{Direction, Tone};

use super::Ground;
use super::survey::{Square, Survey, face};
use crate::outline::polygon;
use crate::pen::{Drawn, Pen, spot};
use crate::region::{CELL, Length};

impl Survey {
    /// Bands that get darker downhill, and the flanks that are seen.
    pub(super) fn slopes<P: Drawn>(&self, ground: &mut Ground<P>) {
        const BANDS: Length = 4;
        let mut bands = vec![P::default(); BANDS as usize];
        let (mut flanks, mut rims) = (P::default(), P::default());
        for (at, square) in self.squares.iter().enumerate() {
            let Some(Square { slope: Some(down), level, .. }) = *square else { continue };
            let at = self.place(at);
            let beside = self.beside(at, Direction::Down);
            let foot = if beside < level { face(level - beside) } else { 0 };
            let bed = Bed { at, down, high: CELL - foot };
            for (n, band) in (0..BANDS).zip(&mut bands) {
                bed.quad(band, (n * CELL / BANDS, 0), ((n + 1) * CELL / BANDS, CELL));
            }
            bed.quad(&mut rims, (0, 0), (60, CELL));
            // The flank is as high as a step at the upper end.
            let rise = face(1);
            let (left, right, bottom) = (0, CELL, bed.high);
            match down {
                _ if beside > level => {}
                Direction::Right => {
                    bed.polygon(&mut flanks, &[(left, bottom - rise), (right, bottom), (left, bottom)]);
                }
                Direction::Left => {
                    bed.polygon(&mut flanks, &[(right, bottom - rise), (right, bottom), (left, bottom)]);
                }
                Direction::Up => bed.polygon(
                    &mut flanks,
                    &[(left, bottom - rise), (right, bottom - rise), (right, bottom), (left, bottom)],
                ),
                Direction::Down => {}
            }
            if matches!(down, Direction::Up | Direction::Down) {
                let (high, low) = if down == Direction::Down { (0, bottom) } else { (bottom, 0) };
                for (side, edge) in [(Direction::Left, 0), (Direction::Right, CELL)] {
                    let inner = if edge == 0 { 70 } else { CELL - 70 };
                    if self.beside(at, side) <= level {
                        let mut corners = [(edge, high), (inner, high), (edge, low)];
                        if (edge == 0) == (high > low) {
                            corners.reverse();
                        }
                        bed.polygon(&mut flanks, &corners);
                    }
                }
            }
        }
        for (n, band) in (1..).zip(bands) {
            ground.fill(Fill::Shade(7 * n), band);
        }
        ground.fill(Fill::Shine(35), rims);
        ground.fill(Fill::Tone(Tone::Earth), flanks.clone());
        ground.fill(Fill::Shade(12), flanks);
    }
}

/// The bed of a slope: the part of its cell that is seen from above.
struct Bed {
    at: (usize, usize),
    down: Direction,
    /// How high it is drawn.
    high: Length,
}

impl Bed {
    /// A part of the bed, from a point to a point: how far downhill, and how far across.
    fn quad(&self, path: &mut impl Pen, (from, across): (Length, Length), (to, along): (Length, Length)) {
        let scaled = |length: Length| length * self.high / CELL;
        let (x, y) = match self.down {
            Direction::Right => ((from, to), (scaled(across), scaled(along))),
            Direction::Left => ((CELL - to, CELL - from), (scaled(across), scaled(along))),
            Direction::Down => ((across, along), (scaled(from), scaled(to))),
            Direction::Up => ((across, along), (scaled(CELL - to), scaled(CELL - from))),
        };
        self.polygon(path, &[(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)]);
    }

    /// A shape in the cell.
    fn polygon(&self, path: &mut impl Pen, points: &[(Length, Length)]) {
        let (left, top) = (self.at.0 as Length * CELL, self.at.1 as Length * CELL);
        polygon(path, points.iter().map(|&(x, y)| spot((left + x, top + y))));
    }
}
