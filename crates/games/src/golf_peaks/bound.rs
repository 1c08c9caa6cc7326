//! What a state must still cost: the cards that the ball would need if none were used up.
//!
//! What a card does hangs on the ball's cell alone, so with every card in hand at every moment
//! the ball walks a graph of cells. The distance to the flag in that graph is never more than the
//! cards that are really needed, and from a cell that has none the flag is out of reach.
//!
//! Every cell that the ball can get to has each different card played on it in each direction,
//! once, when the bound is first asked for. That pays already on small levels (the 81 of the
//! original game that it was measured on: 2,257 states in 4.1 ms, without the bound 10,240 in
//! 5.0 ms) and decides on large decks, where each further card doubles the number of hands. On
//! very large boards, or where every turn is a long slide, it would take longer than most searches;
//! there the bound only knows that a ball which is not at the flag needs a card.

use std::sync::OnceLock;

use unriddle_search::Cost;

use super::level::{Card, Cell, Course};
use super::state::{Hand, Layout, State};
use crate::Direction;

/// The most cells that balls may act on to make the table: a few hundredths of a second.
const MOST_STEPS: u32 = 1 << 20;

/// The distance of cells from which the flag is out of reach.
const NEVER: Cost = Cost::MAX;

/// The lower bound of a level, made when it is first asked for.
#[derive(Default)]
pub(crate) struct Bound {
    distances: OnceLock<Option<Vec<Cost>>>,
}

impl Bound {
    /// The fewest cards that a state can still take; `None` when it cannot be solved.
    pub(crate) fn of<H: Hand>(
        &self,
        course: &Course,
        deck: &[Card],
        layout: &Layout,
        state: &State<H>,
    ) -> Option<Cost> {
        if state.ball == course.flag {
            return Some(0);
        }
        let distances = self.distances.get_or_init(|| distances(course, deck));
        let bound = distances.as_ref().map_or(1, |distances| distances[state.ball.index()]);
        let left: u64 = (0..layout.kinds()).map(|kind| u64::from(state.hand.count(layout, kind))).sum();
        (u64::from(bound) <= left && bound != NEVER).then_some(bound)
    }
}

/// For each cell that the ball can get to, its distance to the flag in cards that are not used up.
fn distances(course: &Course, deck: &[Card]) -> Option<Vec<Cost>> {
    // Every turn takes a step at least.
    let turns = deck.len().checked_mul(4)?.checked_mul(course.tiles.len())?;
    let mut steps_left = MOST_STEPS.checked_sub(u32::try_from(turns).ok()?)?;
    let mut reached = vec![false; course.tiles.len()];
    reached[course.ball.index()] = true;
    let mut open = vec![course.ball];
    // The turns as (to, from).
    let mut links: Vec<(Cell, Cell)> = Vec::new();
    while let Some(from) = open.pop() {
        if from == course.flag {
            continue;
        }
        for &card in deck {
            for direction in Direction::ALL {
                let (end, steps) = course.play_counted(from, card, direction);
                steps_left = steps_left.checked_sub(steps)?;
                let Ok(to) = end else { continue };
                if to != from {
                    links.push((to, from));
                    if !std::mem::replace(&mut reached[to.index()], true) {
                        open.push(to);
                    }
                }
            }
        }
    }
    links.sort_unstable();
    links.dedup();
    let mut distances = vec![NEVER; course.tiles.len()];
    distances[course.flag.index()] = 0;
    let mut layer = vec![course.flag];
    for distance in 1.. {
        let mut further = Vec::new();
        for &to in &layer {
            let first = links.partition_point(|&(other, _)| other < to);
            for &(_, from) in links[first..].iter().take_while(|&&(other, _)| other == to) {
                if distances[from.index()] == NEVER {
                    distances[from.index()] = distance;
                    further.push(from);
                }
            }
        }
        if further.is_empty() {
            break;
        }
        layer = further;
    }
    Some(distances)
}
