//! A puzzle may leave out moves that it cannot decide. Then nothing is proved that these moves could contradict,
//! whatever they lead to.

use proptest::prelude::*;
use unriddle_search::{
    Cost, Fate, Flaw, Goal, Interrupt, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Tuning,
    audit, explore, solve_with,
};

use crate::graph::{Graph, graphs};

/// A graph in which one in so many moves, chosen by their states, is left out.
struct Gappy<'a> {
    graph: Graph,
    every: u32,
    interrupt: Interrupt<'a>,
}

impl<'a> Gappy<'a> {
    fn new(graph: Graph, every: u32, monitor: &Monitor<'a>) -> Self {
        Gappy { graph, every, interrupt: monitor.interrupt(&Limits::default()) }
    }
}

impl Puzzle for Gappy<'_> {
    type State = <Graph as Puzzle>::State;
    type Move = <Graph as Puzzle>::Move;

    fn start(&self) -> Self::State {
        self.graph.start()
    }

    fn is_solved(&self, state: &Self::State) -> bool {
        self.graph.is_solved(state)
    }

    fn expand(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Cost, Self::State)) {
        self.graph.expand(state, |mv, cost, next| {
            if (state * 7 + next * 13).is_multiple_of(self.every) {
                self.interrupt.note_omission();
            } else {
                visit(mv, cost, next);
            }
        });
    }

    fn lower_bound(&self, state: &Self::State) -> Option<Cost> {
        self.graph.lower_bound(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(&self.interrupt)
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 0, ..Tuning::default() }
    }
}

proptest! {
    #[test]
    fn no_claim_contradicts_the_moves_that_were_left_out(graph in graphs(0..4 as Cost), every in 1u32..9) {
        let truth = solve_with(&graph, &Options::default(), &mut Monitor::new()).outcome.cost();
        let most = truth.unwrap_or(Cost::MAX);
        let all = solve_with(&graph, &Options { goal: Goal::All, ..Options::default() }, &mut Monitor::new());
        let count = all.solutions.as_ref().map(|all| all.count().clone());
        for method in [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime] {
            for goal in [Goal::Optimal, Goal::Any, Goal::All] {
                let mut monitor = Monitor::new();
                let puzzle = Gappy::new(graph.clone(), every, &monitor);
                let report = solve_with(&puzzle, &Options { goal, method, ..Options::default() }, &mut monitor);
                match &report.outcome {
                    Outcome::Optimal(solution, _) => prop_assert_eq!(Some(solution.cost), truth),
                    Outcome::Unsolvable(_) => prop_assert_eq!(None, truth),
                    Outcome::Solved { solution, bound, .. } => {
                        prop_assert!(*bound <= most && most <= solution.cost);
                    }
                    Outcome::Stopped { bound, limit } => {
                        prop_assert!(*bound <= most);
                        prop_assert_eq!(*limit, Limit::Undecided);
                    }
                }
                if let Some(all) = &report.solutions {
                    prop_assert_eq!(Some(all.count()), count.as_ref());
                }
            }
        }
        let mut monitor = Monitor::new();
        let puzzle = Gappy::new(graph.clone(), every, &monitor);
        let space = explore(&puzzle, &Options::default(), &mut monitor);
        let has_gaps = puzzle.interrupt.has_omissions();
        prop_assert_eq!(space.whole().is_none(), has_gaps);
        prop_assert_eq!(space.limit(), has_gaps.then_some(Limit::Undecided));
        for number in 0..space.len() {
            if space.fate(number) == Fate::Dead {
                prop_assert!(!has_gaps);
            }
        }
        let puzzle = Gappy::new(graph, every, &Monitor::new());
        let audited = audit(&puzzle, 10_000);
        prop_assert_eq!(audited.is_err_and(|flaw| flaw == Flaw::Undecided), puzzle.interrupt.has_omissions());
    }
}
