//! Applying rules: one rule, a group until it rests, all groups with their loops.

use super::board::Board;
use super::matching::{Match, matches, step, still_matches};
use super::{Engine, Queue};
use crate::puzzlescript::game::{Change, Group, Groups, MaskRule};
use crate::puzzlescript::mask::movement_place;

/// The most passes over the rules of a group, and the most jumps of loops in a turn.
const MOST_PASSES: usize = 200;

impl Engine<'_> {
    /// Applies all groups in order, but those that are banned.
    pub(super) fn apply_groups(&mut self, groups: &Groups, banned: &[bool]) {
        self.board.survey();
        let mut changed = false;
        let mut jumps = 0;
        let mut at = 0;
        while let Some(group) = groups.list.get(at) {
            if !group.rigid.is_some_and(|rigid| banned[rigid]) {
                changed |= self.apply_group(group);
            }
            if self.exhausted() {
                return;
            }
            if let Some(first) = groups.jumps[at]
                && changed
            {
                changed = false;
                jumps += 1;
                if jumps > MOST_PASSES {
                    return;
                }
                at = first;
                continue;
            }
            at += 1;
        }
    }

    fn apply_group(&mut self, group: &Group) -> bool {
        if group.random {
            return self.apply_random_group(group);
        }
        let mut changed = false;
        for _ in 0..MOST_PASSES {
            let mut progress = false;
            for rule in &group.rules {
                progress |= self.apply_rule(rule, group.rigid);
                if self.exhausted() {
                    return true;
                }
            }
            if !progress {
                break;
            }
            changed = true;
        }
        changed
    }

    /// The matches of every row; `None` if some row has none.
    fn find(&mut self, rule: &MaskRule) -> Option<Vec<Vec<Match>>> {
        let (objects, movements) = &self.board.somewhere;
        if !rule.needs.0.is_subset(&objects.0) || !rule.needs.1.is_subset(&movements.0) {
            return None;
        }
        let mut all = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            let mut found = Vec::new();
            matches(&self.board, row, rule.direction, &mut found, &mut self.work);
            if found.is_empty() {
                return None;
            }
            all.push(found);
        }
        Some(all)
    }

    fn apply_rule(&mut self, rule: &MaskRule, rigid: Option<usize>) -> bool {
        let Some(found) = self.find(rule) else {
            return false;
        };
        let mut changed = false;
        if rule.replaces {
            let mut first = true;
            let mut tuple = Tuple::new(&found);
            loop {
                let at = tuple.matches();
                self.work += rule.rows.len() as u64;
                let holds = |board: &Board| {
                    let mut rows = rule.rows.iter().zip(&at);
                    rows.all(|(row, at)| still_matches(board, row, rule.direction, at))
                };
                if first || holds(&self.board) {
                    changed |= self.replace(rule, rigid, &at);
                }
                first = false;
                if !tuple.advance() || self.exhausted() {
                    break;
                }
            }
        }
        self.queue.add(rule);
        changed
    }

    /// Chance picks one match of one rule of the group.
    fn apply_random_group(&mut self, group: &Group) -> bool {
        let mut choices: Vec<(usize, Vec<Match>)> = Vec::new();
        for (number, rule) in group.rules.iter().enumerate() {
            let Some(found) = self.find(rule) else {
                continue;
            };
            let mut tuple = Tuple::new(&found);
            loop {
                choices.push((number, tuple.matches()));
                self.work += 1;
                if !tuple.advance() || self.exhausted() {
                    break;
                }
            }
        }
        if choices.is_empty() {
            return false;
        }
        let chosen = self.draw(choices.len());
        let (number, at) = &choices[chosen];
        let rule = &group.rules[*number];
        let changed = rule.replaces && self.replace(rule, group.rigid, at);
        self.queue.add(rule);
        changed
    }

    /// Replaces the cells of a match of every row.
    fn replace(&mut self, rule: &MaskRule, rigid: Option<usize>, at: &[Match]) -> bool {
        let step = step(&self.board, rule.direction);
        let mut changed = false;
        for (row, at) in rule.rows.iter().zip(at) {
            for (part, &first) in row.parts.iter().zip(at) {
                for (number, pattern) in part.iter().enumerate() {
                    let cell = (first as isize + step * number as isize) as usize;
                    changed |= self.replace_cell(&pattern.change, cell, rigid.filter(|_| rule.rigid));
                }
            }
        }
        changed
    }

    fn replace_cell(&mut self, change: &Change, cell: usize, rigid: Option<usize>) -> bool {
        let drawn;
        let change = if change.draws() {
            drawn = self.decide(change);
            &drawn
        } else {
            change
        };
        let mut changed = false;
        let board = &mut self.board;
        board.somewhere.0.union(&change.set.0);
        board.somewhere.1.union(&change.set_movements.0);
        let range = board.object_range(cell);
        for (word, (clear, set)) in
            board.objects[range].iter_mut().zip(change.clear.0.iter().zip(&change.set.0))
        {
            let after = *word & !clear | set;
            changed |= after != *word;
            *word = after;
        }
        let range = board.movement_range(cell);
        let masks = change.clear_movements.0.iter().zip(&change.set_movements.0);
        for (word, (clear, set)) in board.movements[range.clone()].iter_mut().zip(masks) {
            let after = *word & !clear | set;
            changed |= after != *word;
            *word = after;
        }
        if let Some(group) = rigid {
            changed |= mark_rigid(board, range, &change.layers.0, group);
        }
        changed
    }

    /// A change in which chance has spoken.
    fn decide(&mut self, change: &Change) -> Change {
        let mut decided = change.clone();
        if !change.random.is_empty() {
            let id = change.random[self.draw(change.random.len())];
            let layer = self.game.objects[id].layer;
            decided.set.insert(id);
            decided.clear.union(&self.game.layers[layer].0);
            decided.clear_movements.insert_movement(layer, crate::puzzlescript::mask::ALL);
        }
        for &layer in &change.random_directions {
            let bit = self.draw(4);
            decided.set_movements.insert_movement(layer, 1 << bit);
        }
        decided
    }
}

/// Notes that a rigid rule answers for the movements of these layers of a cell.
fn mark_rigid(board: &mut Board, range: std::ops::Range<usize>, layers: &[u64], group: usize) -> bool {
    // The number of the group in each marked layer.
    let mut groups = vec![0; layers.len()];
    for layer in 0..layers.len() * 12 {
        let (word, shift) = movement_place(layer);
        if layers[word] >> shift & 31 != 0 {
            groups[word] |= (group as u64 + 1) << shift;
        }
    }
    let has =
        |marks: &[u64], wanted: &[u64]| marks.iter().zip(wanted).all(|(marks, wanted)| wanted & !marks == 0);
    let marked = has(&board.rigid_groups[range.clone()], &groups);
    let applied = has(&board.rigid_layers[range.clone()], layers);
    if marked || applied {
        return false;
    }
    board.rigid_groups[range.clone()].iter_mut().zip(&groups).for_each(|(mark, group)| *mark |= group);
    board.rigid_layers[range].iter_mut().zip(layers).for_each(|(mark, layer)| *mark |= layer);
    true
}

/// One match of each row; that of the first row changes fastest.
struct Tuple<'a> {
    found: &'a [Vec<Match>],
    numbers: Vec<usize>,
}

impl<'a> Tuple<'a> {
    fn new(found: &'a [Vec<Match>]) -> Self {
        Tuple { found, numbers: vec![0; found.len()] }
    }

    fn matches(&self) -> Vec<Match> {
        self.found.iter().zip(&self.numbers).map(|(found, &number)| found[number]).collect()
    }

    fn advance(&mut self) -> bool {
        for (number, found) in self.numbers.iter_mut().zip(self.found) {
            *number += 1;
            if *number < found.len() {
                return true;
            }
            *number = 0;
        }
        false
    }
}

impl Queue {
    /// Queues the commands of a rule that matched. `cancel` outdoes `restart`, which outdoes all others.
    fn add(&mut self, rule: &MaskRule) {
        use crate::puzzlescript::rule_text::Command;
        if rule.commands.is_empty() || self.cancel {
            return;
        }
        let cancels = rule.commands.contains(&Command::Cancel);
        if self.restart && !cancels {
            return;
        }
        if cancels || rule.commands.contains(&Command::Restart) {
            *self = Queue::default();
        }
        for command in &rule.commands {
            match command {
                Command::Cancel => self.cancel = true,
                Command::Checkpoint => self.checkpoint = true,
                Command::Restart => self.restart = true,
                Command::Win => self.win = true,
                Command::Again => self.again = true,
                Command::Sound(_) => self.sound = true,
                Command::Message(text) => {
                    self.message.get_or_insert_with(|| text.clone());
                }
            }
        }
    }
}
