//! Frog: the smallest game there can be, to copy when you add one of your own.
//!
//! - A frog sits on a cell of a board.
//! - It hops to the right, by one cell or by two.
//! - It cannot hop into a bush, nor off the board.
//! - The level is solved when it sits on the lily.
//!
//! The game is built for tests only and is not in the list of games. `docs/adding-a-game.md` leads
//! through it.

mod format;
mod picture;
#[cfg(test)]
mod tests;

use unriddle_kit::editing::Editor;
use unriddle_kit::{
    CharBoard, Direction, Game, GameInfo, Gesture, Lesson, Level, LevelError, Picture, PlayError, Rules,
    new_level,
};
use unriddle_search::Cost;

/// The game.
pub(crate) struct Template;

const INFO: GameInfo = GameInfo {
    id: "frog",
    name: "Frog",
    summary: "Hop to the lily, by one cell or by two.",
    lessons: &[Lesson {
        title: "Hop",
        text: "The frog hops by one cell, or by two over a bush.",
        level: "@_%*",
        moves: "12",
    }],
    format: format::HELP,
    notation: "1 and 2, written together: 1221",
    move_word: "hop",
    ..GameInfo::DEFAULT
};

impl Game for Template {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(new_level(&Template, format::read(text)?))
    }

    fn editor(&self) -> &'static dyn Editor {
        &picture::EDITOR
    }
}

/// A level: what never changes.
#[derive(Clone, Debug)]
pub(crate) struct Pond {
    board: CharBoard,
    /// The column and row of the cell to reach.
    lily: (usize, usize),
    /// The column and row of the frog at the start. It never leaves its row.
    start: (usize, usize),
}

/// A hop to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hop {
    One = 1,
    Two = 2,
}

impl Rules for Pond {
    /// The column that the frog sits in.
    type State = usize;
    type Move = Hop;

    fn start(&self) -> usize {
        self.start.0
    }

    fn is_solved(&self, &frog: &usize) -> bool {
        (frog, self.start.1) == self.lily
    }

    fn legal(&self, &frog: &usize) -> Vec<Hop> {
        [Hop::One, Hop::Two].into_iter().filter(|&hop| self.play(&mut frog.clone(), hop).is_ok()).collect()
    }

    fn play(&self, frog: &mut usize, hop: Hop) -> Result<Cost, String> {
        let column = *frog + hop as usize;
        match self.board.get((column, self.start.1)) {
            // The frog cannot hop off the board.
            None => Err("the frog would leave the board".into()),
            // Nor into a bush.
            Some('%') => Err(format!("a bush stands in column {}", column + 1)),
            Some(_) => {
                *frog = column;
                Ok(1)
            }
        }
    }

    /// Right is a hop by one cell, up a leap by two.
    fn interpret(&self, _: &usize, gesture: &Gesture) -> Result<Vec<Hop>, String> {
        match gesture.direction()? {
            Direction::Right => Ok(vec![Hop::One]),
            Direction::Up => Ok(vec![Hop::Two]),
            _ => Err("the frog hops to the right: right by one cell, up by two".into()),
        }
    }

    fn move_name(&self, hop: Hop) -> String {
        (hop as u32).to_string()
    }

    fn read_moves(&self, _: &usize, text: &str) -> Result<Vec<Hop>, PlayError> {
        format::read_moves(text)
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("text", self.board.text())]
    }

    fn size(&self) -> (usize, usize) {
        (self.board.width, self.board.height)
    }

    fn picture(&self, &frog: &usize) -> Picture {
        let mut picture = picture::EDITOR.picture(&self.board);
        picture.pieces.push(picture::frog(frog, self.start.1));
        picture
    }

    /// A hop goes two cells at most, and never back.
    fn lower_bound(&self, &frog: &usize) -> Option<Cost> {
        let distance = self.lily.0.checked_sub(frog).filter(|_| self.lily.1 == self.start.1)?;
        Some(distance.div_ceil(2) as Cost)
    }
}
