//! What a move leads to, where that is easily got wrong: long chains of turns, moves that are given up, messages, chance, and
//! scripts with errors. Nothing is proved over a move that was not followed to its end.

use std::sync::atomic::AtomicBool;

use unriddle_analysis::{Budget, Question, analyse};
use unriddle_kit::{Answer, Game, Level, Request};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Ending, Engine, Input};
use unriddle_search::{Limit, Limits, Monitor, Options, Outcome};

/// A script with these settings, rules, win conditions and levels.
fn script(settings: &str, rules: &str, wins: &str, levels: &str) -> String {
    format!(
        "title turns\n{settings}\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\ncrate *\norange\n\n\
         goal g\ngreen\n\nmark m\nred\n\ndust d\nbrown\n\nspark\nyellow\n\nLEGEND\nglitter = dust or spark\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nbackground\ngoal\nmark\ndust, spark\nplayer, wall, crate\n\nRULES\n{rules}\n\nWINCONDITIONS\n{wins}\n\n\
         LEVELS\n\n{levels}\n"
    )
}

fn level(text: &str) -> Box<dyn Level> {
    PuzzleScript.read(text, &[]).unwrap_or_else(|error| panic!("{error:?}"))
}

fn solve(text: &str) -> Answer {
    level(text).start().solve(&Request::default(), &mut Monitor::new())
}

/// The keys of a solution that is proved to be optimal.
fn optimal(text: &str) -> String {
    let answer = solve(text);
    let Outcome::Optimal(solution, _) = answer.outcome else {
        panic!("{:?} {:?}", answer.outcome, answer.notes)
    };
    solution.moves.concat()
}

fn is_unsolvable(text: &str) -> bool {
    matches!(solve(text).outcome, Outcome::Unsolvable(_))
}

/// A crate that rolls by itself once it was pushed, one cell in each turn.
const ROLLING: &str = "[ > player | crate ] -> [ player | crate mark ]\n\
                       right [ stationary crate mark | no wall ] -> [ > crate > mark | ] again\n\
                       [ > player ] -> [ > player ] again";

#[test]
fn a_chain_of_turns_is_followed_however_long_it_is() {
    for length in [10, 600, 990] {
        let board = format!("p*{}g#", ".".repeat(length));
        assert_eq!(optimal(&script("", ROLLING, "all goal on crate", &board)), "r", "{length} cells");
    }
    // Too many cells to be compiled.
    let board = format!("p*{}g#\n{}", ".".repeat(700), "#".repeat(704));
    assert_eq!(optimal(&script("", ROLLING, "all goal on crate", &board)), "r");
}

#[test]
fn a_chain_that_repeats_is_proved_endless_and_leads_nowhere() {
    let rules = "[ > player | wall no glitter ] -> [ player | wall dust ]\n\
                 [ stationary spark ] -> [ action dust ] again\n[ stationary dust ] -> [ action spark ] again";
    for board in ["p.#", &format!("p.#\n{}", "...\n".repeat(400))] {
        let text = script("", rules, "all goal on player\nsome goal", &format!("{board}\n"));
        let answer = solve(&text);
        assert!(matches!(answer.outcome, Outcome::Unsolvable(_)), "{:?} {:?}", answer.outcome, answer.notes);
        assert!(answer.notes.iter().any(|note| note.contains("never comes to rest")), "{:?}", answer.notes);
    }
}

/// Rules that do more than is followed when the player bumps into a wall, and a way to win with that key alone.
fn too_much() -> String {
    let rules = "[ > player | wall ] -> [ player | wall mark ]\n\
                 [ mark ] [ background ] [ background ] [ background ] -> [ mark ] [ ] [ ] [ background dust ]\n\
                 [ mark ] -> [ ] win";
    script("", rules, "", &format!("p#\n{}", "##\n".repeat(300)))
}

#[test]
fn nothing_is_proved_over_a_move_that_was_given_up() {
    let text = too_much();
    let line = text.lines().position(|line| line.starts_with("[ mark ] [ back")).expect("the rule") + 1;
    let answer = solve(&text);
    let is_open = matches!(answer.outcome, Outcome::Stopped { limit: Limit::Undecided, .. });
    assert!(is_open, "{:?}", answer.outcome);
    let is_named = |note: &String| note.contains(&format!("line {line};"));
    assert!(answer.notes.iter().any(is_named), "{:?}", answer.notes);
}

#[test]
fn a_message_makes_a_win_command_of_its_turn_void() {
    let rules =
        "[ player goal ] -> [ player goal ] message well done\n[ player goal ] -> [ player goal ] win";
    assert!(is_unsolvable(&script("", rules, "", "p.g")));
    assert_eq!(optimal(&script("", "[ player goal ] -> [ player goal ] win", "", "p.g")), "rru");
    // Too many cells to be compiled.
    assert!(is_unsolvable(&script("", rules, "", &format!("p.g\n{}", "###\n".repeat(400)))));
}

#[test]
fn closing_a_message_checks_the_win_conditions() {
    let solved = "p..\n";
    // At the start of a level, and after a turn that is taken back.
    let start =
        script("run_rules_on_level_start", "[ player ] -> [ player ] message hello", "no goal", solved);
    assert_eq!(optimal(&start), "");
    let cancelled = script("noaction", "[ > player ] -> cancel message hello", "no goal", solved);
    assert_eq!(solve(&cancelled).outcome.cost(), Some(1));
    for rules in ["[ > player ] -> cancel", "[ > player ] -> cancel\n[ > player ] -> message hello"] {
        assert!(is_unsolvable(&script("noaction", rules, "no goal", solved)), "{rules}");
    }
}

#[test]
fn a_turn_in_which_the_player_must_move_but_does_not_shows_no_message() {
    let rules = "[ player ] -> [ player ] message hello";
    // Every key moves the player into a wall, or does nothing.
    let text = script("require_player_movement", rules, "no goal", "#p#\n###");
    assert!(is_unsolvable(&text.replace("LEVELS\n\n", "LEVELS\n\n###\n")));
    // Too many cells to be compiled.
    let walls = "#".repeat(40);
    let large = format!("{walls}\n#p{}\n{}", "#".repeat(38), format!("{walls}\n").repeat(30));
    assert!(is_unsolvable(&script("require_player_movement", rules, "no goal", &large)));
}

#[test]
fn a_restart_in_the_rules_of_the_start_runs_them_again() {
    let rules = "[ player no mark ] -> [ player mark ] restart";
    let text = script("run_rules_on_level_start", rules, "some goal", "p.g");
    let game = compile(&text).game.expect("it can be played");
    let mut engine = Engine::single(&game, 0, "").expect("a level");
    let begun = engine.board().objects.clone();
    engine.undo();
    assert_ne!(engine.board().objects, begun, "undo leads to the board before the rules of the start");
}

#[test]
fn chance_that_only_decorates_does_not_stop_a_proof() {
    for rules in [
        "[ > player ] [ mark ] -> [ > player ] [ random glitter ]",
        "late [ player ] -> [ player random glitter ]",
        "random [ background ] -> [ background dust ]\nrandom [ dust ] -> [ ]",
        "[ dust ] -> [ randomdir dust ]\nlate [ player ] -> [ player dust ]",
        "[ > player | crate ] -> [ > player | > crate random glitter ]",
    ] {
        let text = script("", rules, "all goal on player", "#####\n#p.mg\n#d..#");
        assert_eq!(optimal(&text), "rrr", "{rules}");
        let unsolvable = script("", rules, "all goal on player", "#p.m#g\n#d..#.");
        assert!(is_unsolvable(&unsolvable), "{rules}");
    }
}

#[test]
fn chance_that_is_felt_stops_a_proof() {
    for rules in [
        // Read by a rule that matters, in the way of the player, or felt by `again`.
        "late [ player ] -> [ player random glitter ]\n[ > player | dust ] -> [ player | dust ]",
        "late [ player | no crate ] -> [ player | random glitter ]\nlate [ spark ] -> [ crate ]",
        "late [ player ] -> [ player random glitter ] again\n[ > player ] -> [ > player ]",
    ] {
        let text = script("", rules, "all goal on player", "#####\n#p.mg\n#...#");
        let outcome = solve(&text).outcome;
        assert!(!matches!(outcome, Outcome::Optimal(..) | Outcome::Unsolvable(_)), "{rules}: {outcome:?}");
    }
}

#[test]
fn a_level_that_begins_by_chance_is_not_said_to_be_proved() {
    let rules = "[ mark ] -> [ ]\nrandom [ dust ] -> [ wall ]";
    let text = script("run_rules_on_level_start", rules, "all goal on player", "pddg\n....");
    let answer = solve(&text);
    assert!(matches!(answer.outcome, Outcome::Solved { .. }), "{:?}", answer.outcome);
    assert!(answer.notes.iter().any(|note| note.contains("how the level begins")), "{:?}", answer.notes);
}

#[test]
fn nothing_is_proved_in_a_script_with_errors() {
    // Two objects of one layer in a cell.
    let rules = "late [ | player ] -> [ wall crate | player ]";
    let text = script("", rules, "no goal", "p..g");
    let answer = solve(&text);
    assert!(!matches!(answer.outcome, Outcome::Optimal(..) | Outcome::Unsolvable(_)), "{:?}", answer.outcome);
    assert!(answer.notes.iter().any(|note| note.contains("has errors")), "{:?}", answer.notes);
    let level = level(&text);
    let start = level.start();
    let space = start.explore(&Options::default(), &mut Monitor::new()).expect("it can be explored");
    assert!(!space.graph().is_whole());
    assert_eq!(space.graph().limit(), Some(Limit::Undecided));
    assert!(level.audit(1000).is_err());
    let budget = Budget { limits: Limits::default(), threads: 1, cancel: &AtomicBool::new(false) };
    let question = Question { budget, settings: &[], parts: 0, why_not: false, pictures: false };
    let analysis = analyse(level.as_ref(), &question, &mut |_| {});
    assert_eq!((analysis.outcome, analysis.whole, analysis.limit), ("stopped", false, Some("undecided")));
}

#[test]
fn a_move_that_was_given_up_names_its_line() {
    let text = too_much();
    let mut game = compile(&text).game.expect("it can be played");
    game.max_work = 1_000_000;
    let mut engine = Engine::single(&game, 0, "").expect("a level");
    engine.input(Input::Right);
    engine.settle();
    assert!(matches!(engine.ending(), Ending::GivenUp { line } if text.lines().nth(line - 1).is_some()));
}
