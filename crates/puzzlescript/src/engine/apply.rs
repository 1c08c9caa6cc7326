//! Applying rules: one rule, a group until it rests, all groups with their loops.

use std::sync::atomic::Ordering;

use super::board::Board;
use super::matching::{Match, matches, step, still_matches};
use super::{Engine, Queue};
use crate::game::{Change, Group, Groups, MaskRule};
use crate::mask::movement_place;

/// The maximum number of passes over the rules of a group, and of jumps of loops in a turn.
const MAX_PASSES: usize = 200;

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
            if self.work.is_over() {
                return;
            }
            if let Some(first) = groups.jumps[at]
                && changed
            {
                changed = false;
                jumps += 1;
                if jumps > MAX_PASSES {
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
        for _ in 0..MAX_PASSES {
            let mut progress = false;
            for rule in &group.rules {
                progress |= self.apply_rule(rule, group.rigid);
                if !self.work.add(1) {
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
        self.line = rule.line;
        let (objects, movements) = &self.board.somewhere;
        if !rule.needs.0.is_subset(&objects.0) || !rule.needs.1.is_subset(&movements.0) {
            return None;
        }
        let mut kept = 0;
        let mut all = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            let found = matches(&self.board, row, rule.direction, kept, &mut self.work);
            if found.is_empty() || self.work.is_over() {
                return None;
            }
            kept += found.len();
            all.push(found);
        }
        if let Some(fired) = self.fired.get(rule.line) {
            fired.store(true, Ordering::Relaxed);
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
            let mut at = Vec::with_capacity(rule.rows.len());
            loop {
                tuple.read(&mut at);
                let (board, work) = (&self.board, &mut self.work);
                let mut rows = rule.rows.iter().zip(&at);
                if first || rows.all(|(row, at)| still_matches(board, row, rule.direction, at, work)) {
                    changed |= self.replace(rule, rigid, &at);
                }
                first = false;
                if !tuple.advance() || !self.work.add(4 * rule.rows.len()) {
                    break;
                }
            }
        }
        self.queue.add(rule);
        changed
    }

    /// Chance picks one match of one rule of the group.
    fn apply_random_group(&mut self, group: &Group) -> bool {
        let mut found: Vec<(&MaskRule, Vec<Vec<Match>>)> = Vec::new();
        for rule in &group.rules {
            if let Some(rows) = self.find(rule) {
                found.push((rule, rows));
            }
            if !self.work.add(1) {
                return true;
            }
        }
        // The tuples of a rule are numbered as they are tried: the match of the first row changes fastest.
        let tuples =
            |rows: &[Vec<Match>]| rows.iter().fold(1, |all: usize, row| all.saturating_mul(row.len()));
        let count = found.iter().fold(0, |all: usize, (_, rows)| all.saturating_add(tuples(rows)));
        if count == 0 {
            return false;
        }
        self.line = group.rules.first().map_or(0, |rule| rule.line);
        let mut chosen = self.draw(count);
        for (rule, rows) in found {
            if chosen >= tuples(&rows) {
                chosen -= tuples(&rows);
                continue;
            }
            let mut at = Vec::with_capacity(rows.len());
            for row in &rows {
                at.push(row[chosen % row.len()]);
                chosen /= row.len();
            }
            let changed = rule.replaces && self.replace(rule, group.rigid, &at);
            self.queue.add(rule);
            return changed;
        }
        false
    }

    /// Replaces the cells of a match of every row.
    fn replace(&mut self, rule: &MaskRule, rigid: Option<usize>, at: &[Match]) -> bool {
        let step = step(&self.board, rule.direction);
        self.line = rule.line;
        let mut changed = false;
        for (row, at) in rule.rows.iter().zip(at) {
            for (part, &first) in row.parts.iter().zip(at) {
                for (number, pattern) in part.iter().enumerate() {
                    let cell = (first as isize + step * number as isize) as usize;
                    self.work.add(4 * self.board.cell_words());
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
            self.work.add(16 * range.len());
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
            decided.clear_movements.insert_movement(layer, crate::mask::ALL);
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

    fn read(&self, at: &mut Vec<Match>) {
        at.clear();
        at.extend(self.found.iter().zip(&self.numbers).map(|(found, &number)| found[number]));
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
        use crate::rule_text::Command;
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
        for command in rule.commands.iter() {
            match command {
                Command::Cancel => self.cancel = true,
                Command::Checkpoint => self.checkpoint = true,
                Command::Restart => self.restart = true,
                Command::Win => self.win = true,
                Command::Again => {
                    self.again = true;
                    self.again_line = rule.line;
                }
                Command::Sound(_) => self.sound = true,
                Command::Message(text) => {
                    self.message.get_or_insert_with(|| text.clone());
                }
            }
        }
    }
}
