//! The search with macro moves.
//!
//! It differs from the search of single moves in three ways:
//!
//! - A helium player walks and pushes in one macro move ([`reachability`](super::reachability)).
//! - Where the rules allow it, states that differ only by equal atoms or by a symmetry of the board are
//!   replaced by one canonical state ([`symmetry`](super::symmetry)).
//! - A move that relies on an uncertain rule costs slightly more, so that among shortest solutions one
//!   with few such moves is found ([`assumptions`](super::assumptions)).
//!
//! A move costs [`MOVE`]. Every solution is replayed in the level itself before it is returned. If the
//! solution of a level reduced by symmetry cannot be replayed, the level is searched again without that
//! reduction.

use std::sync::Arc;

use unriddle_kit::Direction;
use unriddle_search::{
    Cost, Flat, FlatPuzzle, FlatTuning, Goal, Interrupt, Limit, Limits, Method, Monitor, Options, Outcome,
    Report, Solution, solve_with,
};

use super::assumptions::Assumption;
use super::hub_table::Partners;
use super::level::{Board, Cell, Element, SearchLevel};
use super::meetings::Meetings;
use super::reachability::shortest_path;
use super::scratch::{Scratch, with_scratch};
use super::shift::{Shift, take_first};
use super::strategies::search_for_any;
use super::symmetry::{EqualStates, each_bonding};

/// The cost of a move in the search. It is so large that a longer solution is preferred only if it avoids
/// at least this many uncertain moves.
const MOVE: Cost = 1024;
/// The surcharge of a move that relies on an uncertain rule.
const SURCHARGE: Cost = 1;

/// The cost of a move in a search led by the estimate, which is given in these units. Uncertain rules do not
/// matter there, and the engine's queue is fastest where costs are small.
const GUIDED_MOVE: Cost = 12;

/// The player walks to a cell, unless it is there already, and then moves in a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroMove {
    stand: Cell,
    direction: Direction,
}

/// A level as it is searched with macro moves.
#[derive(Clone, Copy)]
pub(crate) struct MacroPuzzle<'a> {
    pub(super) level: &'a SearchLevel,
    pub(super) symmetry: Option<&'a EqualStates>,
    /// Whether a macro move is a walk and a push, rather than a single move.
    pub(super) walks: bool,
    /// The cost of a move: [`MOVE`] or [`GUIDED_MOVE`].
    pub(super) move_cost: Cost,
    /// Checked between pushes, as on a large board a state has thousands.
    pub(super) interrupt: Option<&'a Interrupt<'a>>,
}

impl FlatPuzzle for MacroPuzzle<'_> {
    type Move = MacroMove;

    fn words(&self) -> usize {
        self.level.words()
    }

    fn start(&self, state: &mut [u64]) {
        self.level.start(state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.level.is_solved(state)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(MacroMove, Cost, &[u64])) {
        let board = &*self.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.molecules.find(board, &scratch.arrangement);
            if !self.walks {
                let stand = scratch.arrangement.atoms[board.player].cell;
                for direction in Direction::ALL {
                    let mv = MacroMove { stand, direction };
                    self.step(scratch, state, mv, self.move_cost, next, &mut visit);
                }
                return;
            }
            scratch.reachability.flood(board, &scratch.arrangement);
            scratch.arrangement.lift(board.player);
            for atom in (0..board.atoms.len()).filter(|&atom| atom != board.player) {
                if atom % 64 == 63 && self.interrupt.is_some_and(Interrupt::is_raised) {
                    return;
                }
                let site = &board.sites[scratch.arrangement.atoms[atom].cell.index()];
                for direction in Direction::ALL {
                    let stand = site.next[direction.opposite() as usize];
                    if let Some(steps) = scratch.reachability.steps(stand) {
                        let cost = self.move_cost * (Cost::from(steps) + 1);
                        scratch.arrangement.hold_over(board.player, stand);
                        self.step(scratch, state, MacroMove { stand, direction }, cost, next, &mut visit);
                    }
                }
            }
        });
    }

    fn tuning(&self) -> FlatTuning<Self> {
        FlatTuning { min_move_cost: self.move_cost, cost_scale: self.move_cost, ..FlatTuning::default() }
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        Some(self.level.lower_bound(state)?.saturating_mul(self.move_cost))
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        let board = &*self.level.board;
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.bounds.estimate(board, &scratch.arrangement).saturating_mul(self.move_cost / GUIDED_MOVE)
        })
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.interrupt
    }

    fn canonical<'s>(&self, state: &'s [u64], room: &'s mut [u64]) -> &'s [u64] {
        let Some(symmetry) = self.symmetry else { return state };
        let board = &*self.level.board;
        if symmetry.is_fixed(board, state) {
            return symmetry.sorted(board, state, room);
        }
        with_scratch(|scratch| {
            scratch.arrangement.load(board, state);
            scratch.least_image.clear();
            symmetry.compare(board, &scratch.arrangement, &mut scratch.least_image);
            scratch.least_image.pack(board, room);
        });
        room
    }
}

impl<'a> MacroPuzzle<'a> {
    /// The level with every reduction that its rules allow.
    pub(super) fn new(level: &'a SearchLevel, interrupt: Option<&'a Interrupt<'a>>) -> Self {
        let board = &*level.board;
        let walks = board.atoms[board.player].valence() == 0;
        MacroPuzzle { level, symmetry: board.symmetry.as_ref(), walks, move_cost: MOVE, interrupt }
    }

    /// The same puzzle for a search that is led by the estimate.
    pub(super) fn guided(&self) -> Self {
        MacroPuzzle { move_cost: GUIDED_MOVE, ..*self }
    }

    /// The same puzzle, which is never interrupted.
    pub(super) fn without_interrupt(&self) -> Self {
        MacroPuzzle { interrupt: None, ..*self }
    }

    /// Visits the states after the last move of a macro move from `state`, with the player already at its
    /// stand. A player that walks was lifted.
    #[inline]
    fn step(
        &self,
        scratch: &mut Scratch,
        state: &[u64],
        mv: MacroMove,
        cost: Cost,
        next: &mut [u64],
        visit: &mut impl FnMut(MacroMove, Cost, &[u64]),
    ) {
        let board = &*self.level.board;
        let Scratch { arrangement, molecules, .. } = scratch;
        match molecules.shift(board, arrangement, mv.direction) {
            Shift::Blocked => {}
            Shift::Plain(mut moving) => {
                next.copy_from_slice(state);
                while let Some(atom) = take_first(&mut moving) {
                    let site = &board.sites[arrangement.atoms[atom].cell.index()];
                    board.layout.set_cell(next, atom, site.next[mv.direction as usize]);
                }
                visit(mv, cost, next);
            }
            shift => {
                if self.walks {
                    // This cannot fail: a reachable cell is empty.
                    let _ = arrangement.put(board.player, mv.stand);
                }
                self.step_with_bonds(scratch, shift, mv, cost, next, visit);
                if self.walks {
                    scratch.arrangement.lift(board.player);
                }
            }
        }
    }

    /// The same for a move that may change bonds.
    fn step_with_bonds(
        &self,
        scratch: &mut Scratch,
        shift: Shift,
        mv: MacroMove,
        cost: Cost,
        next: &mut [u64],
        visit: &mut impl FnMut(MacroMove, Cost, &[u64]),
    ) {
        let board = &*self.level.board;
        let Scratch { arrangement, motion, bounds, unbonded, .. } = scratch;
        if let Shift::Bonding(moving) = shift {
            motion.shift(board, arrangement, mv.direction, moving);
        } else if motion.carry_out(board, arrangement, mv.direction).is_err() {
            self.level.applied.note(motion.assumptions);
            return;
        }
        if self.symmetry.is_some() && motion.can_anything_bond(board) {
            unbonded.clone_from(&motion.after);
        }
        let bonded = motion.bond(board);
        self.level.applied.note(motion.assumptions);
        let surcharged = self.move_cost == MOVE && !motion.assumptions.is_empty();
        let cost = if surcharged { cost + SURCHARGE } else { cost };
        let ambiguous = self.symmetry.is_some() && motion.assumptions.has(Assumption::AmbiguousBond);
        if !(bonded && bounds.is_dead_after_bonding(board, &motion.after)) {
            motion.after.pack(board, next);
            visit(mv, cost, next);
        }
        if ambiguous {
            let after = &motion.after;
            each_bonding(board, unbonded, &mut |other| {
                if other != after && !bounds.is_dead_after_bonding(board, other) {
                    other.pack(board, next);
                    visit(mv, cost, next);
                }
            });
        }
    }
}

/// A search of so many states is over before the tables of meetings are built.
const STATES_WITHOUT_TABLES: u64 = 10_000;

/// A search for any solution assumes for so many states that atoms which need several partners bond with
/// hydrogen atoms only, where that is possible.
const STATES_WITH_HYDROGENS_ONLY: u64 = 4_000_000;

/// Searches a level for one solution: without tables first, since most searches are short.
pub(crate) fn solve(
    level: &SearchLevel,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<SearchLevel>> {
    if !Meetings::suit(&level.board) {
        return solve_in_form(level, options, monitor);
    }
    if options.limits.states.is_none_or(|most| most > STATES_WITHOUT_TABLES) {
        let limits = Limits { states: Some(STATES_WITHOUT_TABLES), ..options.limits };
        let report = solve_in_form(level, &Options { limits, ..*options }, monitor);
        if !matches!(
            report.outcome,
            Outcome::Stopped { limit: Limit::States, .. }
                | Outcome::Solved { limit: Some(Limit::States), .. }
        ) {
            return report;
        }
    }
    let meetings = level.meetings.clone().or_else(|| Meetings::new(&level.board).map(Arc::new));
    let level = &SearchLevel { meetings, ..level.clone() };
    let is_any = options.goal == Goal::Any && options.method == Method::Auto;
    if is_any && level.meetings.is_some() && hydrogens_suffice(&level.board) {
        let most = options.limits.states.unwrap_or(u64::MAX).min(STATES_WITH_HYDROGENS_ONLY);
        let limits = Limits { states: Some(most), ..options.limits };
        let assuming = SearchLevel { partners: Partners::Hydrogens, ..level.clone() };
        let report = solve_in_form(&assuming, &Options { limits, ..*options }, monitor);
        if let Some(solution) = report.outcome.solution().cloned() {
            // What was proved holds under the assumption only.
            let bound = level.lower_bound(&level.start).unwrap_or(0);
            return report.translated(Outcome::Solved { solution, bound, limit: None });
        }
    }
    solve_in_form(level, options, monitor)
}

/// Whether all atoms that need several partners can have hydrogen atoms only, with none left over.
fn hydrogens_suffice(board: &Board) -> bool {
    let hydrogens = board.atoms.iter().filter(|&&element| element == Element::Hydrogen).count();
    let electrons: usize = board.atoms.iter().map(|element| usize::from(element.valence())).sum();
    !board.prospects.weakens && electrons == 2 * hydrogens
}

/// Searches a level in the form in which it is given.
fn solve_in_form(
    level: &SearchLevel,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<SearchLevel>> {
    let interrupt = monitor.interrupt(&options.limits);
    let puzzle = MacroPuzzle::new(level, Some(&interrupt));
    let report = search(&puzzle, options, monitor);
    if let Some(outcome) = report.outcome.clone().map(|solution| played(level, &solution)) {
        return report.translated(outcome);
    }
    // The solution only solves the reduced level. Its cost is a lower bound, but the level itself may
    // need more moves.
    let puzzle = MacroPuzzle { symmetry: None, ..puzzle };
    let report = search(&puzzle, options, monitor);
    let outcome = report.outcome.clone().map(|solution| played(level, &solution));
    report.translated(outcome.expect("a solution of the level itself can be replayed"))
}

fn search<'a>(
    puzzle: &MacroPuzzle<'a>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<MacroPuzzle<'a>>> {
    match (options.goal, options.method) {
        (Goal::Any, Method::Auto) => search_for_any(puzzle, options, monitor),
        _ => solve_with(&Flat(*puzzle), options, monitor),
    }
}

/// Replays a solution in the level itself; `None` if it does not solve the level.
fn played(level: &SearchLevel, solution: &Solution<MacroMove>) -> Option<Solution<Direction>> {
    let board = &*level.board;
    with_scratch(|scratch| {
        scratch.arrangement.load(board, &level.start);
        let mut moves = Vec::new();
        for mv in &solution.moves {
            let first = moves.len();
            moves.extend(shortest_path(board, &scratch.arrangement, mv.stand)?);
            moves.push(mv.direction);
            for &direction in &moves[first..] {
                scratch.motion.run(board, &scratch.arrangement, direction).ok()?;
                std::mem::swap(&mut scratch.arrangement, &mut scratch.motion.after);
            }
        }
        scratch.arrangement.is_solved().then_some(Solution { cost: moves.len() as Cost, moves })
    })
}
