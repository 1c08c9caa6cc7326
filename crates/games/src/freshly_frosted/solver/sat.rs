//! A SAT solver with limits: clauses in, models out.
//!
//! A thin wrapper around `batsat`, a Rust version of MiniSat. It adds a budget of conflicts, so that
//! a search is the same on every machine; a check of the [`SolverMonitor`] every few decisions, for
//! time, memory and the cancel flag; and an account of the memory that the clauses take.

use std::cell::Cell;

use batsat::callbacks::Callbacks;
use batsat::theory::Theory;
use batsat::{ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::monitor::SolverMonitor;

/// Decisions, or clauses added, between two checks of the monitor.
const CHECK_INTERVAL: u32 = 32;
/// The memory for a variable, in bytes: its values, its activity and two watch lists.
const VARIABLE: usize = 160;
/// The memory for a clause without its literals, in bytes: a header, two watches and a list entry.
const CLAUSE: usize = 48;

/// The result of a call to [`Sat::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SatResult {
    /// A model was found.
    Model,
    /// No model satisfies the assumptions.
    Unsatisfiable,
    /// The budget is spent.
    Spent,
    /// A limit of the search was hit.
    Over,
}

/// How soon the solver forgets which variables were part of conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decay {
    Slow,
    Fast,
}

impl Decay {
    fn factor(self) -> f64 {
        match self {
            Decay::Slow => 0.95,
            Decay::Fast => 0.9,
        }
    }
}

/// Decides when the solver stops.
struct Halt<'g> {
    monitor: &'g dyn SolverMonitor,
    conflicts: u64,
    budget: u64,
    until_check: Cell<u32>,
    bytes: usize,
}

impl Halt<'_> {
    fn hold(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.monitor.hold(bytes);
    }

    /// Whether a limit of the search was hit. Checks the monitor only every few calls.
    fn is_over(&self) -> bool {
        match self.until_check.get() {
            0 => {
                self.until_check.set(CHECK_INTERVAL);
                self.monitor.is_over()
            }
            left => {
                self.until_check.set(left - 1);
                self.monitor.limit().is_some()
            }
        }
    }
}

impl Callbacks for Halt<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.monitor.note_conflict();
        self.conflicts += 1;
        self.hold(CLAUSE + 4 * clause.len());
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.monitor.note_deleted();
        let bytes = CLAUSE + 4 * clause.len();
        self.bytes = self.bytes.saturating_sub(bytes);
        self.monitor.release(bytes);
    }

    fn stop(&self) -> bool {
        self.monitor.note_decision();
        self.conflicts >= self.budget || self.is_over()
    }
}

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.monitor.release(self.bytes);
    }
}

/// A SAT instance with its solver.
pub(super) struct Sat<'g> {
    solver: Solver<Halt<'g>>,
    buffer: Vec<Lit>,
}

impl<'g> Sat<'g> {
    /// An empty instance.
    pub(super) fn new(monitor: &'g dyn SolverMonitor, decay: Decay) -> Self {
        let halt = Halt { monitor, conflicts: 0, budget: 0, until_check: Cell::new(0), bytes: 0 };
        let options = SolverOpts { var_decay: decay.factor(), ..SolverOpts::default() };
        Sat { solver: Solver::new(options, halt), buffer: Vec::new() }
    }

    /// Adds a variable, which the solver first tries as false. Works even after a limit is hit.
    pub(super) fn variable(&mut self) -> Lit {
        self.hold(VARIABLE);
        self.solver.cb().is_over();
        Lit::new(self.solver.new_var(lbool::UNDEF, true), true)
    }

    /// Adds a clause: at least one of the literals is true. Once a limit of the search is hit, nothing
    /// is added and no model is found.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let halt = self.solver.cb_mut();
        if halt.is_over() {
            return;
        }
        halt.hold(CLAUSE + 4 * clause.len());
        self.buffer.clear();
        self.buffer.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Accounts for further memory that belongs to this instance.
    pub(super) fn hold(&mut self, bytes: usize) {
        self.solver.cb_mut().hold(bytes);
    }

    /// The monitor that it checks.
    pub(super) fn monitor(&self) -> &'g dyn SolverMonitor {
        self.solver.cb().monitor
    }

    /// Whether a limit of the search was hit.
    pub(super) fn is_over(&self) -> bool {
        self.monitor().limit().is_some()
    }

    /// Adds clauses: at most one of the literals is true.
    pub(super) fn at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= 6 {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().for_each(|&other| self.add(&[!one, !other]));
            }
            return;
        }
        // Two halves, and a variable that selects one of them.
        let (first, second) = literals.split_at(literals.len() / 2);
        let in_first = self.variable();
        first.iter().for_each(|&one| self.add(&[!one, in_first]));
        second.iter().for_each(|&one| self.add(&[!one, !in_first]));
        self.at_most_one(first);
        self.at_most_one(second);
    }

    /// Searches for a model that satisfies the assumptions, for at most `budget` conflicts.
    pub(super) fn solve(&mut self, assumptions: &[Lit], budget: u64, theory: &mut impl Theory) -> SatResult {
        let halt = self.solver.cb_mut();
        halt.budget = halt.conflicts.saturating_add(budget);
        if halt.monitor.limit().is_some() {
            return SatResult::Over;
        }
        let result = self.solver.solve_limited_th(theory, assumptions);
        if result == lbool::TRUE {
            SatResult::Model
        } else if result == lbool::FALSE {
            SatResult::Unsatisfiable
        } else if self.is_over() {
            SatResult::Over
        } else {
            SatResult::Spent
        }
    }

    /// Whether a literal is true in the last model.
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// Whether the last proof that no model exists used this assumption.
    pub(super) fn is_in_core(&self, assumption: Lit) -> bool {
        self.solver.unsat_core_contains_var(assumption.var())
    }

    /// The number of conflicts so far.
    pub(super) fn conflicts(&self) -> u64 {
        self.solver.cb().conflicts
    }
}
