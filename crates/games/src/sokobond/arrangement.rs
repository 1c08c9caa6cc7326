//! An unpacked state: every atom with its bonds on all four sides.
//!
//! Each state is unpacked into an arrangement when it is expanded, and packed again after each move.
//! The memory is reused. An arrangement takes 8 bytes per atom and 2 per cell.

use unriddle_kit::Direction;

use super::level::{AtomId, Board, Cell};
use super::state::Field;

/// No atom stands on the cell.
const NO_ATOM: u16 = u16::MAX;

/// An atom with its cell and its bonds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Atom {
    pub(crate) cell: Cell,
    /// Electrons that are not part of a bond.
    pub(crate) free: u8,
    /// The strength of its bond in each direction; 0 for none.
    pub(crate) bonds: [u8; 4],
}

/// All atoms, and which of them stands on each cell.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Arrangement {
    pub(crate) atoms: Vec<Atom>,
    at: Vec<u16>,
}

impl Clone for Arrangement {
    fn clone(&self) -> Self {
        Arrangement { atoms: self.atoms.clone(), at: self.at.clone() }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &Self) {
        self.atoms.clone_from(&other.atoms);
        self.at.clone_from(&other.at);
    }
}

impl Arrangement {
    /// Empties the board and places each atom without bonds.
    pub(crate) fn place(&mut self, board: &Board, atoms: impl Iterator<Item = Cell>) {
        self.atoms.clear();
        self.at.clear();
        self.at.resize(board.sites.len(), NO_ATOM);
        for (id, (cell, element)) in atoms.zip(&board.atoms).enumerate() {
            self.at[cell.index()] = id as u16;
            self.atoms.push(Atom { cell, free: element.valence(), bonds: [0; 4] });
        }
    }

    /// Sets up the level before any move: neighbours bond at once. Returns whether the choice of bonds
    /// was ambiguous.
    pub(crate) fn set_up(&mut self, board: &Board) -> bool {
        self.place(board, board.start.iter().copied());
        let ambiguous = self.is_bonding_ambiguous(board);
        self.bond(board);
        ambiguous
    }

    /// Unpacks a state.
    #[inline]
    pub(crate) fn load(&mut self, board: &Board, state: &[u64]) {
        match self.at.len() == board.sites.len() {
            true => self.at.fill(NO_ATOM),
            false => self.at = vec![NO_ATOM; board.sites.len()],
        }
        self.atoms.clear();
        board.layout.each(state, board.atoms.len(), |id, Field { cell, right, below }| {
            self.at[cell.index()] = id as u16;
            let mut bonds = [0; 4];
            bonds[Direction::Right as usize] = right;
            bonds[Direction::Down as usize] = below;
            self.atoms.push(Atom { cell, free: board.atoms[id].valence(), bonds });
        });
        for id in 0..self.atoms.len() {
            for direction in [Direction::Right, Direction::Down] {
                let strength = self.atoms[id].bonds[direction as usize];
                if strength > 0
                    && let Some(mate) = self.neighbour(board, id, direction)
                {
                    self.atoms[mate].bonds[direction.opposite() as usize] = strength;
                    self.atoms[mate].free -= strength;
                    self.atoms[id].free -= strength;
                }
            }
        }
    }

    /// Packs the arrangement into a state.
    #[inline]
    pub(crate) fn pack(&self, board: &Board, state: &mut [u64]) {
        board.layout.pack(state, self.atoms.len(), |id| {
            let Atom { cell, bonds, .. } = self.atoms[id];
            let (right, below) = (bonds[Direction::Right as usize], bonds[Direction::Down as usize]);
            board.layout.join(Field { cell, right, below })
        });
    }

    /// The arrangement as a state of its own.
    pub(crate) fn packed(&self, board: &Board) -> Box<[u64]> {
        let mut state = vec![0; board.layout.words];
        self.pack(board, &mut state);
        state.into()
    }

    /// The atom on a cell.
    #[inline]
    pub(crate) fn on(&self, cell: Cell) -> Option<AtomId> {
        let found = *self.at.get(cell.index())?;
        (found != NO_ATOM).then_some(usize::from(found))
    }

    /// The atom next to an atom in a direction.
    #[inline]
    pub(crate) fn neighbour(&self, board: &Board, atom: AtomId, direction: Direction) -> Option<AtomId> {
        self.on(board.sites[self.atoms[atom].cell.index()].next[direction as usize])
    }

    /// Gives an atom that was [lifted](Arrangement::lift) a cell, but does not put it there.
    #[inline]
    pub(crate) fn hold_over(&mut self, atom: AtomId, cell: Cell) {
        self.atoms[atom].cell = cell;
    }

    /// Takes an atom off its cell. [`put`](Arrangement::put) must follow,
    /// possibly after [`hold_over`](Arrangement::hold_over).
    #[inline]
    pub(crate) fn lift(&mut self, atom: AtomId) {
        self.at[self.atoms[atom].cell.index()] = NO_ATOM;
    }

    /// Puts an atom on a cell. Returns the atom that already stands there as an error.
    #[inline]
    pub(crate) fn put(&mut self, atom: AtomId, cell: Cell) -> Result<(), AtomId> {
        if let Some(other) = self.on(cell) {
            return Err(other);
        }
        self.at[cell.index()] = atom as u16;
        self.atoms[atom].cell = cell;
        Ok(())
    }

    /// The number of free electrons.
    pub(crate) fn free(&self) -> u32 {
        self.atoms.iter().map(|atom| u32::from(atom.free)).sum()
    }

    /// Whether no atom has a free electron.
    pub(crate) fn is_solved(&self) -> bool {
        self.atoms.iter().all(|atom| atom.free == 0)
    }

    /// **Bonding**: two atoms that are next to each other, not bonded, and both have a free electron
    /// bond, pair by pair in the order of the atom list.
    pub(crate) fn bond(&mut self, board: &Board) {
        (0..self.atoms.len()).for_each(|id| self.bond_with_later(board, id));
    }

    /// Whether an atom can bond with a neighbour.
    #[inline]
    pub(crate) fn can_bond(&self, board: &Board, id: AtomId) -> bool {
        self.atoms[id].free > 0 && self.bondable(board, id).next().is_some()
    }

    /// Whether the choice of bonds is ambiguous: some atom has more neighbours to bond with than free
    /// electrons.
    pub(crate) fn is_bonding_ambiguous(&self, board: &Board) -> bool {
        let free = |id: AtomId| usize::from(self.atoms[id].free);
        (0..self.atoms.len()).any(|id| free(id) > 0 && self.bondable(board, id).count() > free(id))
    }

    /// The neighbours that an atom with a free electron can bond with.
    #[inline]
    fn bondable(&self, board: &Board, id: AtomId) -> impl Iterator<Item = (AtomId, Direction)> {
        let atom = &self.atoms[id];
        let apart = Direction::ALL.into_iter().filter(|&towards| atom.bonds[towards as usize] == 0);
        let neighbours = apart.filter_map(move |towards| {
            Some((self.on(board.sites[atom.cell.index()].next[towards as usize])?, towards))
        });
        neighbours.filter(|&(other, _)| self.atoms[other].free > 0)
    }

    /// The pairs that can bond, each with the direction from the first to the second.
    pub(crate) fn bondable_pairs(&self, board: &Board) -> Vec<(AtomId, AtomId, Direction)> {
        let mut pairs = Vec::new();
        for id in (0..self.atoms.len()).filter(|&id| self.atoms[id].free > 0) {
            let later = self.bondable(board, id).filter(|&(other, _)| other > id);
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

    /// Undoes [`join`](Arrangement::join).
    pub(crate) fn separate(&mut self, one: AtomId, other: AtomId, direction: Direction) {
        for (atom, towards) in [(one, direction), (other, direction.opposite())] {
            self.atoms[atom].bonds[towards as usize] = 0;
            self.atoms[atom].free += 1;
        }
    }

    /// Bonds an atom with neighbours that come after it in the atom list, in the order of that list.
    fn bond_with_later(&mut self, board: &Board, id: AtomId) {
        while self.atoms[id].free > 0 {
            let later = self.bondable(board, id).filter(|&(other, _)| other > id);
            let Some((other, towards)) = later.min_by_key(|&(other, _)| other) else { return };
            self.join(id, other, towards);
        }
    }
}
