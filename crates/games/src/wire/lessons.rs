//! The lessons of a game, ready to be played in a loop.

use serde::Serialize;

use super::film::cut;
use super::{Drawing, Failure, Film, MotionView};
use crate::{Game, Lesson, Position, Spoken};

/// How many steps are sent of what happens by itself after the moves of a lesson.
const STEPS: usize = 24;

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
    /// What happens by itself after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub film: Option<Film>,
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
    /// The picture after it.
    pub picture: Drawing,
}

/// The lessons of a game.
pub fn lessons(game: &dyn Game) -> Result<Vec<LessonView>, Failure> {
    game.info().lessons.iter().map(|lesson| LessonView::of(game, lesson)).collect()
}

impl LessonView {
    fn of(game: &dyn Game, lesson: &Lesson) -> Result<LessonView, Failure> {
        let Lesson { title, text, level: written, moves } = *lesson;
        let level = game.read(written, &[]).map_err(Failure::of_text)?;
        let mut position = level.start();
        let names = position.split(moves).map_err(|error| Failure::of_moves(&error, 0))?;
        let (hand, start) = (position.hand(), Drawing::of(&position.picture())?);
        let mut steps = Vec::new();
        let mut left = &names[..];
        for told in position.tell(&names) {
            for _ in 0..told.times {
                let (now, later) = left.split_at(told.moves.min(left.len()));
                left = later;
                steps.push(step(position.as_mut(), &told, now)?);
            }
        }
        let film = Some(position.film(STEPS)).filter(|pictures| !pictures.is_empty()).map(cut).transpose()?;
        Ok(LessonView { title, text, level: written, hand, start, steps, film })
    }
}

/// Makes the moves of a gesture.
fn step(position: &mut dyn Position, told: &Spoken, moves: &[String]) -> Result<LessonStep, Failure> {
    let before = position.picture().pieces;
    position.play_strict(moves).map_err(|error| Failure::of_moves(&error, 0))?;
    let (picture, motion) =
        Drawing::with_motion(&before, &position.picture(), &position.motion(moves.len()))?;
    Ok(LessonStep { words: told.words.clone(), arrow: told.arrow, motion, picture })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn every_lesson_is_sent_with_its_moves() {
        for game in GAMES {
            let lessons =
                lessons(*game).unwrap_or_else(|failure| panic!("{}: {}", game.id(), failure.message));
            assert_eq!(lessons.len(), game.info().lessons.len());
            for lesson in lessons {
                assert!(!lesson.steps.is_empty(), "{}", lesson.title);
                let last = lesson.steps.last().map(|step| &step.picture);
                assert!(last != Some(&lesson.start) || lesson.film.is_some(), "{}", lesson.title);
                let told = |step: &LessonStep| !step.words.is_empty() && step.arrow.is_some();
                assert!(lesson.steps.iter().all(told), "{}", lesson.title);
            }
        }
    }
}
