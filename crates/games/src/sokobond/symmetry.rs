//! Canonical states: one state stands for all that differ only by a permutation of equal atoms or by a
//! symmetry of the board.
//!
//! In a level without `@`, everything that moves has the same direction. Without `+`, either, the effect
//! of a move does not depend on the order in which atoms and bonds are handled. The order of the atom
//! list then matters only where an atom has more neighbours to bond with than free electrons. There the
//! reduced level allows every choice ([`each_bonding`]). So it is a relaxation: a level has no solution,
//! or none that is as short, if its reduced level has none. A solution of the reduced level is replayed
//! in the level itself before it is returned.
//!
//! The canonical state is the least of all images, compared by the player's cell first. That usually
//! determines which of the up to eight symmetries to apply, so that only one image is computed.

use std::ops::Range;

use unriddle_kit::{Direction, Symmetry};

use super::arrangement::Arrangement;
use super::level::{AtomId, Board, Cell, Element, Modifier, Site, Spot, corner, has};
use super::state::Field;

/// Levels with more atoms are not reduced: the choices of bonds after a single move could be too many.
const MAX_ATOMS: usize = 16;

/// A symmetry of the board.
#[derive(Debug)]
struct Image {
    /// The image of each cell.
    cells: Vec<Cell>,
    /// The directions that become right and down.
    right: Direction,
    down: Direction,
}

/// Which states of a level are equal.
#[derive(Debug)]
pub(crate) struct EqualStates {
    /// The symmetries of the board, the identity first.
    images: Vec<Image>,
    /// For each cell, the least of its images.
    first: Vec<Cell>,
    /// For each cell, whether the identity alone takes it to the least of its images.
    fixed: Vec<bool>,
    /// Runs of equal atoms in the atom list, none of them the player's.
    equals: Vec<Range<AtomId>>,
}

impl EqualStates {
    /// The equal states of a level; `None` if its modifiers make the order of the atom list matter in
    /// other ways, or if it has too many atoms.
    pub(crate) fn new(atoms: &[Element], player: AtomId, places: &[Spot], sites: &[Site]) -> Option<Self> {
        if atoms.len() > MAX_ATOMS || has(sites, Modifier::Rotate) || has(sites, Modifier::Strengthen) {
            return None;
        }
        let images = images(places, sites);
        let mut equals: Vec<Range<AtomId>> = Vec::new();
        for id in (0..atoms.len()).filter(|&id| id != player) {
            match equals.last_mut() {
                Some(run) if run.end == id && atoms[run.start] == atoms[id] => run.end = id + 1,
                _ => equals.push(id..id + 1),
            }
        }
        equals.retain(|run| run.len() > 1);
        let first = |cell: usize| images.iter().map(|image| image.cells[cell]).min();
        let first: Vec<Cell> = (0..sites.len()).filter_map(first).collect();
        let least = |cell: usize| images.iter().filter(|image| image.cells[cell] == first[cell]).count();
        let fixed = (0..sites.len()).map(|cell| first[cell].index() == cell && least(cell) == 1).collect();
        Some(EqualStates { images, first, fixed, equals })
    }

    /// The least image of a cell.
    pub(crate) fn first_image(&self, cell: Cell) -> Cell {
        self.first[cell.index()]
    }

    /// Whether the canonical state is the state itself but for a permutation of equal atoms.
    #[inline]
    pub(crate) fn is_fixed(&self, board: &Board, state: &[u64]) -> bool {
        self.fixed[board.layout.cell(state, board.player).index()]
    }

    /// The state with equal atoms in their canonical order. `room` is room for it.
    #[inline]
    pub(crate) fn sorted<'a>(&self, board: &Board, state: &'a [u64], room: &'a mut [u64]) -> &'a [u64] {
        let mut is_sorted = true;
        let mut parts = [0; MAX_ATOMS];
        for run in &self.equals {
            let parts = &mut parts[..run.len()];
            parts.iter_mut().zip(run.clone()).for_each(|(part, id)| *part = board.layout.part(state, id));
            if !parts.is_sorted() {
                sort(parts);
                if is_sorted {
                    room.copy_from_slice(state);
                    is_sorted = false;
                }
                parts.iter().zip(run.clone()).for_each(|(&part, id)| board.layout.set_part(room, id, part));
            }
        }
        if is_sorted { state } else { room }
    }

    /// Compares the images of an arrangement that take its player to the least cell with the least so far.
    pub(crate) fn compare(&self, board: &Board, arrangement: &Arrangement, images: &mut LeastImage) {
        let player = arrangement.atoms[board.player].cell.index();
        let lowest = self.first_image(arrangement.atoms[board.player].cell);
        let of_player = |image: &&Image| image.cells[player] == lowest;
        for image in self.images.iter().filter(of_player) {
            images.parts.clear();
            images.parts.extend(arrangement.atoms.iter().map(|atom| {
                let cell = image.cells[atom.cell.index()];
                let (right, below) = (atom.bonds[image.right as usize], atom.bonds[image.down as usize]);
                board.layout.join(Field { cell, right, below })
            }));
            self.equals.iter().for_each(|run| sort(&mut images.parts[run.clone()]));
            if images.least.is_empty() || images.parts < images.least {
                std::mem::swap(&mut images.parts, &mut images.least);
            }
        }
    }
}

/// The least of several images of a state. The memory is reused.
#[derive(Debug, Default)]
pub(crate) struct LeastImage {
    /// The parts of the least image so far; empty if there is none.
    least: Vec<u64>,
    /// The parts of the image at hand.
    parts: Vec<u64>,
}

impl LeastImage {
    /// Forgets all images.
    pub(crate) fn clear(&mut self) {
        self.least.clear();
    }

    /// Packs the least image into a state.
    pub(crate) fn pack(&self, board: &Board, state: &mut [u64]) {
        board.layout.pack(state, self.least.len(), |id| self.least[id]);
    }
}

/// Sorts a few numbers by insertion.
#[inline]
fn sort(numbers: &mut [u64]) {
    for at in 1..numbers.len() {
        let mut to = at;
        while to > 0 && numbers[to - 1] > numbers[to] {
            numbers.swap(to - 1, to);
            to -= 1;
        }
    }
}

/// The symmetries of the reachable cells and their modifiers.
fn images(places: &[Spot], sites: &[Site]) -> Vec<Image> {
    let least = |of: fn(&Spot) -> usize| places.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&Spot) -> usize| places.iter().map(of).max().unwrap_or(0);
    let (left, top) = (least(|at| at.0), least(|at| at.1));
    let size = (most(|at| at.0) - left + 1, most(|at| at.1) - top + 1);
    let number = |(x, y): Spot| places.binary_search_by_key(&(y + top, x + left), |&(x, y)| (y, x)).ok();
    let image = |symmetry: Symmetry| {
        if symmetry.size(size) != size {
            return None;
        }
        let there = |&(x, y): &Spot| number(symmetry.cell((x - left, y - top), size));
        let cells: Option<Vec<Cell>> = places.iter().map(|at| Some(Cell(there(at)? as u16))).collect();
        let becomes = |wanted| Direction::ALL.into_iter().find(|&from| symmetry.direction(from) == wanted);
        let (right, down) = (becomes(Direction::Right)?, becomes(Direction::Down)?);
        let image = Image { cells: cells?, right, down };
        let alike =
            (0..sites.len()).all(|at| same_corners(&sites[at], &sites[image.cells[at].index()], symmetry));
        alike.then_some(image)
    };
    Symmetry::all().filter_map(image).collect()
}

/// Whether a cell and its image have the same modifiers on the corners that a bond can sweep.
fn same_corners(site: &Site, image: &Site, symmetry: Symmetry) -> bool {
    Direction::ALL.into_iter().all(|one| {
        let other = one.left();
        let open = [one, other].iter().all(|&direction| site.next[direction as usize] != Cell::WALL);
        let there = corner(symmetry.direction(one), symmetry.direction(other));
        !open || site.corners[corner(one, other)] == image.corners[there]
    })
}

/// Calls `visit` with every arrangement that bonding could lead to under some order of the atoms. In each
/// of them no two neighbours can bond any more.
pub(crate) fn each_bonding(
    board: &Board,
    arrangement: &mut Arrangement,
    visit: &mut impl FnMut(&Arrangement),
) {
    let pairs = arrangement.bondable_pairs(board);
    choose(arrangement, &pairs, 0, visit);
}

fn choose(
    arrangement: &mut Arrangement,
    pairs: &[(AtomId, AtomId, Direction)],
    from: usize,
    visit: &mut impl FnMut(&Arrangement),
) {
    let can = |arrangement: &Arrangement, &(one, other, _): &(AtomId, AtomId, Direction)| {
        arrangement.atoms[one].free > 0 && arrangement.atoms[other].free > 0
    };
    let Some(at) = (from..pairs.len()).find(|&at| can(arrangement, &pairs[at])) else {
        let apart =
            |pair: &&(AtomId, AtomId, Direction)| arrangement.atoms[pair.0].bonds[pair.2 as usize] == 0;
        if !pairs.iter().filter(apart).any(|pair| can(arrangement, pair)) {
            visit(arrangement);
        }
        return;
    };
    let (one, other, direction) = pairs[at];
    arrangement.join(one, other, direction);
    choose(arrangement, pairs, at + 1, visit);
    arrangement.separate(one, other, direction);
    choose(arrangement, pairs, at + 1, visit);
}
