//! The one face that every game shows to people: the command and the page know nothing else.
//!
//! A [`Game`] reads text into a [`Level`]; a level stands at its start as a [`Position`]; a
//! position can be drawn, moved on by the name of a move, and solved. Levels and moves are
//! strings everywhere outside the game, so that sharing, replay and tests need no more.
//! Games do not implement `Level` and `Position` themselves: [`crate::Board`] does, over the
//! typed [`crate::Rules`].

use num_bigint::BigUint;
use unriddle_search::{Audit, Cost, Goal, Monitor, Options, Outcome, Statistics};

use crate::editing::Easel;
use crate::{Footprint, Gesture, Handling, LevelError, Picture, Place, PlayError};

/// A kind of puzzle.
pub trait Game: Sync {
    /// The short name that is typed: `reindeer-maze`.
    fn id(&self) -> &'static str;

    /// The name that is read: `Reindeer Maze`.
    fn name(&self) -> &'static str;

    /// What it is about, in one sentence.
    fn about(&self) -> &'static str;

    /// How a level is written, in a few lines with an example.
    fn format(&self) -> &'static str;

    /// How moves are written, in one line.
    fn notation(&self) -> &'static str;

    /// What the game calls a move, in one word that takes an `s`: `move`, `card`.
    fn move_word(&self) -> &'static str {
        "move"
    }

    /// What is looked for when a user does not say: where a proof takes long and any solution
    /// helps, that is any.
    fn default_goal(&self) -> Goal {
        Goal::Optimal
    }

    /// Which gestures it is played with.
    fn handling(&self) -> Handling {
        Handling::Directions
    }

    /// How its levels are painted.
    fn easel(&self) -> &'static dyn Easel;

    /// Numbers that a user may set for all levels of the game.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// How much memory its levels take.
    fn footprint(&self) -> Footprint {
        Footprint::default()
    }

    /// How much `text` looks like a level of this game, from 0 (not at all) to 100.
    /// Cheap, and never a substitute for [`read`](Game::read).
    fn likeness(&self, text: &str) -> u8;

    /// Reads a level. `settings` holds (name, value) pairs; unknown names are passed over.
    fn read(&self, text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError>;
}

/// A number that a user may set, such as the cost of a turn in a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name, as in `--turn-cost`.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub about: &'static str,
    /// What it is when not set.
    pub default: u32,
    /// The least that it may be.
    pub least: u32,
    /// The most that it may be.
    pub most: u32,
}

impl Setting {
    /// The value of this setting among `settings`, the last one if it is given twice; its default
    /// if it is not there; an error if it is out of range.
    pub fn value(&self, settings: &[(&str, u32)]) -> Result<u32, LevelError> {
        let given = settings.iter().rev().find(|(name, _)| *name == self.name);
        let value = given.map_or(self.default, |&(_, value)| value);
        if (self.least..=self.most).contains(&value) {
            return Ok(value);
        }
        let message = format!("{} must be from {} to {}, not {value}", self.name, self.least, self.most);
        Err(LevelError::new(Place::new(1, 1), message).help("the level itself was not read yet"))
    }
}

/// A level that was read.
pub trait Level: Send + Sync {
    /// The game that it belongs to.
    fn game(&self) -> &'static dyn Game;

    /// Its name, if it carries one.
    fn name(&self) -> Option<String>;

    /// The level written in each of the game's formats, as (name of the format, text); the
    /// usual one first. Reading any of them gives the same level again.
    fn texts(&self) -> Vec<(&'static str, String)>;

    /// What the level file says about itself.
    fn claims(&self) -> Claims;

    /// Things that are odd but no error, such as two players where one is meant.
    fn warnings(&self) -> Vec<String>;

    /// Checks by looking at every state, if there are at most `most`, that the level keeps what
    /// it promises to the search; what is wrong, if it does not. For tests: it is slow.
    fn audit(&self, most: usize) -> Result<Audit, String>;

    /// The level before any move.
    fn start(&self) -> Box<dyn Position + '_>;
}

/// What a level file says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The cost of an optimal solution, and where it is said.
    pub optimal: Option<(Cost, Place)>,
    /// Recorded solutions in the game's notation, and where they stand.
    pub solutions: Vec<(String, Place)>,
}

/// A level after some moves.
pub trait Position: Send + Sync {
    /// The moves made so far, in the game's notation.
    fn history(&self) -> String;

    /// What those moves cost.
    fn cost(&self) -> Cost;

    /// Whether the level is solved here.
    fn is_solved(&self) -> bool;

    /// The moves that can be made here, by name.
    fn moves(&self) -> Vec<String>;

    /// What can be played in a direction, such as the cards in hand, in a game that is
    /// [handled](Game::handling) so.
    fn hand(&self) -> Vec<String>;

    /// The names of the moves that a gesture stands for here, or why it stands for none. They may
    /// still be refused.
    fn meaning(&self, gesture: &Gesture) -> Result<Vec<String>, String>;

    /// The position after further moves in the game's notation (one or many), or why not. In a
    /// game of keys, one that moves nothing is passed over and [remarked](Position::remarks).
    fn after(&self, moves: &str) -> Result<Box<dyn Position + '_>, PlayError>;

    /// Makes further moves in place; where one cannot be made, nothing changes.
    fn advance(&mut self, moves: &str) -> Result<(), PlayError>;

    /// Makes further moves by name, all or none. Here a key that moves nothing is refused as well:
    /// it is what a player does now, not what was recorded.
    fn insist(&mut self, moves: &[String]) -> Result<(), PlayError>;

    /// The single moves made so far, by name.
    fn made(&self) -> Vec<String>;

    /// What there is to say about the moves made so far, a line each: those that did nothing, and
    /// what else is worth knowing about them.
    fn remarks(&self) -> Vec<String>;

    /// The single moves of a text in the game's notation.
    fn split(&self, moves: &str) -> Result<Vec<String>, PlayError>;

    /// What it looks like.
    fn picture(&self) -> Picture;

    /// What happens from here by itself, as one picture for each step, the one before it first:
    /// at most so many steps. Empty where everything stands still between moves. Beyond what a
    /// [picture](Position::picture) shows, each has at most one thing on a cell, of five pieces.
    fn film(&self, most: usize) -> Vec<Picture>;

    /// How things stand beyond solved or not, in the game's words: why it is not solved, or how
    /// well.
    fn standing(&self) -> Option<String>;

    /// Solves from here.
    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> Answer;
}

/// What is asked of [`Position::solve`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// What to search for, how, and where to stop.
    pub options: Options,
    /// With [`Goal::All`]: how many of the optimal solutions to write out at the most.
    pub list: usize,
    /// Whether to draw the answer: on a large board that takes longer than to find it.
    pub draw: bool,
}

/// What came of a solve.
pub struct Answer {
    /// The outcome; moves by name.
    pub outcome: Outcome<String>,
    /// The solution as a whole, in the game's notation.
    pub solution: Option<String>,
    /// With [`Goal::All`]: how many optimal solutions there are.
    pub solutions: Option<BigUint>,
    /// The first of them, in the game's notation: as many as [`Request::list`] asks for. Where there
    /// are more, the notes say how many are listed.
    pub listed: Vec<String>,
    /// Further numbers that the game has to tell, such as the tiles of a maze, by name.
    pub facts: Vec<(&'static str, u64)>,
    /// Things to know about the answer, in a sentence each.
    pub notes: Vec<String>,
    /// The answer drawn, where there is one and [`Request::draw`] asks for it: the final state, a
    /// route, all routes.
    pub picture: Option<Picture>,
    /// What it took.
    pub statistics: Statistics,
}
