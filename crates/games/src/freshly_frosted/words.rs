//! Verdicts in words.

use super::judge::{Grounds, Verdict};
use super::level::Factory;

/// A verdict for people, such as "tick 14: a frosted donut reaches the target at column 4, row 2,
/// which wants sprinkles".
pub(crate) fn tell(factory: &Factory, verdict: Verdict) -> String {
    match verdict {
        Verdict::Solved { steady, grounds } => {
            let how = if steady {
                "steady: every source and target goes on being served"
            } else {
                "only in start-up: later the goal is no longer met anew"
            };
            format!("{how}; {}", ground(grounds))
        }
        Verdict::Wrong { fault, tick } => format!("tick {tick}: {}", fault.tell(factory)),
        Verdict::Unmet { fault, grounds } => format!("{}; {}", fault.tell(factory), ground(grounds)),
        Verdict::Undecided { ticks } => {
            format!("nothing goes wrong in {ticks} ticks, but the factory does not repeat itself until then")
        }
    }
}

fn ground(grounds: Grounds) -> String {
    match grounds {
        Grounds::Repeats { period: 1, until } => {
            format!("proved, as from tick {} on every tick is the same", until - 1)
        }
        Grounds::Repeats { period, until } => {
            format!(
                "proved, as from tick {} on the factory repeats itself every {period} ticks",
                until - period
            )
        }
        Grounds::Tested { orders, ticks } => {
            format!("tested with {orders} orders of the any-sources for {ticks} ticks each, not proved")
        }
    }
}
