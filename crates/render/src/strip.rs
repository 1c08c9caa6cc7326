//! Draws the pictures of a line of moves as a film strip: one SVG document, row by row, each picture with a few words
//! below it.

use unriddle_kit::Picture;

use super::paint;
use super::style_sheet::Theme;
use super::svg::Document;

/// The most pictures of a strip.
pub const MAX_IN_STRIP: usize = 200;

/// The most cells of all pictures of a strip together.
const MAX_CELLS: usize = 2_000_000;

/// The height of a line of words in lengths of their letters.
const LINE: f32 = 1.6;

/// The numbers of the pictures that a strip of this many boards of `cells` cells shows: all of them, or as many as are
/// not too many, the first and the last among them.
pub fn in_strip(count: usize, cells: usize) -> Vec<usize> {
    let most = (MAX_CELLS / cells.max(1)).clamp(2, MAX_IN_STRIP);
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|n| n * (count - 1) / (most - 1)).collect()
}

/// The pictures side by side, wrapped so that the document is about as wide as high, each above its words. Legends and
/// captions are left out.
pub fn strip(pictures: &[(Picture, String)], theme: Option<Theme>) -> String {
    let side = |of: fn(&Picture) -> usize| pictures.iter().map(|(picture, _)| of(picture)).max().unwrap_or(0);
    let (width, height) = (side(|picture| picture.width) as f32, side(|picture| picture.height) as f32);
    let margin = pictures.iter().map(|(picture, _)| paint::margin(picture)).fold(paint::MARGIN, f32::max);
    let size = (width / 14.0).max(0.4);
    // Long words are cut where the next picture begins.
    let room = ((width + margin) / (0.54 * size)) as usize;
    let (across, down) = (width + 2.0 * margin, height + LINE * size + 2.0 * margin);
    // As many columns as make the strip four parts wide and three high.
    let columns = (pictures.len() as f32 * down * 4.0 / (across * 3.0)).sqrt().round().max(1.0) as usize;
    let columns = columns.min(pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let title = format!("{} pictures of a board of {width} columns and {height} rows", pictures.len());
    let mut document = Document::new((columns as f32 * across, rows as f32 * down), margin, &title, theme);
    let pixels = document.pixels;
    for (at, (picture, words)) in pictures.iter().enumerate() {
        document.begin_group(((at % columns) as f32 * across, (at / columns) as f32 * down), 1.0);
        paint::ground(&mut document, picture);
        paint::pieces(&mut document, &picture.pieces, pixels);
        document.words(&shortened(words, room), (0.0, height + LINE * size), size);
        document.end_group();
    }
    document.finish()
}

/// Words in at most this many characters.
fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_string();
    }
    words.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures(count: usize) -> Vec<(Picture, String)> {
        let level = unriddle_games::read("#####\n#S.E#\n#####", &[]).expect("a maze");
        vec![(level.start().picture(), "1. <F>".to_string()); count]
    }

    #[test]
    fn every_picture_is_there_with_its_words() {
        let drawing = strip(&pictures(7), None);
        assert_eq!(drawing.matches(">1. &lt;F&gt;</text>").count(), 7);
        assert_eq!(drawing.matches("<g transform=\"translate(").count(), 7);
        assert_eq!(drawing.matches("<g ").count(), drawing.matches("</g>").count());
        assert_eq!(drawing.matches("<title>").count(), 1);
    }

    #[test]
    fn pictures_are_wrapped() {
        let drawing = strip(&pictures(30), None);
        let rows: std::collections::BTreeSet<&str> =
            drawing.split("translate(").skip(1).filter_map(|rest| rest.split([' ', ')']).nth(1)).collect();
        assert!((3..10).contains(&rows.len()), "{rows:?}");
    }

    #[test]
    fn no_strip_is_endless() {
        assert_eq!(in_strip(5, 100), [0, 1, 2, 3, 4]);
        let some = in_strip(100_000, 100);
        assert_eq!((some.len(), some[0], some[MAX_IN_STRIP - 1]), (MAX_IN_STRIP, 0, 99_999));
        assert_eq!(in_strip(1000, 1_000_000), [0, 999]);
        assert!(strip(&[], None).ends_with("</svg>\n"));
    }
}
