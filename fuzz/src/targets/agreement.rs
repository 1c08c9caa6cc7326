//! All methods, on any number of threads, agree on whether a level can be solved, on the optimal cost,
//! and on the number of optimal solutions. Every solution can be replayed, no lower bound exceeds the
//! optimum, and the number of threads does not change the result.

use std::time::Duration;

use unriddle_kit::{Answer, Request};
use unriddle_search::{Goal, Limits, Method, Monitor, Options, Outcome, Statistics};

use super::{Case, move_text};
use crate::truth::Truth;
use crate::{Input, Tally, Target};

/// The target.
pub const TARGET: Target = Target {
    name: "methods_and_threads_agree",
    run,
    executions: 250,
    vital: &["levels", "audited", "optimal", "unsolvable"],
};

/// The maximum length of a level that is searched, in bytes.
const MAX_LENGTH: usize = 900;

/// The time limit of a search: some expand few states slowly, and some store none.
const MAX_SEARCH_TIME: Duration = Duration::from_millis(50);

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let Some(case) = Case::small(input, tally, MAX_LENGTH) else { return };
    let game = case.game.id();
    let goal = input.choose([Goal::Optimal, Goal::All, Goal::Any]);
    let states = input.choose([2_000, 300, 20_000]);
    let list = input.choose([3, 0, 50]);
    let mut position = case.level.start();
    for _ in 0..input.choose([0, 0, 1, 3]) {
        let moves = move_text(input, &position.moves());
        input.show("moves", || format!("{moves:?}"));
        // If the move is refused, the position does not change.
        let _ = position.advance(&moves);
    }
    let at_start = position.move_names().is_empty();
    let mut truth = match Truth::of(case.level.as_ref()).filter(|_| at_start) {
        Some(truth) => {
            tally.count(game, "audited");
            truth
        }
        None => Truth::default(),
    };
    let limits = Limits { states: Some(states), time: Some(MAX_SEARCH_TIME), ..Limits::default() };
    for method in METHODS {
        input.show("search", || format!("{goal:?} by {method:?}, {states} states, {list} listed"));
        let ask = |threads: usize| {
            let options = Options { goal, method, limits, threads };
            let request = Request { options, list, ..Request::default() };
            (request, position.solve(&request, &mut Monitor::new()))
        };
        let ((request, one), (_, two)) = (ask(1), ask(2));
        truth.admit(position.as_ref(), &request, &one);
        truth.admit(position.as_ref(), &request, &two);
        if is_finished(&one) && is_finished(&two) {
            assert_eq!(course(&one), course(&two), "{method:?} on one thread and on two");
        }
        tally.count(game, unriddle_kit::verdict::outcome_word(&one.outcome));
    }
}

/// Whether no limit was hit. Limits are checked at intervals: a search that hits one may get a little
/// further in another run.
fn is_finished(answer: &Answer) -> bool {
    let limit = match answer.outcome {
        Outcome::Solved { limit, .. } => limit,
        Outcome::Stopped { limit, .. } => Some(limit),
        Outcome::Optimal(..) | Outcome::Unsolvable(_) => None,
    };
    // All optimal solutions are counted after the proof.
    limit.is_none() && answer.statistics.elapsed < MAX_SEARCH_TIME
}

/// Everything that must not depend on the number of threads.
fn course(answer: &Answer) -> impl PartialEq + std::fmt::Debug + use<'_> {
    let Statistics { expanded, generated, stored, .. } = answer.statistics;
    let solutions = answer.solutions.as_ref().map(ToString::to_string);
    (
        &answer.outcome,
        solutions,
        &answer.listed,
        (expanded, generated, stored),
        &answer.notes,
        &answer.figures,
    )
}
