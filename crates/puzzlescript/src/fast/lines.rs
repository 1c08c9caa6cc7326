//! Rows with ellipses: which of the places where a part matches belong to a match of the whole row.
//!
//! The second part must lie somewhere ahead of the first one in the same line, and so on. So the places of one part are
//! spread along their lines, by doubling, and those of the next part are kept where they meet. What is left from
//! both ends belongs to a match.

use super::rows::Size;
use super::sets::{CellSet, Plane, shifted};
use crate::rule_text::Heading;

/// How sets of cells move along the lines of a board, in one direction.
#[derive(Clone, Debug)]
struct Way {
    /// From the end of each part to the next one, without a gap.
    jumps: Vec<Shift>,
    /// One cell, two cells, four cells and so on.
    doubling: Vec<Shift>,
}

/// A number of cells, and the cells that can be reached by it without leaving the line.
#[derive(Clone, Debug)]
struct Shift {
    offset: isize,
    within: CellSet,
}

impl Shift {
    fn new(cells: usize, size: Size, words: usize, direction: Heading) -> Shift {
        let mut within = CellSet::empty(words);
        for cell in 0..size.width * size.height {
            if size.ahead(cell, opposite(direction)) > cells {
                within.insert(cell);
            }
        }
        Shift { offset: -size.step(direction) * cells as isize, within }
    }

    #[inline]
    fn apply<const W: usize>(&self, plane: &Plane<W>) -> Plane<W> {
        let mut moved = shifted(plane, self.offset);
        moved.iter_mut().zip(self.within.plane::<W>()).for_each(|(word, within)| *word &= within);
        moved
    }
}

impl Way {
    fn new(lengths: &[usize], size: Size, words: usize, direction: Heading) -> Way {
        let along = match direction {
            Heading::Up | Heading::Down => size.height,
            Heading::Left | Heading::Right => size.width,
        };
        let shift = |cells: usize| Shift::new(cells, size, words, direction);
        let doubling = (0..usize::BITS).map(|bit| 1 << bit).take_while(|&cells| cells < along);
        Way {
            jumps: lengths.iter().map(|&length| shift(length)).collect(),
            doubling: doubling.map(shift).collect(),
        }
    }

    /// The cells that lie at least a jump ahead.
    #[inline]
    fn ahead<const W: usize>(&self, plane: &Plane<W>, jump: usize) -> Plane<W> {
        let mut spread = self.jumps[jump].apply(plane);
        for shift in &self.doubling {
            let more = shift.apply(&spread);
            spread.iter_mut().zip(&more).for_each(|(word, more)| *word |= more);
        }
        spread
    }
}

/// How the parts of a row find each other.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    forward: Way,
    backward: Way,
}

impl Lines {
    /// For a row whose parts have these lengths.
    pub fn new(lengths: &[usize], size: Size, words: usize, direction: Heading) -> Lines {
        let jumps = &lengths[..lengths.len() - 1];
        Lines {
            forward: Way::new(jumps, size, words, direction),
            backward: Way::new(jumps, size, words, opposite(direction)),
        }
    }

    /// Keeps, of the places where each part begins, those that belong to a match. Returns whether there is one.
    #[inline]
    pub fn keep_matches<const W: usize>(&self, starts: &mut [Plane<W>; 3]) -> bool {
        let last = self.forward.jumps.len();
        for part in 0..last {
            let ahead = self.forward.ahead(&starts[part], part);
            if !intersect(&mut starts[part + 1], &ahead) {
                return false;
            }
        }
        for part in (0..last).rev() {
            let behind = self.backward.ahead(&starts[part + 1], part);
            intersect(&mut starts[part], &behind);
        }
        true
    }
}

/// Keeps what is in both. Returns whether there is anything.
#[inline]
fn intersect<const W: usize>(plane: &mut Plane<W>, other: &Plane<W>) -> bool {
    plane.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
    plane.iter().any(|&word| word != 0)
}

fn opposite(direction: Heading) -> Heading {
    match direction {
        Heading::Up => Heading::Down,
        Heading::Down => Heading::Up,
        Heading::Left => Heading::Right,
        Heading::Right => Heading::Left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_belong_to_a_match_are_kept_and_no_others() {
        // Against trying all pairs and triples, on boards of one and of two words.
        fn check<const W: usize>(size: Size, seed: &mut u64) {
            let cells = size.width * size.height;
            let mut random = || {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *seed >> 33
            };
            for direction in [Heading::Up, Heading::Down, Heading::Left, Heading::Right] {
                for lengths in [vec![1, 1], vec![2, 1], vec![1, 2, 1], vec![1, 1, 2]] {
                    let step = size.step(direction);
                    let mut starts = [[0; W]; 3];
                    for (part, &length) in lengths.iter().enumerate() {
                        let fits = |&cell: &usize| size.ahead(cell, direction) >= length;
                        for cell in (0..cells).filter(fits).filter(|_| random() % 6 == 0).collect::<Vec<_>>()
                        {
                            starts[part][cell / 64] |= 1 << (cell % 64);
                        }
                    }
                    let has = |plane: &Plane<W>, cell: usize| plane[cell / 64] >> (cell % 64) & 1 == 1;
                    let list = |part: usize| (0..cells).filter(move |&cell| has(&starts[part], cell));
                    // How far a place is ahead of another in the same line.
                    let gap = |from: usize, to: usize| {
                        (0..size.ahead(from, direction))
                            .find(|&far| from as isize + step * far as isize == to as isize)
                    };
                    let follows = |part: usize, from: usize, to: usize| {
                        gap(from, to).is_some_and(|far| far >= lengths[part])
                    };
                    let mut wanted = [[0; W]; 3];
                    let mut note = |places: &[usize]| {
                        for (part, &cell) in places.iter().enumerate() {
                            wanted[part][cell / 64] |= 1 << (cell % 64);
                        }
                    };
                    for one in list(0) {
                        for two in list(1).filter(|&two| follows(0, one, two)) {
                            if lengths.len() == 2 {
                                note(&[one, two]);
                            } else {
                                list(2)
                                    .filter(|&three| follows(1, two, three))
                                    .for_each(|three| note(&[one, two, three]));
                            }
                        }
                    }
                    let mut kept = starts;
                    let found = Lines::new(&lengths, size, W, direction).keep_matches(&mut kept);
                    assert_eq!(found, wanted[0] != [0; W]);
                    if found {
                        assert_eq!(kept[..lengths.len()], wanted[..lengths.len()]);
                    }
                }
            }
        }
        let mut seed = 7;
        for _ in 0..20 {
            check::<1>(Size { width: 9, height: 7 }, &mut seed);
            check::<2>(Size { width: 8, height: 13 }, &mut seed);
            check::<2>(Size { width: 1, height: 100 }, &mut seed);
        }
    }
}
