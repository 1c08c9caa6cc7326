//! A search for any solution that prefers states with something new in them.
//!
//! On an open board with several loose atoms most states differ from others only in where atoms lie that
//! do not matter yet, and a search led by an estimate expands them by the million. Here a state has
//! *novelty* 1 if some atom is where none of its kind has been before, 2 if a pair of atoms is, and 3 if
//! neither is. Only states with the same number of bonds still to make are compared. As in the
//! [goal count search](super::goal_count_search), whose states and costs it shares, each number of bonds
//! has a queue of its own, and the queues take turns. In a queue, novelty comes first, then the estimate.
//! States of novelty 1 and 2 are few, so the search is wide and shallow at first; since none is dropped,
//! it is complete.
//!
//! The facts seen are one bit each in a table of fixed size. Two facts may share a bit; one of them is then
//! not new, which changes the order only. A state takes about 70 bytes and a few microseconds on a typical board. One
//! thread.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use unriddle_search::{Cost, Counts, Flat, FlatPuzzle, Limit, Limits, Monitor, Report, Run, Solution};

use super::goal_count_search::GoalCountPuzzle;
use super::level::{AtomId, Board};
use super::macro_search::MacroMove;

/// The weight of the estimate, relative to the cost so far.
const WEIGHT: Cost = 4;
/// Generated states between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;
/// The size of the table of facts, in bits: a power of two.
const FACT_BITS: usize = 1 << 26;

/// The facts seen so far.
struct Novelty {
    seen: Vec<u64>,
    /// For each atom, a number that it shares with all equal atoms.
    kinds: Vec<u64>,
    /// The facts about the atoms of a state.
    facts: Vec<u64>,
}

impl Novelty {
    fn new(board: &Board) -> Self {
        let kind = |atom: AtomId| match atom == board.player {
            true => 7,
            false => u64::from(board.atoms[atom].valence()),
        };
        let kinds = (0..board.atoms.len()).map(kind).collect();
        Novelty { seen: vec![0; FACT_BITS / 64], kinds, facts: Vec::new() }
    }

    /// The novelty of a state, whose facts count as seen from now on.
    fn of(&mut self, board: &Board, state: &[u64], class: u8) -> u32 {
        let mut facts = std::mem::take(&mut self.facts);
        facts.clear();
        let fact = |atom: AtomId| mixed(board.layout.part(state, atom) << 3 | self.kinds[atom]);
        facts.extend((0..board.atoms.len()).map(fact));
        let class = u64::from(class) << 32;
        let (mut one, mut two) = (false, false);
        for (at, &fact) in facts.iter().enumerate() {
            one |= self.is_new(mixed(fact ^ class));
            for &other in &facts[..at] {
                // The order of the two does not matter, nor does it if they are equal.
                two |= self.is_new(mixed(fact.wrapping_add(other) ^ class));
            }
        }
        self.facts = facts;
        if one {
            1
        } else if two {
            2
        } else {
            3
        }
    }

    /// Whether a fact is new, by its hash. Then it is noted.
    #[inline]
    fn is_new(&mut self, hash: u64) -> bool {
        let bit = hash as usize & (FACT_BITS - 1);
        let word = &mut self.seen[bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }
}

/// A bijection that spreads numbers (the finaliser of SplitMix64).
#[inline]
fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The states found so far, by number, with a hash table that finds the number of a state.
struct Closed {
    /// Words per state.
    width: usize,
    words: Vec<u64>,
    /// A power of two of numbers, at most half of them in use.
    table: Vec<u32>,
    len: usize,
}

/// No state: an empty place of the table, or the parent of the start.
const NONE: u32 = u32::MAX;

impl Closed {
    fn new(width: usize) -> Self {
        Closed { width, words: Vec::new(), table: vec![NONE; 1 << 10], len: 0 }
    }

    fn state(&self, number: u32) -> &[u64] {
        &self.words[number as usize * self.width..][..self.width]
    }

    /// The place of a state in the table, or the empty place where it belongs.
    fn place(&self, state: &[u64]) -> usize {
        let hash = state.iter().fold(0, |hash, &word| mixed(hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mut place = hash as usize & (self.table.len() - 1);
        while self.table[place] != NONE && self.state(self.table[place]) != state {
            place = (place + 1) & (self.table.len() - 1);
        }
        place
    }

    fn contains(&self, state: &[u64]) -> bool {
        self.table[self.place(state)] != NONE
    }

    /// Stores a state that is not there yet, and returns its number.
    fn push(&mut self, state: &[u64]) -> u32 {
        if 2 * self.len >= self.table.len() {
            self.table = vec![NONE; 2 * self.table.len()];
            for number in 0..self.len as u32 {
                let place = self.place(self.state(number));
                self.table[place] = number;
            }
        }
        let (place, number) = (self.place(state), self.len as u32);
        self.table[place] = number;
        self.words.extend_from_slice(state);
        self.len += 1;
        number
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.table.capacity() * size_of::<u32>()
    }
}

struct NoveltySearch<'a> {
    puzzle: GoalCountPuzzle<'a>,
    novelty: Novelty,
    closed: Closed,
    /// By number of the state: the number of its parent, and its cost.
    links: Vec<(u32, Cost)>,
    /// By queue class: novelty, then cost and estimate, then age.
    queues: Vec<BinaryHeap<Reverse<(u32, Cost, u32)>>>,
    turn: usize,
    counts: Counts,
}

/// Searches for any solution. The cost of a solution counts pushes.
pub(crate) fn novelty_search<'a>(
    puzzle: GoalCountPuzzle<'a>,
    limits: &Limits,
    monitor: &mut Monitor<'_>,
) -> Report<Flat<GoalCountPuzzle<'a>>> {
    let mut run = Run::new(monitor, limits);
    let mut search = NoveltySearch {
        puzzle,
        novelty: Novelty::new(puzzle.board()),
        closed: Closed::new(puzzle.words()),
        links: Vec::new(),
        queues: Vec::new(),
        turn: 0,
        counts: Counts::default(),
    };
    // A search that was stopped has no solution.
    let solved = search.run(&mut run).unwrap_or(None);
    run.set_counts(search.counts);
    let outcome = run.finish(solved.map(|number| search.solution(number)));
    Report::new(&run, outcome, None)
}

impl NoveltySearch<'_> {
    /// The number of a solved state. Fails with the limit that stopped the search.
    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<Option<u32>, Limit> {
        let puzzle = self.puzzle;
        let (mut state, mut next, mut room) =
            (vec![0; puzzle.words()], vec![0; puzzle.words()], vec![0; puzzle.words()]);
        puzzle.start(&mut state);
        if let Some(solved) = self.reach(puzzle.canonical(&state, &mut room), 0, NONE) {
            return Ok(Some(solved));
        }
        let mut checked = 0;
        while let Some(number) = self.next_in_turn() {
            if self.counts.generated >= checked {
                run.check(self.counts, self.bytes(), None)?;
                checked = self.counts.generated + CHECK_INTERVAL;
            }
            state.copy_from_slice(self.closed.state(number));
            let cost = self.links[number as usize].1;
            let mut solved = None;
            puzzle.expand(&state, &mut next, |_, step, next| {
                self.counts.generated += 1;
                if solved.is_none() {
                    solved = self.reach(puzzle.canonical(next, &mut room), cost + step, number);
                }
            });
            self.counts.expanded += 1;
            if solved.is_some() {
                return Ok(solved);
            }
        }
        run.exhaust()?;
        Ok(None)
    }

    /// The next state to expand.
    fn next_in_turn(&mut self) -> Option<u32> {
        for _ in 0..self.queues.len() {
            self.turn = (self.turn + 1) % self.queues.len();
            if let Some(Reverse((_, _, number))) = self.queues[self.turn].pop() {
                return Some(number);
            }
        }
        None
    }

    /// Stores a state, unless it is known or dead. Returns its number if it is solved.
    fn reach(&mut self, state: &[u64], cost: Cost, parent: u32) -> Option<u32> {
        if self.closed.contains(state) {
            return None;
        }
        self.puzzle.lower_bound(state)?;
        let number = self.closed.push(state);
        self.links.push((parent, cost));
        self.counts.stored += 1;
        if self.puzzle.is_solved(state) {
            return Some(number);
        }
        let class = self.puzzle.missing_bonds(state);
        let novelty = self.novelty.of(self.puzzle.board(), state, class);
        let priority = cost.saturating_add(self.puzzle.estimate(state).saturating_mul(WEIGHT));
        if usize::from(class) >= self.queues.len() {
            self.queues.resize_with(usize::from(class) + 1, BinaryHeap::new);
        }
        self.queues[usize::from(class)].push(Reverse((novelty, priority, number)));
        None
    }

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize {
        let queued: usize = self.queues.iter().map(BinaryHeap::capacity).sum();
        self.closed.bytes()
            + self.links.capacity() * size_of::<(u32, Cost)>()
            + queued * size_of::<(u32, Cost, u32)>()
            + FACT_BITS / 8
    }

    /// The moves from the start to a stored state.
    fn solution(&self, number: u32) -> Solution<MacroMove> {
        let mut chain = Vec::new();
        let mut at = number;
        while self.links[at as usize].0 != NONE {
            chain.push(self.closed.state(at));
            at = self.links[at as usize].0;
        }
        // An interrupted puzzle may leave out moves, but all are needed here.
        let puzzle = GoalCountPuzzle(self.puzzle.0.without_interrupt());
        let room = || vec![0; puzzle.words()];
        let (mut here, mut next, mut canonical) = (room(), room(), room());
        puzzle.start(&mut here);
        let mut moves = Vec::with_capacity(chain.len());
        for link in chain.into_iter().rev() {
            let mut step = None;
            puzzle.expand(&here, &mut next, |mv, _, next| {
                if step.is_none() && puzzle.canonical(next, &mut canonical) == link {
                    step = Some((mv, next.to_vec()));
                }
            });
            let (mv, next) = step.expect("equal states have moves to equal states");
            moves.push(mv);
            here = next;
        }
        Solution { cost: self.links[number as usize].1, moves }
    }
}
