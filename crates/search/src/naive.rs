//! Placeholder while the engine is written: Dijkstra on a hash map.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::*;

pub(crate) fn run<P: Puzzle>(mut search: Search<P>) -> Report<P> {
    let puzzle = search.puzzle;
    let clock = std::time::Instant::now();
    let mut states = vec![puzzle.start()];
    let mut index = HashMap::from([(puzzle.start(), 0usize)]);
    let mut best: Vec<(Cost, Option<(usize, P::Move)>)> = vec![(0, None)];
    let mut heap = BinaryHeap::from([(Reverse(0), 0usize)]);
    let mut statistics = Statistics::default();
    let mut outcome = Outcome::Unsolvable;
    while let Some((Reverse(cost), n)) = heap.pop() {
        if best[n].0 != cost {
            continue;
        }
        let state = states[n].clone();
        if puzzle.is_solved(&state) {
            let mut moves = Vec::new();
            let mut at = n;
            while let Some((parent, mv)) = best[at].1 {
                moves.push(mv);
                at = parent;
            }
            moves.reverse();
            outcome = Outcome::Optimal(Solution { cost, moves });
            break;
        }
        if search.limits.states.is_some_and(|most| states.len() as u64 >= most) {
            outcome = Outcome::Stopped { limit: Limit::States, bound: cost };
            break;
        }
        if search.cancel.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed)) {
            outcome = Outcome::Stopped { limit: Limit::Cancelled, bound: cost };
            break;
        }
        if search.limits.time.is_some_and(|most| clock.elapsed() >= most) {
            outcome = Outcome::Stopped { limit: Limit::Time, bound: cost };
            break;
        }
        statistics.expanded += 1;
        if statistics.expanded % 65536 == 0 {
            statistics.stored = states.len() as u64;
            statistics.elapsed = clock.elapsed();
            if let Some(report) = search.on_progress.as_mut() {
                report(&Progress { bound: cost, best: None, statistics });
            }
        }
        puzzle.expand(&state, |mv, step, next| {
            statistics.generated += 1;
            let total = cost + step;
            let m = *index.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                best.push((Cost::MAX, None));
                states.len() - 1
            });
            if total < best[m].0 {
                best[m] = (total, Some((n, mv)));
                heap.push((Reverse(total), m));
            }
        });
    }
    statistics.stored = states.len() as u64;
    statistics.elapsed = clock.elapsed();
    let solutions = None;
    Report { outcome, statistics, solutions }
}
