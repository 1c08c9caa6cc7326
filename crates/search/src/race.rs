//! Several strategies side by side, with an answer that does not depend on which one happens to finish first.
//!
//! The work of a strategy is counted in expanded states. The strategy that answers with the least work wins,
//! whatever the clock says; a strategy that has worked more than the best so far is stopped. With a thread
//! for each strategy all of them run at once. With fewer threads they run in rounds: each gets the same
//! allowance of work, and if none answers within it, all begin again with four times as much. That costs up
//! to a third more, and finds the same winner.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::{Counts, Limits, Monitor, Options, Outcome, Report, Searchable};

/// The states that each strategy may expand in the first round.
const FIRST_ALLOWANCE: u64 = 1 << 14;
/// By how much the allowance grows.
const GROWTH: u64 = 4;

/// A search strategy: takes its own options and monitor, and returns a report.
pub type Strategy<'a, P> = &'a (dyn Fn(&Options, &mut Monitor<'_>) -> Report<P> + Sync);

/// What the monitor of a running strategy shares with the others.
#[derive(Debug, Default)]
pub(crate) struct Lane {
    /// The index of the strategy.
    index: usize,
    /// The maximum number of states that it may expand in this round.
    allowance: u64,
    /// Whether it was stopped because it had worked too much.
    is_beaten: AtomicBool,
    /// Its expanded, generated and stored states, and its memory.
    counts: [AtomicU64; 4],
}

impl Lane {
    /// Notes what the strategy has done so far. Returns whether to stop it.
    pub(crate) fn is_beaten(&self, best: &AtomicU64, counts: Counts, bytes: u64) -> bool {
        let Counts { expanded, generated, stored } = counts;
        for (count, now) in self.counts.iter().zip([expanded, generated, stored, bytes]) {
            count.store(now, Ordering::Relaxed);
        }
        let is_beaten =
            expanded > self.allowance || rank(expanded, self.index) > best.load(Ordering::Relaxed);
        if is_beaten {
            self.is_beaten.store(true, Ordering::Relaxed);
        }
        is_beaten
    }
}

/// Answers are compared by this: the least work wins, then the first strategy.
fn rank(expanded: u64, index: usize) -> u64 {
    expanded << 8 | index as u64
}

/// Runs up to 256 strategies side by side and returns the report of the one that answers with the least
/// work: that expanded the fewest states until it found a solution or proved that there is none. If none
/// answers, the first report with the highest bound is returned.
///
/// The result is the same for any number of threads, if each strategy by itself gives the same report
/// whenever it is run. Statistics are those of the winner, except for the memory, which is that of all.
/// Limits apply to each strategy; memory is shared out among those that run at once.
///
/// # Panics
///
/// If there is no strategy.
///
/// # Example
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{Goal, Method, Monitor, Options, race, solve_with};
///
/// let puzzle = Doubling { target: 1000 };
/// let best_first = |options: &Options, monitor: &mut Monitor<'_>| solve_with(&puzzle, options, monitor);
/// let a_star = |options: &Options, monitor: &mut Monitor<'_>| {
///     solve_with(&puzzle, &Options { method: Method::AStar, ..*options }, monitor)
/// };
/// let options = Options { goal: Goal::Any, ..Options::default() };
/// let report = race(&[&best_first, &a_star], &options, &mut Monitor::new());
/// assert!(report.outcome.solution().is_some());
/// ```
pub fn race<P: Searchable>(
    strategies: &[Strategy<'_, P>],
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<P> {
    let workers = options.thread_count().min(strategies.len());
    let limits =
        Limits { memory: options.limits.memory.map(|most| most / workers.max(1) as u64), ..options.limits };
    let options =
        Options { limits, threads: (options.thread_count() / strategies.len().max(1)).max(1), ..*options };
    let mut allowance = if workers < strategies.len() { FIRST_ALLOWANCE } else { u64::MAX };
    let mut ended: Vec<Option<Report<P>>> = strategies.iter().map(|_| None).collect();
    loop {
        let best = AtomicU64::new(u64::MAX);
        let lane = |index| Lane { index, allowance, ..Lane::default() };
        let lanes: Vec<Lane> = (0..strategies.len()).map(lane).collect();
        let round = Round { strategies, options: &options, lanes: &lanes, best: &best };
        let waiting: Vec<usize> = (0..strategies.len()).filter(|&index| ended[index].is_none()).collect();
        // A strategy that answered beyond its allowance answers again in a later round.
        let mut end = |index: usize, report: Report<P>| {
            if round.is_within_allowance(index, &report) {
                ended[index] = Some(report);
            }
        };
        if workers < 2 || !round.run_on_threads(workers, &waiting, monitor, &mut end) {
            waiting
                .iter()
                .for_each(|&index| end(index, round.run(index, &mut monitor.of_lane(&lanes[index], &best))));
        }
        let bytes = lanes.iter().map(|lane| lane.counts[3].load(Ordering::Relaxed)).sum::<u64>();
        monitor.note_bytes(bytes as usize);
        let answers = ended.iter().enumerate().filter_map(|(index, report)| {
            let report = report.as_ref().filter(|report| is_answer(report))?;
            Some(rank(report.statistics.expanded, index))
        });
        let winner = match answers.min() {
            Some(rank) => (rank & 0xff) as usize,
            None if ended.iter().all(Option::is_some) => {
                let bounds = ended.iter().flatten().map(bound).enumerate();
                bounds
                    .max_by_key(|&(index, bound)| (bound, std::cmp::Reverse(index)))
                    .map_or(0, |(index, _)| index)
            }
            None => {
                allowance = allowance.saturating_mul(GROWTH);
                continue;
            }
        };
        let report = ended.swap_remove(winner).expect("the winner has ended");
        let counts = report.statistics;
        monitor.add(Counts { expanded: counts.expanded, generated: counts.generated, stored: counts.stored });
        return Report { statistics: monitor.statistics(Counts::default()), ..report };
    }
}

fn is_answer<P: Searchable>(report: &Report<P>) -> bool {
    !matches!(report.outcome, Outcome::Stopped { .. })
}

/// The lower bound of a strategy that did not answer.
fn bound<P: Searchable>(report: &Report<P>) -> crate::Cost {
    if let Outcome::Stopped { bound, .. } = report.outcome { bound } else { 0 }
}

/// One round of all strategies that have not ended yet.
struct Round<'r, 's, P: Searchable> {
    strategies: &'r [Strategy<'s, P>],
    options: &'r Options,
    lanes: &'r [Lane],
    /// The [`rank`] of the best answer so far.
    best: &'r AtomicU64,
}

impl<P: Searchable> Round<'_, '_, P> {
    fn run(&self, index: usize, monitor: &mut Monitor<'_>) -> Report<P> {
        let report = self.strategies[index](self.options, monitor);
        if is_answer(&report) && self.is_within_allowance(index, &report) {
            self.best.fetch_min(rank(report.statistics.expanded, index), Ordering::Relaxed);
        }
        report
    }

    /// Whether the strategy ended by itself, with no more work than it was allowed.
    fn is_within_allowance(&self, index: usize, report: &Report<P>) -> bool {
        let lane = &self.lanes[index];
        report.statistics.expanded <= lane.allowance
            && (is_answer(report) || !lane.is_beaten.load(Ordering::Relaxed))
    }

    /// Runs the strategies on several threads, while this one reports the progress. Returns false, and has
    /// done nothing, if the system gives no threads.
    fn run_on_threads(
        &self,
        workers: usize,
        waiting: &[usize],
        monitor: &mut Monitor<'_>,
        end: &mut impl FnMut(usize, Report<P>),
    ) -> bool {
        let next = AtomicUsize::new(0);
        let control = monitor.control();
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let mut working = false;
            for _ in 0..workers {
                let (sender, next, control) = (sender.clone(), &next, &control);
                let work = move || {
                    while let Some(&index) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut monitor = Monitor::for_lane(control, &self.lanes[index], self.best);
                        // The receiver lives until all have ended.
                        let _ = sender.send((index, self.run(index, &mut monitor)));
                    }
                };
                working |= std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(Monitor::BETWEEN_REPORTS) {
                    Ok((index, report)) => end(index, report),
                    Err(mpsc::RecvTimeoutError::Timeout) => monitor.report_counts(self.counts()),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            working
        })
    }

    /// The counts of all strategies together.
    fn counts(&self) -> Counts {
        let sum = |at: usize| self.lanes.iter().map(|lane| lane.counts[at].load(Ordering::Relaxed)).sum();
        Counts { expanded: sum(0), generated: sum(1), stored: sum(2) }
    }
}
