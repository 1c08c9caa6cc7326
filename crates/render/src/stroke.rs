//! Strokes of a pen with a broad square nib, as closed outlines.
//!
//! A stroke is a line through points, each with a radius by which the corner there is rounded. Its outline is the
//! line moved aside to either hand. So a letter costs a few points on either side, whatever it is drawn with.

use super::pen::{Pen, Spot};

/// A corner sharper than this, as the length of its tip in halves of the width, is cut off.
const MAX_TIP_LENGTH: f32 = 1.7;

/// A corner of an outline and the radius by which it is rounded.
type Corner = (Spot, f32);

/// Draws a stroke through corners, `half` being half of its width.
pub(super) fn stroke(pen: &mut impl Pen, corners: &[Corner], half: f32, closed: bool) {
    if corners.len() < 2 {
        return;
    }
    let mut back = aside(corners, -half, closed);
    back.reverse();
    let mut there = aside(corners, half, closed);
    if closed {
        ring(pen, &there);
        ring(pen, &back);
    } else {
        there.extend(back);
        ring(pen, &there);
    }
}

/// The corners moved to the left hand, or to the right if `far` is negative; ends are lengthened by as much.
fn aside(corners: &[Corner], far: f32, closed: bool) -> Vec<Corner> {
    let count = corners.len();
    let place = |n: usize| corners[n % count].0;
    let mut moved = Vec::with_capacity(count + 2);
    for (n, &((x, y), radius)) in corners.iter().enumerate() {
        let first = !closed && n == 0;
        let last = !closed && n + 1 == count;
        let before = if first { None } else { Some(unit(place(n + count - 1), (x, y))) };
        let behind = if last { None } else { Some(unit((x, y), place(n + 1))) };
        // Along (dx, dy) the left hand is at (dy, -dx), with y downwards.
        match (before, behind) {
            (Some((ax, ay)), Some((bx, by))) => {
                let (sum_x, sum_y) = (ay + by, -ax - bx);
                let tip = 2.0 / sum_x.hypot(sum_y).max(f32::EPSILON);
                let outside = (ax * by - ay * bx) * far > 0.0;
                if outside && tip > MAX_TIP_LENGTH {
                    let past = 0.6 * far.abs();
                    moved.push(((x + far * ay + past * ax, y - far * ax + past * ay), radius));
                    moved.push(((x + far * by - past * bx, y - far * bx - past * by), radius));
                } else {
                    let tip = tip * tip / 2.0;
                    let radius = if radius == 0.0 {
                        0.0
                    } else if outside {
                        radius + far.abs()
                    } else {
                        (radius - far.abs()).max(0.0)
                    };
                    moved.push(((x + far * sum_x * tip, y + far * sum_y * tip), radius));
                }
            }
            (None, Some((bx, by))) => {
                moved.push(((x + far * by - far.abs() * bx, y - far * bx - far.abs() * by), 0.0));
            }
            (Some((ax, ay)), None) => {
                moved.push(((x + far * ay + far.abs() * ax, y - far * ax + far.abs() * ay), 0.0));
            }
            (None, None) => {}
        }
    }
    moved
}

/// The direction from one place to another.
fn unit(from: Spot, to: Spot) -> Spot {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    (dx / length, dy / length)
}

/// A closed shape with rounded corners.
fn ring(pen: &mut impl Pen, corners: &[Corner]) {
    let count = corners.len();
    // A rounded corner begins and ends at most half way to its neighbours.
    let towards = |from: Spot, to: Spot, radius: f32| {
        let far = (to.0 - from.0).hypot(to.1 - from.1).max(f32::EPSILON);
        let part = (radius / far).min(0.5);
        (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
    };
    for (n, &(corner, radius)) in corners.iter().enumerate() {
        let (before, behind) = (corners[(n + count - 1) % count].0, corners[(n + 1) % count].0);
        let entry = if radius > 0.0 { towards(corner, before, radius) } else { corner };
        if n == 0 {
            pen.move_to(entry);
        } else {
            pen.line_to(entry);
        }
        if radius > 0.0 {
            pen.curve_to(corner, towards(corner, behind, radius));
        }
    }
    pen.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(corners: &[Corner], closed: bool) -> String {
        let mut path = String::new();
        stroke(&mut path, corners, 0.1, closed);
        path
    }

    #[test]
    fn a_straight_stroke_is_a_rectangle_that_runs_clockwise() {
        let across = path(&[((0.0, 0.0), 0.0), ((1.0, 0.0), 0.0)], false);
        assert_eq!(across, "M-0.1 -0.1L1.1 -0.1L1.1 0.1L-0.1 0.1z");
    }

    #[test]
    fn a_corner_is_as_broad_as_the_stroke() {
        let corner = path(&[((0.0, 0.0), 0.0), ((1.0, 0.0), 0.0), ((1.0, 1.0), 0.0)], false);
        assert_eq!(corner, "M-0.1 -0.1L1.1 -0.1L1.1 1.1L0.9 1.1L0.9 0.1L-0.1 0.1z");
    }

    #[test]
    fn a_closed_stroke_has_a_hole() {
        let square = [((0.0, 0.0), 0.0), ((1.0, 0.0), 0.0), ((1.0, 1.0), 0.0), ((0.0, 1.0), 0.0)];
        let path = path(&square, true);
        assert_eq!(path.matches('M').count(), 2, "{path}");
        assert!(path.contains("L1.1 1.1") && path.contains("L0.9 0.9"), "{path}");
    }

    #[test]
    fn a_sharp_corner_is_cut_off() {
        let path = path(&[((0.0, 0.0), 0.0), ((0.2, 2.0), 0.0), ((0.4, 0.0), 0.0)], false);
        let lowest = path.split(['L', 'M']).filter_map(|point| point.trim_end_matches('z').split_once(' '));
        let lowest = lowest.filter_map(|(_, y)| y.parse::<f32>().ok()).fold(0.0, f32::max);
        assert!(lowest < 2.2, "{path}");
    }
}
