//! How much a move may do.
//!
//! A script can ask for turns without end: loops, groups that undo each other, `again` for ever, rows with two ellipses on a
//! long board. So work is counted where it is done, in words of cells that are read or written, for a move and all
//! turns that follow it. A move that does more than [`MOST_WORK`] never comes to rest. Counting takes an addition; now and
//! then a search that must stop is asked for.

/// The most words of cells that a move may look at or write: some tenths of a second. The longest move of the recorded
/// games takes less than half of it, as a test checks.
pub const MOST_WORK: u64 = 200_000_000;

/// The work between two questions whether to stop: about a millisecond.
const BETWEEN: u64 = 1 << 20;

/// Says whether a move may be given up, because whoever wants it must stop.
pub type Halt<'a> = &'a (dyn Fn() -> bool + Sync);

/// The work of a move so far.
#[derive(Clone)]
pub(super) struct Work<'a> {
    done: u64,
    next: u64,
    halt: Option<Halt<'a>>,
    over: bool,
}

impl<'a> Work<'a> {
    pub(super) fn new(halt: Option<Halt<'a>>) -> Self {
        Work { done: 0, next: BETWEEN, halt, over: false }
    }

    /// A new move begins.
    pub(super) fn begin(&mut self) {
        *self = Work::new(self.halt);
    }

    /// Adds work. Returns whether the move may go on.
    pub(super) fn add(&mut self, work: usize) -> bool {
        self.done = self.done.saturating_add(work as u64);
        if self.done >= self.next {
            self.next = self.done + BETWEEN;
            self.over |= self.done > MOST_WORK || self.halt.is_some_and(|halt| halt());
        }
        !self.over
    }

    /// Gives up.
    pub(super) fn end(&mut self) {
        self.over = true;
    }

    /// Whether the move was given up.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The work so far.
    pub(super) fn done(&self) -> u64 {
        self.done
    }
}
