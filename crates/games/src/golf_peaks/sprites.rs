//! What courses are drawn with: the ground, what stands on it, and the ball.
//!
//! Light falls from the upper left. What has a direction is drawn for the right.

use unriddle_kit::sprite::{Art, Fill, Label, Outline, Relief, Sprite, WHOLE_CELL};
use unriddle_kit::{Direction, Tone};

use super::level::Corner;

/// Two angles that point downhill.
pub(super) const SLOPE: Sprite = Sprite::new(
    &Art::new(&[
        Outline::Line(&[(-200, -190), (-40, 0), (-200, 190)], 95),
        Outline::Line(&[(90, -190), (250, 0), (90, 190)], 95),
    ])
    .on(Tone::Grass),
);

/// A bunker: grains, and the trace of a rake.
pub(super) const SAND: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Shade(14).of(&[
                Outline::Line(&[(-290, 260), (-150, 200), (0, 260), (150, 200), (290, 250)], 45),
                Outline::Disc((-230, -190), 34),
                Outline::Disc((40, -240), 28),
                Outline::Disc((250, -140), 34),
                Outline::Disc((-70, -60), 28),
                Outline::Disc((180, 20), 34),
                Outline::Disc((-260, 50), 28),
            ]),
            Fill::Shine(45).of(&[
                Outline::Disc((-130, -200), 26),
                Outline::Disc((130, -130), 26),
                Outline::Disc((-160, 30), 22),
                Outline::Disc((40, 80), 26),
            ]),
        ])
        .filling()
        .lying(Relief::Sunken),
);

/// Mud that draws things down: rings, and bubbles.
pub(super) const QUICKSAND: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Shade(28).of(&[
                Outline::Ring((-40, 50), 310, 258),
                Outline::Ring((-40, 50), 195, 148),
                Outline::Disc((-40, 50), 80),
            ]),
            Fill::Shine(50).of(&[Outline::Ring((270, -220), 78, 44), Outline::Disc((150, -310), 38)]),
        ])
        .filling()
        .lying(Relief::Sunken),
);

/// Ripples.
pub(super) const WATER: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Shine(65).of(&[
                Outline::Line(&[(-300, -110), (-210, -165), (-110, -110), (-10, -165), (70, -120)], 52),
                Outline::Line(&[(-70, 220), (20, 165), (120, 220), (220, 165), (300, 210)], 52),
            ]),
            Fill::Shade(14).of(&[
                Outline::Line(&[(120, 20), (200, -25), (290, 20)], 46),
                Outline::Line(&[(-320, 90), (-240, 45), (-150, 90)], 46),
            ]),
        ])
        .filling()
        .lying(Relief::Sunken),
);

/// Scratches on a bright surface.
pub(super) const ICE: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Shine(75).of(&[
                Outline::Line(&[(-330, 40), (40, -330)], 70),
                Outline::Line(&[(-330, 240), (-190, 100)], 46),
                Outline::Line(&[(60, 330), (330, 60)], 52),
            ]),
            Fill::Shade(10).of(&[
                Outline::Line(&[(-120, 330), (330, -120)], 34),
                Outline::Line(&[(190, -300), (300, -410)], 34),
            ]),
        ])
        .filling(),
);

/// A coil between a foot and a plate.
pub(super) const SPRING: Sprite = Sprite::new(
    &Art::new(&[])
        .with(&[
            Fill::Shade(26).of(&[Outline::Ellipse((40, 330), (370, 110))]),
            Fill::Colour(0x59616d, 0x3b424d).of(&[Outline::RoundedRectangle((0, 290), (300, 75), 60)]),
            Fill::Colour(0x8b95a3, 0xaab4c2)
                .of(&[Outline::Line(&[(-180, 240), (180, 160), (-180, 70), (180, -20), (-180, -100)], 85)]),
            Fill::Own.of(&[Outline::RoundedRectangle((0, -190), (370, 110), 100)]),
            Fill::Shine(45).of(&[Outline::RoundedRectangle((0, -235), (290, 35), 35)]),
        ])
        .on(Tone::Grass),
);

/// A hole in the middle of the cell, where the ball comes to rest, the pole in it, and the cloth.
pub(super) const FLAG: Sprite = Sprite::new(
    &Art::new(&[])
        .with(&[
            Fill::Shade(16).of(&[Outline::Ellipse((0, 110), (310, 160))]),
            Fill::Colour(0x2b3626, 0x11160f).of(&[Outline::Ellipse((0, 110), (225, 115))]),
            Fill::Shade(22).of(&[Outline::Line(&[(0, 120), (330, 20)], 50)]),
            Fill::Colour(0xfffaf0, 0xf4efe2).of(&[Outline::Line(&[(0, 110), (0, -440)], 70)]),
            Fill::Own.of(&[Outline::Smooth(&[
                (20, -475),
                (150, -495),
                (420, -365),
                (470, -325),
                (400, -275),
                (140, -165),
                (20, -175),
                (20, -320),
            ])]),
            Fill::Shade(18).of(&[Outline::Polygon(&[(35, -250), (400, -300), (200, -195), (35, -172)])]),
        ])
        .on(Tone::Grass),
);

/// The ball and its shadow.
pub(super) const BALL: Sprite = Sprite::new(&Art::new(&[]).on(Tone::Grass).with(&[
    Fill::Shade(34).of(&[Outline::Ellipse((45, 195), (265, 125))]),
    Fill::Colour(0x46513f, 0x20271d).of(&[Outline::Disc((0, 0), 275)]),
    Fill::Colour(0xcfd6dc, 0xb9c2ca).of(&[Outline::Disc((0, 0), 238)]),
    Fill::Colour(0xffffff, 0xffffff).of(&[Outline::Disc((-28, -32), 196)]),
    Fill::Shade(13).of(&[
        Outline::Disc((-90, -80), 26),
        Outline::Disc((10, -110), 26),
        Outline::Disc((-50, 20), 26),
        Outline::Disc((70, -10), 26),
        Outline::Disc((50, 110), 26),
        Outline::Disc((-130, 40), 22),
    ]),
]));

/// The sign of a jump: an arc from the ball to where it lands.
pub(super) const JUMP: Sprite = Sprite::new(
    &Art::new(&[
        Outline::Line(
            &[
                (-340, 130),
                (-320, -20),
                (-250, -170),
                (-140, -265),
                (-10, -300),
                (120, -265),
                (225, -165),
                (280, -10),
            ],
            110,
        ),
        Outline::Polygon(&[(310, 330), (95, -10), (480, -60)]),
    ])
    .with(&[
        Fill::Colour(0x46513f, 0xfffaf0).of(&[Outline::Disc((-320, 240), 165)]),
        Fill::Colour(0xffffff, 0xffffff).of(&[Outline::Disc((-320, 240), 118)]),
    ]),
);

/// The sign of a roll: an arrow away from the ball.
pub(super) const ROLL: Sprite = Sprite::new(
    &Art::new(&[
        Outline::Line(&[(-60, 120), (200, 120)], 110),
        Outline::Polygon(&[(490, 120), (170, 315), (170, -75)]),
    ])
    .with(&[
        Fill::Colour(0x46513f, 0xfffaf0).of(&[Outline::Disc((-300, 120), 190)]),
        Fill::Colour(0xffffff, 0xffffff).of(&[Outline::Disc((-300, 120), 142)]),
    ]),
);

/// A belt between two rails.
pub(super) const BELT: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Tone(Tone::Steel).of(&[
                Outline::RoundedRectangle((0, -400), (500, 45), 0),
                Outline::RoundedRectangle((0, 380), (500, 45), 0),
            ]),
            Fill::Shade(30).of(&[
                Outline::RoundedRectangle((-420, -10), (35, 345), 0),
                Outline::RoundedRectangle((30, -10), (35, 345), 0),
            ]),
            Fill::Tone(Tone::Cream).of(&[
                Outline::Line(&[(-270, -190), (-90, 0), (-270, 190)], 105),
                Outline::Line(&[(120, -190), (300, 0), (120, 190)], 105),
            ]),
        ])
        .filling(),
);

/// A well of rings, with the letter that it shares with its twin.
pub(super) const WARP: Sprite = Sprite::new(
    &Art::new(&[Outline::Disc((0, 0), 395)])
        .with(&[
            Fill::Shade(30).of(&[Outline::Ring((0, 0), 395, 340)]),
            Fill::Shine(45).of(&[Outline::Ring((0, 0), 340, 302)]),
            Fill::Shine(18).of(&[Outline::Disc((0, 0), 262)]),
        ])
        .labelled(Label::Letters)
        .on(Tone::Grass),
);

/// The half of the cell around its top left corner.
const CUSHION: &[Outline] = &[
    Outline::Polygon(&[(-420, -420), (400, -420), (-420, 400)]),
    Outline::Line(&[(-400, -400), (400, -400), (-400, 400), (-400, -400)], 120),
];

/// A block of wood, and a cushion along its open side.
const WALL: Sprite = Sprite::new(
    &Art::new(CUSHION)
        .with(&[
            Fill::Shade(32).of(&[Outline::Line(&[(400, -400), (-400, 400)], 120)]),
            Fill::Shine(65).of(&[Outline::Line(&[(285, -405), (-405, 285)], 75)]),
            Fill::Shine(18).of(&[Outline::Polygon(&[(-390, -390), (40, -390), (-390, 40)])]),
        ])
        .on(Tone::Grass),
);

/// The same on ice, with scratches before it.
const ICE_WALL: Sprite = Sprite::new(
    &Art::new(CUSHION)
        .with(&[
            Fill::Shade(32).of(&[Outline::Line(&[(400, -400), (-400, 400)], 120)]),
            Fill::Shine(65).of(&[
                Outline::Line(&[(285, -405), (-405, 285)], 75),
                Outline::Line(&[(80, 320), (320, 80)], 52),
                Outline::Line(&[(250, 340), (340, 250)], 40),
            ]),
            Fill::Shine(40).of(&[Outline::Polygon(&[(-390, -390), (40, -390), (-390, 40)])]),
        ])
        .on(Tone::Ice),
);

/// The half of the cell around a corner.
pub(super) const fn wall(corner: Corner) -> Sprite {
    WALL.turned(towards(corner))
}

/// The same on ice.
pub(super) const fn ice_wall(corner: Corner) -> Sprite {
    ICE_WALL.turned(towards(corner))
}

const fn towards(corner: Corner) -> Direction {
    match corner {
        Corner::TopLeft => Direction::Right,
        Corner::TopRight => Direction::Down,
        Corner::BottomRight => Direction::Left,
        Corner::BottomLeft => Direction::Up,
    }
}
