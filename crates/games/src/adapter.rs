//! Gives the typed [`Rules`] of a game the form that everything outside it uses.

use unriddle_search::{Audit, Cost, Limit, Monitor, Options, Outcome, Statistics};

use crate::{
    Answer, CardFace, Claims, Explored, Focus, Frame, Game, Gesture, Graph, Level, LevelSpace, Picture,
    PlayError, Position, Request, Rules, Spoken, TypedAnswer, spoken,
};

/// Whether this is built for the WebAssembly module that only plays, which is small because it has no code to search: see
/// `crates/wasm/build`. Nothing asks for a search there.
const IS_PLAYER: bool = cfg!(feature = "player");

/// A level of a game with these rules.
pub fn new_level<R: Rules + 'static>(game: &'static dyn Game, rules: R) -> Box<dyn Level> {
    Box::new(TypedLevel { game, rules })
}

struct TypedLevel<R> {
    game: &'static dyn Game,
    rules: R,
}

impl<R: Rules> Level for TypedLevel<R> {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn name(&self) -> Option<String> {
        self.rules.name()
    }

    fn aim(&self) -> Option<String> {
        self.rules.aim()
    }

    fn has_action(&self) -> bool {
        self.rules.has_action()
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        self.rules.encodings()
    }

    fn claims(&self) -> Claims {
        self.rules.claims()
    }

    fn warnings(&self) -> Vec<String> {
        self.rules.warnings()
    }

    fn survey(&self, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String> {
        if IS_PLAYER { Vec::new() } else { self.rules.survey(options, monitor) }
    }

    fn audit(&self, most: usize) -> Result<Audit, String> {
        if IS_PLAYER { Err("this program does not search".into()) } else { self.rules.audit(most) }
    }

    fn start(&self) -> Box<dyn Position + '_> {
        Box::new(TypedPosition::new(self, self.rules.start()))
    }
}

/// A level after some moves.
struct TypedPosition<'a, R: Rules> {
    level: &'a TypedLevel<R>,
    moves: Vec<R::Move>,
    /// The moves that were made before going back here.
    undone: Vec<R::Move>,
    /// How many moves were asked for, and what was said of those that could not be made.
    keys: usize,
    idle: Vec<String>,
    cost: Cost,
    state: R::State,
}

impl<R: Rules> Clone for TypedPosition<'_, R> {
    fn clone(&self) -> Self {
        let TypedPosition { level, keys, cost, .. } = *self;
        let (moves, undone, idle) = (self.moves.clone(), self.undone.clone(), self.idle.clone());
        TypedPosition { level, moves, undone, keys, idle, cost, state: self.state.clone() }
    }
}

impl<'a, R: Rules> TypedPosition<'a, R> {
    fn new(level: &'a TypedLevel<R>, state: R::State) -> Self {
        TypedPosition {
            level,
            moves: Vec::new(),
            undone: Vec::new(),
            keys: 0,
            idle: Vec::new(),
            cost: 0,
            state,
        }
    }

    fn rules(&self) -> &'a R {
        &self.level.rules
    }

    fn attempt(&self) -> Attempt<'a, R> {
        Attempt { level: self.level, moves: Vec::new(), keys: 0, cost: self.cost, state: self.state.clone() }
    }

    fn follow(&mut self, attempt: Attempt<'a, R>) {
        if !attempt.moves.is_empty() {
            self.undone.clear();
        }
        self.moves.extend(attempt.moves);
        self.keys += attempt.keys;
        (self.cost, self.state) = (attempt.cost, attempt.state);
    }

    fn interpret(&self, gesture: &Gesture) -> Result<Vec<R::Move>, String> {
        let (info, rules) = (self.level.game.info(), self.rules());
        if let Gesture::Tap { x, y, card } = gesture {
            return rules.tap(&self.state, (*x, *y), card.as_deref());
        }
        if !info.controls.takes(gesture) {
            return Err(format!("{} is played with {}", info.name, info.controls.tell()));
        }
        rules.interpret(&self.state, gesture)
    }
}

/// Moves that are tried from a position: none of them counts before all are known to be possible.
struct Attempt<'a, R: Rules> {
    level: &'a TypedLevel<R>,
    moves: Vec<R::Move>,
    keys: usize,
    cost: Cost,
    state: R::State,
}

impl<R: Rules> Attempt<'_, R> {
    fn take(&mut self, mv: R::Move) -> Result<(), PlayError> {
        self.keys += 1;
        let rules = &self.level.rules;
        match rules.play(&mut self.state, mv) {
            Ok(cost) => {
                self.moves.push(mv);
                self.cost = self.cost.saturating_add(cost);
                Ok(())
            }
            Err(message) => {
                let (word, name) = (self.level.game.info().move_word, rules.move_name(mv));
                Err(PlayError::Refused { word, number: self.keys, name, message })
            }
        }
    }
}

impl<R: Rules> Position for TypedPosition<'_, R> {
    fn history(&self) -> String {
        self.rules().write_moves(&self.rules().start(), &self.moves)
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn score(&self) -> Cost {
        self.rules().score(&self.state).unwrap_or(self.cost)
    }

    fn is_solved(&self) -> bool {
        self.rules().is_solved(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let legal = self.rules().legal(&self.state);
        legal.into_iter().map(|mv| self.rules().move_name(mv)).collect()
    }

    fn hand(&self) -> Vec<String> {
        self.rules().hand(&self.state)
    }

    fn face(&self, card: &str) -> CardFace {
        self.rules().face(card)
    }

    fn interpret(&self, gesture: &Gesture) -> Result<Vec<String>, String> {
        let moves = self.interpret(gesture)?;
        Ok(moves.into_iter().map(|mv| self.rules().move_name(mv)).collect())
    }

    fn perform(&mut self, gesture: &Gesture) -> Result<usize, String> {
        let moves = self.interpret(gesture)?;
        let mut attempt = self.attempt();
        for &mv in &moves {
            attempt.take(mv).map_err(|error| match error {
                PlayError::Unreadable { message, .. } | PlayError::Refused { message, .. } => message,
            })?;
        }
        self.follow(attempt);
        Ok(moves.len())
    }

    fn after(&self, text: &str) -> Result<Box<dyn Position + '_>, PlayError> {
        let mut next = Box::new(self.clone());
        next.advance(text)?;
        Ok(next)
    }

    fn advance(&mut self, text: &str) -> Result<(), PlayError> {
        let keys = self.rules().read_moves(&self.state, text)?;
        let mut attempt = self.attempt();
        let mut idle = Vec::new();
        for &mv in &keys {
            match attempt.take(mv) {
                Ok(()) => {}
                Err(PlayError::Refused { number, name, message, .. }) if self.rules().has_idle_keys() => {
                    idle.push(format!("key {}, {name}: {message}", self.keys + number));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        self.follow(attempt);
        self.idle.extend(idle);
        Ok(())
    }

    fn play_strict(&mut self, names: &[String]) -> Result<(), PlayError> {
        let mut attempt = self.attempt();
        for name in names {
            for mv in self.rules().read_moves(&attempt.state, name)? {
                attempt.take(mv)?;
            }
        }
        self.follow(attempt);
        Ok(())
    }

    fn seek(&mut self, count: usize) {
        let mut tape = std::mem::take(&mut self.moves);
        tape.append(&mut self.undone);
        let count = count.min(tape.len());
        let undone = tape.split_off(count);
        let start = self.rules().start();
        *self = TypedPosition { undone, keys: count, ..TypedPosition::new(self.level, start) };
        for mv in tape {
            // It was made before in the same state.
            if let Ok(cost) = self.level.rules.play(&mut self.state, mv) {
                self.moves.push(mv);
                self.cost = self.cost.saturating_add(cost);
            }
        }
    }

    fn tape(&self) -> Vec<String> {
        self.moves.iter().chain(&self.undone).map(|&mv| self.rules().move_name(mv)).collect()
    }

    fn move_names(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| self.rules().move_name(mv)).collect()
    }

    fn count(&self) -> usize {
        self.moves.len()
    }

    fn remarks(&self) -> Vec<String> {
        let remarks = self.rules().remarks(&self.state);
        self.idle.iter().cloned().chain(remarks).collect()
    }

    fn split(&self, text: &str) -> Result<Vec<String>, PlayError> {
        let moves = self.rules().read_moves(&self.state, text)?;
        Ok(moves.into_iter().map(|mv| self.rules().move_name(mv)).collect())
    }

    fn tell(&self, moves: &[String]) -> Vec<Spoken> {
        spoken::tell(self.rules(), self.level.game.controls(), &self.state, &self.read(moves))
    }

    fn focus(&self, moves: &[String]) -> Option<Focus> {
        spoken::focus(self.rules(), self.level.game.controls(), &self.state, &self.read(moves))
    }

    fn picture(&self) -> Picture {
        self.rules().picture(&self.state)
    }

    fn motion(&self, last: usize) -> Vec<Frame> {
        let first = self.moves.len().saturating_sub(last);
        let mut state = self.rules().start();
        let mut frames = Vec::new();
        for (at, &mv) in self.moves.iter().enumerate() {
            if at >= first {
                frames.extend(self.rules().motion(&state, mv));
            }
            // It was made before in the same state.
            let _ = self.rules().play(&mut state, mv);
        }
        frames
    }

    fn film(&self, most: usize) -> Vec<Picture> {
        self.rules().film(&self.state, most)
    }

    fn status(&self) -> Option<String> {
        self.rules().status(&self.state)
    }

    fn explore<'a>(
        &'a self,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn LevelSpace + 'a>> {
        if IS_PLAYER {
            return None;
        }
        let rules = self.rules();
        let space = rules.explore(&self.state, options, monitor)?;
        Some(Box::new(NamedSpace { rules, from: self.state.clone(), space }))
    }

    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> Answer {
        let rules = self.rules();
        let answer = if IS_PLAYER { unsearched() } else { rules.solve(&self.state, request, monitor) };
        let solution = answer.moves().map(|moves| rules.write_moves(&self.state, moves));
        let drawn = answer.moves().filter(|_| request.draw && answer.picture.is_none());
        let ending = drawn.map(|moves| self.ending(moves));
        let TypedAnswer { outcome, solutions, listed, figures, mut notes, picture, statistics } = answer;
        if matches!(outcome, Outcome::Unsolvable(_)) {
            notes.extend(rules.why_unsolvable(&self.state));
        }
        if request.list > 0 {
            notes.extend(solutions.as_ref().and_then(|all| left_out(listed.len(), &all.to_string())));
        }
        Answer {
            outcome: outcome.map_moves(|moves| moves.iter().map(|&mv| rules.move_name(mv)).collect()),
            solution,
            solutions,
            listed: listed.iter().map(|moves| rules.write_moves(&self.state, moves)).collect(),
            figures,
            notes,
            picture: picture.or(ending),
            statistics,
        }
    }
}

/// The answer of a program that does not search.
fn unsearched<M>() -> TypedAnswer<M> {
    TypedAnswer {
        outcome: Outcome::Stopped { limit: Limit::Method, bound: 0 },
        solutions: None,
        listed: Vec::new(),
        figures: Vec::new(),
        notes: Vec::new(),
        picture: None,
        statistics: Statistics::default(),
    }
}

/// The space of a level from a state, with moves as text.
struct NamedSpace<'a, R: Rules> {
    rules: &'a R,
    from: R::State,
    space: Box<dyn Explored<R::Move> + 'a>,
}

impl<R: Rules> LevelSpace for NamedSpace<'_, R> {
    fn graph(&self) -> &dyn Graph {
        self.space.graph()
    }

    fn move_names(&self, state: u32) -> Vec<String> {
        self.space.moves(state).into_iter().map(|mv| self.rules.move_name(mv)).collect()
    }

    fn path(&self, state: u32) -> Vec<String> {
        self.space.path(state).into_iter().map(|mv| self.rules.move_name(mv)).collect()
    }

    fn picture(&self, state: u32) -> Picture {
        let mut at = self.from.clone();
        for mv in self.space.path(state) {
            // The search made it in the same state.
            let _ = self.rules.play(&mut at, mv);
        }
        self.rules.picture(&at)
    }
}

impl<R: Rules> TypedPosition<'_, R> {
    /// Further moves by name, up to one that cannot be made.
    fn read(&self, names: &[String]) -> Vec<R::Move> {
        let mut state = self.state.clone();
        let mut moves = Vec::new();
        for name in names {
            let Ok(more) = self.rules().read_moves(&state, name) else { return moves };
            for mv in more {
                if self.rules().play(&mut state, mv).is_err() {
                    return moves;
                }
                moves.push(mv);
            }
        }
        moves
    }

    /// What it looks like after these moves, which can be made.
    fn ending(&self, moves: &[R::Move]) -> Picture {
        let mut state = self.state.clone();
        for &mv in moves {
            let _ = self.rules().play(&mut state, mv);
        }
        self.rules().picture(&state)
    }
}

/// The digits up to which the number of all solutions is written out in a note.
const MOST_DIGITS: usize = 30;

/// How many of all solutions are listed, where not all are.
fn left_out(listed: usize, all: &str) -> Option<String> {
    let all = match all.len() {
        _ if all == listed.to_string() => return None,
        0..=MOST_DIGITS => all.to_string(),
        digits => format!("at least 10^{}", digits - 1),
    };
    Some(format!("{listed} of {all} optimal solutions listed"))
}
