//! A game in types: what a player may do, what it looks like, and how it is solved.
//!
//! A game implements [`Rules`] for its level and hands it out by [`new_level`](crate::new_level).
//! Playing and solving are apart: a [`State`](Rules::State) is what a player sees, so it may keep what
//! a search would not, such as which of two equal pieces is which. By default a level is solved by
//! running the engine on the rules themselves. A game with a better idea, be it a packed state, a macro
//! search or clauses for a SAT solver, writes its own [`solve`](Rules::solve).

use std::fmt;
use std::hash::Hash;

use num_bigint::BigUint;
use unriddle_search::{
    Audit, Cost, Flaw, Goal, Monitor, Options, Outcome, Puzzle, Report, Searchable, Statistics, Tuning,
    audit, solve_with,
};

use crate::spoken::what_moves;
use crate::{
    CardFace, Claims, Explored, Figure, Focus, Frame, Gesture, Picture, PlayError, Request, explored,
};

/// The rules of a game, applied to one level.
pub trait Rules: Send + Sync + Sized {
    /// What changes in a level when it is played.
    type State: Clone + Eq + Hash + Send + Sync;
    /// Something that a player does.
    type Move: Copy + Eq + Hash + Send + Sync;

    /// The state before any move.
    fn start(&self) -> Self::State;

    /// Whether the level is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// The moves that a player can make, in an order that is always the same.
    fn legal(&self, state: &Self::State) -> Vec<Self::Move>;

    /// Makes a move and returns its cost, or says in the game's words why it cannot be made. Then the
    /// state stays as it is.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Result<Cost, String>;

    /// The moves that a gesture stands for, or why it stands for none. The gesture is of the kind that
    /// the game is [handled](crate::GameInfo::controls) with. The moves may still be refused.
    fn interpret(&self, state: &Self::State, gesture: &Gesture) -> Result<Vec<Self::Move>, String>;

    /// The name of a move, as [`read_moves`](Rules::read_moves) takes it.
    fn move_name(&self, mv: Self::Move) -> String;

    /// Reads a list of moves that are made in `state`: names written together, and whatever else
    /// people type.
    fn read_moves(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, PlayError>;

    /// The level written in each of the game's formats: see [`Level::encodings`](crate::Level::encodings).
    fn encodings(&self) -> Vec<(&'static str, String)>;

    /// The columns and rows of the board.
    fn size(&self) -> (usize, usize);

    /// What a state looks like.
    fn picture(&self, state: &Self::State) -> Picture;

    /// A lower bound on the cost of any solution from here; `None` if there is none. Only
    /// [`solve`](Rules::solve) as it is by default asks for it.
    fn lower_bound(&self, state: &Self::State) -> Option<Cost> {
        let _ = state;
        Some(0)
    }

    /// What a player has spent in a state, where that does not depend on the way there, so that a mistake that is put
    /// right costs nothing. By default what the moves have cost. No solution may score less than the optimal cost.
    fn score(&self, state: &Self::State) -> Option<Cost> {
        let _ = state;
        None
    }

    /// Moves that are made one after the other in `from`, in the game's notation.
    fn write_moves(&self, from: &Self::State, moves: &[Self::Move]) -> String {
        let _ = from;
        moves.iter().map(|&mv| self.move_name(mv)).collect()
    }

    /// Whether a move that cannot be made is a key that does nothing rather than a mistake: a replay
    /// then ignores it and [remarks](crate::Position::remarks) on it.
    fn has_idle_keys(&self) -> bool {
        false
    }

    /// What a player can pick from before a direction, such as the cards in hand.
    fn hand(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// The moves that a tap on the cell at (column, row) stands for, with what is picked from the hand, if
    /// anything; or why it stands for none. They are undone as one.
    fn tap(
        &self,
        state: &Self::State,
        at: (usize, usize),
        picked: Option<&str>,
    ) -> Result<Vec<Self::Move>, String> {
        let _ = (state, at, picked);
        Err("a click or a tap on the board does nothing in this game".into())
    }

    /// The moves that one gesture makes in `state`, in words: `roll 2 to the right`. By default the gesture
    /// says it.
    fn words(&self, state: &Self::State, moves: &[Self::Move]) -> Option<String> {
        let _ = (state, moves);
        None
    }

    /// Where to look for the first of these moves, which lead from `state` to a solution, without giving it
    /// away; `None` where its gesture begins, if that is a cell, or else nowhere. By default what the move moves.
    fn focus(&self, state: &Self::State, moves: &[Self::Move]) -> Option<Focus> {
        what_moves(self, state, *moves.first()?)
    }

    /// The face of a card of the [hand](Rules::hand): what it does in words, and what is drawn on it.
    fn face(&self, card: &str) -> CardFace {
        CardFace { words: card.to_string(), signs: Vec::new() }
    }

    /// What happens in between when a move is made that can be made: the pieces step by step, without
    /// the state before it; the last frame is the state after it. Empty where there is nothing in
    /// between.
    fn motion(&self, state: &Self::State, mv: Self::Move) -> Vec<Frame> {
        let _ = (state, mv);
        Vec::new()
    }

    /// What happens by itself from here: see [`Position::film`](crate::Position::film).
    fn film(&self, state: &Self::State, most: usize) -> Vec<Picture> {
        let _ = (state, most);
        Vec::new()
    }

    /// Additional status text: see [`Position::status`](crate::Position::status).
    fn status(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// The rules that the moves which led here rely on although no source settles them, a short sentence each. Answers
    /// and [remarks](crate::Position::remarks) list them.
    fn assumptions(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// Why it is not known where the moves so far lead, if the rules gave one of them up, in a sentence. A solution
    /// with such a move is neither confirmed nor refuted.
    fn undecided(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// What else there is to say about the moves that led here, a line each.
    fn remarks(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// See [`Level::name`](crate::Level::name).
    fn name(&self) -> Option<String> {
        None
    }

    /// See [`Level::aim`](crate::Level::aim).
    fn aim(&self) -> Option<String> {
        None
    }

    /// See [`Level::has_action`](crate::Level::has_action).
    fn has_action(&self) -> bool {
        true
    }

    /// See [`Level::claims`](crate::Level::claims).
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// See [`Level::warnings`](crate::Level::warnings).
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// See [`Level::survey`](crate::Level::survey).
    fn survey(&self, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String> {
        let _ = (options, monitor);
        Vec::new()
    }

    /// Solves the level from a state: by default, by searching the graph of its states.
    fn solve(
        &self,
        from: &Self::State,
        request: &Request,
        monitor: &mut Monitor<'_>,
    ) -> TypedAnswer<Self::Move> {
        let puzzle = Searched { rules: self, start: from.clone() };
        TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request)
    }

    /// Explores every state that can be reached from a state: by default on the rules themselves. A game whose
    /// moves are not steps from state to state has no such space.
    fn explore<'a>(
        &'a self,
        from: &Self::State,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Self::Move> + 'a>> {
        Some(explored(Searched { rules: self, start: from.clone() }, options, monitor))
    }

    /// Why there is no solution from here, where a short argument shows it: an odd number of electrons, a
    /// goal that cannot be reached. Only asked for where a search has proved that there is none.
    fn why_unsolvable(&self, from: &Self::State) -> Option<String> {
        let _ = from;
        None
    }

    /// Checks by exhaustive search that what [`solve`](Rules::solve) relies on holds: see
    /// [`Level::audit`](crate::Level::audit).
    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        audited(&Searched { rules: self, start: self.start() }, most)
    }
}

/// The rules as the engine searches them.
struct Searched<'a, R: Rules> {
    rules: &'a R,
    start: R::State,
}

impl<R: Rules> Puzzle for Searched<'_, R> {
    type State = R::State;
    type Move = R::Move;

    fn start(&self) -> R::State {
        self.start.clone()
    }

    fn is_solved(&self, state: &R::State) -> bool {
        self.rules.is_solved(state)
    }

    fn expand(&self, state: &R::State, mut visit: impl FnMut(R::Move, Cost, R::State)) {
        for mv in self.rules.legal(state) {
            let mut next = state.clone();
            if let Ok(cost) = self.rules.play(&mut next, mv) {
                visit(mv, cost, next);
            }
        }
    }

    fn lower_bound(&self, state: &R::State) -> Option<Cost> {
        self.rules.lower_bound(state)
    }

    /// Rules may have free moves.
    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 0, ..Tuning::default() }
    }
}

/// Why an audit did not confirm a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditError {
    /// There are more states than the audit may visit.
    TooLarge,
    /// Some moves could not be decided: chance has a part in them, or they were given up.
    Undecided,
    /// This program does not search.
    NoSearch,
    /// The search breaks a promise, described in a sentence.
    Flaw(String),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditError::TooLarge => f.write_str("there are too many states to check"),
            AuditError::Undecided => f.write_str("some moves could not be decided"),
            AuditError::NoSearch => f.write_str("this program does not search"),
            AuditError::Flaw(flaw) => f.write_str(flaw),
        }
    }
}

impl std::error::Error for AuditError {}

/// Audits a puzzle.
pub fn audited<P: Searchable>(puzzle: &P, most: usize) -> Result<Audit, AuditError> {
    audit(puzzle, most).map_err(|flaw| match flaw {
        Flaw::TooLarge => AuditError::TooLarge,
        Flaw::Undecided => AuditError::Undecided,
        flaw => AuditError::Flaw(flaw.to_string()),
    })
}

/// What came of a solve, in the moves of the game: an [`Answer`](crate::Answer) before its moves are
/// written as text.
#[derive(Clone, Debug)]
pub struct TypedAnswer<M> {
    /// The outcome.
    pub outcome: Outcome<M>,
    /// With [`Goal::All`]: how many optimal solutions there are, if they were all counted.
    pub solutions: Option<BigUint>,
    /// The first of them, as many as [`Request::list`] asks for.
    pub listed: Vec<Vec<M>>,
    /// See [`Answer::figures`](crate::Answer::figures).
    pub figures: Vec<Figure>,
    /// See [`Answer::notes`](crate::Answer::notes).
    pub notes: Vec<String>,
    /// The unsettled rules that a proof of this search relies on, a short sentence each. Those of a solution follow from
    /// [`Rules::assumptions`].
    pub proof_assumptions: Vec<String>,
    /// The answer drawn, where there is something better to show than the state that it ends in.
    pub picture: Option<Picture>,
    /// What the search did.
    pub statistics: Statistics,
}

impl<M: Copy> TypedAnswer<M> {
    /// The answer that a report of the engine about a puzzle gives.
    pub fn new<P: Searchable<Move = M>>(report: Report<P>, puzzle: &P, request: &Request) -> Self {
        let Report { outcome, statistics, solutions, .. } = report;
        let mut notes = Vec::new();
        if request.options.goal == Goal::All && outcome.solution().is_some() && solutions.is_none() {
            let unlisted = if request.list > 0 { ": none is listed" } else { "" };
            notes.push(format!("stopped before all optimal solutions were counted{unlisted}"));
        }
        let listed = solutions.as_ref().map_or_else(Vec::new, |all| all.first(puzzle, request.list));
        let listed = listed.into_iter().map(|solution| solution.moves).collect();
        let solutions = solutions.map(|all| all.count().clone());
        let (figures, proof_assumptions) = (Vec::new(), Vec::new());
        TypedAnswer {
            outcome,
            solutions,
            listed,
            figures,
            notes,
            proof_assumptions,
            picture: None,
            statistics,
        }
    }

    /// The same answer in other moves, for a level that is searched in another form than it is played. `write` must keep
    /// the cost of a solution.
    pub fn in_moves<N>(self, write: impl Fn(Vec<M>) -> Vec<N>) -> TypedAnswer<N> {
        let TypedAnswer { solutions, figures, notes, proof_assumptions, picture, statistics, .. } = self;
        let listed = self.listed.into_iter().map(&write).collect();
        let outcome = self.outcome.map_moves(write);
        TypedAnswer { outcome, solutions, listed, figures, notes, proof_assumptions, picture, statistics }
    }

    /// The moves of the solution, if one was found.
    pub fn moves(&self) -> Option<&[M]> {
        self.outcome.solution().map(|solution| solution.moves.as_slice())
    }
}
