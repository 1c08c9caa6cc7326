//! Moves that are seen on their way, and films.

use std::time::Duration;

use super::super::app::{App, Leave, Mode};
use super::super::board::shown;
use super::{GOLF, play, press, screen, see, shipped};

/// The column of the ball.
fn ball(app: &App<'_>) -> f32 {
    shown(app).pieces.iter().find(|piece| piece.name == "ball").expect("a ball").x.round()
}

#[test]
fn a_move_is_seen_on_its_way() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "3→");
        assert_eq!((app.session.count(), ball(app)), (1, 0.0), "the game is there, the ball is not yet");
        let end = app.end_of_motion().expect("it moves");
        let mut seen = vec![ball(app)];
        while let Some(due) = app.due().filter(|_| app.motion.is_some()) {
            assert!(app.tick(due), "something is due");
            seen.push(ball(app));
            screen(app, 80, 24);
        }
        seen.dedup();
        assert_eq!(seen, [0.0, 1.0, 2.0, 3.0]);
        assert!(!app.tick(end + Duration::from_secs(1)) || app.motion.is_none());
    });
}

#[test]
fn a_key_ends_a_motion_and_counts() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "3→");
        assert!(app.motion.is_some());
        press(app, "z");
        assert!(app.motion.is_none());
        assert_eq!((app.session.count(), ball(app)), (0, 0.0));
        press(app, "3→1↓");
        assert_eq!(app.session.count(), 2, "both were played");
        assert!(app.session.scene().solved);
    });
}

#[test]
fn without_motion_the_end_is_seen_at_once() {
    play(GOLF, |app| {
        press(app, "3→");
        assert!(app.motion.is_none());
        assert_eq!(ball(app), 3.0);
    });
}

#[test]
fn a_solution_is_played_as_fast_as_its_motions_allow() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "hhhh");
        see(app, "★ solved");
        assert!(app.motion.is_some(), "the last card is seen, too");
    });
}

#[test]
fn a_film_runs_steps_and_stops() {
    play(&shipped("freshly-frosted/01-straight-on.txt"), |app| {
        let start = app.session.scene().picture.clone();
        press(app, ".");
        assert!(matches!(&app.mode, Mode::Film(film) if !film.runs() && film.picture() != &start));
        press(app, "p");
        assert!(matches!(&app.mode, Mode::Film(film) if film.runs()));
        press(app, "+");
        assert_eq!(app.speed.steps(), 8);
        press(app, "p");
        assert!(matches!(&app.mode, Mode::Film(film) if !film.runs()));
        assert_eq!(press(app, "⎋"), None, "it leaves the film, not the game");
        assert!(matches!(app.mode, Mode::Play));
        assert_eq!(press(app, "⎋"), Some(Leave::Quit));
    });
}
