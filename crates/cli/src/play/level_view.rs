//! A level on the screen: the session, and the visible data of its position.
//!
//! Everything here is pure: no screen, no clock, no thread. The data is computed once per position and
//! kept.

use unriddle_kit::session::{Line, LostSince, Question, SavedSession, Session, Winnability, Wish};
use unriddle_kit::{Controls, Gesture, Level, Picture, PlayError, Position, Tone};
use unriddle_render::visible;
use unriddle_search::{Cost, Limit, Outcome};

use crate::report::text::counted;

/// A level on the screen.
pub(crate) struct LevelView<'a> {
    session: Session<'a>,
    scene: Scene,
}

/// The visible data of a position.
#[derive(Default)]
pub(crate) struct Scene {
    /// The board.
    pub(crate) picture: Picture,
    /// The cards in hand.
    pub(crate) hand: Vec<String>,
    /// Whether the level is solved.
    pub(crate) solved: bool,
    /// The status of the position beyond that.
    pub(crate) status: Option<String>,
    /// Remarks on the moves.
    pub(crate) remarks: Vec<String>,
    /// The cell to keep in view.
    pub(crate) focus: Option<(f32, f32)>,
}

impl<'a> LevelView<'a> {
    /// Restores a level, with the cost of an optimal solution if known.
    pub(crate) fn new(level: &'a dyn Level, par: Option<Cost>, saved: SavedSession) -> Self {
        // The saved session belongs to the same level.
        let session = Session::restore(level, par, saved).unwrap_or_else(|_| Session::new(level, par));
        let mut view = LevelView { session, scene: Scene::default() };
        view.refresh();
        view
    }

    /// Saves the session, to be restored later.
    pub(crate) fn save(&self) -> SavedSession {
        self.session.save()
    }

    pub(crate) fn level(&self) -> &'a dyn Level {
        self.session.level()
    }

    pub(crate) fn position(&self) -> &dyn Position {
        self.session.position()
    }

    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Plays moves as one step, or returns why they are not legal.
    pub(crate) fn play(&mut self, moves: &[String]) -> Result<(), String> {
        self.session.play(moves).map_err(|error| match error {
            PlayError::Unreadable { message, .. } | PlayError::Refused { message, .. } => {
                visible(&message).into_owned()
            }
        })?;
        self.refresh();
        Ok(())
    }

    /// Performs a gesture, or returns why it is refused.
    pub(crate) fn perform(&mut self, gesture: &Gesture) -> Result<(), String> {
        self.session.perform(gesture).map_err(|message| visible(&message).into_owned())?;
        self.refresh();
        Ok(())
    }

    pub(crate) fn undo(&mut self) -> bool {
        let changed = self.session.undo();
        self.refresh_if(changed)
    }

    pub(crate) fn redo(&mut self) -> bool {
        let changed = self.session.redo();
        self.refresh_if(changed)
    }

    pub(crate) fn restart(&mut self) -> bool {
        let changed = self.session.restart();
        self.refresh_if(changed)
    }

    /// Goes back to the last position that is known to be winnable. Returns whether there is one.
    pub(crate) fn back_to_winnable(&mut self) -> bool {
        let changed = self.session.back_to_winnable();
        self.refresh_if(changed)
    }

    /// Since when the level cannot be won any more, in a few words: `since step 2 (roll 1 up)`. `None` unless
    /// it is proved that it cannot, or if it never could.
    pub(crate) fn loss(&self) -> Option<String> {
        let LostSince { step, exact, .. } = self.session.lost_since().filter(|lost| lost.step > 0)?;
        let words = self.session.step_in_words(step);
        let words = words.map_or_else(String::new, |words| format!(" ({})", visible(&words)));
        let latest = if exact { "" } else { " at the latest" };
        Some(format!("since step {step}{words}{latest}"))
    }

    /// Whether a position is known to go back to, since this one is lost.
    pub(crate) fn knows_winnable(&self) -> bool {
        self.session.lost_since().is_some_and(|lost| lost.winnable.is_some())
    }

    fn refresh_if(&mut self, changed: bool) -> bool {
        if changed {
            self.refresh();
        }
        changed
    }

    fn refresh(&mut self) {
        let position = self.session.position();
        let picture = position.picture();
        let status = position.status();
        let mut remarks = position.remarks();
        remarks.retain(|remark| Some(remark) != status.as_ref());
        let focus = focus(&self.scene.picture, &picture).or(self.scene.focus);
        let (hand, solved) = (position.hand(), position.is_solved());
        self.scene = Scene { picture, hand, solved, status, remarks, focus };
    }

    /// The number of moves so far.
    pub(crate) fn count(&self) -> usize {
        self.session.position().count()
    }

    pub(crate) fn cost(&self) -> Cost {
        self.session.position().score()
    }

    pub(crate) fn par(&self) -> Option<Cost> {
        self.session.par()
    }

    pub(crate) fn winnability(&self) -> Winnability {
        self.session.winnability()
    }

    /// The unsettled rules that this relies on, without those that the remarks name. Those of a known solution would give
    /// away its moves, so that there are any is all that is said.
    pub(crate) fn assumptions(&self) -> Vec<String> {
        let mut assumptions = self.session.assumptions();
        assumptions.retain(|line| !self.scene.remarks.contains(line));
        match self.winnability() {
            Winnability::Winnable if !assumptions.is_empty() => {
                vec!["the known solution relies on a rule that no source settles".into()]
            }
            _ => assumptions,
        }
    }

    pub(crate) fn line(&self) -> Option<Line> {
        self.session.line()
    }

    /// The cost of these moves from here.
    pub(crate) fn cost_of(&self, moves: &[String]) -> Cost {
        self.session.cost_of(moves)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.session.is_settled()
    }

    pub(crate) fn question(&self, wish: Wish) -> Option<Question> {
        self.session.question(wish)
    }

    pub(crate) fn learn(&mut self, question: &Question, outcome: &Outcome<String>, assumptions: &[String]) {
        self.session.learn(question, outcome, assumptions);
    }

    /// Records that a question cannot be answered.
    pub(crate) fn give_up(&mut self, question: &Question) {
        self.session.learn(question, &Outcome::Stopped { limit: Limit::Method, bound: 0 }, &[]);
    }

    /// The message for a solved level.
    pub(crate) fn triumph(&self) -> String {
        let game = self.level().game();
        let cost = self.cost();
        let price = match cost as usize == self.count() {
            true => counted(self.count(), game.move_word()),
            false => format!("{}, cost {cost}", counted(self.count(), game.move_word())),
        };
        match self.par() {
            None => format!("Solved with {price}!"),
            Some(par) if cost == par => format!("Solved with {price}: that is par, the best possible!"),
            Some(par) if cost > par => format!("Solved with {price}; par is {par}, {} less.", cost - par),
            Some(par) => format!("Solved with {price}, better than the stated par of {par}!"),
        }
    }

    /// The controls of the game.
    pub(crate) fn controls(&self) -> Controls {
        self.level().game().controls()
    }
}

/// The cell to keep in view: the player's piece, or else the piece that moved last.
fn focus(before: &Picture, now: &Picture) -> Option<(f32, f32)> {
    let own = now.pieces.iter().rfind(|piece| piece.style.tone == Tone::Player);
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

    use super::*;

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        let mut view = LevelView::new(level.as_ref(), None, SavedSession::default());
        let why = view.play(&["L".into(), "F".into()]).expect_err("there is a wall");
        assert!(!why.is_empty());
        assert_eq!((view.count(), view.cost()), (0, 0), "the turn was undone, too");
        assert!(!view.undo());
    }

    #[test]
    fn a_level_is_found_again_as_it_was_left() {
        let level = read("#####\n#..E#\n#S..#\n#####\n", &[]).expect("a level");
        let mut view = LevelView::new(level.as_ref(), None, SavedSession::default());
        view.play(&["F".into()]).expect("it is free");
        let again = LevelView::new(level.as_ref(), None, view.save());
        assert_eq!((again.count(), again.cost()), (1, 1));
        assert_eq!(again.scene().picture, view.scene().picture);
    }

    #[test]
    fn a_win_is_compared_with_par() {
        let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
        for (par, words) in [(None, "with 2 moves!"), (Some(2), "that is par"), (Some(1), "1 less")] {
            let mut view = LevelView::new(level.as_ref(), par, SavedSession::default());
            view.play(&["F".into(), "F".into()]).expect("it is free");
            assert!(view.scene().solved);
            assert!(view.triumph().contains(words), "{}", view.triumph());
        }
    }
}
