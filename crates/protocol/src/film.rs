//! Films: what happens by itself in a position, such as a factory at work.
//!
//! What is the same in every picture is sent once, below what moves.

use serde::{Deserialize, Serialize};
use unriddle_kit::Picture;

use super::drawing::{Styles, pieces};
use super::{Drawing, Failure, FailureKind, Frame, Source, moves, replay, weight};

/// The maximum number of steps of a film.
pub(super) const MAX_STEPS: usize = 2000;

/// A request for a film.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilmRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// The maximum number of steps.
    pub most: usize,
}

/// What happens by itself in a position, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// What is the same in every picture.
    pub base: Drawing,
    /// The rest of each picture, starting before the first step. Styles are indices into those of
    /// `base`.
    pub frames: Vec<Frame>,
}

/// The film of a position, if it takes at most `room` bytes of memory. Pieces that are the same in
/// every picture belong to the base.
pub fn film(request: &FilmRequest, room: usize) -> Result<Film, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let Some(floor) = position.film(0).pop() else { return cut(Vec::new()) };
    let (asked, most) = (request.most.min(MAX_STEPS), weight::steps(request, &floor, room));
    if asked > most {
        let room = room >> 20;
        let message = format!("a film of {asked} steps of this board may exceed the {room} MiB of a reply");
        let help = match most {
            0 => "the board is too large for a film".to_string(),
            _ => format!("ask for at most {most} steps"),
        };
        return Err(Failure {
            most: Some(most),
            ..Failure::of_request(message).blamed_on(FailureKind::Size, help)
        });
    }
    cut(position.film(asked))
}

/// Builds a film from pictures, and frees each picture once it is converted.
fn cut(pictures: Vec<Picture>) -> Result<Film, Failure> {
    let Some(first) = pictures.first() else {
        return Ok(Film { base: Drawing::default(), frames: Vec::new() });
    };
    // The pieces that all pictures start with are below everything that moves.
    let still = pictures.iter().skip(1).fold(first.pieces.len(), |still, picture| {
        let same = first.pieces.iter().zip(&picture.pieces).take_while(|(a, b)| a == b).count();
        still.min(same)
    });
    let mut styles = Styles::default();
    let mut base = Drawing::ground(first, &mut styles)?;
    base.caption = None;
    base.pieces = pieces(&first.pieces[..still], &mut styles);
    let frame = |picture: Picture| Frame {
        pieces: pieces(&picture.pieces[still..], &mut styles),
        caption: picture.caption,
    };
    let frames = pictures.into_iter().map(frame).collect();
    base.styles = styles.stamps;
    Ok(Film { base, frames })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_still_is_sent_once() {
        let game = unriddle_games::game("freshly-frosted").expect("a game");
        let text = game.editor().starter().to_string();
        let level = Source { text, ..Source::default() };
        let film =
            film(&FilmRequest { level, most: 5, ..FilmRequest::default() }, usize::MAX).expect("a film");
        assert!(!film.base.pieces.is_empty() && film.frames.len() > 1);
        for piece in film.frames.iter().flat_map(|frame| &frame.pieces) {
            assert!(!film.base.pieces.contains(piece), "{piece:?} is in the base already");
            assert!(piece.style < film.base.styles.len());
        }
    }

    #[test]
    fn a_film_that_does_not_fit_says_how_long_it_could_be() {
        let text = format!("+> {}->", "> ".repeat(200));
        let level = Source { text, ..Source::default() };
        let request = |most: usize| FilmRequest { level: level.clone(), most, ..FilmRequest::default() };
        let room = request(20).weight();
        let refusal = film(&request(1000), room).expect_err("it does not fit");
        assert_eq!(refusal.what, FailureKind::Size);
        let most = refusal.most.expect("it says how many steps would fit");
        assert!((20..1000).contains(&most), "{most}");
        assert_eq!(film(&request(most), room).expect("it fits").frames.len(), most + 1);
        assert!(film(&request(most + 1), room).is_err());
        let still = Source { text: "S.E".into(), ..Source::default() };
        let nothing = film(&FilmRequest { level: still, most: 1000, ..FilmRequest::default() }, 0);
        assert_eq!(nothing.map(|film| film.frames.len()), Ok(0), "a position that does not run has no film");
    }
}
