//! Tests of the search: every method finds the same optimum, bounds are admissible, and states declared
//! dead have no solution.

use std::sync::Arc;

use unriddle_kit::Direction;
use unriddle_search::{
    Cost, Flat, FlatPuzzle, Flaw, Goal, Limits, Method, Monitor, Options, Outcome, audit, solve, solve_with,
};

use super::random::Dice;
use super::{Game, level, notes};
use crate::sokobond::arrangement::Arrangement;
use crate::sokobond::goal_count_search::GoalCountPuzzle;
use crate::sokobond::hub_table::Partners;
use crate::sokobond::level::{AtomId, Element, SearchLevel};
use crate::sokobond::macro_search::MacroPuzzle;
use crate::sokobond::meetings::Meetings;
use crate::sokobond::novelty_search::novelty_search;
use crate::sokobond::search::search;

/// Calls `check` with random levels, most of which have few enough states to be searched exhaustively.
fn each_small_level(seed: u64, count: usize, mut check: impl FnMut(&str)) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        check(&dice.level());
    }
}

#[test]
fn bounds_are_admissible_and_canonical_states_have_the_same_optimum() {
    let (mut audited, mut solvable) = (0, 0);
    each_small_level(7, 400, |text| {
        let level = level(text);
        match audit(&level, 10_000) {
            Ok(_) => audited += 1,
            Err(Flaw::TooLarge) => return,
            Err(flaw) => panic!("{flaw:?}\n{text}"),
        }
        for puzzle in [
            MacroPuzzle::new(&level.0, None),
            MacroPuzzle { symmetry: None, ..MacroPuzzle::new(&level.0, None) },
        ] {
            for audited in
                [audit(&Flat(puzzle), 10_000).err(), audit(&Flat(GoalCountPuzzle(puzzle)), 10_000).err()]
            {
                if let Some(flaw) = audited.filter(|flaw| !matches!(flaw, Flaw::TooLarge)) {
                    panic!("{flaw:?}, reduced: {}\n{text}", puzzle.symmetry.is_some());
                }
            }
        }
        solvable += usize::from(solve(&level).outcome.cost().is_some());
    });
    assert!(audited > 150 && solvable > 20, "{audited} audited, {solvable} solvable");
}

#[test]
fn bounds_from_tables_of_meetings_are_admissible_and_often_higher() {
    let mut dice = Dice::new(23);
    let (mut audited, mut higher, mut dead) = (0, 0, 0);
    for at in 0..1500 {
        let text = if at % 5 == 0 { dice.level() } else { dice.pushed() };
        let plain = level(&text).0;
        let Some(meetings) = Meetings::new(&plain.board) else { continue };
        let tabled = SearchLevel { meetings: Some(Arc::new(meetings)), ..plain.clone() };
        match audit(&Flat(tabled.clone()), 20_000) {
            Ok(_) => audited += 1,
            Err(Flaw::TooLarge) => continue,
            Err(flaw) => panic!("{flaw:?}\n{text}"),
        }
        let puzzle = MacroPuzzle::new(&tabled, None);
        let flaws = [audit(&Flat(puzzle), 20_000).err(), audit(&Flat(GoalCountPuzzle(puzzle)), 20_000).err()];
        let flaw = flaws.into_iter().flatten().find(|flaw| !matches!(flaw, Flaw::TooLarge));
        assert!(flaw.is_none(), "{flaw:?}\n{text}");
        let [without, with] = [&plain, &tabled].map(|level| level.lower_bound(&level.start));
        dead += usize::from(with.is_none() && without.is_some());
        higher += usize::from(with > without);
    }
    assert!(audited > 800 && higher > 30 && dead > 60, "{audited} audited, {higher} higher, {dead} dead");
}

#[test]
fn bounds_by_axes_and_valence_are_admissible() {
    let (mut dice, mut audited, mut solvable) = (Dice::new(31), 0, 0);
    let atoms = ["Nhhh", "Ohoh", "Chhhh", "Ehoh", "Hnhh", "Hoohe", "Hhhho", "Ohnh", "Hcnh"];
    for at in 0..450 {
        let text = dice.scattered(atoms[at % atoms.len()], [(4, 3), (3, 5), (7, 2), (5, 3)][at % 4]);
        let level = level(&text);
        let puzzle = MacroPuzzle::new(&level.0, None);
        let found = [audit(&level, 30_000), audit(&Flat(puzzle), 30_000)];
        for audit in found {
            match audit {
                Ok(found) => solvable += usize::from(found.optimal.is_some()),
                Err(Flaw::TooLarge) => continue,
                Err(flaw) => panic!("{flaw:?}\n{text}"),
            }
            audited += 1;
        }
    }
    assert!(audited > 400 && solvable > 100, "{audited} audited, {solvable} solvable");
}

/// A level in which atoms that need several partners bond with hydrogen atoms only: all other bonds lose.
#[derive(Clone)]
struct HydrogensOnly(SearchLevel);

impl HydrogensOnly {
    fn allows(&self, state: &[u64]) -> bool {
        let board = &*self.0.board;
        let mut arrangement = Arrangement::default();
        arrangement.load(board, state);
        let is_hydrogen = |id: AtomId| id != board.player && board.atoms[id] == Element::Hydrogen;
        (0..board.atoms.len()).filter(|&id| !is_hydrogen(id)).all(|id| {
            let bonded = |towards: &Direction| arrangement.atoms[id].bonds[*towards as usize] > 0;
            let mut bonds = Direction::ALL.into_iter().filter(bonded);
            bonds.all(|towards| arrangement.neighbour(board, id, towards).is_some_and(is_hydrogen))
        })
    }
}

impl FlatPuzzle for HydrogensOnly {
    type Move = Direction;

    fn words(&self) -> usize {
        self.0.words()
    }

    fn start(&self, state: &mut [u64]) {
        self.0.start(state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(Direction, Cost, &[u64])) {
        self.0.expand(state, next, |mv, cost, next| {
            if self.allows(next) {
                visit(mv, cost, next);
            }
        });
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        self.0.lower_bound(state)
    }
}

#[test]
fn what_is_assumed_about_partners_rules_out_no_other_solution() {
    let (mut dice, mut audited, mut solvable, mut dead) = (Dice::new(29), 0, 0, 0);
    for _ in 0..1200 {
        let text = dice.pushed();
        let plain = level(&text).0;
        let Some(meetings) = Meetings::new(&plain.board).filter(|_| !plain.board.prospects.weakens) else {
            continue;
        };
        let partners = Partners::Hydrogens;
        let assuming =
            HydrogensOnly(SearchLevel { meetings: Some(Arc::new(meetings)), partners, ..plain.clone() });
        if !assuming.allows(&plain.start) {
            continue;
        }
        match audit(&Flat(assuming.clone()), 20_000) {
            Ok(found) => solvable += usize::from(found.optimal.is_some()),
            Err(Flaw::TooLarge) => continue,
            Err(flaw) => panic!("{flaw:?}\n{text}"),
        }
        audited += 1;
        let start = &plain.start;
        dead += usize::from(assuming.lower_bound(start).is_none() && plain.lower_bound(start).is_some());
    }
    assert!(audited > 300 && solvable > 20 && dead > 50, "{audited}, {solvable} solvable, {dead} dead");
}

/// The outcome of the game's own search.
fn searched(level: &Flat<SearchLevel>, goal: Goal) -> Outcome<Direction> {
    let options = Options { goal, ..Options::default() };
    search(level, &options, &mut Monitor::new()).outcome
}

#[test]
fn every_method_finds_the_same_optimum_and_its_solutions_replay() {
    let mut solved = 0;
    each_small_level(11, 300, |text| {
        let level = level(text);
        let few = Limits { states: Some(20_000), ..Limits::default() };
        let plain = Options { method: Method::BreadthFirst, limits: few, ..Options::default() };
        let plain = solve_with(&level, &plain, &mut Monitor::new()).outcome;
        if let Outcome::Stopped { .. } = plain {
            return;
        }
        let best = searched(&level, Goal::Optimal);
        assert_eq!(best.cost(), plain.cost(), "{text}");
        assert_eq!(matches!(best, Outcome::Unsolvable(_)), matches!(plain, Outcome::Unsolvable(_)), "{text}");
        let any = searched(&level, Goal::Any);
        assert_eq!(any.cost().is_some(), plain.cost().is_some(), "{text}");
        // The goal count search solves every level that can be solved.
        let puzzle = MacroPuzzle { symmetry: None, ..MacroPuzzle::new(&level.0, None) };
        let any_solution = Options { goal: Goal::Any, ..Options::default() };
        let counted = solve_with(&Flat(GoalCountPuzzle(puzzle)), &any_solution, &mut Monitor::new()).outcome;
        assert_eq!(counted.cost().is_some(), plain.cost().is_some(), "{text}");
        // So does the novelty search.
        let novel = novelty_search(GoalCountPuzzle(puzzle), &Limits::default(), &mut Monitor::new()).outcome;
        assert_eq!(novel.cost().is_some(), plain.cost().is_some(), "{text}");
        assert_eq!(
            matches!(novel, Outcome::Unsolvable(_)),
            matches!(plain, Outcome::Unsolvable(_)),
            "{text}"
        );
        for outcome in [&best, &any] {
            let Some(solution) = outcome.solution() else { continue };
            let mut game = Game::new(text);
            assert!(solution.moves.iter().all(|&mv| game.play(mv)), "{text}");
            assert!(game.arrangement.is_solved(), "{text}");
            assert_eq!(solution.cost as usize, solution.moves.len());
            solved += 1;
        }
    });
    assert!(solved > 50, "only {solved} solved");
}

#[test]
fn among_shortest_solutions_one_without_uncertain_rules_is_found() {
    // Five atoms on few cells: an oxygen with one free electron often comes between two hydrogens.
    let (mut dice, mut choices) = (Dice::new(13), 0);
    for _ in 0..400 {
        let text = dice.scattered("Ohhhh", (4, 3));
        let level = level(&text);
        let options = Options { goal: Goal::All, ..Options::default() };
        let Some(all) = solve_with(&level, &options, &mut Monitor::new()).solutions else { continue };
        let is_uncertain = |moves: &[Direction]| !notes(&level.0, moves).is_empty();
        let listed = all.first(&level, 200);
        let safe = listed.iter().filter(|solution| !is_uncertain(&solution.moves)).count();
        if safe > 0 && safe < listed.len() {
            choices += 1;
            let found = searched(&level, Goal::Optimal);
            let solution = found.solution().expect("the level has optimal solutions");
            assert!(!is_uncertain(&solution.moves), "{text}{:?}", notes(&level.0, &solution.moves));
        }
    }
    assert!(choices >= 1, "only {choices} levels have the choice");
}
