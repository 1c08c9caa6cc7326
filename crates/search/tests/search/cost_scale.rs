//! Scaled costs, whose remainders break ties, and several searches under one monitor.

use unriddle_search::{Cost, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Tuning, solve_with};

/// Two solutions of two moves, of which the first has a penalty of 1, and one of three moves.
struct Penalty;

impl Puzzle for Penalty {
    type State = u8;
    type Move = char;

    fn start(&self) -> u8 {
        0
    }

    fn is_solved(&self, &state: &u8) -> bool {
        state == 9
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 1000, cost_scale: 1000, ..Tuning::default() }
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
fn reported_costs_and_cost_limits_are_divided_by_the_scale() {
    for method in [Method::AStar, Method::IdaStar, Method::Anytime] {
        let within = |cost| {
            let limits = Limits { cost, ..Limits::default() };
            let options = Options { method, limits, ..Options::default() };
            solve_with(&Penalty, &options, &mut Monitor::new()).outcome
        };
        let Outcome::Optimal(best, _) = within(None) else { panic!("{method:?}: no optimum") };
        assert_eq!((best.cost, best.moves), (2, vec!['b', 'e']), "{method:?}");
        assert_eq!(within(Some(2)).cost(), Some(2), "{method:?}");
        assert_eq!(within(Some(1)), Outcome::Stopped { limit: Limit::Cost, bound: 2 }, "{method:?}");
    }
}

#[test]
fn searches_under_one_monitor_have_their_own_limits_and_add_to_its_statistics() {
    let mut monitor = Monitor::new();
    let limits = Limits { states: Some(1), ..Limits::default() };
    let first = Options { method: Method::AStar, limits, ..Options::default() };
    let stopped = solve_with(&Penalty, &first, &mut monitor);
    assert!(matches!(stopped.outcome, Outcome::Stopped { limit: Limit::States, .. }), "{stopped:?}");
    let solved = solve_with(&Penalty, &Options { limits: Limits::default(), ..first }, &mut monitor);
    assert_eq!(solved.outcome.cost(), Some(2));
    let alone = solve_with(&Penalty, &Options::default(), &mut Monitor::new());
    assert_eq!(solved.statistics.stored, stopped.statistics.stored + alone.statistics.stored);
}
