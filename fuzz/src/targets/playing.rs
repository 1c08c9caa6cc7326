//! Moves, legal or not: legal moves have the same effect in every notation, costs add up, refused
//! moves change nothing, and replaying a prefix of the moves gives an earlier position.

use unriddle_kit::{Direction, Gesture, Level, Position};

use super::{Case, move_text};
use crate::checks::{Now, Seen, is_refused_well};
use crate::{Input, Tally, Target};

/// The target.
pub const TARGET: Target =
    Target { name: "playing_is_consistent", run, executions: 2_000, vital: &["levels", "moves", "refused"] };

/// The maximum number of move texts.
const MAX_MOVES: usize = 16;

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let Some(case) = Case::any(input, tally) else { return };
    let game = case.game.id();
    let mut position = case.level.start();
    let mut passed = vec![Seen::of(position.as_ref())];
    assert_eq!((passed[0].cost, passed[0].made.len()), (0, 0));
    for _ in 0..input.below(MAX_MOVES) {
        let before = Seen::of(position.as_ref());
        let done = match input.one_in(4) {
            true => act(input, position.as_mut()),
            false => play(input, position.as_mut()),
        };
        let after = Seen::of(position.as_ref());
        if done {
            tally.count(game, "moves");
            assert!(after.cost >= before.cost && after.made.starts_with(&before.made));
            passed.push(after);
        } else {
            tally.count(game, "refused");
            assert_eq!(after, before, "what was refused changed something");
        }
    }
    replays(case.level.as_ref(), position.as_ref(), &passed);
}

/// Plays a text of moves. Returns whether all of them are legal.
fn play(input: &mut Input<'_>, position: &mut dyn Position) -> bool {
    let open = position.moves();
    let text = move_text(input, &open);
    input.show("moves", || format!("{text:?}"));
    let before = position.cost();
    let alike = position.after(&text).map(|after| Seen::of(after.as_ref()));
    if open.contains(&text) {
        assert_eq!(position.split(&text), Ok(vec![text.clone()]), "{text} is a single move");
        assert!(alike.is_ok(), "{text} is open: {alike:?}");
        let mut strict = position.after("").expect("no moves can always be made");
        strict
            .play_strict(std::slice::from_ref(&text))
            .unwrap_or_else(|error| panic!("{text} is open: {error}"));
        assert_eq!(Ok(Seen::of(strict.as_ref())), alike);
    }
    if let Ok(names) = position.split(&text) {
        // Parsed one by one, the moves are the same, unless the meaning of a text depends on the
        // position.
        let mut single = position.after("").expect("no moves can always be made");
        let mut sum = 0;
        let all = names.iter().all(|name| {
            let before = single.cost();
            let done = single.advance(name).is_ok();
            sum += single.cost() - before;
            done
        });
        assert_eq!(all, alike.is_ok(), "{names:?} one by one");
        if let Ok(seen) = &alike {
            assert_eq!(&Seen::of(single.as_ref()), seen, "{names:?} one by one");
            assert_eq!(before + sum, seen.cost, "costs add up");
        }
    } else {
        assert!(alike.is_err(), "what cannot be read cannot be played");
    }
    match position.advance(&text) {
        Ok(()) => {
            assert_eq!(Ok(Seen::of(position)), alike);
            true
        }
        Err(error) => {
            is_refused_well(&text, &error);
            assert_eq!(Err(error), alike);
            false
        }
    }
}

/// Performs a gesture. Returns whether it is accepted.
fn act(input: &mut Input<'_>, position: &mut dyn Position) -> bool {
    let direction = input.choose(Direction::ALL);
    let (x, y) = (input.below(12), input.below(12));
    let gesture = match input.below(7) {
        0 | 1 => Gesture::Go { direction },
        2 => Gesture::Play { card: input.pick(&position.hand()).cloned().unwrap_or_default(), direction },
        3 => Gesture::Lay { x, y, direction },
        4 => Gesture::Clear { x, y },
        5 => Gesture::Tap { x, y, card: input.pick(&position.hand()).cloned() },
        _ => Gesture::Lay { x: input.number() as usize, y: input.number() as usize, direction },
    };
    input.show("gesture", || format!("{gesture:?}"));
    match position.interpret(&gesture) {
        Err(message) => {
            assert!(!message.is_empty());
            false
        }
        Ok(moves) => {
            for name in &moves {
                assert_eq!(position.split(name), Ok(vec![name.clone()]), "{gesture:?} is {moves:?}");
            }
            let outcome = position.play_strict(&moves);
            if let Err(error) = &outcome {
                is_refused_well(&moves.concat(), error);
            }
            outcome.is_ok()
        }
    }
}

/// Replayed, the moves lead to the same position; without the last ones, to earlier positions.
fn replays(level: &dyn Level, position: &dyn Position, passed: &[Seen]) {
    for seen in passed.iter().rev().take(3) {
        let mut again = level.start();
        for name in &seen.made {
            again.advance(name).unwrap_or_else(|error| panic!("{name} of {:?}: {error}", seen.made));
        }
        assert_eq!(&Seen::of(again.as_ref()), seen);
    }
    let mut again = level.start();
    let history = position.history();
    again.advance(&history).unwrap_or_else(|error| panic!("{history:?}: {error}"));
    assert_eq!(again.history(), history, "the history written again");
    assert_eq!(Now::of(again.as_ref()), Now::of(position), "after {history:?}");
    assert_eq!(again.picture(), position.picture(), "after {history:?}");
    let _ = position.remarks();
}
