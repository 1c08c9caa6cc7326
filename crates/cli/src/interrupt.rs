//! Ctrl-C and the other [requests to end](signals::on_end): the first one asks, the second one ends
//! the program at once.
//!
//! What happens at the first request depends on what there is to lose:
//!
//! - A search polls [`requested`] many times a second and then returns an ordinary outcome. It runs
//!   [supervised](supervise), in a thread of its own: if it does not return soon, because it is in the middle of
//!   something that does not poll, such as a table for a board of millions of cells, it is abandoned, and nothing but its
//!   lower bound is lost. The same holds for its time limit.
//! - A read may block for ever, such as one from a pipe that nobody writes to. It is [abandoned](unless_interrupted) at
//!   once.
//! - A command that [watches](flag) the request and has something left to print, such as the results of other levels, goes
//!   on to do so.
//! - Output that nobody reads may block for ever. A [write](writing) that does not get anywhere is ended with the program.
//! - Anything else, such as drawing, is ended with the program.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use unriddle_search::Limit;

use crate::exit::INTERRUPTED;
use crate::play::guard;
use crate::{progress, signals};

/// The stack of a thread that reads or searches a level: that of the main thread.
const STACK: usize = 8 << 20;

/// The time that supervised work has to return after it was asked to.
const GRACE: Duration = Duration::from_millis(60);

/// The time after which a write that is still the same one is taken to be blocked.
const BLOCKED: Duration = Duration::from_millis(50);

/// Whether the program was asked to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the flag is being polled.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The number of writes that began and ended: odd during one.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Wakes the caller of [`supervise`] or [`unless_interrupted`].
static WAITING: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// The flag that becomes true when the program is asked to end. The caller must poll it from now on
/// and end the program.
pub(crate) fn flag() -> &'static AtomicBool {
    WATCHED.store(true, Ordering::SeqCst);
    requested()
}

/// The same flag, for [supervised](supervise) work. Outside of it a request still ends the program at once.
pub(crate) fn requested() -> &'static AtomicBool {
    listen();
    &STOP
}

/// Does work that does not poll, and that has nothing to lose: meanwhile a request ends the program at once, even if it
/// is otherwise [watched](flag).
pub(crate) fn unwatched<T>(work: impl FnOnce() -> T) -> T {
    let before = WATCHED.swap(false, Ordering::SeqCst);
    let done = work();
    WATCHED.store(before, Ordering::SeqCst);
    done
}

/// Writes to standard output or to the terminal. If that blocks once the program was asked to end, the program ends.
/// Only the main thread writes.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    WRITES.fetch_add(1, Ordering::SeqCst);
    let written = write();
    WRITES.fetch_add(1, Ordering::SeqCst);
    written
}

/// Ends the program as soon as a write is blocked.
fn end_blocked_writes() {
    loop {
        let before = WRITES.load(Ordering::SeqCst);
        thread::sleep(BLOCKED);
        if before % 2 == 1 && WRITES.load(Ordering::SeqCst) == before {
            end();
        }
    }
}

/// Runs work that may block for ever. Returns `None` as soon as the program is asked to end; the
/// thread that does the work is then abandoned.
pub(crate) fn unless_interrupted<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    // The request may have come before there was a caller to wake.
    if requested().load(Ordering::SeqCst) {
        return Ok(None);
    }
    let worker = Worker::start("reader", work)?;
    Ok(match worker.next() {
        Message::Done(result) => Some(result.unwrap_or_else(|panic| resume_unwind(panic))),
        Message::Stop => None,
    })
}

/// What supervised work and its supervisor tell each other.
#[derive(Debug, Default)]
pub(crate) struct Task {
    is_precious: AtomicBool,
    is_abandoned: AtomicBool,
}

impl Task {
    /// Says that the work has found something that would be lost with it. From now on it is waited for until it returns;
    /// a second request still ends the program.
    pub(crate) fn keep(&self) {
        self.is_precious.store(true, Ordering::SeqCst);
    }

    /// Whether nobody waits for the work any more, so that it should show nothing.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::SeqCst)
    }
}

/// Runs work that polls [`requested`] and knows its time limit. If it does not return soon after either, its thread is
/// abandoned, and the limit is returned.
pub(crate) fn supervise<T: Send + 'static>(
    time: Option<Duration>,
    work: impl FnOnce(&Task) -> T + Send + 'static,
) -> Result<T, Limit> {
    let task = Arc::new(Task::default());
    let shared = Arc::clone(&task);
    // A thread that cannot be started has no memory for its stack.
    let worker = Worker::start("search", move || work(&shared)).map_err(|_| Limit::Memory)?;
    if requested().load(Ordering::SeqCst) {
        worker.stop();
    }
    // A deadline beyond the range of the clock never comes.
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let asked = match deadline {
        Some(deadline) => worker.next_before(deadline.saturating_duration_since(Instant::now())),
        None => Some(worker.next()),
    };
    let limit = match asked {
        Some(Message::Done(result)) => return Ok(result.unwrap_or_else(|panic| resume_unwind(panic))),
        Some(Message::Stop) => Limit::Cancelled,
        None => Limit::Time,
    };
    loop {
        match worker.next_before(GRACE) {
            Some(Message::Done(result)) => return Ok(result.unwrap_or_else(|panic| resume_unwind(panic))),
            None if !task.is_precious.load(Ordering::SeqCst) => {
                task.is_abandoned.store(true, Ordering::SeqCst);
                return Err(limit);
            }
            Some(Message::Stop) | None => {}
        }
    }
}

/// What the main thread waits for.
enum Message<T> {
    /// The work has returned, or panicked.
    Done(thread::Result<T>),
    /// The program was asked to end.
    Stop,
}

/// A thread that works while the main thread waits for it or for a request.
struct Worker<T> {
    messages: Receiver<Message<T>>,
    stop: mpsc::Sender<Message<T>>,
}

impl<T: Send + 'static> Worker<T> {
    fn start(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<Self> {
        let (done, messages) = mpsc::channel();
        let (stop, request) = (done.clone(), done.clone());
        *waiting() = Some(Box::new(move || _ = request.send(Message::Stop)));
        let work = move || _ = done.send(Message::Done(catch_unwind(AssertUnwindSafe(work))));
        let worker = Worker { messages, stop };
        thread::Builder::new().name(name.into()).stack_size(STACK).spawn(work)?;
        Ok(worker)
    }

    /// Wakes the waiting thread.
    fn stop(&self) {
        let _ = self.stop.send(Message::Stop);
    }

    fn next(&self) -> Message<T> {
        // The worker sends even if it panics, so the channel never closes.
        self.messages.recv().unwrap_or(Message::Stop)
    }

    /// The next message, if there is one within this time.
    fn next_before(&self, time: Duration) -> Option<Message<T>> {
        match self.messages.recv_timeout(time) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Message::Stop),
        }
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        *waiting() = None;
    }
}

fn waiting() -> MutexGuard<'static, Option<Box<dyn Fn() + Send>>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listen() {
    static ONCE: Once = Once::new();
    // If this fails, the default action remains: Ctrl-C ends the program at once.
    ONCE.call_once(|| drop(signals::on_end(asked_to_end)));
}

fn asked_to_end() {
    let first = !STOP.swap(true, Ordering::SeqCst);
    let woken = waiting().as_ref().map(|wake| wake()).is_some();
    if !(first && (woken || WATCHED.load(Ordering::SeqCst))) {
        end();
    }
    // Without the thread, a second request still ends the program.
    let _ = thread::Builder::new().name("watchdog".into()).spawn(end_blocked_writes);
}

fn end() -> ! {
    progress::clear();
    guard::release_from_outside();
    std::process::exit(INTERRUPTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_returns_is_waited_for() {
        assert_eq!(supervise(None, |_| 7), Ok(7));
        assert_eq!(supervise(Some(Duration::MAX), |_| 8), Ok(8));
    }

    /// The work never returns: that this does is all that is asked.
    #[test]
    fn work_that_ignores_its_time_is_abandoned() {
        let (told, hears) = mpsc::channel();
        let (_open, never) = mpsc::channel::<()>();
        let ended = supervise(Some(Duration::ZERO), move |task| {
            while !task.is_abandoned() {
                thread::yield_now();
            }
            let _ = told.send(());
            never.recv()
        });
        assert_eq!(ended, Err(Limit::Time));
        assert_eq!(hears.recv(), Ok(()), "the work knows that it is abandoned");
    }

    #[test]
    fn work_that_would_be_lost_is_waited_for() {
        let ended = supervise(Some(Duration::ZERO), |task| {
            task.keep();
            // Longer than the supervisor waits for anything else.
            thread::sleep(3 * GRACE);
            9
        });
        assert_eq!(ended, Ok(9));
    }

    #[test]
    fn a_panic_goes_on_in_the_main_thread() {
        let ended = catch_unwind(|| supervise(None, |_| -> u32 { panic!("as expected") }));
        assert!(ended.is_err());
    }
}
