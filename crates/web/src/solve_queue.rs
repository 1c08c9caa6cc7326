//! Schedules searches: as many at once as there are cores, the others queue.
//!
//! A waiting client is sent the number of searches ahead whenever it changes. A running search owns a
//! slot and a waiting one a ticket. When the client disconnects, its event stream is dropped, which
//! cancels the search or drops the ticket, and the next search starts. Nothing has to be called for
//! that.
//!
//! A search that starts alone gets all cores, any other a single thread, so that searches leave time
//! for a player's moves. Memory is divided equally among the slots, whether they are used or not; the
//! level and its tables come out of the part of its search. The queue is bounded, since a waiting
//! client keeps its connection.

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
use unriddle_protocol::{Allowance, Failure, Search, SearchEvent};
use unriddle_search::Limits;

use crate::error::ApiError;
use crate::malloc_trim;
use crate::permits::{Permit, busy};

/// The maximum number of waiting searches.
const MAX_WAITING: usize = 64;

/// The interval of the comments that keep a silent stream alive.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The searches that run and those that wait.
pub(crate) struct SolveQueue {
    /// The number of searches at once.
    slots: usize,
    /// The memory of each in bytes.
    memory: u64,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    running: usize,
    waiting: VecDeque<Waiting>,
    next_number: u64,
}

struct Waiting {
    number: u64,
    turn: UnboundedSender<Turn>,
    /// The number ahead that was sent last.
    ahead: Option<usize>,
}

/// A message to a waiting search.
enum Turn {
    Ahead(usize),
    Now(Slot),
}

impl SolveQueue {
    /// A queue with one slot per core, which share `memory` bytes.
    pub(crate) fn new(memory: u64) -> Arc<Self> {
        let slots = std::thread::available_parallelism().map_or(1, NonZero::get);
        Arc::new(SolveQueue { slots, memory: memory / slots as u64, queue: Mutex::default() })
    }

    /// The number of searches at once.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// The number of searches that run and wait.
    pub(crate) fn load(&self) -> Load {
        let queue = self.queue();
        Load { running: queue.running, waiting: queue.waiting.len() }
    }

    /// Queues a search. Returns a stream of events that ends with the answer; dropping it cancels the
    /// search. `body` is the permit for the memory of the request.
    pub(crate) fn solve(self: &Arc<Self>, search: Search, body: Option<Permit>) -> Result<Events, ApiError> {
        let limits = search.limits(self.memory)?;
        if self.load().waiting >= MAX_WAITING {
            return Err(busy());
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, events) = unbounded_channel();
        let ticket = self.enqueue();
        tokio::spawn(Arc::clone(self).run((search, body, limits), ticket, sender, Arc::clone(&cancel)));
        Ok(Events { events, cancel })
    }

    /// Waits for a slot, searches, and sends all events to `to` until the client disconnects.
    async fn run(
        self: Arc<Self>,
        (search, body, limits): (Search, Option<Permit>, Limits),
        mut ticket: Ticket,
        to: EventSender,
        cancel: Arc<AtomicBool>,
    ) {
        let slot = loop {
            tokio::select! {
                () = to.closed() => return,
                turn = ticket.turn.recv() => match turn {
                    Some(Turn::Ahead(ahead)) => send_event(&to, &SearchEvent::Queued { ahead }),
                    Some(Turn::Now(slot)) => break slot,
                    None => return,
                },
            }
        };
        drop(ticket);
        let threads = self.threads();
        let events = to.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            let allowance = Allowance { limits, threads, cancel: &cancel };
            search.run(&allowance, &mut |event| send_event(&events, &event));
            drop((search, body));
            malloc_trim::trim();
            drop(slot);
        });
        let mut beat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = loop {
            tokio::select! {
                end = &mut work => break end,
                // A comment of the event stream, which clients ignore.
                _ = beat.tick() => drop(to.send(Bytes::from_static(b":\n\n"))),
            }
        };
        if ended.is_err() {
            let failure = Failure::of_request("the search failed: this is a bug");
            send_event(&to, &SearchEvent::Failure(failure));
        }
    }

    /// The number of threads of a search that starts now.
    fn threads(&self) -> usize {
        let alone = self.load() == Load { running: 1, waiting: 0 };
        if alone { self.slots } else { 1 }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No code panics while it holds the lock; even if it did, the counts would be right.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a search at the end of the queue.
    fn enqueue(self: &Arc<Self>) -> Ticket {
        let (sender, turn) = unbounded_channel();
        let mut queue = self.queue();
        let number = queue.next_number;
        queue.next_number += 1;
        queue.waiting.push_back(Waiting { number, turn: sender, ahead: None });
        drop(queue);
        self.advance();
        Ticket { solve_queue: Arc::clone(self), number, turn }
    }

    /// Starts as many searches as there are free slots, and sends the others their position.
    fn advance(self: &Arc<Self>) {
        let mut undelivered = Vec::new();
        let mut queue = self.queue();
        while queue.running < self.slots
            && let Some(first) = queue.waiting.pop_front()
        {
            queue.running += 1;
            undelivered.extend(first.turn.send(Turn::Now(Slot(Arc::clone(self)))).err());
        }
        let running = queue.running;
        for (at, waiting) in queue.waiting.iter_mut().enumerate() {
            if waiting.ahead.replace(running + at) != Some(running + at) {
                undelivered.extend(waiting.turn.send(Turn::Ahead(running + at)).err());
            }
        }
        // A slot whose receiver is gone is freed when it is dropped, which takes the lock again.
        drop(queue);
        drop(undelivered);
    }
}

/// The right to run. Dropping it starts the next search.
struct Slot(Arc<SolveQueue>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.queue().running -= 1;
        self.0.advance();
    }
}

/// A position in the queue. Dropping it moves up those behind.
struct Ticket {
    solve_queue: Arc<SolveQueue>,
    number: u64,
    turn: UnboundedReceiver<Turn>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queue = self.solve_queue.queue();
        let before = queue.waiting.len();
        queue.waiting.retain(|waiting| waiting.number != self.number);
        let left = queue.waiting.len() < before;
        drop(queue);
        if left {
            self.solve_queue.advance();
        }
    }
}

type EventSender = UnboundedSender<Bytes>;

/// Sends an event, unless the client has disconnected.
fn send_event(to: &EventSender, event: &SearchEvent) {
    // Every event can be serialised.
    if let Ok(data) = serde_json::to_string(event) {
        let _ = to.send(format!("event: {}\ndata: {data}\n\n", event.name()).into());
    }
}

/// The event stream of a search. Dropping it cancels the search.
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

/// The number of searches of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Searches that run.
    pub running: usize,
    /// Searches that wait for a slot.
    pub waiting: usize,
}
