//! Playing: a level, the moves so far, and what the player does next.

use serde::{Deserialize, Serialize};
use unriddle_search::Cost;

use super::drawing::{Looks, pieces};
use super::{Drawing, Failure, Frame, Source, replay};
use crate::render::svg;
use crate::{Gesture, Level, Picture, PlayError, Position};

/// The most moves that a reply names as open.
const MOST_OPEN: usize = 1000;

/// The most steps of a film.
const MOST_STEPS: usize = 2000;

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
    Ok(scene(level.as_ref(), position.as_ref(), refused))
}

/// Does what a gesture means, or says why it cannot be done.
fn act(position: &mut dyn Position, gesture: &Gesture) -> Result<(), String> {
    let moves = position.meaning(gesture)?;
    position.insist(&moves).map_err(|error| match error {
        PlayError::Unreadable { message, .. } | PlayError::Refused { message, .. } => message,
    })
}

fn scene(level: &dyn Level, position: &dyn Position, refused: Option<String>) -> Scene {
    let mut open = position.moves();
    open.truncate(MOST_OPEN);
    Scene {
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
        picture: Drawing::of(&position.picture()),
    }
}

/// What happens by itself after some moves. A piece that every picture shows at the same place
/// belongs to the base.
pub fn film(request: &FilmRequest) -> Result<Film, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let pictures = position.film(request.most.min(MOST_STEPS));
    Ok(cut(&pictures))
}

fn cut(pictures: &[Picture]) -> Film {
    let Some(first) = pictures.first() else {
        return Film { base: Drawing::default(), frames: Vec::new() };
    };
    // The pieces that all pictures begin with lie below everything that moves.
    let still = pictures.iter().skip(1).fold(first.pieces.len(), |still, picture| {
        let same = first.pieces.iter().zip(&picture.pieces).take_while(|(a, b)| a == b).count();
        still.min(same)
    });
    let mut looks = Looks::default();
    let mut base = Drawing::ground(first, &mut looks);
    base.caption = None;
    base.pieces = pieces(&first.pieces[..still], &mut looks);
    let frame = |picture: &Picture| Frame {
        pieces: pieces(&picture.pieces[still..], &mut looks),
        caption: picture.caption.clone(),
    };
    let frames = pictures.iter().map(frame).collect();
    base.looks = looks.stamps;
    Film { base, frames }
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
    svg(&Picture { legend: Vec::new(), caption: None, ..picture })
}
