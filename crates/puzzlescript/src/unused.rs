//! What a script has without need: rules that never match and objects that never appear, in any of its levels.
//!
//! Found without a search: what is on a board, and what rules that might match could add to it, is more than what can
//! happen. So nothing is said of a rule or an object that is merely rare. Levels with the same objects have the same answer;
//! where there are so many rules and levels that it would take long, nothing is said at all.

use std::collections::{BTreeMap, HashSet};

use super::engine::{NEVER, Work};
use super::fast::Analysis;
use super::game::{Compiled, Stage};
use super::mask::Mask;

/// The most lines that are listed.
const MAX: usize = 8;

/// The most times that a rule is checked: a few tenths of a second.
const MAX_LOOKS: usize = 2_000_000;

/// What is without need, a sentence each.
pub fn tell(game: &Compiled) -> Vec<String> {
    let mut appears = vec![false; game.objects.len()];
    // For each line with rules, whether one of them may match in some level.
    let mut matches: BTreeMap<usize, bool> = BTreeMap::new();
    let rules: usize = game.early.list.iter().chain(&game.late.list).map(|group| group.rules.len()).sum();
    let mut looks = 0;
    let mut seen = HashSet::new();
    for stage in &game.levels {
        let Stage::Board(layout) = stage else { continue };
        let mut objects = Mask::new(game.object_words);
        layout.objects.chunks(game.object_words).for_each(|cell| objects.union(cell));
        if !seen.insert(objects) {
            continue;
        }
        let Some(analysis) = Analysis::new(game, layout, &layout.objects, &mut Work::unlimited(NEVER)) else {
            return Vec::new();
        };
        analysis.objects.members().for_each(|id| appears[id] = true);
        for (line, live) in analysis.lines(game) {
            *matches.entry(line).or_default() |= live;
        }
        // Rules are checked again as long as others add something.
        looks += rules * game.object_words * 8;
        if looks > MAX_LOOKS {
            return Vec::new();
        }
    }
    let dead: Vec<usize> = matches.iter().filter(|(_, matches)| !**matches).map(|(&line, _)| line).collect();
    let mut told = Vec::new();
    if !dead.is_empty() {
        told.push(format!(
            "rules that never match in any level: {}",
            list(dead.iter().map(|line| format!("line {line}")))
        ));
    }
    let unseen =
        game.objects.iter().zip(&appears).filter(|(object, appears)| !**appears && !object.name.is_empty());
    let unseen: Vec<&str> = unseen.map(|(object, _)| object.name.as_str()).collect();
    if !unseen.is_empty() {
        told.push(format!(
            "objects that never appear in any level: {}",
            list(unseen.iter().map(|name| clip(name)))
        ));
    }
    told
}

/// Words with commas; the first few of many.
pub fn list(words: impl ExactSizeIterator<Item = String>) -> String {
    let more = words.len().saturating_sub(MAX);
    let mut text = words.take(MAX).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

/// A name as it is shown: the first characters of a long one.
pub fn clip(name: &str) -> String {
    const MAX_LENGTH: usize = 40;
    match name.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_string(),
    }
}
