//! The lessons of a game, ready to be played in a loop.
//!
//! The boards of all lessons are drawn in the same styles, which are sent once, and each picture after the first of a
//! lesson as what differs from the one before: a game's lessons are 30 to 350 kB, and a tenth of that
//! compressed.

use serde::{Deserialize, Serialize};
use unriddle_kit::{Game, Lesson, Picture, Spoken};

use super::drawing::Styles;
use super::{Changes, Drawing, Failure, MotionView, Stamp};

/// How many steps are sent of what happens by itself after the moves of a lesson.
const STEPS: usize = 24;

/// A request for the lessons of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonsRequest {
    /// The id of the game.
    pub game: String,
}

/// The lessons of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonsView {
    /// The styles of all boards; everything refers to them by their places in this list.
    #[serde(rename = "looks")]
    pub styles: Vec<Stamp>,
    /// The lessons, one after the other.
    pub lessons: Vec<LessonView>,
}

/// A lesson: a tiny level, and its moves one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonView {
    /// What it is about.
    pub title: &'static str,
    /// The rule.
    pub text: &'static str,
    /// The level, as text.
    pub level: &'static str,
    /// The cards in hand at the start, in games that have some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<String>,
    /// The picture before any move.
    pub start: Drawing,
    /// The moves.
    pub steps: Vec<LessonStep>,
    /// What happens by itself after them, as what differs from picture to picture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub film: Vec<Changes>,
}

/// What a player does once in a lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonStep {
    /// What it does, in words: `roll 3 to the right`.
    pub words: String,
    /// Which way it goes: `→`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrow: Option<char>,
    /// What happens in between, frame by frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionView>,
    /// What differs after it.
    pub changes: Changes,
}

/// The lessons of a game.
pub fn lessons(request: &LessonsRequest) -> Result<LessonsView, Failure> {
    let game =
        unriddle_games::game(&request.game).ok_or_else(|| Failure::of_request("there is no such game"))?;
    let mut styles = Styles::default();
    let lessons = game.info().lessons.iter().map(|lesson| LessonView::of(game, lesson, &mut styles));
    let lessons = lessons.collect::<Result<Vec<_>, _>>()?;
    Ok(LessonsView { styles: styles.stamps, lessons })
}

impl LessonView {
    fn of(game: &dyn Game, lesson: &Lesson, styles: &mut Styles) -> Result<LessonView, Failure> {
        let Lesson { title, text, level: written, moves } = *lesson;
        let level = game.read(written, &[]).map_err(Failure::of_text)?;
        let mut position = level.start();
        let names = position.split(moves).map_err(|error| Failure::of_moves(&error, 0))?;
        let hand = position.hand();
        let mut board = Board::new(position.picture(), styles)?;
        let start = board.drawing.clone();
        let mut steps = Vec::new();
        let mut left = &names[..];
        for told in position.tell(&names) {
            let Spoken { words, arrow, .. } = &told;
            for _ in 0..told.times {
                let (now, later) = left.split_at(told.moves.min(left.len()));
                left = later;
                position.play_strict(now).map_err(|error| Failure::of_moves(&error, 0))?;
                let frames = position.motion(now.len());
                let motion = (!frames.is_empty())
                    .then(|| MotionView::new(&board.picture.pieces, &frames, board.styles));
                let changes = board.change(position.picture())?;
                steps.push(LessonStep { words: words.clone(), arrow: *arrow, motion, changes });
            }
        }
        let film = position.film(STEPS).into_iter().map(|picture| board.run(picture));
        let film = film.collect::<Result<Vec<_>, _>>()?;
        Ok(LessonView { title, text, level: written, hand, start, steps, film })
    }
}

/// The board of a lesson, from picture to picture.
struct Board<'a> {
    styles: &'a mut Styles,
    picture: Picture,
    drawing: Drawing,
}

impl<'a> Board<'a> {
    fn new(picture: Picture, styles: &'a mut Styles) -> Result<Self, Failure> {
        let mut drawing = Drawing::in_styles(&picture, styles)?;
        drawing.lay_ground(&picture);
        Ok(Board { styles, picture, drawing })
    }

    /// Shows a picture of a film, and returns what differs on the board.
    fn run(&mut self, picture: Picture) -> Result<Changes, Failure> {
        let changes = self.change(picture)?;
        Ok(Changes { title: None, caption: None, legend: None, ..changes })
    }

    /// Shows another picture, and returns what differs.
    fn change(&mut self, picture: Picture) -> Result<Changes, Failure> {
        let mut drawing = Drawing::in_styles(&picture, self.styles)?;
        drawing.lay_ground(&picture);
        let changes = Changes::between(&self.drawing, &drawing);
        let mut changes = changes.ok_or_else(|| Failure::of_request("a lesson is about one board"))?;
        changes.compare_ground(&self.drawing, &drawing);
        (self.picture, self.drawing) = (picture, drawing);
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_games::GAMES;
    use unriddle_kit::Controls;

    #[test]
    fn every_lesson_is_sent_with_its_moves() {
        for game in GAMES {
            let LessonsView { styles, lessons } = lessons(&LessonsRequest { game: game.id().into() })
                .unwrap_or_else(|failure| panic!("{}: {}", game.id(), failure.message));
            assert_eq!(lessons.len(), game.info().lessons.len());
            for lesson in lessons {
                assert!(!lesson.steps.is_empty(), "{}", lesson.title);
                let last = lesson.steps.last().map(|step| &step.changes.mark);
                assert!(last != Some(&lesson.start.mark) || !lesson.film.is_empty(), "{}", lesson.title);
                let acts = game.controls() == Controls::Action;
                let told = |step: &LessonStep| !step.words.is_empty() && (acts || step.arrow.is_some());
                assert!(lesson.steps.iter().all(told), "{}", lesson.title);
                assert!(lesson.start.cells.iter().all(|cell| cell.style < styles.len()), "{}", lesson.title);
            }
        }
    }

    #[test]
    fn lessons_are_small() {
        for game in GAMES {
            let lessons = lessons(&LessonsRequest { game: game.id().into() })
                .unwrap_or_else(|failure| panic!("{}", failure.message));
            let bytes = serde_json::to_vec(&lessons).expect("plain data").len();
            assert!(bytes < 400_000, "{}: {bytes} bytes", game.id());
        }
    }
}
