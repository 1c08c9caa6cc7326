//! How things of a class get about: a graph of places, from rules and movements, that leaves out nothing.
//!
//! A place is an object in a cell. A thing goes from place to place by a movement, at most once in a turn, or by a
//! rule that takes it away here and puts it there, as often as rules run. Where a rule only takes, things vanish. Who
//! else must be where for that is asked only as far as it can be known before the search, so there may be more ways than
//! there are, never fewer. Where a rule does what is not understood here, a class has no ways, and no bound is made.

use super::counts::Class;
use super::effects::{Layers, Touching, cells};
use super::rows::{FastCell, Size};
use super::rules::{FastGroup, FastRule};
use super::sets::{CellSet, each_cell};
use crate::engine::Work;
use crate::mask;

/// The most ways by rules: a few megabytes.
const MAX_WAYS: usize = 1 << 21;

/// The distance of what cannot be reached.
pub(super) const NEVER: u32 = u32::MAX;

/// What is known about a level before it is searched.
pub(super) struct Known<'a> {
    pub size: Size,
    /// The words of a set of cells.
    pub words: usize,
    pub early: &'a [FastGroup],
    pub late: &'a [FastGroup],
    pub layers: &'a Layers,
    /// All objects of each layer that may move.
    pub movers: &'a [u64],
    pub player: u64,
    /// The cells of all rules.
    pub cells: usize,
    /// What each cell may hold, fixed objects apart; and those.
    pub possible: &'a [u64],
    pub fixed: &'a [u64],
}

impl Known<'_> {
    /// All rules that change cells.
    pub fn rules(&self) -> impl Iterator<Item = &FastRule> {
        self.early.iter().chain(self.late).flat_map(|group| &group.rules).filter(|rule| rule.replaces)
    }

    /// The rules before things move.
    pub fn early_rules(&self) -> impl Iterator<Item = &FastRule> {
        self.early.iter().flat_map(|group| &group.rules).filter(|rule| rule.replaces)
    }

    fn slot_of(&self, object: u64) -> Option<usize> {
        self.movers.iter().position(|layer| layer & object != 0)
    }
}

/// All movements of a slot.
pub(super) fn bits(slot: usize) -> u64 {
    mask::ALL << (5 * slot)
}

/// The ways of a class.
pub(super) struct Ways {
    /// The number of each place, from 0, by object and cell.
    numbers: Vec<Option<u32>>,
    cells: usize,
    /// The object and the cell of each place.
    pub places: Vec<(u64, usize)>,
    /// The places before each place: by a movement, or by a rule.
    moved: Vec<Vec<u32>>,
    ruled: Vec<Vec<u32>>,
    /// The places where things may vanish.
    pub vanishing: Vec<bool>,
    /// How many ways by rules there are.
    count: usize,
}

impl Ways {
    /// The ways of a class; `None` if a rule is not understood, there are too many of them, or the work was given up.
    pub fn new(class: Class, known: &Known<'_>, work: &mut Work<'_>) -> Option<Ways> {
        let cells = known.possible.len();
        let mut numbers = vec![None; 64 * cells];
        let mut places = Vec::new();
        for bit in (0..64).filter(|bit| class.objects >> bit & 1 == 1) {
            for cell in (0..cells).filter(|&cell| known.possible[cell] >> bit & 1 == 1) {
                numbers[bit * cells + cell] = Some(places.len() as u32);
                places.push((1 << bit, cell));
            }
        }
        let count = places.len();
        let empty = || vec![Vec::new(); count];
        let vanishing = vec![false; count];
        let mut ways = Ways { numbers, cells, places, moved: empty(), ruled: empty(), vanishing, count: 0 };
        for rule in known.rules() {
            let before = ways.count;
            ways.add_rule(rule, class.objects, known.layers)?;
            if ways.count > MAX_WAYS || !work.add(rule.cells + ways.count - before) {
                return None;
            }
        }
        ways.add_movements(class.objects, known, work)?;
        Some(ways)
    }

    fn number(&self, object: u64, cell: usize) -> Option<u32> {
        self.numbers[object.trailing_zeros() as usize * self.cells + cell]
    }

    /// Adds what a rule does: whatever it takes may be whatever it puts elsewhere, or vanish.
    fn add_rule(&mut self, rule: &FastRule, class: u64, layers: &Layers) -> Option<()> {
        let row = match layers.touching(rule, class) {
            Touching::None => return Some(()),
            Touching::One(row) => row,
            Touching::Several => return None,
        };
        let takes = |cell: &FastCell| layers.removed(cell) & class;
        let puts = |cell: &FastCell| Layers::added(cell) & class;
        let added: u32 = cells(row).map(|cell| puts(cell).count_ones()).sum();
        let of_class = |cell| Layers::certainly_removed(cell).filter(|set| set & !class == 0);
        let certain: usize = cells(row).map(|cell| of_class(cell).count()).sum();
        // Every thing that may be taken is one that must be there, and none comes where one is already.
        let exact = cells(row).all(|cell| {
            let sets = of_class(cell).fold(0, |all, set| all | set);
            takes(cell) & !sets == 0 && layers.is_new(cell, puts(cell))
        });
        let vanishes = !exact || added as usize != certain;
        if added > 0 && row.parts.len() > 1 {
            return None;
        }
        for part in &row.parts {
            for (from, taking) in part.cells.iter().enumerate().filter(|(_, cell)| takes(cell) != 0) {
                each_cell(part.begin.words(), |first| {
                    let cell = |at: usize| (first as isize + rule.step * at as isize) as usize;
                    for object in objects(takes(taking)) {
                        let Some(place) = self.number(object, cell(from)) else { continue };
                        self.vanishing[place as usize] |= vanishes;
                        for (to, putting) in part.cells.iter().enumerate() {
                            for object in objects(puts(putting)) {
                                if let Some(next) = self.number(object, cell(to)) {
                                    self.ruled[next as usize].push(place);
                                    self.count += 1;
                                }
                            }
                        }
                    }
                });
            }
        }
        Some(())
    }

    /// Adds where movements lead.
    fn add_movements(&mut self, class: u64, known: &Known<'_>, work: &mut Work<'_>) -> Option<()> {
        let height = known.size.height;
        for object in objects(class) {
            let Some(slot) = known.slot_of(object) else { continue };
            if !is_clean(slot, known) || !work.add(known.cells) {
                return None;
            }
            let moving = movements(object, slot, known, work);
            for (direction, plane) in moving.iter().enumerate() {
                each_cell(plane.words(), |cell| {
                    let (x, y) = (cell / height, cell % height);
                    let target = match direction {
                        0 => (y > 0).then(|| cell - 1),
                        1 => (y + 1 < height).then_some(cell + 1),
                        2 => (x > 0).then(|| cell - height),
                        _ => (x + 1 < known.size.width).then_some(cell + height),
                    };
                    let Some(target) = target else { return };
                    if known.fixed[target] & known.movers[slot] == 0
                        && let (Some(place), Some(next)) =
                            (self.number(object, cell), self.number(object, target))
                    {
                        self.moved[next as usize].push(place);
                    }
                });
            }
        }
        Some(())
    }

    /// How many movements each place is from one of the goals. `step` is what a movement counts.
    pub fn distances(&self, is_goal: impl Fn(usize) -> bool, step: u32, work: &mut Work<'_>) -> Vec<u32> {
        work.add(self.places.len() + self.count);
        let mut distances = vec![NEVER; self.places.len()];
        let mut layer: Vec<u32> =
            (0..self.places.len() as u32).filter(|&place| is_goal(place as usize)).collect();
        let mut distance = 0;
        let mut next = Vec::new();
        while !layer.is_empty() {
            while let Some(place) = layer.pop() {
                let at = place as usize;
                if distances[at] != NEVER {
                    continue;
                }
                distances[at] = distance;
                layer.extend(self.ruled[at].iter().filter(|&&before| distances[before as usize] == NEVER));
                let list = if step == 0 { &mut layer } else { &mut next };
                list.extend(self.moved[at].iter().filter(|&&before| distances[before as usize] == NEVER));
            }
            std::mem::swap(&mut layer, &mut next);
            distance += step;
        }
        distances
    }
}

/// Each object of a set.
pub(super) fn objects(set: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|bit| 1 << bit).filter(move |bit| set & bit != 0)
}

/// Whether a cell has a movement of a slot only where it has an object of its layer: otherwise things that move there may
/// move on.
fn is_clean(slot: usize, known: &Known<'_>) -> bool {
    let layer = known.movers[slot];
    known.early_rules().flat_map(|rule| rule.rows.iter().flat_map(cells)).all(|cell| {
        let sets = cell.set_movements & bits(slot) != 0;
        let empties = known.layers.removed(cell) & layer != 0 && cell.set & layer == 0;
        let clears = cell.clear_movements & bits(slot) == bits(slot) && !sets;
        (!sets || subject(cell, layer) != 0) && (!empties || clears)
    })
}

/// The objects of a layer of which one is certainly in a cell after a replacement; none if that is not known.
fn subject(cell: &FastCell, layer: u64) -> u64 {
    let stays = cell.present & layer & !cell.clear;
    let choice = cell.any.iter().copied().find(|any| any & !layer == 0 && any & cell.clear == 0);
    match (cell.set & layer, stays) {
        (0, 0) => choice.unwrap_or(0),
        (0, stays) => stays,
        (set, _) => set,
    }
}

/// Where an object may have a movement: up, down, left, right.
fn movements(object: u64, slot: usize, known: &Known<'_>, work: &mut Work<'_>) -> [CellSet; 4] {
    let layer = known.movers[slot];
    let words = known.words;
    if object & known.player != 0 {
        return [(); 4].map(|()| CellSet::first(known.possible.len(), words));
    }
    let mut found = [(); 4].map(|()| CellSet::empty(words));
    for rule in known.early_rules() {
        // What is found once the work is given up is not used.
        if !work.add(16 * words * rule.cells) {
            break;
        }
        for part in rule.rows.iter().flat_map(|row| &row.parts) {
            for (at, cell) in part.cells.iter().enumerate() {
                let mut given = 0;
                if subject(cell, layer) & object != 0 {
                    given |= cell.set_movements >> (5 * slot) & mask::ALL;
                }
                // What takes the place of another thing may go on with its movement.
                if Layers::added(cell) & object != 0 && cell.clear_movements & bits(slot) != bits(slot) {
                    given = mask::ALL;
                }
                for (_, found) in found.iter_mut().enumerate().filter(|(bit, _)| given >> bit & 1 == 1) {
                    each_cell(part.begin.words(), |first| {
                        found.insert((first as isize + rule.step * at as isize) as usize);
                    });
                }
            }
        }
    }
    found
}
