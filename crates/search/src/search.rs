//! The front door: say what you want to know, not how to find it.

use std::sync::atomic::AtomicBool;

use crate::a_star::{self, Bound, a_star};
use crate::all_optimal::all_optimal;
use crate::anytime::{self, anytime};
use crate::breadth_first::{self, breadth_first};
use crate::ida_star::ida_star;
use crate::known::{Known, path_to};
use crate::ranked::ranked;
use crate::watch::{Counts, Watch};
use crate::{Cost, Goal, Limit, Limits, Method, Outcome, Progress, Puzzle, Ranked, Solutions, Statistics};

/// A search about to be run, with its defaults: one optimal solution, any method, no limits,
/// all cores.
///
/// The answer and all counts are the same for any number of threads and in every run, unless
/// a limit on time or memory or the cancel flag ends the search.
pub struct Search<'a, P: Puzzle> {
    puzzle: &'a P,
    goal: Goal,
    method: Method,
    limits: Limits,
    threads: usize,
    unit: Cost,
    cancel: Option<&'a AtomicBool>,
    on_progress: Option<&'a mut dyn FnMut(&Progress)>,
}

/// What a search found and what it took.
pub struct Report<P: Puzzle> {
    /// The answer.
    pub outcome: Outcome<P::Move>,
    /// What it took.
    pub statistics: Statistics,
    /// With [`Goal::All`] and an optimal outcome: all optimal solutions.
    pub solutions: Option<Solutions<P>>,
    /// What else the search found out, in a sentence each; the methods of the engine have nothing
    /// to add.
    pub notes: Vec<String>,
}

/// What a search of another kind gives back; see [`Search::run_by`].
pub struct Finding<P: Puzzle> {
    /// The answer.
    pub outcome: Outcome<P::Move>,
    /// With [`Goal::All`] and an optimal outcome: all optimal solutions.
    pub solutions: Option<Solutions<P>>,
    /// What else it found out, in a sentence each.
    pub notes: Vec<String>,
    /// What it took.
    pub counts: Counts,
}

/// The outcome, all solutions if asked for, and what it took.
type Found<P> = (Outcome<<P as Puzzle>::Move>, Option<Solutions<P>>, Counts);

impl<'a, P: Puzzle> Search<'a, P> {
    /// A search of `puzzle`.
    pub fn new(puzzle: &'a P) -> Self {
        Search {
            puzzle,
            goal: Goal::default(),
            method: Method::default(),
            limits: Limits::default(),
            threads: 0,
            unit: 1,
            cancel: None,
            on_progress: None,
        }
    }

    /// A search of another puzzle with the same goal, method, limits, threads, cancel flag and
    /// progress reports: for a puzzle that is better searched in another form.
    pub fn of<'b, Q: Puzzle>(&'b mut self, puzzle: &'b Q) -> Search<'b, Q> {
        let on_progress: Option<&'b mut dyn FnMut(&Progress)> = match &mut self.on_progress {
            Some(report) => Some(&mut **report),
            None => None,
        };
        let Search { goal, method, limits, threads, unit, cancel, .. } = *self;
        Search { puzzle, goal, method, limits, threads, unit, cancel, on_progress }
    }

    /// What to look for.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// How to look for it. All optimal solutions are only found breadth-first or by A*: the
    /// other methods give way to A* there.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The method asked for so far.
    pub fn chosen_method(&self) -> Method {
        self.method
    }

    /// The goal asked for so far.
    pub fn chosen_goal(&self) -> Goal {
        self.goal
    }

    /// The limits set so far.
    pub fn chosen_limits(&self) -> Limits {
        self.limits
    }

    /// Where to stop.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How many threads to use at the most; 0 is one for each core. Small searches use one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// How much of the puzzle's cost makes one as the caller counts. The rest tells equal solutions
    /// apart: with a unit of 1000, a move of cost 1001 is one move, and one of the dearer kind. All
    /// that is told (costs, bounds, progress) is in whole units, and so is the limit on the cost;
    /// what is optimal has the fewest units, and among those the least rest. Only
    /// [`Solutions::cost`] is not divided. Default: 1.
    pub fn unit(mut self, unit: Cost) -> Self {
        self.unit = unit.max(1);
        self
    }

    /// A flag that stops the search, within 50 ms, when it becomes true.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Something to call with the progress, several times a second.
    pub fn on_progress(mut self, report: &'a mut dyn FnMut(&Progress)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// Runs the search.
    pub fn run(self) -> Report<P> {
        let method = self.pick();
        let (puzzle, goal, threads) = (self.puzzle, self.goal, self.thread_count());
        self.watched(|watch| match method {
            Method::BreadthFirst => by_layers(puzzle, goal, threads, watch),
            Method::IdaStar => {
                let (outcome, counts) = ida_star(puzzle, watch);
                (outcome, None, counts)
            }
            Method::Anytime => at_any_time(puzzle, goal, watch),
            Method::AStar | Method::Auto => by_priority(puzzle, goal, Bound::Used, threads, watch),
        })
    }

    /// Runs a search of another kind, one that does not go from state to state: by clauses, by
    /// construction. The caller of the search notices no difference.
    ///
    /// `search` is given the limits, the cancel flag and the progress reports as a [`Watch`], which
    /// it must [look at](Watch::look) often. It owes what every method owes: a solution in moves of
    /// the puzzle from its start, its true cost, and no claim without proof. It should go the same
    /// way in every run: by counting steps, not by the clock.
    ///
    /// ```
    /// # use unriddle_search::{Cost, Counts, Finding, Limits, Outcome, Puzzle, Search, Solution};
    /// # struct Stairs;
    /// # impl Puzzle for Stairs {
    /// #     type State = u32;
    /// #     type Move = ();
    /// #     fn start(&self) -> u32 { 0 }
    /// #     fn is_solved(&self, &height: &u32) -> bool { height == 9 }
    /// #     fn expand(&self, &height: &u32, mut visit: impl FnMut((), Cost, u32)) { visit((), 1, height + 1) }
    /// # }
    /// let limits = Limits { cost: Some(20), ..Limits::default() };
    /// let report = Search::new(&Stairs).limits(limits).run_by(|watch| {
    ///     let counts = Counts { expanded: 1, ..Counts::default() };
    ///     let outcome = match watch.look(counts, 100, 0, None) {
    ///         Some(limit) => Outcome::Stopped { limit, bound: 0 },
    ///         // Nobody needs to search a staircase.
    ///         None => Outcome::Optimal(Solution { cost: 9, moves: vec![(); 9] }),
    ///     };
    ///     Finding { outcome, solutions: None, notes: Vec::new(), counts }
    /// });
    /// assert_eq!(report.outcome.cost(), Some(9));
    /// assert_eq!(report.statistics.expanded, 1);
    /// ```
    pub fn run_by(self, search: impl FnOnce(&mut Watch<'a>) -> Finding<P>) -> Report<P> {
        let mut notes = Vec::new();
        let report = self.watched(|watch| {
            let finding = search(watch);
            notes = finding.notes;
            (finding.outcome, finding.solutions, finding.counts)
        });
        Report { notes, ..report }
    }

    /// The method that suits the goal and the puzzle. A bound that knows nothing of the start
    /// is not worth its cost: breadth-first is then the faster and the leaner method.
    fn pick(&self) -> Method {
        match (self.method, self.goal) {
            (Method::IdaStar | Method::Anytime, Goal::All) => Method::AStar,
            (Method::Auto, Goal::Any) => Method::Anytime,
            (Method::Auto, _) if self.puzzle.lower_bound(&self.puzzle.start()) == Some(0) => {
                Method::BreadthFirst
            }
            (Method::Auto, _) => Method::AStar,
            (named, _) => named,
        }
    }

    fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    fn watched(self, search: impl FnOnce(&mut Watch<'a>) -> Found<P>) -> Report<P> {
        let mut watch = Watch::new(self.limits, self.unit, self.cancel, self.on_progress);
        let (outcome, solutions, counts) = search(&mut watch);
        let outcome = in_units(outcome, self.unit);
        Report { outcome, statistics: watch.statistics(counts), solutions, notes: Vec::new() }
    }
}

impl<P: Ranked> Search<'_, P> {
    /// Runs the search on flat arrays instead of a hash table, in order of cost: the method
    /// named is passed over.
    pub fn run_ranked(self) -> Report<P> {
        let (puzzle, goal) = (self.puzzle, self.goal);
        self.watched(|watch| ranked(puzzle, goal, watch))
    }
}

fn by_layers<'a, P: Puzzle>(puzzle: &'a P, goal: Goal, threads: usize, watch: &mut Watch<'a>) -> Found<P> {
    let (known, ending) = breadth_first(puzzle, goal, threads, watch);
    let counts = known.counts();
    match ending {
        breadth_first::Ending::Found(cost, solved) => {
            found(puzzle, goal, &known, cost, &solved, counts, watch)
        }
        breadth_first::Ending::Exhausted => (Outcome::Unsolvable, None, counts),
        breadth_first::Ending::Stopped(limit, bound) => (Outcome::Stopped { limit, bound }, None, counts),
        breadth_first::Ending::Uneven => {
            drop(known);
            by_priority(puzzle, goal, Bound::Ignored, threads, watch)
        }
    }
}

fn by_priority<'a, P: Puzzle>(
    puzzle: &'a P,
    goal: Goal,
    bound: Bound,
    threads: usize,
    watch: &mut Watch<'a>,
) -> Found<P> {
    let (known, ending) = a_star(puzzle, goal, bound, threads, watch);
    let counts = known.counts();
    match ending {
        a_star::Ending::Found(cost, solved) => found(puzzle, goal, &known, cost, &solved, counts, watch),
        a_star::Ending::Exhausted => (Outcome::Unsolvable, None, counts),
        a_star::Ending::Stopped { limit, bound, best } => {
            let outcome = match best {
                Some((_, number)) => judged(path_to(puzzle, &known, number), bound, Some(limit)),
                None => Outcome::Stopped { limit, bound },
            };
            (outcome, None, counts)
        }
    }
}

fn at_any_time<'a, P: Puzzle>(puzzle: &'a P, goal: Goal, watch: &mut Watch<'a>) -> Found<P> {
    let (known, ending) = anytime(puzzle, goal, watch);
    let outcome = match ending {
        anytime::Ending::Found { number, bound, limit } => {
            judged(path_to(puzzle, &known, number), bound, limit)
        }
        anytime::Ending::Exhausted => Outcome::Unsolvable,
        anytime::Ending::Stopped { limit, bound } => Outcome::Stopped { limit, bound },
    };
    (outcome, None, known.counts)
}

/// The same outcome with its costs in whole units.
fn in_units<M>(outcome: Outcome<M>, unit: Cost) -> Outcome<M> {
    let whole = |solution: crate::Solution<M>| crate::Solution { cost: solution.cost / unit, ..solution };
    match outcome {
        Outcome::Optimal(solution) => Outcome::Optimal(whole(solution)),
        Outcome::Solved { solution, bound, limit } => judged(whole(solution), bound / unit, limit),
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped { limit, bound } => Outcome::Stopped { limit, bound: bound / unit },
    }
}

/// A solution is optimal when no solution can be cheaper.
fn judged<M>(solution: crate::Solution<M>, bound: Cost, limit: Option<Limit>) -> Outcome<M> {
    if solution.cost <= bound {
        Outcome::Optimal(solution)
    } else {
        Outcome::Solved { solution, bound, limit }
    }
}

/// The report of an optimal solution; with all of them, if that is the goal.
fn found<P: Puzzle>(
    puzzle: &P,
    goal: Goal,
    known: &impl Known<P::State>,
    cost: Cost,
    solved: &[u32],
    counts: Counts,
    watch: &mut Watch<'_>,
) -> Found<P> {
    let outcome = Outcome::Optimal(path_to(puzzle, known, solved[0]));
    if goal != Goal::All {
        return (outcome, None, counts);
    }
    let all: Result<_, Limit> = all_optimal(puzzle, known, cost, solved, counts, watch);
    // Interrupted while counting: the one solution is still proved optimal.
    (outcome, all.ok(), counts)
}
