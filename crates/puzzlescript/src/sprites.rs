//! Sprites made of the pixels of a script.
//!
//! Pictures are made of sprites that live as long as the program, because the other games have a fixed number of
//! them. Those of scripts are made when a script is read, and kept: a script that is read again finds its sprites
//! again. Beyond [`MAX_SPRITES`], some eight megabytes, a new one is a plain square, so that no number of scripts
//! fills the memory of a server.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use unriddle_kit::sprite::{Art, Fill, Layer, Outline, Point, WHOLE_CELL};
use unriddle_kit::{Sprite, sprite};

/// The most sprites that are made.
const MAX_SPRITES: usize = 8192;

/// The side of a pixel in thousandths of a cell.
const PIXEL: i16 = 200;

/// The pixels of a sprite, row by row, as colours.
pub type Pixels = [[Option<u32>; 5]; 5];

type Known = HashMap<(Pixels, bool), &'static Art>;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// The sprite of some pixels. `ground` says that it lies below everything else in its cell.
pub fn sprite_of(pixels: &Pixels, ground: bool) -> Sprite {
    let Ok(mut known) = KNOWN.lock() else {
        return sprite::TILE;
    };
    if let Some(art) = known.get(&(*pixels, ground)) {
        return Sprite::new(art);
    }
    if known.len() >= MAX_SPRITES {
        return if ground { sprite::TILE } else { sprite::BLOCK };
    }
    let art: &'static Art = Box::leak(Box::new(draw(pixels, ground)));
    known.insert((*pixels, ground), art);
    Sprite::new(art)
}

fn draw(pixels: &Pixels, ground: bool) -> Art {
    let mut colours: Vec<u32> = pixels.iter().flatten().filter_map(|&pixel| pixel).collect();
    colours.sort_unstable();
    colours.dedup();
    let count = |colour: u32| pixels.iter().flatten().filter(|&&pixel| pixel == Some(colour)).count();
    // What lies below everything else has the most frequent of its colours, with the others on it. On a large board that colour
    // is all that is drawn of it.
    let is_opaque = ground && pixels.iter().flatten().all(Option::is_some);
    let base = colours.iter().copied().max_by_key(|&colour| count(colour)).filter(|_| is_opaque);
    colours.sort_by_key(|&colour| Some(colour) != base);
    let layer = |&colour: &u32| Layer {
        fill: Fill::Colour(colour, colour),
        outlines: if Some(colour) == base {
            WHOLE_CELL
        } else {
            leak(runs(pixels, |pixel| pixel == Some(colour)))
        },
    };
    let layers: &'static [Layer] = leak(colours.iter().map(layer).collect());
    if ground {
        Art::new(WHOLE_CELL).filling().with(layers)
    } else {
        Art::new(leak(runs(pixels, |pixel| pixel.is_some()))).with(layers)
    }
}

/// The chosen pixels as rectangles: runs in a row, and equal runs below each other as one.
fn runs(pixels: &Pixels, chosen: impl Fn(Option<u32>) -> bool) -> Vec<Outline> {
    // Column, row, width and height.
    let mut found: Vec<[usize; 4]> = Vec::new();
    for (y, row) in pixels.iter().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let length = row[x..].iter().take_while(|&&pixel| chosen(pixel)).count();
            let above = |run: &&mut [usize; 4]| run[0] == x && run[2] == length && run[1] + run[3] == y;
            match found.iter_mut().find(above) {
                _ if length == 0 => {}
                Some(run) => run[3] += 1,
                None => found.push([x, y, length, 1]),
            }
            x += length.max(1);
        }
    }
    found.into_iter().map(rectangle).collect()
}

fn rectangle([x, y, width, height]: [usize; 4]) -> Outline {
    let [left, right] = [x, x + width].map(|at| at as i16 * PIXEL - 500);
    let [top, bottom] = [y, y + height].map(|at| at as i16 * PIXEL - 500);
    let corners: Vec<Point> = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
    Outline::Polygon(leak(corners))
}

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_runs_below_each_other_are_one_rectangle() {
        let rows = [".....", ".##..", ".##..", ".##.#", "....."];
        let pixels: Pixels = rows.map(|row| {
            let row: Vec<char> = row.chars().collect();
            std::array::from_fn(|x| (row[x] == '#').then_some(0))
        });
        let corners = |outline: &Outline| match outline {
            Outline::Polygon(corners) => corners.to_vec(),
            other => panic!("{other:?} has no corners"),
        };
        let found: Vec<_> = runs(&pixels, |pixel| pixel.is_some()).iter().map(corners).collect();
        let tall = vec![(-300, -300), (100, -300), (100, 300), (-300, 300)];
        let dot = vec![(300, 100), (500, 100), (500, 300), (300, 300)];
        assert_eq!(found, [tall, dot]);
    }
}
