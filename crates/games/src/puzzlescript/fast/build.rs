//! From masks to planes: objects and layers are numbered anew, and rules compiled for the size of the board.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::analysis::{Analysis, is_unfit};
use super::board::{Plane, WORD};
use super::machine::{Commands, FastGroup, FastRule, FastWin, Level};
use super::pack::Packing;
use super::reach::Reach;
use super::rows::{FastCell, Part, Row, Size};
use crate::puzzlescript::engine::Input;
use crate::puzzlescript::game::{Compiled, Groups, Layout, MaskRule, Matcher, Pattern};
use crate::puzzlescript::mask::{self, Mask, movement_place};
use crate::puzzlescript::rule_text::{Command, Heading};

/// The most layers that may move: five bits each in a word.
const MOST_MOVERS: usize = 12;

/// Compiles a level; `None` if it is not of a kind that is compiled.
pub(super) fn build<const W: usize>(game: &Compiled, layout: &Layout, start: &[u64]) -> Option<Level<W>> {
    let analysis = Analysis::new(game, layout, start);
    if is_unfit(game, &analysis) {
        return None;
    }
    let ids: Vec<usize> = analysis.objects.members().collect();
    let slots: Vec<usize> = (0..game.layers.len())
        .filter(|&layer| {
            let (word, shift) = movement_place(layer);
            analysis.movements.0[word] >> shift & mask::ALL != 0
        })
        .collect();
    if ids.len() > WORD || slots.len() > MOST_MOVERS || layout.width == 0 {
        return None;
    }
    let size = Size { width: layout.width, height: layout.height };
    let cells = size.width * size.height;
    let mut builder = Builder { ids, slots, size, fixed: 0, fixed_cells: Vec::new(), number: 0 };
    builder.fixed = builder.objects(&analysis.fixed);
    let begin: Vec<u64> = start.chunks(game.object_words).map(|cell| builder.word(cell)).collect();
    builder.fixed_cells = begin.iter().map(|cell| cell & builder.fixed).collect();
    let (early_live, late_live) = analysis.live.split_at(game.early.list.len());
    let mut early = builder.groups(&game.early, early_live);
    let mut late = builder.groups(&game.late, late_live);
    let restart: Vec<u64> = layout.objects.chunks(game.object_words).map(|cell| builder.word(cell)).collect();
    let movers: Vec<u64> = builder.slots.iter().map(|&layer| builder.objects(&game.layers[layer])).collect();
    let player = builder.matcher(&game.player);
    let mut reach = Reach::<W>::new(size, &begin, &restart);
    reach.spread(&early, &late, &movers, player.0, builder.fixed, &builder.fixed_cells);
    reach.drop_dead_rules(&mut early);
    reach.drop_dead_rules(&mut late);
    let possible: Vec<u64> = reach.objects().map(|objects| objects & !builder.fixed).collect();
    let layers: Vec<u64> = game.layers.iter().map(|layer| builder.objects(layer)).collect();
    let packing = Packing::new(builder.fixed_cells.clone(), &possible, &layers);
    if !packing.is_possible() {
        return None;
    }
    let mut packed = vec![0; packing.words()];
    begin.iter().enumerate().for_each(|(cell, &objects)| packing.write(&mut packed, cell, objects));
    let wins = game.wins.iter().map(|win| FastWin {
        quantity: win.quantity,
        what: builder.matcher(&win.what),
        on: win.on.as_ref().map(|on| builder.matcher(on)),
    });
    let keys = [
        (Input::Up, mask::UP),
        (Input::Left, mask::LEFT),
        (Input::Down, mask::DOWN),
        (Input::Right, mask::RIGHT),
        (Input::Action, mask::ACTION),
    ];
    let inputs = keys.into_iter().filter(|&(key, _)| key != Input::Action || !game.prelude.no_action);
    let mut whole: Plane<W> = [0; W];
    (0..cells).for_each(|cell| whole[cell / 64] |= 1 << (cell % 64));
    Some(Level {
        size,
        early,
        late,
        wins: wins.collect(),
        player,
        movers,
        packing,
        start: packed,
        restart,
        inputs: inputs.collect(),
        player_must_move: game.prelude.require_player_movement,
        rules: builder.number,
        whole,
        ids: builder.ids,
        object_words: game.object_words,
        pool: Mutex::new(Vec::new()),
        endless: AtomicBool::new(false),
    })
}

struct Builder {
    /// The objects that may appear, by their new numbers.
    ids: Vec<usize>,
    /// The layers that may move, by their new numbers.
    slots: Vec<usize>,
    size: Size,
    /// The objects that never change, and where they are.
    fixed: u64,
    fixed_cells: Vec<u64>,
    number: usize,
}

impl Builder {
    fn word(&self, objects: &[u64]) -> u64 {
        let bit = |(number, &id): (usize, &usize)| (objects[id / 64] >> (id % 64) & 1) << number;
        self.ids.iter().enumerate().map(bit).sum()
    }

    fn objects(&self, mask: &Mask) -> u64 {
        self.word(&mask.0)
    }

    fn movements(&self, mask: &Mask) -> u64 {
        let bits = |(number, &layer): (usize, &usize)| {
            let (word, shift) = movement_place(layer);
            (mask.0[word] >> shift & mask::ALL) << (5 * number)
        };
        self.slots.iter().enumerate().map(bits).sum()
    }

    /// What a name matches. An aggregate with an object that never appears matches nothing.
    fn matcher(&self, matcher: &Matcher) -> (u64, bool) {
        let objects = self.objects(&matcher.mask);
        let whole = objects.count_ones() as usize == matcher.mask.members().count();
        if matcher.all && (!whole || objects == 0) { (0, false) } else { (objects, matcher.all) }
    }

    fn groups<const W: usize>(&mut self, groups: &Groups, live: &[Vec<bool>]) -> Vec<FastGroup<W>> {
        let mut all = Vec::with_capacity(groups.list.len());
        for ((group, live), &jump) in groups.list.iter().zip(live).zip(&groups.jumps) {
            let rules = group.rules.iter().zip(live).filter(|(_, live)| **live);
            let rules = rules.filter_map(|(rule, _)| self.rule(rule)).collect();
            all.push(FastGroup { rules, jump });
        }
        all
    }

    /// A rule; `None` if it does not fit on the board.
    fn rule<const W: usize>(&mut self, rule: &MaskRule) -> Option<FastRule<W>> {
        let along = match rule.direction {
            Heading::Up | Heading::Down => self.size.height,
            Heading::Left | Heading::Right => self.size.width,
        };
        let step = self.size.step(rule.direction);
        let mut rows = Vec::with_capacity(rule.rows.len());
        let (mut needs, mut watched) = (0, 0);
        for row in &rule.rows {
            let length = row.length();
            if length > along {
                return None;
            }
            let mut parts = Vec::with_capacity(row.parts.len());
            for (number, part) in row.parts.iter().enumerate() {
                let cells: Vec<FastCell> =
                    part.iter().map(|pattern| self.cell(pattern, rule.replaces)).collect();
                for cell in &cells {
                    needs |= u128::from(cell.present) | u128::from(cell.moving) << WORD;
                    watched |= cell.watched();
                }
                let room = if number == 0 { length } else { cells.len() };
                let begin: Plane<W> = self.beginnings(&cells, rule.direction, room);
                if begin.iter().all(|&word| word == 0) {
                    return None;
                }
                parts.push(Part::new(cells, begin, step));
            }
            rows.push(Row { parts, length });
        }
        let has = |command: &Command| rule.commands.contains(command);
        let commands = Commands {
            cancel: has(&Command::Cancel),
            restart: has(&Command::Restart),
            win: has(&Command::Win),
            again: has(&Command::Again),
            any: !rule.commands.is_empty(),
        };
        self.number += 1;
        let watched: Vec<u8> =
            (0..128).filter(|&plane| watched >> plane & 1 == 1).map(|plane| plane as u8).collect();
        let number = self.number - 1;
        Some(FastRule {
            rows,
            direction: rule.direction,
            step,
            replaces: rule.replaces,
            commands,
            needs,
            watched,
            number,
        })
    }

    fn cell(&self, pattern: &Pattern, replaces: bool) -> FastCell {
        let mut cell = FastCell {
            present: self.objects(&pattern.present),
            missing: self.objects(&pattern.missing),
            any: pattern.any.iter().map(|any| self.objects(any)).collect(),
            moving: self.movements(&pattern.moving),
            still: self.movements(&pattern.still),
            ..FastCell::default()
        };
        if replaces {
            cell.clear = self.objects(&pattern.change.clear);
            cell.set = self.objects(&pattern.change.set);
            cell.clear_movements = self.movements(&pattern.change.clear_movements);
            cell.set_movements = self.movements(&pattern.change.set_movements);
        }
        cell.prepare(self.fixed);
        cell
    }

    /// The cells with this many cells ahead of them, and with what never changes.
    fn beginnings<const W: usize>(&self, cells: &[FastCell], direction: Heading, room: usize) -> Plane<W> {
        let step = self.size.step(direction);
        let mut plane = [0; W];
        for first in (0..self.fixed_cells.len()).filter(|&cell| self.size.ahead(cell, direction) >= room) {
            let fits = cells.iter().enumerate().all(|(number, cell)| {
                let here = self.fixed_cells[(first as isize + step * number as isize) as usize];
                let wanted = cell.present & self.fixed;
                here & wanted == wanted
                    && here & cell.missing == 0
                    && cell.any.iter().all(|any| any & !self.fixed != 0 || here & any != 0)
            });
            if fits {
                plane[first / 64] |= 1 << (first % 64);
            }
        }
        plane
    }
}
