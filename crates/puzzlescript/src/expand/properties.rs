//! Properties: a rule about one of several objects stands for one rule for each of them.
//!
//! Where all objects of a property share a layer and the right side has it only where the left has it, too, it
//! stays: "any of these" on the left, "whatever it was" on the right.

use std::collections::{HashSet, VecDeque};

use super::{Failure, Layers, Rule};
use crate::problem::Problems;
use crate::room::Room;
use crate::rule_text::{CellText, Entry, Name, Names, Row, Word};

/// Which member each property was replaced by first, and how often it was replaced.
type Replaced = Vec<(Name, Name, usize)>;

/// The memory that it takes; a list grows by doubling, and a short one has room for four.
fn bytes(replaced: &Replaced) -> usize {
    if replaced.is_empty() { 0 } else { 2 * replaced.len().max(2) * size_of::<(Name, Name, usize)>() }
}

/// The rules that a rule stands for.
pub(super) fn concrete(
    mut rule: Rule,
    names: &Names,
    layers: &Layers,
    room: &mut Room,
    problems: &mut Problems,
) -> Result<Vec<Rule>, Failure> {
    let line = rule.line;
    let count = |entry: &Entry| match names.property(entry.name) {
        Some(members) if entry.word == Word::No => members.len(),
        _ => 1,
    };
    if !rule.take_growth(room, count) {
        return Err(Failure::TooMany);
    }
    forbid_members(&mut rule.left, names);
    forbid_members(&mut rule.right, names);
    let pairs = rule.left.iter().flatten().zip(rule.right.iter().flatten());
    if !room.work(pairs.map(|(left, right)| left.entries().len() * right.entries().len()).sum()) {
        return Err(Failure::TooMany);
    }
    let ambiguous = ambiguous_properties(&rule, names);
    // A property has a layer if all its members share one.
    let has_one_layer =
        |name: Name| layers[name.0 as usize].is_some() || names.property(name).is_none_or(<[_]>::is_empty);
    let stays = |name: Name| !ambiguous.contains(&name) && has_one_layer(name);
    let mut queue = VecDeque::from([(rule, Replaced::new())]);
    let mut done = Vec::new();
    while let Some((rule, replaced)) = queue.pop_front() {
        let Some((row, cell, property)) = first_property(&rule, names, &stays) else {
            done.push((rule, replaced));
            continue;
        };
        room.give(rule.bytes() + bytes(&replaced));
        for &member in names.property(property).unwrap_or_default() {
            let mut clone = rule.clone();
            for side in [&mut clone.left, &mut clone.right] {
                let cell = side.get_mut(row).and_then(|row| row.get_mut(cell));
                cell.map(CellText::entries_mut).unwrap_or_default().iter_mut().for_each(|entry| {
                    replace(entry, property, member);
                });
            }
            let mut replaced = replaced.clone();
            match replaced.iter_mut().find(|(known, ..)| *known == property) {
                None => replaced.push((property, member, 1)),
                Some((_, _, count)) => *count += 1,
            }
            let bytes = clone.bytes() + bytes(&replaced);
            if !room.work(bytes / 8) || !room.take(bytes) {
                return Err(Failure::TooMany);
            }
            queue.push_back((clone, replaced));
        }
    }
    let mut rules = Vec::with_capacity(done.len());
    let mut left_over = None;
    for (mut rule, replaced) in done {
        room.give(bytes(&replaced));
        for (property, member, count) in replaced {
            if count == 1 {
                Rule::each(&mut rule.right, |entry| replace(entry, property, member));
            }
        }
        left_over = left_over.or(rule
            .right
            .iter()
            .flatten()
            .flat_map(|cell| properties(cell, names))
            .find(|name| ambiguous.contains(name)));
        rules.push(rule);
    }
    if let Some(name) = left_over {
        let message =
            format!("`{}` on the right does not follow from the left: which object?", names.text(name));
        problems.error((line, 1), message);
        return Err(Failure::Ambiguous);
    }
    Ok(rules)
}

fn replace(entry: &mut Entry, property: Name, member: Name) {
    if entry.name == property && entry.word != Word::Random {
        entry.name = member;
    }
}

/// `no` of a property is `no` of each member.
fn forbid_members(side: &mut [Row], names: &Names) {
    for cell in side.iter_mut().flatten() {
        let CellText::Entries(entries) = cell else {
            continue;
        };
        if !entries.iter().any(|entry| entry.word == Word::No && names.property(entry.name).is_some()) {
            continue;
        }
        let mut all = Vec::with_capacity(entries.len());
        for entry in entries.iter() {
            match names.property(entry.name) {
                Some(members) if entry.word == Word::No => {
                    all.extend(members.iter().map(|&name| Entry { word: Word::No, name }));
                }
                _ => all.push(*entry),
            }
        }
        *entries = all;
    }
}

/// The properties of a cell, but for those that chance picks from.
fn properties<'a>(cell: &'a CellText, names: &'a Names) -> impl Iterator<Item = Name> + 'a {
    let chosen = |entry: &&Entry| entry.word != Word::Random && names.property(entry.name).is_some();
    cell.entries().iter().filter(chosen).map(|entry| entry.name)
}

/// Properties of a right cell that the same left cell does not have.
fn ambiguous_properties(rule: &Rule, names: &Names) -> HashSet<Name> {
    let mut ambiguous = HashSet::new();
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter().flatten()) {
        ambiguous.extend(
            properties(right, names).filter(|&name| properties(left, names).all(|other| other != name)),
        );
    }
    ambiguous
}

/// The first property that must be replaced, with its row and cell.
fn first_property(rule: &Rule, names: &Names, stays: &impl Fn(Name) -> bool) -> Option<(usize, usize, Name)> {
    for (row_number, row) in rule.left.iter().enumerate() {
        for (number, cell) in row.iter().enumerate() {
            if let Some(name) = properties(cell, names).find(|&name| !stays(name)) {
                return Some((row_number, number, name));
            }
        }
    }
    None
}
