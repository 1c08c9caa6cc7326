//! The levels of the checks: a small shipped level of each game.
//!
//! Nothing about them is written down here. The engine solves them, and the gesture for each move is
//! found by asking the game what every possible gesture means.

use std::path::Path;
use std::time::Duration;

use unriddle_games::{read_all, read_as};
use unriddle_kit::{Controls, Direction, Game, Gesture, Level, Position, Request};
use unriddle_search::{Cost, Goal, Limits, Monitor, Options, Outcome};
use unriddle_web::library;

/// The number of gestures of a suitable level.
const STEPS: std::ops::RangeInclusive<usize> = 3..=9;

/// A level and its solution.
pub struct Chosen {
    /// Its game.
    pub game: &'static dyn Game,
    /// Its id in the catalogue.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The moves that solve it.
    pub moves: Vec<String>,
    /// Their cost.
    pub cost: Cost,
    /// The same moves as gestures.
    pub steps: Vec<Step>,
}

/// A gesture of the player.
#[derive(Clone, Debug)]
pub struct Step {
    /// The gesture.
    pub gesture: Gesture,
    /// The position of the card in the hand, if one is played.
    pub card: usize,
    /// The number of moves made afterwards.
    pub made: usize,
}

impl Chosen {
    /// The first level of a game that is neither trivial nor long.
    pub fn of(game: &'static dyn Game) -> Chosen {
        let fits = |chosen: &Chosen| STEPS.contains(&chosen.steps.len());
        shipped(game)
            .filter_map(|(id, text)| Chosen::solved(game, id, text))
            .find(fits)
            .unwrap_or_else(|| panic!("{} has no level that takes {STEPS:?} gestures", game.id()))
    }

    fn solved(game: &'static dyn Game, id: String, text: String) -> Option<Chosen> {
        let level = read_as(game, &text, &[]).ok()?;
        let (moves, cost) = solve(level.as_ref(), game.default_goal())?;
        let steps = steps(game, level.start(), &moves);
        Some(Chosen { game, id, text, moves, cost, steps })
    }

    /// The same level with only the first of its steps.
    pub fn first(&self, count: usize) -> Chosen {
        let steps = self.steps[..count].to_vec();
        let (id, text, moves) = (self.id.clone(), self.text.clone(), self.moves.clone());
        Chosen { game: self.game, id, text, moves, cost: self.cost, steps }
    }

    /// Whether the solved level has a film.
    pub fn runs(&self) -> bool {
        let level = self.level();
        let mut position = level.start();
        let made = self.moves.iter().all(|part| position.advance(part).is_ok());
        made && !position.film(1).is_empty()
    }

    /// The degrees of its hints, of which the first says where to look, if that is worth saying.
    pub fn degrees(&self) -> &'static [&'static str] {
        if self.level().start().focus(&self.moves).is_some() { &["1", "2", "3"] } else { &["2", "3"] }
    }

    /// The level itself.
    pub fn level(&self) -> Box<dyn Level> {
        read_as(self.game, &self.text, &[]).unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }
}

/// The files of shipped levels of a game, each with the id of its first level in the catalogue.
pub fn shipped(game: &dyn Game) -> impl Iterator<Item = (String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
    let files = library::files(&folder).into_iter().flatten();
    files.filter_map(move |file| {
        let within = file.strip_prefix(folder.parent()?).ok()?.to_str()?;
        let text = std::fs::read_to_string(&file).ok()?;
        let several = read_all(&text, &[]).is_ok_and(|levels| levels.count() > 1);
        Some((if several { format!("{within}#1") } else { within.to_string() }, text))
    })
}

/// The moves of a solution, and their cost.
pub fn solve(level: &dyn Level, goal: Goal) -> Option<(Vec<String>, Cost)> {
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let request =
        Request { options: Options { goal, limits, threads: 1, ..Options::default() }, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new());
    let solution = answer.outcome.solution()?;
    Some((solution.moves.clone(), solution.cost))
}

/// One of the first levels of a game, and at most two moves after which it cannot be won any more.
pub fn lost_position(game: &'static dyn Game) -> Option<(&'static dyn Game, String, Vec<String>)> {
    shipped(game).take(6).find_map(|(_, text)| {
        let level = read_as(game, &text, &[]).ok()?;
        let start = level.start();
        let one = start.moves().into_iter().map(|first| vec![first]);
        let two = start.moves().into_iter().flat_map(|first| {
            let then = start.after(&first).map(|position| position.moves()).unwrap_or_default();
            then.into_iter().map(move |second| vec![first.clone(), second])
        });
        let moves = one.chain(two).take(40).find(|moves| is_lost(level.as_ref(), moves))?;
        Some((game, text, moves))
    })
}

fn is_lost(level: &dyn Level, moves: &[String]) -> bool {
    let mut position = level.start();
    if moves.iter().any(|part| position.advance(part).is_err()) {
        return false;
    }
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let request = Request {
        options: Options { goal: Goal::Any, limits, threads: 1, ..Options::default() },
        ..Request::default()
    };
    matches!(position.solve(&request, &mut Monitor::new()).outcome, Outcome::Unsolvable(_))
}

/// The gestures that make these moves.
fn steps(game: &dyn Game, mut position: Box<dyn Position + '_>, moves: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut made = 0;
    while made < moves.len() {
        let means = |gesture: &Gesture| {
            let meant = position.interpret(gesture).ok()?;
            (!meant.is_empty() && moves[made..].starts_with(&meant)).then_some(meant.len())
        };
        let fitting = gestures(game, position.as_ref()).into_iter();
        let fitting = fitting.filter_map(|(gesture, card)| Some((means(&gesture)?, gesture, card)));
        let Some((count, gesture, card)) = fitting.max_by_key(|&(count, ..)| count) else {
            panic!("{}: no gesture means {}", game.id(), moves[made]);
        };
        for part in &moves[made..made + count] {
            position.advance(part).unwrap_or_else(|error| panic!("{part}: {error}"));
        }
        made += count;
        steps.push(Step { gesture, card, made });
    }
    steps
}

/// Every gesture in a position, with the position of the card that it plays.
fn gestures(game: &dyn Game, position: &dyn Position) -> Vec<(Gesture, usize)> {
    let ways = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
    match game.controls() {
        Controls::Directions => ways.map(|direction| (Gesture::Go { direction }, 0)).to_vec(),
        Controls::Action => {
            let go = ways.map(|direction| (Gesture::Go { direction }, 0));
            go.into_iter().chain([(Gesture::Act, 0)]).collect()
        }
        Controls::Hand => {
            let hand = position.hand().into_iter().enumerate();
            let play = |card: String, direction| Gesture::Play { card, direction };
            hand.flat_map(|(at, card)| ways.map(|way| (play(card.clone(), way), at))).collect()
        }
        Controls::Cells => {
            let picture = position.picture();
            let cells = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
            let lay = |(x, y)| ways.map(|direction| (Gesture::Lay { x, y, direction }, 0));
            cells.flat_map(lay).collect()
        }
    }
}
