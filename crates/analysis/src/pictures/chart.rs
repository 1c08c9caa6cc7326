//! Charts of columns: the tension along a solution, and the histogram of distances.

use super::{document, escaped, short};
use crate::{Column, Step};

const HEIGHT: f64 = 120.0;
/// The least width, so that charts of few and of many columns can stand in one row.
const WIDTH: f64 = 640.0;
const LEFT: f64 = 42.0;
const TOP: f64 = 8.0;

/// A column: what it is, and how many of each class stand on each other, bottom to top.
struct Bar {
    words: String,
    parts: Vec<(&'static str, usize)>,
    mark: Option<&'static str>,
}

/// The tension along a solution: for each step a column of the moves that are open, as those that keep the least
/// cost, those that are safe, those that lose and those of which that is not known. A trap is marked by a triangle below it, a move that cannot be
/// taken back by a bar.
pub fn tension(steps: &[Step]) -> String {
    let bars = steps.iter().enumerate().map(|(at, step)| {
        let Step { name, open, optimal, safe, losing, unknown, .. } = step;
        let rest = if *unknown > 0 { format!(", {unknown} not known") } else { String::new() };
        Bar {
            words: format!(
                "step {}, {name}: {open} open, {optimal} optimal, {safe} safe, {losing} losing{rest}",
                at + 1
            ),
            parts: vec![("good", *optimal), ("safe", *safe), ("bad", *losing), ("unknown", *unknown)],
            mark: if step.trap { Some("▲") } else { step.no_return.then_some("❘") },
        }
    });
    columns("The moves that are open at each step of the solution", &bars.collect::<Vec<_>>(), "step")
}

/// How many states there are at each distance from the start: those that can be won and those that cannot.
pub fn histogram(columns_of: &[Column]) -> String {
    let bars = columns_of.iter().map(|&Column { cost, winnable, lost, undecided, solved }| {
        let rest = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
        Bar {
            words: format!("cost {cost} on: {winnable} winnable, {lost} lost{rest}, {solved} solved"),
            parts: vec![
                ("plain", winnable as usize),
                ("dead", lost as usize),
                ("unknown", undecided as usize),
                ("lit", solved as usize),
            ],
            mark: None,
        }
    });
    columns("The states by their distance from the start", &bars.collect::<Vec<_>>(), "cost from the start")
}

fn columns(title: &str, bars: &[Bar], below: &str) -> String {
    let most =
        bars.iter().map(|bar| bar.parts.iter().map(|part| part.1).sum::<usize>()).max().unwrap_or(0).max(1);
    let wide = ((WIDTH - LEFT) / bars.len().max(1) as f64).clamp(3.0, 28.0);
    let mut body = String::new();
    let width = (LEFT + wide * bars.len() as f64 + 6.0).max(WIDTH);
    // Half of an odd number is no number of moves or states.
    let lines = [Some(0), most.is_multiple_of(2).then_some(most / 2), Some(most)];
    for line in lines.into_iter().flatten() {
        let y = TOP + HEIGHT * (1.0 - line as f64 / most as f64);
        let right = width - 6.0;
        body += &format!(
            "<path class=\"grid\" d=\"M{LEFT} {}H{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            short(y),
            short(right),
            LEFT - 4.0,
            short(y + 4.0),
            line
        );
    }
    for (at, bar) in bars.iter().enumerate() {
        let x = LEFT + wide * at as f64;
        body += &format!("<g data-step=\"{at}\"><title>{}</title>", escaped(&bar.words));
        // The whole column can be pointed at.
        body += &format!(
            "<rect x=\"{}\" y=\"{TOP}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"transparent\"/>",
            short(x),
            short(wide)
        );
        let mut y = TOP + HEIGHT;
        for &(class, count) in bar.parts.iter().filter(|part| part.1 > 0) {
            let high = HEIGHT * count as f64 / most as f64;
            y -= high;
            body += &format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                short(x + 0.5),
                short(y),
                short(wide - 1.0),
                short(high)
            );
        }
        if let Some(mark) = bar.mark {
            body += &format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
                short(x + wide / 2.0),
                TOP + HEIGHT + 13.0
            );
        }
        body += "</g>";
    }
    body += &format!("<text x=\"{LEFT}\" y=\"{}\">{below}</text>", TOP + HEIGHT + 28.0);
    document(width, TOP + HEIGHT + 34.0, title, &body)
}
