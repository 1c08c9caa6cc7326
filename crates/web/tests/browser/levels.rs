//! Levels to try things with: a small one of each game, from the levels that come with it.
//!
//! Nothing about them is written down here. The engine solves them, and what a player must do
//! for each move is found by asking the game what every possible gesture would mean.

use std::path::Path;
use std::time::Duration;

use unriddle_games::search::{Cost, Goal, Limits, Monitor, Options, Outcome};
use unriddle_games::{Direction, Game, Gesture, Handling, Level, Position, Request, library, read_as};

/// How many gestures make a level fit for a test.
const STEPS: std::ops::RangeInclusive<usize> = 3..=9;

/// A level and how it is won.
pub struct Chosen {
    /// Its game.
    pub game: &'static dyn Game,
    /// Its id in the list of the page.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The moves that win it.
    pub moves: Vec<String>,
    /// What they cost.
    pub cost: Cost,
    /// The same moves as a player makes them.
    pub steps: Vec<Step>,
}

/// Something that a player does.
#[derive(Clone, Debug)]
pub struct Step {
    /// What.
    pub gesture: Gesture,
    /// Where the card stands in the hand, if one is played.
    pub card: usize,
    /// How many moves are made then.
    pub made: usize,
}

impl Chosen {
    /// The first level of a game that is neither trivial nor long.
    pub fn of(game: &'static dyn Game) -> Chosen {
        let fits = |chosen: &Chosen| STEPS.contains(&chosen.steps.len());
        shipped(game)
            .filter_map(|(id, text)| Chosen::solved(game, id, text))
            .find(fits)
            .unwrap_or_else(|| panic!("{} has no level that is won with {STEPS:?} gestures", game.id()))
    }

    fn solved(game: &'static dyn Game, id: String, text: String) -> Option<Chosen> {
        let level = read_as(game, &text, &[]).ok()?;
        let (moves, cost) = solve(level.as_ref(), game.default_goal())?;
        let steps = steps(game, level.start(), &moves);
        Some(Chosen { game, id, text, moves, cost, steps })
    }

    /// Whether things happen by themselves once it is won.
    pub fn runs(&self) -> bool {
        let level = self.level();
        let mut position = level.start();
        let made = self.moves.iter().all(|part| position.advance(part).is_ok());
        made && !position.film(1).is_empty()
    }

    /// The level itself.
    pub fn level(&self) -> Box<dyn Level> {
        read_as(self.game, &self.text, &[]).unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }
}

/// The levels that come with a game, by the ids that the page gives them.
pub fn shipped(game: &dyn Game) -> impl Iterator<Item = (String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
    let files = library::files(&folder).into_iter().flatten();
    files.filter_map(move |file| {
        let within = file.strip_prefix(folder.parent()?).ok()?;
        Some((within.to_str()?.to_string(), std::fs::read_to_string(&file).ok()?))
    })
}

/// Moves that win a level from its start, and what they cost.
pub fn solve(level: &dyn Level, goal: Goal) -> Option<(Vec<String>, Cost)> {
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let request =
        Request { options: Options { goal, limits, threads: 1, ..Options::default() }, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new());
    let solution = answer.outcome.solution()?;
    Some((solution.moves.clone(), solution.cost))
}

/// A level of a game, and moves after which it cannot be won any more: at most two, on one of
/// its first levels, if there is such.
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

/// What a player does to make these moves.
fn steps(game: &dyn Game, mut position: Box<dyn Position + '_>, moves: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut made = 0;
    while made < moves.len() {
        let means = |gesture: &Gesture| {
            let meant = position.meaning(gesture).ok()?;
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

/// Everything that a player can do in a position, with the place of the card that is played.
fn gestures(game: &dyn Game, position: &dyn Position) -> Vec<(Gesture, usize)> {
    let ways = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
    match game.handling() {
        Handling::Directions => ways.map(|direction| (Gesture::Go { direction }, 0)).to_vec(),
        Handling::Hand => {
            let hand = position.hand().into_iter().enumerate();
            let play = |card: String, direction| Gesture::Play { card, direction };
            hand.flat_map(|(at, card)| ways.map(|way| (play(card.clone(), way), at))).collect()
        }
        Handling::Cells => {
            let picture = position.picture();
            let cells = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
            let lay = |(x, y)| ways.map(|direction| (Gesture::Lay { x, y, direction }, 0));
            cells.flat_map(lay).collect()
        }
    }
}
