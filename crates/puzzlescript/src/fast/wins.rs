//! Win conditions on planes: whether they hold, and how far things seem to be from that.

use super::board::Board;
use super::rows::Size;
use super::sets::{Plane, each_cell};
use crate::engine::Work;
use crate::game::Quantity;

/// What a name matches in a cell: any of its objects, or all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub objects: u64,
    pub all: bool,
}

impl Named {
    /// The cells that have the name, among those of the whole board.
    pub fn cells<const W: usize>(self, board: &Board<W>, whole: &Plane<W>) -> Plane<W> {
        let mut plane = if self.all { *whole } else { [0; W] };
        let mut rest = self.objects;
        while rest != 0 {
            let other = &board.planes[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            for (word, other) in plane.iter_mut().zip(other) {
                *word = if self.all { *word & other } else { *word | other };
            }
        }
        plane
    }
}

/// A win condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastWin {
    pub quantity: Quantity,
    pub what: Named,
    pub on: Option<Named>,
}

/// Whether all conditions hold; never if there are none.
pub(super) fn all_hold<const W: usize>(wins: &[FastWin], board: &Board<W>, whole: &Plane<W>) -> bool {
    let holds = |win: &FastWin| {
        let what = win.what.cells(board, whole);
        let on = win.on.map_or(*whole, |on| on.cells(board, whole));
        let both = || what.iter().zip(&on).any(|(what, on)| what & on != 0);
        match win.quantity {
            Quantity::All => what.iter().zip(&on).all(|(what, on)| what & !on == 0),
            Quantity::Some => both(),
            Quantity::No => !both(),
        }
    };
    !wins.is_empty() && wins.iter().all(holds)
}

/// What a condition counts as if there is nothing that could fulfil it.
const FAR: u32 = 100;

/// For each condition that does not hold, how far things are from where it would hold. This leads a search for any
/// solution; nothing is proved by it.
pub(super) fn distance<const W: usize>(
    wins: &[FastWin],
    board: &Board<W>,
    whole: &Plane<W>,
    size: Size,
    work: &mut Work<'_>,
) -> u32 {
    let mut total = 0;
    for win in wins {
        let what = win.what.cells(board, whole);
        let on = win.on.map_or(*whole, |on| on.cells(board, whole));
        match distance_of(win.quantity, &what, &on, size, work) {
            Some(distance) => total += distance,
            None => break,
        }
    }
    total
}

/// How far things are from where one condition would hold; `None` if the work was given up.
fn distance_of(quantity: Quantity, what: &[u64], on: &[u64], size: Size, work: &mut Work<'_>) -> Option<u32> {
    let place = |cell: usize| (cell / size.height, cell % size.height);
    let mut goals = Vec::new();
    each_cell(on, |cell| goals.push(place(cell)));
    let nearest = |cell: usize| {
        let (x, y) = place(cell);
        let ways = goals.iter().map(|&(gx, gy)| x.abs_diff(gx) + y.abs_diff(gy));
        ways.min().map_or(FAR, |way| way as u32)
    };
    let count: u32 = what.iter().map(|word| word.count_ones()).sum();
    if !work.add(count as usize * (goals.len() + 1) + what.len()) {
        return None;
    }
    let mut each = Vec::new();
    each_cell(what, |cell| each.push(nearest(cell)));
    Some(match quantity {
        Quantity::All => each.iter().sum(),
        Quantity::Some => each.iter().copied().min().unwrap_or(FAR),
        Quantity::No => 2 * each.iter().filter(|&&way| way == 0).count() as u32,
    })
}
