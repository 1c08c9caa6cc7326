//! The figures of an analysis drawn as SVG: the tension along the solution, the histogram of distances, the
//! map of the space, and where pieces go.
//!
//! Each drawing stands alone, has a title for those who cannot see it, and follows the reader's light or dark
//! scheme. Numbers are rounded, so that a map of fifty thousand states stays below two megabytes.

mod chart;
mod heat;
mod space;

pub use chart::{histogram, tension};
pub use heat::{HeatOf, heat_map};
pub use space::space_map;

/// The colours of all drawings.
const STYLE: &str = "<style>.figure{color-scheme:light dark;--ink:#333;--grid:#8884;--good:#2a9d5c;--safe:#e0a526;\
--bad:#c8453b;--dead:#5b5560;--plain:#5a87c5;--lit:#ffb300;--unknown:#bbb}\
@media(prefers-color-scheme:dark){.figure{--ink:#ddd;--good:#4cc38a;--safe:#f2c14e;--bad:#ef6f6c;--dead:#8a8290;\
--plain:#7fb0ee;--lit:#ffd54f;--unknown:#555}}\
.figure text{fill:var(--ink);font:12px system-ui,sans-serif}.figure .grid{stroke:var(--grid)}\
.figure .good{fill:var(--good)}.figure .safe{fill:var(--safe)}.figure .bad{fill:var(--bad)}\
.figure .dead{fill:var(--dead)}.figure .plain{fill:var(--plain)}.figure .lit{fill:var(--lit)}.figure .unknown{fill:var(--unknown)}\
.figure .line{fill:none;stroke:var(--grid)}</style>";

/// A drawing of this size.
fn document(width: f64, height: f64, title: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>{STYLE}{body}</svg>\n",
        short(width),
        short(height),
        escaped(title),
    )
}

/// A number with at most one decimal.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), ToString::to_string)
}

/// Text as it can stand in a drawing.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
