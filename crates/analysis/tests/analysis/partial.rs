//! Where a limit stops the exploration: what is said about the states seen is true of them.

use unriddle_analysis::{Budget, Question, analyse};
use unriddle_kit::Level;

use super::{NEVER, explored, games_with_spaces, limits, random_levels, text};

/// Levels with a limit that stops the exploration about halfway.
fn levels_with_limits() -> Vec<(Box<dyn Level>, u64)> {
    let mut levels = Vec::new();
    for level in games_with_spaces().flat_map(|game| random_levels(game, 9, 400)) {
        let mut states = 0;
        explored(level.as_ref(), 400, &mut |space| states = u64::from(space.graph().states()));
        levels.push((level, states / 2));
    }
    levels
}

#[test]
fn a_space_beyond_its_limit_is_marked_as_partial() {
    let mut partial = 0;
    for (level, most) in levels_with_limits() {
        let budget = Budget { limits: limits(most), threads: 1, cancel: &NEVER };
        let question = Question { budget, settings: &[], parts: 0, why_not: false, pictures: true };
        let analysis = analyse(level.as_ref(), &question, &mut |_| {});
        let shape = analysis.shape.as_ref().expect("a space");
        let sum = |of: fn(&unriddle_analysis::Column) -> u32| shape.histogram.iter().map(of).sum::<u32>();
        assert_eq!((sum(|column| column.lost), sum(|column| column.solved)), (shape.dead, shape.solved));
        assert_eq!(sum(|column| column.undecided), shape.undecided, "{}", text(level.as_ref()));
        for step in &analysis.steps {
            assert_eq!(step.optimal + step.safe + step.losing + step.unknown, step.open);
        }
        if analysis.whole {
            assert_eq!((analysis.limit, shape.undecided), (None, 0));
            continue;
        }
        partial += 1;
        assert_eq!(analysis.limit, Some("states"));
        assert!(analysis.score.is_none() && analysis.information.is_none());
        assert!(analysis.notes.iter().any(|note| note.contains("not whole")));
        let solutions = analysis.solutions.as_ref();
        assert!(solutions.is_none_or(|solutions| solutions.count.is_none() && solutions.longer.is_empty()));
        assert_eq!(analysis.cost.is_some(), solutions.is_some(), "{}", text(level.as_ref()));
        if let Some(solutions) = solutions {
            let mut position = level.start();
            position.play_strict(&solutions.moves).expect("a solution can be played");
            assert_eq!((position.is_solved(), Some(position.cost())), (true, analysis.cost));
        }
    }
    assert!(partial > 10, "{partial} of the spaces are partial");
}
