//! What keys do, one after another.

use std::time::Instant;

use unriddle_kit::{Direction, Gesture};
use unriddle_protocol as wire;
use unriddle_protocol::{Action, PlayRequest, Source};

use super::super::app::{Leave, Mode};
use super::{ATOMS, GOLF, play, press, screen, shipped};

/// The terminal and the page agree on the same level and the same script of keys and gestures.
#[test]
fn the_terminal_and_the_page_play_alike() {
    let go = |direction| Action::Gesture { gesture: Gesture::Go { direction } };
    let (right, up, left, down) =
        (go(Direction::Right), go(Direction::Up), go(Direction::Left), go(Direction::Down));
    // Undo, redo and restart at every stage: after steps of several moves, twice, and with nothing to do.
    let script = [
        ('z', Action::Undo),
        ('→', right.clone()),
        ('↑', up.clone()),
        ('←', left.clone()),
        ('r', Action::Restart),
        ('z', Action::Undo),
        ('z', Action::Undo),
        ('y', Action::Redo),
        ('↓', down),
        ('y', Action::Redo),
        ('r', Action::Restart),
        ('r', Action::Restart),
        ('y', Action::Redo),
        ('z', Action::Undo),
        ('→', right),
        ('z', Action::Undo),
        ('↑', up),
        ('←', left),
    ];
    for file in ["reindeer-maze/03-turn-about.txt", "anima/01-first-steps.txt", ATOMS] {
        let text = shipped(file);
        let mut saved = None;
        play(&text, |app| {
            for (at, (key, action)) in script.iter().enumerate() {
                press(app, &key.to_string());
                let request = PlayRequest {
                    level: Source { text: text.clone(), ..Source::default() },
                    session: saved.take(),
                    action: Some(action.clone()),
                    ..PlayRequest::default()
                };
                let scene = wire::play(&request).expect("the page plays on");
                let terminal = app.session.save();
                let (position, place) = (app.session.position(), format!("{file}, step {at}: {key}"));
                assert_eq!(scene.moves, position.move_names(), "{place}");
                assert_eq!((scene.cost, scene.solved), (position.score(), position.is_solved()), "{place}");
                assert_eq!(scene.status, position.status(), "{place}");
                assert_eq!(scene.session, terminal, "{place}");
                saved = Some(scene.session);
            }
        });
    }
}

#[test]
fn a_key_that_moves_nothing_says_why_and_is_no_move() {
    let text = shipped(ATOMS);
    play(&text, |app| {
        let mut refused = 0;
        for key in ["←", "←", "←", "←", "←", "←"] {
            let before = app.session.count();
            press(app, key);
            if app.session.count() == before {
                assert!(!app.message.text.is_empty());
                refused += 1;
            }
        }
        assert!(refused > 0, "there is a wall somewhere");
    });
}

#[test]
fn the_list_plays_what_is_picked() {
    play(GOLF, |app| {
        press(app, "m3-");
        assert!(screen(app, 80, 24).contains("3- to the right"));
        press(app, "⏎");
        assert_eq!((app.session.count(), app.session.scene().hand.len()), (1, 2));
        press(app, "m⎋");
        assert!(matches!(app.mode, Mode::Play));
    });
}

#[test]
fn levels_are_turned_and_the_game_is_left() {
    play(GOLF, |app| {
        assert_eq!(press(app, "n"), Some(Leave::Next));
        assert_eq!(press(app, "b"), Some(Leave::Previous));
        assert_eq!(press(app, "?q"), None, "any key only closes the help");
        assert_eq!(press(app, "q"), Some(Leave::Quit));
    });
}

#[test]
fn no_key_panics() {
    let keys = "→↑←↓wasdx1290[]m →⎋p.+-=_zuyrhhnb?→⏎";
    for file in
        ["anima/04-doorway.txt", ATOMS, "freshly-frosted/01-straight-on.txt", "golf-peaks/02-dog-leg.txt"]
    {
        play(&shipped(file), |app| {
            for key in keys.chars().chain(keys.chars().rev()) {
                press(app, &key.to_string());
                app.tick(Instant::now());
                screen(app, 80, 24);
            }
        });
    }
}

#[test]
fn keys_that_are_dropped_leave_the_board_on_the_screen() {
    play(GOLF, |app| {
        for open in ["m1", "?"] {
            press(app, open);
            app.miss(1234);
            assert!(matches!(app.mode, Mode::Play));
            assert!(screen(app, 80, 24).contains("Too many keys at once: 1,234 keys ignored."));
        }
        assert_eq!(press(app, "q"), Some(Leave::Quit));
    });
}
