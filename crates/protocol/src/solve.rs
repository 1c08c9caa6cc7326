//! Solving: the request, its progress and its result.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use unriddle_kit::session::Fact;
use unriddle_kit::verdict::{GOALS, Verdict, seconds};
use unriddle_kit::{Answer, Defect, Figure, Request};
use unriddle_search::{Cost, Limits, Monitor, Options, Outcome, Progress};

use super::{Drawing, Failure, MAX_MOVES, SearchAnswer, Source, moves, replay};

/// A request to solve a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolveRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// `optimal`, `any` or `all`. If missing, the default of the game.
    #[serde(default)]
    pub goal: Option<String>,
    /// The time limit, in seconds.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Whether to draw the answer, such as all optimal routes at once.
    #[serde(default)]
    pub draw: bool,
}

/// An event of a search. The last one is an answer or a failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum SearchEvent {
    /// The request waits for others.
    Queued {
        /// The number of requests ahead of it.
        ahead: usize,
    },
    /// The search is running.
    Progress(ProgressView),
    /// The search has ended.
    Answer(SearchAnswer),
    /// The search could not start.
    Failure(Failure),
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgressView {
    /// The proved lower bound on the cost.
    pub bound: Cost,
    /// The cost of the best solution so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Cost>,
    /// States expanded.
    pub expanded: u64,
    /// States stored.
    pub stored: u64,
    /// States stored per second.
    pub rate: f64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Memory in use, in bytes.
    pub bytes: u64,
}

/// The result of a search, with the fields of the command's `--json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerView {
    /// The outcome and its numbers.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Why the search ended before it proved more, as a clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Notes on the answer.
    pub notes: Vec<String>,
    /// The disagreement between the search and the rules of the game, if they disagree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defect: Option<Defect>,
    /// Further figures of the game.
    #[serde(rename = "facts")]
    pub figures: Vec<Figure>,
    /// What it proves about the position, for the session: see [`Action::Learn`](super::Action::Learn).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fact: Option<Fact>,
    /// The answer drawn, if that was asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Drawing>,
}

/// The default time limit of a request.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// The resources that a server allows for a request.
#[derive(Clone, Copy, Debug)]
pub struct Allowance<'a> {
    /// The maximum time and memory. A request may ask for less.
    pub limits: Limits,
    /// The maximum number of threads; 0 means one per core.
    pub threads: usize,
    /// Set to true to stop the search.
    pub cancel: &'a AtomicBool,
}

/// Solves a position. Reports progress a few times per second.
pub fn solve(
    request: &SolveRequest,
    allowance: &Allowance<'_>,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<AnswerView, Failure> {
    let asked = match request.seconds {
        None => USUAL_TIME,
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::of_request("the seconds must be a number that is not negative"))?,
    };
    let time = allowance.limits.time.map_or(asked, |most| asked.min(most));
    let level = request.level.read()?;
    let goal = match request.goal.as_deref() {
        None => level.game().default_goal(),
        Some(word) => GOALS
            .iter()
            .find(|(name, ..)| *name == word)
            .map(|&(_, goal, _)| goal)
            .ok_or_else(|| Failure::of_request("the goal must be optimal, any or all"))?,
    };
    let mut position = level.start();
    replay(position.as_mut(), &request.moves)?;
    let limits = Limits { time: Some(time), ..allowance.limits };
    let options = Options { goal, limits, threads: allowance.threads, ..Options::default() };
    let mut monitor = Monitor::new().cancel(allowance.cancel).on_progress(on_progress);
    let answer = position.solve(&Request { options, list: 0, draw: request.draw }, &mut monitor);
    let fact = Fact::new(position.move_names(), goal, &answer.outcome, &answer.assumptions);
    Ok(AnswerView::new(&answer, fact))
}

impl SearchEvent {
    /// Its name: `queued`, `progress`, `answer` or `failure`.
    pub fn name(&self) -> &'static str {
        match self {
            SearchEvent::Queued { .. } => "queued",
            SearchEvent::Progress(_) => "progress",
            SearchEvent::Answer(_) => "answer",
            SearchEvent::Failure(_) => "failure",
        }
    }
}

impl From<&Progress> for ProgressView {
    fn from(progress: &Progress) -> ProgressView {
        let Progress { bound, best, statistics, .. } = *progress;
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
    fn new(answer: &Answer, fact: Option<Fact>) -> AnswerView {
        let limit = match answer.outcome {
            Outcome::Solved { limit, .. } => limit,
            Outcome::Stopped { limit, .. } => Some(limit),
            Outcome::Optimal(..) | Outcome::Unsolvable(_) => None,
        };
        let limit = limit.filter(|_| answer.defect.is_none());
        let mut view = AnswerView {
            verdict: Verdict::of(answer),
            because: limit.map(|limit| limit.to_string()),
            notes: answer.notes.clone(),
            defect: answer.defect.clone(),
            figures: answer.figures.clone(),
            fact,
            picture: answer.picture.as_ref().and_then(|picture| Drawing::of(picture).ok()),
        };
        view.leave_out_what_is_too_long();
        view
    }

    /// Removes a solution with more moves than a page can play.
    fn leave_out_what_is_too_long(&mut self) {
        if let Some(count) = self.verdict.moves.as_ref().map(Vec::len).filter(|&count| count > MAX_MOVES) {
            (self.verdict.moves, self.verdict.solution, self.fact) = (None, None, None);
            self.notes.push(format!("the solution has {count} moves; use the command to list them"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(request: &SolveRequest) -> Result<AnswerView, Failure> {
        let cancel = AtomicBool::new(false);
        let allowance = Allowance { limits: Limits::default(), threads: 1, cancel: &cancel };
        solve(request, &allowance, &mut |_| {})
    }

    fn maze(moves: &[&str]) -> SolveRequest {
        let level = Source { text: "#####\n#S.E#\n#####".into(), ..Source::default() };
        let moves = moves.iter().map(ToString::to_string).collect();
        SolveRequest { level, moves, ..SolveRequest::default() }
    }

    #[test]
    fn the_answer_is_from_the_position_asked_about() {
        let answer = solved(&maze(&["F"])).expect("an answer");
        assert_eq!((answer.verdict.outcome, answer.verdict.cost), ("optimal", Some(1)));
        assert_eq!(answer.verdict.moves, Some(vec!["F".to_string()]));
    }

    #[test]
    fn an_answer_is_one_flat_object() {
        let answer = solved(&maze(&[])).expect("an answer");
        let event = SearchEvent::Answer(SearchAnswer::Solve(Box::new(answer)));
        let json = serde_json::to_value(&event).expect("events are JSON");
        assert_eq!((&json["event"], &json["outcome"]), (&"answer".into(), &"optimal".into()));
        assert_eq!(json["moves"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn an_answer_without_a_proof_says_why() {
        let answer = solved(&SolveRequest { seconds: Some(0.0), ..maze(&[]) }).expect("an answer");
        assert_eq!(answer.verdict.reason, Some("time"));
        assert_eq!(answer.because.as_deref(), Some("the time limit was reached"));
        assert_eq!(solved(&maze(&[])).expect("an answer").because, None);
    }

    #[test]
    fn a_search_that_cannot_start_is_a_failure() {
        let bad = [
            SolveRequest { goal: Some("best".into()), ..maze(&[]) },
            SolveRequest { seconds: Some(f64::NAN), ..maze(&[]) },
            SolveRequest { seconds: Some(-1.0), ..maze(&[]) },
            maze(&["L", "F"]),
            SolveRequest::default(),
        ];
        for request in bad {
            assert!(solved(&request).is_err(), "{request:?}");
        }
    }
}
