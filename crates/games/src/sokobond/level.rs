//! What never changes in a level: the floor, the modifiers, the atoms and their order.
//!
//! A [`Sheet`] is a level as its file says it, checked: there is a player, every modifier stands
//! on a corner of the board. A [`Lab`] is the same made ready for play: only the cells that an
//! atom can ever come to, numbered, with their neighbours and the modifiers on their corners side
//! by side (16 bytes a cell). A [`Level`] is a lab with the state that the search begins in; the
//! lab is shared, so a level begun elsewhere costs nothing to make.

use std::sync::Arc;

use super::blur::Blur;
use super::bound::Prospects;
use super::scene::Scene;
use super::state::{Layout, State, Words};
use crate::{Direction, Place};

/// What an atom is made of; its number is how many electrons it has to give.
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

    /// How many electrons it can bond with.
    pub(crate) fn valence(self) -> u8 {
        self as u8
    }

    /// Its letter in a level: `e` for helium, which has no one-letter symbol left.
    pub(crate) fn letter(self) -> char {
        match self {
            Element::Helium => 'e',
            Element::Hydrogen => 'h',
            Element::Oxygen => 'o',
            Element::Nitrogen => 'n',
            Element::Carbon => 'c',
        }
    }
}

/// What can stand on a corner between four cells, and acts on a bond that is swept over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Modifier {
    Weaken,
    Strengthen,
    Rotate,
}

impl Modifier {
    pub(crate) const ALL: [Modifier; 3] = [Modifier::Weaken, Modifier::Strengthen, Modifier::Rotate];

    /// Its sign in a level.
    pub(crate) fn sign(self) -> char {
        match self {
            Modifier::Weaken => '/',
            Modifier::Strengthen => '+',
            Modifier::Rotate => '@',
        }
    }
}

/// A cell of a level file: column and row from 0.
pub(crate) type Spot = (usize, usize);

/// A level as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// Row by row, whether an atom can stand there.
    pub(crate) floor: Vec<bool>,
    /// The atoms in reading order, with their cells.
    pub(crate) atoms: Vec<(Element, Spot)>,
    /// Which of them is the player's.
    pub(crate) player: usize,
    /// Modifiers, by the cell whose lower right corner they stand on, in reading order.
    pub(crate) modifiers: Vec<(Modifier, Spot)>,
    /// Whether the file says that more than one molecule may be left at the end.
    pub(crate) multiple: bool,
    /// Recorded solutions as they stand in the file.
    pub(crate) solutions: Vec<(String, Place)>,
    /// What is odd about the file.
    pub(crate) warnings: Vec<String>,
}

/// The number of a cell that atoms can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u16);

impl Cell {
    /// Where no atom can stand.
    pub(crate) const WALL: Cell = Cell(u16::MAX);

    /// Its place in a list of all cells.
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
    /// The modifiers on its corners: corner `n` lies between direction `n` and the one to its left.
    pub(crate) corners: [Option<Modifier>; 4],
}

/// The corner of a cell that lies between two directions at a right angle.
#[inline]
pub(crate) fn corner(one: Direction, other: Direction) -> usize {
    if one.left() == other { one as usize } else { other as usize }
}

/// The number of an atom in the list that decides who bonds first.
pub(crate) type AtomId = usize;

/// A level made ready for play.
#[derive(Debug)]
pub(crate) struct Lab {
    pub(crate) sheet: Sheet,
    pub(crate) sites: Vec<Site>,
    /// Column and row of each cell.
    pub(crate) places: Vec<Spot>,
    /// The atoms in the order in which they bond, and where each begins.
    pub(crate) atoms: Vec<Element>,
    pub(crate) start: Vec<Cell>,
    pub(crate) player: AtomId,
    pub(crate) layout: Layout,
    pub(crate) prospects: Prospects,
    /// What counts as equal in a search, if anything does.
    pub(crate) blur: Option<Blur>,
    /// The strengths of all bonds together when no electron is left.
    pub(crate) full_strength: Option<u32>,
}

/// The order in which atoms bond: higher valence first, within an element the player's atom
/// first, then reading order of the starting places. It matters only where an atom has more
/// neighbours to bond with than electrons. Of all rules this one is the least certain.
fn bonding_order(sheet: &Sheet) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sheet.atoms.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(sheet.atoms[at].0.valence()), at != sheet.player, at));
    order
}

impl Lab {
    pub(crate) fn new(sheet: Sheet) -> Self {
        let order = bonding_order(&sheet);
        let places = reachable(&sheet);
        let mut numbers = vec![Cell::WALL; sheet.floor.len()];
        for (number, &(x, y)) in places.iter().enumerate() {
            numbers[y * sheet.size.0 + x] = Cell(number as u16);
        }
        let number = |(x, y): Spot| numbers[y * sheet.size.0 + x];
        let mut sites: Vec<Site> = places
            .iter()
            .map(|&at| {
                let step = |direction: Direction| direction.step(at, sheet.size).map_or(Cell::WALL, number);
                Site { next: Direction::ALL.map(step), corners: [None; 4] }
            })
            .collect();
        for &(modifier, (x, y)) in &sheet.modifiers {
            use Direction::{Down, Left, Right, Up};
            let around = [((x, y), Right, Down), ((x + 1, y), Left, Down), ((x, y + 1), Right, Up)];
            for (at, one, other) in around.into_iter().chain([((x + 1, y + 1), Left, Up)]) {
                if let Some(site) = sites.get_mut(number(at).index()) {
                    site.corners[corner(one, other)] = Some(modifier);
                }
            }
        }
        let atoms: Vec<Element> = order.iter().map(|&at| sheet.atoms[at].0).collect();
        let start = order.iter().map(|&at| number(sheet.atoms[at].1)).collect();
        let player = order.iter().position(|&at| at == sheet.player).unwrap_or(0);
        let layout = Layout::new(&atoms, sites.len(), has(&sites, Modifier::Strengthen));
        let prospects = Prospects::new(&atoms, &sites);
        let blur = Blur::new(&atoms, player, &places, &sites);
        let electrons: u32 = atoms.iter().map(|element| u32::from(element.valence())).sum();
        let full_strength = electrons.is_multiple_of(2).then_some(electrons / 2);
        Lab { sheet, sites, places, atoms, start, player, layout, prospects, blur, full_strength }
    }

    /// Column and row of a cell, small.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.places[cell.index()];
        (x as i32, y as i32)
    }

    /// The letter of an atom.
    pub(crate) fn letter(&self, atom: AtomId) -> char {
        self.atoms[atom].letter()
    }
}

/// Whether such a modifier stands where a bond could sweep over it.
pub(crate) fn has(sites: &[Site], modifier: Modifier) -> bool {
    sites.iter().any(|site| site.corners.contains(&Some(modifier)))
}

/// The cells that atoms can come to from where they begin, row by row.
fn reachable(sheet: &Sheet) -> Vec<Spot> {
    let width = sheet.size.0;
    let mut seen = vec![false; sheet.floor.len()];
    let mut ahead: Vec<Spot> = sheet.atoms.iter().map(|&(_, at)| at).collect();
    ahead.iter().for_each(|&(x, y)| seen[y * width + x] = true);
    while let Some(at) = ahead.pop() {
        for (x, y) in Direction::ALL.into_iter().filter_map(|direction| direction.step(at, sheet.size)) {
            let index = y * width + x;
            if sheet.floor[index] && !seen[index] {
                seen[index] = true;
                ahead.push((x, y));
            }
        }
    }
    (0..seen.len()).filter(|&index| seen[index]).map(|index| (index % width, index / width)).collect()
}

/// A level as the search sees it.
#[derive(Clone, Debug)]
pub(crate) struct Level<W> {
    pub(crate) lab: Arc<Lab>,
    pub(crate) start: State<W>,
}

impl<W: Words> Level<W> {
    pub(crate) fn new(lab: Lab) -> Self {
        let mut scene = Scene::default();
        scene.open(&lab);
        let start = scene.pack(&lab);
        Level { lab: Arc::new(lab), start }
    }
}
