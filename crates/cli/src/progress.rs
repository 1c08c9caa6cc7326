//! The progress line on standard error while a search runs; there is none in a pipe.
//!
//! The line is shown from the first report of a search to its end, so that quick searches do not
//! flicker. It is kept where the handlers of Ctrl-C and of panics can reach it: whatever ends the
//! program, the line is cleared first.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unriddle_cluster::Traffic;
use unriddle_render::visible;
use unriddle_search::Progress;

use crate::report::text::{bytes, grouped};

static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The progress line of one search; it is cleared when this is dropped.
pub(crate) struct ProgressLine {
    label: String,
    wanted: bool,
}

impl ProgressLine {
    /// A line with this label.
    pub(crate) fn new(label: &str) -> Self {
        ProgressLine { label: visible(label).into_owned(), wanted: stderr().is_terminal() }
    }

    /// Shows how far the search has come.
    pub(crate) fn show(&mut self, progress: &Progress) {
        self.draw(|label| describe(label, progress));
    }

    /// Shows how far a search has come that several processes share.
    pub(crate) fn show_shared(&mut self, progress: &Progress, traffic: &Traffic) {
        self.draw(|label| describe_shared(label, progress, traffic));
    }

    fn draw(&mut self, describe: impl FnOnce(&str) -> String) {
        if !self.wanted {
            return;
        }
        let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = line.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        bar.set_message(describe(&self.label));
        bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        clear();
    }
}

/// Clears the progress line, if there is one.
pub(crate) fn clear() {
    // After a panic in the middle of drawing, the lock is held and the line stays.
    if let Ok(mut line) = LINE.try_lock()
        && let Some(bar) = line.take()
    {
        bar.finish_and_clear();
    }
}

/// Makes panics clear the progress line before they print.
pub(crate) fn clear_before_panics() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        clear();
        print(panic);
    }));
}

fn describe_shared(label: &str, progress: &Progress, traffic: &Traffic) -> String {
    let statistics = &progress.statistics;
    let best = progress.best.map_or_else(String::new, |best| format!(", best {best}"));
    let loads: Vec<String> = traffic.loads.iter().map(|load| grouped(load.stored)).collect();
    format!(
        "{:.1} s  at least {}{best}  {} stored ({}), {}/s, {}, {} sent  {label}",
        statistics.elapsed.as_secs_f64(),
        progress.bound,
        grouped(statistics.stored),
        loads.join(" + "),
        grouped(progress.states_per_second() as u64),
        bytes(statistics.bytes),
        bytes(traffic.sent),
    )
}

fn describe(label: &str, progress: &Progress) -> String {
    let statistics = &progress.statistics;
    let best = progress.best.map_or_else(String::new, |best| format!(", best {best}"));
    // The end is cut off if the terminal is too narrow.
    format!(
        "{:.1} s  at least {}{best}  {} expanded, {} stored, {}/s, {}  {label}",
        statistics.elapsed.as_secs_f64(),
        progress.bound,
        grouped(statistics.expanded),
        grouped(statistics.stored),
        grouped(progress.states_per_second() as u64),
        bytes(statistics.bytes),
    )
}
