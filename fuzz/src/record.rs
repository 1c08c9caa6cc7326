//! Writes what was compared as JSON lines, so that another engine can be run on the same cases.
//!
//! `UNRIDDLE_FUZZ_RECORD` names the file. Lines are appended.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::Serialize;

/// Appends a case to the file, if one is named.
///
/// # Panics
///
/// If the file cannot be written.
pub fn record<T: Serialize>(case: impl FnOnce() -> T) {
    static OUTPUT: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let output = OUTPUT.get_or_init(|| {
        let path = std::env::var_os("UNRIDDLE_FUZZ_RECORD")?;
        let file = OpenOptions::new().create(true).append(true).open(&path);
        Some(Mutex::new(file.unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
    });
    if let Some(output) = output {
        let mut line = serde_json::to_string(&case()).expect("a case is plain data");
        line.push('\n');
        let mut file = output.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).unwrap_or_else(|error| panic!("cannot record a case: {error}"));
    }
}
