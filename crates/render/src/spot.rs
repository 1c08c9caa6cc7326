//! A character of a drawing, and its colours in a terminal.
//!
//! A terminal has sixteen colours, which its user may have changed. A tone names one of them for the writing
//! and perhaps one for the ground behind it. For a spot that is filled, its colour is that of the ground if
//! the tone has one, and that of the writing if not.

use std::borrow::Cow;

use unriddle_kit::Tone;

use super::palette::ansi;

/// A character, with what its colours mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The character.
    pub glyph: char,
    /// Its colours.
    pub look: Look,
}

/// What the colours of a character mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// It is written in a tone.
    Written(Tone),
    /// It is written on something of this tone.
    On(Tone),
    /// Two cells, one above the other, in these tones; `None` for nothing to see.
    Halves(Option<Tone>, Option<Tone>),
}

impl Spot {
    /// Nothing.
    pub(super) const BLANK: Spot = Spot::written(' ', Tone::Faint);

    /// A character in a tone.
    pub(super) const fn written(glyph: char, tone: Tone) -> Spot {
        Spot { glyph, look: Look::Written(tone) }
    }

    /// Two cells in one character.
    pub(super) fn halves(upper: Option<Tone>, lower: Option<Tone>) -> Spot {
        let glyph = match (upper, lower) {
            (None, None) => ' ',
            (None, Some(_)) => '▄',
            (Some(upper), Some(lower)) if upper == lower => '█',
            (Some(_), _) => '▀',
        };
        Spot { glyph, look: Look::Halves(upper, lower) }
    }

    /// Whether nothing is seen there, even in colour.
    pub(super) fn is_blank(self) -> bool {
        self.glyph == ' ' && !matches!(self.look, Look::On(_))
    }
}

impl Look {
    /// Its colours, as the numbers of an ANSI sequence: `1;33`.
    pub fn ansi(self) -> Cow<'static, str> {
        match self {
            Look::Written(tone) => ansi(tone).into(),
            Look::On(tone) => {
                let ground = filled(tone);
                // On dark grounds one writes in white.
                let writing = if matches!(ground, 30 | 31 | 34 | 35 | 90) { 97 } else { 30 };
                format!("{writing};{}", ground + 10).into()
            }
            Look::Halves(None, None) => "0".into(),
            Look::Halves(Some(upper), Some(lower)) if upper != lower => {
                format!("{};{}", filled(upper), filled(lower) + 10).into()
            }
            Look::Halves(Some(tone), _) | Look::Halves(None, Some(tone)) => filled(tone).to_string().into(),
        }
    }
}

/// The colour of what is filled with a tone, as the number of the same colour for writing. What is written
/// in bold letters is filled with the brighter colour.
fn filled(tone: Tone) -> u8 {
    let numbers = || ansi(tone).split(';').filter_map(|number| number.parse::<u8>().ok());
    let bold = numbers().any(|number| number == 1);
    let ground = numbers().find(|number| matches!(number, 40..=47 | 100..=107)).map(|number| number - 10);
    let writing = || numbers().find(|number| matches!(number, 30..=37 | 90..=97));
    match ground.or_else(writing).unwrap_or(37) {
        dark @ 30..=37 if bold => dark + 60,
        colour => colour,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_has_the_colour_of_what_is_written() {
        assert_eq!(Look::Written(Tone::Player).ansi(), "1;33");
        assert_eq!(Look::On(Tone::Player).ansi(), "30;103");
        assert_eq!(Look::On(Tone::Wall).ansi(), "97;100");
        assert_eq!(Look::On(Tone::Water).ansi(), "97;44");
    }

    #[test]
    fn two_cells_in_one_character_keep_their_colours() {
        let spot = |upper, lower| {
            let spot = Spot::halves(upper, lower);
            (spot.glyph, spot.look.ansi().into_owned())
        };
        assert_eq!(spot(Some(Tone::Wall), None), ('▀', "90".into()));
        assert_eq!(spot(None, Some(Tone::Wall)), ('▄', "90".into()));
        assert_eq!(spot(Some(Tone::Wall), Some(Tone::Wall)), ('█', "90".into()));
        assert_eq!(spot(Some(Tone::Player), Some(Tone::Wall)), ('▀', "93;100".into()));
        assert!(Spot::halves(None, None).is_blank());
    }
}
