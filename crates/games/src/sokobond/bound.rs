//! The lower bound, the estimate, and the detection of dead states.
//!
//! An atom with free electrons must come next to partners to bond with, which takes a number of moves that
//! depends on the [distance](super::distances). In a level without `/` and `+`, an atom with `n` free
//! electrons needs `n` different partners, so its `n`-th nearest partner counts. And it must come to a cell
//! with room for all its bonds. The bound is the maximum over all atoms and takes quadratic time in their
//! number.
//!
//! In a level without `/` and `+`, a state is also dead if the free electrons could not all be used even if
//! every atom could meet every other.
//!
//! In some levels every solution is a tree ([`Prospects::tree`]). There each bond joins two molecules,
//! and the electrons just suffice to join all of them. A molecule that is saturated too early makes the
//! state dead.

use unriddle_search::Cost;

use super::arrangement::Arrangement;
use super::level::{AtomId, Board, Cell, Element, Modifier, Site, has};
use crate::Direction;

/// What the atoms and modifiers of a level allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospects {
    /// Whether there are modifiers.
    pub(crate) modifies: bool,
    /// Whether bonds can be cut, so that every atom may need a partner again.
    weakens: bool,
    strengthens: bool,
    /// Whether every solution is a single molecule without rings.
    pub(crate) tree: bool,
}

impl Prospects {
    pub(crate) fn new(atoms: &[Element], sites: &[Site]) -> Self {
        let (weakens, strengthens) = (has(sites, Modifier::Weaken), has(sites, Modifier::Strengthen));
        let bonding = atoms.iter().filter(|element| element.valence() > 0).count();
        let electrons: usize = atoms.iter().map(|element| usize::from(element.valence())).sum();
        // A ring on a grid has at least four atoms, each with two bonds.
        let rings = atoms.iter().filter(|element| element.valence() > 1).count() >= 4;
        let tree = !weakens && !strengthens && !rings && electrons + 2 == 2 * bonding;
        let rotates = has(sites, Modifier::Rotate);
        Prospects { modifies: weakens || strengthens || rotates, weakens, strengthens, tree }
    }
}

/// An atom that another one may bond with.
#[derive(Debug)]
struct Partner {
    cell: Cell,
    id: AtomId,
    /// Atoms with the same number cannot bond with each other.
    molecule: u16,
}

/// Working memory of the bound, reused from state to state.
#[derive(Debug, Default)]
pub(crate) struct BoundScratch {
    /// The number of each atom's molecule, or [`UNMARKED`].
    molecule: Vec<u16>,
    partners: Vec<Partner>,
    ahead: Vec<AtomId>,
}

const UNMARKED: u16 = u16::MAX;

impl BoundScratch {
    /// Numbers the molecules that have free electrons from 0. Returns their count.
    fn mark(&mut self, board: &Board, arrangement: &Arrangement) -> u16 {
        self.molecule.clear();
        self.molecule.resize(arrangement.atoms.len(), UNMARKED);
        let mut molecules = 0;
        for first in 0..arrangement.atoms.len() {
            if arrangement.atoms[first].free == 0 || self.molecule[first] != UNMARKED {
                continue;
            }
            self.molecule[first] = molecules;
            self.ahead.push(first);
            while let Some(atom) = self.ahead.pop() {
                for towards in Direction::ALL {
                    if arrangement.atoms[atom].bonds[towards as usize] > 0
                        && let Some(mate) = arrangement.neighbour(board, atom, towards)
                        && self.molecule[mate] == UNMARKED
                    {
                        self.molecule[mate] = molecules;
                        self.ahead.push(mate);
                    }
                }
            }
            molecules += 1;
        }
        molecules
    }

    /// Whether an unsolved arrangement has a molecule without free electrons. Marks the others.
    fn has_saturated_molecule(&mut self, board: &Board, arrangement: &Arrangement) -> bool {
        self.mark(board, arrangement);
        let saturated = |id: AtomId| self.molecule[id] == UNMARKED && board.atoms[id].valence() > 0;
        (0..arrangement.atoms.len()).any(saturated)
    }

    /// Whether bonding has just led to a dead state. It is checked before the state is packed, as up to
    /// four of five states that a search generates are dead for this reason.
    pub(crate) fn is_dead_after_bonding(&mut self, board: &Board, arrangement: &Arrangement) -> bool {
        !arrangement.is_solved() && self.is_dead(board, arrangement)
    }

    /// Whether the electrons prove an unsolved arrangement dead. In a level whose solutions are trees, marks
    /// the molecules.
    pub(crate) fn is_dead(&mut self, board: &Board, arrangement: &Arrangement) -> bool {
        let Prospects { weakens, strengthens, tree, .. } = board.prospects;
        tree && self.has_saturated_molecule(board, arrangement)
            || !weakens && !strengthens && !can_use_all_electrons(counts(arrangement))
    }

    /// A lower bound on the moves still needed; `None` for a dead state.
    pub(crate) fn bound(&mut self, board: &Board, arrangement: &Arrangement) -> Option<Cost> {
        if arrangement.is_solved() {
            return Some(0);
        }
        if self.is_dead(board, arrangement) {
            return None;
        }
        let Prospects { weakens, strengthens, tree, .. } = board.prospects;
        let mut farthest = 1;
        // Every atom that may become a partner, now or later.
        self.partners.clear();
        for (id, atom) in arrangement.atoms.iter().enumerate() {
            farthest = farthest.max(board.distances.moves_home(atom.cell, board.atoms[id]));
            if if weakens { board.atoms[id].valence() > 0 } else { atom.free > 0 } {
                let molecule = if tree { self.molecule[id] } else { id as u16 };
                self.partners.push(Partner { cell: atom.cell, id, molecule });
            }
        }
        for one in &self.partners {
            let atom = &arrangement.atoms[one.id];
            if atom.free == 0 {
                continue;
            }
            let needed = if weakens || strengthens { 1 } else { usize::from(atom.free) };
            // The moves to the nearest partners, as many as are needed.
            let mut nearest = [Cost::MAX; 4];
            for other in &self.partners {
                let moves = board.distances.moves_to_meet(one.cell, other.cell);
                if one.molecule != other.molecule
                    && (moves > 0 || strengthens || !is_bonded(board, arrangement, one.id, other.id))
                {
                    keep_least(&mut nearest[..needed], moves);
                }
            }
            farthest = farthest.max(nearest[needed - 1]);
        }
        (farthest < Cost::MAX).then_some(farthest)
    }

    /// An estimate of the cost still needed, in twelfths of a move, from the free electrons, the distances
    /// to the nearest partners, the molecules to join, and the player's distance to the nearest partner.
    /// It is not admissible.
    pub(crate) fn estimate(&mut self, board: &Board, arrangement: &Arrangement) -> Cost {
        let molecules = self.mark(board, arrangement);
        let player = board.at(arrangement.atoms[board.player].cell);
        let others =
            arrangement.atoms.iter().enumerate().filter(|&(id, atom)| atom.free > 0 && id != board.player);
        let players = others.map(|(_, atom)| distance(player, board.at(atom.cell))).min().unwrap_or(0);
        let gaps = self.marked_gaps(board, arrangement);
        10 * arrangement.free() + 2 * gaps + 5 * Cost::from(molecules.saturating_sub(1)) + players
    }

    /// The sum of the paths from each atom with free electrons to as many partners as it needs, the nearest
    /// ones in other molecules. A single electron is best used by an atom that needs more than one, so
    /// others do not count as partners of an atom with one, as long as there are such atoms.
    pub(crate) fn gaps(&mut self, board: &Board, arrangement: &Arrangement) -> Cost {
        self.mark(board, arrangement);
        let free = |id: AtomId| arrangement.atoms[id].free;
        let hubs = (0..arrangement.atoms.len()).filter(|&id| free(id) > 1).count();
        let mut gaps = 0;
        for id in (0..arrangement.atoms.len()).filter(|&id| free(id) > 0) {
            let least = if free(id) == 1 && hubs > 0 { 2 } else { 1 };
            let mut nearest = [Cost::MAX; 4];
            let needed = &mut nearest[..usize::from(free(id))];
            for other in (0..arrangement.atoms.len()).filter(|&other| free(other) >= least) {
                if self.molecule[other] != self.molecule[id] {
                    let (from, to) = (arrangement.atoms[id].cell, arrangement.atoms[other].cell);
                    keep_least(needed, board.distances.path(from, to));
                }
            }
            gaps += needed.iter().filter(|&&path| path < Cost::MAX).sum::<Cost>();
        }
        gaps
    }

    /// The same, with the molecules already marked.
    fn marked_gaps(&self, board: &Board, arrangement: &Arrangement) -> Cost {
        let at = |id: AtomId| board.at(arrangement.atoms[id].cell);
        let free = |&id: &AtomId| arrangement.atoms[id].free > 0;
        let mut gaps = 0;
        for id in (0..arrangement.atoms.len()).filter(free) {
            let apart = |&other: &AtomId| free(&other) && self.molecule[other] != self.molecule[id];
            let others = (0..arrangement.atoms.len()).filter(apart);
            gaps += others.map(|other| distance(at(id), at(other))).min().unwrap_or(0);
        }
        gaps
    }
}

/// The number of atoms with 0, 1, 2, 3 and 4 free electrons.
fn counts(arrangement: &Arrangement) -> [u32; 5] {
    let mut counts = [0; 5];
    arrangement.atoms.iter().for_each(|atom| counts[usize::from(atom.free)] += 1);
    counts
}

/// Whether all free electrons could be used if every atom could meet every other. No two atoms bond more
/// than once, so this asks for a simple graph with the free electrons as its degrees. By the theorem of
/// Erdős and Gallai it exists if the sum is even and, for each `k`, the `k` atoms with the most electrons
/// find enough partners among themselves and the rest.
fn can_use_all_electrons(counts: [u32; 5]) -> bool {
    let (mut most, mut needed) = (0, 0);
    for free in (1..=4u32).rev() {
        for taken in 1..=counts[free as usize] {
            most += 1;
            needed += free;
            let same = (counts[free as usize] - taken) * free.min(most);
            let rest: u32 = (1..free).map(|less| counts[less as usize] * less.min(most)).sum();
            if needed > most * (most - 1) + same + rest {
                return false;
            }
        }
    }
    needed.is_multiple_of(2)
}

/// Inserts a number into a sorted list, which drops its greatest.
#[inline]
fn keep_least(list: &mut [Cost], mut number: Cost) {
    for kept in list {
        if number < *kept {
            std::mem::swap(kept, &mut number);
        }
    }
}

/// The Manhattan distance between two cells.
#[inline]
fn distance(one: (i32, i32), other: (i32, i32)) -> Cost {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
}

fn is_bonded(board: &Board, arrangement: &Arrangement, one: AtomId, other: AtomId) -> bool {
    Direction::ALL.into_iter().any(|towards| {
        arrangement.atoms[one].bonds[towards as usize] > 0
            && arrangement.neighbour(board, one, towards) == Some(other)
    })
}
