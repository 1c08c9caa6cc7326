//! A state laid out for work: every atom with its bonds on all four sides.
//!
//! A scene is made anew for each state that is looked at, in memory that is used again, and
//! packed again after each move. It costs 8 bytes an atom and 2 a cell.

use super::level::{AtomId, Cell, Lab};
use super::state::{Field, State, Words};
use crate::Direction;

/// Nobody stands on the cell.
const NOBODY: u16 = u16::MAX;

/// An atom as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) cell: Cell,
    /// Electrons that are not part of a bond.
    pub(crate) free: u8,
    /// The strength of its bond in each direction; 0 for none.
    pub(crate) bonds: [u8; 4],
}

/// All atoms, and who stands on each cell.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) atoms: Vec<Atom>,
    at: Vec<u16>,
}

impl Clone for Scene {
    fn clone(&self) -> Self {
        Scene { atoms: self.atoms.clone(), at: self.at.clone() }
    }

    /// Uses the memory again.
    fn clone_from(&mut self, other: &Self) {
        self.atoms.clone_from(&other.atoms);
        self.at.clone_from(&other.at);
    }
}

impl Scene {
    /// Empties the cells, and places each atom without bonds.
    fn place(&mut self, lab: &Lab, atoms: impl Iterator<Item = Cell>) {
        self.atoms.clear();
        self.at.clear();
        self.at.resize(lab.sites.len(), NOBODY);
        for (id, (cell, element)) in atoms.zip(&lab.atoms).enumerate() {
            self.at[cell.index()] = id as u16;
            self.atoms.push(Atom { cell, free: element.valence(), bonds: [0; 4] });
        }
    }

    /// The level before any move: neighbours bond at once. Whether it was open who bonds.
    pub(crate) fn open(&mut self, lab: &Lab) -> bool {
        self.place(lab, lab.start.iter().copied());
        let open = self.is_open(lab);
        self.bond(lab);
        open
    }

    /// Lays out a state.
    #[inline]
    pub(crate) fn load(&mut self, lab: &Lab, state: &State<impl Words>) {
        self.at.clear();
        self.at.resize(lab.sites.len(), NOBODY);
        self.atoms.clear();
        lab.layout.each(state, lab.atoms.len(), |id, Field { cell, right, below }| {
            self.at[cell.index()] = id as u16;
            let mut bonds = [0; 4];
            bonds[Direction::Right as usize] = right;
            bonds[Direction::Down as usize] = below;
            self.atoms.push(Atom { cell, free: lab.atoms[id].valence(), bonds });
        });
        for id in 0..self.atoms.len() {
            for direction in [Direction::Right, Direction::Down] {
                let strength = self.atoms[id].bonds[direction as usize];
                if strength > 0
                    && let Some(mate) = self.neighbour(lab, id, direction)
                {
                    self.atoms[mate].bonds[direction.opposite() as usize] = strength;
                    self.atoms[mate].free -= strength;
                    self.atoms[id].free -= strength;
                }
            }
        }
    }

    /// Packs it.
    #[inline]
    pub(crate) fn pack<W: Words>(&self, lab: &Lab) -> State<W> {
        lab.layout.pack(self.atoms.len(), |id| {
            let Atom { cell, bonds, .. } = self.atoms[id];
            let (right, below) = (bonds[Direction::Right as usize], bonds[Direction::Down as usize]);
            lab.layout.join(Field { cell, right, below })
        })
    }

    /// Who stands on a cell.
    #[inline]
    pub(crate) fn on(&self, cell: Cell) -> Option<AtomId> {
        let found = *self.at.get(cell.index())?;
        (found != NOBODY).then_some(usize::from(found))
    }

    /// Who stands next to an atom.
    #[inline]
    pub(crate) fn neighbour(&self, lab: &Lab, atom: AtomId, direction: Direction) -> Option<AtomId> {
        self.on(lab.sites[self.atoms[atom].cell.index()].next[direction as usize])
    }

    /// Takes an atom off its cell, to be put on another.
    #[inline]
    pub(crate) fn lift(&mut self, atom: AtomId) {
        self.at[self.atoms[atom].cell.index()] = NOBODY;
    }

    /// Puts an atom on a cell; who stands there already, if somebody does.
    #[inline]
    pub(crate) fn put(&mut self, atom: AtomId, cell: Cell) -> Result<(), AtomId> {
        if let Some(other) = self.on(cell) {
            return Err(other);
        }
        self.at[cell.index()] = atom as u16;
        self.atoms[atom].cell = cell;
        Ok(())
    }

    /// How many electrons are free.
    pub(crate) fn free(&self) -> u32 {
        self.atoms.iter().map(|atom| u32::from(atom.free)).sum()
    }

    /// Whether no atom has an electron left.
    pub(crate) fn is_solved(&self) -> bool {
        self.atoms.iter().all(|atom| atom.free == 0)
    }

    /// **Bonding**: atoms that are next to each other, not bonded, and both have an electron left
    /// bond, pair by pair in the order of the atom list.
    pub(crate) fn bond(&mut self, lab: &Lab) {
        (0..self.atoms.len()).for_each(|id| self.bond_with_later(lab, id));
    }

    /// Whether an atom can bond with a neighbour.
    #[inline]
    pub(crate) fn is_willing(&self, lab: &Lab, id: AtomId) -> bool {
        self.atoms[id].free > 0 && self.willing(lab, id).next().is_some()
    }

    /// Whether it is open who bonds: some atom has more neighbours to bond with than electrons.
    pub(crate) fn is_open(&self, lab: &Lab) -> bool {
        let free = |id: AtomId| usize::from(self.atoms[id].free);
        (0..self.atoms.len()).any(|id| free(id) > 0 && self.willing(lab, id).count() > free(id))
    }

    /// The neighbours that an atom, which has an electron left, could bond with.
    #[inline]
    fn willing(&self, lab: &Lab, id: AtomId) -> impl Iterator<Item = (AtomId, Direction)> {
        let atom = &self.atoms[id];
        let apart = Direction::ALL.into_iter().filter(|&towards| atom.bonds[towards as usize] == 0);
        let neighbours = apart.filter_map(move |towards| {
            Some((self.on(lab.sites[atom.cell.index()].next[towards as usize])?, towards))
        });
        neighbours.filter(|&(other, _)| self.atoms[other].free > 0)
    }

    /// The pairs that could bond, each with the direction from the first to the second.
    pub(crate) fn willing_pairs(&self, lab: &Lab) -> Vec<(AtomId, AtomId, Direction)> {
        let mut pairs = Vec::new();
        for id in (0..self.atoms.len()).filter(|&id| self.atoms[id].free > 0) {
            let later = self.willing(lab, id).filter(|&(other, _)| other > id);
            pairs.extend(later.map(|(other, towards)| (id, other, towards)));
        }
        pairs
    }

    /// Bonds two neighbours.
    pub(crate) fn join(&mut self, one: AtomId, other: AtomId, direction: Direction) {
        for (atom, towards) in [(one, direction), (other, direction.opposite())] {
            self.atoms[atom].bonds[towards as usize] = 1;
            self.atoms[atom].free -= 1;
        }
    }

    /// Takes back what [`join`](Scene::join) did.
    pub(crate) fn part(&mut self, one: AtomId, other: AtomId, direction: Direction) {
        for (atom, towards) in [(one, direction), (other, direction.opposite())] {
            self.atoms[atom].bonds[towards as usize] = 0;
            self.atoms[atom].free += 1;
        }
    }

    /// Bonds an atom with those after it in the list, first to last.
    fn bond_with_later(&mut self, lab: &Lab, id: AtomId) {
        while self.atoms[id].free > 0 {
            let later = self.willing(lab, id).filter(|&(other, _)| other > id);
            let Some((other, towards)) = later.min_by_key(|&(other, _)| other) else { return };
            self.join(id, other, towards);
        }
    }
}
