//! A level being played: the position, the way there, and what is known about winning.
//!
//! This is the one place for undo, redo, restart, hints, par and the question whether a level can still
//! be won. The terminal keeps a session while it runs. A page keeps none: it sends a [`SavedSession`]
//! with each request and gets the next one back, so the server and a worker in the browser need no
//! memory of their own.
//!
//! A session never searches. It says what is worth finding out ([`question`](Session::question)) and
//! takes in what was found ([`learn`](Session::learn)); the caller decides when and where to
//! search.

mod compact;
mod describe;
mod history;
mod lost;
mod winnability;

use serde::{Deserialize, Serialize};
use unriddle_search::{Cost, Goal, Outcome};

pub use self::describe::{describe, first_cell, gestures_by_move};
use self::history::History;
pub use self::lost::LostSince;
use self::winnability::Knowledge;
pub use self::winnability::{Fact, Line, Winnability};
use crate::{Controls, Gesture, Level, PlayError, Position};

/// A level being played.
pub struct Session<'a> {
    level: &'a dyn Level,
    /// Its tape holds the moves undone as well.
    position: Box<dyn Position + 'a>,
    history: History,
    knowledge: Knowledge,
    par: Option<Cost>,
}

/// A session in a form that can be kept, sent, and gone on with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedSession {
    /// All moves by name, those undone included.
    #[serde(with = "compact::names")]
    moves: Vec<String>,
    #[serde(flatten)]
    history: History,
    /// What is known about winning.
    facts: Knowledge,
}

impl SavedSession {
    /// The moves by name, those undone included.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }
}

/// What is worth finding out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The moves from the start to the position that it is about.
    pub moves: Vec<String>,
    /// What to search for.
    pub goal: Goal,
}

/// What a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To know whether the level can still be won.
    Winnability,
    /// A best solution from here.
    Hint,
}

impl<'a> Session<'a> {
    /// A level at its start. `par` is what an optimal solution costs, where that is
    /// [known from elsewhere](par()).
    pub fn new(level: &'a dyn Level, par: Option<Cost>) -> Self {
        let (history, knowledge) = (History::default(), Knowledge::default());
        Session { level, position: level.start(), history, knowledge, par }
    }

    /// A new session at a position of the level: each of its moves is a step.
    pub fn at(level: &'a dyn Level, par: Option<Cost>, position: Box<dyn Position + 'a>) -> Self {
        let history = History::single(position.count());
        Session { level, position, history, knowledge: Knowledge::default(), par }
    }

    /// Goes on with a session that was saved.
    ///
    /// # Errors
    ///
    /// Its moves cannot be made in this level.
    pub fn restore(level: &'a dyn Level, par: Option<Cost>, saved: SavedSession) -> Result<Self, PlayError> {
        let SavedSession { moves, history, facts } = saved;
        let mut session = Session { knowledge: facts, ..Session::new(level, par) };
        session.position.play_strict(&moves)?;
        let count = session.position.count();
        // Where moves are written in longer parts, each of them becomes a step.
        session.history = if history.fits(count) { history } else { History::single(count) };
        session.position.seek(session.history.moves());
        Ok(session)
    }

    /// Goes on with a session in a level that has changed: as many of its steps as can be made. Also
    /// returns how many of those made before cannot be made any more. What was known of the old level is
    /// forgotten.
    pub fn restore_in_changed_level(
        level: &'a dyn Level,
        par: Option<Cost>,
        saved: &SavedSession,
    ) -> (Self, usize) {
        let mut session = Session::new(level, par);
        let mut steps = saved.history.steps_made();
        let mut is_made = |step| saved.moves.get(step).is_some_and(|moves| session.play(moves).is_ok());
        // The step that cannot be made is lost, and so are all after it.
        let lost = if steps.by_ref().all(&mut is_made) { 0 } else { 1 + steps.count() };
        (session, lost)
    }

    /// The session in a form that can be restored.
    pub fn save(&self) -> SavedSession {
        SavedSession {
            moves: self.position.tape(),
            history: self.history.clone(),
            facts: self.knowledge.clone(),
        }
    }

    /// The level.
    pub fn level(&self) -> &'a dyn Level {
        self.level
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The moves made so far, by name.
    pub fn moves(&self) -> Vec<String> {
        self.position.move_names()
    }

    /// Does what a gesture means, as one step. Whether anything changed.
    ///
    /// A solved level is over, so that no further key spoils the result; what is laid on cells can still be improved.
    ///
    /// # Errors
    ///
    /// Why it cannot be done, in the game's words. Then nothing has changed.
    pub fn perform(&mut self, gesture: &Gesture) -> Result<bool, String> {
        if self.level.game().controls() != Controls::Cells && self.position.is_solved() {
            return Err("the level is solved: undo or restart to play on".into());
        }
        let moves = self.position.perform(gesture)?;
        if moves > 0 {
            self.history.push(moves);
        }
        Ok(moves > 0)
    }

    /// Makes one step of the last two: a stroke of several gestures is undone as one.
    pub fn join_last_steps(&mut self) {
        self.history.join();
    }

    /// Makes moves by name, as one step.
    ///
    /// # Errors
    ///
    /// Why they cannot be made. Then nothing has changed.
    pub fn play(&mut self, moves: &[String]) -> Result<(), PlayError> {
        let before = self.position.count();
        self.position.play_strict(moves)?;
        let made = self.position.count() - before;
        if made > 0 {
            self.history.push(made);
        }
        Ok(())
    }

    /// Undoes the last step, or a restart. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let changed = self.history.undo();
        self.position.seek(self.history.moves());
        changed
    }

    /// Makes the step again that was undone last. Whether there was one.
    pub fn redo(&mut self) -> bool {
        let changed = self.history.redo();
        self.position.seek(self.history.moves());
        changed
    }

    /// Goes back to the start; [`undo`](Session::undo) takes that back. Whether anything changed.
    pub fn restart(&mut self) -> bool {
        let changed = self.history.restart();
        self.position.seek(0);
        changed
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// How many moves the last step has.
    pub fn last_step(&self) -> usize {
        self.history.last_step()
    }

    /// Goes to a place on a line that begins at the start: its first `at` moves are made, redo goes on
    /// along it.
    ///
    /// # Errors
    ///
    /// The line cannot be played. Then nothing has changed.
    pub fn jump(&mut self, line: &[String], at: usize) -> Result<(), PlayError> {
        let mut position = self.level.start();
        position.play_strict(line)?;
        self.history = History::single(position.count());
        self.history.go_to(at);
        position.seek(self.history.moves());
        self.position = position;
        Ok(())
    }

    /// What an optimal solution costs: what is proved in this session counts more than what is known from
    /// elsewhere.
    pub fn par(&self) -> Option<Cost> {
        self.knowledge.optimum().or(self.par)
    }

    /// Whether the level can still be won from here.
    pub fn winnability(&self) -> Winnability {
        if self.position.is_solved() {
            return Winnability::Winnable;
        }
        self.knowledge.winnability(&self.moves())
    }

    /// The rules that the answer to [`winnability`](Session::winnability) relies on although no source settles them, a
    /// short sentence each. Moves are numbered from the start of the level.
    pub fn assumptions(&self) -> Vec<String> {
        if self.position.is_solved() {
            return self.position.assumptions();
        }
        self.knowledge.assumptions(&self.moves()).to_vec()
    }

    /// The rest of a known solution from here: a proved best one, if any is.
    pub fn line(&self) -> Option<Line> {
        self.knowledge.line(&self.moves())
    }

    /// What further moves cost; nothing if they cannot be made.
    pub fn cost_of(&self, moves: &[String]) -> Cost {
        // No moves can always be made: this is a copy.
        let Ok(mut ahead) = self.position.after("") else { return 0 };
        match ahead.play_strict(moves) {
            Ok(()) => ahead.cost().saturating_sub(self.position.cost()),
            Err(_) => 0,
        }
    }

    /// Whether a further search for a best solution from here would find out no more.
    pub fn is_settled(&self) -> bool {
        self.position.is_solved() || self.knowledge.is_settled(&self.moves())
    }

    /// What is worth finding out next: first what the player waits for, then since when a lost level is lost,
    /// then par.
    pub fn question(&self, wish: Wish) -> Option<Question> {
        let moves = self.moves();
        if !self.position.is_solved() {
            if wish == Wish::Hint && !self.knowledge.is_settled(&moves) {
                return Some(Question { moves, goal: Goal::Optimal });
            }
            if self.knowledge.winnability(&moves) == Winnability::Unsearched {
                return Some(Question { moves, goal: Goal::Any });
            }
            if let Some(question) = self.question_of_loss() {
                return Some(question);
            }
        }
        let par_wanted = self.par().is_none() && !self.knowledge.is_settled(&[]);
        par_wanted.then(|| Question { moves: Vec::new(), goal: Goal::Optimal })
    }

    /// Takes in a fact about the level that was [found out](Fact::new) for another session of it.
    pub fn add(&mut self, fact: Fact) {
        self.knowledge.learn(fact);
    }

    /// Takes in what a search found out, and the [assumptions](crate::Answer::assumptions) that it relies on.
    pub fn learn(&mut self, question: &Question, outcome: &Outcome<String>, assumptions: &[String]) {
        let fact = Fact::new(question.moves.clone(), question.goal, outcome, assumptions);
        fact.into_iter().for_each(|fact| self.knowledge.learn(fact));
    }
}

/// What an optimal solution of a level costs, by the one rule there is: what the level says about itself,
/// or else what a list of expected results beside it says.
pub fn par(level: &dyn Level, expected: Option<Cost>) -> Option<Cost> {
    level.claims().optimal.map(|(cost, _)| cost).or(expected)
}
