//! Solving: what to look for, how it goes, what came of it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use unriddle_search::{Cost, Goal, Limits, Monitor, Options, Progress};

use super::{Failure, MOST_MOVES, Source, moves, replay};
use crate::verdict::{Verdict, seconds};
use crate::{Answer, Request};

/// What can be done from here?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolveRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves made so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// `optimal`, `any` or `all`; the game's own choice where it is missing.
    #[serde(default)]
    pub goal: Option<String>,
    /// How many seconds at the most.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// What is heard while a level is solved. The last is an answer or a failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum SolveEvent {
    /// Others come first.
    Queued {
        /// How many.
        ahead: usize,
    },
    /// It goes on.
    Progress(ProgressView),
    /// It is done.
    Answer(Box<AnswerView>),
    /// It could not begin.
    Failure(Failure),
}

/// How a search goes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgressView {
    /// Every solution costs at least this much.
    pub bound: Cost,
    /// The cost of the best solution so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Cost>,
    /// States looked at.
    pub expanded: u64,
    /// States kept.
    pub stored: u64,
    /// States kept a second.
    pub rate: f64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Memory held.
    pub bytes: u64,
}

/// What came of a search: the fields of the command's `--json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerView {
    /// The outcome and its numbers.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Things to know about the answer.
    pub notes: Vec<String>,
    /// Further numbers, by name.
    pub facts: Vec<(&'static str, u64)>,
}

/// How long a search may take when the request does not say.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// What whoever carries a request allows it to take.
#[derive(Clone, Copy, Debug)]
pub struct Allowance<'a> {
    /// The most time and memory; a request may ask for less.
    pub limits: Limits,
    /// Threads at the most; 0 is one for each core.
    pub threads: usize,
    /// Becomes true when the search shall stop.
    pub cancel: &'a AtomicBool,
}

/// Solves, and says how it goes: a few times a second, and an answer or a failure at the end.
pub fn solve(request: &SolveRequest, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SolveEvent)) {
    let last = match search(request, allowance, hear) {
        Ok(answer) => SolveEvent::Answer(Box::new(answer)),
        Err(failure) => SolveEvent::Failure(failure),
    };
    hear(last);
}

fn search(
    request: &SolveRequest,
    allowance: &Allowance<'_>,
    hear: &mut dyn FnMut(SolveEvent),
) -> Result<AnswerView, Failure> {
    let asked = match request.seconds {
        None => USUAL_TIME,
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::of_request("the seconds must be a number from 0 up"))?,
    };
    let time = allowance.limits.time.map_or(asked, |most| asked.min(most));
    let level = request.level.read()?;
    let goal = match request.goal.as_deref() {
        None => level.game().default_goal(),
        Some("optimal") => Goal::Optimal,
        Some("any") => Goal::Any,
        Some("all") => Goal::All,
        Some(_) => return Err(Failure::of_request("the goal must be optimal, any or all")),
    };
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let limits = Limits { time: Some(time), ..allowance.limits };
    let options = Options { goal, limits, threads: allowance.threads, ..Options::default() };
    let mut report = |progress: &Progress| hear(SolveEvent::Progress(progress.into()));
    let mut monitor = Monitor::new().cancel(allowance.cancel).on_progress(&mut report);
    let answer = position.solve(&Request { options, ..Request::default() }, &mut monitor);
    Ok(AnswerView::of(&answer))
}

impl SolveEvent {
    /// Its name: `queued`, `progress`, `answer` or `failure`.
    pub fn name(&self) -> &'static str {
        match self {
            SolveEvent::Queued { .. } => "queued",
            SolveEvent::Progress(_) => "progress",
            SolveEvent::Answer(_) => "answer",
            SolveEvent::Failure(_) => "failure",
        }
    }
}

impl From<&Progress> for ProgressView {
    fn from(progress: &Progress) -> ProgressView {
        let Progress { bound, best, statistics } = *progress;
        ProgressView {
            bound,
            best,
            expanded: statistics.expanded,
            stored: statistics.stored,
            rate: progress.states_per_second().round(),
            seconds: seconds(statistics.elapsed),
            bytes: statistics.bytes,
        }
    }
}

impl AnswerView {
    /// What an answer comes to.
    pub fn of(answer: &Answer) -> AnswerView {
        let mut view = AnswerView {
            verdict: Verdict::of(answer),
            notes: answer.notes.clone(),
            facts: answer.facts.clone(),
        };
        view.leave_out_what_is_too_long();
        view
    }

    /// A page steps through moves one by one: it is not sent more of them than it could play.
    fn leave_out_what_is_too_long(&mut self) {
        if let Some(count) = self.verdict.moves.as_ref().map(Vec::len).filter(|&count| count > MOST_MOVES) {
            (self.verdict.moves, self.verdict.solution) = (None, None);
            self.notes.push(format!("the solution has {count} moves: the command writes them out"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(request: &SolveRequest) -> Vec<SolveEvent> {
        let cancel = AtomicBool::new(false);
        let allowance = Allowance { limits: Limits::default(), threads: 1, cancel: &cancel };
        let mut events = Vec::new();
        solve(request, &allowance, &mut |event| events.push(event));
        events
    }

    fn maze(moves: &[&str]) -> SolveRequest {
        let level = Source { text: "#####\n#S.E#\n#####".into(), ..Source::default() };
        let moves = moves.iter().map(ToString::to_string).collect();
        SolveRequest { level, moves, ..SolveRequest::default() }
    }

    #[test]
    fn the_last_event_is_the_answer_from_the_position_asked_about() {
        let Some(SolveEvent::Answer(answer)) = heard(&maze(&["F"])).pop() else { panic!("no answer") };
        assert_eq!((answer.verdict.outcome, answer.verdict.cost), ("optimal", Some(1)));
        assert_eq!(answer.verdict.moves, Some(vec!["F".to_string()]));
    }

    #[test]
    fn an_answer_is_one_flat_object() {
        let told = serde_json::to_value(&heard(&maze(&[]))[0]).expect("events are JSON");
        assert_eq!((&told["event"], &told["outcome"]), (&"answer".into(), &"optimal".into()));
        assert_eq!(told["moves"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn what_cannot_begin_is_a_failure() {
        let bad = [
            SolveRequest { goal: Some("best".into()), ..maze(&[]) },
            SolveRequest { seconds: Some(f64::NAN), ..maze(&[]) },
            SolveRequest { seconds: Some(-1.0), ..maze(&[]) },
            maze(&["L", "F"]),
            SolveRequest::default(),
        ];
        for request in bad {
            assert!(matches!(heard(&request)[..], [SolveEvent::Failure(_)]), "{request:?}");
        }
    }
}
