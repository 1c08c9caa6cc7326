//! What a level must still cost, and when it is lost.
//!
//! An atom with free electrons must come next to partners to bond with. Where nothing rotates,
//! whatever moves in a move goes the same way, so two atoms come nearer by one cell a move at the
//! most; where something does, by two. Where bonds are never cut or strengthened, an atom needs as
//! many different partners as it has free electrons: the farthest of the nearest so many counts.
//!
//! Where the free electrons cannot be paired up whoever meets whom, the level is lost.
//!
//! Some levels leave no room for rings ([`Prospects::tree`]). There each bond joins two
//! molecules, and the electrons are just enough to join all: one that is closed too early is lost.

use unriddle_search::Cost;

use super::level::{AtomId, Element, Lab, Modifier, Site, has};
use super::scene::Scene;
use crate::Direction;

/// What the atoms and modifiers of a level allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospects {
    /// Whether bonds can be cut: everything can be partner again.
    weakens: bool,
    strengthens: bool,
    rotates: bool,
    /// Whether every solution is one molecule without rings.
    pub(crate) tree: bool,
}

impl Prospects {
    pub(crate) fn new(atoms: &[Element], sites: &[Site]) -> Self {
        let (weakens, strengthens) = (has(sites, Modifier::Weaken), has(sites, Modifier::Strengthen));
        let bonding = atoms.iter().filter(|element| element.valence() > 0).count();
        let electrons: usize = atoms.iter().map(|element| usize::from(element.valence())).sum();
        // A ring on a grid has four atoms at least, with two bonds each.
        let rings = atoms.iter().filter(|element| element.valence() > 1).count() >= 4;
        let tree = !weakens && !strengthens && !rings && electrons + 2 == 2 * bonding;
        Prospects { weakens, strengthens, rotates: has(sites, Modifier::Rotate), tree }
    }
}

/// An atom that another may bond with.
#[derive(Debug)]
struct Partner {
    at: (i32, i32),
    id: AtomId,
    /// Those of one molecule cannot bond with each other.
    molecule: u16,
}

/// Memory for marking atoms, used again.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    molecule: Vec<u16>,
    partners: Vec<Partner>,
    ahead: Vec<AtomId>,
}

const UNMARKED: u16 = u16::MAX;

impl Marks {
    /// Numbers the molecules from 0, those of atoms with free electrons only; how many.
    fn mark(&mut self, lab: &Lab, scene: &Scene) -> u16 {
        self.molecule.clear();
        self.molecule.resize(scene.atoms.len(), UNMARKED);
        let mut molecules = 0;
        for first in 0..scene.atoms.len() {
            if scene.atoms[first].free == 0 || self.molecule[first] != UNMARKED {
                continue;
            }
            self.molecule[first] = molecules;
            self.ahead.push(first);
            while let Some(atom) = self.ahead.pop() {
                for towards in Direction::ALL {
                    if scene.atoms[atom].bonds[towards as usize] > 0
                        && let Some(mate) = scene.neighbour(lab, atom, towards)
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

    /// Whether a molecule of an unsolved scene has no free electron left. Marks the others.
    fn is_closed_too_early(&mut self, lab: &Lab, scene: &Scene) -> bool {
        self.mark(lab, scene);
        let closed = |id: AtomId| self.molecule[id] == UNMARKED && lab.atoms[id].valence() > 0;
        (0..scene.atoms.len()).any(closed)
    }

    /// Whether a bond just made has lost the level. Said before anything else is done with the
    /// scene: four of five states that a search meets can be lost so.
    pub(crate) fn is_lost_by_bonding(&mut self, lab: &Lab, scene: &Scene) -> bool {
        !scene.is_solved() && self.is_lost(lab, scene)
    }

    /// Whether the electrons of an unsolved scene tell that it is lost. Marks the molecules.
    pub(crate) fn is_lost(&mut self, lab: &Lab, scene: &Scene) -> bool {
        let Prospects { weakens, strengthens, tree, .. } = lab.prospects;
        tree && self.is_closed_too_early(lab, scene)
            || !weakens && !strengthens && !can_pair_up(counts(scene))
    }

    /// The least that the scene must still cost; `None` when it is lost.
    pub(crate) fn bound(&mut self, lab: &Lab, scene: &Scene) -> Option<Cost> {
        if scene.is_solved() {
            return Some(0);
        }
        if self.is_lost(lab, scene) {
            return None;
        }
        let Prospects { weakens, strengthens, rotates, tree } = lab.prospects;
        // Everyone who may be a partner, now or later.
        self.partners.clear();
        for (id, atom) in scene.atoms.iter().enumerate() {
            if if weakens { lab.atoms[id].valence() > 0 } else { atom.free > 0 } {
                let molecule = if tree { self.molecule[id] } else { id as u16 };
                self.partners.push(Partner { at: lab.at(atom.cell), id, molecule });
            }
        }
        let mut farthest = 1;
        for one in &self.partners {
            let atom = &scene.atoms[one.id];
            if atom.free == 0 {
                continue;
            }
            let needed = if weakens || strengthens { 1 } else { usize::from(atom.free) };
            // The distances of the nearest, as many as are needed.
            let mut nearest = [Cost::MAX; 4];
            for other in &self.partners {
                let distance = distance(one.at, other.at);
                if one.molecule != other.molecule
                    && (distance > 1 || strengthens || !is_bonded(lab, scene, one.id, other.id))
                {
                    keep_least(&mut nearest[..needed], distance);
                }
            }
            match nearest[needed - 1] {
                Cost::MAX => return None,
                distance => farthest = farthest.max(distance - 1),
            }
        }
        Some(if rotates { farthest.div_ceil(2) } else { farthest })
    }

    /// A guess at what the scene must still cost, in twelfths of a move: free electrons, the ways
    /// to the nearest partners, molecules to join, and the player's way to the nearest of them.
    pub(crate) fn estimate(&mut self, lab: &Lab, scene: &Scene) -> Cost {
        let molecules = self.mark(lab, scene);
        let player = lab.at(scene.atoms[lab.player].cell);
        let others = scene.atoms.iter().enumerate().filter(|&(id, atom)| atom.free > 0 && id != lab.player);
        let players = others.map(|(_, atom)| distance(player, lab.at(atom.cell))).min().unwrap_or(0);
        let ways = self.ways(lab, scene);
        10 * scene.free() + 2 * ways + 5 * Cost::from(molecules.saturating_sub(1)) + players
    }

    /// The ways from each atom with free electrons to the nearest of another molecule.
    pub(crate) fn gaps(&mut self, lab: &Lab, scene: &Scene) -> Cost {
        self.mark(lab, scene);
        self.ways(lab, scene)
    }

    /// The same, with the molecules marked.
    fn ways(&self, lab: &Lab, scene: &Scene) -> Cost {
        let at = |id: AtomId| lab.at(scene.atoms[id].cell);
        let free = |&id: &AtomId| scene.atoms[id].free > 0;
        let mut ways = 0;
        for id in (0..scene.atoms.len()).filter(free) {
            let apart = |&other: &AtomId| free(&other) && self.molecule[other] != self.molecule[id];
            let others = (0..scene.atoms.len()).filter(apart);
            ways += others.map(|other| distance(at(id), at(other))).min().unwrap_or(0);
        }
        ways
    }
}

/// How many atoms have each number of free electrons.
fn counts(scene: &Scene) -> [u32; 5] {
    let mut counts = [0; 5];
    scene.atoms.iter().for_each(|atom| counts[usize::from(atom.free)] += 1);
    counts
}

/// Whether the free electrons could be used up if every atom could reach every other: no two atoms
/// bond more than once. The `k` atoms with most electrons can bond among each other and with the
/// rest, and must find enough there (the condition of Erdős and Gallai).
fn can_pair_up(counts: [u32; 5]) -> bool {
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

/// Puts a number into a sorted list, which loses its greatest.
#[inline]
fn keep_least(list: &mut [Cost], mut number: Cost) {
    for kept in list {
        if number < *kept {
            std::mem::swap(kept, &mut number);
        }
    }
}

/// Columns plus rows between two places.
#[inline]
fn distance(one: (i32, i32), other: (i32, i32)) -> Cost {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
}

fn is_bonded(lab: &Lab, scene: &Scene, one: AtomId, other: AtomId) -> bool {
    Direction::ALL.into_iter().any(|towards| {
        scene.atoms[one].bonds[towards as usize] > 0 && scene.neighbour(lab, one, towards) == Some(other)
    })
}
