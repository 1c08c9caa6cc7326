//! Playing: a level, the session so far, and the next action of the player.

use serde::{Deserialize, Serialize};
use unriddle_kit::session::{self, Fact, SavedSession, Session};
use unriddle_kit::{Gesture, Level, Picture, Style};
use unriddle_search::Cost;

use super::scene::{Scene, scene};
use super::{Failure, MAX_MOVES, Source, moves};

/// A request to play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves so far, to start a new session: single moves by name, or longer parts in the game's
    /// notation. Ignored if there is a session.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// The session from the last reply.
    #[serde(default)]
    pub session: Option<SavedSession>,
    /// The action of the player.
    #[serde(default)]
    pub action: Option<Action>,
    /// The cost of an optimal solution, if it is known from another source than the level.
    #[serde(default)]
    pub par: Option<Cost>,
    /// The [mark](super::Drawing::mark) of the drawing that the page shows. If it is that of the session, the reply
    /// has the [changes](Scene::changes) instead of a whole drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// An action of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Action {
    /// A gesture on the board.
    Gesture {
        /// The gesture.
        gesture: Gesture,
    },
    /// A further gesture of the same stroke: one step with what the last one did.
    Stroke {
        /// The gesture.
        gesture: Gesture,
    },
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Returns to the start.
    Restart,
    /// Jumps to a place on a line of moves from the start.
    Jump {
        /// The line.
        #[serde(deserialize_with = "moves::few")]
        line: Vec<String>,
        /// The number of its moves to play.
        at: usize,
    },
    /// Returns to the last position that is known to be winnable: see [`LossView`](super::LossView).
    Back,
    /// Replays the steps after the level has changed, as far as they are legal.
    Replay,
    /// Adds the result of a search: see [`AnswerView::fact`](super::AnswerView::fact).
    Learn {
        /// The result.
        fact: Fact,
    },
}

/// Performs the action of the player and returns the new state of the session.
pub fn play(request: &PlayRequest) -> Result<Scene, Failure> {
    let level = request.level.read()?;
    let (session, done) = request.act(level.as_ref())?;
    scene(&session, done, request.shown.as_deref())
}

/// The result of an action.
#[derive(Default)]
pub(super) struct Done {
    pub(super) refused: Option<String>,
    pub(super) lost: Option<usize>,
    /// How many moves were made now, so that their motion is worth seeing.
    pub(super) moved: usize,
    /// The position before the action.
    pub(super) before: Before,
}

/// What a page knows before an action.
#[derive(Default)]
pub(super) struct Before {
    pub(super) picture: Picture,
    pub(super) moves: Vec<String>,
    /// What its cards are drawn with.
    pub(super) cards: Vec<Style>,
}

impl Done {
    /// Does what a gesture means, as a step of its own.
    fn perform(&mut self, session: &mut Session<'_>, gesture: &Gesture) {
        match session.perform(gesture) {
            Ok(_) if session.position().count() > MAX_MOVES => {
                session.undo();
                self.refused = Some(format!("a page can play at most {MAX_MOVES} moves"));
            }
            Ok(true) => self.moved = session.last_step(),
            Ok(false) => {}
            Err(refused) => self.refused = Some(refused),
        }
    }
}

impl PlayRequest {
    /// The session after the action.
    pub(super) fn act<'a>(&self, level: &'a dyn Level) -> Result<(Session<'a>, Done), Failure> {
        let par = session::par(level, self.par);
        let mut done = Done::default();
        let mut session = match &self.session {
            Some(saved) if self.action == Some(Action::Replay) => {
                let (session, lost) = Session::restore_in_changed_level(level, par, saved);
                done.lost = Some(lost);
                session
            }
            Some(saved) => moves::restore(level, par, saved)?,
            None => moves::begin(level, par, &self.moves)?,
        };
        if self.shown.is_some() || self.action.is_some() {
            let position = session.position();
            let cards = position.hand().into_iter().flat_map(|card| position.face(&card).signs);
            let cards = cards.map(|sign| sign.style).collect();
            done.before = Before { picture: position.picture(), moves: session.moves(), cards };
        }
        match &self.action {
            None | Some(Action::Replay) => {}
            Some(Action::Gesture { gesture }) => done.perform(&mut session, gesture),
            Some(Action::Stroke { gesture }) => {
                done.perform(&mut session, gesture);
                if done.moved > 0 {
                    session.join_last_steps();
                }
            }
            Some(Action::Undo) => _ = session.undo(),
            Some(Action::Redo) if session.redo() => done.moved = session.last_step(),
            Some(Action::Redo) => {}
            Some(Action::Restart) => _ = session.restart(),
            Some(Action::Back) => _ = session.back_to_winnable(),
            Some(Action::Jump { line, at }) => {
                moves::count(level.start().as_ref(), line)?;
                session.jump(line, *at).map_err(|error| Failure::of_moves(&error, 0))?;
                // One step along the line is a step that is made.
                let (before, now) = (&done.before.moves, session.moves());
                done.moved = usize::from(before.len() + 1 == now.len() && now.starts_with(before));
            }
            Some(Action::Learn { fact }) => session.add(fact.clone()),
        }
        Ok((session, done))
    }
}
