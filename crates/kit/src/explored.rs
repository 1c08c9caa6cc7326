//! The whole space of a level: every state that can be reached, as a graph of numbers.
//!
//! A game gives its space by [`Rules::explore`](crate::Rules::explore), from the engine's own
//! [`Space`]: a [`Graph`] of numbers, for figures that need no game, and the typed moves on top
//! ([`Explored`]). Everything outside the game sees a [`LevelSpace`], with moves as text.

use unriddle_search::{Cost, Fate, Limit, Monitor, Options, Searchable, Space, Statistics, explore};

use crate::{Defect, Picture};

/// The states of a level by number, how far each is from the start and from a solution, and the moves between them.
pub trait Graph: Send + Sync {
    /// The number of states.
    fn states(&self) -> u32;
    /// The number of the start.
    fn start(&self) -> u32;
    /// Whether these are proved to be all states. If not, figures about the space are partial.
    fn is_whole(&self) -> bool;
    /// The limit that stopped the search.
    fn limit(&self) -> Option<Limit>;
    /// The state before this one on a cheapest way from the start; the start itself for the start.
    fn before(&self, state: u32) -> u32;
    /// The least cost from the start.
    fn cost_of(&self, state: u32) -> Cost;
    /// What can become of a state.
    fn fate(&self, state: u32) -> Fate;
    /// Whether the level is solved.
    fn is_solved(&self, state: u32) -> bool;
    /// A lower bound on the cost to a solution, as the game's search uses it; `None` if it rules out one.
    fn lower_bound(&self, state: u32) -> Option<Cost>;
    /// Whether all moves of a state were followed. In a graph that is not whole, finding those of the others may take
    /// long.
    fn is_expanded(&self, state: u32) -> bool;
    /// Calls `visit` with the cost of each move and the state after it, if that was reached.
    fn each_move(&self, state: u32, visit: &mut dyn FnMut(Cost, Option<u32>));
    /// What the search did.
    fn statistics(&self) -> Statistics;
}

/// A graph whose edges are moves of this type.
pub trait Explored<M>: Graph {
    /// The graph alone.
    fn graph(&self) -> &dyn Graph;
    /// The moves of a state, in the order of [`Graph::each_move`].
    fn moves(&self, state: u32) -> Vec<M>;
    /// A cheapest way from the start to a state.
    fn path(&self, state: u32) -> Vec<M>;
    /// The unsettled rules that were applied to find these states: see
    /// [`TypedAnswer::proof_assumptions`](crate::TypedAnswer::proof_assumptions).
    fn assumptions(&self) -> &[String];
}

/// The space of a level as everything outside its game sees it.
pub trait LevelSpace: Send + Sync {
    /// The states and the edges between them.
    fn graph(&self) -> &dyn Graph;
    /// The names of the moves of a state, in the order of [`Graph::each_move`]. Where the level is symmetric, a
    /// state stands for its mirror images as well.
    fn move_names(&self, state: u32) -> Vec<String>;
    /// A cheapest way from the start to a state, by the names of its moves.
    fn path(&self, state: u32) -> Vec<String>;
    /// What a state looks like.
    fn picture(&self, state: u32) -> Picture;
    /// The unsettled rules that its answer relies on, as in [`Answer::assumptions`](crate::Answer::assumptions): if it
    /// can be solved, those of the path to the [nearest solution](nearest_solution).
    fn assumptions(&self) -> &[String];
}

/// Why a position has no space to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSpace {
    /// The moves of the game are not steps from state to state.
    Unsuited,
    /// The exploration ended at this limit, before its solution was replayed.
    Stopped(Limit),
    /// The exploration and the rules of the game disagree.
    Defect(Defect),
}

/// The first of the solved states that are nearest to the start, if one was reached.
pub fn nearest_solution(graph: &dyn Graph) -> Option<u32> {
    let Fate::Winnable(optimum) = graph.fate(graph.start()) else { return None };
    (0..graph.states()).find(|&state| graph.is_solved(state) && graph.cost_of(state) == optimum)
}

/// A puzzle and its space.
struct ExploredPuzzle<P: Searchable> {
    puzzle: P,
    space: Space<P::State>,
    assumptions: Vec<String>,
}

/// Explores a puzzle.
pub fn explored<'a, P: Searchable + Send + 'a>(
    puzzle: P,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Box<dyn Explored<P::Move> + 'a>
where
    P::State: 'a,
{
    let space = explore(&puzzle, options, monitor);
    with_space(puzzle, space)
}

/// A puzzle with its space, which another form of the same puzzle explored.
pub fn with_space<'a, P: Searchable + Send + 'a>(
    puzzle: P,
    space: Space<P::State>,
) -> Box<dyn Explored<P::Move> + 'a>
where
    P::State: 'a,
{
    with_space_assuming(puzzle, space, Vec::new())
}

/// The same for a space that relies on unsettled rules.
pub fn with_space_assuming<'a, P: Searchable + Send + 'a>(
    puzzle: P,
    space: Space<P::State>,
    assumptions: Vec<String>,
) -> Box<dyn Explored<P::Move> + 'a>
where
    P::State: 'a,
{
    Box::new(ExploredPuzzle { puzzle, space, assumptions })
}

impl<P: Searchable + Send> Graph for ExploredPuzzle<P> {
    fn states(&self) -> u32 {
        self.space.len()
    }

    fn start(&self) -> u32 {
        self.space.start()
    }

    fn is_whole(&self) -> bool {
        self.space.whole().is_some()
    }

    fn limit(&self) -> Option<Limit> {
        self.space.limit()
    }

    fn before(&self, state: u32) -> u32 {
        self.space.before(state)
    }

    fn cost_of(&self, state: u32) -> Cost {
        self.space.from_start(state)
    }

    fn fate(&self, state: u32) -> Fate {
        self.space.fate(state)
    }

    fn is_solved(&self, state: u32) -> bool {
        self.space.is_solved(state)
    }

    fn lower_bound(&self, state: u32) -> Option<Cost> {
        self.puzzle.graph().lower_bound(self.space.state(state))
    }

    fn is_expanded(&self, state: u32) -> bool {
        self.space.is_expanded(state)
    }

    fn each_move(&self, state: u32, visit: &mut dyn FnMut(Cost, Option<u32>)) {
        self.space.edges(&self.puzzle, state, |_, cost, next| visit(cost, next));
    }

    fn statistics(&self) -> Statistics {
        *self.space.statistics()
    }
}

impl<P: Searchable + Send> Explored<P::Move> for ExploredPuzzle<P> {
    fn graph(&self) -> &dyn Graph {
        self
    }

    fn moves(&self, state: u32) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.space.edges(&self.puzzle, state, |mv, _, _| moves.push(mv));
        moves
    }

    fn path(&self, state: u32) -> Vec<P::Move> {
        self.space.path(&self.puzzle, state).moves
    }

    fn assumptions(&self) -> &[String] {
        &self.assumptions
    }
}
