//! Each rule of the game on a board of a few tiles.

use super::{level, optimal};

/// The rows after some moves: `R` and `B` are actors, `@` and `&` are actors on their goals.
fn after(text: &str, moves: &str) -> String {
    let level = level(text);
    let start = level.start();
    let position = start.after(moves).unwrap();
    let picture = position.picture();
    let mut rows = vec![vec![' '; picture.width]; picture.height];
    for cell in &picture.cells {
        rows[cell.y][cell.x] = cell.style.glyph;
    }
    for piece in &picture.pieces {
        rows[piece.y as usize][piece.x as usize] = piece.style.glyph;
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
}

#[test]
fn red_walks_in_the_direction_and_blue_in_the_opposite_one() {
    let text = "...\n...\n...\n\nR 1 2\nB 1 0\n";
    assert_eq!(after(text, ""), ".R.\n...\n.B.");
    assert_eq!(after(text, "R"), "..R\n...\nB..");
    assert_eq!(after(text, "L"), "R..\n...\n..B");
    let text = "...\n...\n...\n\nR 0 1\nB 2 1\n";
    assert_eq!(after(text, "U"), "R..\n...\n..B");
    assert_eq!(after(text, "D"), "..B\n...\nR..");
}

#[test]
fn y_counts_from_the_bottom() {
    assert_eq!(after("..\n..\n..\n\nR 0 0\nB 1 2\n", ""), ".B\n..\nR.");
}

#[test]
fn an_actor_stays_before_an_impassable_tile_and_at_the_edge() {
    let text = ".. .\n\nR 1 0\nB 3 0\n";
    for moves in ["R", "U", "D"] {
        assert_eq!(after(text, moves), ".R B");
    }
    assert_eq!(after(text, "L"), "R. B");
}

#[test]
fn neighbours_that_walk_into_each_other_swap_places() {
    assert_eq!(after("....\n\nR 1 0\nB 2 0\n", "R"), ".BR.");
    assert_eq!(after(".\n.\n\nR 0 0\nB 0 1\n", "U"), "R\nB");
}

#[test]
fn two_that_want_the_same_tile_both_stay() {
    assert_eq!(after(".....\n\nR 1 0\nB 3 0\n", "R"), ".R.B.");
}

#[test]
fn an_actor_that_walks_into_one_that_stays_goes_back() {
    assert_eq!(after("...\n\nR 1 0\nR 2 0\n", "R"), ".RR");
    assert_eq!(after("....\n\nR 0 0\nR 2 0\n", "R"), ".R.R");
}

#[test]
fn going_back_makes_the_actors_behind_go_back() {
    assert_eq!(after("....\n\nR 0 0\nR 1 0\nR 2 0\nR 3 0\n", "R"), "RRRR");
    // The first red and the blue want the same tile; all actors behind them go back as well.
    assert_eq!(after("......\n\nR 0 0\nR 1 0\nR 2 0\nB 4 0\nB 5 0\n", "R"), "RRR.BB");
    // The second red and the blue want the tile of the first red, which meets the blue when it goes back.
    assert_eq!(after("....\n\nR 0 0\nR 1 0\nB 2 0\n", "R"), "RRB.");
}

#[test]
fn a_row_of_red_actors_moves_together() {
    assert_eq!(after("....\n\nR 0 0\nR 1 0\nR 2 0\n", "R"), ".RRR");
}

#[test]
fn a_move_that_changes_nothing_is_legal() {
    let level = level("r.\n\nR 1 0\n");
    let start = level.start();
    assert_eq!(start.moves(), ["R", "U", "L", "D"]);
    let position = start.after("RUD").unwrap();
    assert_eq!((position.cost(), position.history().as_str()), (3, "RUD"));
    assert!(!position.is_solved());
    assert!(position.after("L").unwrap().is_solved());
}

#[test]
fn a_goal_is_covered_only_by_its_own_colour() {
    assert_eq!(after("rb\n\nR 1 0\nB 0 0\n", ""), "$%");
    assert!(!level("rb\n\nR 1 0\nB 0 0\n").start().is_solved());
    assert_eq!(after("rb\n\nR 1 0\nB 0 0\n", "L"), "@&");
    assert_eq!(optimal(&*level("rb\n\nR 1 0\nB 0 0\n")), Some(1));
}

#[test]
fn there_may_be_more_actors_than_goals() {
    assert_eq!(optimal(&*level("r...\n\nR 1 0\nR 3 0\nB 2 0\n")), Some(1));
}

#[test]
fn a_start_without_open_goals_is_solved_in_no_moves() {
    assert_eq!(optimal(&*level("r.\n\nR 0 0\n")), Some(0));
    assert_eq!(optimal(&*level("..\n\nB 0 0\n")), Some(0));
}

#[test]
fn a_level_with_too_few_actors_for_its_goals_is_unsolvable() {
    assert_eq!(optimal(&*level("rr.\n\nR 2 0\nB 1 0\n")), None);
    assert_eq!(optimal(&*level("r .\n\nR 2 0\n")), None);
    assert_eq!(optimal(&*level("b.\n\nR 1 0\n")), None);
}

#[test]
fn every_actor_keeps_its_identity() {
    let level = level("....\n....\n\nR 0 0\nR 1 1\nB 3 0\nB 2 0\n");
    let start = level.start();
    let places = |moves: &str| {
        let mut places: Vec<(String, f32, f32)> =
            start.after(moves).unwrap().picture().pieces.into_iter().map(|p| (p.name, p.x, p.y)).collect();
        places.sort_by(|one, two| one.0.cmp(&two.0));
        places
    };
    let named = |list: [(&str, f32, f32); 4]| list.map(|(name, x, y)| (name.to_owned(), x, y)).to_vec();
    assert_eq!(
        places(""),
        named([("blue-1", 2., 1.), ("blue-2", 3., 1.), ("red-1", 1., 0.), ("red-2", 0., 1.)])
    );
    // The lower red and the nearer blue want the same tile; the farther blue cannot follow.
    assert_eq!(
        places("R"),
        named([("blue-1", 2., 1.), ("blue-2", 3., 1.), ("red-1", 2., 0.), ("red-2", 0., 1.)])
    );
    assert_eq!(
        places("RD"),
        named([("blue-1", 2., 0.), ("blue-2", 3., 0.), ("red-1", 2., 1.), ("red-2", 0., 1.)])
    );
}

#[test]
fn moves_are_read_in_every_notation() {
    let level = level("...\n...\n\nR 0 0\n");
    let start = level.start();
    assert_eq!(start.split("Right, up ← d").unwrap(), ["R", "U", "L", "D"]);
    assert_eq!(start.after("rr uu").unwrap().history(), "RRUU");
    assert_eq!(
        start.after("RW").err().unwrap().to_string(),
        "column 2: `W` is not a move: expected R, U, L or D"
    );
}
