//! Ambiguous movements: a rule about something `moving` stands for one rule for each direction.
//!
//! All cells of the left side with such a word are replaced in all orders, as in the original; the copies
//! that arise are removed later. A word that is left on the right is replaced by what stood for it on the
//! left, if that is certain.

use std::collections::VecDeque;

use super::Rule;
use crate::problem::Problems;
use crate::room::Room;
use crate::rule_text::{CellText, Entry, Word};

/// What an ambiguous word stands for.
fn meanings(word: Word) -> &'static [Word] {
    match word {
        Word::Horizontal | Word::HorizontalParallel | Word::HorizontalPerpendicular => {
            &[Word::Left, Word::Right]
        }
        Word::Vertical | Word::VerticalParallel | Word::VerticalPerpendicular => &[Word::Up, Word::Down],
        Word::Moving => &[Word::Up, Word::Down, Word::Left, Word::Right, Word::Action],
        Word::Orthogonal => &[Word::Up, Word::Down, Word::Left, Word::Right],
        _ => &[],
    }
}

/// What was replaced in a rule so far.
#[derive(Clone, Default)]
struct Replaced {
    /// For a word before a name: the direction and the cell of the first replacement, and in how many cells it
    /// was replaced.
    named: Vec<(Entry, Word, (usize, usize), usize)>,
    /// For a word before any name: the direction of the first replacement, and how often it was replaced.
    words: Vec<(Word, Word, usize)>,
}

impl Replaced {
    /// The memory that it takes; lists grow by doubling, and a short one has room for four.
    fn bytes(&self) -> usize {
        let room = |count: usize| if count == 0 { 0 } else { 2 * count.max(2) };
        room(self.named.len()) * size_of::<(Entry, Word, (usize, usize), usize)>()
            + room(self.words.len()) * size_of::<(Word, Word, usize)>()
    }

    fn note(&mut self, entry: Entry, direction: Word, cell: (usize, usize)) {
        match self.named.iter_mut().find(|(known, ..)| *known == entry) {
            None => self.named.push((entry, direction, cell, 1)),
            Some((_, _, first, count)) => *count += usize::from(*first != cell),
        }
        match self.words.iter_mut().find(|(known, ..)| *known == entry.word) {
            None => self.words.push((entry.word, direction, 1)),
            Some((_, _, count)) => *count += 1,
        }
    }
}

/// The rules that a rule stands for, and whether their right sides follow from the left ones. `None` if there are too many.
pub(super) fn concrete(rule: Rule, room: &mut Room, problems: &mut Problems) -> Option<(Vec<Rule>, bool)> {
    let line = rule.line;
    let mut queue = VecDeque::from([(rule, Replaced::default())]);
    let mut done = Vec::new();
    while let Some((rule, replaced)) = queue.pop_front() {
        let found = ambiguous_cells(&rule);
        if found.is_empty() {
            done.push((rule, replaced));
            continue;
        }
        room.give(rule.bytes() + replaced.bytes());
        for (row, cell, entry) in found {
            for &direction in meanings(entry.word) {
                let mut clone = rule.clone();
                for side in [&mut clone.left, &mut clone.right] {
                    let cell = side.get_mut(row).and_then(|row| row.get_mut(cell));
                    for other in cell.map(CellText::entries_mut).unwrap_or_default() {
                        if *other == entry {
                            other.word = direction;
                        }
                    }
                }
                let mut replaced = replaced.clone();
                replaced.note(entry, direction, (row, cell));
                let bytes = clone.bytes() + replaced.bytes();
                if !room.work(bytes / 8) || !room.take(bytes) {
                    return None;
                }
                queue.push_back((clone, replaced));
            }
        }
    }
    let mut rules = Vec::with_capacity(done.len());
    let mut certain = true;
    for (mut rule, replaced) in done {
        room.give(replaced.bytes());
        for (entry, direction, _, count) in replaced.named {
            replace(&mut rule, count, direction, |other| other == entry);
        }
        for (word, direction, count) in replaced.words {
            replace(&mut rule, count, direction, |other| other.word == word);
        }
        Rule::each(&mut rule.right, |entry| {
            if !meanings(entry.word).is_empty() && certain {
                certain = false;
                let message =
                    format!("`{}` on the right does not follow from the left: which way?", entry.word.text());
                problems.error((line, 1), message);
            }
        });
        rules.push(rule);
    }
    Some((rules, certain))
}

/// The first ambiguous entry of every cell of the left side that has one.
fn ambiguous_cells(rule: &Rule) -> Vec<(usize, usize, Entry)> {
    let mut found = Vec::new();
    for (row_number, row) in rule.left.iter().enumerate() {
        for (number, cell) in row.iter().enumerate() {
            let first = cell.entries().iter().find(|entry| !meanings(entry.word).is_empty());
            found.extend(first.map(|&entry| (row_number, number, entry)));
        }
    }
    found
}

/// A word that was replaced once on the left means the same wherever it is left on the right.
fn replace(rule: &mut Rule, count: usize, direction: Word, fits: impl Fn(Entry) -> bool) {
    if count == 1 {
        Rule::each(&mut rule.right, |entry| {
            if fits(*entry) {
                entry.word = direction;
            }
        });
    }
}
