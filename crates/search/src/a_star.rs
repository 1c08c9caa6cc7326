//! A*: best-first search by cost so far plus lower bound on the rest.
//!
//! Works for any costs and any admissible bound, consistent or not: a state reached more cheaply
//! is reopened, and its priority is never below that of its parent. In a round the shards expand
//! states of the one lowest priority, those with the lowest bound first. A solution is optimal
//! once no state of lower priority is open; as soon as one is found, whatever cannot beat it is pruned.
//! With a bound of zero this is Dijkstra's algorithm.
//!
//! A state takes its packed size plus 17 to 18 bytes (parent, cost, index), and 4 while it is
//! open.

use std::borrow::Borrow;
use std::sync::Arc;

use crate::all_optimal::all_optimal;
use crate::distributed::{Part, Tally};
use crate::queue::Queue;
use crate::replay::MoveIndex;
use crate::searchable::StateGraph;
use crate::sharded::{self, End, Expanded, Expansion, MAX_IN_SHARD, Outbox, Ration, Shard, Sharded, Size};
use crate::solutions::SolutionGraph;
use crate::stop::{Pace, StopCheck};
use crate::store::{Generated, Link, Owned, Store, Stored, Vacancy};
use crate::{Cost, Goal, Limit, Options, Outcome, Run};

/// The highest cost of a state.
const MAX_COST: Cost = Cost::MAX - 1;

/// A shard expands one state per round for every 8192 states stored before the last round, within the two limits
/// below. States that
/// a round expands beyond the solution are wasted, so a small search takes small rounds; a large one
/// takes large rounds, which spread the cost of a round (a visit to every shard, waking the threads) over
/// many states.
const STORED_PER_QUOTA: u64 = 8192;
const MIN_QUOTA: u64 = 16;
const MAX_QUOTA: u64 = 256;

/// Whether the puzzle's lower bound is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Used,
    Ignored,
}

/// A set of states of one shard, a bit for each.
#[derive(Default)]
struct StateSet(Vec<u64>);

impl StateSet {
    /// Adds a state. Returns whether it was not in the set.
    #[inline]
    fn insert(&mut self, local: u32) -> bool {
        let (word, bit) = (local as usize / 64, 1 << (local % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    #[inline]
    fn remove(&mut self, local: u32) {
        if let Some(word) = self.0.get_mut(local as usize / 64) {
            *word &= !(1 << (local % 64));
        }
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

/// The open list of one shard. Its store has the least known cost of each state.
pub(crate) struct AStarShard<'a, S: ?Sized + Stored> {
    puzzle: &'a dyn StateGraph<S>,
    bound: Bound,
    shard: usize,
    scratch: S::Scratch,
    /// The states that were expanded at their least known cost.
    closed: StateSet,
    open: Queue,
    /// The priority of the states that are expanded in this round: the lowest of all shards.
    floor: Cost,
    /// How much to send in this round.
    ration: Ration,
    /// Higher priorities exceed the cost limit, or the highest cost that can be stored.
    most: Cost,
    /// Higher priorities cannot beat the best solution.
    cutoff: Cost,
    /// The cheapest solved states received, with their cost.
    solved: Option<(Cost, Vec<u32>)>,
    /// What it sent in the round that is not yet taken in.
    sent: Expanded,
    expanded: u64,
    generated: u64,
    /// Memory that the states own on the heap.
    heap_bytes: usize,
    stop: StopCheck<'a>,
}

impl<S: ?Sized + Stored> AStarShard<'_, S> {
    /// Takes at most this many states to expand from the open list.
    fn take(&mut self, most: usize) -> Vec<u32> {
        let mut taken = Vec::with_capacity(most);
        while taken.len() < most {
            let Some(local) = self.open.pop(self.floor) else { break };
            if self.closed.insert(local) {
                taken.push(local);
            }
        }
        taken
    }

    fn note_solved(&mut self, cost: Cost, local: u32) {
        match &mut self.solved {
            Some((least, _)) if *least < cost => {}
            Some((least, all)) if *least == cost => all.push(local),
            _ => self.solved = Some((cost, vec![local])),
        }
    }
}

impl<S: ?Sized + Stored> Shard<S> for AStarShard<'_, S> {
    type Beside = Link;

    const HAS_COSTS: bool = true;

    fn send(&mut self, stores: &[Store<S, Link>], outbox: &mut Outbox<S>) {
        let (shard, mut round) = (self.shard, Expanded::default());
        loop {
            let locals = self.take(self.ration.next(&round) as usize);
            if locals.is_empty() {
                break;
            }
            let (scratch, stop, outbox) = (&mut self.scratch, &mut self.stop, &mut *outbox);
            let expansion = Expansion { stores, shard, locals: &locals, scratch, stop, outbox };
            let done = self.puzzle.expand_open(expansion);
            round.add(done);
            if (done.expanded as usize) < locals.len() {
                break;
            }
        }
        self.sent = round;
    }

    fn begin_taking_in(&mut self) {
        let sent = std::mem::take(&mut self.sent);
        self.expanded += u64::from(sent.expanded);
        self.generated += sent.generated;
    }

    fn pace(&mut self) -> &mut Pace {
        self.stop.pace()
    }

    fn receive(
        &mut self,
        store: &mut Store<S, Link>,
        generated: &Generated<'_, S>,
        found: Result<u32, Vacancy>,
    ) {
        if found.is_ok_and(|local| store.cost(local) <= generated.cost) || self.stop.is_stopped() {
            return;
        }
        let rest = match self.bound {
            Bound::Ignored => 0,
            Bound::Used => match self.puzzle.lower_bound(generated.state) {
                Some(rest) => rest,
                None => return,
            },
        };
        let priority = generated.cost.saturating_add(rest).max(self.floor);
        if priority > self.cutoff {
            return;
        }
        if priority > self.most {
            self.stop.stop().leave_out(Limit::Cost, priority);
            return;
        }
        let (is_solved, heap_bytes) = self.puzzle.on_store(generated.state);
        let local = match found {
            Ok(local) => {
                store.set_link(local, generated.parent, generated.cost);
                self.closed.remove(local);
                local
            }
            Err(_) if store.len() == MAX_IN_SHARD => return self.stop.stop().raise(Limit::States),
            Err(vacancy) => {
                self.heap_bytes += heap_bytes;
                store.add(vacancy, generated.hash, generated.state, generated.parent, generated.cost)
            }
        };
        if is_solved {
            self.note_solved(generated.cost, local);
        } else {
            self.open.push(priority, rest, local);
        }
    }

    fn cost(&self, store: &Store<S, Link>, local: u32) -> Cost {
        store.cost(local)
    }

    fn tally(&mut self, _: &Store<S, Link>) -> Tally {
        let solved = self.solved.as_ref();
        Tally {
            expanded: self.expanded,
            generated: self.generated,
            lowest: self.open.lowest(),
            solved: solved.map(|(cost, locals)| (*cost, sharded::number(self.shard, locals[0]))),
            ..Tally::default()
        }
    }

    fn other_bytes(&self) -> usize {
        self.closed.bytes() + self.open.bytes() + self.heap_bytes
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

/// Searches by priority.
pub(crate) fn a_star<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    options: &Options,
    bound: Bound,
    run: &mut Run<'_, '_>,
) -> (Outcome<MoveIndex>, Option<SolutionGraph<S>>) {
    let (most, stop) = (run.most_cost().min(MAX_COST), run.stop());
    let (start, words) = (puzzle.canonical(puzzle.start()), puzzle.words());
    let ration = Ration::new(0, puzzle, start.borrow());
    let mut size = Size::Small;
    loop {
        let part = Part::new(run, size);
        let mut sharded =
            Sharded::new(&start, words, size, options.thread_count(), part, |shard| AStarShard {
                puzzle,
                bound,
                shard,
                scratch: puzzle.scratch(),
                closed: StateSet::default(),
                open: Queue::new(),
                floor: 0,
                ration,
                most,
                cutoff: Cost::MAX,
                solved: None,
                sent: Expanded::default(),
                expanded: 0,
                generated: 0,
                heap_bytes: 0,
                stop: StopCheck::new(Arc::clone(&stop)),
            });
        let end = sharded.search(run, |sharded, run| search_by_priority(sharded, options.goal, run));
        if matches!(end, Ok(End::Outgrown)) {
            size = Size::Large;
            continue;
        }
        run.set_counts(sharded.counts());
        let best = sharded.solution(puzzle, run);
        let outcome = run.finish(best);
        let all = match solved(&sharded) {
            // If counting is stopped, the one solution is still proved optimal.
            Some((cost, found)) if options.goal == Goal::All && end.is_ok() => {
                all_optimal(puzzle, &sharded, cost, &found, run).ok()
            }
            _ => None,
        };
        return (outcome, all);
    }
}

/// Fails with the limit that stopped the search. At the end no open state can lead to a cheaper solution; if
/// all are wanted, to none as cheap either.
fn search_by_priority<S: ?Sized + Stored>(
    sharded: &mut Sharded<AStarShard<'_, S>, S>,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<End, Limit> {
    sharded.take_stock(run)?;
    // The priority of the last round, and the quota that followed from the states stored before it.
    let mut last: Option<(Cost, u32)> = None;
    loop {
        let best = sharded.tally.solved.map(|(cost, _)| cost);
        let Some(floor) = sharded.tally.lowest else {
            run.exhaust()?;
            return Ok(End::Complete);
        };
        run.raise_bound(best.map_or(floor, |cost| floor.min(cost)))?;
        // If all solutions are wanted, open states of the optimal cost may lead to more of them.
        if best.is_some_and(|cost| floor > cost || (floor == cost && goal != Goal::All)) {
            return Ok(End::Complete);
        }
        if sharded.is_outgrown() {
            return Ok(End::Outgrown);
        }
        sharded.check(run, best)?;
        let next = (sharded.stored() / STORED_PER_QUOTA).clamp(MIN_QUOTA, MAX_QUOTA) as u32;
        let quota = match last.replace((floor, next)) {
            // With several processes this round was sent when no more was known, and the next one follows it.
            Some((same, quota)) if same == floor => {
                if sharded.is_spread() {
                    next
                } else {
                    quota
                }
            }
            _ => {
                // No state has the priority of the round that was sent ahead: it is empty.
                sharded.recall(run)?;
                next
            }
        };
        for shard in &mut sharded.shards {
            (shard.floor, shard.ration.expanded) = (floor, quota);
            if let Some(cost) = best {
                shard.cutoff = if goal == Goal::All { cost } else { cost.saturating_sub(1) };
            }
        }
        sharded.round(sharded.shards.len() * quota as usize, run)?;
    }
}

/// The cheapest solved states of all shards.
fn solved<S: ?Sized + Stored>(sharded: &Sharded<AStarShard<'_, S>, S>) -> Option<(Cost, Vec<u32>)> {
    let least = sharded.shards.iter().filter_map(|shard| Some(shard.solved.as_ref()?.0)).min()?;
    let mut found = Vec::new();
    for (at, shard) in sharded.shards.iter().enumerate() {
        if let Some((cost, locals)) = &shard.solved
            && *cost == least
        {
            found.extend(locals.iter().map(|&local| sharded::number(at, local)));
        }
    }
    Some((least, found))
}
