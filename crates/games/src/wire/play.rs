//! Playing: a level, the session so far, and the next action of the player.

use serde::{Deserialize, Serialize};
use unriddle_search::{Cost, Goal};

use super::drawing::{Styles, pieces};
use super::{
    CardView, Changes, Drawing, Failure, FailureKind, Frame, MOST_MOVES, MotionView, Source, moves, replay,
    weight,
};
use crate::render::svg;
use crate::session::{self, Fact, Line, LostSince, SavedSession, Session, Winnability, Wish};
use crate::{Cell, Gesture, Level, Picture, Piece, Style};

/// The maximum number of legal moves in a reply.
const MOST_OPEN: usize = 200;

/// The maximum number of steps of a film.
pub(super) const MOST_STEPS: usize = 2000;

/// The maximum side of a thumbnail, in cells.
const MOST_IN_SMALL: usize = 100;

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
    /// The [mark](Drawing::mark) of the drawing that the page shows. If it is that of the session, the reply
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
    /// Returns to the last position that is known to be winnable: see [`LossView`].
    Back,
    /// Replays the steps after the level has changed, as far as they are legal.
    Replay,
    /// Adds the result of a search: see [`AnswerView::fact`](super::AnswerView::fact).
    Learn {
        /// The result.
        fact: Fact,
    },
}

/// The state of a session, for a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The id of its game.
    pub game: &'static str,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
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
    /// The legal moves, by name; at most the first two hundred.
    pub open: Vec<String>,
    /// Whether the position runs by itself: there is a [`Film`].
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
    /// How many steps lead to the last position that is known to be winnable: see [`Action::Back`].
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

/// A request for a film.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilmRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// The maximum number of steps.
    pub most: usize,
}

/// What happens by itself in a position, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// What is the same in every picture.
    pub base: Drawing,
    /// The rest of each picture, starting before the first step. Styles are indices into those of
    /// `base`.
    pub frames: Vec<Frame>,
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
    lost: Option<usize>,
    /// Whether the last step was made now, so that its motion is worth seeing.
    moved: bool,
    /// The position before the action.
    before: Before,
}

/// What a page knows before an action.
#[derive(Default)]
struct Before {
    picture: Picture,
    moves: Vec<String>,
    /// What its cards are drawn with.
    cards: Vec<Style>,
}

/// The most pieces of all frames of a motion that a reply holds; a longer one is not sent.
const MOST_MOTION: usize = 4000;

/// What happened in the last step, if that is not too much for a page.
fn motion(session: &Session<'_>, pieces: usize) -> Vec<crate::Frame> {
    let moves = session.last_step();
    if moves == 0 || pieces.saturating_mul(moves) > MOST_MOTION {
        return Vec::new();
    }
    let frames = session.position().motion(moves);
    if frames.len().saturating_mul(pieces) > MOST_MOTION { Vec::new() } else { frames }
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
            Some(Action::Gesture { gesture }) => match session.perform(gesture) {
                Ok(_) if session.position().count() > MOST_MOVES => {
                    session.undo();
                    done.refused = Some(format!("a page can play at most {MOST_MOVES} moves"));
                }
                Ok(moved) => done.moved = moved,
                Err(refused) => done.refused = Some(refused),
            },
            Some(Action::Undo) => _ = session.undo(),
            Some(Action::Redo) => done.moved = session.redo(),
            Some(Action::Restart) => _ = session.restart(),
            Some(Action::Back) => _ = session.back_to_winnable(),
            Some(Action::Jump { line, at }) => {
                moves::count(level.start().as_ref(), line)?;
                session.jump(line, *at).map_err(|error| Failure::of_moves(&error, 0))?;
                // One step along the line is a step that is made.
                let (before, now) = (&done.before.moves, session.moves());
                done.moved = before.len() + 1 == now.len() && now.starts_with(before);
            }
            Some(Action::Learn { fact }) => session.add(fact.clone()),
        }
        Ok((session, done))
    }
}

fn scene(session: &Session<'_>, done: Done, shown: Option<&str>) -> Result<Scene, Failure> {
    let (level, position) = (session.level(), session.position());
    let Done { refused, lost, moved, before } = done;
    // A board that is too large for a page has too many moves as well.
    let picture = position.picture();
    let frames = if moved { motion(session, picture.pieces.len()) } else { Vec::new() };
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
        let cards = hand.iter_mut().flat_map(|card| &mut card.signs).map(|sign| &mut sign.style);
        let further = further.chain(cards);
        changes.number_styles(&styles, known_styles, further);
        let same = moves.iter().zip(&before.moves).take_while(|(now, then)| now == then).count();
        moves.drain(..same);
        kept = Some(same);
    } else {
        drawing.lay_ground(&picture);
        drawing.styles = styles.stamps;
    }
    let drawing = changes.is_none().then_some(drawing);
    let mut open = position.moves();
    open.truncate(MOST_OPEN);
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
        kept,
        moves,
        history: position.history(),
        cost: position.cost(),
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
        loss: session.lost_since().map(|lost| loss_view(session, lost)),
        line: session.line().filter(|_| !solved).map(|line| line_view(session, line)),
        session: session.save(),
        hand,
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

/// The film of a position, if it takes at most `room` bytes of memory. Pieces that are the same in
/// every picture belong to the base.
pub fn film(request: &FilmRequest, room: usize) -> Result<Film, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let Some(floor) = position.film(0).pop() else { return cut(Vec::new()) };
    let (asked, most) = (request.most.min(MOST_STEPS), weight::steps(request, &floor, room));
    if asked > most {
        let room = room >> 20;
        let message = format!("a film of {asked} steps of this board may exceed the {room} MiB of a reply");
        let help = match most {
            0 => "the board is too large for a film".to_string(),
            _ => format!("ask for at most {most} steps"),
        };
        return Err(Failure {
            most: Some(most),
            ..Failure::of_request(message).blamed_on(FailureKind::Size, help)
        });
    }
    cut(position.film(asked))
}

/// Builds a film from pictures, and frees each picture once it is converted.
pub(super) fn cut(pictures: Vec<Picture>) -> Result<Film, Failure> {
    let Some(first) = pictures.first() else {
        return Ok(Film { base: Drawing::default(), frames: Vec::new() });
    };
    // The pieces that all pictures start with are below everything that moves.
    let still = pictures.iter().skip(1).fold(first.pieces.len(), |still, picture| {
        let same = first.pieces.iter().zip(&picture.pieces).take_while(|(a, b)| a == b).count();
        still.min(same)
    });
    let mut styles = Styles::default();
    let mut base = Drawing::ground(first, &mut styles)?;
    base.caption = None;
    base.pieces = pieces(&first.pieces[..still], &mut styles);
    let frame = |picture: Picture| Frame {
        pieces: pieces(&picture.pieces[still..], &mut styles),
        caption: picture.caption,
    };
    let frames = pictures.into_iter().map(frame).collect();
    base.styles = styles.stamps;
    Ok(Film { base, frames })
}

/// A thumbnail of the start of a level, without text, as an SVG document.
pub fn thumbnail(level: &dyn Level) -> String {
    let picture = level.start().picture();
    svg(&Picture { legend: Vec::new(), caption: None, ..thinned(picture) })
}

/// Samples the columns and rows of a picture that is too large for a thumbnail.
fn thinned(picture: Picture) -> Picture {
    let every = picture.width.max(picture.height).div_ceil(MOST_IN_SMALL).max(1);
    if every == 1 {
        return picture;
    }
    let kept = |cell: &Cell| cell.x.is_multiple_of(every) && cell.y.is_multiple_of(every);
    let (width, height) = (picture.width.div_ceil(every), picture.height.div_ceil(every));
    let cells = picture.cells.iter().filter(|cell| kept(cell));
    let cells = cells.map(|cell| Cell { x: cell.x / every, y: cell.y / every, style: cell.style });
    let heights = picture.cells.iter().zip(&picture.heights).filter(|(cell, _)| kept(cell));
    let near = |at: f32| (at / every as f32).floor();
    let pieces = picture.pieces.iter();
    let pieces = pieces.map(|piece| Piece { x: near(piece.x), y: near(piece.y), ..piece.clone() });
    Picture {
        width,
        height,
        cells: cells.collect(),
        heights: heights.map(|(_, &height)| height).collect(),
        pieces: pieces.collect(),
        ..Picture::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_of_a_large_board_is_small() {
        let row = format!("{}\n", ".#".repeat(500));
        let text = format!("S{}E\n{}", ".".repeat(998), row.repeat(999));
        let level = crate::read(&text, &[]).expect("a maze");
        let drawing = thumbnail(level.as_ref());
        assert!(drawing.len() < 400_000, "{} bytes", drawing.len());
    }

    #[test]
    fn what_stays_still_is_sent_once() {
        let game = crate::game("freshly-frosted").expect("a game");
        let text = game.editor().starter().to_string();
        let level = Source { text, ..Source::default() };
        let film =
            film(&FilmRequest { level, most: 5, ..FilmRequest::default() }, usize::MAX).expect("a film");
        assert!(!film.base.pieces.is_empty() && film.frames.len() > 1);
        for piece in film.frames.iter().flat_map(|frame| &frame.pieces) {
            assert!(!film.base.pieces.contains(piece), "{piece:?} is in the base already");
            assert!(piece.style < film.base.styles.len());
        }
    }

    #[test]
    fn a_film_that_does_not_fit_says_how_long_it_could_be() {
        let text = format!("+> {}->", "> ".repeat(200));
        let level = Source { text, ..Source::default() };
        let request = |most: usize| FilmRequest { level: level.clone(), most, ..FilmRequest::default() };
        let room = request(20).weight();
        let refusal = film(&request(1000), room).expect_err("it does not fit");
        assert_eq!(refusal.what, FailureKind::Size);
        let most = refusal.most.expect("it says how many steps would fit");
        assert!((20..1000).contains(&most), "{most}");
        assert_eq!(film(&request(most), room).expect("it fits").frames.len(), most + 1);
        assert!(film(&request(most + 1), room).is_err());
        let still = Source { text: "S.E".into(), ..Source::default() };
        let nothing = film(&FilmRequest { level: still, most: 1000, ..FilmRequest::default() }, 0);
        assert_eq!(nothing.map(|film| film.frames.len()), Ok(0), "a position that does not run has no film");
    }
}
