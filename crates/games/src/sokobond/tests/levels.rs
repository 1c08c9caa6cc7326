//! The real levels, where they are: recorded solutions, and levels turned and mirrored.

use serde_json::{Map, Value};
use unriddle_search::{Limits, Monitor, Options, Outcome};

use crate::sokobond::format;
use crate::sokobond::level::{Lab, Level, Sheet};
use crate::{Rules, Symmetry};

/// Each level of the outside folder that has an optimum, as text; says so if there is no folder.
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

/// The level turned or mirrored.
fn turned(sheet: &Sheet, symmetry: Symmetry) -> Sheet {
    let size = symmetry.size(sheet.size);
    let cell = |at| symmetry.cell(at, sheet.size);
    let mut floor = vec![false; sheet.floor.len()];
    for (index, &open) in sheet.floor.iter().enumerate() {
        let (x, y) = cell((index % sheet.size.0, index / sheet.size.0));
        floor[y * size.0 + x] = open;
    }
    // Reading order of the new places.
    let mut atoms: Vec<_> = sheet.atoms.iter().map(|&(element, at)| (element, cell(at))).collect();
    let player = atoms[sheet.player].1;
    atoms.sort_by_key(|&(_, (x, y))| (y, x));
    let player = atoms.iter().position(|&(_, at)| at == player).expect("the player is still there");
    // A corner goes where the least of its four cells goes.
    let corner = |(x, y): (usize, usize)| {
        let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(cell);
        let least = |of: fn(&(usize, usize)) -> usize| around.iter().map(of).min().unwrap_or(0);
        (least(|at| at.0), least(|at| at.1))
    };
    let modifiers = sheet.modifiers.iter().map(|&(modifier, at)| (modifier, corner(at))).collect();
    Sheet { size, floor, atoms, player, modifiers, ..sheet.clone() }
}

/// Levels with more states than this are left to the command.
const MOST_STATES: u64 = 60_000;

fn optimum(sheet: Sheet) -> Option<(Outcome<crate::Direction>, Vec<String>)> {
    let level = Level::<Box<[u64]>>::new(Lab::new(sheet));
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let outcome = level.search(&options, &mut Monitor::new(), &mut Vec::new()).outcome;
    let solution = match &outcome {
        Outcome::Optimal(solution, _) => solution.moves.clone(),
        Outcome::Unsolvable(_) => Vec::new(),
        _ => return None,
    };
    let notes = level.notes(&solution, None);
    Some((outcome, notes))
}

#[test]
fn a_turned_level_has_the_same_optimum_unless_it_is_open_who_bonds() {
    each_outside_level(|file, text, facts| {
        let sheet = format::read(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let Some((known, notes)) = optimum(sheet.clone()) else { return };
        assert_eq!(known.cost().map(u64::from), facts["optimal"].as_u64(), "{file}");
        for symmetry in Symmetry::all().skip(1) {
            let Some((found, others)) = optimum(turned(&sheet, symmetry)) else { continue };
            if found.cost() != known.cost() {
                let open: Vec<_> =
                    notes.iter().chain(&others).filter(|note| note.contains("leans on")).collect();
                assert!(
                    !open.is_empty(),
                    "{file} under {symmetry:?}: {:?} instead of {:?}, and no bond is open",
                    found.cost(),
                    known.cost()
                );
                println!(
                    "{file} under {symmetry:?}: {:?} instead of {:?}: {open:?}",
                    found.cost(),
                    known.cost()
                );
            }
        }
    });
}
