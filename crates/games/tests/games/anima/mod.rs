//! Tests of Anima through the public interface.

mod errors;
mod levels;
mod rules;
mod texts;

use unriddle_kit::{Level, Request};
use unriddle_search::{Cost, Monitor, Outcome};

use unriddle_games::game;

/// Reads a valid level.
fn level(text: &str) -> Box<dyn Level> {
    let game = game("anima").expect("the game is registered");
    game.read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The length of a shortest solution, which is replayed as a check; `None` if there is none.
fn optimal(level: &dyn Level) -> Option<Cost> {
    let answer = level.start().solve(&Request::default(), &mut Monitor::new());
    match &answer.outcome {
        Outcome::Optimal(solution, _) => {
            let whole = answer.solution.expect("a solution is written out");
            let start = level.start();
            let end = start.after(&whole).expect("a solution can be played");
            assert!(end.is_solved(), "{whole} does not solve the level");
            assert_eq!(end.cost(), solution.cost);
            assert_eq!(start.split(&whole).unwrap(), solution.moves);
            Some(solution.cost)
        }
        Outcome::Unsolvable(_) => None,
        other => panic!("{other:?}"),
    }
}
