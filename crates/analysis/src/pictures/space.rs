//! The map of a space: columns of points from the start at the left, dead states dark, solutions lit.

use super::{document, short};
use crate::{Map, Point, PointKind};

/// The most points with lines to where they were reached from: more would be a blot.
const MAX_LINES: usize = 4000;
/// The most points of a kind that are few.
const FEW: usize = 500;

/// The map of a space. Points of a kind are one path of dots, which keeps a large map small.
pub fn space_map(map: &Map) -> String {
    let (wide, high) = (900.0, 420.0);
    let margin = 12.0;
    let columns = map.columns.max(1) as f64;
    let place = |point: &Point| {
        (
            margin + f64::from(point.x) / columns * (wide - 2.0 * margin),
            margin + f64::from(point.y) * (high - 2.0 * margin),
        )
    };
    let mut body = String::new();
    if map.points.len() <= MAX_LINES {
        body += "<path class=\"line\" d=\"";
        for point in &map.points {
            if let Some(from) = point.from {
                let ((x, y), (fx, fy)) = (place(point), place(&map.points[from]));
                body += &format!("M{} {}L{} {}", short(fx), short(fy), short(x), short(y));
            }
        }
        body += "\"/>";
    }
    let size = (7000.0 / map.points.len().max(1) as f64).sqrt().clamp(1.8, 9.0);
    // The size among others, and the least size: where few of a kind matter, they are seen among any number of others.
    let kinds = [
        (PointKind::Undecided, "--unknown", 1.0, 0.0),
        (PointKind::Dead, "--dead", 1.0, 0.0),
        (PointKind::Winnable, "--plain", 1.0, 0.0),
        (PointKind::Optimal, "--good", 1.25, 4.0),
        (PointKind::Solved, "--lit", 1.6, 5.0),
        (PointKind::Start, "--ink", 1.8, 8.0),
    ];
    for (kind, colour, scale, least) in kinds {
        let points: Vec<&Point> = map.points.iter().filter(|point| point.kind == kind).collect();
        let least = if points.len() <= FEW { least } else { 0.0 };
        let dot = |point: &&Point| {
            let (x, y) = place(point);
            format!("M{} {}h0", short(x), short(y))
        };
        let dots: String = points.iter().map(dot).collect();
        if !dots.is_empty() {
            body += &format!(
                "<path d=\"{dots}\" fill=\"none\" stroke=\"var({colour})\" stroke-linecap=\"round\" stroke-width=\"{}\"/>",
                short((size * scale).max(least))
            );
        }
    }
    let title = format!("The map of the space: {} states by their distance from the start", map.points.len());
    document(wide, high, &title, &body)
}
