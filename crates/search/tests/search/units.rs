//! Scaled costs: a rest that tells equal solutions apart, and several searches under one monitor.

use unriddle_search::{Cost, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, solve_with};

/// Two ways of two moves, the first of which is a trifle dearer, and one of three without a trifle.
struct Trifles;

impl Puzzle for Trifles {
    type State = u8;
    type Move = char;

    fn start(&self) -> u8 {
        0
    }

    fn is_solved(&self, &state: &u8) -> bool {
        state == 9
    }

    fn cost_scale(&self) -> Cost {
        1000
    }

    fn expand(&self, &state: &u8, mut visit: impl FnMut(char, Cost, u8)) {
        match state {
            0 => [('a', 1001, 1), ('b', 1000, 2), ('c', 1000, 3)].map(|(mv, cost, to)| visit(mv, cost, to)),
            1 => [('d', 1000, 9); 3].map(|(mv, cost, to)| visit(mv, cost, to)),
            2 => [('e', 1000, 9); 3].map(|(mv, cost, to)| visit(mv, cost, to)),
            3 => [('f', 1000, 4); 3].map(|(mv, cost, to)| visit(mv, cost, to)),
            _ => [('g', 1000, 9); 3].map(|(mv, cost, to)| visit(mv, cost, to)),
        };
    }
}

#[test]
fn costs_are_reported_in_whole_units() {
    for method in [Method::AStar, Method::IdaStar, Method::Anytime] {
        let within = |cost| {
            let limits = Limits { cost, ..Limits::default() };
            let options = Options { method, limits, ..Options::default() };
            solve_with(&Trifles, &options, &mut Monitor::new()).outcome
        };
        let Outcome::Optimal(best, _) = within(None) else { panic!("{method:?}: no optimum") };
        assert_eq!((best.cost, best.moves), (2, vec!['b', 'e']), "{method:?}");
        assert_eq!(within(Some(2)).cost(), Some(2), "{method:?}");
        assert_eq!(within(Some(1)), Outcome::Stopped { limit: Limit::Cost, bound: 2 }, "{method:?}");
    }
}

#[test]
fn searches_under_one_monitor_keep_their_own_limits_and_add_up() {
    let mut monitor = Monitor::new();
    let limits = Limits { states: Some(1), ..Limits::default() };
    let first = Options { method: Method::AStar, limits, ..Options::default() };
    let stopped = solve_with(&Trifles, &first, &mut monitor);
    assert!(matches!(stopped.outcome, Outcome::Stopped { limit: Limit::States, .. }), "{stopped:?}");
    let solved = solve_with(&Trifles, &Options { limits: Limits::default(), ..first }, &mut monitor);
    assert_eq!(solved.outcome.cost(), Some(2));
    let alone = solve_with(&Trifles, &Options::default(), &mut Monitor::new());
    assert_eq!(solved.statistics.stored, stopped.statistics.stored + alone.statistics.stored);
}
