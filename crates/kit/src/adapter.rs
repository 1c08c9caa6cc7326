//! Gives the typed [`Rules`] of a game the form that everything outside it uses.

use unriddle_search::{Audit, Cost, Fate, Limit, Monitor, Options, Outcome, Statistics};

use crate::replay::{Rejected, Replay};
use crate::{
    Answer, AuditError, CardFace, Claims, Defect, Explored, Focus, Frame, Game, Gesture, Graph, Level,
    LevelSpace, NoSpace, Picture, PlayError, Position, Request, Rules, Spoken, TypedAnswer, nearest_solution,
    spoken,
};

/// Whether levels can be searched. The WebAssembly module that only plays is small because it has no code to search: see
/// `crates/wasm/build`. Nothing asks for a search there.
pub const SEARCHES: bool = cfg!(feature = "search");

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

    fn size(&self) -> (usize, usize) {
        self.rules.size()
    }

    fn claims(&self) -> Claims {
        self.rules.claims()
    }

    fn warnings(&self) -> Vec<String> {
        self.rules.warnings()
    }

    fn survey(&self, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String> {
        if SEARCHES { self.rules.survey(options, monitor) } else { Vec::new() }
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        if SEARCHES { self.rules.audit(most) } else { Err(AuditError::NoSearch) }
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
        self.idle.iter().cloned().chain(self.assumptions()).chain(remarks).collect()
    }

    fn assumptions(&self) -> Vec<String> {
        self.rules().assumptions(&self.state)
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
    ) -> Result<Box<dyn LevelSpace + 'a>, NoSpace> {
        if !SEARCHES {
            return Err(NoSpace::Unsuited);
        }
        let rules = self.rules();
        let space = rules.explore(&self.state, options, monitor).ok_or(NoSpace::Unsuited)?;
        let graph = space.graph();
        let mut assumptions = match graph.fate(graph.start()) {
            Fate::Dead => [rules.assumptions(&self.state).as_slice(), space.assumptions()].concat(),
            Fate::Winnable(_) | Fate::Undecided => Vec::new(),
        };
        if let Some(end) = nearest_solution(graph) {
            let (cost, moves) = (graph.cost_of(end), space.path(end));
            let mut replay = Replay::new(monitor, &options.limits);
            match replay.check(rules, &self.state, &moves, cost) {
                Ok(end) => assumptions = rules.assumptions(&end),
                Err(Rejected::Interrupted(limit)) => return Err(NoSpace::Stopped(limit)),
                Err(Rejected::Undecided(_)) => return Err(NoSpace::Stopped(Limit::Undecided)),
                Err(Rejected::Refuted(reason)) => {
                    return Err(NoSpace::Defect(self.defect(Some(&moves), None, &reason)));
                }
            }
        }
        Ok(Box::new(NamedSpace { rules, from: self.state.clone(), space, assumptions }))
    }

    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> Answer {
        let rules = self.rules();
        let mut answer = if SEARCHES { rules.solve(&self.state, request, monitor) } else { unsearched() };
        let replayed = if SEARCHES { self.replay(&mut answer, request, monitor) } else { Ok(None) };
        let replayed = match replayed {
            Ok(replayed) => replayed,
            Err(defect) => return refuted(defect, answer.statistics),
        };
        let mut assumptions =
            rules.assumptions(replayed.as_ref().map_or(&self.state, |replayed| &replayed.end));
        match &answer.outcome {
            Outcome::Optimal(..) | Outcome::Solved { .. } => {
                let listed = replayed.iter().flat_map(|replayed| replayed.listed.iter().enumerate());
                for (at, further) in listed {
                    let further = further.iter().filter(|line| !assumptions.contains(line));
                    let further: Vec<_> =
                        further.map(|line| format!("solution {}: {line}", at + 1)).collect();
                    assumptions.extend(further);
                }
                // That these are all is a proof as well.
                if answer.solutions.is_some() {
                    assumptions.append(&mut answer.proof_assumptions);
                }
            }
            Outcome::Unsolvable(_) => {
                answer.notes.extend(rules.why_unsolvable(&self.state));
                assumptions.append(&mut answer.proof_assumptions);
            }
            Outcome::Stopped { .. } => assumptions.clear(),
        }
        let solution = answer.moves().map(|moves| rules.write_moves(&self.state, moves));
        let TypedAnswer { outcome, solutions, listed, figures, mut notes, picture, statistics, .. } = answer;
        notes.splice(..0, assumptions.iter().cloned());
        if request.list > 0 {
            notes.extend(solutions.as_ref().and_then(|all| left_out(listed.len(), &all.to_string())));
        }
        let ending = replayed.filter(|_| request.draw && picture.is_none()).map(|replayed| replayed.end);
        Answer {
            outcome: outcome.map_moves(|moves| moves.iter().map(|&mv| rules.move_name(mv)).collect()),
            solution,
            solutions,
            listed: listed.iter().map(|moves| rules.write_moves(&self.state, moves)).collect(),
            figures,
            notes,
            assumptions,
            defect: None,
            picture: picture.or_else(|| Some(rules.picture(&ending?))),
            statistics,
        }
    }
}

/// What the replay of an answer found.
struct Replayed<S> {
    /// The state that the solution ends in.
    end: S,
    /// The assumptions of each listed solution.
    listed: Vec<Vec<String>>,
}

/// The note on a solution that was found so late that it was not replayed.
const NOT_REPLAYED: &str = "a solution was found, but the search ended before it was checked";
/// The note on listed solutions that were not replayed in time.
const NOT_LISTED: &str = "the search ended before all listed solutions were checked";

impl<R: Rules> TypedPosition<'_, R> {
    /// Replays everything that an answer claims. What could not be replayed in time is removed from the answer.
    fn replay(
        &self,
        answer: &mut TypedAnswer<R::Move>,
        request: &Request,
        monitor: &Monitor<'_>,
    ) -> Result<Option<Replayed<R::State>>, Defect> {
        let rules = self.rules();
        let refuted = |moves: Option<&[R::Move]>, reason: &str| self.defect(moves, Some(request), reason);
        if matches!(answer.outcome, Outcome::Unsolvable(_)) && rules.is_solved(&self.state) {
            return Err(refuted(None, "it finds no solution of a level that is solved"));
        }
        let Some(solution) = answer.outcome.solution() else { return Ok(None) };
        let mut replay = Replay::new(monitor, &request.options.limits);
        let cost = solution.cost;
        let end = match replay.check(rules, &self.state, &solution.moves, cost) {
            Ok(end) => end,
            Err(Rejected::Refuted(reason)) => return Err(refuted(Some(&solution.moves), &reason)),
            Err(rejected @ (Rejected::Interrupted(_) | Rejected::Undecided(_))) => {
                let (limit, note) = match rejected {
                    Rejected::Interrupted(limit) => (limit, NOT_REPLAYED.into()),
                    Rejected::Undecided(reason) | Rejected::Refuted(reason) => (Limit::Undecided, reason),
                };
                let bound = match answer.outcome {
                    Outcome::Solved { bound, .. } => bound,
                    _ => cost,
                };
                answer.outcome = Outcome::Stopped { limit, bound };
                (answer.solutions, answer.picture) = (None, None);
                (answer.listed, answer.figures) = (Vec::new(), Vec::new());
                answer.notes = vec![note];
                return Ok(None);
            }
        };
        let mut listed = Vec::new();
        for at in 0..answer.listed.len() {
            match replay.check(rules, &self.state, &answer.listed[at], cost) {
                Ok(end) => listed.push(rules.assumptions(&end)),
                Err(Rejected::Refuted(reason)) => return Err(refuted(Some(&answer.listed[at]), &reason)),
                Err(Rejected::Interrupted(_) | Rejected::Undecided(_)) => {
                    answer.listed.truncate(at);
                    answer.notes.push(NOT_LISTED.into());
                    break;
                }
            }
        }
        Ok(Some(Replayed { end, listed }))
    }

    /// The disagreement about a solution from here.
    fn defect(&self, claimed: Option<&[R::Move]>, request: Option<&Request>, reason: &str) -> Defect {
        Defect::new(self.rules(), self.level.game.id(), &self.moves, claimed, request, reason)
    }
}

/// The answer of a search that disagrees with the rules of its game: it says nothing about the level.
fn refuted(defect: Defect, statistics: Statistics) -> Answer {
    Answer {
        outcome: Outcome::Stopped { limit: Limit::Method, bound: 0 },
        solution: None,
        solutions: None,
        listed: Vec::new(),
        figures: Vec::new(),
        notes: vec![defect.message.clone()],
        assumptions: Vec::new(),
        defect: Some(defect),
        picture: None,
        statistics,
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
        proof_assumptions: Vec::new(),
        picture: None,
        statistics: Statistics::default(),
    }
}

/// The space of a level from a state, with moves as text.
struct NamedSpace<'a, R: Rules> {
    rules: &'a R,
    from: R::State,
    space: Box<dyn Explored<R::Move> + 'a>,
    assumptions: Vec<String>,
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

    fn assumptions(&self) -> &[String] {
        &self.assumptions
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
}

/// The digits up to which the number of all solutions is written out in a note.
const MAX_DIGITS: usize = 30;

/// How many of all solutions are listed, where not all are.
fn left_out(listed: usize, all: &str) -> Option<String> {
    let all = match all.len() {
        _ if all == listed.to_string() => return None,
        0..=MAX_DIGITS => all.to_string(),
        digits => format!("at least 10^{}", digits - 1),
    };
    Some(format!("{listed} of {all} optimal solutions listed"))
}
