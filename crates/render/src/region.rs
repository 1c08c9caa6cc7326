//! The outlines of regions of a board: cells that lie together become one shape.
//!
//! The boundary of a region is walked edge by edge, with the region to the right. Each edge may be moved
//! inwards by an inset of its own, and corners may be rounded, which is how cliffs, banks and walls get their
//! faces: the same region drawn twice with other insets. All lengths are thousandths of a cell, so that relative
//! path data add up exactly.
//!
//! Takes time and memory in proportion to the board, and some ten bytes of path data for each corner.

use unriddle_kit::Direction;

use super::pen::{Pen, spot};

/// Thousandths of a cell.
pub(super) type Length = i32;

/// A cell.
pub(super) const CELL: Length = 1000;

/// How one edge of a region is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// How far it is moved into the region; outwards if negative.
    pub(super) inset: Length,
    /// Its kind. Corners between edges of one kind are rounded, but not those of kind 0.
    pub(super) kind: u8,
}

/// By how much the corners of a region are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corners {
    /// Those that point out of the region.
    pub(super) outer: Length,
    /// Those that point into it.
    pub(super) inner: Length,
}

impl Corners {
    /// Right angles.
    pub(super) const SQUARE: Corners = Corners { outer: 0, inner: 0 };
}

/// The sides of a cell in the order in which a boundary passes them.
const SIDES: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// The outlines of the cells of a board of this size that are `inside`, as a path. `edge` says how the edge
/// of the cell at (column, row) on a side is drawn.
pub(super) fn outlines<P: Pen + Default>(
    (width, height): (usize, usize),
    inside: impl Fn(usize, usize) -> bool,
    edge: impl Fn((usize, usize), Direction) -> Edge,
    corners: Corners,
) -> P {
    let mut path = P::default();
    let step = |at, to: Direction| to.step(at, (width, height)).filter(|&(x, y)| inside(x, y));
    // Every boundary has an edge on the upper side of a cell.
    let mut seen = vec![false; width * height];
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        if seen[y * width + x] || !inside(x, y) || step((x, y), Direction::Up).is_some() {
            continue;
        }
        let mut edges: Vec<Line> = Vec::new();
        let (mut at, mut side) = ((x, y), 0);
        loop {
            if side == 0 {
                seen[at.1 * width + at.0] = true;
            }
            edges.push(Line::new(at, SIDES[side], edge(at, SIDES[side])));
            // Ahead along the boundary, which leaves the region to its right.
            let ahead = step(at, SIDES[(side + 1) % 4]);
            let beyond = ahead.and_then(|ahead| step(ahead, SIDES[side]));
            (at, side) = match (ahead, beyond) {
                (None, _) => (at, (side + 1) % 4),
                (Some(ahead), None) => (ahead, side),
                (_, Some(beyond)) => (beyond, (side + 3) % 4),
            };
            if (at, side) == ((x, y), 0) {
                break;
            }
        }
        close(&mut path, &edges, corners);
    }
    path
}

/// An edge of a cell, moved by its inset.
struct Line {
    side: Direction,
    kind: u8,
    /// Where it lies: a row if it runs along one, else a column.
    at: Length,
    /// Where it ends along itself, without the insets of its neighbours.
    end: Length,
}

impl Line {
    fn new((x, y): (usize, usize), side: Direction, Edge { inset, kind }: Edge) -> Line {
        let (left, top) = (x as Length * CELL, y as Length * CELL);
        let (at, end) = match side {
            Direction::Up => (top + inset, left + CELL),
            Direction::Right => (left + CELL - inset, top + CELL),
            Direction::Down => (top + CELL - inset, left),
            Direction::Left => (left + inset, top),
        };
        Line { side, kind, at, end }
    }

    fn is_level(&self) -> bool {
        matches!(self.side, Direction::Up | Direction::Down)
    }
}

/// A corner of an outline, and by how much it is rounded.
struct Corner {
    at: (Length, Length),
    radius: Length,
}

/// Appends one closed boundary.
fn close(path: &mut impl Pen, edges: &[Line], corners: Corners) {
    let mut points: Vec<Corner> = Vec::new();
    for (n, edge) in edges.iter().enumerate() {
        let next = &edges[(n + 1) % edges.len()];
        let sharp = |x, y| Corner { at: (x, y), radius: 0 };
        if edge.side == next.side {
            // A jog between two insets.
            if edge.at != next.at && edge.is_level() {
                points.extend([sharp(edge.end, edge.at), sharp(edge.end, next.at)]);
            } else if edge.at != next.at {
                points.extend([sharp(edge.at, edge.end), sharp(next.at, edge.end)]);
            }
            continue;
        }
        let at = if edge.is_level() { (next.at, edge.at) } else { (edge.at, next.at) };
        let outer = next.side == edge.side.right();
        let radius = match (edge.kind == next.kind && edge.kind > 0, outer) {
            (false, _) => 0,
            (true, true) => corners.outer,
            (true, false) => corners.inner,
        };
        points.push(Corner { at, radius });
    }
    let Some(first) = points.first() else { return };
    // Each corner is entered from the one before it and left towards the next.
    let (mut x, mut y) = first.at;
    let away = |from: &Corner, to: &Corner| {
        ((to.at.0 - from.at.0).signum() * from.radius, (to.at.1 - from.at.1).signum() * from.radius)
    };
    let (dx, dy) = away(first, &points[1 % points.len()]);
    (x, y) = (x + dx, y + dy);
    path.move_to(spot((x, y)));
    for n in 0..points.len() {
        let (before, corner) = (&points[n], &points[(n + 1) % points.len()]);
        let after = &points[(n + 2) % points.len()];
        let (dx, dy) = away(corner, before);
        let (to_x, to_y) = (corner.at.0 + dx, corner.at.1 + dy);
        if (to_x, to_y) != (x, y) {
            path.edge_to((x, y), (to_x, to_y));
        }
        (x, y) = (to_x, to_y);
        if corner.radius > 0 {
            let (dx, dy) = away(corner, after);
            let (to_x, to_y) = (corner.at.0 + dx, corner.at.1 + dy);
            path.corner_to((x, y), (to_x, to_y), corner.at);
            (x, y) = (to_x, to_y);
        }
    }
    path.close();
}

/// Thousandths as a decimal number.
pub(super) fn decimal(thousandths: Length) -> String {
    if thousandths % CELL == 0 {
        return (thousandths / CELL).to_string();
    }
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.abs());
    let text = format!("{sign}{}.{:03}", size / CELL, size % CELL);
    text.trim_end_matches('0').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Edge = Edge { inset: 0, kind: 0 };

    /// The outlines of the cells marked `#`.
    fn of(rows: &[&str], edge: impl Fn((usize, usize), Direction) -> Edge, corners: Corners) -> String {
        let inside = |x: usize, y: usize| rows[y].as_bytes()[x] == b'#';
        outlines((rows[0].len(), rows.len()), inside, edge, corners)
    }

    #[test]
    fn cells_that_lie_together_have_one_outline() {
        assert_eq!(of(&["##.", ".##"], |_, _| PLAIN, Corners::SQUARE), "M2 0v1h1v1h-2v-1h-1v-1h2z");
        assert_eq!(of(&["#.", ".#"], |_, _| PLAIN, Corners::SQUARE), "M1 0v1h-1v-1h1zM2 1v1h-1v-1h1z");
    }

    #[test]
    fn a_hole_runs_the_other_way_round() {
        let path = of(&["###", "#.#", "###"], |_, _| PLAIN, Corners::SQUARE);
        assert_eq!(path, "M3 0v3h-3v-3h3zM2 2v-1h-1v1h1z");
    }

    #[test]
    fn edges_move_by_their_insets_and_corners_are_rounded() {
        let low = |_, side| Edge { inset: if side == Direction::Down { 200 } else { 0 }, kind: 0 };
        assert_eq!(of(&["##"], low, Corners::SQUARE), "M2 0v0.8h-2v-0.8h2z");
        let path = of(&["#"], |_, _| Edge { inset: 0, kind: 1 }, Corners { outer: 250, inner: 0 });
        assert_eq!(path.matches("a0.25 0.25 0 0 1 ").count(), 4, "{path}");
    }

    #[test]
    fn neighbours_with_other_insets_meet_in_a_jog() {
        let edge = |(x, _): (usize, usize), side| Edge {
            inset: if side == Direction::Down && x == 1 { 100 } else { 0 },
            kind: 0,
        };
        assert_eq!(of(&["##"], edge, Corners::SQUARE), "M2 0v0.9h-1v0.1h-1v-1h2z");
    }

    #[test]
    fn corners_between_edges_of_two_kinds_are_sharp() {
        let edge = |_, side| Edge { inset: 0, kind: 1 + u8::from(side == Direction::Down) };
        let path = of(&["#"], edge, Corners { outer: 100, inner: 100 });
        assert_eq!(path.matches('a').count(), 2, "{path}");
    }

    #[test]
    fn thousandths_are_written_without_needless_digits() {
        assert_eq!([0, 1000, -1500, 40, -5].map(decimal), ["0", "1", "-1.5", "0.04", "-0.005"]);
    }
}
