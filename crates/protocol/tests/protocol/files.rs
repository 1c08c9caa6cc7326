//! The shipped levels.

use std::path::{Path, PathBuf};

/// Whether a file is a level: neither a page nor a list of expected results.
fn is_level(path: &Path) -> bool {
    !path.ends_with("expected.json") && path.extension().is_some_and(|end| end != "md")
}

/// The level files below a folder, sorted by path.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).filter(|path| is_level(path)).collect()
}
