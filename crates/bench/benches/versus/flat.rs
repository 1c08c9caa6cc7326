//! Flat states of five words beside boxed ones: a sliding puzzle of 8 by 5, a byte per cell.

use unriddle_search::{Flat, Limits, Method, Monitor, Options, Searchable, Statistics, solve_with};

use crate::boxed::Boxed;
use crate::contest::{Timer, contest, versus};
use crate::sliding::Sliding;

fn million<P: Searchable>(puzzle: &P) -> Statistics {
    let limits = Limits { states: Some(1_000_000), ..Limits::default() };
    let options = Options { method: Method::BreadthFirst, threads: 1, limits, ..Options::default() };
    solve_with(puzzle, &options, &mut Monitor::new()).statistics
}

pub fn run() {
    let sliding = || Sliding::scrambled(8, 5, 1000);
    let (flat, boxed) = (Flat(sliding()), Boxed(sliding()));
    let ((ours, flat), (theirs, boxed)) = contest(Timer::OneThread, || million(&flat), || million(&boxed));
    assert_eq!((flat.expanded, flat.stored), (boxed.expanded, boxed.stored), "the same course");
    versus("a million flat states of five words, breadth-first", ours, "boxed", theirs, "≥ 4× faster");
}
