//! Tests of the search: every method finds the same optimum, bounds are admissible, and states declared
//! dead have no solution.

use unriddle_search::{
    Flat, Flaw, Goal, Limits, Method, Monitor, Options, Outcome, audit, solve, solve_with,
};

use super::random::Dice;
use super::{Game, level, notes};
use crate::Direction;
use crate::sokobond::goal_count_search::GoalCountPuzzle;
use crate::sokobond::level::SearchLevel;
use crate::sokobond::macro_search::MacroPuzzle;
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
