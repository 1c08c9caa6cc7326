//! What outlines are drawn with: path data of an SVG document, or a path of pixels.
//!
//! All shapes are closed and filled, so that any number of them can share one path.

use std::fmt::Write;

use super::region::{CELL, Length, decimal};
use super::svg::number;

/// A place on the board, in cells.
pub(crate) type Spot = (f32, f32);

/// A place on the board in thousandths of a cell, where shapes have to meet exactly.
pub(crate) type Grid = (Length, Length);

/// A place on the grid in cells.
pub(super) fn spot((x, y): Grid) -> Spot {
    (x as f32 / CELL as f32, y as f32 / CELL as f32)
}

/// Collects closed shapes.
pub(crate) trait Pen {
    /// Begins a shape.
    fn move_to(&mut self, to: Spot);
    /// A straight line.
    fn line_to(&mut self, to: Spot);
    /// A curve that a control point pulls towards itself.
    fn curve_to(&mut self, control: Spot, to: Spot);
    /// Ends a shape.
    fn close(&mut self);
    /// A whole ellipse.
    fn ellipse(&mut self, middle: Spot, radii: Spot, way: Way);
    /// A whole rectangle, given by halves of its sides, with rounded corners.
    fn rounded_rectangle(&mut self, middle: Spot, halves: Spot, corner: f32);
    /// A line along the grid, from one place to another.
    fn edge_to(&mut self, from: Grid, to: Grid);
    /// A quarter of a circle from one place on the grid to another, instead of a right-angled corner.
    fn corner_to(&mut self, from: Grid, to: Grid, corner: Grid);
}

/// A path that begins empty.
pub(crate) trait Drawn: Pen + Clone + Default {
    /// Whether nothing has been drawn.
    fn is_blank(&self) -> bool;
}

impl Drawn for String {
    fn is_blank(&self) -> bool {
        self.is_empty()
    }
}

/// Which way round an ellipse is drawn, as the flag of an arc: a hole is drawn the other way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Clockwise.
    Round = 1,
    /// Counterclockwise.
    Back = 0,
}

/// Path data. Writing to a string does not fail.
impl Pen for String {
    fn move_to(&mut self, (x, y): Spot) {
        let _ = write!(self, "M{} {}", number(x), number(y));
    }

    fn line_to(&mut self, (x, y): Spot) {
        let _ = write!(self, "L{} {}", number(x), number(y));
    }

    fn curve_to(&mut self, control: Spot, (x, y): Spot) {
        let _ = write!(self, "Q{} {} {} {}", number(control.0), number(control.1), number(x), number(y));
    }

    fn close(&mut self) {
        self.push('z');
    }

    fn ellipse(&mut self, (x, y): Spot, (rx, ry): Spot, way: Way) {
        let (left, y, d, sweep) = (number(x - rx), number(y), number(2.0 * rx), way as u8);
        let arc = format!("a{} {} 0 1 {sweep}", number(rx), number(ry));
        let _ = write!(self, "M{left} {y}{arc} {d} 0{arc} -{d} 0z");
    }

    fn rounded_rectangle(&mut self, (x, y): Spot, (half_x, half_y): Spot, corner: f32) {
        let (wide, high) = (number(2.0 * (half_x - corner)), number(2.0 * (half_y - corner)));
        let (x, y, r) = (number(x - half_x + corner), number(y - half_y), number(corner));
        let arc = format!("a{r} {r} 0 0 1");
        let _ = write!(
            self,
            "M{x} {y}h{wide}{arc} {r} {r}v{high}{arc} -{r} {r}h-{wide}{arc} -{r} -{r}v-{high}{arc} {r} -{r}z"
        );
    }

    // Relative, since that is short; thousandths add up exactly.
    fn edge_to(&mut self, from: Grid, to: Grid) {
        if to.0 != from.0 {
            let _ = write!(self, "h{}", decimal(to.0 - from.0));
        }
        if to.1 != from.1 {
            let _ = write!(self, "v{}", decimal(to.1 - from.1));
        }
    }

    fn corner_to(&mut self, from: Grid, to: Grid, corner: Grid) {
        let radius = decimal((to.0 - from.0).abs());
        let (ahead, aside) = ((corner.0 - from.0, corner.1 - from.1), (to.0 - corner.0, to.1 - corner.1));
        let sweep = u8::from(ahead.0 * aside.1 - ahead.1 * aside.0 > 0);
        let (dx, dy) = (decimal(to.0 - from.0), decimal(to.1 - from.1));
        let _ = write!(self, "a{radius} {radius} 0 0 {sweep} {dx} {dy}");
    }
}
