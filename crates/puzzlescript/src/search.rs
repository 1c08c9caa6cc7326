//! Solving a level.
//!
//! A level is compiled where it is of a kind that can be ([`fast`](super::fast)); a state is then a few words. Others are
//! searched with the plain engine. Both give the same states, so the same answers. Breadth-first search proves the
//! result; a search for any solution is led by how far things are from where the win conditions want them.
//!
//! Where time passes by itself, a turn of the clock is a move. Moves that cannot be followed, because chance decides or the
//! rules do too much, are left out: then nothing is proved, and the answer says so, with the line (`gaps`). A
//! level in which chance never has a choice is solved like any other.

use std::sync::Arc;

use unriddle_kit::explored::with_space;
use unriddle_kit::rules::audited;
use unriddle_kit::{AuditError, Explored, Request, Rules, TypedAnswer};
use unriddle_search::{
    Audit, Cost, Flat, FlatPuzzle, Interrupt, Limits, Monitor, Options, Searchable, solve_with,
};

use super::engine::{Ending, Input, Snapshot};
use super::fast::{self, Fast, Made, Room};
use super::game::Compiled;
use super::gaps::{Gaps, Reached};
use super::level::{Move, ScriptLevel, State};
use super::plain::Plain;
use super::rule_text::Command;

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
    let (level, from) = &level.for_search(from);
    let limits = &request.options.limits;
    if no_way_to_win(level.game()) && !from.snapshot.won {
        let puzzle = Flat(Hopeless { gaps: Gaps::new(&level.script, monitor.interrupt(limits)) });
        let answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
        return noted(answer, level, &puzzle.0.gaps);
    }
    // Processes that share a search must agree about what a state is.
    let rooms = if monitor.is_shared() { &[Room::Certain][..] } else { &[Room::Guessed, Room::Certain] };
    let counts = monitor.counts();
    for &room in rooms {
        let gaps = Gaps::new(&level.script, monitor.interrupt(limits));
        let Some(puzzle) = Planes::new(level, from, room, gaps) else { break };
        let puzzle = Flat(puzzle);
        let answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
        if puzzle.0.fast.is_exceeded() {
            monitor.go_back_to(counts);
            continue;
        }
        return noted(answer, level, &puzzle.0.gaps);
    }
    let puzzle = Flat(Plain::new(level, from, Gaps::new(&level.script, monitor.interrupt(limits))));
    let answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
    noted(answer, level, &puzzle.0.gaps)
}

/// An answer with notes about what was not followed, and what is not considered.
fn noted(mut answer: TypedAnswer<Move>, level: &ScriptLevel, gaps: &Gaps<'_>) -> TypedAnswer<Move> {
    answer.notes.extend(gaps.notes());
    if let Some((_, line)) = level.game().prelude.realtime_interval {
        answer.notes.push(format!(
            "time passes by itself (realtime_interval, line {line}): `w` is a turn of the clock, and how fast keys must \
             follow is not considered"
        ));
    }
    answer
}

/// Explores all states that can be reached; `None` where chance decides.
pub fn explore<'a>(
    level: &'a ScriptLevel,
    from: &State,
    options: &Options,
    monitor: &mut Monitor<'a>,
) -> Option<Box<dyn Explored<Move> + 'a>> {
    let (level, from) = &level.for_search(from);
    let gaps = || Gaps::new(&level.script, monitor.interrupt(&options.limits));
    if let Some(puzzle) = Planes::new(level, from, Room::Certain, gaps()) {
        let interrupt = Arc::clone(puzzle.gaps.interrupt());
        return Some(explored_until(Flat(puzzle), &interrupt, options, monitor));
    }
    if level.script.draws {
        return None;
    }
    let puzzle = Plain::new(level, from, gaps());
    let interrupt = Arc::clone(puzzle.gaps.interrupt());
    Some(explored_until(Flat(puzzle), &interrupt, options, monitor))
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
pub fn audit(level: &ScriptLevel, most: usize) -> Result<Audit, AuditError> {
    let (level, start) = &level.for_search(&level.start());
    let gaps = || Gaps::new(&level.script, Monitor::new().interrupt(&Limits::default()));
    if let Some(puzzle) = Planes::new(level, start, Room::Certain, gaps()) {
        return audited(&Flat(puzzle), most);
    }
    audited(&Flat(Plain::new(level, start, gaps())), most)
}

/// A level of a game that nothing wins: whatever is done, no state is solved, so one stands for all.
struct Hopeless<'a> {
    gaps: Gaps<'a>,
}

impl FlatPuzzle for Hopeless<'_> {
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

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(self.gaps.interrupt())
    }
}

/// A compiled level.
struct Planes<'a> {
    level: &'a ScriptLevel,
    fast: Box<dyn Fast + 'a>,
    won: bool,
    gaps: Gaps<'a>,
}

impl<'a> Planes<'a> {
    fn new(level: &'a ScriptLevel, from: &State, room: Room, gaps: Gaps<'a>) -> Option<Planes<'a>> {
        // A turn of the clock is a move that only the plain engine knows.
        if level.game().prelude.realtime_interval.is_some() {
            return None;
        }
        let snapshot = &from.snapshot;
        let is_plain = snapshot.movements.is_empty() && snapshot.restart_target.is_empty();
        if !is_plain || snapshot.ending != Ending::Rest {
            return None;
        }
        let halt = Some(Arc::clone(gaps.interrupt()));
        let fast = fast::compile(level.game(), level.stage, &snapshot.objects, room, halt)?;
        Some(Planes { level, fast, won: snapshot.won, gaps })
    }

    /// The state after a move as the plain engine makes it; `None` if it changes nothing, or there is none, or it is not
    /// known.
    fn decide(&self, state: &[u64], mv: Move) -> Option<Vec<u64>> {
        let nothing: Arc<[u64]> = Arc::new([]);
        let snapshot = Snapshot {
            objects: self.fast.unpack(state).into(),
            movements: nothing.clone(),
            restart_target: nothing,
            random: None,
            won: false,
            ending: Ending::Rest,
        };
        let before = State { snapshot, message: None };
        let halt = Some(Arc::clone(self.gaps.interrupt()));
        let next = match self.level.search_move(&before, mv, &halt, &[]) {
            Reached::Rest(next) => next,
            Reached::Endless => {
                self.gaps.note_endless();
                return None;
            }
            Reached::Unknown(gap) => {
                self.gaps.note(gap);
                return None;
            }
        };
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
        self.fast.expand(state, next, &mut |input: Input, made: Made<'_>| match made {
            Made::Rest(next) => visit(Move::Key(input), 1, next),
            Made::Endless => self.gaps.note_endless(),
            Made::Undecided => {
                if let Some(next) = self.decide(state, Move::Key(input)) {
                    visit(Move::Key(input), 1, &next);
                }
            }
        });
        if self.fast.is_exceeded() {
            self.gaps.interrupt().raise();
        }
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(self.gaps.interrupt())
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        self.fast.lower_bound(state)
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        self.fast.estimate(state)
    }
}
