//! One tick: the six steps of the rules, each a function.

use std::cmp::Reverse;

use unriddle_kit::Direction;

use super::super::goal::Fault;
use super::super::level::{Cell, Tile};
use super::state::{Donut, Memory, State};
use super::{Fate, Move, NONE, Simulation, Way};

impl Simulation<'_> {
    /// Clears the moves of the last tick.
    pub(super) fn forget_moves(&mut self) {
        for mv in &self.moves {
            (self.first[mv.from.index()], self.leaving[mv.from.index()]) = (NONE, 0);
            self.winner[mv.to.index()] = NONE;
        }
        self.moves.clear();
    }

    /// **1. Intent.** A source always wants to push a donut into its front cell. A donut wants to go
    /// where a matching bumper pushes it. Otherwise it follows its belt, leaves a splitter on the next
    /// side, leaves an exit in its direction, goes straight on from a crossover, or goes from an
    /// entrance to all exits at once.
    pub(super) fn intents(&mut self) -> Result<(), Fault> {
        self.forget_moves();
        let mut worst: Option<Fault> = None;
        let mut note = |wish: Result<(), Fault>| {
            if let Err(fault) = wish {
                worst = Some(worst.map_or(fault, |known| known.first(fault)));
            }
        };
        let factory = self.factory;
        for (number, &source) in factory.sources.iter().enumerate() {
            if let Tile::Source(way) | Tile::AnySource(way) = factory.tile(source) {
                note(self.wish(source, way, Donut::new(number, self.pending[number])));
            }
        }
        for at in 0..self.state.held.len() {
            let cell = self.state.held[at];
            let donut = self.state.donuts[cell.index()];
            if let Some(way) = factory.push(cell, donut.kind()) {
                note(self.wish(cell, way, donut));
                continue;
            }
            let memory = self.state.memories[cell.index()];
            match self.ways[cell.index()] {
                Way::To(way) => note(self.wish(cell, way, donut)),
                Way::Split(facing) if memory.right_is_next() => note(self.wish(cell, facing.right(), donut)),
                Way::Split(facing) => note(self.wish(cell, facing.left(), donut)),
                Way::Straight => note(self.wish(cell, memory.heading(), donut)),
                Way::Teleport(group) => {
                    self.first[cell.index()] = self.moves.len() as u32;
                    for &to in factory.exits(group) {
                        // The heading only matters on crossovers.
                        let heading = Direction::Right;
                        self.moves.push(Move { from: cell, to, heading, donut, fate: Fate::On });
                    }
                }
                Way::NoBelt | Way::Never => note(Err(Fault::NoBelt { at: cell, kind: donut.kind() })),
            }
        }
        worst.map_or(Ok(()), Err)
    }

    /// Adds the move of a donut to the next cell. It is a fault to leave the board, or to enter a cell
    /// that cannot be entered in this direction.
    #[inline]
    fn wish(&mut self, from: Cell, heading: Direction, donut: Donut) -> Result<(), Fault> {
        let there = self.factory.ahead(from, heading);
        match there {
            Some(to) if self.doors[from.index()] & 1 << heading as u8 != 0 => {
                self.first[from.index()] = self.moves.len() as u32;
                self.moves.push(Move { from, to, heading, donut, fate: Fate::On });
                Ok(())
            }
            Some(to) => Err(Fault::NoEntry { from, way: heading, to, kind: donut.kind() }),
            None => Err(Fault::OffBoard { from, way: heading, kind: donut.kind() }),
        }
    }

    /// **2. Crossover.** An occupied crossover admits no donut this tick. An empty one admits donuts
    /// only along the axis that was not used last.
    pub(super) fn crossovers(&mut self) {
        for mv in &mut self.moves {
            let to = mv.to.index();
            if self.ways[to] == Way::Straight
                && (!self.state.donuts[to].is_none() || !self.state.memories[to].takes(mv.heading))
            {
                mv.fate = Fate::Barred;
            }
        }
    }

    /// **3. Merge.** Of several donuts that want the same cell, the one that has waited longest goes;
    /// then the one with more toppings; then the one whose cell comes first, row by row. But if the
    /// occupant of the cell belongs to a full loop that one of them closes, the loop rotates as a
    /// whole and the others wait.
    pub(super) fn merges(&mut self) {
        self.contested.clear();
        for at in 0..self.moves.len() {
            if self.moves[at].fate != Fate::On {
                continue;
            }
            let to = self.moves[at].to;
            match self.winner[to.index()] {
                NONE => self.winner[to.index()] = at as u32,
                other => {
                    if !self.state.donuts[to.index()].is_none() && self.contested.last() != Some(&to) {
                        self.contested.push(to);
                    }
                    if self.goes_before(at as u32, other) {
                        self.winner[to.index()] = at as u32;
                    }
                }
            }
        }
        for at in 0..self.contested.len() {
            let cell = self.contested[at];
            if let Some(mv) = self.closes_loop(cell) {
                self.winner[cell.index()] = mv;
            }
        }
        for (at, mv) in self.moves.iter_mut().enumerate() {
            if mv.fate == Fate::On {
                if self.winner[mv.to.index()] == at as u32 {
                    self.leaving[mv.from.index()] += 1;
                } else {
                    mv.fate = Fate::Off;
                }
            }
        }
    }

    /// Whether one move goes before another into the same cell.
    fn goes_before(&self, one: u32, other: u32) -> bool {
        let rank = |mv: u32| {
            let Move { from, donut, .. } = self.moves[mv as usize];
            (self.state.waits[from.index()], donut.kind(), Reverse(from))
        };
        rank(one) > rank(other)
    }

    /// The move that closes a full loop through an occupied cell. Each donut wants one cell, so there
    /// is at most one such loop. A donut on an entrance with several exits wants several cells and
    /// belongs to no loop.
    fn closes_loop(&self, cell: Cell) -> Option<u32> {
        let mut here = cell;
        // A longer walk is in a loop that does not contain this cell.
        for _ in 0..self.state.held.len() {
            let at = self.first[here.index()];
            let mv = self.moves.get(at as usize)?;
            let copies = self.moves.get(at as usize + 1).is_some_and(|next| next.from == here);
            if copies || mv.fate == Fate::Barred || self.state.donuts[mv.to.index()].is_none() {
                return None;
            }
            if mv.to == cell {
                return Some(at);
            }
            here = mv.to;
        }
        None
    }

    /// **4. Back-pressure.** A move is off if its destination holds a donut that does not move. This
    /// repeats until nothing changes, so a queue with a free head moves as a whole. An entrance is
    /// blocked only if all its exits are.
    pub(super) fn back_pressure(&mut self) {
        self.stack.clear();
        let stuck = self.state.held.iter().filter(|cell| self.leaving[cell.index()] == 0);
        self.stack.extend(stuck);
        while let Some(cell) = self.stack.pop() {
            let Some(mv) = self.moves.get_mut(self.winner[cell.index()] as usize) else { continue };
            mv.fate = Fate::Off;
            let from = mv.from;
            self.leaving[from.index()] -= 1;
            if self.leaving[from.index()] == 0 && !self.state.donuts[from.index()].is_none() {
                self.stack.push(from);
            }
        }
    }

    /// **5. Apply.** A donut that moves has waited 0 ticks, any other one tick more. A splitter
    /// switches sides when a donut leaves it, and never skips a blocked side. A crossover remembers the
    /// axis of the donut that leaves it. Copies for blocked exits are lost.
    pub(super) fn leave(&mut self) {
        for number in 0..self.factory.sources.len() {
            let source = self.factory.sources[number];
            let wait = &mut self.state.waits[source.index()];
            if self.leaving[source.index()] > 0 {
                *wait = 0;
                self.pending[number] = self.next_kind(number);
            } else {
                *wait += 1;
            }
        }
        let State { donuts, waits, memories, held } = &mut self.state;
        held.retain(|cell| {
            let at = cell.index();
            if self.leaving[at] == 0 {
                waits[at] += 1;
                return true;
            }
            (donuts[at], waits[at]) = (Donut::NONE, 0);
            match self.ways[at] {
                Way::Split(_) => memories[at].turn(),
                Way::Straight => memories[at] = Memory::left_by(memories[at].heading()),
                _ => {}
            }
            false
        });
    }

    /// **6. Arrive.** A target consumes the donut; a kind that it does not want is a fault. Elsewhere,
    /// a topper with the next topping adds it, and other toppers do nothing. So a donut is topped
    /// before a bumper pushes it in the next tick.
    pub(super) fn arrive(&mut self) -> Result<(), Fault> {
        let mut worst: Option<Fault> = None;
        for mv in self.moves.iter().filter(|mv| mv.fate == Fate::On) {
            let (to, kind) = (mv.to.index(), mv.donut.kind());
            match self.ways[to] {
                Way::Never => {
                    if !self.factory.wants(mv.to).contains(kind) {
                        let fault = Fault::WrongKind { target: mv.to, kind };
                        worst = Some(worst.map_or(fault, |known| known.first(fault)));
                    }
                    let target = self.factory.number(mv.to);
                    self.delivered.note(mv.donut.source(), target, kind);
                    self.recent.note(mv.donut.source(), target, kind);
                    continue;
                }
                Way::Straight => self.state.memories[to] = Memory::held_by(mv.heading),
                _ => {}
            }
            self.state.donuts[to] = mv.donut.with(self.factory.topped(mv.to, kind));
            self.state.held.push(mv.to);
        }
        worst.map_or(Ok(()), Err)
    }
}
