//! A level of each game on a small screen.

use super::{play, screen, shipped};

/// A level on a small screen, before any search has ended.
fn small(file: &str) -> String {
    play(&shipped(file), |app| screen(app, 66, 15))
}

#[test]
fn a_maze_looks_like_this() {
    insta::assert_snapshot!(small("reindeer-maze/02-round-the-corner.txt"), @r"
     Reindeer Maze · a.txt                                        2/7
    ####################################│… searching
    ####################################│moves 0
    #### .   .   .   .   .   .   E  ####│par ?
    ####                            ####│
    #### .  #################### .  ####│# wall
    ####    ####################    ####│. floor
    #### .  #################### .  ####│S start
    ####    ####################    ####│E goal
    #### ►   .   .   .   .   .   .  ####│► reindeer
    ####                            ####│
    ####################################│
    ####################################│

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn anima_looks_like_this() {
    insta::assert_snapshot!(small("anima/04-doorway.txt"), @r"
     Anima · a.txt                                                2/7
                                        │… searching
                                        │moves 0
               .     .     .            │par ?
                                        │
                                        │r goal for a red block
         .     .     $     .     .      │b goal for a blue block
                                        │@ red block on its goal
                                        │% red block on a goal of the
         .     @           %     .      │other colour
                                        │$ blue block on a goal of the
                                        │other colour
                                        │

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn golf_looks_like_this() {
    insta::assert_snapshot!(small("golf-peaks/02-dog-leg.txt"), @r"
     Golf Peaks · a.txt                                           2/7
                                        │… searching
            .0    .0          .0        │cards 0
                                        │par ?
                                        │
            .0    .0    .0    .0        │  1  1-
                                        │  2  2-
                                        │  3  3-
                  .0    F0    .0        │
                                        │cards left: 1- 2- 3-
                                        │
                  .0    .0    ●0        │● ball
                                        │F flag

    1-9 pick  arrows play  ? help  z undo  y redo  r restart  h hint
    ");
}

#[test]
fn atoms_look_like_this() {
    insta::assert_snapshot!(small("sokobond/02-oxygen.txt"), @r"
     Sokobond · a.txt                                             2/7
        ############################    │… searching
        ############################    │moves 0
        ######## H· #### .  ########    │par ?
        ########    ####    ########    │
        #### .   .   .   .   o: ####    │H player (hydrogen)
        ####                    ####    │o oxygen
        #### h·  .   .   .   .  ####    │h hydrogen
        ####                    ####    │· free electrons, 1 to 4
        ######## .  #### .  ########    │
        ########    ####    ########    │
        ############################    │
        ############################    │

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn a_factory_looks_like_this() {
    insta::assert_snapshot!(small("freshly-frosted/01-straight-on.txt"), @r"
     Freshly Frosted · a.txt · Straight on                        2/7
                                        │… searching
                                        │belts 0
                                        │par ?
                                        │column 2, row 1
                                        │
           +>    .     .     ->0        │tick 2: a plain donut stands
                                        │at column 2, row 1, where
                                        │there is no belt
                                        │
                                        │. free cell
                                        │+ source of plain donuts
                                        │- target for one kind

    arrows point  WASD lay  x clear  ? help  z undo  y redo  r restart
    ");
}
