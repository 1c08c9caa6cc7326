//! Answers name the uncertain rules that they rely on: those of a solution, and those of a proof that there is none.

use std::collections::HashSet;

use unriddle_kit::{Answer, Direction, Game, Level, Request};
use unriddle_search::{Goal, Method, Monitor, Options, Outcome};

use super::random::Dice;
use super::{Board, format};
use crate::sokobond::arrangement::Arrangement;
use crate::sokobond::moves::Motion;
use crate::sokobond::symmetry::each_bonding;

/// The player comes between an oxygen and a hydrogen atom, with one electron for both.
const CHOICE: &str = "xxxxxxx\nx---H-x\nx-o---x\nx--o-hx\nx-----x\nx-----x\nxxxxxxx\n";

fn read(text: &str) -> Box<dyn Level> {
    crate::sokobond::Sokobond.read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn answer(level: &dyn Level, moves: &str, goal: Goal, method: Method) -> Answer {
    let request =
        Request { options: Options { goal, method, ..Options::default() }, list: 9, ..Request::default() };
    let start = level.start();
    start.after(moves).expect("the moves can be made").solve(&request, &mut Monitor::new())
}

#[test]
fn a_solution_that_relies_on_an_uncertain_rule_says_so_and_another_does_not() {
    let level = read(CHOICE);
    let sure = answer(level.as_ref(), "", Goal::Optimal, Method::Auto);
    assert_eq!((sure.outcome.cost(), sure.assumptions.len()), (Some(4), 0), "{:?}", sure.assumptions);
    let rule = "relies on an uncertain rule: move 2, A: \
                an atom has more neighbours to bond with than free electrons";
    // Moves are counted from the start of the level, wherever the search begins.
    for moves in ["SA", "SAD"] {
        let unsure = answer(level.as_ref(), moves, Goal::Optimal, Method::Auto);
        assert_eq!((&unsure.assumptions[..], &unsure.notes[..1]), (&[rule.into()][..], &[rule.into()][..]));
    }
    let start = level.start();
    let position = start.after("SA").expect("the moves can be made");
    assert_eq!(
        (position.assumptions(), position.remarks()),
        (vec![rule.to_string()], vec![rule.to_string()])
    );
}

#[test]
fn listed_solutions_name_their_uncertain_rules() {
    let level = read(CHOICE);
    let all = answer(level.as_ref(), "", Goal::All, Method::Auto);
    let at = all.listed.iter().position(|solution| solution == "SADD").expect("it is listed") + 1;
    let is_named =
        |line: &String| line.starts_with(&format!("solution {at}: ")) || line.contains("move 2, A");
    assert!(all.assumptions.iter().any(is_named), "{:?} {:?}", all.listed, all.assumptions);
}

#[test]
fn bonds_that_are_ambiguous_at_the_start_are_an_assumption_of_every_answer() {
    let level = read("xxxxxx\nxhOh-x\nx----x\nxxxxxx\n");
    let choice = read("xxxxxx\nxhHohx\nx----x\nxxxxxx\n");
    assert_eq!(level.start().assumptions(), Vec::<String>::new());
    let assumed = choice.start().assumptions();
    assert!(matches!(&assumed[..], [line] if line.contains("at the start")), "{assumed:?}");
    let answer = answer(choice.as_ref(), "", Goal::Optimal, Method::Auto);
    assert_eq!(answer.assumptions.first(), assumed.first());
}

/// Whether a level has a solution if the order in which atoms bond could be chosen anew in every move. `None` if there
/// are too many states.
fn is_solvable_in_some_order(board: &Board) -> Option<bool> {
    const MAX_STATES: usize = 20_000;
    let (mut seen, mut open) = (HashSet::new(), Vec::new());
    let mut start = Arrangement::default();
    start.place(board, board.start.iter().copied());
    each_bonding(board, &mut start, &mut |bonded| open.push(bonded.clone()));
    let mut motion = Motion::default();
    while let Some(here) = open.pop() {
        if !seen.insert(here.packed(board)) {
            continue;
        }
        if here.is_solved() {
            return Some(true);
        }
        if seen.len() > MAX_STATES {
            return None;
        }
        for direction in Direction::ALL {
            if motion.carry_out(board, &here, direction).is_ok() {
                let mut unbonded = motion.after.clone();
                each_bonding(board, &mut unbonded, &mut |bonded| open.push(bonded.clone()));
            }
        }
    }
    Some(false)
}

#[test]
fn a_proof_without_assumptions_holds_whatever_the_order_in_which_atoms_bond() {
    let mut dice = Dice::new(17);
    let (mut sure, mut unsure, mut wrong_in_another_order) = (0, 0, 0);
    for atoms in ["Hohhn", "Ohhhh", "Nhhho", "Hooh"].into_iter().cycle().take(400) {
        let text = dice.scattered(atoms, (4, 3));
        let board = Board::new(format::read(&text).expect("it is a level"));
        let Some(is_solvable) = is_solvable_in_some_order(&board) else { continue };
        let level = read(&text);
        for (goal, method) in [
            (Goal::Optimal, Method::Auto),
            (Goal::Any, Method::Auto),
            (Goal::All, Method::Auto),
            (Goal::Optimal, Method::BreadthFirst),
            (Goal::Optimal, Method::IdaStar),
        ] {
            let answer = answer(level.as_ref(), "", goal, method);
            if !matches!(answer.outcome, Outcome::Unsolvable(_)) {
                assert!(is_solvable, "{text}");
                continue;
            }
            match answer.assumptions.is_empty() {
                true => sure += 1,
                false => unsure += 1,
            }
            if is_solvable {
                wrong_in_another_order += 1;
                assert!(!answer.assumptions.is_empty(), "{goal:?} {method:?}\n{text}");
            }
        }
        let start = level.start();
        let space = start.explore(&Options::default(), &mut Monitor::new());
        let space = space.unwrap_or_else(|reason| panic!("{reason:?}\n{text}"));
        let graph = space.graph();
        if is_solvable && graph.fate(graph.start()) == unriddle_search::Fate::Dead {
            assert!(!space.assumptions().is_empty(), "{text}");
        }
    }
    assert!(
        sure > 20 && unsure > 20 && wrong_in_another_order > 5,
        "{sure} without, {unsure} with assumptions, of which {wrong_in_another_order} do not hold in another order"
    );
}
