//! Costs in units: a rest that tells equal solutions apart, and searches of a puzzle in another form.

use unriddle_search::{Cost, Limit, Limits, Method, Outcome, Puzzle, Search};

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
fn costs_are_told_in_whole_units() {
    for method in [Method::AStar, Method::IdaStar, Method::Anytime] {
        let search = || Search::new(&Trifles).method(method).unit(1000);
        let Outcome::Optimal(best) = search().run().outcome else { panic!("{method:?}: no optimum") };
        assert_eq!((best.cost, best.moves), (2, vec!['b', 'e']), "{method:?}");
        let within = |cost| search().limits(Limits { cost: Some(cost), ..Limits::default() }).run().outcome;
        assert_eq!(within(2).cost(), Some(2), "{method:?}");
        assert_eq!(within(1), Outcome::Stopped { limit: Limit::Cost, bound: 2 }, "{method:?}");
    }
}

#[test]
fn a_search_of_another_puzzle_keeps_what_was_asked() {
    let limits = Limits { states: Some(1), ..Limits::default() };
    let mut search = Search::new(&Trifles).method(Method::AStar).limits(limits);
    for _ in 0..2 {
        let outcome = search.of(&Trifles).run().outcome;
        assert!(matches!(outcome, Outcome::Stopped { limit: Limit::States, .. }), "{outcome:?}");
    }
    assert_eq!(search.of(&Trifles).limits(Limits::default()).unit(1000).run().outcome.cost(), Some(2));
    assert_eq!(search.chosen_limits(), limits);
}
