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
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use unriddle_protocol as wire;
use unriddle_protocol::{
    Allowance, AnalyseRequest, AnalysisView, AnswerView, Failure, FailureKind, ImproveRequest, ImproveView,
    PositionRequest, PositionView, SearchEvent, SolveRequest,
};
use unriddle_search::Limits;

use crate::error::ApiError;
use crate::malloc_trim;
use crate::permits::{Permit, busy};

/// The maximum number of waiting searches.
const MAX_WAITING: usize = 64;

/// The maximum time of a search.
const MAX_TIME: Duration = Duration::from_secs(600);

/// The interval of the comments that keep a silent stream alive.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A request that takes a search.
pub(crate) trait Job: DeserializeOwned + Send + 'static {
    /// What the last event holds.
    type Answer: Serialize;

    /// The memory that it takes beyond what its search accounts for.
    fn weight(&self) -> usize;

    /// Does the work and reports its events.
    fn run(&self, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SearchEvent<Self::Answer>));
}

impl Job for SolveRequest {
    type Answer = AnswerView;

    fn weight(&self) -> usize {
        SolveRequest::weight(self)
    }

    fn run(&self, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SearchEvent<AnswerView>)) {
        wire::solve(self, allowance, hear);
    }
}

impl Job for AnalyseRequest {
    type Answer = AnalysisView;

    fn weight(&self) -> usize {
        AnalyseRequest::weight(self)
    }

    fn run(&self, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SearchEvent<AnalysisView>)) {
        wire::analyse(self, allowance, hear);
    }
}

impl Job for ImproveRequest {
    type Answer = ImproveView;

    fn weight(&self) -> usize {
        ImproveRequest::weight(self)
    }

    fn run(&self, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SearchEvent<ImproveView>)) {
        wire::improve(self, allowance, hear);
    }
}

impl Job for PositionRequest {
    type Answer = PositionView;

    fn weight(&self) -> usize {
        PositionRequest::weight(self)
    }

    fn run(&self, allowance: &Allowance<'_>, hear: &mut dyn FnMut(SearchEvent<PositionView>)) {
        wire::position(self, allowance, hear);
    }
}

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
    pub(crate) fn solve<J: Job>(
        self: &Arc<Self>,
        request: J,
        body: Option<Permit>,
    ) -> Result<Events, ApiError> {
        let memory = self.search_memory(&request)?;
        if self.load().waiting >= MAX_WAITING {
            return Err(busy());
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, events) = unbounded_channel();
        let ticket = self.enqueue();
        tokio::spawn(Arc::clone(self).run((request, body, memory), ticket, sender, Arc::clone(&cancel)));
        Ok(Events { events, cancel })
    }

    /// The memory that is left for a search once the level is read: at least half of its part.
    fn search_memory(&self, request: &impl Job) -> Result<u64, ApiError> {
        let left = self.memory.saturating_sub(request.weight() as u64);
        if left < self.memory / 2 {
            let message = format!("the level may need more than {} MiB of memory", self.memory >> 21);
            let help = "that is half of what a search has here; the command solves larger levels";
            return Err(Failure::of_request(message).blamed_on(FailureKind::Size, help).into());
        }
        Ok(left)
    }

    /// Waits for a slot, searches, and sends all events to `to` until the client disconnects.
    async fn run<J: Job>(
        self: Arc<Self>,
        (request, body, memory): (J, Option<Permit>, u64),
        mut ticket: Ticket,
        to: EventSender,
        cancel: Arc<AtomicBool>,
    ) {
        let slot = loop {
            tokio::select! {
                () = to.closed() => return,
                turn = ticket.turn.recv() => match turn {
                    Some(Turn::Ahead(ahead)) => send_event(&to, &SearchEvent::<J::Answer>::Queued { ahead }),
                    Some(Turn::Now(slot)) => break slot,
                    None => return,
                },
            }
        };
        drop(ticket);
        let (limits, threads) = self.allowance(memory);
        let events = to.clone();
        let mut search = tokio::task::spawn_blocking(move || {
            let allowance = Allowance { limits, threads, cancel: &cancel };
            request.run(&allowance, &mut |event| send_event(&events, &event));
            drop((request, body));
            malloc_trim::trim();
            drop(slot);
        });
        let mut beat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ended = loop {
            tokio::select! {
                end = &mut search => break end,
                // A comment of the event stream, which clients ignore.
                _ = beat.tick() => drop(to.send(Bytes::from_static(b":\n\n"))),
            }
        };
        if ended.is_err() {
            let failure = Failure::of_request("the search failed: this is a bug");
            send_event(&to, &SearchEvent::<J::Answer>::Failure(failure));
        }
    }

    /// The limits and the threads of a search that starts now.
    fn allowance(&self, memory: u64) -> (Limits, usize) {
        let alone = self.load() == Load { running: 1, waiting: 0 };
        let limits = Limits { time: Some(MAX_TIME), memory: Some(memory), ..Limits::default() };
        (limits, if alone { self.slots } else { 1 })
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
fn send_event<A: Serialize>(to: &EventSender, event: &SearchEvent<A>) {
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
