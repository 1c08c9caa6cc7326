//! Whether the sides of a rule fit each other.

use super::parser::{OpenCell, Parser, Sides};
use super::{Row, RuleLine};

impl Parser<'_> {
    /// The rule with both sides, if they fit each other.
    pub(super) fn check(&mut self, mut rule: RuleLine, sides: &Sides) -> Option<RuleLine> {
        let place = self.place(0);
        if sides.left.len() != sides.right.len() {
            if rule.commands.is_empty() || !sides.right.is_empty() {
                self.problems.warning(
                    place,
                    "both sides of a rule must have the same number of brackets; it is left out",
                );
                return None;
            }
        } else if sides.left.iter().zip(&sides.right).any(|(left, right)| left.len() != right.len()) {
            self.problems
                .error(place, "brackets on the left and on the right must have the same number of cells");
            *self.invalid = true;
            return None;
        }
        if sides.left.is_empty() {
            self.problems.error(place, "this rule has no brackets");
            return None;
        }
        if sides.left.iter().any(Vec::is_empty) || !self.ellipses_fit(sides) {
            return None;
        }
        rule.left = self.rows(&sides.left);
        rule.right = self.rows(&sides.right);
        let long = rule.left.iter().any(|row| row.len() > 1);
        let relative = |side: &[Row]| {
            side.iter().flatten().any(|cell| cell.entries().iter().any(|entry| entry.word.is_relative()))
        };
        if !long && !relative(&rule.left) && !relative(&rule.right) {
            rule.directions.truncate(1);
        }
        Some(rule)
    }

    /// `...` stands alone between cells, at most twice in a row, and in the same places on both sides.
    fn ellipses_fit(&mut self, sides: &Sides) -> bool {
        let place = self.place(0);
        let mut errors: Vec<String> = Vec::new();
        let alone = "`...` must be alone in its cell";
        let needs =
            |this: &str, that: &str| format!("`...` on the {this} needs one in the same place on the {that}");
        for (number, left) in sides.left.iter().enumerate() {
            for (at, cell) in left.iter().enumerate() {
                let other: Option<&OpenCell> = sides.right.get(number).and_then(|right| right.get(at));
                if cell.has_ellipsis_and_more() {
                    errors.push(alone.into());
                } else if cell.is_ellipsis() {
                    if at == 0 || at + 1 == left.len() {
                        errors.push("`...` at the start or the end of a row has no meaning".into());
                    }
                    if other.is_some_and(|other| !other.is_ellipsis()) {
                        errors.push(needs("left", "right"));
                    }
                }
                if other.is_some_and(OpenCell::begins_with_ellipsis) && !cell.begins_with_ellipsis() {
                    errors.push(needs("right", "left"));
                }
                if other.is_some_and(OpenCell::has_ellipsis_and_more) {
                    errors.push(alone.into());
                }
            }
            if left.iter().filter(|cell| cell.is_ellipsis()).count() > 2 {
                errors.push("a row has at most two `...`".into());
            }
            if left.windows(2).any(|pair| pair.iter().all(OpenCell::is_ellipsis)) {
                self.problems.warning(place, "two `...` side by side mean the same as one");
            }
        }
        let fits = errors.is_empty();
        errors.into_iter().for_each(|error| self.problems.error(place, error));
        fits
    }
}
