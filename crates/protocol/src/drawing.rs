//! A picture as a page draws it: each style once, as an outline to fill, and cells and pieces that
//! refer to styles by index.
//!
//! The page has no shapes of its own. It receives path data in the unit square of a cell and the
//! class of a tone. Both come from the renderer of SVG documents, so a board looks the same in a
//! file and on the page.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use unriddle_kit::sprite::{Fill, Layer, Outline};
use unriddle_kit::{CardFace, CardSign, Cell, LevelError, Picture, Piece, Place, Position, Style, Tone};
use unriddle_render as render;
use unriddle_render::{GroundPath, GroundSign};

use super::Failure;

/// A picture for a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drawing {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The styles that occur; others refer to them by their place in this list.
    #[serde(rename = "looks")]
    pub styles: Vec<Stamp>,
    /// The cells, row by row.
    pub cells: Vec<DrawnCell>,
    /// How all that is drawn, as paths to fill, bottom to top.
    pub ground: Vec<StampLayer>,
    /// What is written on cells, above the ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<CellSign>,
    /// The cells whose surface runs in a film: column, row and direction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<(usize, usize, &'static str)>,
    /// The pieces, bottom to top.
    pub pieces: Vec<DrawnPiece>,
    /// What the styles mean.
    pub legend: Vec<Entry>,
    /// The line below the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The description for screen readers.
    pub title: String,
    /// A name for all of this: two drawings with the same mark are the same.
    pub mark: String,
}

/// A style: an outline in the unit square whose top left corner is (0, 0), filled in a tone, and
/// what is written on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stamp {
    /// A name for all of the rest, by which a page knows it in further replies.
    pub id: String,
    /// The class of its tone in the style sheet: `floor`, `player`.
    pub tone: &'static str,
    /// Path data. Empty if there is only a label.
    pub path: String,
    /// The character in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<char>,
    /// The same as path data, where it can be drawn so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// What is drawn above that, bottom to top.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<StampLayer>,
    /// Whether it fills its cell.
    pub tile: bool,
    /// The class of the tone of the ground that it lies on; of a tile its own.
    pub below: &'static str,
    /// The character that stands for it in text.
    #[serde(rename = "sign")]
    pub glyph: char,
}

/// A label of a cell.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct CellSign {
    /// The column of the cell.
    pub x: usize,
    /// Its row.
    pub y: usize,
    /// The character in the middle of the cell.
    pub label: char,
    /// The class of its colour: a tone, `words` or `on`.
    pub tone: &'static str,
}

/// A part of a style or of the ground with a fill of its own.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct StampLayer {
    /// Path data in the unit square.
    pub path: String,
    /// What it is filled with.
    #[serde(flatten)]
    pub fill: FillView,
}

/// What a [`StampLayer`] is filled with.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FillView {
    /// The class of a tone in the style sheet.
    Tone(&'static str),
    /// A colour on a light page and one on a dark page: `#102030`.
    Colour([String; 2]),
    /// Black over what lies below, in percent.
    Shade(u8),
    /// White over what lies below, in percent.
    Shine(u8),
}

impl FillView {
    fn of(fill: Fill, tone: Tone) -> FillView {
        match fill {
            Fill::Own => FillView::Tone(render::class(tone)),
            Fill::Tone(tone) => FillView::Tone(render::class(tone)),
            Fill::Colour(light, dark) => {
                FillView::Colour([light, dark].map(|colour| format!("#{colour:06x}")))
            }
            Fill::Shade(percent) => FillView::Shade(percent),
            Fill::Shine(percent) => FillView::Shine(percent),
        }
    }
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnCell {
    /// Its column, from 0.
    pub x: usize,
    /// Its row, from 0.
    pub y: usize,
    /// Its style.
    #[serde(rename = "look")]
    pub style: usize,
    /// How high it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

/// A piece. It keeps its name when it moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnPiece {
    /// Its name.
    pub name: String,
    /// Its column, from 0. Fractions lie between cells.
    pub x: f32,
    /// Its row.
    pub y: f32,
    /// Its style.
    #[serde(rename = "look")]
    pub style: usize,
    /// How far it is turned clockwise, in degrees.
    #[serde(skip_serializing_if = "is_zero")]
    pub turn: f32,
    /// How large it is drawn, if not in its usual size.
    #[serde(skip_serializing_if = "is_usual")]
    pub scale: f32,
}

fn is_zero(turn: &f32) -> bool {
    *turn == 0.0
}

fn is_usual(scale: &f32) -> bool {
    *scale == 1.0
}

/// What a style means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The style.
    #[serde(rename = "look")]
    pub style: usize,
    /// What it means.
    pub text: String,
}

/// A card in a hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardView {
    /// Its name in gestures.
    pub name: String,
    /// What it does, in words.
    pub words: String,
    /// What is drawn on it, from left to right.
    pub signs: Vec<CardSignView>,
}

/// A sign on a card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardSignView {
    /// What is drawn, as a style of the picture.
    #[serde(rename = "look")]
    pub style: usize,
    /// What is written beside it.
    pub text: String,
}

impl CardView {
    /// The cards in hand. Their styles are added to `styles`.
    pub(super) fn of_hand(position: &dyn Position, styles: &mut Styles) -> Vec<CardView> {
        let view = |name: String| {
            let CardFace { words, signs } = position.face(&name);
            let sign = |CardSign { style, text }| CardSignView { style: styles.number(style), text };
            CardView { name, words, signs: signs.into_iter().map(sign).collect() }
        };
        position.hand().into_iter().map(view).collect()
    }
}

/// A picture of a film, without what is in the base.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The pieces that the base does not have, bottom to top.
    pub pieces: Vec<DrawnPiece>,
    /// The line below the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

/// The maximum number of cells that a page is sent. More could be neither seen nor clicked.
const MAX_CELLS: usize = 100_000;

impl Drawing {
    /// Converts a picture. Fails if it is too large for a page.
    pub fn of(picture: &Picture) -> Result<Drawing, Failure> {
        let mut styles = Styles::default();
        let mut drawing = Drawing::in_styles(picture, &mut styles)?;
        drawing.lay_ground(picture);
        drawing.styles = styles.stamps;
        Ok(drawing)
    }

    /// A picture without its ground, and with styles that are sent elsewhere: they are added to `styles`.
    pub(super) fn in_styles(picture: &Picture, styles: &mut Styles) -> Result<Drawing, Failure> {
        let mut drawing = Drawing::cells(picture, styles)?;
        drawing.pieces = pieces(&picture.pieces, styles);
        drawing.mark = drawing.mark_in(styles);
        Ok(drawing)
    }

    /// A hash of everything. It does not depend on the numbers of the styles.
    fn mark_in(&self, styles: &Styles) -> String {
        let mut hasher = DefaultHasher::new();
        (self.width, self.height, &self.caption, &self.title).hash(&mut hasher);
        // A board may have many cells: they are mixed by hand, which is faster.
        let mut cells = 0u64;
        for cell in &self.cells {
            let place = (cell.x as u64) << 40
                ^ (cell.y as u64) << 16
                ^ u64::from(cell.level.map_or(0, |level| level + 1));
            cells =
                (cells.rotate_left(5) ^ place ^ styles.ids[cell.style]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hasher.write_u64(cells);
        for piece in &self.pieces {
            piece.name.hash(&mut hasher);
            for value in [piece.x, piece.y, piece.turn, piece.scale] {
                hasher.write_u32(value.to_bits());
            }
            hasher.write_u64(styles.ids[piece.style]);
        }
        for entry in &self.legend {
            (styles.ids[entry.style], &entry.text).hash(&mut hasher);
        }
        format!("{:x}", hasher.finish())
    }

    /// Converts a picture without its pieces. The styles are added to `styles`.
    pub(super) fn ground(picture: &Picture, styles: &mut Styles) -> Result<Drawing, Failure> {
        let mut drawing = Drawing::cells(picture, styles)?;
        drawing.lay_ground(picture);
        Ok(drawing)
    }

    /// Adds the ground, which takes longer than all the rest.
    pub(super) fn lay_ground(&mut self, picture: &Picture) {
        let (parts, signs) = render::ground_paths(picture);
        let part =
            |part: GroundPath| StampLayer { path: part.path, fill: FillView::of(part.fill, Tone::Floor) };
        let sign =
            |sign: GroundSign| CellSign { x: sign.at.0, y: sign.at.1, label: sign.glyph, tone: sign.class };
        self.ground = parts.into_iter().map(part).collect();
        self.signs = signs.into_iter().map(sign).collect();
    }

    /// Converts a picture without its pieces and its ground.
    fn cells(picture: &Picture, styles: &mut Styles) -> Result<Drawing, Failure> {
        let count = picture.cells.len();
        if count > MAX_CELLS {
            let what = format!("the board has {count} cells, which is too many for a page");
            let error = LevelError::new(Place::new(1, 1), what);
            return Err(Failure::of_text(error.help("the command can solve and draw it")));
        }
        let cell = |(at, cell): (usize, &Cell)| DrawnCell {
            x: cell.x,
            y: cell.y,
            style: styles.number(cell.style),
            level: picture.heights.get(at).copied(),
        };
        let cells = picture.cells.iter().enumerate().map(cell).collect();
        let entry =
            |(style, text): &(Style, String)| Entry { style: styles.number(*style), text: text.clone() };
        Ok(Drawing {
            ground: Vec::new(),
            signs: Vec::new(),
            flows: picture.flows.iter().map(|&(x, y, way)| (x, y, way.word())).collect(),
            width: picture.width,
            height: picture.height,
            styles: Vec::new(),
            cells,
            pieces: Vec::new(),
            legend: picture.legend.iter().map(entry).collect(),
            caption: picture.caption.clone(),
            title: render::title(picture),
            mark: String::new(),
        })
    }
}

/// The pieces as a page draws them; one without a place is left out.
pub(super) fn pieces<'a>(
    pieces: impl IntoIterator<Item = &'a Piece>,
    styles: &mut Styles,
) -> Vec<DrawnPiece> {
    let placed = pieces.into_iter().filter(|piece| piece.x.is_finite() && piece.y.is_finite());
    let drawn = |piece: &Piece| DrawnPiece {
        name: piece.name.clone(),
        x: piece.x,
        y: piece.y,
        style: styles.number(piece.style),
        turn: piece.turn,
        scale: piece.scale,
    };
    placed.map(drawn).collect()
}

impl From<Style> for Stamp {
    fn from(style: Style) -> Stamp {
        let (art, sprite) = (style.sprite().art(), style.sprite());
        let path = |outlines: &[Outline]| render::outline_path(outlines, sprite);
        let layer = |layer: &Layer| StampLayer {
            path: path(layer.outlines),
            fill: FillView::of(layer.fill, style.tone),
        };
        let mut stamp = Stamp {
            id: String::new(),
            tone: render::class(style.tone),
            path: path(art.outlines),
            layers: art.layers.iter().map(layer).collect(),
            label: style.label(),
            letter: style.label().and_then(render::letter),
            tile: sprite.fills_cell(),
            below: render::class(if sprite.fills_cell() { style.tone } else { art.below }),
            glyph: style.glyph,
        };
        stamp.id = format!("{:x}", stamp.hash());
        stamp
    }
}

impl Stamp {
    /// A hash of all but the id.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let Stamp { id: _, tone, path, label, letter, layers, tile, below, glyph } = self;
        (tone, path, label, letter, layers, tile, below, glyph).hash(&mut hasher);
        hasher.finish()
    }
}

/// The styles met so far, each with its number.
#[derive(Default)]
pub(super) struct Styles {
    numbers: HashMap<Style, usize>,
    pub(super) stamps: Vec<Stamp>,
    /// The ids of the stamps, as numbers.
    ids: Vec<u64>,
}

impl Styles {
    pub(super) fn number(&mut self, style: Style) -> usize {
        *self.numbers.entry(style).or_insert_with(|| {
            let stamp = Stamp::from(style);
            self.ids.push(stamp.hash());
            self.stamps.push(stamp);
            self.stamps.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::sprite;

    #[test]
    fn a_style_is_sent_once() {
        let level = unriddle_games::read("###\n#SE\n###", &[]).expect("a maze");
        let drawing = Drawing::of(&level.start().picture()).expect("it is small");
        assert_eq!((drawing.width, drawing.height, drawing.cells.len()), (3, 3, 9));
        assert!(drawing.styles.len() < 9, "{:?}", drawing.styles);
        assert!(drawing.cells.iter().all(|cell| cell.style < drawing.styles.len()));
        assert!(drawing.pieces.iter().all(|piece| piece.style < drawing.styles.len()));
    }

    #[test]
    fn what_no_page_can_show_is_refused() {
        let level = unriddle_games::read(&format!("S{}E", ".".repeat(MAX_CELLS)), &[]).expect("a maze");
        assert!(Drawing::of(&level.start().picture()).is_err());
    }

    #[test]
    fn a_stamp_lies_in_the_unit_square() {
        let stamp = Stamp::from(Style::new(sprite::TILE, Tone::Wall, '#'));
        assert_eq!(stamp.path, "M0 0L1 0L1 1L0 1z");
        assert!(stamp.tile && stamp.tone == "wall" && stamp.label.is_none());
        assert_eq!(Stamp::from(Style::new(sprite::GLYPH, Tone::Red, 'x')).path, "");
    }
}
