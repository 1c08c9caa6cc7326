//! How many moves several atoms need together, by rows and columns.
//!
//! A move goes along one axis. If one pair of atoms is five columns apart and another five rows, then the moves that
//! bring the first pair together do not help the second: the level needs the sum of both, not the larger one.
//!
//! A [`Need`] says, for each number of horizontal moves, how many vertical moves are needed as well. Two needs that must
//! both be met are combined by the larger number of each entry, and alternatives by the smaller one, so which partner
//! an atom bonds with may depend on how many horizontal moves there are. At the end the cheapest entry counts.
//! A need has 16 bytes, which processors combine at once.
//!
//! In a level with `@`, a dragged atom moves along the other axis. There a need only knows the number of all moves.

use std::cmp::Ordering;

use unriddle_search::Cost;

/// So many numbers of horizontal moves are told apart. The last stands for all greater ones.
const SPAN: usize = 16;

/// By number of horizontal moves: the least number of vertical moves that is needed, or [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need([u8; SPAN]);

/// No number of vertical moves is enough.
const NEVER: u8 = u8::MAX;

impl Need {
    /// What needs no move.
    pub(crate) const NOTHING: Need = Need([0; SPAN]);
    /// What is impossible.
    pub(crate) const IMPOSSIBLE: Need = Need([NEVER; SPAN]);

    /// What needs this number of moves, along whichever axis.
    #[inline]
    pub(crate) fn of_moves(moves: u8) -> Self {
        if moves == NEVER {
            return Need::IMPOSSIBLE;
        }
        Need(std::array::from_fn(|horizontal| moves.saturating_sub(horizontal as u8)))
    }

    /// What two atoms so many columns and rows apart need to become adjacent.
    pub(crate) fn of_distance(columns: u32, rows: u32) -> Self {
        Need(std::array::from_fn(|horizontal| {
            let is_last = horizontal + 1 == SPAN;
            // At the end they are in the same column, or in adjacent columns of the same row.
            let vertical = match (horizontal as u32 + 1).cmp(&columns) {
                Ordering::Less if !is_last => return NEVER,
                Ordering::Equal if !is_last => rows,
                _ => rows.saturating_sub(1),
            };
            vertical.min(u32::from(NEVER) - 1) as u8
        }))
    }

    /// Adds what must be met as well.
    #[inline]
    pub(crate) fn add(&mut self, other: &Need) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, &other)| *one = other.max(*one));
    }

    /// Whether whatever meets this meets the other as well.
    #[inline]
    pub(crate) fn includes(&self, other: &Need) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| other <= one)
    }

    /// Whether this needs no move.
    #[inline]
    pub(crate) fn is_met(&self) -> bool {
        self.0[0] == 0
    }

    /// The least number of moves; [`Cost::MAX`] if this is impossible.
    #[inline]
    pub(crate) fn moves(&self) -> Cost {
        // Sums beyond a byte count as the greatest that fits: far more moves than a search can look ahead.
        let sums = self.0.iter().zip(0u8..).map(|(vertical, horizontal)| vertical.saturating_add(horizontal));
        match self.0.iter().min() {
            Some(&NEVER) | None => Cost::MAX,
            Some(_) => sums.min().map_or(Cost::MAX, Cost::from),
        }
    }
}

/// Adds an alternative to a list of the least needs, in which entry `n` is what `n + 1` of the alternatives need. Works
/// in place: the compiler would take values of 16 bytes apart.
#[inline]
pub(crate) fn keep_least(list: &mut [Need], need: &Need) {
    let mut rest = *need;
    for kept in list {
        for (kept, rest) in kept.0.iter_mut().zip(&mut rest.0) {
            (*kept, *rest) = ((*kept).min(*rest), (*kept).max(*rest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least sum of horizontal and vertical moves after which each of the pairs can be adjacent.
    fn tried(pairs: &[(u32, u32)]) -> u32 {
        let met = |across: u32, down: u32| {
            let met = |&(columns, rows): &(u32, u32)| {
                columns <= across && rows <= down + 1 || columns <= across + 1 && rows <= down
            };
            pairs.iter().all(met)
        };
        let all = (0..40).flat_map(|across| (0..40).map(move |down| (across, down)));
        all.filter(|&(across, down)| met(across, down))
            .map(|(across, down)| across + down)
            .min()
            .expect("enough moves")
    }

    #[test]
    fn moves_along_both_axes_add_up() {
        let need = |(columns, rows)| Need::of_distance(columns, rows);
        let both = |one, other| {
            let mut both = need(one);
            both.add(&need(other));
            both
        };
        let pairs = (0..14)
            .flat_map(|columns| (0..14).map(move |rows| (columns, rows)))
            .filter(|&pair| pair != (0, 0));
        for one in pairs.clone() {
            assert_eq!(need(one).moves(), tried(&[one]), "{one:?}");
            for other in pairs.clone() {
                assert_eq!(both(one, other).moves(), tried(&[one, other]), "{one:?}, {other:?}");
                let mut nearest = [Need::IMPOSSIBLE];
                [one, other].into_iter().for_each(|pair| keep_least(&mut nearest, &need(pair)));
                let least = tried(&[one]).min(tried(&[other]));
                assert_eq!(nearest[0].moves(), least, "{one:?} or {other:?}");
            }
        }
        assert_eq!(both((6, 1), (1, 6)).moves(), 10);
    }

    #[test]
    fn beyond_the_table_no_need_is_too_great() {
        for columns in [15, 16, 17, 18, 30] {
            for rows in [0, 1, 5, 15, 16, 30] {
                assert!(
                    Need::of_distance(columns, rows).moves() <= tried(&[(columns, rows)]),
                    "{columns}, {rows}"
                );
            }
        }
        assert!(Need::of_distance(100, 1000).moves() < Cost::MAX);
        assert_eq!((Need::of_moves(40).moves(), Need::of_moves(NEVER).moves()), (40, Cost::MAX));
    }

    #[test]
    fn the_nth_nearest_partner_counts() {
        let mut nearest = [Need::IMPOSSIBLE; 2];
        [(5, 1), (2, 1), (3, 1)]
            .into_iter()
            .for_each(|(x, y)| keep_least(&mut nearest, &Need::of_distance(x, y)));
        assert_eq!(nearest.map(|need| need.moves()), [2, 3]);
    }
}
