//! Machines: ovens that donuts come from, plates where they end, and what stands between.

use unriddle_kit::sprite::Outline::{Disc, Line, Polygon, Ring, RoundedRectangle, RoundedSquare, Smooth};
use unriddle_kit::sprite::{Art, Fill, Layer, Outline, Sprite};

use super::donuts::{CRUMB, CRUST, TRIO};
use super::{BRASS, CHALK, PANEL, RAIL, RUBBER, SPOT, STEEL, WHITE};

const CAST: Layer = Fill::Shade(12).of(&[RoundedSquare((0, 0), 478, 130)]);

/// The body of a topper, which faces no way.
pub(in super::super) const TOPPER: Sprite = Sprite::new(&Art::new(SPOT).with(&[
    CAST,
    STEEL.of(&[RoundedSquare((0, 0), 450, 120)]),
    PANEL.of(&[RoundedSquare((0, -14), 410, 100)]),
    Fill::Shine(35).of(&[RoundedRectangle((-60, -375), (270, 20), 20)]),
]));

/// What a topper has on its lid, by the topping: a drop of icing, sprinkles, a rosette, cherries.
pub(in super::super) const ICON: [Sprite; 4] = [
    Sprite::new(&Art::new(&[]).with(&[
        WHITE.of(&[Disc((0, 0), 320)]),
        Fill::Colour(0xef7fb0, 0xef7fb0).of(&[Smooth(&[
            (0, -420),
            (90, -110),
            (230, 30),
            (190, 250),
            (0, 290),
            (-190, 250),
            (-230, 30),
            (-90, -110),
        ])]),
        Fill::Shine(50).of(&[Smooth(&[(-130, 60), (-60, -20), (-70, 90), (-60, 180), (-130, 170)])]),
    ])),
    Sprite::new(
        &Art::new(&[]).with(&[
            WHITE.of(&[Disc((0, 0), 320)]),
            Fill::Colour(0x4b2a6b, 0x4b2a6b).of(&[
                Line(&[(-150, -160), (-60, -190)], 80),
                Line(&[(150, -60), (190, 30)], 80),
                Line(&[(-80, 180), (10, 210)], 80),
            ]),
            Fill::Colour(0xe0518c, 0xe0518c)
                .of(&[Line(&[(70, -210), (130, -160)], 80), Line(&[(-30, 0), (30, 30)], 80)]),
            Fill::Colour(0x1d7fa8, 0x1d7fa8)
                .of(&[Line(&[(-200, -10), (-190, 70)], 80), Line(&[(110, 160), (170, 140)], 80)]),
        ]),
    ),
    Sprite::new(&Art::new(&[]).with(&[
        Fill::Colour(0x8a5a3c, 0x8a5a3c).of(&[Disc((0, 0), 320)]),
        Fill::Colour(0xfffaf0, 0xfffaf0).of(&[Smooth(&[
            (0, -310),
            (80, -172),
            (242, -193),
            (187, -43),
            (300, 69),
            (150, 120),
            (133, 277),
            (0, 192),
            (-133, 277),
            (-150, 120),
            (-300, 69),
            (-187, -43),
            (-242, -193),
            (-80, -172),
        ])]),
        Fill::Colour(0xdccdb4, 0xdccdb4).of(&[Smooth(&[
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
        ])]),
        Fill::Colour(0xfffdf8, 0xfffdf8).of(&[Disc((-6, -10), 62)]),
    ])),
    Sprite::new(&Art::new(&[]).with(&[
        WHITE.of(&[Disc((0, 0), 320)]),
        Fill::Colour(0x4d6b2f, 0x4d6b2f).of(&[
            Line(&[(-110, 90), (-60, -90), (70, -230)], 44),
            Line(&[(120, 60), (110, -90), (70, -230)], 44),
            Smooth(&[(60, -240), (160, -300), (260, -210), (160, -170)]),
        ]),
        Fill::Colour(0xa8142a, 0xa8142a).of(&[Disc((-115, 110), 125), Disc((130, 80), 125)]),
        Fill::Colour(0xd02a40, 0xd02a40).of(&[Disc((-125, 98), 100), Disc((120, 68), 100)]),
        Fill::Shine(75).of(&[Disc((-155, 65), 26), Disc((90, 35), 26)]),
    ])),
];

/// The nozzle of a topper, which hangs over the next cell.
pub(in super::super) const NOZZLE: Sprite =
    Sprite::new(&Art::new(&[Polygon(&[(430, -190), (600, -95), (600, 95), (430, 190)])]).with(&[
        RAIL.of(&[Smooth(&[
            (400, -260),
            (470, -260),
            (600, -150),
            (700, -150),
            (700, 150),
            (600, 150),
            (470, 260),
            (400, 260),
        ])]),
        Fill::Own.of(&[Smooth(&[
            (430, -200),
            (500, -190),
            (600, -100),
            (665, -100),
            (665, 100),
            (600, 100),
            (500, 190),
            (430, 200),
        ])]),
        STEEL.of(&[RoundedRectangle((430, 0), (46, 240), 46)]),
        Fill::Shine(28).of(&[RoundedRectangle((430, 0), (14, 200), 14)]),
    ]));

/// What pushes a donut off the next cell: a machine with a buffer on two springs.
pub(in super::super) const BUMPER: Sprite = Sprite::new(&Art::new(SPOT).with(&[
    Fill::Shade(12).of(&[RoundedRectangle((-60, 0), (420, 478), 130)]),
    STEEL.of(&[RoundedRectangle((-60, 0), (390, 450), 120)]),
    PANEL.of(&[RoundedRectangle((-60, 0), (355, 415), 100)]),
    RAIL.of(&[
        Line(&[(320, -290), (350, -330), (385, -250), (420, -290)], 34),
        Line(&[(320, 290), (350, 250), (385, 330), (420, 290)], 34),
    ]),
    Fill::Colour(0xb3261e, 0xe0584c).of(&[RoundedRectangle((445, 0), (55, 430), 50)]),
    Fill::Shine(45).of(&[RoundedRectangle((445, 0), (16, 370), 16)]),
]));

const SPOUT: Layer = RUBBER.of(&[Polygon(&[(200, -350), (500, -350), (500, 350), (200, 350)])]);
const OUT: Layer =
    CHALK.of(&[Polygon(&[(385, -160), (435, -160), (500, 0), (435, 160), (385, 160), (450, 0)])]);
const FUNNEL: Layer = RUBBER.of(&[Polygon(&[(-500, -350), (-200, -350), (-200, 350), (-500, 350)])]);

const OVEN_DOME: Layer = Fill::Colour(0x8f4a35, 0x7c4535).of(&[RoundedRectangle((-40, 0), (430, 455), 150)]);
const OVEN_LID: Layer = Fill::Colour(0xb9664c, 0x9c5a47).of(&[RoundedRectangle((-40, 0), (395, 420), 130)]);
const MOUTH: Layer =
    Fill::Colour(0x3b2620, 0x2b1c18).of(&[RoundedRectangle((120, 0), (270, 385), 110), Disc((0, 0), 390)]);
const GLOW: Layer = Fill::Colour(0xf0a04a, 0xd98a3c).of(&[Disc((0, 0), 372)]);
const HEAT: Layer = Fill::Colour(0xffdc9c, 0xf2c478).of(&[Disc((0, 0), 330)]);

/// Where plain donuts come from: an oven with its mouth to the right.
pub(in super::super) const OVEN: Sprite = Sprite::new(
    &Art::new(SPOT).with(&[CAST, SPOUT, OVEN_DOME, OVEN_LID, MOUTH, GLOW, HEAT, CRUST, CRUMB, OUT]),
);

/// Where donuts of any kind come from: a cooler with its mouth to the right.
pub(in super::super) const ANY_OVEN: Sprite =
    Sprite::new(
        &Art::new(SPOT).with(&[
            CAST,
            SPOUT,
            Fill::Colour(0x5b4a8a, 0x64539a).of(&[RoundedRectangle((-40, 0), (430, 455), 150)]),
            Fill::Colour(0x8673bb, 0x8a77c2).of(&[RoundedRectangle((-40, 0), (395, 420), 130)]),
            Fill::Colour(0x2b2440, 0x201a30)
                .of(&[RoundedRectangle((120, 0), (270, 385), 110), Disc((0, 0), 390)]),
            Fill::Colour(0xe9e2fa, 0xd5caee).of(&[Disc((0, 0), 365)]),
            TRIO[0],
            TRIO[1],
            TRIO[2],
            TRIO[3],
            TRIO[4],
            TRIO[5],
            TRIO[6],
            OUT,
        ]),
    );

const IN: Layer =
    CHALK.of(&[Polygon(&[(-490, -160), (-440, -160), (-385, 0), (-440, 160), (-490, 160), (-435, 0)])]);
const PLATE_SHADOW: Layer = Fill::Shade(16).of(&[Disc((0, 0), 482)]);
const CHINA: Layer = Fill::Colour(0xffffff, 0xf4f0e8).of(&[Disc((0, 0), 462)]);
const BAND: Layer = Fill::Colour(0x7fbf9f, 0x5fa583).of(&[Ring((0, 0), 442, 398)]);
const WELL: Layer = Fill::Shade(6).of(&[Disc((0, 0), 372)]);

/// Where donuts end: a plate, which they enter from the left.
pub(in super::super) const PLATE: Sprite =
    Sprite::new(&Art::new(SPOT).with(&[FUNNEL, IN, PLATE_SHADOW, CHINA, BAND, WELL]));

/// A plate for donuts of any wanted kind.
pub(in super::super) const OPEN_PLATE: Sprite = Sprite::new(&Art::new(SPOT).with(&[
    FUNNEL,
    IN,
    PLATE_SHADOW,
    CHINA,
    BAND,
    WELL,
    TRIO[1],
    TRIO[2],
    TRIO[3],
    TRIO[4],
    TRIO[5],
    TRIO[6],
    Fill::Shine(20).of(&[Disc((0, 0), 372)]),
]));

/// Marks a target that got what it wants.
pub(in super::super) const RIGHT_KIND: Sprite = Sprite::new(&Art::new(&[Disc((300, -300), 190)]).with(&[
    WHITE.of(&[Disc((300, -300), 195)]),
    Fill::Colour(0x1f8a5b, 0x1f8a5b).of(&[Disc((300, -300), 165)]),
    WHITE.of(&[Line(&[(225, -295), (280, -235), (380, -360)], 58)]),
]));

/// Marks a target that got what it does not want.
pub(in super::super) const WRONG_KIND: Sprite = Sprite::new(&Art::new(&[Disc((300, -300), 190)]).with(&[
    WHITE.of(&[RoundedSquare((300, -300), 190, 60)]),
    Fill::Colour(0xb3261e, 0xb3261e).of(&[RoundedSquare((300, -300), 160, 45)]),
    WHITE.of(&[Line(&[(230, -370), (370, -230)], 58), Line(&[(370, -370), (230, -230)], 58)]),
]));

const TEE: Layer = RUBBER.of(&[
    Polygon(&[(-500, -350), (350, -350), (350, 350), (-500, 350)]),
    Polygon(&[(-350, -500), (350, -500), (350, 500), (-350, 500)]),
]);

/// A way in from the left that forks upwards and downwards.
pub(in super::super) const FORK: Sprite = Sprite::new(&Art::new(SPOT).with(&[
    TEE,
    RAIL.of(&[Polygon(&[(315, -500), (375, -500), (375, 500), (315, 500)])]),
    CHALK.of(&[
        Polygon(&[(-470, -170), (-380, -170), (-280, 0), (-380, 170), (-470, 170), (-370, 0)]),
        Polygon(&[(-190, -300), (0, -470), (190, -300), (190, -215), (0, -385), (-190, -215)]),
        Polygon(&[(-190, 215), (0, 385), (190, 215), (190, 300), (0, 470), (-190, 300)]),
    ]),
    BRASS.of(&[Smooth(&[(-340, 0), (-60, -60), (60, -230), (340, -230), (340, 230), (60, 230), (-60, 60)])]),
    Fill::Shade(45).of(&[Disc((150, 0), 70)]),
]));

/// Where two belts cross: a turntable.
pub(in super::super) const CROSSING: Sprite = Sprite::new(&Art::new(SPOT).with(&[
    RUBBER.of(&[
        Polygon(&[(-500, -350), (500, -350), (500, 350), (-500, 350)]),
        Polygon(&[(-350, -500), (350, -500), (350, 500), (-350, 500)]),
    ]),
    Fill::Shade(25).of(&[Disc((0, 0), 425)]),
    BRASS.of(&[Disc((0, 0), 400)]),
    RUBBER.of(&[
        Disc((0, 0), 150),
        Polygon(&[
            (-380, 0),
            (-230, -150),
            (-230, -60),
            (230, -60),
            (230, -150),
            (380, 0),
            (230, 150),
            (230, 60),
            (-230, 60),
            (-230, 150),
        ]),
        Polygon(&[
            (0, -380),
            (150, -230),
            (60, -230),
            (60, 230),
            (150, 230),
            (0, 380),
            (-150, 230),
            (-60, 230),
            (-60, -230),
            (-150, -230),
        ]),
    ]),
]));

const ROUND: [&[Outline]; 3] =
    [&[Disc((0, 0), 460)], &[Disc((0, 0), 330)], &[Ring((0, 0), 240, 170), Disc((0, 0), 90)]];
const SQUARE: [&[Outline]; 3] = [
    &[RoundedSquare((0, 0), 440, 90)],
    &[RoundedSquare((0, 0), 310, 60)],
    &[Polygon(&[(0, -250), (250, 0), (0, 250), (-250, 0)])],
];
const TEAL: Fill = Fill::Colour(0x2a8c93, 0x3aa5ac);
const PURPLE: Fill = Fill::Colour(0x7a55ad, 0x9871cf);
const HOLE: Fill = Fill::Colour(0x23262e, 0x14161a);

/// Arrows inwards from all sides.
const INWARDS: Layer = WHITE.of(&[
    Polygon(&[(-450, -75), (-350, 0), (-450, 75)]),
    Polygon(&[(450, 75), (350, 0), (450, -75)]),
    Polygon(&[(75, -450), (0, -350), (-75, -450)]),
    Polygon(&[(-75, 450), (0, 350), (75, 450)]),
]);

/// Where donuts go in, one shape for each group: round, and square.
pub(in super::super) const DOOR: [Sprite; 2] = [
    Sprite::new(&Art::new(SPOT).with(&[TEAL.of(ROUND[0]), HOLE.of(ROUND[1]), TEAL.of(ROUND[2]), INWARDS])),
    Sprite::new(&Art::new(SPOT).with(&[
        PURPLE.of(SQUARE[0]),
        HOLE.of(SQUARE[1]),
        PURPLE.of(SQUARE[2]),
        INWARDS,
    ])),
];

/// Where donuts come out to the right, one shape for each group.
pub(in super::super) const EXIT: [Sprite; 2] = [
    Sprite::new(&Art::new(SPOT).with(&[
        SPOUT,
        TEAL.of(&[Disc((-30, 0), 430)]),
        Fill::Colour(0xe4f4f2, 0xcfe8e6).of(&[Disc((-30, 0), 310)]),
        TEAL.of(&[Ring((-30, 0), 240, 170)]),
        OUT,
        HOLE.of(ARROW),
    ])),
    Sprite::new(&Art::new(SPOT).with(&[
        SPOUT,
        PURPLE.of(&[RoundedSquare((-30, 0), 410, 90)]),
        Fill::Colour(0xefe7fa, 0xdccff0).of(&[RoundedSquare((-30, 0), 290, 60)]),
        PURPLE.of(&[Polygon(&[(-30, -230), (200, 0), (-30, 230), (-260, 0)])]),
        OUT,
        WHITE.of(ARROW),
    ])),
];

const ARROW: &[Outline] = &[Polygon(&[(-130, -90), (-30, -90), (60, 0), (-30, 90), (-130, 90), (-50, 0)])];
