//! A game in types, and the adapter that gives it the face that people see.
//!
//! A game implements [`Rules`] for its level: the engine's [`Puzzle`] plus text, pictures and
//! the names of moves. [`Board`] makes of it a [`Level`] and [`Position`]s.

use unriddle_search::{
    Audit, Cost, Flaw, Goal, Monitor, Options, Outcome, Puzzle, Report, Solution, Solutions, audit,
    solve_with,
};

use crate::{Answer, Claims, Game, Gesture, Level, Picture, PlayError, Position, Request};

/// What a level of a game must say beyond the engine's contract.
pub trait Rules: Puzzle + Send + Sync + Sized {
    /// The game that it belongs to.
    fn game(&self) -> &'static dyn Game;

    /// See [`Level::name`].
    fn name(&self) -> Option<String> {
        None
    }

    /// See [`Level::texts`].
    fn texts(&self) -> Vec<(&'static str, String)>;

    /// See [`Level::claims`].
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// See [`Level::warnings`].
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// The same level, begun in another state: to solve from there.
    fn starting_at(&self, state: Self::State) -> Self;

    /// The moves that a player can make in `state`: at least those of
    /// [`Puzzle::expand`], which may leave out moves that never help.
    fn legal(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.expand(state, |mv, _, _| moves.push(mv));
        moves
    }

    /// The cost of a move and the state after it, or why it cannot be made, in the game's words.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Result<(Cost, Self::State), String>;

    /// Whether a move that cannot be made is no mistake but a key that does nothing: replayed, it
    /// is passed over and [remarked](Position::remarks).
    fn has_idle_keys(&self) -> bool {
        false
    }

    /// See [`Position::hand`].
    fn hand(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// The moves that a gesture stands for; see [`Position::meaning`].
    fn meaning(&self, state: &Self::State, gesture: &Gesture) -> Result<Vec<Self::Move>, String>;

    /// The name of a move, as [`read_moves`](Rules::read_moves) takes it.
    fn move_name(&self, mv: Self::Move) -> String;

    /// A list of moves in the game's notation.
    fn write_moves(&self, moves: &[Self::Move]) -> String;

    /// Reads what [`write_moves`](Rules::write_moves) wrote, and whatever else people type.
    fn read_moves(&self, text: &str) -> Result<Vec<Self::Move>, PlayError>;

    /// The same for moves that are made in `state`, where what a text means hangs on that.
    fn read_moves_at(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, PlayError> {
        let _ = state;
        self.read_moves(text)
    }

    /// The picture after these moves from the start, which are known to be playable.
    fn picture(&self, moves: &[Self::Move]) -> Picture;

    /// What happens by itself after these moves; see [`Position::film`].
    fn film(&self, moves: &[Self::Move], most: usize) -> Vec<Picture> {
        let _ = (moves, most);
        Vec::new()
    }

    /// See [`Position::standing`].
    fn standing(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// Searches this level: the place to prefer a method, to use ranks, or to search in another way. What
    /// else the search found out goes into `notes`, in a sentence each.
    fn search(&self, options: &Options, monitor: &mut Monitor<'_>, notes: &mut Vec<String>) -> Report<Self> {
        let _ = notes;
        solve_with(self, options, monitor)
    }

    /// Further numbers about a solution, and about all optimal ones where they were asked for;
    /// see [`Answer::facts`].
    fn facts(
        &self,
        solution: &[Self::Move],
        solutions: Option<&Solutions<Self>>,
    ) -> Vec<(&'static str, u64)> {
        let _ = (solution, solutions);
        Vec::new()
    }

    /// Things to know about a solution (or whatever moves were played so far), and about all optimal
    /// ones where they were asked for; see [`Answer::notes`] and [`Position::remarks`].
    fn notes(&self, solution: &[Self::Move], solutions: Option<&Solutions<Self>>) -> Vec<String> {
        let _ = (solution, solutions);
        Vec::new()
    }

    /// The picture of an answer: the state that the solution ends in, unless the game has
    /// something better to show.
    fn portrait(&self, solution: &[Self::Move], solutions: Option<&Solutions<Self>>) -> Picture {
        let _ = solutions;
        self.picture(solution)
    }
}

/// What to say of a gesture that a game has no use for.
pub(crate) fn meaningless<T>(game: &dyn Game) -> Result<T, String> {
    Err(format!("{} is played with {}", game.name(), game.handling().tell()))
}

/// A level of any game, seen through its rules.
pub struct Board<R>(pub R);

impl<R: Rules> Level for Board<R> {
    fn game(&self) -> &'static dyn Game {
        self.0.game()
    }

    fn name(&self) -> Option<String> {
        self.0.name()
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        self.0.texts()
    }

    fn claims(&self) -> Claims {
        self.0.claims()
    }

    fn warnings(&self) -> Vec<String> {
        self.0.warnings()
    }

    fn audit(&self, most: usize) -> Result<Audit, String> {
        audit(&self.0, most).map_err(|flaw| match flaw {
            Flaw::BoundTooHigh { bound: Some(bound), cost, .. } => {
                format!("a state has the bound {bound}, but its cost is {cost}")
            }
            Flaw::BoundTooHigh { bound: None, cost, .. } => {
                format!("a state is said to have no solution, but its cost is {cost}")
            }
            Flaw::NotEqual { .. } => "a state differs from what is said to stand for it".into(),
            Flaw::Unsettled { .. } => "what stands for a state has something else to stand for it".into(),
            Flaw::TooLarge => format!("there are more than {most} states"),
        })
    }

    fn start(&self) -> Box<dyn Position + '_> {
        let state = self.0.start();
        Box::new(Played { rules: &self.0, moves: Vec::new(), keys: 0, idle: Vec::new(), cost: 0, state })
    }
}

/// A level after some moves.
struct Played<'a, R: Rules> {
    rules: &'a R,
    moves: Vec<R::Move>,
    /// How many moves were asked for, and what was said of those that could not be made.
    keys: usize,
    idle: Vec<String>,
    cost: Cost,
    state: R::State,
}

impl<R: Rules> Clone for Played<'_, R> {
    fn clone(&self) -> Self {
        let Played { rules, keys, cost, .. } = *self;
        let (moves, idle, state) = (self.moves.clone(), self.idle.clone(), self.state.clone());
        Played { rules, moves, keys, idle, cost, state }
    }
}

impl<'a, R: Rules> Played<'a, R> {
    fn ahead(&self) -> Ahead<'a, R> {
        Ahead { rules: self.rules, moves: Vec::new(), keys: 0, cost: self.cost, state: self.state.clone() }
    }

    fn follow(&mut self, ahead: Ahead<'a, R>) {
        self.moves.extend(ahead.moves);
        self.keys += ahead.keys;
        (self.cost, self.state) = (ahead.cost, ahead.state);
    }
}

/// Moves that are tried from a position: none of them counts before all are known to be possible.
struct Ahead<'a, R: Rules> {
    rules: &'a R,
    moves: Vec<R::Move>,
    keys: usize,
    cost: Cost,
    state: R::State,
}

impl<R: Rules> Ahead<'_, R> {
    fn take(&mut self, mv: R::Move) -> Result<(), PlayError> {
        self.keys += 1;
        match self.rules.play(&self.state, mv) {
            Ok((step, next)) => {
                self.moves.push(mv);
                self.cost = self.cost.saturating_add(step);
                self.state = next;
                Ok(())
            }
            Err(message) => {
                let (word, name) = (self.rules.game().move_word(), self.rules.move_name(mv));
                Err(PlayError::Refused { word, number: self.keys, name, message })
            }
        }
    }
}

impl<R: Rules> Position for Played<'_, R> {
    fn history(&self) -> String {
        self.rules.write_moves(&self.moves)
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn is_solved(&self) -> bool {
        self.rules.is_solved(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let legal = self.rules.legal(&self.state);
        legal.into_iter().map(|mv| self.rules.move_name(mv)).collect()
    }

    fn hand(&self) -> Vec<String> {
        self.rules.hand(&self.state)
    }

    fn meaning(&self, gesture: &Gesture) -> Result<Vec<String>, String> {
        let moves = self.rules.meaning(&self.state, gesture)?;
        Ok(moves.into_iter().map(|mv| self.rules.move_name(mv)).collect())
    }

    fn after(&self, text: &str) -> Result<Box<dyn Position + '_>, PlayError> {
        let mut next = Box::new(self.clone());
        next.advance(text)?;
        Ok(next)
    }

    fn advance(&mut self, text: &str) -> Result<(), PlayError> {
        let keys = self.rules.read_moves_at(&self.state, text)?;
        let mut ahead = self.ahead();
        let mut idle = Vec::new();
        for &mv in &keys {
            match ahead.take(mv) {
                Ok(()) => {}
                Err(PlayError::Refused { number, name, message, .. }) if self.rules.has_idle_keys() => {
                    idle.push(format!("key {}, {name}: {message}", self.keys + number));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        self.follow(ahead);
        self.idle.extend(idle);
        Ok(())
    }

    fn insist(&mut self, names: &[String]) -> Result<(), PlayError> {
        let mut ahead = self.ahead();
        for name in names {
            for mv in self.rules.read_moves_at(&ahead.state, name)? {
                ahead.take(mv)?;
            }
        }
        self.follow(ahead);
        Ok(())
    }

    fn made(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| self.rules.move_name(mv)).collect()
    }

    fn remarks(&self) -> Vec<String> {
        let notes = self.rules.notes(&self.moves, None);
        self.idle.iter().cloned().chain(notes).collect()
    }

    fn split(&self, text: &str) -> Result<Vec<String>, PlayError> {
        let moves = self.rules.read_moves_at(&self.state, text)?;
        Ok(moves.into_iter().map(|mv| self.rules.move_name(mv)).collect())
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.moves)
    }

    fn film(&self, most: usize) -> Vec<Picture> {
        self.rules.film(&self.moves, most)
    }

    fn standing(&self) -> Option<String> {
        self.rules.standing(&self.state)
    }

    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> Answer {
        let here = self.rules.starting_at(self.state.clone());
        let mut remarks = Vec::new();
        let report = here.search(&request.options, monitor, &mut remarks);
        let found = report.outcome.solution().map(|solution| solution.moves.as_slice());
        let all = report.solutions.as_ref();
        let mut notes = found.map_or_else(Vec::new, |moves| here.notes(moves, all));
        notes.extend(remarks);
        if request.options.goal == Goal::All && found.is_some() && all.is_none() {
            let unlisted = if request.list > 0 { ": none is listed" } else { "" };
            notes.push(format!("stopped before all optimal solutions were counted{unlisted}"));
        }
        let solutions = all.map(|all| all.count().clone());
        let listed: Vec<String> = all.map_or_else(Vec::new, |all| {
            let first = all.first(&here, request.list);
            first.iter().map(|solution| here.write_moves(&solution.moves)).collect()
        });
        if request.list > 0 {
            notes.extend(solutions.as_ref().and_then(|all| left_out(listed.len(), &all.to_string())));
        }
        Answer {
            solution: found.map(|moves| here.write_moves(moves)),
            solutions,
            listed,
            facts: found.map_or_else(Vec::new, |moves| here.facts(moves, all)),
            notes,
            picture: found.filter(|_| request.draw).map(|moves| here.portrait(moves, all)),
            outcome: name_moves(&here, report.outcome),
            statistics: report.statistics,
        }
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

fn name_moves<R: Rules>(rules: &R, outcome: Outcome<R::Move>) -> Outcome<String> {
    let name = |solution: Solution<R::Move>| Solution {
        cost: solution.cost,
        moves: solution.moves.iter().map(|&mv| rules.move_name(mv)).collect(),
    };
    outcome.map(|solution| Some(name(solution))).expect("every move has a name")
}
