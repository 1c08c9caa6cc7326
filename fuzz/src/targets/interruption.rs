//! An interrupted search makes no false claims: it ends as stopped or solved, or with exactly the
//! result of the complete search, and every lower bound is at most the optimum.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use unriddle_kit::{Answer, Position, Request};
use unriddle_search::{Goal, Limits, Method, Monitor, Options, Outcome};

use super::Case;
use crate::truth::Truth;
use crate::{Input, Tally, Target};

/// The target.
pub const TARGET: Target = Target {
    name: "interruption_never_claims_a_proof",
    run,
    executions: 300,
    vital: &["levels", "known", "stopped", "finished"],
};

/// The maximum length of a level that is searched, in bytes.
const MAX_LENGTH: usize = 900;

/// The limits of the complete search.
const FINISHING: Limits =
    Limits { time: Some(Duration::from_millis(100)), memory: None, states: Some(20_000), cost: None };

/// The maximum number of interruptions of one level.
const MAX_STOPS: usize = 8;

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// What interrupts a search.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// The caller cancels at this check of the search, from 0.
    AtQuestion(u64),
    /// A limit is hit.
    Limited(Limits),
}

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let Some(case) = Case::small(input, tally, MAX_LENGTH) else { return };
    let game = case.game.id();
    let position = case.level.start();
    let goal = input.choose([Goal::Optimal, Goal::All, Goal::Any]);
    let method = input.choose(METHODS);
    input.show("search", || format!("{goal:?} by {method:?}"));
    let options = Options { goal, method, limits: FINISHING, threads: 1 };
    let mut truth = Truth::of(case.level.as_ref()).unwrap_or_default();
    let request = Request { options, list: 2, ..Request::default() };
    let (finished, questions) = stopped_at(u64::MAX, position.as_ref(), &request);
    truth.admit(position.as_ref(), &request, &finished);
    if truth.optimal().is_none() {
        return;
    }
    tally.count(game, "known");
    for _ in 0..=input.below(MAX_STOPS) {
        let stop = stop(input, &finished, questions);
        let threads = input.choose([1, 2]);
        input.show("stop", || format!("{stop:?} on {threads} threads"));
        let options = Options { threads, ..options };
        let (request, answer) = match stop {
            Stop::AtQuestion(number) => {
                let request = Request { options, ..request };
                (request, stopped_at(number, position.as_ref(), &request).0)
            }
            Stop::Limited(limits) => {
                let request = Request { options: Options { limits, ..options }, ..request };
                (request, position.solve(&request, &mut Monitor::new()))
            }
        };
        truth.admit(position.as_ref(), &request, &answer);
        let is_early =
            matches!(answer.outcome, Outcome::Stopped { .. } | Outcome::Solved { limit: Some(_), .. });
        tally.count(game, if is_early { "stopped" } else { "finished" });
    }
}

/// Solves, and cancels at this check of the search. Returns the answer and the number of checks.
fn stopped_at(number: u64, position: &dyn Position, request: &Request) -> (Answer, u64) {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= number;
    let answer = position.solve(request, &mut Monitor::new().stop_when(&stop));
    (answer, asked.load(Ordering::Relaxed))
}

/// A way to interrupt a search, given the resources and the number of checks of the complete one.
fn stop(input: &mut Input<'_>, finished: &Answer, questions: u64) -> Stop {
    let took = &finished.statistics;
    let part = |input: &mut Input<'_>, whole: u64| input.below(whole.min(60_000) as usize + 2) as u64;
    match input.below(8) {
        0..=3 => Stop::AtQuestion(part(input, questions)),
        4 => {
            let time = Duration::from_micros(part(input, took.elapsed.as_micros() as u64));
            Stop::Limited(Limits { time: Some(time), ..FINISHING })
        }
        5 => {
            // In kilobytes: a search that stores little takes a few hundred.
            let memory = part(input, 2 * took.bytes / 1024) * 1024;
            Stop::Limited(Limits { memory: Some(memory), ..FINISHING })
        }
        6 => {
            let cost = finished.outcome.cost().map_or(20, |cost| cost.saturating_add(1));
            let cost = part(input, u64::from(cost)) as u32;
            Stop::Limited(Limits { cost: Some(cost), ..FINISHING })
        }
        _ => Stop::Limited(Limits { states: Some(part(input, took.stored)), ..FINISHING }),
    }
}
