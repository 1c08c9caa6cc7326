//! What a designer wants to know about a level: how hard it is and why, which parts it needs, and why it
//! cannot be solved.
//!
//! A level is [explored](crate::Position::explore) once; each figure is a small computation on its graph, in
//! a file of its own, and none of them knows any game. Parts are taken away, and changes tried, through the
//! brushes of the game's [editor](crate::editing). A game whose moves are not steps has no space: it is only
//! solved, and the figures that need a space are left out.
//!
//! Figures are the same for any number of threads. Those that claim the whole space come from an exploration
//! that ran to its end; [`Analysis::whole`] tells. `docs/analysis.md` defines each figure.

pub(crate) mod draft;
mod edges;
pub(crate) mod effort;
mod heat;
mod improve;
mod information;
mod map;
pub mod pictures;
mod pieces;
mod score;
mod shape;
mod solutions;
mod steps;
mod why_not;

use serde::Serialize;
use unriddle_search::{Cost, Fate, Goal, Limits, Monitor, Options, Outcome, Progress, Statistics};

pub use draft::{Change, PartKind};
pub use effort::Budget;
pub use heat::Heat;
pub use improve::{Neighbour, improve};
pub use map::{MOST_POINTS, Map, Point, PointKind};
pub use pieces::{Part, Parts, Role};
pub use score::Score;
pub use shape::{Column, Shape};
pub use solutions::Solutions;
pub use steps::Step;
pub use why_not::{Proposal, WhyNot};

use self::draft::Draft;
use self::edges::Edges;
use self::effort::Effort;
use crate::verdict::{limit_word, outcome_word};
use crate::{Answer, Level, LevelSpace, Request};

/// What is asked of [`analyse`].
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The limits.
    pub budget: Budget<'a>,
    /// The settings that the level was read with.
    pub settings: &'a [(&'a str, u32)],
    /// The most parts to solve the level without; 0 to leave that out.
    pub parts: usize,
    /// Whether to try what would make an unsolvable level solvable.
    pub why_not: bool,
    /// Whether to lay out the map and to find the heat of the cells.
    pub pictures: bool,
}

/// What is known about a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// `optimal`, `solved`, `unsolvable` or `stopped`.
    pub outcome: &'static str,
    /// The cost of the best solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Whether the whole space was explored. Otherwise its figures are about what was seen.
    pub whole: bool,
    /// The limit that stopped the exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The score; missing if the level was not explored to its end, or has no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The least information in a solution, in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information: Option<f64>,
    /// The shape of the space; missing in a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The optimal solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// The tension along the solution.
    pub steps: Vec<Step>,
    /// What the parts are good for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Parts>,
    /// The ground whose removal makes the level cheapest, if it makes it cheaper: its place in the parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barrier: Option<usize>,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// Further figures of the game itself, such as what is left over.
    pub facts: Vec<(&'static str, u64)>,
    /// Remarks, a sentence each.
    pub notes: Vec<String>,
    /// Where pieces go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<Heat>,
    /// The states laid out in a plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// Seconds and memory that it took.
    #[serde(skip)]
    pub statistics: Statistics,
}

impl Analysis {
    /// The number of traps along the solution.
    pub fn traps(&self) -> usize {
        self.steps.iter().filter(|step| step.trap).count()
    }

    /// The number of moves of the solution that cannot be taken back.
    pub fn points_of_no_return(&self) -> usize {
        self.steps.iter().filter(|step| step.no_return).count()
    }

    /// The parts with one of these roles.
    pub fn parts_with<'a>(&'a self, roles: &'a [Role]) -> impl Iterator<Item = &'a Part> {
        self.parts.iter().flat_map(|parts| &parts.parts).filter(|part| roles.contains(&part.role))
    }
}

/// How much of a space is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// What the score needs.
    Score,
    /// All figures.
    Figures,
    /// All figures, the heat and the map.
    Pictures,
}

/// Analyses a level. `report` hears of the progress of the exploration.
pub fn analyse(level: &dyn Level, question: &Question<'_>, report: &mut dyn FnMut(&Progress)) -> Analysis {
    let effort = Effort::new(question.budget);
    let start = level.start();
    let limits = question.budget.limits;
    let mut monitor = Monitor::new().cancel(question.budget.cancel).on_progress(report);
    let options = Options { limits, threads: question.budget.threads, ..Options::default() };
    let space = start.explore(&options, &mut monitor);
    let explored = space.as_ref().map(|space| space.graph().statistics());
    effort.spend(explored.map_or_else(Default::default, |statistics| statistics.elapsed), 1);
    // The space has the answer, unless it is not whole.
    let answer = match &space {
        Some(space) if space.graph().is_whole() => {
            start.solve(&sure(&options), &mut Monitor::new().cancel(question.budget.cancel))
        }
        _ => start.solve(&rest(level, &options, &effort), &mut monitor),
    };
    let mut analysis = Analysis {
        outcome: outcome_word(&answer.outcome),
        cost: answer.outcome.cost(),
        facts: answer.facts.clone(),
        notes: answer.notes.clone(),
        statistics: explored.unwrap_or(answer.statistics),
        ..Analysis::empty()
    };
    if let Some(space) = &space {
        let detail = if question.pictures { Detail::Pictures } else { Detail::Figures };
        analysis.measure(space.as_ref(), detail);
    } else {
        analysis.count(&answer);
    }
    let has_space = space.is_some();
    let changed = pieces::options(level, &limits, analysis.statistics.stored, has_space);
    let draft = Draft::new(level, question.settings);
    if let Some(draft) = draft.filter(|_| question.parts > 0 || question.why_not) {
        match answer.outcome {
            Outcome::Unsolvable(_) if question.why_not => {
                let space = space.as_deref();
                analysis.why_not = Some(why_not::why_not(&draft, space, changed, &effort));
            }
            Outcome::Optimal(..) | Outcome::Solved { .. } if question.parts > 0 => {
                let heat = match (&space, &analysis.heat) {
                    (_, Some(heat)) => heat.clone(),
                    (Some(space), None) => heat::heat(space.as_ref()),
                    (None, None) => Heat::default(),
                };
                let parts = pieces::parts(&draft, &answer, &heat, changed, question.parts, &effort);
                analysis.barrier = barrier(&parts);
                analysis.parts = Some(parts);
            }
            _ => {}
        }
    }
    analysis
}

/// A search that runs to its end, as the exploration of the same level has.
fn sure(options: &Options) -> Request {
    let options = Options { goal: Goal::Optimal, limits: Limits::default(), ..*options };
    Request { options, ..Request::default() }
}

/// A search within what is left of the limits. A game without a space counts its solutions, if it can.
fn rest(level: &dyn Level, options: &Options, effort: &Effort<'_>) -> Request {
    let time = effort.left().flatten().or(options.limits.time);
    let goal = if level.game().default_goal() == Goal::Any { Goal::All } else { Goal::Optimal };
    let limits = Limits { time, ..options.limits };
    Request { options: Options { goal, limits, ..*options }, ..Request::default() }
}

/// The ground whose removal makes the level cheapest.
fn barrier(parts: &Parts) -> Option<usize> {
    let hinders = |part: &Part| part.role == Role::Hinders && part.change.kind == PartKind::Ground;
    let walls = parts.parts.iter().enumerate().filter(|(_, part)| hinders(part));
    walls.min_by_key(|(at, part)| (part.cost, *at)).map(|(at, _)| at)
}

impl Analysis {
    /// Nothing is known yet.
    fn empty() -> Analysis {
        Analysis {
            outcome: "stopped",
            cost: None,
            whole: false,
            limit: None,
            score: None,
            information: None,
            shape: None,
            solutions: None,
            steps: Vec::new(),
            parts: None,
            barrier: None,
            why_not: None,
            facts: Vec::new(),
            notes: Vec::new(),
            heat: None,
            map: None,
            statistics: Statistics::default(),
        }
    }

    /// What a space alone says about a level, without pictures.
    pub(crate) fn of_space(space: &dyn LevelSpace) -> Analysis {
        let mut analysis = Analysis::empty();
        analysis.measure(space, Detail::Score);
        analysis
    }

    /// The figures of a space.
    fn measure(&mut self, space: &dyn LevelSpace, detail: Detail) {
        let graph = space.graph();
        self.whole = graph.is_whole();
        self.limit = graph.limit().map(limit_word);
        let edges = Edges::new(graph);
        let parts = shape::parts(graph, &edges);
        let shape = shape::shape(graph, &edges, &parts);
        let route = solutions::route(graph);
        if let Some(mut solutions) = solutions::solutions(space, &edges, &route) {
            if detail != Detail::Score {
                solutions.longer = solutions::longer(graph, &edges).unwrap_or_default();
            }
            self.steps = steps::steps(graph, &edges, &parts, &route, &solutions.moves);
            self.information = graph.is_whole().then(|| information::information(graph, &edges)).flatten();
            self.score = self.information.map(|bits| score::score(&shape, &solutions, &self.steps, bits));
            self.solutions = Some(solutions);
        } else if graph.is_whole() && graph.fate(graph.start()) == Fate::Dead {
            self.notes.push(format!("all {} states that can be reached are lost", shape.states));
        }
        if !graph.is_whole() {
            self.notes.push("the space is not whole: its figures are about what was seen".into());
        }
        self.shape = Some(shape);
        if detail == Detail::Pictures {
            self.heat = Some(heat::heat(space));
            self.map = Some(map::map(graph));
        }
    }

    /// The figures of a game without a space.
    fn count(&mut self, answer: &Answer) {
        let Some(solution) = answer.outcome.solution() else { return };
        let count = answer.solutions.as_ref().map(ToString::to_string);
        self.solutions = Some(Solutions {
            moves: solution.moves.clone(),
            unique: count.as_ref().map(|count| count == "1"),
            count,
            up_to_order: None,
            longer: Vec::new(),
            shared_states: 0,
            shared_moves: Vec::new(),
        });
    }
}
