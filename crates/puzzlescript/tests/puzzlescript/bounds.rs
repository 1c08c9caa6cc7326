//! Lower bounds against exhaustive search: levels in which they once were too high.

use unriddle_kit::{Game, Request};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_search::{Goal, Method, Monitor, Options};

/// Asserts that the audit finds this optimum, and A* as well.
fn costs(script: &str, optimal: Option<u32>) {
    let level = PuzzleScript.read(script, &[]).expect("a script");
    let audit = level.audit(5000).unwrap_or_else(|flaw| panic!("{flaw}\n{script}"));
    assert_eq!(audit.optimal, optimal, "{script}");
    let options = Options { goal: Goal::Optimal, method: Method::AStar, ..Options::default() };
    let request = Request { options, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new());
    assert_eq!(answer.outcome.cost(), optimal, "{:?}\n{script}", answer.outcome);
}

/// The player pushes crates and balls, and takes either away by one rule; only the crates must go.
#[test]
fn a_rule_that_takes_one_of_several_things_may_take_each() {
    costs(
        "OBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\ncrate *\nbrown\n\nball o\nred\n\nLEGEND\n\
         thing = crate or ball\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nplayer, crate, ball\n\nRULES\n\
         [ > player | thing ] -> [ > player | > thing ]\n[ action player | thing ] -> [ action player | ]\n\n\
         WINCONDITIONS\nno crate\n\nLEVELS\n\np.*o\n....\n....\n",
        Some(2),
    );
}
