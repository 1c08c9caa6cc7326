//! Draws a picture as SVG.
//!
//! A complete document that needs nothing else: its colours stand in a style sheet that follows
//! the reader's choice of light or dark, its title is what a screen reader says, and there is no
//! script in it. One cell is one unit.
//!
//! The ground is a few paths, whatever lies there: see [`ground`](super::ground). Shapes in one ink that follow each
//! other share a path. A maze of 1000 × 1000 cells takes a few megabytes.

use std::fmt::Write;

use unriddle_kit::{Picture, Style};

use super::paint::{self, Ink, Surface};
use super::palette;
use super::pen::Spot;
use super::style_sheet::{self, Theme};

/// The picture as an SVG document, in the colours that its reader prefers.
pub fn svg(picture: &Picture) -> String {
    svg_in(picture, None)
}

/// The picture as an SVG document in the colours of a theme, or in those that its reader prefers.
pub fn svg_in(picture: &Picture, theme: Option<Theme>) -> String {
    let (width, height) = (picture.width as f32, picture.height as f32);
    // Writing grows with the board, so that it stays readable when a large one is made to fit.
    let size = (width / 64.0).max(0.5);
    let words = !picture.legend.is_empty() || picture.caption.is_some();
    let line = if words { width.max(24.0 * size) } else { width };
    let legend = place_legend(picture, size, line);
    let below = height + size * 1.8 * (legend.last().map_or(0.0, |entry| entry.row as f32 + 1.0));
    let caption_y = below + size * 1.4;
    let margin = paint::margin(picture);
    let full_width = line + 2.0 * margin;
    let caption =
        picture.caption.as_deref().map_or_else(Vec::new, |caption| break_lines(caption, line / size));
    let full_height = match caption.len() {
        0 => below,
        lines => caption_y + size * (1.4 * lines as f32 - 0.9),
    } + 2.0 * margin;
    let mut document = Document::new((full_width, full_height), margin, &title(picture), theme);
    let pixels = document.pixels;
    paint::ground(&mut document, picture);
    paint::pieces(&mut document, &picture.pieces, pixels);
    draw_legend(&mut document, &legend, size, height);
    for (at, words) in caption.iter().enumerate() {
        document.words(words, (0.0, caption_y + size * 1.4 * at as f32), size);
    }
    document.finish()
}

/// What a screen reader says.
pub fn title(picture: &Picture) -> String {
    let mut title = format!("Board of {} columns and {} rows", picture.width, picture.height);
    let meanings: Vec<&str> = picture.legend.iter().map(|(_, meaning)| meaning.as_str()).collect();
    if !meanings.is_empty() {
        title += &format!(": {}", meanings.join(", "));
    }
    if let Some(caption) = &picture.caption {
        title += &format!(". {caption}");
    }
    title
}

/// An SVG document that is being written. Writing to a string does not fail.
pub(super) struct Document {
    out: String,
    theme: Option<Theme>,
    /// The pixels of a cell where the document is not scaled.
    pub(super) pixels: f32,
    /// The colours that are not tones, each a class of its own.
    colours: Vec<(u32, u32)>,
}

impl Document {
    /// A document of this many cells, the margin included.
    pub(super) fn new((width, height): (f32, f32), margin: f32, title: &str, theme: Option<Theme>) -> Self {
        // Cells of 32 pixels, fewer where the drawing would not fit on a screen.
        let pixels = (1280.0 / width.max(height)).clamp(1.0, 32.0);
        let (wide, high) = ((width * pixels).round(), (height * pixels).round());
        let (width, height, left) = (number(width), number(height), number(-margin));
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"unriddle\" role=\"img\" \
             viewBox=\"{left} {left} {width} {height}\" width=\"{wide}\" height=\"{high}\">\n\
             <title>{}</title>\n<style>{}</style>\n\
             <rect class=\"page\" x=\"{left}\" y=\"{left}\" width=\"{width}\" height=\"{height}\"/>\n",
            escape(title),
            style_sheet::of_drawing(theme),
        );
        Document { out, theme, pixels, colours: Vec::new() }
    }

    /// Moves what follows, and scales it.
    pub(super) fn begin_group(&mut self, (x, y): Spot, scale: f32) {
        let (x, y) = (number(x), number(y));
        let _ = match scale {
            1.0 => writeln!(self.out, "<g transform=\"translate({x} {y})\">"),
            _ => writeln!(self.out, "<g transform=\"translate({x} {y}) scale({})\">", number(scale)),
        };
    }

    /// Ends the last group.
    pub(super) fn end_group(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// A line of writing that starts at a place.
    pub(super) fn words(&mut self, words: &str, (x, y): Spot, size: f32) {
        let (x, y, size, words) = (number(x), number(y), number(size), escape(words));
        let _ = writeln!(
            self.out,
            "<text class=\"words\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{words}</text>"
        );
    }

    /// The whole document.
    pub(super) fn finish(mut self) -> String {
        if !self.colours.is_empty() {
            let colours = style_sheet::of_colours(&self.colours, self.theme);
            let _ = writeln!(self.out, "<style>{colours}</style>");
        }
        self.out.push_str("</svg>\n");
        self.out
    }

    /// The attributes of an ink.
    fn attributes(&mut self, ink: Ink) -> String {
        match ink {
            Ink::Tone(tone) => format!("class=\"{}\"", palette::of(tone).class),
            Ink::Colour(light, dark) => format!("class=\"c{}\"", self.colour((light, dark))),
            Ink::Shade(percent) => {
                format!("class=\"shade\" fill-opacity=\"{}\"", number(f32::from(percent) / 100.0))
            }
            Ink::Shine(percent) => {
                format!("class=\"shine\" fill-opacity=\"{}\"", number(f32::from(percent) / 100.0))
            }
            Ink::Page => "class=\"on\"".to_string(),
            Ink::Words => "class=\"words\"".to_string(),
        }
    }

    /// The number of the class of a colour.
    fn colour(&mut self, colour: (u32, u32)) -> usize {
        let known = self.colours.iter().position(|&other| other == colour);
        known.unwrap_or_else(|| {
            self.colours.push(colour);
            self.colours.len() - 1
        })
    }
}

impl Surface for Document {
    type Path = String;

    fn fill(&mut self, ink: Ink, path: String) {
        if !path.is_empty() {
            let attributes = self.attributes(ink);
            let _ = writeln!(self.out, "<path {attributes} d=\"{path}\"/>");
        }
    }

    fn begin(&mut self, (x, y): Spot, turn: f32, scale: f32) {
        let (mx, my) = (number(x), number(y));
        let _ = write!(self.out, "<g transform=\"rotate({} {mx} {my})", number(turn));
        if scale != 1.0 {
            let (dx, dy) = (number(-x), number(-y));
            let _ = write!(self.out, " translate({mx} {my}) scale({}) translate({dx} {dy})", number(scale));
        }
        let dense = paint::density(scale);
        let _ = if dense < 1.0 {
            write!(self.out, "\" opacity=\"{}\">", number(dense))
        } else {
            write!(self.out, "\">")
        };
    }

    fn end(&mut self) {
        self.out.push_str("</g>");
    }

    fn label(&mut self, ink: Ink, label: char, (x, y): Spot) {
        let class = ink.class();
        let (x, y, label) = (number(x + 0.5), number(y + 0.71), escape(&label.to_string()));
        let _ = writeln!(self.out, "<text class=\"sign {class}\" x=\"{x}\" y=\"{y}\">{label}</text>");
    }
}

/// An entry of the legend and where it goes.
struct Entry<'a> {
    style: Style,
    meaning: &'a str,
    x: f32,
    row: usize,
}

/// Breaks the legend into lines, by an estimate of how wide its words are.
fn place_legend(picture: &Picture, size: f32, line: f32) -> Vec<Entry<'_>> {
    let (mut x, mut row) = (0.0, 0);
    let mut entries = Vec::new();
    for (style, meaning) in &picture.legend {
        let length = size * (2.0 + 0.56 * meaning.chars().count() as f32);
        if x > 0.0 && x + length > line {
            (x, row) = (0.0, row + 1);
        }
        entries.push(Entry { style: *style, meaning, x, row });
        x += length + size;
    }
    entries
}

/// Breaks words into lines of about this many times the size of their letters.
fn break_lines(words: &str, width: f32) -> Vec<String> {
    let most = (width / 0.56) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

fn draw_legend(document: &mut Document, legend: &[Entry<'_>], size: f32, top: f32) {
    for entry in legend {
        let y = top + size * (0.7 + 1.8 * entry.row as f32);
        document.begin_group((entry.x, y), 1.3 * size);
        paint::emblem(document, entry.style);
        document.end_group();
        document.words(entry.meaning, (entry.x + 1.7 * size, y + size), size);
    }
}

/// A number with at most three digits behind the point.
pub(super) fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

/// Text that cannot be taken for markup, without characters that XML forbids.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if character.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::sprite::{Fill, Outline};
    use unriddle_kit::{Cell, Piece, Tone, sprite};

    const FLOOR: Style = Style::new(sprite::TILE, Tone::Floor, '.');
    const WALL: Style = Style::new(sprite::WALL, Tone::Wall, '#');

    fn board(width: usize, height: usize, style: impl Fn(usize, usize) -> Style) -> Picture {
        let cells = (0..width * height).map(|n| (n % width, n / width));
        let cells = cells.map(|(x, y)| Cell { x, y, style: style(x, y) }).collect();
        Picture { width, height, cells, ..Picture::default() }
    }

    #[test]
    fn words_cannot_become_markup() {
        let mut picture = board(1, 1, |_, _| FLOOR);
        picture.legend = vec![(FLOOR, "</text><script>".to_string())];
        picture.caption = Some("a & \"b\" \u{0}".to_string());
        let drawing = svg(&picture);
        assert!(!drawing.contains("<script") && !drawing.contains('\u{0}'));
        assert!(drawing.contains("a &amp; &quot;b&quot; \u{fffd}</title>"));
    }

    #[test]
    fn a_long_caption_is_broken_into_lines() {
        let mut picture = board(3, 1, |_, _| FLOOR);
        picture.caption = Some("a word ".repeat(30));
        let drawing = svg(&picture);
        assert_eq!(drawing.matches("<text class=\"words\"").count(), 5, "{drawing}");
        assert!(break_lines("one two", 2.0) == ["one", "two"] && break_lines(" ", 9.0).is_empty());
    }

    #[test]
    fn every_element_is_closed() {
        let mut picture = board(3, 2, |x, _| if x == 0 { WALL } else { FLOOR });
        let disc = Style::new(sprite::DISC, Tone::Red, 'R');
        picture.pieces = vec![Piece::new("red", 1.5, 0.0, disc)];
        picture.legend = vec![(disc, "red".to_string()), (WALL, "wall".to_string())];
        let drawing = svg(&picture);
        for element in ["svg", "title", "style", "g", "text"] {
            let opened = drawing.matches(&format!("<{element} ")).count();
            let opened = opened + drawing.matches(&format!("<{element}>")).count();
            assert_eq!(opened, drawing.matches(&format!("</{element}>")).count(), "{element}");
        }
        assert!(drawing.contains("class=\"on\" d=\"M"), "the letter is drawn");
    }

    #[test]
    fn a_million_cells_are_a_few_megabytes() {
        let drawing = svg(&board(1000, 1000, |x, y| if x * y % 3 == 1 { WALL } else { FLOOR }));
        assert!(drawing.len() < 5_000_000, "{} bytes", drawing.len());
    }

    #[test]
    fn layers_are_drawn_above_the_outlines() {
        use unriddle_kit::sprite::{Art, Sprite};
        const LAYERED: Sprite = Sprite::new(&Art::new(&[Outline::Disc((0, 0), 400)]).with(&[
            Fill::Colour(0x102030, 0xa0b0c0).of(&[Outline::Disc((0, 0), 300)]),
            Fill::Shade(25).of(&[Outline::Disc((0, 0), 200)]),
        ]));
        let mut picture = board(1, 1, |_, _| FLOOR);
        let mut piece = Piece::new("it", 0.0, 0.0, Style::new(LAYERED, Tone::Red, 'x'));
        piece.turn = 30.0;
        picture.pieces = vec![piece];
        let drawing = svg(&picture);
        let order = ["rotate(30 0.5 0.5)", "class=\"red\"", "class=\"c0\"", "fill-opacity=\"0.25\"", "</g>"];
        let places: Vec<usize> = order.iter().map(|part| drawing.find(part).expect(part)).collect();
        assert!(places.is_sorted(), "{drawing}");
        assert!(drawing.contains(".c0{fill:#102030}") && drawing.contains(".c0{fill:#a0b0c0}"), "{drawing}");
        let dark = svg_in(&picture, Some(Theme::Dark));
        assert!(!dark.contains("#102030") && !dark.contains("prefers-color-scheme"), "{dark}");
    }

    #[test]
    fn what_we_cannot_draw_is_written() {
        let mut picture = board(1, 1, |_, _| FLOOR);
        picture.pieces = vec![Piece::new("deer", 0.0, 0.0, Style::new(sprite::BLOCK, Tone::Red, '鹿'))];
        assert!(svg(&picture).contains("class=\"sign on\" x=\"0.5\" y=\"0.71\">鹿</text>"));
    }

    #[test]
    fn what_is_larger_than_its_cell_fits_at_the_edge() {
        let mut picture = board(3, 3, |_, _| FLOOR);
        picture.pieces = vec![Piece::new("it", 0.0, 0.0, Style::new(sprite::DISC.scaled(5), Tone::Red, 'x'))];
        assert!(svg(&picture).contains("viewBox=\"-2 -2 7 7\""), "{}", svg(&picture));
    }

    #[test]
    fn an_empty_picture_is_a_drawing_too() {
        assert!(svg(&Picture::default()).ends_with("</svg>\n"));
    }

    #[test]
    fn light_and_dark_are_both_there() {
        let drawing = svg(&Picture::default());
        assert!(drawing.contains("prefers-color-scheme:dark"));
        assert!(
            palette::PALETTE
                .iter()
                .all(|paint| drawing.contains(paint.light) && drawing.contains(paint.dark))
        );
    }
}
