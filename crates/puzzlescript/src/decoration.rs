//! Rules that only decorate: dust behind the player, flowers that chance scatters.
//!
//! A layer matters if the player or a win condition is in it, or if a rule that matters reads it. A rule matters if it has
//! commands, or changes a layer that matters. Everything else can be left out of a search: the rest of the board goes
//! the same way without it, so a solution is one of the game as it is written, and a proof holds for it. Chance that only
//! decorates then has no part in the search.
//!
//! What is left out must not be felt in any other way: not by `again`, which needs a change of any kind, nor by loops, which
//! go on while anything changes, nor by rigid rules, which take back whole turns. Games with these are searched as they
//! are. Within a group, rules are repeated while anything changes; the rules that matter are then tried again on a
//! board on which they change nothing.

use super::fast::{is_crowded, patterns};
use super::game::{Compiled, Group, Groups, MaskRule, Matcher, Pattern, Stage};
use super::mask::{self, Mask, movement_place};
use super::rule_text::Command;

/// The game without its decoration; `None` if there is none, or it might be felt.
pub fn without_decoration(game: &Compiled) -> Option<Compiled> {
    if may_be_felt(game) {
        return None;
    }
    let matters = layers_that_matter(game);
    if matters.iter().all(|&matters| matters) {
        return None;
    }
    let mut rest = game.clone();
    let mut objects = Mask::new(game.object_words);
    let mut movements = Mask::new(game.movement_words);
    for (layer, _) in matters.iter().enumerate().filter(|(_, matters)| **matters) {
        objects.union(&game.layers[layer].0);
        movements.insert_movement(layer, mask::ALL);
    }
    for groups in [&mut rest.early, &mut rest.late] {
        groups.list.retain(|group| group.rules.iter().any(|rule| rule_matters(game, rule, &matters)));
        groups.jumps = vec![None; groups.list.len()];
        for rule in groups.list.iter_mut().flat_map(|group| &mut group.rules) {
            for pattern in rule.rows.iter_mut().flat_map(|row| row.parts.iter_mut().flatten()) {
                strip(game, pattern, &matters, &objects, &movements);
            }
        }
    }
    for stage in &mut rest.levels {
        if let Stage::Board(layout) = stage {
            keep_only(&mut layout.objects, &objects);
        }
    }
    Some(rest)
}

/// Keeps only the objects of layers that the rest of the game has, on a board of the game as it is written.
pub fn undecorated(game: &Compiled, rest: &Compiled, board: &[u64]) -> Vec<u64> {
    let matters = layers_that_matter(game);
    let mut objects = Mask::new(rest.object_words);
    for (layer, _) in matters.iter().enumerate().filter(|(_, matters)| **matters) {
        objects.union(&game.layers[layer].0);
    }
    let mut board = board.to_vec();
    keep_only(&mut board, &objects);
    board
}

fn keep_only(board: &mut [u64], objects: &Mask) {
    for cell in board.chunks_mut(objects.0.len()) {
        cell.iter_mut().zip(&objects.0).for_each(|(word, kept)| *word &= kept);
    }
}

fn all_groups(game: &Compiled) -> impl Iterator<Item = &Group> {
    let both: [&Groups; 2] = [&game.early, &game.late];
    both.into_iter().flat_map(|groups| groups.list.iter())
}

/// Whether a change of any kind may be felt, wherever it is.
fn may_be_felt(game: &Compiled) -> bool {
    let has_loops = game.early.jumps.iter().chain(&game.late.jumps).any(Option::is_some);
    let is_felt = |rule: &MaskRule| {
        let crowds = patterns(rule).any(|pattern| is_crowded(game, &pattern.change.set.0));
        rule.rigid || crowds || rule.commands.contains(&Command::Again)
    };
    // Movements that late rules make stay for the next turn.
    let stays = |pattern: &Pattern| !pattern.change.set_movements.is_empty();
    has_loops
        || all_groups(game).flat_map(|group| &group.rules).any(is_felt)
        || game.late.list.iter().flat_map(|group| &group.rules).flat_map(patterns).any(stays)
}

/// Which layers decide how a level goes on.
fn layers_that_matter(game: &Compiled) -> Vec<bool> {
    let mut matters = vec![false; game.layers.len()];
    let conditions = game.wins.iter().flat_map(|win| [Some(&win.what), win.on.as_ref()]);
    for Matcher { mask, .. } in conditions.flatten().chain([&game.player]) {
        mask.members().for_each(|id| matters[game.objects[id].layer] = true);
    }
    loop {
        let before = matters.clone();
        for group in all_groups(game) {
            // One rule of a group that matters, and all of them do: they are tried in turn.
            if !group.rules.iter().any(|rule| rule_matters(game, rule, &matters)) {
                continue;
            }
            for pattern in group.rules.iter().flat_map(patterns) {
                for (layer, matters) in matters.iter_mut().enumerate() {
                    *matters |= reads(game, pattern, layer);
                }
            }
        }
        if matters == before {
            return matters;
        }
    }
}

/// Whether a rule does more than decorate.
fn rule_matters(game: &Compiled, rule: &MaskRule, matters: &[bool]) -> bool {
    let mut commands = rule.commands.iter();
    let changes =
        |pattern: &Pattern| (0..matters.len()).any(|layer| matters[layer] && touches(game, pattern, layer));
    commands.any(|command| !matches!(command, Command::Sound(_)))
        || (rule.replaces && patterns(rule).any(changes))
}

/// The bits of a layer in a set of movements.
fn movement(movements: &Mask, layer: usize) -> u64 {
    let (word, shift) = movement_place(layer);
    movements.0[word] >> shift & mask::ALL
}

/// Whether a pattern asks for something in a layer.
fn reads(game: &Compiled, pattern: &Pattern, layer: usize) -> bool {
    let in_layer = |mask: &Mask| mask.meets(&game.layers[layer].0);
    in_layer(&pattern.present)
        || in_layer(&pattern.missing)
        || pattern.any.iter().any(in_layer)
        || movement(&pattern.moving, layer) != 0
        || movement(&pattern.still, layer) != 0
}

/// Whether a replacement may change something in a layer. What it asks for and puts back is no change.
fn touches(game: &Compiled, pattern: &Pattern, layer: usize) -> bool {
    let change = &pattern.change;
    let ids = |mask: &Mask| mask.members().filter(|&id| game.objects[id].layer == layer).collect::<Vec<_>>();
    let (set, cleared) = (ids(&change.set), ids(&change.clear));
    let same_objects = if set.is_empty() { cleared.is_empty() } else { set == ids(&pattern.present) };
    let (set, cleared) = (movement(&change.set_movements, layer), movement(&change.clear_movements, layer));
    let same_movement = match set {
        0 => cleared == 0 || movement(&pattern.still, layer) == mask::ALL,
        set => set == movement(&pattern.moving, layer),
    };
    let is_drawn = change.random.iter().any(|&id| game.objects[id].layer == layer)
        || change.random_directions.contains(&layer);
    !same_objects || !same_movement || is_drawn
}

/// Leaves out what a replacement does to layers that do not matter.
fn strip(game: &Compiled, pattern: &mut Pattern, matters: &[bool], objects: &Mask, movements: &Mask) {
    let change = &mut pattern.change;
    for mask in [&mut change.set, &mut change.clear] {
        mask.0.iter_mut().zip(&objects.0).for_each(|(word, kept)| *word &= kept);
    }
    for mask in [&mut change.set_movements, &mut change.clear_movements, &mut change.layers] {
        mask.0.iter_mut().zip(&movements.0).for_each(|(word, kept)| *word &= kept);
    }
    // A draw among objects of several layers, some of which matter, stays as it is.
    if change.random.iter().all(|&id| !matters[game.objects[id].layer]) {
        change.random.clear();
    }
    change.random_directions.retain(|&layer| matters[layer]);
}
