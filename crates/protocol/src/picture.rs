//! Pictures to save: an SVG document, a PNG image, or the moves as an animated GIF.

#[cfg(feature = "raster")]
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use unriddle_kit::session::Session;
use unriddle_render as render;
use unriddle_render::Theme;

#[cfg(feature = "raster")]
use super::weight;
use super::{Failure, FailureKind, PlayRequest};

/// A request for a picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PictureRequest {
    /// The level and the session. A film shows the moves of the session from the start.
    #[serde(flatten)]
    pub play: PlayRequest,
    /// What to draw.
    #[serde(default)]
    pub format: PictureFormat,
    /// The pixels of the longer side of an image or a film. By default it depends on the board.
    #[serde(default)]
    pub size: Option<u32>,
    /// Light or dark. By default a document follows its reader, and the others are light.
    #[serde(default)]
    pub theme: Option<Theme>,
}

/// What to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// An SVG document.
    #[default]
    Svg,
    /// An SVG document of the start of the level without text, for a list.
    Thumbnail,
    /// A PNG image.
    Png,
    /// An animated GIF.
    Gif,
}

/// A picture as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// Its media type.
    pub media_type: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The longest side of an image in a reply, in pixels.
pub(super) const MAX_SIDE: u32 = 2048;

/// The most bytes of an image or a film in a reply.
pub(super) const MAX_BYTES: usize = 6 << 20;

/// The most steps to show of what runs by itself.
pub(super) const MAX_STEPS: usize = 40;

/// The picture of a session after the action, in at most `room` bytes of memory.
pub fn picture(request: &PictureRequest, room: usize) -> Result<PictureFile, Failure> {
    if request.still_weight() > room {
        let message = format!("this picture may exceed the {} MiB of a reply", room >> 20);
        return Err(Failure::of_request(message).blamed_on(FailureKind::Size, "ask for a smaller size"));
    }
    let level = request.play.level.read()?;
    let (session, done) = request.play.act(level.as_ref())?;
    match done.refused {
        Some(refused) => Err(Failure::of_request(refused)),
        None => request.draw(&session, room),
    }
}

impl PictureRequest {
    fn draw(&self, session: &Session<'_>, room: usize) -> Result<PictureFile, Failure> {
        match self.format {
            PictureFormat::Svg => {
                let document = render::svg_in(&session.position().picture(), self.theme);
                Ok(PictureFile { media_type: "image/svg+xml", bytes: document.into_bytes() })
            }
            PictureFormat::Thumbnail => {
                let document = super::thumbnail(session.level());
                Ok(PictureFile { media_type: "image/svg+xml", bytes: document.into_bytes() })
            }
            PictureFormat::Png => self.image(session),
            PictureFormat::Gif => self.film(session, room),
        }
    }

    #[cfg(feature = "raster")]
    fn image(&self, session: &Session<'_>) -> Result<PictureFile, Failure> {
        let mut file = Limited::default();
        let picture = session.position().picture();
        render::png(&picture, self.side(), self.theme.unwrap_or_default(), &mut file)
            .map_err(|_| too_large())?;
        Ok(PictureFile { media_type: "image/png", bytes: file.0 })
    }

    #[cfg(feature = "raster")]
    fn film(&self, session: &Session<'_>, room: usize) -> Result<PictureFile, Failure> {
        let position = session.position();
        let still = position.film(0).pop();
        let steps = still.map_or(0, |still| weight::picture_steps(self, &still, room));
        let theme = self.theme.unwrap_or_default();
        let options = render::GifOptions { side: self.side(), theme, steps: steps.min(MAX_STEPS) };
        let mut file = Limited::default();
        render::gif(session.level(), &position.move_names(), &options, &mut file).map_err(
            |error| match error {
                render::GifError::Play(error) => Failure::of_moves(&error, 0),
                render::GifError::Write(_) => too_large(),
            },
        )?;
        Ok(PictureFile { media_type: "image/gif", bytes: file.0 })
    }

    /// The side that was asked for, if that is not too long.
    #[cfg(feature = "raster")]
    fn side(&self) -> Option<u32> {
        self.size.map(|size| size.min(MAX_SIDE))
    }

    #[cfg(not(feature = "raster"))]
    fn image(&self, _: &Session<'_>) -> Result<PictureFile, Failure> {
        Err(Failure::of_request("this program draws no PNG images"))
    }

    #[cfg(not(feature = "raster"))]
    fn film(&self, _: &Session<'_>, _: usize) -> Result<PictureFile, Failure> {
        Err(Failure::of_request("this program draws no GIF films"))
    }
}

#[cfg(feature = "raster")]
fn too_large() -> Failure {
    let message = format!("the file would be larger than {} MiB", MAX_BYTES >> 20);
    Failure::of_request(message).blamed_on(FailureKind::Size, "ask for a smaller size, or use the command")
}

/// A file in memory that is not larger than a reply may be.
#[cfg(feature = "raster")]
#[derive(Default)]
struct Limited(Vec<u8>);

#[cfg(feature = "raster")]
impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn request(format: PictureFormat) -> PictureRequest {
        let level = Source { text: "#####\n#S.E#\n#####".into(), ..Source::default() };
        let play = PlayRequest { level, moves: vec!["F2".into()], ..PlayRequest::default() };
        PictureRequest { play, format, ..PictureRequest::default() }
    }

    #[test]
    fn a_request_without_a_format_asks_for_a_document() {
        let request: PictureRequest =
            serde_json::from_str(r#"{"text":"S.E","moves":["F"]}"#).expect("it is a request");
        assert_eq!((request.format, request.size, request.theme), (PictureFormat::Svg, None, None));
        let file = picture(&request, usize::MAX).expect("a document");
        assert!(file.media_type == "image/svg+xml" && file.bytes.starts_with(b"<svg "));
    }

    #[test]
    fn a_thumbnail_has_no_legend() {
        let document = |format| {
            let file = picture(&request(format), usize::MAX).expect("a document");
            String::from_utf8(file.bytes).expect("a text")
        };
        assert!(document(PictureFormat::Svg).contains("reindeer"));
        assert!(!document(PictureFormat::Thumbnail).contains("reindeer"));
    }

    #[cfg(feature = "raster")]
    #[test]
    fn every_format_has_its_media_type() {
        let file = picture(&request(PictureFormat::Png), usize::MAX).expect("an image");
        assert!(file.media_type == "image/png" && file.bytes.starts_with(b"\x89PNG"));
        let file = picture(&request(PictureFormat::Gif), usize::MAX).expect("a film");
        assert!(file.media_type == "image/gif" && file.bytes.starts_with(b"GIF89a"));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut request = request(PictureFormat::Png);
        request.size = Some(u32::MAX);
        let failure = picture(&request, 8 << 20).expect_err("it is too large");
        assert_eq!(failure.what, FailureKind::Size);
        assert!(request.weight() < 64 << 20, "{}", request.weight());
    }
}
