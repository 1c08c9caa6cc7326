//! Walls: cells that stand on the ground as masses, with a face towards the reader and a shadow.

use unriddle_kit::Direction;
use unriddle_kit::sprite::{Fill, Relief};

use super::Ground;
use super::survey::{BANK, Square, Survey};
use crate::palette;
use crate::pen::Drawn;
use crate::region::{Corners, Edge, Length};

/// How much of its cell the face of a wall takes.
const WALL_FACE: Length = 220;

impl Survey {
    /// Cells of walls, which stand on the ground as masses.
    pub(super) fn walls<P: Drawn>(&self, ground: &mut Ground<P>) {
        let corners = Corners { outer: 260, inner: 140 };
        for tone in palette::PALETTE.iter().map(|paint| paint.tone) {
            let inside = |square: Square| square.relief == Relief::Raised && square.tone == tone;
            if !self.squares.iter().flatten().any(|&square| inside(square)) {
                continue;
            }
            let trace = |edge: fn(Direction) -> Length| {
                self.trace(inside, |_, side| Edge { inset: edge(side), kind: BANK }, corners)
            };
            let whole: P = trace(|_| 0);
            if self.is_detailed {
                let shadow = trace(|side| match side {
                    Direction::Down => -130,
                    Direction::Right => -70,
                    _ => 0,
                });
                ground.fill(Fill::Shade(18), shadow);
            }
            ground.fill(Fill::Tone(tone), whole.clone());
            if self.is_solid {
                ground.fill(Fill::Shade(34), whole);
                let lower = trace(|side| if side == Direction::Down { WALL_FACE } else { 0 });
                ground.fill(Fill::Tone(tone), lower.clone());
                if self.is_detailed {
                    ground.fill(Fill::Shine(30), lower);
                    let inner = trace(|side| match side {
                        Direction::Down => WALL_FACE,
                        Direction::Up => 60,
                        _ => 35,
                    });
                    ground.fill(Fill::Tone(tone), inner);
                }
            }
        }
    }
}
