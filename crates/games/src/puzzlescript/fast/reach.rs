//! Where each object may ever be, found before the search.
//!
//! Every cell collects what it may hold: what is there at the start, what rules that might match there put there, and
//! what may move there. Nothing is ever taken away, so that is more than what really happens, never less. A state then
//! needs bits only for what a cell may hold, and rules are tried only where they might match.

use super::board::{Board, Plane, Watchers};
use super::rows::Size;
use super::rules::{FastGroup, FastRule};
use crate::puzzlescript::engine::Work;
use crate::puzzlescript::mask;

/// What every cell may hold, as a board that holds all of it.
pub(super) struct Reach<const W: usize> {
    board: Board<W>,
    size: Size,
}

impl<const W: usize> Reach<W> {
    /// What is there at the start, and after a restart.
    pub fn new(size: Size, start: &[u64], restart: &[u64]) -> Reach<W> {
        let mut board = Board::new(start.len(), Watchers::new(&[]));
        for (cell, (start, restart)) in start.iter().zip(restart).enumerate() {
            board.put(cell, start | restart, 0);
        }
        Reach { board, size }
    }

    /// What each cell may hold.
    pub fn objects(&self) -> impl Iterator<Item = u64> + '_ {
        self.board.cells.iter().map(|&(objects, _)| objects)
    }

    /// Lets everything spread that may, unless the work is given up.
    pub fn spread(
        &mut self,
        early: &[FastGroup<W>],
        late: &[FastGroup<W>],
        movers: &[u64],
        player: u64,
        (fixed, fixed_cells): (u64, &[u64]),
        work: &mut Work<'_>,
    ) {
        let mut grown = true;
        while grown {
            grown = false;
            for rule in early.iter().chain(late).flat_map(|group| &group.rules) {
                if !work.add(4 * W * rule.cells) {
                    return;
                }
                if rule.replaces && rule.needs & !self.board.occupied == 0 {
                    grown |= self.apply(rule);
                }
            }
            for cell in 0..self.board.cells.len() {
                grown |= self.spread_from(cell, movers, player, fixed, fixed_cells);
            }
        }
    }

    fn add(&mut self, cell: usize, objects: u64, movements: u64) -> bool {
        let (before, moving) = self.board.cells[cell];
        if before | objects == before && moving | movements == moving {
            return false;
        }
        self.board.put(cell, before | objects, moving | movements);
        true
    }

    fn apply(&mut self, rule: &FastRule<W>) -> bool {
        let Some(found) = self.starts(rule) else { return false };
        let mut grown = false;
        let parts = rule.rows.iter().flat_map(|row| &row.parts);
        for (part, starts) in parts.zip(&found) {
            Board::each(starts, |first| {
                for (number, pattern) in part.cells.iter().enumerate() {
                    let cell = (first as isize + rule.step * number as isize) as usize;
                    grown |= self.add(cell, pattern.set, pattern.set_movements);
                }
            });
        }
        grown
    }

    /// Where each part of a rule might begin; `None` if one of them nowhere.
    fn starts(&self, rule: &FastRule<W>) -> Option<Vec<Plane<W>>> {
        let mut found = Vec::new();
        for part in rule.rows.iter().flat_map(|row| &row.parts) {
            let starts = part.might_match(&self.board);
            if starts.iter().all(|&word| word == 0) {
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
        let (objects, movements) = self.board.cells[cell];
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
    pub fn drop_dead_rules(&self, groups: &mut [FastGroup<W>]) {
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
