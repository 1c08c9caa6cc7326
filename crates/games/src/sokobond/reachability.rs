//! The cells that an unbonded player can reach without pushing.
//!
//! A helium player never bonds, so between two pushes only its own cell changes. The search therefore
//! treats the walk to an atom and the push at its end as one macro move, which costs as many moves as
//! it contains.

use std::collections::VecDeque;

use unriddle_kit::Direction;

use super::arrangement::Arrangement;
use super::level::{Board, Cell};
use super::shift::take_first;

const UNREACHED: u16 = u16::MAX;

/// The cells that the player can reach. The memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Reachability {
    /// The distance to each cell.
    steps: Vec<u16>,
    /// The reachable cells, nearest first.
    pub(crate) reached: Vec<Cell>,
}

impl Reachability {
    /// Finds the reachable cells by breadth-first search.
    pub(crate) fn flood(&mut self, board: &Board, arrangement: &Arrangement) {
        self.steps.clear();
        self.steps.resize(board.sites.len(), UNREACHED);
        self.reached.clear();
        let start = arrangement.atoms[board.player].cell;
        if !board.near.is_empty() {
            return self.flood_sets(board, arrangement, start);
        }
        self.steps[start.index()] = 0;
        self.reached.push(start);
        let mut at = 0;
        while let Some(&cell) = self.reached.get(at) {
            at += 1;
            for next in board.sites[cell.index()].next.into_iter().filter(|&next| next != Cell::WALL) {
                if self.steps[next.index()] == UNREACHED && arrangement.on(next).is_none() {
                    self.steps[next.index()] = self.steps[cell.index()] + 1;
                    self.reached.push(next);
                }
            }
        }
    }

    /// The same for boards of up to 64 cells, with sets of cells as words.
    fn flood_sets(&mut self, board: &Board, arrangement: &Arrangement, start: Cell) {
        let mut open = arrangement.atoms.iter().fold(u64::MAX, |open, atom| open & !(1 << atom.cell.0));
        let (mut layer, mut steps) = (1 << start.0, 0);
        while layer != 0 {
            open &= !layer;
            let mut next = 0;
            while let Some(cell) = take_first(&mut layer) {
                self.steps[cell] = steps;
                self.reached.push(Cell(cell as u16));
                next |= board.near[cell];
            }
            layer = next & open;
            steps += 1;
        }
    }

    /// The distance to a cell, if it is reachable.
    #[inline]
    pub(crate) fn steps(&self, cell: Cell) -> Option<u16> {
        self.steps.get(cell.index()).copied().filter(|&steps| steps != UNREACHED)
    }
}

/// The player's shortest path to a cell, if there is one.
pub(crate) fn shortest_path(board: &Board, arrangement: &Arrangement, to: Cell) -> Option<Vec<Direction>> {
    let start = arrangement.atoms[board.player].cell;
    let mut came: Vec<Option<Direction>> = vec![None; board.sites.len()];
    let mut ahead = VecDeque::from([start]);
    while let Some(cell) = ahead.pop_front() {
        if cell == to {
            let (mut path, mut at) = (Vec::new(), to);
            while let Some(direction) = came[at.index()].filter(|_| at != start) {
                path.push(direction);
                at = board.sites[at.index()].next[direction.opposite() as usize];
            }
            path.reverse();
            return Some(path);
        }
        for direction in Direction::ALL {
            let next = board.sites[cell.index()].next[direction as usize];
            if next != Cell::WALL && arrangement.on(next).is_none() && came[next.index()].is_none() {
                came[next.index()] = Some(direction);
                ahead.push_back(next);
            }
        }
    }
    None
}
