//! The lower bound: the number of cards that the ball would need if cards were never used up.
//!
//! The effect of a card depends only on the ball's cell. So if every card could be played again and again,
//! the ball would move on a graph of cells. The distance to the flag in that graph is an admissible lower
//! bound, and a state is dead if its cell has no path to the flag or too few cards are left.
//!
//! The table of distances is computed when the bound is first needed: on every reachable cell, each
//! distinct card is played once in each direction. That pays off even on small levels (measured on 81
//! levels of the original game: 2,257 states in 4.1 ms, without the bound 10,240 in 5.0 ms) and is
//! decisive for large decks, where each further card doubles the number of hands. On very large boards,
//! or where every turn is a long slide, the table would take longer than most searches. There the bound is
//! 1 for every unsolved state.

use std::sync::OnceLock;

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::level::{Card, Cell, Course};

/// The limit on how many times cells may act to compute the table: a few hundredths of a second.
const MAX_STEPS: u32 = 1 << 20;

/// The distance of cells without a path to the flag.
const NEVER: Cost = Cost::MAX;

/// The lower bound of a level, whose table is computed on first use.
#[derive(Default)]
pub(crate) struct Bound {
    distances: OnceLock<Option<Vec<Cost>>>,
}

impl Bound {
    /// The fewest cards from a cell to the flag if none were used up; see [`Ground::cards_needed`].
    ///
    /// [`Ground::cards_needed`]: super::level::Ground::cards_needed
    pub(crate) fn distance(&self, course: &Course, deck: &[Card], ball: Cell) -> Option<Option<Cost>> {
        let distances = self.distances.get_or_init(|| distances(course, deck)).as_ref()?;
        let distance = distances[ball.index()];
        Some((distance != NEVER).then_some(distance))
    }

    /// A lower bound on the cards still needed with `left` cards in hand; `None` for a dead state.
    pub(crate) fn of(
        &self,
        course: &Course,
        deck: &[Card],
        ball: Cell,
        left: impl FnOnce() -> u64,
    ) -> Option<Cost> {
        if ball == course.flag {
            return Some(0);
        }
        let distances = self.distances.get_or_init(|| distances(course, deck));
        let bound = distances.as_ref().map_or(1, |distances| distances[ball.index()]);
        let left = left();
        (u64::from(bound) <= left && bound != NEVER).then_some(bound)
    }
}

/// For each cell that the ball can reach, its distance to the flag in cards that are not used up. `None`
/// if the table takes too much work.
fn distances(course: &Course, deck: &[Card]) -> Option<Vec<Cost>> {
    // Every turn takes at least one step.
    let turns = deck.len().checked_mul(4)?.checked_mul(course.tiles.len())?;
    let mut steps_left = MAX_STEPS.checked_sub(u32::try_from(turns).ok()?)?;
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
