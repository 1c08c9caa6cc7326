//! Small games of PuzzleScript that can often be won, with every section, setting and command of the language.
//!
//! Rules made of random words rarely move anything. So most rules here are of a kind that people write, with the names of
//! one common cast of objects; some are random, and some scripts get an error or two.

use std::fmt::Write as _;

use crate::{Input, script};

/// Rules as people write them.
const RULES: [&str; 44] = [
    "[ > player | push ] -> [ > player | > push ]",
    "[ > player | crate ] -> [ > player | > crate ]",
    "[ > push | push ] -> [ > push | > push ]",
    "[ > player | crate | no solid ] -> [ | player | crate ]",
    "[ > player | wall ] -> cancel",
    "[ > player | fire ] -> cancel message it burns",
    "[ > player | fire ] -> [ player | ]",
    "[ > player | fire ] -> [ player | ] sfx0",
    "[ > player | ... | crate ] -> [ > player | ... | > crate ]",
    "[ > player | ... | ice | ... | wall ] -> [ > player | ... | | ... | wall ]",
    "[ > player ] [ fire ] -> [ > player ] [ > fire ]",
    "[ > player ] [ ice ] -> [ > player ] [ < ice ]",
    "[ action player | crate ] -> [ action player | ]",
    "[ action player | no solid ] -> [ action player | crate ]",
    "[ action player ] -> [ action player ice ]",
    "[ moving crate | ice ] -> [ moving crate | ]",
    "[ parallel crate | perpendicular player ] -> [ crate | player ]",
    "[ > crate no goal | ice ] -> [ > crate | ice ] again",
    "down [ stationary crate | no solid ] -> [ down crate | ] again",
    "right [ stationary ice | no push ] -> [ right ice | ] again",
    "[ stationary fire | ice ] -> [ stationary fire | ] again",
    "late [ crate goal ] -> [ goal fire ] again",
    "late [ fire | no fire no wall ] -> [ fire | fire ] again",
    "late [ ice ] -> [ ] again",
    "late [ player goal ] -> win",
    "late [ crate goal ] -> [ crate goal ] win",
    "late [ player fire ] -> restart",
    "late [ player ice ] -> [ player ] checkpoint",
    "late [ player goal ] -> checkpoint message safe",
    "late [ player goal ] -> win message well done",
    "late [ fire crate ] -> [ ] message gone",
    "late [ player | ice ] -> [ player | fire ]",
    "rigid [ > player | push ] -> [ > player | > push ]",
    "rigid [ moving crate | crate ] -> [ moving crate | moving crate ]",
    "random [ fire | no ice ] -> [ fire | ice ]",
    "random [ ice ] -> [ ]",
    "[ > player | ice ] -> [ > player | randomdir ice ]",
    "late [ player ] -> [ player random push ]",
    "late [ fire ] -> [ random both ]",
    "startloop\nright [ fire | no solid ] -> [ fire | ice ]\nright [ ice | no solid ] -> [ ice | fire ]\nendloop",
    "[ > player ] -> [ > player ]\n+ [ > crate ] -> [ crate ]",
    "[ player no ice ] -> [ player ice ]\n[ ice no player ] -> [ ]",
    "[ horizontal player | crate ] -> [ horizontal player | horizontal crate ]",
    "late [ crate | crate | crate ] -> [ | | ]",
];

/// Win conditions as people write them.
const WINS: [&str; 10] = [
    "all goal on crate",
    "all goal on player",
    "some player on goal",
    "no crate",
    "no fire",
    "all crate on goal",
    "some push on goal",
    "all push on goal",
    "no push on fire",
    "any ice on goal",
];

/// Settings that change how a game is played or shown.
const SETTINGS: [&str; 10] = [
    "run_rules_on_level_start",
    "require_player_movement",
    "noaction",
    "noundo",
    "norestart",
    "realtime_interval 0.5",
    "again_interval 0.1",
    "flickscreen 3x3",
    "zoomscreen 5x3",
    "key_repeat_interval 0.2",
];

/// Collision layers; in some, things overlap that do not in others.
const LAYERS: [&str; 5] = [
    "goal\nplayer, wall, crate\nfire, ice\n",
    "goal\nfire\nplayer, wall, crate, ice\n",
    "goal, fire\nice\nplayer, wall, crate\n",
    "goal\nplayer, wall\ncrate, ice\nfire\n",
    "player\nwall\ncrate\ngoal\nfire\nice\n",
];

/// A script of one or two levels.
pub fn small_game(input: &mut Input<'_>) -> String {
    let mut text = String::from("title A small game\n");
    for _ in 0..input.choose([0, 0, 1, 1, 2]) {
        _ = writeln!(text, "{}", input.choose(SETTINGS));
    }
    text += "\nOBJECTS\n";
    let objects = ["background .", "player p", "wall #", "crate *", "goal o", "fire f", "ice i"].into_iter();
    objects.for_each(|object| _ = write!(text, "{object}\nblue\n\n"));
    text += "LEGEND\npush = crate or ice\nsolid = crate or wall or player\nboth = ice or fire\n@ = crate and goal\n";
    text += "\nSOUNDS\nsfx0 12345\ncrate move 678\n\nCOLLISIONLAYERS\nbackground\n";
    text += input.choose(LAYERS);
    text += "\nRULES\n";
    for _ in 0..1 + input.below(5) {
        text += &if input.one_in(5) { script::rule(input) } else { input.choose(RULES).to_string() };
        text.push('\n');
    }
    text += "\nWINCONDITIONS\n";
    for _ in 0..input.choose([1, 1, 1, 2, 0]) {
        _ = writeln!(text, "{}", input.choose(WINS));
    }
    text += "\nLEVELS\n\n";
    for _ in 0..input.choose([1, 1, 1, 2]) {
        if input.one_in(6) {
            text += "message a text\n\n";
        }
        level(input, &mut text);
    }
    match input.one_in(6) {
        true => script::mutated(input, &text),
        false => text,
    }
}

/// A level, now and then one of more than 64 cells, most of them walls.
fn level(input: &mut Input<'_>, text: &mut String) {
    let is_large = input.one_in(6);
    let (width, height) = match is_large {
        true => (9 + input.below(5), 8),
        false => (2 + input.below(5), 1 + input.below(4)),
    };
    let player = input.below(width * height);
    for y in 0..height {
        for x in 0..width {
            text.push(match (y * width + x == player, is_large) {
                (true, _) => 'p',
                (false, false) => input.choose(['.', '.', '.', '.', '#', '*', 'o', 'f', 'i', '@', '.', 'p']),
                (false, true) => input.choose(['#', '#', '#', '#', '#', '#', '.', '.', '*', 'o', 'f', 'i']),
            });
        }
        text.push('\n');
    }
    text.push('\n');
}
