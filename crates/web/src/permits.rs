//! Permits for the memory of responses: acquired before the work starts, released when the response
//! has been sent.
//!
//! An upper bound of the memory of a response is known from its request. A response above the limit is
//! rejected. All responses share a budget: one that does not fit waits for a while and is then rejected
//! as busy. Light responses, such as those to a player's moves, have a part of the budget to
//! themselves, so that heavy ones do not delay play; so do the bodies of large requests. The number of
//! waiting requests is bounded, too.
//!
//! Searches have the rest of the server's memory, see [`Budget`].

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use crate::memory::default_limit;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use unriddle_protocol::{Failure, FailureKind};

use crate::connections::{Connection, Connections};
use crate::error::ApiError;

/// The number of light responses that are computed at once, and of those that may wait.
const LIGHT: (usize, usize) = (32, 64);

/// The same for heavy responses, which may take long.
const HEAVY: (usize, usize) = (2, 32);

/// The number of large bodies that may wait for memory.
const BODY_QUEUE: usize = 16;

/// A response of up to this many bytes is light if the budget has room for a few such.
const LIGHT_AT_LEAST: usize = 4 << 20;

/// The time a response waits for a permit.
const WAIT_TIMEOUT: Duration = Duration::from_secs(10);

/// The time the body of a large request waits for a permit.
const BODY_WAIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The interval at which stalled clients are evicted while a request waits for memory.
const EVICTION_INTERVAL: Duration = Duration::from_millis(20);

/// The maximum memory of all responses together.
const MAX_RESPONSES: u64 = 512 << 20;

/// The memory that a server may take, beside up to 100 MB for itself and its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The bytes of all searches together.
    pub searches: u64,
    /// The bytes of all responses together; a single one gets at most a quarter of that.
    pub responses: u64,
}

impl Budget {
    /// Three quarters of the memory that is free now: a quarter of that, but at most 512 MiB, for
    /// responses, the rest for searches.
    pub fn of_this_machine() -> Budget {
        Budget::divide(default_limit())
    }

    fn divide(all: u64) -> Budget {
        let responses = (all / 4).min(MAX_RESPONSES);
        Budget { searches: all - responses, responses }
    }
}

/// The permits of all responses and large bodies.
pub(crate) struct Permits {
    /// The maximum bytes of a response.
    response_limit: usize,
    /// The maximum bytes of a light response.
    light_limit: usize,
    light: Pool,
    heavy: Pool,
    bodies: Arc<Semaphore>,
    body_queue: Semaphore,
    connections: Arc<Connections>,
    wait_timeout: Duration,
}

/// A part of the budget.
struct Pool {
    /// The memory in KiB.
    memory: Arc<Semaphore>,
    /// One for each response that is computed at once.
    workers: Arc<Semaphore>,
    /// One for each response that may wait.
    queue: Semaphore,
}

impl Pool {
    fn new(bytes: usize, (workers, queue): (usize, usize)) -> Self {
        let memory = Arc::new(Semaphore::new(bytes >> 10));
        Pool { memory, workers: Arc::new(Semaphore::new(workers)), queue: Semaphore::new(queue) }
    }
}

/// Bytes in KiB, rounded up.
fn kib(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

impl Permits {
    /// Divides the budget of responses: a quarter for light ones, an eighth for large request bodies,
    /// the rest for heavy ones.
    pub(crate) fn new(budget: Budget, connections: Arc<Connections>) -> Self {
        let responses = usize::try_from(budget.responses).unwrap_or(usize::MAX);
        Permits {
            response_limit: responses / 4,
            light_limit: (responses / 64).max(LIGHT_AT_LEAST).min(responses / 8),
            light: Pool::new(responses / 4, LIGHT),
            heavy: Pool::new(responses / 8 * 5, HEAVY),
            bodies: Arc::new(Semaphore::new((responses / 8) >> 10)),
            body_queue: Semaphore::new(BODY_QUEUE),
            connections,
            wait_timeout: WAIT_TIMEOUT,
        }
    }

    /// The maximum bytes of a response.
    pub(crate) fn response_limit(&self) -> usize {
        self.response_limit
    }

    /// Waits for a permit for a response that takes at most this many bytes.
    pub(crate) async fn acquire(&self, bytes: usize) -> Result<Permit, ApiError> {
        if bytes > self.response_limit {
            return Err(self.too_much(bytes));
        }
        let pool = if bytes <= self.light_limit { &self.light } else { &self.heavy };
        let Ok(_waiting) = pool.queue.try_acquire() else { return Err(busy()) };
        let permit = timeout(self.wait_timeout, async {
            // These semaphores are never closed.
            let worker = Arc::clone(&pool.workers).acquire_owned().await.ok();
            let memory = self.acquire_memory(&pool.memory, bytes).await;
            Permit { worker, memory }
        });
        permit.await.map_err(|_| busy())
    }

    /// Waits for a permit for a request body: twice its size, since its buffer may be reallocated. The
    /// connection does not count as waiting for its client meanwhile.
    pub(crate) async fn acquire_for_body(
        &self,
        bytes: usize,
        connection: Option<&Connection>,
    ) -> Result<Permit, ApiError> {
        let Ok(_waiting) = self.body_queue.try_acquire() else { return Err(busy()) };
        connection.inspect(|connection| connection.request_received());
        let memory = timeout(BODY_WAIT_TIMEOUT, self.acquire_memory(&self.bodies, 2 * bytes)).await;
        connection.inspect(|connection| connection.await_body());
        let memory = memory.map_err(|_| busy())?;
        connection.inspect(|connection| connection.holds_memory());
        Ok(Permit { worker: None, memory })
    }

    /// Waits for memory; meanwhile evicts stalled clients that hold some.
    async fn acquire_memory(&self, from: &Arc<Semaphore>, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let mut memory = pin!(Arc::clone(from).acquire_many_owned(kib(bytes)));
        loop {
            tokio::select! {
                biased;
                memory = &mut memory => return memory.ok(),
                () = tokio::time::sleep(EVICTION_INTERVAL) => self.connections.evict_stalled(),
            }
        }
    }

    fn too_much(&self, bytes: usize) -> ApiError {
        let mib = |bytes: usize| bytes.div_ceil(1 << 20);
        let message = format!(
            "the response may need {} MiB of memory: the limit is {} MiB",
            mib(bytes),
            mib(self.response_limit)
        );
        let help = "use a smaller level, or the command, which has no such limit";
        ApiError::from(Failure::of_request(message).blamed_on(FailureKind::Size, help))
    }
}

/// The error of a server that has too much to do.
pub(crate) fn busy() -> ApiError {
    let failure = Failure::of_request("the server is busy");
    ApiError::from(failure.blamed_on(FailureKind::Busy, "try again in a few seconds"))
}

/// The right to hold some memory and to compute. Dropping it releases both.
pub(crate) struct Permit {
    worker: Option<OwnedSemaphorePermit>,
    memory: Option<OwnedSemaphorePermit>,
}

impl Permit {
    /// Releases the worker, and the memory but for this many bytes: the work is done.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        self.worker = None;
        let kept = kib(bytes) as usize;
        if let Some(memory) = &mut self.memory {
            drop(memory.split(memory.num_permits().saturating_sub(kept)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn permits(responses: usize) -> Permits {
        let budget = Budget { searches: 0, responses: responses as u64 };
        Permits { wait_timeout: Duration::from_millis(30), ..Permits::new(budget, Connections::new(1)) }
    }

    fn status(permit: &Result<Permit, ApiError>) -> u16 {
        permit.as_ref().map_or_else(|error| error.status().as_u16(), |_| 200)
    }

    #[test]
    fn a_budget_is_divided_without_a_rest() {
        for all in [100 << 20, 2 << 30, 64 << 30] {
            let Budget { searches, responses } = Budget::divide(all);
            assert_eq!(searches + responses, all);
            assert!(responses <= MAX_RESPONSES && responses <= all / 4);
        }
    }

    #[tokio::test]
    async fn a_response_above_the_limit_is_rejected_and_the_limit_named() {
        let rejected = permits(64 * MIB).acquire(17 * MIB).await;
        assert_eq!(status(&rejected), 413);
        let message = rejected.err().map(|error| error.message().to_string()).unwrap_or_default();
        assert!(message.contains("17 MiB") && message.contains("16 MiB"), "{message}");
    }

    #[tokio::test]
    async fn a_response_that_does_not_fit_waits_and_is_then_rejected_as_busy() {
        let permits = permits(64 * MIB);
        let first = permits.acquire(16 * MIB).await;
        let second = permits.acquire(16 * MIB).await;
        assert_eq!((status(&first), status(&second)), (200, 200));
        assert_eq!(status(&permits.acquire(8 * MIB).await), 503, "no worker is free");
        assert_eq!(status(&permits.acquire(4 * MIB).await), 200, "light responses have workers of their own");
        drop(first);
        assert_eq!(status(&permits.acquire(8 * MIB).await), 200);
    }

    #[tokio::test]
    async fn only_the_memory_of_the_payload_is_held_after_the_work() {
        let permits = permits(64 * MIB);
        let mut kept = Vec::new();
        for _ in 0..48 {
            let mut permit = permits.acquire(16 * MIB).await.unwrap_or_else(|_| panic!("memory is free"));
            permit.shrink_to(MIB / 2);
            kept.push(permit);
        }
        // 16 of 40 MiB are free, and then 15.5.
        assert_eq!(status(&permits.acquire(16 * MIB).await), 200);
        let mut last = permits.acquire(16 * MIB).await.unwrap_or_else(|_| panic!("memory is free"));
        last.shrink_to(MIB / 2);
        assert_eq!(status(&permits.acquire(16 * MIB).await), 503, "workers are free, but no memory");
        drop(kept);
        assert_eq!(status(&permits.acquire(16 * MIB).await), 200);
    }
}
