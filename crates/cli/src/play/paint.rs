//! Colours on the screen: those of the tones, or none where colour is not wanted.

use ratatui::style::{Color, Modifier, Style};
use unriddle_games::Tone;
use unriddle_games::render::{Ink, ansi};

/// Gives styles that respect whether colours are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(pub(crate) Ink);

impl Paint {
    /// A colour, if colours are wanted.
    pub(crate) fn colour(self, colour: Color) -> Style {
        match self.0 {
            Ink::Colour => Style::new().fg(colour),
            Ink::Plain => Style::new(),
        }
    }

    /// What matters less.
    pub(crate) fn faint(self) -> Style {
        self.colour(Color::DarkGray)
    }

    /// A tone of the board, as it is in any other drawing in a terminal.
    pub(crate) fn tone(self, tone: Tone) -> Style {
        match self.0 {
            Ink::Colour => ansi(tone).split(';').fold(Style::new(), apply),
            Ink::Plain => Style::new(),
        }
    }
}

/// Adds a number of an ANSI sequence to a style.
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
        assert_eq!(Paint(Ink::Plain).tone(Tone::Player), Style::new());
    }
}
