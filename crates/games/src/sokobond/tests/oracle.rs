//! The oracle: a slow, literal transcription of the rules that the game is compared with.
//!
//! Places are pairs of numbers, atoms a list, bonds a map from pairs of atoms to strengths, modifiers a
//! map from corners to characters. Each paragraph of the rules is one function. The oracle shares no code
//! with the game: it has its own reader, its own drawing and its own order of evaluation.
//!
//! A corner is named by the cell above and to the left of it. Where the rules leave an order open
//! (which bond of an atom comes first), it is that of the atom list.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A cell, or the difference of two: to the right, and down.
pub type Spot = (i32, i32);

/// What never changes: the floor, the modifiers by corner, the letters of the atoms in the order of the
/// atom list, and which of them is the player's.
#[derive(Debug)]
pub struct Ground {
    size: Spot,
    floor: BTreeSet<Spot>,
    modifiers: BTreeMap<Spot, char>,
    letters: Vec<char>,
    player: usize,
    /// Whether it may end in several molecules: the level says so, or has too few electrons for one.
    pub multiple: bool,
    /// The recorded solutions.
    pub recorded: Vec<String>,
}

/// A position: where the atoms are, and the strength of each bond by its atoms, the earlier one first.
#[derive(Clone, Debug)]
pub struct Board {
    /// What never changes.
    pub ground: Rc<Ground>,
    /// The cell of each atom of the list.
    pub places: Vec<Spot>,
    /// Strengths from 1 to 4.
    pub bonds: BTreeMap<(usize, usize), u32>,
}

/// Why a key has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// An atom would have to move in two directions.
    TwoWays,
    /// An atom would move into a wall.
    Wall,
    /// Two atoms would end on the same cell.
    SameCell,
}

/// A move in progress.
struct Motion {
    board: Board,
    /// The displacement of each atom that has one.
    by: BTreeMap<usize, Spot>,
    /// The atoms with a displacement, in the order in which they got it.
    began: Vec<usize>,
    /// Those of them whose bonds were not followed yet.
    waiting: VecDeque<usize>,
    /// The bonds that were handled.
    handled: BTreeSet<(usize, usize)>,
}

impl Ground {
    /// The letter of an atom, in upper case for the player's.
    pub fn letter(&self, atom: usize) -> char {
        self.letters[atom]
    }

    /// The player's atom.
    pub fn player_atom(&self) -> usize {
        self.player
    }
}

fn plus(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Spot, b: Spot) -> Spot {
    (a.0 - b.0, a.1 - b.1)
}

fn adjacent(a: Spot, b: Spot) -> bool {
    let (dx, dy) = minus(a, b);
    dx.abs() + dy.abs() == 1
}

fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

fn valence(letter: char) -> u32 {
    match letter.to_ascii_lowercase() {
        'h' => 1,
        'o' => 2,
        'n' => 3,
        'c' => 4,
        _ => 0,
    }
}

/// W up, A left, S down, D right.
fn direction(key: char) -> Spot {
    match key {
        'W' => (0, -1),
        'A' => (-1, 0),
        'S' => (0, 1),
        'D' => (1, 0),
        _ => panic!("{key} is not a key"),
    }
}

/// Format: the cells and the corners of a text, v1 or v2, by their places, and its other facts.
fn signs(text: &str) -> (BTreeMap<Spot, char>, BTreeMap<Spot, char>, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let spaced = lines[0].starts_with("v2");
    let (recorded, lines): (Vec<&str>, Vec<&str>) =
        lines.into_iter().skip(usize::from(spaced)).partition(|line| line.starts_with('='));
    let (mut cells, mut corners) = (BTreeMap::new(), BTreeMap::new());
    for (row, line) in (0i32..).zip(lines) {
        for (column, sign) in (0i32..).zip(line.chars()) {
            match (spaced, row % 2, column % 2) {
                (false, _, _) => drop(cells.insert((column, row), sign)),
                (true, 0, 0) => drop(cells.insert((column / 2, row / 2), sign)),
                (true, 1, 1) if sign != ' ' => drop(corners.insert((column / 2, row / 2), sign)),
                _ => assert_eq!(sign, ' ', "a sign between the cells\n{text}"),
            }
        }
    }
    (cells, corners, recorded.into_iter().map(|line| line[1..].to_string()).collect())
}

/// The atom list: higher valence first, within an element the player's atom first, then reading order.
fn atom_list(cells: &BTreeMap<Spot, char>) -> Vec<(char, Spot)> {
    let reading = |spot: Spot| (spot.1, spot.0);
    let is_atom = |sign: char| "honceHONCE".contains(sign);
    let mut atoms: Vec<(char, Spot)> =
        cells.iter().filter(|(_, sign)| is_atom(**sign)).map(|(&spot, &sign)| (sign, spot)).collect();
    atoms.sort_by_key(|&(_, spot)| reading(spot));
    let player = atoms.iter().rposition(|(sign, _)| sign.is_uppercase()).expect("a player");
    for (index, (sign, _)) in atoms.iter_mut().enumerate() {
        *sign = if index == player { sign.to_ascii_uppercase() } else { sign.to_ascii_lowercase() };
    }
    atoms.sort_by_key(|&(sign, spot)| (4 - valence(sign), !sign.is_uppercase(), reading(spot)));
    atoms
}

/// A molecule of `n` atoms needs at least `n - 1` bonds, and each bond takes two electrons.
fn needs_several(atoms: &[(char, Spot)]) -> bool {
    let bonding: Vec<u32> =
        atoms.iter().map(|&(sign, _)| valence(sign)).filter(|&electrons| electrons > 0).collect();
    bonding.iter().sum::<u32>() as usize / 2 + 1 < bonding.len()
}

impl Board {
    /// Reads a level and lets its atoms bond.
    pub fn read(text: &str) -> Board {
        let (cells, modifiers, recorded) = signs(text);
        let atoms = atom_list(&cells);
        let floor = cells.iter().filter(|(_, sign)| !"xX#".contains(**sign)).map(|(&spot, _)| spot);
        let size = cells.keys().fold((0, 0), |size, spot| (size.0.max(spot.0 + 1), size.1.max(spot.1 + 1)));
        let ground = Ground {
            size,
            floor: floor.collect(),
            modifiers,
            letters: atoms.iter().map(|&(letter, _)| letter).collect(),
            player: atoms.iter().position(|(letter, _)| letter.is_uppercase()).expect("a player"),
            multiple: text.starts_with("v2 multiple") || needs_several(&atoms),
            recorded,
        };
        let places = atoms.iter().map(|&(_, spot)| spot).collect();
        let mut board = Board { ground: Rc::new(ground), places, bonds: BTreeMap::new() };
        board.bond();
        board
    }

    /// Free electrons: the valence minus the strengths of the bonds.
    pub fn free(&self, atom: usize) -> u32 {
        let used = self.bonds.iter().filter(|((a, b), _)| *a == atom || *b == atom);
        valence(self.ground.letters[atom]) - used.map(|(_, strength)| strength).sum::<u32>()
    }

    /// Bonding: the pairs of the atom list in order; adjacent, not bonded, and a free electron in each.
    fn bond(&mut self) {
        for i in 0..self.places.len() {
            for j in i + 1..self.places.len() {
                let bonded = self.bonds.contains_key(&(i, j));
                if adjacent(self.places[i], self.places[j]) && !bonded && self.free(i) > 0 && self.free(j) > 0
                {
                    self.bonds.insert((i, j), 1);
                }
            }
        }
    }

    /// Solved: no atom has a free electron.
    pub fn solved(&self) -> bool {
        (0..self.places.len()).all(|atom| self.free(atom) == 0)
    }

    /// The number of molecules. An atom without bonds counts as one, unless it is helium.
    pub fn molecules(&self) -> usize {
        let mut molecule: Vec<usize> = (0..self.places.len()).collect();
        for &(a, b) in self.bonds.keys() {
            let (from, to) = (molecule[a], molecule[b]);
            molecule.iter_mut().filter(|number| **number == from).for_each(|number| *number = to);
        }
        let bonding = molecule.iter().zip(&self.ground.letters).filter(|(_, letter)| valence(**letter) > 0);
        bonding.map(|(number, _)| number).collect::<BTreeSet<_>>().len()
    }

    fn atom_at(&self, spot: Spot) -> Option<usize> {
        self.places.iter().position(|&place| place == spot)
    }

    /// A move: the player's atom is displaced; along bonds and by pushing others are; then everything
    /// moves at once, or nothing does; then bonding.
    pub fn play(&self, key: char) -> Result<Board, Blocked> {
        let mut motion = Motion {
            board: self.clone(),
            by: BTreeMap::new(),
            began: Vec::new(),
            waiting: VecDeque::new(),
            handled: BTreeSet::new(),
        };
        motion.displace(self.ground.player, direction(key))?;
        loop {
            motion.along_bonds()?;
            if !motion.push_one()? {
                break;
            }
        }
        let mut board = motion.everything_at_once()?;
        board.bond();
        Ok(board)
    }

    /// The position after all these keys. A blocked key changes nothing.
    pub fn after(&self, keys: &str) -> Board {
        keys.chars().fold(self.clone(), |board, key| board.play(key).unwrap_or(board))
    }
}

impl Motion {
    /// Gives an atom a displacement. If it has another one, the whole move is blocked.
    fn displace(&mut self, atom: usize, by: Spot) -> Result<(), Blocked> {
        match self.by.get(&atom) {
            None => {
                self.by.insert(atom, by);
                self.began.push(atom);
                self.waiting.push_back(atom);
                Ok(())
            }
            Some(&other) if other == by => Ok(()),
            Some(_) => Err(Blocked::TwoWays),
        }
    }

    /// Along bonds: each bond of each moving atom is handled, once.
    fn along_bonds(&mut self) -> Result<(), Blocked> {
        while let Some(atom) = self.waiting.pop_front() {
            for other in 0..self.board.places.len() {
                let bond = pair(atom, other);
                if self.board.bonds.contains_key(&bond) && self.handled.insert(bond) {
                    self.along_bond(atom, other)?;
                }
            }
        }
        Ok(())
    }

    /// One bond of a moving atom: the modifier on the corner that it sweeps decides what happens.
    fn along_bond(&mut self, atom: usize, other: usize) -> Result<(), Blocked> {
        let (by, bond) = (self.by[&atom], pair(atom, other));
        match self.swept(atom, other) {
            Some('/') => {
                *self.strength(bond) -= 1;
                if *self.strength(bond) == 0 {
                    self.board.bonds.remove(&bond);
                    return Ok(());
                }
                self.displace(other, by)
            }
            Some('+') => {
                if self.board.free(atom) > 0 && self.board.free(other) > 0 {
                    *self.strength(bond) += 1;
                }
                self.displace(other, by)
            }
            Some('@') => self.displace(other, minus(self.board.places[atom], self.board.places[other])),
            Some(sign) => panic!("{sign} is not a modifier"),
            None => self.displace(other, by),
        }
    }

    fn strength(&mut self, bond: (usize, usize)) -> &mut u32 {
        self.board.bonds.get_mut(&bond).expect("the bond is there")
    }

    /// The modifier on the corner that a bond sweeps: the one in the middle of the square formed by both
    /// atoms and their places after the displacement. A bond parallel to the displacement sweeps none.
    fn swept(&self, atom: usize, other: usize) -> Option<char> {
        let (by, x, z) = (self.by[&atom], self.board.places[atom], self.board.places[other]);
        let along = minus(z, x);
        let parallel = (along.0 == 0) == (by.0 == 0);
        if parallel {
            return None;
        }
        let square = [x, z, plus(x, by), plus(z, by)];
        let left = square.iter().map(|spot| spot.0).min().expect("four cells");
        let top = square.iter().map(|spot| spot.1).min().expect("four cells");
        self.board.ground.modifiers.get(&(left, top)).copied()
    }

    /// Pushing: the first moving atom, in the order in which they started to move, whose target cell holds
    /// an atom without displacement passes its own on. False if there is none.
    fn push_one(&mut self) -> Result<bool, Blocked> {
        for atom in self.began.clone() {
            let by = self.by[&atom];
            let target = plus(self.board.places[atom], by);
            if let Some(ahead) = self.board.atom_at(target).filter(|ahead| !self.by.contains_key(ahead)) {
                self.displace(ahead, by)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Everything moves at once; blocked if an atom would move into a wall, or two onto the same cell.
    fn everything_at_once(mut self) -> Result<Board, Blocked> {
        for (&atom, &by) in &self.by {
            self.board.places[atom] = plus(self.board.places[atom], by);
        }
        if !self.board.places.iter().all(|place| self.board.ground.floor.contains(place)) {
            return Err(Blocked::Wall);
        }
        if self.board.places.iter().collect::<BTreeSet<_>>().len() < self.board.places.len() {
            return Err(Blocked::SameCell);
        }
        Ok(self.board)
    }
}

/// A drawing: cells at even columns and lines, `x` a wall, `.` floor, letters for atoms, the player's in
/// upper case. Between them bonds: `-` `=` `3` `4` across, `|` `"` `3` `4` down; modifiers on corners.
impl std::fmt::Display for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = self.ground.size;
        for line in 0..2 * height - 1 {
            let signs = (0..2 * width - 1).map(|column| {
                let spot = (column / 2, line / 2);
                match (column % 2, line % 2) {
                    (0, 0) => self.cell_sign(spot),
                    (1, 0) => self.bond_sign(spot, plus(spot, (1, 0)), ['-', '=', '3', '4']),
                    (0, _) => self.bond_sign(spot, plus(spot, (0, 1)), ['|', '"', '3', '4']),
                    _ => self.ground.modifiers.get(&spot).copied().unwrap_or(' '),
                }
            });
            let row: String = signs.collect();
            writeln!(out, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

impl Board {
    fn cell_sign(&self, spot: Spot) -> char {
        match self.atom_at(spot) {
            Some(atom) => self.ground.letters[atom],
            None if self.ground.floor.contains(&spot) => '.',
            None => 'x',
        }
    }

    fn bond_sign(&self, a: Spot, b: Spot, signs: [char; 4]) -> char {
        let bond = self.atom_at(a).zip(self.atom_at(b)).and_then(|(a, b)| self.bonds.get(&pair(a, b)));
        bond.map_or(' ', |&strength| signs[strength as usize - 1])
    }
}
