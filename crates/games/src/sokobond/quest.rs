//! The level in the form in which it is searched.
//!
//! Three things make it smaller or its answer better than the plain level of single moves:
//!
//! - a helium player is followed from push to push ([`walk`](super::walk));
//! - where the rules allow, equal atoms and mirror images count as one ([`blur`](super::blur));
//! - a move that leans on something uncertain costs a trifle more, so that among shortest
//!   solutions one that leans on little is found ([`leaning`](super::leaning)).
//!
//! Costs are counted in units of [`MOVE`]. A solution is played in the level itself before it is
//! given. Where a blurred level has only solutions that do not play, the level is searched as it is.

use unriddle_search::{
    Cost, Goal, Interrupt, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Report, Solution,
    solve_with,
};

use super::bench::{Bench, at_bench};
use super::blur::{Blur, each_bonding};
use super::leaning::Leaning;
use super::level::{Cell, Level};
use super::stages::Stages;
use super::state::{State, Words};
use super::walk::way;
use crate::Direction;

/// What a move costs in the search. A solution would need as many leaning moves to cost a move more.
const MOVE: Cost = 1024;
/// What it costs besides to lean on something.
const LEANING: Cost = 1;

/// How many states are looked at for just any solution before the search is begun otherwise: where
/// the estimate leads, and then stage by stage.
const LED: u64 = 1_000_000;
const STAGED: u64 = 20_000_000;

/// The player walks to a cell, if it is not there already, and then moves on in a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    stand: Cell,
    direction: Direction,
}

/// A level to be searched.
pub(crate) struct Quest<'a, W> {
    pub(super) level: &'a Level<W>,
    pub(super) blur: Option<&'a Blur>,
    /// Whether the player is followed from push to push.
    pub(super) walks: bool,
    /// Asked between pushes: on a large board there are thousands.
    pub(super) interrupt: Option<&'a Interrupt<'a>>,
}

impl<W: Words> Puzzle for Quest<'_, W> {
    type State = State<W>;
    type Move = Leg;

    fn start(&self) -> State<W> {
        self.level.start()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        self.level.is_solved(state)
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(Leg, Cost, State<W>)) {
        let lab = &*self.level.lab;
        at_bench(|bench| {
            bench.scene.load(lab, state);
            if !self.walks {
                let stand = bench.scene.atoms[lab.player].cell;
                for direction in Direction::ALL {
                    self.step(bench, Leg { stand, direction }, MOVE, &mut visit);
                }
                return;
            }
            bench.walk.flood(lab, &bench.scene);
            for at in 0..bench.walk.reached.len() {
                if at % 64 == 63 && self.interrupt.is_some_and(Interrupt::is_raised) {
                    return;
                }
                let stand = bench.walk.reached[at];
                let cost = MOVE * (Cost::from(bench.walk.steps(stand)) + 1);
                bench.scene.lift(lab.player);
                // A cell that was walked to is empty.
                let _ = bench.scene.put(lab.player, stand);
                for direction in Direction::ALL {
                    if bench.scene.neighbour(lab, lab.player, direction).is_some() {
                        self.step(bench, Leg { stand, direction }, cost, &mut visit);
                    }
                }
            }
        });
    }

    fn least_cost(&self) -> Cost {
        MOVE
    }

    fn cost_scale(&self) -> Cost {
        MOVE
    }

    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        Some(self.level.lower_bound(state)?.saturating_mul(MOVE))
    }

    fn estimate(&self, state: &State<W>) -> Cost {
        let lab = &*self.level.lab;
        at_bench(|bench| {
            bench.scene.load(lab, state);
            bench.marks.estimate(lab, &bench.scene).saturating_mul(MOVE / 12)
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        self.level.heap_bytes(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.interrupt
    }

    fn canonical(&self, state: State<W>) -> State<W> {
        let Some(blur) = self.blur else { return state };
        at_bench(|bench| {
            bench.scene.load(&self.level.lab, &state);
            blur.canonical(&self.level.lab, &bench.scene, &mut bench.fields)
        })
    }
}

impl<'a, W: Words> Quest<'a, W> {
    /// The level in its smallest form.
    pub(super) fn new(level: &'a Level<W>, interrupt: Option<&'a Interrupt<'a>>) -> Self {
        let lab = &*level.lab;
        let walks = lab.atoms[lab.player].valence() == 0;
        Quest { level, blur: lab.blur.as_ref(), walks, interrupt }
    }

    /// Makes the move at the end of a leg, from the scene of the bench.
    #[inline]
    fn step(&self, bench: &mut Bench, leg: Leg, cost: Cost, visit: &mut impl FnMut(Leg, Cost, State<W>)) {
        let lab = &*self.level.lab;
        let Bench { scene, motion, marks, unbonded, .. } = bench;
        if motion.carry_out(lab, scene, leg.direction).is_err() {
            return;
        }
        if self.blur.is_some() && motion.is_anybody_willing(lab) {
            unbonded.clone_from(&motion.after);
        }
        let bonded = motion.bond(lab);
        let cost = if motion.leanings.is_empty() { cost } else { cost + LEANING };
        let open = self.blur.is_some() && motion.leanings.has(Leaning::OpenBond);
        if !(bonded && marks.is_lost_by_bonding(lab, &motion.after)) {
            visit(leg, cost, motion.after.pack(lab));
        }
        if open {
            let after = &motion.after;
            each_bonding(lab, unbonded, &mut |other| {
                if other != after && !marks.is_lost_by_bonding(lab, other) {
                    visit(leg, cost, other.pack(lab));
                }
            });
        }
    }
}

/// Searches a level for one solution.
pub(crate) fn solve<W: Words>(
    level: &Level<W>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Level<W>> {
    let interrupt = monitor.interrupt(&options.limits);
    let quest = Quest::new(level, Some(&interrupt));
    let report = either_way(&quest, options, monitor);
    if let Some(outcome) = report.outcome.clone().map(|solution| played(level, &solution)) {
        return report.translated(outcome);
    }
    // It only solves the blurred level: no shorter one can be there, but which one is real?
    let quest = Quest { blur: None, ..quest };
    let report = solve_with(&quest, options, monitor);
    let outcome = report.outcome.clone().map(|solution| played(level, &solution));
    report.translated(outcome.expect("what solves the level itself can be played"))
}

/// Searches a quest. For just any solution the estimate leads, but only so far: what it has not found
/// by then, it has been led away from. Then bonds are made stage by stage; and at last the search
/// for a shortest solution is the better hope.
fn either_way<'a, W: Words>(
    quest: &Quest<'a, W>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Quest<'a, W>> {
    let limits = options.limits;
    let led = options.goal == Goal::Any && options.method == Method::Auto;
    // From push to push an estimate soon leads nowhere, or to the end.
    let first = if quest.walks { LED / 10 } else { LED };
    if !led || limits.states.is_some_and(|most| most <= first) {
        return solve_with(quest, options, monitor);
    }
    let within = |states| Options { limits: Limits { states: Some(states), ..limits }, ..*options };
    let report = solve_with(quest, &within(first), monitor);
    let Outcome::Stopped { limit: Limit::States, bound } = report.outcome else { return report };
    // Pushes are no moves: a limit on what a solution costs cannot be kept there.
    if limits.cost.is_none() && limits.states.is_none_or(|most| most > STAGED) {
        let report = solve_with(&Stages(quest), &within(STAGED), monitor);
        match report.outcome.clone() {
            Outcome::Stopped { limit: Limit::States, .. } => {}
            // What is known of moves was learnt before.
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => {
                return report.translated(Outcome::Solved { solution, bound, limit: None });
            }
            Outcome::Stopped { limit, bound: pushes } => {
                return report.translated(Outcome::Stopped { limit, bound: pushes.max(bound) });
            }
            unsolvable => return report.translated(unsolvable),
        }
    }
    solve_with(quest, &Options { method: Method::AStar, ..*options }, monitor)
}

/// Plays a solution in the level itself; `None` if it does not solve it there.
fn played<W: Words>(level: &Level<W>, solution: &Solution<Leg>) -> Option<Solution<Direction>> {
    let lab = &*level.lab;
    at_bench(|bench| {
        bench.scene.load(lab, &level.start);
        let mut moves = Vec::new();
        for leg in &solution.moves {
            let first = moves.len();
            moves.extend(way(lab, &bench.scene, leg.stand)?);
            moves.push(leg.direction);
            for &direction in &moves[first..] {
                bench.motion.run(lab, &bench.scene, direction).ok()?;
                std::mem::swap(&mut bench.scene, &mut bench.motion.after);
            }
        }
        bench.scene.is_solved().then_some(Solution { cost: moves.len() as Cost, moves })
    })
}
