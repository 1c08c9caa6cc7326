//! What never changes in a level: the floor, the modifiers, the atoms and their order.
//!
//! A [`Plan`] is a level as its file describes it, validated: there is a player, and every modifier
//! stands on a corner of the board. A [`Board`] is a plan prepared for play. It numbers only the cells
//! that an atom can ever reach, and stores their neighbours and the modifiers on their corners side by
//! side (12 bytes per cell). A [`SearchLevel`] is a board with the start state of a search. The board
//! is shared, so starting a search from another state is cheap.

use std::sync::Arc;

use unriddle_kit::{Direction, Place};

use super::assumptions::AppliedAssumptions;
use super::bound::Prospects;
use super::distances::Distances;
use super::hub_table::Partners;
use super::meetings::Meetings;
use super::state::StateLayout;
use super::symmetry::EqualStates;

/// A chemical element. Its discriminant is its valence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Element {
    Helium = 0,
    Hydrogen = 1,
    Oxygen = 2,
    Nitrogen = 3,
    Carbon = 4,
}

impl Element {
    pub(crate) const ALL: [Element; 5] =
        [Element::Helium, Element::Hydrogen, Element::Oxygen, Element::Nitrogen, Element::Carbon];

    /// The number of electrons that it can bond with.
    pub(crate) fn valence(self) -> u8 {
        self as u8
    }

    /// Its letter in a level: `e` for helium, as `h` stands for hydrogen.
    pub(crate) fn letter(self) -> char {
        match self {
            Element::Helium => 'e',
            Element::Hydrogen => 'h',
            Element::Oxygen => 'o',
            Element::Nitrogen => 'n',
            Element::Carbon => 'c',
        }
    }

    /// Its name in words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Element::Helium => "helium",
            Element::Hydrogen => "hydrogen",
            Element::Oxygen => "oxygen",
            Element::Nitrogen => "nitrogen",
            Element::Carbon => "carbon",
        }
    }
}

/// What stands on a corner between four cells and acts on a bond that is swept over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Modifier {
    Weaken,
    Strengthen,
    Rotate,
}

impl Modifier {
    pub(crate) const ALL: [Modifier; 3] = [Modifier::Weaken, Modifier::Strengthen, Modifier::Rotate];

    /// Its character in a level.
    pub(crate) fn sign(self) -> char {
        match self {
            Modifier::Weaken => '/',
            Modifier::Strengthen => '+',
            Modifier::Rotate => '@',
        }
    }
}

/// A cell of a level file: column and row, counted from 0.
pub(crate) type Spot = (usize, usize);

/// A level as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// For each cell, row by row, whether an atom can stand there.
    pub(crate) floor: Vec<bool>,
    /// The atoms in reading order, with their cells.
    pub(crate) atoms: Vec<(Element, Spot)>,
    /// The index of the player's atom in `atoms`.
    pub(crate) player: usize,
    /// The modifiers in reading order, each with the cell whose lower right corner it stands on.
    pub(crate) modifiers: Vec<(Modifier, Spot)>,
    /// Whether the file allows more than one molecule at the end.
    pub(crate) multiple: bool,
    /// Recorded solutions as they are written in the file.
    pub(crate) solutions: Vec<(String, Place)>,
    /// What is unusual about the file, but not wrong.
    pub(crate) warnings: Vec<String>,
}

/// The number of a cell that atoms can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u16);

impl Cell {
    /// A cell where no atom can stand.
    pub(crate) const WALL: Cell = Cell(u16::MAX);

    /// Its index in a list of all cells.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A cell's surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The next cell in each direction.
    pub(crate) next: [Cell; 4],
    /// The modifiers on its corners: corner `n` lies between direction `n` and the direction to its left.
    pub(crate) corners: [Option<Modifier>; 4],
}

impl Site {
    /// Whether an atom here with these bonds sweeps one over a modifier when it moves in a direction.
    #[inline]
    pub(crate) fn sweeps(&self, direction: Direction, bonds: &[u8; 4]) -> bool {
        [direction.left(), direction.right()]
            .into_iter()
            .any(|towards| bonds[towards as usize] > 0 && self.corners[corner(towards, direction)].is_some())
    }
}

/// The corner of a cell that lies between two directions at a right angle.
#[inline]
pub(crate) fn corner(one: Direction, other: Direction) -> usize {
    if one.left() == other { one as usize } else { other as usize }
}

/// The index of an atom in the atom list, whose order decides which atom bonds first.
pub(crate) type AtomId = usize;

/// A level prepared for play.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) plan: Plan,
    pub(crate) sites: Vec<Site>,
    /// The neighbours of each cell as a set, one bit each. Empty if there are more than 64 cells.
    pub(crate) near: Vec<u64>,
    /// Column and row of each cell.
    pub(crate) places: Vec<Spot>,
    /// The atoms in the order in which they bond.
    pub(crate) atoms: Vec<Element>,
    /// The start cell of each atom.
    pub(crate) start: Vec<Cell>,
    pub(crate) player: AtomId,
    pub(crate) layout: StateLayout,
    pub(crate) prospects: Prospects,
    pub(crate) distances: Distances,
    /// Which states a search may treat as equal, if the rules of the level allow it.
    pub(crate) symmetry: Option<EqualStates>,
    /// The total strength of all bonds when no electron is free; `None` if the number of electrons is odd.
    pub(crate) full_strength: Option<u32>,
}

/// The order in which atoms bond: higher valence first; within an element the player's atom first,
/// then reading order of the start cells. It matters only where an atom has more neighbours to bond
/// with than free electrons. This is the least certain of all rules.
fn bonding_order(plan: &Plan) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plan.atoms.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(plan.atoms[at].0.valence()), at != plan.player, at));
    order
}

impl Board {
    pub(crate) fn new(plan: Plan) -> Self {
        let order = bonding_order(&plan);
        let places = reachable(&plan);
        let mut numbers = vec![Cell::WALL; plan.floor.len()];
        for (number, &(x, y)) in places.iter().enumerate() {
            numbers[y * plan.size.0 + x] = Cell(number as u16);
        }
        let number = |(x, y): Spot| numbers[y * plan.size.0 + x];
        let mut sites: Vec<Site> = places
            .iter()
            .map(|&at| {
                let step = |direction: Direction| direction.step(at, plan.size).map_or(Cell::WALL, number);
                Site { next: Direction::ALL.map(step), corners: [None; 4] }
            })
            .collect();
        for &(modifier, (x, y)) in &plan.modifiers {
            use Direction::{Down, Left, Right, Up};
            let around = [((x, y), Right, Down), ((x + 1, y), Left, Down), ((x, y + 1), Right, Up)];
            for (at, one, other) in around.into_iter().chain([((x + 1, y + 1), Left, Up)]) {
                if let Some(site) = sites.get_mut(number(at).index()) {
                    site.corners[corner(one, other)] = Some(modifier);
                }
            }
        }
        let atoms: Vec<Element> = order.iter().map(|&at| plan.atoms[at].0).collect();
        let start = order.iter().map(|&at| number(plan.atoms[at].1)).collect();
        let player = order.iter().position(|&at| at == plan.player).unwrap_or(0);
        let layout = StateLayout::new(&atoms, sites.len(), has(&sites, Modifier::Strengthen));
        let prospects = Prospects::new(&atoms, &sites);
        let distances = Distances::new(&sites, &places);
        let symmetry = EqualStates::new(&atoms, player, &places, &sites);
        let electrons: u32 = atoms.iter().map(|element| u32::from(element.valence())).sum();
        let full_strength = electrons.is_multiple_of(2).then_some(electrons / 2);
        let open = |site: &Site| site.next.into_iter().filter(|&next| next != Cell::WALL);
        let near = match sites.len() <= u64::BITS as usize {
            true => sites.iter().map(|site| open(site).fold(0, |set, next| set | 1 << next.0)).collect(),
            false => Vec::new(),
        };
        Board {
            plan,
            sites,
            near,
            places,
            atoms,
            start,
            player,
            layout,
            prospects,
            distances,
            symmetry,
            full_strength,
        }
    }

    /// Column and row of a cell, as small signed numbers for distances.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.places[cell.index()];
        (x as i32, y as i32)
    }

    /// The letter of an atom.
    pub(crate) fn word(&self, atom: AtomId) -> &'static str {
        self.atoms[atom].word()
    }
}

/// Whether such a modifier stands on a corner of a cell that atoms can reach.
pub(crate) fn has(sites: &[Site], modifier: Modifier) -> bool {
    sites.iter().any(|site| site.corners.contains(&Some(modifier)))
}

/// The cells that atoms can reach from their start cells, row by row.
fn reachable(plan: &Plan) -> Vec<Spot> {
    let width = plan.size.0;
    let mut seen = vec![false; plan.floor.len()];
    let mut ahead: Vec<Spot> = plan.atoms.iter().map(|&(_, at)| at).collect();
    ahead.iter().for_each(|&(x, y)| seen[y * width + x] = true);
    while let Some(at) = ahead.pop() {
        for (x, y) in Direction::ALL.into_iter().filter_map(|direction| direction.step(at, plan.size)) {
            let index = y * width + x;
            if plan.floor[index] && !seen[index] {
                seen[index] = true;
                ahead.push((x, y));
            }
        }
    }
    (0..seen.len()).filter(|&index| seen[index]).map(|index| (index % width, index / width)).collect()
}

/// A level as it is searched move by move.
#[derive(Clone, Debug)]
pub(crate) struct SearchLevel {
    pub(crate) board: Arc<Board>,
    /// The packed state in which the search starts.
    pub(crate) start: Box<[u64]>,
    /// The tables of meetings, if the search is long enough to be worth them.
    pub(crate) meetings: Option<Arc<Meetings>>,
    /// The partners that the search assumes. A proof needs [`Partners::All`].
    pub(crate) partners: Partners,
    /// The uncertain rules that were applied in the search, which all copies of the level share.
    pub(crate) applied: Arc<AppliedAssumptions>,
}

impl SearchLevel {
    /// The tables of meetings with the assumed partners.
    #[inline]
    pub(crate) fn meetings(&self) -> Option<(&Meetings, Partners)> {
        Some((self.meetings.as_deref()?, self.partners))
    }
}
