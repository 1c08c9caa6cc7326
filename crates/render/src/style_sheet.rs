//! The style sheet of drawings: the palette as classes, light and dark.
//!
//! One set of rules, written twice: inside each SVG document, which follows the reader's choice
//! of light or dark, and as a sheet for a page that draws boards itself and may force either.
//! All classes stand below one that names the drawing, so that they meet nothing else:
//!
//! - a tone (`floor`, `player`) fills what is drawn in it; `page` and `words` are paper and ink;
//! - `sign` is a label in the middle of a cell, together with `words` on a tile, `on` on any
//!   other shape, or its tone where there is no shape;
//! - `shade` and `shine` darken and lighten the ground and parts of a sprite.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::palette::{PAGE, PALETTE, Paint, SHADES, SHINES, TEXT};

/// The style sheet for boards on a page: everything inside `.board`, in the colours that the
/// reader prefers unless the root of the page has `data-theme="light"` or `"dark"`.
pub fn style_sheet() -> String {
    format!(
        "{}\n{}\n@media (prefers-color-scheme:dark){{\n{}}}\n{}\n{}",
        fixed(".board"),
        light(".board"),
        dark(".board"),
        light(":root[data-theme=\"light\"] .board"),
        dark(":root[data-theme=\"dark\"] .board"),
    )
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The style sheet inside an SVG document: in the colours of a theme, or in those that the reader prefers.
pub(super) fn of_drawing(theme: Option<Theme>) -> String {
    fixed(".unriddle") + &themed(theme, light(".unriddle"), dark(".unriddle"))
}

/// The classes `c0`, `c1`, … of an SVG document: colours on a light and on a dark page, as `0xrrggbb`.
pub(super) fn of_colours(colours: &[(u32, u32)], theme: Option<Theme>) -> String {
    let rules = |colour: fn(&(u32, u32)) -> u32| -> String {
        let rule = |(number, pair)| format!(".unriddle .c{number}{{fill:#{:06x}}}", colour(pair));
        colours.iter().enumerate().map(rule).collect()
    };
    themed(theme, rules(|pair| pair.0), rules(|pair| pair.1))
}

fn themed(theme: Option<Theme>, light: String, dark: String) -> String {
    match theme {
        Some(Theme::Light) => light,
        Some(Theme::Dark) => dark,
        None => format!("{light}@media (prefers-color-scheme:dark){{{dark}}}"),
    }
}

/// What is the same in light and dark.
fn fixed(scope: &str) -> String {
    format!(
        "{scope} text{{font-family:system-ui,sans-serif}}\n\
         {scope} .sign{{font-size:.6px;font-weight:600;text-anchor:middle}}\n\
         {scope} .shade{{fill:#000}}\n\
         {scope} .shine{{fill:#fff}}\n"
    )
}

fn light(scope: &str) -> String {
    colours(scope, PAGE.0, TEXT.0, |paint| paint.light) + &densities(scope, SHADES.0, SHINES.0)
}

fn dark(scope: &str) -> String {
    colours(scope, PAGE.1, TEXT.1, |paint| paint.dark) + &densities(scope, SHADES.1, SHINES.1)
}

fn densities(scope: &str, shade: f32, shine: f32) -> String {
    format!(
        "{scope} .shade{{opacity:{shade}}}
{scope} .shine{{opacity:{shine}}}
"
    )
}

fn colours(scope: &str, page: &str, text: &str, tone: fn(&Paint) -> &'static str) -> String {
    let mut css = format!("{scope} .page,{scope} .on{{fill:{page}}}\n{scope} .words{{fill:{text}}}\n");
    for paint in &PALETTE {
        // Writing to a string does not fail.
        let _ = writeln!(css, "{scope} .{}{{fill:{}}}", paint.class, tone(paint));
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_is_there_four_times() {
        let style = style_sheet();
        for paint in &PALETTE {
            let class = format!(".board .{}{{", paint.class);
            assert_eq!(style.matches(&class).count(), 4, "{class}");
            assert!(style.matches(paint.light).count() >= 2 && style.matches(paint.dark).count() >= 2);
        }
    }

    #[test]
    fn nothing_lies_outside_its_scope() {
        let rules = style_sheet().lines().filter(|line| line.ends_with('}') && line.len() > 1).count();
        let scoped =
            style_sheet().lines().filter(|line| line.contains(".board ") && line.ends_with('}')).count();
        assert_eq!(rules, scoped);
    }
}
