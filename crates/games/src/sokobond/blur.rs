//! States that differ only in which of several equal atoms is which, or by a symmetry of the board,
//! count as one.
//!
//! Without `@`, whatever moves goes one way, so what a move does to atoms and bonds does not hang
//! on the order in which they are looked at, if there is no `+` either. The order of the atom list then matters
//! only where an atom could bond with more neighbours than it has electrons. There a blurred level
//! lets every choice happen ([`each_bonding`]). So all that can happen in the level can happen in
//! the blurred one: what cannot be solved there, or not in so few moves, cannot be solved so in
//! the level. And a solution found there is played in the level before it is believed.
//!
//! The canonical state is the least of all images, the player's cell counting first: usually that
//! settles which of the up to eight symmetries it is, and only one image is worked out.

use std::ops::Range;

use super::level::{AtomId, Cell, Element, Lab, Modifier, Site, Spot, corner, has};
use super::scene::Scene;
use super::state::{Field, State, Words};
use crate::{Direction, Symmetry};

/// Levels with more atoms than this are not blurred: too many could bond with too many at once.
const MOST_ATOMS: usize = 16;

/// A symmetry of the board.
#[derive(Debug)]
struct Image {
    /// Where each cell goes.
    cells: Vec<Cell>,
    /// The directions that become right and down.
    right: Direction,
    down: Direction,
}

/// What counts as equal in a level.
#[derive(Debug)]
pub(crate) struct Blur {
    /// The symmetries of the board, the one that changes nothing first.
    images: Vec<Image>,
    /// By cell, the first that it can become.
    first: Vec<Cell>,
    /// Runs of equal atoms in the atom list, none of them the player's.
    equals: Vec<Range<AtomId>>,
}

impl Blur {
    /// What counts as equal; `None` where the order of the atom list matters in other ways, too.
    pub(crate) fn new(atoms: &[Element], player: AtomId, places: &[Spot], sites: &[Site]) -> Option<Self> {
        if atoms.len() > MOST_ATOMS || has(sites, Modifier::Rotate) || has(sites, Modifier::Strengthen) {
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
        let first = (0..sites.len()).filter_map(first).collect();
        Some(Blur { images, first, equals })
    }

    /// The first cell that a cell can become.
    pub(crate) fn first_image(&self, cell: Cell) -> Cell {
        self.first[cell.index()]
    }

    /// The one state that stands for all that are equal to the scene. `fields` is memory to use.
    pub(crate) fn canonical<W: Words>(&self, lab: &Lab, scene: &Scene, fields: &mut Vec<u64>) -> State<W> {
        let player = scene.atoms[lab.player].cell.index();
        let lowest = self.first_image(scene.atoms[lab.player].cell);
        let of_player = |image: &&Image| image.cells[player] == lowest;
        let mut least: Option<State<W>> = None;
        for image in self.images.iter().filter(of_player) {
            fields.clear();
            fields.extend(scene.atoms.iter().map(|atom| {
                let cell = image.cells[atom.cell.index()];
                let (right, below) = (atom.bonds[image.right as usize], atom.bonds[image.down as usize]);
                lab.layout.join(Field { cell, right, below })
            }));
            self.equals.iter().for_each(|run| sort(&mut fields[run.clone()]));
            let state = lab.layout.pack(fields.len(), |id| fields[id]);
            if least.as_ref().is_none_or(|least| state < *least) {
                least = Some(state);
            }
        }
        least.expect("the image that changes nothing is there")
    }
}

/// Sorts a few numbers.
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

/// The symmetries of the cells that atoms can come to, modifiers included.
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

/// Whether a cell and its image have the same modifiers on those corners that a bond can sweep.
fn same_corners(site: &Site, image: &Site, symmetry: Symmetry) -> bool {
    Direction::ALL.into_iter().all(|one| {
        let other = one.left();
        let open = [one, other].iter().all(|&direction| site.next[direction as usize] != Cell::WALL);
        let there = corner(symmetry.direction(one), symmetry.direction(other));
        !open || site.corners[corner(one, other)] == image.corners[there]
    })
}

/// Calls `visit` with the scene after each way in which its atoms could bond, whatever their order:
/// until nobody is left who could bond with a neighbour.
pub(crate) fn each_bonding(lab: &Lab, scene: &mut Scene, visit: &mut impl FnMut(&Scene)) {
    let pairs = scene.willing_pairs(lab);
    choose(scene, &pairs, 0, visit);
}

fn choose(
    scene: &mut Scene,
    pairs: &[(AtomId, AtomId, Direction)],
    from: usize,
    visit: &mut impl FnMut(&Scene),
) {
    let can = |scene: &Scene, &(one, other, _): &(AtomId, AtomId, Direction)| {
        scene.atoms[one].free > 0 && scene.atoms[other].free > 0
    };
    let Some(at) = (from..pairs.len()).find(|&at| can(scene, &pairs[at])) else {
        let apart = |pair: &&(AtomId, AtomId, Direction)| scene.atoms[pair.0].bonds[pair.2 as usize] == 0;
        if !pairs.iter().filter(apart).any(|pair| can(scene, pair)) {
            visit(scene);
        }
        return;
    };
    let (one, other, direction) = pairs[at];
    scene.join(one, other, direction);
    choose(scene, pairs, at + 1, visit);
    scene.part(one, other, direction);
    choose(scene, pairs, at + 1, visit);
}
