//! The plain engine: random inputs, on stable Rust, as an ordinary test.
//!
//! Environment variables control a run:
//!
//! - `UNRIDDLE_FUZZ_SECONDS`: the seconds for each target, from a random seed that is printed.
//!   Without it a run is short and always the same.
//! - `UNRIDDLE_FUZZ_SEED`: the seed.
//! - `UNRIDDLE_FUZZ_INPUT`: a file with one input to run instead, with a transcript.
//!
//! Each input is written to a file before it runs, so that it survives even if the process dies: by a
//! stack overflow, or by the watchdog, which ends executions that take a minute. An input that fails is
//! shrunk as long as it panics at the same place, saved, and run once more with a transcript.

use std::cell::{Cell, RefCell};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::{Input, TARGETS, Tally, Target};

/// The seed of the deterministic run.
const USUAL_SEED: u64 = 1;

/// An execution that takes this long is assumed never to end.
const ENDLESS: Duration = Duration::from_secs(60);

/// The input of an execution that takes this long is kept for inspection.
const SLOW: Duration = Duration::from_secs(1);

/// The time limit for shrinking an input.
const SHRINKING: Duration = Duration::from_secs(20);

/// Checks a promise as configured by the environment. Saves inputs in `folder`.
///
/// # Panics
///
/// If an input breaks the promise, or if the inputs no longer test it.
pub fn check(name: &str, folder: &Path) {
    let target = crate::target(name).unwrap_or_else(|| panic!("there is no target called {name}"));
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    match std::env::var_os("UNRIDDLE_FUZZ_INPUT") {
        Some(file) => replay(target, Path::new(&file)),
        None => Run::new(target, folder).run(),
    }
}

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a whole number, not {value:?}")))
}

/// Runs one input from a file, unless its name is that of another target.
fn replay(target: &Target, file: &Path) {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if TARGETS.iter().any(|other| other.name != target.name && name.starts_with(other.name)) {
        return println!("{} is an input of another target", file.display());
    }
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut input = Input::with_transcript(&bytes);
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&mut input, &mut Tally::default())));
    println!("{}", input.transcript());
    match outcome {
        Ok(()) => println!("{} holds for {}", target.name, file.display()),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// A run of random inputs.
struct Run<'a> {
    target: &'a Target,
    folder: &'a Path,
    seed: u64,
    /// When it ends. Without a deadline, it runs the executions that the target requests.
    until: Option<Instant>,
}

impl<'a> Run<'a> {
    fn new(target: &'a Target, folder: &'a Path) -> Self {
        let seconds = setting("UNRIDDLE_FUZZ_SECONDS");
        let chance = || seconds.map_or(USUAL_SEED, |_| RandomState::new().hash_one(0));
        let seed = setting("UNRIDDLE_FUZZ_SEED").unwrap_or_else(chance);
        let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        Run { target, folder, seed, until }
    }

    fn file(&self, what: &str) -> PathBuf {
        self.folder.join(format!("{}-{what}.input", self.target.name))
    }

    fn run(&self) {
        let Target { name, executions, .. } = *self.target;
        if self.seed != USUAL_SEED {
            // Bypasses the output capture of tests: the seed must be known even if the process dies.
            let _ = writeln!(std::io::stderr(), "{name}: seed {}", self.seed);
        }
        let running = self.file("running");
        let mut copy =
            File::create(&running).unwrap_or_else(|error| panic!("{}: {error}", running.display()));
        let watchdog = Watchdog::start(name, running.clone());
        let (begun, mut tally, mut number) = (Instant::now(), Tally::default(), 0);
        let mut slowest = Duration::ZERO;
        while self.until.map_or(number < executions, |until| Instant::now() < until) {
            let bytes = bytes(self.seed, number);
            keep(&mut copy, &bytes).unwrap_or_else(|error| panic!("{}: {error}", running.display()));
            watchdog.pat();
            let before = Instant::now();
            if let Err(panic) = attempt(self.target, &bytes, &mut tally) {
                drop(watchdog);
                self.fail(&bytes, &panic);
            }
            number += 1;
            let took = before.elapsed();
            if took > slowest {
                slowest = took;
                if took > SLOW {
                    self.save(&bytes, "slow");
                }
            }
        }
        drop(watchdog);
        let _ = fs::remove_file(running);
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{name}: {number} executions in {seconds:.1} s from seed {}, the slowest {slowest:.1?}",
            self.seed
        );
        println!("{tally}");
        if number >= executions
            && let Some((row, what)) = tally.lacks(self.target.vital)
        {
            panic!("{name} tests too little: no {what} in {number} executions for {row}");
        }
    }

    /// Saves an input.
    fn save(&self, bytes: &[u8], what: &str) -> PathBuf {
        let file = self.file(what);
        fs::write(&file, bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        file
    }

    /// Shrinks an input that fails, saves it, and shows it.
    fn fail(&self, bytes: &[u8], panic: &Panic) -> ! {
        let name = self.target.name;
        println!("{name}: {}", panic.message);
        let small = shrunk(self.target, bytes, panic);
        let file = self.save(&small, &format!("{:016x}", fingerprint(&small)));
        let replay = format!(
            "UNRIDDLE_FUZZ_INPUT={} cargo test -p unriddle-fuzz --test fuzz {name} -- --nocapture",
            file.display()
        );
        let mut input = Input::with_transcript(&small);
        let again = catch_unwind(AssertUnwindSafe(|| (self.target.run)(&mut input, &mut Tally::default())));
        println!("{}", input.transcript());
        let note = if again.is_ok() { " (it does not fail every time)" } else { "" };
        panic!("{name} does not hold{note}; run it again by\n{replay}")
    }
}

/// Overwrites the saved copy of the current input.
fn keep(copy: &mut File, bytes: &[u8]) -> std::io::Result<()> {
    copy.rewind()?;
    copy.write_all(bytes)?;
    copy.set_len(bytes.len() as u64)
}

/// The random input with this number.
fn bytes(seed: u64, number: u64) -> Vec<u8> {
    let mut state = seed ^ number.wrapping_mul(0xd134_2543_de82_ef95);
    // SplitMix64.
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let words = 1 << (random() % 7);
    (0..words).flat_map(|_| random().to_le_bytes()).collect()
}

/// A number for use in a file name.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What is known about a panic. It may be nothing if it happened on another thread.
#[derive(Clone, Debug, Default)]
struct Panic {
    place: Option<String>,
    message: String,
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Panic> = RefCell::default();
}

/// Runs one input without output.
fn attempt(target: &Target, bytes: &[u8], tally: &mut Tally) -> Result<(), Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            LAST.set(Panic { place: info.location().map(ToString::to_string), message: info.to_string() });
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    QUIET.set(true);
    LAST.take();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&mut Input::new(bytes), tally)));
    QUIET.set(false);
    outcome.map_err(|_| LAST.take())
}

/// The smallest input found that panics at the same place: without blocks of its bytes, and with
/// zeros for others.
fn shrunk(target: &Target, bytes: &[u8], panic: &Panic) -> Vec<u8> {
    let until = Instant::now() + SHRINKING;
    let fails = |bytes: &[u8]| {
        Instant::now() < until
            && attempt(target, bytes, &mut Tally::default()).is_err_and(|found| found.place == panic.place)
    };
    let mut best = bytes.to_vec();
    loop {
        let before = best.clone();
        let mut size = best.len().next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < best.len() {
                let end = (at + size).min(best.len());
                let without = [&best[..at], &best[end..]].concat();
                let zeros = [&best[..at], &vec![0; end - at], &best[end..]].concat();
                if fails(&without) {
                    best = without;
                } else {
                    if best[at..end].iter().any(|&byte| byte != 0) && fails(&zeros) {
                        best = zeros;
                    }
                    at = end;
                }
            }
            size /= 2;
        }
        if best == before || Instant::now() >= until {
            return best;
        }
    }
}

/// Ends the process when an execution does not end.
struct Watchdog {
    pats: Option<mpsc::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    fn start(name: &'static str, running: PathBuf) -> Self {
        let (pats, heard) = mpsc::channel();
        let watch = move || {
            loop {
                match heard.recv_timeout(ENDLESS) {
                    Ok(()) => while heard.try_recv().is_ok() {},
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        let (seconds, input) = (ENDLESS.as_secs(), running.display());
                        // Bypasses the output capture of tests, which is lost with the process.
                        let _ = writeln!(
                            std::io::stderr(),
                            "{name}: an input ran for {seconds} seconds: {input}"
                        );
                        std::process::abort();
                    }
                }
            }
        };
        Watchdog { pats: Some(pats), thread: Some(std::thread::spawn(watch)) }
    }

    /// Starts the next execution.
    fn pat(&self) {
        if let Some(pats) = &self.pats {
            // The watchdog only ends after this one is dropped.
            let _ = pats.send(());
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.pats = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_the_same_for_the_same_seed_and_differ_by_number() {
        assert_eq!(bytes(1, 2), bytes(1, 2));
        assert_ne!(bytes(1, 2), bytes(1, 3));
        assert_ne!(bytes(1, 2), bytes(2, 2));
    }

    #[test]
    fn what_fails_is_shrunk_to_what_matters() {
        let run = |input: &mut Input<'_>, _: &mut Tally| {
            let mut seven = false;
            while !input.is_over() {
                let byte = input.byte();
                assert!(!(seven && byte == 9), "a 9 after a 7");
                seven |= byte == 7;
            }
        };
        let target = Target { name: "test", run, executions: 0, vital: &[] };
        let bytes = [3, 1, 7, 4, 4, 9, 200, 9, 7];
        let panic = attempt(&target, &bytes, &mut Tally::default()).expect_err("it fails");
        assert!(panic.place.as_ref().is_some_and(|place| place.contains("plain.rs")), "{panic:?}");
        assert!(panic.message.contains("a 9 after a 7"), "{panic:?}");
        assert_eq!(shrunk(&target, &bytes, &panic), [7, 9]);
    }
}
