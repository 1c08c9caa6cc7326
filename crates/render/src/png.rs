//! Draws a picture as a PNG image: the board and its pieces, without legend and caption.

use std::io::{self, Write};

use unriddle_kit::Picture;

use super::pixels::{Layout, Pixels};
use super::style_sheet::Theme;

/// The pixels of a cell, and the longest side, of an image whose size is not asked for.
pub const PNG_SIZE: (u32, u32) = (64, 1280);

/// Writes the picture as a PNG image, its longer side having this many pixels.
///
/// Takes four bytes a pixel, and three more while it is written.
pub fn png(picture: &Picture, side: Option<u32>, theme: Theme, out: impl Write) -> io::Result<()> {
    let layout = match side {
        Some(side) => Layout::of_side(picture, side),
        None => Layout::of_cell(picture, PNG_SIZE.0, PNG_SIZE.1),
    };
    let mut pixels = Pixels::new(layout, theme);
    pixels.paint_ground(picture);
    pixels.paint_pieces(&picture.pieces);
    let mut encoder = png::Encoder::new(out, layout.width, layout.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut lines = writer.stream_writer()?;
    for line in pixels.data().chunks_exact(4 * layout.width as usize) {
        let opaque: Vec<u8> = line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        lines.write_all(&opaque)?;
    }
    lines.finish()?;
    writer.finish()?;
    Ok(())
}
