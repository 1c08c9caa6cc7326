//! What is known about winning: solutions from positions, and positions that are lost.
//!
//! A solution says of every position on its way that it can be won, and what is lost stays lost,
//! whatever follows. So most moves need no new search. Only what is proved is called lost or best, and
//! a position is called winnable only where a solution is known: a search that was stopped says neither,
//! and one that was cancelled says nothing at all.

use serde::{Deserialize, Serialize};
use unriddle_search::{Cost, Goal, Limit, Outcome};

use crate::verdict::{limit_of_word, limit_word};

/// Whether a position can still be won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Winnability {
    /// Nobody has searched yet.
    #[default]
    Unsearched,
    /// A solution is known.
    Winnable,
    /// Proved: there is none.
    Lost,
    /// The search ended at this limit without an answer.
    Unknown(Limit),
}

/// The rest of a known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves, by name.
    pub moves: Vec<String>,
    /// Whether it is proved that none is cheaper.
    pub best: bool,
}

/// What a search found out about a position. It can be written as JSON, kept, and given back later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The moves from the start to the position, by name.
    #[serde(with = "super::compact::names")]
    moves: Vec<String>,
    finding: Finding,
    /// The unsettled rules that it relies on: see [`Answer::assumptions`](crate::Answer::assumptions).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Finding {
    /// A solution; `sought` if the search was for a best one.
    Solution {
        #[serde(with = "super::compact::names")]
        moves: Vec<String>,
        cost: Cost,
        best: bool,
        sought: bool,
    },
    /// There is none.
    Lost,
    /// The search stopped.
    Stopped { limit: String, sought: bool },
}

impl Fact {
    /// What the outcome of a search says about the position after these moves, if it says anything. It relies on these
    /// [assumptions](crate::Answer::assumptions).
    pub fn new(
        moves: Vec<String>,
        goal: Goal,
        outcome: &Outcome<String>,
        assumptions: &[String],
    ) -> Option<Fact> {
        let sought = goal == Goal::Optimal;
        let finding = match outcome {
            Outcome::Optimal(solution, _) => {
                Finding::Solution { moves: solution.moves.clone(), cost: solution.cost, best: true, sought }
            }
            Outcome::Solved { solution, bound, limit } => Finding::Solution {
                moves: solution.moves.clone(),
                cost: solution.cost,
                best: solution.cost == *bound,
                sought: sought && *limit != Some(Limit::Cancelled),
            },
            Outcome::Unsolvable(_) => Finding::Lost,
            Outcome::Stopped { limit: Limit::Cancelled, .. } => return None,
            Outcome::Stopped { limit, .. } => Finding::Stopped { limit: limit_word(*limit).into(), sought },
        };
        Some(Fact { moves, finding, assumptions: assumptions.to_vec() })
    }

    /// The rest of its solution from the position after `moves`, if that is on its way.
    fn line(&self, moves: &[String]) -> Option<Line> {
        let Finding::Solution { moves: solution, best, .. } = &self.finding else { return None };
        let rest = solution.strip_prefix(moves.strip_prefix(&self.moves[..])?)?;
        Some(Line { moves: rest.to_vec(), best: *best })
    }

    /// Whether it proves the best cost of the whole level.
    fn settles_start(&self) -> bool {
        self.moves.is_empty() && matches!(self.finding, Finding::Solution { best: true, .. })
    }

    /// How long its moves and assumptions are when they are written.
    fn bytes(&self) -> usize {
        let solution: &[String] = match &self.finding {
            Finding::Solution { moves, .. } => moves,
            Finding::Lost | Finding::Stopped { .. } => &[],
        };
        self.moves.iter().chain(solution).chain(&self.assumptions).map(|name| name.len() + 1).sum()
    }

    /// Whether it proves that the position after `moves` is lost.
    fn is_lost(&self, moves: &[String]) -> bool {
        self.finding == Finding::Lost && moves.starts_with(&self.moves)
    }

    /// Whether it shows that the position after `moves` can be won.
    fn is_winnable(&self, moves: &[String]) -> bool {
        self.line(moves).is_some() || self.wins_later(moves)
    }

    /// Whether its solution begins at or after the position after `moves`: the way there is a way to win,
    /// if not one to recommend.
    fn wins_later(&self, moves: &[String]) -> bool {
        matches!(self.finding, Finding::Solution { .. }) && self.moves.starts_with(moves)
    }
}

/// The most facts that are kept; the oldest are forgotten.
const MAX_FACTS: usize = 60;

/// The most bytes of all their moves: facts go back and forth with every move of a page. The newest fact and what
/// is known about the start are kept, however long they are.
const MAX_BYTES: usize = 5000;

/// Everything that is known, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Knowledge(Vec<Fact>);

impl Knowledge {
    pub(crate) fn learn(&mut self, fact: Fact) {
        self.0.retain(|known| *known != fact);
        self.0.insert(0, fact);
        self.0.truncate(MAX_FACTS);
        let mut bytes = 0;
        let mut is_newest = true;
        self.0.retain(|fact| {
            bytes += fact.bytes();
            std::mem::take(&mut is_newest) || fact.settles_start() || bytes <= MAX_BYTES
        });
    }

    /// The best line that is known from the position after these moves: a proved one, or else the one of
    /// the fewest moves.
    pub(crate) fn line(&self, moves: &[String]) -> Option<Line> {
        let lines = self.0.iter().filter_map(|fact| fact.line(moves));
        lines.min_by_key(|line| (!line.best, line.moves.len()))
    }

    /// The cost of an optimal solution of the level, where that is proved.
    pub(crate) fn optimum(&self) -> Option<Cost> {
        self.0.iter().filter(|fact| fact.moves.is_empty()).find_map(|fact| match fact.finding {
            Finding::Solution { cost, best: true, .. } => Some(cost),
            _ => None,
        })
    }

    /// Whether the position after these moves can still be won.
    pub(crate) fn winnability(&self, moves: &[String]) -> Winnability {
        if self.0.iter().any(|fact| fact.is_lost(moves)) {
            return Winnability::Lost;
        }
        if self.0.iter().any(|fact| fact.is_winnable(moves)) {
            return Winnability::Winnable;
        }
        let stopped = self.0.iter().filter(|fact| fact.moves == moves).find_map(|fact| match &fact.finding {
            Finding::Stopped { limit, .. } => limit_of_word(limit),
            _ => None,
        });
        stopped.map_or(Winnability::Unsearched, Winnability::Unknown)
    }

    /// The unsettled rules that [`winnability`](Knowledge::winnability) relies on. Of several facts that say the same,
    /// the one with the fewest counts.
    pub(crate) fn assumptions(&self, moves: &[String]) -> &[String] {
        let fewest = |says: fn(&Fact, &[String]) -> bool| {
            let facts = self.0.iter().filter(|fact| says(fact, moves));
            facts.map(|fact| fact.assumptions.as_slice()).min_by_key(|assumptions| assumptions.len())
        };
        fewest(Fact::is_lost).or_else(|| fewest(Fact::is_winnable)).unwrap_or_default()
    }

    /// Whether a search for a best solution from here would find out no more.
    pub(crate) fn is_settled(&self, moves: &[String]) -> bool {
        let sought = |fact: &Fact| match &fact.finding {
            Finding::Solution { sought, .. } => *sought && fact.line(moves).is_some(),
            Finding::Stopped { sought, .. } => *sought && fact.moves == moves,
            Finding::Lost => false,
        };
        self.winnability(moves) == Winnability::Lost
            || self.line(moves).is_some_and(|line| line.best)
            || self.0.iter().any(sought)
    }
}

#[cfg(test)]
mod tests {
    use unriddle_search::{Limits, Monitor, Run, Solution};

    use super::*;

    /// The outcome of a search that ran to its end.
    fn proved(moves: Option<&str>) -> Outcome<String> {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        run.exhaust().expect("nothing stops it");
        run.finish(moves.map(solution))
    }

    fn names(moves: &str) -> Vec<String> {
        moves.chars().map(String::from).collect()
    }

    fn solution(moves: &str) -> Solution<String> {
        Solution { cost: moves.len() as Cost, moves: names(moves) }
    }

    fn learn(knowledge: &mut Knowledge, at: &str, goal: Goal, outcome: &Outcome<String>) {
        knowledge.0.extend(Fact::new(names(at), goal, outcome, &[]));
    }

    fn knowing(at: &str, moves: Option<&str>) -> Knowledge {
        let mut knowledge = Knowledge::default();
        learn(&mut knowledge, at, Goal::Optimal, &proved(moves));
        knowledge
    }

    #[test]
    fn the_rest_of_a_best_solution_is_known_and_another_move_is_not() {
        let knowledge = knowing("D", Some("RRU"));
        let line = Line { moves: names("RU"), best: true };
        assert_eq!(knowledge.line(&names("DR")), Some(line));
        assert!(knowledge.is_settled(&names("DR")));
        assert_eq!(knowledge.winnability(&names("DU")), Winnability::Unsearched);
        assert!(!knowledge.is_settled(&names("DU")));
    }

    #[test]
    fn a_position_before_a_solution_can_be_won_but_moves_that_were_undone_are_no_hint() {
        let knowledge = knowing("LL", Some("RU"));
        assert_eq!(knowledge.winnability(&names("L")), Winnability::Winnable);
        assert_eq!(knowledge.line(&names("L")), None);
        assert!(!knowledge.is_settled(&names("L")));
    }

    #[test]
    fn lost_stays_lost_and_says_nothing_of_what_was_before() {
        let knowledge = knowing("L", None);
        assert_eq!(knowledge.winnability(&names("LRU")), Winnability::Lost);
        assert!(knowledge.is_settled(&names("LRU")));
        assert_eq!(knowledge.winnability(&[]), Winnability::Unsearched);
        assert_eq!(knowledge.winnability(&names("R")), Winnability::Unsearched);
    }

    #[test]
    fn an_interrupted_search_calls_nothing_lost_or_winnable() {
        for limit in [Limit::Time, Limit::Memory, Limit::States, Limit::Cost, Limit::Cancelled, Limit::Method]
        {
            for goal in [Goal::Any, Goal::Optimal] {
                let mut knowledge = Knowledge::default();
                learn(&mut knowledge, "R", goal, &Outcome::Stopped { limit, bound: 3 });
                let expected = match limit {
                    Limit::Cancelled => Winnability::Unsearched,
                    limit => Winnability::Unknown(limit),
                };
                assert_eq!(knowledge.winnability(&names("R")), expected, "{limit:?}");
                assert_eq!(knowledge.winnability(&names("RU")), Winnability::Unsearched);
                let sought = goal == Goal::Optimal && limit != Limit::Cancelled;
                assert_eq!(knowledge.is_settled(&names("R")), sought, "{limit:?} {goal:?}");
            }
        }
    }

    #[test]
    fn an_interrupted_search_takes_nothing_back() {
        for (mut knowledge, known) in
            [(knowing("", None), Winnability::Lost), (knowing("", Some("RU")), Winnability::Winnable)]
        {
            learn(&mut knowledge, "", Goal::Optimal, &Outcome::Stopped { limit: Limit::Time, bound: 0 });
            assert_eq!(knowledge.winnability(&[]), known);
        }
    }

    #[test]
    fn what_is_known_keeps_the_assumptions_that_it_relies_on() {
        let rule = || vec!["relies on an uncertain rule".to_string()];
        let mut knowledge = Knowledge::default();
        knowledge.learn(Fact::new(names("L"), Goal::Any, &proved(None), &rule()).expect("a fact"));
        knowledge.learn(Fact::new(names("R"), Goal::Any, &proved(Some("RU")), &rule()).expect("a fact"));
        for known in ["LRU", "RR", ""] {
            assert_eq!(knowledge.assumptions(&names(known)), rule(), "{known}");
        }
        assert!(knowledge.assumptions(&names("U")).is_empty());
        let kept = serde_json::to_string(&knowledge).expect("facts are JSON");
        assert_eq!(serde_json::from_str::<Knowledge>(&kept).expect("facts are read"), knowledge);
        // The same is shown without it.
        learn(&mut knowledge, "L", Goal::Optimal, &proved(None));
        assert!(knowledge.assumptions(&names("LRU")).is_empty());
    }

    #[test]
    fn a_proved_line_is_preferred_to_a_cheaper_looking_one() {
        let mut knowledge = Knowledge::default();
        let some = Outcome::Solved { solution: solution("RRRU"), bound: 1, limit: None };
        learn(&mut knowledge, "", Goal::Any, &some);
        assert!(!knowledge.is_settled(&[]));
        learn(&mut knowledge, "", Goal::Optimal, &proved(Some("RU")));
        assert_eq!(knowledge.line(&[]).map(|line| (line.moves.len(), line.best)), Some((2, true)));
    }
}
