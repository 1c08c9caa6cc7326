//! Freshly Frosted.
//!
//! - Sources push donuts onto the floor of a factory, one a tick; belts laid on free cells carry
//!   them, and each must end in a target that wants it.
//! - Toppers give frosting, sprinkles, cream and a cherry, in this order only.
//! - Splitters send donuts left and right in turns, bumpers push one kind aside, teleporters copy
//!   a donut to every exit, crossovers let two lines cross by turns.
//! - Where lines meet, the donut that has waited longest goes first; a queue whose head moves on
//!   moves as one, and a full loop turns.
//! - The level is solved when nothing ever goes wrong, every source delivers, every target
//!   receives, and the list of wanted kinds is met.
//!
//! A move lays a belt, takes one up or turns one; the fewest belts are looked for on request.

mod easel;
mod film;
mod flow;
mod format;
mod goal;
mod judge;
mod layout;
mod level;
mod moves;
mod notation;
mod picture;
mod running;
mod simulate;
mod solver;
#[cfg(test)]
mod tests;
mod trace;
mod words;

use unriddle_search::{Cost, Goal, Monitor, Options, Puzzle, Report, Solutions};

use self::flow::Flow;
use self::layout::Layout;
use self::level::{Level, Tile};
use self::notation::Move;
pub use self::running::Works;
use crate::editing::Easel;
use crate::rules::meaningless;
use crate::{Board, Direction, Footprint, Game, Gesture, Handling, LevelError, Picture, PlayError, Rules};

/// The game.
pub(crate) struct FreshlyFrosted;

impl Game for FreshlyFrosted {
    fn id(&self) -> &'static str {
        "freshly-frosted"
    }

    fn name(&self) -> &'static str {
        "Freshly Frosted"
    }

    fn about(&self) -> &'static str {
        "Lay belts so that every donut gets its toppings and comes to a target that wants it."
    }

    fn format(&self) -> &'static str {
        format::HELP
    }

    fn notation(&self) -> &'static str {
        "belts by column, row and arrow, a dot takes one up: 3,2> 4,2v 4,3. (or the rows with all belts)"
    }

    fn move_word(&self) -> &'static str {
        "belt"
    }

    /// The fewest belts are hard to prove, and nobody who is stuck asks for them.
    fn default_goal(&self) -> Goal {
        Goal::Any
    }

    fn handling(&self) -> Handling {
        Handling::Cells
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::FactoryEasel
    }

    /// Every cell may be a machine that shows a donut with all toppings.
    fn footprint(&self) -> Footprint {
        Footprint { level: 64, scene: 600, drawing: 1900, tables: 0 }
    }

    fn likeness(&self, text: &str) -> u8 {
        format::likeness(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn crate::Level>, LevelError> {
        Ok(Box::new(Board(Level::new(format::read(text)?))))
    }
}

impl Puzzle for Level {
    type State = Layout;
    type Move = Move;

    fn start(&self) -> Layout {
        self.start.clone()
    }

    fn is_solved(&self, layout: &Layout) -> bool {
        self.judge(layout).is_solved()
    }

    fn expand(&self, layout: &Layout, visit: impl FnMut(Move, Cost, Layout)) {
        self.extend(layout, visit);
    }

    fn heap_bytes(&self, layout: &Layout) -> usize {
        layout.heap_bytes()
    }
}

impl Rules for Level {
    fn game(&self) -> &'static dyn Game {
        &FreshlyFrosted
    }

    fn name(&self) -> Option<String> {
        self.factory.comments.first().filter(|comment| !comment.is_empty()).cloned()
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("text", format::write(&self.factory))]
    }

    fn starting_at(&self, layout: Layout) -> Self {
        self.begun_with(layout)
    }

    /// Any belt on any free cell, and every belt that lies can be taken up.
    fn legal(&self, layout: &Layout) -> Vec<Move> {
        let all = self.factory.free.iter().flat_map(|&cell| {
            let belts = Direction::ALL.into_iter().map(Some).chain([None]);
            belts.map(move |belt| Move { cell, belt })
        });
        all.filter(|mv| layout.laid(mv.cell) != mv.belt).collect()
    }

    /// Laying a belt costs 1, over another one too; taking one up costs nothing.
    fn play(&self, layout: &Layout, mv: Move) -> Result<(Cost, Layout), String> {
        let tile = self.factory.tile(mv.cell);
        if tile != Tile::Free {
            return Err(format!("there is {} at {}", tile.name(), self.factory.say(mv.cell)));
        }
        if layout.laid(mv.cell) == mv.belt {
            let lies = if mv.belt.is_some() { "such a belt lies already" } else { "no belt lies" };
            return Err(format!("{lies} at {}", self.factory.say(mv.cell)));
        }
        let mut next = layout.clone();
        next.set(mv.cell, mv.belt);
        Ok((Cost::from(mv.belt.is_some()), next))
    }

    fn meaning(&self, layout: &Layout, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let (x, y, belt) = match *gesture {
            Gesture::Lay { x, y, direction } => (x, y, Some(direction)),
            Gesture::Clear { x, y } => (x, y, None),
            _ => return meaningless(&FreshlyFrosted),
        };
        let cell = self.factory.at((x, y)).ok_or("there is no such cell")?;
        // A stroke over a belt that lies so already leaves it there.
        let lies = self.factory.tile(cell) == Tile::Free && layout.laid(cell) == belt;
        Ok(if lies { Vec::new() } else { vec![Move { cell, belt }] })
    }

    fn move_name(&self, mv: Move) -> String {
        notation::name(&self.factory, mv)
    }

    fn write_moves(&self, moves: &[Move]) -> String {
        let layout = self.after(moves);
        format::write_rows(&self.factory, &layout).trim_end().to_string()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(&self.factory, &self.start, text)
    }

    fn read_moves_at(&self, layout: &Layout, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(&self.factory, layout, text)
    }

    fn picture(&self, moves: &[Move]) -> Picture {
        picture::draw(&self.factory, &self.after(moves))
    }

    fn film(&self, moves: &[Move], most: usize) -> Vec<Picture> {
        film::film(&self.factory, &self.after(moves), most)
    }

    fn search(&self, options: &Options, monitor: &mut Monitor<'_>, notes: &mut Vec<String>) -> Report<Self> {
        solver::search(self, options, monitor, notes)
    }

    fn standing(&self, layout: &Layout) -> Option<String> {
        Some(words::tell(&self.factory, self.judge(layout)))
    }

    /// The factory at work.
    fn portrait(&self, solution: &[Move], _: Option<&Solutions<Self>>) -> Picture {
        let layout = self.after(solution);
        film::still(&self.factory, &layout).unwrap_or_else(|| picture::draw(&self.factory, &layout))
    }

    fn notes(&self, solution: &[Move], _: Option<&Solutions<Self>>) -> Vec<String> {
        let layout = self.after(solution);
        let verdict = self.judge(&layout);
        let mut notes = vec![words::tell(&self.factory, verdict)];
        if verdict.is_solved() && Flow::new(&self.factory).judge(&self.factory, &layout).is_err() {
            notes.push("it depends on timing: without regard to that, something would go wrong".into());
        }
        notes
    }
}
