//! Draws a line of moves as an animated GIF, with its motion.
//!
//! The film is played twice: once to choose its [colours](super::colours), by a few of its frames, and once to
//! write it. A frame holds only the rectangle that has changed, so a film of a thousand frames takes no more memory
//! than three images of it, beside what is written. What is the same in two frames is one frame, seen for longer.

use std::fmt;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use unriddle_kit::{Level, Picture, PlayError};

use super::colours::{Counts, MAX, Table};
use super::pixels::{Layout, Pixels};
use super::reel::{Moment, Reel};
use super::style_sheet::Theme;

/// The pixels of a cell, and the longest side, of a film whose size is not asked for.
pub const GIF_SIZE: (u32, u32) = (48, 640);

/// The entry of the table for pixels that do not change.
const SAME: u8 = MAX as u8;

/// The most frames that colours are chosen by.
const SAMPLES: usize = 16;

/// How a film is drawn.
#[derive(Clone, Copy, Debug)]
pub struct GifOptions {
    /// The pixels of the longer side, if that is not left to the board.
    pub side: Option<u32>,
    /// Light or dark.
    pub theme: Theme,
    /// The most steps to show of what runs by itself after the moves.
    pub steps: usize,
}

/// What a film shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footage {
    /// The number of its frames.
    pub frames: usize,
    /// The number of moves after which there is a frame: fewer than there are if the line is too long.
    pub moves: usize,
}

/// Why there is no film.
#[derive(Debug)]
pub enum GifError {
    /// A move cannot be made.
    Play(PlayError),
    /// The film cannot be written.
    Write(io::Error),
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GifError::Play(error) => error.fmt(f),
            GifError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GifError {}

impl From<PlayError> for GifError {
    fn from(error: PlayError) -> Self {
        GifError::Play(error)
    }
}

impl From<io::Error> for GifError {
    fn from(error: io::Error) -> Self {
        GifError::Write(error)
    }
}

impl From<gif::EncodingError> for GifError {
    fn from(error: gif::EncodingError) -> Self {
        GifError::Write(match error {
            gif::EncodingError::Io(error) => error,
            other => io::Error::other(other),
        })
    }
}

/// The layout of a film that begins with a picture.
pub fn gif_layout(start: &Picture, side: Option<u32>) -> Layout {
    match side {
        Some(side) => Layout::of_side(start, side),
        None => Layout::of_cell(start, GIF_SIZE.0, GIF_SIZE.1),
    }
}

/// Writes moves from the start of a level, each by its name, as an animated GIF that repeats.
pub fn gif(
    level: &dyn Level,
    moves: &[String],
    options: &GifOptions,
    out: impl Write,
) -> Result<Footage, GifError> {
    let start = level.start().picture();
    let layout = gif_layout(&start, options.side);
    let reel = Reel::new(level, moves, options.steps, layout.pixels())?;
    let mut count = 0usize;
    reel.show(|_| {
        count += 1;
        Ok::<(), GifError>(())
    })?;
    let mut screen = Screen::new(layout, options.theme);
    let mut counts = Counts::default();
    let every = count.div_ceil(SAMPLES).max(1);
    let mut at = 0;
    reel.show(|moment| {
        at += 1;
        if at % every == 1 || at == count || every == 1 {
            screen.show(&moment);
            counts.add(screen.now.data());
        }
        Ok::<(), GifError>(())
    })?;
    let mut film = Film::new(counts.into_table(), layout, out)?;
    reel.show(|moment| {
        screen.show(&moment);
        film.add(&screen.now, moment.delay)
    })?;
    let frames = film.finish()?;
    Ok(Footage { frames, moves: reel.shown() })
}

/// The frame that is seen, and the ground below its pieces.
struct Screen {
    ground: Pixels,
    now: Pixels,
    /// What the ground shows, without pieces.
    below: Option<Picture>,
}

impl Screen {
    fn new(layout: Layout, theme: Theme) -> Self {
        Screen { ground: Pixels::new(layout, theme), now: Pixels::new(layout, theme), below: None }
    }

    fn show(&mut self, moment: &Moment<'_>) {
        let ground = moment.ground;
        let same = |below: &Picture| {
            below.cells == ground.cells && below.heights == ground.heights && below.slopes == ground.slopes
        };
        if !self.below.as_ref().is_some_and(same) {
            self.ground.paint_ground(ground);
            let (cells, heights, slopes) =
                (ground.cells.clone(), ground.heights.clone(), ground.slopes.clone());
            self.below = Some(Picture { cells, heights, slopes, ..Picture::default() });
        }
        self.now.copy_from(&self.ground);
        self.now.paint_pieces(moment.pieces);
    }
}

/// A film that is being written. A frame is written when it is known how long it is seen.
struct Film<W: Write> {
    encoder: Encoder<W>,
    table: Table,
    layout: Layout,
    last: Vec<u8>,
    waiting: Option<Frame<'static>>,
    frames: usize,
}

impl<W: Write> Film<W> {
    fn new(table: Table, layout: Layout, out: W) -> Result<Self, GifError> {
        // No side is longer than 4096 pixels.
        let (width, height) = (layout.width as u16, layout.height as u16);
        let mut entries = table.entries();
        entries.resize(3 * (MAX + 1), 0);
        let mut encoder = Encoder::new(out, width, height, &entries)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { encoder, table, layout, last: Vec::new(), waiting: None, frames: 0 })
    }

    /// Adds an image that is seen for this many hundredths of a second.
    fn add(&mut self, image: &Pixels, delay: u16) -> Result<(), GifError> {
        let (width, data) = (self.layout.width as usize, image.data());
        let first = self.last.is_empty();
        let changed = if first {
            Some((0, 0, width, self.layout.height as usize))
        } else {
            changed(&self.last, data, width)
        };
        let Some((left, top, wide, high)) = changed else {
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(delay);
            }
            return Ok(());
        };
        let mut buffer = Vec::with_capacity(wide * high);
        let (pixels, old) = (data.as_chunks::<4>().0, self.last.as_chunks::<4>().0);
        for y in top..top + high {
            for at in y * width + left..y * width + left + wide {
                let same = !first && old[at] == pixels[at];
                buffer.push(if same { SAME } else { self.table.nearest(pixels[at]) });
            }
        }
        self.write_waiting()?;
        self.waiting = Some(Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: left as u16,
            top: top as u16,
            width: wide as u16,
            height: high as u16,
            buffer: buffer.into(),
            ..Frame::default()
        });
        self.last.clear();
        self.last.extend_from_slice(data);
        Ok(())
    }

    fn write_waiting(&mut self) -> Result<(), GifError> {
        if let Some(frame) = self.waiting.take() {
            self.encoder.write_frame(&frame)?;
            self.frames += 1;
        }
        Ok(())
    }

    /// Writes the rest, and returns the number of frames.
    fn finish(mut self) -> Result<usize, GifError> {
        self.write_waiting()?;
        let frames = self.frames;
        self.encoder.into_inner()?.flush()?;
        Ok(frames)
    }
}

/// The rectangle in which two images of a width differ: its left, top, width and height.
fn changed(old: &[u8], new: &[u8], width: usize) -> Option<(usize, usize, usize, usize)> {
    let rows = || old.chunks_exact(4 * width).zip(new.chunks_exact(4 * width));
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (width, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let mut pixels = old.as_chunks::<4>().0.iter().zip(new.as_chunks::<4>().0);
        if let Some(first) = pixels.position(|(old, new)| old != new) {
            left = left.min(first);
            let pixels = old.as_chunks::<4>().0.iter().zip(new.as_chunks::<4>().0);
            right = right.max(pixels.rev().position(|(old, new)| old != new).map_or(0, |at| width - at));
        }
    }
    Some((left, top, right - left, bottom + 1 - top))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_changed_is_written() {
        let old = vec![0; 4 * 6 * 5];
        let mut new = old.clone();
        assert_eq!(changed(&old, &new, 6), None);
        new[4 * (2 * 6 + 1)] = 1;
        new[4 * (3 * 6 + 4) + 2] = 1;
        assert_eq!(changed(&old, &new, 6), Some((1, 2, 4, 2)));
    }
}
