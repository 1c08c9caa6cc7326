//! Any script of PuzzleScript is read or refused with a place inside it, and played: no key panics, and none takes longer
//! than a second without ending in "never comes to rest". That is for a release build: this one takes some four times as
//! long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use unriddle_games::game;
use unriddle_kit::{Level, Position};
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Engine, Input as Key};
use unriddle_puzzlescript::game::Stage;
use unriddle_search::{Limits, Monitor};

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
const MAX_TURN_TIME: Duration = Duration::from_secs(15);

/// The time after which no more keys are pressed.
const MAX_GAME_TIME: Duration = Duration::from_secs(5);

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
    tally.count("puzzlescript", "played");
    // A board that never comes to rest takes seconds to show it: some are played to the end, most are given up before.
    match input.one_in(16) {
        true => play(input, tally, level.as_ref()),
        false => press(input, tally, &text),
    }
}

/// Presses keys on the engine itself, undo and restart among them, and gives up turns that do much.
fn press(input: &mut Input<'_>, tally: &mut Tally, text: &str) {
    let compiled = compile(text).game.expect("a script whose levels are read is a game");
    let is_board = |&stage: &usize| matches!(compiled.levels[stage], Stage::Board(_));
    let boards: Vec<usize> = (0..compiled.levels.len()).filter(is_board).collect();
    let stage = *input.pick(&boards).expect("there is a level");
    let engine = Engine::unbegun(&compiled, stage, "fuzz").expect("the stage is a board");
    // Whoever wants a turn is asked only after a millisecond.
    let stop = Monitor::new().interrupt(&Limits::default());
    stop.raise();
    let mut engine = engine.halted_by(Some(Arc::new(stop)));
    engine.begin();
    engine.settle();
    for _ in 0..KEYS {
        if engine.was_given_up() {
            tally.count("puzzlescript", "given up");
            return;
        }
        let key = input.below(14);
        input.show("key", || format!("{key}"));
        match key {
            0 => engine.undo(),
            1 => engine.restart(),
            2 => _ = engine.tick(),
            _ => {
                let inputs = [Key::Up, Key::Left, Key::Down, Key::Right, Key::Action];
                _ = engine.input(inputs[key % 5]);
            }
        }
        engine.settle();
        tally.count("puzzlescript", "turns");
    }
    let rests = engine.snapshot(true);
    let resumed = Engine::resume(&compiled, stage, &rests).expect("it is a state of this level");
    let again = resumed.snapshot(true);
    assert!(again.objects == rests.objects && again.random == rests.random, "a level goes on as it was left");
}

fn play(input: &mut Input<'_>, tally: &mut Tally, level: &dyn Level) {
    let mut position: Box<dyn Position + '_> = level.start();
    let game_begun = Instant::now();
    for _ in 0..KEYS {
        if game_begun.elapsed() > MAX_GAME_TIME {
            tally.count("puzzlescript", "long games");
            break;
        }
        let key = input.choose(["u", "d", "l", "r", "x", "w"]);
        input.show("key", || key.to_string());
        let begun = Instant::now();
        let done = position.advance(key).is_ok();
        let taken = begun.elapsed();
        assert!(taken < MAX_TURN_TIME, "a turn took {taken:?}");
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
