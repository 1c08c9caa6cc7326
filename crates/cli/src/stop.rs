//! Ctrl-C: the first asks the search to end with what it knows, the second ends at once.
//!
//! The search looks at the flag many times a second and then returns an ordinary outcome, so
//! that nothing else in the command needs to know. Until a search can begin, while standard
//! input is read, the system's own handling stands: one Ctrl-C ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::INTERRUPTED;
use crate::play::guard;
use crate::progress;

static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on; the flag becomes true at the first. Called once, when all
/// that is left to do can be stopped.
pub(crate) fn on_interrupt() -> &'static AtomicBool {
    let heard = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            progress::clear();
            guard::release_from_outside();
            std::process::exit(INTERRUPTED);
        }
    });
    // Without a handler the system's own remains: Ctrl-C ends the program at once.
    drop(heard);
    &STOP
}
