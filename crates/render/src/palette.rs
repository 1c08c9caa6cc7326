//! The colours of the tones, for every renderer: the one place to change them.
//!
//! Light and dark drawings have a colour each; a terminal has its own sixteen colours, which its
//! user may have changed, so only the meaning is named there. The tones differ in lightness as
//! well as in hue, and every style has a glyph: colour is never the only difference.

use unriddle_kit::Tone;

/// A tone in each of the places where it can appear.
pub(super) struct Paint {
    /// The tone.
    pub(super) tone: Tone,
    /// Its name as a class in a drawing.
    pub(super) class: &'static str,
    /// On a light page.
    pub(super) light: &'static str,
    /// On a dark page.
    pub(super) dark: &'static str,
    /// In a terminal, as the numbers of an ANSI sequence.
    pub(super) ansi: &'static str,
}

const fn paint(
    tone: Tone,
    class: &'static str,
    light: &'static str,
    dark: &'static str,
    ansi: &'static str,
) -> Paint {
    Paint { tone, class, light, dark, ansi }
}

/// All tones.
pub(super) const PALETTE: [Paint; 25] = [
    paint(Tone::Floor, "floor", "#e4dfd3", "#2f343c", "90"),
    paint(Tone::Grass, "grass", "#8cc063", "#38643f", "32"),
    paint(Tone::Earth, "earth", "#b5854f", "#6a4e35", "33"),
    paint(Tone::Hedge, "hedge", "#4f8a57", "#3f7a57", "32;42"),
    paint(Tone::Snow, "snow", "#e9eef2", "#39444f", "90"),
    paint(Tone::Bench, "bench", "#e2e9ea", "#3b454f", "90"),
    paint(Tone::Wall, "wall", "#57606c", "#79838f", "30;100"),
    paint(Tone::Goal, "goal", "#0f7b4d", "#45c98b", "1;32"),
    paint(Tone::Player, "player", "#a34b00", "#ffb454", "1;33"),
    paint(Tone::Trail, "trail", "#1c4f91", "#b9dcff", "36"),
    paint(Tone::Mark, "mark", "#e3a32b", "#94691a", "35"),
    paint(Tone::Red, "red", "#c4302b", "#f0716b", "1;31"),
    paint(Tone::Blue, "blue", "#2450b8", "#6d9bff", "1;34"),
    paint(Tone::Faint, "faint", "#6d6759", "#9aa3ae", "90"),
    paint(Tone::Sand, "sand", "#ecd28b", "#7a6a35", "33"),
    paint(Tone::Mud, "mud", "#a9814f", "#59411f", "31"),
    paint(Tone::Water, "water", "#7fb2e5", "#1f4f83", "34"),
    paint(Tone::Ice, "ice", "#c9f0f7", "#3f7480", "96"),
    paint(Tone::Rubber, "rubber", "#4a4f57", "#4b525d", "37"),
    paint(Tone::Chalk, "chalk", "#9aa2ad", "#8f99a6", "37"),
    paint(Tone::Steel, "steel", "#b4bfcc", "#5d6c80", "34"),
    paint(Tone::Dough, "dough", "#c98d4b", "#d9a566", "33"),
    paint(Tone::Pink, "pink", "#ef7fb0", "#f08fbb", "1;35"),
    paint(Tone::Candy, "candy", "#2a63c9", "#2450b8", "1;36"),
    paint(Tone::Cream, "cream", "#fffaf0", "#fffaf0", "1;37"),
];

/// The page behind a drawing, light and dark.
pub(super) const PAGE: (&str, &str) = ("#fbfaf7", "#1b1e23");

/// Writing, light and dark.
pub(super) const TEXT: (&str, &str) = ("#26292e", "#e6e3dc");

/// How dense shades and shines are, light and dark: they are weaker in the dark, where they have less of each to stand
/// out from.
pub(super) const SHADES: (f32, f32) = (1.0, 0.8);
pub(super) const SHINES: (f32, f32) = (1.0, 0.7);

/// The entry of a tone.
pub(super) fn of(tone: Tone) -> &'static Paint {
    // Every tone is in the list, as the test below says; the first is only there for the type.
    PALETTE.iter().find(|paint| paint.tone == tone).unwrap_or(&PALETTE[0])
}

/// A tone in a terminal, as the numbers of an ANSI sequence: `1;33`.
pub(super) fn ansi(tone: Tone) -> &'static str {
    of(tone).ansi
}

/// The class of a tone in a style sheet.
pub fn class(tone: Tone) -> &'static str {
    of(tone).class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_has_its_paint() {
        let tones = [
            Tone::Floor,
            Tone::Grass,
            Tone::Earth,
            Tone::Hedge,
            Tone::Snow,
            Tone::Bench,
            Tone::Wall,
            Tone::Goal,
            Tone::Player,
            Tone::Trail,
            Tone::Mark,
            Tone::Red,
            Tone::Blue,
            Tone::Faint,
            Tone::Sand,
            Tone::Mud,
            Tone::Water,
            Tone::Ice,
            Tone::Rubber,
            Tone::Chalk,
            Tone::Steel,
            Tone::Dough,
            Tone::Pink,
            Tone::Candy,
            Tone::Cream,
        ];
        assert!(tones.into_iter().all(|tone| of(tone).tone == tone));
    }
}
