//! How a state changes: the frog hops.

use super::level::Pond;
use super::state::Frog;

/// A hop to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hop {
    One,
    Two,
}

impl Hop {
    /// Both, in the order in which the search tries them.
    pub(crate) const ALL: [Hop; 2] = [Hop::One, Hop::Two];

    /// How many cells it goes.
    pub(crate) fn cells(self) -> u32 {
        match self {
            Hop::One => 1,
            Hop::Two => 2,
        }
    }
}

impl Pond {
    /// The frog after a hop, or why it cannot make it.
    pub(crate) fn hop(&self, frog: Frog, hop: Hop) -> Result<Frog, String> {
        let cell = frog.cell + hop.cells();
        match self.bushes.get(cell as usize) {
            // The frog cannot hop off the row.
            None => Err("the frog would leave the row".into()),
            // Nor into a bush.
            Some(true) => Err(format!("a bush stands in column {}", cell + 1)),
            Some(false) => Ok(Frog { cell }),
        }
    }
}
