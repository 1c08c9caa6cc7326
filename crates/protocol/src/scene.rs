//! The state of a session as a page shows it: what is written beside the board, and the board itself.
//!
//! A page that shows the position before the action is sent only what differs from it: see [`Changes`]. The motion of
//! the last step comes with it, unless it would be too long.

use serde::Serialize;
use unriddle_kit::Controls;
use unriddle_kit::session::{self, Line, LostSince, SavedSession, Session, Winnability, Wish};
use unriddle_search::{Cost, Goal};

use super::drawing::Styles;
use super::play::Done;
use super::{CardView, Changes, Drawing, Failure, MotionView};

/// The maximum number of legal moves in a reply.
const MAX_OPEN: usize = 200;

/// The most pieces of all frames of a motion that a reply holds; a longer one is not sent.
const MAX_MOTION: usize = 4000;

/// The state of a session, for a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The id of its game.
    pub game: &'static str,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What wins the level, if that differs from level to level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// Whether the action key is of use, in a game that has one.
    pub acts: bool,
    /// Where the cursor begins, in a game that is played on cells; only in a reply with a whole picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<(usize, usize)>,
    /// How many of the moves before the action are still made; left out in a reply with a whole picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
    /// All moves played so far, by name, without those kept.
    pub moves: Vec<String>,
    /// All of them in the game's notation.
    pub history: String,
    /// Their cost.
    pub cost: Cost,
    /// The cost of an optimal solution, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<Cost>,
    /// Whether the level is solved.
    pub solved: bool,
    /// The status of the position beyond that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Remarks on the moves.
    pub remarks: Vec<String>,
    /// Warnings about the level.
    pub warnings: Vec<String>,
    /// Why the action was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The number of steps that could not be replayed after the level has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<usize>,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
    /// Whether the level can still be won: `solved`, `yes`, `no`, `unknown`, or `unsearched`.
    pub winnable: &'static str,
    /// The rules that this relies on although no source settles them, a short sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// Since when the level cannot be won any more, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<LossView>,
    /// A known solution from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    /// The session, to be sent with the next request.
    pub session: SavedSession,
    /// The cards in hand, in games that have some.
    pub hand: Vec<CardView>,
    /// The cards in hand at the start: a page keeps the places of those that were played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dealt: Vec<CardView>,
    /// The legal moves, by name; at most the first two hundred.
    pub open: Vec<String>,
    /// Whether the position runs by itself: there is a [`Film`](super::Film).
    pub runs: bool,
    /// What happened in between when the last step was made now, frame by frame; the last is the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionView>,
    /// The picture, unless the page shows one that differs only by the changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Drawing>,
    /// What differs from the drawing that the page shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
}

/// Since when a level cannot be won any more, as far as that is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LossView {
    /// The step after which it was lost at the latest, counted from 1; 0 if the level has no solution.
    pub step: usize,
    /// Whether it was lost by this very step.
    pub exact: bool,
    /// That step in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// How many steps lead to the last position that is known to be winnable: see [`Action::Back`](super::Action::Back).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winnable: Option<usize>,
    /// The moves to the position to search next, for any solution, to find out more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Vec<String>>,
}

/// A known solution from a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineView {
    /// Its moves, by name.
    pub moves: Vec<String>,
    /// Whether it is proved optimal.
    pub best: bool,
    /// Its first move, in words and keys: `right (→)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What happened in the last `moves`, if that is not too much for a page.
fn motion(session: &Session<'_>, moves: usize, pieces: usize) -> Vec<unriddle_kit::Frame> {
    if moves == 0 || pieces.saturating_mul(moves) > MAX_MOTION {
        return Vec::new();
    }
    let frames = session.position().motion(moves);
    if frames.len().saturating_mul(pieces) > MAX_MOTION { Vec::new() } else { frames }
}

/// The state of a session after an action, for a page that shows the drawing with the mark `shown`.
pub(super) fn scene(session: &Session<'_>, done: Done, shown: Option<&str>) -> Result<Scene, Failure> {
    let (level, position) = (session.level(), session.position());
    let Done { refused, lost, moved, before } = done;
    // A board that is too large for a page has too many moves as well.
    let picture = position.picture();
    let frames = motion(session, moved, picture.pieces.len());
    let mut styles = Styles::default();
    let known = match shown {
        Some(mark) => Some(Drawing::in_styles(&before.picture, &mut styles)?).filter(|old| old.mark == mark),
        None => None,
    };
    before.cards.iter().for_each(|&style| _ = styles.number(style));
    let known_styles = styles.stamps.len();
    let mut drawing = Drawing::in_styles(&picture, &mut styles)?;
    let mut motion =
        (!frames.is_empty()).then(|| MotionView::new(&before.picture.pieces, &frames, &mut styles));
    let mut hand = CardView::of_hand(position, &mut styles);
    let mut dealt = match level.game().controls() {
        Controls::Hand => CardView::of_hand(level.start().as_ref(), &mut styles),
        Controls::Directions | Controls::Action | Controls::Cells => Vec::new(),
    };
    let mut moves = position.move_names();
    let mut kept = None;
    let mut changes = known.as_ref().and_then(|old| Changes::between(old, &drawing));
    if let (Some(changes), Some(mut old)) = (&mut changes, known) {
        if !changes.cells.is_empty() {
            old.lay_ground(&before.picture);
            drawing.lay_ground(&picture);
            changes.compare_ground(&old, &drawing);
        }
        let further = motion.iter_mut().flat_map(MotionView::styles_mut);
        let cards =
            hand.iter_mut().chain(&mut dealt).flat_map(|card| &mut card.signs).map(|sign| &mut sign.style);
        let further = further.chain(cards);
        changes.number_styles(&styles, known_styles, further);
        let same = moves.iter().zip(&before.moves).take_while(|(now, then)| now == then).count();
        moves.drain(..same);
        kept = Some(same);
    } else {
        drawing.lay_ground(&picture);
        drawing.styles = styles.stamps;
    }
    let cursor = match changes {
        None => session::first_cell(position, level.game().controls(), (picture.width, picture.height)),
        Some(_) => None,
    };
    let drawing = changes.is_none().then_some(drawing);
    let mut open = position.moves();
    open.truncate(MAX_OPEN);
    open.shrink_to_fit();
    let solved = position.is_solved();
    let winnable = match session.winnability() {
        _ if solved => "solved",
        Winnability::Winnable => "yes",
        Winnability::Lost => "no",
        Winnability::Unknown(_) => "unknown",
        Winnability::Unsearched => "unsearched",
    };
    Ok(Scene {
        game: level.game().id(),
        name: level.name(),
        aim: level.aim(),
        acts: level.has_action(),
        cursor,
        kept,
        moves,
        history: position.history(),
        cost: position.score(),
        par: session.par(),
        solved,
        status: position.status(),
        remarks: position.remarks(),
        warnings: level.warnings(),
        refused,
        lost,
        can_undo: session.can_undo(),
        can_redo: session.can_redo(),
        winnable,
        assumptions: session.assumptions(),
        loss: session.lost_since().map(|lost| loss_view(session, lost)),
        line: session.line().filter(|_| !solved).map(|line| line_view(session, line)),
        session: session.save(),
        hand,
        dealt,
        open,
        runs: !position.film(0).is_empty(),
        motion,
        picture: drawing,
        changes,
    })
}

fn line_view(session: &Session<'_>, line: Line) -> LineView {
    let next = session.position().tell(&line.moves[..line.moves.len().min(1)]).pop();
    LineView { next: next.map(|spoken| spoken.to_string()), moves: line.moves, best: line.best }
}

fn loss_view(session: &Session<'_>, LostSince { step, exact, winnable }: LostSince) -> LossView {
    let ask = session.question(Wish::Winnability).filter(|question| question.goal == Goal::Any);
    LossView {
        step,
        exact,
        words: session.step_in_words(step).filter(|_| exact),
        winnable,
        ask: ask.map(|question| question.moves),
    }
}
