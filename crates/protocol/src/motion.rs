//! A motion as a page plays it: only what changes from frame to frame.

use std::collections::HashMap;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use unriddle_kit::{Frame, Path, Piece};

use super::drawing::{DrawnPiece, Styles, pieces};

/// What happened in between when a step was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MotionView {
    /// The names of the pieces that it is about; frames refer to them by their places in this list.
    pub names: Vec<String>,
    /// The moments, one after the other. The last is the picture.
    pub frames: Vec<MotionFrame>,
}

/// A moment of a motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MotionFrame {
    /// How those that moved came here: `straight`, `arc` or `instant`.
    pub path: &'static str,
    /// How long that takes, where the way over one cell takes 1.
    pub span: f32,
    /// The pieces that are new, or differ from the frame before.
    pub pieces: Vec<Moved>,
    /// The pieces that are no longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<usize>,
}

/// A piece in a frame. It is written as a list: its name and its style by their numbers, its column and row; then
/// its turn and its scale, if they are not 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its name, by its place in the list of names.
    pub name: usize,
    /// Its style.
    pub style: usize,
    /// Its column, from 0.
    pub x: f32,
    /// Its row, from 0.
    pub y: f32,
    /// How far it is turned clockwise, in degrees.
    pub turn: f32,
    /// How large it is drawn.
    pub scale: f32,
}

impl Serialize for Moved {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Moved { name, style, x, y, turn, scale } = *self;
        let short = |value: f32| (value * 1000.0).round() / 1000.0;
        let mut list = to.serialize_seq(None)?;
        list.serialize_element(&name)?;
        list.serialize_element(&style)?;
        list.serialize_element(&short(x))?;
        list.serialize_element(&short(y))?;
        if turn != 0.0 || scale != 1.0 {
            list.serialize_element(&short(turn))?;
        }
        if scale != 1.0 {
            list.serialize_element(&short(scale))?;
        }
        list.end()
    }
}

impl MotionView {
    /// The frames after the pieces of `before`. Their styles are added to `styles`.
    pub(super) fn new(before: &[Piece], frames: &[Frame], styles: &mut Styles) -> MotionView {
        let mut motion = MotionView::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |name: &str, names: &mut Vec<String>| {
            *numbers.entry(name.to_string()).or_insert_with(|| {
                names.push(name.to_string());
                names.len() - 1
            })
        };
        let mut last = before;
        let mut shown = by_name(pieces(before, styles));
        for frame in frames {
            let drawn = pieces(&frame.pieces, styles);
            let differs = |piece: &&DrawnPiece| shown.get(&piece.name) != Some(*piece);
            let moved = drawn.iter().filter(differs).map(|piece| Moved {
                name: number(&piece.name, &mut motion.names),
                style: piece.style,
                x: piece.x,
                y: piece.y,
                turn: piece.turn,
                scale: piece.scale,
            });
            let moved = moved.collect();
            let now = by_name(drawn);
            let mut gone: Vec<usize> = shown
                .keys()
                .filter(|name| !now.contains_key(*name))
                .map(|name| number(name, &mut motion.names))
                .collect();
            gone.sort_unstable();
            let path = match frame.path {
                Path::Straight => "straight",
                Path::Arc => "arc",
                Path::Instant => "instant",
            };
            let span = (frame.span(last) * 100.0).round() / 100.0;
            motion.frames.push(MotionFrame { path, span, pieces: moved, gone });
            (last, shown) = (&frame.pieces, now);
        }
        motion
    }

    /// All its references to styles.
    pub(super) fn styles_mut(&mut self) -> impl Iterator<Item = &mut usize> {
        self.frames.iter_mut().flat_map(|frame| frame.pieces.iter_mut().map(|piece| &mut piece.style))
    }
}

fn by_name(pieces: Vec<DrawnPiece>) -> HashMap<String, DrawnPiece> {
    pieces.into_iter().map(|piece| (piece.name.clone(), piece)).collect()
}
