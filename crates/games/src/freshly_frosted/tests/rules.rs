//! The exact tick: each rule on a board of a few cells.

use super::super::judge::{Grounds, Judge, Judgement};
use super::super::layout::Layout;
use super::super::simulate::Simulation;
use super::super::words::tell;
use super::board;

/// The floor after this many ticks, row by row: a digit for each donut (its kind as in level files),
/// `.` for each cell without one. Rows are separated by `|`.
fn floor(rows: &str, ticks: usize) -> String {
    let factory = board(rows);
    let mut simulation = Simulation::new(&factory);
    simulation.begin(&Layout::bare(&factory), 0);
    for _ in 0..ticks {
        simulation.step().unwrap_or_else(|fault| panic!("{}", fault.tell(&factory)));
    }
    let donuts = &simulation.state().donuts;
    let sign = |at: usize| match donuts[at] {
        donut if donut.is_none() => '.',
        donut => ['0', '1', '3', '7', 'f'][donut.kind() as usize],
    };
    let row = |y: usize| (0..factory.size.0).map(|x| sign(y * factory.size.0 + x)).collect::<String>();
    (0..factory.size.1).map(row).collect::<Vec<_>>().join("|")
}

/// The judgement of the judge in words.
fn judgement(rows: &str) -> String {
    let factory = board(rows);
    let mut judge = Judge::new(&factory);
    let layout = Layout::bare(&factory);
    let judgement = judge.judge(&layout);
    assert_eq!(judge.judge(&layout), judgement, "the judge must not remember the last layout");
    tell(&factory, judgement)
}

fn is_solved(rows: &str) -> bool {
    let factory = board(rows);
    Judge::new(&factory).judge(&Layout::bare(&factory)).is_solved()
}

#[test]
fn a_source_pushes_a_donut_every_tick() {
    let rows = "+> > > > ->";
    assert_eq!(floor(rows, 1), ".0...");
    assert_eq!(floor(rows, 2), ".00..");
    assert_eq!(floor(rows, 9), ".000.");
}

#[test]
fn a_donut_on_a_free_cell_is_wrong_when_it_wants_to_move() {
    assert_eq!(
        judgement("+> > . ->"),
        "tick 3: a plain donut stands at column 3, row 1, where there is no belt"
    );
    assert_eq!(
        judgement("+> . ->"),
        "tick 2: a plain donut stands at column 2, row 1, where there is no belt"
    );
}

#[test]
fn machines_cannot_be_entered_and_some_only_from_one_side() {
    let into = |cell: &str| {
        let message = judgement(&format!("+> > {cell} | # -^ -v | # +^ #"));
        message
            .strip_prefix("tick 2: a plain donut at column 2, row 1 would move right into ")
            .map(String::from)
    };
    assert_eq!(into("#").as_deref(), Some("a block"));
    assert_eq!(into("+v").as_deref(), Some("a source"));
    assert_eq!(into("1v").as_deref(), Some("a topper"));
    assert_eq!(into("bv1").as_deref(), Some("a bumper"));
    assert_eq!(into("-v").as_deref(), Some("a target, which is entered moving down"));
    assert_eq!(into("xv").as_deref(), Some("a splitter, which is entered moving down"));
    assert!(judgement("+> > T+> -> | # # T- #").ends_with("would move right into an exit"));
    assert_eq!(
        judgement("+> > | -> ."),
        "tick 2: a plain donut at column 2, row 1 would move right off the board"
    );
    assert_eq!(judgement("+< ->"), "tick 1: a plain donut at column 1, row 1 would move left off the board");
}

#[test]
fn a_topper_gives_the_next_topping_and_no_other() {
    assert_eq!(floor("+> > > > ->1 | # 1^ 1^ 4^ #", 4), ".111.|.....");
    assert_eq!(floor("+> > > > > ->f | # 1^ 2^ 4^ 8^ #", 5), ".137f.|......");
}

#[test]
fn two_toppers_at_one_cell_give_one_topping_an_arrival() {
    assert_eq!(floor("# 1v # | +> > -> | # 2^ #", 1), "...|.1.|...");
}

#[test]
fn a_splitter_begins_to_its_left_and_takes_turns() {
    let rows = "# +v # | v xv v | v # v | -v # -v";
    assert_eq!(floor(rows, 1), "...|.0.|...|...");
    assert_eq!(floor(rows, 2), "...|.00|...|...");
    assert_eq!(floor(rows, 3), "...|00.|..0|...");
    assert!(is_solved("# +v # | -<0 xv ->0"));
}

#[test]
fn a_splitter_never_skips_a_blocked_side() {
    // To the left of the splitter (east) is a crossover that only one line uses.
    let rows = "# +v # # # | -< xv * > -> | # # # # #";
    assert_eq!(floor(rows, 3), ".....|.0.0.|.....");
    assert_eq!(floor(rows, 4), ".....|.0...|.....");
    assert_eq!(floor(rows, 50), ".....|.0...|.....", "the splitter waits for the crossover for ever");
}

#[test]
fn a_bumper_pushes_its_kind_before_the_belt_moves_it() {
    assert!(is_solved(". . 1v -^1 . | +> > > > # | . . . b^1 ."));
    assert_eq!(
        judgement("# # # # | +> > > ->  | # b^0 # #"),
        "tick 2: a plain donut at column 2, row 2 would move up into a block"
    );
    assert!(is_solved("# # # # | +> > > ->  | # b^1 # #"), "other kinds pass");
}

#[test]
fn topping_comes_before_the_bump() {
    assert!(
        is_solved("# 1v # # | +> > > ->1 | # b^0 # #"),
        "it is no longer plain when the bumper would push it"
    );
}

#[test]
fn an_entrance_copies_to_all_its_exits() {
    let rows = "+> T- T+> > -> | # # T+> > ->";
    assert_eq!(floor(rows, 2), ".00..|..0..");
    assert!(is_solved(rows));
}

#[test]
fn an_entrance_is_blocked_only_if_all_its_exits_are() {
    // The upper exit leads to a crossover that never opens again; the lower one stays open.
    let rows = "+> T- T+> * > -> | # # T+> > > -> ";
    let (early, late) = (floor(rows, 8), floor(rows, 9));
    assert_eq!((early.as_str(), late.as_str()), (".00...|..000.", ".00...|..000."));
}

#[test]
fn a_crossover_is_crossed_straight_and_by_turns() {
    let rows = "# +v # | +> * -> | # -v #";
    assert!(is_solved(rows));
    let factory = board(rows);
    let judgement = Judge::new(&factory).judge(&Layout::bare(&factory));
    // Each crossing takes two ticks, since an occupied crossover admits no donut.
    assert!(matches!(
        judgement,
        Judgement::Solved { steady: true, grounds: Grounds::Repeats { period: 4, .. } }
    ));
}

#[test]
fn a_crossover_waits_for_the_other_axis() {
    assert_eq!(floor("+> * > ->", 1), ".0..");
    assert_eq!(floor("+> * > ->", 2), "..0.");
    assert_eq!(floor("+> * > ->", 6), "....", "only the first donut ever crosses");
    assert_eq!(
        judgement("+> * ->"),
        "only while the factory starts up: every target is served, which is enough, but not again later; proved: from tick 3 on, every tick is the same"
    );
}

#[test]
fn at_a_merge_the_longer_wait_goes_first() {
    // Both lines reach the middle in the same tick: the first cell goes first, then they alternate.
    let rows = "+> v +< | # v # | # v # | # -v #";
    assert_eq!(floor(rows, 1), ".0.|...|...|...");
    let factory = board(rows);
    let judgement = Judge::new(&factory).judge(&Layout::bare(&factory));
    assert!(matches!(
        judgement,
        Judgement::Solved { steady: true, grounds: Grounds::Repeats { period: 2, .. } }
    ));
}

#[test]
fn at_a_merge_of_equal_waits_more_toppings_go_first() {
    // Plain from the left, frosted from the right; the belt between them leads down.
    let rows = "# # # 1v # | +> > v < +< | # # v # # | # # -v? # #";
    assert_eq!(floor(rows, 1), ".....|.0.1.|.....|.....");
    assert_eq!(floor(rows, 2), ".....|.011.|.....|.....");
    assert_eq!(floor(rows, 3), ".....|.001.|..1..|.....", "then the plain one has waited longer");
}

#[test]
fn a_queue_with_a_free_head_moves_as_one() {
    // Two lines merge; each queue moves as a whole when its head does.
    let rows = "+> > > v # # | # # # v < +< | # # # -v # #";
    for tick in 20..24 {
        assert_eq!(floor(rows, tick), ".000..|...00.|......", "no gap runs back through the queue");
    }
    assert!(is_solved(rows));
}

#[test]
fn a_full_loop_rotates_and_admits_no_donut() {
    // A loop of four cells that a source fills.
    let rows = "+> > v # | # ^ < # | +> -> # #";
    assert_eq!(floor(rows, 5), ".00.|.00.|....");
    assert_eq!(floor(rows, 50), ".00.|.00.|....");
    let message = judgement(rows);
    assert!(
        message.starts_with("no donut of the source at column 1, row 1 is ever delivered; proved"),
        "{message}"
    );
}

#[test]
fn every_source_and_every_target_must_be_served() {
    assert!(
        judgement("+> -> ->").starts_with("the target at column 3, row 1 never receives a donut; proved")
    );
}

#[test]
fn a_wrong_kind_is_reported_with_its_tick_and_place() {
    assert_eq!(
        judgement("# 1v # # | +> > > ->3"),
        "tick 3: a frosted donut reaches the target at column 4, row 2, which wants sprinkles"
    );
}

#[test]
fn a_list_is_counted_by_pairs_of_source_and_target() {
    assert!(is_solved(":targets 0 0 | +> -> | +> ->?"));
    assert!(!is_solved(":targets 0 0 | +> ->?"));
    assert!(judgement(":targets 1 | +> ->?").contains("but is not on the list"));
}

#[test]
fn any_sources_are_tested_and_not_proved() {
    assert_eq!(
        judgement("+>? > ->?"),
        "steady: every source keeps delivering and every target keeps receiving; tested with 8 orders of the any-sources for 2000 ticks each, not proved"
    );
    assert!(judgement("+>? > ->").contains("which wants plain ones"));
}

#[test]
fn an_any_source_may_push_one_kind_for_long() {
    assert!(is_solved("# # # # # | +>? * > > ->?"));
    for kind in ["0", "1", "3", "7", "f"] {
        // Only one donut passes the crossover; it may be of the kind that is pushed into the block.
        assert!(!is_solved(&format!("# # bv{kind} # # | +>? * > > ->? | # # # # #")), "{kind}");
        // This kind circulates until no other can pass.
        assert!(!is_solved(&format!("# # bv{kind} # | +>? > > ->? | # ^ < #")), "{kind}");
    }
}

#[test]
fn a_full_loop_goes_before_a_donut_that_has_waited_longer() {
    // The source waits ever longer, but the full loop keeps rotating without it.
    let rows = "# # 1v # # | +> > > v # | # ^ < < # | # +> -> # #";
    // The last donut to enter is plain until it has passed the topper.
    assert_eq!(floor(rows, 6), ".....|.011.|.111.|.....");
    assert_eq!(floor(rows, 7), ".....|.111.|.111.|.....");
    assert_eq!(floor(rows, 40), ".....|.111.|.111.|.....");
}

#[test]
fn a_stuck_factory_repeats_though_its_donuts_wait_ever_longer() {
    let factory = board("+> > > * > ->");
    let judgement = Judge::new(&factory).judge(&Layout::bare(&factory));
    let Judgement::Solved { steady: false, grounds: Grounds::Repeats { until, period: 1 } } = judgement
    else {
        panic!("{judgement:?}");
    };
    assert!(until < 20, "found at tick {until}");
}
