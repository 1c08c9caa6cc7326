//! Replays what a search claims on the rules of the game, before anyone sees it.
//!
//! A search may run on packed states, macro moves, compiled rules or clauses, on several threads or machines. Whatever
//! found a solution, [`Rules::play`] decides what it is worth: it must be playable, it must end solved, and it must cost
//! what is claimed. A solution that fails is a [`Defect`] of this program and never an answer.
//!
//! A replay is linear in the number of moves. It ends early when the caller cancels or the time is up; what was found by
//! then is kept if it replays within [`MAX_GRACE`].

use std::time::Duration;

use serde::Serialize;
use unriddle_search::{Cost, Interrupt, Limit, Limits, Monitor};

use crate::verdict::GOALS;
use crate::{Request, Rules};

/// How long a replay may go on after the search was cancelled or its time was up.
const MAX_GRACE: Duration = Duration::from_millis(40);
/// The clock is read after at most this many moves.
const MAX_STRIDE: u32 = 256;
/// The time between two readings of the clock beyond which it is read after every move.
const MAX_PAUSE: Duration = Duration::from_millis(1);
/// The maximum length of a level or a list of moves in a [`Defect`], in bytes.
const MAX_INPUT: usize = 100_000;

/// A disagreement between a search and the rules of its game: a bug in this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// The disagreement, as one sentence for users.
    pub message: String,
    /// Everything needed to reproduce it, on several lines: what was asked for, the claimed solution, and the level.
    pub input: String,
}

/// Why a claimed solution is not passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// The rules disagree, for this reason.
    Refuted(String),
    /// The replay was ended by this limit.
    Interrupted(Limit),
    /// The rules gave a move up, for this reason, so that they neither confirm the solution nor refute it.
    Undecided(String),
}

/// Replays solutions under the limits of the search that found them.
pub(crate) struct Replay<'m, 'a> {
    monitor: &'m Monitor<'a>,
    interrupt: Interrupt<'a>,
    /// When the interrupt was first seen to be raised.
    raised: Option<Duration>,
    /// The moves until the clock is read, and between two readings.
    left: u32,
    stride: u32,
    read: Duration,
}

impl<'m, 'a> Replay<'m, 'a> {
    pub(crate) fn new(monitor: &'m Monitor<'a>, limits: &Limits) -> Self {
        let interrupt = monitor.interrupt(limits);
        Replay { monitor, interrupt, raised: None, left: 0, stride: 1, read: monitor.elapsed() }
    }

    /// The state after these moves, which are claimed to solve the level from `from` at this cost.
    pub(crate) fn check<R: Rules>(
        &mut self,
        rules: &R,
        from: &R::State,
        moves: &[R::Move],
        claimed: Cost,
    ) -> Result<R::State, Rejected> {
        let mut state = from.clone();
        let mut cost: Cost = 0;
        for (at, &mv) in moves.iter().enumerate() {
            self.poll()?;
            match rules.play(&mut state, mv) {
                Ok(step) => cost = cost.saturating_add(step),
                Err(refusal) => {
                    if let Some(reason) = rules.undecided(&state) {
                        return Err(Rejected::Undecided(reason));
                    }
                    let (number, name) = (at + 1, rules.move_name(mv));
                    return Err(Rejected::Refuted(format!("move {number}, {name}, is refused: {refusal}")));
                }
            }
        }
        if let Some(reason) = rules.undecided(&state) {
            return Err(Rejected::Undecided(reason));
        }
        if !rules.is_solved(&state) {
            return Err(Rejected::Refuted(format!(
                "the level is not solved after its {} moves",
                moves.len()
            )));
        }
        if cost != claimed {
            return Err(Rejected::Refuted(format!("its moves cost {cost}, not {claimed}")));
        }
        Ok(state)
    }

    /// Whether the replay has to end: reads the clock once in a while, more often where moves take long.
    fn poll(&mut self) -> Result<(), Rejected> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(());
        }
        let now = self.monitor.elapsed();
        self.stride = if now - self.read > MAX_PAUSE { 1 } else { (2 * self.stride).min(MAX_STRIDE) };
        (self.left, self.read) = (self.stride - 1, now);
        if self.interrupt.is_raised() && now - *self.raised.get_or_insert(now) >= MAX_GRACE {
            return Err(Rejected::Interrupted(self.interrupt.limit().unwrap_or(Limit::Cancelled)));
        }
        Ok(())
    }
}

impl Defect {
    /// The disagreement about a solution that was claimed to solve a level from a state. `before` are the moves to that
    /// state.
    pub(crate) fn new<R: Rules>(
        rules: &R,
        game: &str,
        before: &[R::Move],
        claimed: Option<&[R::Move]>,
        request: Option<&Request>,
        reason: &str,
    ) -> Defect {
        let message = format!(
            "this is a bug in Unriddle, not an answer: the search and the rules of the game disagree, {reason}; \
             please report it with the level"
        );
        let mut input = vec![format!("game: {game}")];
        input.push(match request {
            Some(Request { options, .. }) => {
                let goal =
                    GOALS.iter().find(|(_, goal, _)| *goal == options.goal).map_or("", |(word, ..)| word);
                format!("search: goal {goal}, method {:?}", options.method)
            }
            None => "search: the whole space".into(),
        });
        let names = |moves: &[R::Move]| {
            let names: Vec<String> = moves.iter().map(|&mv| rules.move_name(mv)).collect();
            shortened(&names.join(" "))
        };
        if !before.is_empty() {
            input.push(format!("after: {}", names(before)));
        }
        input.extend(claimed.map(|moves| format!("claimed: {}", names(moves))));
        let level = rules.encodings().into_iter().next().map_or_else(String::new, |(_, text)| text);
        input.push(format!("level:\n{}", shortened(&level)));
        Defect { message, input: input.join("\n") }
    }
}

/// The text, cut after [`MAX_INPUT`] bytes.
fn shortened(text: &str) -> String {
    let Some(end) = (0..=MAX_INPUT).rev().find(|&end| text.is_char_boundary(end)) else { return text.into() };
    match text.len() <= MAX_INPUT {
        true => text.into(),
        false => format!("{}… ({} bytes in all)", &text[..end], text.len()),
    }
}
