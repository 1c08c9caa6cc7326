//! The lower bound, the estimate, and the detection of dead states.
//!
//! An atom with free electrons must come next to partners to bond with, which takes a number of moves that
//! depends on the [distance](super::distances). In a level without `/` and `+`, an atom with `n` free
//! electrons needs `n` different partners, so its `n`-th nearest partner counts; and a partner counts only if all
//! other electrons can still be used after that bond. Moves along rows do not help what is apart in columns, so the
//! needs of all atoms are combined by axis ([`axes`](super::axes)). And each atom must come to a cell with room for all its
//! bonds. The bound takes quadratic time in the number of atoms, up to [`MAX_ATOMS`], and linear time beyond.
//!
//! In a level without `/` and `+`, a state is also dead if the free electrons could not all be used even if
//! every atom could meet every other.
//!
//! In some levels every solution is a tree ([`Prospects::tree`]). There each bond joins two molecules,
//! and the electrons just suffice to join all of them. A molecule that is saturated too early makes the
//! state dead.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::arrangement::{Arrangement, Atom};
use super::axes::{self, Need};
use super::hub_table::{NEVER, Partners};
use super::level::{AtomId, Board, Cell, Element, Modifier, Site, has};
use super::meetings::{Meetings, Role};
use super::pairing::{Pairing, PossibleBonds, can_use_all_electrons};
use super::shape::Label;

/// What the atoms and modifiers of a level allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospects {
    /// Whether there are modifiers.
    pub(crate) modifies: bool,
    /// Whether bonds can be cut, so that every atom may need a partner again.
    pub(crate) weakens: bool,
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
    free: u8,
    /// The free electrons of its molecule, as far as a byte holds them, in a level whose solutions are trees.
    electrons: u8,
    role: Role,
}

/// Working memory of the bound, reused from state to state.
#[derive(Debug, Default)]
pub(crate) struct BoundScratch {
    /// The number of each atom's molecule, or [`UNMARKED`].
    molecule: Vec<u16>,
    partners: Vec<Partner>,
    ahead: Vec<AtomId>,
    /// What each atom is in the tables of meetings. Empty if there are none.
    roles: Vec<Role>,
    pairing: Pairing,
    bonds: PossibleBonds,
    /// The free electrons of each molecule.
    electrons: Vec<u8>,
}

const UNMARKED: u16 = u16::MAX;

/// Only the needs of so many atoms are combined. The sum of fewer needs is still a bound, and each takes as long as there are
/// atoms.
const MAX_ATOMS: usize = 256;
/// So many partners of an atom are tried between two checks of whether more can matter.
const AT_ONCE: usize = 32;

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
        !arrangement.is_solved() && self.is_dead(board, None, arrangement)
    }

    /// Whether the electrons prove an unsolved arrangement dead, or the tables of meetings do. In a level
    /// whose solutions are trees, marks the molecules.
    pub(crate) fn is_dead(
        &mut self,
        board: &Board,
        meetings: Option<(&Meetings, Partners)>,
        arrangement: &Arrangement,
    ) -> bool {
        let Prospects { weakens, strengthens, tree, .. } = board.prospects;
        self.find_roles(board, meetings, arrangement);
        tree && self.has_saturated_molecule(board, arrangement)
            || !weakens && !strengthens && !can_use_all_electrons(counts(arrangement))
            || meetings
                .is_some_and(|(meetings, partners)| self.is_stuck(board, meetings, partners, arrangement))
    }

    /// Finds what each atom is in the tables of meetings.
    fn find_roles(
        &mut self,
        board: &Board,
        meetings: Option<(&Meetings, Partners)>,
        arrangement: &Arrangement,
    ) {
        self.roles.clear();
        let Some((meetings, _)) = meetings else { return };
        self.roles.extend(arrangement.atoms.iter().enumerate().map(|(id, atom)| {
            meetings.role(board, id, atom, |towards| match arrangement.neighbour(board, id, towards) {
                Some(mate) if mate != board.player && board.atoms[mate] == Element::Hydrogen => {
                    Label::Hydrogen
                }
                _ => Label::Other,
            })
        }));
    }

    /// Whether some atom can never make its bonds, because of where pushing can bring it and its partners.
    fn is_stuck(
        &mut self,
        board: &Board,
        meetings: &Meetings,
        partners: Partners,
        arrangement: &Arrangement,
    ) -> bool {
        if self.roles.iter().any(|&role| meetings.moves_to_complete(role, partners) == Cost::MAX) {
            return true;
        }
        let atoms = || arrangement.atoms.iter().zip(&self.roles).enumerate();
        if partners == Partners::Hydrogens {
            self.pairing.clear();
            for (_, (atom, &role)) in atoms().filter(|(_, (atom, _))| atom.free > 0) {
                self.pairing.add(role, atom.cell, atom.free);
            }
            return !self.pairing.exists(meetings);
        }
        // Where bonds can be cut, any atom may become a partner.
        let is_partner = |id: AtomId, atom: &Atom| match board.prospects.weakens {
            true => board.atoms[id].valence() > 0,
            false => atom.free > 0,
        };
        let is_alone = |(id, (atom, &role)): (AtomId, (&Atom, &Role))| {
            let meets = |(other, (mate, &mates)): (AtomId, (&Atom, &Role))| {
                let moves = meetings.moves((role, atom.cell), (mates, mate.cell), partners);
                other != id && is_partner(other, mate) && moves != Some(NEVER)
            };
            role == Role::Hydrogen && !atoms().any(meets)
        };
        atoms().any(is_alone)
    }

    /// A lower bound on the moves still needed; `None` for a dead state.
    pub(crate) fn bound(
        &mut self,
        board: &Board,
        meetings: Option<(&Meetings, Partners)>,
        arrangement: &Arrangement,
    ) -> Option<Cost> {
        if arrangement.is_solved() {
            return Some(0);
        }
        if self.is_dead(board, meetings, arrangement) {
            return None;
        }
        let Prospects { weakens, strengthens, tree, .. } = board.prospects;
        let mut farthest = 1;
        let counted = !weakens && !strengthens;
        if counted {
            self.bonds.find(counts(arrangement));
        }
        self.electrons.clear();
        if tree {
            self.electrons.resize(arrangement.atoms.len(), 0);
            for (atom, &molecule) in arrangement.atoms.iter().zip(&self.molecule) {
                if atom.free > 0 {
                    let electrons = &mut self.electrons[usize::from(molecule)];
                    *electrons = electrons.saturating_add(atom.free);
                }
            }
        }
        // Every atom that may become a partner, now or later.
        self.partners.clear();
        for (id, atom) in arrangement.atoms.iter().enumerate() {
            let role = self.roles.get(id).copied().unwrap_or(Role::Unknown);
            farthest = farthest.max(board.distances.moves_home(atom.cell, board.atoms[id]));
            farthest = farthest
                .max(meetings.map_or(0, |(meetings, partners)| meetings.moves_to_complete(role, partners)));
            if if weakens { board.atoms[id].valence() > 0 } else { atom.free > 0 } {
                let molecule = if tree { self.molecule[id] } else { id as u16 };
                let electrons = self.electrons.get(usize::from(molecule)).copied().unwrap_or(0);
                self.partners.push(Partner {
                    cell: atom.cell,
                    id,
                    molecule,
                    free: atom.free,
                    electrons,
                    role,
                });
            }
        }
        let (mut all, mut room) = (Need::NOTHING, Need::NOTHING);
        // In a tree, a bond that leaves a molecule without free electrons is the last one.
        let is_last_bond = self.partners.iter().map(|partner| u32::from(partner.free)).sum::<u32>() == 2;
        for (at, one) in self.partners.iter().enumerate().take(MAX_ATOMS) {
            let atom = &arrangement.atoms[one.id];
            if atom.free == 0 {
                continue;
            }
            let needed = if weakens || strengthens { 1 } else { usize::from(atom.free) };
            // Where bonds can be cut, a hydrogen atom may be bonded to others before it comes to this atom.
            let meetings = meetings.filter(|_| !weakens || one.role == Role::Hydrogen);
            // What the nearest partners need, as many as there must be.
            let mut nearest = [Need::IMPOSSIBLE; 4];
            let (before, after) = self.partners.split_at(at);
            // Of thousands of atoms, most have partners nearby: those next in the list come first, and the rest does
            // not matter once the atom needs no more than others do.
            for some in after.chunks(AT_ONCE).chain(before.chunks(AT_ONCE)) {
                for other in some {
                    if one.molecule == other.molecule
                        || counted && !self.bonds.has(one.free, other.free)
                        || tree && one.electrons == 1 && other.electrons == 1 && !is_last_bond
                    {
                        continue;
                    }
                    let need = board.distances.until_adjacent(one.cell, other.cell, &mut room);
                    if need.is_met() && !strengthens && is_bonded(board, arrangement, one.id, other.id) {
                        continue;
                    }
                    if let Some((meetings, partners)) = meetings
                        && let Some(pushed) =
                            meetings.moves((one.role, one.cell), (other.role, other.cell), partners)
                    {
                        let mut need = *need;
                        need.add(&Need::of_moves(pushed));
                        axes::keep_least(&mut nearest[..needed], &need);
                    } else {
                        axes::keep_least(&mut nearest[..needed], need);
                    }
                }
                if all.includes(&nearest[needed - 1]) {
                    break;
                }
            }
            all.add(&nearest[needed - 1]);
        }
        farthest = farthest.max(all.moves());
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
    pub(crate) fn gaps(
        &mut self,
        board: &Board,
        meetings: Option<(&Meetings, Partners)>,
        arrangement: &Arrangement,
    ) -> Cost {
        self.mark(board, arrangement);
        self.find_roles(board, meetings, arrangement);
        let pushes = |id: AtomId, other: AtomId| {
            let end = |id: AtomId| (self.roles[id], arrangement.atoms[id].cell);
            let (meetings, partners) = meetings?;
            meetings.moves(end(id), end(other), partners)
        };
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
                    match pushes(id, other) {
                        Some(NEVER) => {}
                        Some(moves) => keep_least(needed, Cost::from(moves) + 1),
                        None => keep_least(needed, board.distances.path(from, to)),
                    }
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
