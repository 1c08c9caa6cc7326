//! From rules as written to rules that can be matched.
//!
//! A written rule stands for many: one for each direction, each ambiguous movement and each object of a
//! property. The steps are those of the original, in its order, because the order of the results decides
//! which of them is applied first, and their number how a random group draws.
//!
//! A rule may stand for more rules than fit into memory; beyond `MOST_RULES` it is an error.

mod directions;
mod movements;
mod print;
mod properties;
mod tidy;

use super::problem::Problems;
use super::rule_text::{CellText, Command, Entry, Heading, Named, Names, Row, RuleLine, Word};

pub use print::print;

/// The most rules that the rules of a game may expand to, and of one written rule.
const MOST_RULES: usize = 100_000;

/// The most entries of cells that the rules of a game may expand to, and one written rule.
const MOST_ENTRIES: usize = 3_000_000;

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
    pub commands: Vec<Command>,
}

impl Rule {
    fn weight(&self) -> usize {
        let side = |rows: &[Row]| rows.iter().flatten().map(|cell| cell.entries().len() + 1).sum::<usize>();
        side(&self.left) + side(&self.right)
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
    problems: &mut Problems,
) -> Option<Vec<Rule>> {
    let mut steps = Vec::new();
    for line in lines {
        let mut line = line.clone();
        tidy::tidy(&mut line, names, layers, problems);
        for rule in directions::one_for_each(&line) {
            let mut rule = rule;
            replace_aggregates(&mut rule, names, problems);
            steps.push(rule);
        }
    }
    let mut concrete = Vec::new();
    let mut valid = true;
    for rule in steps {
        let line = rule.line;
        match movements::concrete(rule, problems) {
            Ok(rules) => concrete.extend(rules),
            Err(movements::Failure::Ambiguous) => valid = false,
            Err(movements::Failure::TooMany) => too_many(line, problems, &mut valid),
        }
        if concrete.len() > MOST_RULES {
            too_many(line, problems, &mut valid);
        }
        if !valid && problems.too_many() {
            return None;
        }
    }
    let mut expanded: Vec<Rule> = Vec::new();
    let mut weight = 0;
    for rule in concrete {
        let line = rule.line;
        match properties::concrete(rule, names, layers, problems) {
            Ok(rules) => {
                weight += rules.iter().map(Rule::weight).sum::<usize>();
                expanded.extend(rules);
            }
            Err(properties::Failure::Ambiguous) => {}
            Err(properties::Failure::TooMany) => too_many(line, problems, &mut valid),
        }
        if expanded.len() > MOST_RULES || weight > MOST_ENTRIES || problems.too_many() {
            too_many(line, problems, &mut valid);
            return None;
        }
    }
    if !valid {
        return None;
    }
    for rule in &mut expanded {
        make_spawned_stationary(rule, names, layers);
    }
    Some(without_copies(expanded, names))
}

fn too_many(line: usize, problems: &mut Problems, valid: &mut bool) {
    problems.error((line, 1), format!("this rule stands for too many rules: the limit is {MOST_RULES}"));
    *valid = false;
}

/// An aggregate becomes its first member; the others follow at the end of the cell.
fn replace_aggregates(rule: &mut Rule, names: &Names, problems: &mut Problems) {
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
        entries.retain(|entry| !matches!(names.named(entry.name), Named::Nothing | Named::Aggregate(_)));
    }
}

/// An object on the right that the left cell does not mention, nor any other of its layer, stands still.
fn make_spawned_stationary(rule: &mut Rule, names: &Names, layers: &Layers) {
    if rule.late {
        return;
    }
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter_mut().flatten()) {
        let mut mentioned = Vec::new();
        for entry in left.entries() {
            match names.property(entry.name) {
                Some(members) => mentioned.extend_from_slice(members),
                None => mentioned.push(entry.name),
            }
        }
        for entry in right.entries_mut() {
            if entry.word != Word::None || names.property(entry.name).is_some() {
                continue;
            }
            let layer = |name: super::rule_text::Name| layers[name.0 as usize];
            if mentioned.iter().all(|&other| other != entry.name && layer(other) != layer(entry.name)) {
                entry.word = Word::Stationary;
            }
        }
    }
}

/// Of equal rules in a run of rules of one group, the last one stays.
fn without_copies(rules: Vec<Rule>, names: &Names) -> Vec<Rule> {
    let mut seen = std::collections::HashSet::new();
    let mut group = None;
    let mut kept = Vec::with_capacity(rules.len());
    for rule in rules.into_iter().rev() {
        if group != Some(rule.group) {
            seen.clear();
            group = Some(rule.group);
        }
        if seen.insert(print::body(&rule, names)) {
            kept.push(rule);
        }
    }
    kept.reverse();
    kept
}
