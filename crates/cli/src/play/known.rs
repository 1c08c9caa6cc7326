//! What is known about winning from a position, and how that grows.
//!
//! Two questions are put to the solver: can this be won, and what is the best way? Each answer
//! adds to what is known and never takes anything back. Only what is proved is called lost or
//! best, and only where a way is known a position is called winnable: a search that was interrupted
//! says neither, and one that was cancelled says nothing at all.

use unriddle_games::search::{Cost, Goal, Limit, Outcome, Solution};

/// Whether a position can still be won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Light {
    /// Nobody has looked yet.
    #[default]
    Unseen,
    /// It can be won: a way is known.
    Winnable,
    /// It cannot, as was proved.
    Lost,
    /// The search ended at this limit.
    Unknown(Limit),
}

/// A way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its single moves.
    pub(crate) moves: Vec<String>,
    /// What they cost.
    pub(crate) cost: Cost,
    /// Whether none is cheaper, as was proved.
    pub(crate) best: bool,
}

/// What is known about winning from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Whether it can be won.
    pub(crate) light: Light,
    /// The best way that is known.
    pub(crate) line: Option<Line>,
    /// Whether the best way was looked for already.
    pub(crate) sought: bool,
}

impl Known {
    /// Takes in the answer to a search from the position.
    pub(crate) fn learn(&mut self, goal: Goal, outcome: &Outcome<String>) {
        let limit = match outcome {
            Outcome::Solved { limit, .. } => *limit,
            Outcome::Stopped { limit, .. } => Some(*limit),
            _ => None,
        };
        let cancelled = limit == Some(Limit::Cancelled);
        self.sought |= goal == Goal::Optimal && !cancelled;
        match outcome {
            Outcome::Optimal(solution, _) => self.take(solution, true),
            Outcome::Solved { solution, bound, .. } => self.take(solution, solution.cost == *bound),
            Outcome::Unsolvable(_) => self.light = Light::Lost,
            Outcome::Stopped { limit, .. } if self.light == Light::Unseen && !cancelled => {
                self.light = Light::Unknown(*limit);
            }
            Outcome::Stopped { .. } => {}
        }
    }

    fn take(&mut self, solution: &Solution<String>, best: bool) {
        self.light = Light::Winnable;
        if best || self.line.as_ref().is_none_or(|line| solution.cost < line.cost) {
            self.line = Some(Line { moves: solution.moves.clone(), cost: solution.cost, best });
        }
    }

    /// Whether nothing better can be learnt about the best way.
    pub(crate) fn is_settled(&self) -> bool {
        self.sought || self.light == Light::Lost || self.line.as_ref().is_some_and(|line| line.best)
    }

    /// What follows for the position after `moves`, which cost `cost`.
    pub(crate) fn after(&self, moves: &[String], cost: Cost) -> Known {
        let rest = self.line.as_ref().and_then(|line| {
            let rest = line.moves.strip_prefix(moves)?.to_vec();
            Some(Line { moves: rest, cost: line.cost.checked_sub(cost)?, best: line.best })
        });
        match (self.light, rest) {
            // What cannot be won cannot be won later.
            (Light::Lost, _) => Known { light: Light::Lost, ..Known::default() },
            // The rest of a best way is a best way.
            (_, Some(line)) => Known { light: Light::Winnable, line: Some(line), sought: self.sought },
            (_, None) => Known::default(),
        }
    }

    /// What follows for the position before `moves`, which cost `cost`.
    pub(crate) fn before(&self, moves: &[String], cost: Cost) -> Known {
        let Some(line) = &self.line else { return Known::default() };
        let moves = moves.iter().chain(&line.moves).cloned().collect();
        let line = Line { moves, cost: line.cost.saturating_add(cost), best: false };
        Known { light: Light::Winnable, line: Some(line), sought: false }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use unriddle_games::search::{Limits, Monitor, Run};

    use super::*;

    /// The outcome of a search that ran to its end.
    pub(crate) fn proved(solution: Option<Solution<String>>) -> Outcome<String> {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        run.exhaust().expect("nothing stops it");
        run.finish(solution)
    }

    fn names(moves: &str) -> Vec<String> {
        moves.chars().map(String::from).collect()
    }

    fn solution(moves: &str) -> Solution<String> {
        Solution { cost: moves.len() as Cost, moves: names(moves) }
    }

    fn knowing(moves: &str) -> Known {
        let mut known = Known::default();
        known.learn(Goal::Optimal, &proved(Some(solution(moves))));
        known
    }

    #[test]
    fn the_rest_of_a_best_way_is_known_and_another_move_is_not() {
        let next = knowing("RRU").after(&names("R"), 1);
        let line = Line { moves: names("RU"), cost: 2, best: true };
        assert_eq!((next.light, next.line.clone()), (Light::Winnable, Some(line)));
        assert!(next.is_settled());
        assert_eq!(knowing("RRU").after(&names("U"), 1), Known::default());
    }

    #[test]
    fn lost_stays_lost() {
        let mut known = Known::default();
        known.learn(Goal::Any, &proved(None));
        assert_eq!(known.after(&names("R"), 1).light, Light::Lost);
        assert_eq!(known.before(&names("R"), 1).light, Light::Unseen, "another move may have won");
    }

    #[test]
    fn the_way_back_is_a_way_to_win_but_not_the_best() {
        let before = knowing("RU").before(&names("L"), 1);
        assert_eq!(before.line, Some(Line { moves: names("LRU"), cost: 3, best: false }));
        assert!(!before.is_settled());
    }

    /// Everything that a search says that came to no answer.
    fn interrupted() -> impl Iterator<Item = (Goal, Outcome<String>)> {
        let limits =
            [Limit::Time, Limit::Memory, Limit::States, Limit::Cost, Limit::Cancelled, Limit::Method];
        limits.into_iter().flat_map(|limit| {
            let outcome = Outcome::Stopped { limit, bound: 3 };
            [Goal::Any, Goal::Optimal].map(|goal| (goal, outcome.clone()))
        })
    }

    #[test]
    fn an_interrupted_search_calls_nothing_lost_or_winnable() {
        for (goal, outcome) in interrupted() {
            let mut known = Known::default();
            known.learn(goal, &outcome);
            let expected = match outcome {
                Outcome::Stopped { limit: Limit::Cancelled, .. } => Light::Unseen,
                Outcome::Stopped { limit, .. } => Light::Unknown(limit),
                _ => unreachable!("it came to no answer"),
            };
            assert_eq!((known.light, &known.line), (expected, &None), "{outcome:?}");
            assert_eq!(known.after(&names("R"), 1), Known::default());
            assert_eq!(known.before(&names("R"), 1), Known::default());
        }
    }

    #[test]
    fn an_interrupted_search_puts_out_no_light() {
        let mut lost = Known::default();
        lost.learn(Goal::Any, &proved(None));
        for (goal, outcome) in interrupted() {
            for (mut known, light) in [(lost.clone(), Light::Lost), (knowing("RU"), Light::Winnable)] {
                known.learn(goal, &outcome);
                assert_eq!(known.light, light, "{outcome:?}");
            }
        }
    }

    #[test]
    fn what_was_cancelled_was_not_sought() {
        let mut known = Known::default();
        known.learn(Goal::Optimal, &Outcome::Stopped { limit: Limit::Cancelled, bound: 1 });
        assert_eq!(known, Known::default(), "it is asked for again");
    }

    #[test]
    fn giving_up_takes_nothing_back() {
        let mut known = Known::default();
        known.learn(Goal::Any, &Outcome::Solved { solution: solution("RRU"), bound: 1, limit: None });
        known.learn(Goal::Optimal, &Outcome::Stopped { limit: Limit::Time, bound: 2 });
        assert_eq!(known.light, Light::Winnable);
        assert!(known.is_settled() && known.line.is_some_and(|line| !line.best));
    }
}
