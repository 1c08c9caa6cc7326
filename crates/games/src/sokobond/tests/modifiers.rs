//! A test for each rule about modifiers, named after it: how a bond that sweeps one changes, and what the
//! atom at its other end does.

use super::shows;

// Which corner a bond sweeps.

#[test]
fn a_bond_across_sweeps_the_corner_before_it_and_no_other() {
    shows(
        "
        - - -  W>  . H .
           /          /
        - H h      . . h

        - - -      . . .
        ",
    );
    shows(
        "
        - - -  S>  . . .
           /          /
        - H h      . . .

        - - -      . H-h
        ",
    );
}

#[test]
fn a_bond_down_sweeps_the_corner_before_it_and_no_other() {
    shows(
        "
        - H -  A>  H . .
         /          /
        - h -      . h .
        ",
    );
    shows(
        "
        - H -  D>  . . H
         /          /  |
        - h -      . . h
        ",
    );
}

#[test]
fn a_bond_parallel_to_the_move_sweeps_nothing() {
    shows(
        "
        - H h  A>  H-h .
         / /        / /
        - - -      . . .
        ",
    );
}

// Weaken.

#[test]
fn weaken_cuts_a_single_bond_and_the_other_atom_stays() {
    shows(
        "
        H - -  D>  . H .  D>  . . H
           /         |/          /
        h - -      . h .      . h .
        ",
    );
}

#[test]
fn weaken_takes_one_from_a_stronger_bond_and_the_other_atom_follows() {
    shows(
        r#"
        O - - -  D>  . O . .  D>  . . O .  D>  . . . O
         + / /        +"/ /        + /|/        + / /
        o - - -      . o . .      . . o .      . . o .
        "#,
    );
}

#[test]
fn atoms_bonded_to_a_part_that_is_cut_off_stay_with_it() {
    shows(
        "
        H - - -  D>  . H . .
         /            /
        o o h -      o-o-h .
        ",
    );
}

#[test]
fn a_pushed_molecule_is_cut_too() {
    shows(
        "
        - h - C  A>  . h C .  A>  h-C . .
         /            /|           /|
        - h - -      . h . .      . h . .
        ",
    );
}

#[test]
fn electrons_freed_by_a_cut_bond_again_in_the_same_move() {
    shows(
        "
        H - o  D>  . H-o
         /          /
        h - -      h . .
        ",
    );
}

#[test]
fn a_cut_pair_that_stays_adjacent_bonds_again() {
    shows(
        "
        O o -  D>  . O-o
           /         |/|
        o o -      . o-o
        ",
    );
    // The right h is cut off, and pushed along by the other one.
    shows(
        "
        o O -  D>  . o-O
           /         |/|
        h h -      . h h
        ",
    );
}

#[test]
fn a_stronger_bond_of_a_ring_loses_one_and_the_ring_moves_on() {
    shows(
        r#"
        N n - -  D>  . N-n .  D>  . . N-n
           + /         |+"/          +"/|
        n n - -      . n-n .      . . n-n
        "#,
    );
}

// Strengthen.

#[test]
fn strengthen_adds_one_per_move_up_to_four() {
    shows(
        r#"
        C -  D>  . C  A>  C .  D>  . C  A>  C .
         +        +"      3+        +4      4+
        c -      . c      c .      . c      c .
        "#,
    );
}

#[test]
fn a_triple_bond_uses_up_nitrogen() {
    shows(
        r#"
        N -  D>  . N  A>  N .  D>  . N
         +        +"      3+        +3
        n -      . n      n .      . n
        "#,
    );
}

#[test]
fn strengthen_needs_a_free_electron_at_both_ends() {
    shows(
        "
        H -  D>  . H
         +        +|
        c -      . c
        ",
    );
    shows(
        "
        C -  D>  . C
         +        +|
        o -      . o
                   |
        h -      . h
        ",
    );
}

#[test]
fn a_pushed_bond_is_strengthened_too() {
    shows(
        r#"
        E o -  D>  . E o
           +          +"
        - o -      . . o
        "#,
    );
}

#[test]
fn several_modifiers_act_on_a_molecule_in_one_move() {
    shows(
        "
        C n n  S>  . . n
         + /        + /
        - - -      C=n .
        ",
    );
    shows(
        "
        C n n  S>  . n-n
         / +        / +
        - - -      C . .
        ",
    );
}

// Rotate.

#[test]
fn rotate_drags_the_other_atom_into_the_old_cell() {
    shows(
        "
        H -  D>  h-H
         @        @
        h -      . .
        ",
    );
}

#[test]
fn atoms_bonded_to_a_dragged_atom_follow_it() {
    shows(
        "
        - - h  S>  . h .
                     |
        - O o      . o .
           @         |@
        - - -      . O .
        ",
    );
    shows(
        "
        O o h  S>  o-h .
         @         |@
        - - -      O . .
        ",
    );
}

#[test]
fn a_dragged_part_rotates_further_bonds() {
    shows(
        "
        - - h  S>  . . .
           @          @
        - O o      . o-h
           @         |@
        - - -      . O .
        ",
    );
}

#[test]
fn a_dragged_part_sweeps_the_other_modifiers() {
    shows(
        "
        - - h  S>  . . h
           /          /
        - O o      . o .
           @         |@
        - - -      . O .
        ",
    );
    shows(
        r#"
        - - n  S>  . n .
           +         "+
        - O n      . n .
           @         |@
        - - -      . O .
        "#,
    );
}

#[test]
fn a_dragged_part_pushes() {
    shows(
        "
        - e h  S>  e h .
                     |
        - O o      . o .
           @         |@
        - - -      . O .
        ",
    );
}

#[test]
fn a_dragged_part_is_blocked_by_walls() {
    shows(
        "
        - x h  S>  blocked

        - O o
           @
        - - -
        ",
    );
}

#[test]
fn a_rotating_molecule_moves_into_cells_that_it_leaves() {
    shows(
        "
        H h  D>  n-H  S>  n-n
         @       |@       |@|
        n n      n-h      h H
        ",
    );
}

#[test]
fn a_part_of_a_pushed_molecule_is_dragged() {
    shows(
        "
        - E - -  S>  . . . .

        - o o h      . E h .
             @           |@
        - - - -      . o-o .
        ",
    );
}

#[test]
fn two_atoms_moving_to_the_same_cell_block_the_move() {
    shows(
        "
        - - h  S>  blocked

        - o O
           @
        - - -
        ",
    );
    shows(
        "
        o O o  S>  blocked
         @ @
        - - -
        ",
    );
}

#[test]
fn a_ring_over_rotate_would_move_in_two_directions_and_is_blocked() {
    shows(
        "
        O o -  D>  blocked
           @
        o o -
        ",
    );
    shows(
        "
        O o -  D>  blocked
         @
        o o -
        ",
    );
}
