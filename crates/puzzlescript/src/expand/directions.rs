//! One copy of a rule for each of its directions, with words that no longer depend on the direction.
//!
//! Copies upwards and to the left are turned round, with their cells in reverse: that matches the same cells
//! in the same order, and lets copies of a rule that are the same rule be seen as such. With an ellipsis the
//! order of matches would change, so these stay.

use std::sync::Arc;

use super::Rule;
use crate::rule_text::{CellText, Command, Heading, Row, RuleLine, Word};

/// The copies of a rule, in the order of its directions.
pub(super) fn one_for_each(line: &RuleLine) -> impl Iterator<Item = Rule> {
    let commands: Arc<[Command]> = line.commands.clone().into();
    line.directions.iter().map(move |&direction| {
        let mut rule = Rule {
            line: line.line,
            group: line.group,
            late: line.late,
            rigid: line.rigid,
            random: line.random,
            direction,
            left: line.left.clone(),
            right: line.right.clone(),
            commands: commands.clone(),
        };
        for side in [&mut rule.left, &mut rule.right] {
            Rule::each(side, |entry| entry.word = absolute(entry.word, direction));
        }
        turn_round(&mut rule);
        rule
    })
}

/// What a relative word means in a direction.
fn absolute(word: Word, direction: Heading) -> Word {
    let (forward, backward, left, right) = match direction {
        Heading::Up => (Word::Up, Word::Down, Word::Left, Word::Right),
        Heading::Down => (Word::Down, Word::Up, Word::Right, Word::Left),
        Heading::Left => (Word::Left, Word::Right, Word::Down, Word::Up),
        Heading::Right => (Word::Right, Word::Left, Word::Up, Word::Down),
    };
    let vertical = matches!(direction, Heading::Up | Heading::Down);
    match word {
        Word::Forward => forward,
        Word::Backward => backward,
        Word::TurnedLeft => left,
        Word::TurnedRight => right,
        Word::Parallel if vertical => Word::VerticalParallel,
        Word::Parallel => Word::HorizontalParallel,
        Word::Perpendicular if vertical => Word::HorizontalPerpendicular,
        Word::Perpendicular => Word::VerticalPerpendicular,
        other => other,
    }
}

fn turn_round(rule: &mut Rule) {
    let has_ellipsis = |side: &[Row]| side.iter().flatten().any(|cell| *cell == CellText::Ellipsis);
    if has_ellipsis(&rule.left) || has_ellipsis(&rule.right) {
        return;
    }
    rule.direction = match rule.direction {
        Heading::Up => Heading::Down,
        Heading::Left => Heading::Right,
        Heading::Down | Heading::Right => return,
    };
    for row in rule.left.iter_mut().chain(&mut rule.right) {
        row.reverse();
    }
}
