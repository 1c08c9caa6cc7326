//! What a survey of a script tells, and that it ends when its caller cancels it.

use std::sync::atomic::AtomicBool;

use unriddle_kit::Game;
use unriddle_puzzlescript::PuzzleScript;
use unriddle_search::{Monitor, Options};

/// A corridor with a goal at its end, and a rule for something that is nowhere.
const SCRIPT: &str = "\
title Corridor

========
OBJECTS
========

Background
black

Goal
yellow

Ghost
white

Player
blue

=======
LEGEND
=======

. = Background
P = Player
G = Goal

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Background
Goal
Player, Ghost

======
RULES
======

[ > Player | Ghost ] -> [ > Player | ]

==============
WINCONDITIONS
==============

All Player on Goal

=======
LEVELS
=======

P...G
";

#[test]
fn a_rule_that_never_fires_is_told() {
    let told = PuzzleScript.read(SCRIPT, &[]).expect("it can be played");
    let told = told.survey(&Options::default(), &mut Monitor::new());
    assert!(told.iter().any(|line| line.contains("never fire")), "{told:?}");
}

/// A survey visits all states once more after its search. Where that is cancelled, it has not seen all of them.
#[test]
fn a_cancelled_survey_visits_no_states() {
    let cancel = AtomicBool::new(true);
    let told = PuzzleScript.read(SCRIPT, &[]).expect("it can be played");
    let told = told.survey(&Options::default(), &mut Monitor::new().cancel(&cancel));
    assert!(!told.iter().any(|line| line.contains("never")), "{told:?}");
}
