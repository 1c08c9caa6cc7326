//! The style sheet of drawings: the palette as classes, light and dark.
//!
//! One set of rules, written twice: inside each SVG document, which follows the reader's choice
//! of light or dark, and as a sheet for a page that draws boards itself and may force either.
//! All classes stand below one that names the drawing, so that they meet nothing else:
//!
//! - a tone (`floor`, `player`) fills what is drawn in it; `page` and `words` are paper and ink;
//! - `sign` is a label in the middle of a cell, together with `words` on a tile, `on` on any
//!   other shape, or its tone where there is no shape;
//! - `rules` are the lines between cells; `shade`, `cliffs` and `height` tell heights.

use std::fmt::Write;

use super::palette::{PAGE, PALETTE, Paint, TEXT};

/// The style sheet for boards on a page: everything inside `.board`, in the colours that the
/// reader prefers unless the root of the page has `data-theme="light"` or `"dark"`.
pub fn style() -> String {
    format!(
        "{}\n{}\n@media (prefers-color-scheme:dark){{\n{}}}\n{}\n{}",
        fixed(".board"),
        light(".board"),
        dark(".board"),
        light(":root[data-theme=\"light\"] .board"),
        dark(":root[data-theme=\"dark\"] .board"),
    )
}

/// The style sheet inside an SVG document.
pub(super) fn of_drawing() -> String {
    format!(
        "{}{}@media (prefers-color-scheme:dark){{{}}}",
        fixed(".unriddle"),
        light(".unriddle"),
        dark(".unriddle")
    )
}

/// What is the same in light and dark.
fn fixed(scope: &str) -> String {
    format!(
        "{scope} text{{font-family:system-ui,sans-serif}}\n\
         {scope} .sign{{font-size:.6px;font-weight:600;text-anchor:middle}}\n\
         {scope} .height{{font-size:.3px;text-anchor:end}}\n\
         {scope} .shade{{fill:#000}}\n\
         {scope} .cliffs{{stroke:#000;stroke-width:.07;opacity:.55}}\n\
         {scope} .ground{{shape-rendering:crispEdges}}\n\
         {scope} .rules{{fill:none;stroke-width:.05}}\n"
    )
}

fn light(scope: &str) -> String {
    colours(scope, PAGE.0, TEXT.0, |paint| paint.light) + &format!("{scope} .shade{{opacity:1}}\n")
}

/// Low ground is shaded half as much as in the light: it would not stand out from the page.
fn dark(scope: &str) -> String {
    colours(scope, PAGE.1, TEXT.1, |paint| paint.dark) + &format!("{scope} .shade{{opacity:.5}}\n")
}

fn colours(scope: &str, page: &str, text: &str, tone: fn(&Paint) -> &'static str) -> String {
    let mut css = format!("{scope} .page,{scope} .on{{fill:{page}}}\n{scope} .words{{fill:{text}}}\n");
    // Writing to a string does not fail.
    let _ = writeln!(css, "{scope} .rules{{stroke:{page}}}");
    for paint in &PALETTE {
        let _ = writeln!(css, "{scope} .{}{{fill:{}}}", paint.class, tone(paint));
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_is_there_four_times() {
        let style = style();
        for paint in &PALETTE {
            let class = format!(".board .{}{{", paint.class);
            assert_eq!(style.matches(&class).count(), 4, "{class}");
            assert!(style.matches(paint.light).count() >= 2 && style.matches(paint.dark).count() >= 2);
        }
    }

    #[test]
    fn nothing_lies_outside_its_scope() {
        let rules = style().lines().filter(|line| line.ends_with('}') && line.len() > 1).count();
        let scoped = style().lines().filter(|line| line.contains(".board ") && line.ends_with('}')).count();
        assert_eq!(rules, scoped);
    }
}
