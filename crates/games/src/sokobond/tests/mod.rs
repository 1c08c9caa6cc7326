//! Tests of Sokobond: a slow transcription of the rules as an oracle, random levels to compare both on,
//! and a test for each rule on a board that is drawn in the test.
//!
//! [`shows`] takes a strip of drawings. The first is a level in the newer form, with `-` for floor. Each
//! further one is the position after the keys before its `>`, with `.` for floor so that bonds stand
//! out. A bond is drawn by its strength: `-` `=` `3` `4` across and `|` `"` `3` `4` down. The word
//! `blocked` stands for an unchanged position.

mod agreement;
mod assumed;
mod levels;
mod modifiers;
mod oracle;
mod pictures;
mod random;
mod recorded;
mod rules;
mod searching;
mod texts;

use std::sync::Arc;

use unriddle_kit::{Direction, Rules};
use unriddle_search::Flat;

use super::SokobondRules;
use super::arrangement::Arrangement;
use super::format;
use super::level::{Board, SearchLevel};
use super::moves::Motion;
use super::notation;

/// A level as it is searched, with states of any length.
fn level(text: &str) -> Flat<SearchLevel> {
    let plan = format::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    opened(Board::new(plan))
}

/// A level at its start.
fn opened(board: Board) -> Flat<SearchLevel> {
    let mut arrangement = Arrangement::default();
    arrangement.set_up(&board);
    Flat(SearchLevel::starting_at(&Arc::new(board), &arrangement))
}

/// The uncertain rules that moves from the start of a level rely on.
fn notes(level: &SearchLevel, moves: &[Direction]) -> Vec<String> {
    let rules = SokobondRules { board: Arc::clone(&level.board) };
    let mut state = rules.start();
    moves.iter().for_each(|&mv| _ = rules.play(&mut state, mv).expect("it can be made"));
    rules.assumptions(&state)
}

/// A level played move by move.
struct Game {
    board: Board,
    arrangement: Arrangement,
    motion: Motion,
}

impl Game {
    fn new(text: &str) -> Game {
        let board = Board::new(format::read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let mut arrangement = Arrangement::default();
        arrangement.set_up(&board);
        Game { board, arrangement, motion: Motion::default() }
    }

    /// Whether the key moves something.
    fn play(&mut self, direction: Direction) -> bool {
        let moved = self.motion.run(&self.board, &self.arrangement, direction).is_ok();
        if moved {
            std::mem::swap(&mut self.arrangement, &mut self.motion.after);
        }
        moved
    }

    fn press(&mut self, keys: &str) {
        for direction in notation::read(keys).expect("keys") {
            self.play(direction);
        }
    }

    /// The position as a board of the oracle.
    fn board(&self, start: &oracle::Board) -> oracle::Board {
        let spot = |atom: usize| {
            let (x, y) = self.board.places[self.arrangement.atoms[atom].cell.index()];
            (x as i32, y as i32)
        };
        let mut board = start.clone();
        board.places = (0..self.arrangement.atoms.len()).map(spot).collect();
        board.bonds.clear();
        for (atom, direction) in (0..self.arrangement.atoms.len())
            .flat_map(|atom| Direction::ALL.map(|direction| (atom, direction)))
        {
            let strength = self.arrangement.atoms[atom].bonds[direction as usize];
            if strength > 0 {
                let mate =
                    self.arrangement.neighbour(&self.board, atom, direction).expect("a bond has two ends");
                board.bonds.insert((atom.min(mate), atom.max(mate)), u32::from(strength));
            }
        }
        board
    }
}

/// The drawing of the position after these keys. The game and the oracle must agree on it. A blocked key
/// changes nothing.
fn after(level: &str, keys: &str) -> String {
    let start = oracle::Board::read(level);
    let slow = start.after(keys).to_string();
    let mut game = Game::new(level);
    game.press(keys);
    assert_eq!(game.board(&start).to_string(), slow, "the game differs from the oracle");
    slow
}

/// Whether these keys solve the level, in both the game and the oracle.
fn solved(level: &str, keys: &str) -> bool {
    let mut game = Game::new(level);
    game.press(keys);
    game.arrangement.is_solved() && oracle::Board::read(level).after(keys).solved()
}

/// Checks a strip of drawings such as `H - h  D>  . H-h` from left to right.
#[track_caller]
fn shows(strip: &str) {
    let (level, steps) = panels(strip);
    let level = format!("v2\n{level}");
    let mut keys = String::new();
    for (pressed, expected) in steps {
        let before = after(&level, &keys);
        keys += &pressed;
        let is = after(&level, &keys);
        let should = if expected == "blocked\n" { before } else { expected };
        assert_eq!(is, should, "\nafter {keys} it is\n{is}but should be\n{should}");
    }
}

/// The level of a strip, and its keys with the drawing after each. A drawing starts two blanks after the
/// `>`, and its further lines stand below its first.
fn panels(strip: &str) -> (String, Vec<(String, String)>) {
    let lines: Vec<&str> = strip.trim_matches('\n').lines().collect();
    let mut starts = vec![lines[0].len() - lines[0].trim_start().len()];
    let mut ends = Vec::new();
    for (at, _) in lines[0].match_indices('>') {
        ends.push(lines[0][..at].trim_end_matches(char::is_alphabetic).len());
        starts.push(at + 3);
    }
    ends.push(usize::MAX);
    let panel = |(&start, &end): (&usize, &usize)| {
        let rows =
            lines.iter().map(|line| line.get(start..end.min(line.len())).unwrap_or_default().trim_end());
        rows.collect::<Vec<_>>().join("\n").trim_end().to_string() + "\n"
    };
    let mut drawings = starts.iter().zip(&ends).map(panel);
    let level = drawings.next().expect("a first drawing");
    let keys = starts.iter().skip(1).zip(&ends).map(|(next, end)| lines[0][*end..next - 3].to_string());
    (level, keys.zip(drawings).collect())
}
