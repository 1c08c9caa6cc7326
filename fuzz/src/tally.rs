//! Counts what a target did, so that a target that tests nothing is noticed.
//!
//! A tally is a table with a row per game (or kind of request) and a column per event.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How often each event happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<&'static str, BTreeMap<&'static str, u64>>);

impl Tally {
    /// An empty tally.
    pub const fn new() -> Self {
        Tally(BTreeMap::new())
    }

    /// Counts an event.
    pub fn count(&mut self, row: &'static str, what: &'static str) {
        *self.0.entry(row).or_default().entry(what).or_default() += 1;
    }

    /// Adds the tally of another run.
    pub fn add(&mut self, other: Tally) {
        for (row, counts) in other.0 {
            for (what, count) in counts {
                *self.0.entry(row).or_default().entry(what).or_default() += count;
            }
        }
    }

    /// The first row in which one of these events never happened.
    pub fn lacks(&self, vital: &[&'static str]) -> Option<(&'static str, &'static str)> {
        let cells = self.0.iter().flat_map(|(row, counts)| vital.iter().map(move |what| (row, counts, what)));
        let mut missing = cells.filter(|(_, counts, what)| !counts.contains_key(*what));
        missing.next().map(|(row, _, what)| (*row, *what))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: BTreeSet<&str> = self.0.values().flat_map(BTreeMap::keys).copied().collect();
        write!(f, "  {:16}", "")?;
        for column in &columns {
            write!(f, "  {column:>10}")?;
        }
        for (row, counts) in &self.0 {
            write!(f, "\n  {row:16}")?;
            for column in &columns {
                let width = column.chars().count().max(10);
                write!(f, "  {:>width$}", counts.get(column).copied().unwrap_or(0))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_happened_is_missed() {
        let mut tally = Tally::default();
        tally.count("anima", "texts");
        tally.count("anima", "levels");
        tally.count("sokobond", "texts");
        assert_eq!(tally.lacks(&["texts"]), None);
        assert_eq!(tally.lacks(&["texts", "levels"]), Some(("sokobond", "levels")));
        assert_eq!(tally.to_string().lines().count(), 3);
    }
}
