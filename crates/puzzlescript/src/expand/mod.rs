//! From rules as written to rules that can be matched.
//!
//! A written rule stands for many: one for each direction, each ambiguous movement and each object of a
//! property. The steps are those of the original, in its order, because the order of the results decides
//! which of them is applied first, and their number how a random group draws.
//!
//! A rule may stand for more rules than fit into memory, so each takes its share of the [`Room`] of the script.

mod directions;
mod movements;
mod print;
mod properties;
mod tidy;

use std::collections::HashSet;
use std::sync::Arc;

use super::problem::Problems;
use super::room::Room;
use super::rule_text::{CellText, Command, Entry, Heading, Name, Named, Names, Row, RuleLine, Word};

pub use print::print;

/// A rule for one direction, with movements and objects that are certain, or will be.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The line it was written on.
    pub line: usize,
    /// The line of the first rule of its group.
    pub group: usize,
    /// Applied after things moved.
    pub late: bool,
    /// Undone as a whole if one of its objects cannot move.
    pub rigid: bool,
    /// Marks its group as one in which chance picks one match.
    pub random: bool,
    /// Where the cells of a row follow each other.
    pub direction: Heading,
    /// The rows of the left side.
    pub left: Vec<Row>,
    /// The rows of the right side; none if there are only commands.
    pub right: Vec<Row>,
    /// The commands.
    pub commands: Arc<[Command]>,
}

impl Rule {
    /// The memory that it takes, with its places in lists, which grow by doubling.
    fn bytes(&self) -> usize {
        4 * size_of::<Rule>() + side_bytes(&self.left) + side_bytes(&self.right)
    }

    /// Takes the room for what it grows by when each entry is replaced by so many.
    fn take_growth(&self, room: &mut Room, count: impl Fn(&Entry) -> usize) -> bool {
        let cells = self.left.iter().chain(&self.right).flatten();
        let growth = |cell: &CellText| {
            let after: usize = cell.entries().iter().map(&count).sum();
            // The new list stands beside the old one for a moment.
            if after > cell.entries().len() { 2 * after * size_of::<Entry>() } else { 0 }
        };
        let bytes = cells.map(growth).sum();
        room.work(bytes / size_of::<Entry>()) && room.take(bytes)
    }

    /// Calls with every entry of a side.
    fn each(side: &mut [Row], mut change: impl FnMut(&mut Entry)) {
        for cell in side.iter_mut().flatten() {
            cell.entries_mut().iter_mut().for_each(&mut change);
        }
    }
}

/// The layer of each object, by its number as a name; `None` for names that are no object.
pub type Layers = [Option<usize>];

/// What rules expand to. `None` if the game cannot be played.
pub fn expand(
    lines: &[RuleLine],
    names: &Names,
    layers: &Layers,
    room: &mut Room,
    problems: &mut Problems,
) -> Option<Vec<Rule>> {
    let mut steps = Vec::new();
    for line in lines {
        let mut line = line.clone();
        tidy::tidy(&mut line, names, layers, room, problems);
        let bytes = side_bytes(&line.left) + side_bytes(&line.right) + 4 * size_of::<Rule>();
        for mut rule in directions::one_for_each(&line) {
            if !room.work(bytes / 8)
                || !room.take(bytes)
                || !replace_aggregates(&mut rule, names, room, problems)
            {
                too_many(line.line, problems);
                return None;
            }
            steps.push(rule);
        }
    }
    let mut concrete = Vec::new();
    let mut valid = true;
    for rule in steps {
        let line = rule.line;
        let Some((rules, certain)) = movements::concrete(rule, room, problems) else {
            too_many(line, problems);
            return None;
        };
        concrete.extend(rules);
        valid &= certain;
        if !valid && problems.too_many() {
            return None;
        }
    }
    let mut expanded: Vec<Rule> = Vec::new();
    for rule in concrete {
        let line = rule.line;
        match properties::concrete(rule, names, layers, room, problems) {
            Ok(rules) => expanded.extend(rules),
            Err(Failure::Ambiguous) => {}
            Err(Failure::TooMany) => {
                too_many(line, problems);
                return None;
            }
        }
        if problems.too_many() {
            return None;
        }
    }
    if !valid {
        return None;
    }
    for rule in &mut expanded {
        if !make_spawned_stationary(rule, names, layers, room) {
            too_many(rule.line, problems);
            return None;
        }
    }
    Some(without_copies(expanded))
}

/// Why a rule expands to nothing.
enum Failure {
    /// What is on the right does not follow from the left.
    Ambiguous,
    /// There would be too many rules.
    TooMany,
}

fn side_bytes(rows: &[Row]) -> usize {
    let cell = |cell: &CellText| size_of::<CellText>() + size_of_val(cell.entries());
    rows.iter().map(|row| size_of::<Row>() + row.iter().map(cell).sum::<usize>()).sum()
}

/// Says that a rule stands for more than there is room for.
pub(super) fn too_many(line: usize, problems: &mut Problems) {
    let message = "the rules up to here stand for too many rules: write this one with fewer directions, with fewer words \
                   such as `moving`, or with names of fewer objects";
    problems.error((line, 1), message);
}

/// An aggregate becomes its first member; the others follow at the end of the cell.
fn replace_aggregates(rule: &mut Rule, names: &Names, room: &mut Room, problems: &mut Problems) -> bool {
    let count = |entry: &Entry| match names.named(entry.name) {
        Named::Aggregate(members) => members.len(),
        _ => 1,
    };
    if !rule.take_growth(room, count) {
        return false;
    }
    let line = rule.line;
    for cell in rule.left.iter_mut().chain(&mut rule.right).flatten() {
        let CellText::Entries(entries) = cell else {
            continue;
        };
        for at in 0..entries.len() {
            let Entry { word, name } = entries[at];
            let Named::Aggregate(members) = names.named(name) else {
                continue;
            };
            if word == Word::No {
                let name = names.text(name);
                problems
                    .error((line, 1), format!("`no {name}` is unclear: {name} is several objects at once"));
            }
            if let Some((&first, rest)) = members.split_first() {
                entries[at].name = first;
                entries.extend(rest.iter().map(|&name| Entry { word, name }));
            }
        }
        entries.retain(|entry| {
            let is_nothing = *names.named(entry.name) == Named::Nothing;
            if is_nothing {
                let message = format!("`{}` stands for nothing that is in a layer", names.text(entry.name));
                problems.error((line, 1), message);
            }
            !is_nothing && !matches!(names.named(entry.name), Named::Aggregate(_))
        });
    }
    true
}

/// An object on the right that the left cell does not mention, nor any other of its layer, stands still.
fn make_spawned_stationary(rule: &mut Rule, names: &Names, layers: &Layers, room: &mut Room) -> bool {
    if rule.late {
        return true;
    }
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter_mut().flatten()) {
        let is_spawned = |entry: &Entry| entry.word == Word::None && names.property(entry.name).is_none();
        let spawned = right.entries().iter().filter(|entry| is_spawned(entry)).count();
        let objects = |name: Name| names.property(name).unwrap_or_else(|| names.itself(name));
        let mentioned = || left.entries().iter().flat_map(|entry| objects(entry.name));
        let count: usize = left.entries().iter().map(|entry| objects(entry.name).len()).sum();
        if !room.work(spawned.saturating_mul(count)) {
            return false;
        }
        for entry in right.entries_mut() {
            if !is_spawned(entry) {
                continue;
            }
            let layer = |name: Name| layers[name.0 as usize];
            if mentioned().all(|&other| other != entry.name && layer(other) != layer(entry.name)) {
                entry.word = Word::Stationary;
            }
        }
    }
    true
}

/// Of equal rules in a run of rules of one group, the last one stays. Rules of one line have the same commands.
fn without_copies(mut rules: Vec<Rule>) -> Vec<Rule> {
    let mut seen = HashSet::new();
    let mut group = None;
    let mut is_kept = vec![true; rules.len()];
    for (rule, is_kept) in rules.iter().zip(&mut is_kept).rev() {
        if group != Some(rule.group) {
            seen.clear();
            group = Some(rule.group);
        }
        // The direction of single cells has no effect.
        let direction = rule.left.iter().any(|row| row.len() > 1).then_some(rule.direction);
        *is_kept = seen.insert((rule.line, direction, rule.late, &rule.left, &rule.right));
    }
    drop(seen);
    let mut is_kept = is_kept.into_iter();
    rules.retain(|_| is_kept.next() == Some(true));
    rules
}
