//! The levels outside the repository, if they are there: their optimum, also when rotated and mirrored.

use serde_json::{Map, Value};
use unriddle_kit::Symmetry;
use unriddle_search::{Limits, Monitor, Options, Outcome};

use super::{notes, opened};
use crate::sokobond::format;
use crate::sokobond::level::{Board, Plan};
use crate::sokobond::search::search;

/// Calls `check` with each level of the outside folder. Prints that it was skipped if there is none.
fn each_outside_level(mut check: impl FnMut(&str, &str, &Value)) {
    let folder =
        std::env::var_os("UNRIDDLE_LEVELS").map(|outside| std::path::Path::new(&outside).join("sokobond"));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        println!("skipped: there are no outside levels of Sokobond");
        return;
    };
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a file that can be read");
    let expected: Map<String, Value> =
        serde_json::from_str(&read("expected.json")).expect("a list of levels");
    for (file, facts) in &expected {
        check(file, &read(file), facts);
    }
}

/// The level rotated or mirrored.
fn turned(plan: &Plan, symmetry: Symmetry) -> Plan {
    let size = symmetry.size(plan.size);
    let cell = |at| symmetry.cell(at, plan.size);
    let mut floor = vec![false; plan.floor.len()];
    for (index, &open) in plan.floor.iter().enumerate() {
        let (x, y) = cell((index % plan.size.0, index / plan.size.0));
        floor[y * size.0 + x] = open;
    }
    // The atoms are listed in reading order of their new cells.
    let mut atoms: Vec<_> = plan.atoms.iter().map(|&(element, at)| (element, cell(at))).collect();
    let player = atoms[plan.player].1;
    atoms.sort_by_key(|&(_, (x, y))| (y, x));
    let player = atoms.iter().position(|&(_, at)| at == player).expect("the player is still there");
    // A corner is named by its upper left cell, which is the least of the images of its four cells.
    let corner = |(x, y): (usize, usize)| {
        let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(cell);
        let least = |of: fn(&(usize, usize)) -> usize| around.iter().map(of).min().unwrap_or(0);
        (least(|at| at.0), least(|at| at.1))
    };
    let modifiers = plan.modifiers.iter().map(|&(modifier, at)| (modifier, corner(at))).collect();
    Plan { size, floor, atoms, player, modifiers, ..plan.clone() }
}

/// Levels that need more states are skipped.
const MAX_STATES: u64 = 60_000;

fn optimum(plan: Plan) -> Option<(Outcome<unriddle_kit::Direction>, Vec<String>)> {
    let level = opened(Board::new(plan));
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let outcome = search(&level, &options, &mut Monitor::new()).outcome;
    let solution = match &outcome {
        Outcome::Optimal(solution, _) => solution.moves.clone(),
        Outcome::Unsolvable(_) => Vec::new(),
        _ => return None,
    };
    let notes = notes(&level.0, &solution);
    Some((outcome, notes))
}

#[test]
fn a_rotated_or_mirrored_level_has_the_same_optimum_unless_it_relies_on_an_uncertain_rule() {
    each_outside_level(|file, text, facts| {
        let plan = format::read(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let Some((known, notes)) = optimum(plan.clone()) else { return };
        assert_eq!(known.cost().map(u64::from), facts["optimal"].as_u64(), "{file}");
        for symmetry in Symmetry::all().skip(1) {
            let Some((found, others)) = optimum(turned(&plan, symmetry)) else { continue };
            if found.cost() != known.cost() {
                let uncertain: Vec<_> = notes.iter().chain(&others).collect();
                assert!(
                    !uncertain.is_empty(),
                    "{file} under {symmetry:?}: {:?} instead of {:?}, without an uncertain rule",
                    found.cost(),
                    known.cost()
                );
                println!(
                    "{file} under {symmetry:?}: {:?} instead of {:?}: {uncertain:?}",
                    found.cost(),
                    known.cost()
                );
            }
        }
    });
}
