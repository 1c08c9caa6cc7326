//! The search, with the smallest hand that holds the cards of the level.
//!
//! On a large board of ice a single card can slide the ball over every cell, and a state has four turns
//! for each card in hand. So an expansion checks from time to time whether the search was interrupted. It
//! does so after a fixed amount of work rather than after each card, as on a small board such a check
//! takes as long as a turn.

use unriddle_search::distributed::ByteForm;
use unriddle_search::{Audit, Cost, Interrupt, Monitor, Options, Puzzle, Solutions, solve_with};

use super::level::{Card, Ground};
use super::notation::Move;
use super::state::{Counts, Hand, State};
use crate::explored::with_space;
use crate::rules::audited;
use crate::{Direction, Explored, Request, TypedAnswer};

/// How many times cells may act between two checks for an interrupt: well below a millisecond of work.
const WORK_BETWEEN_CHECKS: u32 = 1 << 12;

/// A level as it is searched.
struct SearchLevel<'a, H: Hand> {
    ground: &'a Ground,
    start: State<H>,
    interrupt: Option<&'a Interrupt<'a>>,
}

impl<H: Hand> Puzzle for SearchLevel<'_, H> {
    type State = State<H>;
    type Move = Move;

    fn start(&self) -> State<H> {
        self.start.clone()
    }

    #[inline]
    fn is_solved(&self, state: &State<H>) -> bool {
        self.ground.is_solved(state)
    }

    /// Omits cards that bring the ball back to its cell: the same state with fewer cards never helps.
    fn expand(&self, state: &State<H>, mut visit: impl FnMut(Move, Cost, State<H>)) {
        if self.is_solved(state) {
            return;
        }
        let Ground { course, deck, layout, .. } = self.ground;
        let mut work = 0u32;
        for (kind, &card) in deck.iter().enumerate() {
            if state.hand.count(layout, kind) == 0 {
                continue;
            }
            for direction in Direction::ALL {
                let (end, steps) = course.play_counted(state.ball, card, direction);
                work = work.saturating_add(steps);
                if work > WORK_BETWEEN_CHECKS {
                    if self.interrupt.is_some_and(Interrupt::is_raised) {
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

    fn least_cost(&self) -> Cost {
        1
    }

    fn lower_bound(&self, state: &State<H>) -> Option<Cost> {
        let Ground { course, deck, layout, bound } = self.ground;
        bound.of(course, deck, layout, state)
    }

    fn heap_bytes(&self, state: &State<H>) -> usize {
        state.hand.heap_bytes()
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.interrupt
    }

    fn byte_form(&self) -> Option<ByteForm<State<H>>> {
        Some(ByteForm::new())
    }
}

impl<'a, H: Hand> SearchLevel<'a, H> {
    fn new(ground: &'a Ground, from: &State<Counts>, interrupt: Option<&'a Interrupt<'a>>) -> Self {
        let hand = H::new(&ground.layout, from.hand.iter().copied());
        SearchLevel { ground, start: State { ball: from.ball, hand }, interrupt }
    }

    fn solve(&self, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Move> {
        let report = solve_with(self, &request.options, monitor);
        let held = self.ground.cards(&self.start.hand).len();
        let spared = report.solutions.as_ref().map(|solutions| self.spared(solutions));
        let mut answer = TypedAnswer::new(report, self, request);
        let Some(played) = answer.moves().map(<[Move]>::len) else { return answer };
        answer.facts.push(("spare", held.saturating_sub(played) as u64));
        if let Some(spared) = spared {
            answer.notes.push(need(held == played, &spared));
        }
        answer
    }

    /// The cards that some optimal solution leaves over.
    fn spared(&self, solutions: &Solutions<Self>) -> Vec<Card> {
        let ends = || solutions.states().filter(|state| self.is_solved(state));
        let kinds = 0..self.ground.layout.kinds();
        let spared = |&kind: &usize| ends().any(|end| end.hand.count(&self.ground.layout, kind) > 0);
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
    from: &State<Counts>,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Move> {
    let interrupt = monitor.interrupt(&request.options.limits);
    let interrupt = Some(&interrupt);
    match ground.layout.bits {
        0..=32 => SearchLevel::<u32>::new(ground, from, interrupt).solve(request, monitor),
        33..=64 => SearchLevel::<u64>::new(ground, from, interrupt).solve(request, monitor),
        _ => SearchLevel::<Counts>::new(ground, from, interrupt).solve(request, monitor),
    }
}

/// Explores a level from a state.
pub(super) fn explore<'a>(
    ground: &'a Ground,
    from: &State<Counts>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Move> + 'a> {
    match ground.layout.bits {
        0..=32 => explore_with::<u32>(ground, from, options, monitor),
        33..=64 => explore_with::<u64>(ground, from, options, monitor),
        _ => explore_with::<Counts>(ground, from, options, monitor),
    }
}

/// The interrupt is for the search alone: who reads its result needs complete expansions.
fn explore_with<'a, H: Hand>(
    ground: &'a Ground,
    from: &State<Counts>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Move> + 'a> {
    let interrupt = monitor.interrupt(&options.limits);
    let space =
        unriddle_search::explore(&SearchLevel::<H>::new(ground, from, Some(&interrupt)), options, monitor);
    with_space(SearchLevel::<H>::new(ground, from, None), space)
}

/// Checks a level by exhaustive search.
pub(super) fn audit(ground: &Ground, start: &State<Counts>, most: usize) -> Result<Audit, String> {
    match ground.layout.bits {
        0..=32 => audited(&SearchLevel::<u32>::new(ground, start, None), most),
        33..=64 => audited(&SearchLevel::<u64>::new(ground, start, None), most),
        _ => audited(&SearchLevel::<Counts>::new(ground, start, None), most),
    }
}
