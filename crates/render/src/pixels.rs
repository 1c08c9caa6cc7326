//! A field of pixels to paint pictures on.
//!
//! The edges of cells fall on whole pixels where the board loses no more than a tenth of its size by that, so that
//! nothing is blurred. A field takes four bytes a pixel.

use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};
use unriddle_kit::{Picture, Piece};

use super::lettering;
use super::paint::{self, Ink, LETTER, Surface, margin};
use super::palette::{self, PAGE, SHADES, SHINES, TEXT};
use super::pen::{Drawn, Grid, Pen, Spot, Way, spot};
use super::style_sheet::Theme;

/// The smallest and the largest side of an image, in pixels.
pub const SIDES: std::ops::RangeInclusive<u32> = 16..=4096;

/// What lies further from the origin than this, in pixels, is not drawn.
const FARTHEST: f32 = 30_000.0;

/// Where a board lies in an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The width of the image in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The pixels of a cell.
    cell: f32,
    left: f32,
    top: f32,
}

impl Layout {
    /// Fits a picture, with some space around it, into an image whose longer side has this many pixels;
    /// [at least and at most](SIDES).
    pub fn of_side(picture: &Picture, side: u32) -> Layout {
        Layout::fit((picture.width, picture.height), margin(picture), side)
    }

    /// The same with cells of this many pixels, fewer if a side would be longer than `longest`.
    pub fn of_cell(picture: &Picture, cell: u32, longest: u32) -> Layout {
        let around = (2.0 * margin(picture)).ceil() as u32;
        let units =
            u32::try_from(picture.width.max(picture.height)).unwrap_or(u32::MAX).saturating_add(around);
        Layout::of_side(picture, units.saturating_mul(cell).min(longest))
    }

    /// Fits a board of this many columns and rows, with a margin of this many cells.
    fn fit((columns, rows): (usize, usize), margin: f32, side: u32) -> Layout {
        let side = side.clamp(*SIDES.start(), *SIDES.end());
        let (wide, high) = (columns as f32 + 2.0 * margin, rows as f32 + 2.0 * margin);
        let exact = side as f32 / wide.max(high);
        let shorter = |units: f32| ((units * exact).round() as u32).clamp(1, side);
        let (width, height) = (shorter(wide), shorter(high));
        let cell = if exact.floor() >= 0.9 * exact { exact.floor() } else { exact };
        let start = |pixels: u32, cells: usize| ((pixels as f32 - cells as f32 * cell) / 2.0).round();
        Layout { width, height, cell, left: start(width, columns), top: start(height, rows) }
    }

    /// The number of pixels.
    pub fn pixels(self) -> usize {
        self.width as usize * self.height as usize
    }
}

/// A field of pixels.
pub(super) struct Pixels {
    map: Pixmap,
    layout: Layout,
    theme: Theme,
    /// Where cells lie in the field, with the turn and the size in which what follows is drawn.
    place: Transform,
    /// How dense what follows is drawn.
    dense: f32,
}

impl Pixels {
    /// An empty page.
    pub(super) fn new(layout: Layout, theme: Theme) -> Self {
        // Neither side is zero, nor is there more memory in it than can be addressed.
        let map = Pixmap::new(layout.width, layout.height).expect("a layout has a size");
        Pixels { map, layout, theme, place: Pixels::place(layout), dense: 1.0 }
    }

    fn place(layout: Layout) -> Transform {
        Transform::from_row(layout.cell, 0.0, 0.0, layout.cell, layout.left, layout.top)
    }

    /// Paints what lies below the pieces.
    pub(super) fn paint_ground(&mut self, picture: &Picture) {
        let page = opaque(rgb(of(self.theme, PAGE)));
        self.map.fill(page);
        paint::ground(self, picture);
    }

    /// Paints pieces.
    pub(super) fn paint_pieces(&mut self, pieces: &[Piece]) {
        let cell = self.layout.cell;
        paint::pieces(self, pieces, cell);
    }

    /// Makes it the same as another one of this layout.
    pub(super) fn copy_from(&mut self, other: &Pixels) {
        self.map.data_mut().copy_from_slice(other.map.data());
    }

    /// Red, green, blue and opacity of each pixel, row by row. All are opaque.
    pub(super) fn data(&self) -> &[u8] {
        self.map.data()
    }

    fn colour(&self, ink: Ink) -> Color {
        let translucent = |value: f32, dense: f32| {
            Color::from_rgba(value, value, value, dense.clamp(0.0, 1.0)).unwrap_or(Color::TRANSPARENT)
        };
        match ink {
            Ink::Tone(tone) => {
                let paint = palette::of(tone);
                opaque(rgb(of(self.theme, (paint.light, paint.dark))))
            }
            Ink::Colour(light, dark) => opaque(of(self.theme, (light, dark))),
            Ink::Shade(percent) => translucent(0.0, f32::from(percent) / 100.0 * of(self.theme, SHADES)),
            Ink::Shine(percent) => translucent(1.0, f32::from(percent) / 100.0 * of(self.theme, SHINES)),
            Ink::Page => opaque(rgb(of(self.theme, PAGE))),
            Ink::Words => opaque(rgb(of(self.theme, TEXT))),
        }
    }
}

/// What belongs to a theme, of what is light and what is dark.
fn of<T>(theme: Theme, (light, dark): (T, T)) -> T {
    match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

/// The colour `#rrggbb` as a number.
fn rgb(colour: &str) -> u32 {
    u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0)
}

fn opaque(colour: u32) -> Color {
    let [_, red, green, blue] = colour.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

impl Surface for Pixels {
    type Path = PathBuilder;

    fn fill(&mut self, ink: Ink, path: PathBuilder) {
        let Some(path) = path.finish().and_then(|path| path.transform(self.place)) else { return };
        let bounds = path.bounds();
        let far = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        if far.iter().any(|far| far.abs() > FARTHEST) {
            return;
        }
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        let mut colour = self.colour(ink);
        colour.apply_opacity(self.dense);
        paint.set_color(colour);
        self.map.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn begin(&mut self, (x, y): Spot, turn: f32, scale: f32) {
        let turned = self.place.pre_concat(Transform::from_rotate_at(turn, x, y));
        let moved = turned.pre_translate(x, y).pre_scale(scale, scale);
        self.place = moved.pre_translate(-x, -y);
        self.dense = paint::density(scale);
    }

    fn end(&mut self) {
        self.place = Pixels::place(self.layout);
        self.dense = 1.0;
    }

    fn label(&mut self, ink: Ink, label: char, (x, y): Spot) {
        let mut path = PathBuilder::default();
        lettering::write_in_middle(&mut path, label, (x + 0.5, y + 0.5), LETTER);
        self.fill(ink, path);
    }
}

/// How far the control points of a curve lie from its ends to look like a quarter of a circle of radius 1.
const QUARTER: f32 = 0.552_285;

impl Drawn for PathBuilder {
    fn is_blank(&self) -> bool {
        self.is_empty()
    }
}

impl Pen for PathBuilder {
    fn move_to(&mut self, (x, y): Spot) {
        PathBuilder::move_to(self, x, y);
    }

    fn line_to(&mut self, (x, y): Spot) {
        PathBuilder::line_to(self, x, y);
    }

    fn curve_to(&mut self, control: Spot, (x, y): Spot) {
        self.quad_to(control.0, control.1, x, y);
    }

    fn close(&mut self) {
        PathBuilder::close(self);
    }

    fn ellipse(&mut self, (x, y): Spot, (rx, ry): Spot, way: Way) {
        let ry = if way == Way::Round { ry } else { -ry };
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        PathBuilder::move_to(self, x - rx, y);
        self.cubic_to(x - rx, y - ky, x - kx, y - ry, x, y - ry);
        self.cubic_to(x + kx, y - ry, x + rx, y - ky, x + rx, y);
        self.cubic_to(x + rx, y + ky, x + kx, y + ry, x, y + ry);
        self.cubic_to(x - kx, y + ry, x - rx, y + ky, x - rx, y);
        PathBuilder::close(self);
    }

    fn rounded_rectangle(&mut self, (x, y): Spot, (half_x, half_y): Spot, corner: f32) {
        let (left, top, right, bottom) = (x - half_x, y - half_y, x + half_x, y + half_y);
        // From the end of a rounded corner to its control point.
        let (r, k) = (corner, corner * (1.0 - QUARTER));
        PathBuilder::move_to(self, left + r, top);
        PathBuilder::line_to(self, right - r, top);
        self.cubic_to(right - k, top, right, top + k, right, top + r);
        PathBuilder::line_to(self, right, bottom - r);
        self.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
        PathBuilder::line_to(self, left + r, bottom);
        self.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
        PathBuilder::line_to(self, left, top + r);
        self.cubic_to(left, top + k, left + k, top, left + r, top);
        PathBuilder::close(self);
    }

    fn edge_to(&mut self, _: Grid, to: Grid) {
        Pen::line_to(self, spot(to));
    }

    fn corner_to(&mut self, from: Grid, to: Grid, corner: Grid) {
        let (from, (x, y), corner) = (spot(from), spot(to), spot(corner));
        let control = |(x, y): Spot| (x + (corner.0 - x) * QUARTER, y + (corner.1 - y) * QUARTER);
        let (first, second) = (control(from), control((x, y)));
        self.cubic_to(first.0, first.1, second.0, second.1, x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::super::paint::MARGIN;
    use super::*;
    use unriddle_kit::{Style, Tone, sprite};

    #[test]
    fn an_image_has_the_side_that_was_asked_for() {
        for (columns, rows, side) in
            [(5, 3, 800), (141, 141, 800), (1, 400, 640), (1000, 1000, 300), (0, 0, 100)]
        {
            let layout = Layout::fit((columns, rows), MARGIN, side);
            assert_eq!(layout.width.max(layout.height), side, "{columns} × {rows}");
        }
    }

    #[test]
    fn no_side_is_too_long_or_too_short() {
        for (columns, rows) in [(1, 1), (1_000_000, 1), (1, usize::MAX)] {
            for side in [0, 1, 100_000, u32::MAX] {
                let layout = Layout::fit((columns, rows), MARGIN, side);
                assert!(layout.width >= 1 && layout.height >= 1, "{layout:?}");
                assert!(SIDES.contains(&layout.width.max(layout.height)), "{layout:?}");
            }
            let picture = Picture { width: columns, height: rows, ..Picture::default() };
            assert!(Layout::of_cell(&picture, u32::MAX, u32::MAX).width <= *SIDES.end());
        }
    }

    #[test]
    fn cells_of_a_small_board_fall_on_whole_pixels() {
        for side in [300, 517, 800] {
            let layout = Layout::fit((7, 5), MARGIN, side);
            assert_eq!((layout.cell.fract(), layout.left.fract(), layout.top.fract()), (0.0, 0.0, 0.0));
        }
    }

    #[test]
    fn what_is_larger_than_its_cell_is_drawn_whole_at_the_edge() {
        let style = Style::new(sprite::DOT.scaled(9), Tone::Red, 'x');
        let piece = Piece::new("corner", 0.0, 0.0, style);
        let picture = Picture { width: 60, height: 60, pieces: vec![piece], ..Picture::default() };
        let layout = Layout::of_side(&picture, 640);
        let mut pixels = Pixels::new(layout, Theme::Light);
        pixels.paint_ground(&picture);
        let page = pixels.data()[..4].to_vec();
        pixels.paint_pieces(&picture.pieces);
        let is_painted = |pixel: &[u8]| pixel != page.as_slice();
        let (width, pixel) = (layout.width as usize, |at: usize| &pixels.data()[4 * at..4 * at + 4]);
        let edge = (0..width).flat_map(|at| [at, at * width]);
        assert!(edge.into_iter().all(|at| !is_painted(pixel(at))), "it is cut off");
        assert!((0..width * width).any(|at| is_painted(pixel(at))));
    }
}
