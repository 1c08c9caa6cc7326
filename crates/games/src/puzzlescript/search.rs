//! Solving a level.
//!
//! A level is compiled where it is of a kind that can be ([`fast`](super::fast)); a state is then a few words. Others are
//! searched with the plain engine. Both give the same states, so the same answers. Breadth-first search proves the
//! result; a search for any solution is led by how far things are from where the win conditions want them.
//!
//! Where time passes by itself, a turn of the clock is a move. Moves in which chance decides are left out: then nothing is
//! proved, and the answer says so, with the line. A level in which chance never has a choice is solved like any other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_search::{
    Audit, Cost, Flat, FlatPuzzle, Interrupt, Limit, Limits, Monitor, Options, Outcome, Searchable,
    solve_with,
};

use super::engine::{Halt, Input, NEVER, Snapshot};
use super::fast::{self, Fast, Room};
use super::game::Compiled;
use super::level::{Move, ScriptLevel, State};
use super::plain::Plain;
use super::rule_text::Command;
use crate::explored::with_space;
use crate::rules::audited;
use crate::{Explored, Request, Rules, TypedAnswer};

/// Whether neither a win condition nor a command ever wins.
pub fn no_way_to_win(game: &Compiled) -> bool {
    let mut rules = game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
    game.wins.is_empty() && !rules.any(|rule| rule.commands.contains(&Command::Win))
}

/// Solves a level from a state.
pub fn solve(
    level: &ScriptLevel,
    from: &State,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Move> {
    if no_way_to_win(level.game()) && !from.snapshot.won {
        return TypedAnswer::new(
            solve_with(&Flat(Hopeless), &request.options, monitor),
            &Flat(Hopeless),
            request,
        );
    }
    // Processes that share a search must agree about what a state is.
    let rooms = if monitor.is_shared() { &[Room::Certain][..] } else { &[Room::Guessed, Room::Certain] };
    let counts = monitor.counts();
    for &room in rooms {
        let halt = Some(Arc::new(monitor.interrupt(&request.options.limits)));
        let Some(puzzle) = Planes::new(level, from, room, halt.clone()) else { break };
        let puzzle = Flat(puzzle);
        let mut answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
        if puzzle.0.fast.is_exceeded() {
            monitor.go_back_to(counts);
            continue;
        }
        // A solution has a move that the plain engine gives up? Then that engine must search, too.
        if !puzzle.0.fast.was_heavy() || plays(level, from, &answer, &halt) {
            if puzzle.0.endless.load(Ordering::Relaxed) {
                answer.notes.push(ENDLESS.into());
            }
            return answer;
        }
        break;
    }
    let interrupt = Arc::new(monitor.interrupt(&request.options.limits));
    let puzzle = Flat(Plain::new(level, from, interrupt));
    let mut answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
    let puzzle = puzzle.0;
    if puzzle.endless.load(Ordering::Relaxed) {
        answer.notes.push(ENDLESS.into());
    }
    if let Some((_, line)) = level.game().prelude.realtime_interval {
        answer.notes.push(format!(
            "time passes by itself (realtime_interval, line {line}): `w` is a turn of the clock, and how fast keys must \
             follow is not considered"
        ));
    }
    if let Some(line) = puzzle.chance() {
        answer.notes.push(format!(
            "chance decides what some keys do (line {line}); these are left out, so nothing is proved"
        ));
        answer.solutions = None;
        answer.listed.clear();
        answer.outcome = unproved(answer.outcome);
    }
    answer
}

/// Whether the solutions of an answer can be played, as far as there is time for it.
fn plays(level: &ScriptLevel, from: &State, answer: &TypedAnswer<Move>, halt: &Halt<'_>) -> bool {
    let best = answer.outcome.solution().map(|solution| &solution.moves);
    best.into_iter().chain(&answer.listed).all(|moves| {
        let mut state = from.clone();
        for &mv in moves {
            match level.after_for_search(&state, mv, halt, &[]) {
                Some((next, None)) if !next.snapshot.never_rests => state = next,
                _ => return false,
            }
        }
        state.snapshot.won
    })
}

/// What is noted where moves without end are left out.
const ENDLESS: &str = "after some keys the board never comes to rest; these are left out";

/// What is left of an outcome if moves were left out that might do anything.
fn unproved(outcome: Outcome<Move>) -> Outcome<Move> {
    match outcome {
        Outcome::Optimal(solution, _) => Outcome::Solved { solution, bound: 0, limit: Some(Limit::Method) },
        Outcome::Solved { solution, limit, .. } => Outcome::Solved { solution, bound: 0, limit },
        Outcome::Unsolvable(_) => Outcome::Stopped { limit: Limit::Method, bound: 0 },
        Outcome::Stopped { limit, .. } => Outcome::Stopped { limit, bound: 0 },
    }
}

/// Explores all states that can be reached; `None` where chance decides.
pub fn explore<'a>(
    level: &'a ScriptLevel,
    from: &State,
    options: &Options,
    monitor: &mut Monitor<'a>,
) -> Option<Box<dyn Explored<Move> + 'a>> {
    let interrupt = Arc::new(monitor.interrupt(&options.limits));
    if let Some(puzzle) = Planes::new(level, from, Room::Certain, Some(Arc::clone(&interrupt))) {
        return Some(explored_until(Flat(puzzle), &interrupt, options, monitor));
    }
    // What is explored does not say afterwards whether chance had a part in it.
    if level.script.draws {
        return None;
    }
    let puzzle = Flat(Plain::new(level, from, Arc::clone(&interrupt)));
    Some(explored_until(puzzle, &interrupt, options, monitor))
}

/// Explores a puzzle that can be interrupted. The interrupt is for the search alone: who reads its result needs complete
/// expansions.
fn explored_until<'a, P: Searchable<Move = Move> + Send + 'a>(
    puzzle: P,
    interrupt: &Interrupt<'_>,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<Move> + 'a>
where
    P::State: 'a,
{
    let space = unriddle_search::explore(&puzzle, options, monitor);
    interrupt.silence();
    with_space(puzzle, space)
}

/// Checks the search by exhaustive search.
pub fn audit(level: &ScriptLevel, most: usize) -> Result<Audit, String> {
    let start = level.start();
    if let Some(puzzle) = Planes::new(level, &start, Room::Certain, NEVER) {
        return audited(&Flat(puzzle), most);
    }
    let puzzle = Flat(Plain::new(level, &start, Arc::new(Monitor::new().interrupt(&Limits::default()))));
    let audit = audited(&puzzle, most);
    match puzzle.0.chance() {
        Some(line) => {
            Err(format!("there are more than {most} states: chance decides some moves (line {line})"))
        }
        None => audit,
    }
}

/// A level of a game that nothing wins: whatever is done, no state is solved, so one stands for all.
struct Hopeless;

impl FlatPuzzle for Hopeless {
    type Move = Move;

    fn words(&self) -> usize {
        1
    }

    fn start(&self, state: &mut [u64]) {
        state.fill(0);
    }

    fn is_solved(&self, _: &[u64]) -> bool {
        false
    }

    fn expand(&self, _: &[u64], _: &mut [u64], _: impl FnMut(Move, Cost, &[u64])) {}
}

/// A compiled level.
struct Planes<'a> {
    level: &'a ScriptLevel,
    fast: Box<dyn Fast + 'a>,
    won: bool,
    halt: Halt<'a>,
    /// Whether a board was found that never comes to rest.
    endless: AtomicBool,
}

impl<'a> Planes<'a> {
    fn new(level: &'a ScriptLevel, from: &State, room: Room, halt: Halt<'a>) -> Option<Planes<'a>> {
        // A turn of the clock is a move that only the plain engine knows.
        if level.game().prelude.realtime_interval.is_some() {
            return None;
        }
        let snapshot = &from.snapshot;
        if !snapshot.movements.is_empty() || !snapshot.restart_target.is_empty() || snapshot.never_rests {
            return None;
        }
        let fast = fast::compile(level.game(), level.stage, &snapshot.objects, room, halt.clone())?;
        let endless = AtomicBool::new(false);
        Some(Planes { level, fast, won: snapshot.won, halt, endless })
    }

    /// The state after a move as the plain engine makes it; `None` if it changes nothing, or never comes to rest.
    fn decide(&self, state: &[u64], mv: Move) -> Option<Vec<u64>> {
        let objects = self.fast.unpack(state).into();
        let nothing: Arc<[u64]> = Arc::new([]);
        let snapshot = Snapshot {
            objects,
            movements: nothing.clone(),
            restart_target: nothing,
            random: None,
            won: false,
            never_rests: false,
        };
        let before = State { snapshot, message: None };
        let (next, _) = self.level.after_for_search(&before, mv, &self.halt, &[])?;
        if self.halt.as_ref().is_some_and(|halt| halt.is_raised()) {
            return None;
        }
        if next.snapshot.never_rests {
            self.endless.store(true, Ordering::Relaxed);
            return None;
        }
        let mut packed = vec![0; state.len()];
        if !self.fast.pack(&next.snapshot.objects, &mut packed) {
            return None;
        }
        if next.snapshot.won {
            self.fast.set_won(&mut packed);
        }
        (packed != state).then_some(packed)
    }
}

impl FlatPuzzle for Planes<'_> {
    type Move = Move;

    fn words(&self) -> usize {
        self.fast.words()
    }

    fn start(&self, state: &mut [u64]) {
        self.fast.start(state);
        if self.won {
            self.fast.set_won(state);
        }
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.fast.is_won(state)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Move, Cost, &[u64])) {
        self.fast.expand(state, next, &mut |input: Input, next: Option<&[u64]>| match next {
            Some(next) => visit(Move::Key(input), 1, next),
            None => {
                if let Some(next) = self.decide(state, Move::Key(input)) {
                    visit(Move::Key(input), 1, &next);
                }
            }
        });
        if self.fast.is_exceeded()
            && let Some(interrupt) = &self.halt
        {
            interrupt.raise();
        }
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.halt.as_deref()
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        self.fast.lower_bound(state)
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        self.fast.estimate(state)
    }
}
