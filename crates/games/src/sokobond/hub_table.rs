//! What becomes of an atom that needs several partners, for all shapes of its molecule.
//!
//! Everything is computed backwards, by breadth-first search from the shapes that have all their bonds, or from
//! the pairs of a shape and a hydrogen atom that bond. See [`meetings`](super::meetings) for what is assumed.

use unriddle_kit::Direction;

use super::level::{Board, Cell};
use super::shape::{LABELINGS, Label, Shape, code, is_open, labels, next, pushed_from, pushed_to};

/// The two can never be bonded.
pub(super) const NEVER: u8 = u8::MAX;

/// Which atoms the atoms that need several partners still bond with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partners {
    /// Any.
    All,
    /// Hydrogen atoms only.
    Hydrogens,
}

/// What atoms of one valence can do.
#[derive(Debug)]
pub(super) struct HubTable {
    valence: usize,
    cells: usize,
    /// By labels: the number among those that leave an electron free.
    kinds: Vec<u8>,
    /// The labels with each number.
    labels: Vec<[Label; 4]>,
    /// If any partner is possible.
    all: Futures,
    /// If only hydrogen atoms are.
    hydrogens: Futures,
    /// With hydrogen atoms only, by row and cell of one of them: the cells of others that can be bonded after
    /// it, one bit each. Empty if there are more than 64 cells.
    pub(super) pairs: Vec<u64>,
}

/// What becomes of an atom, for some kind of partners.
#[derive(Debug, Default)]
pub(super) struct Futures {
    /// By row: the moves after which all bonds can be made.
    pub(super) completion: Vec<u8>,
    /// By row and cell of a hydrogen atom: the moves after which the two can be bonded.
    pub(super) moves: Vec<u8>,
}

impl HubTable {
    /// The most rows per cell: labels of a carbon atom with a free electron.
    pub(super) const ROWS: usize = 65;

    /// The table for a valence; `None` if no atom but the player's has it, or if it is less than two.
    pub(super) fn new(board: &Board, valence: usize) -> Option<Self> {
        let atoms = || (0..board.atoms.len()).filter(|&id| id != board.player);
        let is_hub = |&id: &usize| board.atoms[id].valence() > 1;
        if valence < 2 || !atoms().any(|id| usize::from(board.atoms[id].valence()) == valence) {
            return None;
        }
        let others = atoms().filter(is_hub).count() > 1 || board.atoms[board.player].valence() > 0;
        let mut table = HubTable {
            valence,
            cells: board.sites.len(),
            kinds: vec![NEVER; LABELINGS],
            labels: Vec::new(),
            all: Futures::default(),
            hydrogens: Futures::default(),
            pairs: Vec::new(),
        };
        for code in 0..LABELINGS {
            let labels = labels(code);
            let (shape, has_other) = (Shape { cell: Cell(0), labels }, labels.contains(&Label::Other));
            if shape.bonds() < valence && (others || !has_other) {
                table.kinds[code] = table.labels.len() as u8;
                table.labels.push(labels);
            }
        }
        let moved: Vec<[Option<usize>; 4]> = (0..table.rows())
            .map(|row| Direction::ALL.map(|heading| table.moved_from(board, row, heading)))
            .collect();
        table.hydrogens = table.find_futures(board, &moved, Partners::Hydrogens);
        table.all = match others {
            true => table.find_futures(board, &moved, Partners::All),
            false => table.find_futures(board, &moved, Partners::Hydrogens),
        };
        if table.cells <= u64::BITS as usize {
            table.find_pairs(board, &moved);
        }
        Some(table)
    }

    pub(super) fn futures(&self, partners: Partners) -> &Futures {
        match partners {
            Partners::All => &self.all,
            Partners::Hydrogens => &self.hydrogens,
        }
    }

    /// Whether an atom without bonds on some cell can never meet a hydrogen atom on another one.
    pub(super) fn rules_out_meetings(&self) -> bool {
        let without_bonds = (0..self.cells).map(|cell| cell * self.labels.len() * self.cells);
        without_bonds
            .flat_map(|first| &self.hydrogens.moves[first..][..self.cells])
            .any(|&moves| moves == NEVER)
    }

    #[inline]
    pub(super) fn row(&self, shape: Shape) -> usize {
        shape.cell.index() * self.labels.len() + usize::from(self.kinds[code(shape.labels)])
    }

    fn shape(&self, row: usize) -> Shape {
        let cell = Cell((row / self.labels.len()) as u16);
        Shape { cell, labels: self.labels[row % self.labels.len()] }
    }

    fn rows(&self) -> usize {
        self.cells * self.labels.len()
    }

    /// The row from which a move in a direction leads to a row.
    fn moved_from(&self, board: &Board, row: usize, heading: Direction) -> Option<usize> {
        let there = self.shape(row);
        let from = Shape { cell: next(board, there.cell, heading.opposite()), ..there };
        let is_move = is_open(from.cell) && from.fits(board) && from.moved(board, heading).is_some();
        is_move.then(|| self.row(from))
    }

    /// The rows that a new bond turns into a row.
    fn grown_from(&self, row: usize, partners: Partners) -> impl Iterator<Item = usize> {
        let shape = self.shape(row);
        let grows = move |&towards: &Direction| {
            partners == Partners::All || shape.labels[towards as usize] == Label::Hydrogen
        };
        shape.bonded().filter(grows).map(move |towards| self.row(shape.with(towards, Label::None)))
    }

    /// The shape with a hydrogen atom bonded to it in a direction, if there is room.
    fn grown(&self, board: &Board, shape: Shape, towards: Direction) -> Option<Shape> {
        let grown = shape.with(towards, Label::Hydrogen);
        (shape.labels[towards as usize] == Label::None && grown.fits(board)).then_some(grown)
    }

    /// What becomes of each row.
    fn find_futures(&self, board: &Board, moved: &[[Option<usize>; 4]], partners: Partners) -> Futures {
        let completion = self.find_completions(board, moved, partners);
        let moves = self.find_meetings(board, moved, partners, &completion);
        Futures { completion, moves }
    }

    /// The moves after which all bonds can be made, backwards from the shapes that need one more.
    fn find_completions(&self, board: &Board, moved: &[[Option<usize>; 4]], partners: Partners) -> Vec<u8> {
        let mut completion = vec![NEVER; self.rows()];
        let mut layers = Layers::default();
        for row in 0..self.rows() {
            let shape = self.shape(row);
            if shape.fits(board) {
                if shape.can_sweep(board) {
                    layers.later.push(row);
                }
                let has_room = Direction::ALL.into_iter().any(|way| self.grown(board, shape, way).is_some());
                if shape.bonds() + 1 == self.valence && has_room {
                    layers.now.push(row);
                }
            }
        }
        while let Some((row, moves)) = layers.next() {
            if completion[row] <= moves {
                continue;
            }
            completion[row] = moves;
            layers.now.extend(self.grown_from(row, partners));
            layers.later.extend(moved[row].iter().flatten());
        }
        completion
    }

    /// The moves after which a hydrogen atom can be bonded, backwards from the pairs that bond.
    fn find_meetings(
        &self,
        board: &Board,
        moved: &[[Option<usize>; 4]],
        partners: Partners,
        completion: &[u8],
    ) -> Vec<u8> {
        let mut all = vec![NEVER; self.rows() * self.cells];
        let mut layers = Layers::default();
        for row in 0..self.rows() {
            let shape = self.shape(row);
            if !shape.fits(board) {
                continue;
            }
            if shape.can_sweep(board) {
                layers.later.extend((0..self.cells).map(|cell| row * self.cells + cell));
            }
            for towards in Direction::ALL {
                if let Some(grown) = self.grown(board, shape, towards)
                    && (grown.bonds() == self.valence || completion[self.row(grown)] != NEVER)
                {
                    layers.now.push(row * self.cells + next(board, shape.cell, towards).index());
                }
            }
        }
        let pushed: Vec<[Option<usize>; 4]> = (0..self.cells)
            .map(|cell| {
                let from = |heading| pushed_from(board, Cell(cell as u16), heading);
                Direction::ALL.map(|heading| from(heading).map(Cell::index))
            })
            .collect();
        while let Some((pair, moves)) = layers.next() {
            if all[pair] <= moves {
                continue;
            }
            all[pair] = moves;
            let (row, cell) = (pair / self.cells, pair % self.cells);
            layers.now.extend(self.grown_from(row, partners).map(|row| row * self.cells + cell));
            for (hub, hydrogen) in moved[row].iter().zip(&pushed[cell]) {
                layers.later.extend(hub.map(|row| row * self.cells + cell));
                layers.later.extend(hydrogen.map(|cell| row * self.cells + cell));
                layers.later.extend(hub.zip(*hydrogen).map(|(row, cell)| row * self.cells + cell));
            }
        }
        all
    }

    /// Fills `pairs`: the rows from which a first hydrogen atom can be bonded such that a second one can
    /// be afterwards.
    fn find_pairs(&mut self, board: &Board, moved: &[[Option<usize>; 4]]) {
        let second = |row: usize| {
            let moves = &self.hydrogens.moves[row * self.cells..][..self.cells];
            moves.iter().enumerate().fold(0, |set, (cell, &moves)| set | u64::from(moves != NEVER) << cell)
        };
        let seconds: Vec<u64> = (0..self.rows()).map(second).collect();
        let mut pairs = vec![0; self.rows() * self.cells];
        let mut changed = Vec::new();
        for first in 0..self.cells {
            let reached = pushed_to(board, first);
            let at = |row: usize| row * self.cells + first;
            for row in 0..self.rows() {
                let shape = self.shape(row);
                if !shape.fits(board) {
                    continue;
                }
                if shape.can_sweep(board) {
                    pairs[at(row)] = u64::MAX;
                }
                for towards in Direction::ALL {
                    if let Some(grown) = self.grown(board, shape, towards)
                        && grown.bonds() < self.valence
                        && reached >> next(board, shape.cell, towards).index() & 1 == 1
                    {
                        pairs[at(row)] |= seconds[self.row(grown)];
                    }
                }
                if pairs[at(row)] != 0 {
                    changed.push(row);
                }
            }
            while let Some(row) = changed.pop() {
                let set = pairs[at(row)];
                let before =
                    self.grown_from(row, Partners::Hydrogens).chain(moved[row].iter().flatten().copied());
                for row in before {
                    if set & !pairs[at(row)] != 0 {
                        pairs[at(row)] |= set;
                        changed.push(row);
                    }
                }
            }
        }
        self.pairs = pairs;
    }
}

/// What a breadth-first search has still to visit: with as many moves as now, and with one more.
#[derive(Debug, Default)]
pub(super) struct Layers {
    moves: u8,
    pub(super) now: Vec<usize>,
    pub(super) later: Vec<usize>,
}

impl Layers {
    /// The next to visit, with its moves. Far more moves than a table can hold count as one less than
    /// [`NEVER`].
    pub(super) fn next(&mut self) -> Option<(usize, u8)> {
        if self.now.is_empty() {
            std::mem::swap(&mut self.now, &mut self.later);
            self.moves = (self.moves + 1).min(NEVER - 1);
        }
        Some((self.now.pop()?, self.moves))
    }
}
