//! A test for each rule of bonding, moving and pushing, named after it. Keys: W up, A left, S down, D right.
//! The rules of modifiers have a file of their own.

use super::{shows, solved};

// Bonding.

#[test]
fn neighbours_bond_at_the_start_and_after_each_move() {
    shows("H - o h  D>  . H-o-h");
    shows("o h H -  D>  o-h . H");
}

#[test]
fn an_atom_has_at_most_as_many_bonds_as_electrons() {
    shows("H h - h  D>  . H-h h");
    shows("h O h - h  D>  . h-O-h h");
}

#[test]
fn a_new_bond_is_single_even_if_more_electrons_are_free() {
    shows("C - c  D>  . C-c");
}

#[test]
fn atoms_of_the_same_molecule_bond_so_rings_close() {
    shows(
        "
        - o o  D>  . o-o
                     | |
        O - o      . O-o
        ",
    );
}

#[test]
fn atoms_that_did_not_move_themselves_bond_too() {
    shows("E h - o -  D>  . E h-o .");
}

#[test]
fn a_higher_valence_bonds_first() {
    shows(
        "
        o - n  W>  o H-n

        - H -      . . .
        ",
    );
}

#[test]
fn of_one_element_the_player_bonds_first_then_by_reading_order() {
    shows(
        "
        - h -  >  . h .
                    |
        h o H     h o-H
        ",
    );
}

#[test]
fn reading_order_is_that_of_the_start_cells() {
    // The n with the lower start cell is pushed to a cell that comes first in reading order.
    shows(
        "
        - - n  WWSSSDWWW>  n h-n

        - - -              . E .

        n - -              . . .

        E h -              . . .

        - - -              . . .
        ",
    );
}

// Moving.

#[test]
fn a_molecule_moves_as_a_whole() {
    shows(
        "
        h - -  D>  . h .
                     |
        o H -      . o-H
        ",
    );
}

#[test]
fn a_wall_in_the_way_of_any_atom_blocks_the_molecule() {
    shows("H x  D>  blocked");
    shows("H -  A>  blocked");
    shows(
        "
        H -  D>  blocked  W>  blocked

        o x
        ",
    );
}

#[test]
fn beyond_the_end_of_a_short_row_is_wall() {
    shows(
        "
        - -  D>  blocked

        H

        - -
        ",
    );
}

#[test]
fn of_several_upper_case_atoms_the_last_is_the_players() {
    shows("H - - H -  D>  h . . . H");
}

// Pushing.

#[test]
fn an_atom_in_the_way_is_pushed() {
    shows("E h -  D>  . E h  D>  blocked");
}

#[test]
fn a_pushed_atom_pushes_others() {
    shows("E e h -  D>  . E e h");
    shows("E h o h e -  D>  . E h-o-h e");
    shows(
        "
        E h - -  D>  . E h .
                         |
        - o e -      . . o e
        ",
    );
}

#[test]
fn a_pushed_molecule_moves_as_a_whole_or_not_at_all() {
    shows(
        "
        E h -  D>  . E h
                       |
        - o -      . . o
        ",
    );
    shows(
        "
        E h -  D>  blocked

        - o x
        ",
    );
}

#[test]
fn a_molecule_wraps_around_what_it_pushes() {
    // The H pushes the e against the h of its own molecule, which moves as well.
    shows(
        "
        o o o -  D>  . o-o-o  D>  blocked
                       |   |
        H e h -      . H e h
        ",
    );
}

#[test]
fn a_blocked_push_blocks_the_whole_move() {
    shows("E h o x  D>  blocked");
    shows(
        "
        H e x  D>  blocked

        o h -
        ",
    );
}

// Helium and the goal.

#[test]
fn helium_never_bonds_and_is_pushed_like_any_atom() {
    shows("O e h -  D>  . O e h");
    shows("E c -  D>  . E c");
}

#[test]
fn a_level_is_solved_when_no_atom_has_a_free_electron() {
    let level = "v2\nH - o - h\n";
    assert!(!solved(level, ""));
    assert!(!solved(level, "D"));
    assert!(solved(level, "DD"));
}

#[test]
fn several_molecules_and_helium_may_be_left() {
    assert!(solved("v2 multiple\nH - h e h h\n", "D"));
}

// Each bond once, and all or nothing.

#[test]
fn a_blocked_move_leaves_the_bonds_as_they_were() {
    for modifier in ["/", "+", "@"] {
        let strip = "
            O e x  D>  blocked
             ?
            o - -
            ";
        shows(&strip.replace('?', modifier));
    }
}

#[test]
fn a_bond_changes_once_even_if_both_its_atoms_are_pushed() {
    shows(
        r#"
        H - n - -  DD>  . . H n .  D>  . . . H n
             + /            |+"/            +|/|
        h - n - -       . . h n .      . . . h n
        "#,
    );
}

#[test]
fn atoms_are_pushed_in_the_order_in_which_their_pushers_started_to_move() {
    // From above, the cut comes first and frees the electron that strengthening needs.
    shows(
        r#"
        H - h -  DD>  . . H h
             /            |/
        o - o -       . . o o
             +            |+"
        h - n -       . . h n
        "#,
    );
    // From below, the o has no free electron when its bond sweeps the `+`; the cut pair bonds again.
    shows(
        "
        h - h -  DD>  . . h h
             /            |/|
        o - o -       . . o o
             +            |+|
        H - n -       . . H n
        ",
    );
}

#[test]
fn an_atom_that_a_pushed_molecule_drags_away_is_not_pushed() {
    // The upper hook pushes first; the lowest h is then dragged out of the way of the lower hook.
    shows(
        "
        o H h -  D>  . o-H h
                       |   |
        o - o -      . o h-o
             @         |  @
        o h h -      . o-h .
        ",
    );
}
