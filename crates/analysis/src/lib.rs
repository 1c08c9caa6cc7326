//! What a designer wants to know about a level: how hard it is and why, which parts it needs, and why it
//! cannot be solved.
//!
//! A level is [explored](unriddle_kit::Position::explore) once; each figure is a small computation on its graph, in
//! a file of its own, and none of them knows any game. Parts are taken away, and changes tried, through the
//! brushes of the game's [editor](unriddle_kit::editing). A game whose moves are not steps has no space: it is only
//! solved, and the figures that need a space are left out.
//!
//! Figures are the same for any number of threads. Those that claim the whole space come from an exploration
//! that ran to its end; [`Analysis::whole`] tells. `docs/analysis.md` defines each figure.

mod draft;
mod edges;
mod effort;
pub mod generate;
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

use std::time::Duration;

use serde::Serialize;
use unriddle_kit::verdict::{limit_word, outcome_word};
use unriddle_kit::{Answer, Defect, Figure, Level, LevelSpace, Request};
use unriddle_search::{Cost, Fate, Goal, Limit, Limits, Monitor, Options, Outcome, Progress, Statistics};

pub use draft::{Change, PartKind};
pub use effort::Budget;
pub use heat::Heat;
pub use improve::{Neighbour, improve};
pub use map::{MAX_POINTS, Map, Point, PointKind};
pub use pieces::{Part, Parts, Role};
pub use score::Score;
pub use shape::{Column, Shape};
pub use solutions::Solutions;
pub use steps::Step;
pub use why_not::{Proposal, WhyNot};

use self::draft::Draft;
use self::edges::Edges;
use self::effort::Effort;

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
    #[serde(rename = "facts")]
    pub figures: Vec<Figure>,
    /// Remarks, a sentence each.
    pub notes: Vec<String>,
    /// The rules that its outcome relies on although no source settles them, a short sentence each. They are among the
    /// notes as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The disagreement between a search and the rules of the game, if they disagree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defect: Option<Defect>,
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
    let mut effort = Effort::new(question.budget);
    let start = level.start();
    let limits = question.budget.limits;
    let mut monitor = Monitor::new().cancel(question.budget.cancel).on_progress(report);
    let options = Options { limits, threads: question.budget.threads, ..Options::default() };
    let space = start.explore(&half_of(&options), &mut monitor);
    let space = space.map_err(|reason| effort.note(&reason)).ok();
    let explored = space.as_ref().map(|space| space.graph().statistics());
    explored.iter().for_each(|statistics| effort.note_pace(statistics));
    let is_whole = space.as_ref().is_some_and(|space| space.graph().is_whole());
    // The figures of a space and the parts of a level need time as well.
    let share = if space.is_some() || question.parts > 0 { 2 } else { 1 };
    let answer = effort.left().map(|left| {
        let time = left.map(|left| monitor.elapsed() + left / share);
        start.solve(&search(level, &options, time, is_whole), &mut monitor)
    });
    let mut analysis = Analysis::empty();
    if let Some(answer) = &answer {
        analysis.outcome = outcome_word(&answer.outcome);
        analysis.cost = answer.outcome.cost();
        (analysis.figures, analysis.notes) = (answer.figures.clone(), answer.notes.clone());
        analysis.assumptions = answer.assumptions.clone();
        analysis.statistics = answer.statistics;
        effort.note_defect(answer.defect.as_ref());
    }
    analysis.statistics = explored.unwrap_or(analysis.statistics);
    if let Some(space) = &space {
        let detail = if question.pictures { Detail::Pictures } else { Detail::Figures };
        analysis.measure(space.as_ref(), detail, &effort);
    }
    if let Some(answer) = answer.as_ref().filter(|_| analysis.solutions.is_none()) {
        analysis.count(answer);
    }
    if let Some(answer) = answer.filter(|_| !effort.is_over()) {
        analysis.try_changes(level, question, space.as_deref(), &answer, &effort);
    }
    if let Some(defect) = effort.defect() {
        analysis.report(defect);
    }
    analysis.statistics.elapsed = monitor.elapsed();
    analysis
}

/// The same with half of the time. The figures take about as long as the exploration, and an answer may take longer.
fn half_of(options: &Options) -> Options {
    let limits = Limits { time: options.limits.time.map(|time| time / 2), ..options.limits };
    Options { limits, ..*options }
}

/// The search for the answer. Where the whole space is known, it needs no limit but the time. A game without a space
/// counts its solutions, if it can.
fn search(level: &dyn Level, options: &Options, time: Option<Duration>, is_whole: bool) -> Request {
    let goal = if level.game().default_goal() == Goal::Any { Goal::All } else { Goal::Optimal };
    let limits = if is_whole { Limits::default() } else { options.limits };
    let limits = Limits { time, ..limits };
    Request { options: Options { goal, limits, ..*options }, ..Request::default() }
}

/// The ground whose removal makes the level cheapest.
fn barrier(parts: &Parts) -> Option<usize> {
    let hinders = |part: &Part| part.role == Role::Hinders && part.change.kind == PartKind::Ground;
    let walls = parts.parts.iter().enumerate().filter(|(_, part)| hinders(part));
    walls.min_by_key(|(at, part)| (part.cost, *at)).map(|(at, _)| at)
}

impl Analysis {
    /// What becomes of the level without each of its parts, or with a change that makes it solvable.
    fn try_changes(
        &mut self,
        level: &dyn Level,
        question: &Question<'_>,
        space: Option<&dyn LevelSpace>,
        answer: &Answer,
        effort: &Effort<'_>,
    ) {
        let limits = &question.budget.limits;
        let options = pieces::options(level, limits, self.statistics.stored, space.is_some());
        if question.parts == 0 && !question.why_not {
            return;
        }
        let Some(draft) = Draft::new(level, question.settings) else { return };
        match answer.outcome {
            Outcome::Unsolvable(_) if question.why_not => {
                self.why_not = Some(why_not::why_not(&draft, space, options, effort));
            }
            Outcome::Optimal(..) | Outcome::Solved { .. } if question.parts > 0 => {
                let heat = match (space, &self.heat) {
                    (_, Some(heat)) => heat.clone(),
                    (Some(space), None) => heat::heat(space, effort),
                    (None, None) => Heat::default(),
                };
                let parts = pieces::parts(&draft, answer, &heat, options, question.parts, effort);
                self.barrier = barrier(&parts);
                self.parts = Some(parts);
            }
            _ => {}
        }
    }

    /// The analysis of a level that was abandoned because of a limit: nothing is known.
    pub fn stopped(limit: Limit, statistics: Statistics) -> Analysis {
        Analysis { limit: Some(limit_word(limit)), statistics, ..Analysis::empty() }
    }

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
            figures: Vec::new(),
            notes: Vec::new(),
            assumptions: Vec::new(),
            defect: None,
            heat: None,
            map: None,
            statistics: Statistics::default(),
        }
    }

    /// What a space alone says about a level, without pictures.
    pub(crate) fn of_space(space: &dyn LevelSpace) -> Analysis {
        let mut analysis = Analysis::empty();
        analysis.measure(space, Detail::Score, &Effort::unlimited());
        analysis
    }

    /// Nothing but a disagreement between a search and the rules of the game: no figure can be trusted.
    fn report(&mut self, defect: &Defect) {
        let (notes, defect) = (vec![defect.message.clone()], Some(defect.clone()));
        *self = Analysis { notes, defect, statistics: self.statistics, ..Analysis::empty() };
    }

    /// Replaces the assumptions.
    fn rely_on(&mut self, assumptions: &[String]) {
        self.notes.retain(|note| !self.assumptions.contains(note));
        self.assumptions = assumptions.to_vec();
        self.notes.splice(..0, assumptions.iter().cloned());
    }

    /// Takes over what the exploration found, where the search for an answer found less.
    fn adopt(&mut self, space: &dyn LevelSpace) {
        let graph = space.graph();
        if matches!(self.outcome, "optimal" | "unsolvable") {
            return;
        }
        let is_better = |cost| self.cost.is_none_or(|known| cost < known);
        match graph.fate(graph.start()) {
            Fate::Winnable(cost) if graph.is_whole() => (self.outcome, self.cost) = ("optimal", Some(cost)),
            Fate::Winnable(cost) if is_better(cost) => (self.outcome, self.cost) = ("solved", Some(cost)),
            Fate::Dead => {
                (self.outcome, self.cost) = ("unsolvable", None);
                self.rely_on(space.assumptions());
            }
            Fate::Winnable(_) | Fate::Undecided => {}
        }
    }

    /// The figures of a space.
    fn measure(&mut self, space: &dyn LevelSpace, detail: Detail, effort: &Effort<'_>) {
        let graph = space.graph();
        self.adopt(space);
        // What was seen may have a worse solution than another search found.
        let is_best = matches!(graph.fate(graph.start()), Fate::Winnable(cost) if self.cost == Some(cost));
        let route = if is_best { solutions::route(graph) } else { Vec::new() };
        let edges = Edges::new(graph, &route, effort);
        let parts = shape::parts(graph, &edges);
        let shape = shape::shape(graph, &edges, &parts);
        self.whole = graph.is_whole() && edges.is_whole();
        self.limit = graph.limit().or(effort.limit().filter(|_| !self.whole)).map(limit_word);
        if let Some(mut solutions) = solutions::solutions(space, &edges, &route, effort) {
            if detail != Detail::Score {
                solutions.longer = solutions::longer(graph, &edges, effort).unwrap_or_default();
            }
            self.steps = steps::steps(graph, &edges, &parts, &route, &solutions.moves);
            self.information = self.whole.then(|| information::information(graph, &edges)).flatten();
            self.score = self.information.map(|bits| score::score(&shape, &solutions, &self.steps, bits));
            self.solutions = Some(solutions);
            self.rely_on(space.assumptions());
        } else if graph.is_whole() && graph.fate(graph.start()) == Fate::Dead {
            self.notes.push(format!("all {} states that can be reached are lost", shape.states));
        }
        if !self.whole {
            self.notes.push("the space is not whole: its figures are about what was seen".into());
        }
        self.shape = Some(shape);
        if detail == Detail::Pictures {
            self.heat = Some(heat::heat(space, effort));
            self.map = Some(map::map(graph));
        }
    }

    /// What an answer says about the solutions, where no space does.
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
