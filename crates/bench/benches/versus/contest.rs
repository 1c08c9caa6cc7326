//! Times and peak memory of two programs side by side, in one run.
//!
//! A contest runs both sides in turn, five times each, and takes the best time of each: whatever else the
//! machine does only ever makes a run slower. How far the five are apart says how much that was. Jobs on one
//! thread are timed by the processor's time of that thread, where the system tells it, so that they can be
//! compared on a busy machine; jobs on several threads, and those of a few milliseconds, by the clock.

use std::time::Instant;

use crate::MEMORY;

/// How often each side of a contest runs.
const TIMES: usize = 5;

/// What a job took: its best time of several, and the most memory held beyond what was there.
#[derive(Clone, Copy)]
pub struct Taken {
    pub seconds: f64,
    /// The longest time.
    pub slowest: f64,
    pub bytes: usize,
}

/// What the time of a job is measured by.
#[derive(Clone, Copy, PartialEq)]
pub enum Timer {
    /// The processor's time of this thread. The system keeps it to a few milliseconds.
    OneThread,
    /// The clock.
    Clock,
}

/// Seconds since some moment.
fn now(timer: Timer) -> f64 {
    let nanoseconds = || -> Option<f64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    };
    match nanoseconds() {
        Some(busy) if timer == Timer::OneThread => busy / 1e9,
        _ => {
            static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}

/// A job, what it took so far, and its last result.
struct Side<T, J> {
    job: J,
    taken: Taken,
    result: Option<T>,
}

impl<T, J: FnMut() -> T> Side<T, J> {
    fn new(job: J) -> Self {
        Side { job, taken: Taken { seconds: f64::MAX, slowest: 0.0, bytes: 0 }, result: None }
    }

    fn run(&mut self, timer: Timer) {
        drop(self.result.take());
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let begun = now(timer);
        self.result = Some(std::hint::black_box((self.job)()));
        let seconds = now(timer) - begun;
        self.taken.seconds = self.taken.seconds.min(seconds);
        self.taken.slowest = self.taken.slowest.max(seconds);
        self.taken.bytes = self.taken.bytes.max(MEMORY.peak_usage().saturating_sub(before));
    }

    fn finish(self) -> (Taken, T) {
        (self.taken, self.result.expect("at least one run"))
    }
}

/// Runs a job several times by itself.
pub fn measure<T>(times: usize, timer: Timer, job: impl FnMut() -> T) -> (Taken, T) {
    let mut side = Side::new(job);
    (0..times).for_each(|_| side.run(timer));
    side.finish()
}

/// Runs two jobs in turn, five times each.
pub fn contest<T, U>(
    timer: Timer,
    ours: impl FnMut() -> T,
    theirs: impl FnMut() -> U,
) -> ((Taken, T), (Taken, U)) {
    let (mut ours, mut theirs) = (Side::new(ours), Side::new(theirs));
    for _ in 0..TIMES {
        ours.run(timer);
        theirs.run(timer);
    }
    (ours.finish(), theirs.finish())
}

/// A line of the table of contests.
pub fn versus(what: &str, ours: Taken, other: &str, theirs: Taken, aim: &str) {
    let faster = theirs.seconds / ours.seconds;
    let memory = ours.bytes as f64 / theirs.bytes.max(1) as f64;
    println!(
        "| {what} | {} | {} | {other} {} | {} | {faster:.1}× faster, {memory:.2} of the memory | {aim} |",
        time(ours),
        size(ours.bytes),
        time(theirs),
        size(theirs.bytes),
    );
}

/// A line of the table of single measurements.
pub fn alone(what: &str, taken: Taken, result: &str, aim: &str) {
    println!("| {what} | {} | {} | | | {result} | {aim} |", time(taken), size(taken.bytes));
}

pub fn header() {
    println!("| what | time (slowest run) | peak memory | against | its peak memory | result | aim |");
    println!("|---|---|---|---|---|---|---|");
}

/// The best time, and by how much the slowest run exceeded it.
fn time(taken: Taken) -> String {
    let best = match taken.seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    };
    match taken.slowest / taken.seconds {
        times if times > 1.0 => format!("{best} (+{:.0} %)", (times - 1.0) * 100.0),
        _ => best,
    }
}

fn size(bytes: usize) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b => format!("{:.1} MB", b / 1e6),
    }
}
