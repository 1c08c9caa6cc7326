//! What a picture consists of, bottom to top, whatever it is painted on.
//!
//! Everything is a filled path in an [`Ink`]: the [ground](super::ground), then the pieces, whose shapes in one ink
//! share a path if they follow each other. An SVG document and a field of pixels are two [surfaces](Surface) for the
//! same paths.

use unriddle_kit::sprite::{Fill, Outline, WHOLE_CELL};
use unriddle_kit::{Picture, Piece, Sprite, Style, Tone, sprite};

use super::ground::ground as ground_of;
use super::lettering;
use super::outline::outline;
use super::palette;
use super::pen::{Drawn, Spot};

/// Where a cell has fewer pixels than this, shapes are too small to see and fill their cells.
pub(super) const TINY: f32 = 6.0;

/// The space around a board, in cells.
pub(super) const MARGIN: f32 = 0.5;

/// The space around a picture, in cells: enough for what is [drawn larger](Sprite::scaled) than its cell wherever it
/// stands.
pub(super) fn margin(picture: &Picture) -> f32 {
    let styles =
        picture.cells.iter().map(|cell| cell.style).chain(picture.pieces.iter().map(|piece| piece.style));
    let largest = styles.map(|style| style.sprite().scale()).max().unwrap_or(1);
    MARGIN.max(f32::from(largest.saturating_sub(1)) / 2.0)
}

/// The height of a capital letter on a sprite, in cells.
pub(crate) const LETTER: f32 = 0.42;

/// What a path is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// A tone.
    Tone(Tone),
    /// A colour on a light page and one on a dark page, as `0xrrggbb`.
    Colour(u32, u32),
    /// Black over what lies below, in percent.
    Shade(u8),
    /// White over what lies below, in percent.
    Shine(u8),
    /// The colour of the page.
    Page,
    /// The colour of writing.
    Words,
}

impl Ink {
    /// What a fill is in a style of this tone.
    fn of(fill: Fill, tone: Tone) -> Ink {
        match fill {
            Fill::Own => Ink::Tone(tone),
            Fill::Tone(tone) => Ink::Tone(tone),
            Fill::Colour(light, dark) => Ink::Colour(light, dark),
            Fill::Shade(percent) => Ink::Shade(percent),
            Fill::Shine(percent) => Ink::Shine(percent),
        }
    }

    /// What the label of a style is written in: writing on a tile, paper on another shape, its tone where there is
    /// no shape.
    pub(super) fn of_label(style: Style) -> Ink {
        match style.sprite() {
            sprite if sprite.fills_cell() => Ink::Words,
            sprite if sprite.art().outlines.is_empty() => Ink::Tone(style.tone),
            _ => Ink::Page,
        }
    }

    /// The class of a label in this ink.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Ink::Tone(tone) => palette::of(tone).class,
            Ink::Page => "on",
            _ => "words",
        }
    }
}

/// What a picture is painted on.
pub(super) trait Surface {
    /// What collects outlines.
    type Path: Drawn;

    /// Fills a path.
    fn fill(&mut self, ink: Ink, path: Self::Path);

    /// Turns what follows clockwise about a place, by this many degrees, and draws it in another size. What is smaller
    /// than half its size fades.
    fn begin(&mut self, about: Spot, turn: f32, scale: f32);

    /// Ends what was begun.
    fn end(&mut self);

    /// Writes a label that is not among our [letters](lettering), in the middle of the cell at a place.
    fn label(&mut self, ink: Ink, label: char, at: Spot);
}

/// What lies below the pieces.
pub(super) fn ground<S: Surface>(surface: &mut S, picture: &Picture) {
    let ground = ground_of::<S::Path>(picture);
    for part in ground.parts {
        surface.fill(Ink::of(part.fill, Tone::Floor), part.path);
    }
    for sign in ground.signs {
        let at = (sign.at.0 as f32, sign.at.1 as f32);
        match lettering::has(sign.glyph) {
            true => {
                let mut path = S::Path::default();
                lettering::write_in_middle(&mut path, sign.glyph, (at.0 + 0.5, at.1 + 0.5), LETTER);
                surface.fill(sign.ink, path);
            }
            false => surface.label(sign.ink, sign.glyph, at),
        }
    }
}

/// How dense a piece of this size is drawn.
pub(super) fn density(scale: f32) -> f32 {
    (2.0 * scale).clamp(0.0, 1.0)
}

/// What stands or moves on the ground.
pub(super) fn pieces<S: Surface>(surface: &mut S, pieces: &[Piece], pixels: f32) {
    let mut shapes = Shapes::new(surface, pixels);
    for piece in pieces.iter().filter(|piece| piece.x.is_finite() && piece.y.is_finite()) {
        shapes.piece(piece);
    }
    shapes.finish();
}

/// A style by itself, on the ground that it lies on.
pub(super) fn emblem<S: Surface>(surface: &mut S, style: Style) {
    let sprite = style.sprite();
    let below = if sprite.fills_cell() { style.tone } else { sprite.art().below };
    let mut shapes = Shapes::new(surface, f32::INFINITY);
    shapes.fill(Ink::Tone(below), WHOLE_CELL, sprite::TILE, (0.0, 0.0));
    if sprite.fills_cell() {
        shapes.details(style, (0.0, 0.0));
        shapes.label(style, (0.0, 0.0));
    } else {
        shapes.draw(style, (0.0, 0.0));
    }
    shapes.finish();
}

/// Shapes on their way to a surface: those in one ink that follow each other are gathered into one path.
struct Shapes<'a, S: Surface> {
    surface: &'a mut S,
    /// Whether all shapes without a label fill their cells.
    tiny: bool,
    current: Option<Ink>,
    path: S::Path,
}

impl<'a, S: Surface> Shapes<'a, S> {
    fn new(surface: &'a mut S, pixels: f32) -> Self {
        Shapes { surface, tiny: pixels < TINY, current: None, path: S::Path::default() }
    }

    /// A piece, turned about the middle of its cell and in its size. Its label stays upright.
    fn piece(&mut self, piece: &Piece) {
        let (at, turn, scale) = ((piece.x, piece.y), piece.turn, piece.scale);
        let placed = (turn != 0.0 || scale != 1.0) && turn.is_finite() && scale.is_finite();
        if !placed {
            return self.draw(piece.style, at);
        }
        let middle = (at.0 + 0.5, at.1 + 0.5);
        self.finish();
        self.surface.begin(middle, turn, scale);
        self.shape(piece.style, at);
        self.finish();
        self.surface.end();
        if piece.style.label().is_some() {
            self.surface.begin(middle, 0.0, scale);
            self.label(piece.style, at);
            self.finish();
            self.surface.end();
        }
    }

    /// A style in the cell at a place.
    fn draw(&mut self, style: Style, at: Spot) {
        self.shape(style, at);
        self.label(style, at);
    }

    /// The same without its label.
    fn shape(&mut self, style: Style, at: Spot) {
        let filled = self.tiny && style.label().is_none() && style.sprite().scale() == 1;
        let sprite = if filled { sprite::TILE } else { style.sprite() };
        self.fill(Ink::Tone(style.tone), sprite.art().outlines, sprite, at);
        if !filled {
            self.details(style, at);
        }
    }

    /// The layers above the outlines of a style.
    fn details(&mut self, style: Style, at: Spot) {
        for layer in style.sprite().art().layers {
            self.fill(Ink::of(layer.fill, style.tone), layer.outlines, style.sprite(), at);
        }
    }

    /// What is translucent would show overlaps of two paths, but not within one: that is what is wanted.
    fn fill(&mut self, ink: Ink, outlines: &[Outline], sprite: Sprite, (x, y): Spot) {
        if !outlines.is_empty() {
            self.take(ink);
            outline(&mut self.path, outlines, sprite, x, y);
        }
    }

    fn take(&mut self, ink: Ink) {
        if self.current != Some(ink) {
            self.finish();
            self.current = Some(ink);
        }
    }

    fn label(&mut self, style: Style, (x, y): Spot) {
        let Some(label) = style.label() else { return };
        let ink = Ink::of_label(style);
        if lettering::has(label) {
            self.take(ink);
            lettering::write_in_middle(&mut self.path, label, (x + 0.5, y + 0.5), LETTER);
        } else {
            self.finish();
            self.surface.label(ink, label, (x, y));
        }
    }

    /// Fills what is gathered.
    fn finish(&mut self) {
        if let Some(ink) = self.current.take() {
            self.surface.fill(ink, std::mem::take(&mut self.path));
        }
    }
}
