//! Applying rules: one rule, a group until it rests, all groups with their loops.
//!
//! Of a group only those rules are tried whose planes have changed since they were tried last: they are marked on the
//! board. Before matches are listed, planes tell whether any of them would change a cell: most do so only once. Matches that
//! have nothing to do with each other are replaced at once, on the planes.
//!
//! Work is counted in words of planes and in cells. A move that does much is given up, and left to the plain engine, which
//! alone decides what never comes to rest.

use super::board::{Board, Planes};
use super::effects::cells;
use super::rows::{Match, Row, Size};
use super::sets::Plane;
use crate::engine::{Halt, Work};
use crate::rule_text::Heading;

/// The maximum number of passes over a group, and of jumps of loops in a turn.
const MAX_PASSES: usize = 200;

/// The maximum number of words of planes and cells that a move may take: some hundredths of a second.
const MAX_WORK: u64 = 1 << 24;

/// What a rule asks for besides changing cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Commands {
    pub cancel: bool,
    pub restart: bool,
    pub win: bool,
    pub again: bool,
    pub message: bool,
    pub any: bool,
}

impl Commands {
    /// Queues the commands of a rule. `cancel` outdoes `restart`, which outdoes all others.
    fn add(&mut self, rule: Commands) {
        if self.cancel || (self.restart && !rule.cancel) {
            return;
        }
        if rule.cancel || rule.restart {
            *self = Commands::default();
        }
        self.cancel |= rule.cancel;
        self.restart |= rule.restart;
        self.win |= rule.win;
        self.again |= rule.again;
        self.message |= rule.message;
    }
}

/// A rule over planes.
pub(super) struct FastRule {
    pub rows: Vec<Row>,
    pub direction: Heading,
    pub step: isize,
    pub replaces: bool,
    pub commands: Commands,
    /// The planes without which it cannot match.
    pub needs: Planes,
    /// The planes that it reads or writes.
    pub watched: Planes,
    /// The cells of all its rows.
    pub cells: usize,
    /// Whether all matches are replaced at once: see [`is_at_once`].
    pub at_once: bool,
}

/// Whether all matches of a rule can be replaced at once, because none has anything to do with another: it is about single
/// cells, or nothing that it writes is read by it, and nothing is both set and cleared.
pub(super) fn is_at_once(rows: &[Row]) -> bool {
    if matches!(rows, [row] if row.length == 1) {
        return true;
    }
    let (mut read, mut set, mut cleared) = (0, 0, 0);
    for cell in rows.iter().flat_map(cells) {
        read |= cell.read();
        let all = |planes: &[u8]| planes.iter().fold(0, |all: Planes, &plane| all | 1 << plane);
        set |= all(&cell.sets);
        cleared |= all(&cell.clears);
    }
    read & (set | cleared) == 0 && set & cleared == 0
}

/// Rules that are applied until none changes anything.
pub(super) struct FastGroup {
    pub rules: Vec<FastRule>,
    /// If a loop ends here, the group that it begins with.
    pub jump: Option<usize>,
    /// The number of its first rule among all rules.
    pub first: usize,
    /// What the plain engine takes to try its rules once, roughly.
    pub plain: u64,
}

/// What rules work with besides the board.
pub(super) struct Workspace<'h, const W: usize> {
    /// The commands of the turn.
    pub queue: Commands,
    /// What the move took so far.
    pub work: Work<'h>,
    /// What the plain engine takes for it, roughly.
    pub plain: u64,
    /// The rules that queued commands in the turn, by number.
    pub asked: Vec<usize>,
    starts: Vec<[Plane<W>; 3]>,
    found: Vec<Vec<Match>>,
}

impl<'h, const W: usize> Workspace<'h, W> {
    /// Room for moves that are given up when `halt` says so.
    pub fn new(halt: Halt<'h>) -> Self {
        let work = Work::new(MAX_WORK, halt);
        Workspace {
            queue: Commands::default(),
            work,
            plain: 0,
            asked: Vec::new(),
            starts: Vec::new(),
            found: Vec::new(),
        }
    }
}

/// Applies all groups in order.
pub(super) fn apply<const W: usize>(
    groups: &[FastGroup],
    size: Size,
    board: &mut Board<W>,
    space: &mut Workspace<'_, W>,
) {
    let mut changed = false;
    let mut jumps = 0;
    let mut at = 0;
    while let Some(group) = groups.get(at) {
        changed |= apply_group(group, size, board, space);
        if space.work.is_over() {
            return;
        }
        if let Some(first) = group.jump
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

/// The first marked rule from a number on, below another.
#[inline]
fn next_marked(marked: &[u64], from: usize, end: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut bits = *marked.get(word)? & (!0 << (from % 64));
    loop {
        if bits != 0 {
            let rule = word * 64 + bits.trailing_zeros() as usize;
            return (rule < end).then_some(rule);
        }
        word += 1;
        if word * 64 >= end {
            return None;
        }
        bits = *marked.get(word)?;
    }
}

fn apply_group<const W: usize>(
    group: &FastGroup,
    size: Size,
    board: &mut Board<W>,
    space: &mut Workspace<'_, W>,
) -> bool {
    let end = group.first + group.rules.len();
    let mut changed = false;
    for _ in 0..MAX_PASSES {
        let mut progress = false;
        let mut from = group.first;
        space.plain += group.plain;
        while let Some(number) = next_marked(&board.marked, from, end) {
            from = number + 1;
            board.marked[number / 64] &= !(1 << (number % 64));
            let rule = &group.rules[number - group.first];
            // A rule whose planes are empty is marked again when they are not.
            if rule.needs & !board.occupied() == 0 {
                progress |= apply_rule(rule, number, size, board, space);
            }
        }
        if !progress || space.work.is_over() {
            return changed | progress;
        }
        changed = true;
    }
    changed
}

fn apply_rule<const W: usize>(
    rule: &FastRule,
    number: usize,
    size: Size,
    board: &mut Board<W>,
    space: &mut Workspace<'_, W>,
) -> bool {
    if !space.work.add(W * rule.cells) {
        return true;
    }
    space.starts.clear();
    for row in &rule.rows {
        let Some(starts) = row.starts(board) else { return false };
        space.starts.push(starts);
    }
    let would_change = |(row, starts): (&Row, &[Plane<W>; 3])| {
        row.parts.iter().zip(starts).any(|(part, starts)| part.changes_any(board, starts, rule.step))
    };
    let mut changed = false;
    if !rule.replaces {
        // It matches, and has only commands.
    } else if rule.at_once {
        for (row, starts) in rule.rows.iter().zip(&space.starts) {
            for (part, starts) in row.parts.iter().zip(starts) {
                changed |= part.replace_all(board, starts, rule.step);
            }
        }
        // What it did does not make it do more.
        board.marked[number / 64] &= !(1 << (number % 64));
    } else if rule.rows.iter().zip(&space.starts).any(would_change) {
        if space.found.len() < rule.rows.len() {
            space.found.resize(rule.rows.len(), Vec::new());
        }
        for ((row, starts), found) in rule.rows.iter().zip(&space.starts).zip(&mut space.found) {
            row.list(
                starts.each_ref().map(<[u64; W]>::as_slice),
                size,
                rule.direction,
                found,
                &mut space.work,
            );
            if found.is_empty() {
                return false;
            }
        }
        let found = &space.found[..rule.rows.len()];
        changed = match rule.rows.as_slice() {
            [row] => replace_row(board, row, rule.step, &found[0], &mut space.work),
            rows => replace_tuples(board, rows, rule.step, found, &mut space.work),
        };
    }
    if rule.commands.any {
        space.asked.push(number);
        space.queue.add(rule.commands);
    }
    changed
}

/// Replaces the matches of a rule with one row: the first as it is, every other one if it still matches.
fn replace_row<const W: usize>(
    board: &mut Board<W>,
    row: &Row,
    step: isize,
    found: &[Match],
    work: &mut Work<'_>,
) -> bool {
    work.add(found.len() * row.length);
    let mut changed = false;
    for (number, at) in found.iter().enumerate() {
        if number == 0 || row.still_matches(&board.cells, step, at) {
            changed |= replace(board, row, step, at);
        }
    }
    changed
}

/// Replaces the cells of a match.
#[inline]
fn replace<const W: usize>(board: &mut Board<W>, row: &Row, step: isize, at: &Match) -> bool {
    let mut changed = false;
    for (part, &first) in row.parts.iter().zip(at) {
        for (number, pattern) in part.cells.iter().enumerate() {
            let cell = (first as isize + step * number as isize) as usize;
            let (objects, movements) = board.cells[cell];
            let after = objects & !pattern.clear | pattern.set;
            let moves = movements & !pattern.clear_movements | pattern.set_movements;
            if (after, moves) != (objects, movements) {
                board.set(cell, after, moves);
                changed = true;
            }
        }
    }
    changed
}

/// Tries one match of each row in all combinations; that of the first row changes fastest.
fn replace_tuples<const W: usize>(
    board: &mut Board<W>,
    rows: &[Row],
    step: isize,
    found: &[Vec<Match>],
    work: &mut Work<'_>,
) -> bool {
    let mut changed = false;
    let mut numbers = vec![0; rows.len()];
    let mut first = true;
    loop {
        let tuple = rows.iter().zip(found).zip(&numbers).map(|((row, found), &number)| (row, &found[number]));
        if first || tuple.clone().all(|(row, at)| row.still_matches(&board.cells, step, at)) {
            changed = tuple.fold(changed, |changed, (row, at)| replace(board, row, step, at) | changed);
        }
        first = false;
        let mut carry = true;
        for (number, found) in numbers.iter_mut().zip(found) {
            *number += 1;
            if *number < found.len() {
                carry = false;
                break;
            }
            *number = 0;
        }
        if carry || !work.add(rows.len()) {
            return changed;
        }
    }
}
