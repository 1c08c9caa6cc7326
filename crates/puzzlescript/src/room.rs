//! How much memory a script may take: a fixed amount, and some more for each byte of its text.
//!
//! A short text can stand for much: a property of a hundred objects in three cells of a rule is a million rules, and a board
//! of a few hundred objects has a few hundred bits in every cell. So whatever can grow faster than the text takes its share
//! of a [`Room`] before it is made. Where nothing is left, reading ends with an error that says what to write less of. What
//! grows with the text takes no share: it has another [`FOR_TEXT`] bytes for each unit of size.
//!
//! The figures are those of the allocations themselves; `tests/memory.rs` measures them on scripts that are made for it.

use unriddle_kit::text::most_cells;

use super::format;
use super::problem::Problems;

/// The bytes that the rules, objects and boards of any script may take.
pub const FIXED: usize = 40 << 20;

/// The bytes that they may take in addition, for each unit of the size of a script.
pub const SHARED: usize = 640;

/// The bytes for each unit of the size of a script that is read, whatever its rules are.
pub const FOR_TEXT: usize = 360;

/// The minimum size of a script, in bytes.
const MIN_SIZE: usize = 4 << 10;

/// The maximum number of bytes, however long a script is.
const MAX_BYTES: usize = 256 << 20;

/// The maximum number of steps, of some nanoseconds each, to find out what rules stand for.
const MAX_STEPS: usize = 100_000_000;

/// The size of a script: its bytes, or its cells if these are more.
pub fn size(text: &str) -> usize {
    format::cells(text).min(most_cells(text)).max(text.len()).max(MIN_SIZE)
}

/// The memory that is left for a script.
#[derive(Clone, Debug, Default)]
pub struct Room {
    left: usize,
    steps: usize,
    is_full: bool,
}

impl Room {
    /// The room of a script.
    pub fn of(text: &str) -> Room {
        let bytes = size(text).saturating_mul(SHARED).saturating_add(FIXED);
        Room { left: bytes.min(MAX_BYTES), steps: MAX_STEPS, is_full: false }
    }

    /// Takes some bytes. Returns whether there were enough; if not, the room is full from now on.
    #[must_use]
    pub fn take(&mut self, bytes: usize) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Takes some steps of work, likewise.
    #[must_use]
    pub fn work(&mut self, steps: usize) -> bool {
        match self.steps.checked_sub(steps) {
            Some(left) => self.steps = left,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Gives back what is no longer needed.
    pub fn give(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(bytes);
    }

    /// Takes some bytes, or reports `what` takes too much at a (line, column), and what to do about it.
    #[must_use]
    pub fn take_or_tell(
        &mut self,
        bytes: usize,
        problems: &mut Problems,
        place: (usize, usize),
        what: &str,
    ) -> bool {
        let was_full = self.is_full;
        let fits = self.take(bytes);
        if !fits && !was_full {
            problems.error(place, what);
        }
        fits
    }

    /// Whether something did not fit.
    pub fn is_full(&self) -> bool {
        self.is_full
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_room_stays_full_and_is_told_once() {
        let (mut room, mut problems) = (Room::of(""), Problems::default());
        assert!(room.take(FIXED + MIN_SIZE * SHARED - 1));
        assert!(!room.take_or_tell(2, &mut problems, (3, 1), "too much"));
        room.give(100);
        assert!(!room.take_or_tell(2, &mut problems, (4, 1), "too much"));
        assert!(room.is_full());
        assert_eq!(problems.errors(), 1);
        assert_eq!(problems.list()[0].line, 3);
    }
}
