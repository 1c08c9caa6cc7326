//! What `--goal all` promises: every method finds the same number of layouts with the fewest belts,
//! and lists each of them once. The oracle tries every set of belts on the free cells.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use unriddle_kit::{Answer, Direction, Game, Request};
use unriddle_search::{Cost, Goal, Limit, Method, Monitor, Options, Outcome};

use super::super::super::judge::Judge;
use super::super::super::layout::Layout;
use super::super::super::level::Factory;
use super::super::super::{FreshlyFrosted, format, notation};
use super::rooms::rooms;

/// Every method that counts.
const METHODS: [Method; 3] = [Method::Auto, Method::BreadthFirst, Method::AStar];

/// All optimal layouts after some moves.
fn all(text: &str, moves: &str, method: Method) -> Answer {
    let level = FreshlyFrosted.read(text, &[]).expect("a level");
    let start = level.start();
    let position = start.after(moves).expect("belts");
    let options = Options { goal: Goal::All, method, threads: 1, ..Options::default() };
    let request = Request { options, list: 100_000, ..Request::default() };
    position.solve(&request, &mut Monitor::new())
}

/// Every set of belts on the free cells, with its cost given the belts already laid.
fn every_layout(factory: &Factory, laid: &Layout) -> Vec<(Cost, Layout)> {
    let mut layouts = vec![(0, Layout::bare(factory))];
    for &cell in &factory.free {
        for at in 0..layouts.len() {
            for way in Direction::ALL {
                let (cost, mut layout) = layouts[at].clone();
                layout.set(cell, Some(way));
                layouts.push((cost + Cost::from(laid.laid(cell) != Some(way)), layout));
            }
        }
    }
    layouts
}

/// The lowest cost, and the layouts of that cost given the belts already laid, by trying all.
///
/// A layout that only lacks some of the belts already laid does not count as another layout. Such
/// layouts are tried for their cost, but not counted.
fn tried(factory: &Factory, laid: &Layout) -> Option<(Cost, BTreeSet<String>)> {
    let mut layouts = every_layout(factory, laid);
    layouts.sort_by_key(|&(cost, _)| cost);
    let mut judge = Judge::new(factory);
    let first = layouts.iter().position(|(_, layout)| judge.judge(layout).is_solved())?;
    let least = layouts[first].0;
    let mut written = BTreeSet::new();
    for (_, layout) in layouts[first..].iter().take_while(|&&(cost, _)| cost == least) {
        let takes_none_up = laid.belts().all(|(cell, _)| layout.laid(cell).is_some());
        if takes_none_up && judge.judge(layout).is_solved() {
            written.insert(format::write_rows(factory, layout).trim_end().to_string());
        }
    }
    Some((least, written))
}

/// The answer counts and lists exactly these layouts.
fn agrees(answer: &Answer, expected: Option<&(Cost, BTreeSet<String>)>) -> Result<(), TestCaseError> {
    let Some((cost, layouts)) = expected else {
        prop_assert!(matches!(answer.outcome, Outcome::Unsolvable(_)), "{:?}", answer.outcome);
        return Ok(());
    };
    prop_assert!(matches!(answer.outcome, Outcome::Optimal(..)), "{:?}", answer.outcome);
    prop_assert_eq!(answer.outcome.cost(), Some(*cost));
    let counted = answer.solutions.as_ref().map(ToString::to_string);
    prop_assert_eq!(counted, Some(layouts.len().to_string()), "{:?}", answer.notes);
    prop_assert_eq!(answer.listed.len(), layouts.len(), "one is listed twice, or not at all");
    prop_assert_eq!(&answer.listed.iter().cloned().collect::<BTreeSet<_>>(), layouts);
    Ok(())
}

/// Two ways to let the left side fill up, and three from the right side to the target. The factory
/// comes to rest, in a different state for each layout.
const FILLS_UP: &str = ".  +v .  .\n.  xv .  .\n.  #  .  .\n.  #  .  .\n.  #  #  -v0";

#[test]
fn layouts_are_counted_and_not_the_orders_of_laying_their_belts() {
    for method in METHODS {
        let answer = all(FILLS_UP, "", method);
        assert_eq!(answer.outcome.cost(), Some(6), "{method:?}");
        assert_eq!(answer.solutions.map(|count| count.to_string()).as_deref(), Some("6"), "{method:?}");
    }
}

/// A bumper pushes a plain donut from a cell to which it may return frosted, and then needs a belt.
const PUSHED_ON: &str = "#  bv0 #  #\n+> .   .  ->1\n1> .   .  #";

#[test]
fn every_layout_that_is_counted_is_listed_once() {
    for text in [FILLS_UP, PUSHED_ON] {
        let level = FreshlyFrosted.read(text, &[]).expect("a level");
        for method in METHODS {
            let answer = all(text, "", method);
            let count: usize = answer.solutions.expect("a count").to_string().parse().expect("a number");
            assert!(count > 1, "{text}");
            let listed: BTreeSet<&String> = answer.listed.iter().collect();
            assert_eq!((listed.len(), answer.listed.len()), (count, count), "{method:?}\n{text}");
            for layout in listed {
                let start = level.start();
                let end = start.after(layout).expect("a layout");
                assert_eq!((end.is_solved(), Some(end.cost())), (true, answer.outcome.cost()), "{layout}");
            }
        }
    }
}

#[test]
fn from_belts_that_lie_already_each_layout_is_counted_once() {
    // One of the belts is unused, one is in the way, and one is needed.
    let (text, moves) = ("+> . . #\n. . . .\n. . . .\n# # # -v", "1,3^ 3,1> 3,2v");
    for method in METHODS {
        let answer = all(text, moves, method);
        assert_eq!(answer.outcome.cost(), Some(4), "{method:?}");
        assert_eq!(answer.solutions.map(|count| count.to_string()).as_deref(), Some("2"), "{method:?}");
        let listed: BTreeSet<&str> = answer.listed.iter().map(String::as_str).collect();
        let both = [
            "+>  >   v   #\n.   .   v   .\n^   .   >   v\n#   #   #   -v0",
            "+>  v   >   #\n.   >   v   .\n^   .   >   v\n#   #   #   -v0",
        ];
        assert_eq!((listed, answer.listed.len()), (BTreeSet::from(both), 2), "{method:?}");
    }
}

#[test]
fn a_board_that_is_solved_already_is_the_only_layout() {
    for method in METHODS {
        let answer = all("+> . ->\n.  . .", "2,1> 1,2v", method);
        assert_eq!(answer.outcome.cost(), Some(0), "{method:?}");
        assert_eq!(answer.listed, ["+>  >   ->0\nv   .   ."], "{method:?}");
    }
}

/// Two ways to a target, each with one belt: straight down over the tile `straight`, and through a
/// chain of splitters, each of which doubles the period of the factory. The board is so large that the
/// judge gives up after 10,000 ticks.
fn slow_to_repeat(splitters: usize, straight: &str) -> String {
    let mut rows = vec![vec!["#"; 165]; 165];
    let end = 2 * splitters + 3;
    (rows[0][1], rows[1][1], rows[2][1], rows[3][1]) = ("+v", ".", straight, "v");
    // One side leads to the next splitter, the other down to the line that collects all donuts.
    for x in (3..end).step_by(2) {
        (rows[1][x - 1], rows[1][x]) = (">", "x>");
        (rows[0][x], rows[0][x + 1]) = (">", "v");
        (rows[2][x], rows[3][x]) = ("v", "v");
    }
    (rows[1][end - 1], rows[1][end], rows[2][end], rows[3][end]) = (">", "v", "v", "v");
    rows[4][1..=end].fill(">");
    rows[4][end + 1] = "->0";
    rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// The note that explains a missing count or proof.
const WHY: &str = "some layouts run so long without repeating that they cannot be judged";

#[test]
fn what_cannot_be_judged_is_not_counted_and_the_answer_says_why() {
    for method in METHODS {
        let answer = all(&slow_to_repeat(2, "v"), "", method);
        assert_eq!(answer.solutions.map(|count| count.to_string()).as_deref(), Some("2"), "{method:?}");
        let answer = all(&slow_to_repeat(16, "v"), "", method);
        assert!(matches!(answer.outcome, Outcome::Optimal(..)), "{method:?}: {:?}", answer.outcome);
        assert!(answer.solutions.is_none() && answer.listed.is_empty(), "{method:?}");
        assert!(answer.notes.iter().any(|note| note == WHY), "{method:?}: {:?}", answer.notes);
    }
}

#[test]
fn a_level_is_not_called_unsolvable_for_what_cannot_be_judged() {
    for method in METHODS {
        let answer = all(&slow_to_repeat(16, "#"), "", method);
        let stopped = matches!(answer.outcome, Outcome::Stopped { limit: Limit::Method, bound: 0..=1 });
        assert!(stopped, "{method:?}: {:?}", answer.outcome);
        assert!(answer.notes.iter().any(|note| note == WHY), "{method:?}: {:?}", answer.notes);
    }
}

#[test]
fn every_method_counts_and_lists_what_trying_all_layouts_finds() {
    let (several, from_belts) = (Counter::new(0), Counter::new(0));
    let belt = (0..6usize, prop::sample::select(Direction::ALL.to_vec()));
    let belts = prop_oneof![Just(Vec::new()), prop::collection::vec(belt, 1..4)];
    // Few rooms have several layouts: the same ones are tried each time, so that some always do.
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::with_cases(80), random);
    let outcome = runner.run(&(rooms(), belts), |(text, belts)| {
        // Not every room has a source and a target.
        let Ok(factory) = format::read(&text) else { return Ok(()) };
        let mut laid = Layout::bare(&factory);
        for (at, way) in belts {
            if let Some(&cell) = factory.free.get(at) {
                laid.set(cell, Some(way));
            }
        }
        let name = |(cell, way)| notation::name(&factory, notation::Move { cell, belt: Some(way) });
        let moves: Vec<String> = laid.belts().map(name).collect();
        let expected = tried(&factory, &laid);
        for method in METHODS {
            agrees(&all(&text, &moves.join(" "), method), expected.as_ref())?;
        }
        if expected.is_some_and(|(_, layouts)| layouts.len() > 1) {
            several.set(several.get() + 1);
            from_belts.set(from_belts.get() + u32::from(!moves.is_empty()));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    println!("{} levels with several layouts, {} of them with belts", several.get(), from_belts.get());
    assert!(several.get() > 0, "no generated level has several layouts");
}
