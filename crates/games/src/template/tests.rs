//! What the game promises: a test for each rule, and for each text that is not a level.
//!
//! What every game promises (levels that are expected, a page, texts that read back, bounds that
//! are never too high) is checked in `tests/games/every_game.rs` for all that are in the list.

use unriddle_kit::editing::{Edit, apply};
use unriddle_kit::{Game, Level, Request};
use unriddle_render as render;
use unriddle_search::{Monitor, Outcome};

use super::Template;

fn level(text: &str) -> Box<dyn Level> {
    Template.read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn the_frog_hops_by_one_or_by_two() {
    assert_eq!(level("@__*").start().moves(), ["1", "2"]);
    assert_eq!(level("@__*").start().after("12").map(|end| end.is_solved()), Ok(true));
}

#[test]
fn a_bush_and_the_edge_of_the_board_are_in_its_way() {
    let refused =
        |text: &str, hops: &str| level(text).start().after(hops).err().map(|error| error.to_string());
    assert_eq!(refused("@_%*", "11").as_deref(), Some("hop 2, 1: a bush stands in column 3"));
    assert_eq!(refused("@*", "2").as_deref(), Some("hop 1, 2: the frog would leave the board"));
}

#[test]
fn the_fewest_hops_are_found() {
    let answer = level("@_%__*").start().solve(&Request::default(), &mut Monitor::new());
    assert_eq!((answer.outcome.cost(), answer.solution.as_deref()), (Some(3), Some("122")));
    let none = level("@%%*").start().solve(&Request::default(), &mut Monitor::new());
    assert!(matches!(none.outcome, Outcome::Unsolvable(_)));
}

#[test]
fn the_bound_is_never_too_high() {
    for text in ["@_%__*", "@%%*", "*@", "@__%__%_*__"] {
        assert_eq!(level(text).audit(100).err(), None, "{text}");
    }
}

#[test]
fn a_level_is_drawn_and_read_back() {
    let level = level("@_%*");
    assert_eq!(level.encodings(), [("text", "@_%*\n".to_string())]);
    let drawn = render::terminal(&level.start().after("1").expect("a hop").picture(), render::Ink::Plain);
    assert_eq!(drawn.lines().next(), Some("_ @ %%*"));
}

#[test]
fn what_is_wrong_is_pointed_at() {
    let error = |text: &str| Template.read(text, &[]).err().map(|error| error.to_string());
    assert_eq!(error("@_?*").as_deref(), Some("line 1, column 3: unexpected character `?`"));
    assert_eq!(error("@_@*").as_deref(), Some("line 1, column 3: a second frog `@`"));
    assert_eq!(error("__").as_deref(), Some("line 1, column 1: there is no frog `@`"));
    assert!(Template.detect("@_*\n") > 0);
    assert_eq!(Template.detect("#S.E"), 0);
}

#[test]
fn a_level_is_painted() {
    let paint = |text: &str, brush: usize, x: usize| {
        let editor = Template.editor();
        let mut grid = editor.grid(text).expect("a grid");
        let edit = Edit::Paint { brush, x, y: 0, variant: None };
        assert_eq!(apply(editor, &mut grid, &edit), Ok(Some(0)));
        editor.write(&grid)
    };
    assert_eq!(paint("@_?*", 1, 2), "@_%*\n");
    assert_eq!(paint("@__*", 2, 1), "_@_*\n", "there is only one frog");
    assert!(Template.read(Template.editor().starter(), &[]).is_ok());
}
