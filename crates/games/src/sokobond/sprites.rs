//! What atoms, their electrons and bonds, and modifiers are drawn with.
//!
//! An atom is a sphere with its element written on it; each element has a size and a colour of its own. The
//! player's atom has eyes and a ring around it. Free electrons are beads on the rim. A bond is drawn below the
//! atoms that it holds together, a modifier above everything, on its corner: each has a silhouette of its own,
//! so that it is told without colour. The light comes from the top left.

use unriddle_kit::Direction;
use unriddle_kit::sprite::Outline::{Disc, Ellipse, Line, Polygon, Ring, RoundedRectangle, Smooth};
use unriddle_kit::sprite::{Art, Fill, Sprite};

const WHITE: Fill = Fill::Colour(0xffffff, 0xffffff);
const INK: Fill = Fill::Colour(0x2f3640, 0x2a3038);

// Letters, drawn around the middle of an atom; `$y` moves them down and `$s` scales them in tenths.

macro_rules! hydrogen {
    ($y:expr, $s:expr) => {
        &[
            Line(&[(-10 * $s, $y - 15 * $s), (-10 * $s, $y + 15 * $s)], 8 * $s),
            Line(&[(10 * $s, $y - 15 * $s), (10 * $s, $y + 15 * $s)], 8 * $s),
            Line(&[(-10 * $s, $y), (10 * $s, $y)], 8 * $s),
        ]
    };
}

macro_rules! oxygen {
    ($y:expr, $s:expr) => {
        &[Ring((0, $y), 19 * $s, 11 * $s)]
    };
}

macro_rules! nitrogen {
    ($y:expr, $s:expr) => {
        &[Line(
            &[
                (-11 * $s, $y + 15 * $s),
                (-11 * $s, $y - 15 * $s),
                (11 * $s, $y + 15 * $s),
                (11 * $s, $y - 15 * $s),
            ],
            8 * $s,
        )]
    };
}

macro_rules! carbon {
    ($y:expr, $s:expr) => {
        &[Smooth(&[
            (15 * $s, $y - 13 * $s),
            ($s, $y - 20 * $s),
            (-14 * $s, $y - 15 * $s),
            (-20 * $s, $y),
            (-14 * $s, $y + 15 * $s),
            ($s, $y + 20 * $s),
            (15 * $s, $y + 13 * $s),
            (9 * $s, $y + 6 * $s),
            ($s, $y + 11 * $s),
            (-7 * $s, $y + 8 * $s),
            (-11 * $s, $y),
            (-7 * $s, $y - 8 * $s),
            ($s, $y - 11 * $s),
            (9 * $s, $y - 6 * $s),
        ])]
    };
}

macro_rules! helium {
    ($y:expr, $s:expr) => {
        &[
            Line(&[(-19 * $s, $y - 14 * $s), (-19 * $s, $y + 14 * $s)], 7 * $s),
            Line(&[(-3 * $s, $y - 14 * $s), (-3 * $s, $y + 14 * $s)], 7 * $s),
            Line(&[(-19 * $s, $y), (-3 * $s, $y)], 7 * $s),
            Line(
                &[
                    (9 * $s, $y + 6 * $s),
                    (20 * $s, $y + 4 * $s),
                    (17 * $s, $y - 2 * $s),
                    (11 * $s, $y - 1 * $s),
                    (8 * $s, $y + 6 * $s),
                    (11 * $s, $y + 13 * $s),
                    (19 * $s, $y + 13 * $s),
                ],
                5 * $s,
            ),
        ]
    };
}

/// A sphere of radius `$r` and the player's of the same element: the colours of its rim, face and letter.
macro_rules! atom {
    ($r:expr, $rim:expr, $face:expr, $ink:expr, $letter:ident) => {
        [
            Sprite::new(&Art::new(&[Disc((0, 0), $r)]).with(&[
                Fill::Shade(16).of(&[Disc((26, 42), $r)]),
                $rim.of(&[Disc((0, 0), $r)]),
                $face.of(&[Disc((-20, -26), $r - 42)]),
                Fill::Shine(26).of(&[Ellipse((-$r / 3, -$r / 2), ($r / 3, $r / 5))]),
                $ink.of($letter!(0, 10)),
            ])),
            Sprite::new(&Art::new(&[Disc((0, 0), 470)]).with(&[
                HALO.of(&[Disc((0, 0), 470)]),
                RING.of(&[Ring((0, 0), 470, 425)]),
                $rim.of(&[Disc((0, 0), $r)]),
                $face.of(&[Disc((-20, -26), $r - 42)]),
                $ink.of($letter!(105, 8)),
                WHITE.of(&[Disc((-105, -140), 92), Disc((105, -140), 92)]),
                INK.of(&[Disc((-92, -128), 50), Disc((118, -128), 50)]),
            ])),
        ]
    };
}

const HALO: Fill = Fill::Colour(0xffe08a, 0xe9bd54);
const RING: Fill = Fill::Colour(0x6b4a12, 0xfff1c9);

/// Hydrogen, and hydrogen that is the player's.
pub(super) const HYDROGEN: [Sprite; 2] =
    atom!(320, Fill::Colour(0xa9b6c4, 0x9aa8b8), Fill::Colour(0xe6ecf2, 0xdbe3ec), INK, hydrogen);

/// Oxygen, and oxygen that is the player's.
pub(super) const OXYGEN: [Sprite; 2] =
    atom!(350, Fill::Colour(0xb23a35, 0xb8443e), Fill::Colour(0xd8574f, 0xdf665d), WHITE, oxygen);

/// Nitrogen, and nitrogen that is the player's.
pub(super) const NITROGEN: [Sprite; 2] =
    atom!(365, Fill::Colour(0x2c51ae, 0x3c63c6), Fill::Colour(0x4a74d8, 0x5c86ea), WHITE, nitrogen);

/// Carbon, and carbon that is the player's.
pub(super) const CARBON: [Sprite; 2] =
    atom!(385, Fill::Colour(0x2b3038, 0x98a2af), Fill::Colour(0x4f5762, 0x2a3039), WHITE, carbon);

/// Helium, and helium that is the player's.
pub(super) const HELIUM: [Sprite; 2] =
    atom!(335, Fill::Colour(0x7d63a8, 0x8468b4), Fill::Colour(0xcdb9ec, 0xc8b2ea), INK, helium);

/// A free electron.
pub(super) const BEAD: Sprite = Sprite::new(&Art::new(&[Disc((0, 0), 100)]).with(&[
    Fill::Colour(0x5a3d00, 0x2b2208).of(&[Disc((0, 0), 100)]),
    Fill::Colour(0xffd84d, 0xffdf66).of(&[Disc((0, 0), 70)]),
    Fill::Shine(70).of(&[Disc((-22, -24), 24)]),
]));

/// Nothing in a drawing: the number of free electrons, for text.
pub(super) const COUNT: Sprite = Sprite::new(&Art::new(&[]));

// Bonds: rods from one atom to the other, their ends below the atoms.

const ROD: Fill = Fill::Colour(0x59636f, 0xaab4c0);
const GLOSS: Fill = Fill::Shine(34);

/// Bonds of one to four strengths, from left to right.
pub(super) const BARS: [Sprite; 4] = [
    Sprite::new(
        &Art::new(&[RoundedRectangle((0, 0), (330, 85), 40)])
            .with(&[
                ROD.of(&[RoundedRectangle((0, 0), (330, 85), 40)]),
                GLOSS.of(&[RoundedRectangle((0, 0), (330, 28), 28)]),
            ])
            .connecting(),
    ),
    Sprite::new(
        &Art::new(&[RoundedRectangle((0, -110), (330, 62), 40), RoundedRectangle((0, 110), (330, 62), 40)])
            .with(&[
                ROD.of(&[
                    RoundedRectangle((0, -110), (330, 62), 40),
                    RoundedRectangle((0, 110), (330, 62), 40),
                ]),
                GLOSS.of(&[
                    RoundedRectangle((0, -110), (330, 20), 20),
                    RoundedRectangle((0, 110), (330, 20), 20),
                ]),
            ])
            .connecting(),
    ),
    Sprite::new(
        &Art::new(&[
            RoundedRectangle((0, -175), (330, 52), 40),
            RoundedRectangle((0, 0), (330, 52), 40),
            RoundedRectangle((0, 175), (330, 52), 40),
        ])
        .with(&[
            ROD.of(&[
                RoundedRectangle((0, -175), (330, 52), 40),
                RoundedRectangle((0, 0), (330, 52), 40),
                RoundedRectangle((0, 175), (330, 52), 40),
            ]),
            GLOSS.of(&[
                RoundedRectangle((0, -175), (330, 16), 16),
                RoundedRectangle((0, 0), (330, 16), 16),
                RoundedRectangle((0, 175), (330, 16), 16),
            ]),
        ])
        .connecting(),
    ),
    Sprite::new(
        &Art::new(&[
            RoundedRectangle((0, -220), (330, 42), 40),
            RoundedRectangle((0, -73), (330, 42), 40),
            RoundedRectangle((0, 73), (330, 42), 40),
            RoundedRectangle((0, 220), (330, 42), 40),
        ])
        .with(&[
            ROD.of(&[
                RoundedRectangle((0, -220), (330, 42), 40),
                RoundedRectangle((0, -73), (330, 42), 40),
                RoundedRectangle((0, 73), (330, 42), 40),
                RoundedRectangle((0, 220), (330, 42), 40),
            ]),
            GLOSS.of(&[
                RoundedRectangle((0, -220), (330, 12), 12),
                RoundedRectangle((0, -73), (330, 12), 12),
                RoundedRectangle((0, 73), (330, 12), 12),
                RoundedRectangle((0, 220), (330, 12), 12),
            ]),
        ])
        .connecting(),
    ),
];

/// A bond from top to bottom.
pub(super) const fn post(strength: usize) -> Sprite {
    BARS[strength].turned(Direction::Down)
}

// Modifiers.

const PAPER: Fill = Fill::Colour(0xffffff, 0x1b1e23);

/// Weakens bonds: a saw blade.
pub(super) const SAW: Sprite = Sprite::new(&Art::new(&[Smooth(TEETH)]).with(&[
    PAPER.of(&[Disc((0, 0), 262)]),
    Fill::Colour(0xc23a2e, 0xf0705f).of(&[Polygon(TEETH)]),
    PAPER.of(&[Line(&[(-62, 62), (62, -62)], 62)]),
]));

const TEETH: &[(i16, i16)] = &[
    (0, -245),
    (72, -149),
    (173, -173),
    (156, -54),
    (245, 0),
    (149, 72),
    (173, 173),
    (54, 156),
    (0, 245),
    (-72, 149),
    (-173, 173),
    (-156, 54),
    (-245, 0),
    (-149, -72),
    (-173, -173),
    (-54, -156),
];

/// Strengthens bonds: a plus.
pub(super) const PLUS: Sprite = Sprite::new(
    &Art::new(&[RoundedRectangle((0, 0), (235, 85), 60), RoundedRectangle((0, 0), (85, 235), 60)]).with(&[
        PAPER.of(&[RoundedRectangle((0, 0), (262, 122), 90), RoundedRectangle((0, 0), (122, 262), 90)]),
        Fill::Colour(0x1f8a5b, 0x4ed199)
            .of(&[RoundedRectangle((0, 0), (225, 82), 60), RoundedRectangle((0, 0), (82, 225), 60)]),
    ]),
);

/// Rotates bonds: two arrows round a pin.
pub(super) const PIVOT: Sprite = Sprite::new(&Art::new(&[Ring((0, 0), 220, 110)]).with(&[
    PAPER.of(&[Disc((0, 0), 262)]),
    Fill::Colour(0x2f5fc4, 0x86adff).of(&[
        Smooth(&[
            (-225, -60),
            (-150, -178),
            (-36, -226),
            (80, -210),
            (150, -160),
            (105, -85),
            (44, -122),
            (-23, -128),
            (-84, -100),
            (-130, -40),
        ]),
        Polygon(&[(235, -230), (215, -20), (45, -110)]),
        Smooth(&[
            (225, 60),
            (150, 178),
            (36, 226),
            (-80, 210),
            (-150, 160),
            (-105, 85),
            (-44, 122),
            (23, 128),
            (84, 100),
            (130, 40),
        ]),
        Polygon(&[(-235, 230), (-215, 20), (-45, 110)]),
        Disc((0, 0), 55),
    ]),
]));
