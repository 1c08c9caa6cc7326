//! Solving a level.
//!
//! A level is compiled where it is of a kind that can be ([`fast`](super::fast)); a state is then a few words. Others are
//! searched with the plain engine. Both give the same states, so the same answers. Breadth-first search proves the
//! result; a search for any solution is led by how far things are from where the win conditions want them.
//!
//! Where chance decides, or time passes by itself, nothing is searched: the answer says so, with the line.

use unriddle_search::distributed::ByteForm;
use unriddle_search::{
    Audit, Cost, Flat, FlatPuzzle, Limit, Monitor, Options, Outcome, Puzzle, Statistics, solve_with,
};

use super::engine::Input;
use super::fast::{self, Fast};
use super::game::Compiled;
use super::level::{Move, ScriptLevel, State};
use super::rule_text::Command;
use crate::rules::audited;
use crate::{Explored, Request, Rules, TypedAnswer, explored};

/// Whether neither a win condition nor a command ever wins.
pub fn no_way_to_win(game: &Compiled) -> bool {
    let mut rules = game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
    game.wins.is_empty() && !rules.any(|rule| rule.commands.contains(&Command::Win))
}

/// Why a game cannot be searched, if it cannot.
fn unfit(game: &Compiled) -> Option<String> {
    if let Some((_, line)) = game.prelude.realtime_interval {
        return Some(format!("not searched: time passes by itself (realtime_interval, line {line})"));
    }
    let line = game.random_lines().first().copied()?;
    Some(format!("not searched: chance decides what happens (line {line})"))
}

/// Solves a level from a state.
pub fn solve(
    level: &ScriptLevel,
    from: &State,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> TypedAnswer<Move> {
    if no_way_to_win(level.game()) && !from.snapshot.won {
        return TypedAnswer::new(solve_with(&Hopeless, &request.options, monitor), &Hopeless, request);
    }
    if let Some(reason) = unfit(level.game()) {
        return TypedAnswer {
            outcome: Outcome::Stopped { limit: Limit::Method, bound: 0 },
            solutions: None,
            listed: Vec::new(),
            facts: Vec::new(),
            notes: vec![reason],
            picture: None,
            statistics: Statistics::default(),
        };
    }
    if let Some(puzzle) = Planes::new(level, from) {
        let puzzle = Flat(puzzle);
        let mut answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
        if puzzle.0.fast.was_endless() {
            answer.notes.push("after some keys the board never comes to rest; these are left out".into());
        }
        return answer;
    }
    let puzzle = Plain { level, start: from.clone() };
    TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request)
}

/// Explores all states that can be reached; `None` where chance or time decide.
pub fn explore<'a>(
    level: &'a ScriptLevel,
    from: &State,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Option<Box<dyn Explored<Move> + 'a>> {
    if unfit(level.game()).is_some() {
        return None;
    }
    Some(match Planes::new(level, from) {
        Some(puzzle) => explored(Boxed(puzzle), options, monitor),
        None => explored(Plain { level, start: from.clone() }, options, monitor),
    })
}

/// Checks the search by exhaustive search.
pub fn audit(level: &ScriptLevel, most: usize) -> Result<Audit, String> {
    let start = level.start();
    if let Some(reason) = unfit(level.game()) {
        return Err(format!("there are more than {most} states: {reason}"));
    }
    match Planes::new(level, &start) {
        Some(puzzle) => audited(&Flat(puzzle), most),
        None => audited(&Plain { level, start }, most),
    }
}

/// A level of a game that nothing wins: whatever is done, no state is solved, so one stands for all.
struct Hopeless;

impl Puzzle for Hopeless {
    type State = ();
    type Move = Move;

    fn start(&self) {}

    fn is_solved(&self, (): &()) -> bool {
        false
    }

    fn expand(&self, (): &(), _: impl FnMut(Move, Cost, ())) {}

    fn byte_form(&self) -> Option<ByteForm<()>> {
        Some(ByteForm::new())
    }
}

/// A compiled level.
struct Planes {
    fast: Box<dyn Fast>,
    won: bool,
}

impl Planes {
    fn new(level: &ScriptLevel, from: &State) -> Option<Planes> {
        let snapshot = &from.snapshot;
        if !snapshot.movements.is_empty() || !snapshot.restart_target.is_empty() || snapshot.never_rests {
            return None;
        }
        let fast = fast::compile(level.game(), level.layout(), &snapshot.objects)?;
        Some(Planes { fast, won: snapshot.won })
    }
}

impl FlatPuzzle for Planes {
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
        self.fast.expand(state, next, &mut |input: Input, next: &[u64]| visit(Move::Key(input), 1, next));
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        self.fast.estimate(state)
    }
}

/// A compiled level whose states are boxes, as they are explored.
struct Boxed(Planes);

impl Puzzle for Boxed {
    type State = Box<[u64]>;
    type Move = Move;

    fn start(&self) -> Box<[u64]> {
        let mut state = vec![0; self.0.words()];
        FlatPuzzle::start(&self.0, &mut state);
        state.into()
    }

    fn is_solved(&self, state: &Box<[u64]>) -> bool {
        self.0.fast.is_won(state)
    }

    fn expand(&self, state: &Box<[u64]>, mut visit: impl FnMut(Move, Cost, Box<[u64]>)) {
        let mut next = state.clone();
        FlatPuzzle::expand(&self.0, state, &mut next, |mv, cost, next| visit(mv, cost, next.into()));
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn heap_bytes(&self, state: &Box<[u64]>) -> usize {
        // The allocator rounds up and keeps a header.
        (state.len() * 8 + 8).next_multiple_of(16)
    }
}

/// A level as it is searched with the plain engine.
struct Plain<'a> {
    level: &'a ScriptLevel,
    start: State,
}

impl Puzzle for Plain<'_> {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { message: None, ..self.start.clone() }
    }

    fn is_solved(&self, state: &State) -> bool {
        state.snapshot.won
    }

    fn expand(&self, state: &State, mut visit: impl FnMut(Move, Cost, State)) {
        if state.snapshot.won || state.snapshot.never_rests {
            return;
        }
        for mv in self.level.moves() {
            if let Some(next) = self.level.after(state, mv)
                && next.snapshot != state.snapshot
            {
                visit(mv, 1, State { message: None, ..next });
            }
        }
    }

    fn least_cost(&self) -> Cost {
        1
    }
}
