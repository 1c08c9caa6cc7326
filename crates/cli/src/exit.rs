//! The exit status of the command.
//!
//! Four statuses keep apart what a script must not confuse: a level that is proved to have no
//! solution, an input that is not a level, and a search that gave up. Of several levels the highest
//! status counts. A second Ctrl-C ends with the usual status of an interrupted program.

use std::process::ExitCode;

/// The exit status, in rising order of what a caller must know first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every level was solved, or every check held.
    #[default]
    Answered = 0,
    /// Some level cannot be solved, or some check failed.
    Refuted = 1,
    /// Some input is not a level, or the arguments make no sense.
    Bad = 2,
    /// Some search was stopped by a limit or by Ctrl-C.
    Stopped = 3,
}

/// The status of a second Ctrl-C: the usual one for a process that SIGINT ended.
pub(crate) const INTERRUPTED: i32 = 130;

impl Exit {
    /// Takes another level into account.
    pub(crate) fn raise(&mut self, other: Exit) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_status_counts() {
        let mut exit = Exit::default();
        for met in [Exit::Refuted, Exit::Stopped, Exit::Bad, Exit::Answered] {
            exit.raise(met);
        }
        assert_eq!(exit, Exit::Stopped);
    }
}
