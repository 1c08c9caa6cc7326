use unriddle_search::{Cost, Puzzle};

/// From 1 to a target by doubling and adding one. The examples in the crate's documentation include this
/// file, so it has no head of its own.
pub struct Doubling {
    pub target: u32,
}

impl Puzzle for Doubling {
    type State = u32;
    type Move = &'static str;

    fn start(&self) -> u32 {
        1
    }

    fn is_solved(&self, &number: &u32) -> bool {
        number == self.target
    }

    fn expand(&self, &number: &u32, mut visit: impl FnMut(&'static str, Cost, u32)) {
        if number < self.target {
            visit("double", 1, number * 2);
            visit("add", 1, number + 1);
        }
    }

    /// A move at most doubles the number.
    fn lower_bound(&self, &number: &u32) -> Option<Cost> {
        let doublings = (0..).find(|&doublings| number << doublings >= self.target)?;
        (number <= self.target).then_some(doublings)
    }
}
