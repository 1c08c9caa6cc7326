//! A level being played: the position on the board, what it looks like, and the way there.
//!
//! All of it is pure: no screen, no clock, no thread. The position is moved on in place; to go
//! back, the moves are replayed from the start, which takes microseconds a move. What is drawn is
//! made once for each position and kept.

use unriddle_games::render::visible;
use unriddle_games::search::{Cost, Goal, Limit, Outcome};
use unriddle_games::{Gesture, Handling, Level, Picture, PlayError, Position, Tone};

use super::known::{Known, Light};
use super::record::Record;
use crate::report::text::counted;

/// A level being played.
pub(crate) struct Session<'a> {
    level: &'a dyn Level,
    position: Box<dyn Position + 'a>,
    record: Record,
    /// What an optimal solution costs, where somebody said so.
    claimed: Option<Cost>,
    scene: Scene,
}

/// What there is to see of a position.
#[derive(Default)]
pub(crate) struct Scene {
    /// The board.
    pub(crate) picture: Picture,
    /// What can be played in a direction.
    pub(crate) hand: Vec<String>,
    /// Whether the level is solved.
    pub(crate) solved: bool,
    /// How things stand beyond that.
    pub(crate) standing: Option<String>,
    /// What there is to say about the moves.
    pub(crate) remarks: Vec<String>,
    /// The column and row to keep in view.
    pub(crate) focus: Option<(f32, f32)>,
}

/// What is to be found out next, from the position with this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The number of the position.
    pub(crate) serial: u64,
    /// The moves that lead there.
    pub(crate) moves: Vec<String>,
    /// Some way to win, or the best.
    pub(crate) goal: Goal,
}

impl<'a> Session<'a> {
    /// Goes on with a level as it was left.
    pub(crate) fn new(level: &'a dyn Level, claimed: Option<Cost>, record: Record) -> Self {
        let scene = Scene::default();
        let mut session = Session { level, position: level.start(), record, claimed, scene };
        session.replay();
        session
    }

    /// The level is left: what was played in it.
    pub(crate) fn into_record(self) -> Record {
        self.record
    }

    /// The level.
    pub(crate) fn level(&self) -> &'a dyn Level {
        self.level
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// What there is to see of it.
    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Makes the moves of a gesture, all or none; or says why not.
    pub(crate) fn make(&mut self, moves: Vec<String>) -> Result<(), String> {
        let before = self.position.cost();
        self.position.insist(&moves).map_err(|error| match error {
            PlayError::Unreadable { message, .. } | PlayError::Refused { message, .. } => {
                visible(&message).into_owned()
            }
        })?;
        if !moves.is_empty() {
            self.record.add(moves, self.position.cost().saturating_sub(before));
            self.look();
        }
        Ok(())
    }

    /// The moves that a gesture stands for here, or why it stands for none.
    pub(crate) fn meaning(&self, gesture: &Gesture) -> Result<Vec<String>, String> {
        self.position.meaning(gesture).map_err(|message| visible(&message).into_owned())
    }

    /// Takes the last step back. Whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let changed = self.record.undo();
        self.replay_if(changed)
    }

    /// Makes the step again that was taken back last. Whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let changed = self.record.redo();
        self.replay_if(changed)
    }

    /// Begins again. Whether anything was played.
    pub(crate) fn restart(&mut self) -> bool {
        let changed = self.record.restart();
        self.replay_if(changed)
    }

    fn replay_if(&mut self, changed: bool) -> bool {
        if changed {
            self.replay();
        }
        changed
    }

    /// Makes the position anew from the start.
    fn replay(&mut self) {
        let mut position = self.level.start();
        let moves: Vec<_> = self.record.moves().cloned().collect();
        if position.insist(&moves).is_err() {
            // They were made before, from the same start: the game breaks its word.
            position = self.level.start();
        }
        self.position = position;
        self.look();
    }

    fn look(&mut self) {
        let position = self.position.as_ref();
        let picture = position.picture();
        let standing = position.standing();
        let mut remarks = position.remarks();
        remarks.retain(|remark| Some(remark) != standing.as_ref());
        let focus = focus(&self.scene.picture, &picture).or(self.scene.focus);
        let (hand, solved) = (position.hand(), position.is_solved());
        self.scene = Scene { picture, hand, solved, standing, remarks, focus };
    }

    /// How many single moves are made.
    pub(crate) fn count(&self) -> usize {
        self.record.moves().count()
    }

    /// What they cost.
    pub(crate) fn cost(&self) -> Cost {
        self.position.cost()
    }

    /// What an optimal solution from the start costs, where that is proved or claimed.
    pub(crate) fn par(&self) -> Option<Cost> {
        let line = self.record.known_at_start().line.as_ref().filter(|line| line.best);
        line.map(|line| line.cost).or(self.claimed)
    }

    /// What is known about winning from here.
    pub(crate) fn known(&self) -> &Known {
        self.record.known()
    }

    /// What to find out next: the best way from here if it is wanted, whether the position can be
    /// won, then par.
    pub(crate) fn question(&self, best_wanted: bool) -> Option<Question> {
        let known = self.record.known();
        let here = |goal| {
            let moves = self.record.moves().cloned().collect();
            Some(Question { serial: self.record.serial(), moves, goal })
        };
        if !self.scene.solved {
            if best_wanted && !known.is_settled() {
                return here(Goal::Optimal);
            }
            if known.light == Light::Unseen {
                return here(Goal::Any);
            }
        }
        let start = self.record.known_at_start();
        (self.par().is_none() && !start.is_settled()).then(|| Question {
            serial: self.record.start_serial(),
            moves: Vec::new(),
            goal: Goal::Optimal,
        })
    }

    /// Takes in an answer.
    pub(crate) fn learn(&mut self, question: &Question, outcome: &Outcome<String>) {
        self.record.learn(question.serial, question.goal, outcome);
    }

    /// Takes note that a question has no answer.
    pub(crate) fn give_up(&mut self, question: &Question) {
        let nothing = Outcome::Stopped { limit: Limit::Method, bound: 0 };
        self.record.learn(question.serial, question.goal, &nothing);
    }

    /// What was won, against par.
    pub(crate) fn triumph(&self) -> String {
        let game = self.level.game();
        let cost = self.cost();
        let price = match cost as usize == self.count() {
            true => counted(self.count(), game.move_word()),
            false => format!("{}, cost {cost}", counted(self.count(), game.move_word())),
        };
        match self.par() {
            None => format!("Solved with {price}!"),
            Some(par) if cost == par => format!("Solved with {price}: that is par, none is better!"),
            Some(par) if cost > par => format!("Solved with {price}; par is {par}, {} less.", cost - par),
            Some(par) => format!("Solved with {price}, better than the par of {par} that is claimed!"),
        }
    }

    /// Which gestures the game is played with.
    pub(crate) fn handling(&self) -> Handling {
        self.level.game().handling()
    }
}

/// What to keep in view: the player's piece, or else what has moved last.
fn focus(before: &Picture, now: &Picture) -> Option<(f32, f32)> {
    let own = now.pieces.iter().rfind(|piece| piece.look.tone == Tone::Player);
    let moved = || {
        now.pieces.iter().rfind(|piece| {
            let old = before.pieces.iter().find(|old| old.name == piece.name);
            old.is_some_and(|old| (old.x, old.y) != (piece.x, piece.y))
        })
    };
    let any = || now.pieces.last().filter(|_| before.pieces.is_empty());
    own.or_else(moved).or_else(any).map(|piece| (piece.x, piece.y))
}

#[cfg(test)]
mod tests {
    use unriddle_games::read;
    use unriddle_games::search::Solution;

    use super::super::known::tests::proved;
    use super::*;

    const MAZE: &str = "#####\n#..E#\n#S..#\n#####\n";

    fn play(session: &mut Session<'_>, moves: &str) -> Result<(), String> {
        session.make(moves.chars().map(String::from).collect())
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None, Record::default());
        let why = play(&mut session, "LF").expect_err("there is a wall");
        assert!(!why.is_empty());
        assert_eq!((session.count(), session.cost()), (0, 0), "the turn was taken back, too");
        assert!(!session.undo());
    }

    #[test]
    fn undo_redo_and_restart_move_the_board() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None, Record::default());
        let start = session.scene().picture.clone();
        play(&mut session, "FF").expect("it is free");
        let there = session.scene().picture.clone();
        assert_ne!(start, there);
        assert!(session.undo());
        assert_eq!(session.scene().picture, start, "both moves were one gesture");
        assert!(session.redo());
        assert_eq!(session.scene().picture, there);
        assert!(session.restart());
        assert_eq!(session.scene().picture, start);
        assert!(session.undo());
        assert_eq!(session.scene().picture, there);
    }

    #[test]
    fn a_level_is_found_again_as_it_was_left() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None, Record::default());
        play(&mut session, "F").expect("it is free");
        let again = Session::new(level.as_ref(), None, session.into_record());
        assert_eq!((again.count(), again.cost()), (1, 1));
    }

    #[test]
    fn the_light_is_asked_for_first_then_par_and_a_hint_before_all() {
        let level = read(MAZE, &[]).expect("a level");
        let mut session = Session::new(level.as_ref(), None, Record::default());
        let light = session.question(false).expect("nothing is known");
        assert_eq!((light.goal, light.moves.len()), (Goal::Any, 0));
        assert_eq!(session.question(true).map(|question| question.goal), Some(Goal::Optimal));
        let moves = ["F", "F", "L", "F"].map(String::from).to_vec();
        let some = Outcome::Solved { solution: Solution { cost: 1003, moves }, bound: 3, limit: None };
        session.learn(&light, &some);
        let par = session.question(false).expect("par is not known");
        assert_eq!((par.goal, session.par()), (Goal::Optimal, None));
        let Outcome::Solved { solution, .. } = some else { unreachable!() };
        session.learn(&par, &proved(Some(solution)));
        assert_eq!((session.question(false), session.par()), (None, Some(1003)));
        play(&mut session, "F").expect("it is free");
        assert_eq!(session.question(true), None, "a step of the known way needs no search");
    }

    #[test]
    fn winning_is_told_against_par() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        for (par, told) in [(None, "with 2 moves!"), (Some(2), "that is par"), (Some(1), "1 less")] {
            let mut session = Session::new(level.as_ref(), par, Record::default());
            play(&mut session, "FF").expect("it is free");
            assert!(session.scene().solved);
            assert!(session.triumph().contains(told), "{}", session.triumph());
        }
    }
}
