//! The promise about the cheapest move: what breaks it is noticed, whatever searches.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unriddle_search::{
    Cost, Flat, FlatPuzzle, FlatTuning, Method, Monitor, Options, Puzzle, Ranked, Searchable, Tuning, audit,
    explore, solve_ranked, solve_with,
};

/// A line of moves that cost 2, with a cheaper one in the middle.
struct Line {
    cheap: Cost,
    promised: Cost,
}

impl Puzzle for Line {
    type State = u32;
    type Move = ();

    fn start(&self) -> u32 {
        0
    }

    fn is_solved(&self, &at: &u32) -> bool {
        at == 9
    }

    fn expand(&self, &at: &u32, mut visit: impl FnMut((), Cost, u32)) {
        if at < 9 {
            visit((), if at == 5 { self.cheap } else { 2 }, at + 1);
        }
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: self.promised, ..Tuning::default() }
    }
}

impl Ranked for Line {
    fn ranks(&self) -> u32 {
        10
    }

    fn rank(&self, &at: &u32) -> u32 {
        at
    }

    fn unrank(&self, rank: u32) -> u32 {
        rank
    }

    fn predecessors(&self, &at: &u32, mut visit: impl FnMut((), Cost, u32)) {
        if at > 0 {
            visit((), if at == 6 { self.cheap } else { 2 }, at - 1);
        }
    }
}

impl FlatPuzzle for Line {
    type Move = ();

    fn words(&self) -> usize {
        1
    }

    fn start(&self, state: &mut [u64]) {
        state[0] = 0;
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        state[0] == 9
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut((), Cost, &[u64])) {
        next[0] = state[0] + 1;
        if state[0] < 9 {
            visit((), if state[0] == 5 { self.cheap } else { 2 }, next);
        }
    }

    fn tuning(&self) -> FlatTuning<Self> {
        FlatTuning { min_move_cost: self.promised, ..FlatTuning::default() }
    }
}

/// The message of the panic that ends `search`; `None` if it does not panic.
fn panic_of(search: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(search)).err()?;
    Some(payload.downcast_ref::<String>().expect("a message with numbers").clone())
}

fn check<P: Searchable>(puzzle: &P, what: &str, is_kept: bool) {
    let check = |end: Option<String>, how: &str| match end {
        None => assert!(is_kept, "{what}, {how}: not noticed"),
        Some(message) => assert!(!is_kept && message.contains("`min_move_cost`"), "{what}, {how}: {message}"),
    };
    for method in [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime] {
        for threads in [1, 2] {
            let options = Options { method, threads, ..Options::default() };
            let search = || drop(solve_with(puzzle, &options, &mut Monitor::new()));
            check(panic_of(search), &format!("{method:?} on {threads} threads"));
        }
    }
    let search = || drop(explore(puzzle, &Options::default(), &mut Monitor::new()));
    check(panic_of(search), "explored");
    check(panic_of(|| assert!(audit(puzzle, 100).is_ok())), "audited");
}

#[test]
fn a_move_that_is_cheaper_than_promised_is_noticed() {
    for (cheap, promised) in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)] {
        let line = || Line { cheap, promised };
        let (what, is_kept) = (format!("{cheap} for {promised}"), cheap >= promised);
        check(&line(), &what, is_kept);
        check(&Flat(line()), &format!("flat, {what}"), is_kept);
        let end = panic_of(|| drop(solve_ranked(&line(), &Options::default(), &mut Monitor::new())));
        assert_eq!(end.is_none(), is_kept, "ranked, {what}: {end:?}");
    }
}
