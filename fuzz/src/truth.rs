//! What is known about a position, and whether an answer agrees with it.
//!
//! If the level is small enough, it starts from the audit, which searches every state with simple
//! code. Otherwise the answers are compared with each other: proofs must agree, no lower bound may
//! exceed the cost of any solution, and every solution is replayed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use unriddle_kit::{Answer, AuditError, Level, Position, Request};
use unriddle_search::{Audit, Cost, Goal, Limit, Outcome, Solution};

/// The maximum numbers of states of an audit. The next one is tried if the last is exceeded quickly.
const AUDITED: [usize; 3] = [64, 512, 4096];

/// The maximum time of an audit for a larger one to follow.
const PATIENCE: Duration = Duration::from_millis(5);

/// What is known about a position.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The cost of an optimal solution, or that there is none, once proved.
    optimal: Option<Option<Cost>>,
    /// The highest lower bound that was claimed.
    bound: Cost,
    /// The lowest cost of a solution that was replayed.
    best: Option<Cost>,
    /// The number of optimal solutions.
    count: Option<String>,
}

impl Truth {
    /// The result of an audit; `None` if the level has too many states, or expands them slowly.
    ///
    /// # Panics
    ///
    /// If the level breaks a promise to the search.
    pub fn of(level: &dyn Level) -> Option<Truth> {
        let begun = Instant::now();
        for most in AUDITED {
            match level.audit(most) {
                Ok(Audit { optimal, .. }) => {
                    return Some(Truth { optimal: Some(optimal), best: optimal, ..Truth::default() });
                }
                Err(AuditError::TooLarge) => {}
                Err(AuditError::Undecided) => return None,
                Err(flaw) => panic!("the audit finds that {flaw}"),
            }
            if begun.elapsed() > PATIENCE {
                break;
            }
        }
        None
    }

    /// The cost of an optimal solution, or that there is none, once proved.
    pub fn optimal(&self) -> Option<Option<Cost>> {
        self.optimal
    }

    /// Asserts that an answer agrees with what is known, and adds what it proves.
    pub fn admit(&mut self, position: &dyn Position, request: &Request, answer: &Answer) {
        if let Some(solution) = answer.outcome.solution() {
            plays(position, solution, answer.solution.as_deref());
            self.best = Some(self.best.map_or(solution.cost, |best| best.min(solution.cost)));
        } else {
            assert_eq!((&answer.solution, &answer.solutions), (&None, &None), "of {:?}", answer.outcome);
        }
        match &answer.outcome {
            Outcome::Optimal(solution, _) => self.prove(Some(solution.cost)),
            Outcome::Unsolvable(_) => self.prove(None),
            Outcome::Solved { solution, bound, limit } => {
                // The start itself may be in doubt.
                let is_open = *bound < solution.cost || *limit == Some(Limit::Undecided);
                assert!(is_open, "a bound of {bound} proves {} optimal", solution.cost);
                self.bound = self.bound.max(*bound);
                assert!(limit.is_some() || request.options.goal == Goal::Any, "no reason not to go on");
                limit.iter().for_each(|&limit| was_given(request, limit));
            }
            Outcome::Stopped { limit, bound } => {
                self.bound = self.bound.max(*bound);
                was_given(request, *limit);
            }
        }
        let Truth { optimal, bound, best, .. } = *self;
        assert!(best.is_none_or(|best| bound <= best), "a bound of {bound}, a solution of {best:?}");
        if let Some(optimal) = optimal {
            assert_eq!(best, optimal, "a solution of {best:?}, but {optimal:?} is proved optimal");
        }
        self.counts(position, request, answer);
    }

    fn prove(&mut self, optimal: Option<Cost>) {
        let known = *self.optimal.get_or_insert(optimal);
        assert_eq!(known, optimal, "two proofs differ");
    }

    fn counts(&mut self, position: &dyn Position, request: &Request, answer: &Answer) {
        let Some(count) = &answer.solutions else {
            return assert_eq!(answer.listed.len(), 0, "listed without a count");
        };
        assert_eq!(request.options.goal, Goal::All);
        let count = count.to_string();
        let known = self.count.get_or_insert_with(|| count.clone());
        assert_eq!(*known, count, "two counts of optimal solutions differ");
        assert_ne!(count, "0", "a solution was found");
        let expected = count.parse().map_or(request.list, |count: usize| count.min(request.list));
        assert_eq!(answer.listed.len(), expected, "of {count} solutions, asked for {}", request.list);
        assert_eq!(answer.listed.iter().collect::<BTreeSet<_>>().len(), expected, "some are listed twice");
        for listed in &answer.listed {
            let end = position.after(listed).unwrap_or_else(|error| panic!("{listed}: {error}"));
            assert!(end.is_solved(), "{listed} does not solve it");
            assert_eq!(Some(end.cost() - position.cost()), answer.outcome.cost(), "{listed} is not optimal");
        }
    }
}

/// Asserts that a solution leads to a solved position at its cost, in every notation.
fn plays(position: &dyn Position, solution: &Solution<String>, written: Option<&str>) {
    let mut end = position.after("").expect("no moves can always be made");
    end.play_strict(&solution.moves).unwrap_or_else(|error| panic!("{:?}: {error}", solution.moves));
    assert!(end.is_solved(), "{:?} does not solve it", solution.moves);
    assert_eq!(end.cost() - position.cost(), solution.cost, "{:?}", solution.moves);
    let written = written.expect("a solution is written out");
    let end = position.after(written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert!(end.is_solved(), "{written} does not solve it");
    assert_eq!(end.cost() - position.cost(), solution.cost, "{written}");
}

/// Asserts that a search stopped at a limit that it was given.
fn was_given(request: &Request, limit: Limit) {
    let limits = &request.options.limits;
    let given = match limit {
        Limit::Time => limits.time.is_some(),
        Limit::Memory => limits.memory.is_some(),
        Limit::States => limits.states.is_some(),
        // A monitor may cancel, costs may overflow, and a method may have limits of its own.
        _ => true,
    };
    assert!(given, "stopped by {limit:?}, which was not given");
}
