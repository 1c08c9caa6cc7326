//! A level of any game, and a level being played, as everything outside the game sees them.
//!
//! A [`Game`] reads text into a [`Level`]; a level at its start is a [`Position`]; a position can be
//! drawn, moved on and solved. Levels and moves are strings here, so that sharing, replay and tests
//! need no more. Games do not implement these traits: [`new_level`](crate::new_level) does, over the
//! typed [`Rules`](crate::Rules).

use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use unriddle_search::{Audit, Cost, Limit, Monitor, Options, Outcome, Statistics};

use crate::{
    AuditError, CardFace, Defect, Focus, Frame, Game, Gesture, LevelSpace, NoSpace, Picture, Place,
    PlayError, Spoken,
};

/// A level that was read.
pub trait Level: Send + Sync {
    /// The game that it belongs to.
    fn game(&self) -> &'static dyn Game;

    /// Its name, if it carries one.
    fn name(&self) -> Option<String>;

    /// What wins it, in a sentence, where that differs from level to level; else the game's
    /// [`about`](Game::about) says it.
    fn aim(&self) -> Option<String>;

    /// Whether the action key, in a game that has one, is of use in this level.
    fn has_action(&self) -> bool;

    /// The level as text in each of the game's formats: pairs of the name of the format and the text,
    /// the most common format first. Reading any of them gives the same level again.
    fn encodings(&self) -> Vec<(&'static str, String)>;

    /// The columns and rows of the board, without drawing it. A [picture](Position::picture) shows no more cells.
    fn size(&self) -> (usize, usize);

    /// What the level file says about itself.
    fn claims(&self) -> Claims;

    /// What is suspicious but not an error, such as two players where one is expected.
    fn warnings(&self) -> Vec<String>;

    /// Findings for the level's designer, as far as the limits allow: that it cannot be solved, what of it is
    /// never used. A game for which nothing is worth such a search tells nothing.
    fn survey(&self, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String>;

    /// Checks the level against an exhaustive search: that its lower bound is admissible and its symmetries
    /// are sound. Fails with what is wrong, or if there are more than `most` states. Slow; for tests.
    fn audit(&self, most: usize) -> Result<Audit, AuditError>;

    /// The level before any move.
    fn start(&self) -> Box<dyn Position + '_>;
}

/// What a level file says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The cost of an optimal solution, and its place in the text.
    pub optimal: Option<(Cost, Place)>,
    /// Recorded solutions in the game's notation, and their places in the text.
    pub solutions: Vec<(String, Place)>,
}

/// A level after some moves.
pub trait Position: Send + Sync {
    /// The moves made so far, in the game's notation.
    fn history(&self) -> String;

    /// The cost of those moves.
    fn cost(&self) -> Cost;

    /// What a player has spent: the cost of the moves, or less in games where only the state counts.
    fn score(&self) -> Cost;

    /// Whether the level is solved here.
    fn is_solved(&self) -> bool;

    /// The moves that can be made here, by name.
    fn moves(&self) -> Vec<String>;

    /// What can be played in a direction, such as the cards in hand, in a game with such
    /// [controls](Game::controls).
    fn hand(&self) -> Vec<String>;

    /// The face of a card of the [hand](Position::hand): what it does in words, and what is drawn on it.
    fn face(&self, card: &str) -> CardFace;

    /// The names of the moves that a gesture stands for here, or why it stands for none. They may
    /// still be refused.
    fn interpret(&self, gesture: &Gesture) -> Result<Vec<String>, String>;

    /// The position after further moves in the game's notation, or why they cannot be made. In a game of
    /// keys, a key that moves nothing is skipped and [remarked on](Position::remarks).
    fn after(&self, moves: &str) -> Result<Box<dyn Position + '_>, PlayError>;

    /// Makes further moves in place, as [`after`](Position::after) does. On an error nothing changes.
    fn advance(&mut self, moves: &str) -> Result<(), PlayError>;

    /// Makes the moves that a gesture stands for, all or none, and returns their number, or why they cannot
    /// be made.
    fn perform(&mut self, gesture: &Gesture) -> Result<usize, String>;

    /// Makes further moves by name, all or none. A key that moves nothing is refused as well.
    fn play_strict(&mut self, moves: &[String]) -> Result<(), PlayError>;

    /// Goes to the position after the first `count` of all moves: those made, and those undone by an earlier
    /// call.
    fn seek(&mut self, count: usize);

    /// All moves by name, including those undone by [`seek`](Position::seek).
    fn tape(&self) -> Vec<String>;

    /// The single moves made so far, by name.
    fn move_names(&self) -> Vec<String>;

    /// The number of moves made so far.
    fn count(&self) -> usize;

    /// Remarks on the moves made so far, a line each: which of them did nothing, the
    /// [assumptions](Position::assumptions), and what the game adds.
    fn remarks(&self) -> Vec<String>;

    /// The rules that the moves made so far rely on although no source settles them, a short sentence each.
    fn assumptions(&self) -> Vec<String>;

    /// The single moves of a text in the game's notation.
    fn split(&self, moves: &str) -> Result<Vec<String>, PlayError>;

    /// Further moves by name, in the words of a player. Those after one that cannot be made are left out.
    fn tell(&self, moves: &[String]) -> Vec<Spoken>;

    /// Where to look for the first of these moves, which solve the level from here, without giving it away.
    fn focus(&self, moves: &[String]) -> Option<Focus>;

    /// The picture of the position.
    fn picture(&self) -> Picture;

    /// What happened in the last few moves, frame by frame: see [`Rules::motion`](crate::Rules::motion).
    fn motion(&self, last: usize) -> Vec<Frame>;

    /// What happens by itself from here: the picture now and after each of at most `most` steps. Empty if
    /// nothing happens between moves. Each picture adds at most one object of two pieces per cell to the
    /// [picture](Position::picture) of the position.
    fn film(&self, most: usize) -> Vec<Picture>;

    /// More than solved or not, in the game's words: why the level is not solved, or how well it is.
    fn status(&self) -> Option<String>;

    /// Solves from here. Every solution is replayed on the [rules](crate::Rules::play) first: one that they do not accept
    /// is reported as a [defect](Answer::defect).
    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> Answer;

    /// Explores every state that can be reached from here. Where there is a solution, one of the least cost is replayed
    /// on the rules first.
    ///
    /// # Errors
    ///
    /// Why there is no space to look at.
    fn explore<'a>(
        &'a self,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Result<Box<dyn LevelSpace + 'a>, NoSpace>;
}

/// What is asked of [`Position::solve`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// What to search for, how, and where to stop.
    pub options: Options,
    /// With [`Goal::All`](unriddle_search::Goal::All): the maximum number of optimal
    /// solutions to list.
    pub list: usize,
    /// Whether to draw the answer. On a large board that takes longer than the search.
    pub draw: bool,
}

/// A number that a game adds to its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name in JSON, which is never changed.
    pub name: &'static str,
    /// What is counted, in the singular: `spare card`.
    pub noun: &'static str,
    /// How many there are.
    pub count: u64,
}

/// A list of name, count and noun.
impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.name, self.count, self.noun).serialize(serializer)
    }
}

/// The result of a solve.
pub struct Answer {
    /// The outcome; moves by name.
    pub outcome: Outcome<String>,
    /// The solution as a whole, in the game's notation.
    pub solution: Option<String>,
    /// With [`Goal::All`](unriddle_search::Goal::All): how many optimal solutions there are.
    pub solutions: Option<BigUint>,
    /// The first of them in the game's notation, at most [`Request::list`]. If there are more, the notes say
    /// how many are listed.
    pub listed: Vec<String>,
    /// Further figures, such as the tiles of a maze.
    pub figures: Vec<Figure>,
    /// Notes on the answer, a sentence each.
    pub notes: Vec<String>,
    /// The rules that it relies on although no source settles them, a short sentence each: those that its solutions
    /// apply from the start of the level, and those that the search applied which proves that there are no others, if
    /// they are counted, or none at all. They are among the notes as well.
    pub assumptions: Vec<String>,
    /// The disagreement between the search and the rules of the game, if they disagree. Then the outcome is
    /// [`Stopped`](Outcome::Stopped).
    pub defect: Option<Defect>,
    /// The answer drawn, where there is one and [`Request::draw`] asks for it: the final state, a
    /// route, all routes.
    pub picture: Option<Picture>,
    /// Search statistics.
    pub statistics: Statistics,
}

impl Answer {
    /// The answer of a search that was abandoned because of a limit: nothing is known.
    #[must_use]
    pub fn stopped(limit: Limit, statistics: Statistics) -> Answer {
        Answer {
            outcome: Outcome::Stopped { limit, bound: 0 },
            solution: None,
            solutions: None,
            listed: Vec::new(),
            figures: Vec::new(),
            assumptions: Vec::new(),
            defect: None,
            notes: Vec::new(),
            picture: None,
            statistics,
        }
    }
}
