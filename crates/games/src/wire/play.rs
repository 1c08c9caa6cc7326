//! Playing: a level, the moves so far, and what the player does next.

use serde::{Deserialize, Serialize};
use unriddle_search::Cost;

use super::drawing::{Looks, pieces};
use super::{Drawing, Failure, Fault, Frame, Source, moves, replay, weight};
use crate::render::svg;
use crate::{Cell, Gesture, Level, Picture, Piece, PlayError, Position};

/// The most moves that a reply names as open.
const MOST_OPEN: usize = 1000;

/// The most steps of a film.
pub(super) const MOST_STEPS: usize = 2000;

/// The longest side of a small picture, in cells.
const MOST_IN_SMALL: usize = 100;

/// Where does this stand, and what comes of this gesture?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The single moves made so far, by name, or longer parts in the game's notation.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// What the player does now.
    #[serde(default)]
    pub gesture: Option<Gesture>,
}

/// A level after some moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The id of its game.
    pub game: &'static str,
    /// Its name, if it carries one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// All single moves made, those of the gesture included.
    pub moves: Vec<String>,
    /// The same in the game's notation.
    pub history: String,
    /// What they cost.
    pub cost: Cost,
    /// What the level says an optimal solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<Cost>,
    /// Whether the level is solved.
    pub solved: bool,
    /// How things stand beyond that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// What there is to say about the moves.
    pub remarks: Vec<String>,
    /// What is odd about the level.
    pub warnings: Vec<String>,
    /// Why the gesture did nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What can be played, where a game has such.
    pub hand: Vec<String>,
    /// The moves that can be made here, by name; the first thousand.
    pub open: Vec<String>,
    /// Whether things happen by themselves from here: there is a [`Film`].
    pub runs: bool,
    /// What it looks like.
    pub picture: Drawing,
}

/// What happens by itself after these moves?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilmRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves made so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// How many steps at most.
    pub most: usize,
}

/// What happens by itself, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// What stays the same in every picture.
    pub base: Drawing,
    /// Each picture beyond that, the one before the first step first. Their looks are those of
    /// `base`.
    pub frames: Vec<Frame>,
}

/// Where a level stands after some moves and, perhaps, a gesture.
pub fn play(request: &PlayRequest) -> Result<Scene, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let gesture = request.gesture.as_ref();
    let refused = gesture.and_then(|gesture| act(position.as_mut(), gesture).err());
    scene(level.as_ref(), position.as_ref(), refused)
}

/// Does what a gesture means, or says why it cannot be done.
fn act(position: &mut dyn Position, gesture: &Gesture) -> Result<(), String> {
    let moves = position.meaning(gesture)?;
    position.insist(&moves).map_err(|error| match error {
        PlayError::Unreadable { message, .. } | PlayError::Refused { message, .. } => message,
    })
}

fn scene(level: &dyn Level, position: &dyn Position, refused: Option<String>) -> Result<Scene, Failure> {
    // A board that is too large for a page has too many moves as well.
    let picture = Drawing::of(&position.picture())?;
    let mut open = position.moves();
    open.truncate(MOST_OPEN);
    open.shrink_to_fit();
    Ok(Scene {
        game: level.game().id(),
        name: level.name(),
        moves: position.made(),
        history: position.history(),
        cost: position.cost(),
        par: level.claims().optimal.map(|(cost, _)| cost),
        solved: position.is_solved(),
        standing: position.standing(),
        remarks: position.remarks(),
        warnings: level.warnings(),
        refused,
        hand: position.hand(),
        open,
        runs: !position.film(0).is_empty(),
        picture,
    })
}

/// What happens by itself after some moves, if that takes no more than `room` bytes of memory. A
/// piece that every picture shows at the same place belongs to the base.
pub fn film(request: &FilmRequest, room: usize) -> Result<Film, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let Some(floor) = position.film(0).pop() else { return cut(Vec::new()) };
    let (asked, most) = (request.most.min(MOST_STEPS), weight::steps(request, &floor, room));
    if asked > most {
        let room = room >> 20;
        let message =
            format!("a film of {asked} steps of this board may take more than the {room} MiB of a reply");
        let help = match most {
            0 => "the board is too large for a film".to_string(),
            _ => format!("ask for at most {most} steps"),
        };
        return Err(Failure {
            most: Some(most),
            ..Failure::of_request(message).blamed_on(Fault::Size, help)
        });
    }
    cut(position.film(asked))
}

/// Makes a film of pictures, each of which is given up once it is part of it.
fn cut(pictures: Vec<Picture>) -> Result<Film, Failure> {
    let Some(first) = pictures.first() else {
        return Ok(Film { base: Drawing::default(), frames: Vec::new() });
    };
    // The pieces that all pictures begin with lie below everything that moves.
    let still = pictures.iter().skip(1).fold(first.pieces.len(), |still, picture| {
        let same = first.pieces.iter().zip(&picture.pieces).take_while(|(a, b)| a == b).count();
        still.min(same)
    });
    let mut looks = Looks::default();
    let mut base = Drawing::ground(first, &mut looks)?;
    base.caption = None;
    base.pieces = pieces(&first.pieces[..still], &mut looks);
    let frame = |picture: Picture| Frame {
        pieces: pieces(&picture.pieces[still..], &mut looks),
        caption: picture.caption,
    };
    let frames = pictures.into_iter().map(frame).collect();
    base.looks = looks.stamps;
    Ok(Film { base, frames })
}

/// The picture of a level after some moves and, perhaps, a gesture: an SVG document.
pub fn picture(request: &PlayRequest) -> Result<String, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    if let Some(gesture) = &request.gesture {
        act(position.as_mut(), gesture).map_err(Failure::of_request)?;
    }
    Ok(svg(&position.picture()))
}

/// A small picture of a level's start, without any words: an SVG document.
pub fn thumbnail(level: &dyn Level) -> String {
    let picture = level.start().picture();
    svg(&Picture { legend: Vec::new(), caption: None, ..thinned(picture) })
}

/// The picture with every few columns and rows only, if it has too many for a small one.
fn thinned(picture: Picture) -> Picture {
    let every = picture.width.max(picture.height).div_ceil(MOST_IN_SMALL).max(1);
    if every == 1 {
        return picture;
    }
    let kept = |cell: &Cell| cell.x.is_multiple_of(every) && cell.y.is_multiple_of(every);
    let (width, height) = (picture.width.div_ceil(every), picture.height.div_ceil(every));
    let cells = picture.cells.iter().filter(|cell| kept(cell));
    let cells = cells.map(|cell| Cell { x: cell.x / every, y: cell.y / every, look: cell.look });
    let heights = picture.cells.iter().zip(&picture.heights).filter(|(cell, _)| kept(cell));
    let near = |at: f32| (at / every as f32).floor();
    let pieces = picture.pieces.iter();
    let pieces = pieces.map(|piece| Piece { x: near(piece.x), y: near(piece.y), ..piece.clone() });
    Picture {
        width,
        height,
        cells: cells.collect(),
        heights: heights.map(|(_, &height)| height).collect(),
        pieces: pieces.collect(),
        ..Picture::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_of_a_large_board_is_small() {
        let row = format!("{}\n", ".#".repeat(500));
        let text = format!("S{}E\n{}", ".".repeat(998), row.repeat(999));
        let level = crate::read(&text, &[]).expect("a maze");
        let drawing = thumbnail(level.as_ref());
        assert!(drawing.len() < 400_000, "{} bytes", drawing.len());
    }

    #[test]
    fn what_stays_still_is_sent_once() {
        let game = crate::game("freshly-frosted").expect("a game");
        let text = game.easel().starter().to_string();
        let level = Source { text, ..Source::default() };
        let film =
            film(&FilmRequest { level, most: 5, ..FilmRequest::default() }, usize::MAX).expect("a film");
        let looks = film.base.looks.len();
        assert!(film.frames.iter().flat_map(|frame| &frame.pieces).all(|piece| piece.look < looks));
    }

    #[test]
    fn a_film_that_does_not_fit_says_how_long_it_could_be() {
        let text = format!("+> {}->", "> ".repeat(200));
        let level = Source { text, ..Source::default() };
        let request = |most: usize| FilmRequest { level: level.clone(), most, ..FilmRequest::default() };
        let room = request(20).weight();
        let refusal = film(&request(1000), room).expect_err("it does not fit");
        assert_eq!(refusal.what, Fault::Size);
        let most = refusal.most.expect("it says how many steps would fit");
        assert!((20..1000).contains(&most), "{most}");
        assert_eq!(film(&request(most), room).expect("it fits").frames.len(), most + 1);
        assert!(film(&request(most + 1), room).is_err());
        let still = Source { text: "S.E".into(), ..Source::default() };
        let nothing = film(&FilmRequest { level: still, most: 1000, ..FilmRequest::default() }, 0);
        assert_eq!(nothing.map(|film| film.frames.len()), Ok(0), "what stands still takes nothing");
    }
}
