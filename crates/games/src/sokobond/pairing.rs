//! Whether all free electrons can be used.
//!
//! No two atoms bond more than once in a level without `+`, so a solution is a simple graph with the free
//! electrons as its degrees. If every atom could meet every other, counting would tell whether there is
//! one ([`can_use_all_electrons`]). So it also tells which atoms may bond ([`PossibleBonds`]): of four hydrogen atoms and
//! a carbon atom, no two hydrogen atoms. The [tables of meetings](super::meetings) rule out some pairs with a hydrogen
//! atom. Where hydrogen atoms are all that the others bond with, they are then tried as partners one after
//! the other ([`Pairing`]).

use super::hub_table::{NEVER, Partners};
use super::level::Cell;
use super::meetings::{Meetings, Role};

/// After so many tries all electrons are taken to be usable.
const MAX_TRIES: u32 = 1000;
/// More hydrogen or other atoms than this are not paired.
const MAX_ATOMS: usize = u32::BITS as usize;

/// Whether all free electrons could be used if every atom could meet every other. `counts` has the number of
/// atoms with 0, 1, 2, 3 and 4 free electrons. By the theorem of Erdős and Gallai a graph with these degrees
/// exists if the sum is even and, for each `k`, the `k` atoms with the most electrons find enough partners
/// among themselves and the rest.
pub(super) fn can_use_all_electrons(counts: [u32; 5]) -> bool {
    let (mut most, mut needed) = (0, 0);
    for free in (1..=4u32).rev() {
        for taken in 1..=counts[free as usize] {
            most += 1;
            needed += free;
            let same = (counts[free as usize] - taken) * free.min(most);
            let rest: u32 = (1..free).map(|less| counts[less as usize] * less.min(most)).sum();
            if needed > most * (most - 1) + same + rest {
                return false;
            }
        }
    }
    needed.is_multiple_of(2)
}

/// Which atoms may bond such that all other electrons can still be used, by their free electrons. It is found again
/// only when the electrons have changed, which they do in few moves.
#[derive(Debug, Default)]
pub(super) struct PossibleBonds {
    counts: [u32; 5],
    /// One bit per pair of numbers of free electrons.
    pairs: u32,
}

impl PossibleBonds {
    /// Finds the bonds that are possible with these numbers of atoms with 0 to 4 free electrons.
    pub(super) fn find(&mut self, counts: [u32; 5]) {
        if self.counts == counts {
            return;
        }
        *self = PossibleBonds { counts, pairs: 0 };
        for one in 1..=4 {
            for other in 1..=one {
                let mut left = counts;
                let is_there = [one, other].into_iter().all(|free| {
                    let some = left[free] > 0;
                    left[free] = left[free].saturating_sub(1);
                    some
                });
                left[one - 1] += 1;
                left[other - 1] += 1;
                if is_there && can_use_all_electrons(left) {
                    self.pairs |= 1 << bit(one as u8, other as u8) | 1 << bit(other as u8, one as u8);
                }
            }
        }
    }

    /// Whether atoms with these numbers of free electrons may bond.
    #[inline]
    pub(super) fn has(&self, one: u8, other: u8) -> bool {
        self.pairs >> bit(one, other) & 1 == 1
    }
}

/// The bit of a pair of numbers of free electrons.
#[inline]
fn bit(one: u8, other: u8) -> u8 {
    5 * one + other
}

/// A hydrogen atom without a bond.
#[derive(Debug)]
struct Hydrogen {
    cell: Cell,
    /// The other atoms that it can meet, one bit each.
    hubs: u32,
    /// The hydrogen atoms that it can meet, one bit each.
    hydrogens: u32,
}

/// Any other atom with free electrons.
#[derive(Debug)]
struct Hub {
    role: Role,
    cell: Cell,
    free: u8,
    /// The hydrogen atoms that are tried as its partners, one bit each.
    taken: u32,
}

/// The search for partners. The memory is reused.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    hydrogens: Vec<Hydrogen>,
    hubs: Vec<Hub>,
    tries: u32,
}

impl Pairing {
    /// Forgets all atoms.
    pub(super) fn clear(&mut self) {
        self.hydrogens.clear();
        self.hubs.clear();
    }

    /// Adds an atom with free electrons.
    pub(super) fn add(&mut self, role: Role, cell: Cell, free: u8) {
        match role {
            Role::Hydrogen => self.hydrogens.push(Hydrogen { cell, hubs: 0, hydrogens: 0 }),
            _ => self.hubs.push(Hub { role, cell, free, taken: 0 }),
        }
    }

    /// Whether hydrogen atoms can be found for all others such that no electron of the added atoms is left,
    /// if hydrogen atoms are the only partners of the others. Also `true` if that takes too long to find out.
    pub(super) fn exists(&mut self, meetings: &Meetings) -> bool {
        if self.hydrogens.len().max(self.hubs.len()) > MAX_ATOMS {
            return true;
        }
        self.find_pairs(meetings);
        self.tries = 0;
        self.pair_up(meetings, (1 << self.hydrogens.len()) - 1)
    }

    /// Finds who can meet whom.
    fn find_pairs(&mut self, meetings: &Meetings) {
        for at in 0..self.hydrogens.len() {
            let one = (Role::Hydrogen, self.hydrogens[at].cell);
            let meets = |other| u32::from(meetings.moves(one, other, Partners::Hydrogens) != Some(NEVER));
            let hubs = self.hubs.iter().enumerate();
            let hubs = hubs.fold(0, |set, (bit, hub)| set | meets((hub.role, hub.cell)) << bit);
            let hydrogens = self.hydrogens.iter().enumerate();
            let hydrogens =
                hydrogens.fold(0, |set, (bit, other)| set | meets((Role::Hydrogen, other.cell)) << bit);
            (self.hydrogens[at].hubs, self.hydrogens[at].hydrogens) = (hubs, hydrogens);
        }
    }

    /// Pairs up the hydrogen atoms that are `left`, those with the fewest choices first.
    fn pair_up(&mut self, meetings: &Meetings, left: u64) -> bool {
        let choices = |&at: &usize| self.hydrogens[at].hubs.count_ones();
        let Some(at) = bits(left).min_by_key(choices) else {
            return self.hubs.iter().all(|hub| hub.free == 0);
        };
        self.tries += 1;
        if self.tries > MAX_TRIES {
            return true;
        }
        let Hydrogen { cell, hubs, hydrogens } = self.hydrogens[at];
        let left = left & !(1 << at);
        for hub in bits(hubs.into()) {
            let Hub { role, free, taken, .. } = self.hubs[hub];
            let takes_all = || {
                let mut others = bits(taken.into()).map(|other| self.hydrogens[other].cell);
                others.all(|other| meetings.can_take_both(role, cell, other))
            };
            if free > 0 && takes_all() {
                self.hubs[hub].free -= 1;
                self.hubs[hub].taken |= 1 << at;
                let exists = self.pair_up(meetings, left);
                self.hubs[hub].free += 1;
                self.hubs[hub].taken &= !(1 << at);
                if exists {
                    return true;
                }
            }
        }
        bits(left & u64::from(hydrogens)).any(|other| self.pair_up(meetings, left & !(1 << other)))
    }
}

/// The positions of the bits of a set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
