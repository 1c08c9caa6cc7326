//! Flags whose value is one of a few words.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use unriddle_kit::verdict::GOALS;
use unriddle_render::Theme;
use unriddle_search::{Goal, Method};

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// Whether moves are seen on their way.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Motion {
    Auto,
    On,
    Off,
}

impl Motion {
    /// Whether motions are shown, by the environment unless it is said.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            Motion::Auto => std::env::var_os("NO_MOTION").is_none_or(|value| value.is_empty()),
            Motion::On => true,
            Motion::Off => false,
        }
    }
}

/// What to print of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// The moves, in the game's notation
    Moves,
    /// A picture after each move
    Steps,
    /// Nothing
    None,
}

impl Show {
    /// The same; but once the program is asked to end, no pictures, which take time.
    pub(crate) fn unless(self, stop: &AtomicBool) -> Show {
        match self {
            Show::Steps if stop.load(Ordering::Relaxed) => Show::Moves,
            show => show,
        }
    }
}

/// The themes by name, with the help for each.
pub(super) const THEMES: &[(&str, Theme, &str)] =
    &[("light", Theme::Light, "Dark on light"), ("dark", Theme::Dark, "Light on dark")];

/// The methods by name, with the help for each.
pub(super) const METHODS: &[(&str, Method, &str)] = &[
    ("auto", Method::Auto, "Whatever suits the goal and the game"),
    ("breadth-first", Method::BreadthFirst, "In order of cost from the start"),
    ("a-star", Method::AStar, "In order of cost so far plus lower bound"),
    (
        "ida-star",
        Method::IdaStar,
        "Depth-first with rising limits: little memory, slow to prove that there is no solution",
    ),
    ("anytime", Method::Anytime, "Some solution first, then better ones until the best is proved"),
];

/// The goals that several processes can search for together.
pub(super) const CLUSTER_GOALS: &[(&str, Goal, &str)] = &[GOALS[0], GOALS[1]];

/// The methods that several processes can share.
pub(super) const CLUSTER_METHODS: &[(&str, Method, &str)] = &[METHODS[0], METHODS[1], METHODS[2]];

/// Parses one of the names in a table into its value.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = table.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(move |typed| {
        let value = table.iter().find(|(name, ..)| *name == typed).map(|&(_, value, _)| value);
        value.ok_or("not one of the possible values")
    })
}
