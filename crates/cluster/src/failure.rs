//! Why a run across processes ended without an answer.

use std::fmt;

/// What ended the run, and the process to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The number and the address of the process.
    pub process: Option<(usize, String)>,
    /// What is wrong with it.
    pub reason: String,
    /// Whether somebody asked the run to stop, rather than something having gone wrong.
    pub cancelled: bool,
}

impl Failure {
    pub(crate) fn of(process: usize, address: &str, reason: impl Into<String>) -> Self {
        Failure { process: Some((process, address.to_string())), reason: reason.into(), cancelled: false }
    }

    pub(crate) fn own(reason: impl Into<String>) -> Self {
        Failure { process: None, reason: reason.into(), cancelled: false }
    }

    pub(crate) fn cancelled() -> Self {
        Failure { cancelled: true, ..Failure::own("it was cancelled") }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.process {
            Some((index, address)) => write!(f, "process {index} ({address}) {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Failure {}
