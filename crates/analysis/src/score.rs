//! One score for how hard a level is, from 0 to 100, as the sum of its parts.
//!
//! Each part has a share of the 100 and grows towards it: with `x / (x + half)` it reaches half of its share
//! at the named value. The values are round numbers for levels of the kind that people play, chosen by
//! reasoning and not fitted to any course. `docs/analysis.md` gives the reasons.

use serde::Serialize;

use super::shape::Shape;
use super::solutions::Solutions;
use super::steps::Step;

/// The score of a level and what it is made of. The parts add up to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// From 0 to 100.
    pub total: f64,
    /// For the information that a player must find: at most 40, half at 15 bits.
    pub information: f64,
    /// For the number of moves: at most 20, half at 20 moves.
    pub length: f64,
    /// For the size of the space: at most 15, half at 1000 states, by the logarithm.
    pub space: f64,
    /// For the share of losing moves along the solution: at most 10.
    pub danger: f64,
    /// For traps: at most 10, half at 2.
    pub traps: f64,
    /// For few solutions: 5 where there is only one.
    pub rarity: f64,
}

/// A share that grows with `x` and reaches its half at `half`.
fn grows(share: f64, x: f64, half: f64) -> f64 {
    share * x / (x + half)
}

pub(super) fn score(shape: &Shape, solutions: &Solutions, steps: &[Step], information: f64) -> Score {
    let share = |step: &Step| step.losing as f64 / step.open.max(1) as f64;
    let danger = steps.iter().map(share).sum::<f64>() / steps.len().max(1) as f64;
    // The number of digits is as close as it takes.
    let digits = solutions.up_to_order.map(|classes| (classes.max(1) as f64).log10());
    let digits = digits.or(solutions.count.as_ref().map(|count| count.len() as f64));
    let score = Score {
        total: 0.0,
        information: grows(40.0, information, 15.0),
        length: grows(20.0, steps.len() as f64, 20.0),
        space: grows(15.0, f64::from(shape.states).log10(), 3.0),
        danger: 10.0 * danger,
        traps: grows(10.0, steps.iter().filter(|step| step.trap).count() as f64, 2.0),
        rarity: digits.map_or(0.0, |digits| 5.0 / (1.0 + digits)),
    };
    let Score { information, length, space, danger, traps, rarity, .. } = score;
    Score { total: information + length + space + danger + traps + rarity, ..score }
}
