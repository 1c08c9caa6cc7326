//! How much memory an answer takes at most, estimated from what is asked.
//!
//! The estimate is a sum of products: so many bytes for each byte of the level's text, as its game
//! [says](crate::Game::footprint), for each move, for each picture of a film. It is never less
//! than what is really taken (a test measures that) and for usual levels a few megabytes, most of
//! which is for what a tiny text could hold.

use super::{EditRequest, FilmRequest, PlayRequest, SolveRequest, Source, moves, play};
use crate::editing::MOST_CELLS;
use crate::text::most_cells;
use crate::{Footprint, GAMES, Picture, game};

/// What any answer may take: the request itself, and a board that is mostly not written.
const BASE: usize = 2 << 20;

/// What a move takes: its name, what is said of it, the trail that it leaves, all that as JSON.
const MOVE: usize = 512;

/// What a thing that moves takes in a picture of a film: it is drawn with a handful of pieces.
const MOVING: usize = 560;

/// What a cell takes that can be painted on, whatever its word means.
const PAINTED: usize = 240;

impl Source {
    /// What the games that would read the text take.
    fn footprint(&self) -> Footprint {
        if let Some(game) = self.game.as_deref().and_then(game) {
            return game.footprint();
        }
        let alike = || GAMES.iter().filter(|game| game.likeness(&self.text) > 0);
        let most = |all: Footprint, one: Footprint| all.max(one);
        let none = Footprint { level: 0, scene: 0, drawing: 0, tables: 0 };
        match alike().count() {
            0 => GAMES.iter().map(|game| game.footprint()).fold(none, most),
            _ => alike().map(|game| game.footprint()).fold(none, most),
        }
    }

    /// What footprints count: the bytes of the text, or the cells of the smallest rectangle around
    /// its rows where these are more. No game has rows that begin as comments and recorded
    /// solutions do.
    fn size(&self) -> usize {
        let rows = self.text.lines().filter(|line| !line.trim_start().starts_with([':', '=']));
        area(rows).min(most_cells(&self.text)).max(self.text.len())
    }

    /// The weight of something that takes so much for each unit of size.
    fn times(&self, each: usize) -> usize {
        self.size().saturating_mul(each).saturating_add(BASE)
    }

    /// How much memory it takes at most to read the level.
    pub fn weight(&self) -> usize {
        self.times(self.footprint().level)
    }

    /// How much memory it takes at most to read the level and to [draw](super::thumbnail) it.
    pub fn drawing_weight(&self) -> usize {
        let footprint = self.footprint();
        self.times(footprint.level + footprint.drawing)
    }
}

impl PlayRequest {
    /// How much memory it takes at most to [play](super::play()) this.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(footprint.level + footprint.scene).saturating_add(all(&self.moves))
    }

    /// How much memory it takes at most to draw a [picture](super::picture) of this.
    pub fn drawing_weight(&self) -> usize {
        self.level.drawing_weight().saturating_add(all(&self.moves))
    }
}

impl EditRequest {
    /// How much memory the [edit](super::edit()) takes at most.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        let painted = area(self.level.text.lines()).min(MOST_CELLS);
        self.level.times(footprint.level + footprint.scene).saturating_add(painted * PAINTED)
    }
}

impl SolveRequest {
    /// How much memory the search takes at most beyond what it counts itself: the level, the tables
    /// that are made for it, the names of the moves.
    pub fn weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(footprint.level + MOVE / 4).saturating_add(footprint.tables + all(&self.moves))
    }
}

impl FilmRequest {
    /// How much memory the [film](super::film) takes at most. A film for which there is less room
    /// may still fit, because the estimate knows nothing of the board.
    pub fn weight(&self) -> usize {
        let steps = self.most.min(play::MOST_STEPS).saturating_add(1);
        let frame = self.level.footprint().scene.saturating_add(MOVING);
        self.still_weight().saturating_add(self.level.size().saturating_mul(frame).saturating_mul(steps))
    }

    /// What it takes without any step.
    fn still_weight(&self) -> usize {
        let footprint = self.level.footprint();
        self.level.times(footprint.level + footprint.scene).saturating_add(all(&self.moves))
    }
}

/// How many steps of a film on this floor fit into so much memory: each is a picture of its own.
pub(super) fn steps(request: &FilmRequest, floor: &Picture, room: usize) -> usize {
    // Something may move on every cell.
    let frame = bytes(floor) + floor.cells.len() * MOVING;
    let frames = room.saturating_sub(request.still_weight()) / frame.max(1);
    frames.saturating_sub(1)
}

/// The cells of the smallest rectangle around lines.
fn area<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let (count, longest) = lines.fold((0, 0), |(count, longest), line| (count + 1, line.len().max(longest)));
    usize::saturating_mul(count, longest)
}

/// The weight of moves.
fn all(moves: &[String]) -> usize {
    moves::bound(moves) * MOVE
}

/// What a picture holds in memory, with what an allocator adds to each string.
fn bytes(picture: &Picture) -> usize {
    let string = |text: &str| text.len() + 24;
    let pieces = picture.pieces.iter().map(|piece| size_of_val(piece) + string(&piece.name));
    let notes = picture.notes.iter().map(|note| size_of_val(note) + string(&note.2));
    let legend = picture.legend.iter().map(|entry| size_of_val(entry) + string(&entry.1));
    let fixed = size_of_val(&picture.cells[..]) + size_of_val(&picture.heights[..]);
    size_of::<Picture>() + fixed + pieces.sum::<usize>() + notes.sum::<usize>() + legend.sum::<usize>()
}
