//! Any text gives a level, or an error with a place inside the text. A level written in each of its
//! formats parses back to the same level. Detection never panics.

use unriddle_games::{GAMES, recognises};
use unriddle_kit::{Game, Level};

use super::{Case, settings};
use crate::checks::{is_inside, is_told};
use crate::{Input, Tally, Target, levels, mutation};

/// The target.
pub const TARGET: Target = Target {
    name: "reading_never_panics_and_round_trips",
    run,
    executions: 4_000,
    vital: &["levels", "errors"],
};

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let game = levels::game(input);
    let text = mutation::text(input, game);
    detect(&text);
    match Case::read(input, tally, game, &text) {
        Some(case) => round_trip(&case, &text),
        None => {
            tally.count(game.id(), "errors");
            fails_well(input, game, &text);
        }
    }
}

fn detect(text: &str) {
    for game in GAMES {
        let score = game.detect(text);
        assert!(score <= 100, "{}: a score of {score}", game.id());
        recognises(*game, text);
    }
    if let Err(error) = unriddle_games::read(text, &[]) {
        is_told(text, &error.error);
        assert!(!error.message().is_empty());
    }
}

fn fails_well(input: &mut Input<'_>, game: &'static dyn Game, text: &str) {
    for settings in [settings(input, game), Vec::new()] {
        if let Err(error) = unriddle_games::read_as(game, text, &settings) {
            is_told(text, &error.error);
        }
    }
}

fn round_trip(case: &Case, text: &str) {
    let (game, level) = (case.game.id(), case.level.as_ref());
    let claims = level.claims();
    let places = claims.solutions.iter().map(|&(_, place)| place);
    places.chain(claims.optimal.map(|(_, place)| place)).for_each(|place| is_inside(text, place));
    assert!(level.warnings().iter().all(|warning| !warning.is_empty()));
    let picture = level.start().picture();
    for (format, written) in level.encodings() {
        let again = unriddle_games::read_as(case.game, &written, &[])
            .unwrap_or_else(|error| panic!("{game} as {format}: {error}\n{written}"));
        let own = |level: &dyn Level| level.encodings().into_iter().find(|&(other, _)| other == format);
        // A format may not include the name: only its own text comes back unchanged.
        assert_eq!(own(again.as_ref()), Some((format, written)), "{game} as {format}");
        assert_eq!(again.start().picture(), picture, "{game} as {format}");
        assert_eq!(again.start().moves(), level.start().moves(), "{game} as {format}");
        let formats =
            |level: &dyn Level| level.encodings().into_iter().map(|(format, _)| format).collect::<Vec<_>>();
        assert_eq!(formats(again.as_ref()), formats(level), "{game} as {format}");
    }
}
