//! Outcomes and statistics for `serde`, with the names that the command prints as JSON.
//!
//! They can be written but not read: a proof comes from a search, never from a file.

use serde::{Serialize, Serializer};

use crate::{Cost, Limit, Outcome, Solution, Statistics};

/// An outcome as one flat object.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Written<'a, M> {
    Optimal {
        #[serde(flatten)]
        solution: &'a Solution<M>,
    },
    Solved {
        #[serde(flatten)]
        solution: &'a Solution<M>,
        bound: Cost,
        #[serde(rename = "reason", skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
    },
    Unsolvable,
    Stopped {
        #[serde(rename = "reason")]
        limit: Limit,
        bound: Cost,
    },
}

impl<M: Serialize> Serialize for Outcome<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Outcome::Optimal(ref solution, _) => Written::Optimal { solution },
            Outcome::Solved { ref solution, bound, limit } => Written::Solved { solution, bound, limit },
            Outcome::Unsolvable(_) => Written::Unsolvable,
            Outcome::Stopped { limit, bound } => Written::Stopped { limit, bound },
        }
        .serialize(serializer)
    }
}

/// Statistics with the time in seconds.
#[derive(Serialize)]
struct WrittenStatistics {
    expanded: u64,
    generated: u64,
    stored: u64,
    bytes: u64,
    seconds: f64,
}

impl Serialize for Statistics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Statistics { expanded, generated, stored, bytes, elapsed } = *self;
        let seconds = elapsed.as_secs_f64();
        WrittenStatistics { expanded, generated, stored, bytes, seconds }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{json, to_value};

    use super::*;
    use crate::{from_fn, solve};

    #[test]
    fn outcomes_and_statistics_are_flat_objects() {
        let puzzle = |goal| from_fn(0u8, |&n| (n < 3).then_some(("add", 1, n + 1)), move |&n| n == goal);
        let written = |goal| to_value(solve(&puzzle(goal)).outcome).expect("there are only plain values");
        assert_eq!(written(2), json!({ "outcome": "optimal", "cost": 2, "moves": ["add", "add"] }));
        assert_eq!(written(9), json!({ "outcome": "unsolvable" }));
        let stopped = Outcome::<()>::Stopped { limit: Limit::Memory, bound: 7 };
        let stopped = to_value(stopped).expect("there are only plain values");
        assert_eq!(stopped, json!({ "outcome": "stopped", "reason": "memory", "bound": 7 }));
        let solution = Solution { cost: 1, moves: vec!['a'] };
        let solved = to_value(Outcome::Solved { solution, bound: 0, limit: None });
        let expected = json!({ "outcome": "solved", "cost": 1, "moves": ["a"], "bound": 0 });
        assert_eq!(solved.expect("there are only plain values"), expected);
        let elapsed = Duration::from_millis(1500);
        let statistics = Statistics { expanded: 1, generated: 2, stored: 3, bytes: 4, elapsed };
        let written = to_value(statistics).expect("there are only plain values");
        let expected = json!({ "expanded": 1, "generated": 2, "stored": 3, "bytes": 4, "seconds": 1.5 });
        assert_eq!(written, expected);
    }
}
