//! What the player is told: whether the level can still be won, since when not, and hints.

use std::thread;
use std::time::{Duration, Instant};

use unriddle_kit::session::Winnability;
use unriddle_search::Limits;

use super::super::app::Mode;
use super::super::endless::endless;
use super::{GOLF, play, play_within, press, see};

#[test]
fn the_light_tells_what_is_lost() {
    play(GOLF, |app| {
        see(app, "● can be won");
        press(app, "1→");
        press(app, "1→");
        see(app, "✗ lost (proved)");
        press(app, "h");
        see(app, "This cannot be won any more");
        press(app, "zz");
        see(app, "● can be won");
    });
}

#[test]
fn what_is_lost_says_since_when_and_one_key_goes_back() {
    play(GOLF, |app| {
        press(app, "l");
        see(app, "not known to be lost");
        press(app, "1→1→");
        see(app, "│since step 1");
        see(app, "l: back");
        press(app, "h");
        see(app, "This cannot be won any more since step 1");
        press(app, "l");
        assert_eq!(app.session.count(), 0);
        see(app, "● can be won");
        press(app, "yy");
        assert_eq!(app.session.count(), 2, "the steps can be made again");
    });
}

#[test]
fn the_light_tells_nothing_that_an_interrupted_search_has_not_proved() {
    let open = |light| matches!(light, Winnability::Unsearched | Winnability::Unknown(_));
    // Each key cancels the search for the position before it.
    play(&endless(), |app| {
        for key in "→←".repeat(20).chars() {
            press(app, &key.to_string());
            for _ in 0..3 {
                app.tick(Instant::now());
                assert!(open(app.session.winnability()), "{:?}", app.session.winnability());
                thread::sleep(Duration::from_millis(5));
            }
        }
        press(app, "z".repeat(40).as_str());
        assert!(open(app.session.winnability()), "{:?}", app.session.winnability());
    });
    for limits in [
        Limits { states: Some(100), ..Limits::default() },
        Limits { memory: Some(1 << 16), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        play_within(limits, &endless(), |app| {
            see(app, "? unknown");
            press(app, "h");
            see(app, "No solution was found");
            assert!(open(app.session.winnability()) && app.session.line().is_none());
        });
    }
}

#[test]
fn hints_tell_more_each_time_until_the_line_is_played_until_a_key() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "h");
        see(app, "Hint: look at ");
        assert!(app.marked.is_some(), "it is pointed out on the board");
        press(app, "h");
        see(app, "Hint: step right (→) — cost from here 3, best");
        press(app, "h");
        see(app, "Solution: step right × 3 (→).");
        assert_eq!(app.session.count(), 0, "a hint moves nothing");
        press(app, "h");
        app.tick(Instant::now());
        assert!(matches!(app.mode, Mode::Line { .. }) && app.session.count() == 1);
        press(app, "x");
        assert!(matches!(app.mode, Mode::Play), "any key stops it");
        press(app, "hhhh");
        see(app, "★ solved");
        see(app, "that is par");
    });
}

#[test]
fn a_hint_picks_the_card_to_look_at() {
    play(GOLF, |app| {
        press(app, "h");
        see(app, "Hint: look at ");
        assert_eq!((app.picked, app.session.count()), (2, 0));
    });
}

#[test]
fn asking_again_before_the_answer_tells_more_when_it_comes() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "hhhh");
        see(app, "★ solved");
    });
}
