//! From the words of a cell to masks.

use super::Numbering;
use crate::expand::Rule;
use crate::game::{Change, MaskRow, MaskRule, Pattern};
use crate::mask::{self, Mask, movement_words};
use crate::problem::Problems;
use crate::rule_text::{CellText, Entry, Name, Names, Row, Word};

/// Why a rule can never match.
pub(super) enum Never {
    /// Two objects of one layer in one cell.
    Overlap(Name, Name),
    /// An object that must and must not be there.
    Contradiction(Name),
}

/// The most memory that a rule takes as masks.
pub(super) fn mask_bytes(rule: &Rule, names: &Names, numbering: &Numbering) -> usize {
    let (objects, movements) = (numbering.words * 8, movement_words(numbering.layers.len()) * 8);
    let property =
        |entry: &Entry| names.property(entry.name).map_or(0, |members| objects + 16 * (4 + members.len()));
    let properties = |rows: &[Row]| {
        let cells = rows.iter().flatten();
        cells.map(|cell| cell.entries().iter().map(property).sum::<usize>()).sum::<usize>()
    };
    let cells = rule.left.iter().map(Vec::len).sum::<usize>();
    let cells = cells * (size_of::<Pattern>() + size_of::<MaskRow>() + 4 * objects + 5 * movements);
    let rows = rule.left.len() * size_of::<MaskRow>();
    // Lists grow by doubling, and while they do there are two of them.
    4 * size_of::<MaskRule>()
        + objects
        + movements
        + rows
        + cells
        + properties(&rule.left)
        + properties(&rule.right)
}

/// A rule as masks, or why it can never match.
pub(super) fn mask_rule(
    rule: &Rule,
    names: &Names,
    numbering: &Numbering,
    problems: &mut Problems,
) -> Result<MaskRule, Never> {
    if rule.left.iter().flatten().any(|cell| cell.entries().iter().any(|entry| entry.word == Word::Random)) {
        problems.error((rule.line, 1), "`random` has no meaning on the left side of a rule");
    }
    let mut rows = Vec::with_capacity(rule.left.len());
    for (number, left) in rule.left.iter().enumerate() {
        let is_ellipsis = |cell: &CellText| *cell == CellText::Ellipsis;
        let mut parts: Vec<Vec<Pattern>> =
            left.split(is_ellipsis).map(|part| Vec::with_capacity(part.len())).collect();
        let mut part = 0;
        for (at, cell) in left.iter().enumerate() {
            if is_ellipsis(cell) {
                part += 1;
                continue;
            }
            let right = rule.right.get(number).and_then(|row| row.get(at)).map(CellText::entries);
            let mut builder = Builder { names, numbering, line: rule.line, problems };
            let pattern = builder.pattern(cell.entries(), right)?;
            parts[part].push(pattern);
        }
        rows.push(MaskRow { parts });
    }
    let mut needs = (Mask::new(numbering.words), Mask::new(movement_words(numbering.layers.len())));
    for pattern in rows.iter().flat_map(|row: &MaskRow| row.parts.iter().flatten()) {
        needs.0.union(&pattern.present.0);
        needs.1.union(&pattern.moving.0);
    }
    // Other movements are left out when the rule is read.
    if rule.late && !needs.1.is_empty() {
        problems.error((rule.line, 1), "movements cannot appear in late rules: nothing moves any more");
    }
    Ok(MaskRule {
        needs,
        line: rule.line,
        direction: rule.direction,
        rigid: rule.rigid,
        rows,
        replaces: !rule.right.is_empty(),
        commands: rule.commands.clone(),
    })
}

/// The bits of a word that is a movement.
fn movement(word: Word) -> u64 {
    match word {
        Word::Up => mask::UP,
        Word::Down => mask::DOWN,
        Word::Left => mask::LEFT,
        Word::Right => mask::RIGHT,
        Word::Action => mask::ACTION,
        _ => 0,
    }
}

struct Builder<'a> {
    names: &'a Names,
    numbering: &'a Numbering,
    line: usize,
    problems: &'a mut Problems,
}

impl Builder<'_> {
    fn objects(&self) -> Mask {
        Mask::new(self.numbering.words)
    }

    fn movements(&self) -> Mask {
        Mask::new(movement_words(self.numbering.layers.len()))
    }

    /// The objects of a name: itself, or the members of a property.
    fn members(&self, name: Name) -> Vec<usize> {
        match self.numbering.by_name[name.0 as usize] {
            Some(id) => vec![id],
            None => self.numbering.properties[name.0 as usize].clone(),
        }
    }

    fn pattern(&mut self, left: &[Entry], right: Option<&[Entry]>) -> Result<Pattern, Never> {
        let mut pattern = Pattern {
            present: self.objects(),
            missing: self.objects(),
            any: Vec::new(),
            moving: self.movements(),
            still: self.movements(),
            change: Change::default(),
        };
        let mut used: Vec<Option<Name>> = vec![None; self.numbering.layers.len()];
        let mut left_objects = vec![false; used.len()];
        for entry in left {
            let members = self.members(entry.name);
            if entry.word == Word::No {
                members.iter().for_each(|&id| pattern.missing.insert(id));
                continue;
            }
            if entry.word == Word::Random {
                continue;
            }
            let Some(layer) = self.numbering.layer(entry.name, self.names) else {
                continue;
            };
            if let Some(other) = used[layer].replace(entry.name) {
                return Err(Never::Overlap(other, entry.name));
            }
            if self.names.property(entry.name).is_some() {
                let mut any = self.objects();
                members.iter().for_each(|&id| any.insert(id));
                pattern.any.push(any);
            } else {
                members.iter().for_each(|&id| pattern.present.insert(id));
                left_objects[layer] = true;
            }
            match entry.word {
                Word::Stationary => pattern.still.insert_movement(layer, mask::ALL),
                // As in the original: what moves two ways at once.
                Word::RandomDir => pattern.moving.insert_movement(layer, mask::UP | mask::LEFT),
                word => pattern.moving.insert_movement(layer, movement(word)),
            }
        }
        if let Some(right) = right {
            pattern.change = self.change(&pattern, right, &used, &left_objects);
        } else {
            pattern.change = self.nothing();
        }
        if let Some(id) =
            pattern.present.members().find(|&id| pattern.missing.0[id / 64] >> (id % 64) & 1 == 1)
        {
            let name = self.names.number(&self.numbering.objects[id].name).unwrap_or(Name(0));
            return Err(Never::Contradiction(name));
        }
        Ok(pattern)
    }

    fn nothing(&self) -> Change {
        Change {
            clear: self.objects(),
            set: self.objects(),
            clear_movements: self.movements(),
            set_movements: self.movements(),
            layers: self.movements(),
            random: Vec::new(),
            random_directions: Vec::new(),
        }
    }

    fn change(
        &mut self,
        pattern: &Pattern,
        right: &[Entry],
        used_left: &[Option<Name>],
        left_objects: &[bool],
    ) -> Change {
        let mut change = self.nothing();
        let mut used: Vec<Option<Name>> = vec![None; used_left.len()];
        // The layers of what chance picks from.
        let mut drawn: Vec<Option<Name>> = vec![None; used_left.len()];
        let mut right_objects = vec![false; used_left.len()];
        for entry in right {
            let members = self.members(entry.name);
            if entry.word == Word::No {
                members.iter().for_each(|&id| change.clear.insert(id));
                continue;
            }
            if entry.word == Word::Random {
                for &id in &members {
                    drawn[self.numbering.objects[id].layer] = Some(entry.name);
                }
                change.random.extend(members);
                continue;
            }
            let Some(layer) = self.numbering.layer(entry.name, self.names) else {
                continue;
            };
            if let Some(other) = used[layer].replace(entry.name).or(drawn[layer]) {
                let (one, two) = (self.names.text(other), self.names.text(entry.name));
                let message = format!("`{one}` and `{two}` are in one layer, so they are never in one cell");
                self.problems.error((self.line, 1), message);
            }
            if entry.word != Word::None {
                change.layers.insert_movement(layer, mask::ALL);
            }
            if self.names.property(entry.name).is_none() {
                members.iter().for_each(|&id| change.set.insert(id));
                change.clear.union(&self.numbering.layers[layer].0);
                right_objects[layer] = true;
            }
            match entry.word {
                Word::Stationary => change.clear_movements.insert_movement(layer, mask::ALL),
                Word::RandomDir => change.random_directions.push(layer),
                word => change.set_movements.insert_movement(layer, movement(word)),
            }
        }
        change.random.sort_unstable();
        change.random.dedup();
        change.random_directions.sort_unstable();
        change.random_directions.dedup();
        if !pattern.present.is_subset(&change.set.0) {
            change.clear.union(&pattern.present.0);
        }
        if !pattern.moving.is_subset(&change.set_movements.0) {
            change.clear_movements.union(&pattern.moving.0);
        }
        for (layer, (left, right)) in used_left.iter().zip(&used).enumerate() {
            if left.is_some() && right.is_none() {
                change.clear.union(&self.numbering.layers[layer].0);
                change.layers.insert_movement(layer, mask::ALL);
            }
            if left_objects[layer] && !right_objects[layer] {
                change.layers.insert_movement(layer, mask::ALL);
            }
        }
        change.clear_movements.union(&change.layers.0);
        change
    }
}
