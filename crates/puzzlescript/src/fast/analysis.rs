//! What can happen in a level at all, found before it is searched.
//!
//! Starting from what is on the board and what keys do, rules that might match add what they make, until nothing
//! new is found. That is more than what really happens, never less. An object is fixed if no rule that might match can
//! add, remove or move it.

use crate::engine::Work;
use crate::game::{Compiled, Group, Groups, Layout, MaskRule, Pattern};
use crate::mask::{self, Mask, movement_place};
use crate::rule_text::Command;

/// What can happen in a level.
pub struct Analysis {
    /// The objects that may appear.
    pub objects: Mask,
    /// The movements that may occur in a cell.
    pub movements: Mask,
    /// The objects that never change.
    pub fixed: Mask,
    /// Which rules may match: for each group, early ones first, a flag for each rule.
    pub live: Vec<Vec<bool>>,
}

/// All groups, early ones first.
pub(super) fn groups(game: &Compiled) -> impl Iterator<Item = &Group> {
    let both: [&Groups; 2] = [&game.early, &game.late];
    both.into_iter().flat_map(|groups| groups.list.iter())
}

impl Analysis {
    /// Analyses a level that begins with these objects on the board; `None` if the work was given up.
    pub fn new(game: &Compiled, layout: &Layout, start: &[u64], work: &mut Work<'_>) -> Option<Analysis> {
        let mut objects = Mask::new(game.object_words);
        start.chunks(game.object_words).for_each(|cell| objects.union(cell));
        layout.objects.chunks(game.object_words).for_each(|cell| objects.union(cell));
        let mut movements = Mask::new(game.movement_words);
        let mut live: Vec<Vec<bool>> = groups(game).map(|group| vec![false; group.rules.len()]).collect();
        loop {
            let mut grown = false;
            for id in game.player.mask.members().filter(|&id| objects.0[id / 64] >> (id % 64) & 1 == 1) {
                movements.insert_movement(game.objects[id].layer, mask::ALL);
            }
            for (group, live) in groups(game).zip(&mut live) {
                if !work.add(group.rules.len() * game.object_words * 8 + 1) {
                    return None;
                }
                for (rule, live) in group.rules.iter().zip(live) {
                    if !*live && may_match(rule, &objects, &movements) {
                        *live = true;
                        grown = true;
                        for pattern in patterns(rule).filter(|_| rule.replaces) {
                            objects.union(&pattern.change.set.0);
                            movements.union(&pattern.change.set_movements.0);
                            pattern.change.random.iter().for_each(|&id| objects.insert(id));
                            for &layer in &pattern.change.random_directions {
                                movements.insert_movement(layer, mask::ALL);
                            }
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        let mut fixed = Mask::new(game.object_words);
        let count: usize = groups(game).map(|group| group.rules.len() + 1).sum();
        for id in objects.members() {
            if !work.add(count * game.object_words * 4) {
                return None;
            }
            let rules = groups(game).zip(&live).flat_map(|(group, live)| group.rules.iter().zip(live));
            let mut live =
                rules.filter(|(rule, live)| **live && rule.replaces).flat_map(|(rule, _)| patterns(rule));
            let moved = game.player.mask.0[id / 64] >> (id % 64) & 1 == 1;
            if !moved && !live.any(|pattern| may_change(game, pattern, id)) {
                fixed.insert(id);
            }
        }
        Some(Analysis { objects, movements, fixed, live })
    }

    /// The line of every rule, and whether it may match.
    pub fn lines<'a>(&'a self, game: &'a Compiled) -> impl Iterator<Item = (usize, bool)> + 'a {
        let rules = groups(game).zip(&self.live).flat_map(|(group, live)| group.rules.iter().zip(live));
        rules.map(|(rule, live)| (rule.line, *live))
    }
}

/// The cells of a rule.
pub fn patterns(rule: &MaskRule) -> impl Iterator<Item = &Pattern> {
    rule.rows.iter().flat_map(|row| row.parts.iter().flatten())
}

fn may_match(rule: &MaskRule, objects: &Mask, movements: &Mask) -> bool {
    patterns(rule).all(|pattern| {
        pattern.present.is_subset(&objects.0)
            && pattern.any.iter().all(|any| any.meets(&objects.0))
            && pattern.moving.is_subset(&movements.0)
    })
}

/// Whether a replacement may add, remove or move an object.
fn may_change(game: &Compiled, pattern: &Pattern, id: usize) -> bool {
    let has = |mask: &Mask| mask.0[id / 64] >> (id % 64) & 1 == 1;
    let change = &pattern.change;
    let layer = game.objects[id].layer;
    let (set, cleared) = (has(&change.set), has(&change.clear));
    if set && !has(&pattern.present) {
        return true;
    }
    // The cell may hold the object unless the pattern forbids it, or demands another one of its layer, or one of others.
    let is_rival = |other: usize| other != id && game.objects[other].layer == layer;
    let other = pattern.present.members().any(is_rival);
    let others = pattern.any.iter().any(|any| !any.is_empty() && any.members().all(is_rival));
    if has(&pattern.missing) || other || others {
        return false;
    }
    if cleared && !set {
        return true;
    }
    let (word, shift) = movement_place(layer);
    change.set_movements.0[word] >> shift & mask::ALL != 0
}

/// Why a game is not compiled, if it is not.
pub(super) fn is_unfit(game: &Compiled, analysis: &Analysis) -> bool {
    let mut rules = groups(game).zip(&analysis.live).flat_map(|(group, live)| {
        group.rules.iter().zip(live).filter(|(_, live)| **live).map(move |(rule, _)| (group, rule))
    });
    rules.any(|(group, rule)| {
        let draws = rule.replaces && patterns(rule).any(|pattern| pattern.change.draws());
        let crowds = rule.replaces && patterns(rule).any(|pattern| is_crowded(game, &pattern.change.set.0));
        group.random
            || draws
            || crowds
            || group.rigid.is_some()
            || rule.commands.contains(&Command::Checkpoint)
    })
}

/// Whether objects of one layer are in one cell, as they may be in a script with errors.
pub fn is_crowded(game: &Compiled, cell: &[u64]) -> bool {
    let mut layers = mask::members(cell).map(|id| game.objects[id].layer).collect::<Vec<_>>();
    layers.sort_unstable();
    layers.windows(2).any(|pair| pair[0] == pair[1])
}
