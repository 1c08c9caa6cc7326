//! Draws pictures: for a terminal, as SVG and, with the feature `raster`, as PNG images and animated GIFs. None of
//! them knows any game.

mod canvas;
#[cfg(feature = "raster")]
mod colours;
#[cfg(feature = "raster")]
mod gif;
mod ground;
mod lesson;
mod lettering;
mod outline;
mod paint;
mod palette;
mod paths;
mod pen;
#[cfg(feature = "raster")]
mod pixels;
#[cfg(feature = "raster")]
mod png;
#[cfg(feature = "raster")]
mod reel;
mod region;
mod scale;
mod spot;
mod strip;
mod stroke;
mod style_sheet;
mod svg;
mod terminal;
mod visible;

pub use canvas::Canvas;
#[cfg(feature = "raster")]
pub use gif::{Footage, GIF_SIZE, GifError, GifOptions, gif, gif_layout};
pub use lesson::{boards, how_to_play};
pub use lettering::letter;
pub use palette::class;
pub use paths::{GroundPath, GroundSign, ground_paths, outline_path};
#[cfg(feature = "raster")]
pub use pixels::{Layout, SIDES};
#[cfg(feature = "raster")]
pub use png::{PNG_SIZE, png};
pub use scale::Scale;
pub use spot::{Look, Spot};
pub use strip::{MAX_IN_STRIP, in_strip, strip};
pub use style_sheet::{Theme, style_sheet};
pub use svg::{svg, svg_in, title};
pub use terminal::{Ink, terminal, terminal_at};
pub use visible::{is_hidden, visible, visible_lines};
