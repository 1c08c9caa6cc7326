//! A level being played: the position, the way there, and what is known about winning.
//!
//! This is the one place for undo, redo, restart, hints, par and the question whether a level can still
//! be won. The terminal keeps a session while it runs. A page keeps none: it sends a [`SavedSession`]
//! with each request and gets the next one back, so the server and a worker in the browser need no
//! memory of their own.
//!
//! A session never searches. It says what is worth finding out ([`question`](Session::question)) and
//! takes in what was found ([`learn`](Session::learn)); whoever runs it decides when and where to
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

#[cfg(test)]
mod tests {
    use unriddle_search::{Monitor, Options, Solution};

    use super::*;
    use crate::{Direction, Request, read};

    const MAZE: &str = "#####\n#..E#\n#S..#\n#####\n";

    fn go(session: &mut Session<'_>, direction: Direction) -> Result<bool, String> {
        session.perform(&Gesture::Go { direction })
    }

    #[test]
    fn a_refused_gesture_changes_nothing_and_says_why() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        session.perform(&Gesture::Go { direction: Direction::Up }).expect("a turn");
        let why = go(&mut session, Direction::Up).expect_err("there is a wall");
        assert!(why.contains("wall"), "{why}");
        assert_eq!(session.moves(), ["L"]);
    }

    #[test]
    fn a_solved_level_is_over_unless_it_can_be_improved() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        for _ in 0..2 {
            go(&mut session, Direction::Right).expect("it is free");
        }
        assert!(session.position().is_solved());
        let why = go(&mut session, Direction::Up).expect_err("it is over");
        assert!(why.contains("solved") && session.position().cost() == 2, "{why}");
        assert!(session.undo() && go(&mut session, Direction::Right).is_ok());

        let level = read("+> . ->", &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        let lay = |direction| Gesture::Lay { x: 1, y: 0, direction };
        for (direction, solved) in [(Direction::Up, false), (Direction::Right, true), (Direction::Up, false)]
        {
            session.perform(&lay(direction)).expect("a free cell");
            let position = session.position();
            assert_eq!(
                (position.is_solved(), position.score()),
                (solved, 1),
                "a belt that is turned is one belt"
            );
        }
        session.perform(&Gesture::Clear { x: 1, y: 0 }).expect("a belt lies there");
        assert_eq!(session.position().score(), 0);
    }

    #[test]
    fn what_one_gesture_did_is_undone_as_one() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        let start = session.position().picture();
        go(&mut session, Direction::Right).expect("it is free");
        go(&mut session, Direction::Left).expect("a half turn");
        let there = session.position().picture();
        assert_eq!(session.moves(), ["F", "R", "R"]);
        assert!(session.undo());
        assert_eq!(session.moves(), ["F"]);
        assert!(session.redo());
        assert_eq!(session.position().picture(), there);
        assert!(session.restart());
        assert_eq!(session.position().picture(), start);
        assert!(session.undo(), "a restart can be undone");
        assert_eq!(session.position().picture(), there);
    }

    #[test]
    fn a_saved_session_goes_on_as_it_was() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        go(&mut session, Direction::Right).expect("it is free");
        go(&mut session, Direction::Left).expect("a half turn");
        session.undo();
        let json = serde_json::to_string(&session.save()).expect("it can be written");
        let saved: SavedSession = serde_json::from_str(&json).expect("it can be read");
        let mut again = Session::restore(level.as_ref(), None, saved).expect("the same level");
        assert_eq!(again.moves(), ["F"]);
        assert!(again.can_redo() && again.redo());
        assert_eq!(again.moves(), ["F", "R", "R"]);
        assert_eq!(again.last_step(), 2);
    }

    #[test]
    fn a_saved_session_is_short() {
        let level = read(&format!("S{}E", ".".repeat(900)), &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        for _ in 0..800 {
            go(&mut session, Direction::Right).expect("it is free");
        }
        // A solution from each of many positions: the oldest are forgotten.
        let moves = session.moves();
        for made in 0..50 {
            let solution = Solution { cost: 900, moves: vec!["F".into(); 901 - made] };
            let question = Question { moves: moves[..made].to_vec(), goal: Goal::Any };
            session.learn(&question, &Outcome::Solved { solution, bound: 0, limit: None }, &[]);
        }
        let json = serde_json::to_string(&session.save()).expect("it can be written");
        assert!(json.len() < 10_000, "{} bytes: {json}", json.len());
        let saved: SavedSession = serde_json::from_str(&json).expect("it can be read");
        assert_eq!(saved, session.save());
        assert_eq!(session.winnability(), Winnability::Winnable);
    }

    #[test]
    fn in_a_changed_level_as_many_steps_are_made_as_can_be() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        for direction in [Direction::Right, Direction::Right, Direction::Left] {
            go(&mut session, direction).expect("it is free");
        }
        let saved = session.save();
        let same = Session::restore_in_changed_level(level.as_ref(), None, &saved);
        assert_eq!((same.0.moves(), same.1), (session.moves(), 0));
        let narrow = read("#####\n#..E#\n#S.##\n#####\n", &[]).expect("a level");
        let (changed, lost) = Session::restore_in_changed_level(narrow.as_ref(), None, &saved);
        assert_eq!((changed.moves(), lost), (vec!["F".to_string()], 2));
    }

    #[test]
    fn a_saved_session_of_another_level_is_refused() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        let moves = ["F", "F", "F"].map(String::from).to_vec();
        let saved = SavedSession { moves, ..SavedSession::default() };
        assert!(Session::restore(level.as_ref(), None, saved).is_err());
    }

    /// What is laid in vain and taken back by a restart is no part of a later hint.
    #[test]
    fn moves_that_were_undone_are_not_replayed_by_a_hint() {
        let text = include_str!("../../../../levels/freshly-frosted/10-copy-shop.txt");
        let level = read(text, &[]).expect("a level");
        let search = |question: &Question| {
            let mut position = level.start();
            position.play_strict(&question.moves).expect("moves of the session");
            let options = Options { goal: question.goal, threads: 1, ..Options::default() };
            position.solve(&Request { options, ..Request::default() }, &mut Monitor::new()).outcome
        };
        let mut session = Session::new(level.as_ref(), None);
        let fresh = session.question(Wish::Winnability).expect("nothing is known");
        let cost = search(&fresh).cost().expect("it can be solved");
        let useless: Vec<String> = session.position().moves().into_iter().rev().step_by(5).take(3).collect();
        for one in &useless {
            session.play(std::slice::from_ref(one)).expect("a free cell");
        }
        let there = session.question(Wish::Winnability).expect("nothing is known");
        session.learn(&there, &search(&there), &[]);
        assert!(session.line().is_some());
        for undone in [Session::restart, |session: &mut Session<'_>| (0..3).all(|_| session.undo())] {
            assert!(undone(&mut session));
            assert_eq!(session.line(), None, "a line through what was undone is recommended");
            let question = Question { moves: session.moves(), goal: level.game().default_goal() };
            session.learn(&question, &search(&question), &[]);
            let line = session.line().expect("a solution was found");
            assert_eq!(session.cost_of(&line.moves), cost);
            session = Session::restore(
                level.as_ref(),
                None,
                SavedSession { facts: Knowledge::default(), ..session.save() },
            )
            .expect("the same level");
            while session.redo() {}
            session.learn(&there, &search(&there), &[]);
        }
    }

    #[test]
    fn winnability_is_asked_for_first_then_par_and_a_hint_before_all() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None);
        let first = session.question(Wish::Winnability).expect("nothing is known");
        assert_eq!((first.goal, first.moves.len()), (Goal::Any, 0));
        assert_eq!(session.question(Wish::Hint).map(|question| question.goal), Some(Goal::Optimal));
        let moves = ["F", "F", "L", "F"].map(String::from).to_vec();
        let solution = Solution { cost: 1003, moves };
        session.learn(&first, &Outcome::Solved { solution: solution.clone(), bound: 3, limit: None }, &[]);
        assert_eq!(session.winnability(), Winnability::Winnable);
        let par = session.question(Wish::Winnability).expect("par is not known");
        assert_eq!((par.goal, session.par()), (Goal::Optimal, None));
        session.learn(&par, &Outcome::Solved { solution, bound: 1003, limit: None }, &[]);
        assert_eq!((session.question(Wish::Winnability), session.par()), (None, Some(1003)));
        go(&mut session, Direction::Right).expect("it is free");
        assert_eq!(session.question(Wish::Hint), None, "a step of the known line needs no search");
    }
}
