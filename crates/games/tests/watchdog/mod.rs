//! Ends a test that hangs.

use std::process;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Far more than anything here takes, also on a busy machine. No test depends on how long something takes.
const HANG: Duration = Duration::from_secs(300);

/// What a call returns. If it does not return, the process is aborted, since nothing else ends a loop without end.
pub(crate) fn watched<T>(what: &str, call: impl FnOnce() -> T) -> T {
    let (done, wait) = channel::<()>();
    let what = what.to_string();
    thread::spawn(move || {
        if wait.recv_timeout(HANG) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{what} does not end");
            process::abort();
        }
    });
    let result = call();
    drop(done);
    result
}
