//! The rounds of a search whose shards are dealt out to several processes.
//!
//! Consecutive shards belong to one process, so the order of the senders is the order of the processes, and
//! among its own shards the order in which each process filled its outboxes.
//!
//! What a breadth-first search expands in a round does not depend on what it received in the round before, as
//! long as the layer lasts. So two rounds are under way at once. While the states of round n and the counts
//! after it travel, a process expands the states of the rounds n + 1 and n + 2 and sends what they lead to.
//! Nothing of a round counts before its turn: it is taken in when all processes have agreed to go on after
//! the round before. If they agree to end, the rounds that were sent ahead are dropped, as if they had never been. So the
//! course is that of one machine.
//!
//! What A* expands in a round depends on everything that its shards received before, and on what all shards have in
//! common: the lowest priority. That stays the same for many rounds and never falls. So a process
//! expands the next round at the same priority and sends it with its counts, before it knows those of the others. If it
//! turns out that no state of that priority is left anywhere, nobody has sent anything.

use std::collections::VecDeque;
use std::ops::Range;

use super::share::{self, Share};
use super::{Load, Lost, Peers, Tally, lost, records, solo};
use crate::sharded::{End, Outbox, SHARDS, Shard, Sharded, Size, receive_all};
use crate::store::{Store, Stored};
use crate::threads::HAS_THREADS;
use crate::{Limit, Run};

/// The maximum number of rounds under way at once.
const MAX_AHEAD: usize = 2;

/// The shards that belong to each process.
pub(crate) struct Part {
    pub(super) index: usize,
    /// The first shard of each process, and the number of shards.
    bounds: Vec<usize>,
}

impl Part {
    /// The part of this process, if there are others.
    pub(crate) fn new(run: &mut Run<'_, '_>, size: Size) -> Option<Self> {
        let (index, count) = run.peers().map(|peers| (peers.index(), peers.count()))?;
        let bounds = (0..=count).map(|process| (process * size.shards()).div_ceil(count)).collect();
        Some(Part { index, bounds })
    }

    /// The shards of this process.
    pub(crate) fn own(&self) -> Range<usize> {
        self.bounds[self.index]..self.bounds[self.index + 1]
    }

    /// The process that a shard belongs to.
    pub(super) fn owner(&self, shard: usize) -> usize {
        self.bounds.partition_point(|&first| first <= shard) - 1
    }

    /// The shards of the other processes.
    fn foreign(&self) -> impl Iterator<Item = usize> {
        let own = self.own();
        (0..self.shards()).filter(move |shard| !own.contains(shard))
    }

    fn processes(&self) -> usize {
        self.bounds.len() - 1
    }

    fn shards(&self) -> usize {
        self.bounds[self.processes()]
    }
}

/// The records that other processes sent to each shard of this one, in the order of the senders.
#[derive(Default)]
struct Arrived(Vec<Vec<(usize, Vec<u8>)>>);

impl Arrived {
    /// Lets a shard take in everything that was sent to it, by this process and by the others.
    fn receive<K: Shard<S>, S: ?Sized + Stored>(
        &self,
        part: &Part,
        words: usize,
        to: usize,
        shard: &mut K,
        store: &mut Store<S, K::Beside>,
        mut own: impl FnMut(&mut K, &mut Store<S, K::Beside>),
    ) {
        let mut messages = self.0.get(to).into_iter().flatten().peekable();
        for process in 0..part.processes() {
            if process == part.index {
                own(shard, store);
            } else if let Some((_, message)) = messages.next_if(|(from, _)| *from == process)
                && records::take_in(shard, store, words, message).is_none()
            {
                // Records that cannot be read are work that is lost.
                shard.fail();
            }
        }
    }

    fn bytes(&self) -> usize {
        self.0.iter().flatten().map(|(_, message)| message.len()).sum()
    }
}

/// A round that was sent and is not yet taken in.
struct SentRound<S: ?Sized + Stored> {
    /// What this process generated. It takes in what is for its own shards.
    outboxes: Vec<Outbox<S>>,
    /// What the others sent, once all of it is here.
    arrived: Option<Arrived>,
}

/// The rounds under way, and what there is to know about them.
pub(crate) struct UnderWay<S: ?Sized + Stored> {
    rounds: VecDeque<SentRound<S>>,
    /// Outboxes that are empty.
    spare: Vec<Vec<Outbox<S>>>,
    /// Whether the last round was large enough for several threads.
    in_parallel: bool,
    /// What stopped this process while it worked ahead. The others do not know it yet.
    stopped: Option<Limit>,
}

impl<S: ?Sized + Stored> UnderWay<S> {
    pub(crate) fn new() -> Self {
        UnderWay { rounds: VecDeque::new(), spare: Vec::new(), in_parallel: false, stopped: None }
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        let outboxes = self.rounds.iter().map(|round| &round.outboxes).chain(&self.spare).flatten();
        let arrived = self.rounds.iter().filter_map(|round| round.arrived.as_ref()).map(Arrived::bytes);
        outboxes.map(Outbox::bytes).sum::<usize>() + arrived.sum::<usize>()
    }
}

impl<K: Shard<S>, S: ?Sized + Stored> Sharded<K, S> {
    /// Whether the shards are spread over several processes. A small search has one shard, and one process
    /// does it alone.
    pub(crate) fn is_spread(&self) -> bool {
        HAS_THREADS && self.part.is_some() && self.shards.len() > 1
    }

    /// Does a search, unless another process does it: then this one waits, and takes over how it ended.
    pub(crate) fn search(
        &mut self,
        run: &mut Run<'_, '_>,
        search: impl FnOnce(&mut Self, &mut Run<'_, '_>) -> Result<End, Limit>,
    ) -> Result<End, Limit> {
        let Some(part) = self.part.as_ref().filter(|_| HAS_THREADS && self.shards.len() == 1) else {
            let end = search(self, run);
            return self.recall(run).and(end);
        };
        let is_own = part.index == part.owner(0);
        let own = is_own.then(|| search(self, run));
        solo::share_end(own, &mut self.tally, run)
    }

    /// The number of rounds that are sure to follow unless the search ends early, given what waits for them.
    fn sure_rounds(&self) -> usize {
        let most = K::INDEPENDENT.map(|most| u64::from(most) * SHARDS as u64);
        most.map_or(1, |most| self.tally.waiting.div_ceil(most) as usize)
    }

    /// The number of rounds to have under way when one was taken in, and the others have not yet said what follows.
    fn rounds_ahead(&self) -> usize {
        match K::INDEPENDENT {
            // The round that was just taken in was one of the sure ones.
            Some(_) => self.sure_rounds().saturating_sub(1),
            // Before the first round there is nothing that goes on.
            None => usize::from(self.tally.stored > 0),
        }
    }

    /// A round for the shards of this process.
    pub(crate) fn round_in_part(&mut self, in_parallel: bool, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        self.under_way.in_parallel = in_parallel;
        // It shares this with the others after the round.
        if let Some(limit) = self.under_way.stopped.take() {
            run.stop_for(limit);
        }
        self.send_ahead(self.sure_rounds().max(1), run)?;
        let Some(SentRound { mut outboxes, arrived }) = self.under_way.rounds.pop_front() else {
            return Ok(());
        };
        let arrived = match (arrived, &self.part) {
            (Some(arrived), _) => arrived,
            (None, Some(part)) => delivered(part, run)?,
            (None, None) => return Err(lost(run)),
        };
        self.take_in(&outboxes, &arrived);
        outboxes.iter_mut().for_each(Outbox::clear);
        self.under_way.spare.push(outboxes);
        Ok(())
    }

    /// Sends rounds until so many are under way, or as many as there may be.
    fn send_ahead(&mut self, wanted: usize, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        while self.under_way.rounds.len() < wanted.min(MAX_AHEAD) {
            self.send_round(run)?;
        }
        Ok(())
    }

    /// The first half of a round: expands states, and sends what is for the shards of the other processes.
    fn send_round(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let Sharded { shards, stores, pool, part: Some(part), words, outboxes, under_way, .. } = self else {
            return Err(lost(run));
        };
        let mut outboxes = under_way.spare.pop().unwrap_or_else(|| std::mem::take(outboxes));
        let (own, pool) = (part.own(), pool.as_ref().filter(|_| under_way.in_parallel));
        let senders = if pool.is_some() { own.len() } else { 1 };
        outboxes.resize_with(outboxes.len().max(senders), || Outbox::new(shards.len(), *words));
        let send = |shard: &mut K, outbox: &mut Outbox<S>| {
            shard.resume();
            shard.send(stores, outbox);
        };
        let senders = &mut shards[own];
        match pool {
            Some(pool) => pool.each_pair(senders, &mut outboxes, |_, shard, outbox| send(shard, outbox)),
            None => senders.iter_mut().for_each(|shard| send(shard, &mut outboxes[0])),
        }
        let mut messages = part.foreign().map(|to| (to, Vec::new())).collect::<Vec<_>>();
        let write = |to: usize, written: &mut Vec<u8>| *written = records::write(&shards[to], to, &outboxes);
        match pool {
            Some(pool) => {
                // Nothing stands beside a message.
                let mut nothing = vec![(); messages.len()];
                pool.each_pair(&mut messages, &mut nothing, |_, (to, written), ()| write(*to, written));
            }
            None => messages.iter_mut().for_each(|(to, written)| write(*to, written)),
        }
        let Some(peers) = run.peers() else { return Err(lost(run)) };
        for (to, message) in messages.into_iter().filter(|(_, message)| !message.is_empty()) {
            peers.post(part.owner(to), message);
        }
        peers.dispatch();
        under_way.rounds.push_back(SentRound { outboxes, arrived: None });
        Ok(())
    }

    /// The second half of a round: each shard of this process takes in what was sent to it.
    fn take_in(&mut self, outboxes: &[Outbox<S>], arrived: &Arrived) {
        let Sharded { shards, stores, pool, part: Some(part), words, .. } = self else { return };
        let receive = |to: usize, shard: &mut K, store: &mut Store<S, K::Beside>| {
            shard.resume();
            shard.begin_taking_in();
            arrived.receive(part, *words, to, shard, store, |shard, store| {
                outboxes.iter().for_each(|outbox| receive_all(shard, store, outbox.to(to)));
            });
        };
        let own = part.own();
        let (shards, stores) = (&mut shards[own.clone()], &mut stores[own.clone()]);
        match pool.as_ref().filter(|_| self.under_way.in_parallel) {
            Some(pool) => {
                pool.each_pair(shards, stores, |to, shard, store| receive(own.start + to, shard, store));
            }
            None => {
                let receivers = own.zip(shards.iter_mut().zip(stores));
                receivers.for_each(|(to, (shard, store))| receive(to, shard, store));
            }
        }
    }

    /// Waits until the next round has arrived.
    fn await_next(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let Sharded { part: Some(part), under_way, .. } = self else { return Ok(()) };
        if let Some(round) = under_way.rounds.front_mut().filter(|round| round.arrived.is_none()) {
            round.arrived = Some(delivered(part, run)?);
        }
        Ok(())
    }

    /// Drops the rounds that were sent ahead, when all processes have agreed to end the search.
    pub(crate) fn recall(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        while !self.under_way.rounds.is_empty() {
            self.await_next(run)?;
            self.under_way.rounds.pop_front();
        }
        Ok(())
    }

    /// Takes stock after a round: the tally of all shards, in all processes.
    pub(crate) fn take_stock(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let mut tally = Tally::default();
        for (shard, store) in self.shards.iter_mut().zip(&self.stores) {
            tally.add(&Tally { stored: u64::from(store.len()), ..shard.tally(store) });
        }
        if !self.is_spread() {
            self.tally = tally;
            return Ok(());
        }
        let (now, next) = self.bytes_now_and_next();
        run.account_for_omissions();
        let (is_full, stop) = (run.is_beyond_memory(next), run.stop());
        let (stopped, left_out) = (stop.limit(), stop.left_out());
        let mine = Share { tally, stopped, left_out, is_full, bytes: now as u64 };
        share::announce(run, &mine)?;
        let was_ahead = !self.under_way.rounds.is_empty();
        self.send_ahead(self.rounds_ahead(), run)?;
        if stopped.is_none() {
            // The others decide without knowing what stopped this process just now, and so must this one. It
            // has dropped nothing that counts yet.
            self.under_way.stopped = stop.withdraw();
        }
        if was_ahead {
            self.await_next(run)?;
        }
        let all = stock_of_all(&mine, run)?;
        (self.tally, self.is_full, self.bytes_of_all) = (all.tally, all.is_full, all.bytes as usize);
        // A process that was stopped may have dropped work: the tally is not the whole.
        all.stopped.map_or(Ok(()), |limit| Err(run.agree_on_stop(limit)))
    }
}

/// What the other processes sent to the shards of this one in the next round.
fn delivered(part: &Part, run: &mut Run<'_, '_>) -> Result<Arrived, Limit> {
    let messages = run.peers().ok_or(Lost).and_then(Peers::deliver);
    let mut arrived = Arrived(vec![Vec::new(); part.shards()]);
    for (from, mut message) in messages.map_err(|Lost| lost(run))? {
        match message.first().map(|&shard| usize::from(shard)) {
            Some(to) if part.own().contains(&to) => {
                message.drain(..1);
                arrived.0[to].push((from, message));
            }
            _ => return Err(lost(run)),
        }
    }
    Ok(arrived)
}

/// The stock of all processes together, given that of this one.
fn stock_of_all(mine: &Share, run: &mut Run<'_, '_>) -> Result<Share, Limit> {
    let shares = share::await_all(run, mine)?;
    let mut all = Share { tally: Tally::default(), stopped: None, left_out: None, is_full: false, bytes: 0 };
    for share in &shares {
        all.tally.add(&share.tally);
        all.stopped = all.stopped.or(share.stopped);
        all.is_full |= share.is_full;
        all.bytes += share.bytes;
        if let Some((cost, limit)) = share.left_out {
            run.leave_out(limit, cost);
        }
    }
    let load = |share: &Share| Load { stored: share.tally.stored, bytes: share.bytes };
    let loads: Vec<Load> = shares.iter().map(load).collect();
    if let Some(peers) = run.peers() {
        peers.observe(&loads);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributed::ByteForm;
    use crate::{Cost, Method, Monitor, Options, Outcome, Puzzle, Tuning, solve_with};

    /// A process without others, which counts its batches.
    #[derive(Default)]
    struct Alone {
        under_way: usize,
        most: usize,
    }

    impl Peers for Alone {
        fn index(&self) -> usize {
            0
        }

        fn count(&self) -> usize {
            1
        }

        fn post(&mut self, to: usize, _: Vec<u8>) {
            panic!("there is no process {to}");
        }

        fn dispatch(&mut self) {
            self.under_way += 1;
            self.most = self.most.max(self.under_way);
        }

        fn deliver(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Lost> {
            self.under_way = self.under_way.checked_sub(1).ok_or(Lost)?;
            Ok(Vec::new())
        }
    }

    /// One state, 500, then 100 000: four rounds.
    struct Wide;

    impl Puzzle for Wide {
        type State = u32;
        type Move = ();

        fn start(&self) -> u32 {
            0
        }

        fn is_solved(&self, _: &u32) -> bool {
            false
        }

        fn expand(&self, &state: &u32, mut visit: impl FnMut((), Cost, u32)) {
            let children = match state {
                0 => 1..501,
                1..501 => 501 + (state - 1) * 200..501 + state * 200,
                _ => 0..0,
            };
            children.for_each(|child| visit((), 1, child));
        }

        fn tuning(&self) -> Tuning<Self> {
            Tuning { byte_form: Some(ByteForm::new()), ..Tuning::default() }
        }
    }

    #[test]
    fn two_rounds_of_a_wide_layer_are_under_way_and_one_of_a_star() {
        // And before the last of them, what all agree on after the round before.
        for (method, most) in [(Method::BreadthFirst, 3), (Method::AStar, 2)] {
            let mut alone = Alone::default();
            let options = Options { method, threads: 1, ..Options::default() };
            let report = solve_with(&Wide, &options, &mut Monitor::new().peers(&mut alone));
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{report:?}");
            assert_eq!(report.statistics.expanded, 100_501);
            assert_eq!((alone.most, alone.under_way), (most, 0), "{method:?}");
        }
    }

    #[test]
    fn every_shard_belongs_to_one_process_and_parts_differ_by_one() {
        for count in 1..=32 {
            let bounds: Vec<usize> = (0..=count).map(|process| (process * 32usize).div_ceil(count)).collect();
            let parts: Vec<Part> = (0..count).map(|index| Part { index, bounds: bounds.clone() }).collect();
            let sizes: Vec<usize> = parts.iter().map(|part| part.own().len()).collect();
            assert_eq!(sizes.iter().sum::<usize>(), 32);
            assert!(
                sizes.iter().max().zip(sizes.iter().min()).is_some_and(|(most, least)| most - least <= 1)
            );
            for shard in 0..32 {
                assert!(parts[parts[0].owner(shard)].own().contains(&shard));
            }
        }
    }
}
