//! What rules do to objects, as far as a rule tells by itself.

use super::rows::{FastCell, Row};
use super::rules::FastRule;

/// All objects of each layer.
#[derive(Clone, Debug)]
pub(super) struct Layers(pub Vec<u64>);

impl Layers {
    /// The objects that cannot be in a cell that matches: others of the layers of what must be there.
    fn excluded_by(&self, cell: &FastCell) -> u64 {
        let there = cell.any.iter().fold(cell.present, |all, any| all | any);
        self.0.iter().filter(|&&layer| layer & there != 0).fold(0, |all, layer| all | layer & !there)
    }

    /// The objects that a replacement may add to a cell.
    pub fn added(cell: &FastCell) -> u64 {
        cell.set & !cell.present
    }

    /// The objects that a replacement may remove from a cell.
    pub fn removed(&self, cell: &FastCell) -> u64 {
        cell.clear & !cell.set & !cell.missing & !self.excluded_by(cell)
    }

    /// The sets of which a replacement certainly removes an object from a cell, one each.
    pub fn certainly_removed(cell: &FastCell) -> impl Iterator<Item = u64> {
        let gone = cell.clear & !cell.set;
        let present = (0..64).map(|bit| 1 << bit).filter(move |bit| cell.present & gone & bit != 0);
        // The objects of a choice are of one layer, and nothing else that must be there is of that layer. If the one that
        // is there is put there again, it is taken and added.
        present.chain(cell.any.iter().copied().filter(move |any| any & !cell.clear == 0))
    }

    /// Whether these objects, which a replacement adds to a cell, are certainly not there yet, or taken from there.
    pub fn is_new(&self, cell: &FastCell, added: u64) -> bool {
        let there = cell.any.iter().fold(cell.present, |all, any| all | any);
        let taken = self.0.iter().filter(|&&layer| layer & there != 0).fold(0, |all, layer| all | layer);
        added & !cell.missing & !taken == 0
    }

    /// The objects that a replacement may add or remove.
    pub fn changed(&self, cell: &FastCell) -> u64 {
        Layers::added(cell) | self.removed(cell)
    }
}

impl Layers {
    /// The rows of a rule that may change objects of a class.
    pub fn touching<'a>(&self, rule: &'a FastRule, class: u64) -> Touching<'a> {
        let layers = self.0.iter().filter(|&&layer| layer & class != 0).fold(0, |all, layer| all | layer);
        let touches = |row: &&Row| cells(row).any(|cell| self.changed(cell) & class != 0);
        let writes = |row: &&Row| cells(row).any(|cell| (cell.set | cell.clear) & layers != 0);
        let rows: Vec<&Row> = rule.rows.iter().filter(touches).collect();
        match rows.as_slice() {
            [] => Touching::None,
            [row] if rule.rows.iter().filter(writes).count() == 1 => Touching::One(row),
            _ => Touching::Several,
        }
    }
}

/// The rows of a rule that may change objects of a class.
pub(super) enum Touching<'a> {
    None,
    /// One of them, and no other row writes into the same layers.
    One(&'a Row),
    /// Several rows write into these layers, perhaps into the same cell.
    Several,
}

/// The cells of a row.
pub(super) fn cells(row: &Row) -> impl Iterator<Item = &FastCell> {
    row.parts.iter().flat_map(|part| &part.cells)
}
