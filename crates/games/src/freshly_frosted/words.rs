//! Verdicts in words.

use super::judge::{Grounds, Judgement};
use super::level::Factory;

/// A judgement as a message, such as "tick 14: a frosted donut reaches the target at column 4, row 2,
/// which wants sprinkles".
pub(crate) fn tell(factory: &Factory, judgement: Judgement) -> String {
    match judgement {
        Judgement::Solved { steady, grounds } => {
            let how = if steady {
                "steady: every source keeps delivering and every target keeps receiving"
            } else {
                "only while the factory starts up: every target is served, which is enough, but not again later"
            };
            format!("{how}; {}", ground(grounds))
        }
        Judgement::Wrong { fault, tick } => format!("tick {tick}: {}", fault.tell(factory)),
        Judgement::Unmet { fault, grounds } => format!("{}; {}", fault.tell(factory), ground(grounds)),
        Judgement::Undecided { ticks } => {
            format!("nothing goes wrong in {ticks} ticks, but the factory does not repeat within them")
        }
    }
}

fn ground(grounds: Grounds) -> String {
    match grounds {
        Grounds::Repeats { period: 1, until } => {
            format!("proved: from tick {} on, every tick is the same", until - 1)
        }
        Grounds::Repeats { period, until } => {
            format!("proved: from tick {} on, the factory repeats every {period} ticks", until - period)
        }
        Grounds::Tested { orders, ticks } => {
            format!("tested with {orders} orders of the any-sources for {ticks} ticks each, not proved")
        }
    }
}
