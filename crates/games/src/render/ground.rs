//! The ground of a board as a list of paths to fill, bottom to top: the same for every renderer.
//!
//! Cells of one tone that lie together are one shape with round corners. Ground rises in terraces: for each
//! height the cells that are at least so high are drawn as one plateau with a face towards the reader, so the
//! number of bands in a cliff tells by how much it drops; a plateau is lighter than the one below it, and has its
//! height written in a corner. Slopes are bands that get darker downhill. Walls stand on the ground, water lies in
//! it: see [`Relief`].
//!
//! What lies on cells is gathered by style: a board is some dozens of paths, however many cells it has. Large
//! boards are drawn without what would be too small to see.

use super::lettering;
use super::outline::{outline, polygon};
use super::paint::Ink;
use super::palette;
use super::pen::{Drawn, Pen, spot};
use super::region::{CELL, Corners, Edge, Length, outlines};
use crate::sprite::{Fill, Relief};
use crate::{Direction, Picture, Style, Tone};

/// Boards up to this many cells wide or high are drawn with all details.
const DETAILED: usize = 48;

/// Boards up to this many cells wide or high show what is drawn on tiles: a few hundred bytes for each.
const TEXTURED: usize = 32;

/// Boards up to this many cells wide or high have walls with faces.
const SOLID: usize = 256;

/// Heights above this are told apart by their order only.
const MOST_STEPS: i32 = 12;

/// How much of a cell the face of a cliff takes, by the number of steps that it drops.
const FACES: [Length; 8] = [0, 110, 190, 250, 295, 330, 355, 375];

/// How much of its cell the face of a wall takes.
const WALL_FACE: Length = 220;

/// Where the height of a plateau is written in its cell, and how high its digits are, in cells.
const NUMERAL: (f32, f32, f32) = (0.1, 0.09, 0.18);

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

/// What a cell is as ground.
#[derive(Clone, Copy)]
struct Square {
    tone: Tone,
    relief: Relief,
    /// How many steps it stands above the page; that of the lower end of a slope.
    level: i32,
    /// Its height as it is written.
    height: u32,
    /// Where it falls to.
    slope: Option<Direction>,
    /// Whether nothing lies on it.
    is_bare: bool,
}

/// The cells of a board, row by row.
struct Survey {
    size: (usize, usize),
    squares: Vec<Option<Square>>,
    is_textured: bool,
    is_detailed: bool,
    is_solid: bool,
    has_heights: bool,
}

/// Kinds of edges.
const JOINED: u8 = 0;
const CLIFF: u8 = 1;
const BANK: u8 = 2;

impl Survey {
    fn new(picture: &Picture) -> Survey {
        let size = (picture.width, picture.height);
        let mut squares = vec![None; picture.width * picture.height];
        let steps = steps(&picture.heights);
        for (n, cell) in picture.cells.iter().enumerate() {
            let sprite = cell.style.sprite();
            let (tone, relief) = if sprite.fills_cell() {
                (cell.style.tone, sprite.art().relief)
            } else {
                (sprite.art().below, Relief::Flat)
            };
            let slope = picture.slopes.get(n).copied().flatten();
            let height = picture.heights.get(n).copied().unwrap_or(0);
            let step = steps.get(n).copied().unwrap_or(0);
            let level = if slope.is_some() { (step - 1).max(0) } else { step };
            if let Some(square) = squares.get_mut(cell.y * picture.width + cell.x) {
                *square = Some(Square { tone, relief, level, height, slope, is_bare: is_bare(cell.style) });
            }
        }
        let side = picture.width.max(picture.height);
        Survey {
            size,
            squares,
            is_textured: side <= TEXTURED,
            is_detailed: side <= DETAILED,
            is_solid: side <= SOLID,
            has_heights: !picture.heights.is_empty(),
        }
    }

    /// The column and row of a square.
    fn place(&self, at: usize) -> (usize, usize) {
        (at % self.size.0, at / self.size.0)
    }

    fn square(&self, (x, y): (usize, usize)) -> Option<Square> {
        self.squares[y * self.size.0 + x]
    }

    fn neighbour(&self, at: (usize, usize), side: Direction) -> Option<((usize, usize), Square)> {
        let there = side.step(at, self.size)?;
        Some((there, self.square(there)?))
    }

    fn top(&self) -> i32 {
        self.squares.iter().flatten().map(|square| square.level).max().unwrap_or(-1)
    }

    /// The tone of most cells that are not walls.
    fn common_tone(&self) -> Tone {
        let open = || self.squares.iter().flatten().filter(|square| square.relief != Relief::Raised);
        let count = |tone| open().filter(|square| square.tone == tone).count();
        let tones = palette::PALETTE.iter().map(|paint| paint.tone);
        tones.rev().max_by_key(|&tone| count(tone)).unwrap_or(Tone::Floor)
    }

    /// How high the ground beside a cell is where they meet; -1 for the page.
    fn beside(&self, at: (usize, usize), side: Direction) -> i32 {
        match self.neighbour(at, side) {
            None => -1,
            Some((_, square)) if square.slope == Some(side) => square.level + 1,
            Some((_, square)) => square.level,
        }
    }

    /// The edge of a plateau of a level, `steps` steps above its foot.
    fn cliff(&self, at: (usize, usize), side: Direction, level: i32, steps: i32) -> Edge {
        let beside = self.beside(at, side);
        if beside >= level {
            return Edge { inset: 0, kind: JOINED };
        }
        let inset = match side {
            Direction::Down => face(level - 1 - beside + steps),
            Direction::Left | Direction::Right if self.has_heights => 25 * steps,
            _ => 0,
        };
        Edge { inset, kind: CLIFF }
    }

    fn trace<P: Drawn>(
        &self,
        inside: impl Fn(Square) -> bool,
        edge: impl Fn((usize, usize), Direction) -> Edge,
        corners: Corners,
    ) -> P {
        let inside = |x, y| self.square((x, y)).is_some_and(&inside);
        outlines(self.size, inside, edge, if self.is_detailed { corners } else { Corners::SQUARE })
    }

    /// The cells that are at least so high, as one shape with a face.
    fn plateau<P: Drawn>(&self, ground: &mut Ground<P>, level: i32, base: Tone) {
        let corners = Corners { outer: 160, inner: 90 };
        let inside = |square: Square| square.level >= level;
        let edge = |steps: i32| move |at, side| self.cliff(at, side, level, steps);
        if self.is_detailed {
            let shadow = |at, side| {
                let edge = self.cliff(at, side, level, 0);
                let out = match side {
                    _ if edge.kind == JOINED => 0,
                    Direction::Down => 90,
                    Direction::Right => 50,
                    _ => 0,
                };
                Edge { inset: edge.inset - out, ..edge }
            };
            ground.fill(Fill::Shade(16), self.trace(inside, shadow, corners));
        }
        let side: P = self.trace(inside, edge(0), corners);
        if self.has_heights {
            ground.fill(Fill::Tone(Tone::Earth), side.clone());
            ground.fill(Fill::Shade(if level % 2 == 0 { 26 } else { 8 }), side);
        } else if self.is_solid {
            ground.fill(Fill::Tone(base), side.clone());
            ground.fill(Fill::Shade(26), side);
        }
        ground.fill(Fill::Tone(base), self.trace(inside, edge(1), corners));
    }

    /// The cells of a level in other tones than the common one, and the pattern by which cells are counted.
    fn patches<P: Drawn>(&self, ground: &mut Ground<P>, level: i32, base: Tone) {
        let corners = Corners { outer: 170, inner: 100 };
        let top = |at, side, bank| {
            let edge = self.cliff(at, side, level, 1);
            let inset = edge.inset.max(bank);
            if edge.kind == CLIFF { Edge { inset, ..edge } } else { Edge { inset: bank, kind: BANK } }
        };
        for tone in palette::PALETTE.iter().map(|paint| paint.tone).filter(|&tone| tone != base) {
            let is = move |relief: Relief| {
                move |square: Square| square.level == level && square.tone == tone && square.relief == relief
            };
            let flat = |at, side| top(at, side, 0);
            ground.fill(Fill::Tone(tone), self.trace(is(Relief::Flat), flat, corners));
            let hollow: P = self.trace(is(Relief::Sunken), flat, corners);
            ground.fill(Fill::Tone(tone), hollow.clone());
            if self.is_solid {
                let bank = |at, side| match side {
                    Direction::Up => top(at, side, 110),
                    Direction::Down => top(at, side, 25),
                    _ => top(at, side, 45),
                };
                ground.fill(Fill::Shade(30), hollow);
                ground.fill(Fill::Tone(tone), self.trace(is(Relief::Sunken), bank, corners));
            }
        }
        if self.is_detailed {
            let odd = |x, y| {
                (x + y) % 2 == 1
                    && self.square((x, y)).is_some_and(|square| {
                        square.level == level
                            && square.tone == base
                            && square.relief == Relief::Flat
                            && square.slope.is_none()
                    })
            };
            let edge = |at, side| self.cliff(at, side, level, 1);
            let path = outlines(self.size, odd, edge, Corners { outer: 160, inner: 0 });
            ground.fill(Fill::Shade(4), path);
        }
    }

    /// Plateaus are lighter the higher they are, and have a bright rim.
    fn finish_level<P: Drawn>(&self, ground: &mut Ground<P>, level: i32) {
        if level == 0 || !self.has_heights {
            return;
        }
        let corners = Corners { outer: 160, inner: 90 };
        let inside = |square: Square| square.level >= level;
        let edge = |at, side| self.cliff(at, side, level, 1);
        // The plateaus below it are hidden, and their light with them.
        let light = (level * 45 / self.top().max(3)).max(4) as u8;
        ground.fill(Fill::Shine(light), self.trace(inside, edge, corners));
    }

    /// Bands that get darker downhill, and the flanks that are seen.
    fn slopes<P: Drawn>(&self, ground: &mut Ground<P>) {
        const BANDS: Length = 4;
        let mut bands = vec![P::default(); BANDS as usize];
        let (mut flanks, mut rims) = (P::default(), P::default());
        for (at, square) in self.squares.iter().enumerate() {
            let Some(Square { slope: Some(down), level, .. }) = *square else { continue };
            let at = self.place(at);
            let beside = self.beside(at, Direction::Down);
            let foot = if beside < level { face(level - beside) } else { 0 };
            let bed = Bed { at, down, high: CELL - foot };
            for (n, band) in (0..BANDS).zip(&mut bands) {
                bed.quad(band, (n * CELL / BANDS, 0), ((n + 1) * CELL / BANDS, CELL));
            }
            bed.quad(&mut rims, (0, 0), (60, CELL));
            // The flank is as high as a step at the upper end.
            let rise = face(1);
            let (left, right, bottom) = (0, CELL, bed.high);
            match down {
                _ if beside > level => {}
                Direction::Right => {
                    bed.polygon(&mut flanks, &[(left, bottom - rise), (right, bottom), (left, bottom)]);
                }
                Direction::Left => {
                    bed.polygon(&mut flanks, &[(right, bottom - rise), (right, bottom), (left, bottom)]);
                }
                Direction::Up => bed.polygon(
                    &mut flanks,
                    &[(left, bottom - rise), (right, bottom - rise), (right, bottom), (left, bottom)],
                ),
                Direction::Down => {}
            }
            if matches!(down, Direction::Up | Direction::Down) {
                let (high, low) = if down == Direction::Down { (0, bottom) } else { (bottom, 0) };
                for (side, edge) in [(Direction::Left, 0), (Direction::Right, CELL)] {
                    let inner = if edge == 0 { 70 } else { CELL - 70 };
                    if self.beside(at, side) <= level {
                        let mut corners = [(edge, high), (inner, high), (edge, low)];
                        if (edge == 0) == (high > low) {
                            corners.reverse();
                        }
                        bed.polygon(&mut flanks, &corners);
                    }
                }
            }
        }
        for (n, band) in (1..).zip(bands) {
            ground.fill(Fill::Shade(7 * n), band);
        }
        ground.fill(Fill::Shine(35), rims);
        ground.fill(Fill::Tone(Tone::Earth), flanks.clone());
        ground.fill(Fill::Shade(12), flanks);
    }

    /// Cells of walls, which stand on the ground as masses.
    fn walls<P: Drawn>(&self, ground: &mut Ground<P>) {
        let corners = Corners { outer: 260, inner: 140 };
        for tone in palette::PALETTE.iter().map(|paint| paint.tone) {
            let inside = |square: Square| square.relief == Relief::Raised && square.tone == tone;
            if !self.squares.iter().flatten().any(|&square| inside(square)) {
                continue;
            }
            let trace = |edge: fn(Direction) -> Length| {
                self.trace(inside, |_, side| Edge { inset: edge(side), kind: BANK }, corners)
            };
            let whole: P = trace(|_| 0);
            if self.is_detailed {
                let shadow = trace(|side| match side {
                    Direction::Down => -130,
                    Direction::Right => -70,
                    _ => 0,
                });
                ground.fill(Fill::Shade(18), shadow);
            }
            ground.fill(Fill::Tone(tone), whole.clone());
            if self.is_solid {
                ground.fill(Fill::Shade(34), whole);
                let lower = trace(|side| if side == Direction::Down { WALL_FACE } else { 0 });
                ground.fill(Fill::Tone(tone), lower.clone());
                if self.is_detailed {
                    ground.fill(Fill::Shine(30), lower);
                    let inner = trace(|side| match side {
                        Direction::Down => WALL_FACE,
                        Direction::Up => 60,
                        _ => 35,
                    });
                    ground.fill(Fill::Tone(tone), inner);
                }
            }
        }
    }

    /// What lies on the cells, by style: nothing reaches from one cell into another but what is enlarged, which
    /// comes last.
    fn details<P: Drawn>(&self, ground: &mut Ground<P>, picture: &Picture) {
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
            if self.is_textured || !sprite.fills_cell() {
                for layer in sprite.art().layers {
                    ground.fill(layer.fill.in_tone(style.tone), paths(layer.outlines));
                }
            }
            if let Some(glyph) = style.label() {
                let ink = Ink::of_label(*style);
                ground.signs.extend(places.iter().map(|&at| Sign { at, glyph, ink }));
            }
        }
    }

    /// The height of each plateau above the lowest, in the corner of one of its cells.
    fn numerals<P: Drawn>(&self, ground: &mut Ground<P>) {
        if !self.is_detailed || !self.has_heights {
            return;
        }
        let mut seen = vec![false; self.squares.len()];
        let mut path = P::default();
        for (start, square) in self.squares.iter().enumerate() {
            let Some(Square { level, height: height @ 1.., slope: None, .. }) = *square else { continue };
            if seen[start] {
                continue;
            }
            let mut plateau = vec![start];
            seen[start] = true;
            let mut next = 0;
            while let Some(&at) = plateau.get(next) {
                next += 1;
                for side in Direction::ALL {
                    let Some((there, square)) = self.neighbour(self.place(at), side) else { continue };
                    let there = there.1 * self.size.0 + there.0;
                    if square.level == level && square.slope.is_none() && !seen[there] {
                        seen[there] = true;
                        plateau.push(there);
                    }
                }
            }
            // Where nothing is in the way, if there is such a place.
            let covered = |&at: &usize| (self.squares[at].is_none_or(|square| !square.is_bare), at);
            let (x, y) = self.place(plateau.into_iter().min_by_key(covered).unwrap_or(start));
            lettering::write_from(
                &mut path,
                &height.to_string(),
                (x as f32 + NUMERAL.0, y as f32 + NUMERAL.1),
                NUMERAL.2,
            );
        }
        ground.fill(Fill::Colour(0x3f4d33, 0xdfe8d2), path);
    }
}

/// The bed of a slope: the part of its cell that is seen from above.
struct Bed {
    at: (usize, usize),
    down: Direction,
    /// How high it is drawn.
    high: Length,
}

impl Bed {
    /// A part of the bed, from a point to a point: how far downhill, and how far across.
    fn quad(&self, path: &mut impl Pen, (from, across): (Length, Length), (to, along): (Length, Length)) {
        let scaled = |length: Length| length * self.high / CELL;
        let (x, y) = match self.down {
            Direction::Right => ((from, to), (scaled(across), scaled(along))),
            Direction::Left => ((CELL - to, CELL - from), (scaled(across), scaled(along))),
            Direction::Down => ((across, along), (scaled(from), scaled(to))),
            Direction::Up => ((across, along), (scaled(CELL - to), scaled(CELL - from))),
        };
        self.polygon(path, &[(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)]);
    }

    /// A shape in the cell.
    fn polygon(&self, path: &mut impl Pen, points: &[(Length, Length)]) {
        let (left, top) = (self.at.0 as Length * CELL, self.at.1 as Length * CELL);
        polygon(path, points.iter().map(|&(x, y)| spot((left + x, top + y))));
    }
}

/// Whether a style is nothing but the ground.
fn is_bare(style: Style) -> bool {
    let sprite = style.sprite();
    sprite.fills_cell() && style.label().is_none() && sprite.art().layers.is_empty()
}

/// How much of a cell a cliff of so many steps takes.
fn face(steps: i32) -> Length {
    FACES[(steps.max(0) as usize).min(FACES.len() - 1)]
}

/// Heights as steps: as they are if they are small, else by their order.
fn steps(heights: &[u32]) -> Vec<i32> {
    let most = heights.iter().copied().max().unwrap_or(0);
    if most <= MOST_STEPS as u32 {
        return heights.iter().map(|&height| height as i32).collect();
    }
    let mut order = heights.to_vec();
    order.sort_unstable();
    order.dedup();
    let rank = |height: &u32| order.binary_search(height).unwrap_or(0) as i32;
    heights.iter().map(|height| rank(height).min(MOST_STEPS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;
    use crate::sprite::{self, Art, Outline, Sprite, WHOLE_CELL};

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
    fn each_plateau_has_its_height_once() {
        let numerals = |heights: &[u32]| {
            let mut expected = String::new();
            let ground: Ground<String> = ground(&with_heights(heights));
            let path = ground.parts.last().map(|part| part.path.clone()).unwrap_or_default();
            lettering::write_from(&mut expected, &heights[0].to_string(), (NUMERAL.0, NUMERAL.1), NUMERAL.2);
            path == expected
        };
        assert!(numerals(&[2, 2, 2]) && !numerals(&[2, 1, 2]) && !numerals(&[0, 0]));
        assert!(numerals(&[4_000_000_000]), "however high it is");
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
        assert!(marked.parts.len() < 8, "{}", marked.parts.len());
        assert_eq!(
            ground::<String>(&board(100, 100, |_, _| Style::new(MARK, Tone::Ice, '*'))).parts.len(),
            3
        );
    }

    #[test]
    fn a_large_maze_is_a_handful_of_paths() {
        let ground: Ground<String> =
            ground(&board(141, 141, |x, y| if x % 2 * (y % 3) == 1 { WALL } else { FLOOR }));
        let bytes: usize = ground.parts.iter().map(|part| part.path.len()).sum();
        assert!(ground.parts.len() < 8 && bytes < 400_000, "{} parts, {bytes} bytes", ground.parts.len());
    }
}
