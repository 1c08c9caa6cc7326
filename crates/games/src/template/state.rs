//! What changes in a level: where the frog sits. The engine stores millions of these, so a state
//! is packed: four bytes here.

/// Where the frog sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frog {
    pub(crate) cell: u32,
}
