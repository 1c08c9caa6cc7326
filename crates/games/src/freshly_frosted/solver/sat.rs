//! A SAT solver that keeps to limits: clauses in, models out.
//!
//! Thin over `batsat`, a MiniSat in Rust. What it adds: a budget in contradictions, so that a search
//! is the same on every machine; a look at the [`Gauge`] every few choices, so that time, memory
//! and the cancel flag are kept; and an account of the memory that the clauses take.

use std::cell::Cell;

use batsat::callbacks::Callbacks;
use batsat::theory::Theory;
use batsat::{ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::gauge::Gauge;

/// Choices, or clauses added, between two looks at the gauge.
const BETWEEN_LOOKS: u32 = 32;
/// What a variable takes in memory, in bytes: its values, activity, two lists of watches.
const VARIABLE: usize = 160;
/// What a clause takes beside its literals, in bytes: a header, two watches, its place in a list.
const CLAUSE: usize = 48;

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// All clauses hold in the model.
    Model,
    /// They cannot all hold, under the assumptions made.
    Contradiction,
    /// The budget is spent.
    Spent,
    /// A limit of the search was hit.
    Over,
}

/// What the solver is asked to stop for.
struct Halt<'g> {
    gauge: &'g dyn Gauge,
    contradictions: u64,
    budget: u64,
    until_look: Cell<u32>,
    bytes: usize,
}

impl Halt<'_> {
    fn hold(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.gauge.hold(bytes);
    }

    /// Whether a limit of the search was hit; looks only every few times.
    fn is_over(&self) -> bool {
        match self.until_look.get() {
            0 => {
                self.until_look.set(BETWEEN_LOOKS);
                self.gauge.is_over()
            }
            left => {
                self.until_look.set(left - 1);
                self.gauge.limit().is_some()
            }
        }
    }
}

impl Callbacks for Halt<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.gauge.note_contradiction();
        self.contradictions += 1;
        self.hold(CLAUSE + 4 * clause.len());
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.gauge.note_forgotten();
        let bytes = CLAUSE + 4 * clause.len();
        self.bytes = self.bytes.saturating_sub(bytes);
        self.gauge.release(bytes);
    }

    fn stop(&self) -> bool {
        self.gauge.note_choice();
        self.contradictions >= self.budget || self.is_over()
    }
}

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.gauge.release(self.bytes);
    }
}

/// Clauses, and what is known about them.
pub(super) struct Sat<'g> {
    solver: Solver<Halt<'g>>,
    buffer: Vec<Lit>,
}

impl<'g> Sat<'g> {
    /// No variables and no clauses.
    pub(super) fn new(gauge: &'g dyn Gauge) -> Self {
        let halt = Halt { gauge, contradictions: 0, budget: 0, until_look: Cell::new(0), bytes: 0 };
        Sat { solver: Solver::new(SolverOpts::default(), halt), buffer: Vec::new() }
    }

    /// A new variable, which is first tried as false. There is always one, also when a limit is hit.
    pub(super) fn variable(&mut self) -> Lit {
        self.hold(VARIABLE);
        self.solver.cb().is_over();
        Lit::new(self.solver.new_var(lbool::UNDEF, true), true)
    }

    /// Demands that one of the literals holds. Once a limit of the search is hit, nothing is added any
    /// more, and no model is found.
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

    /// So many bytes more are held by what belongs to it.
    pub(super) fn hold(&mut self, bytes: usize) {
        self.solver.cb_mut().hold(bytes);
    }

    /// What it looks at.
    pub(super) fn gauge(&self) -> &'g dyn Gauge {
        self.solver.cb().gauge
    }

    /// Whether a limit of the search was hit.
    pub(super) fn is_over(&self) -> bool {
        self.gauge().limit().is_some()
    }

    /// Demands that at most one of the literals holds.
    pub(super) fn at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= 6 {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().for_each(|&other| self.add(&[!one, !other]));
            }
            return;
        }
        // In two halves, with a variable that says in which.
        let (first, second) = literals.split_at(literals.len() / 2);
        let in_first = self.variable();
        first.iter().for_each(|&one| self.add(&[!one, in_first]));
        second.iter().for_each(|&one| self.add(&[!one, !in_first]));
        self.at_most_one(first);
        self.at_most_one(second);
    }

    /// Looks for a model in which the assumptions hold, for at most `budget` contradictions.
    pub(super) fn solve(&mut self, assumptions: &[Lit], budget: u64, theory: &mut impl Theory) -> Verdict {
        let halt = self.solver.cb_mut();
        halt.budget = halt.contradictions.saturating_add(budget);
        if halt.gauge.limit().is_some() {
            return Verdict::Over;
        }
        let verdict = self.solver.solve_limited_th(theory, assumptions);
        if verdict == lbool::TRUE {
            Verdict::Model
        } else if verdict == lbool::FALSE {
            Verdict::Contradiction
        } else if self.is_over() {
            Verdict::Over
        } else {
            Verdict::Spent
        }
    }

    /// Whether a literal holds in the model found last.
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// How many contradictions it has met.
    pub(super) fn contradictions(&self) -> u64 {
        self.solver.cb().contradictions
    }
}
