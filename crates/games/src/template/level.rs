//! What never changes in a level: the row of cells, and where the lily is.

use super::state::Frog;

/// A level.
#[derive(Clone, Debug)]
pub(crate) struct Pond {
    /// For each cell whether a bush stands there.
    pub(crate) bushes: Vec<bool>,
    /// The cell to reach.
    pub(crate) lily: u32,
    /// Where the search begins.
    pub(crate) start: Frog,
}
