//! Things that never become more: the player, crates, whatever is pushed or turned into something else.
//!
//! Objects that rules turn into one another form a class. A class does not grow if no rule adds more of its objects than
//! the same match certainly takes away; moving things never does. A state then lists where the few things are, instead of
//! having bits for every cell in which one of them may be.

use super::effects::{Layers, Touching, cells};
use super::rows::Row;
use super::rules::{FastGroup, FastRule};
use crate::engine::Work;

/// Objects that never become more, all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub objects: u64,
    /// The maximum number of them.
    pub count: usize,
}

/// The classes among these objects. The boards are those with which a level may begin.
pub(super) fn classes(
    objects: u64,
    groups: [&[FastGroup]; 2],
    layers: &Layers,
    boards: [&[u64]; 2],
    work: &mut Work<'_>,
) -> Vec<Class> {
    let mut classes = merged(objects, groups, layers, !0, work);
    // A class that takes in too much is lost with all its objects. Those of one layer may still be a class by themselves.
    let taken = classes.iter().fold(0, |all, class| all | class);
    let by_layer = merged(objects, groups, layers, 0, work);
    classes.extend(by_layer.into_iter().filter(|class| class & taken == 0));
    let count =
        |board: &[u64], class: u64| board.iter().map(|cell| (cell & class).count_ones() as usize).sum();
    let counted = |objects: u64| {
        let count = boards.iter().map(|board| count(board, objects)).max().unwrap_or(0);
        Class { objects, count }
    };
    classes.into_iter().map(counted).collect()
}

/// Sets of objects that do not grow: single objects, merged where rules turn one into another of the same layer, or into
/// one of `others`.
fn merged(
    objects: u64,
    groups: [&[FastGroup]; 2],
    layers: &Layers,
    others: u64,
    work: &mut Work<'_>,
) -> Vec<u64> {
    let mut classes: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| objects & bit != 0).collect();
    let rules = || groups.into_iter().flatten().flat_map(|group| &group.rules).filter(|rule| rule.replaces);
    // A class that grows is merged with one that the same rule takes from, or dropped.
    let mut find_growing = |classes: &[u64]| {
        // Once the work is given up, everything counts as growing.
        let mut grows = |rule: &&FastRule, class: u64| !work.add(rule.cells) || grows(rule, class, layers);
        let mut classes = classes.iter().enumerate();
        classes.find_map(|(number, &class)| Some((number, rules().find(|rule| grows(rule, class))?)))
    };
    while let Some((growing, rule)) = find_growing(&classes) {
        let class = classes.swap_remove(growing);
        let taken = rule.rows.iter().flat_map(cells).flat_map(Layers::certainly_removed);
        let taken = taken.fold(0, |all, taken| all | taken);
        let same_layers =
            layers.0.iter().filter(|&&layer| layer & class != 0).fold(0, |all, layer| all | layer);
        let of = |taken: u64| move |&(_, other): &(usize, &u64)| other & taken != 0;
        let partner = classes.iter().enumerate().find(of(taken & same_layers));
        let partner = partner.or_else(|| classes.iter().enumerate().find(of(taken & others)));
        if let Some((number, _)) = partner {
            classes[number] |= class;
        }
    }
    classes
}

/// Whether a match of a rule may add more of a class than it takes away.
fn grows(rule: &FastRule, class: u64, layers: &Layers) -> bool {
    let added =
        |row: &Row| -> u32 { cells(row).map(|cell| (Layers::added(cell) & class).count_ones()).sum() };
    let taken = |row: &Row| -> u32 {
        let sets = cells(row).flat_map(Layers::certainly_removed);
        sets.filter(|set| set & !class == 0).count() as u32
    };
    match layers.touching(rule, class) {
        Touching::None => false,
        Touching::One(row) => added(row) > taken(row),
        // Two rows may take the same thing, so what they take together is not known.
        Touching::Several => rule.rows.iter().any(|row| written(row, class) > 0),
    }
}

/// How many objects of a class the cells of a row have after a replacement, as it writes them.
fn written(row: &Row, class: u64) -> u32 {
    cells(row).map(|cell| (cell.set & class).count_ones()).sum()
}
