//! Playing: a level, the moves so far, and what the player does next.

use serde::{Deserialize, Serialize};
use unriddle_search::Cost;

use super::drawing::{Looks, pieces};
use super::{Drawing, Failure, Frame, Source, replay};
use crate::render::svg;
use crate::{Cell, Gesture, Level, Picture, Piece, PlayError, Position};

/// The most moves that a reply names as open.
const MOST_OPEN: usize = 1000;

/// The most steps of a film, and the most cells of all its pictures.
const MOST_STEPS: usize = 2000;
const MOST_FILMED: usize = 4_000_000;

/// The longest side of a small picture, in cells.
const MOST_IN_SMALL: usize = 100;

/// Where does this stand, and what comes of this gesture?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The single moves made so far, by name, or longer parts in the game's notation.
    #[serde(default)]
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
    #[serde(default)]
    pub moves: Vec<String>,
    /// How many steps at the most.
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
    let mut open = position.moves();
    open.truncate(MOST_OPEN);
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
        runs: !position.film(1).is_empty(),
        picture: Drawing::of(&position.picture())?,
    })
}

/// What happens by itself after some moves. A piece that every picture shows at the same place
/// belongs to the base.
pub fn film(request: &FilmRequest) -> Result<Film, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    // Every picture has all cells: a large board has fewer of them.
    let room = MOST_FILMED / position.picture().cells.len().max(1);
    cut(&position.film(request.most.min(MOST_STEPS).min(room)))
}

fn cut(pictures: &[Picture]) -> Result<Film, Failure> {
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
    let frame = |picture: &Picture| Frame {
        pieces: pieces(&picture.pieces[still..], &mut looks),
        caption: picture.caption.clone(),
    };
    let frames = pictures.iter().map(frame).collect();
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
        let film = film(&FilmRequest { level, most: 5, ..FilmRequest::default() }).expect("a film");
        let looks = film.base.looks.len();
        assert!(film.frames.iter().flat_map(|frame| &frame.pieces).all(|piece| piece.look < looks));
    }
}
