//! Rules over planes: where a row matches, and how a cell changes.

use super::board::{Board, Planes, members, planes_of};
use super::lines::Lines;
use super::sets::{CellSet, Plane, each_cell, shifted};
use crate::engine::Work;
use crate::rule_text::Heading;

/// What a cell must hold, and what it holds afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct FastCell {
    pub present: u64,
    pub missing: u64,
    pub any: Vec<u64>,
    pub moving: u64,
    pub still: u64,
    pub clear: u64,
    pub set: u64,
    pub clear_movements: u64,
    pub set_movements: u64,
    /// The same for planes, without what never changes.
    pub required: Vec<u8>,
    pub forbidden: Vec<u8>,
    pub choices: Vec<Vec<u8>>,
    /// The planes that a replacement sets and clears, apart from those of which a match decides that already.
    pub sets: Vec<u8>,
    pub clears: Vec<u8>,
}

impl FastCell {
    /// Whether a cell is as wanted.
    #[inline]
    pub fn matches(&self, (objects, movements): (u64, u64)) -> bool {
        objects & self.present == self.present
            && objects & self.missing == 0
            && movements & self.moving == self.moving
            && movements & self.still == 0
            && self.any.iter().all(|any| objects & any != 0)
    }

    /// Whether nothing about the cell depends on what changes.
    fn is_free(&self) -> bool {
        self.required.is_empty() && self.forbidden.is_empty() && self.choices.is_empty()
    }

    /// Sorts out which planes decide. Objects in `fixed` never change: they are in the mask of the row.
    pub fn prepare(&mut self, fixed: u64) {
        let list = |objects: u64, movements: u64| -> Vec<u8> {
            members(planes_of(objects, movements)).map(|plane| plane as u8).collect()
        };
        self.required = list(self.present & !fixed, self.moving);
        // Movements first: there are few of them.
        self.required.reverse();
        self.forbidden = list(self.missing & !fixed, self.still);
        self.choices = self.any.iter().filter(|any| *any & !fixed != 0).map(|&any| list(any, 0)).collect();
        self.sets = list(self.set & !self.present, self.set_movements & !self.moving);
        self.clears = list(
            self.clear & !self.set & !self.missing,
            self.clear_movements & !self.set_movements & !self.still,
        );
    }

    /// The cells that a replacement would change, among those that match.
    #[inline]
    fn changing<const W: usize>(&self, board: &Board<W>) -> Plane<W> {
        let mut plane = [0; W];
        for &set in &self.sets {
            plane.iter_mut().zip(&board.planes[usize::from(set)]).for_each(|(word, other)| *word |= !other);
        }
        for &clear in &self.clears {
            plane.iter_mut().zip(&board.planes[usize::from(clear)]).for_each(|(word, other)| *word |= other);
        }
        plane
    }

    /// The planes that it reads or writes.
    pub fn watched(&self) -> Planes {
        self.read() | planes_of(self.clear | self.set, self.clear_movements | self.set_movements)
    }

    /// The planes that decide whether it matches.
    pub fn read(&self) -> Planes {
        let objects = self.any.iter().fold(self.present | self.missing, |all, any| all | any);
        planes_of(objects, self.moving | self.still)
    }

    /// The cells of a board that match, apart from what never changes.
    #[inline]
    fn plane<const W: usize>(&self, board: &Board<W>) -> Plane<W> {
        let mut plane = [!0; W];
        for &required in &self.required {
            for (word, other) in plane.iter_mut().zip(&board.planes[usize::from(required)]) {
                *word &= other;
            }
        }
        for choice in &self.choices {
            let mut either = [0; W];
            for &plane in choice {
                for (word, other) in either.iter_mut().zip(&board.planes[usize::from(plane)]) {
                    *word |= other;
                }
            }
            for (word, other) in plane.iter_mut().zip(&either) {
                *word &= other;
            }
        }
        for &forbidden in &self.forbidden {
            for (word, other) in plane.iter_mut().zip(&board.planes[usize::from(forbidden)]) {
                *word &= !other;
            }
        }
        plane
    }
}

/// Cells one after the other.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub cells: Vec<FastCell>,
    /// Where it may begin, by the size of the board and what never changes.
    pub begin: CellSet,
    /// The cells in the order in which they are tried, each with how far ahead it lies.
    order: Vec<(usize, isize)>,
}

impl Part {
    pub fn new(cells: Vec<FastCell>, begin: CellSet, step: isize) -> Part {
        let mut order: Vec<(usize, isize)> = (0..cells.len()).map(|at| (at, at as isize * step)).collect();
        order.retain(|&(at, _)| !cells[at].is_free());
        // What moves is rare, so it is tried first; then whatever must be there.
        order.sort_by_key(|&(at, _)| (cells[at].moving == 0, cells[at].required.is_empty(), at));
        Part { cells, begin, order }
    }

    /// The cells at which it begins.
    #[inline]
    pub fn matches<const W: usize>(&self, board: &Board<W>) -> Plane<W> {
        let mut found = *self.begin.plane();
        for &(at, offset) in &self.order {
            let plane = self.cells[at].plane(board);
            let ahead = if offset == 0 { plane } else { shifted(&plane, offset) };
            let mut any = 0;
            for (word, ahead) in found.iter_mut().zip(&ahead) {
                *word &= ahead;
                any |= *word;
            }
            if any == 0 {
                break;
            }
        }
        found
    }

    /// Whether a replacement at any of these beginnings would change a cell.
    #[inline]
    pub fn changes_any<const W: usize>(&self, board: &Board<W>, starts: &Plane<W>, step: isize) -> bool {
        self.cells.iter().enumerate().any(|(at, cell)| {
            if cell.sets.is_empty() && cell.clears.is_empty() {
                return false;
            }
            let ahead = shifted(&cell.changing(board), at as isize * step);
            starts.iter().zip(&ahead).any(|(start, ahead)| start & ahead != 0)
        })
    }

    /// Replaces the cells at all of these beginnings. Returns whether that changes any.
    #[inline]
    pub fn replace_all<const W: usize>(&self, board: &mut Board<W>, starts: &Plane<W>, step: isize) -> bool {
        let mut changed = false;
        for (at, cell) in self.cells.iter().enumerate() {
            if cell.sets.is_empty() && cell.clears.is_empty() {
                continue;
            }
            let mut there = cell.changing(board);
            let starts = if at == 0 { *starts } else { shifted(starts, -(at as isize * step)) };
            there.iter_mut().zip(&starts).for_each(|(word, start)| *word &= start);
            if there.iter().any(|&word| word != 0) {
                board.set_all(&there, (cell.clear, cell.clear_movements), (cell.set, cell.set_movements));
                changed = true;
            }
        }
        changed
    }

    /// The cells at which it might begin, if cells may hold what is on these planes, or less.
    pub fn might_match(&self, planes: &[CellSet]) -> CellSet {
        let mut found = self.begin.clone();
        for &(at, offset) in &self.order {
            let cell = &self.cells[at];
            for &required in &cell.required {
                found.keep_ahead(&planes[usize::from(required)], offset);
            }
            for choice in &cell.choices {
                let mut either = CellSet::empty(found.words().len());
                choice.iter().for_each(|&plane| either.add(&planes[usize::from(plane)]));
                found.keep_ahead(&either, offset);
            }
        }
        found
    }

    /// Whether it matches from a cell on.
    #[inline]
    pub fn matches_at(&self, cells: &[(u64, u64)], first: usize, step: isize) -> bool {
        let cell = |at: usize| cells[(first as isize + at as isize * step) as usize];
        self.cells.iter().enumerate().all(|(at, pattern)| pattern.matches(cell(at)))
    }
}

/// A row: parts with any number of cells in between.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub parts: Vec<Part>,
    pub length: usize,
    /// How its parts find each other, if there are several.
    pub lines: Option<Lines>,
}

/// The most matches of a row that are listed.
const MAX_MATCHES: usize = 1 << 16;

/// A match of a row: the first cell of each part.
pub(super) type Match = [u32; 3];

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub width: usize,
    pub height: usize,
}

impl Size {
    pub fn step(self, direction: Heading) -> isize {
        match direction {
            Heading::Up => -1,
            Heading::Down => 1,
            Heading::Left => -(self.height as isize),
            Heading::Right => self.height as isize,
        }
    }

    /// How many cells lie ahead of a cell, itself included.
    pub fn ahead(self, cell: usize, direction: Heading) -> usize {
        let (x, y) = (cell / self.height, cell % self.height);
        match direction {
            Heading::Up => y + 1,
            Heading::Down => self.height - y,
            Heading::Left => x + 1,
            Heading::Right => self.width - x,
        }
    }
}

impl Row {
    /// Lists all matches in order, by where each part of the row matches.
    pub fn list(
        &self,
        starts: [&[u64]; 3],
        size: Size,
        direction: Heading,
        found: &mut Vec<Match>,
        work: &mut Work<'_>,
    ) {
        found.clear();
        each_cell(starts[0], |cell| found.push([cell as u32, 0, 0]));
        if found.len() > 1 && matches!(direction, Heading::Left | Heading::Right) {
            let key = |at: &Match| (at[0] as usize % size.height, at[0] as usize / size.height);
            found.sort_unstable_by_key(key);
        }
        if self.parts.len() > 1 {
            self.with_gaps(starts, size, direction, found, work);
        }
    }

    /// Where each part of a match of the row begins; `None` if there is no match.
    #[inline]
    pub fn starts<const W: usize>(&self, board: &Board<W>) -> Option<[Plane<W>; 3]> {
        let mut starts = [[0; W]; 3];
        for (part, starts) in self.parts.iter().zip(&mut starts) {
            *starts = part.matches(board);
            if starts.iter().all(|&word| word == 0) {
                return None;
            }
        }
        let is_match = self.lines.as_ref().is_none_or(|lines| lines.keep_matches(&mut starts));
        is_match.then_some(starts)
    }

    fn with_gaps(
        &self,
        [_, second, third]: [&[u64]; 3],
        size: Size,
        direction: Heading,
        found: &mut Vec<Match>,
        work: &mut Work<'_>,
    ) {
        let starts = std::mem::take(found);
        let third = (self.parts.len() > 2).then_some(third);
        let step = size.step(direction);
        let has = |plane: &[u64], cell: usize| plane[cell / 64] >> (cell % 64) & 1 == 1;
        let after = |cell: usize, cells: usize| (cell as isize + step * cells as isize) as usize;
        for [start, ..] in starts {
            let start = start as usize;
            let spare = size.ahead(start, direction) - self.length;
            // With so many matches the plain engine may give up, so it decides.
            if found.len() > MAX_MATCHES || !work.add(1 + spare) {
                return work.end();
            }
            for gap in 0..=spare {
                let two = after(start, self.parts[0].cells.len() + gap);
                if !has(second, two) {
                    continue;
                }
                let Some(third) = third else {
                    found.push([start as u32, two as u32, 0]);
                    continue;
                };
                if found.len() > MAX_MATCHES || !work.add(1 + spare - gap) {
                    return work.end();
                }
                for more in 0..=spare - gap {
                    let three = after(two, self.parts[1].cells.len() + more);
                    if has(third, three) {
                        found.push([start as u32, two as u32, three as u32]);
                    }
                }
            }
        }
    }

    /// Whether a match still holds.
    #[inline]
    pub fn still_matches(&self, cells: &[(u64, u64)], step: isize, at: &Match) -> bool {
        self.parts.iter().zip(at).all(|(part, &first)| part.matches_at(cells, first as usize, step))
    }
}
