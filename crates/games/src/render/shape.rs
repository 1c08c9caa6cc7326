//! The outlines of the shapes, as path data in the unit square of a cell.
//!
//! All are closed and filled, so that any number of them can share one path.

use std::fmt::Write;

use super::svg::number;
use crate::{Look, Shape, Tone};

/// Appends the outline of a look in the cell whose top left corner is at (`x`, `y`).
pub(super) fn outline(path: &mut String, look: Look, x: f32, y: f32) {
    let (x, y) = (x + 0.5, y + 0.5);
    match look.shape {
        Shape::Sign => {}
        Shape::Tile => polygon(path, &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], x, y),
        Shape::Block => block(path, x, y),
        Shape::Disc => circle(path, x, y, 0.4),
        Shape::Dot => circle(path, x, y, 0.18),
        Shape::Speck => circle(path, x, y, 0.055),
        Shape::Halo => ring(path, x, y, 0.49, 0.43),
        Shape::Diamond => polygon(path, &[(0.0, -0.45), (0.45, 0.0), (0.0, 0.45), (-0.45, 0.0)], x, y),
        Shape::Right => arrow(path, look.tone, |along, aside| (along, aside), x, y),
        Shape::Down => arrow(path, look.tone, |along, aside| (-aside, along), x, y),
        Shape::Left => arrow(path, look.tone, |along, aside| (-along, -aside), x, y),
        Shape::Up => arrow(path, look.tone, |along, aside| (aside, -along), x, y),
        Shape::Flag => {
            polygon(path, &[(-0.27, -0.4), (-0.19, -0.4), (-0.19, 0.4), (-0.27, 0.4)], x, y);
            polygon(path, &[(-0.15, -0.4), (0.34, -0.17), (-0.15, 0.06)], x, y);
        }
        Shape::TopLeft => polygon(path, &[(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)], x, y),
        Shape::TopRight => polygon(path, &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)], x, y),
        Shape::BottomLeft => polygon(path, &[(-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], x, y),
        Shape::BottomRight => polygon(path, &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], x, y),
        Shape::Bar => polygon(path, &[(-0.3, -0.06), (0.3, -0.06), (0.3, 0.06), (-0.3, 0.06)], x, y),
        Shape::Post => polygon(path, &[(-0.06, -0.3), (0.06, -0.3), (0.06, 0.3), (-0.06, 0.3)], x, y),
    }
}

/// An arrow head with a notch; that of a trail is small, so that the player's own stands out.
fn arrow(path: &mut String, tone: Tone, turn: fn(f32, f32) -> (f32, f32), x: f32, y: f32) {
    let scale = if tone == Tone::Trail { 0.65 } else { 1.0 };
    let points = [(0.42, 0.0), (-0.34, 0.36), (-0.16, 0.0), (-0.34, -0.36)];
    polygon(path, &points.map(|(along, aside)| turn(along * scale, aside * scale)), x, y);
}

fn polygon(path: &mut String, points: &[(f32, f32)], x: f32, y: f32) {
    for (n, (dx, dy)) in points.iter().enumerate() {
        let pen = if n == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{pen}{} {}", number(x + dx), number(y + dy));
    }
    path.push('z');
}

fn circle(path: &mut String, x: f32, y: f32, radius: f32) {
    let (left, y, r, d) = (number(x - radius), number(y), number(radius), number(2.0 * radius));
    let _ = write!(path, "M{left} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z");
}

/// A disc with a hole, which is drawn the other way round.
fn ring(path: &mut String, x: f32, y: f32, radius: f32, hole: f32) {
    circle(path, x, y, radius);
    let (left, y, r, d) = (number(x - hole), number(y), number(hole), number(2.0 * hole));
    let _ = write!(path, "M{left} {y}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1 -{d} 0z");
}

fn block(path: &mut String, x: f32, y: f32) {
    let (x, y) = (number(x - 0.24), number(y - 0.38));
    let _ = write!(
        path,
        "M{x} {y}h.48a.14 .14 0 0 1 .14 .14v.48a.14 .14 0 0 1 -.14 .14h-.48\
         a.14 .14 0 0 1 -.14 -.14v-.48a.14 .14 0 0 1 .14 -.14z"
    );
}
