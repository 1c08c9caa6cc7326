//! The targets under libFuzzer, which keeps the inputs that reach new code and mutates them.
//!
//! Needs `--features libfuzzer` and the compiler flags for coverage: run `fuzz/coverage`.
//! `UNRIDDLE_FUZZ_TARGET` names the target.

#![no_main]

use std::sync::{Mutex, OnceLock};

use libfuzzer_sys::fuzz_target;
use unriddle_fuzz::{Input, Tally, Target};

/// The tally of all executions so far, and their number.
static DONE: Mutex<(Tally, u64)> = Mutex::new((Tally::new(), 0));

fn target() -> &'static Target {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("UNRIDDLE_FUZZ_TARGET").unwrap_or_default();
        unriddle_fuzz::target(&name)
            .unwrap_or_else(|| panic!("UNRIDDLE_FUZZ_TARGET must name a target, not {name:?}"))
    })
}

fuzz_target!(|bytes: &[u8]| {
    let mut tally = Tally::new();
    (target().run)(&mut Input::new(bytes), &mut tally);
    let mut done = DONE.lock().expect("no execution panics while it holds the lock");
    done.0.add(tally);
    done.1 += 1;
    if done.1.is_power_of_two() && done.1 >= 1024 {
        eprintln!("{}: {} executions\n{}", target().name, done.1, done.0);
    }
});
