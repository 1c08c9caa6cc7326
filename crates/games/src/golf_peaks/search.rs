//! The level as it is searched: it can be left between two cards.
//!
//! On a large board of ice a single card may slide the ball over every cell, and a state has four turns
//! for each card in hand. So an expansion asks now and then whether the search is over: after so much
//! work, not after so many cards, which would cost as much as the turns themselves on a small board.

use unriddle_search::{Cost, Interrupt, Monitor, Options, Puzzle, Report, solve_with};

use super::level::Level;
use super::notation::Move;
use super::state::{Hand, State};
use crate::Direction;

/// Cells that may act on balls between two questions: well below a millisecond.
const BETWEEN_QUESTIONS: u32 = 1 << 12;

impl<H: Hand> Level<H> {
    /// Hands over the turns that can be made, until `is_over`.
    ///
    /// Leaves out cards that bring the ball back to its cell: the same with fewer cards never
    /// helps.
    pub(super) fn expand_until(
        &self,
        state: &State<H>,
        is_over: impl Fn() -> bool,
        mut visit: impl FnMut(Move, Cost, State<H>),
    ) {
        if self.is_solved(state) {
            return;
        }
        let layout = &self.ground.layout;
        let mut work = 0u32;
        for (kind, &card) in self.ground.deck.iter().enumerate() {
            if state.hand.count(layout, kind) == 0 {
                continue;
            }
            for direction in Direction::ALL {
                let (end, steps) = self.ground.course.play_counted(state.ball, card, direction);
                work = work.saturating_add(steps);
                if work > BETWEEN_QUESTIONS {
                    if is_over() {
                        return;
                    }
                    work = 0;
                }
                match end {
                    Ok(ball) if ball != state.ball => {
                        let hand = state.hand.without(layout, kind);
                        visit(Move { card, direction }, 1, State { ball, hand });
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A level that is being searched.
struct Interruptible<'a, H: Hand> {
    level: &'a Level<H>,
    interrupt: Interrupt<'a>,
}

impl<H: Hand> Puzzle for Interruptible<'_, H> {
    type State = State<H>;
    type Move = Move;

    fn start(&self) -> State<H> {
        self.level.start()
    }

    fn is_solved(&self, state: &State<H>) -> bool {
        self.level.is_solved(state)
    }

    fn expand(&self, state: &State<H>, visit: impl FnMut(Move, Cost, State<H>)) {
        self.level.expand_until(state, || self.interrupt.is_raised(), visit);
    }

    fn least_cost(&self) -> Cost {
        self.level.least_cost()
    }

    fn lower_bound(&self, state: &State<H>) -> Option<Cost> {
        self.level.lower_bound(state)
    }

    fn heap_bytes(&self, state: &State<H>) -> usize {
        self.level.heap_bytes(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(&self.interrupt)
    }
}

/// Searches a level.
pub(super) fn search<H: Hand>(
    level: &Level<H>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Level<H>> {
    let interrupt = monitor.interrupt(&options.limits);
    solve_with(&Interruptible { level, interrupt }, options, monitor).of()
}
