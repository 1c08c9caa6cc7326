//! Rules in groups, groups in the order of their lines, and the loops around them.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::cells::{Never, mask_bytes, mask_rule};
use super::{Numbering, lines_of};
use crate::expand::{Rule, too_many};
use crate::game::{Group, Groups, MaskRule};
use crate::problem::Problems;
use crate::room::Room;
use crate::rule_text::Names;

/// The most groups with rigid rules: their numbers have five bits in the marks of a layer.
const MAX_RIGID: usize = 30;

/// A group being collected: its rules, each with whether it is marked random.
type Members = BTreeMap<usize, Vec<(MaskRule, bool)>>;

/// The groups before things move and after. Rules that can never match are left out, with a warning if nothing is
/// left of their line.
pub(super) fn arrange(
    rules: &[Rule],
    loops: &[(usize, usize)],
    names: &Names,
    numbering: &Numbering,
    room: &mut Room,
    problems: &mut Problems,
) -> (Groups, Groups) {
    let (mut early, mut late) = (Members::new(), Members::new());
    let mut alive = HashSet::new();
    let mut overlaps = HashMap::new();
    for rule in rules {
        let bytes = mask_bytes(rule, names, numbering);
        if !room.work(bytes / 8) || !room.take(bytes) {
            too_many(rule.line, problems);
            return (Groups::default(), Groups::default());
        }
        let masks = mask_rule(rule, names, numbering, problems);
        if masks.is_err() {
            room.give(bytes);
        }
        match masks {
            Ok(masks) => {
                alive.insert(rule.line);
                let list = if rule.late { &mut late } else { &mut early };
                list.entry(rule.group).or_default().push((masks, rule.random));
            }
            Err(Never::Overlap(one, two)) => _ = overlaps.entry(rule.line).or_insert((one, two)),
            Err(Never::Contradiction(name)) => {
                let name = names.text(name);
                let message =
                    format!("`{name}` and `no {name}` in one cell never match; the rule is left out");
                problems.warning((rule.line, 1), message);
                alive.insert(rule.line);
            }
        }
    }
    for line in lines_of(rules) {
        if let Some(&(one, two)) = overlaps.get(&line).filter(|_| !alive.contains(&line)) {
            let (one, two) = (names.text(one), names.text(two));
            let message = format!("`{one}` and `{two}` are never in one cell, so this rule never matches");
            problems.error((line, 1), message);
        }
    }
    let mut rigid = 0;
    let early = finish(early, loops, &mut rigid, problems);
    let late = finish(late, loops, &mut rigid, problems);
    (early, late)
}

fn finish(members: Members, loops: &[(usize, usize)], rigid: &mut usize, problems: &mut Problems) -> Groups {
    let mut groups = Groups::default();
    let mut lines = Vec::new();
    for (_, rules) in members {
        let random = rules[0].1;
        let line = rules[0].0.line;
        let last = rules[rules.len() - 1].0.line;
        for point in loops.iter().flat_map(|&(start, end)| [start, end]) {
            if (line..=last).contains(&point) {
                problems.error((point, 1), "a loop begins or ends in the middle of a group of rules");
            }
        }
        lines.push(line);
        let rules: Vec<MaskRule> = rules.into_iter().map(|(rule, _)| rule).collect();
        let number = if rules.iter().any(|rule| rule.rigid) {
            *rigid += 1;
            if *rigid == MAX_RIGID + 1 {
                problems.error((line, 1), format!("there are more than {MAX_RIGID} groups with rigid rules"));
            }
            Some((*rigid - 1).min(MAX_RIGID))
        } else {
            None
        };
        groups.list.push(Group { rules, random, rigid: number });
    }
    groups.jumps = vec![None; groups.list.len()];
    for &(start, end) in loops {
        let inside = |line: &usize| (start..end).contains(line);
        let first = lines.iter().position(inside);
        let last = lines.iter().rposition(inside);
        if let (Some(first), Some(last)) = (first, last) {
            groups.jumps[last] = Some(first);
        }
    }
    groups
}
