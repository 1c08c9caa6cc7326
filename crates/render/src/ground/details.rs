//! What lies on the cells, gathered by style: a board is some dozens of paths, however many cells it has.

use unriddle_kit::sprite::{Fill, Layer, WHOLE_CELL};
use unriddle_kit::{Picture, Style};

use super::survey::{Survey, is_bare};
use super::{Ground, Sign};
use crate::outline::outline;
use crate::paint::Ink;
use crate::pen::Drawn;

impl Survey {
    /// What lies on the cells, by style: nothing reaches from one cell into another but what is enlarged, which
    /// comes last.
    pub(super) fn details<P: Drawn>(&self, ground: &mut Ground<P>, picture: &Picture) {
        let mut styles: Vec<Style> = Vec::new();
        let mut places: Vec<Vec<(usize, usize)>> = Vec::new();
        for cell in picture.cells.iter().filter(|cell| !is_bare(cell.style)) {
            let known = styles.iter().rposition(|&style| style == cell.style);
            let number = known.unwrap_or_else(|| {
                styles.push(cell.style);
                places.push(Vec::new());
                styles.len() - 1
            });
            places[number].push((cell.x, cell.y));
        }
        let mut styles: Vec<(Style, Vec<(usize, usize)>)> = styles.into_iter().zip(places).collect();
        styles.sort_by_key(|(style, _)| style.sprite().scale());
        for (style, places) in &styles {
            let sprite = style.sprite();
            let paths = |outlines| {
                let mut path = P::default();
                for &(x, y) in places.iter() {
                    outline(&mut path, outlines, sprite, x as f32, y as f32);
                }
                path
            };
            if !sprite.fills_cell() {
                ground.fill(Fill::Tone(style.tone), paths(sprite.art().outlines));
            }
            // A colour of the whole cell is no texture: without it the cell would be taken for another.
            let is_colour =
                |layer: &&Layer| matches!(layer.fill, Fill::Colour(..)) && layer.outlines == WHOLE_CELL;
            let all = self.is_textured || !sprite.fills_cell();
            for layer in sprite.art().layers.iter().filter(|layer| all || is_colour(layer)) {
                ground.fill(layer.fill.in_tone(style.tone), paths(layer.outlines));
            }
            if let Some(glyph) = style.label() {
                let ink = Ink::of_label(*style);
                ground.signs.extend(places.iter().map(|&at| Sign { at, glyph, ink }));
            }
        }
    }
}
