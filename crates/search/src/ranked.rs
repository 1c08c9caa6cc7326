//! Search on flat arrays, for puzzles that number their states densely.
//!
//! Dijkstra's algorithm with one array: the cost of each rank, 4 bytes. No hash, no states, no
//! parents: the way back goes over moves that cost exactly the difference. The queue has a lane
//! for each different cost of a move. States are taken in order of cost, so what a lane gets is
//! in order too, and a plain first-in first-out list will do: a push and a pop cost a few
//! nanoseconds each, for a pop times the number of lanes. Good for few different costs, however
//! far apart; where all cost the same, it is breadth-first search.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::solutions::{Parts, Solutions};
use crate::watch::{Counts, Watch};
use crate::{Cost, Goal, Limit, Outcome, Ranked, Solution};

/// States expanded between two looks at the clock.
const BETWEEN_CHECKS: u64 = 1024;

/// States that moves of one cost led to, in order of their own cost.
struct Lane {
    step: Cost,
    /// The (cost, rank) of the first; beyond any cost when the lane is empty.
    head: (Cost, u32),
    others: VecDeque<(Cost, u32)>,
}

const EMPTY: (Cost, u32) = (Cost::MAX, 0);

/// The queue: a lane for each cost that a move can have.
#[derive(Default)]
struct Lanes(Vec<Lane>);

impl Lanes {
    fn push(&mut self, step: Cost, cost: Cost, rank: u32) {
        match self.0.iter_mut().find(|lane| lane.step == step) {
            Some(lane) if lane.head == EMPTY => lane.head = (cost, rank),
            Some(lane) => lane.others.push_back((cost, rank)),
            None => self.0.push(Lane { step, head: (cost, rank), others: VecDeque::new() }),
        }
    }

    fn pop(&mut self) -> Option<(Cost, u32)> {
        let lane = self.0.iter_mut().min_by_key(|lane| lane.head.0)?;
        let first = std::mem::replace(&mut lane.head, lane.others.pop_front().unwrap_or(EMPTY));
        (first != EMPTY).then_some(first)
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|lane| lane.others.capacity() * size_of::<(Cost, u32)>()).sum()
    }
}

struct Flat<'a, P: Ranked> {
    puzzle: &'a P,
    /// The least cost of each rank plus 1; 0 where it was not reached.
    costs: Vec<u32>,
    start: u32,
    lanes: Lanes,
    counts: Counts,
}

/// A rank, the move that leaves it, and the place in the list of visits where that leads.
type Visit<M> = (u32, Option<(M, usize)>);

/// The outcome, all solutions if asked for, and what it took.
pub(crate) type Found<P> = (Outcome<<P as crate::Puzzle>::Move>, Option<Solutions<P>>, Counts);

pub(crate) fn ranked<P: Ranked>(puzzle: &P, goal: Goal, watch: &mut Watch<'_>) -> Found<P> {
    let ranks = puzzle.ranks() as usize;
    if watch.is_too_much(ranks * size_of::<u32>()) {
        return (Outcome::Stopped { limit: Limit::Memory, bound: 0 }, None, Counts::default());
    }
    let start = puzzle.rank(&puzzle.start());
    let costs = vec![0; ranks];
    let mut flat = Flat { puzzle, costs, start, lanes: Lanes::default(), counts: Counts::default() };
    let (outcome, solutions) = match flat.run(goal, watch) {
        Ok(found) if found.is_empty() => (Outcome::Unsolvable, None),
        Ok(found) => {
            let outcome = Outcome::Optimal(flat.path_to(found[0]));
            (outcome, (goal == Goal::All).then(|| flat.all_optimal(&found)))
        }
        Err((limit, bound)) => (Outcome::Stopped { limit, bound }, None),
    };
    (outcome, solutions, flat.counts)
}

impl<P: Ranked> Flat<'_, P> {
    /// The least cost of a rank, if it was reached.
    fn cost(&self, rank: u32) -> Option<Cost> {
        self.costs[rank as usize].checked_sub(1)
    }

    /// The ranks of the cheapest solved states (only one of them unless all are asked for), or
    /// the limit that was hit and a lower bound.
    fn run(&mut self, goal: Goal, watch: &mut Watch<'_>) -> Result<Vec<u32>, (Limit, Cost)> {
        let most = watch.most_cost().min(Cost::MAX - 1);
        let mut found = Vec::new();
        let mut too_dear: Option<Cost> = None;
        let mut best = most;
        let Flat { puzzle, costs, start, lanes, counts } = self;
        costs[*start as usize] = 1;
        counts.stored = 1;
        lanes.push(0, 0, *start);
        while let Some((cost, rank)) = lanes.pop() {
            if cost > best {
                if found.is_empty() {
                    too_dear = Some(cost);
                }
                break;
            }
            if costs[rank as usize] != cost + 1 {
                continue;
            }
            let state = puzzle.unrank(rank);
            if puzzle.is_solved(&state) {
                found.push(rank);
                best = cost;
                if goal == Goal::All {
                    continue;
                }
                break;
            }
            if counts.expanded.is_multiple_of(BETWEEN_CHECKS) || counts.stored >= watch.most_states() {
                let bytes = costs.len() * size_of::<u32>() + lanes.bytes();
                if let Some(limit) = watch.check(*counts, bytes, cost, None) {
                    return Err((limit, cost));
                }
                if watch.is_too_much(bytes) {
                    return Err((Limit::Memory, cost));
                }
            }
            counts.expanded += 1;
            puzzle.expand(&state, |_, step, next| {
                counts.generated += 1;
                let next = puzzle.rank(&next);
                let Some(total) = cost.checked_add(step).filter(|&total| total < Cost::MAX) else {
                    too_dear = Some(too_dear.unwrap_or(Cost::MAX));
                    return;
                };
                let known = &mut costs[next as usize];
                if *known == 0 || total + 1 < *known {
                    counts.stored += u64::from(*known == 0);
                    *known = total + 1;
                    lanes.push(step, total, next);
                }
            });
        }
        match too_dear {
            Some(bound) if found.is_empty() => Err((Limit::Cost, bound)),
            _ => Ok(found),
        }
    }

    /// Calls `visit` with each move by which `rank` is reached as cheaply as can be.
    fn each_way_to(&self, rank: u32, mut visit: impl FnMut(P::Move, Cost, u32)) {
        let Some(cost) = self.cost(rank) else { return };
        self.puzzle.predecessors(&self.puzzle.unrank(rank), |mv, step, before| {
            let from = self.puzzle.rank(&before);
            // A solution ends in the first solved state that it comes to.
            if self.cost(from).is_some_and(|less| less.checked_add(step) == Some(cost))
                && !self.puzzle.is_solved(&before)
            {
                visit(mv, step, from);
            }
        });
    }

    fn path_to(&self, goal: u32) -> Solution<P::Move> {
        let cost = self.cost(goal).unwrap_or(0);
        let mut moves = Vec::new();
        let mut here = goal;
        while here != self.start {
            let mut paid = None;
            self.each_way_to(here, |mv, step, from| {
                if step > 0 && paid.is_none() {
                    paid = Some((mv, from));
                }
            });
            match paid {
                Some((mv, from)) => {
                    moves.push(mv);
                    here = from;
                }
                None => here = self.back_over_free_moves(here, &mut moves),
            }
        }
        moves.reverse();
        Solution { cost, moves }
    }

    /// Goes back over the fewest moves without cost to where one with a cost comes in, or to
    /// the start.
    fn back_over_free_moves(&self, from: u32, moves: &mut Vec<P::Move>) -> u32 {
        let mut seen = HashSet::from([from]);
        let mut list: Vec<Visit<P::Move>> = vec![(from, None)];
        let mut at = 0;
        loop {
            let here = list[at].0;
            let mut is_end = here == self.start;
            self.each_way_to(here, |mv, step, before| {
                is_end |= step > 0;
                if seen.insert(before) {
                    list.push((before, Some((mv, at))));
                }
            });
            if is_end {
                let mut along = Vec::new();
                while let Some((mv, next)) = list[at].1 {
                    along.push(mv);
                    at = next;
                }
                moves.extend(along.into_iter().rev());
                return here;
            }
            at += 1;
        }
    }

    fn all_optimal(&self, ends: &[u32]) -> Solutions<P> {
        let mut nodes = vec![self.start];
        nodes.extend(ends.iter().filter(|&&end| end != self.start));
        let mut node_of: HashMap<u32, u32, foldhash::fast::FixedState> =
            nodes.iter().copied().zip(0..).collect();
        let mut edges = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            self.each_way_to(nodes[at], |_, _, from| {
                let node = *node_of.entry(from).or_insert_with(|| {
                    nodes.push(from);
                    nodes.len() as u32 - 1
                });
                edges.push((node, at as u32));
            });
            at += 1;
        }
        let mut solved = vec![false; nodes.len()];
        ends.iter().for_each(|end| solved[node_of[end] as usize] = true);
        let states = nodes.iter().map(|&rank| (self.cost(rank).unwrap_or(0), self.puzzle.unrank(rank)));
        let cost = self.cost(ends[0]).unwrap_or(0);
        Solutions::new(Parts { cost, nodes: states.collect(), solved, edges })
    }
}
