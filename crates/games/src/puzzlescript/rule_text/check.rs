//! Whether the sides of a rule fit each other.

use super::parser::Parser;
use super::{CellText, Row, RuleLine};

impl Parser<'_> {
    /// Whether both sides fit each other.
    pub(super) fn check(&mut self, rule: &mut RuleLine) -> Option<RuleLine> {
        let place = self.place(0);
        if rule.left.len() != rule.right.len() {
            if rule.commands.is_empty() || !rule.right.is_empty() {
                self.problems.warning(
                    place,
                    "both sides of a rule must have the same number of brackets; it is left out",
                );
                return None;
            }
        } else if rule.left.iter().zip(&rule.right).any(|(left, right)| left.len() != right.len()) {
            self.problems
                .error(place, "brackets on the left and on the right must have the same number of cells");
            *self.invalid = true;
            return None;
        }
        if rule.left.is_empty() {
            self.problems.error(place, "this rule has no brackets");
            return None;
        }
        if rule.left.iter().any(Vec::is_empty) {
            return None;
        }
        if !self.ellipses_fit(rule) {
            return None;
        }
        let long = rule.left.iter().any(|row| row.len() > 1);
        let relative = |side: &[Row]| {
            side.iter().flatten().any(|cell| cell.entries().iter().any(|entry| entry.word.is_relative()))
        };
        if !long && !relative(&rule.left) && !relative(&rule.right) {
            rule.directions.truncate(1);
        }
        Some(rule.clone())
    }

    /// `...` stands between cells, at most twice in a row, and in the same places on both sides.
    fn ellipses_fit(&mut self, rule: &RuleLine) -> bool {
        let place = self.place(0);
        let is_ellipsis = |cell: &CellText| *cell == CellText::Ellipsis;
        for (number, left) in rule.left.iter().enumerate() {
            let right = rule.right.get(number);
            for (at, cell) in left.iter().enumerate() {
                let other = right.and_then(|right| right.get(at)).map(is_ellipsis);
                let here = is_ellipsis(cell);
                if other.is_some_and(|other| other != here) {
                    let (this, that) = if here { ("left", "right") } else { ("right", "left") };
                    let message = format!("`...` on the {this} needs one in the same place on the {that}");
                    self.problems.error(place, message);
                    return false;
                }
                if (here || other == Some(true)) && (at == 0 || at + 1 == left.len()) {
                    self.problems.error(place, "`...` at the start or the end of a row has no meaning");
                    return false;
                }
            }
            let count = left.iter().filter(|cell| is_ellipsis(cell)).count();
            if count > 2 {
                self.problems.error(place, "a row has at most two `...`");
                return false;
            }
            if left.windows(2).any(|pair| pair.iter().all(is_ellipsis)) {
                self.problems.warning(place, "two `...` side by side mean the same as one");
            }
        }
        true
    }
}
