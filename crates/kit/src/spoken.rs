//! Moves in the words of a player: what a hint, a solution strip and a refusal say.
//!
//! The notation of a game is for files. A player sees a board, cards and keys: so a move is told by the
//! gesture that makes it, in words (`roll 2 to the right`), as an arrow, and with the keys to press. All of
//! that follows from gestures; a game may find better [words](crate::Rules::words) for its moves, and say
//! [where to look](crate::Rules::focus) for the next one.
//!
//! Gestures that are made several times in a row are told once with their number, so the way through a
//! large maze is a few dozen lines. Telling a move takes a few interpretations of gestures: microseconds.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use crate::{Controls, Direction, Gesture, Rules};

/// A gesture of a solution, in the words of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spoken {
    /// The gesture; `None` if no single gesture makes the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gesture: Option<Gesture>,
    /// How many moves it makes each time.
    pub moves: usize,
    /// How often it is made in a row.
    pub times: usize,
    /// What it does: `roll 2 to the right`.
    pub words: String,
    /// Which way it goes: `→`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrow: Option<char>,
    /// The keys to press, one after the other: `2`, `→`. For a stroke on the board, that at its cell.
    pub keys: Vec<String>,
}

impl fmt::Display for Spoken {
    /// In one line: `right × 12 (→)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)?;
        if self.times > 1 {
            write!(f, " × {}", self.times)?;
        }
        if !self.keys.is_empty() {
            write!(f, " ({})", self.keys.join(" "))?;
        }
        Ok(())
    }
}

/// Where to look for the next move, without giving it away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Focus {
    /// The cell, as (column, row) from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<(usize, usize)>,
    /// The card, by its place in the [hand](crate::Position::hand) from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<usize>,
    /// What to look at: `the hydrogen atom at column 3, row 4`.
    pub words: String,
}

impl Focus {
    /// Something on a cell.
    pub fn on(what: &str, (x, y): (usize, usize)) -> Self {
        Focus { cell: Some((x, y)), card: None, words: format!("{what} at {}", place(x, y)) }
    }
}

/// A cell in words, counted from 1.
pub fn place(x: usize, y: usize) -> String {
    format!("column {}, row {}", x + 1, y + 1)
}

/// What to do for a gesture, in a few words.
pub(crate) fn words(gesture: &Gesture) -> String {
    match gesture {
        Gesture::Go { direction } => direction.word().to_string(),
        Gesture::Act => "act".to_string(),
        Gesture::Play { card, direction } => format!("{card} {}", direction.towards()),
        Gesture::Lay { x, y, direction } => format!("{} {}", place(*x, *y), direction.towards()),
        Gesture::Clear { x, y } => format!("clear {}", place(*x, *y)),
        Gesture::Tap { x, y, .. } => format!("tap {}", place(*x, *y)),
    }
}

/// The keys that make a gesture while this is the hand. Whatever is laid on a cell is laid at a cursor.
fn keys(gesture: &Gesture, hand: &[String]) -> Vec<String> {
    let arrow = |direction: &Direction| direction.arrow().to_string();
    match gesture {
        Gesture::Go { direction } => vec![arrow(direction)],
        Gesture::Act => vec!["X".to_string()],
        Gesture::Play { card, direction } => {
            let number = hand.iter().position(|held| held == card).map(|at| at + 1).filter(|&at| at <= 9);
            number.map(|number| number.to_string()).into_iter().chain([arrow(direction)]).collect()
        }
        Gesture::Lay { direction, .. } => {
            let letter = match direction {
                Direction::Right => "D",
                Direction::Up => "W",
                Direction::Left => "A",
                Direction::Down => "S",
            };
            vec![letter.to_string()]
        }
        Gesture::Clear { .. } => vec!["X".to_string()],
        Gesture::Tap { .. } => Vec::new(),
    }
}

/// Every gesture that could be made with these controls.
pub(crate) fn gestures(controls: Controls, hand: &[String], (width, height): (usize, usize)) -> Vec<Gesture> {
    match controls {
        Controls::Directions => Direction::ALL.map(|direction| Gesture::Go { direction }).to_vec(),
        Controls::Action => {
            let ways = Direction::ALL.map(|direction| Gesture::Go { direction });
            ways.into_iter().chain([Gesture::Act]).collect()
        }
        Controls::Hand => {
            let ways = |card: &String| {
                let card = card.clone();
                Direction::ALL.map(|direction| Gesture::Play { card: card.clone(), direction })
            };
            hand.iter().flat_map(ways).collect()
        }
        Controls::Cells => {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let at_cell = |(x, y)| {
                let lays = Direction::ALL.map(|direction| Gesture::Lay { x, y, direction });
                lays.into_iter().chain([Gesture::Clear { x, y }])
            };
            cells.flat_map(at_cell).collect()
        }
    }
}

/// Tells moves that can be made one after the other in `state`.
pub(crate) fn tell<R: Rules>(
    rules: &R,
    controls: Controls,
    state: &R::State,
    moves: &[R::Move],
) -> Vec<Spoken> {
    let mut finder = GestureFinder::new(rules, controls, state);
    let mut state = state.clone();
    let mut told: Vec<Spoken> = Vec::new();
    let mut made = 0;
    while made < moves.len() {
        let found = finder.find(&state, &moves[made..]);
        let (gesture, count) = found.map_or((None, 1), |(gesture, count)| (Some(gesture), count));
        let now = &moves[made..made + count];
        let by_game = rules.words(&state, now);
        let words =
            by_game.or_else(|| gesture.as_ref().map(words)).unwrap_or_else(|| rules.move_name(moves[made]));
        let keys = gesture.as_ref().map(|gesture| keys(gesture, &rules.hand(&state))).unwrap_or_default();
        let arrow = gesture.as_ref().and_then(|gesture| gesture.direction().ok()).map(Direction::arrow);
        let next = Spoken { gesture, moves: count, times: 1, words, arrow, keys };
        match told.last_mut() {
            Some(last) if (Spoken { times: 1, ..last.clone() }) == next => last.times += 1,
            _ => told.push(next),
        }
        now.iter().for_each(|&mv| _ = rules.play(&mut state, mv));
        made += count;
    }
    told
}

/// Finds the gestures that make moves.
struct GestureFinder<'a, R: Rules> {
    rules: &'a R,
    controls: Controls,
    size: (usize, usize),
    /// Gestures by the move that they made when they were tried last.
    known: HashMap<R::Move, Gesture>,
}

impl<'a, R: Rules> GestureFinder<'a, R> {
    fn new(rules: &'a R, controls: Controls, state: &R::State) -> Self {
        let size = match controls {
            Controls::Cells => {
                let picture = rules.picture(state);
                (picture.width, picture.height)
            }
            Controls::Directions | Controls::Action | Controls::Hand => (0, 0),
        };
        GestureFinder { rules, controls, size, known: HashMap::new() }
    }

    /// The gesture that makes the most of the next moves, and how many.
    fn find(&mut self, state: &R::State, moves: &[R::Move]) -> Option<(Gesture, usize)> {
        let meaning = |gesture: &Gesture| self.rules.interpret(state, gesture).ok();
        // A cell has a gesture of its own, which mostly means the same whatever else is laid.
        if self.controls == Controls::Cells
            && let Some(gesture) = self.known.get(&moves[0])
            && meaning(gesture).is_some_and(|means| means == moves[..1])
        {
            return Some((gesture.clone(), 1));
        }
        let mut best: Option<(Gesture, usize)> = None;
        for gesture in gestures(self.controls, &self.rules.hand(state), self.size) {
            let Some(means) = meaning(&gesture) else { continue };
            let longest = best.as_ref().map_or(0, |&(_, count)| count);
            if means.len() > longest && moves.starts_with(&means) {
                best = Some((gesture.clone(), means.len()));
            }
            if let [mv] = means[..]
                && self.controls == Controls::Cells
            {
                self.known.insert(mv, gesture);
            }
        }
        best
    }
}

/// Where to look for the first of these moves: what the game says, or else where its gesture begins.
pub(crate) fn focus<R: Rules>(
    rules: &R,
    controls: Controls,
    state: &R::State,
    moves: &[R::Move],
) -> Option<Focus> {
    let first = tell(rules, controls, state, moves.get(..1)?).pop()?;
    let by_game = rules.focus(state, moves);
    match first.gesture {
        Some(Gesture::Play { card, .. }) => {
            let at = rules.hand(state).iter().position(|held| *held == card);
            let words = by_game.map_or_else(|| format!("the card {card}"), |focus| focus.words);
            Some(Focus { cell: None, card: at, words })
        }
        _ if by_game.is_some() => by_game,
        Some(Gesture::Lay { x, y, .. } | Gesture::Clear { x, y }) => {
            Some(Focus { cell: Some((x, y)), card: None, words: place(x, y) })
        }
        _ => None,
    }
}

/// The topmost piece that a move takes elsewhere.
pub(crate) fn what_moves<R: Rules>(rules: &R, state: &R::State, mv: R::Move) -> Option<Focus> {
    let mut after = state.clone();
    rules.play(&mut after, mv).ok()?;
    let (before, after) = (rules.picture(state), rules.picture(&after));
    let stays = |name: &str, x: f32, y: f32| {
        after.pieces.iter().any(|piece| piece.name == name && (piece.x, piece.y) == (x, y))
    };
    let piece = before.pieces.iter().rev().find(|piece| !stays(&piece.name, piece.x, piece.y))?;
    let (x, y) = (piece.x.max(0.0) as usize, piece.y.max(0.0) as usize);
    let meaning = before.legend.iter().find(|(style, _)| *style == piece.style);
    Some(match meaning {
        Some((_, what)) => Focus::on(&format!("the {what}"), (x, y)),
        None => Focus { cell: Some((x, y)), card: None, words: place(x, y) },
    })
}
