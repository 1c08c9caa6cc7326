//! How well a level fulfils a wish: higher is better, and from 0 up everything that was wished for holds.

use std::ops::RangeInclusive;

use unriddle_kit::editing::{Editor, Spot, TextGrid};
use unriddle_kit::{Defect, Game, Level, NoSpace};
use unriddle_search::{Cost, Fate, Goal, Limits, Monitor, Options, Outcome};

use super::{Wish, fingerprint};
use crate::Analysis;

/// The most states of a generated level, so that thousands of candidates can be explored.
const MAX_STATES: u64 = 8_000;
/// The most work for a candidate in a game without a space, as its search counts it.
const MAX_WORK: u64 = 2_000;

/// Something that a level should have a given number of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    number: usize,
    what: Counted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Counted {
    Brush(usize),
    Field(usize),
}

impl Count {
    /// Reads `3 walls`: a number and the name of a brush or of a field of the game, in the singular or plural. `like` is
    /// the level that is varied, if there is one.
    pub fn read(game: &dyn Game, like: Option<&str>, text: &str) -> Result<Count, String> {
        let start = like.unwrap_or_else(|| game.editor().starter());
        let editor = game.editor_of(start, 1);
        let brushes = editor.brushes();
        let fields = editor.grid(start).map(|grid| grid.fields).unwrap_or_default();
        let names =
            brushes.iter().map(|brush| brush.name.as_ref()).chain(fields.iter().map(|field| field.name));
        let parts = text.trim().split_once(char::is_whitespace);
        let parsed = parts.and_then(|(number, name)| Some((number.parse().ok()?, name.trim())));
        let Some((number, name)) = parsed else {
            let name = brushes.first().map_or("walls", |brush| brush.name.as_ref());
            return Err(format!("expected a number and a name, such as `3 {name}`"));
        };
        let is_it = |known: &str| {
            [known.to_string(), format!("{known}s"), format!("{known}es")].iter().any(|known| known == name)
        };
        let brush = brushes.iter().position(|brush| is_it(&brush.name)).map(Counted::Brush);
        let field = || fields.iter().position(|field| is_it(field.name)).map(Counted::Field);
        let what = brush.or_else(field).ok_or_else(|| {
            let names: Vec<&str> = names.collect();
            format!("{} has no {name}; it has {}", game.name(), names.join(", "))
        })?;
        Ok(Count { number, what })
    }

    /// By how many a grid differs.
    pub(super) fn difference(&self, editor: &dyn Editor, grid: &TextGrid) -> usize {
        let there = match self.what {
            Counted::Field(field) => {
                grid.fields.get(field).map_or(0, |field| field.value.split_whitespace().count())
            }
            Counted::Brush(brush) => {
                let brushes = editor.brushes();
                let Some(brush) = brushes.get(brush) else { return self.number };
                let words = &brush.words;
                match brush.spot {
                    Spot::Cell => grid
                        .cells
                        .iter()
                        .filter(|word| words.iter().any(|paint| editor.shows(word, paint)))
                        .count(),
                    Spot::Corner => grid.corners.values().filter(|word| words.contains(word)).count(),
                }
            }
        };
        there.abs_diff(self.number)
    }
}

/// A judged level.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// Higher is better.
    pub(super) fitness: f64,
    /// The optimum, if there is a proved one.
    pub(super) par: Option<Cost>,
    /// The score of its analysis.
    pub(super) difficulty: Option<f64>,
    /// The number of optimal solutions.
    pub(super) count: Option<String>,
    /// Whether all that was wished for holds.
    pub(super) fulfils: bool,
    /// Whether there are as many of everything as was wished for.
    pub(super) is_counted: bool,
    /// What levels that differ only in a symmetry have in common.
    pub(super) fingerprint: String,
    /// The disagreement between the search and the rules of the game, if they disagree.
    pub(super) defect: Option<Defect>,
}

/// Judges a level that has this grid.
pub(super) fn judge(level: &dyn Level, editor: &dyn Editor, grid: &TextGrid, wish: &Wish<'_>) -> Judged {
    let limits = Limits { states: Some(MAX_STATES), memory: Some(512 << 20), ..Limits::default() };
    let options = Options { limits, threads: 1, ..Options::default() };
    let start = level.start();
    let mut judged = Judged {
        fitness: -300.0,
        par: None,
        difficulty: None,
        count: None,
        fulfils: false,
        is_counted: false,
        fingerprint: String::new(),
        defect: None,
    };
    // A level that is solved before any move is none.
    if start.is_solved() {
        return judged;
    }
    let miscounted: usize = wish.with.iter().map(|count| count.difference(editor, grid)).sum();
    judged.is_counted = miscounted == 0;
    match start.explore(&options, &mut Monitor::new().cancel(wish.cancel)) {
        Ok(space) => {
            let graph = space.graph();
            match (graph.is_whole(), graph.fate(graph.start())) {
                (true, Fate::Winnable(par)) => {
                    judged.par = Some(par);
                    let analysis = Analysis { cost: Some(par), ..Analysis::of_space(space.as_ref()) };
                    judged.difficulty = analysis.score.as_ref().map(|score| score.total);
                    judged.fitness = judged.difficulty.unwrap_or(0.0);
                    judged.count = analysis.solutions.as_ref().and_then(|solutions| solutions.count.clone());
                    judged.fingerprint = fingerprint::of_space(&analysis);
                }
                // The nearer the states come to a solution, the better.
                (true, _) => {
                    let bounds = (0..graph.states()).filter_map(|state| graph.lower_bound(state));
                    let nearest = bounds.min().unwrap_or(100).min(100);
                    judged.fitness = -150.0 - f64::from(nearest) / 2.0;
                }
                (false, _) => judged.fitness = -250.0,
            }
        }
        Err(NoSpace::Defect(defect)) => judged.defect = Some(defect),
        Err(NoSpace::Stopped(_)) => {}
        Err(NoSpace::Unsuited) => {
            let limits = Limits { states: Some(MAX_WORK), ..limits };
            let options = Options { goal: Goal::Optimal, limits, ..options };
            let request = unriddle_kit::Request { options, ..unriddle_kit::Request::default() };
            let answer = start.solve(&request, &mut Monitor::new().cancel(wish.cancel));
            judged.defect = answer.defect;
            if let Outcome::Optimal(solution, _) = &answer.outcome {
                judged.par = Some(solution.cost);
                // More belts for their number of cells are harder; the work of the search tells the rest.
                judged.fitness = f64::from(solution.cost) + (1.0 + answer.statistics.expanded as f64).log2();
                judged.fingerprint = fingerprint::of_board(editor, grid, solution.cost);
            }
            if wish.unique && judged.par.is_some() {
                let request =
                    unriddle_kit::Request { options: Options { goal: Goal::All, ..options }, ..request };
                let answer = start.solve(&request, &mut Monitor::new().cancel(wish.cancel));
                judged.count = answer.solutions.map(|count| count.to_string());
                judged.defect = answer.defect;
            }
        }
    }
    let Some(par) = judged.par else { return judged };
    let off_par = distance(&wish.par, f64::from(par));
    let off_difficulty = judged.difficulty.map_or(0.0, |score| distance(&wish.difficulty, score));
    let is_unique = judged.count.as_deref() == Some("1");
    let several = if wish.unique && !is_unique {
        5.0 + judged.count.as_ref().map_or(10.0, |count| 3.0 * count.len() as f64)
    } else {
        0.0
    };
    judged.fitness -= 4.0 * off_par + 4.0 * off_difficulty + 8.0 * miscounted as f64 + several;
    judged.fulfils = off_par == 0.0 && off_difficulty == 0.0 && miscounted == 0 && several == 0.0 && par > 0;
    judged
}

/// How far a number is outside of a range.
fn distance(range: &RangeInclusive<u32>, number: f64) -> f64 {
    (f64::from(*range.start()) - number).max(number - f64::from(*range.end())).max(0.0)
}
