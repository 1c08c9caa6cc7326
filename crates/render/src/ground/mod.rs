//! The ground of a board as a list of paths to fill, bottom to top: the same for every renderer.
//!
//! Cells of one tone that lie together are one shape with round corners. Ground rises in terraces: for each
//! height the cells that are at least so high are drawn as one plateau with a face towards the reader, so the
//! number of bands in a cliff tells by how much it drops; a plateau is lighter than the one below it, and has its
//! height written in a corner. Slopes are bands that get darker downhill. Walls stand on the ground, water lies in
//! it: see [`Relief`](unriddle_kit::sprite::Relief).
//!
//! What lies on cells is gathered by style: a board is some dozens of paths, however many cells it has. Large
//! boards are drawn without what would be too small to see.

mod details;
mod slopes;
mod survey;
mod terraces;
mod walls;

use unriddle_kit::Picture;
use unriddle_kit::sprite::Fill;

use self::survey::Survey;
use super::paint::Ink;
use super::pen::Drawn;

/// What a part of the ground is filled with, and its path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part<P> {
    pub(crate) fill: Fill,
    pub(crate) path: P,
}

/// A label of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sign {
    /// The column and row of the cell.
    pub(crate) at: (usize, usize),
    pub(crate) glyph: char,
    /// Its colour.
    pub(crate) ink: Ink,
}

/// Everything that lies still, bottom to top; the labels are above the parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground<P> {
    pub(crate) parts: Vec<Part<P>>,
    pub(crate) signs: Vec<Sign>,
}

/// The ground of a picture.
pub(crate) fn ground<P: Drawn>(picture: &Picture) -> Ground<P> {
    let survey = Survey::new(picture);
    let mut ground = Ground { parts: Vec::new(), signs: Vec::new() };
    let base = survey.common_tone();
    for level in 0..=survey.top() {
        survey.plateau(&mut ground, level, base);
        survey.patches(&mut ground, level, base);
        survey.finish_level(&mut ground, level);
    }
    survey.slopes(&mut ground);
    survey.walls(&mut ground);
    survey.details(&mut ground, picture);
    survey.numerals(&mut ground);
    ground
}

impl<P: Drawn> Ground<P> {
    fn fill(&mut self, fill: Fill, path: P) {
        if !path.is_blank() {
            self.parts.push(Part { fill, path });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::survey::CLIFF;
    use super::terraces::NUMERAL;
    use super::*;
    use crate::lettering;
    use unriddle_kit::sprite::{self, Art, Outline, Sprite, WHOLE_CELL};
    use unriddle_kit::{Cell, Direction, Style, Tone};

    const FLOOR: Style = Style::new(sprite::TILE, Tone::Floor, '.');
    const WALL: Style = Style::new(sprite::WALL, Tone::Wall, '#');

    fn board(width: usize, height: usize, style: impl Fn(usize, usize) -> Style) -> Picture {
        let cells = (0..width * height).map(|n| (n % width, n / width));
        let cells = cells.map(|(x, y)| Cell { x, y, style: style(x, y) }).collect();
        Picture { width, height, cells, ..Picture::default() }
    }

    fn with_heights(heights: &[u32]) -> Picture {
        Picture { heights: heights.to_vec(), ..board(heights.len(), 1, |_, _| FLOOR) }
    }

    fn count(ground: &Ground<String>, fill: Fill) -> usize {
        ground.parts.iter().filter(|part| part.fill == fill).count()
    }

    #[test]
    fn walls_stand_above_the_floor_as_one_mass() {
        let ground: Ground<String> = ground(&board(3, 3, |x, y| if (x, y) == (1, 1) { FLOOR } else { WALL }));
        let first = |tone| ground.parts.iter().position(|part| part.fill == Fill::Tone(tone));
        assert!(first(Tone::Floor) < first(Tone::Wall), "{ground:?}");
        let walls = ground.parts.iter().filter(|part| part.fill == Fill::Tone(Tone::Wall));
        assert!(walls.clone().all(|part| part.path.matches('M').count() == 2), "an outline and a hole");
    }

    #[test]
    fn a_cliff_has_a_band_for_each_step() {
        for drop in 0..5 {
            let ground: Ground<String> = ground(&with_heights(&[drop, 0]));
            assert_eq!(count(&ground, Fill::Tone(Tone::Earth)), drop as usize + 1, "{ground:?}");
        }
    }

    #[test]
    fn each_plateau_has_its_height_within_two_cells() {
        let numerals = |heights: &[u32]| {
            let mut expected = String::new();
            let ground: Ground<String> = ground(&with_heights(heights));
            let path = ground.parts.last().map(|part| part.path.clone()).unwrap_or_default();
            lettering::write_from(&mut expected, &heights[0].to_string(), (NUMERAL.0, NUMERAL.1), NUMERAL.2);
            path == expected
        };
        assert!(numerals(&[2, 2, 2]) && !numerals(&[2, 1, 2]) && !numerals(&[0, 0]));
        assert!(numerals(&[4_000_000_000]), "however high it is");
        assert!(numerals(&[1, 1, 1]) && !numerals(&[1, 1, 1, 1]), "the fourth cell is far from the first");
    }

    #[test]
    fn a_slope_leads_to_its_plateau_without_a_cliff() {
        let bare = with_heights(&[0, 1, 1]);
        let sloping = Picture { slopes: vec![None, Some(Direction::Left), None], ..bare.clone() };
        let cliffs = |picture: &Picture| {
            let survey = Survey::new(picture);
            survey.cliff((2, 0), Direction::Left, 1, 1).kind == CLIFF
                || survey.cliff((1, 0), Direction::Left, 1, 1).kind == CLIFF
                    && survey.top() == 1
                    && survey.square((1, 0)).is_some_and(|square| square.level == 1)
        };
        assert!(cliffs(&bare) && !cliffs(&sloping));
        assert_eq!(count(&ground::<String>(&sloping), Fill::Shade(28)), 1, "the darkest band");
    }

    #[test]
    fn what_lies_on_cells_is_gathered_by_style() {
        const MARK: Sprite = Sprite::new(
            &Art::new(WHOLE_CELL)
                .with(&[
                    Fill::Shade(10).of(&[Outline::Disc((0, 0), 100)]),
                    Fill::Shine(10).of(&[Outline::Disc((0, 0), 50)]),
                ])
                .filling(),
        );
        let marked: Ground<String> = ground(&board(30, 30, |_, _| Style::new(MARK, Tone::Ice, '*')));
        assert!(marked.parts.len() < 9, "{}", marked.parts.len());
        assert_eq!(
            ground::<String>(&board(100, 100, |_, _| Style::new(MARK, Tone::Ice, '*'))).parts.len(),
            3
        );
    }

    /// The background of a script is nothing but its colours.
    #[test]
    fn a_large_board_keeps_the_colour_of_its_cells() {
        const BLACK: Fill = Fill::Colour(0, 0);
        const NIGHT: Sprite = Sprite::new(
            &Art::new(WHOLE_CELL)
                .with(&[
                    BLACK.of(WHOLE_CELL),
                    Fill::Colour(0xffffff, 0xffffff).of(&[Outline::Disc((0, 0), 90)]),
                ])
                .filling(),
        );
        for (side, fills) in [(20, 2), (100, 1)] {
            let ground: Ground<String> =
                ground(&board(side, side, |_, _| Style::new(NIGHT, Tone::Floor, '.')));
            let colours = ground.parts.iter().filter(|part| matches!(part.fill, Fill::Colour(..)));
            assert_eq!((colours.count(), count(&ground, BLACK)), (fills, 1), "{side}");
        }
    }

    #[test]
    fn a_large_maze_is_a_handful_of_paths() {
        let ground: Ground<String> =
            ground(&board(141, 141, |x, y| if x % 2 * (y % 3) == 1 { WALL } else { FLOOR }));
        let bytes: usize = ground.parts.iter().map(|part| part.path.len()).sum();
        assert!(ground.parts.len() < 8 && bytes < 400_000, "{} parts, {bytes} bytes", ground.parts.len());
    }
}
