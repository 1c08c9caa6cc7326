//! The timing-free flow, on boards of a few cells.

use super::super::flow::Flow;
use super::super::layout::Layout;
use super::board;

/// The result of the flow for a board with its belts in place.
fn flow(rows: &str) -> String {
    let factory = board(rows);
    let mut flow = Flow::new(&factory);
    let layout = Layout::bare(&factory);
    let judgement = flow.judge(&factory, &layout);
    assert_eq!(flow.judge(&factory, &layout), judgement, "the tables must not remember the last layout");
    judgement.map_or_else(|fault| fault.tell(&factory), |()| "right".into())
}

#[test]
fn belts_carry_donuts_into_targets() {
    assert_eq!(flow("+> > > ->"), "right");
    assert_eq!(flow("+> > v . | . -< < ."), "right");
    assert_eq!(flow("+> . ->"), "a plain donut stands at column 2, row 1, where there is no belt");
    assert_eq!(flow("+> ^ ->"), "a plain donut at column 2, row 1 would move up off the board");
    assert_eq!(flow("+> > # ->"), "a plain donut at column 2, row 1 would move right into a block");
    assert_eq!(
        flow("+> > -v"),
        "a plain donut at column 2, row 1 would move right into a target, which is entered moving down"
    );
}

#[test]
fn toppers_come_in_order() {
    assert_eq!(flow("+> > > ->1 | . 1^ . ."), "right");
    assert_eq!(flow("+> > > ->3 | . 1^ 2^ ."), "right");
    assert_eq!(
        flow("+> > > ->3 | . 2^ 1^ ."),
        "a frosted donut reaches the target at column 4, row 1, which wants sprinkles"
    );
}

#[test]
fn every_end_must_be_served() {
    assert_eq!(flow("+> -> ->"), "the target at column 3, row 1 never receives a donut");
    let lost = "+> > v . | +> -> ^ < ";
    assert_eq!(flow(lost), "no donut of the source at column 1, row 1 is ever delivered");
}

#[test]
fn splitters_and_entrances_send_everywhere() {
    assert_eq!(flow(". +v . | -<0 xv ->0"), "right");
    assert_eq!(
        flow(". +v . | -<0 xv ->1"),
        "a plain donut reaches the target at column 3, row 2, which wants frosting"
    );
    assert_eq!(flow("+> T- T+> -> | . . T+> ->"), "right");
}

#[test]
fn a_bumper_comes_before_the_belt_and_after_the_topper() {
    assert_eq!(flow(". . 1v -^1 . | +> > > > # | . . . b^1 ."), "right");
}

#[test]
fn a_crossover_is_left_straight_on() {
    assert_eq!(flow(". +v . | +> * -> | . -v ."), "right");
}

#[test]
fn a_list_counts_pairs_of_a_source_and_a_target() {
    assert_eq!(flow(":targets 0 0 | +> -> | +> ->?"), "right");
    assert_eq!(
        flow(":targets 0 0 | +> ->?"),
        "the list has 2 plain donuts, but different pairs of a source and a target deliver only 1"
    );
    assert_eq!(
        flow(":targets 1 | +> ->?"),
        "a plain donut reaches the target at column 2, row 1, but is not on the list"
    );
}

#[test]
fn an_any_source_makes_every_kind() {
    assert_eq!(flow("+>? > ->?"), "right");
    assert_eq!(
        flow("+>? > ->"),
        "a cherried donut reaches the target at column 3, row 1, which wants plain ones"
    );
}
