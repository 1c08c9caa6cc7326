//! Makes levels that the solver vouches for, of any game that has an editor.
//!
//! An attempt starts with a level, changes it at random through the game's brushes, and keeps a change if the
//! [analysis](crate) does not like the level less: hill climbing. At the end the level is cleared
//! up, and solved once more. Each attempt has random numbers of its own, and attempts
//! are made in batches of a fixed size; so the levels are the same for a seed on any number of threads.
//!
//! An attempt takes some hundred explorations of small spaces, about a second.

mod chance;
mod fingerprint;
mod judge;
mod mutate;
mod tidy;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_kit::editing::{Editor, TextEditor, TextGrid};
use unriddle_kit::{Defect, Game, Level, Request};
use unriddle_search::{Cost, Goal, Limits, Monitor, Options, Outcome};

pub use self::judge::Count;

use self::chance::Chance;
use self::judge::{Judged, judge};
use self::mutate::{mutate, resize, scramble};
use self::tidy::{Made, Tidy};
use crate::effort::in_parallel;

/// Attempts that are made before their levels are compared.
const BATCH: u64 = 8;
/// Changes that are tried in an attempt.
const STEPS: usize = 240;
/// Attempts that may fail for each level that is wanted, before it is given up.
const PATIENCE: u64 = 40;

/// What levels are wanted.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The text of a level to vary; by default, chance begins with the game's starter.
    pub like: Option<&'a str>,
    /// The size of the board, as (columns, rows); by default, that of the level.
    pub size: Option<(usize, usize)>,
    /// The cost of an optimal solution.
    pub par: RangeInclusive<u32>,
    /// The score of the analysis. It has no effect in a game without a space.
    pub difficulty: RangeInclusive<u32>,
    /// Whether there is to be only one optimal solution.
    pub unique: bool,
    /// How many there are to be of something.
    pub with: Vec<Count>,
    /// How many levels.
    pub count: usize,
    /// Where chance starts.
    pub seed: u64,
    /// The most threads; 0 for one per core.
    pub threads: usize,
    /// Set to true to stop.
    pub cancel: &'a AtomicBool,
}

/// A level that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// Its text.
    pub text: String,
    /// The proved optimum.
    pub par: Cost,
    /// The score of its analysis; `None` in a game without a space.
    pub difficulty: Option<f64>,
    /// The number of optimal solutions, if it was counted.
    pub solutions: Option<String>,
    /// The number of the attempt that made it.
    pub attempt: u64,
}

/// Makes levels and passes each to `found`. Fails with what is wrong with the wish, or if a search and the rules of the
/// game disagree.
pub fn generate(
    game: &'static dyn Game,
    wish: &Wish<'_>,
    found: &mut dyn FnMut(Generated),
) -> Result<usize, String> {
    let start = Start::new(game, wish)?;
    let threads = match wish.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let (mut made, mut attempt, mut known) = (0, 0, BTreeSet::new());
    let most = PATIENCE * wish.count.max(1) as u64;
    while made < wish.count && attempt < most && !wish.cancel.load(Ordering::Relaxed) {
        let batch: Vec<u64> = (attempt..attempt + BATCH).collect();
        attempt += BATCH;
        let levels = in_parallel(&batch, threads, |&attempt| climb(game, &start, wish, attempt));
        for made_one in levels {
            let made_one = made_one.map_err(|defect| format!("{}\n{}", defect.message, defect.input))?;
            let Some((level, fingerprint)) = made_one else { continue };
            if made < wish.count && known.insert(fingerprint) {
                made += 1;
                found(level);
            }
        }
    }
    Ok(made)
}

/// What every attempt starts with.
struct Start {
    editor: Arc<TextEditor>,
    grid: TextGrid,
}

impl Start {
    fn new(game: &dyn Game, wish: &Wish<'_>) -> Result<Start, String> {
        let editor = Arc::new(game.editor_of(wish.like.unwrap_or_else(|| game.editor().starter()), 1));
        let grid = starting_grid(game, &**editor, wish)?;
        Ok(Start { editor, grid })
    }
}

fn starting_grid(game: &dyn Game, editor: &dyn Editor, wish: &Wish<'_>) -> Result<TextGrid, String> {
    let text = wish.like.unwrap_or_else(|| editor.starter());
    if let Some(like) = wish.like {
        game.read(like, &[]).map_err(|error| format!("the level to vary is not one: {}", error.message))?;
    }
    let mut grid = editor.grid(text).map_err(|error| error.message)?;
    // Recorded solutions would not hold, and a name belongs to one level.
    grid.rest.clear();
    let name = game.read(text, &[]).ok().and_then(|level| level.name());
    for field in grid.fields.iter_mut().filter(|field| Some(&field.value) == name.as_ref()) {
        field.value.clear();
    }
    if let Some(size) = wish.size {
        if size.0 == 0 || size.1 == 0 {
            return Err("a board has at least one column and one row".into());
        }
        resize(editor, &mut grid, size)?;
    }
    if editor.brushes().is_empty() {
        return Err(format!("{} has no brushes to paint levels with", game.name()));
    }
    Ok(grid)
}

/// The fields that hold cards or the like: those whose words change what is in hand.
fn hands(game: &dyn Game, start: &Start) -> Vec<usize> {
    let grid = &start.grid;
    let hand = |grid: &TextGrid| {
        let level = game.read(&start.editor.write(grid), &[]).ok()?;
        let hand = level.start().hand();
        Some(hand)
    };
    let Some(before) = hand(grid) else { return Vec::new() };
    let changes = |&field: &usize| {
        let mut grid = grid.clone();
        let value = &mut grid.fields[field].value;
        let Some(word) = value.split_whitespace().next().map(String::from) else { return false };
        *value = format!("{value} {word}");
        hand(&grid).is_some_and(|after| after != before)
    };
    (0..grid.fields.len()).filter(changes).collect()
}

/// One attempt: a level that fulfils the wish, with its fingerprint.
fn climb(
    game: &'static dyn Game,
    start: &Start,
    wish: &Wish<'_>,
    attempt: u64,
) -> Result<Option<(Generated, String)>, Defect> {
    let editor: &dyn Editor = &**start.editor;
    let mut chance = Chance::new(wish.seed, attempt);
    let hands = hands(game, start);
    let read = |grid: &TextGrid| game.read(&editor.write(grid), &[]).ok();
    let mut best = start.grid.clone();
    if wish.like.is_none() {
        scramble(editor, &mut best, &mut chance);
    }
    let mut judged = read(&best).map(|level| judge(level.as_ref(), editor, &best, wish));
    for _ in 0..STEPS {
        if wish.cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(defect) = judged.as_mut().and_then(|judged| judged.defect.take()) {
            return Err(defect);
        }
        let grid = mutate(editor, &best, &hands, &mut chance);
        if grid == best {
            continue;
        }
        let Some(level) = read(&grid) else {
            // Until there is a level at all, any change may lead to one.
            if judged.is_none() {
                best = grid;
            }
            continue;
        };
        let next = judge(level.as_ref(), editor, &grid, wish);
        if judged.as_ref().is_none_or(|judged| next.fitness >= judged.fitness || next.defect.is_some()) {
            (best, judged) = (grid, Some(next));
        }
    }
    let Some(judged) = judged else { return Ok(None) };
    finish(game, &start.editor, best, judged, wish, attempt)
}

/// Clears the level up, and solves it once more.
fn finish(
    game: &'static dyn Game,
    editor: &Arc<TextEditor>,
    grid: TextGrid,
    judged: Judged,
    wish: &Wish<'_>,
    attempt: u64,
) -> Result<Option<(Generated, String)>, Defect> {
    if let Some(defect) = judged.defect {
        return Err(defect);
    }
    if !judged.fulfils {
        return Ok(None);
    }
    let mut made = Made { grid, judged };
    let tidy = Tidy { game, editor, wish, defect: OnceCell::new() };
    tidy.tidy(&mut made);
    if let Some(defect) = tidy.defect.into_inner() {
        return Err(defect);
    }
    let Made { grid, judged } = made;
    if !judged.fulfils {
        return Ok(None);
    }
    let text = editor.write(&grid);
    let Ok(level) = game.read(&text, &[]) else { return Ok(None) };
    let Some(par) = proved(level.as_ref(), wish.cancel)? else { return Ok(None) };
    let Judged { difficulty, count, fingerprint, .. } = judged;
    Ok((Some(par) == judged.par)
        .then_some((Generated { text, par, difficulty, solutions: count, attempt }, fingerprint)))
}

/// The optimum, by the search that the game is usually solved with.
fn proved(level: &dyn Level, cancel: &AtomicBool) -> Result<Option<Cost>, Defect> {
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    let options = Options { goal: Goal::Optimal, limits, threads: 1, ..Options::default() };
    let request = Request { options, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new().cancel(cancel));
    match (answer.outcome, answer.defect) {
        (_, Some(defect)) => Err(defect),
        (Outcome::Optimal(solution, _), None) => Ok(Some(solution.cost)),
        _ => Ok(None),
    }
}
