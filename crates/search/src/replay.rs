//! Turns a chain of stored states back into moves.
//!
//! Stored states are canonical; the real game begins in the real start. From each real state along
//! the chain, some move leads to a state whose canonical form is the next link. The cheapest such
//! move is the one that the search used.

use std::borrow::Borrow;

use crate::store::Owned;
use crate::{Cost, Searchable, Solution};

/// The moves along `chain`, a list of canonical states that begins with that of the start.
pub(crate) fn replay<P: Searchable>(puzzle: &P, chain: &[Owned<P::State>]) -> Solution<P::Move> {
    try_replay(puzzle, chain)
        .expect("equivalent states have moves to equivalent states, as `canonical` promises")
}

/// The moves along `chain`, or `None` if some link does not follow from the one before.
pub(crate) fn try_replay<P: Searchable>(puzzle: &P, chain: &[Owned<P::State>]) -> Option<Solution<P::Move>> {
    match puzzle.interrupt() {
        // A puzzle that was interrupted may leave out moves, but the replay needs all of them.
        Some(interrupt) => interrupt.while_paused(|| replay_whole(puzzle, chain)),
        None => replay_whole(puzzle, chain),
    }
}

fn replay_whole<P: Searchable>(puzzle: &P, chain: &[Owned<P::State>]) -> Option<Solution<P::Move>> {
    let (mut here, mut room) = (puzzle.start(), puzzle.room());
    let mut solution = Solution { cost: 0, moves: Vec::with_capacity(chain.len().saturating_sub(1)) };
    for link in chain.iter().skip(1) {
        let mut best: Option<(Cost, P::Move, Owned<P::State>)> = None;
        puzzle.expand(here.borrow(), &mut room, |mv, cost, next| {
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let next: &P::State = next.borrow();
                if puzzle.canonical(next.to_owned()) == *link {
                    best = Some((cost, mv, next.to_owned()));
                }
            }
        });
        let (cost, mv, next) = best?;
        solution.cost += cost;
        solution.moves.push(mv);
        here = next;
    }
    Some(solution)
}
