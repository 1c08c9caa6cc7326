//! One move: what it moves, what it does to bonds, and why it may be blocked.
//!
//! The player's atom sets off; what must go with it is found in turns. *Spreading* follows the
//! bonds of moving atoms, and lets the modifiers act on every bond that is swept over a corner.
//! When nothing is left to follow, *pushing* sets the first atom in the way moving, and its bonds
//! are followed in turn. At the end everything moves at once, or nothing does, and neighbours
//! bond.
//!
//! Atoms are followed in the order in which they set off, the bonds of an atom in the order of the
//! atom list: so the outcome does not hang on how the board is turned. A move allocates nothing.

use super::leaning::{Leaning, Leanings};
use super::level::{AtomId, Cell, Lab, Modifier, corner};
use super::scene::Scene;
use crate::Direction;

/// Why nothing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocked {
    /// An atom would go into a wall.
    Wall { atom: AtomId, heading: Direction },
    /// An atom would have to go two ways.
    Torn { atom: AtomId, headings: [Direction; 2] },
    /// Two atoms would go to one cell.
    Crash { atoms: [AtomId; 2], cell: Cell },
}

impl Blocked {
    /// Why, for people.
    pub(crate) fn tell(self, lab: &Lab, before: &Scene) -> String {
        let spot = |cell: Cell| lab.places[cell.index()];
        let place = |atom: AtomId| {
            let (x, y) = spot(before.atoms[atom].cell);
            format!("{} at column {}, row {}", lab.letter(atom), x + 1, y + 1)
        };
        match self {
            Blocked::Wall { atom, heading } => {
                let (x, y) = spot(before.atoms[atom].cell);
                let letter = lab.letter(atom);
                match heading.step((x, y), lab.sheet.size) {
                    Some((x, y)) => {
                        format!("blocked, {letter} would hit the wall at column {}, row {}", x + 1, y + 1)
                    }
                    None => format!("blocked, {} would leave the board", place(atom)),
                }
            }
            Blocked::Torn { atom, headings: [one, other] } => {
                format!("blocked, {} would have to go {} and {}", place(atom), one.word(), other.word())
            }
            Blocked::Crash { atoms: [one, other], cell } => {
                let (x, y) = spot(cell);
                let (one, other) = (place(one), place(other));
                format!("blocked, {one} and {other} would both go to column {}, row {}", x + 1, y + 1)
            }
        }
    }
}

/// How an atom came to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cause {
    /// Its molecule was pushed, not pulled along by the player's bonds.
    pushed: bool,
    /// It was dragged round a corner, or hangs on an atom that was.
    dragged: bool,
}

/// A move as far as it is worked out.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    /// The scene as it will be; until the end, only its bonds are ahead of the scene before.
    pub(crate) after: Scene,
    /// What the move relies on that is not beyond doubt.
    pub(crate) leanings: Leanings,
    headings: Vec<Option<Direction>>,
    causes: Vec<Cause>,
    /// The moving atoms in the order in which they set off.
    order: Vec<AtomId>,
    /// For each atom, a bit for each direction whose bond was handled.
    handled: Vec<u8>,
    /// Atoms that got an electron back.
    freed: Vec<AtomId>,
    /// Pairs whose bond was cut.
    cut: Vec<[AtomId; 2]>,
    rotated: bool,
}

impl Motion {
    /// A move of the player's atom in a direction. After an error, `after` is of no use.
    #[inline]
    pub(crate) fn run(&mut self, lab: &Lab, before: &Scene, direction: Direction) -> Result<(), Blocked> {
        self.carry_out(lab, before, direction)?;
        self.bond(lab);
        Ok(())
    }

    /// The first part of a move: everything is in its new place, but nothing has bonded.
    #[inline]
    pub(crate) fn carry_out(
        &mut self,
        lab: &Lab,
        before: &Scene,
        direction: Direction,
    ) -> Result<(), Blocked> {
        self.begin(before);
        self.set_off(lab, before, lab.player, direction, Cause::default())?;
        let (mut followed, mut pushed) = (0, 0);
        loop {
            while let Some(&atom) = self.order.get(followed) {
                self.spread(lab, before, atom)?;
                followed += 1;
            }
            // Those that found nobody in their way will find nobody later.
            let Some(&atom) = self.order.get(pushed) else { break };
            if !self.push(lab, before, atom)? {
                pushed += 1;
            }
        }
        self.move_all(lab, before)
    }

    /// Whether anybody can bond now. Before the move nobody could: it takes an atom that moved, or
    /// one that got an electron back.
    #[inline]
    pub(crate) fn is_anybody_willing(&self, lab: &Lab) -> bool {
        let moved = self.order.iter().chain(self.freed.iter());
        moved.into_iter().any(|&atom| self.after.is_willing(lab, atom))
    }

    /// The second part of a move: neighbours bond. Whether any did.
    #[inline]
    pub(crate) fn bond(&mut self, lab: &Lab) -> bool {
        let willing = self.is_anybody_willing(lab);
        if willing {
            if self.after.is_open(lab) {
                self.leanings.add(Leaning::OpenBond);
            }
            self.after.bond(lab);
            self.note_healed(lab);
        }
        willing
    }

    fn begin(&mut self, before: &Scene) {
        let atoms = before.atoms.len();
        self.after.clone_from(before);
        self.leanings = Leanings::default();
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

    /// Gives an atom its displacement. One that has another already blocks the move, and so does
    /// a wall ahead.
    #[inline]
    fn set_off(
        &mut self,
        lab: &Lab,
        before: &Scene,
        atom: AtomId,
        heading: Direction,
        cause: Cause,
    ) -> Result<(), Blocked> {
        match self.headings[atom] {
            Some(other) if other == heading => Ok(()),
            Some(other) => Err(Blocked::Torn { atom, headings: [other, heading] }),
            None if ahead(lab, before, atom, heading) == Cell::WALL => Err(Blocked::Wall { atom, heading }),
            None => {
                self.headings[atom] = Some(heading);
                self.causes[atom] = cause;
                self.order.push(atom);
                Ok(())
            }
        }
    }

    /// **Along bonds**: each bond of a moving atom that was not handled yet moves its other end,
    /// as the modifier on the corner that it sweeps will have it.
    #[inline]
    fn spread(&mut self, lab: &Lab, before: &Scene, atom: AtomId) -> Result<(), Blocked> {
        let Some(heading) = self.headings[atom] else { return Ok(()) };
        let bonds = before.atoms[atom].bonds;
        loop {
            let waiting = Direction::ALL.into_iter().filter_map(|towards| {
                let waits = bonds[towards as usize] > 0 && self.handled[atom] & bit(towards) == 0;
                waits.then(|| before.neighbour(lab, atom, towards).map(|mate| (mate, towards)))?
            });
            let Some((mate, towards)) = waiting.min_by_key(|&(mate, _)| mate) else { return Ok(()) };
            self.handled[atom] |= bit(towards);
            self.handled[mate] |= bit(towards.opposite());
            self.follow(lab, before, Bond { atom, mate, towards }, heading)?;
        }
    }

    /// Moves the other end of a bond of a moving atom.
    #[inline]
    fn follow(&mut self, lab: &Lab, before: &Scene, bond: Bond, heading: Direction) -> Result<(), Blocked> {
        let Bond { atom, mate, towards } = bond;
        let cause = self.causes[atom];
        let parallel = towards == heading || towards == heading.opposite();
        let swept = if parallel { None } else { modifier(lab, before, bond, heading) };
        if let Some(modifier) = swept {
            self.leanings.note_modifier(modifier, cause.pushed, cause.dragged);
        }
        match swept {
            None => self.set_off(lab, before, mate, heading, cause),
            // The bond loses one strength; where none is left, the other end is free to stay.
            Some(Modifier::Weaken) => match self.weaken(bond) {
                0 => Ok(()),
                _ => self.set_off(lab, before, mate, heading, cause),
            },
            Some(Modifier::Strengthen) => {
                self.strengthen(before, bond);
                self.set_off(lab, before, mate, heading, cause)
            }
            // The other end swings round, along the bond into the old cell of the atom.
            Some(Modifier::Rotate) => {
                self.rotated = true;
                let cause = Cause { dragged: true, ..cause };
                self.set_off(lab, before, mate, towards.opposite(), cause)
            }
        }
    }

    /// Takes one strength off a bond, whose ends get an electron back each; what is left of it.
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

    /// Adds one strength to a bond whose ends both have an electron left now.
    fn strengthen(&mut self, before: &Scene, Bond { atom, mate, towards }: Bond) {
        let can = [atom, mate].iter().all(|&end| self.after.atoms[end].free > 0);
        let could = [atom, mate].iter().all(|&end| before.atoms[end].free > 0);
        if can != could {
            self.leanings.add(Leaning::OrderOfModifiers);
        }
        if can {
            for (end, towards) in [(atom, towards), (mate, towards.opposite())] {
                let end = &mut self.after.atoms[end];
                end.bonds[towards as usize] += 1;
                end.free -= 1;
            }
        }
    }

    /// **Pushing**: an atom at rest on the cell that a moving one goes to moves with it. Whether
    /// there was one.
    #[inline]
    fn push(&mut self, lab: &Lab, before: &Scene, atom: AtomId) -> Result<bool, Blocked> {
        let Some(heading) = self.headings[atom] else { return Ok(false) };
        let in_the_way = before.on(ahead(lab, before, atom, heading));
        let Some(other) = in_the_way.filter(|&other| self.headings[other].is_none()) else {
            return Ok(false);
        };
        if self.causes[atom].dragged {
            self.leanings.add(Leaning::DraggedPush);
        }
        let cause = Cause { pushed: true, ..self.causes[atom] };
        self.set_off(lab, before, other, heading, cause)?;
        Ok(true)
    }

    /// Moves everything at once, unless two atoms would end on one cell.
    #[inline]
    fn move_all(&mut self, lab: &Lab, before: &Scene) -> Result<(), Blocked> {
        for &atom in &self.order {
            self.after.lift(atom);
        }
        for &atom in &self.order {
            let Some(heading) = self.headings[atom] else { continue };
            let cell = ahead(lab, before, atom, heading);
            let put = self.after.put(atom, cell);
            put.map_err(|other| Blocked::Crash { atoms: [other, atom], cell })?;
        }
        if self.rotated {
            self.turn_bonds(lab, before);
        }
        Ok(())
    }

    /// Bonds that were swung round point another way now.
    fn turn_bonds(&mut self, lab: &Lab, before: &Scene) {
        for atom in 0..self.after.atoms.len() {
            let old = self.after.atoms[atom].bonds;
            let mut new = [0; 4];
            for towards in Direction::ALL {
                let strength = old[towards as usize];
                if strength > 0
                    && let Some(mate) = before.neighbour(lab, atom, towards)
                {
                    let now = self.after.atoms[mate].cell;
                    let next = &lab.sites[self.after.atoms[atom].cell.index()].next;
                    if let Some(towards) = next.iter().position(|&cell| cell == now) {
                        new[towards] = strength;
                    }
                }
            }
            self.after.atoms[atom].bonds = new;
        }
    }

    /// Notes where two atoms whose bond was cut are bonded again.
    fn note_healed(&mut self, lab: &Lab) {
        let after = &self.after;
        let healed = |&[atom, mate]: &[AtomId; 2]| {
            Direction::ALL.into_iter().any(|towards| {
                after.atoms[atom].bonds[towards as usize] > 0
                    && after.neighbour(lab, atom, towards) == Some(mate)
            })
        };
        if self.cut.iter().any(healed) {
            self.leanings.add(Leaning::Healed);
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

/// The bit of a direction in a set of them.
#[inline]
fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// The cell that an atom would go to.
#[inline]
fn ahead(lab: &Lab, before: &Scene, atom: AtomId, heading: Direction) -> Cell {
    lab.sites[before.atoms[atom].cell.index()].next[heading as usize]
}

/// The modifier on the corner that a bond sweeps when its end moves across it.
#[inline]
fn modifier(lab: &Lab, before: &Scene, bond: Bond, heading: Direction) -> Option<Modifier> {
    let site = &lab.sites[before.atoms[bond.atom].cell.index()];
    site.corners[corner(bond.towards, heading)]
}
