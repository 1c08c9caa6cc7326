//! What the search promises: the same optimum by every way, bounds that are never too high, dead
//! states that are really dead.

use unriddle_search::{
    Flaw, Goal, Limits, Method, Monitor, Options, Outcome, Puzzle, audit, solve, solve_with,
};

use super::level;
use super::random::Dice;
use crate::sokobond::level::Level;
use crate::sokobond::quest::Quest;
use crate::sokobond::stages::Stages;
use crate::sokobond::state::Words;
use crate::{Direction, Rules};

/// Random levels that have few enough states to look at all of them.
fn each_small_level(seed: u64, count: usize, mut check: impl FnMut(&str)) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        check(&dice.level());
    }
}

#[test]
fn the_bound_is_never_too_high_and_equal_states_are_equal() {
    let (mut audited, mut solvable) = (0, 0);
    each_small_level(7, 400, |text| {
        let level = level(text);
        match audit(&level, 10_000) {
            Ok(_) => audited += 1,
            Err(Flaw::TooLarge) => return,
            Err(flaw) => panic!("{flaw:?}\n{text}"),
        }
        for quest in [Quest::new(&level, None), Quest { blur: None, ..Quest::new(&level, None) }] {
            for audited in [audit(&quest, 10_000).err(), audit(&Stages(&quest), 10_000).err()] {
                if let Some(flaw) = audited.filter(|flaw| !matches!(flaw, Flaw::TooLarge)) {
                    panic!("{flaw:?}, blurred: {}\n{text}", quest.blur.is_some());
                }
            }
        }
        solvable += usize::from(solve(&level).outcome.cost().is_some());
    });
    assert!(audited > 150 && solvable > 20, "{audited} audited, {solvable} solvable");
}

/// What the game's own search finds.
fn searched<W: Words>(level: &Level<W>, goal: Goal) -> Outcome<Direction> {
    let options = Options { goal, ..Options::default() };
    level.search(&options, &mut Monitor::new(), &mut Vec::new()).outcome
}

#[test]
fn every_way_to_search_finds_the_same() {
    let mut solved = 0;
    each_small_level(11, 600, |text| {
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
        // Whatever stage comes first, what can be solved is.
        let quest = Quest { blur: None, ..Quest::new(&level, None) };
        let any_stage = Options { goal: Goal::Any, ..Options::default() };
        let staged = solve_with(&Stages(&quest), &any_stage, &mut Monitor::new()).outcome;
        assert_eq!(staged.cost().is_some(), plain.cost().is_some(), "{text}");
        for outcome in [&best, &any] {
            let Some(solution) = outcome.solution() else { continue };
            let mut state = level.start();
            for &mv in &solution.moves {
                state = level.play(&state, mv).unwrap_or_else(|error| panic!("{error}\n{text}")).1;
            }
            assert!(level.is_solved(&state), "{text}");
            assert_eq!(solution.cost as usize, solution.moves.len());
            solved += 1;
        }
    });
    assert!(solved > 100, "only {solved} solved");
}

/// Wherever some shortest solutions lean on something uncertain and others do not, one that does not
/// is given.
#[test]
fn among_shortest_solutions_one_that_leans_on_nothing_is_preferred() {
    // On few cells, five atoms: whoever comes between two with one electron left has the choice.
    let (mut dice, mut choices) = (Dice::new(13), 0);
    for _ in 0..400 {
        let text = dice.scattered("Ohhhh", (4, 3));
        let level = level(&text);
        let options = Options { goal: Goal::All, ..Options::default() };
        let Some(all) = solve_with(&level, &options, &mut Monitor::new()).solutions else { continue };
        let leaning = |moves: &[Direction]| !level.notes(moves, None).is_empty();
        let listed = all.first(&level, 200);
        let safe = listed.iter().filter(|solution| !leaning(&solution.moves)).count();
        if safe > 0 && safe < listed.len() {
            choices += 1;
            let found = searched(&level, Goal::Optimal);
            let solution = found.solution().expect("it has optimal solutions");
            assert!(!leaning(&solution.moves), "{text}{:?}", level.notes(&solution.moves, None));
        }
    }
    assert!(choices >= 1, "only {choices} levels have the choice");
}
