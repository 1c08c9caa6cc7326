//! Memory for replies: taken before an answer is worked out, given back when it has been sent.
//!
//! How much an answer takes at most is known from what is asked. What is above the limit of one
//! reply is refused. All replies together have a budget: what does not fit into it waits for a
//! while, and is then refused for now. Light answers, such as those to a player's moves, have a
//! part of the budget for themselves, so that heavy ones keep nobody from playing; so have the
//! bodies of large requests. Those in line are counted as well: there are never more than a few
//! hundred, whoever asks.
//!
//! Searches have the rest of what the server may take, see [`Budget`].

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use unriddle_games::memory::default_limit;
use unriddle_games::wire::{Failure, Fault};

use crate::connections::{Connection, Connections};
use crate::refusal::Refusal;

/// How many light answers are worked out at once, and how many may wait for that.
const LIGHT: (usize, usize) = (32, 64);

/// The same for heavy ones, which may take long.
const HEAVY: (usize, usize) = (2, 32);

/// How many large bodies may wait for room.
const BODY_LINE: usize = 16;

/// An answer up to this much is light wherever there is room for a few such.
const LIGHT_AT_LEAST: usize = 4 << 20;

/// How long an answer waits for its turn, and how long the body of a large request waits for room.
const PATIENCE: Duration = Duration::from_secs(10);
const BODY_PATIENCE: Duration = Duration::from_secs(1);

/// How often those that take nothing are cut off while someone waits.
const OFTEN: Duration = Duration::from_millis(20);

/// The most memory that all replies together get, if there is plenty.
const PLENTY: u64 = 512 << 20;

/// How much memory a server takes at most, beside up to 100 MB for itself and its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// All searches together.
    pub searches: u64,
    /// All replies together; one of them gets a quarter of that at most.
    pub replies: u64,
}

impl Budget {
    /// Three quarters of the memory that is free now: a quarter of that for replies, but no more
    /// than 512 MiB, the rest for searches.
    pub fn of_this_machine() -> Budget {
        Budget::of(default_limit())
    }

    fn of(all: u64) -> Budget {
        let replies = (all / 4).min(PLENTY);
        Budget { searches: all - replies, replies }
    }
}

/// The memory of the replies.
pub(crate) struct Memory {
    /// The most that one reply gets.
    reply: usize,
    /// Up to how much an answer is light.
    light: usize,
    light_ones: Pool,
    heavy_ones: Pool,
    bodies: Arc<Semaphore>,
    body_line: Semaphore,
    connections: Arc<Connections>,
    patience: Duration,
}

/// A part of the budget, in KiB.
struct Pool {
    room: Arc<Semaphore>,
    /// One for each that is worked out at once.
    seats: Arc<Semaphore>,
    /// One for each that may wait.
    line: Semaphore,
}

impl Pool {
    fn new(bytes: usize, (seats, line): (usize, usize)) -> Self {
        let room = Arc::new(Semaphore::new(bytes >> 10));
        Pool { room, seats: Arc::new(Semaphore::new(seats)), line: Semaphore::new(line) }
    }
}

/// So many bytes in KiB, rounded up.
fn kib(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

impl Memory {
    /// What a budget has for replies: a quarter for light answers, an eighth for large requests, the
    /// rest for heavy answers.
    pub(crate) fn new(budget: Budget, connections: Arc<Connections>) -> Self {
        let replies = usize::try_from(budget.replies).unwrap_or(usize::MAX);
        Memory {
            reply: replies / 4,
            light: (replies / 64).max(LIGHT_AT_LEAST).min(replies / 8),
            light_ones: Pool::new(replies / 4, LIGHT),
            heavy_ones: Pool::new(replies / 8 * 5, HEAVY),
            bodies: Arc::new(Semaphore::new((replies / 8) >> 10)),
            body_line: Semaphore::new(BODY_LINE),
            connections,
            patience: PATIENCE,
        }
    }

    /// The most that one reply gets.
    pub(crate) fn reply(&self) -> usize {
        self.reply
    }

    /// Takes what an answer needs at most, when its turn comes.
    pub(crate) async fn take(&self, bytes: usize) -> Result<Share, Refusal> {
        if bytes > self.reply {
            return Err(self.too_much(bytes));
        }
        let pool = if bytes <= self.light { &self.light_ones } else { &self.heavy_ones };
        let Ok(_place) = pool.line.try_acquire() else { return Err(busy()) };
        let taken = timeout(self.patience, async {
            // Semaphores of this kind are never closed.
            let seat = Arc::clone(&pool.seats).acquire_owned().await.ok();
            let room = self.room(&pool.room, bytes).await;
            Share { seat, room }
        });
        taken.await.map_err(|_| busy())
    }

    /// Takes what the body of a large request needs: it may move to a place of twice its size. While
    /// it waits for that, its client does not keep it waiting.
    pub(crate) async fn take_for_body(
        &self,
        bytes: usize,
        connection: Option<&Connection>,
    ) -> Result<Share, Refusal> {
        let Ok(_place) = self.body_line.try_acquire() else { return Err(busy()) };
        connection.inspect(|connection| connection.has_asked());
        let room = timeout(BODY_PATIENCE, self.room(&self.bodies, 2 * bytes)).await;
        connection.inspect(|connection| connection.asks_on());
        let room = room.map_err(|_| busy())?;
        connection.inspect(|connection| connection.holds_memory());
        Ok(Share { seat: None, room })
    }

    /// Waits for room; meanwhile those that hold some and take nothing are cut off.
    async fn room(&self, of: &Arc<Semaphore>, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let mut room = pin!(Arc::clone(of).acquire_many_owned(kib(bytes)));
        loop {
            tokio::select! {
                biased;
                room = &mut room => return room.ok(),
                () = tokio::time::sleep(OFTEN) => self.connections.make_room(),
            }
        }
    }

    fn too_much(&self, bytes: usize) -> Refusal {
        let mib = |bytes: usize| bytes.div_ceil(1 << 20);
        let message = format!(
            "the answer may take {} MiB of memory: the limit of a reply is {} MiB",
            mib(bytes),
            mib(self.reply)
        );
        let help = "ask about a smaller level, or use the command, which has no such limit";
        Refusal::from(Failure::of_request(message).blamed_on(Fault::Size, help))
    }
}

/// The refusal for now, when there is too much to do.
pub(crate) fn busy() -> Refusal {
    let failure = Failure::of_request("the server has too much to do now");
    Refusal::from(failure.blamed_on(Fault::Busy, "try again in a few seconds"))
}

/// Memory that was taken, and a seat to work at. Dropping it gives both back.
pub(crate) struct Share {
    seat: Option<OwnedSemaphorePermit>,
    room: Option<OwnedSemaphorePermit>,
}

impl Share {
    /// The work is done: what it takes from now on is this.
    pub(crate) fn keep(&mut self, bytes: usize) {
        self.seat = None;
        let kept = kib(bytes) as usize;
        if let Some(room) = &mut self.room {
            drop(room.split(room.num_permits().saturating_sub(kept)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn memory(replies: usize) -> Memory {
        let budget = Budget { searches: 0, replies: replies as u64 };
        Memory { patience: Duration::from_millis(30), ..Memory::new(budget, Connections::new(1)) }
    }

    fn status(taken: &Result<Share, Refusal>) -> u16 {
        taken.as_ref().map_or_else(|refusal| refusal.status().as_u16(), |_| 200)
    }

    #[test]
    fn searches_and_replies_together_take_what_there_is() {
        for all in [100 << 20, 2 << 30, 64 << 30] {
            let Budget { searches, replies } = Budget::of(all);
            assert_eq!(searches + replies, all);
            assert!(replies <= PLENTY && replies <= all / 4);
        }
    }

    #[tokio::test]
    async fn an_answer_above_the_limit_is_refused_and_the_limit_named() {
        let refused = memory(64 * MIB).take(17 * MIB).await;
        assert_eq!(status(&refused), 413);
        let told = refused.err().map(|refusal| refusal.message().to_string()).unwrap_or_default();
        assert!(told.contains("17 MiB") && told.contains("16 MiB"), "{told}");
    }

    #[tokio::test]
    async fn what_does_not_fit_waits_and_is_then_refused_as_busy() {
        let memory = memory(64 * MIB);
        let first = memory.take(16 * MIB).await;
        let second = memory.take(16 * MIB).await;
        assert_eq!((status(&first), status(&second)), (200, 200));
        assert_eq!(status(&memory.take(8 * MIB).await), 503, "no seat is free");
        assert_eq!(status(&memory.take(4 * MIB).await), 200, "light answers have seats of their own");
        drop(first);
        assert_eq!(status(&memory.take(8 * MIB).await), 200);
    }

    #[tokio::test]
    async fn what_is_kept_of_an_answer_is_all_that_counts() {
        let memory = memory(64 * MIB);
        let mut kept = Vec::new();
        for _ in 0..48 {
            let mut share = memory.take(16 * MIB).await.unwrap_or_else(|_| panic!("there is room"));
            share.keep(MIB / 2);
            kept.push(share);
        }
        // 16 of 40 MiB are left, and then 15.5.
        assert_eq!(status(&memory.take(16 * MIB).await), 200);
        let mut last = memory.take(16 * MIB).await.unwrap_or_else(|_| panic!("there is room"));
        last.keep(MIB / 2);
        assert_eq!(status(&memory.take(16 * MIB).await), 503, "there are seats, but no room");
        drop(kept);
        assert_eq!(status(&memory.take(16 * MIB).await), 200);
    }
}
