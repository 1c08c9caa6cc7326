//! How much a move may do.
//!
//! A script can ask for turns without end: loops, groups that undo each other, `again` for ever, rows with two ellipses on a
//! long board. So work is counted where it is done, in words of cells that are read or written, for a move and all
//! turns that follow it. A move that does more than [`MAX_WORK`] is given up. Counting takes an addition; now and
//! then, the caller is asked whether it must stop. Tables before a search are made under the same count, without
//! a limit of their own.

use std::sync::Arc;

use unriddle_search::Interrupt;

/// The maximum number of words of cells that a move may read or write. The longest move of all recorded games takes less
/// than a third of it, as a test checks, and no script makes a move that takes more than three seconds in a release build.
pub const MAX_WORK: u64 = 500_000_000;

/// The work between two questions whether to stop: about a millisecond.
const BETWEEN: u64 = 1 << 18;

/// The work after which it is first checked whether to stop.
fn first_check(most: u64) -> u64 {
    BETWEEN.min(most.saturating_add(1))
}

/// Says whether the caller must stop, so that work may be given up. Shared by everything that serves one search.
pub type Halt<'a> = Option<Arc<Interrupt<'a>>>;

/// Never stops.
pub const NEVER: Halt<'static> = None;

/// The work done so far, and when it ends.
#[derive(Clone)]
pub struct Work<'a> {
    done: u64,
    next: u64,
    most: u64,
    halt: Halt<'a>,
    over: bool,
}

impl<'a> Work<'a> {
    /// Work that ends when `halt` says so, and after `most`.
    pub fn new(most: u64, halt: Halt<'a>) -> Self {
        Work { done: 0, next: first_check(most), most, halt, over: false }
    }

    /// Work that ends only when `halt` says so.
    pub fn unlimited(halt: Halt<'a>) -> Self {
        Work::new(u64::MAX, halt)
    }

    /// Begins anew.
    pub fn begin(&mut self) {
        (self.done, self.next, self.over) = (0, first_check(self.most), false);
    }

    /// Begins anew with another limit. Returns the one before.
    pub fn begin_with(&mut self, most: u64) -> u64 {
        self.begin();
        std::mem::replace(&mut self.most, most)
    }

    /// Adds work. Returns whether to go on.
    #[inline]
    pub fn add(&mut self, work: usize) -> bool {
        self.done = self.done.saturating_add(work as u64);
        if self.done >= self.next {
            self.ask();
        }
        !self.over
    }

    #[cold]
    fn ask(&mut self) {
        self.next = self.done.saturating_add(BETWEEN);
        self.over |= self.done > self.most || self.halt.as_ref().is_some_and(|halt| halt.is_raised());
    }

    /// Gives up.
    pub fn end(&mut self) {
        self.over = true;
    }

    /// Whether the work was given up.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The work so far.
    pub fn done(&self) -> u64 {
        self.done
    }
}
