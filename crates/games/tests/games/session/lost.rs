//! Since when a level cannot be won any more.

use unriddle_kit::session::{LostSince, Question, Session, Winnability, Wish};
use unriddle_kit::{Direction, Gesture, Level, Request};
use unriddle_search::{Limit, Monitor, Options, Outcome};

use unriddle_games::read;

/// Six cells to the flag, and eight cards that roll one cell.
const COURSE: &str = "9x1\n0 0 0,ball 0 0 0 0 0 0,flag\n\n1- 1- 1- 1- 1- 1- 1- 1-\n";

/// To and fro: after four cards, six cells are left and four cards.
const WASTEFUL: [Direction; 6] = {
    use Direction::{Left, Right};
    [Right, Left, Right, Left, Right, Right]
};

fn wasted(level: &dyn Level) -> Session<'_> {
    let mut session = Session::new(level, Some(6));
    for direction in WASTEFUL {
        session.perform(&Gesture::Play { card: "1-".into(), direction }).expect("a card");
    }
    session
}

fn answer(level: &dyn Level, question: &Question) -> Outcome<String> {
    let mut position = level.start();
    position.play_strict(&question.moves).expect("moves of the session");
    let options = Options { goal: question.goal, threads: 1, ..Options::default() };
    position.solve(&Request { options, ..Request::default() }, &mut Monitor::new()).outcome
}

#[test]
fn the_step_that_lost_the_level_is_found_by_questions() {
    let level = read(COURSE, &[]).expect("a level");
    let mut session = wasted(level.as_ref());
    let mut asked = 0;
    while let Some(question) = session.question(Wish::Winnability) {
        session.learn(&question, &answer(level.as_ref(), &question), &[]);
        asked += 1;
    }
    assert_eq!(session.lost_since(), Some(LostSince { step: 4, exact: true, winnable: Some(3) }));
    assert!(asked <= 5, "{asked} searches");
    assert!(session.back_to_winnable());
    assert_eq!((session.moves().len(), session.winnability()), (3, Winnability::Winnable));
    assert!(session.can_redo() && session.lost_since().is_none());
    assert!(!session.back_to_winnable(), "this position can be won");
}

#[test]
fn only_what_is_proved_is_said() {
    let level = read(COURSE, &[]).expect("a level");
    let mut session = wasted(level.as_ref());
    assert_eq!(session.lost_since(), None, "nobody has searched");
    let last = session.question(Wish::Winnability).expect("nothing is known");
    session.learn(&last, &answer(level.as_ref(), &last), &[]);
    assert_eq!(session.lost_since(), Some(LostSince { step: 6, exact: false, winnable: None }));
    assert!(!session.back_to_winnable(), "no winnable position is known");
    // Every other search is stopped.
    let mut asked = 0;
    while let Some(question) = session.question(Wish::Winnability) {
        session.learn(&question, &Outcome::Stopped { limit: Limit::Time, bound: 0 }, &[]);
        asked += 1;
        assert!(asked <= 6, "a question is asked twice");
    }
    assert_eq!(session.lost_since(), Some(LostSince { step: 6, exact: false, winnable: None }));
}

#[test]
fn a_level_without_a_solution_was_never_winnable() {
    let level = read("3x1\n0,ball x 0,flag\n\n1- 1-\n", &[]).expect("a level");
    let mut session = Session::new(level.as_ref(), None);
    let question = session.question(Wish::Winnability).expect("nothing is known");
    session.learn(&question, &answer(level.as_ref(), &question), &[]);
    assert_eq!(session.lost_since(), Some(LostSince { step: 0, exact: true, winnable: None }));
    assert!(!session.back_to_winnable());
}
