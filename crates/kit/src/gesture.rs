//! Player input: a key, a swipe, a card played, a stroke on the board.
//!
//! Whoever draws a game turns keys and pointers into gestures and asks the position what each
//! [means](crate::Position::interpret) there; the game answers with the names of moves. So neither
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
    /// The action key, in a game that has one besides its directions.
    Act,
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
    /// A tap or a click on a cell, in a game that [understands](crate::Rules::tap) it, whatever else it is
    /// played with.
    Tap {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
        /// What is picked from the hand, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
    },
}

impl Gesture {
    /// Which way it goes, for a game that is played with directions alone.
    pub fn direction(&self) -> Result<Direction, String> {
        match *self {
            Gesture::Go { direction } | Gesture::Play { direction, .. } | Gesture::Lay { direction, .. } => {
                Ok(direction)
            }
            Gesture::Act => Err("there is no action key in this game".into()),
            Gesture::Clear { .. } | Gesture::Tap { .. } => Err("this goes in no direction".into()),
        }
    }
}

/// Which gestures a game is played with: what to show a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controls {
    /// [`Gesture::Go`].
    Directions,
    /// [`Gesture::Go`] and [`Gesture::Act`].
    Action,
    /// [`Gesture::Play`]: first something is picked from the hand.
    Hand,
    /// [`Gesture::Lay`] and [`Gesture::Clear`].
    Cells,
}

impl Controls {
    /// Whether a game with these controls is played with a gesture. Any game may understand a tap.
    pub fn takes(self, gesture: &Gesture) -> bool {
        match gesture {
            Gesture::Go { .. } => matches!(self, Controls::Directions | Controls::Action),
            Gesture::Act => self == Controls::Action,
            Gesture::Play { .. } => self == Controls::Hand,
            Gesture::Lay { .. } | Gesture::Clear { .. } => self == Controls::Cells,
            Gesture::Tap { .. } => true,
        }
    }

    /// What it is played with, in a few words.
    pub fn tell(self) -> &'static str {
        match self {
            Controls::Directions => "a direction at a time",
            Controls::Action => "a direction or the action key at a time",
            Controls::Hand => "something of the hand in a direction",
            Controls::Cells => "what is laid on cells",
        }
    }
}
