//! Ground that rises in terraces: plateaus with a face towards the reader, patches of other tones on them, and the
//! height of each, written in a corner.
//!
//! For each height the cells that are at least so high are one shape, so the number of bands in a cliff tells by how
//! much it drops.

use unriddle_kit::sprite::{Fill, Relief};
use unriddle_kit::{Direction, Tone};

use super::Ground;
use super::survey::{BANK, CLIFF, JOINED, Square, Survey};
use crate::lettering;
use crate::palette;
use crate::pen::Drawn;
use crate::region::{Corners, Edge, outlines};

/// Where the height of a plateau is written in its cell, and how high its digits are, in cells.
pub(super) const NUMERAL: (f32, f32, f32) = (0.1, 0.09, 0.18);

/// Numbers of one plateau are more columns or rows than this from each other.
const NEAR: usize = 2;

impl Survey {
    /// The cells that are at least so high, as one shape with a face.
    pub(super) fn plateau<P: Drawn>(&self, ground: &mut Ground<P>, level: i32, base: Tone) {
        let corners = Corners { outer: 160, inner: 90 };
        let inside = |square: Square| square.level >= level;
        let edge = |steps: i32| move |at, side| self.cliff(at, side, level, steps);
        if self.is_detailed {
            let shadow = |at, side| {
                let edge = self.cliff(at, side, level, 0);
                let out = match side {
                    _ if edge.kind == JOINED => 0,
                    Direction::Down => 90,
                    Direction::Right => 50,
                    _ => 0,
                };
                Edge { inset: edge.inset - out, ..edge }
            };
            ground.fill(Fill::Shade(16), self.trace(inside, shadow, corners));
        }
        let side: P = self.trace(inside, edge(0), corners);
        if self.has_heights {
            ground.fill(Fill::Tone(Tone::Earth), side.clone());
            ground.fill(Fill::Shade(if level % 2 == 0 { 26 } else { 8 }), side);
        } else if self.is_solid {
            ground.fill(Fill::Tone(base), side.clone());
            ground.fill(Fill::Shade(26), side);
        }
        ground.fill(Fill::Tone(base), self.trace(inside, edge(1), corners));
    }

    /// The cells of a level in other tones than the common one, and the pattern by which cells are counted.
    pub(super) fn patches<P: Drawn>(&self, ground: &mut Ground<P>, level: i32, base: Tone) {
        let corners = Corners { outer: 170, inner: 100 };
        let top = |at, side, bank| {
            let edge = self.cliff(at, side, level, 1);
            let inset = edge.inset.max(bank);
            if edge.kind == CLIFF { Edge { inset, ..edge } } else { Edge { inset: bank, kind: BANK } }
        };
        for tone in palette::PALETTE.iter().map(|paint| paint.tone).filter(|&tone| tone != base) {
            let is = move |relief: Relief| {
                move |square: Square| square.level == level && square.tone == tone && square.relief == relief
            };
            let flat = |at, side| top(at, side, 0);
            ground.fill(Fill::Tone(tone), self.trace(is(Relief::Flat), flat, corners));
            let hollow: P = self.trace(is(Relief::Sunken), flat, corners);
            ground.fill(Fill::Tone(tone), hollow.clone());
            if self.is_solid {
                let bank = |at, side| match side {
                    Direction::Up => top(at, side, 110),
                    Direction::Down => top(at, side, 25),
                    _ => top(at, side, 45),
                };
                ground.fill(Fill::Shade(30), hollow);
                ground.fill(Fill::Tone(tone), self.trace(is(Relief::Sunken), bank, corners));
            }
        }
        if self.is_detailed {
            let is_flat = |x, y| {
                self.square((x, y)).is_some_and(|square| {
                    square.level == level
                        && square.tone == base
                        && square.relief == Relief::Flat
                        && square.slope.is_none()
                })
            };
            let edge = |at, side| self.cliff(at, side, level, 1);
            // A shade is seen on light ground, a shine on dark.
            for (rest, fill) in [(1, Fill::Shade(4)), (0, Fill::Shine(4))] {
                let chosen = |x, y| (x + y) % 2 == rest && is_flat(x, y);
                ground.fill(fill, outlines(self.size, chosen, edge, Corners { outer: 160, inner: 0 }));
            }
        }
    }

    /// Plateaus are lighter the higher they are, and have a bright rim.
    pub(super) fn finish_level<P: Drawn>(&self, ground: &mut Ground<P>, level: i32) {
        if level == 0 || !self.has_heights {
            return;
        }
        let corners = Corners { outer: 160, inner: 90 };
        let inside = |square: Square| square.level >= level;
        let edge = |at, side| self.cliff(at, side, level, 1);
        // The plateaus below it are hidden, and their light with them.
        let light = (level * 45 / self.top().max(3)).max(4) as u8;
        ground.fill(Fill::Shine(light), self.trace(inside, edge, corners));
    }

    /// The height of each plateau above the lowest, in the corner of a cell; in a large one again, so that no cell is far from
    /// its number.
    pub(super) fn numerals<P: Drawn>(&self, ground: &mut Ground<P>) {
        if !self.is_detailed || !self.has_heights {
            return;
        }
        let mut seen = vec![false; self.squares.len()];
        let mut path = P::default();
        for (start, square) in self.squares.iter().enumerate() {
            let Some(Square { level, height: height @ 1.., slope: None, .. }) = *square else { continue };
            if seen[start] {
                continue;
            }
            let mut plateau = vec![start];
            seen[start] = true;
            let mut next = 0;
            while let Some(&at) = plateau.get(next) {
                next += 1;
                for side in Direction::ALL {
                    let Some((there, square)) = self.neighbour(self.place(at), side) else { continue };
                    let there = there.1 * self.size.0 + there.0;
                    if square.level == level && square.slope.is_none() && !seen[there] {
                        seen[there] = true;
                        plateau.push(there);
                    }
                }
            }
            // First where nothing is in the way.
            plateau.sort_by_key(|&at| (self.squares[at].is_none_or(|square| !square.is_bare), at));
            let mut numbered: Vec<(usize, usize)> = Vec::new();
            for (x, y) in plateau.into_iter().map(|at| self.place(at)) {
                let is_near = |&(a, b): &(usize, usize)| x.abs_diff(a).max(y.abs_diff(b)) <= NEAR;
                if !numbered.iter().any(is_near) {
                    numbered.push((x, y));
                    let corner = (x as f32 + NUMERAL.0, y as f32 + NUMERAL.1);
                    lettering::write_from(&mut path, &height.to_string(), corner, NUMERAL.2);
                }
            }
        }
        ground.fill(Fill::Colour(0x3f4d33, 0xdfe8d2), path);
    }
}
