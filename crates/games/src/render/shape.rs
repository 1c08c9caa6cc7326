//! The outlines of the shapes, as path data in the unit square of a cell.
//!
//! All are closed and filled, so that any number of them can share one path.

use std::fmt::Write;

use super::svg::number;
use crate::{Direction, Look, Shape, Tone};

/// Appends the outline of a look in the cell whose top left corner is at (`x`, `y`).
pub(crate) fn outline(path: &mut String, look: Look, x: f32, y: f32) {
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
        Shape::Lane(way) => {
            turned(path, way, &[(-0.5, -0.38), (0.5, -0.38), (0.5, 0.38), (-0.5, 0.38)], x, y);
        }
        Shape::Chevrons(way) => {
            // At both ends of the belt, so that a ring in the middle hides neither.
            for along in [-0.5, 0.3] {
                let chevron =
                    [(0.0, -0.24), (0.07, -0.24), (0.2, 0.0), (0.07, 0.24), (0.0, 0.24), (0.12, 0.0)];
                turned(path, way, &chevron.map(|(dx, dy)| (along + dx, dy)), x, y);
            }
        }
        Shape::Inlet(way) => turned(path, way, &[(-0.5, -0.3), (-0.32, 0.0), (-0.5, 0.3)], x, y),
        Shape::Outlet(way) => turned(path, way, &[(0.36, -0.26), (0.52, 0.0), (0.36, 0.26)], x, y),
        Shape::Nozzle(way) => {
            turned(path, way, &[(0.26, -0.34), (0.42, -0.2), (0.42, 0.2), (0.26, 0.34)], x, y);
            turned(path, way, &[(0.42, -0.12), (0.6, -0.07), (0.6, 0.07), (0.42, 0.12)], x, y);
        }
        Shape::Ram(way) => {
            turned(path, way, &[(0.3, -0.09), (0.46, -0.09), (0.46, 0.09), (0.3, 0.09)], x, y);
            turned(path, way, &[(0.46, -0.34), (0.58, -0.34), (0.58, 0.34), (0.46, 0.34)], x, y);
        }
        Shape::Fork(way) => {
            turned(path, way, &[(-0.5, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.5, 0.1)], x, y);
            turned(path, way, &[(-0.1, -0.26), (0.1, -0.26), (0.1, 0.26), (-0.1, 0.26)], x, y);
            for side in [-1.0, 1.0] {
                turned(path, way, &[(-0.22, 0.24 * side), (0.22, 0.24 * side), (0.0, 0.5 * side)], x, y);
            }
        }
        Shape::Crossing => {
            for way in Direction::ALL {
                turned(path, way, &[(0.08, -0.1), (0.28, -0.1), (0.28, 0.1), (0.08, 0.1)], x, y);
                turned(path, way, &[(0.28, -0.2), (0.46, 0.0), (0.28, 0.2)], x, y);
            }
        }
        Shape::Frame => {
            polygon(path, &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], x, y);
            polygon(path, &[(-0.42, -0.42), (-0.42, 0.42), (0.42, 0.42), (0.42, -0.42)], x, y);
        }
        Shape::Rivets => {
            for (dx, dy) in [(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)] {
                circle(path, x + dx, y + dy, 0.05);
            }
        }
        Shape::Ring => ring(path, x, y, 0.31, 0.1),
        Shape::Icing => {
            // A wavy rim: a ring with small bumps around it.
            ring(path, x, y, 0.24, 0.12);
            around(9, 0.235, |dx, dy| circle(path, x + dx, y + dy, 0.048));
        }
        Shape::Sprinkles => around(8, 0.185, |dx, dy| {
            let (along, aside) = ((dy * 0.7 + dx * 0.4) / 4.0, (dx * 0.4 - dy * 0.7) / 4.0);
            let (u, v) = (along * 1.1, aside * 1.1);
            let (p, q) = (-v * 0.4, u * 0.4);
            let rod = [
                (dx - u - p, dy - v - q),
                (dx + u - p, dy + v - q),
                (dx + u + p, dy + v + q),
                (dx - u + p, dy - v + q),
            ];
            polygon(path, &rod, x, y);
        }),
        Shape::Dollops => around(5, 0.17, |dx, dy| circle(path, x + dx, y + dy, 0.073)),
        Shape::Cherry => circle(path, x, y, 0.12),
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

/// A polygon drawn for the right, turned.
fn turned(path: &mut String, way: Direction, points: &[(f32, f32)], x: f32, y: f32) {
    let turn = |&(along, aside): &(f32, f32)| match way {
        Direction::Right => (along, aside),
        Direction::Down => (-aside, along),
        Direction::Left => (-along, -aside),
        Direction::Up => (aside, -along),
    };
    let points: Vec<(f32, f32)> = points.iter().map(turn).collect();
    polygon(path, &points, x, y);
}

/// Calls with so many points around the middle, at this distance.
fn around(count: usize, distance: f32, mut draw: impl FnMut(f32, f32)) {
    for at in 0..count {
        let angle = std::f32::consts::TAU * (at as f32 / count as f32 - 0.25);
        draw(distance * angle.cos(), distance * angle.sin());
    }
}

/// A disc with a hole, which is drawn the other way round.
fn ring(path: &mut String, x: f32, y: f32, radius: f32, hole: f32) {
    circle(path, x, y, radius);
    let (left, y, r, d) = (number(x - hole), number(y), number(hole), number(2.0 * hole));
    let _ = write!(path, "M{left} {y}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1 -{d} 0z");
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

fn block(path: &mut String, x: f32, y: f32) {
    let (x, y) = (number(x - 0.24), number(y - 0.38));
    let _ = write!(
        path,
        "M{x} {y}h.48a.14 .14 0 0 1 .14 .14v.48a.14 .14 0 0 1 -.14 .14h-.48\
         a.14 .14 0 0 1 -.14 -.14v-.48a.14 .14 0 0 1 .14 -.14z"
    );
}
