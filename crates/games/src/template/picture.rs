//! What a level looks like. The frog is a piece: its name stays the same while it moves.

use super::level::Pond;
use super::moves::Hop;
use crate::{Cell, Look, Picture, Piece, Shape, Tone};

const WATER: Look = Look::new(Shape::Tile, Tone::Water, '_');
const BUSH: Look = Look::new(Shape::Tile, Tone::Wall, '%');
const LILY: Look = Look::new(Shape::Diamond, Tone::Goal, '*');
const FROG: Look = Look::new(Shape::Disc, Tone::Player, '@');

/// How a character of a level is drawn, bottom to top.
pub(crate) fn looks(sign: &str) -> Option<Vec<Look>> {
    match sign {
        "_" => Some(vec![WATER]),
        "%" => Some(vec![BUSH]),
        "*" => Some(vec![LILY]),
        "@" => Some(vec![WATER, FROG]),
        _ => None,
    }
}

/// The picture after these hops, which are known to be playable.
pub(crate) fn draw(pond: &Pond, hops: &[Hop]) -> Picture {
    let cell = pond.start.cell + hops.iter().map(|hop| hop.cells()).sum::<u32>();
    let look = |x: usize, bush: bool| match bush {
        _ if x == pond.lily as usize => LILY,
        true => BUSH,
        false => WATER,
    };
    let cells = pond.bushes.iter().enumerate().map(|(x, &bush)| Cell { x, y: 0, look: look(x, bush) });
    let legend = [(FROG, "frog"), (LILY, "lily"), (BUSH, "bush"), (WATER, "water")];
    Picture {
        width: pond.bushes.len(),
        height: 1,
        cells: cells.collect(),
        pieces: vec![Piece { name: "frog".into(), x: cell as f32, y: 0.0, look: FROG }],
        legend: legend.map(|(look, meaning)| (look, meaning.to_string())).to_vec(),
        ..Picture::default()
    }
}
