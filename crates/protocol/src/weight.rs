//! An upper bound on the memory of a reply, computed from its request.
//!
//! The bound is a sum of products: bytes per byte of the level's text, as the
//! [footprint](unriddle_kit::Game::footprint) of the game states, per move, and per picture of a film. It is
//! never less than the actual memory, as a test measures. For typical levels it is a few megabytes,
//! most of it a constant.

use unriddle_games::{GAMES, game};
use unriddle_games::{candidates, without_mark};
use unriddle_kit::editing::MAX_CELLS;
use unriddle_kit::text::area;
use unriddle_kit::{Footprint, Game, Gesture, Picture};

use super::{
    Action, AnalyseRequest, EditRequest, FilmRequest, ImproveRequest, MAX_MOVES, PictureFormat,
    PictureRequest, PlayRequest, PositionRequest, SolveRequest, Source, TellRequest, analyse, film, moves,
    picture,
};

/// The memory of any reply, in bytes: the request itself, and a board that is larger than its text.
const BASE: usize = 5 << 19;

/// The memory of a move, in bytes: its name, its description, its trail, and all of that as JSON.
const MOVE: usize = 512;

/// The memory of a moving object in a picture of a film, in bytes. It is drawn with two pieces at most.
const MOVING: usize = 320;

/// The memory of a cell in the editor, in bytes, whatever its content.
const PAINTED: usize = 240;

/// The memory of a pixel of an image and of a film, in bytes: the field itself and, for a film, the ground, the frame
/// before, and what has changed.
const PIXEL: (usize, usize) = (8, 16);

/// The longest sides of an image and of a film whose size is not asked for, in pixels.
const SIDES: (usize, usize) = (1280, 640);

/// The memory of the colours of a film, in bytes.
const COLOURS: usize = 6 << 20;

/// The memory of the paths of an image per unit of size, in bytes, beside those of a document.
const PATHS: usize = 600;

impl Source {
    /// The named game, or those that may parse the text.
    fn games(&self) -> Vec<&'static dyn Game> {
        match self.game.as_deref().and_then(game) {
            Some(game) => vec![game],
            None => candidates(GAMES, without_mark(&self.text)),
        }
    }

    /// The footprint of the named game, or the maximum over the games that may parse the text.
    fn footprint(&self) -> Footprint {
        let none = Footprint { fixed: 0, level: 0, scene: 0, drawing: 0, tables: 0 };
        self.games().iter().map(|game| game.footprint()).fold(none, Footprint::max)
    }

    /// The unit of footprints, by the same games.
    fn size(&self) -> usize {
        self.games().iter().map(|game| game.size(&self.text)).max().unwrap_or(0)
    }

    /// The unit of footprints of pictures, by the same games.
    fn picture_size(&self) -> usize {
        self.games().iter().map(|game| game.picture_size(&self.text)).max().unwrap_or(0)
    }

    /// The weight of something that takes `each` bytes per unit of size, and `drawn` bytes per unit of what is drawn.
    fn times(&self, each: usize, drawn: usize) -> usize {
        let pictures = self.picture_size().saturating_mul(drawn);
        let fixed = self.footprint().fixed.saturating_add(BASE);
        self.size().saturating_mul(each).saturating_add(pictures).saturating_add(fixed)
    }

    /// The maximum memory to parse the level, in bytes.
    pub fn weight(&self) -> usize {
        self.times(self.footprint().level, 0)
    }

    /// The maximum memory to parse the level and to [draw](super::thumbnail()) it, in bytes.
    pub fn drawing_weight(&self) -> usize {
        let footprint = self.footprint();
        self.times(footprint.level, footprint.drawing)
    }
}

impl PlayRequest {
    /// The maximum memory to [play](super::play()) this request, in bytes.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        // What the page shows before the action is drawn as well.
        let scenes = if self.shown.is_some() || self.action.is_some() { 2 } else { 1 };
        self.level.times(footprint.level, scenes * footprint.scene).saturating_add(self.moves_weight())
    }

    /// The memory of its moves: those so far, the line of a jump, and a walk to a tapped cell, which passes
    /// each cell at most once and may turn on it.
    fn moves_weight(&self) -> usize {
        let saved = self.session.as_ref().map_or(0, |saved| all(saved.moves()));
        let line = match &self.action {
            Some(Action::Jump { line, .. }) => all(line),
            Some(
                Action::Gesture { gesture: Gesture::Tap { .. } }
                | Action::Stroke { gesture: Gesture::Tap { .. } },
            ) => self.level.picture_size().saturating_mul(2).min(MAX_MOVES) * MOVE,
            _ => 0,
        };
        all(&self.moves).saturating_add(saved).saturating_add(line)
    }

    /// The maximum memory to draw a [picture](super::picture()) for this request, in bytes.
    pub fn drawing_weight(&self) -> usize {
        self.level.drawing_weight().saturating_add(self.moves_weight())
    }
}

impl PictureRequest {
    /// The maximum memory of the [picture](super::picture()), in bytes.
    pub fn weight(&self) -> usize {
        let steps = if self.format == PictureFormat::Gif { picture::MAX_STEPS + 1 } else { 0 };
        let frame = self.play.level.footprint().scene.saturating_add(MOVING);
        let moving = self.play.level.picture_size().saturating_mul(frame).saturating_mul(steps);
        self.still_weight().saturating_add(moving)
    }

    /// The memory without any steps of what runs by itself.
    pub(super) fn still_weight(&self) -> usize {
        let side = |default: usize| {
            let size = self.size.map_or(default, |size| size.min(picture::MAX_SIDE) as usize);
            size * size
        };
        let paths = self.play.level.picture_size().saturating_mul(PATHS);
        // The file may be copied to a larger buffer while it grows.
        let file = 3 * picture::MAX_BYTES;
        let pixels = match self.format {
            PictureFormat::Svg | PictureFormat::Thumbnail => 0,
            PictureFormat::Png => (side(SIDES.0) * PIXEL.0 + file).saturating_add(paths),
            PictureFormat::Gif => (side(SIDES.1) * PIXEL.1 + file + COLOURS).saturating_add(paths),
        };
        self.play.drawing_weight().saturating_add(pixels)
    }
}

/// The number of steps of what runs by itself that fit into a film of `room` bytes.
#[cfg(feature = "raster")]
pub(super) fn picture_steps(request: &PictureRequest, still: &Picture, room: usize) -> usize {
    let frame = bytes(still) + still.cells.len() * MOVING;
    (room.saturating_sub(request.still_weight()) / frame.max(1)).saturating_sub(1)
}

impl EditRequest {
    /// The maximum memory of the [edit](super::edit()), in bytes.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        let painted = area(self.level.text.lines()).min(MAX_CELLS);
        self.level.times(footprint.level, footprint.scene).saturating_add(painted * PAINTED)
    }
}

impl SolveRequest {
    /// The maximum memory of the search beyond what it accounts for itself, in bytes: the level, its
    /// tables, and the names of the moves.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        let drawn = if self.draw { footprint.scene } else { 0 };
        let level = self.level.times(footprint.level + MOVE / 4, drawn);
        level.saturating_add(footprint.tables + all(&self.moves))
    }
}

impl AnalyseRequest {
    /// The maximum memory of the analysis beyond what its searches account for, in bytes: the level, a few pictures
    /// of it, its tables, and the reply.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        let level = self.level.times(2 * footprint.level, 2 * footprint.scene);
        level.saturating_add(footprint.tables).saturating_add(analyse::REPLY)
    }
}

impl ImproveRequest {
    /// The maximum memory of the search for neighbours beyond what it accounts for, in bytes.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(4 * footprint.level, 4 * footprint.scene).saturating_add(footprint.tables)
    }
}

impl PositionRequest {
    /// The maximum memory of the search for a position beyond what it accounts for, in bytes.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(footprint.level + MOVE / 4, 0).saturating_add(footprint.tables)
    }
}

impl TellRequest {
    /// The maximum memory to [tell](super::tell()) this request, in bytes. Where a board is played by cells, a
    /// gesture is tried on each.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        let told = all(&self.moves).saturating_add(all(&self.line));
        self.level.times(footprint.level, footprint.scene).saturating_add(told)
    }
}

impl FilmRequest {
    /// The maximum memory of the [film](super::film()), in bytes. A film may fit into less, since the
    /// bound does not depend on the board itself.
    pub fn weight(&self) -> usize {
        let steps = self.most.min(film::MAX_STEPS).saturating_add(1);
        let frame = self.level.footprint().scene.saturating_add(MOVING);
        let moving = self.level.picture_size().saturating_mul(frame).saturating_mul(steps);
        self.still_weight().saturating_add(moving)
    }

    /// The memory without any steps.
    fn still_weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(footprint.level, footprint.scene).saturating_add(all(&self.moves))
    }
}

/// The number of steps of a film that fit into `room` bytes. Each step has a picture of its own.
pub(super) fn steps(request: &FilmRequest, floor: &Picture, room: usize) -> usize {
    // There may be a moving object on every cell.
    let frame = bytes(floor) + floor.cells.len() * MOVING;
    let frames = room.saturating_sub(request.still_weight()) / frame.max(1);
    frames.saturating_sub(1)
}

/// The weight of moves.
fn all(moves: &[String]) -> usize {
    moves::bound(moves) * MOVE
}

/// The memory of a picture, with the overhead of the allocator for each string.
fn bytes(picture: &Picture) -> usize {
    let string = |text: &str| text.len() + 24;
    let pieces = picture.pieces.iter().map(|piece| size_of_val(piece) + string(&piece.name));
    let notes = picture.notes.iter().map(|note| size_of_val(note) + string(&note.2));
    let legend = picture.legend.iter().map(|entry| size_of_val(entry) + string(&entry.1));
    let fixed = size_of_val(&picture.cells[..]) + size_of_val(&picture.heights[..]);
    size_of::<Picture>() + fixed + pieces.sum::<usize>() + notes.sum::<usize>() + legend.sum::<usize>()
}
