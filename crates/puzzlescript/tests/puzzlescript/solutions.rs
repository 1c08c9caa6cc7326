//! Recorded and proved solutions: each wins with its last input and not before, and no search contradicts them.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use unriddle_kit::Game;
use unriddle_kit::{AuditError, Level, Request, verdict::outcome_word};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::Engine;
use unriddle_puzzlescript::game::Compiled;
use unriddle_search::{Monitor, Options, Outcome};

use super::{check_each, do_input, files, read, text};

/// Levels whose proof takes at most so many states are searched.
const FEW_STATES: u64 = 4_000;

/// The most states of a level that is searched exhaustively.
const MAX_AUDITED: usize = 1_000;

/// The game of a folder, if its levels can be searched, and what is known about it.
fn game_of(folder: &Path) -> Result<Option<(String, Value)>, String> {
    let known = read(&folder.join("game.json"));
    let source = std::fs::read_to_string(folder.join("game.txt")).map_err(|error| error.to_string())?;
    Ok((known["fit"] == true).then_some((source, known)))
}

/// Plays a list of inputs, which must win with the last of them and not before.
fn wins_at_the_end(game: &Compiled, known: &Value, level: &Value, list: &Value) -> Result<(), String> {
    let index = level["index"].as_u64().ok_or("no index")? as usize;
    let mut engine = Engine::single(game, index, text(known, "seed")).ok_or("there is no such level")?;
    engine.settle();
    let inputs = list["inputs"].as_array().ok_or("no inputs")?;
    for (number, input) in inputs.iter().enumerate() {
        do_input(&mut engine, input.as_str().ok_or("an input is not a text")?);
        engine.settle();
        let (won, last) = (engine.won() > 0, number + 1 == inputs.len());
        if won != last {
            let number = number + 1;
            return Err(format!("level {index}: input {number} of {}: won is {won}", inputs.len()));
        }
    }
    Ok(())
}

#[test]
fn every_known_solution_wins_with_its_last_input_and_not_before() {
    let Some(folders) = files("solve") else { return };
    let lists = AtomicUsize::new(0);
    check_each(&folders, |folder| {
        let Some((source, known)) = game_of(folder)? else { return Ok(()) };
        let game = compile(&source).game.ok_or("the script cannot be played")?;
        for level in known["levels"].as_array().ok_or("no levels")? {
            for kind in ["recorded", "shortest"].into_iter().filter(|&kind| level[kind].is_object()) {
                wins_at_the_end(&game, &known, level, &level[kind])
                    .map_err(|error| format!("{kind}, {error}"))?;
                lists.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    println!("{} lists of inputs", lists.into_inner());
}

/// Checks each level that has few states, given what is known of its shortest solution.
fn check_each_small_level(check: impl Fn(&dyn Level, &Value) -> Result<(), String> + Sync) {
    let Some(folders) = files("solve") else { return };
    check_each(&folders, |folder| {
        let Some((source, known)) = game_of(folder)? else { return Ok(()) };
        let game = PuzzleScript;
        let collection = game.read_all(&source, &[]).map_err(|error| error.message)?;
        let levels = known["levels"].as_array().ok_or("no levels")?;
        for (number, (level, known)) in collection.levels().iter().zip(levels).enumerate() {
            let shortest = &known["shortest"];
            if shortest["states"].as_u64().is_some_and(|states| states <= FEW_STATES) {
                check(level.as_ref(), shortest).map_err(|error| format!("level {}: {error}", number + 1))?;
            }
        }
        Ok(())
    });
}

#[test]
fn every_proved_length_of_a_small_level_comes_out_optimal() {
    let searched = AtomicUsize::new(0);
    check_each_small_level(|level, shortest| {
        if shortest["proved"] != true {
            return Ok(());
        }
        let request = Request { options: Options { threads: 1, ..Options::default() }, ..Request::default() };
        let outcome = level.start().solve(&request, &mut Monitor::new()).outcome;
        let cost = outcome.cost().map(u64::from);
        if !matches!(outcome, Outcome::Optimal(..)) || cost != shortest["moves"].as_u64() {
            return Err(format!("{} {cost:?} instead of {}", outcome_word(&outcome), shortest["moves"]));
        }
        searched.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    println!("{} levels", searched.into_inner());
}

#[test]
fn no_bound_exceeds_the_truth_in_any_state_of_a_small_level() {
    let audited = AtomicUsize::new(0);
    check_each_small_level(|level, shortest| {
        match level.audit(MAX_AUDITED) {
            Ok(audit) if shortest["proved"] == true => {
                let optimal = audit.optimal.map(u64::from);
                if optimal != shortest["moves"].as_u64() {
                    return Err(format!("{optimal:?} moves"));
                }
                audited.fetch_add(1, Ordering::Relaxed);
            }
            Ok(_) => {}
            Err(AuditError::TooLarge | AuditError::Undecided) => {}
            Err(flaw) => return Err(flaw.to_string()),
        }
        Ok(())
    });
    println!("{} levels", audited.into_inner());
}
