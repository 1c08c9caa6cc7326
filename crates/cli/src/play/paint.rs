//! Colours on the screen: those of the tones, or none if colour is disabled.

use ratatui::style::{Color, Modifier, Style};
use unriddle_kit::Tone;
use unriddle_render::{Ink, Look};

/// Creates styles, with colours only if they are enabled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(pub(crate) Ink);

impl Paint {
    /// The style of a colour.
    pub(crate) fn colour(self, colour: Color) -> Style {
        match self.0 {
            Ink::Colour => Style::new().fg(colour),
            Ink::Plain => Style::new(),
        }
    }

    /// The style of less important text.
    pub(crate) fn faint(self) -> Style {
        self.colour(Color::DarkGray)
    }

    /// The style of a tone, as in other terminal drawings.
    pub(crate) fn tone(self, tone: Tone) -> Style {
        self.look(Look::Written(tone))
    }

    /// The style of a character of a board, as in other terminal drawings.
    pub(crate) fn look(self, look: Look) -> Style {
        match self.0 {
            Ink::Colour => look.ansi().split(';').fold(Style::new(), apply),
            Ink::Plain => Style::new(),
        }
    }
}

/// Adds a parameter of an ANSI sequence to a style.
fn apply(style: Style, number: &str) -> Style {
    const COLOURS: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match number.parse::<usize>() {
        Ok(1) => style.add_modifier(Modifier::BOLD),
        Ok(at @ 30..=37) => style.fg(COLOURS[at - 30]),
        Ok(at @ 90..=97) => style.fg(COLOURS[at - 82]),
        Ok(at @ 40..=47) => style.bg(COLOURS[at - 40]),
        Ok(at @ 100..=107) => style.bg(COLOURS[at - 92]),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_have_the_colours_of_other_drawings() {
        let paint = Paint(Ink::Colour);
        assert_eq!(paint.tone(Tone::Player), Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD));
        assert_eq!(paint.tone(Tone::Wall), Style::new().fg(Color::Black).bg(Color::DarkGray));
        assert_eq!(paint.tone(Tone::Ice), Style::new().fg(Color::LightCyan));
        let half = Look::Halves(Some(Tone::Player), Some(Tone::Wall));
        assert_eq!(paint.look(half), Style::new().fg(Color::LightYellow).bg(Color::DarkGray));
        assert_eq!(Paint(Ink::Plain).tone(Tone::Player), Style::new());
    }
}
