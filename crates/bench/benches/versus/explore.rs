//! Exploring a space of thirteen million states beside a breadth-first search of the same states: the time, and the memory
//! beyond what the search takes.

use unriddle_search::{Cost, Method, Monitor, Options, Puzzle, explore, solve_with};

use crate::contest::{Timer, alone, measure};

/// Eleven tiles on a board of four by three, five of them different and two times three of a colour: every order can be
/// reached. Four bits per cell, 0 for the gap.
struct Colours {
    /// Whether one order of the tiles is a solution; without, a search stores all states.
    solvable: bool,
}

impl Colours {
    const WIDTH: u32 = 4;
    const CELLS: u32 = 12;
    /// 12! orders, of which 3! · 3! look the same.
    const STATES: u32 = 13_305_600;
    const START: u64 = 0x8887_7754_3210;
    const SOLVED: u64 = 0x0123_4577_7888;
}

impl Puzzle for Colours {
    type State = u64;
    type Move = u32;

    fn start(&self) -> u64 {
        Self::START
    }

    fn is_solved(&self, &state: &u64) -> bool {
        self.solvable && state == Self::SOLVED
    }

    fn expand(&self, &state: &u64, mut visit: impl FnMut(u32, Cost, u64)) {
        let tile = |cell: u32| state >> (4 * cell) & 15;
        let Some(gap) = (0..Self::CELLS).find(|&cell| tile(cell) == 0) else { return };
        let column = gap % Self::WIDTH;
        let cells = [
            (column > 0).then(|| gap - 1),
            (column + 1 < Self::WIDTH).then_some(gap + 1),
            gap.checked_sub(Self::WIDTH),
            (gap + Self::WIDTH < Self::CELLS).then_some(gap + Self::WIDTH),
        ];
        for cell in cells.into_iter().flatten() {
            let moved = tile(cell);
            visit(cell, 1, state & !(15 << (4 * cell)) | moved << (4 * gap));
        }
    }
}

pub fn run() {
    let options = |threads| Options { method: Method::BreadthFirst, threads, ..Options::default() };
    for (threads, label) in [(1, "one thread"), (0, "all cores")] {
        let search = || solve_with(&Colours { solvable: false }, &options(threads), &mut Monitor::new());
        let (searched, report) = measure(1, Timer::Clock, search);
        assert_eq!(report.statistics.stored, u64::from(Colours::STATES), "all states are searched");
        let what = format!("breadth-first, all {} states, {label}", Colours::STATES);
        alone(&what, searched, "", "");
        let explored = || {
            let space = explore(&Colours { solvable: true }, &options(threads), &mut Monitor::new());
            assert_eq!((space.len(), space.whole().is_some()), (Colours::STATES, true), "the space is whole");
            space.bytes()
        };
        let (taken, _) = measure(1, Timer::Clock, explored);
        let more = taken.bytes.saturating_sub(searched.bytes) as f64 / f64::from(Colours::STATES);
        let seconds = taken.seconds * 1e7 / f64::from(Colours::STATES);
        let result = format!("{more:.1} bytes per state beyond, {seconds:.1} s for ten million");
        alone(&format!("explore, the same, {label}"), taken, &result, "≤ 16 bytes, ≤ 60 s");
    }
}
