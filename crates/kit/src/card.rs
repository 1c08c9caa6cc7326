//! What a card in a hand looks like, and what it is called.
//!
//! A hand names its cards in the notation of the game. A player sees a face instead: a few signs, each with a
//! number or a word beside it; and a screen reader says its words.

use crate::Style;

/// The face of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardFace {
    /// What it does, in words: `jump 1, then roll 2`.
    pub words: String,
    /// What is drawn on it, from left to right. Without any, its words are written.
    pub signs: Vec<CardSign>,
}

/// A sign on a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardSign {
    /// What is drawn.
    pub style: Style,
    /// What is written beside it, such as how far.
    pub text: String,
}
