//! From a script to a game: numbers for objects, masks for rules, boards for levels.
//!
//! Objects are numbered layer by layer. A script with errors may still be playable: what has no meaning is left
//! out. It is not if there are more than five errors, no layers, or rules whose meaning is unclear.

mod cells;
mod groups;
mod levels;

use std::collections::{HashMap, HashSet};

use unriddle_kit::text::most_cells;

use super::engine::MAX_WORK;
use super::expand::{Rule, expand};
use super::game::{Compiled, Matcher, Object, Quantity, WinCondition};
use super::mask::{Mask, movement_words};
use super::problem::Problems;
use super::reader;
use super::rule_text::{Line, Name, Named, Names, RuleLine, read_rule};
use super::script::{LevelText, Meaning, ObjectText, Script};

/// A script as far as it could be understood.
pub struct Compilation {
    /// The game, if it can be played.
    pub game: Option<Compiled>,
    /// What is wrong or odd.
    pub problems: Problems,
    /// The script in sections.
    pub script: Script,
}

/// Compiles a script.
pub fn compile(text: &str) -> Compilation {
    let (script, mut problems) = reader::read(text);
    let is_unfit = script.room.is_full() || has_sparse_boards(&script, text, &mut problems);
    let game = if is_unfit || problems.too_many() { None } else { game(&script, &mut problems) };
    let game = game.filter(|_| !problems.too_many());
    if game.is_none() && problems.errors() == 0 {
        problems.error((1, 1), "this script cannot be played");
    }
    Compilation { game, problems, script }
}

/// The rules that those of a script stand for, as lines, before those that can never match are dropped.
pub fn expanded(text: &str) -> Vec<String> {
    let (script, mut problems) = reader::read(text);
    let names = Names::new(&script);
    let numbering = Numbering::new(&script, &names);
    let mut room = script.room.clone();
    let rules = rule_lines(&script, &names, &mut problems).and_then(|(lines, _)| {
        expand(&lines, &names, &numbering.layers_of(&names), &mut room, &mut problems)
    });
    rules.unwrap_or_default().iter().map(|rule| super::expand::print(rule, &names)).collect()
}

/// Reports boards most of whose cells are not written: a few bytes must not take any amount of memory.
fn has_sparse_boards(script: &Script, text: &str, problems: &mut Problems) -> bool {
    let (mut cells, most) = (0_usize, most_cells(text));
    for level in &script.levels {
        if let LevelText::Board { rows, lines } = level {
            cells = cells.saturating_add(rows[0].len().saturating_mul(rows.len()));
            if cells > most {
                let message =
                    format!("most cells of this board are not written: all boards can have at most {most}");
                problems.error((lines[0], 1), message);
                return true;
            }
        }
    }
    false
}

fn game(script: &Script, problems: &mut Problems) -> Option<Compiled> {
    for name in ["player", "background"] {
        if script.meaning(name).is_none() {
            problems.error((1, 1), format!("there is no `{name}`, neither in OBJECTS nor in LEGEND"));
        }
    }
    if script.layers.is_empty() {
        problems.error((1, 1), "there are no collision layers; every object must be in one");
        return None;
    }
    let mut room = script.room.clone();
    let names = Names::new(script);
    let listed = script.layers.len() + script.objects.len();
    let sets = (listed + 2 * script.wins.len()) * (script.layers.iter().map(Vec::len).sum::<usize>() / 8 + 8);
    let what = "there are too many objects, layers and win conditions together: use fewer";
    if !room.take_or_tell(sets, problems, (1, 1), what) {
        return None;
    }
    let numbering = Numbering::new(script, &names);
    for (place, message) in script.doubtful_settings.values() {
        problems.error(*place, message.as_str());
    }
    numbering.check(script, problems);
    if numbering.objects.is_empty() {
        problems.error((1, 1), "there are no objects in the collision layers");
    }
    let background = background(script, &numbering, problems);
    let player = player(script, &numbering, problems);
    if script.levels.is_empty() {
        problems.error((1, 1), "there are no levels");
    }
    let background = background.filter(|_| !script.levels.is_empty())?;
    let levels = levels::levels(script, &numbering, background, &mut room, problems);
    if room.is_full() {
        return None;
    }
    let (lines, loops) = rule_lines(script, &names, problems)?;
    let rules = expand(&lines, &names, &numbering.layers_of(&names), &mut room, problems)?;
    let (early, late) = groups::arrange(&rules, &loops, &names, &numbering, &mut room, problems);
    if room.is_full() {
        return None;
    }
    let wins = wins(script, &numbering, problems);
    numbering.check_layers(script, problems);
    let movement_words = movement_words(numbering.layers.len());
    Some(Compiled {
        max_work: MAX_WORK,
        called: script.called.clone(),
        prelude: script.prelude.clone(),
        object_words: numbering.words,
        movement_words,
        player,
        background,
        early,
        late,
        wins,
        levels,
        objects: numbering.objects,
        layers: numbering.layers,
    })
}

/// The numbers of objects and their layers.
struct Numbering {
    objects: Vec<Object>,
    layers: Vec<Mask>,
    words: usize,
    ids: HashMap<String, usize>,
    /// The number of the object of each name that is one.
    by_name: Vec<Option<usize>>,
    /// The members of each property by number.
    properties: Vec<Vec<usize>>,
    unlayered: HashSet<String>,
}

impl Numbering {
    fn new(script: &Script, names: &Names) -> Numbering {
        let in_layers: HashSet<&String> = script.layers.iter().flatten().collect();
        let declared = script.objects.iter().map(|object| &object.name);
        let unlayered: HashSet<String> = declared.filter(|name| !in_layers.contains(name)).cloned().collect();
        let texts: HashMap<&String, &ObjectText> =
            script.objects.iter().rev().map(|object| (&object.name, object)).collect();
        let mut objects: Vec<Object> = Vec::new();
        let mut ids: HashMap<String, usize> = HashMap::new();
        for (layer, members) in script.layers.iter().enumerate() {
            for name in members {
                let Some(text) = texts.get(name) else {
                    continue;
                };
                // The last mention counts; the colours and pixels move there.
                let (colours, pixels) = match ids.get(name) {
                    Some(&earlier) => {
                        let empty = Object { layer: objects[earlier].layer, ..Object::default() };
                        let Object { colours, pixels, .. } = std::mem::replace(&mut objects[earlier], empty);
                        (colours, pixels)
                    }
                    None => (text.colours.clone(), text.pixels.clone()),
                };
                ids.insert(name.clone(), objects.len());
                objects.push(Object { name: name.clone(), layer, colours, pixels });
            }
        }
        let words = objects.len().div_ceil(64).max(1);
        let mut layers = vec![Mask::new(words); script.layers.len()];
        for (id, object) in objects.iter().enumerate().filter(|(_, object)| !object.name.is_empty()) {
            layers[object.layer].insert(id);
        }
        // An object in no layer is an error. As in the original, rules and win conditions take it for object 0, of layer 0.
        let id = |name: Name| {
            let text = names.text(name);
            ids.get(text).copied().or(unlayered.contains(text).then_some(0))
        };
        let by_name = (0..names.count() as u32).map(|name| id(Name(name))).collect();
        let ids_of = |name: u32| match names.named(Name(name)) {
            Named::Property(members) => members.iter().filter_map(|&member| id(member)).collect(),
            _ => Vec::new(),
        };
        let properties = (0..names.count() as u32).map(ids_of).collect();
        Numbering { objects, layers, words, ids, by_name, properties, unlayered }
    }

    /// The layer of each name: of an object, or of a property whose members share one.
    fn layers_of(&self, names: &Names) -> Vec<Option<usize>> {
        let layer = |name: Name| self.ids.get(names.text(name)).map(|&id| self.objects[id].layer);
        let layer_of = |name: u32| match names.named(Name(name)) {
            Named::Property(members) => {
                let (&first, rest) = members.split_first()?;
                layer(first).filter(|_| rest.iter().all(|&member| layer(member) == layer(first)))
            }
            _ => layer(Name(name)),
        };
        (0..names.count() as u32).map(layer_of).collect()
    }

    /// The layer in rules of an object, or of a property whose members share one.
    fn layer(&self, name: Name, names: &Names) -> Option<usize> {
        let at = name.0 as usize;
        if self.unlayered.contains(names.text(name)) {
            return Some(0);
        }
        if let Some(id) = self.by_name[at] {
            return Some(self.objects[id].layer);
        }
        let (first, rest) = self.properties[at].split_first()?;
        let layer = self.objects[*first].layer;
        rest.iter().all(|&id| self.objects[id].layer == layer).then_some(layer)
    }

    /// Reports objects that are in no layer.
    fn check_layers(&self, script: &Script, problems: &mut Problems) {
        for object in script.objects.iter().filter(|object| self.unlayered.contains(&object.name)) {
            problems.error((object.line, 1), no_layer(&object.name));
        }
    }

    /// Reports objects without colours, and aggregates that can never be in a cell.
    fn check(&self, script: &Script, problems: &mut Problems) {
        for object in &script.objects {
            if object.colours.is_empty() {
                problems.error((object.line, 1), format!("the object `{}` has no colour", object.name));
            }
            let complete = object.pixels.len() == 5 && object.pixels.iter().all(|row| row.len() == 5);
            if !object.pixels.is_empty() && !complete {
                let message = format!("the sprite of `{}` is not 5 pixels wide and 5 high", object.name);
                problems.warning((object.line, 1), message);
            }
        }
        let is_checked = |name: &String| !script.synonyms.contains(name) && !script.unplaced.contains(name);
        for (name, line) in script.legend.iter().filter(|(name, _)| is_checked(name)) {
            let Some(Meaning::Aggregate(members)) = script.meaning(name) else {
                continue;
            };
            let mut first = HashMap::new();
            for member in members {
                let Some(&id) = self.ids.get(member) else {
                    problems.error((*line, 1), no_layer(member));
                    continue;
                };
                let other = *first.entry(self.objects[id].layer).or_insert(member);
                if !std::ptr::eq(other, member) {
                    let message =
                        format!("`{other}` and `{member}` are in one layer, so they are never in one cell");
                    problems.error((*line, 1), message);
                }
            }
        }
    }

    /// What a name matches in a cell.
    fn matcher(&self, script: &Script, name: &str) -> Option<Matcher> {
        let meaning = script.meaning(name).filter(|meaning| **meaning != Meaning::Nothing)?;
        let mut mask = Mask::new(self.words);
        for member in script.members(name) {
            mask.insert(self.ids.get(member).copied().unwrap_or(0));
        }
        Some(Matcher { mask, all: matches!(meaning, Meaning::Aggregate(_)) })
    }
}

/// What is wrong with an object in no layer.
fn no_layer(object: &str) -> String {
    format!("the object `{object}` is in no collision layer")
}

/// The player: any object of that name.
fn player(script: &Script, numbering: &Numbering, problems: &mut Problems) -> Matcher {
    numbering.matcher(script, "player").unwrap_or_else(|| {
        problems.error((1, 1), "no object is the `player`, so keys move nothing");
        Matcher { mask: Mask::new(numbering.words), all: false }
    })
}

/// The object that fills cells: the first one called background, or the first of all if there is none.
fn background(script: &Script, numbering: &Numbering, problems: &mut Problems) -> Option<usize> {
    let name = "background";
    let line = script.legend.iter().find(|(known, _)| known == name).map_or(1, |&(_, line)| line);
    let layer = |member: &String| numbering.ids.get(member).map(|&id| numbering.objects[id].layer);
    let members = script.members(name);
    let first = match script.meaning(name) {
        Some(Meaning::Aggregate(_)) => {
            problems.error((line, 1), "`background` must be one object, or one of several");
            None
        }
        None => {
            problems.error((1, 1), "no object is the `background` that fills cells");
            None
        }
        Some(_) => {
            if members.iter().any(|member| layer(member) != layer(&members[0])) {
                problems.error((line, 1), "all objects of `background` must be in one layer");
            }
            let first = members.first().and_then(|member| numbering.ids.get(member));
            let has_boards = script.levels.iter().any(|level| matches!(level, LevelText::Board { .. }));
            if first.is_none() && has_boards {
                problems.error((line, 1), "`background` is in no layer");
            }
            first
        }
    };
    first.copied().or((!numbering.objects.is_empty()).then_some(0))
}

type Loops = Vec<(usize, usize)>;

/// The rules as written, and the lines between which loops lie.
fn rule_lines(script: &Script, names: &Names, problems: &mut Problems) -> Option<(Vec<RuleLine>, Loops)> {
    let mut rules: Vec<RuleLine> = Vec::new();
    let mut loops = Vec::new();
    let mut open: Option<usize> = None;
    let mut invalid = false;
    for text in &script.rules {
        let group = rules.last().map(|rule| rule.group);
        match read_rule(text, script, names, group, problems, &mut invalid) {
            Line::Rule(rule) => {
                if rules.last().is_some_and(|last| last.group == rule.group && last.late != rule.late) {
                    problems.warning((text.line, 1), "a group has late rules and others; they run apart");
                }
                rules.push(rule);
            }
            Line::LoopStart if open.is_some() => {
                problems.error((text.line, 1), "`startloop` inside a loop: loops do not nest");
            }
            Line::LoopStart => open = Some(text.line),
            Line::LoopEnd => match open.take() {
                Some(start) => loops.push((start, text.line)),
                None => problems.error((text.line, 1), "`endloop` without a `startloop`"),
            },
            Line::Dropped => {}
        }
        if problems.too_many() {
            return None;
        }
    }
    if let Some(line) = open {
        problems.error((line, 1), "`startloop` without an `endloop`");
    }
    (!invalid).then_some((rules, loops))
}

fn wins(script: &Script, numbering: &Numbering, problems: &mut Problems) -> Vec<WinCondition> {
    let mut wins = Vec::new();
    for text in &script.wins {
        let mut named = |word: Option<&String>| {
            let found = word.and_then(|word| numbering.matcher(script, word));
            if found.is_none() {
                let message = "a win condition is `all`, `some`, `any` or `no`, and a name, perhaps with `on` and another";
                problems.error((text.line, 1), message);
            }
            found
        };
        let quantity = match text.words.first().map(String::as_str) {
            Some("no") => Quantity::No,
            Some("all") => Quantity::All,
            _ => Quantity::Some,
        };
        let Some(what) = named(text.words.get(1)) else {
            continue;
        };
        let on = if text.words.len() == 4 {
            match named(text.words.get(3)) {
                Some(on) => Some(on),
                None => continue,
            }
        } else {
            None
        };
        let names = (text.words[1].clone(), text.words.get(3).cloned());
        wins.push(WinCondition { quantity, what, on, names, line: text.line });
    }
    wins
}

/// The rules that are left of each line, to find lines that lost all of theirs.
fn lines_of(rules: &[Rule]) -> Vec<usize> {
    let mut lines: Vec<usize> = rules.iter().map(|rule| rule.line).collect();
    lines.dedup();
    lines
}
