//! Room for things that seem to stay few: an answer never depends on whether it was enough.

use unriddle_kit::{Game, Request};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Engine, NEVER};
use unriddle_puzzlescript::fast::{self, Room};
use unriddle_search::{Monitor, Options, Outcome};

/// A corridor with a button at its end, which no game at random reaches, above a field where flowers may grow.
fn script() -> String {
    let corridor = format!("#p{}b#", ".".repeat(40));
    let field = format!("#{}#\n", ".".repeat(42)).repeat(8);
    let wall = "#".repeat(44);
    format!(
        "OBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\nbutton b\nred\n\nflower f\nyellow\n\n         LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nbutton\nflower\nplayer, wall\n\nRULES\n         late [ player button ] [ background no flower ] -> [ player button ] [ background flower ]\n\n         WINCONDITIONS\nall button on flower\nno player on button\n\nLEVELS\n\n{wall}\n{corridor}\n{wall}\n{field}{wall}\n"
    )
}

#[test]
fn a_guess_that_is_exceeded_changes_no_answer_and_no_count() {
    let text = script();
    let compiled = compile(&text).game.expect("a game");
    let engine = Engine::single(&compiled, 0, "").expect("a level");
    let words = |room: Room| {
        let level = fast::compile(&compiled, 0, &engine.board().objects, room, NEVER);
        level.expect("it is of a kind that is compiled").words()
    };
    assert!(words(Room::Guessed) < words(Room::Certain), "flowers seem to stay few");

    let level = PuzzleScript.read(&text, &[]).expect("a level");
    let mut counts = Vec::new();
    for threads in [1, 2] {
        let request = Request { options: Options { threads, ..Options::default() }, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new());
        // To the button, and a step back.
        let is_right = matches!(&answer.outcome, Outcome::Optimal(solution, _) if solution.cost == 42);
        assert!(is_right, "{:?} {:?}", answer.outcome, answer.notes);
        counts.push((answer.statistics.expanded, answer.statistics.generated, answer.statistics.stored));
    }
    assert_eq!(counts[0], counts[1]);
    // Each place of the player before there are flowers, and a few after that.
    assert!(counts[0].2 < 60, "{counts:?}");
}
