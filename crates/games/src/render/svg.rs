//! Draws a picture as SVG.
//!
//! A complete document that needs nothing else: its colours stand in a style sheet that follows
//! the reader's choice of light or dark, its title is what a screen reader says, and there is no
//! script in it. One cell is one unit.
//!
//! Neighbouring cells of a row in one tone become one rectangle, and all rectangles of a tone one
//! path; so do the shapes of a tone that follow each other. On large boards the tone with most
//! rectangles is laid below the whole board instead. A maze of 1000 × 1000 cells takes a few
//! megabytes.

use std::fmt::Write;

use super::heights;
use super::palette::{self, PALETTE};
use super::{shape, style};
use crate::{Look, Picture, Shape, Tone};

/// Boards up to this many cells wide or high are ruled, so that cells can be counted.
const RULED: usize = 64;

/// Where a cell has fewer pixels than this, shapes are too small to see and fill their cells.
const TINY: f32 = 6.0;

/// Space around the board.
const MARGIN: f32 = 0.5;

/// The picture as an SVG document.
pub fn svg(picture: &Picture) -> String {
    let (width, height) = (picture.width as f32, picture.height as f32);
    // Writing grows with the board, so that it stays readable when a large one is made to fit.
    let size = (width / 64.0).max(0.5);
    let words = !picture.legend.is_empty() || picture.caption.is_some();
    let line = if words { width.max(24.0 * size) } else { width };
    let legend = place_legend(picture, size, line);
    let below = height + size * 1.8 * (legend.last().map_or(0.0, |entry| entry.row as f32 + 1.0));
    let caption_y = below + size * 1.4;
    let full_width = line + 2.0 * MARGIN;
    let caption =
        picture.caption.as_deref().map_or_else(Vec::new, |caption| break_lines(caption, line / size));
    let full_height = match caption.len() {
        0 => below,
        lines => caption_y + size * (1.4 * lines as f32 - 0.9),
    } + 2.0 * MARGIN;
    // Cells of 32 pixels, fewer where the drawing would not fit on a screen.
    let pixels = (1280.0 / full_width.max(full_height)).clamp(1.0, 32.0);

    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"unriddle\" role=\"img\" \
         viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">\n<title>{}</title>\n",
        -MARGIN,
        -MARGIN,
        number(full_width),
        number(full_height),
        (full_width * pixels).round(),
        (full_height * pixels).round(),
        escape(&title(picture)),
    );
    let _ = writeln!(out, "<style>{}</style>", style::of_drawing());
    let _ = writeln!(
        out,
        "<rect class=\"page\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        -MARGIN,
        -MARGIN,
        number(full_width),
        number(full_height)
    );
    draw_ground(&mut out, picture);
    heights::shade(&mut out, picture);
    let mut shapes = Shapes { tiny: pixels < TINY, ..Shapes::default() };
    for cell in picture.cells.iter().filter(|cell| cell.look.shape != Shape::Tile) {
        shapes.draw(&mut out, cell.look, cell.x as f32, cell.y as f32);
    }
    for cell in picture.cells.iter().filter(|cell| cell.look.shape == Shape::Tile) {
        shapes.label(&mut out, cell.look, cell.x as f32, cell.y as f32);
    }
    for piece in picture.pieces.iter().filter(|piece| piece.x.is_finite() && piece.y.is_finite()) {
        shapes.draw(&mut out, piece.look, piece.x, piece.y);
    }
    shapes.finish(&mut out);
    if picture.width.max(picture.height) <= RULED {
        heights::write(&mut out, picture);
    }
    draw_legend(&mut out, &legend, size, height);
    for (at, words) in caption.iter().enumerate() {
        let y = number(caption_y + size * 1.4 * at as f32);
        let (size, words) = (number(size), escape(words));
        let _ = writeln!(out, "<text class=\"words\" x=\"0\" y=\"{y}\" font-size=\"{size}\">{words}</text>");
    }
    out.push_str("</svg>\n");
    out
}

/// What a screen reader says.
pub(crate) fn title(picture: &Picture) -> String {
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

/// The rectangles of a tone.
struct Ground {
    tone: Tone,
    rectangles: usize,
    path: String,
}

impl Ground {
    /// Draws them; `edges` is the class that says how their edges are drawn.
    fn draw(&self, out: &mut String, edges: &str) {
        if !self.path.is_empty() {
            let class = palette::of(self.tone).class;
            let _ = writeln!(out, "<path class=\"{edges}{class}\" d=\"{}\"/>", self.path);
        }
    }
}

/// The tiles. The rules between cells go over all but the walls, which stand together.
fn draw_ground(out: &mut String, picture: &Picture) {
    let mut grounds: Vec<Ground> =
        PALETTE.iter().map(|paint| Ground { tone: paint.tone, rectangles: 0, path: String::new() }).collect();
    let tone = |look: Look| if look.shape == Shape::Tile { look.tone } else { Tone::Floor };
    let runs = picture.cells.chunk_by(|a, b| a.y == b.y && a.x + 1 == b.x && tone(a.look) == tone(b.look));
    for run in runs {
        let (cell, length) = (&run[0], run.len());
        if let Some(ground) = grounds.iter_mut().find(|ground| ground.tone == tone(cell.look)) {
            ground.rectangles += 1;
            let _ = write!(ground.path, "M{} {}h{length}v1h-{length}z", cell.x, cell.y);
        }
    }
    let (width, height) = (picture.width, picture.height);
    let ruled = width.max(height) <= RULED;
    if !ruled && picture.cells.len() == width * height {
        grounds.sort_by_key(|ground| std::cmp::Reverse(ground.rectangles));
        grounds[0].path = format!("M0 0h{width}v{height}h-{width}z");
    }
    let (walls, others): (Vec<Ground>, Vec<Ground>) =
        grounds.into_iter().partition(|ground| ruled && ground.tone == Tone::Wall);
    // Crisp edges would swallow cells that are smaller than a pixel: those of a large board are,
    // in a small picture.
    let edges = if ruled { "ground " } else { "" };
    others.iter().for_each(|ground| ground.draw(out, edges));
    if ruled {
        let mut rules = String::new();
        (0..=width).for_each(|x| _ = write!(rules, "M{x} 0v{height}"));
        (0..=height).for_each(|y| _ = write!(rules, "M0 {y}h{width}"));
        let _ = writeln!(out, "<path class=\"rules\" d=\"{rules}\"/>");
    }
    walls.iter().for_each(|ground| ground.draw(out, edges));
}

/// Shapes on their way into the document: those of one tone are gathered into one path.
#[derive(Default)]
struct Shapes {
    /// Whether all shapes without a label fill their cells.
    tiny: bool,
    tone: Option<Tone>,
    path: String,
}

impl Shapes {
    /// A look in the cell at (`x`, `y`).
    fn draw(&mut self, out: &mut String, look: Look, x: f32, y: f32) {
        if self.tone != Some(look.tone) {
            self.finish(out);
            self.tone = Some(look.tone);
        }
        let filled = self.tiny && look.label().is_none();
        let shape = if filled { Shape::Tile } else { look.shape };
        shape::outline(&mut self.path, Look { shape, ..look }, x, y);
        self.label(out, look, x, y);
    }

    fn label(&mut self, out: &mut String, look: Look, x: f32, y: f32) {
        let Some(sign) = look.label() else { return };
        self.finish(out);
        let class = match look.shape {
            Shape::Sign => palette::of(look.tone).class,
            Shape::Tile => "words",
            _ => "on",
        };
        let (x, y) = (number(x + 0.5), number(y + 0.71));
        let sign = escape(&sign.to_string());
        let _ = writeln!(out, "<text class=\"sign {class}\" x=\"{x}\" y=\"{y}\">{sign}</text>");
    }

    /// Writes what is gathered.
    fn finish(&mut self, out: &mut String) {
        if let Some(tone) = self.tone.take()
            && !self.path.is_empty()
        {
            let _ = writeln!(out, "<path class=\"{}\" d=\"{}\"/>", palette::of(tone).class, self.path);
        }
        self.path.clear();
    }
}

/// An entry of the legend and where it goes.
struct Entry<'a> {
    look: Look,
    meaning: &'a str,
    x: f32,
    row: usize,
}

/// Breaks the legend into lines, by an estimate of how wide its words are.
fn place_legend(picture: &Picture, size: f32, line: f32) -> Vec<Entry<'_>> {
    let (mut x, mut row) = (0.0, 0);
    let mut entries = Vec::new();
    for (look, meaning) in &picture.legend {
        let length = size * (2.0 + 0.56 * meaning.chars().count() as f32);
        if x > 0.0 && x + length > line {
            (x, row) = (0.0, row + 1);
        }
        entries.push(Entry { look: *look, meaning, x, row });
        x += length + size;
    }
    entries
}

/// Breaks words into lines of about so many times the size of their letters.
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

fn draw_legend(out: &mut String, legend: &[Entry<'_>], size: f32, top: f32) {
    for entry in legend {
        let y = top + size * (0.7 + 1.8 * entry.row as f32);
        let (x, scale) = (number(entry.x), number(1.3 * size));
        let _ = writeln!(out, "<g transform=\"translate({x} {}) scale({scale})\">", number(y));
        let below = if entry.look.shape == Shape::Tile { entry.look.tone } else { Tone::Floor };
        let _ = writeln!(out, "<path class=\"{}\" d=\"M0 0h1v1h-1z\"/>", palette::of(below).class);
        let mut shapes = Shapes::default();
        if entry.look.shape == Shape::Tile {
            shapes.label(out, entry.look, 0.0, 0.0);
        } else {
            shapes.draw(out, entry.look, 0.0, 0.0);
        }
        shapes.finish(out);
        out.push_str("</g>\n");
        let (x, y, size) = (number(entry.x + 1.7 * size), number(y + size), number(size));
        let meaning = escape(entry.meaning);
        let _ =
            writeln!(out, "<text class=\"words\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{meaning}</text>");
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
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if sign.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Piece};

    const FLOOR: Look = Look::new(Shape::Tile, Tone::Floor, '.');
    const WALL: Look = Look::new(Shape::Tile, Tone::Wall, '#');

    fn board(width: usize, height: usize, look: impl Fn(usize, usize) -> Look) -> Picture {
        let cells = (0..width * height).map(|n| (n % width, n / width));
        let cells = cells.map(|(x, y)| Cell { x, y, look: look(x, y) }).collect();
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
        let disc = Look::new(Shape::Disc, Tone::Red, 'R');
        picture.pieces = vec![Piece { name: "red".to_string(), x: 1.5, y: 0.0, look: disc }];
        picture.legend = vec![(disc, "red".to_string()), (WALL, "wall".to_string())];
        let drawing = svg(&picture);
        for element in ["svg", "title", "style", "g", "text"] {
            let opened = drawing.matches(&format!("<{element} ")).count();
            let opened = opened + drawing.matches(&format!("<{element}>")).count();
            assert_eq!(opened, drawing.matches(&format!("</{element}>")).count(), "{element}");
        }
        assert!(drawing.contains(">R</text>"));
    }

    #[test]
    fn equal_neighbours_become_one_rectangle() {
        let drawing = svg(&board(5, 1, |x, _| if x < 3 { WALL } else { FLOOR }));
        assert!(drawing.contains("d=\"M0 0h3v1h-3z\"") && drawing.contains("d=\"M3 0h2v1h-2z\""));
    }

    #[test]
    fn heights_are_shaded_and_written() {
        let mut picture = board(3, 1, |_, _| FLOOR);
        picture.heights = vec![0, 2, 2];
        let drawing = svg(&picture);
        assert!(drawing.contains("fill-opacity=\"0.4\" d=\"M0 0h1v1h-1z\""), "{drawing}");
        assert!(drawing.contains("class=\"cliffs\" d=\"M1 0v1\""));
        assert_eq!(drawing.matches(">2</text>").count(), 2);
    }

    #[test]
    fn a_million_cells_are_a_few_megabytes() {
        let drawing = svg(&board(1000, 1000, |x, y| if x * y % 3 == 1 { WALL } else { FLOOR }));
        assert!(drawing.len() < 5_000_000, "{} bytes", drawing.len());
    }

    #[test]
    fn an_empty_picture_is_a_drawing_too() {
        assert!(svg(&Picture::default()).ends_with("</svg>\n"));
    }

    #[test]
    fn light_and_dark_are_both_there() {
        let drawing = svg(&Picture::default());
        assert!(drawing.contains("prefers-color-scheme:dark"));
        assert!(PALETTE.iter().all(|paint| drawing.contains(paint.light) && drawing.contains(paint.dark)));
    }
}
