//! Lower bounds from win conditions, and states from which nothing can be won any more.
//!
//! Where a condition wants things to be somewhere, or gone, and it is understood how these get about (`ways`), a table
//! has the distance of each of their places. A condition about all things, or all goals, takes the sum if at most one
//! thing moves in a turn, and the greatest distance if several may. Of all conditions the greatest counts.
//!
//! There is no bound if a rule can win or restart the level. Turns that follow by themselves move things any number
//! of times: then distances are 0, but it is still seen that something can never get there.

use super::counts::Class;
use super::effects::{Layers, cells};
use super::pack::Packing;
use super::rows::FastCell;
use super::rules::FastRule;
use super::ways::{Known, NEVER, Ways, bits, objects};
use super::wins::FastWin;
use crate::engine::Work;
use crate::game::Quantity;

/// The most entries of all tables, but for those of the last condition. The other conditions give no bound.
const MAX_ENTRIES: usize = 1 << 21;

/// The most goals with a table each.
const MAX_GOALS: usize = 64;

/// What must still happen for a condition to hold.
enum Condition {
    /// Every thing of a list must get somewhere: the distance of each place.
    Each { list: usize, distances: Vec<u32>, together: u32 },
    /// One thing of a list must: the distance of each place.
    Nearest { list: usize, distances: Vec<u32> },
    /// Every goal needs a thing of a list: the distance of each place from each goal.
    Filled { list: usize, distances: Vec<Vec<u32>>, together: u32 },
}

impl Condition {
    /// The size of its tables.
    fn entries(&self) -> usize {
        match self {
            Condition::Each { distances, .. } | Condition::Nearest { distances, .. } => distances.len(),
            Condition::Filled { distances, .. } => distances.iter().map(Vec::len).sum(),
        }
    }
}

/// The bounds of a level.
#[derive(Default)]
pub(super) struct Bounds {
    conditions: Vec<Condition>,
}

impl Bounds {
    /// Derives what can be derived.
    pub fn new(
        wins: &[FastWin],
        classes: &[Class],
        packing: &Packing,
        known: &Known<'_>,
        work: &mut Work<'_>,
    ) -> Bounds {
        let rules = || known.early.iter().chain(known.late).flat_map(|group| &group.rules);
        if rules().any(|rule| rule.commands.win || rule.commands.restart) {
            return Bounds::default();
        }
        let step = u32::from(!rules().any(|rule| rule.commands.again));
        let mut bounds = Bounds::default();
        let mut entries = 0;
        for win in wins {
            if entries > MAX_ENTRIES || !work.add(known.cells) {
                break;
            }
            if let Some(condition) = condition(win, classes, packing, known, step, work) {
                entries += condition.entries();
                bounds.conditions.push(condition);
            }
        }
        bounds
    }

    /// A lower bound on the turns to a win; `None` if there is no way to one.
    pub fn lower_bound(&self, packing: &Packing, state: &[u64]) -> Option<u32> {
        let mut most = 0;
        for condition in &self.conditions {
            let bound = match condition {
                Condition::Each { list, distances, together } => {
                    let mut total = Total::new(*together);
                    packing.each_place(state, *list, |place| total.add(distances[place]));
                    total.turns()
                }
                Condition::Nearest { list, distances } => {
                    let mut least = NEVER;
                    packing.each_place(state, *list, |place| least = least.min(distances[place]));
                    (least != NEVER).then_some(least)
                }
                Condition::Filled { list, distances, together } => {
                    let mut total = Total::new(*together);
                    for distances in distances {
                        let mut least = NEVER;
                        packing.each_place(state, *list, |place| least = least.min(distances[place]));
                        total.add(least);
                    }
                    total.turns()
                }
            };
            most = most.max(bound?);
        }
        Some(most)
    }
}

/// The turns that several distances take together, if at most so many things move in a turn; 0 if any number may.
struct Total {
    together: u32,
    sum: u32,
    most: u32,
}

impl Total {
    fn new(together: u32) -> Total {
        Total { together, sum: 0, most: 0 }
    }

    fn add(&mut self, distance: u32) {
        self.sum = self.sum.saturating_add(distance);
        self.most = self.most.max(distance);
    }

    fn turns(&self) -> Option<u32> {
        let turns =
            if self.together == 0 { self.most } else { self.most.max(self.sum.div_ceil(self.together)) };
        (self.most != NEVER).then_some(turns)
    }
}

/// What a win condition comes to, if its things are understood.
fn condition(
    win: &FastWin,
    classes: &[Class],
    packing: &Packing,
    known: &Known<'_>,
    step: u32,
    work: &mut Work<'_>,
) -> Option<Condition> {
    let fixed = known.fixed.iter().fold(0, |all, cell| all | cell);
    let variable = known.possible.iter().fold(0, |all, cell| all | cell);
    let single = |objects: u64, all: bool| !all || objects.count_ones() == 1;
    let what = win.what.objects;
    if !single(what, win.what.all) {
        return None;
    }
    // The cells that may ever have the second name; any if there is none.
    let may_have = |cell: usize| match win.on {
        Some(on) if on.all => on.objects & !(known.possible[cell] | known.fixed[cell]) == 0,
        Some(on) => on.objects & (known.possible[cell] | known.fixed[cell]) != 0,
        None => true,
    };
    let ways = |things: u64, work: &mut Work<'_>| {
        let class = *classes.iter().find(|class| things & !class.objects == 0)?;
        let list = packing.list_of(class.objects).filter(|_| things != 0)?;
        let ways = Ways::new(class, known, work)?;
        Some((list, ways, together(class, classes, known)))
    };
    let things = what & variable;
    match (win.quantity, win.on) {
        // All things must be there, gone, or become something else.
        (Quantity::All, Some(_)) if what & fixed == 0 => {
            let (list, ways, together) = ways(things, work)?;
            let is_goal = |place: usize| {
                let (object, cell) = ways.places[place];
                object & things == 0 || may_have(cell) || ways.vanishing[place]
            };
            Some(Condition::Each { list, distances: ways.distances(is_goal, step, work), together })
        }
        // All goals need a thing.
        (Quantity::All, Some(on))
            if what & variable == 0 && single(on.objects, on.all) && on.objects & fixed == 0 =>
        {
            let wanted = on.objects & variable;
            let (list, ways, together) = ways(wanted, work)?;
            let goals: Vec<usize> =
                (0..known.fixed.len()).filter(|&cell| known.fixed[cell] & what != 0).collect();
            if goals.len() > MAX_GOALS {
                return None;
            }
            let distances = goals.iter().map(|&goal| {
                ways.distances(
                    |place| ways.places[place].1 == goal && ways.places[place].0 & wanted != 0,
                    step,
                    work,
                )
            });
            Some(Condition::Filled { list, distances: distances.collect(), together })
        }
        // One thing must be there.
        (Quantity::Some, Some(_)) if what & fixed == 0 => {
            let (list, ways, _) = ways(things, work)?;
            let is_goal = |place: usize| ways.places[place].0 & things != 0 && may_have(ways.places[place].1);
            Some(Condition::Nearest { list, distances: ways.distances(is_goal, step, work) })
        }
        (Quantity::Some, Some(on))
            if what & variable == 0 && single(on.objects, on.all) && on.objects & fixed == 0 =>
        {
            let wanted = on.objects & variable;
            let (list, ways, _) = ways(wanted, work)?;
            let is_goal = |place: usize| {
                let (object, cell) = ways.places[place];
                object & wanted != 0 && known.fixed[cell] & what != 0
            };
            Some(Condition::Nearest { list, distances: ways.distances(is_goal, step, work) })
        }
        // All things must be gone, or become something else.
        (Quantity::No, None) if what & fixed == 0 => {
            let (list, ways, together) = ways(things, work)?;
            let is_goal = |place: usize| ways.places[place].0 & things == 0 || ways.vanishing[place];
            Some(Condition::Each { list, distances: ways.distances(is_goal, step, work), together })
        }
        _ => None,
    }
}

/// How many things of a class may move in a turn; 0 if any number may.
///
/// There must be one player, whom no rule touches before it moves; and only rules about it, with the key's movement, give
/// others one. Each such rule moves what lies at a certain distance from the player.
fn together(class: Class, classes: &[Class], known: &Known<'_>) -> u32 {
    if class.count <= 1 {
        return 1;
    }
    let player = classes.iter().find(|other| known.player & !other.objects == 0 && other.count == 1);
    let Some(player) = player.filter(|player| player.objects & class.objects == 0) else { return 0 };
    let slots = |things: u64| -> Vec<usize> {
        (0..known.movers.len()).filter(|&slot| known.movers[slot] & things != 0).collect()
    };
    let [slot] = slots(player.objects)[..] else { return 0 };
    let mut pushes: Vec<(u64, isize)> = Vec::new();
    for rule in known.early_rules() {
        if rule.rows.iter().flat_map(cells).any(|cell| known.layers.changed(cell) & player.objects != 0) {
            return 0;
        }
        for row in &rule.rows {
            let all: Vec<&FastCell> = cells(row).collect();
            for (at, cell) in all.iter().enumerate() {
                if cell.set_movements & !cell.moving & bits(slot) != 0
                    && may_hold(cell, player.objects, known)
                {
                    return 0;
                }
                let goes_on = |slot: &usize| cell.clear_movements & bits(*slot) != bits(*slot);
                if Layers::added(cell) & class.objects != 0 && slots(class.objects).iter().any(goes_on) {
                    return 0;
                }
                let gives = |slot: &usize| cell.set_movements & !cell.moving & bits(*slot) != 0;
                if !slots(class.objects).iter().any(gives) || !may_hold(cell, class.objects, known) {
                    continue;
                }
                match pushed_by(rule, &all, player.objects, slot, at) {
                    Some(push) if !pushes.contains(&push) => pushes.push(push),
                    Some(_) => {}
                    None => return 0,
                }
            }
        }
    }
    let at_once = |&(key, _): &(u64, isize)| pushes.iter().filter(|(other, _)| *other == key).count();
    (pushes.iter().map(at_once).max().unwrap_or(1) * slots(class.objects).len().max(1)) as u32
}

/// Whether a cell that matches may hold one of these objects.
fn may_hold(cell: &FastCell, things: u64, known: &Known<'_>) -> bool {
    let there = cell.any.iter().fold(cell.present, |all, any| all | any);
    let others = known.layers.0.iter().filter(|&&layer| layer & there != 0).fold(0, |all, layer| all | layer);
    objects(things & !cell.missing).any(|object| there & object != 0 || others & object == 0)
}

/// The movement of the player with which a rule moves what is in one of its cells, and how far from the player that is.
fn pushed_by(
    rule: &FastRule,
    all: &[&FastCell],
    player: u64,
    slot: usize,
    at: usize,
) -> Option<(u64, isize)> {
    if rule.rows.len() > 1 || rule.rows[0].parts.len() > 1 {
        return None;
    }
    let is_player =
        |cell: &&FastCell| cell.present & player != 0 || cell.any.iter().any(|any| any & !player == 0);
    let from = all.iter().position(is_player)?;
    let movement = all[from].moving & bits(slot);
    (movement.count_ones() == 1).then_some((movement, rule.step * (at as isize - from as isize)))
}
