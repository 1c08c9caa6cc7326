//! Where a player who is bonded to nothing can walk.
//!
//! A helium player never bonds, so between two pushes only its own cell changes. The search
//! therefore counts from push to push: a walk and the push at its end are one step, which costs
//! as many moves as it has.

use std::collections::VecDeque;

use super::level::{Cell, Lab};
use super::scene::Scene;
use crate::Direction;

const UNREACHED: u16 = u16::MAX;

/// The cells that the player can walk to. The memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// By cell, the steps to it.
    steps: Vec<u16>,
    /// The cells in the order in which they were reached, the nearest first.
    pub(crate) reached: Vec<Cell>,
}

impl Walk {
    /// Finds the cells around the player.
    pub(crate) fn flood(&mut self, lab: &Lab, scene: &Scene) {
        self.steps.clear();
        self.steps.resize(lab.sites.len(), UNREACHED);
        self.reached.clear();
        let start = scene.atoms[lab.player].cell;
        self.steps[start.index()] = 0;
        self.reached.push(start);
        let mut at = 0;
        while let Some(&cell) = self.reached.get(at) {
            at += 1;
            for next in lab.sites[cell.index()].next.into_iter().filter(|&next| next != Cell::WALL) {
                if self.steps[next.index()] == UNREACHED && scene.on(next).is_none() {
                    self.steps[next.index()] = self.steps[cell.index()] + 1;
                    self.reached.push(next);
                }
            }
        }
    }

    /// How many steps lead to a cell that was reached.
    pub(crate) fn steps(&self, cell: Cell) -> u16 {
        self.steps[cell.index()]
    }
}

/// The shortest way of the player to a cell, if there is one.
pub(crate) fn way(lab: &Lab, scene: &Scene, to: Cell) -> Option<Vec<Direction>> {
    let start = scene.atoms[lab.player].cell;
    let mut came: Vec<Option<Direction>> = vec![None; lab.sites.len()];
    let mut ahead = VecDeque::from([start]);
    while let Some(cell) = ahead.pop_front() {
        if cell == to {
            let (mut way, mut at) = (Vec::new(), to);
            while let Some(direction) = came[at.index()].filter(|_| at != start) {
                way.push(direction);
                at = lab.sites[at.index()].next[direction.opposite() as usize];
            }
            way.reverse();
            return Some(way);
        }
        for direction in Direction::ALL {
            let next = lab.sites[cell.index()].next[direction as usize];
            if next != Cell::WALL && scene.on(next).is_none() && came[next.index()].is_none() {
                came[next.index()] = Some(direction);
                ahead.push_back(next);
            }
        }
    }
    None
}
