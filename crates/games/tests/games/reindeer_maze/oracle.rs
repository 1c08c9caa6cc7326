//! The oracle: a slow and simple solver.
//!
//! A map is rows of characters, and every move of every spot is tried again and again until nothing gets
//! cheaper. It shares no code with the game and omits no move.

use std::collections::{BTreeMap, BTreeSet};

/// Column, row, heading: 0 right, 1 up, 2 left, 3 down.
pub(crate) type Spot = (usize, usize, usize);

/// A map, with the costs of steps and turns and the heading at the start.
pub(crate) struct Oracle {
    pub(crate) rows: Vec<Vec<char>>,
    pub(crate) step: u64,
    pub(crate) turn: u64,
    pub(crate) heading: usize,
}

impl Oracle {
    pub(crate) fn new(text: &str) -> Self {
        let rows = text.lines().map(|line| line.chars().collect()).collect();
        Oracle { rows, step: 1, turn: 1000, heading: 0 }
    }

    /// The cells of floor.
    pub(crate) fn open(&self) -> Vec<(usize, usize)> {
        let all = (0..self.rows.len()).flat_map(|y| (0..self.rows[y].len()).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.rows[y][x] != '#').collect()
    }

    /// Each cell of floor with each heading.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        self.open().into_iter().flat_map(|(x, y)| (0..4).map(move |heading| (x, y, heading))).collect()
    }

    pub(crate) fn start(&self) -> Spot {
        let start = self.open().into_iter().find(|&(x, y)| self.rows[y][x] == 'S');
        let (x, y) = start.expect("there is a start");
        (x, y, self.heading)
    }

    fn is_goal(&self, (x, y, _): Spot) -> bool {
        self.rows[y][x] == 'E'
    }

    /// All moves that the rules allow, whether they help or not.
    pub(crate) fn moves(&self, (x, y, heading): Spot) -> Vec<(char, u64, Spot)> {
        let mut moves =
            vec![('L', self.turn, (x, y, (heading + 1) % 4)), ('R', self.turn, (x, y, (heading + 3) % 4))];
        let (dx, dy) = [(1, 0), (0, -1), (-1, 0), (0, 1)][heading];
        if let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
            && self.rows.get(y).and_then(|row| row.get(x)).is_some_and(|&sign| sign != '#')
        {
            moves.push(('F', self.step, (x, y, heading)));
        }
        moves
    }

    /// The cost from each spot to the goal, if there is a route.
    pub(crate) fn to_goal(&self) -> BTreeMap<Spot, u64> {
        let spots = self.spots();
        let goals = spots.iter().filter(|&&spot| self.is_goal(spot));
        let mut costs: BTreeMap<Spot, u64> = goals.map(|&spot| (spot, 0)).collect();
        loop {
            let mut changed = false;
            for &spot in spots.iter().chain(spots.iter().rev()) {
                for (_, cost, next) in self.moves(spot) {
                    let Some(rest) = costs.get(&next).map(|rest| rest + cost) else { continue };
                    if costs.get(&spot).is_none_or(|&known| rest < known) {
                        costs.insert(spot, rest);
                        changed = true;
                    }
                }
            }
            if !changed {
                return costs;
            }
        }
    }

    /// The lowest cost, if there is a route.
    pub(crate) fn optimal(&self) -> Option<u64> {
        self.to_goal().get(&self.start()).copied()
    }

    /// The lowest cost, the number of optimal solutions, and the number of cells on them. Turns must not be
    /// free.
    pub(crate) fn all(&self) -> Option<(u64, u128, u64)> {
        let costs = self.to_goal();
        let cost = *costs.get(&self.start())?;
        let mut counts = BTreeMap::new();
        let count = self.count(self.start(), &costs, &mut counts);
        let tiles: BTreeSet<(usize, usize)> = counts.keys().map(|&(x, y, _)| (x, y)).collect();
        Some((cost, count, tiles.len() as u64))
    }

    fn count(&self, spot: Spot, costs: &BTreeMap<Spot, u64>, counts: &mut BTreeMap<Spot, u128>) -> u128 {
        if let Some(&count) = counts.get(&spot) {
            return count;
        }
        let mut count = u128::from(self.is_goal(spot));
        for (_, cost, next) in self.moves(spot) {
            if costs.get(&next).is_some_and(|rest| rest + cost == costs[&spot]) {
                count += self.count(next, costs, counts);
            }
        }
        counts.insert(spot, count);
        count
    }

    /// The number of cells on any optimal route if turns are free: those whose distances from the start and
    /// to the goal add up to the distance between these.
    pub(crate) fn tiles_with_free_turns(text: &str) -> Option<u64> {
        let there = Oracle { turn: 0, ..Oracle::new(text) };
        let swapped = text.replace('E', "e").replace('S', "E").replace('e', "S");
        let (to_goal, to_start) = (there.to_goal(), Oracle { turn: 0, ..Oracle::new(&swapped) }.to_goal());
        let whole = *to_goal.get(&there.start())?;
        let lies_on_one = |&&(x, y): &&(usize, usize)| {
            let ways = (to_goal.get(&(x, y, 0)), to_start.get(&(x, y, 0)));
            matches!(ways, (Some(a), Some(b)) if a + b == whole)
        };
        Some(there.open().iter().filter(lies_on_one).count() as u64)
    }
}
