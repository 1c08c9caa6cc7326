//! Searches take turns: as many at once as there are cores, the others wait in line.
//!
//! Whoever waits hears how many are ahead whenever that changes. A search holds its place as a
//! value, and so does one in line: when the page goes away its stream is dropped, with that the
//! cancel flag goes up or the place in line is given up, and the next one begins. Nothing here
//! has to be called for that.
//!
//! A search alone gets all cores; one that is not gets one, so that four hard searches never keep
//! more threads busy than two cores can share with a player's moves. Memory is shared out in equal
//! parts at the start, whether all of them are used or not; the level and the tables that are made
//! for it come out of the part of its search. Only so many wait in line: they keep their connections.

use std::collections::VecDeque;
use std::num::NonZero;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use futures_core::Stream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use unriddle_games::search::Limits;
use unriddle_games::wire::{self, Allowance, Failure, Fault, SolveEvent, SolveRequest};

use crate::heap;
use crate::memory::{Share, busy};
use crate::refusal::Refusal;

/// How many searches may wait in line.
const MOST_WAITING: usize = 64;

/// The longest time of a search.
const MOST_TIME: Duration = Duration::from_secs(600);

/// How often a silent stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The searches that run and those that wait.
pub(crate) struct Solves {
    /// How many run at once.
    slots: usize,
    /// The memory of each.
    memory: u64,
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    running: usize,
    waiting: VecDeque<Waiting>,
    next_number: u64,
}

struct Waiting {
    number: u64,
    turn: UnboundedSender<Turn>,
    /// How many are ahead, as far as it has heard.
    ahead: Option<usize>,
}

/// What somebody in line hears.
enum Turn {
    Ahead(usize),
    Now(Slot),
}

impl Solves {
    /// As many at once as this machine has cores, all together with so much memory.
    pub(crate) fn new(memory: u64) -> Arc<Self> {
        let slots = std::thread::available_parallelism().map_or(1, NonZero::get);
        Arc::new(Solves { slots, memory: memory / slots as u64, line: Mutex::default() })
    }

    /// How many run at once.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// How many run and how many wait.
    pub(crate) fn load(&self) -> Load {
        let line = self.line();
        Load { running: line.running, waiting: line.waiting.len() }
    }

    /// Answers a request, of which `body` is the memory: a stream of events that ends with the
    /// answer. Dropping it ends the search.
    pub(crate) fn solve(
        self: &Arc<Self>,
        request: SolveRequest,
        body: Option<Share>,
    ) -> Result<Events, Refusal> {
        let memory = self.search_memory(&request)?;
        if self.load().waiting >= MOST_WAITING {
            return Err(busy());
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, events) = unbounded_channel();
        let place = self.queue();
        tokio::spawn(Arc::clone(self).conduct((request, body, memory), place, sender, Arc::clone(&cancel)));
        Ok(Events { events, cancel })
    }

    /// What is left of its part for a search, once the level is read: at least half of it.
    fn search_memory(&self, request: &SolveRequest) -> Result<u64, Refusal> {
        let left = self.memory.saturating_sub(request.weight() as u64);
        if left < self.memory / 2 {
            let message = format!("the level may take more than {} MiB of memory", self.memory >> 21);
            let help = "that is half of what a search has here; the command solves larger ones";
            return Err(Failure::of_request(message).blamed_on(Fault::Size, help).into());
        }
        Ok(left)
    }

    /// Waits for a turn, searches, and tells all of it to `to`, as long as somebody listens.
    async fn conduct(
        self: Arc<Self>,
        (request, body, memory): (SolveRequest, Option<Share>, u64),
        mut place: Place,
        to: Teller,
        cancel: Arc<AtomicBool>,
    ) {
        let slot = loop {
            tokio::select! {
                () = to.closed() => return,
                turn = place.turn.recv() => match turn {
                    Some(Turn::Ahead(ahead)) => tell(&to, &SolveEvent::Queued { ahead }),
                    Some(Turn::Now(slot)) => break slot,
                    None => return,
                },
            }
        };
        drop(place);
        let (limits, threads) = self.allowance(memory);
        let teller = to.clone();
        let mut search = tokio::task::spawn_blocking(move || {
            let allowance = Allowance { limits, threads, cancel: &cancel };
            wire::solve(&request, &allowance, &mut |event| tell(&teller, &event));
            drop((request, body));
            heap::give_back();
            drop(slot);
        });
        let mut beat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = loop {
            tokio::select! {
                end = &mut search => break end,
                // A comment, which every reader of such streams passes over.
                _ = beat.tick() => drop(to.send(Bytes::from_static(b":\n\n"))),
            }
        };
        if ended.is_err() {
            tell(&to, &SolveEvent::Failure(Failure::of_request("the search broke down: this is a bug")));
        }
    }

    /// What a search that begins now may take, with so much memory.
    fn allowance(&self, memory: u64) -> (Limits, usize) {
        let alone = self.load() == Load { running: 1, waiting: 0 };
        let limits = Limits { time: Some(MOST_TIME), memory: Some(memory), ..Limits::default() };
        (limits, if alone { self.slots } else { 1 })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        // Nothing that holds the lock can panic; and if it did, the numbers would still be right.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place at the end of the line.
    fn queue(self: &Arc<Self>) -> Place {
        let (sender, turn) = unbounded_channel();
        let mut line = self.line();
        let number = line.next_number;
        line.next_number += 1;
        line.waiting.push_back(Waiting { number, turn: sender, ahead: None });
        drop(line);
        self.advance();
        Place { solves: Arc::clone(self), number, turn }
    }

    /// Lets those begin that can, and tells the others where they stand.
    fn advance(self: &Arc<Self>) {
        let mut unheard = Vec::new();
        let mut line = self.line();
        while line.running < self.slots
            && let Some(first) = line.waiting.pop_front()
        {
            line.running += 1;
            unheard.extend(first.turn.send(Turn::Now(Slot(Arc::clone(self)))).err());
        }
        let running = line.running;
        for (at, waiting) in line.waiting.iter_mut().enumerate() {
            if waiting.ahead.replace(running + at) != Some(running + at) {
                unheard.extend(waiting.turn.send(Turn::Ahead(running + at)).err());
            }
        }
        // A turn that nobody heard is given back, which takes the lock again.
        drop(line);
        drop(unheard);
    }
}

/// The right to run. Dropping it lets the next one begin.
struct Slot(Arc<Solves>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.line().running -= 1;
        self.0.advance();
    }
}

/// A place in line. Dropping it lets the others move up.
struct Place {
    solves: Arc<Solves>,
    number: u64,
    turn: UnboundedReceiver<Turn>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut line = self.solves.line();
        let before = line.waiting.len();
        line.waiting.retain(|waiting| waiting.number != self.number);
        let left = line.waiting.len() < before;
        drop(line);
        if left {
            self.solves.advance();
        }
    }
}

type Teller = UnboundedSender<Bytes>;

/// Sends an event, if anybody listens.
fn tell(to: &Teller, event: &SolveEvent) {
    // Only JSON that cannot be written is left out, and there is none among events.
    if let Ok(data) = serde_json::to_string(event) {
        let _ = to.send(format!("event: {}\ndata: {data}\n\n", event.name()).into());
    }
}

/// What is heard of a search. Dropping it ends the search.
pub(crate) struct Events {
    events: UnboundedReceiver<Bytes>,
    cancel: Arc<AtomicBool>,
}

impl Stream for Events {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// How busy the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Searches that run.
    pub running: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
}
