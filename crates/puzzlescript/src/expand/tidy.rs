//! What a rule says needlessly is left out before it is expanded.
//!
//! `no X` on the right where the left cell has it, too, and `no X` on the left where other objects of the cell take
//! up all layers of X. Neither has an effect on play.

use std::collections::HashSet;

use super::Layers;
use crate::problem::Problems;
use crate::room::Room;
use crate::rule_text::{CellText, Entry, Name, Named, Names, RuleLine, Word};

/// Leaves out what is needless, and warns.
pub(super) fn tidy(
    rule: &mut RuleLine,
    names: &Names,
    layers: &Layers,
    room: &mut Room,
    problems: &mut Problems,
) {
    let place = (rule.line, 1);
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter_mut().flatten()) {
        let CellText::Entries(entries) = right else {
            continue;
        };
        let compared = entries.len() * left.entries().len();
        if !entries.iter().any(|entry| entry.word == Word::No)
            || !room.work(work(entries, names).saturating_add(compared))
        {
            continue;
        }
        // As in the original, the entry after one that is left out is not checked.
        let mut at = 0;
        while at < entries.len() {
            if entries[at].word == Word::No && left.entries().contains(&entries[at]) {
                entries.remove(at);
            }
            at += 1;
        }
        for forbidden in entries.iter().filter(|entry| entry.word == Word::No) {
            let members = objects(forbidden.name, names);
            let certain = |entry: &&Entry| is_required(entry) && names.property(entry.name).is_none();
            let mut required = entries.iter().filter(certain).filter(|entry| entry.name != forbidden.name);
            if required.any(|entry| objects(entry.name, names).iter().any(|object| members.contains(object)))
            {
                let name = names.text(forbidden.name);
                problems.error(
                    place,
                    format!("the right side has `no {name}` and one of its objects in one cell"),
                );
            }
        }
    }
    for cell in rule.left.iter_mut().flatten() {
        let CellText::Entries(entries) = cell else {
            continue;
        };
        if !entries.iter().any(|entry| entry.word == Word::No) || !room.work(work(entries, names)) {
            continue;
        }
        let required: Vec<Entry> = entries.iter().copied().filter(is_required).collect();
        let taken: HashSet<usize> =
            required.iter().flat_map(|entry| certain_layers(entry.name, names, layers)).collect();
        let there: HashSet<Name> =
            required.iter().flat_map(|entry| objects(entry.name, names).iter().copied()).collect();
        entries.retain(|entry| {
            let members = objects(entry.name, names);
            let layer = |name: &Name| layers[name.0 as usize];
            let needless = entry.word == Word::No
                && !members.is_empty()
                && !matches!(names.named(entry.name), Named::Aggregate(_))
                && members.iter().all(|member| layer(member).is_some_and(|layer| taken.contains(&layer)))
                && members.iter().all(|member| !there.contains(member));
            if needless {
                let name = names.text(entry.name);
                problems.warning(
                    place,
                    format!("`no {name}` is needless: its layers hold other objects of the cell"),
                );
            }
            !needless
        });
    }
}

/// How much it takes at most to look at all objects of a cell, and to compare those that are forbidden with the others.
fn work(entries: &[Entry], names: &Names) -> usize {
    let count = |entry: &Entry| objects(entry.name, names).len() + 1;
    let all: usize = entries.iter().map(count).sum();
    let forbidden = entries.iter().filter(|entry| entry.word == Word::No).map(count).sum::<usize>();
    all.saturating_mul(forbidden)
}

fn is_required(entry: &Entry) -> bool {
    !matches!(entry.word, Word::No | Word::Random)
}

/// The objects of a name.
fn objects(name: Name, names: &Names) -> &[Name] {
    match names.named(name) {
        Named::Object => names.itself(name),
        Named::Aggregate(members) | Named::Property(members) => members,
        Named::Nothing => &[],
    }
}

/// The layers that a name takes up for certain.
fn certain_layers(name: Name, names: &Names, layers: &Layers) -> Vec<usize> {
    let members: Vec<usize> =
        objects(name, names).iter().filter_map(|member| layers[member.0 as usize]).collect();
    let one = members.windows(2).all(|pair| pair[0] == pair[1]);
    if names.property(name).is_some() && !one { Vec::new() } else { members }
}
