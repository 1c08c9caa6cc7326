//! What a solution relies on that is not beyond doubt.
//!
//! The rules fit every solution that is known to work in the real game, but some things never
//! happen in any of them, and who bonds first where several could is the least certain rule of
//! all. A solution that needs none of this is worth more than one that does: among shortest ones
//! it is preferred, and what an answer leans on is told with it.

use super::bench::at_bench;
use super::level::{Lab, Modifier};
use super::notation::key;
use super::state::{State, Words};
use crate::Direction;

/// Something that a move may rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaning {
    /// An atom had more neighbours to bond with than electrons.
    OpenBond,
    /// Whether a bond is strengthened hung on what was done to another bond in the same move.
    OrderOfModifiers,
    /// A bond was rotated inside a pushed molecule.
    PushedRotation,
    /// A bond was strengthened inside a pushed molecule.
    PushedStrengthening,
    /// A part that was dragged round a corner pushed something.
    DraggedPush,
    /// A part that was dragged round a corner swept a bond over `/` or `+`.
    DraggedModifier,
    /// A bond was cut, and its atoms bonded again in the same move.
    Healed,
}

impl Leaning {
    pub(crate) const ALL: [Leaning; 7] = [
        Leaning::OpenBond,
        Leaning::OrderOfModifiers,
        Leaning::PushedRotation,
        Leaning::PushedStrengthening,
        Leaning::DraggedPush,
        Leaning::DraggedModifier,
        Leaning::Healed,
    ];

    /// What happened, for people.
    pub(crate) fn tell(self) -> &'static str {
        match self {
            Leaning::OpenBond => "an atom has more neighbours to bond with than free electrons",
            Leaning::OrderOfModifiers => {
                "a bond is strengthened or not by the order in which bonds are swept"
            }
            Leaning::PushedRotation => "a bond is rotated inside a pushed molecule",
            Leaning::PushedStrengthening => "a bond is strengthened inside a pushed molecule",
            Leaning::DraggedPush => "a part that is dragged round a corner pushes",
            Leaning::DraggedModifier => "a part that is dragged round a corner sweeps a bond over / or +",
            Leaning::Healed => "a bond is cut and closes again in one move",
        }
    }
}

/// A set of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leanings(u8);

impl Leanings {
    pub(crate) fn add(&mut self, leaning: Leaning) {
        self.0 |= 1 << leaning as u8;
    }

    pub(crate) fn has(self, leaning: Leaning) -> bool {
        self.0 & 1 << leaning as u8 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Leaning> {
        Leaning::ALL.into_iter().filter(move |&leaning| self.has(leaning))
    }

    /// Notes a modifier that acts in a molecule that is pushed, or under a part that is dragged.
    pub(crate) fn note_modifier(&mut self, modifier: Modifier, pushed: bool, dragged: bool) {
        match modifier {
            Modifier::Rotate if pushed => self.add(Leaning::PushedRotation),
            Modifier::Strengthen if pushed => self.add(Leaning::PushedStrengthening),
            _ => {}
        }
        if dragged && modifier != Modifier::Rotate {
            self.add(Leaning::DraggedModifier);
        }
    }
}

/// What these moves from a state lean on, a line for each kind with the first move that does.
pub(crate) fn notes(lab: &Lab, start: &State<impl Words>, moves: &[Direction]) -> Vec<String> {
    let mut first: [Option<(usize, usize)>; Leaning::ALL.len()] = [None; Leaning::ALL.len()];
    at_bench(|bench| {
        bench.scene.load(lab, start);
        for (at, &direction) in moves.iter().enumerate() {
            if bench.motion.run(lab, &bench.scene, direction).is_err() {
                break;
            }
            for leaning in bench.motion.leanings.iter() {
                let (_, times) = first[leaning as usize].get_or_insert((at, 0));
                *times += 1;
            }
            std::mem::swap(&mut bench.scene, &mut bench.motion.after);
        }
    });
    let noted = Leaning::ALL.into_iter().filter_map(|leaning| {
        let (at, times) = first[leaning as usize]?;
        let again = if times > 1 { format!(" ({times} times)") } else { String::new() };
        let (number, key) = (at + 1, key(moves[at]));
        Some(format!("leans on what is not certain: move {number}, {key}: {}{again}", leaning.tell()))
    });
    noted.collect()
}
