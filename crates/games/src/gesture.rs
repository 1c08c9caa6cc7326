//! What a player does with hands: a key, a swipe, a card played, a stroke on the board.
//!
//! Whoever draws a game turns keys and pointers into gestures and asks the position what each
//! [means](crate::Position::meaning) there; the game answers with the names of moves. So neither
//! the terminal nor the page knows a single game.

use serde::{Deserialize, Serialize};

use crate::Direction;

/// Something that a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Gesture {
    /// A direction alone: an arrow key, a swipe.
    Go {
        /// Which.
        direction: Direction,
    },
    /// Something of the [hand](crate::Position::hand), in a direction.
    Play {
        /// What, as the hand names it.
        card: String,
        /// Which way.
        direction: Direction,
    },
    /// A stroke that begins on a cell and leaves it in a direction.
    Lay {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
        /// Which way.
        direction: Direction,
    },
    /// What was laid on a cell is taken away.
    Clear {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
    },
}

/// Which gestures a game is played with: what to show a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handling {
    /// [`Gesture::Go`].
    Directions,
    /// [`Gesture::Play`]: first something is picked from the hand.
    Hand,
    /// [`Gesture::Lay`] and [`Gesture::Clear`].
    Cells,
}

impl Handling {
    /// What it is played with, in a few words.
    pub fn tell(self) -> &'static str {
        match self {
            Handling::Directions => "a direction at a time",
            Handling::Hand => "something of the hand in a direction",
            Handling::Cells => "what is laid on cells",
        }
    }
}
