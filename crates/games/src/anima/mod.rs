//! Anima.
//!
//! - The board has passable and impassable tiles; some passable ones are goals, red or blue.
//! - Actors are blocks, red or blue, at most one on a tile.
//! - A move is a direction, and all actors move at once: red ones walk one tile in that direction, blue
//!   ones one tile in the opposite direction.
//! - An actor whose target tile is impassable stays.
//! - While two actors stand on the same tile, both go back to where they came from. So two neighbours
//!   that walk into each other swap places, and two that want the same tile both stay.
//! - The level is solved when every goal is covered by an actor of its colour. There may be more
//!   actors than goals.
//!
//! A solution is optimal if it has the fewest moves; every move costs 1. The search runs on two bit boards
//! (`state`, `moves`), replaces each state by the canonical one of its rotated and mirrored images
//! (`symmetry`), and bounds the cost by the distance of every goal from its nearest actor (`bound`).

mod bound;
mod editor;
mod format;
mod guide;
mod lessons;
mod level;
mod motion;
mod moves;
mod notation;
mod picture;
mod search;
mod sprites;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod walkers;

use std::sync::{Arc, OnceLock};

use unriddle_kit::editing::Editor;
use unriddle_kit::text::{most_cells, mostly_unwritten};
use unriddle_kit::{
    AuditError, Claims, Direction, Explored, Focus, Footprint, Game, GameInfo, Gesture, LevelError, Picture,
    Place, PlayError, Request, Rules, TypedAnswer, new_level,
};
use unriddle_search::{Audit, Cost, Monitor, Options};

use self::level::{Actor, Colour, Frame, Plan, Tile};
use self::search::Search;
use self::walkers::Walkers;

/// The game.
pub(crate) struct Anima;

const INFO: GameInfo = GameInfo {
    id: "anima",
    name: "Anima",
    summary: "Cover every goal with a block of its colour: red ones walk your way, blue ones the opposite way.",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "Every move costs 1, even one that moves nobody.",
    format: format::HELP,
    click: "beside a block",
    notation: "R, U, L, D for right, up, left, down, written together: RRUL",
    // The bound and the symmetries have tables of limited size.
    footprint: Footprint { fixed: 0, level: 64, scene: 360, drawing: 2300, tables: 64 << 20 },
    shared_search: true,
    ..GameInfo::DEFAULT
};

impl Game for Anima {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::DanceEditor
    }

    fn detect(&self, text: &str) -> u8 {
        format::detect(text)
    }

    fn read(
        &self,
        text: &str,
        _settings: &[(&str, u32)],
    ) -> Result<Box<dyn unriddle_kit::Level>, LevelError> {
        Ok(new_level(&Anima, AnimaRules::new(format::read(text)?, most_cells(text))?))
    }
}

/// A level as it is played.
struct AnimaRules {
    plan: Plan,
    frame: Frame,
    /// The tiles of the frame, row by row.
    tiles: Arc<[Tile]>,
    /// The actors at the start, red ones first, each colour row by row.
    start: Walkers,
    /// Made when it is first needed: a level that is only played is never searched.
    search: OnceLock<Box<dyn Search>>,
}

impl AnimaRules {
    /// The level of a plan, whose board may have at most `most` cells.
    fn new(plan: Plan, most: usize) -> Result<Self, LevelError> {
        let frame = plan.frame();
        let Some(cells) = frame.cells() else {
            let message = format!("a board of {} by {} tiles is too large", frame.width, frame.height);
            return Err(LevelError::new(Place::new(1, 1), message)
                .help(format!("width times height may be at most {}", level::MAX_CELLS)));
        };
        if cells > most {
            return Err(mostly_unwritten(Place::new(1, 1), frame.size()));
        }
        let tiles = plan.tiles(frame);
        let start = Walkers::new(&plan, frame);
        Ok(AnimaRules { plan, frame, tiles, start, search: OnceLock::new() })
    }

    fn search(&self) -> &dyn Search {
        self.search.get_or_init(|| search::new(self.frame, &self.tiles, &self.start.0)).as_ref()
    }

    fn tile(&self, at: (usize, usize)) -> Tile {
        self.tiles[self.frame.number(at)]
    }

    /// The plan as it is written to a file, with the actors in the order of the start.
    fn written(&self) -> Plan {
        let (left, top) = self.frame.corner;
        let actors = self.start.0.iter();
        let actors = actors.map(|&Actor { colour, at: (x, y) }| Actor { colour, at: (x + left, y + top) });
        Plan { actors: actors.collect(), ..self.plan.clone() }
    }
}

impl Rules for AnimaRules {
    type State = Walkers;
    type Move = Direction;

    fn start(&self) -> Walkers {
        self.start.clone()
    }

    /// **The goal**: every goal is covered by an actor of its colour.
    fn is_solved(&self, walkers: &Walkers) -> bool {
        Colour::ALL.into_iter().all(|colour| {
            let goals = self.tiles.iter().filter(|&&tile| tile == Tile::Goal(colour)).count();
            let actors = walkers.0.iter().filter(|actor| actor.colour == colour);
            actors.filter(|actor| self.tile(actor.at) == Tile::Goal(colour)).count() == goals
        })
    }

    /// All four directions, including those that change nothing.
    fn legal(&self, _: &Walkers) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, walkers: &mut Walkers, direction: Direction) -> Result<Cost, String> {
        let size = self.frame.size();
        walkers.walk(direction, |at| at.0 < size.0 && at.1 < size.1 && self.tile(at) != Tile::Impassable);
        Ok(1)
    }

    fn interpret(&self, _: &Walkers, gesture: &Gesture) -> Result<Vec<Direction>, String> {
        Ok(vec![gesture.direction()?])
    }

    fn tap(&self, walkers: &Walkers, at: (usize, usize), _: Option<&str>) -> Result<Vec<Direction>, String> {
        self.walk_to(walkers, at)
    }

    fn focus(&self, walkers: &Walkers, moves: &[Direction]) -> Option<Focus> {
        self.look_at(walkers, moves)
    }

    fn move_name(&self, direction: Direction) -> String {
        notation::letter(direction).to_string()
    }

    fn read_moves(&self, _: &Walkers, text: &str) -> Result<Vec<Direction>, PlayError> {
        notation::read(text)
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        let plan = self.written();
        vec![("text", format::text::write(&plan)), ("json", format::json::write(&plan))]
    }

    fn size(&self) -> (usize, usize) {
        (self.frame.width, self.frame.height)
    }

    fn picture(&self, walkers: &Walkers) -> Picture {
        picture::draw(self, walkers)
    }

    fn motion(&self, walkers: &Walkers, direction: Direction) -> Vec<unriddle_kit::Frame> {
        let mut after = walkers.clone();
        match self.play(&mut after, direction) {
            Ok(_) => motion::frames(self, walkers, &after, direction),
            Err(_) => Vec::new(),
        }
    }

    fn name(&self) -> Option<String> {
        self.plan.name.clone()
    }

    fn claims(&self) -> Claims {
        Claims { optimal: self.plan.optimal, solutions: Vec::new() }
    }

    fn solve(&self, from: &Walkers, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Direction> {
        self.search().solve(&from.0, request, monitor)
    }

    fn explore<'a>(
        &'a self,
        from: &Walkers,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Direction> + 'a>> {
        Some(self.search().explore(&from.0, options, monitor))
    }

    fn why_unsolvable(&self, from: &Walkers) -> Option<String> {
        Colour::ALL.into_iter().find_map(|colour| {
            let goals = self.tiles.iter().filter(|&&tile| tile == Tile::Goal(colour)).count();
            let actors = from.0.iter().filter(|actor| actor.colour == colour).count();
            let word = colour.word();
            (actors < goals).then(|| format!("there are {goals} {word} goals, but {actors} {word} blocks"))
        })
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        self.search().audit(most)
    }
}
