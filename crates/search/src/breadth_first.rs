//! Breadth-first search: all states one move away, then two, then three.
//!
//! For puzzles whose moves all cost 1. There is no open list: each shard's store lists its states
//! in the order of their generation, so a layer is a range of numbers. A state takes its packed
//! size plus 13 to 14 bytes. If the puzzle declares that it has no free moves
//! ([`Tuning::min_move_cost`](crate::Tuning::min_move_cost)), the search ends as soon as a solution is generated, one layer before
//! it would be expanded; otherwise the rest of the layer is checked for free moves first.
//!
//! At the first move of another cost, [`a_star`](crate::a_star) takes over from the start.

use std::borrow::Borrow;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::a_star::{Bound, a_star};
use crate::all_optimal::all_optimal;
use crate::distributed::{self, Part, Tally};
use crate::replay::MoveIndex;
use crate::searchable::StateGraph;
use crate::sharded::{self, End, Expanded, Expansion, MAX_IN_SHARD, Outbox, Ration, Shard, Sharded, Size};
use crate::solutions::SolutionGraph;
use crate::stop::{Pace, StopCheck};
use crate::store::{Generated, Owned, Store, Stored, Vacancy};
use crate::{Cost, Goal, Limit, Options, Outcome, Run};

/// The maximum number of states that a shard expands in a round, so that a round takes a few milliseconds.
const QUOTA: u32 = 1024;

/// The layers of one shard.
pub(crate) struct BfsShard<'a, S: ?Sized + Stored> {
    puzzle: &'a dyn StateGraph<S>,
    shard: usize,
    scratch: S::Scratch,
    ration: Ration,
    /// The first state of each layer so far.
    layers: Vec<u32>,
    /// The next state to expand.
    next: u32,
    /// The rounds that were sent and do not count yet: what the states from `next` on led to.
    sent: VecDeque<Expanded>,
    /// The end of the layer that is being expanded.
    end: u32,
    solved: Vec<u32>,
    /// Whether a move of another cost than 1 was generated.
    non_unit_cost: bool,
    generated: u64,
    /// Memory that the states own on the heap.
    heap_bytes: usize,
    stop: StopCheck<'a>,
}

impl<S: ?Sized + Stored> BfsShard<'_, S> {
    /// The number of states to expand in the next round.
    fn waiting(&self) -> u32 {
        (self.end - self.next).min(QUOTA)
    }
}

impl<S: ?Sized + Stored> Shard<S> for BfsShard<'_, S> {
    type Beside = ();

    const INDEPENDENT: Option<u32> = Some(QUOTA);

    fn send(&mut self, stores: &[Store<S>], outbox: &mut Outbox<S>) {
        let first = self.next + self.sent.iter().map(|round| round.expanded).sum::<u32>();
        let (shard, mut round) = (self.shard, Expanded::default());
        loop {
            let next = first + round.expanded;
            let end = next + self.ration.next(&round).min(self.end - next);
            if next == end {
                break;
            }
            let locals: Vec<u32> = (next..end).collect();
            let (scratch, stop, outbox) = (&mut self.scratch, &mut self.stop, &mut *outbox);
            let expansion = Expansion { stores, shard, locals: &locals, scratch, stop, outbox };
            let done = self.puzzle.expand_layer(expansion);
            round.add(done);
            if done.expanded < end - next {
                break;
            }
        }
        self.sent.push_back(round);
    }

    fn begin_taking_in(&mut self) {
        if let Some(round) = self.sent.pop_front() {
            self.next += round.expanded;
            self.generated += round.generated;
            self.non_unit_cost |= round.non_unit_cost;
        }
    }

    fn pace(&mut self) -> &mut Pace {
        self.stop.pace()
    }

    fn receive(&mut self, store: &mut Store<S>, generated: &Generated<'_, S>, found: Result<u32, Vacancy>) {
        let Err(vacancy) = found else { return };
        if self.stop.is_stopped() {
            return;
        }
        if store.len() == MAX_IN_SHARD {
            return self.stop.stop().raise(Limit::States);
        }
        let local = store.add(vacancy, generated.hash, generated.state, generated.parent, 0);
        let (is_solved, heap_bytes) = self.puzzle.on_store(generated.state);
        self.heap_bytes += heap_bytes;
        if is_solved {
            self.solved.push(local);
        }
    }

    fn cost(&self, _: &Store<S>, local: u32) -> Cost {
        self.layers.partition_point(|&first| first <= local) as Cost - 1
    }

    fn tally(&mut self, store: &Store<S>) -> Tally {
        Tally {
            expanded: self.next.into(),
            generated: self.generated,
            waiting: (self.end - self.next).into(),
            solved: self
                .solved
                .first()
                .map(|&local| (self.cost(store, local), sharded::number(self.shard, local))),
            non_unit_cost: self.non_unit_cost,
            ..Tally::default()
        }
    }

    fn other_bytes(&self) -> usize {
        self.layers.capacity() * size_of::<u32>() + self.heap_bytes
    }

    fn write_state(&self, state: &S, bytes: &mut Vec<u8>) {
        self.puzzle.write_state(state, bytes);
    }

    fn read_state(&self, bytes: &mut &[u8]) -> Option<Owned<S>> {
        self.puzzle.read_state(bytes)
    }

    fn fail(&mut self) {
        self.stop.stop().raise(Limit::Cancelled);
    }
}

/// Searches layer by layer.
pub(crate) fn breadth_first<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    options: &Options,
    run: &mut Run<'_, '_>,
) -> (Outcome<MoveIndex>, Option<SolutionGraph<S>>) {
    let stop = run.stop();
    let (start, words) = (puzzle.canonical(puzzle.start()), puzzle.words());
    let ration = Ration::new(QUOTA, puzzle, start.borrow());
    let mut size = Size::Small;
    loop {
        let part = Part::new(run, size);
        let mut sharded = Sharded::new(&start, words, size, options.thread_count(), part, |shard| BfsShard {
            puzzle,
            shard,
            scratch: puzzle.scratch(),
            ration,
            layers: vec![0],
            next: 0,
            sent: VecDeque::new(),
            end: 0,
            solved: Vec::new(),
            non_unit_cost: false,
            generated: 0,
            heap_bytes: 0,
            stop: StopCheck::new(Arc::clone(&stop)),
        });
        let end = sharded
            .search(run, |sharded, run| search_layers(sharded, puzzle.min_move_cost(), options.goal, run));
        match end {
            Ok(End::Outgrown) => {
                size = Size::Large;
                continue;
            }
            Ok(End::NonUnitCost) => {
                drop(sharded);
                return a_star(puzzle, options, Bound::Ignored, run);
            }
            Ok(End::Complete) | Err(_) => {}
        }
        run.set_counts(sharded.counts());
        let best = sharded.solution(puzzle, run);
        let all = match &best {
            // If counting is stopped, the one solution is still proved optimal.
            Some(best) if options.goal == Goal::All && end.is_ok() => {
                all_optimal(puzzle, &sharded, best.cost, &solved(&sharded), run).ok()
            }
            _ => None,
        };
        return (run.finish(best), all);
    }
}

/// Fails with the limit that stopped the search. No move costs less than `min_move_cost`. At the end the newest
/// layer holds all solutions with the fewest moves, or one of them unless all are wanted; or there is no
/// solution.
fn search_layers<S: ?Sized + Stored>(
    sharded: &mut Sharded<BfsShard<'_, S>, S>,
    min_move_cost: Cost,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<End, Limit> {
    sharded.take_stock(run)?;
    for depth in 0.. {
        if sharded.tally.solved.is_some() {
            // A free move may lead to a cheaper solution from the rest of the last layer, and to another
            // one of the same cost from the newest layer.
            if min_move_cost == 0 && has_free_moves(sharded, goal, run)? {
                return Ok(End::NonUnitCost);
            }
            run.raise_bound(depth)?;
            return Ok(End::Complete);
        }
        run.raise_bound(depth)?;
        for (shard, store) in sharded.shards.iter_mut().zip(&sharded.stores) {
            (shard.next, shard.end) = (shard.end, store.len());
            shard.layers.push(shard.end);
        }
        let Tally { stored, expanded, .. } = sharded.tally;
        sharded.tally.waiting = stored - expanded;
        if sharded.tally.waiting == 0 {
            run.exhaust()?;
            return Ok(End::Complete);
        }
        if min_move_cost > 0 {
            run.raise_bound(depth + 1)?;
        }
        if depth >= run.most_cost() {
            if min_move_cost == 0 && has_free_moves(sharded, goal, run)? {
                return Ok(End::NonUnitCost);
            }
            run.leave_out(Limit::Cost, depth + 1);
            run.exhaust()?;
            return Ok(End::Complete);
        }
        loop {
            if sharded.tally.waiting == 0 {
                break;
            }
            if sharded.is_outgrown() {
                return Ok(End::Outgrown);
            }
            sharded.check(run, None)?;
            let work: usize = sharded.shards.iter().map(|shard| shard.waiting() as usize).sum();
            sharded.round(work, run)?;
            if sharded.tally.non_unit_cost {
                return Ok(End::NonUnitCost);
            }
            if goal != Goal::All && sharded.tally.solved.is_some() {
                break;
            }
        }
    }
    unreachable!("a layer has at least one state, and states run out before depths")
}

/// Whether a state that was not expanded has a free move. Checks the rest of the layer that is being
/// expanded and, if all solutions are wanted, the newest layer.
fn has_free_moves<S: ?Sized + Stored>(
    sharded: &mut Sharded<BfsShard<'_, S>, S>,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<bool, Limit> {
    sharded.recall(run)?;
    let own = has_own_free_moves(sharded, goal, run);
    if sharded.is_spread() { distributed::any(run, own) } else { own }
}

/// The same for the states in this process.
fn has_own_free_moves<S: ?Sized + Stored>(
    sharded: &mut Sharded<BfsShard<'_, S>, S>,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<bool, Limit> {
    for (shard, store) in sharded.shards.iter_mut().zip(&sharded.stores) {
        let end = if goal == Goal::All { store.len() } else { shard.end };
        for local in shard.next..end {
            run.check_interruption()?;
            let mut is_free = false;
            shard
                .puzzle
                .successors(store.state(local), &mut shard.scratch, &mut |cost, _| is_free |= cost == 0);
            if is_free {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The numbers of the solved states of all shards.
fn solved<S: ?Sized + Stored>(sharded: &Sharded<BfsShard<'_, S>, S>) -> Vec<u32> {
    let shards = sharded.shards.iter().enumerate();
    shards.flat_map(|(at, shard)| shard.solved.iter().map(move |&local| sharded::number(at, local))).collect()
}
