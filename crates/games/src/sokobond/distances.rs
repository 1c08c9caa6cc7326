//! How far apart cells are, for bounds and estimates.
//!
//! Walls make paths longer than rows and columns tell. An atom moves to an adjacent cell or stays, so a
//! path between two atoms becomes shorter by at most two cells per move. In a level without `@`, atoms that
//! move have the same direction, so rows and columns apart become fewer by at most one ([`axes`](super::axes)). Both
//! limit how soon two atoms can be adjacent, and the larger limit counts.
//!
//! Also, where no bond becomes stronger than 1, an atom ends on a cell with as many open neighbours as it has
//! electrons, and is at most one cell nearer to such a cell after each move.
//!
//! The tables take 17 bytes per pair of cells. A board with more than [`MAX_CELLS`] has none and uses rows
//! and columns alone.

use unriddle_search::Cost;

use super::axes::Need;
use super::level::{Cell, Element, Modifier, Site, Spot, has};

/// A board with more cells has no tables.
const MAX_CELLS: usize = 176;
/// There is no path.
const NO_PATH: u8 = u8::MAX;
/// Longer distances count as this one.
const FAR: u8 = u8::MAX - 1;

/// The distances between the cells of a board.
#[derive(Debug)]
pub(crate) struct Distances {
    places: Vec<(i32, i32)>,
    rotates: bool,
    /// By pair of cells: the length of the shortest path. Empty if there are too many cells.
    paths: Vec<u8>,
    /// By pair of cells: what it needs until atoms on them are adjacent.
    meetings: Vec<Need>,
    /// By cell and valence: the distance to a cell with as many neighbours.
    homes: Vec<[u8; 5]>,
}

impl Distances {
    pub(crate) fn new(sites: &[Site], places: &[Spot]) -> Self {
        let rotates = has(sites, Modifier::Rotate);
        let places = places.iter().map(|&(x, y)| (x as i32, y as i32)).collect();
        let mut distances =
            Distances { places, rotates, paths: Vec::new(), meetings: Vec::new(), homes: Vec::new() };
        if sites.len() > MAX_CELLS {
            return distances;
        }
        for start in 0..sites.len() {
            distances.paths.extend(paths_from(sites, [start]));
        }
        for one in 0..sites.len() {
            for other in 0..sites.len() {
                let path = distances.paths[one * sites.len() + other];
                let mut need = distances.by_axes(one, other);
                need.add(&match path {
                    NO_PATH => Need::IMPOSSIBLE,
                    _ => Need::of_moves(path.saturating_sub(1).div_ceil(2)),
                });
                distances.meetings.push(need);
            }
        }
        distances.homes = vec![[0; 5]; sites.len()];
        if !has(sites, Modifier::Strengthen) {
            let open = |cell: usize| sites[cell].next.iter().filter(|&&next| next != Cell::WALL).count();
            for valence in 1..=4 {
                let homes = (0..sites.len()).filter(|&cell| open(cell) >= valence);
                for (cell, distance) in paths_from(sites, homes).into_iter().enumerate() {
                    distances.homes[cell][valence] = distance;
                }
            }
        }
        distances
    }

    /// Rows and columns between two cells.
    fn apart(&self, one: usize, other: usize) -> Cost {
        let (one, other) = (self.places[one], self.places[other]);
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
    }

    /// The length of the shortest path between two cells, or an estimate of it.
    #[inline]
    pub(crate) fn path(&self, one: Cell, other: Cell) -> Cost {
        match self.paths.get(one.index() * self.places.len() + other.index()) {
            Some(&path) => path.into(),
            None => self.apart(one.index(), other.index()),
        }
    }

    /// What rows and columns alone tell about the moves after which atoms on two cells are adjacent.
    fn by_axes(&self, one: usize, other: usize) -> Need {
        let (one, other) = (self.places[one], self.places[other]);
        let (columns, rows) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
        match self.rotates {
            false => Need::of_distance(columns, rows),
            true => Need::of_moves((columns + rows).saturating_sub(1).div_ceil(2).min(FAR.into()) as u8),
        }
    }

    /// The moves that are needed until atoms on two cells are adjacent. `room` is room for them.
    #[inline]
    pub(crate) fn until_adjacent<'a>(&'a self, one: Cell, other: Cell, room: &'a mut Need) -> &'a Need {
        match self.meetings.get(one.index() * self.places.len() + other.index()) {
            Some(need) => need,
            None => {
                *room = self.by_axes(one.index(), other.index());
                room
            }
        }
    }

    /// A lower bound on the moves after which an atom on a cell has room for all its bonds; [`Cost::MAX`] if
    /// it never has.
    #[inline]
    pub(crate) fn moves_home(&self, cell: Cell, element: Element) -> Cost {
        match self.homes.get(cell.index()).map(|homes| homes[usize::from(element.valence())]) {
            Some(NO_PATH) => Cost::MAX,
            Some(moves) => moves.into(),
            None => 0,
        }
    }
}

/// The length of the shortest path from the nearest of some cells to each cell.
fn paths_from(sites: &[Site], starts: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let mut paths = vec![NO_PATH; sites.len()];
    let mut reached: Vec<usize> = starts.into_iter().collect();
    reached.iter().for_each(|&start| paths[start] = 0);
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        at += 1;
        for next in sites[cell].next.into_iter().filter(|&next| next != Cell::WALL) {
            if paths[next.index()] == NO_PATH {
                paths[next.index()] = (paths[cell] + 1).min(FAR);
                reached.push(next.index());
            }
        }
    }
    paths
}
