//! What a script has without need: rules that never match and objects that never appear, in any of its levels.
//!
//! Found without a search: what is on a board, and what rules that might match could add to it, is more than what can
//! happen. So nothing is said of a rule or an object that is merely rare.

use super::fast::Analysis;
use super::game::{Compiled, Stage};

/// The most lines that are listed.
const MOST: usize = 8;

/// What is without need, a sentence each.
pub fn tell(game: &Compiled) -> Vec<String> {
    let mut appears = vec![false; game.objects.len()];
    let mut lines: Vec<(usize, bool)> = Vec::new();
    for stage in &game.levels {
        let Stage::Board(layout) = stage else { continue };
        let analysis = Analysis::new(game, layout, &layout.objects);
        analysis.objects.members().for_each(|id| appears[id] = true);
        lines.extend(analysis.lines(game));
    }
    let mut dead: Vec<usize> = lines.iter().map(|&(line, _)| line).collect();
    dead.sort_unstable();
    dead.dedup();
    dead.retain(|line| !lines.contains(&(*line, true)));
    let mut told = Vec::new();
    if !dead.is_empty() {
        told.push(format!(
            "rules that never match in any level: {}",
            list(dead.iter().map(|line| format!("line {line}")))
        ));
    }
    let unseen =
        game.objects.iter().zip(&appears).filter(|(object, appears)| !**appears && !object.name.is_empty());
    let unseen: Vec<String> = unseen.map(|(object, _)| object.name.clone()).collect();
    if !unseen.is_empty() {
        told.push(format!("objects that never appear in any level: {}", list(unseen.into_iter())));
    }
    told
}

/// Words with commas; the first few of many.
fn list(words: impl ExactSizeIterator<Item = String>) -> String {
    let more = words.len().saturating_sub(MOST);
    let mut text = words.take(MOST).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}
