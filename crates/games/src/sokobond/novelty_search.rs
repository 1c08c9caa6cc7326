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
use std::collections::hash_map::{Entry, HashMap};

use unriddle_search::{Cost, Counts, Limit, Limits, Monitor, Puzzle, Report, Run, Solution};

use super::goal_count_search::GoalCountPuzzle;
use super::level::{AtomId, Board};
use super::macro_search::MacroMove;
use super::state::{State, Words};

/// The weight of the estimate, relative to the cost so far.
const WEIGHT: Cost = 4;
/// Generated states between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;
/// The size of the table of facts, in bits: a power of two.
const FACT_BITS: usize = 1 << 26;
/// The parent of the start.
const NO_PARENT: u32 = u32::MAX;

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
    fn of<W: Words>(&mut self, board: &Board, state: &State<W>, class: u8) -> u32 {
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

/// A stored state.
struct Node<W> {
    state: State<W>,
    parent: u32,
    cost: Cost,
}

struct NoveltySearch<'p, 'q, 'a, W> {
    puzzle: &'p GoalCountPuzzle<'q, 'a, W>,
    novelty: Novelty,
    nodes: Vec<Node<W>>,
    numbers: HashMap<State<W>, u32>,
    /// By queue class: novelty, then cost and estimate, then age.
    queues: Vec<BinaryHeap<Reverse<(u32, Cost, u32)>>>,
    turn: usize,
    heap_bytes: usize,
    counts: Counts,
}

/// Searches for any solution. The cost of a solution counts pushes.
pub(crate) fn novelty_search<'q, 'a, W: Words>(
    puzzle: &GoalCountPuzzle<'q, 'a, W>,
    limits: &Limits,
    monitor: &mut Monitor<'_>,
) -> Report<GoalCountPuzzle<'q, 'a, W>> {
    let mut run = Run::new(monitor, limits);
    let mut search = NoveltySearch {
        puzzle,
        novelty: Novelty::new(puzzle.board()),
        nodes: Vec::new(),
        numbers: HashMap::new(),
        queues: Vec::new(),
        turn: 0,
        heap_bytes: 0,
        counts: Counts::default(),
    };
    // A search that was stopped has no solution.
    let solved = search.run(&mut run).unwrap_or(None);
    run.set_counts(search.counts);
    let outcome = run.finish(solved.map(|number| search.solution(number)));
    Report::new(&run, outcome, None)
}

impl<W: Words> NoveltySearch<'_, '_, '_, W> {
    /// The number of a solved state. Fails with the limit that stopped the search.
    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<Option<u32>, Limit> {
        let start = self.puzzle.canonical(self.puzzle.start());
        if let Some(solved) = self.reach(start, 0, NO_PARENT) {
            return Ok(Some(solved));
        }
        let (mut next, mut checked) = (Vec::new(), 0);
        while let Some(number) = self.next_in_turn() {
            if self.counts.generated >= checked {
                run.check(self.counts, self.bytes(), None)?;
                checked = self.counts.generated + CHECK_INTERVAL;
            }
            let Node { state, cost, .. } = &self.nodes[number as usize];
            let puzzle = self.puzzle;
            puzzle.expand(state, |_, step, state| next.push((*cost + step, puzzle.canonical(state))));
            self.counts.expanded += 1;
            self.counts.generated += next.len() as u64;
            for (cost, state) in next.drain(..) {
                if let Some(solved) = self.reach(state, cost, number) {
                    return Ok(Some(solved));
                }
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
    fn reach(&mut self, state: State<W>, cost: Cost, parent: u32) -> Option<u32> {
        let number = self.nodes.len() as u32;
        let Entry::Vacant(vacant) = self.numbers.entry(state) else { return None };
        let state = vacant.key().clone();
        self.puzzle.lower_bound(&state)?;
        vacant.insert(number);
        let solved = self.puzzle.is_solved(&state);
        if !solved {
            let class = self.puzzle.queue_class(&state);
            let novelty = self.novelty.of(self.puzzle.board(), &state, class);
            let priority = cost.saturating_add(self.puzzle.estimate(&state).saturating_mul(WEIGHT));
            if usize::from(class) >= self.queues.len() {
                self.queues.resize_with(usize::from(class) + 1, BinaryHeap::new);
            }
            self.queues[usize::from(class)].push(Reverse((novelty, priority, number)));
        }
        self.heap_bytes += 2 * self.puzzle.heap_bytes(&state);
        self.nodes.push(Node { state, parent, cost });
        self.counts.stored += 1;
        solved.then_some(number)
    }

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize {
        let entry = size_of::<(State<W>, u32)>() + 1;
        let queued: usize = self.queues.iter().map(BinaryHeap::capacity).sum();
        self.nodes.capacity() * size_of::<Node<W>>()
            + self.numbers.capacity() * entry
            + queued * size_of::<(u32, Cost, u32)>()
            + FACT_BITS / 8
            + self.heap_bytes
    }

    /// The moves from the start to a stored state.
    fn solution(&self, number: u32) -> Solution<MacroMove> {
        let mut chain = Vec::new();
        let mut at = number;
        while self.nodes[at as usize].parent != NO_PARENT {
            chain.push(&self.nodes[at as usize].state);
            at = self.nodes[at as usize].parent;
        }
        // An interrupted puzzle may leave out moves, but all are needed here.
        let puzzle = self.puzzle.0.without_interrupt();
        let puzzle = GoalCountPuzzle(&puzzle);
        let mut here = puzzle.start();
        let mut moves = Vec::with_capacity(chain.len());
        for link in chain.into_iter().rev() {
            let mut step = None;
            puzzle.expand(&here, |mv, _, next| {
                if step.is_none() && puzzle.canonical(next.clone()) == *link {
                    step = Some((mv, next));
                }
            });
            let (mv, next) = step.expect("equal states have moves to equal states");
            moves.push(mv);
            here = next;
        }
        Solution { cost: self.nodes[number as usize].cost, moves }
    }
}
