//! Where each object may ever be, found before the search.
//!
//! Every cell collects what it may hold: what is there at the start, what rules that might match there put there, and
//! what may move there. Nothing is ever taken away, so that is more than what really happens, never less. A state then
//! needs bits only for what a cell may hold, and rules are tried only where they might match.

use super::board::{Planes, members, planes_of};
use super::rows::Size;
use super::rules::{FastGroup, FastRule};
use super::sets::{CellSet, WORD, each_cell};
use crate::engine::Work;
use crate::mask;

/// What every cell may hold: objects and movements, and the same as planes.
pub(super) struct Reach {
    cells: Vec<(u64, u64)>,
    planes: Vec<CellSet>,
    /// The planes with a cell.
    occupied: Planes,
    size: Size,
}

impl Reach {
    /// What is there at the start, and after a restart.
    pub fn new(size: Size, words: usize, start: &[u64], restart: &[u64]) -> Reach {
        let planes = vec![CellSet::empty(words); 2 * WORD];
        let mut reach = Reach { cells: vec![(0, 0); start.len()], planes, occupied: 0, size };
        for (cell, (start, restart)) in start.iter().zip(restart).enumerate() {
            reach.add(cell, start | restart, 0);
        }
        reach
    }

    /// What each cell may hold.
    pub fn objects(&self) -> impl Iterator<Item = u64> + '_ {
        self.cells.iter().map(|&(objects, _)| objects)
    }

    /// Lets everything spread that may, unless the work is given up.
    pub fn spread(
        &mut self,
        early: &[FastGroup],
        late: &[FastGroup],
        movers: &[u64],
        player: u64,
        (fixed, fixed_cells): (u64, &[u64]),
        work: &mut Work<'_>,
    ) {
        let words = self.planes[0].words().len();
        let mut grown = true;
        while grown {
            grown = false;
            for rule in early.iter().chain(late).flat_map(|group| &group.rules) {
                if !work.add(4 * words * rule.cells) {
                    return;
                }
                if rule.replaces && rule.needs & !self.occupied == 0 {
                    grown |= self.apply(rule);
                }
            }
            for cell in 0..self.cells.len() {
                grown |= self.spread_from(cell, movers, player, fixed, fixed_cells);
            }
        }
    }

    fn add(&mut self, cell: usize, objects: u64, movements: u64) -> bool {
        let (before, moving) = self.cells[cell];
        let new = planes_of(objects & !before, movements & !moving);
        self.cells[cell] = (before | objects, moving | movements);
        self.occupied |= new;
        members(new).for_each(|plane| self.planes[plane].insert(cell));
        new != 0
    }

    fn apply(&mut self, rule: &FastRule) -> bool {
        let Some(found) = self.starts(rule) else { return false };
        let mut grown = false;
        let parts = rule.rows.iter().flat_map(|row| &row.parts);
        for (part, starts) in parts.zip(&found) {
            each_cell(starts.words(), |first| {
                for (number, pattern) in part.cells.iter().enumerate() {
                    let cell = (first as isize + rule.step * number as isize) as usize;
                    grown |= self.add(cell, pattern.set, pattern.set_movements);
                }
            });
        }
        grown
    }

    /// Where each part of a rule might begin; `None` if one of them nowhere.
    fn starts(&self, rule: &FastRule) -> Option<Vec<CellSet>> {
        let mut found = Vec::new();
        for part in rule.rows.iter().flat_map(|row| &row.parts) {
            let starts = part.might_match(&self.planes);
            if starts.is_empty() {
                return None;
            }
            found.push(starts);
        }
        Some(found)
    }

    /// The player may move anywhere; what has a movement may go there.
    fn spread_from(
        &mut self,
        cell: usize,
        movers: &[u64],
        player: u64,
        fixed: u64,
        fixed_cells: &[u64],
    ) -> bool {
        let (objects, movements) = self.cells[cell];
        let height = self.size.height;
        let (x, y) = (cell / height, cell % height);
        let mut grown = false;
        for (slot, layer) in movers.iter().enumerate() {
            let here = objects & layer & !fixed;
            if here & player != 0 {
                grown |= self.add(cell, 0, mask::ALL << (5 * slot));
            }
            let movement = movements >> (5 * slot) & mask::ALL;
            if here == 0 || movement == 0 {
                continue;
            }
            let targets = [
                (mask::UP, (y > 0).then(|| cell - 1)),
                (mask::DOWN, (y + 1 < height).then_some(cell + 1)),
                (mask::LEFT, (x > 0).then(|| cell - height)),
                (mask::RIGHT, (x + 1 < self.size.width).then_some(cell + height)),
            ];
            for (bit, target) in targets {
                if let Some(target) = target
                    && movement & bit != 0
                    && fixed_cells[target] & layer == 0
                {
                    grown |= self.add(target, here, 0);
                }
            }
        }
        grown
    }

    /// Drops rules that never match, and narrows the others to where they might.
    pub fn drop_dead_rules(&self, groups: &mut [FastGroup]) {
        for group in groups {
            group.rules.retain_mut(|rule| {
                let Some(found) = self.starts(rule) else { return false };
                let parts = rule.rows.iter_mut().flat_map(|row| &mut row.parts);
                parts.zip(found).for_each(|(part, starts)| part.begin = starts);
                true
            });
        }
    }
}
