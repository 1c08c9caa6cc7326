//! What a state must still cost: a hop goes two cells at the most, and never back.

use unriddle_search::Cost;

use super::level::Pond;
use super::state::Frog;

impl Pond {
    /// The fewest hops to the lily; `None` when the frog is past it.
    pub(crate) fn hops_at_least(&self, frog: Frog) -> Option<Cost> {
        self.lily.checked_sub(frog.cell).map(|distance| distance.div_ceil(2))
    }
}
