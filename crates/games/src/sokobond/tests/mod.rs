//! What Sokobond promises: a slow transcription of the rules to compare with, random levels to compare
//! on, and a test for each rule on a board drawn in the test.
//!
//! [`shows`] takes a strip of drawings. The first is a level, cells at even columns and lines, `-` for
//! floor, modifiers on the corners between. Each further one is the position after the keys before its
//! `>`, with `.` for floor so that bonds stand out: `-` `=` `3` `4` across and `|` `"` `3` `4` down, by
//! their strength. The word `blocked` stands for a position that has not changed.

mod agreement;
mod levels;
mod modifiers;
mod oracle;
mod random;
mod recorded;
mod rules;
mod searching;
mod texts;

use super::format;
use super::level::{Lab, Level};
use super::moves::Motion;
use super::notation;
use super::scene::Scene;
use crate::Direction;

/// A level of the real game, with states of whatever length it needs.
fn level(text: &str) -> Level<Box<[u64]>> {
    let sheet = format::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Level::new(Lab::new(sheet))
}

/// The real game, played move by move.
struct Game {
    lab: Lab,
    scene: Scene,
    motion: Motion,
}

impl Game {
    fn new(text: &str) -> Game {
        let lab = Lab::new(format::read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let mut scene = Scene::default();
        scene.open(&lab);
        Game { lab, scene, motion: Motion::default() }
    }

    /// Whether the key moves something.
    fn play(&mut self, direction: Direction) -> bool {
        let moved = self.motion.run(&self.lab, &self.scene, direction).is_ok();
        if moved {
            std::mem::swap(&mut self.scene, &mut self.motion.after);
        }
        moved
    }

    fn press(&mut self, keys: &str) {
        for direction in notation::read(keys).expect("keys") {
            self.play(direction);
        }
    }

    /// The position as the slow transcription of the rules has it.
    fn board(&self, start: &oracle::Board) -> oracle::Board {
        let spot = |atom: usize| {
            let (x, y) = self.lab.places[self.scene.atoms[atom].cell.index()];
            (x as i32, y as i32)
        };
        let mut board = start.clone();
        board.places = (0..self.scene.atoms.len()).map(spot).collect();
        board.bonds.clear();
        for (atom, direction) in
            (0..self.scene.atoms.len()).flat_map(|atom| Direction::ALL.map(|direction| (atom, direction)))
        {
            let strength = self.scene.atoms[atom].bonds[direction as usize];
            if strength > 0 {
                let mate = self.scene.neighbour(&self.lab, atom, direction).expect("a bond has two ends");
                board.bonds.insert((atom.min(mate), atom.max(mate)), u32::from(strength));
            }
        }
        board
    }
}

/// The drawing of a position after these keys, on which the game and the slow transcription of its
/// rules must agree. A blocked key changes nothing.
fn after(level: &str, keys: &str) -> String {
    let start = oracle::Board::read(level);
    let slow = start.after(keys).to_string();
    let mut game = Game::new(level);
    game.press(keys);
    assert_eq!(game.board(&start).to_string(), slow, "the game differs from its slow transcription");
    slow
}

/// Whether these keys solve the level, in the game and in the slow transcription of its rules.
fn solved(level: &str, keys: &str) -> bool {
    let mut game = Game::new(level);
    game.press(keys);
    game.scene.is_solved() && oracle::Board::read(level).after(keys).solved()
}

/// Plays a strip of drawings such as `H - h  D>  . H-h` from the left to the right.
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

/// The level of a strip, and its keys with the drawing after each. Drawings stand below one another's
/// first lines, two blanks after the `>`.
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
