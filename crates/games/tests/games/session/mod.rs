//! A level being played: undo, redo, restart, what is saved, and what is worth finding out.

mod cursor;
mod lost;

use unriddle_kit::session::{Question, SavedSession, Session, Winnability, Wish};
use unriddle_kit::{Direction, Gesture, Request};
use unriddle_search::{Goal, Monitor, Options, Outcome, Solution};

use unriddle_games::read;

const MAZE: &str = "#####\n#..E#\n#S..#\n#####\n";

fn go(session: &mut Session<'_>, direction: Direction) -> Result<bool, String> {
    session.perform(&Gesture::Go { direction })
}

#[test]
fn a_refused_gesture_changes_nothing_and_says_why() {
    let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    session.perform(&Gesture::Go { direction: Direction::Up }).expect("a turn");
    let why = go(&mut session, Direction::Up).expect_err("there is a wall");
    assert!(why.contains("wall"), "{why}");
    assert_eq!(session.moves(), ["L"]);
}

#[test]
fn a_solved_level_is_over_unless_it_can_be_improved() {
    let level = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    for _ in 0..2 {
        go(&mut session, Direction::Right).expect("it is free");
    }
    assert!(session.position().is_solved());
    let why = go(&mut session, Direction::Up).expect_err("it is over");
    assert!(why.contains("solved") && session.position().cost() == 2, "{why}");
    assert!(session.undo() && go(&mut session, Direction::Right).is_ok());

    let level = read("+> . ->", &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    let lay = |direction| Gesture::Lay { x: 1, y: 0, direction };
    for (direction, solved) in [(Direction::Up, false), (Direction::Right, true), (Direction::Up, false)] {
        session.perform(&lay(direction)).expect("a free cell");
        let position = session.position();
        assert_eq!(
            (position.is_solved(), position.score()),
            (solved, 1),
            "a belt that is turned is one belt"
        );
    }
    session.perform(&Gesture::Clear { x: 1, y: 0 }).expect("a belt lies there");
    assert_eq!(session.position().score(), 0);
}

#[test]
fn what_one_gesture_did_is_undone_as_one() {
    let level = read(MAZE, &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    let start = session.position().picture();
    go(&mut session, Direction::Right).expect("it is free");
    go(&mut session, Direction::Left).expect("a half turn");
    let there = session.position().picture();
    assert_eq!(session.moves(), ["F", "R", "R"]);
    assert!(session.undo());
    assert_eq!(session.moves(), ["F"]);
    assert!(session.redo());
    assert_eq!(session.position().picture(), there);
    assert!(session.restart());
    assert_eq!(session.position().picture(), start);
    assert!(session.undo(), "a restart can be undone");
    assert_eq!(session.position().picture(), there);
}

#[test]
fn a_saved_session_goes_on_as_it_was() {
    let level = read(MAZE, &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    go(&mut session, Direction::Right).expect("it is free");
    go(&mut session, Direction::Left).expect("a half turn");
    session.undo();
    let json = serde_json::to_string(&session.save()).expect("it can be written");
    let saved: SavedSession = serde_json::from_str(&json).expect("it can be read");
    let mut again = Session::restore(level.as_ref(), None, saved).expect("the same level");
    assert_eq!(again.moves(), ["F"]);
    assert!(again.can_redo() && again.redo());
    assert_eq!(again.moves(), ["F", "R", "R"]);
    assert_eq!(again.last_step(), 2);
}

#[test]
fn a_saved_session_is_short() {
    let level = read(&format!("S{}E", ".".repeat(900)), &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    for _ in 0..800 {
        go(&mut session, Direction::Right).expect("it is free");
    }
    // A solution from each of many positions: the oldest are forgotten.
    let moves = session.moves();
    for made in 0..50 {
        let solution = Solution { cost: 900, moves: vec!["F".into(); 901 - made] };
        let question = Question { moves: moves[..made].to_vec(), goal: Goal::Any };
        session.learn(&question, &Outcome::Solved { solution, bound: 0, limit: None }, &[]);
    }
    let json = serde_json::to_string(&session.save()).expect("it can be written");
    assert!(json.len() < 10_000, "{} bytes: {json}", json.len());
    let saved: SavedSession = serde_json::from_str(&json).expect("it can be read");
    assert_eq!(saved, session.save());
    assert_eq!(session.winnability(), Winnability::Winnable);
}

#[test]
fn in_a_changed_level_as_many_steps_are_made_as_can_be() {
    let level = read(MAZE, &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    for direction in [Direction::Right, Direction::Right, Direction::Left] {
        go(&mut session, direction).expect("it is free");
    }
    let saved = session.save();
    let same = Session::restore_in_changed_level(level.as_ref(), None, &saved);
    assert_eq!((same.0.moves(), same.1), (session.moves(), 0));
    let narrow = read("#####\n#..E#\n#S.##\n#####\n", &[]).expect("a level");
    let (changed, lost) = Session::restore_in_changed_level(narrow.as_ref(), None, &saved);
    assert_eq!((changed.moves(), lost), (vec!["F".to_string()], 2));
}

#[test]
fn a_saved_session_of_another_level_is_refused() {
    let long = read("#######\n#S...E#\n#######\n", &[]).expect("a level");
    let mut session = Session::new(long.as_ref(), None);
    for _ in 0..3 {
        go(&mut session, Direction::Right).expect("it is free");
    }
    let short = read("#####\n#S.E#\n#####\n", &[]).expect("a level");
    assert!(Session::restore(short.as_ref(), None, session.save()).is_err());
}

/// What is laid in vain and taken back by a restart is no part of a later hint.
#[test]
fn moves_that_were_undone_are_not_replayed_by_a_hint() {
    let text = include_str!("../../../../../levels/freshly-frosted/10-copy-shop.txt");
    let level = read(text, &[]).expect("a level");
    let search = |question: &Question| {
        let mut position = level.start();
        position.play_strict(&question.moves).expect("moves of the session");
        let options = Options { goal: question.goal, threads: 1, ..Options::default() };
        position.solve(&Request { options, ..Request::default() }, &mut Monitor::new()).outcome
    };
    let mut session = Session::new(level.as_ref(), None);
    let fresh = session.question(Wish::Winnability).expect("nothing is known");
    let cost = search(&fresh).cost().expect("it can be solved");
    let useless: Vec<String> = session.position().moves().into_iter().rev().step_by(5).take(3).collect();
    for one in &useless {
        session.play(std::slice::from_ref(one)).expect("a free cell");
    }
    let there = session.question(Wish::Winnability).expect("nothing is known");
    session.learn(&there, &search(&there), &[]);
    assert!(session.line().is_some());
    for undone in [Session::restart, |session: &mut Session<'_>| (0..3).all(|_| session.undo())] {
        assert!(undone(&mut session));
        assert_eq!(session.line(), None, "a line through what was undone is recommended");
        let question = Question { moves: session.moves(), goal: level.game().default_goal() };
        session.learn(&question, &search(&question), &[]);
        let line = session.line().expect("a solution was found");
        assert_eq!(session.cost_of(&line.moves), cost);
        // The same session, with nothing known about winning.
        let mut saved = serde_json::to_value(session.save()).expect("it can be written");
        saved["facts"] = serde_json::json!([]);
        let saved = serde_json::from_value(saved).expect("it can be read");
        session = Session::restore(level.as_ref(), None, saved).expect("the same level");
        while session.redo() {}
        session.learn(&there, &search(&there), &[]);
    }
}

#[test]
fn winnability_is_asked_for_first_then_par_and_a_hint_before_all() {
    let level = read(MAZE, &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    let first = session.question(Wish::Winnability).expect("nothing is known");
    assert_eq!((first.goal, first.moves.len()), (Goal::Any, 0));
    assert_eq!(session.question(Wish::Hint).map(|question| question.goal), Some(Goal::Optimal));
    let moves = ["F", "F", "L", "F"].map(String::from).to_vec();
    let solution = Solution { cost: 1003, moves };
    session.learn(&first, &Outcome::Solved { solution: solution.clone(), bound: 3, limit: None }, &[]);
    assert_eq!(session.winnability(), Winnability::Winnable);
    let par = session.question(Wish::Winnability).expect("par is not known");
    assert_eq!((par.goal, session.par()), (Goal::Optimal, None));
    session.learn(&par, &Outcome::Solved { solution, bound: 1003, limit: None }, &[]);
    assert_eq!((session.question(Wish::Winnability), session.par()), (None, Some(1003)));
    go(&mut session, Direction::Right).expect("it is free");
    assert_eq!(session.question(Wish::Hint), None, "a step of the known line needs no search");
}
