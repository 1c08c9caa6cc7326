//! Moves that were typed, or that stand in a file: how they are read and played, and where they go
//! wrong.
//!
//! Every command that takes moves goes through here, so that `@FILE` and the errors are the same for
//! all of them.

use unriddle_kit::{Place, PlayError, Position};

use crate::diagnostic::Diagnostic;
use crate::input::{self, Unread};

/// The longest text, in characters, in which a refused move is located: every prefix is parsed.
const MAX_LOCATED: usize = 500;

/// The most moves before a refused one for it to be located.
const MAX_BEFORE: usize = 5_000;

/// Moves in a game's notation, not yet known to be legal.
#[derive(Debug)]
pub(crate) struct Moves {
    /// The flag that they were typed after, or the file that they stand in.
    origin: String,
    text: String,
}

impl Moves {
    /// The moves that were typed after this flag, or those of the file that `@FILE` names; `@-` is
    /// standard input.
    pub(crate) fn read(flag: &str, typed: &str) -> Result<Moves, Unread> {
        match typed.strip_prefix('@') {
            None => Ok(Moves { origin: flag.into(), text: typed.into() }),
            Some(file) => Ok(Moves { origin: file.into(), text: input::text(file.as_ref())? }),
        }
    }

    /// The moves of a flag that may not have been given.
    pub(crate) fn optional(flag: &str, typed: Option<&str>) -> Result<Option<Moves>, Unread> {
        typed.map(|typed| Moves::read(flag, typed)).transpose()
    }

    /// The moves as written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Plays the moves from a position. Where one cannot be made, nothing changes.
    pub(crate) fn play(&self, position: &mut dyn Position) -> Result<(), PlayError> {
        position.advance(&self.text)
    }

    /// Reports why the moves cannot be played from this position of the level in `file`.
    pub(crate) fn diagnostic(&self, file: &str, position: &dyn Position, error: &PlayError) -> Diagnostic {
        let (place, message) = match error {
            PlayError::Unreadable { column, message } => {
                let place = self.place(*column);
                let line = if place.line == 1 { String::new() } else { format!("line {}, ", place.line) };
                let at = format!("{line}column {}", place.column);
                (Some(place), format!("the moves cannot be read: {at}: {message}"))
            }
            PlayError::Refused { number, .. } => {
                let place = self.column_of_move(position, *number).map(|column| self.place(column));
                (place, error.to_string())
            }
        };
        Diagnostic::of_moves(file.into(), &self.origin, &self.text, place, message)
    }

    /// The line and the column of a character, counted from 1 over the whole text.
    fn place(&self, character: usize) -> Place {
        let before = self.text.chars().take(character.saturating_sub(1));
        let (line, column) = before
            .fold((1, 1), |(line, column), c| if c == '\n' { (line + 1, 1) } else { (line, column + 1) });
        Place::new(line, column)
    }

    /// The column at which a move begins: behind the longest prefix that holds fewer moves. Positions
    /// parse moves but do not say where each one stands.
    fn column_of_move(&self, position: &dyn Position, number: usize) -> Option<usize> {
        if number > MAX_BEFORE || self.text.contains('\n') || self.text.chars().count() > MAX_LOCATED {
            return None;
        }
        let mut column = None;
        for (before, (at, _)) in self.text.char_indices().enumerate() {
            match position.split(&self.text[..at]) {
                Ok(moves) if moves.len() >= number => break,
                Ok(_) => column = Some(before + 1),
                // The prefix ends in the middle of a move.
                Err(_) => {}
            }
        }
        column
    }
}

#[cfg(test)]
mod tests {
    use unriddle_games::read;
    use unriddle_kit::Level;

    use super::*;

    fn level(text: &str) -> Box<dyn Level> {
        read(text, &[]).expect("it is a level")
    }

    fn typed(text: &str) -> Moves {
        Moves::read("--moves", text).expect("it was typed")
    }

    #[test]
    fn a_refused_move_is_located_in_the_text() {
        let maze = level("#####\n#S.E#\n#####\n");
        assert_eq!(typed("FFF").column_of_move(maze.start().as_ref(), 3), Some(3));
        assert_eq!(typed(" F,  F   F").column_of_move(maze.start().as_ref(), 3), Some(10));
        let golf = level("4x2\n0,ball 0 0 0\nx x x 0,flag\n\n1- 2- 3-\n");
        assert_eq!(typed("1-> 2-> 3-v").column_of_move(golf.start().as_ref(), 3), Some(9));
    }

    #[test]
    fn a_character_of_a_text_of_several_lines_has_a_line_and_a_column() {
        let moves = typed("ab\ncd\n");
        assert_eq!(
            [1, 2, 4, 5].map(|character| moves.place(character)),
            [Place::new(1, 1), Place::new(1, 2), Place::new(2, 1), Place::new(2, 2),]
        );
    }
}
