//! The dataflow: one input, one exchange, one sink.
//!
//! Each process has one worker of timely; the threads of a process are those of the engine. When a batch is
//! dispatched, its messages enter the input at the current epoch, in one parcel per receiver, and are exchanged
//! to the worker of the receiver, whose sink keeps them. Timely's threads carry them while the engine works. The
//! batch is complete when the frontier of the sink has passed the epoch: then nothing of it can still arrive.
//!
//! A batch holds what the engine generates in one round, and the engine has at most two rounds under way. So
//! the queues are bounded by what it generates in a round.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;
use unriddle_search::distributed::{Load, Lost, MAX_PROCESSES, Peers};

use crate::control::{Shared, Traffic};
use crate::failure::Failure;
use crate::join::{Member, join};
use crate::parcel::{Content, Parcel, ToReceiver};
use crate::stream::DataStream;

/// The longest sleep between two checks whether the run has failed.
const TICK: Duration = Duration::from_millis(20);
/// How long to wait for a batch after another process has said that its search has ended.
const AFTER_END: Duration = Duration::from_secs(2);
/// How long to wait at the end for the searches of the others.
const FAREWELL: Duration = Duration::from_secs(5);

/// What the sink has received.
#[derive(Default)]
struct Received {
    /// All epochs before this one are complete.
    complete: u64,
    /// Parcels with their epochs.
    parcels: Vec<(u64, Content)>,
    /// The bytes of their messages.
    bytes: u64,
}

/// A process that has joined a run: the [`Peers`] of its searches.
pub struct Cluster {
    shared: Arc<Shared>,
    worker: Worker,
    input: Option<InputHandle<u64, NoopBuilder<Parcel>>>,
    /// The epoch of the next batch to be delivered.
    epoch: u64,
    received: Rc<RefCell<Received>>,
    /// The messages that were posted for the next batch, by receiver.
    posted: Vec<Vec<Vec<u8>>>,
    /// The bytes of each batch that was dispatched and not yet delivered.
    dispatched: VecDeque<u64>,
    /// Timely's threads. They end with the process.
    _guard: std::mem::ManuallyDrop<CommsGuard>,
}

impl Cluster {
    /// Joins a run: returns when all processes have. `stop` ends the run for all when it becomes true.
    ///
    /// The process listens on its own address, or on `listener` if there is one.
    ///
    /// # Errors
    ///
    /// Why the run cannot start: a process that cannot be reached or that disagrees.
    pub fn join(
        member: &Member,
        listener: Option<TcpListener>,
        stop: &'static AtomicBool,
    ) -> Result<Cluster, Failure> {
        let count = member.addresses.len();
        if member.index >= count {
            return Err(Failure::own(format!("there is no process {} among {count}", member.index)));
        }
        if count > MAX_PROCESSES {
            return Err(Failure::own(format!("a search has at most {MAX_PROCESSES} processes, not {count}")));
        }
        let shared = Shared::new(member.index, &member.addresses);
        let broken = |error: std::io::Error| Failure::own(format!("cannot start a thread: {error}"));
        shared.beat(stop).map_err(broken)?;
        let sockets = join(member, listener, stop, &shared)?;
        let stream = |(peer, stream)| DataStream { stream, peer, shared: Arc::clone(&shared) };
        let sockets: Vec<Option<DataStream>> =
            sockets.into_iter().enumerate().map(|(peer, socket)| Some(stream((peer, socket?)))).collect();
        for socket in sockets.iter().flatten() {
            // The greeting had limits on time, the dataflow has none.
            let unlimited = socket.stream.set_read_timeout(None).and(socket.stream.set_write_timeout(None));
            unlimited.map_err(broken)?;
        }
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(own, sockets, member.index, 1, hooks).map_err(broken)?;
        let builder = builders.into_iter().next().ok_or_else(|| Failure::own("timely has no worker"))?;
        let mut worker =
            Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), Some(Instant::now()));
        let received = Rc::new(RefCell::new(Received::default()));
        let input = build(&mut worker, Rc::clone(&received));
        let (input, _guard) = (Some(input), std::mem::ManuallyDrop::new(guard));
        let (posted, dispatched) = (vec![Vec::new(); count], VecDeque::new());
        Ok(Cluster { shared, worker, input, epoch: 0, received, posted, dispatched, _guard })
    }

    /// The flag that cancels the work of this process: when it is asked to stop, when another one is, and
    /// when the run has failed.
    #[must_use]
    pub fn cancel(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.shared.cancel)
    }

    /// Why the run has failed, if it has. Then nothing that it found counts.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        self.shared.failure().cloned()
    }

    /// What was carried so far, and what each process holds. The function may be called while the search
    /// runs.
    pub fn traffic(&self) -> impl Fn() -> Traffic + use<> {
        let shared = Arc::clone(&self.shared);
        move || Traffic {
            sent: shared.sent.load(Ordering::Relaxed),
            most_in_flight: shared.most_in_flight.load(Ordering::Relaxed),
            waited: Duration::from_nanos(shared.waited_nanoseconds.load(Ordering::Relaxed)),
            loads: shared.loads.lock().map(|loads| loads.clone()).unwrap_or_default(),
        }
    }

    /// Takes note of how much is under way.
    fn note_bytes(&self) {
        let bytes = self.dispatched.iter().sum::<u64>() + self.received.borrow().bytes;
        self.shared.most_in_flight.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Leaves the run when the searches of all processes have ended. Returns why it has failed, if it has.
    pub fn leave(mut self) -> Option<Failure> {
        self.shared.end();
        let begun = Instant::now();
        // Others may still wait for what this process has to pass on.
        while !self.shared.all_ended() && self.failure().is_none() && begun.elapsed() < FAREWELL {
            self.worker.step_or_park(Some(TICK));
        }
        self.shared.hang_up();
        let failure = self.failure();
        // Dropping the input of a dataflow tells the others, who are gone.
        std::mem::forget(self.input.take());
        std::mem::forget(self.worker);
        failure
    }
}

/// Builds the dataflow.
fn build(worker: &mut Worker, received: Rc<RefCell<Received>>) -> InputHandle<u64, NoopBuilder<Parcel>> {
    worker.dataflow::<u64, _, _>(|scope| {
        let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
        let exchange = DistributorPact(|_| ToReceiver);
        stream.sink(exchange, "take in", move |(input, frontier)| {
            let mut received = received.borrow_mut();
            input.for_each(|time, parcel| {
                if let Some(content) = std::mem::take(parcel).0 {
                    received.bytes += content.bytes();
                    received.parcels.push((*time.time(), content));
                }
            });
            received.complete = frontier.frontier().first().copied().unwrap_or(u64::MAX);
        });
        input
    })
}

impl Peers for Cluster {
    fn index(&self) -> usize {
        self.shared.index
    }

    fn count(&self) -> usize {
        self.shared.addresses.len()
    }

    fn post(&mut self, to: usize, message: Vec<u8>) {
        self.posted[to].push(message);
    }

    fn dispatch(&mut self) {
        let epoch = self.epoch + self.dispatched.len() as u64;
        // Without an input every delivery fails.
        let Some(input) = &mut self.input else { return };
        let mut bytes = 0;
        for (to, messages) in self.posted.iter_mut().enumerate().filter(|(_, messages)| !messages.is_empty())
        {
            let content = Content { from: self.shared.index, to, messages: std::mem::take(messages) };
            bytes += content.bytes();
            input.send_batch(&mut Parcel(Some(content)));
        }
        input.advance_to(epoch + 1);
        self.dispatched.push_back(bytes);
        // Hands it over to timely's threads, and takes note of what they have received.
        self.worker.step();
        self.note_bytes();
    }

    fn deliver(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Lost> {
        if self.dispatched.is_empty() {
            return Err(Lost);
        }
        let begun = Instant::now();
        let mut ended: Option<(usize, Instant)> = None;
        while self.received.borrow().complete <= self.epoch {
            if self.shared.failure().is_some() {
                return Err(Lost);
            }
            self.worker.step_or_park(Some(TICK));
            if ended.is_none() {
                ended = self.shared.first_ended().map(|process| (process, Instant::now()));
            }
            if let Some((process, since)) = ended
                && since.elapsed() > AFTER_END
            {
                self.shared.fail(self.shared.blame(process, "ended before the search was over"));
            }
        }
        self.note_bytes();
        let mut received = self.received.borrow_mut();
        let (epoch, parcels) = (self.epoch, std::mem::take(&mut received.parcels));
        // Later batches may have arrived in part.
        let (mut now, later): (Vec<_>, Vec<_>) = parcels.into_iter().partition(|(time, _)| *time <= epoch);
        received.parcels = later;
        received.bytes -= now.iter().map(|(_, content)| content.bytes()).sum::<u64>();
        self.dispatched.pop_front();
        self.epoch += 1;
        now.sort_by_key(|(_, content)| content.from);
        let messages =
            |Content { from, messages, .. }| messages.into_iter().map(move |message| (from, message));
        let delivered = now.into_iter().flat_map(|(_, content)| messages(content)).collect();
        let waited = begun.elapsed().as_nanos() as u64;
        self.shared.waited_nanoseconds.fetch_add(waited, Ordering::Relaxed);
        Ok(delivered)
    }

    fn observe(&mut self, loads: &[Load]) {
        if let Ok(mut known) = self.shared.loads.lock() {
            known.clear();
            known.extend_from_slice(loads);
        }
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shared { index, addresses, .. } = &*self.shared;
        f.debug_struct("Cluster")
            .field("index", index)
            .field("addresses", addresses)
            .field("epoch", &self.epoch)
            .field("failure", &self.failure())
            .finish_non_exhaustive()
    }
}
