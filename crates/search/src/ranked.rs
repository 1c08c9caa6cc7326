//! Search on flat arrays, for puzzles that number their states densely.
//!
//! Dijkstra's algorithm with one array: the cost of each rank, 4 bytes. No hashes, no states, no
//! parents: the path back follows moves that cost exactly the difference. The open list has a lane
//! for each distinct move cost. States are expanded in order of cost, so each lane fills in order
//! too, and a first-in, first-out list is enough: a push takes a few nanoseconds, and so does a pop
//! for each lane. Good for few distinct costs, however far apart; where all moves cost the same, it
//! is breadth-first search.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::searchable::check_cost;
use crate::solutions::{Parts, SolutionGraph, Solutions};
use crate::store::{StateHashBuilder, zeros};
use crate::{Cost, Counts, Goal, Limit, Ranked, Report, Run, Solution};

/// States that moves of one cost lead to, in order of their cost from the start.
struct Lane {
    step: Cost,
    /// The cost and rank of the first entry; [`EMPTY`] if there is none.
    head: (Cost, u32),
    others: VecDeque<(Cost, u32)>,
}

/// How many states are taken from the open list in one call, in WebAssembly: a browser compiles a function well while it
/// runs, and uses what it has compiled at the next call. Natively one call takes all, as the count took 4 % of the
/// instructions.
const AT_ONCE: u32 = 1 << 14;

/// No state costs this much.
const EMPTY: (Cost, u32) = (Cost::MAX, 0);

/// The open list: a lane for each cost that a move can have.
#[derive(Default)]
struct Lanes {
    /// The start, which is in no lane: that would be compared with the others at every pop.
    start: Option<(Cost, u32)>,
    lanes: Vec<Lane>,
}

impl Lanes {
    fn push(&mut self, step: Cost, cost: Cost, rank: u32) {
        match self.lanes.iter_mut().find(|lane| lane.step == step) {
            Some(lane) if lane.head.0 == EMPTY.0 => lane.head = (cost, rank),
            Some(lane) => lane.others.push_back((cost, rank)),
            None => self.lanes.push(Lane { step, head: (cost, rank), others: VecDeque::new() }),
        }
    }

    fn pop(&mut self) -> Option<(Cost, u32)> {
        if let Some(start) = self.start.take() {
            return Some(start);
        }
        let lane = self.lanes.iter_mut().min_by_key(|lane| lane.head.0)?;
        let first = std::mem::replace(&mut lane.head, lane.others.pop_front().unwrap_or(EMPTY));
        (first.0 != EMPTY.0).then_some(first)
    }

    fn bytes(&self) -> usize {
        self.lanes.iter().map(|lane| lane.others.capacity() * size_of::<(Cost, u32)>()).sum()
    }
}

/// The search on flat arrays.
struct RankedSearch<'a, P: Ranked> {
    puzzle: &'a P,
    /// The least known cost of each rank, plus 1; 0 where it was not reached.
    costs: Vec<u32>,
    start: u32,
    lanes: Lanes,
    counts: Counts,
}

/// A rank, the move that leaves it, and the index of the visit where that move leads.
type Visit<M> = (u32, Option<(M, usize)>);

/// Searches in order of cost.
pub(crate) fn ranked<P: Ranked>(puzzle: &P, goal: Goal, run: &mut Run<'_, '_>) -> Report<P> {
    let ranks = puzzle.ranks() as usize;
    if run.check_memory(ranks * size_of::<u32>()).is_err() {
        return Report::new(run, run.finish(None), None);
    }
    let start = puzzle.rank(&puzzle.start());
    let costs = zeros(ranks);
    let mut search =
        RankedSearch { puzzle, costs, start, lanes: Lanes::default(), counts: Counts::default() };
    let found = search.search(goal, run);
    run.set_counts(search.counts);
    let Ok(found) = found else { return Report::new(run, run.finish(None), None) };
    let (solution, states) = found.first().map(|&rank| search.path_to(rank)).unzip();
    let outcome = run.finish(solution);
    // If counting is stopped, the one solution is still proved optimal.
    let counted = goal == Goal::All && !found.is_empty();
    let all = counted.then(|| search.all_optimal(&found, run).ok()).flatten();
    Report { states: states.unwrap_or_default(), ..Report::new(run, outcome, all) }
}

impl<P: Ranked> RankedSearch<'_, P> {
    /// The least known cost of a rank, if it was reached.
    fn cost(&self, rank: u32) -> Option<Cost> {
        self.costs[rank as usize].checked_sub(1)
    }

    /// The ranks of the cheapest solved states; only one of them unless all are wanted. Fails with the
    /// limit that stopped the search.
    fn search(&mut self, goal: Goal, run: &mut Run<'_, '_>) -> Result<Vec<u32>, Limit> {
        let mut found = Vec::new();
        self.costs[self.start as usize] = 1;
        self.counts.stored = 1;
        self.lanes.start = Some((0, self.start));
        while !self.search_some(goal, &mut found, run)? {}
        if found.is_empty() {
            run.exhaust()?;
        }
        Ok(found)
    }

    /// Takes states from the open list, and expands them. Returns whether the search is over.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn search_some(
        &mut self,
        goal: Goal,
        found: &mut Vec<u32>,
        run: &mut Run<'_, '_>,
    ) -> Result<bool, Limit> {
        let most = run.most_cost().min(Cost::MAX - 1);
        let RankedSearch { puzzle, costs, lanes, counts, .. } = self;
        let min_move_cost = puzzle.tuning().min_move_cost;
        let mut left = AT_ONCE;
        while let Some((cost, rank)) = lanes.pop() {
            if costs[rank as usize] != cost + 1 {
                continue;
            }
            // States are popped in order of cost.
            run.raise_bound(cost)?;
            if cost > most {
                run.leave_out(Limit::Cost, cost);
                return Ok(true);
            }
            if !found.is_empty() && cost > costs[found[0] as usize] - 1 {
                return Ok(true);
            }
            let state = puzzle.unrank(rank);
            if puzzle.is_solved(&state) {
                found.push(rank);
                if goal == Goal::All {
                    continue;
                }
                return Ok(true);
            }
            if run.is_check_due(1) || counts.stored >= run.most_states() {
                run.check(*counts, costs.len() * size_of::<u32>() + lanes.bytes(), None)?;
            }
            counts.expanded += 1;
            puzzle.expand(&state, |_, step, next| {
                check_cost(step, min_move_cost);
                counts.generated += 1;
                let next = puzzle.rank(&next);
                let Some(total) = cost.checked_add(step).filter(|&total| total < Cost::MAX) else {
                    run.leave_out(Limit::Cost, Cost::MAX);
                    return;
                };
                let least = &mut costs[next as usize];
                if *least == 0 || total + 1 < *least {
                    counts.stored += u64::from(*least == 0);
                    *least = total + 1;
                    lanes.push(step, total, next);
                }
            });
            if cfg!(target_arch = "wasm32") {
                left -= 1;
                if left == 0 {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Calls `visit` with each move that reaches `rank` at its least cost.
    fn each_way_to(&self, rank: u32, mut visit: impl FnMut(P::Move, Cost, u32)) {
        let Some(cost) = self.cost(rank) else { return };
        self.puzzle.predecessors(&self.puzzle.unrank(rank), |mv, step, before| {
            let from = self.puzzle.rank(&before);
            // A solution ends in the first solved state on its path.
            if self.cost(from).is_some_and(|less| less.checked_add(step) == Some(cost))
                && !self.puzzle.is_solved(&before)
            {
                visit(mv, step, from);
            }
        });
    }

    /// A cheapest path to a rank, without needless free moves, and the states along it.
    fn path_to(&self, goal: u32) -> (Solution<P::Move>, Vec<P::State>) {
        let cost = self.cost(goal).unwrap_or(0);
        let mut moves: Vec<(P::Move, u32)> = Vec::new();
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
                    moves.push((mv, here));
                    here = from;
                }
                None => here = self.back_over_free_moves(here, &mut moves),
            }
        }
        moves.reverse();
        let ranks = std::iter::once(self.start).chain(moves.iter().map(|&(_, rank)| rank));
        let states = ranks.map(|rank| self.puzzle.unrank(rank)).collect();
        (Solution { cost, moves: moves.into_iter().map(|(mv, _)| mv).collect() }, states)
    }

    /// Goes back over the fewest free moves to a state that a paid move reaches, or to the start. Adds each move
    /// with the rank that it leads to.
    fn back_over_free_moves(&self, from: u32, moves: &mut Vec<(P::Move, u32)>) -> u32 {
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
                    along.push((mv, list[next].0));
                    at = next;
                }
                moves.extend(along.into_iter().rev());
                return here;
            }
            at += 1;
        }
    }

    /// All optimal solutions, which end in `ends`. Fails with the limit that stopped the count.
    fn all_optimal(&self, ends: &[u32], run: &mut Run<'_, '_>) -> Result<Solutions<P>, Limit> {
        let mut nodes = vec![self.start];
        nodes.extend(ends.iter().filter(|&&end| end != self.start));
        let mut node_of: HashMap<u32, u32, StateHashBuilder> = nodes.iter().copied().zip(0..).collect();
        let mut edges = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            run.check_interruption()?;
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
        let costs = nodes.iter().map(|&rank| self.cost(rank).unwrap_or(0)).collect();
        let states = nodes.iter().map(|&rank| self.puzzle.unrank(rank)).collect();
        let cost = self.cost(ends[0]).unwrap_or(0);
        SolutionGraph::new(states, Parts { cost, costs, solved, edges }, run).map(Solutions)
    }
}
