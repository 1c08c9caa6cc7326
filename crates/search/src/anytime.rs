//! Anytime search: some solution soon, then better ones, at last an optimal one with its proof.
//!
//! Weighted best-first search, by cost so far plus a multiple of the puzzle's estimate: greedy
//! enough to dive for a solution. The search then continues and prunes whatever cannot beat the
//! best solution found; when the open list is empty, that solution is optimal. The estimate only
//! decides the order, never what is pruned, so it need not be admissible.
//!
//! A puzzle may divide its states into [queue classes](crate::Tuning::queue_class). Each class has an
//! open list of its own, and the lists take turns, one state each.
//!
//! One thread; memory as for A*.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use crate::closed::{ClosedList, chain_to};
use crate::distributed::Solo;
use crate::queue::Queue;
use crate::replay::{MoveIndex, replay};
use crate::searchable::StateGraph;
use crate::solve::OnSolution;
use crate::store::{Generated, GeneratedList, Link, Store, Stored, hash_of};
use crate::{Cost, Counts, Goal, Limit, Outcome, Run, Solution};

/// The weight of the estimate in the priority, relative to the cost so far. With more weight the first
/// solution comes sooner and is worse.
const WEIGHT: Cost = 4;
/// Marks the cost of a state that was expanded at that cost.
const EXPANDED: u32 = 1 << 31;

struct Anytime<'a, 'f, S: ?Sized + Stored> {
    puzzle: &'a dyn StateGraph<S>,
    on_solution: Option<&'a mut OnSolution<'f>>,
    scratch: S::Scratch,
    /// Each state with its least known cost, which has the mark [`EXPANDED`].
    store: Store<S, Link>,
    /// The open list of each queue class.
    queues: Vec<Queue>,
    /// The queue class that was served last.
    turn: usize,
    /// For each sum of cost and lower bound, the number of open states that have it.
    open_totals: BTreeMap<Cost, u64>,
    best: Option<(Cost, u32)>,
    most_cost: Cost,
    /// Memory that the states own on the heap.
    heap_bytes: usize,
    /// The memory held at the last check.
    bytes_before: usize,
    counts: Counts,
}

pub(crate) fn anytime<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    goal: Goal,
    on_solution: Option<&mut OnSolution<'_>>,
    run: &mut Run<'_, '_>,
) -> Outcome<MoveIndex> {
    Solo::finish(puzzle, run, |run| search(puzzle, goal, on_solution, run))
}

fn search<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    goal: Goal,
    on_solution: Option<&mut OnSolution<'_>>,
    run: &mut Run<'_, '_>,
) -> Solo<S> {
    let mut search = Anytime {
        puzzle,
        on_solution,
        scratch: puzzle.scratch(),
        store: Store::new(puzzle.words()),
        queues: Vec::new(),
        turn: 0,
        open_totals: BTreeMap::new(),
        best: None,
        most_cost: run.most_cost().min(EXPANDED - 1),
        heap_bytes: 0,
        bytes_before: 0,
        counts: Counts::default(),
    };
    // A search that was stopped still has its best solution so far.
    let _ = search.run(goal, run);
    run.set_counts(search.counts);
    Solo::new(&search, search.best.map(|(_, number)| number))
}

impl<S: ?Sized + Stored> Anytime<'_, '_, S> {
    /// Fails with the limit that stopped the search.
    fn run(&mut self, goal: Goal, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let start = self.puzzle.canonical(self.puzzle.start());
        let start: &S = start.borrow();
        self.reach(&Generated { hash: hash_of(start), parent: 0, cost: 0, state: start }, run)?;
        let mut next = GeneratedList::new(self.puzzle.words(), 0);
        loop {
            if let Some((cost, _)) = self.best
                && (goal == Goal::Any || self.bound() >= cost)
            {
                return run.raise_bound(self.bound());
            }
            let Some((class, priority)) = self.next_in_turn() else { return run.exhaust() };
            // A limit on states must not depend on the clock, so that what follows it does not either.
            if run.is_check_due(1) || self.counts.stored >= run.most_states() {
                self.check(run)?;
            }
            let Some(number) = self.queues[class].pop(priority) else { continue };
            self.expand(number, &mut next, run)?;
        }
    }

    /// The next queue class with an open state, and its lowest priority.
    fn next_in_turn(&mut self) -> Option<(usize, Cost)> {
        for _ in 0..self.queues.len() {
            self.turn = (self.turn + 1) % self.queues.len();
            if let Some(priority) = self.queues[self.turn].lowest() {
                return Some((self.turn, priority));
            }
        }
        None
    }

    /// Expands a state, unless it was expanded at this cost or cannot beat the best solution.
    fn expand(
        &mut self,
        number: u32,
        next: &mut S::GeneratedList,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Limit> {
        let cost = self.store.cost(number);
        if cost & EXPANDED != 0 {
            return Ok(());
        }
        self.store.set_link(number, self.store.parent(number), cost | EXPANDED);
        let state = self.store.state(number);
        let Some(rest) = self.puzzle.lower_bound(state) else { return Ok(()) };
        let total = cost.saturating_add(rest);
        self.remove_total(total);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return Ok(());
        }
        self.counts.expanded += 1;
        next.truncate(0);
        self.puzzle.canonical_successors(self.store.state(number), &mut self.scratch, &mut |step, state| {
            next.push(hash_of::<S>(state.borrow()), number, cost.saturating_add(step), state);
        });
        self.counts.generated += next.len() as u64;
        (0..next.len()).try_for_each(|at| self.reach(&next.get(at), run))
    }

    /// Stores a generated state and adds it to the open list, unless it is known at this cost or pruned.
    fn reach(&mut self, generated: &Generated<'_, S>, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        run.check_interruption()?;
        let &Generated { hash, parent, cost, state } = generated;
        self.store.make_room(1);
        let found = self.store.find(hash, state);
        let before = found.map(|number| self.store.cost(number));
        if before.is_ok_and(|before| before & !EXPANDED <= cost) {
            return Ok(());
        }
        let Some(rest) = self.puzzle.lower_bound(state) else { return Ok(()) };
        let total = cost.saturating_add(rest);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return Ok(());
        }
        if total > self.most_cost {
            run.leave_out(Limit::Cost, total);
            return Ok(());
        }
        let (solved, heap_bytes) = self.puzzle.on_store(state);
        let priority = cost.saturating_add(self.puzzle.estimate(state).saturating_mul(WEIGHT));
        let number = match found {
            Ok(number) => {
                // It is open at its old cost, unless it was expanded or is solved.
                if let Ok(before) = before
                    && before & EXPANDED == 0
                    && !solved
                {
                    self.remove_total(before.saturating_add(rest));
                }
                self.store.set_link(number, parent, cost);
                number
            }
            Err(vacancy) => {
                self.counts.stored += 1;
                self.heap_bytes += heap_bytes;
                self.store.add(vacancy, hash, state, parent, cost)
            }
        };
        if solved {
            self.best = Some((cost, number));
            if self.on_solution.is_some() {
                self.pass_on(number, run);
            }
        } else {
            *self.open_totals.entry(total).or_default() += 1;
            let class = usize::from(self.puzzle.queue_class(state));
            if class >= self.queues.len() {
                self.queues.resize_with(class + 1, Queue::new);
            }
            self.queues[class].push(priority, rest, number);
        }
        Ok(())
    }

    /// Hands the way to a solved state to the caller.
    fn pass_on(&mut self, number: u32, run: &Run<'_, '_>) {
        let Solution { cost, moves } = replay(self.puzzle, &chain_to(self, number));
        if let Some(on_solution) = &mut self.on_solution {
            on_solution(Solution { cost: run.in_units(cost), moves });
        }
    }

    fn remove_total(&mut self, total: Cost) {
        if let Some(count) = self.open_totals.get_mut(&total) {
            *count -= 1;
            if *count == 0 {
                self.open_totals.remove(&total);
            }
        }
    }

    /// No solution costs less, except for those beyond a limit.
    fn bound(&self) -> Cost {
        let open = self.open_totals.first_key_value().map(|(&total, _)| total);
        let best = self.best.map(|(cost, _)| cost);
        [open, best].into_iter().flatten().min().unwrap_or(0)
    }

    /// Checks the limits; that on memory with the index grown and as much added as since the last check.
    fn check(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        run.raise_bound(self.bound())?;
        let others = self.queues.iter().map(Queue::bytes).sum::<usize>() + self.heap_bytes;
        let now = others + self.store.bytes();
        let added = now.saturating_sub(std::mem::replace(&mut self.bytes_before, now));
        run.check(self.counts, now, self.best.map(|(cost, _)| cost))?;
        if self.store.len() == u32::MAX {
            return Err(run.stop_for(Limit::States));
        }
        run.check_memory(others + self.store.bytes_ahead() + added)
    }
}

impl<S: ?Sized + Stored> ClosedList<S> for Anytime<'_, '_, S> {
    fn state(&self, number: u32) -> &S {
        self.store.state(number)
    }

    fn parent(&self, number: u32) -> u32 {
        self.store.parent(number)
    }
}
