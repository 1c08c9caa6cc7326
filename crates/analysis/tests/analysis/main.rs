//! What an analysis says, on small random levels of every game.

mod claims;
mod figures;
mod partial;
mod slow;

use std::sync::atomic::AtomicBool;

use unriddle_analysis::{Analysis, Budget, Question, analyse};
use unriddle_games::GAMES;
use unriddle_kit::editing::{Edit, apply};
use unriddle_kit::{Direction, Game, Level, LevelSpace};
use unriddle_search::{Fate, Limits, Monitor, Options};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Random numbers that are always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn limits(states: u64) -> Limits {
    Limits { states: Some(states), ..Limits::default() }
}

fn explored(level: &dyn Level, states: u64, check: &mut dyn FnMut(&dyn LevelSpace)) -> bool {
    let options = Options { limits: limits(states), threads: 1, ..Options::default() };
    let start = level.start();
    match start.explore(&options, &mut Monitor::new()) {
        Ok(space) if space.graph().is_whole() => {
            check(space.as_ref());
            true
        }
        _ => false,
    }
}

/// A few small levels of a game, painted at random.
fn random_levels(game: &'static dyn Game, count: usize, states: u64) -> Vec<Box<dyn Level>> {
    let editor = game.editor();
    let brushes = editor.brushes();
    let mut chance = Chance(7);
    let mut levels = Vec::new();
    for _ in 0..3000 {
        let mut grid = editor.grid(editor.starter()).expect("the starter is a board");
        for edge in [Direction::Right, Direction::Down, Direction::Left, Direction::Up] {
            for _ in 0..chance.below(3) {
                let _ = apply(editor, &mut grid, &Edit::Shrink { edge });
            }
        }
        for _ in 0..2 + chance.below(12) {
            let is_common = chance.below(2) == 0;
            let brush = chance.below(if is_common { brushes.len().min(6) } else { brushes.len() });
            let (x, y) = (chance.below(grid.width), chance.below(grid.height));
            let variant = Some(chance.below(brushes[brush].words.len()));
            let _ = apply(editor, &mut grid, &Edit::Paint { brush, x, y, variant });
        }
        let Ok(level) = game.read(&editor.write(&grid), &[]) else { continue };
        if level.start().is_solved() {
            continue;
        }
        // Half of them are to have a solution, and few are to be trivial.
        let mut is_wanted = false;
        let want_solution = levels.len() % 3 != 0;
        let small = explored(level.as_ref(), states, &mut |space| {
            let graph = space.graph();
            let winnable = matches!(graph.fate(graph.start()), Fate::Winnable(_));
            is_wanted = graph.states() > 5 && winnable == want_solution;
        });
        if small && is_wanted {
            levels.push(level);
        }
        if levels.len() == count {
            break;
        }
    }
    assert_eq!(levels.len(), count, "{} gives too few random levels", game.id());
    levels
}

/// The games whose levels can be painted and explored.
fn games_with_spaces() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().copied().filter(|game| !game.editor().brushes().is_empty()).filter(|game| {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let options = Options { limits: limits(10), threads: 1, ..Options::default() };
        let start = level.start();
        start.explore(&options, &mut Monitor::new()).is_ok()
    })
}

fn analysed(level: &dyn Level, threads: usize, parts: usize) -> Analysis {
    let budget = Budget { limits: limits(100_000), threads, cancel: &NEVER };
    let question = Question { budget, settings: &[], parts, why_not: parts > 0, pictures: true };
    let mut analysis = analyse(level, &question, &mut |_| {});
    analysis.statistics = Default::default();
    analysis
}

fn text(level: &dyn Level) -> String {
    format!("{}\n{}", level.game().id(), level.encodings()[0].1)
}
