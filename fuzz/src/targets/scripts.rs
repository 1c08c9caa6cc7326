//! Any script of PuzzleScript is read or refused with a place inside it, and played: no key panics, and none takes longer
//! than a second without ending in "never comes to rest". That is for a release build: this one takes some four times as
//! long.

use std::time::{Duration, Instant};

use unriddle_games::{Level, Position, game};

use crate::checks::is_told;
use crate::{Input, Tally, Target, levels, mutation, script};

/// The target.
pub const TARGET: Target = Target {
    name: "scripts_are_read_and_played",
    run,
    executions: 1_500,
    vital: &["texts", "errors", "games", "played", "turns"],
};

/// The longest time of a turn in this build. A busy machine takes longer than the limit on its work says.
const LONGEST_TURN: Duration = Duration::from_secs(15);

/// The time after which no more keys are pressed.
const LONGEST_GAME: Duration = Duration::from_secs(5);

/// The keys that are pressed.
const KEYS: usize = 20;

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let game = game("puzzlescript").expect("the game is in the list");
    let text = match input.below(8) {
        0..=3 => {
            let shipped = levels::level(input, game, usize::MAX);
            let shorter = script::shortened(input, shipped);
            script::mutated(input, &shorter)
        }
        4 => {
            let shipped = levels::level(input, game, usize::MAX);
            let shorter = script::shortened(input, shipped);
            mutation::mutated(input, &shorter)
        }
        5 => {
            let made = script::generated(input);
            script::mutated(input, &made)
        }
        _ => script::generated(input),
    };
    input.show("text", || format!("{text:?}\n{text}"));
    tally.count("puzzlescript", "texts");
    let levels = match game.read_all(&text, &[]) {
        Ok(levels) => levels,
        Err(error) => {
            tally.count("puzzlescript", "errors");
            return is_told(&text, &error);
        }
    };
    tally.count("puzzlescript", "games");
    let number = input.below(levels.count()) + 1;
    let level = levels.take(number).expect("there is such a level");
    assert!(level.warnings().iter().all(|warning| !warning.is_empty()));
    if !input.one_in(4) {
        return;
    }
    tally.count("puzzlescript", "played");
    play(input, tally, level.as_ref());
}

fn play(input: &mut Input<'_>, tally: &mut Tally, level: &dyn Level) {
    let mut position: Box<dyn Position + '_> = level.start();
    let game_begun = Instant::now();
    for _ in 0..KEYS {
        if game_begun.elapsed() > LONGEST_GAME {
            tally.count("puzzlescript", "long games");
            break;
        }
        let key = input.choose(["u", "d", "l", "r", "x", "w"]);
        input.show("key", || key.to_string());
        let begun = Instant::now();
        let done = position.advance(key).is_ok();
        let taken = begun.elapsed();
        assert!(taken < LONGEST_TURN, "a turn took {taken:?}");
        tally.count("puzzlescript", if done { "turns" } else { "refused" });
        if position.status().is_some_and(|status| status.contains("never comes to rest")) {
            tally.count("puzzlescript", "endless");
            assert!(position.moves().is_empty(), "a board that never comes to rest has no moves");
            break;
        }
    }
    let picture = position.picture();
    assert!(
        picture
            .pieces
            .iter()
            .all(|piece| (piece.x as usize) < picture.width && (piece.y as usize) < picture.height)
    );
}
