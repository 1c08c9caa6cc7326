//! One move: which atoms it moves, how it changes bonds, and why it is blocked.
//!
//! The player's atom starts to move, and two steps alternate to find what moves with it. *Spreading*
//! follows the bonds of moving atoms, and lets the modifiers act on every bond that is swept over a
//! corner. When no bond is left to follow, *pushing* moves the first atom that is in the way, and its
//! bonds are followed next. At the end everything moves at once or nothing does, and neighbours bond.
//!
//! Atoms are followed in the order in which they started to move, and the bonds of an atom in the order
//! of the atom list. So the outcome does not depend on the orientation of the board. A move does not
//! allocate.

use unriddle_kit::Direction;

use super::arrangement::Arrangement;
use super::assumptions::{Assumption, Assumptions};
use super::level::{AtomId, Board, Cell, Modifier, corner};
use super::shift::{AtomSet, take_first};

/// The reason why a move is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocked {
    /// An atom would move into a wall.
    Wall { atom: AtomId, heading: Direction },
    /// An atom would have to move in two directions.
    Torn { atom: AtomId, headings: [Direction; 2] },
    /// Two atoms would move to the same cell.
    Crash { atoms: [AtomId; 2], cell: Cell },
}

impl Blocked {
    /// The reason as a message for users.
    pub(crate) fn describe(self, board: &Board, before: &Arrangement) -> String {
        let spot = |cell: Cell| board.places[cell.index()];
        let place = |atom: AtomId| {
            let (x, y) = spot(before.atoms[atom].cell);
            format!("the {} at column {}, row {}", board.word(atom), x + 1, y + 1)
        };
        match self {
            Blocked::Wall { atom, heading } => {
                let (x, y) = spot(before.atoms[atom].cell);
                let word = board.word(atom);
                match heading.step((x, y), board.plan.size) {
                    Some((x, y)) => {
                        format!("blocked, the {word} would hit the wall at column {}, row {}", x + 1, y + 1)
                    }
                    None => format!("blocked, {} would leave the board", place(atom)),
                }
            }
            Blocked::Torn { atom, headings: [one, other] } => {
                format!("blocked, {} would have to move {} and {}", place(atom), one.word(), other.word())
            }
            Blocked::Crash { atoms: [one, other], cell } => {
                let (x, y) = spot(cell);
                let (one, other) = (place(one), place(other));
                format!("blocked, {one} and {other} would both move to column {}, row {}", x + 1, y + 1)
            }
        }
    }
}

/// Why an atom moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cause {
    /// Its molecule was pushed; it is not bonded to the player's.
    pushed: bool,
    /// It was dragged round a corner, or is bonded to an atom that was.
    dragged: bool,
}

/// A move in progress. The memory is reused from move to move.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    /// The arrangement after the move. Until the last step only its bonds differ from that before.
    pub(crate) after: Arrangement,
    /// The uncertain rules that the move relies on.
    pub(crate) assumptions: Assumptions,
    /// For each atom, the direction in which it moves, if it does.
    headings: Vec<Option<Direction>>,
    causes: Vec<Cause>,
    /// The moving atoms in the order in which they started to move.
    order: Vec<AtomId>,
    /// For each atom, one bit per direction whose bond was handled.
    handled: Vec<u8>,
    /// Atoms that regained an electron.
    freed: Vec<AtomId>,
    /// Pairs whose bond was cut.
    cut: Vec<[AtomId; 2]>,
    /// Whether a bond was rotated.
    rotated: bool,
}

impl Motion {
    /// Moves the player's atom in a direction. After an error, `after` is unspecified.
    #[inline]
    pub(crate) fn run(
        &mut self,
        board: &Board,
        before: &Arrangement,
        direction: Direction,
    ) -> Result<(), Blocked> {
        self.carry_out(board, before, direction)?;
        self.bond(board);
        Ok(())
    }

    /// The first part of a move: everything moves, but nothing bonds yet.
    #[inline]
    pub(crate) fn carry_out(
        &mut self,
        board: &Board,
        before: &Arrangement,
        direction: Direction,
    ) -> Result<(), Blocked> {
        self.begin(before);
        self.set_off(board, before, board.player, direction, Cause::default())?;
        let (mut followed, mut pushed) = (0, 0);
        loop {
            while let Some(&atom) = self.order.get(followed) {
                self.spread(board, before, atom)?;
                followed += 1;
            }
            // An atom with nothing in its way now has nothing in its way later.
            let Some(&atom) = self.order.get(pushed) else { break };
            if !self.push(board, before, atom)? {
                pushed += 1;
            }
        }
        self.move_all(board, before)
    }

    /// The first part of a move that shifts these atoms and changes no bond.
    #[inline]
    pub(crate) fn shift(
        &mut self,
        board: &Board,
        before: &Arrangement,
        direction: Direction,
        moving: AtomSet,
    ) {
        self.begin(before);
        let mut rest = moving;
        while let Some(atom) = take_first(&mut rest) {
            self.after.lift(atom);
            self.order.push(atom);
        }
        for &atom in &self.order {
            // This cannot fail: atoms that move in one direction do not meet, and push what is in the way.
            let _ = self.after.put(atom, ahead(board, before, atom, direction));
        }
    }

    /// Whether any two atoms can bond now. No two could before the move, so one of them has moved or
    /// regained an electron.
    #[inline]
    pub(crate) fn can_anything_bond(&self, board: &Board) -> bool {
        let changed = self.order.iter().chain(self.freed.iter());
        changed.into_iter().any(|&atom| self.after.can_bond(board, atom))
    }

    /// The second part of a move: neighbours bond. Returns whether any did.
    #[inline]
    pub(crate) fn bond(&mut self, board: &Board) -> bool {
        let bonds = self.can_anything_bond(board);
        if bonds {
            if self.after.is_bonding_ambiguous(board) {
                self.assumptions.add(Assumption::AmbiguousBond);
            }
            self.after.bond(board);
            self.note_healed(board);
        }
        bonds
    }

    fn begin(&mut self, before: &Arrangement) {
        let atoms = before.atoms.len();
        self.after.clone_from(before);
        self.assumptions = Assumptions::default();
        self.headings.clear();
        self.headings.resize(atoms, None);
        self.causes.clear();
        self.causes.resize(atoms, Cause::default());
        self.handled.clear();
        self.handled.resize(atoms, 0);
        self.order.clear();
        self.freed.clear();
        self.cut.clear();
        self.rotated = false;
    }

    /// Makes an atom move in a direction. The move is blocked if the atom already moves in another
    /// direction, or if there is a wall ahead.
    #[inline]
    fn set_off(
        &mut self,
        board: &Board,
        before: &Arrangement,
        atom: AtomId,
        heading: Direction,
        cause: Cause,
    ) -> Result<(), Blocked> {
        match self.headings[atom] {
            Some(other) if other == heading => Ok(()),
            Some(other) => Err(Blocked::Torn { atom, headings: [other, heading] }),
            None if ahead(board, before, atom, heading) == Cell::WALL => Err(Blocked::Wall { atom, heading }),
            None => {
                self.headings[atom] = Some(heading);
                self.causes[atom] = cause;
                self.order.push(atom);
                Ok(())
            }
        }
    }

    /// **Spreading**: each bond of a moving atom that was not handled yet moves its other end, as the
    /// modifier on the corner that it sweeps demands.
    #[inline]
    fn spread(&mut self, board: &Board, before: &Arrangement, atom: AtomId) -> Result<(), Blocked> {
        let Some(heading) = self.headings[atom] else { return Ok(()) };
        let bonds = before.atoms[atom].bonds;
        loop {
            let waiting = Direction::ALL.into_iter().filter_map(|towards| {
                let waits = bonds[towards as usize] > 0 && self.handled[atom] & bit(towards) == 0;
                waits.then(|| before.neighbour(board, atom, towards).map(|mate| (mate, towards)))?
            });
            let Some((mate, towards)) = waiting.min_by_key(|&(mate, _)| mate) else { return Ok(()) };
            self.handled[atom] |= bit(towards);
            self.handled[mate] |= bit(towards.opposite());
            self.follow(board, before, Bond { atom, mate, towards }, heading)?;
        }
    }

    /// Moves the other end of a bond of a moving atom.
    #[inline]
    fn follow(
        &mut self,
        board: &Board,
        before: &Arrangement,
        bond: Bond,
        heading: Direction,
    ) -> Result<(), Blocked> {
        let Bond { atom, mate, towards } = bond;
        let cause = self.causes[atom];
        let parallel = towards == heading || towards == heading.opposite();
        let swept = if parallel { None } else { modifier(board, before, bond, heading) };
        if let Some(modifier) = swept {
            self.assumptions.note_modifier(modifier, cause.pushed, cause.dragged);
        }
        match swept {
            None => self.set_off(board, before, mate, heading, cause),
            // The bond loses one strength; if none is left, it is cut and the other end stays.
            Some(Modifier::Weaken) => match self.weaken(bond) {
                0 => Ok(()),
                _ => self.set_off(board, before, mate, heading, cause),
            },
            // The bond gains one strength if both ends have a free electron.
            Some(Modifier::Strengthen) => {
                self.strengthen(before, bond);
                self.set_off(board, before, mate, heading, cause)
            }
            // The other end is dragged along the bond into the old cell of the atom.
            Some(Modifier::Rotate) => {
                self.rotated = true;
                let cause = Cause { dragged: true, ..cause };
                self.set_off(board, before, mate, towards.opposite(), cause)
            }
        }
    }

    /// Weakens a bond by one, which frees an electron of each end. Returns the strength that is left.
    fn weaken(&mut self, Bond { atom, mate, towards }: Bond) -> u8 {
        let mut left = 0;
        for (end, towards) in [(atom, towards), (mate, towards.opposite())] {
            let end = &mut self.after.atoms[end];
            end.bonds[towards as usize] -= 1;
            end.free += 1;
            left = end.bonds[towards as usize];
        }
        self.freed.extend([atom, mate]);
        if left == 0 {
            self.cut.push([atom, mate]);
        }
        left
    }

    /// Strengthens a bond by one if both ends have a free electron now.
    fn strengthen(&mut self, before: &Arrangement, Bond { atom, mate, towards }: Bond) {
        let can = [atom, mate].iter().all(|&end| self.after.atoms[end].free > 0);
        let could = [atom, mate].iter().all(|&end| before.atoms[end].free > 0);
        if can != could {
            self.assumptions.add(Assumption::OrderOfModifiers);
        }
        if can {
            for (end, towards) in [(atom, towards), (mate, towards.opposite())] {
                let end = &mut self.after.atoms[end];
                end.bonds[towards as usize] += 1;
                end.free -= 1;
            }
        }
    }

    /// **Pushing**: an atom at rest on the cell that a moving atom moves to is moved as well. Returns
    /// whether there was one.
    #[inline]
    fn push(&mut self, board: &Board, before: &Arrangement, atom: AtomId) -> Result<bool, Blocked> {
        let Some(heading) = self.headings[atom] else { return Ok(false) };
        let in_the_way = before.on(ahead(board, before, atom, heading));
        let Some(other) = in_the_way.filter(|&other| self.headings[other].is_none()) else {
            return Ok(false);
        };
        if self.causes[atom].dragged {
            self.assumptions.add(Assumption::DraggedPush);
        }
        let cause = Cause { pushed: true, ..self.causes[atom] };
        self.set_off(board, before, other, heading, cause)?;
        Ok(true)
    }

    /// Moves everything at once, unless two atoms would end on the same cell.
    #[inline]
    fn move_all(&mut self, board: &Board, before: &Arrangement) -> Result<(), Blocked> {
        for &atom in &self.order {
            self.after.lift(atom);
        }
        for &atom in &self.order {
            let Some(heading) = self.headings[atom] else { continue };
            let cell = ahead(board, before, atom, heading);
            let put = self.after.put(atom, cell);
            put.map_err(|other| Blocked::Crash { atoms: [other, atom], cell })?;
        }
        if self.rotated {
            self.turn_bonds(board, before);
        }
        Ok(())
    }

    /// Updates the directions of bonds that were rotated.
    fn turn_bonds(&mut self, board: &Board, before: &Arrangement) {
        for atom in 0..self.after.atoms.len() {
            let old = self.after.atoms[atom].bonds;
            let mut new = [0; 4];
            for towards in Direction::ALL {
                let strength = old[towards as usize];
                if strength > 0
                    && let Some(mate) = before.neighbour(board, atom, towards)
                {
                    let now = self.after.atoms[mate].cell;
                    let next = &board.sites[self.after.atoms[atom].cell.index()].next;
                    if let Some(towards) = next.iter().position(|&cell| cell == now) {
                        new[towards] = strength;
                    }
                }
            }
            self.after.atoms[atom].bonds = new;
        }
    }

    /// Notes if two atoms whose bond was cut are bonded again.
    fn note_healed(&mut self, board: &Board) {
        let after = &self.after;
        let healed = |&[atom, mate]: &[AtomId; 2]| {
            Direction::ALL.into_iter().any(|towards| {
                after.atoms[atom].bonds[towards as usize] > 0
                    && after.neighbour(board, atom, towards) == Some(mate)
            })
        };
        if self.cut.iter().any(healed) {
            self.assumptions.add(Assumption::Healed);
        }
    }
}

/// A bond seen from one of its ends.
#[derive(Clone, Copy)]
struct Bond {
    atom: AtomId,
    mate: AtomId,
    towards: Direction,
}

/// The bit of a direction in a set of directions.
#[inline]
fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// The cell that an atom would move to.
#[inline]
fn ahead(board: &Board, before: &Arrangement, atom: AtomId, heading: Direction) -> Cell {
    board.sites[before.atoms[atom].cell.index()].next[heading as usize]
}

/// The modifier on the corner that a bond sweeps when its end moves at a right angle to it.
#[inline]
fn modifier(board: &Board, before: &Arrangement, bond: Bond, heading: Direction) -> Option<Modifier> {
    let site = &board.sites[before.atoms[bond.atom].cell.index()];
    site.corners[corner(bond.towards, heading)]
}
