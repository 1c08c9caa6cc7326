//! From masks to planes: objects and layers are numbered anew, and rules compiled for the size of the board.

use super::analysis::{Analysis, is_crowded, is_unfit};
use super::board::{Watchers, planes_of};
use super::bound::Bounds;
use super::counts::classes;
use super::derived::Derived;
use super::effects::Layers;
use super::lines::Lines;
use super::machine::Plan;
use super::pack::{Contents, Packing};
use super::reach::Reach;
use super::rows::{FastCell, Part, Row, Size};
use super::rules::{Commands, FastGroup, FastRule, is_at_once};
use super::sets::{CellSet, WORD};
use super::ways::Known;
use super::width_for;
use super::wins::{FastWin, Named};
use crate::engine::{Engine, Halt, Input, Work};
use crate::game::{Compiled, Groups, MaskRule, Matcher, Pattern, Stage};
use crate::mask::{self, Mask, movement_place};
use crate::rule_text::{Command, Heading};

/// The most layers that may move: five bits each in a word.
const MAX_MOVERS: usize = 12;

/// A level with its rules compiled, before it is known which objects follow from others.
pub(super) struct Draft {
    /// The words of a set of cells.
    pub words: usize,
    pub size: Size,
    pub early: Vec<FastGroup>,
    pub late: Vec<FastGroup>,
    pub watchers: Watchers,
    /// The objects of each cell in the first state, and where restarts lead.
    pub start: Vec<u64>,
    pub restart: Vec<u64>,
    /// Whether a turn follows a restart by itself.
    pub restart_goes_on: bool,
    /// What follows from the rest, if it holds on the boards with which the level may begin.
    pub derived: Derived,
    layers: Layers,
    movers: Vec<u64>,
    player: Named,
    /// What each cell may hold, fixed objects apart.
    possible: Vec<u64>,
    builder: Builder,
}

impl Draft {
    /// Compiles the rules of a level; `None` if it is not of a kind that is compiled, or the work was given up.
    pub fn new(
        game: &Compiled,
        number: usize,
        start: &[u64],
        work: &mut Work<'_>,
        halt: &Halt<'_>,
    ) -> Option<Draft> {
        let Some(Stage::Board(layout)) = game.levels.get(number) else { return None };
        let size = Size { width: layout.width, height: layout.height };
        let words = width_for(size.width * size.height)?;
        let analysis = Analysis::new(game, layout, start, work)?;
        let mut cells = start.chunks(game.object_words).chain(layout.objects.chunks(game.object_words));
        if is_unfit(game, &analysis) || cells.any(|cell| is_crowded(game, cell)) {
            return None;
        }
        let ids: Vec<usize> = analysis.objects.members().collect();
        let slots: Vec<usize> = (0..game.layers.len())
            .filter(|&layer| {
                let (word, shift) = movement_place(layer);
                analysis.movements.0[word] >> shift & mask::ALL != 0
            })
            .collect();
        if ids.len() > WORD || slots.len() > MAX_MOVERS || layout.width == 0 {
            return None;
        }
        let cell_words = game.object_words + game.movement_words;
        let mut builder = Builder { ids, slots, size, words, fixed: 0, fixed_cells: Vec::new(), cell_words };
        builder.fixed = builder.objects(&analysis.fixed);
        let begin: Vec<u64> = start.chunks(game.object_words).map(|cell| builder.word(cell)).collect();
        builder.fixed_cells = begin.iter().map(|cell| cell & builder.fixed).collect();
        let (early_live, late_live) = analysis.live.split_at(game.early.list.len());
        let mut early = builder.groups(&game.early, early_live, work);
        let mut late = builder.groups(&game.late, late_live, work);
        // Without a restart the board as written never comes back. With one, the rules of the start run again on it.
        let mut rules = early.iter().chain(&late).flat_map(|group| &group.rules);
        let (mut restart, mut restart_goes_on) = (begin.clone(), false);
        if rules.any(|rule| rule.commands.restart) {
            let mut engine = Engine::unbegun(game, number, "")?.halted_by(halt.clone());
            engine.restart_by_rule();
            // The turns that follow by themselves are those of the move.
            if engine.was_given_up() {
                return None;
            }
            let objects = engine.board().objects.chunks(game.object_words);
            restart = objects.map(|cell| builder.word(cell)).collect();
            restart_goes_on = engine.is_again();
        }
        let movers: Vec<u64> =
            builder.slots.iter().map(|&layer| builder.objects(&game.layers[layer])).collect();
        let player = builder.matcher(&game.player);
        let mut reach = Reach::new(size, words, &begin, &restart);
        let fixed = (builder.fixed, builder.fixed_cells.as_slice());
        reach.spread(&early, &late, &movers, player.objects, fixed, work);
        if work.is_over() {
            return None;
        }
        reach.drop_dead_rules(&mut early);
        reach.drop_dead_rules(&mut late);
        let possible: Vec<u64> = reach.objects().map(|objects| objects & !builder.fixed).collect();
        let layers = Layers(game.layers.iter().map(|layer| builder.objects(layer)).collect());
        let watchers = number_rules(&mut early, &mut late);
        let variable = possible.iter().fold(0, |all, objects| all | objects);
        let derived = Derived::find(variable, &early, &late, &layers, work);
        Some(Draft {
            words,
            size,
            early,
            late,
            watchers,
            start: begin,
            restart,
            restart_goes_on,
            derived,
            layers,
            movers,
            player,
            possible,
            builder,
        })
    }

    /// Decides how states are packed and what bounds there are; `None` as for the rules.
    pub fn finish(self, game: &Compiled, work: &mut Work<'_>) -> Option<Plan> {
        let Draft { words, size, early, late, watchers, start, restart, derived, .. } = self;
        let Draft { restart_goes_on, layers, movers, player, possible, builder, .. } = self;
        let variable = possible.iter().fold(0, |all, objects| all | objects);
        let packed: Vec<u64> = possible.iter().map(|objects| objects & !derived.objects).collect();
        let classes =
            classes(variable & !derived.objects, [&early, &late], &layers, [&start, &restart], work);
        let fixed = builder.fixed_cells.clone();
        let contents = Contents { fixed, possible: packed, layers, classes };
        let packing = Packing::new(&contents, &[])?;
        let Contents { layers, classes, .. } = &contents;
        let wins = game.wins.iter().map(|win| FastWin {
            quantity: win.quantity,
            what: builder.matcher(&win.what),
            on: win.on.as_ref().map(|on| builder.matcher(on)),
        });
        let wins: Vec<FastWin> = wins.collect();
        let known = Known {
            size,
            words,
            early: &early,
            late: &late,
            layers,
            movers: &movers,
            player: player.objects,
            cells: early.iter().chain(&late).flat_map(|group| &group.rules).map(|rule| rule.cells).sum(),
            possible: &possible,
            fixed: &builder.fixed_cells,
        };
        let bounds = Bounds::new(&wins, classes, &packing, &known, work);
        if work.is_over() {
            return None;
        }
        let keys = [
            (Input::Up, mask::UP),
            (Input::Left, mask::LEFT),
            (Input::Down, mask::DOWN),
            (Input::Right, mask::RIGHT),
            (Input::Action, mask::ACTION),
        ];
        let inputs = keys.into_iter().filter(|&(key, _)| key != Input::Action || !game.prelude.no_action);
        let movements = (0..5 * movers.len()).fold(0, |all, bit| all | 1 << bit);
        let used = planes_of((0..builder.ids.len()).fold(0, |all, bit| all | 1 << bit), movements);
        Some(Plan {
            max_work: game.max_work,
            size,
            early,
            late,
            wins,
            bounds,
            player,
            movers,
            packing,
            contents,
            derived,
            whole: CellSet::first(start.len(), words),
            start,
            restart,
            restart_goes_on,
            inputs: inputs.collect(),
            player_must_move: game.prelude.require_player_movement,
            watchers,
            used,
            ids: builder.ids,
            object_words: game.object_words,
        })
    }
}

struct Builder {
    /// The objects that may appear, by their new numbers.
    ids: Vec<usize>,
    /// The layers that may move, by their new numbers.
    slots: Vec<usize>,
    size: Size,
    /// The words of a set of cells.
    words: usize,
    /// The objects that never change, and where they are.
    fixed: u64,
    fixed_cells: Vec<u64>,
    /// The words of a cell in the plain engine.
    cell_words: usize,
}

/// Numbers all rules, and says which planes each of them watches.
fn number_rules(early: &mut [FastGroup], late: &mut [FastGroup]) -> Watchers {
    let mut watched = Vec::new();
    for group in early.iter_mut().chain(late) {
        group.first = watched.len();
        watched.extend(group.rules.iter().map(|rule| rule.watched));
    }
    Watchers::new(&watched)
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
    fn matcher(&self, matcher: &Matcher) -> Named {
        let objects = self.objects(&matcher.mask);
        let whole = objects.count_ones() as usize == matcher.mask.members().count();
        match matcher.all && (!whole || objects == 0) {
            true => Named { objects: 0, all: false },
            false => Named { objects, all: matcher.all },
        }
    }

    /// The groups, as far as the work was not given up.
    fn groups(&self, groups: &Groups, live: &[Vec<bool>], work: &mut Work<'_>) -> Vec<FastGroup> {
        let mut all = Vec::with_capacity(groups.list.len());
        for ((group, live), &jump) in groups.list.iter().zip(live).zip(&groups.jumps) {
            let live = || group.rules.iter().zip(live).filter(|(_, live)| **live).map(|(rule, _)| rule);
            let tried: usize = live().map(|rule| rule.cells() * self.fixed_cells.len()).sum();
            let mut may_go_on = |rule: &&MaskRule| work.add(rule.cells() * self.fixed_cells.len());
            let rules = live().filter(|rule| may_go_on(rule)).filter_map(|rule| self.rule(rule)).collect();
            let plain = (tried * self.cell_words + group.rules.len()) as u64;
            all.push(FastGroup { rules, jump, first: 0, plain });
        }
        all
    }

    /// A rule; `None` if it does not fit on the board.
    fn rule(&self, rule: &MaskRule) -> Option<FastRule> {
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
                    needs |= planes_of(cell.present, cell.moving);
                    watched |= cell.watched();
                }
                let room = if number == 0 { length } else { cells.len() };
                let begin = self.beginnings(&cells, rule.direction, room);
                if begin.is_empty() {
                    return None;
                }
                parts.push(Part::new(cells, begin, step));
            }
            let lengths: Vec<usize> = row.parts.iter().map(Vec::len).collect();
            let lines =
                (lengths.len() > 1).then(|| Lines::new(&lengths, self.size, self.words, rule.direction));
            rows.push(Row { parts, length, lines });
        }
        let has = |command: &Command| rule.commands.contains(command);
        let commands = Commands {
            cancel: has(&Command::Cancel),
            restart: has(&Command::Restart),
            win: has(&Command::Win),
            again: has(&Command::Again),
            message: rule.commands.iter().any(|command| matches!(command, Command::Message(_))),
            any: !rule.commands.is_empty(),
        };
        Some(FastRule {
            at_once: is_at_once(&rows),
            rows,
            direction: rule.direction,
            step,
            replaces: rule.replaces,
            commands,
            needs,
            watched,
            cells: rule.cells(),
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
    fn beginnings(&self, cells: &[FastCell], direction: Heading, room: usize) -> CellSet {
        let step = self.size.step(direction);
        let mut set = CellSet::empty(self.words);
        for first in (0..self.fixed_cells.len()).filter(|&cell| self.size.ahead(cell, direction) >= room) {
            let fits = cells.iter().enumerate().all(|(number, cell)| {
                let here = self.fixed_cells[(first as isize + step * number as isize) as usize];
                let wanted = cell.present & self.fixed;
                here & wanted == wanted
                    && here & cell.missing == 0
                    && cell.any.iter().all(|any| any & !self.fixed != 0 || here & any != 0)
            });
            if fits {
                set.insert(first);
            }
        }
        set
    }
}
