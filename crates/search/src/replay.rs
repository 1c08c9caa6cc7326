//! Turns a chain of stored states back into moves.
//!
//! Stored states are canonical; the real game begins in the real start. From each real state along
//! the chain, some move leads to a state whose canonical form is the next link. The cheapest such
//! move is the one that the search used.
//!
//! The methods of search know a move only by its [index](MoveIndex). The moves themselves are found at the very
//! end, by expanding the states along the solution once more.

use std::borrow::Borrow;

use crate::searchable::StateGraph;
use crate::store::{Owned, Stored};
use crate::{Cost, Searchable, Solution};

/// A move, by its index among the moves of the state in which it is made.
pub type MoveIndex = u32;

/// The moves along `chain`, a list of canonical states that begins with that of the start.
pub(crate) fn replay<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    chain: &[Owned<S>],
) -> Solution<MoveIndex> {
    try_replay(puzzle, chain)
        .expect("equivalent states have moves to equivalent states, as `canonical` promises")
}

/// The moves along `chain`, or `None` if some link does not follow from the one before.
pub(crate) fn try_replay<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    chain: &[Owned<S>],
) -> Option<Solution<MoveIndex>> {
    while_paused(puzzle, || {
        let (mut here, mut scratch) = (puzzle.start(), puzzle.scratch());
        let mut solution = Solution { cost: 0, moves: Vec::with_capacity(chain.len().saturating_sub(1)) };
        for link in chain.iter().skip(1) {
            let mut best: Option<(Cost, MoveIndex, Owned<S>)> = None;
            let mut index = 0;
            puzzle.successors(here.borrow(), &mut scratch, &mut |cost, next| {
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    let next: &S = next.borrow();
                    if puzzle.canonical(next.to_owned()) == *link {
                        best = Some((cost, index, next.to_owned()));
                    }
                }
                index += 1;
            });
            let (cost, index, next) = best?;
            solution.cost += cost;
            solution.moves.push(index);
            here = next;
        }
        Some(solution)
    })
}

/// The moves of the puzzle with these indexes, from the start on.
pub(crate) fn in_moves<P: Searchable>(puzzle: &P, indexes: &[MoveIndex]) -> Vec<P::Move> {
    follow(puzzle, indexes).0
}

/// The moves of the puzzle with these indexes, and the states along them, from the start on.
pub(crate) fn follow<P: Searchable>(
    puzzle: &P,
    indexes: &[MoveIndex],
) -> (Vec<P::Move>, Vec<Owned<P::State>>) {
    let mut here = puzzle.graph().start();
    let (mut moves, mut states) = (Vec::with_capacity(indexes.len()), Vec::with_capacity(indexes.len() + 1));
    for &index in indexes {
        let (mv, next) = move_at(puzzle, here.borrow(), index);
        moves.push(mv);
        states.push(std::mem::replace(&mut here, next));
    }
    states.push(here);
    (moves, states)
}

/// The move with this index in a state, and the state after it.
pub(crate) fn move_at<P: Searchable>(
    puzzle: &P,
    state: &P::State,
    index: MoveIndex,
) -> (P::Move, Owned<P::State>) {
    let (mut found, mut at) = (None, 0);
    while_paused(puzzle.graph(), || {
        puzzle.expand(state, &mut puzzle.graph().scratch(), |mv, _, next| {
            if at == index {
                found = Some((mv, Borrow::<P::State>::borrow(&next).to_owned()));
            }
            at += 1;
        });
    });
    found.expect("a state always has the same moves")
}

/// Does `work` while the puzzle is not interrupted. A puzzle that was interrupted may leave out moves, but a replay
/// needs all of them.
fn while_paused<S: ?Sized + Stored, T>(puzzle: &dyn StateGraph<S>, work: impl FnOnce() -> T) -> T {
    match puzzle.interrupt() {
        Some(interrupt) => interrupt.while_paused(work),
        None => work(),
    }
}
