//! Ctrl-C and the other [requests to end](signals::on_end): the first one asks, the second one ends
//! the program at once.
//!
//! A search polls the flag many times a second and then returns an ordinary outcome, so the rest of
//! the command need not know. Work that may block for ever, such as a read from a pipe that nobody
//! writes to, runs in a thread of its own and is abandoned. If neither is going on, the first
//! request ends the program.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, mpsc};
use std::thread;

use crate::exit::INTERRUPTED;
use crate::play::guard;
use crate::{progress, signals};

/// The stack of a thread that reads a level: that of the main thread.
const STACK: usize = 8 << 20;

/// Whether the program was asked to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the flag is being polled.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// Wakes the caller of [`unless_interrupted`].
static WAITING: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// The flag that becomes true when the program is asked to end. The caller must poll it from now on
/// and end the program.
pub(crate) fn flag() -> &'static AtomicBool {
    WATCHED.store(true, Ordering::SeqCst);
    listen();
    &STOP
}

/// Runs work that may block for ever. Returns `None` as soon as the program is asked to end; the
/// thread that does the work is then abandoned.
pub(crate) fn unless_interrupted<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let (done, first) = mpsc::channel();
    let interrupt = done.clone();
    *waiting() = Some(Box::new(move || _ = interrupt.send(None)));
    listen();
    // The request may have come before there was a caller to wake.
    if STOP.load(Ordering::SeqCst) {
        *waiting() = None;
        return Ok(None);
    }
    let work = move || _ = done.send(Some(catch_unwind(AssertUnwindSafe(work))));
    let worker = thread::Builder::new().name("reader".into()).stack_size(STACK).spawn(work);
    let first = worker.map(|_| first.recv());
    *waiting() = None;
    match first? {
        Ok(Some(Ok(result))) => Ok(Some(result)),
        Ok(Some(Err(panic))) => resume_unwind(panic),
        // The worker sends even if it panics, so the channel never closes empty.
        Ok(None) | Err(mpsc::RecvError) => Ok(None),
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
        progress::clear();
        guard::release_from_outside();
        std::process::exit(INTERRUPTED);
    }
}
