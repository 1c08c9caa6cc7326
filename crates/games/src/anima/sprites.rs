//! What actors and their goals are drawn with.
//!
//! Red is square and blue is round, actors and goals alike, so that neither colour nor size is needed to tell
//! which belongs where. An actor looks ahead, smiles inside a bright frame on its own goal, and frowns on one of
//! the other colour. The light comes from the top left.

use unriddle_kit::sprite::Outline::{Disc, Ellipse, Line, RoundedSquare, Smooth};
use unriddle_kit::sprite::{Art, Fill, Layer, Outline, Sprite, WHOLE_CELL};

/// What stands out from the floor around an actor that is where it belongs.
const GOLD: Fill = Fill::Colour(0xdb9a1f, 0xf2c566);
const RED: Fill = Fill::Colour(0x9e2b28, 0xa8352f);
const RED_FACE: Fill = Fill::Colour(0xc9443b, 0xd4524a);
const BLUE: Fill = Fill::Colour(0x3f6fc8, 0x4f82dc);
const BLUE_FACE: Fill = Fill::Colour(0x6ba0ec, 0x84b6fa);
const WHITE: Fill = Fill::Colour(0xffffff, 0xffffff);
const INK: Fill = Fill::Colour(0x2b2530, 0x231f28);

/// Nothing, as the editor shows it: the page, with a corner of a tile at each corner.
pub(super) const GAP: Sprite = Sprite::new(&Art::new(WHOLE_CELL).with(&[
    Fill::Colour(0xfbfaf7, 0x1b1e23).of(WHOLE_CELL),
    Fill::Shade(16).of(&[
        Line(&[(-300, -140), (-300, -300), (-140, -300)], 60),
        Line(&[(300, -140), (300, -300), (140, -300)], 60),
        Line(&[(-300, 140), (-300, 300), (-140, 300)], 60),
        Line(&[(300, 140), (300, 300), (140, 300)], 60),
    ]),
]));

/// A goal for a red actor.
pub(super) const SQUARE_GOAL: Sprite = Sprite::new(&Art::new(&[RoundedSquare((0, 0), 400, 80)]).with(&[
    RED_FACE.of(&[RoundedSquare((0, 0), 400, 80)]),
    Fill::Colour(0xf8f2e6, 0x2c3038).of(&[RoundedSquare((0, 0), 290, 40)]),
    Fill::Shade(9).of(&[RoundedSquare((0, 0), 290, 40)]),
    RED_FACE.of(&[RoundedSquare((0, 0), 120, 40)]),
]));

/// A goal for a blue actor.
pub(super) const ROUND_GOAL: Sprite = Sprite::new(&Art::new(&[Disc((0, 0), 410)]).with(&[
    BLUE_FACE.of(&[Disc((0, 0), 410)]),
    Fill::Colour(0xf8f2e6, 0x2c3038).of(&[Disc((0, 0), 300)]),
    Fill::Shade(9).of(&[Disc((0, 0), 300)]),
    BLUE_FACE.of(&[Disc((0, 0), 130)]),
]));

const SQUARE: &[Outline] = &[RoundedSquare((0, 0), 370, 80)];
const SQUARE_SHADOW: Layer = Fill::Shade(16).of(&[RoundedSquare((28, 44), 370, 90)]);
const SQUARE_FRAME: Layer = GOLD.of(&[RoundedSquare((0, 0), 470, 120)]);
const SQUARE_RIM: Layer = RED.of(SQUARE);
const SQUARE_FACE: Layer = RED_FACE.of(&[RoundedSquare((-18, -24), 336, 64)]);
const SQUARE_SHINE: Layer = Fill::Shine(30).of(&[Smooth(&[
    (-300, -90),
    (-320, -320),
    (-80, -310),
    (-60, -270),
    (-230, -240),
    (-260, -90),
])]);

const ROUND: &[Outline] = &[Disc((0, 0), 385)];
const ROUND_SHADOW: Layer = Fill::Shade(16).of(&[Disc((28, 44), 385)]);
const ROUND_FRAME: Layer = GOLD.of(&[Disc((0, 0), 482)]);
const ROUND_RIM: Layer = BLUE.of(ROUND);
const ROUND_FACE: Layer = BLUE_FACE.of(&[Disc((-20, -26), 345)]);
const ROUND_SHINE: Layer = Fill::Shine(30).of(&[Smooth(&[
    (-310, -60),
    (-270, -290),
    (-50, -330),
    (-60, -280),
    (-220, -220),
    (-260, -60),
])]);

// The eyes and mouth of an actor on its way.
const EYES: Layer = WHITE.of(&[Ellipse((-130, -50), (85, 105)), Ellipse((130, -50), (85, 105))]);
const PUPILS: Layer = INK.of(&[Disc((-118, -35), 50), Disc((142, -35), 50)]);
const GLINTS: Layer = WHITE.of(&[Disc((-136, -56), 18), Disc((124, -56), 18)]);
const MOUTH: Layer = INK.of(&[Line(&[(-70, 165), (0, 190), (70, 165)], 46)]);

// Content: closed eyes, a wide smile, cheeks.
const SMILE: Layer = INK.of(&[
    Line(&[(-200, -10), (-130, -85), (-60, -10)], 56),
    Line(&[(60, -10), (130, -85), (200, -10)], 56),
    Smooth(&[(-150, 90), (0, 130), (150, 90), (130, 250), (-130, 250)]),
]);
const CHEEKS: Layer = Fill::Shine(35).of(&[Ellipse((-235, 85), (60, 42)), Ellipse((235, 85), (60, 42))]);

// Out of place: eyes that look up, a crooked mouth.
const WORRIED: Layer = INK.of(&[
    Disc((-130, -95), 50),
    Disc((130, -95), 50),
    Line(&[(-120, 205), (-60, 160), (0, 190), (60, 160), (120, 205)], 46),
]);

/// A red actor.
pub(super) const RED_BLOCK: Sprite = Sprite::new(&Art::new(SQUARE).with(&[
    SQUARE_SHADOW,
    SQUARE_RIM,
    SQUARE_FACE,
    SQUARE_SHINE,
    EYES,
    PUPILS,
    GLINTS,
    MOUTH,
]));

/// A red actor on a goal of its own.
pub(super) const RED_HOME: Sprite = Sprite::new(&Art::new(SQUARE).with(&[
    SQUARE_FRAME,
    SQUARE_RIM,
    SQUARE_FACE,
    SQUARE_SHINE,
    SMILE,
    CHEEKS,
]));

/// A red actor on a goal for a blue one.
pub(super) const RED_ASTRAY: Sprite = Sprite::new(&Art::new(SQUARE).with(&[
    SQUARE_SHADOW,
    SQUARE_RIM,
    SQUARE_FACE,
    SQUARE_SHINE,
    EYES,
    WORRIED,
]));

/// A blue actor.
pub(super) const BLUE_BLOCK: Sprite = Sprite::new(&Art::new(ROUND).with(&[
    ROUND_SHADOW,
    ROUND_RIM,
    ROUND_FACE,
    ROUND_SHINE,
    EYES,
    PUPILS,
    GLINTS,
    MOUTH,
]));

/// A blue actor on a goal of its own.
pub(super) const BLUE_HOME: Sprite =
    Sprite::new(&Art::new(ROUND).with(&[ROUND_FRAME, ROUND_RIM, ROUND_FACE, ROUND_SHINE, SMILE, CHEEKS]));

/// A blue actor on a goal for a red one.
pub(super) const BLUE_ASTRAY: Sprite =
    Sprite::new(&Art::new(ROUND).with(&[ROUND_SHADOW, ROUND_RIM, ROUND_FACE, ROUND_SHINE, EYES, WORRIED]));
