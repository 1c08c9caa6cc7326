//! Freshly Frosted.
//!
//! - Sources push donuts onto the floor of a factory, one per tick. Belts laid on free cells carry
//!   them, and each must end in a target that wants it.
//! - Toppers add frosting, sprinkles, cream and a cherry, in this order only.
//! - Splitters send donuts left and right in turns, bumpers push one kind aside, teleporters copy
//!   a donut to every exit, and crossovers let two lines cross in turns.
//! - Where lines merge, the donut that has waited longest goes first. A queue whose head moves
//!   moves as a whole, and a full loop rotates.
//! - The level is solved when nothing ever goes wrong, every source delivers, every target
//!   receives, and the list of wanted kinds is met.
//!
//! A move lays, turns or removes a belt. By default any solution will do; the fewest belts are
//! searched for on request.

mod editor;
mod film;
mod flow;
mod format;
mod goal;
mod guide;
mod judge;
mod layout;
mod lessons;
mod level;
mod moves;
mod notation;
mod picture;
mod running;
mod simulate;
mod solver;
mod sprites;
#[cfg(test)]
mod tests;
mod trace;
mod words;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use unriddle_kit::editing::Editor;
use unriddle_kit::rules::audited;
use unriddle_kit::{
    AuditError, Controls, Direction, Explored, Figure, Focus, Footprint, Game, GameInfo, Gesture, LevelError,
    Picture, PlayError, Request, Rules, TypedAnswer, new_level,
};
use unriddle_search::{Audit, Cost, Goal, Monitor, Options};

use self::flow::Flow;
use self::judge::{Judge, Judgement};
use self::layout::Layout;
use self::level::{Factory, SearchLevel, Tile};
use self::notation::Move;
pub use self::running::Works;

/// The game.
pub(crate) struct FreshlyFrosted;

const INFO: GameInfo = GameInfo {
    id: "freshly-frosted",
    name: "Freshly Frosted",
    summary: "Lay belts so that every donut gets its toppings and reaches a target that wants it.",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "Every belt that you have laid costs 1 as long as it lies there; belts of the level cost nothing.",
    format: format::HELP,
    notation: "belts by column, row and arrow; a dot removes one: 3,2> 4,2v 4,3. (or all rows with their belts)",
    move_word: "belt",
    // The fewest belts are hard to prove, and a player who is stuck does not need them.
    default_goal: Goal::Any,
    controls: Controls::Cells,
    // Every cell may be a machine that is drawn with a donut with all toppings.
    footprint: Footprint { fixed: 0, level: 64, scene: 1100, drawing: 4800, tables: 0 },
    ..GameInfo::DEFAULT
};

impl Game for FreshlyFrosted {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::FactoryEditor
    }

    fn detect(&self, text: &str) -> u8 {
        format::detect(text)
    }

    fn read(
        &self,
        text: &str,
        _settings: &[(&str, u32)],
    ) -> Result<Box<dyn unriddle_kit::Level>, LevelError> {
        Ok(new_level(&FreshlyFrosted, FactoryRules { factory: Arc::new(format::read(text)?) }))
    }
}

/// The rules of one level.
struct FactoryRules {
    factory: Arc<Factory>,
}

/// The belts that a player has laid. The judgement is computed on first use and kept, since a run can
/// be long.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    layout: Layout,
    judgement: OnceLock<Judgement>,
}

impl From<Layout> for Floor {
    fn from(layout: Layout) -> Self {
        Floor { layout, judgement: OnceLock::new() }
    }
}

impl PartialEq for Floor {
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout
    }
}

impl Eq for Floor {}

impl Hash for Floor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.layout.hash(state);
    }
}

impl FactoryRules {
    fn judge(&self, floor: &Floor) -> Judgement {
        *floor.judgement.get_or_init(|| Judge::new(&self.factory).judge(&floor.layout))
    }

    /// The belts after some legal moves.
    fn after(&self, floor: &Floor, moves: &[Move]) -> Floor {
        let mut floor = floor.clone();
        moves.iter().for_each(|&mv| _ = self.play(&mut floor, mv));
        floor
    }
}

impl Rules for FactoryRules {
    type State = Floor;
    type Move = Move;

    fn start(&self) -> Floor {
        Layout::bare(&self.factory).into()
    }

    fn is_solved(&self, floor: &Floor) -> bool {
        self.judge(floor).is_solved()
    }

    /// Any belt can be laid on any free cell, and every laid belt can be removed.
    fn legal(&self, floor: &Floor) -> Vec<Move> {
        let all = self.factory.free.iter().flat_map(|&cell| {
            let belts = Direction::ALL.into_iter().map(Some).chain([None]);
            belts.map(move |belt| Move { cell, belt })
        });
        all.filter(|mv| floor.layout.laid(mv.cell) != mv.belt).collect()
    }

    /// Laying a belt costs 1, also over another one. Removing a belt costs nothing.
    fn play(&self, floor: &mut Floor, mv: Move) -> Result<Cost, String> {
        let tile = self.factory.tile(mv.cell);
        if tile != Tile::Free {
            return Err(format!("there is {} at {}", tile.name(), self.factory.say(mv.cell)));
        }
        if floor.layout.laid(mv.cell) == mv.belt {
            let what = if mv.belt.is_some() { "there is already such a belt" } else { "there is no belt" };
            return Err(format!("{what} at {}", self.factory.say(mv.cell)));
        }
        floor.layout.set(mv.cell, mv.belt);
        floor.judgement = OnceLock::new();
        Ok(Cost::from(mv.belt.is_some()))
    }

    /// The belts that lie there: to turn one or to remove it is no loss.
    fn score(&self, floor: &Floor) -> Option<Cost> {
        let laid = self.factory.free.iter().filter(|&&cell| floor.layout.laid(cell).is_some());
        Some(laid.count() as Cost)
    }

    fn interpret(&self, floor: &Floor, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let (x, y, belt) = match *gesture {
            Gesture::Lay { x, y, direction } => (x, y, Some(direction)),
            Gesture::Clear { x, y } => (x, y, None),
            _ => return Err("lay or remove a belt".into()),
        };
        let cell = self.factory.at((x, y)).ok_or("there is no such cell")?;
        // A stroke over an identical belt changes nothing.
        let lies = self.factory.tile(cell) == Tile::Free && floor.layout.laid(cell) == belt;
        Ok(if lies { Vec::new() } else { vec![Move { cell, belt }] })
    }

    fn tap(&self, floor: &Floor, at: (usize, usize), _: Option<&str>) -> Result<Vec<Move>, String> {
        self.tapped(floor, at)
    }

    fn words(&self, floor: &Floor, moves: &[Move]) -> Option<String> {
        self.say(floor, moves)
    }

    fn focus(&self, _: &Floor, moves: &[Move]) -> Option<Focus> {
        self.look_at(moves)
    }

    fn move_name(&self, mv: Move) -> String {
        notation::name(&self.factory, mv)
    }

    fn write_moves(&self, from: &Floor, moves: &[Move]) -> String {
        let floor = self.after(from, moves);
        format::write_rows(&self.factory, &floor.layout).trim_end().to_string()
    }

    fn read_moves(&self, floor: &Floor, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(&self.factory, &floor.layout, text)
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("text", format::write(&self.factory))]
    }

    fn size(&self) -> (usize, usize) {
        self.factory.size
    }

    fn picture(&self, floor: &Floor) -> Picture {
        picture::draw(&self.factory, &floor.layout)
    }

    fn film(&self, floor: &Floor, most: usize) -> Vec<Picture> {
        film::film(&self.factory, &floor.layout, most)
    }

    fn status(&self, floor: &Floor) -> Option<String> {
        Some(words::tell(&self.factory, self.judge(floor)))
    }

    fn remarks(&self, floor: &Floor) -> Vec<String> {
        let judgement = self.judge(floor);
        let mut remarks = vec![words::tell(&self.factory, judgement)];
        if judgement.is_solved() && Flow::new(&self.factory).judge(&self.factory, &floor.layout).is_err() {
            remarks.push("it depends on timing: if timing is ignored, something goes wrong".into());
        }
        remarks
    }

    fn name(&self) -> Option<String> {
        self.factory.comments.first().filter(|comment| !comment.is_empty()).cloned()
    }

    fn solve(&self, from: &Floor, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Move> {
        let level = SearchLevel { factory: Arc::clone(&self.factory), start: from.layout.clone() };
        let mut notes = Vec::new();
        let report = solver::search(&level, &request.options, monitor, &mut notes);
        let mut answer = TypedAnswer::new(report, &level, request);
        if let Some(end) = answer.moves().map(|moves| self.after(from, moves)) {
            notes.splice(..0, self.remarks(&end));
            let free = self.factory.free.iter().filter(|&&cell| end.layout.laid(cell).is_none()).count();
            answer.figures.push(Figure { name: "slack", noun: "free cell", count: free as u64 });
            // Shows the factory at work.
            answer.picture = if request.draw { film::still(&self.factory, &end.layout) } else { None };
        }
        answer.notes.splice(..0, notes);
        answer
    }

    /// Belts are laid in any order, and none of them is a step towards the end: there is no space to explore.
    fn explore<'a>(
        &'a self,
        _: &Floor,
        _: &Options,
        _: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Move> + 'a>> {
        None
    }

    fn why_unsolvable(&self, _: &Floor) -> Option<String> {
        solver::missing_topping(&self.factory)
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        audited(&SearchLevel::new(Arc::clone(&self.factory)), most)
    }
}
