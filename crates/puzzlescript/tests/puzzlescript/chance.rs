//! Games in which chance or time has a part: solved with proof where chance never has a choice, and never claimed otherwise.

use unriddle_kit::{Answer, Game, Request};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_search::{Monitor, Outcome};

/// A script with these settings, rules and level. A fire wins.
fn script(settings: &str, rules: &str, level: &str) -> String {
    format!(
        "title chance\n{settings}\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\ncrate *\norange\n\n\
         fire f\nred\n\nice i\nblue\n\nLEGEND\nthing = fire or ice\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nfire, ice\n\
         player, wall, crate\n\nRULES\n{rules}\n\nWINCONDITIONS\nsome fire\n\nLEVELS\n\n{level}\n"
    )
}

fn solve(text: &str) -> Answer {
    let level = PuzzleScript.read(text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    level.start().solve(&Request::default(), &mut Monitor::new())
}

#[test]
fn chance_without_a_choice_is_solved_with_proof() {
    // There is one crate, so one match to choose from.
    let text = script(
        "",
        "[ > player | crate ] -> [ > player | > crate ]\nrandom [ > crate | wall ] -> [ fire | wall ]",
        "p.*.#",
    );
    let answer = solve(&text);
    assert!(
        matches!(&answer.outcome, Outcome::Optimal(solution, _) if solution.cost == 3),
        "{:?} {:?}",
        answer.outcome,
        answer.notes
    );
    assert!(answer.notes.is_empty(), "{:?} {:?}", answer.outcome, answer.notes);
}

#[test]
fn a_level_without_a_solution_and_without_a_choice_is_proved_unsolvable() {
    let text = script("", "random [ > player | crate ] -> [ player | ]", "p.*.");
    assert!(matches!(solve(&text).outcome, Outcome::Unsolvable(_)));
}

#[test]
fn a_choice_on_every_way_ends_without_a_claim_and_names_the_line() {
    let rules = "[ > player | crate ] -> [ player | random thing ]";
    let answer = solve(&script("", rules, "p*"));
    assert!(matches!(answer.outcome, Outcome::Stopped { .. }), "{:?} {:?}", answer.outcome, answer.notes);
    let line = script("", rules, "p*").lines().position(|line| line == rules).expect("the rule") + 1;
    assert!(
        answer.notes.iter().any(|note| note.contains(&format!("line {line}"))),
        "{:?} {:?}",
        answer.outcome,
        answer.notes
    );
}

#[test]
fn a_solution_beside_a_choice_is_given_without_a_claim() {
    // To the right chance decides; to the left it does not.
    let rules = "right [ > player | crate ] -> [ player | random thing ]\nleft [ > player | ice ] -> [ > player | fire ]";
    let answer = solve(&script("", rules, "i.p*"));
    assert!(
        matches!(&answer.outcome, Outcome::Solved { solution, .. } if solution.cost == 2),
        "{:?} {:?}",
        answer.outcome,
        answer.notes
    );
    assert!(
        answer.notes.iter().any(|note| note.contains("nothing is proved")),
        "{:?} {:?}",
        answer.outcome,
        answer.notes
    );
}

#[test]
fn a_turn_of_the_clock_is_a_move() {
    let rules = "right [ stationary crate | ] -> [ > crate | ]\nlate [ crate | ice ] -> [ crate | fire ]";
    let answer = solve(&script("realtime_interval 0.5", rules, "#p#\n*.i"));
    let Outcome::Optimal(solution, _) = &answer.outcome else {
        panic!("{:?} {:?}", answer.outcome, answer.notes)
    };
    assert_eq!(solution.cost, 1, "{:?} {:?}", answer.outcome, answer.notes);
    assert!(
        answer.notes.iter().any(|note| note.contains("realtime_interval, line 2")),
        "{:?} {:?}",
        answer.outcome,
        answer.notes
    );
}
