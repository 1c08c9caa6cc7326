//! The cells that an unbonded player can reach without pushing.
//!
//! A helium player never bonds, so between two pushes only its own cell changes. The search therefore
//! treats the walk to an atom and the push at its end as one macro move, which costs as many moves as
//! it contains.

use std::collections::VecDeque;

use super::arrangement::Arrangement;
use super::level::{Board, Cell};
use crate::Direction;

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

    /// The distance to a reachable cell.
    pub(crate) fn steps(&self, cell: Cell) -> u16 {
        self.steps[cell.index()]
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
