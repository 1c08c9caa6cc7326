//! Donuts and their toppings.
//!
//! Each kind has a shape of its own: a bare ring, a ring with light icing, speckles on it, a white rosette that
//! closes the hole, a cherry with its stem on top. Toppings share their middle with the donut, so that each can
//! be drawn alone while it lands.

use unriddle_kit::sprite::Outline::{Disc, Line, Ring, Smooth};
use unriddle_kit::sprite::{Art, Fill, Layer, Outline, Sprite};

use super::WHITE;

const DOUGH: &[Outline] = &[Ring((0, 0), 345, 100)];

const SHADOW: Layer = Fill::Shade(22).of(&[Ring((20, 34), 345, 100)]);
pub(super) const CRUST: Layer = Fill::Colour(0x9c5c26, 0x9c5c26).of(DOUGH);
pub(super) const CRUMB: Layer = Fill::Colour(0xc98640, 0xcf8f4b).of(&[Ring((-8, -12), 305, 128)]);
const CRUST_SHINE: Layer = Fill::Shine(30).of(&[Smooth(&[
    (-272, -60),
    (-240, -150),
    (-160, -230),
    (-60, -272),
    (-48, -225),
    (-125, -195),
    (-195, -125),
    (-225, -48),
])]);

const ICING: Layer = Fill::Colour(0xf9a9c9, 0xf9a9c9).of(&[
    Smooth(&[
        (0, -345),
        (95, -245),
        (222, -264),
        (226, -130),
        (340, -60),
        (256, 45),
        (299, 172),
        (167, 199),
        (118, 325),
        (0, 256),
        (-118, 325),
        (-167, 199),
        (-299, 172),
        (-256, 45),
        (-340, -60),
        (-226, -130),
        (-222, -264),
        (-95, -245),
    ]),
    Smooth(&[(149, 0), (105, -105), (0, -149), (-105, -105), (-149, 0), (-105, 105), (0, 149), (105, 105)]),
]);
const ICING_SHINE: Layer = Fill::Shine(55).of(&[Smooth(&[
    (-232, -40),
    (-215, -125),
    (-150, -195),
    (-50, -232),
    (-42, -190),
    (-110, -165),
    (-165, -110),
    (-190, -36),
])]);

const DARK_SPRINKLES: Layer = Fill::Colour(0x4b2a6b, 0x4b2a6b).of(&[
    Line(&[(18, -228), (96, -200)], 62),
    Line(&[(27, 184), (87, 244)], 62),
    Line(&[(-236, -39), (-208, 39)], 62),
]);
const BLUE_SPRINKLES: Layer = Fill::Colour(0x1d7fa8, 0x1d7fa8)
    .of(&[Line(&[(194, -135), (208, -53)], 62), Line(&[(-184, 177), (-102, 163)], 62)]);
const WHITE_SPRINKLES: Layer =
    WHITE.of(&[Line(&[(165, 115), (237, 73)], 62), Line(&[(-169, -148), (-105, -202)], 62)]);

const ROSETTE: &[Outline] = &[Smooth(&[
    (0, -268),
    (70, -150),
    (210, -167),
    (163, -37),
    (261, 60),
    (130, 104),
    (116, 241),
    (0, 167),
    (-116, 241),
    (-130, 104),
    (-261, 60),
    (-163, -37),
    (-210, -167),
    (-70, -150),
])];
const CREAM_SHADOW: Layer = Fill::Shade(18).of(&[Disc((10, 20), 212)]);
const CREAM: Layer = Fill::Colour(0xfffaf0, 0xfffaf0).of(ROSETTE);
const CREAM_FOLD: Layer = Fill::Colour(0xe6d9c4, 0xe6d9c4).of(&[Smooth(&[
    (0, -165),
    (53, -80),
    (157, -51),
    (95, 31),
    (97, 133),
    (0, 99),
    (-97, 133),
    (-95, 31),
    (-157, -51),
    (-53, -80),
])]);
const CREAM_TIP: Layer = Fill::Colour(0xfffdf8, 0xfffdf8).of(&[Disc((-6, -10), 62)]);

const STEM: Layer = Fill::Colour(0x4d6b2f, 0x6f9448).of(&[Line(&[(10, -60), (50, -200), (130, -310)], 46)]);
const CHERRY: Layer = Fill::Colour(0xa8142a, 0xa8142a).of(&[Disc((0, 5), 138)]);
const CHERRY_FACE: Layer = Fill::Colour(0xd02a40, 0xd02a40).of(&[Disc((-12, -10), 112)]);
const CHERRY_SHINE: Layer = Fill::Shine(75).of(&[Disc((-48, -48), 30)]);

/// A veil that makes a picture of a donut.
const VEIL: Layer = Fill::Shine(26).of(&[Disc((0, 0), 372)]);

/// Donuts by kind.
pub(in super::super) const DONUT: [Sprite; 5] = [
    Sprite::new(&Art::new(DOUGH).with(&[SHADOW, CRUST, CRUMB, CRUST_SHINE])),
    Sprite::new(&Art::new(DOUGH).with(&[SHADOW, CRUST, CRUMB, ICING, ICING_SHINE])),
    Sprite::new(&Art::new(DOUGH).with(&[
        SHADOW,
        CRUST,
        CRUMB,
        ICING,
        ICING_SHINE,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
    ])),
    Sprite::new(&Art::new(DOUGH).with(&[
        SHADOW,
        CRUST,
        CRUMB,
        ICING,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
        CREAM_SHADOW,
        CREAM,
        CREAM_FOLD,
        CREAM_TIP,
    ])),
    Sprite::new(&Art::new(DOUGH).with(&[
        SHADOW,
        CRUST,
        CRUMB,
        ICING,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
        CREAM_SHADOW,
        CREAM,
        CREAM_FOLD,
        STEM,
        CHERRY,
        CHERRY_FACE,
        CHERRY_SHINE,
    ])),
];

/// Donuts by kind, as pictures of what is wanted.
pub(in super::super) const GHOST: [Sprite; 5] = [
    Sprite::new(&Art::new(DOUGH).with(&[CRUST, CRUMB, VEIL])),
    Sprite::new(&Art::new(DOUGH).with(&[CRUST, CRUMB, ICING, VEIL])),
    Sprite::new(&Art::new(DOUGH).with(&[
        CRUST,
        CRUMB,
        ICING,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
        VEIL,
    ])),
    Sprite::new(&Art::new(DOUGH).with(&[
        CRUST,
        CRUMB,
        ICING,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
        CREAM_SHADOW,
        CREAM,
        CREAM_FOLD,
        CREAM_TIP,
        VEIL,
    ])),
    Sprite::new(&Art::new(DOUGH).with(&[
        CRUST,
        CRUMB,
        ICING,
        DARK_SPRINKLES,
        BLUE_SPRINKLES,
        WHITE_SPRINKLES,
        CREAM_SHADOW,
        CREAM,
        CREAM_FOLD,
        STEM,
        CHERRY,
        CHERRY_FACE,
        VEIL,
    ])),
];

/// The last topping of each kind but the plain one.
pub(in super::super) const TOPPING: [Sprite; 4] = [
    Sprite::new(&Art::new(&[]).with(&[ICING, ICING_SHINE])),
    Sprite::new(&Art::new(&[]).with(&[DARK_SPRINKLES, BLUE_SPRINKLES, WHITE_SPRINKLES])),
    Sprite::new(&Art::new(&[]).with(&[CREAM_SHADOW, CREAM, CREAM_FOLD, CREAM_TIP])),
    Sprite::new(&Art::new(&[]).with(&[STEM, CHERRY, CHERRY_FACE, CHERRY_SHINE])),
];

/// Three small donuts, all different, bottom to top: any kind.
pub(super) const TRIO: [Layer; 7] = [
    Fill::Shade(18).of(&[Disc((0, -158), 162), Disc((-165, 122), 162), Disc((165, 122), 162)]),
    Fill::Colour(0x9c5c26, 0x9c5c26).of(&[
        Disc((0, -165), 150),
        Disc((-165, 115), 150),
        Disc((165, 115), 150),
    ]),
    Fill::Colour(0xc98640, 0xcf8f4b).of(&[Disc((0, -165), 122)]),
    Fill::Colour(0xf9a9c9, 0xf9a9c9).of(&[Disc((-165, 115), 122), Disc((165, 115), 122)]),
    Fill::Colour(0xfffaf0, 0xfffaf0).of(&[Disc((165, 115), 88)]),
    Fill::Colour(0x5b3414, 0x5b3414).of(&[Disc((0, -165), 45), Disc((-165, 115), 45)]),
    Fill::Colour(0xc3202f, 0xc3202f).of(&[Disc((165, 115), 55)]),
];
