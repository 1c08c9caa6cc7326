//! A test for each rule, named after it.

use unriddle_kit::{Direction, Game};

use super::board;
use crate::golf_peaks::GolfPeaks;

// The turn.

#[test]
fn a_roll_moves_the_ball_by_the_strength_of_the_card() {
    assert_eq!(board("ball 0 0 0").play("2->"), Ok((2, 0)));
}

#[test]
fn a_jump_goes_over_whatever_lies_between() {
    assert_eq!(board("ball x 9 3").play("3/>"), Ok((3, 0)));
    assert_eq!(board("ball 0,water 0,quick 0").play("3/>"), Ok((3, 0)));
}

#[test]
fn landing_on_nothing_loses() {
    let lost = Err("the ball would jump off the board from column 1, row 1".to_string());
    assert_eq!(board("ball 0 x").play("2/>"), lost);
    assert_eq!(board("ball 0 0").play("9/>"), lost);
    assert_eq!(board("ball 0 0").play("1000000000/^"), lost);
}

#[test]
fn the_jump_comes_before_the_roll() {
    assert_eq!(board("ball x 0 0 0").play("2/1->"), Ok((3, 0)));
}

// Rolling one cell.

#[test]
fn rolling_onto_nothing_loses() {
    let lost = Err("the ball would roll off the board at column 2, row 1".to_string());
    assert_eq!(board("ball 0").play("2->"), lost);
    assert_eq!(board("ball 0 x 0").play("3->"), lost);
}

#[test]
fn a_ball_rolls_down_steps() {
    assert_eq!(board("5,ball 3 0 0").play("3->"), Ok((3, 0)));
}

#[test]
fn a_ball_bounces_off_what_is_higher() {
    assert_eq!(board("0 ball 0 1").play("3->"), Ok((1, 0)));
    assert_eq!(board("0 ball 1").play("2->"), Ok((0, 0)));
    assert_eq!(board("ball 1").play("1->"), Ok((0, 0)));
}

#[test]
fn a_ball_bounces_off_higher_water_and_springs() {
    assert_eq!(board("0 ball 1,water").play("2->"), Ok((0, 0)));
    assert_eq!(board("0 ball 1,boing").play("2->"), Ok((0, 0)));
}

#[test]
fn a_slope_one_higher_is_climbed_straight_uphill() {
    assert_eq!(board("ball 1,left 1 1").play("3->"), Ok((3, 0)));
    assert_eq!(board("0 ball 2,left 2").play("2->"), Ok((0, 0)), "two higher is a wall");
    assert_eq!(board("0 ball 1,up 1").play("2->"), Ok((0, 0)), "its side is a wall");
    assert_eq!(board("0 ball 1,right 0").play("2->"), Ok((0, 0)), "its back is a wall");
}

#[test]
fn a_ball_leaves_a_slope_at_the_height_of_its_top_in_any_direction() {
    // From a slope of height 1, a cell of height 1 is level even downhill and sideways.
    assert_eq!(board("0 1,right 1").play_from((1, 0), "1->"), Ok((2, 0)));
    assert_eq!(board("1,right | 1").play_from((0, 0), "1-v"), Ok((0, 1)));
}

#[test]
fn an_angled_wall_turns_a_ball_that_runs_into_it() {
    for (corner, from, to) in [
        ("tl", "^", (2, 1)),
        ("tl", "<", (1, 2)),
        ("tr", "^", (0, 1)),
        ("tr", ">", (1, 2)),
        ("bl", "v", (2, 1)),
        ("bl", "<", (1, 0)),
        ("br", "v", (0, 1)),
        ("br", ">", (1, 0)),
    ] {
        let board = board(&format!("0 0 0 | 0 0,/{corner} 0 | 0 0 0"));
        let start = match from {
            "^" => (1, 2),
            "v" => (1, 0),
            "<" => (2, 1),
            _ => (0, 1),
        };
        assert_eq!(board.play_from(start, &format!("2-{from}")), Ok(to), "{corner} {from}");
    }
}

#[test]
fn an_angled_wall_is_one_higher_from_its_solid_sides() {
    assert_eq!(board("0 0 0,/tl").play_from((1, 0), "2->"), Ok((0, 0)));
    assert_eq!(board("1 1 0,/tl 0").play_from((1, 0), "2->"), Ok((3, 0)), "from a step above it is open");
}

#[test]
fn a_ball_bounces_back_through_an_angled_wall() {
    // Up into the wall, to the right against the step, back to the wall and down again.
    assert_eq!(board("0,/tl 1 | 0 x | 0 x").play_from((0, 1), "4-^"), Ok((0, 2)));
}

// Sand, quicksand, water.

#[test]
fn on_sand_the_rest_of_the_card_is_lost() {
    assert_eq!(board("ball 0,sand 0 0").play("3->"), Ok((1, 0)));
    assert_eq!(board("0,sand 0 0").play_from((0, 0), "2->"), Ok((0, 0)));
    assert_eq!(board("ball 0 0,sand 0 0").play("2/2->"), Ok((2, 0)));
}

#[test]
fn a_ball_jumps_out_of_sand() {
    assert_eq!(board("0,sand 0 0 0").play_from((0, 0), "2/1->"), Ok((3, 0)));
}

#[test]
fn at_rest_on_quicksand_the_ball_sinks() {
    let lost = Err("the ball would sink in the quicksand at column 2, row 1".to_string());
    assert_eq!(board("ball 0,quick 0").play("1->"), lost);
    assert_eq!(board("ball 0,quick 0").play("1/>"), lost);
    assert_eq!(board("ball 0,quick 0").play("2->"), Ok((2, 0)), "rolling over it is safe");
}

#[test]
fn from_water_the_ball_returns_to_the_last_safe_cell_and_the_card_ends() {
    assert_eq!(board("ball 0 0,water 0").play("3->"), Ok((1, 0)));
    assert_eq!(board("ball 0 0,water 0").play("2/1->"), Ok((0, 0)));
    assert_eq!(board("1,ball 1,ice 0,water").play("1->"), Ok((1, 0)), "it does not slide from there");
}

#[test]
fn flat_cells_angled_walls_sand_springs_ice_and_warps_are_safe() {
    for safe in ["0,/tr", "0,icetr"] {
        assert_eq!(board(&format!("ball {safe} | x 0,water")).play("2->"), Ok((1, 0)), "{safe}");
    }
    for safe in ["0", "0,ice", "0,warp5"] {
        let twin = if safe.contains("warp") { "| x x x | 0,warp5" } else { "" };
        // The ball rolls down onto the cell and on into the water, with strength left.
        let board = board(&format!("0 | {safe} | 0,water | 0 {twin}"));
        assert_eq!(board.play_from((0, 0), "3-v"), Ok((0, 1)), "{safe}");
    }
    // A spring makes the ball jump into the water. From sand, only the next card can.
    assert_eq!(board("0 0,boing 0,water").play_from((0, 0), "2->"), Ok((1, 0)));
    assert_eq!(board("0 0,sand 0,water").play_from((1, 0), "1/>"), Ok((1, 0)));
}

#[test]
fn slopes_belts_quicksand_and_the_flag_are_not_safe() {
    for cell in ["1,right", "1,*e", "1,quick", "1,flag"] {
        assert_eq!(board(&format!("1,ball {cell} 0,water")).play("2->"), Ok((0, 0)), "{cell}");
    }
}

#[test]
fn after_warping_the_twin_is_safe() {
    let board = board("ball x 0,warp | x x x | 0,warp 0,water x");
    assert_eq!(board.play("2/1->"), Ok((0, 2)));
}

// The flag.

#[test]
fn at_rest_on_the_flag_the_level_is_won() {
    assert_eq!(board("ball 0 flag 0").play("2->"), Ok((2, 0)));
    assert_eq!(board("ball flag 1").play("3->"), Ok((0, 0)), "bounced off behind it and rolled over it");
    assert_eq!(board("ball flag 1").play("2->"), Ok((1, 0)), "bounced on it");
}

#[test]
fn landing_on_the_flag_wins_with_strength_left() {
    assert_eq!(board("ball 0 flag 0").play("2/1->"), Ok((2, 0)));
}

#[test]
fn rolling_over_the_flag_does_nothing() {
    assert_eq!(board("ball flag 0").play("2->"), Ok((2, 0)));
}

// Slopes.

#[test]
fn a_slope_rolls_a_spent_ball_down() {
    assert_eq!(board("ball 1,left 1").play("1->"), Ok((0, 0)));
    assert_eq!(board("2,ball 2,right 1,right 0 0").play("1->"), Ok((3, 0)), "down the next one too");
}

#[test]
fn a_slope_turns_a_ball_downhill_unless_it_climbs() {
    // Sideways onto the slope with a strength of two left: the ball rolls two cells down.
    assert_eq!(board("1,ball 1,down 1 | x 0 x | x 0 x").play("3->"), Ok((1, 2)));
    assert_eq!(board("ball 1,left 1 1").play("2->"), Ok((2, 0)));
}

#[test]
fn a_slope_turns_a_ball_after_a_jump_uphill_too() {
    assert_eq!(board("0 ball 1,left 1 1").play("1/1->"), Ok((1, 0)));
}

// Springs.

#[test]
fn a_spring_turns_the_rest_of_the_roll_into_a_jump() {
    assert_eq!(board("ball 0,boing x 0 0").play("3->"), Ok((3, 0)));
    assert_eq!(board("ball 0,boing x 0").play("1->"), Ok((1, 0)), "with nothing left it is flat");
    assert_eq!(board("ball 0 0,boing x 0").play("2/2->"), Ok((4, 0)));
}

#[test]
fn a_bounce_on_a_spring_jumps_back() {
    assert_eq!(board("0 x 0,boing 1").play_from((2, 0), "3->"), Ok((0, 0)));
    assert_eq!(board("0 x 0,boing 1").play_from((2, 0), "1->"), Ok((2, 0)), "nothing left to jump");
}

#[test]
fn a_ball_that_starts_on_a_spring_rolls() {
    assert_eq!(board("0,boing 0 0").play_from((0, 0), "2->"), Ok((2, 0)));
}

// Warps.

#[test]
fn a_warp_takes_a_spent_ball_to_its_twin() {
    assert_eq!(board("ball 0,warp 0 | x | 0,warp 0").play("1->"), Ok((0, 2)));
    assert_eq!(board("ball 0,warp3 1 | x | 0,warp3").play("2->"), Ok((0, 2)), "after a bounce too");
}

#[test]
fn a_warp_takes_a_jumping_ball_on_with_its_direction_and_strength() {
    assert_eq!(board("ball 0,warp 0 | x | 0,warp 0 0").play("1/2->"), Ok((2, 2)));
}

#[test]
fn rolling_over_a_warp_does_nothing() {
    assert_eq!(board("ball 0,warp 0 | x | 0,warp").play("2->"), Ok((2, 0)));
}

// Belts.

#[test]
fn a_belt_carries_a_spent_ball_on() {
    assert_eq!(board("ball 0,*s 0 | x 0,*e 0").play("1->"), Ok((2, 1)));
    assert_eq!(board("ball 0,*s 0 | x 0").play("1/>"), Ok((1, 1)));
}

#[test]
fn rolling_over_a_belt_does_nothing() {
    assert_eq!(board("ball 0,*s 0 | x 0").play("2->"), Ok((2, 0)));
}

#[test]
fn a_belt_against_a_wall_loops_for_ever() {
    let lost = "the ball would loop for ever on the belts at column 2, row 1";
    assert_eq!(board("ball 0,*e 1").play("1->"), Err(lost.into()));
}

// Ice.

#[test]
fn on_ice_a_spent_ball_slides_on() {
    assert_eq!(board("ball 0,ice 0,ice 0 0").play("1->"), Ok((3, 0)));
    assert_eq!(board("ball x 0,ice 0,ice 0").play("2/>"), Ok((4, 0)), "after a jump too");
}

#[test]
fn with_strength_left_ice_is_flat() {
    assert_eq!(board("ball 0,ice 0 0").play("2->"), Ok((2, 0)));
}

#[test]
fn a_slide_ends_where_the_ball_bounces() {
    assert_eq!(board("0 0 ball 0,ice 0,ice 1").play("1->"), Ok((4, 0)));
}

#[test]
fn a_ball_that_bounces_where_it_started_slides_off() {
    assert_eq!(board("0 0,ice 0,ice 1").play_from((2, 0), "1->"), Ok((0, 0)));
}

#[test]
fn ice_with_an_angled_wall_turns_a_slide() {
    assert_eq!(board("ball 0,icetr | x 0,ice | x 0").play("1->"), Ok((1, 2)));
}

#[test]
fn a_slide_without_end_loses() {
    let ring = board("0,icetl 0,icetr | 0,icebl 0,icebr");
    let lost = "the ball would loop for ever on the ice at column 2, row 1";
    assert_eq!(ring.play_from((0, 0), "1->"), Err(lost.into()));
    let slopes = board("ball 1,right 1,left");
    let lost = "the ball would loop for ever on the slopes at column 3, row 1";
    assert_eq!(slopes.play("1/>"), Err(lost.into()));
}

// Great strength.

#[test]
fn whole_rounds_of_a_strong_card_do_not_change_where_the_ball_ends() {
    let between_walls = board("9 0 0 0 9");
    for strength in 1..200 {
        let short = between_walls.play_from((2, 0), &format!("{strength}->"));
        // Three cells and two bounces: six steps there and back.
        let long = between_walls.play_from((2, 0), &format!("{}->", strength + 6 * 166_666_600));
        assert_eq!(short, long, "{strength}");
    }
    assert!(between_walls.play_from((2, 0), "1000000000->").is_ok());
    // Round the angled walls, where each round takes four steps.
    let ring = board("0,/tl 0,/tr | 0,/bl 0,/br");
    assert_eq!(ring.play_from((0, 0), "1000000000->"), Ok((0, 0)));
    assert_eq!(ring.play_from((0, 0), "999999999->"), Ok((0, 1)));
}

// Playing through the interface of a level.

#[test]
fn the_error_of_a_card_gives_its_number_its_name_and_the_reason() {
    let level = GolfPeaks.read("4x2\nball 0 0 0\nx x x flag\n\n1- 2- 2-\n", &[]).unwrap();
    let start = level.start();
    let refused = |moves: &str| start.after(moves).err().expect(moves).to_string();
    assert_eq!(refused("1-> 2->2->"), "card 3, 2-↘: the ball would roll off the board at column 4, row 1");
    assert_eq!(refused("1-> 1-<"), "card 2, 1-↖: no card 1- is left");
    assert_eq!(refused("5/>"), "card 1, 5/↘: the level has no card 5/");
    let won = start.after("1-> 2-> 2-v");
    assert_eq!(
        won.err().unwrap().to_string(),
        "card 3, 2-↙: the ball would roll off the board at column 4, row 2"
    );
}

#[test]
fn no_card_can_be_played_once_the_ball_is_at_the_flag() {
    let level = GolfPeaks.read("3x1\nball flag 0\n\n1- 1-\n", &[]).unwrap();
    let end = level.start().after("1->").map(|end| (end.is_solved(), end.moves().len()));
    assert_eq!(end, Ok((true, 0)));
    let refused = level.start().after("1-> 1-<").err().expect("the level is solved").to_string();
    assert_eq!(refused, "card 2, 1-↖: the ball is already at the flag");
}

#[test]
fn all_four_directions_can_be_played() {
    let around = board("0 0 0 | 0 ball 0 | 0 0 0");
    for (direction, sign) in Direction::ALL.into_iter().zip([">", "^", "<", "v"]) {
        let there = direction.step((1, 1), (3, 3)).unwrap();
        assert_eq!(around.play(&format!("1-{sign}")), Ok(there));
    }
}
