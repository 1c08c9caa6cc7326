//! The uncertain rules that a solution relies on.
//!
//! The rules agree with every solution that is known to work in the real game. But some situations occur
//! in none of these, and the order in which atoms bond is the least certain rule of all. A solution that
//! avoids such situations is more trustworthy: among shortest solutions it is preferred, and an answer
//! lists the uncertain rules that it relies on. A proof that there is no solution relies on every uncertain
//! rule that was applied in any of the states searched: with another rule, one of these moves may have led on.

use std::sync::atomic::{AtomicU8, Ordering};

use unriddle_kit::Direction;

use super::level::{Board, Element, Modifier, has};
use super::notation::key;

/// An uncertain rule that a move can rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assumption {
    /// An atom had more neighbours to bond with than free electrons.
    AmbiguousBond,
    /// Whether a bond was strengthened depended on an earlier change to another bond in the same move.
    OrderOfModifiers,
    /// A bond was rotated inside a pushed molecule.
    PushedRotation,
    /// A bond was strengthened inside a pushed molecule.
    PushedStrengthening,
    /// A part that was dragged round a corner pushed something.
    DraggedPush,
    /// A part that was dragged round a corner swept a bond over `/` or `+`.
    DraggedModifier,
    /// A bond was cut, and its atoms bonded again, in the same move.
    Healed,
}

impl Assumption {
    pub(crate) const ALL: [Assumption; 7] = [
        Assumption::AmbiguousBond,
        Assumption::OrderOfModifiers,
        Assumption::PushedRotation,
        Assumption::PushedStrengthening,
        Assumption::DraggedPush,
        Assumption::DraggedModifier,
        Assumption::Healed,
    ];

    /// What happens, as a message for users.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Assumption::AmbiguousBond => "an atom has more neighbours to bond with than free electrons",
            Assumption::OrderOfModifiers => {
                "whether a bond is strengthened depends on the order in which bonds are swept"
            }
            Assumption::PushedRotation => "a bond is rotated inside a pushed molecule",
            Assumption::PushedStrengthening => "a bond is strengthened inside a pushed molecule",
            Assumption::DraggedPush => "a part that is dragged round a corner pushes something",
            Assumption::DraggedModifier => "a part that is dragged round a corner sweeps a bond over / or +",
            Assumption::Healed => "a bond is cut and formed again in the same move",
        }
    }
}

/// A set of uncertain rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Assumptions(u8);

impl Assumptions {
    pub(crate) fn add(&mut self, assumption: Assumption) {
        self.0 |= 1 << assumption as u8;
    }

    pub(crate) fn has(self, assumption: Assumption) -> bool {
        self.0 & 1 << assumption as u8 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The uncertain rules that a move in this level can rely on at all.
    pub(crate) fn possible(board: &Board) -> Self {
        let [weakens, strengthens, rotates] = Modifier::ALL.map(|modifier| has(&board.sites, modifier));
        let bonding = board.atoms.iter().filter(|&&element| element != Element::Helium).count();
        let mut possible = Assumptions::default();
        for (assumption, is_possible) in [
            (Assumption::AmbiguousBond, bonding > 2),
            (Assumption::OrderOfModifiers, strengthens),
            (Assumption::PushedRotation, rotates),
            (Assumption::PushedStrengthening, strengthens),
            (Assumption::DraggedPush, rotates),
            (Assumption::DraggedModifier, rotates && (weakens || strengthens)),
            (Assumption::Healed, weakens),
        ] {
            if is_possible {
                possible.add(assumption);
            }
        }
        possible
    }

    /// One line per rule, for a proof that relies on all of them.
    pub(crate) fn of_proof(self) -> Vec<String> {
        let line = |rule: Assumption| format!("the proof relies on an uncertain rule: {}", rule.describe());
        self.iter().map(line).collect()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Assumption> {
        Assumption::ALL.into_iter().filter(move |&assumption| self.has(assumption))
    }

    /// Notes a modifier that acts on a bond of a pushed molecule or of a dragged part.
    pub(crate) fn note_modifier(&mut self, modifier: Modifier, pushed: bool, dragged: bool) {
        match modifier {
            Modifier::Rotate if pushed => self.add(Assumption::PushedRotation),
            Modifier::Strengthen if pushed => self.add(Assumption::PushedStrengthening),
            _ => {}
        }
        if dragged && modifier != Modifier::Rotate {
            self.add(Assumption::DraggedModifier);
        }
    }
}

/// The uncertain rules that moves have relied on so far: for each rule the first such move, and how many
/// there were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct AssumptionLog {
    moves: usize,
    /// Whether the bonds at the start of the level are ambiguous.
    is_start_ambiguous: bool,
    /// For each rule, the number and direction of the first move that relied on it, and the count.
    first: [Option<(usize, Direction, usize)>; Assumption::ALL.len()],
}

impl AssumptionLog {
    /// Before the first move of a level. Its bonds are formed as after a move.
    pub(crate) fn at_start(is_ambiguous: bool) -> Self {
        AssumptionLog { is_start_ambiguous: is_ambiguous, ..AssumptionLog::default() }
    }

    /// Notes the uncertain rules that the next move relies on.
    pub(crate) fn note(&mut self, mv: Direction, assumptions: Assumptions) {
        self.moves += 1;
        for assumption in assumptions.iter() {
            let (.., times) = self.first[assumption as usize].get_or_insert((self.moves, mv, 0));
            *times += 1;
        }
    }

    /// One line per uncertain rule.
    pub(crate) fn lines(&self) -> Vec<String> {
        let noted = Assumption::ALL.into_iter().filter_map(|assumption| {
            let (number, mv, times) = self.first[assumption as usize]?;
            let again = if times > 1 { format!(" ({times} times)") } else { String::new() };
            let (key, what) = (key(mv), assumption.describe());
            Some(format!("relies on an uncertain rule: move {number}, {key}: {what}{again}"))
        });
        let start = self.is_start_ambiguous.then(|| {
            let what = Assumption::AmbiguousBond.describe();
            format!("relies on an uncertain rule: at the start, {what}")
        });
        start.into_iter().chain(noted).collect()
    }
}

/// The uncertain rules that a search has applied so far, on all its threads, whether the moves were blocked or not.
#[derive(Debug, Default)]
pub(crate) struct AppliedAssumptions(AtomicU8);

impl AppliedAssumptions {
    /// Notes the uncertain rules of a move. Costs a comparison for most moves, and a load for the others.
    #[inline]
    pub(crate) fn note(&self, assumptions: Assumptions) {
        if !assumptions.is_empty() && assumptions.0 & !self.0.load(Ordering::Relaxed) != 0 {
            self.0.fetch_or(assumptions.0, Ordering::Relaxed);
        }
    }

    pub(crate) fn all(&self) -> Assumptions {
        Assumptions(self.0.load(Ordering::Relaxed))
    }
}
