//! Times and peak memory of two programs side by side, in one run.

use std::time::Instant;

use crate::MEMORY;

/// What a job took: its best time of several, and the most memory held beyond what was there.
#[derive(Clone, Copy)]
pub struct Taken {
    pub seconds: f64,
    pub bytes: usize,
}

/// Runs a job several times and keeps the best time.
pub fn measure<T>(times: usize, mut job: impl FnMut() -> T) -> (Taken, T) {
    let mut taken = Taken { seconds: f64::MAX, bytes: 0 };
    let mut result = None;
    for _ in 0..times {
        drop(result.take());
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let begun = Instant::now();
        result = Some(std::hint::black_box(job()));
        taken.seconds = taken.seconds.min(begun.elapsed().as_secs_f64());
        taken.bytes = taken.bytes.max(MEMORY.peak_usage().saturating_sub(before));
    }
    (taken, result.expect("at least one run"))
}

/// A line of the table of contests.
pub fn versus(what: &str, ours: Taken, other: &str, theirs: Taken, aim: &str) {
    let faster = theirs.seconds / ours.seconds;
    let memory = ours.bytes as f64 / theirs.bytes.max(1) as f64;
    println!(
        "| {what} | {} | {} | {other} {} | {} | {faster:.1}× faster, {memory:.2} of the memory | {aim} |",
        time(ours.seconds),
        size(ours.bytes),
        time(theirs.seconds),
        size(theirs.bytes),
    );
}

/// A line of the table of single measurements.
pub fn alone(what: &str, taken: Taken, result: &str, aim: &str) {
    println!("| {what} | {} | {} | | | {result} | {aim} |", time(taken.seconds), size(taken.bytes));
}

pub fn header() {
    println!("| what | time | peak memory | against | its peak memory | result | aim |");
    println!("|---|---|---|---|---|---|---|");
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn size(bytes: usize) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b => format!("{:.1} MB", b / 1e6),
    }
}
