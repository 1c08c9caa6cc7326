//! What a maze is drawn with: hedges in snow, the reindeer seen from above, its prints, and its stable.

use unriddle_kit::Tone;
use unriddle_kit::sprite::{Art, Fill, Outline, Relief, Sprite, WHOLE_CELL};

/// A hedge with some snow on its leaves.
pub(super) const HEDGE: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL)
        .with(&[
            Fill::Shade(12)
                .of(&[Outline::Ellipse((-230, 70), (95, 70)), Outline::Ellipse((190, -60), (105, 75))]),
            Fill::Shine(16)
                .of(&[Outline::Ellipse((-60, -140), (110, 70)), Outline::Ellipse((300, 130), (80, 55))]),
        ])
        .filling()
        .lying(Relief::Raised),
);

/// Trodden snow.
pub(super) const SNOW: Sprite = Sprite::new(&Art::new(WHOLE_CELL).filling());

/// A ring of stones where the walk begins.
pub(super) const START: Sprite = Sprite::new(
    &Art::new(&[
        Outline::Disc((330, 0), 75),
        Outline::Disc((233, 233), 60),
        Outline::Disc((0, 330), 75),
        Outline::Disc((-233, 233), 60),
        Outline::Disc((-330, 0), 75),
        Outline::Disc((-233, -233), 60),
        Outline::Disc((0, -330), 75),
        Outline::Disc((233, -233), 60),
    ])
    .on(Tone::Snow),
);

/// A stable with a lit door and snow on its roof.
pub(super) const STABLE: Sprite = Sprite::new(
    &Art::new(&[])
        .with(&[
            Fill::Shine(60).of(&[Outline::Disc((0, 0), 490)]),
            Fill::Shade(24).of(&[Outline::Ellipse((30, 360), (400, 95))]),
            Fill::Colour(0x8a5530, 0x9a6238).of(&[Outline::RoundedRectangle((0, 150), (290, 230), 40)]),
            Fill::Shade(18).of(&[
                Outline::Line(&[(-180, -40), (-180, 360)], 24),
                Outline::Line(&[(180, -40), (180, 360)], 24),
            ]),
            Fill::Colour(0xffc94d, 0xffd778).of(&[
                Outline::RoundedRectangle((0, 235), (110, 145), 90),
                Outline::RoundedRectangle((0, 290), (110, 90), 0),
            ]),
            Fill::Own.of(&[Outline::Polygon(&[
                (0, -430),
                (420, -60),
                (360, 10),
                (0, -280),
                (-360, 10),
                (-420, -60),
            ])]),
            Fill::Own.of(&[Outline::Polygon(&[(0, -400), (330, -20), (-330, -20)])]),
            Fill::Colour(0xffffff, 0xf2f6fa).of(&[Outline::Line(&[(-370, -65), (0, -400), (370, -65)], 110)]),
        ])
        .on(Tone::Snow),
);

/// A reindeer from above: a tail, a blanket, ears, antlers, and a dark nose ahead.
pub(super) const REINDEER: Sprite =
    Sprite::new(&Art::new(&[]).on(Tone::Snow).with(&[
        Fill::Shine(50).of(&[Outline::Disc((0, 0), 490)]),
        Fill::Shade(25).of(&[Outline::Ellipse((-150, 45), (330, 185))]),
        Fill::Colour(0x5d3a1c, 0x4a2c12).of(&[
            Outline::Line(&[(150, -80), (110, -210), (170, -330), (300, -420)], 68),
            Outline::Line(&[(112, -215), (-20, -330)], 58),
            Outline::Line(&[(165, -325), (90, -430)], 54),
            Outline::Line(&[(130, -270), (290, -290)], 54),
            Outline::Line(&[(150, 80), (110, 210), (170, 330), (300, 420)], 68),
            Outline::Line(&[(112, 215), (-20, 330)], 58),
            Outline::Line(&[(165, 325), (90, 430)], 54),
            Outline::Line(&[(130, 270), (290, 290)], 54),
        ]),
        Fill::Own.of(&[
            Outline::Ellipse((-215, 0), (235, 175)),
            Outline::Ellipse((20, 0), (170, 105)),
            Outline::Smooth(&[(150, -70), (60, -120), (10, -215), (110, -190), (190, -110)]),
            Outline::Smooth(&[(190, 110), (110, 190), (10, 215), (60, 120), (150, 70)]),
            Outline::Smooth(&[
                (90, -130),
                (270, -150),
                (450, -100),
                (480, 0),
                (450, 100),
                (270, 150),
                (90, 130),
                (60, 0),
            ]),
        ]),
        Fill::Colour(0xfff6e6, 0xfff6e6).of(&[
            Outline::Ellipse((-435, 0), (55, 60)),
            Outline::RoundedRectangle((-225, 0), (80, 182), 30),
        ]),
        Fill::Colour(0xc4302b, 0xc4302b).of(&[Outline::RoundedRectangle((-225, 0), (46, 182), 10)]),
        Fill::Shine(25).of(&[Outline::Smooth(&[
            (200, -50),
            (330, -60),
            (360, 0),
            (330, 60),
            (200, 50),
            (170, 0),
        ])]),
        Fill::Colour(0x2a1a10, 0x2a1a10).of(&[
            Outline::Ellipse((425, 0), (48, 62)),
            Outline::Disc((255, -85), 30),
            Outline::Disc((255, 85), 30),
        ]),
    ]));

/// The prints of two hooves.
pub(super) const PRINTS: Sprite = Sprite::new(
    &Art::new(&[
        Outline::Ellipse((-190, -160), (105, 42)),
        Outline::Ellipse((-190, -65), (105, 42)),
        Outline::Ellipse((190, 65), (105, 42)),
        Outline::Ellipse((190, 160), (105, 42)),
    ])
    .on(Tone::Snow),
);

/// A line to the middle of the next cell: the way on a large board, where prints could not be seen.
pub(super) const WAY: Sprite = Sprite::new(&Art::new(&[Outline::Line(&[(0, 0), (1000, 0)], 420)]));

/// A cell that some best route passes.
pub(super) const BEST: Sprite = Sprite::new(
    &Art::new(WHOLE_CELL).with(&[Fill::Shine(45).of(&[Outline::Ring((0, 0), 210, 130)])]).filling(),
);
