//! How soon pushing can bring a hydrogen atom to an atom that needs it, and whether it ever can.
//!
//! An atom without bonds moves only if something stands behind it and pushes, so next to a wall it never
//! comes away from that wall, and in a corner it stays for ever. The same holds for a molecule of one atom
//! and the hydrogen atoms that it is bonded to: nothing else can be bonded to them. So for such a molecule,
//! and for a hydrogen atom alone, all positions that pushing can lead to are known. The tables here have, for
//! each pair of both, the least number of moves after which the two can be bonded such that the molecule can
//! still be completed.
//!
//! They are computed backwards from all such bonds, over pairs of a hydrogen atom and a [`Shape`], as if
//! there were no other atoms in the way, and atoms to bond with wherever they are wanted. What is not known is
//! assumed to be possible: a molecule with another kind of neighbour, or with the player, moves wherever it
//! has room, and once a bond is swept over a modifier, everything is possible.
//!
//! If all that an atom still bonds with are hydrogen atoms, its molecule stays of the known kind. There are
//! tables for this case as well ([`Partners::Hydrogens`]), and one that tells which two hydrogen atoms the same
//! atom can take.
//!
//! The tables take up to 650 bytes per pair of cells, and some milliseconds on a typical board.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::arrangement::Atom;
use super::hub_table::{HubTable, Layers, NEVER, Partners};
use super::level::{Board, Cell, Modifier, has};
use super::shape::{Label, Shape, is_open, pushed_from};

/// The largest table, in bytes. A level that would need a larger one has none.
const MAX_BYTES: usize = 1 << 19;

/// The tables of a level.
#[derive(Debug)]
pub(crate) struct Meetings {
    cells: usize,
    /// By valence: the table for atoms that need several partners.
    hubs: [Option<HubTable>; 5],
    /// By pair of cells: the moves after which hydrogen atoms on them can be adjacent.
    hydrogens: Vec<u8>,
}

/// What an atom is, as far as the tables know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A hydrogen atom without a bond that is not the player's.
    Hydrogen,
    /// An atom that needs several partners, and its row in the table of its valence.
    Hub { valence: u8, row: usize },
    /// Neither, or there are no tables.
    Unknown,
}

impl Meetings {
    /// Whether a level can have tables that are worth their time. A player that bonds takes atoms along, and the
    /// tables then rule out hardly any state of the levels that we know.
    pub(crate) fn suit(board: &Board) -> bool {
        board.atoms[board.player].valence() == 0 && Meetings::exist(board)
    }

    /// Whether a level can have tables.
    fn exist(board: &Board) -> bool {
        let cells = board.sites.len();
        !has(&board.sites, Modifier::Strengthen) && cells * cells * HubTable::ROWS <= MAX_BYTES
    }

    /// The tables of a level, unless there are none or they say nothing.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        if !Meetings::exist(board) {
            return None;
        }
        let cells = board.sites.len();
        let hubs: [Option<HubTable>; 5] = std::array::from_fn(|valence| HubTable::new(board, valence));
        let tells = hubs.iter().flatten().any(HubTable::rules_out_meetings);
        tells.then(|| Meetings { cells, hubs, hydrogens: hydrogens(board) })
    }

    /// The role of an atom.
    #[inline]
    pub(crate) fn role(
        &self,
        board: &Board,
        id: usize,
        atom: &Atom,
        label: impl Fn(Direction) -> Label,
    ) -> Role {
        let valence = board.atoms[id].valence();
        if id == board.player || atom.free == 0 {
            return Role::Unknown;
        }
        if valence == 1 {
            return Role::Hydrogen;
        }
        let Some(table) = &self.hubs[usize::from(valence)] else { return Role::Unknown };
        let labels = Direction::ALL.map(|towards| match atom.bonds[towards as usize] {
            0 => Label::None,
            _ => label(towards),
        });
        Role::Hub { valence, row: table.row(Shape { cell: atom.cell, labels }) }
    }

    /// The least moves after which two atoms can be bonded; [`NEVER`] if they never can. `None` if the tables do
    /// not tell.
    #[inline]
    pub(crate) fn moves(&self, one: (Role, Cell), other: (Role, Cell), partners: Partners) -> Option<u8> {
        match (one, other) {
            ((Role::Hydrogen, one), (Role::Hydrogen, other)) => {
                Some(self.hydrogens[one.index() * self.cells + other.index()])
            }
            ((Role::Hydrogen, cell), (Role::Hub { valence, row }, _))
            | ((Role::Hub { valence, row }, _), (Role::Hydrogen, cell)) => {
                let table = self.hubs[usize::from(valence)].as_ref()?;
                Some(table.futures(partners).moves[row * self.cells + cell.index()])
            }
            _ => None,
        }
    }

    /// Whether an atom that bonds with hydrogen atoms only can bond with both of these.
    #[inline]
    pub(crate) fn can_take_both(&self, role: Role, one: Cell, other: Cell) -> bool {
        let Role::Hub { valence, row } = role else { return true };
        let Some(table) = &self.hubs[usize::from(valence)] else { return true };
        let takes = |first: Cell, second: Cell| match table.pairs.get(row * self.cells + first.index()) {
            Some(pairs) => pairs >> second.index() & 1 == 1,
            None => true,
        };
        takes(one, other) || takes(other, one)
    }

    /// The least moves after which an atom can have all its bonds; [`Cost::MAX`] if it never can.
    #[inline]
    pub(crate) fn moves_to_complete(&self, role: Role, partners: Partners) -> Cost {
        let Role::Hub { valence, row } = role else { return 0 };
        match self.hubs[usize::from(valence)].as_ref().map(|table| table.futures(partners).completion[row]) {
            Some(NEVER) => Cost::MAX,
            Some(moves) => moves.into(),
            None => 0,
        }
    }
}

/// The moves after which two hydrogen atoms can be adjacent, by pair of cells.
fn hydrogens(board: &Board) -> Vec<u8> {
    let cells = board.sites.len();
    let mut all = vec![NEVER; cells * cells];
    let mut layers = Layers::default();
    for (cell, site) in board.sites.iter().enumerate() {
        let around = site.next.into_iter().filter(|&next| is_open(next));
        layers.now.extend(around.map(|next| cell * cells + next.index()));
    }
    while let Some((pair, moves)) = layers.next() {
        if all[pair] <= moves {
            continue;
        }
        all[pair] = moves;
        let (one, other) = (pair / cells, pair % cells);
        for heading in Direction::ALL {
            let [from_one, from_other] =
                [one, other].map(|cell| pushed_from(board, Cell(cell as u16), heading).map(Cell::index));
            for (one, other) in [(from_one, Some(other)), (Some(one), from_other), (from_one, from_other)] {
                if let (Some(one), Some(other)) = (one, other) {
                    layers.later.push(one * cells + other);
                }
            }
        }
    }
    all
}
