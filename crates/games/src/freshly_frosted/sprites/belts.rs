//! Belts, straight and round a corner. Those that were there before have brass rails with bolts.

use unriddle_kit::sprite::Outline::{Disc, Polygon};
use unriddle_kit::sprite::{Art, Fill, Layer, Outline, Sprite};

use super::{BRASS, CHALK, RAIL, RUBBER, SPOT};

/// Where donuts come onto a belt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bend {
    /// From behind, or from nowhere.
    Straight,
    /// From its left only: the belt turns to the right.
    Left,
    /// From its right only: the belt turns to the left.
    Right,
}

const LANE: Layer = RUBBER.of(&[Polygon(&[(-500, -350), (500, -350), (500, 350), (-500, 350)])]);
const RAILS: &[Outline] = &[
    Polygon(&[(-500, -375), (500, -375), (500, -315), (-500, -315)]),
    Polygon(&[(-500, 315), (500, 315), (500, 375), (-500, 375)]),
];
/// At both ends, so that a donut in the middle hides neither.
const CHEVRONS: Layer = CHALK.of(&[
    Polygon(&[(-450, -190), (-350, -190), (-240, 0), (-350, 190), (-450, 190), (-340, 0)]),
    Polygon(&[(270, -190), (370, -190), (480, 0), (370, 190), (270, 190), (380, 0)]),
]);
const BOLTS: Layer = Fill::Shade(55).of(&[
    Disc((-250, -345), 34),
    Disc((250, -345), 34),
    Disc((-250, 345), 34),
    Disc((250, 345), 34),
]);

const LANE_FROM_LEFT: Layer = RUBBER.of(&[Polygon(&[
    (350, -500),
    (361, -443),
    (394, -394),
    (443, -361),
    (500, -350),
    (500, 350),
    (334, 334),
    (175, 285),
    (28, 207),
    (-101, 101),
    (-207, -28),
    (-285, -175),
    (-334, -334),
    (-350, -500),
])]);
const RAILS_FROM_LEFT: &[Outline] = &[
    Polygon(&[
        (375, -500),
        (385, -452),
        (412, -412),
        (452, -385),
        (500, -375),
        (500, -315),
        (464, -319),
        (429, -329),
        (397, -346),
        (369, -369),
        (346, -397),
        (329, -429),
        (319, -464),
        (315, -500),
    ]),
    Polygon(&[
        (-315, -500),
        (-253, -188),
        (-76, 76),
        (188, 253),
        (500, 315),
        (500, 375),
        (329, 358),
        (165, 308),
        (14, 228),
        (-119, 119),
        (-228, -14),
        (-308, -165),
        (-358, -329),
        (-375, -500),
    ]),
];
const CHEVRONS_FROM_LEFT: Layer = CHALK.of(&[
    Polygon(&[(0, -340), (190, -450), (190, -350), (0, -240), (-190, -350), (-190, -450)]),
    Polygon(&[(270, -190), (370, -190), (480, 0), (370, 190), (270, 190), (380, 0)]),
]);
const BOLTS_FROM_LEFT: Layer = Fill::Shade(55).of(&[
    Disc((390, -390), 34),
    Disc((-98, 98), 34),
    Disc((183, 283), 34),
    Disc((-283, -183), 34),
]);
const LANE_FROM_RIGHT: Layer = RUBBER.of(&[Polygon(&[
    (-350, 500),
    (-334, 334),
    (-285, 175),
    (-207, 28),
    (-101, -101),
    (28, -207),
    (175, -285),
    (334, -334),
    (500, -350),
    (500, 350),
    (443, 361),
    (394, 394),
    (361, 443),
    (350, 500),
])]);
const RAILS_FROM_RIGHT: &[Outline] = &[
    Polygon(&[
        (315, 500),
        (319, 464),
        (329, 429),
        (346, 397),
        (369, 369),
        (397, 346),
        (429, 329),
        (464, 319),
        (500, 315),
        (500, 375),
        (452, 385),
        (412, 412),
        (385, 452),
        (375, 500),
    ]),
    Polygon(&[
        (-375, 500),
        (-358, 329),
        (-308, 165),
        (-228, 14),
        (-119, -119),
        (14, -228),
        (165, -308),
        (329, -358),
        (500, -375),
        (500, -315),
        (188, -253),
        (-76, -76),
        (-253, 188),
        (-315, 500),
    ]),
];
const CHEVRONS_FROM_RIGHT: Layer = CHALK.of(&[
    Polygon(&[(-190, 450), (-190, 350), (0, 240), (190, 350), (190, 450), (0, 340)]),
    Polygon(&[(270, -190), (370, -190), (480, 0), (370, 190), (270, 190), (380, 0)]),
]);
const BOLTS_FROM_RIGHT: Layer = Fill::Shade(55).of(&[
    Disc((390, 390), 34),
    Disc((-98, -98), 34),
    Disc((183, -283), 34),
    Disc((-283, 183), 34),
]);

/// A belt that a player has laid, by its [`Bend`].
pub(in super::super) const BELT: [Sprite; 3] = [
    Sprite::new(&Art::new(SPOT).with(&[LANE, RAIL.of(RAILS), CHEVRONS])),
    Sprite::new(&Art::new(SPOT).with(&[LANE_FROM_LEFT, RAIL.of(RAILS_FROM_LEFT), CHEVRONS_FROM_LEFT])),
    Sprite::new(&Art::new(SPOT).with(&[LANE_FROM_RIGHT, RAIL.of(RAILS_FROM_RIGHT), CHEVRONS_FROM_RIGHT])),
];

/// A belt that stays, by its [`Bend`].
pub(in super::super) const FIXED_BELT: [Sprite; 3] = [
    Sprite::new(&Art::new(SPOT).with(&[LANE, BRASS.of(RAILS), BOLTS, CHEVRONS])),
    Sprite::new(&Art::new(SPOT).with(&[
        LANE_FROM_LEFT,
        BRASS.of(RAILS_FROM_LEFT),
        BOLTS_FROM_LEFT,
        CHEVRONS_FROM_LEFT,
    ])),
    Sprite::new(&Art::new(SPOT).with(&[
        LANE_FROM_RIGHT,
        BRASS.of(RAILS_FROM_RIGHT),
        BOLTS_FROM_RIGHT,
        CHEVRONS_FROM_RIGHT,
    ])),
];
