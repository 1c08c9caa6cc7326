//! Sokobond.
//!
//! - You move one atom; atoms that come to lie side by side bond, as long as both have free electrons.
//! - What is bonded to a moving atom moves with it; what stands in the way is pushed.
//! - Modifiers stand on corners between cells and act on a bond that is swept over them: `/` weakens
//!   it, `+` strengthens it, `@` rotates it and so drags its other end round the corner.
//! - Everything moves at once or nothing does; then neighbours bond.
//! - The level is solved when no atom has a free electron left. Helium never has one.
//!
//! A solution is optimal if it has the fewest moves. A state packs each atom's cell and its bonds to
//! the right and below ([`state`]). It is unpacked into an [`arrangement`], to which a move is applied
//! ([`moves`]). The order in which atoms bond is defined in one place ([`level`]). The search runs on
//! a smaller graph than that of single moves ([`macro_search`]).

mod arrangement;
mod assumptions;
mod axes;
mod bound;
mod distances;
mod editor;
mod format;
mod goal_count_search;
mod guide;
mod hub_table;
mod lessons;
mod level;
mod macro_search;
mod meetings;
mod motion;
mod moves;
mod notation;
mod novelty_search;
mod pairing;
mod picture;
mod reachability;
mod scratch;
mod search;
mod shape;
mod shift;
mod sprites;
mod state;
mod strategies;
mod symmetry;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use unriddle_kit::editing::Editor;
use unriddle_kit::{
    AuditError, Claims, Direction, Explored, Focus, Footprint, Frame, Game, GameInfo, Gesture, LevelError,
    Picture, PlayError, Request, Rules, TypedAnswer, new_level,
};
use unriddle_search::{Audit, Cost, Monitor, Options};

use self::arrangement::Arrangement;
use self::assumptions::AssumptionLog;
use self::level::Board;
use self::scratch::with_scratch;

/// The game.
pub(crate) struct Sokobond;

const INFO: GameInfo = GameInfo {
    id: "sokobond",
    name: "Sokobond",
    summary: "Push atoms together until every electron is part of a bond.",
    click: "beside your atom",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "Every move costs 1, whatever it pushes; a key that is blocked costs nothing.",
    format: format::HELP,
    notation: "keys: W up, A left, S down, D right: WDDS",
    // Every cell may hold an atom, which is drawn in layers, with its bonds and electrons.
    footprint: Footprint { fixed: 0, level: 160, scene: 1200, drawing: 3800, tables: 0 },
    shared_search: true,
    ..GameInfo::DEFAULT
};

impl Game for Sokobond {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::LabEditor
    }

    fn detect(&self, text: &str) -> u8 {
        format::detect(text)
    }

    fn read(
        &self,
        text: &str,
        _settings: &[(&str, u32)],
    ) -> Result<Box<dyn unriddle_kit::Level>, LevelError> {
        Ok(new_level(&Sokobond, SokobondRules { board: Arc::new(Board::new(format::read(text)?)) }))
    }
}

/// A level as it is played.
struct SokobondRules {
    board: Arc<Board>,
}

/// The atoms and their bonds, and the uncertain rules that the moves so far rely on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct PlayState {
    arrangement: Arrangement,
    assumed: AssumptionLog,
}

impl Rules for SokobondRules {
    type State = PlayState;
    type Move = Direction;

    fn start(&self) -> PlayState {
        let mut played = PlayState::default();
        played.assumed = AssumptionLog::at_start(played.arrangement.set_up(&self.board));
        played
    }

    fn is_solved(&self, played: &PlayState) -> bool {
        played.arrangement.is_solved()
    }

    fn legal(&self, played: &PlayState) -> Vec<Direction> {
        with_scratch(|scratch| {
            let mut moves = Direction::ALL.to_vec();
            moves.retain(|&mv| scratch.motion.run(&self.board, &played.arrangement, mv).is_ok());
            moves
        })
    }

    fn play(&self, played: &mut PlayState, mv: Direction) -> Result<Cost, String> {
        with_scratch(|scratch| {
            let moved = scratch.motion.run(&self.board, &played.arrangement, mv);
            moved.map_err(|blocked| blocked.describe(&self.board, &played.arrangement))?;
            played.assumed.note(mv, scratch.motion.assumptions);
            std::mem::swap(&mut played.arrangement, &mut scratch.motion.after);
            Ok(1)
        })
    }

    /// A blocked key does not count as a move.
    fn has_idle_keys(&self) -> bool {
        true
    }

    fn interpret(&self, _: &PlayState, gesture: &Gesture) -> Result<Vec<Direction>, String> {
        Ok(vec![gesture.direction()?])
    }

    fn tap(&self, played: &PlayState, at: (usize, usize), _: Option<&str>) -> Result<Vec<Direction>, String> {
        self.move_to(played, at)
    }

    fn focus(&self, played: &PlayState, moves: &[Direction]) -> Option<Focus> {
        self.look_at(played, moves)
    }

    fn move_name(&self, mv: Direction) -> String {
        notation::key(mv).to_string()
    }

    fn write_moves(&self, _: &PlayState, moves: &[Direction]) -> String {
        notation::write(moves)
    }

    fn read_moves(&self, _: &PlayState, text: &str) -> Result<Vec<Direction>, PlayError> {
        notation::read(text)
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        let plan = &self.board.plan;
        let plain = format::write_plain(plan).map(|text| ("v1", text));
        plain.into_iter().chain([("v2", format::write_spaced(plan))]).collect()
    }

    fn size(&self) -> (usize, usize) {
        self.board.plan.size
    }

    fn picture(&self, played: &PlayState) -> Picture {
        picture::draw(&self.board, &played.arrangement)
    }

    /// First everything moves, with the bonds that are not cut on the way; then neighbours bond.
    fn motion(&self, played: &PlayState, mv: Direction) -> Vec<Frame> {
        with_scratch(|scratch| {
            if scratch.motion.carry_out(&self.board, &played.arrangement, mv).is_err() {
                return Vec::new();
            }
            let moved = scratch.motion.after.clone();
            scratch.motion.bond(&self.board);
            motion::frames(&self.board, &played.arrangement, &moved, &scratch.motion.after)
        })
    }

    /// The uncertain rules that the moves so far rely on.
    fn assumptions(&self, played: &PlayState) -> Vec<String> {
        played.assumed.lines()
    }

    fn claims(&self) -> Claims {
        Claims { optimal: None, solutions: self.board.plan.solutions.clone() }
    }

    fn warnings(&self) -> Vec<String> {
        self.board.plan.warnings.clone()
    }

    fn solve(
        &self,
        from: &PlayState,
        request: &Request,
        monitor: &mut Monitor<'_>,
    ) -> TypedAnswer<Direction> {
        search::solve(&self.board, &from.arrangement, request, monitor)
    }

    fn explore<'a>(
        &'a self,
        from: &PlayState,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Direction> + 'a>> {
        Some(search::explore(&self.board, &from.arrangement, options, monitor))
    }

    fn why_unsolvable(&self, _: &PlayState) -> Option<String> {
        let odd = self.board.full_strength.is_none();
        odd.then(|| "a bond takes two electrons, and their number is odd: one stays free".into())
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        search::audit(&self.board, &self.start().arrangement, most)
    }
}
