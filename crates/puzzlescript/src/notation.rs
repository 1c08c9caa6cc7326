//! Moves as text: a letter each, written together.

use unriddle_kit::{PlayError, read_letters};

use super::engine::Input;
use super::level::Move;

/// The letters of the moves.
const LETTERS: [(char, Move); 6] = [
    ('u', Move::Key(Input::Up)),
    ('d', Move::Key(Input::Down)),
    ('l', Move::Key(Input::Left)),
    ('r', Move::Key(Input::Right)),
    ('x', Move::Key(Input::Action)),
    ('w', Move::Wait),
];

/// What is said about the notation.
pub const HELP: &str =
    "u d l r for up, down, left, right, x for the action key, w for a turn without a key: rrdx";

/// The letter of a move.
pub fn letter(mv: Move) -> char {
    LETTERS.iter().find(|(_, known)| *known == mv).map_or('w', |&(letter, _)| letter)
}

/// Reads moves.
pub fn read(text: &str) -> Result<Vec<Move>, PlayError> {
    read_letters(text, "u, d, l, r, x or w", |letter| {
        let lower = letter.to_ascii_lowercase();
        LETTERS.iter().find(|(known, _)| *known == lower).map(|&(_, mv)| mv)
    })
}
