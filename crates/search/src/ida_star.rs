//! IDA*: depth-first search with a rising cost bound.
//!
//! Each pass goes as deep as the bound allows; the next bound is the lowest total that exceeded
//! it. Keeps the current path and a transposition table of the first 65,536 states of a pass, so
//! it never runs out of memory; the price is that other states are expanded once per path to
//! them. Good where the lower bound is sharp and few paths lead to the same state. A state is
//! never entered twice on one path, and a state in the table never again at the same or a higher
//! cost: what can follow was searched already. So a finite puzzle without a solution is proved
//! to have none, although a large one may take long.

use std::borrow::Borrow;

use crate::replay::MoveIndex;
use crate::searchable::StateGraph;
use crate::store::{GeneratedList, Link, Owned, Store, Stored, hash_of};
use crate::{Cost, Counts, Limit, Outcome, Run, Solution};

/// The maximum number of states in the transposition table: a few megabytes for packed states.
const TABLE_SIZE: u32 = 1 << 16;

/// The successors of one state on the path, as a range of steps.
struct Level {
    first: usize,
    /// The next one to enter. The one before it is on the path.
    next: usize,
    end: usize,
}

struct Search<'p, S: ?Sized + Stored> {
    puzzle: &'p dyn StateGraph<S>,
    scratch: S::Scratch,
    counts: Counts,
    /// The states of all levels, with their costs from the start.
    steps: S::GeneratedList,
    /// The move to each of them; 0 for the start, which has none.
    moves: Vec<MoveIndex>,
    /// The levels of the path from the start to here.
    levels: Vec<Level>,
    /// The state that is being entered.
    here: Owned<S>,
    /// The transposition table: states that were entered in this pass, and the least cost of each.
    table: Store<S, Link>,
    /// The bound of this pass: nothing more expensive is entered.
    most: Cost,
    /// The lowest total above the bound: the bound of the next pass.
    next: Option<Cost>,
}

/// How a depth-first pass ends, unless a limit stops it.
enum PassEnd {
    Solved,
    Exhausted,
}

pub(crate) fn ida_star<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    run: &mut Run<'_, '_>,
) -> Outcome<MoveIndex> {
    let words = puzzle.words();
    let mut search = Search {
        puzzle,
        scratch: puzzle.scratch(),
        counts: Counts::default(),
        steps: GeneratedList::new(words, 0),
        moves: Vec::new(),
        levels: Vec::new(),
        here: puzzle.start(),
        table: Store::new(words),
        most: 0,
        next: None,
    };
    let found = search.passes(run);
    run.set_counts(search.counts);
    run.finish(found.ok().flatten())
}

impl<S: ?Sized + Stored> Search<'_, S> {
    /// The first solution in the first pass that has one. Fails with the limit that stopped the search.
    fn passes(&mut self, run: &mut Run<'_, '_>) -> Result<Option<Solution<MoveIndex>>, Limit> {
        let start = self.puzzle.start();
        let mut next = self.puzzle.lower_bound(start.borrow());
        while let Some(bound) = next {
            if bound > run.most_cost() || bound == Cost::MAX {
                run.leave_out(Limit::Cost, bound);
                break;
            }
            run.raise_bound(bound)?;
            (self.most, self.next) = (bound, None);
            self.table = Store::new(self.puzzle.words());
            match self.pass(start.borrow(), run)? {
                PassEnd::Solved => {
                    let path = || self.levels.iter().map(|level| level.next - 1);
                    let cost = path().next_back().map_or(0, |step| self.steps.get(step).cost);
                    let moves = path().skip(1).map(|step| self.moves[step]).collect();
                    return Ok(Some(Solution { cost, moves }));
                }
                PassEnd::Exhausted => next = self.next,
            }
        }
        run.exhaust()?;
        Ok(None)
    }

    fn pass(&mut self, start: &S, run: &mut Run<'_, '_>) -> Result<PassEnd, Limit> {
        self.steps.push_copy(hash_of(start), 0, 0, start);
        self.moves.push(0);
        self.levels.push(Level { first: 0, next: 0, end: 1 });
        while let Some(level) = self.levels.last_mut() {
            if level.next == level.end {
                self.steps.truncate(level.first);
                self.moves.truncate(level.first);
                self.levels.pop();
                continue;
            }
            let step = level.next;
            level.next += 1;
            if self.puzzle.is_solved(self.steps.get(step).state) {
                return Ok(PassEnd::Solved);
            }
            if run.is_check_due(1) {
                run.check(self.counts, self.bytes(), None)?;
            }
            if self.is_better(step) {
                self.enter(step, run)?;
            }
        }
        Ok(PassEnd::Exhausted)
    }

    /// Whether the state was not entered in this pass at the same or a lower cost, by the table.
    fn is_better(&mut self, step: usize) -> bool {
        let step = self.steps.get(step);
        self.table.make_room(1);
        match self.table.find(step.hash, step.state) {
            Ok(number) => {
                let is_better = step.cost < self.table.cost(number);
                if is_better {
                    self.table.set_link(number, 0, step.cost);
                }
                is_better
            }
            Err(vacancy) => {
                if self.table.len() < TABLE_SIZE {
                    self.table.add(vacancy, step.hash, step.state, 0, step.cost);
                }
                true
            }
        }
    }

    /// Enters a state: its successors are the next level.
    fn enter(&mut self, step: usize, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let Search { puzzle, scratch, steps, moves, levels, here, counts, most, next, .. } = self;
        let entered = steps.get(step);
        let so_far = entered.cost;
        entered.state.clone_into(here);
        let first = steps.len();
        counts.expanded += 1;
        let mut moves_before = 0;
        puzzle.successors(Borrow::<S>::borrow(here), scratch, &mut |cost, given| {
            let index = moves_before;
            moves_before += 1;
            counts.generated += 1;
            if run.check_interruption().is_err() {
                return;
            }
            let state: &S = given.borrow();
            let cost = so_far.saturating_add(cost);
            let Some(rest) = puzzle.lower_bound(state) else { return };
            let total = cost.saturating_add(rest);
            if total > *most {
                *next = Some(next.map_or(total, |least| least.min(total)));
                return;
            }
            let hash = hash_of(state);
            let is_on_path = levels.iter().any(|level| {
                let step = steps.get(level.next - 1);
                step.hash == hash && step.state == state
            });
            if !is_on_path {
                steps.push(hash, 0, cost, given);
                moves.push(index);
            }
        });
        run.proceed()?;
        let end = steps.len();
        levels.push(Level { first, next: first, end });
        counts.stored = counts.stored.max(end as u64 + u64::from(self.table.len()));
        Ok(())
    }

    fn bytes(&self) -> usize {
        let moves = self.moves.capacity() * size_of::<MoveIndex>();
        self.steps.bytes() + moves + self.levels.capacity() * size_of::<Level>() + self.table.bytes()
    }
}
