//! Draws a picture with characters: the [`Canvas`] as lines of text, with a legend and a caption.
//!
//! Colour is only ever added to the glyphs, as ANSI sequences, one for each run of a tone. The
//! whole is written out in one go.

use unriddle_kit::Picture;

use super::canvas::Canvas;
use super::scale::{Scale, WIDE};
use super::spot::Look;
use super::visible;

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// Characters with ANSI colours.
    Colour,
}

/// The picture as lines of text, with its legend and caption below.
pub fn terminal(picture: &Picture, ink: Ink) -> String {
    terminal_at(picture, Scale::of(picture), ink)
}

/// The same, with the board at a scale.
pub fn terminal_at(picture: &Picture, scale: Scale, ink: Ink) -> String {
    let mut text = String::new();
    write_board(&mut text, &Canvas::at(picture, scale), ink);
    if !picture.legend.is_empty() {
        text.push('\n');
        write_legend(&mut text, picture, ink);
    }
    if let Some(caption) = &picture.caption {
        text.push_str(&visible(caption));
        text.push('\n');
    }
    text
}

/// Lines without blanks at their ends; one sequence of colour for each run of a look.
fn write_board(text: &mut String, canvas: &Canvas, ink: Ink) {
    for row in canvas.rows() {
        let end = row.iter().rposition(|spot| !spot.is_blank()).map_or(0, |last| last + 1);
        for run in row[..end].chunk_by(|a, b| a.look == b.look) {
            ink.write(text, run[0].look, run.iter().map(|spot| spot.glyph));
        }
        text.push('\n');
    }
}

/// As many entries in a line as fit in the usual width.
fn write_legend(text: &mut String, picture: &Picture, ink: Ink) {
    let mut used = 0;
    for (style, meaning) in &picture.legend {
        let meaning = visible(meaning);
        let length = meaning.chars().count() + 2;
        if used > 0 && used + 3 + length > WIDE {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push_str("   ");
            used += 3;
        }
        ink.write(text, Look::Written(style.tone), [style.glyph].into_iter());
        text.push(' ');
        text.push_str(&meaning);
        used += length;
    }
    text.push('\n');
}

impl Ink {
    /// Some glyphs of one look.
    fn write(self, text: &mut String, look: Look, glyphs: impl Iterator<Item = char>) {
        match self {
            Ink::Plain => text.extend(glyphs),
            Ink::Colour => {
                text.push_str("\x1b[");
                text.push_str(&look.ansi());
                text.push('m');
                text.extend(glyphs);
                text.push_str("\x1b[0m");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::sprite::{self, Art, Sprite};
    use unriddle_kit::{Cell, Direction, Piece, Style, Tone};

    const WALL: Style = Style::new(sprite::TILE, Tone::Wall, '#');
    const FLOOR: Style = Style::new(sprite::TILE, Tone::Floor, '.');

    fn row(width: usize) -> Picture {
        let cell = |x| Cell { x, y: 0, style: if x == 0 { WALL } else { FLOOR } };
        Picture { width, height: 1, cells: (0..width).map(cell).collect(), ..Picture::default() }
    }

    fn piece(x: f32, y: f32, style: Style) -> Piece {
        Piece::new("", x, y, style)
    }

    #[test]
    fn small_boards_are_square_and_wide_ones_narrow() {
        assert_eq!(terminal(&row(3), Ink::Plain), "##. .\n");
        assert_eq!(terminal(&row(141), Ink::Plain).trim_end().len(), 141);
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let mut picture = row(3);
        picture.legend = vec![(WALL, "wall".to_string()), (FLOOR, "floor".to_string())];
        picture.caption = Some("two steps".to_string());
        let (plain, colour) = (terminal(&picture, Ink::Plain), terminal(&picture, Ink::Colour));
        assert_eq!(plain, "##. .\n\n# wall   . floor\ntwo steps\n");
        let mut without = String::new();
        for part in colour.split("\x1b[") {
            without.push_str(
                part.split_once('m').filter(|(code, _)| code.len() < 7).map_or(part, |(_, rest)| rest),
            );
        }
        assert_eq!(without, plain);
    }

    #[test]
    fn the_topmost_piece_is_seen() {
        let mut picture = row(2);
        let style = |glyph| Style::new(sprite::BLOCK, Tone::Red, glyph);
        picture.pieces = vec![piece(1.0, 0.0, style('a')), piece(1.0, 0.0, style('b'))];
        assert_eq!(terminal(&picture, Ink::Plain), "##b\n");
    }

    #[test]
    fn large_cells_are_filled_with_what_is_there() {
        let mut picture = row(3);
        picture.pieces = vec![piece(1.0, 0.0, Style::new(sprite::BLOCK, Tone::Red, '@'))];
        let scale = Scale::fitting(&picture, (18, 3), Ink::Colour);
        let board = ["######     ", "######  @     .", "######     "].join("\n") + "\n";
        assert_eq!(terminal_at(&picture, scale, Ink::Plain), board);
        let drawn = terminal_at(&picture, scale, Ink::Colour);
        assert_eq!(drawn.matches("\x1b[30;101m").count(), 3, "a block of three rows: {drawn:?}");
    }

    #[test]
    fn half_blocks_show_two_rows_in_one() {
        let mut picture = Picture { height: 2, ..row(4) };
        picture.cells.push(Cell { x: 1, y: 1, style: WALL });
        picture.pieces = vec![piece(2.0, 0.0, Style::new(sprite::BLOCK, Tone::Player, '@'))];
        picture.pieces.push(piece(3.0, 1.0, Style::new(sprite::BLOCK, Tone::Goal, 'E')));
        let scale = Scale::fitting(&picture, (4, 1), Ink::Colour);
        assert_eq!(terminal_at(&picture, scale, Ink::Plain), "▀▄▀▄\n");
        let drawn = terminal_at(&picture, scale, Ink::Colour);
        assert_eq!(drawn, "\x1b[90m▀\x1b[0m\x1b[90m▄\x1b[0m\x1b[93m▀\x1b[0m\x1b[92m▄\x1b[0m\n");
    }

    #[test]
    fn pieces_between_cells_have_room() {
        let atom = |glyph| Style::new(sprite::DISC, Tone::Blue, glyph);
        const BOND: Sprite = Sprite::new(&Art::new(&[]).connecting());
        let bond = Style::new(BOND, Tone::Faint, '-');
        let down = Style::new(BOND.turned(Direction::Down), Tone::Faint, '|');
        let mark = Style::new(sprite::GLYPH, Tone::Mark, '+');
        let pieces = vec![
            piece(0.0, 0.0, atom('H')),
            piece(0.5, 0.0, bond),
            piece(0.0, 0.5, down),
            piece(1.0, 0.0, atom('O')),
            piece(0.5, 0.5, mark),
        ];
        let picture = Picture { width: 2, height: 1, pieces, ..Picture::default() };
        assert_eq!(terminal(&picture, Ink::Plain), " H---O\n | +\n");
    }

    #[test]
    fn heights_stand_beside_the_signs() {
        let mut picture = row(3);
        picture.cells.remove(0);
        picture.heights = vec![7, 12];
        assert_eq!(terminal(&picture, Ink::Plain), "    .7  .12\n");
    }

    #[test]
    fn notes_stand_beside_the_signs() {
        let mut picture = row(3);
        picture.cells.remove(0);
        picture.notes = vec![(1, 0, ">1".to_string()), (2, 0, "v".to_string()), (9, 0, "!".to_string())];
        assert_eq!(terminal(&picture, Ink::Plain), "    .>1 .v\n");
    }

    #[test]
    fn words_cannot_command_the_terminal() {
        let picture = Picture { caption: Some("\x1b[2Jboo".to_string()), ..Picture::default() };
        assert_eq!(terminal(&picture, Ink::Plain), "\\u{1b}[2Jboo\n");
    }

    #[test]
    fn pieces_off_the_board_are_left_out() {
        let mut picture = row(2);
        for (x, y) in [(-1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (f32::NAN, 0.0), (f32::INFINITY, 0.0)] {
            picture.pieces.push(piece(x, y, Style::new(sprite::DOT, Tone::Red, '!')));
        }
        let drawn = terminal(&picture, Ink::Plain);
        assert!(drawn.contains("##"), "{drawn}");
    }
}
