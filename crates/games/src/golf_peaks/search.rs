//! The search, on states packed into words.
//!
//! On a large board of ice a single card can slide the ball over every cell, and a state has four turns
//! for each card in hand. So an expansion checks from time to time whether the search was interrupted. It
//! does so after a fixed amount of work rather than after each card, as on a small board such a check
//! takes as long as a turn.

use unriddle_kit::explored::with_space;
use unriddle_kit::rules::audited;
use unriddle_kit::{AuditError, Direction, Explored, Figure, Request, TypedAnswer};
use unriddle_search::{Audit, Cost, Flat, FlatPuzzle, Interrupt, Monitor, Options, Solutions, solve_with};

use super::level::{Card, Ground};
use super::notation::Move;
use super::state::State;

/// How many times cells may act between two checks for an interrupt: well below a millisecond of work.
const WORK_BETWEEN_CHECKS: u32 = 1 << 12;

/// A level as it is searched.
struct SearchLevel<'a> {
    ground: &'a Ground,
    /// The words of the start.
    start: Vec<u64>,
    interrupt: Option<&'a Interrupt<'a>>,
}

impl FlatPuzzle for SearchLevel<'_> {
    type Move = Move;

    fn words(&self) -> usize {
        self.ground.layout.words
    }

    fn start(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    #[inline]
    fn is_solved(&self, state: &[u64]) -> bool {
        self.ground.is_solved(self.ground.layout.ball(state))
    }

    /// Omits cards that bring the ball back to its cell: the same state with fewer cards never helps.
    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Move, Cost, &[u64])) {
        if self.is_solved(state) {
            return;
        }
        let Ground { course, deck, layout, .. } = self.ground;
        let from = layout.ball(state);
        let mut work = 0u32;
        for (kind, &card) in deck.iter().enumerate() {
            if layout.count(state, kind) == 0 {
                continue;
            }
            for direction in Direction::ALL {
                let (end, steps) = course.play_counted(from, card, direction);
                work = work.saturating_add(steps);
                if work > WORK_BETWEEN_CHECKS {
                    if self.interrupt.is_some_and(Interrupt::is_raised) {
                        return;
                    }
                    work = 0;
                }
                match end {
                    Ok(ball) if ball != from => {
                        next.copy_from_slice(state);
                        layout.play(next, kind, ball);
                        visit(Move { card, direction }, 1, next);
                    }
                    _ => {}
                }
            }
        }
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        let Ground { course, deck, layout, bound } = self.ground;
        let left = || (0..layout.kinds()).map(|kind| u64::from(layout.count(state, kind))).sum();
        bound.of(course, deck, layout.ball(state), left)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.interrupt
    }
}

impl<'a> SearchLevel<'a> {
    fn new(ground: &'a Ground, from: &State, interrupt: Option<&'a Interrupt<'a>>) -> Flat<Self> {
        Flat(SearchLevel { ground, start: ground.layout.pack(from), interrupt })
    }

    /// The cards that some optimal solution leaves over.
    fn spared(&self, solutions: &Solutions<Flat<Self>>) -> Vec<Card> {
        let ends = || solutions.states().filter(|state| self.is_solved(state));
        let kinds = 0..self.ground.layout.kinds();
        let spared = |&kind: &usize| ends().any(|end| self.ground.layout.count(end, kind) > 0);
        kinds.filter(spared).map(|kind| self.ground.deck[kind]).collect()
    }
}

/// The note on whether every card is needed. If an optimal solution plays all cards, every solution does.
/// Otherwise each card that some optimal solution leaves over is not needed.
fn need(all: bool, spared: &[Card]) -> String {
    if all {
        return "every card is needed".into();
    }
    let names: Vec<String> = spared.iter().map(ToString::to_string).collect();
    format!("not every card is needed: some shortest solution leaves over {}", names.join(" or "))
}

/// Solves a level from a state.
pub(super) fn solve(
    ground: &Ground,
    from: &State,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Move> {
    let interrupt = monitor.interrupt(&request.options.limits);
    let puzzle = SearchLevel::new(ground, from, Some(&interrupt));
    let report = solve_with(&puzzle, &request.options, monitor);
    let held = ground.cards(&from.hand).len();
    let spared = report.solutions.as_ref().map(|solutions| puzzle.0.spared(solutions));
    let mut answer = TypedAnswer::new(report, &puzzle, request);
    let Some(played) = answer.moves().map(<[Move]>::len) else { return answer };
    let spare = held.saturating_sub(played) as u64;
    answer.figures.push(Figure { name: "spare", noun: "spare card", count: spare });
    if let Some(spared) = spared {
        answer.notes.push(need(held == played, &spared));
    }
    answer
}

/// Explores a level from a state. The interrupt is for the search alone: who reads its result needs complete
/// expansions.
pub(super) fn explore<'a>(
    ground: &'a Ground,
    from: &State,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Move> + 'a> {
    let interrupt = monitor.interrupt(&options.limits);
    let puzzle = SearchLevel::new(ground, from, Some(&interrupt));
    let space = unriddle_search::explore(&puzzle, options, monitor);
    with_space(SearchLevel::new(ground, from, None), space)
}

/// Checks a level by exhaustive search.
pub(super) fn audit(ground: &Ground, start: &State, most: usize) -> Result<Audit, AuditError> {
    audited(&SearchLevel::new(ground, start, None), most)
}
