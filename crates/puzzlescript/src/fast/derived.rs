//! Objects that follow from the others whenever the board is at rest, and need no room in a state.
//!
//! Such an object is taken from every cell in every turn, by a rule that asks for nothing else. What puts it back, if
//! anything, comes after all else that changes: so it is a function of the rest of the board, and the same late rules
//! find it again. Beams, shadows, marks, and things that exist only during a turn are of this kind.

use super::board::{Board, Watchers};
use super::effects::{Layers, cells};
use super::rows::{FastCell, Size};
use super::rules::{FastGroup, FastRule, Workspace, apply};
use super::sets::Plane;
use crate::engine::{Halt, Work};

/// Objects that follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Derived {
    pub objects: u64,
    /// The first of the late groups that put them on a board without any.
    pub from: usize,
}

impl Derived {
    /// None.
    pub fn none(late: &[FastGroup]) -> Derived {
        Derived { objects: 0, from: late.len() }
    }

    /// Finds those among `objects`.
    pub fn find(
        objects: u64,
        early: &[FastGroup],
        late: &[FastGroup],
        layers: &Layers,
        work: &mut Work<'_>,
    ) -> Derived {
        // A loop may leave out all groups after it.
        if early.iter().chain(late).any(|group| group.jump.is_some()) {
            return Derived::none(late);
        }
        let groups: Vec<&FastGroup> = early.iter().chain(late).collect();
        let first_late = early.len();
        let erased_in: Vec<(u64, usize)> = (0..64)
            .map(|bit| 1 << bit)
            .filter(|bit| objects & bit != 0)
            .filter_map(|object| {
                let erases = |group: &&FastGroup| group.rules.iter().any(|rule| erased(rule) & object != 0);
                let last = groups.iter().rposition(erases)?;
                Some((object, last))
            })
            .collect();
        let mut derived = erased_in.iter().fold(0, |all, (object, _)| all | object);
        let changed = |group: &FastGroup, change: fn(&Layers, &FastCell) -> u64| {
            let rules = group.rules.iter().filter(|rule| rule.replaces);
            rules
                .flat_map(|rule| rule.rows.iter().flat_map(cells))
                .fold(0, |all, cell| all | change(layers, cell))
        };
        let added: Vec<u64> =
            groups.iter().map(|group| changed(group, |_, cell| Layers::added(cell))).collect();
        let touched: Vec<u64> = groups.iter().map(|group| changed(group, Layers::changed)).collect();
        let read: Vec<u64> = groups.iter().map(|group| reads(group)).collect();
        loop {
            if !work.add(groups.len() * (1 + erased_in.len())) {
                return Derived::none(late);
            }
            let others =
                groups.len() - touched.iter().rev().take_while(|touched| **touched & !derived == 0).count();
            // Nothing may add the object from where it is erased to where all others are settled.
            let settled = others.max(first_late);
            let early_adders = |&(object, last): &(u64, usize)| {
                derived & object != 0
                    && added[last..settled.max(last + 1)].iter().any(|added| added & object != 0)
            };
            let mut wrong =
                erased_in.iter().filter(|pair| early_adders(pair)).fold(0, |all, pair| all | pair.0);
            let adders = |number: &usize| {
                let live =
                    |&(object, last): &(u64, usize)| *number > last && added[*number] & object & derived != 0;
                erased_in.iter().any(live)
            };
            let from = (settled..groups.len()).find(adders).unwrap_or(groups.len());
            // An object that is erased only after that may be read while it is out of date.
            for &(object, last) in
                erased_in.iter().filter(|&&(object, last)| derived & object != 0 && last >= from)
            {
                if (from..last).any(|number| (read[number] | touched[number]) & object != 0) {
                    wrong |= object;
                }
            }
            if wrong == 0 {
                return Derived { objects: derived, from: from - first_late };
            }
            derived &= !wrong;
        }
    }

    /// Puts the objects where they follow from the others of a board.
    pub fn find_again<const W: usize>(
        &self,
        late: &[FastGroup],
        size: Size,
        board: &mut Board<W>,
        space: &mut Workspace<'_, W>,
    ) {
        if self.objects != 0 {
            self.erase(board);
            apply(&late[self.from..], size, board, space);
        }
    }

    /// Whether the objects are where they follow from the others of a board.
    pub fn holds<const W: usize>(
        &self,
        late: &[FastGroup],
        size: Size,
        watchers: &Watchers,
        objects: &[u64],
        halt: &Halt<'_>,
    ) -> bool {
        let mut board = Board::<W>::holding(objects, watchers.clone());
        let mut space = Workspace::new(halt.clone());
        self.find_again(late, size, &mut board, &mut space);
        !space.work.is_over() && board.cells.iter().map(|&(objects, _)| objects).eq(objects.iter().copied())
    }

    /// Takes the objects from a board.
    fn erase<const W: usize>(&self, board: &mut Board<W>) {
        let mut rest = self.objects;
        while rest != 0 {
            let plane: Plane<W> = board.planes[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            board.set_all(&plane, (self.objects, 0), (0, 0));
        }
    }
}

/// The objects that a rule takes from every cell that has them, whatever else there is.
fn erased(rule: &FastRule) -> u64 {
    let [row] = rule.rows.as_slice() else { return 0 };
    let mut all = cells(row);
    let (Some(cell), None) = (all.next(), all.next()) else { return 0 };
    let target = match cell.any.as_slice() {
        [] if cell.present.count_ones() == 1 => cell.present,
        [any] if cell.present == 0 => *any,
        _ => return 0,
    };
    let free = cell.missing == 0 && cell.moving == 0 && cell.still == 0 && rule.replaces;
    if free && target & !cell.clear == 0 && target & cell.set == 0 { target } else { 0 }
}

/// The objects that the rules of a group look for.
fn reads(group: &FastGroup) -> u64 {
    let all = group.rules.iter().flat_map(|rule| rule.rows.iter().flat_map(cells));
    all.fold(0, |read, cell| cell.any.iter().fold(read | cell.present | cell.missing, |read, any| read | any))
}
