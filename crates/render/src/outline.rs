//! Draws the outlines of sprites.

use unriddle_kit::sprite::{Outline, Point};
use unriddle_kit::{Direction, Sprite};

use super::pen::{Pen, Spot, Way};

/// Draws outlines that face as a sprite does and are as large, in the cell whose top left corner is at
/// (`x`, `y`).
pub(crate) fn outline(pen: &mut impl Pen, outlines: &[Outline], sprite: Sprite, x: f32, y: f32) {
    let (facing, scale) = (sprite.facing(), f32::from(sprite.scale()));
    let cells = |thousandths: i16| scale * f32::from(thousandths) / 1000.0;
    let at = |point: Point| {
        let (dx, dy) = turned((cells(point.0), cells(point.1)), facing);
        (x + 0.5 + dx, y + 0.5 + dy)
    };
    let all = |points: &[Point]| -> Vec<Spot> { points.iter().map(|&point| at(point)).collect() };
    let upright = matches!(facing, Direction::Right | Direction::Left);
    let halves = |(width, height): (i16, i16)| {
        if upright { (cells(width), cells(height)) } else { (cells(height), cells(width)) }
    };
    for outline in outlines {
        match *outline {
            Outline::Polygon(points) => polygon(pen, points.iter().map(|&point| at(point))),
            Outline::Disc(middle, radius) => pen.ellipse(at(middle), halves((radius, radius)), Way::Round),
            Outline::Ellipse(middle, radii) => pen.ellipse(at(middle), halves(radii), Way::Round),
            Outline::Ring(middle, radius, hole) => {
                pen.ellipse(at(middle), halves((radius, radius)), Way::Round);
                pen.ellipse(at(middle), halves((hole, hole)), Way::Back);
            }
            Outline::RoundedSquare(middle, half, corner) => {
                pen.rounded_rectangle(at(middle), halves((half, half)), cells(corner));
            }
            Outline::RoundedRectangle(middle, sides, corner) => {
                pen.rounded_rectangle(at(middle), halves(sides), cells(corner));
            }
            Outline::Smooth(points) => smooth(pen, &all(points)),
            Outline::Line(points, width) => line(pen, &all(points), cells(width) / 2.0),
        }
    }
}

/// Where a point goes that is drawn for the right.
fn turned((x, y): Spot, facing: Direction) -> Spot {
    match facing {
        Direction::Right => (x, y),
        Direction::Down => (-y, x),
        Direction::Left => (-x, -y),
        Direction::Up => (y, -x),
    }
}

/// Draws a polygon.
pub(super) fn polygon(pen: &mut impl Pen, points: impl Iterator<Item = Spot>) {
    for (n, point) in points.enumerate() {
        if n == 0 { pen.move_to(point) } else { pen.line_to(point) }
    }
    pen.close();
}

fn smooth(pen: &mut impl Pen, points: &[Spot]) {
    let [first, .., last] = points else { return };
    let middle = |a: &Spot, b: &Spot| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    pen.move_to(middle(last, first));
    for (n, corner) in points.iter().enumerate() {
        pen.curve_to(*corner, middle(corner, &points[(n + 1) % points.len()]));
    }
    pen.close();
}

/// A rectangle along each part, and a disc on each point.
fn line(pen: &mut impl Pen, points: &[Spot], half: f32) {
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(f32::EPSILON);
        let (aside_x, aside_y) = (half * -dy / length, half * dx / length);
        let corners = [
            (from.0 - aside_x, from.1 - aside_y),
            (to.0 - aside_x, to.1 - aside_y),
            (to.0 + aside_x, to.1 + aside_y),
            (from.0 + aside_x, from.1 + aside_y),
        ];
        polygon(pen, corners.into_iter());
    }
    points.iter().for_each(|&point| pen.ellipse(point, (half, half), Way::Round));
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::sprite::{ARROW, Art, BLOCK, GLYPH, Sprite, TILE};

    fn path(sprite: Sprite, x: f32, y: f32) -> String {
        let mut path = String::new();
        outline(&mut path, sprite.art().outlines, sprite, x, y);
        path
    }

    #[test]
    fn a_sprite_is_drawn_in_its_cell() {
        assert_eq!(path(TILE, 2.0, 1.0), "M2 1L3 1L3 2L2 2z");
        assert_eq!(path(GLYPH, 2.0, 1.0), "");
        assert_eq!(
            path(BLOCK, 0.0, 0.0),
            "M0.26 0.12h0.48a0.14 0.14 0 0 1 0.14 0.14v0.48a0.14 0.14 0 0 1 -0.14 0.14\
             h-0.48a0.14 0.14 0 0 1 -0.14 -0.14v-0.48a0.14 0.14 0 0 1 0.14 -0.14z"
        );
    }

    #[test]
    fn an_arrow_points_where_it_faces() {
        let tips = Direction::ALL.map(|facing| {
            let path = path(ARROW.turned(facing), 0.0, 0.0);
            path[1..].split_once('L').map(|(tip, _)| tip.to_string()).unwrap_or_default()
        });
        assert_eq!(tips, ["0.92 0.5", "0.5 0.08", "0.08 0.5", "0.5 0.92"]);
    }

    #[test]
    fn a_sprite_grows_around_the_middle_of_its_cell() {
        assert_eq!(path(TILE.scaled(3), 2.0, 2.0), "M1 1L4 1L4 4L1 4z");
    }

    #[test]
    fn offsets_turn_with_the_sprite() {
        const OFF: Sprite = Sprite::new(&Art::new(&[Outline::Disc((300, 0), 100)]));
        assert!(path(OFF, 0.0, 0.0).starts_with("M0.7 0.5a0.1 0.1 0 1 1 0.2 0a"));
        assert!(path(OFF.turned(Direction::Down), 0.0, 0.0).starts_with("M0.4 0.8a"));
    }

    #[test]
    fn the_hole_of_a_ring_is_drawn_the_other_way_round() {
        const RING: Sprite = Sprite::new(&Art::new(&[Outline::Ring((0, 0), 300, 100)]));
        let path = path(RING, 0.0, 0.0);
        let (disc, hole) = path.split_once('z').expect("two circles");
        assert!(disc.contains("0.3 0.3 0 1 1 ") && hole.contains("0.1 0.1 0 1 0 "), "{path}");
    }

    #[test]
    fn what_is_longer_than_wide_turns_with_the_sprite() {
        const WIDE: Sprite = Sprite::new(&Art::new(&[
            Outline::Ellipse((0, 0), (400, 100)),
            Outline::RoundedRectangle((0, 0), (400, 100), 50),
        ]));
        let across = path(WIDE, 0.0, 0.0);
        let upright = path(WIDE.turned(Direction::Up), 0.0, 0.0);
        assert!(across.contains("a0.4 0.1 0") && across.contains("h0.7a"), "{across}");
        assert!(upright.contains("a0.1 0.4 0") && upright.contains("h0.1a"), "{upright}");
    }

    #[test]
    fn a_line_has_a_side_for_each_part_and_round_ends() {
        const CORNER: Sprite = Sprite::new(&Art::new(&[Outline::Line(&[(-300, 0), (0, 0), (0, 300)], 100)]));
        let path = path(CORNER, 0.0, 0.0);
        assert!(path.starts_with("M0.2 0.45L0.5 0.45L0.5 0.55L0.2 0.55z"), "{path}");
        assert_eq!(path.matches("a0.05 0.05").count(), 6, "{path}");
    }

    #[test]
    fn a_smooth_curve_is_closed() {
        const BLOB: Sprite =
            Sprite::new(&Art::new(&[Outline::Smooth(&[(-400, -400), (400, -400), (0, 400)])]));
        let path = path(BLOB, 0.0, 0.0);
        assert!(path.starts_with("M0.3 0.5Q0.1 0.1 0.5 0.1Q") && path.ends_with("0.3 0.5z"), "{path}");
    }
}
