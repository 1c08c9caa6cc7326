//! What wins a script, in a sentence: nobody has told the player.
//!
//! A win condition speaks of cells that hold two objects. Which of them lies on the other is seen from their layers.

use super::game::{Compiled, Quantity, WinCondition};
use super::mask::{self, Mask};

/// The win conditions in words. `None` if there are none that can fail.
pub fn sentence(game: &Compiled) -> Option<String> {
    let mut clauses: Vec<String> = game.wins.iter().filter_map(|win| clause(game, win)).collect();
    let last = clauses.pop()?;
    Some(match clauses.is_empty() {
        true => format!("To win, {last}."),
        false => format!("To win, {}, and {last}.", clauses.join(", ")),
    })
}

/// A win condition, to follow `To win,`. `None` if it always holds.
fn clause(game: &Compiled, win: &WinCondition) -> Option<String> {
    let what = game.called.words(&win.names.0);
    let (Some(on), Some(below)) = (win.names.1.as_deref().map(|name| game.called.words(name)), &win.on)
    else {
        return match win.quantity {
            Quantity::All => None,
            Quantity::Some => Some(format!("have at least one {what}")),
            Quantity::No => Some(format!("leave no {what}")),
        };
    };
    let is_above = top(game, &win.what.mask) > top(game, &below.mask);
    let (upper, lower) = if is_above { (what, on) } else { (on, what) };
    Some(match win.quantity {
        Quantity::All if is_above => format!("bring every {upper} to {}", one(lower)),
        Quantity::All => format!("bring {} to every {lower}", one(upper)),
        Quantity::Some => format!("bring {} to {}", one(upper), one(lower)),
        Quantity::No => format!("leave no {upper} on {}", one(lower)),
    })
}

/// The highest layer of some objects.
fn top(game: &Compiled, objects: &Mask) -> Option<usize> {
    objects.members().map(|id| game.objects[id].layer).max()
}

/// A name with its article.
fn one(name: &str) -> String {
    if name == "player" {
        return format!("the {name}");
    }
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Whether a rule asks for the movement of the action key.
pub fn has_action(game: &Compiled) -> bool {
    let layers = game.layers.len();
    let mut action = Mask::new(mask::movement_words(layers));
    (0..layers).for_each(|layer| action.insert_movement(layer, mask::ACTION));
    let rules = game.early.list.iter().chain(&game.late.list).flat_map(|group| &group.rules);
    let mut cells = rules.flat_map(|rule| &rule.rows).flat_map(|row| row.parts.iter().flatten());
    !game.prelude.no_action && cells.any(|cell| cell.moving.meets(&action.0))
}
