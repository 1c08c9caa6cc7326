//! A move that does not come to rest ends soon, and says so.

use std::time::{Duration, Instant};

use unriddle_games::puzzlescript::compile::compile;
use unriddle_games::puzzlescript::engine::{Engine, Input, MOST_WORK};
use unriddle_games::search::{Limits, Monitor, Options};
use unriddle_games::{Request, game};

fn script(rules: &str, level: &str) -> String {
    format!(
        "title endless\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\ncrate *\norange\n\nice i\nblue\n\n\
         LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nice\nplayer, wall, crate\n\nRULES\n{rules}\n\nWINCONDITIONS\n\
         some ice on crate\n\nLEVELS\n\n{level}\n"
    )
}

/// Scripts whose turns would take hours, or for ever.
fn slow() -> Vec<(&'static str, String)> {
    let field = |width: usize, height: usize| {
        format!("p{}\n", ".".repeat(width - 1)) + &format!("{}\n", ".".repeat(width)).repeat(height - 1)
    };
    let many: String = (0..400).map(|_| "[ background | background ] -> [ | background ]\n").collect();
    vec![
        (
            "two ellipses",
            script(
                "[ background | ... | background | ... | background ] -> [ | ... | | ... | background ]",
                &field(4000, 1),
            ),
        ),
        (
            "triples",
            script("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]", &field(60, 60)),
        ),
        (
            "a loop",
            script(
                "startloop\n[ player no ice ] -> [ player ice ]\n[ player ice ] -> [ player ]\nendloop",
                &field(150, 150),
            ),
        ),
        (
            "many rules",
            script(
                &format!("startloop\n{many}[ ice ] -> [ ]\n[ player ] -> [ player ice ]\nendloop"),
                &field(60, 60),
            ),
        ),
        (
            "again for ever",
            script("[ ice ] -> [ ] again\n+ [ player no ice ] -> [ player ice ] again", &field(100, 100)),
        ),
        (
            "a long train",
            script(
                "[ > player ] [ stationary crate ] -> [ > player ] [ > crate ]",
                &format!("p.{}.", "*".repeat(20_000)),
            ),
        ),
        (
            "rigid bodies",
            script(
                "rigid [ > player ] [ background ] -> [ > player ] [ background ice ]\n",
                &field(100, 100),
            ),
        ),
    ]
}

#[test]
fn a_move_in_a_slow_script_ends_soon() {
    for (name, text) in slow() {
        let level = game("puzzlescript")
            .expect("the game")
            .read(&text, &[])
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let mut position = level.start();
        let begun = Instant::now();
        let _ = position.advance("r");
        let taken = begun.elapsed();
        println!("{name}: {taken:?}, {:?}", position.status());
        // A second, with room for a busy machine and a slow build.
        assert!(taken < Duration::from_secs(30), "{name} took {taken:?}");
    }
}

#[test]
fn what_never_comes_to_rest_says_so_and_has_no_moves() {
    let text = script(
        "late [ player ice ] -> [ player ] again\nlate + [ player no ice ] -> [ player ice ] again",
        "p..",
    );
    let text = text.replace("late +", "+ late");
    let level =
        game("puzzlescript").expect("the game").read(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut position = level.start();
    let _ = position.advance("r");
    if let Some(status) = position.status() {
        assert!(status.contains("never comes to rest"), "{status}");
        assert!(position.moves().is_empty());
    }
}

#[test]
fn a_search_in_a_slow_script_hears_its_time_limit() {
    for (name, text) in slow() {
        let level = game("puzzlescript")
            .expect("the game")
            .read(&text, &[])
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        let request =
            Request { options: Options { limits, threads: 1, ..Options::default() }, ..Request::default() };
        let start = level.start();
        let begun = Instant::now();
        let answer = start.solve(&request, &mut Monitor::new());
        let taken = begun.elapsed();
        println!("{name}: {taken:?}, {:?}", answer.outcome);
        // 300 ms, with room for a busy machine.
        assert!(taken < Duration::from_secs(3), "{name} took {taken:?}");
    }
}

#[test]
fn recorded_games_do_far_less_than_a_move_may() {
    let Some(files) = super::files("play") else { return };
    super::check_each(&files, |path| {
        let test = super::read(path);
        let game = compile(super::text(&test, "source")).game.ok_or("the script cannot be played")?;
        let level = test["level"].as_u64().ok_or("no level")? as usize;
        let mut engine = Engine::new(&game, level, "any").ok_or("there is no such level")?;
        engine.settle();
        for input in [Input::Right, Input::Up, Input::Left, Input::Down, Input::Action] {
            engine.input(input);
            engine.settle();
            if engine.work() > MOST_WORK / 2 {
                return Err(format!("{} of work", engine.work()));
            }
        }
        Ok(())
    });
}
