//! Anima.
//!
//! - The board has passable and impassable tiles; some passable ones are goals, red or blue.
//! - Actors are blocks, red or blue, at most one on a tile.
//! - A move is one of right, up, left, down, and all actors try to make it at once: red ones
//!   walk one tile in that direction, blue ones one tile in the opposite direction.
//! - An actor whose target tile is impassable stays.
//! - While two actors stand on one tile, both go back to where they came from. So two
//!   neighbours that walk into each other swap places, and two that want one tile both stay.
//! - The level is solved when every goal is covered by an actor of its colour. There may be more
//!   actors than goals.
//!
//! A solution of the fewest moves is looked for; every move costs 1. The search runs on two bit
//! boards (`state`, `moves`), counts mirrored and turned states as one (`symmetry`) and
//! knows how far every goal is from its nearest actor (`bound`).

mod bound;
mod easel;
mod format;
mod level;
mod moves;
mod notation;
mod picture;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod walkers;

use unriddle_search::{Cost, Puzzle};

use self::level::{Level, Plan};
use self::state::State;
use crate::bits::{Bits, Listed, Wide};
use crate::editing::Easel;
use crate::rules::meaningless;
use crate::text::{most_cells, mostly_unwritten};
use crate::{
    Board, Claims, Direction, Footprint, Game, Gesture, LevelError, Picture, Place, PlayError, Rules,
};

/// The game.
pub(crate) struct Anima;

impl Game for Anima {
    fn id(&self) -> &'static str {
        "anima"
    }

    fn name(&self) -> &'static str {
        "Anima"
    }

    fn about(&self) -> &'static str {
        "Cover every goal with an actor of its colour: red ones walk as told, blue ones the other way."
    }

    fn format(&self) -> &'static str {
        format::HELP
    }

    fn notation(&self) -> &'static str {
        "R, U, L, D for right, up, left, down, written together: RRUL"
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::DanceEasel
    }

    /// The tables are those of the bound and of the symmetries, each of which has a limit.
    fn footprint(&self) -> Footprint {
        Footprint { level: 64, scene: 360, drawing: 600, tables: 64 << 20 }
    }

    fn likeness(&self, text: &str) -> u8 {
        format::likeness(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn crate::Level>, LevelError> {
        open(format::read(text)?, most_cells(text))
    }
}

/// Makes a plan of at most so many cells ready to be played, with the smallest sets that hold its
/// board.
fn open(plan: Plan, most: usize) -> Result<Box<dyn crate::Level>, LevelError> {
    let frame = plan.frame();
    let Some(cells) = frame.cells() else {
        let message = format!("a board of {} by {} tiles is too large", frame.width, frame.height);
        return Err(LevelError::new(Place::new(1, 1), message)
            .help(format!("width times height may be {} at the most", level::MOST_CELLS)));
    };
    if cells > most {
        return Err(mostly_unwritten(Place::new(1, 1), frame.size()));
    }
    Ok(match cells {
        0..=32 => Box::new(Board(Level::<u32>::new(plan, frame))),
        33..=64 => Box::new(Board(Level::<u64>::new(plan, frame))),
        65..=128 => Box::new(Board(Level::<u128>::new(plan, frame))),
        129..=256 => Box::new(Board(Level::<Wide<4>>::new(plan, frame))),
        257..=1024 => Box::new(Board(Level::<Wide<16>>::new(plan, frame))),
        _ => Box::new(Board(Level::<Listed>::new(plan, frame))),
    })
}

impl<B: Bits> Puzzle for Level<B> {
    type State = State<B>;
    type Move = Direction;

    fn start(&self) -> State<B> {
        self.start.clone()
    }

    #[inline]
    fn is_solved(&self, state: &State<B>) -> bool {
        state.covers(&self.ground.goals)
    }

    /// Leaves out moves that change nothing: they never help.
    #[inline]
    fn expand(&self, state: &State<B>, mut visit: impl FnMut(Direction, Cost, State<B>)) {
        for direction in Direction::ALL {
            let next = self.after(state, direction);
            if next != *state {
                visit(direction, 1, next);
            }
        }
    }

    fn least_cost(&self) -> Cost {
        1
    }

    #[inline]
    fn lower_bound(&self, state: &State<B>) -> Option<Cost> {
        self.ground.bound().of(state)
    }

    #[inline]
    fn heap_bytes(&self, state: &State<B>) -> usize {
        state.red.heap_bytes() + state.blue.heap_bytes()
    }

    #[inline]
    fn canonical(&self, state: State<B>) -> State<B> {
        self.ground.images().canonical(state)
    }
}

impl<B: Bits> Rules for Level<B> {
    fn game(&self) -> &'static dyn Game {
        &Anima
    }

    fn name(&self) -> Option<String> {
        self.ground.plan.name.clone()
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        let plan = self.plan();
        vec![("text", format::text::write(&plan)), ("json", format::json::write(&plan))]
    }

    fn claims(&self) -> Claims {
        Claims { optimal: self.ground.plan.optimal, solutions: Vec::new() }
    }

    /// The tables of the search are made before it begins: they take a while, and a search must
    /// stop as soon as it is to.
    fn starting_at(&self, state: State<B>) -> Self {
        let _ = (self.ground.images(), self.ground.bound());
        Level { ground: self.ground.clone(), start: state }
    }

    /// All four, also where nothing would change.
    fn legal(&self, _state: &State<B>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, state: &State<B>, direction: Direction) -> Result<(Cost, State<B>), String> {
        Ok((1, self.after(state, direction)))
    }

    fn meaning(&self, _: &State<B>, gesture: &Gesture) -> Result<Vec<Direction>, String> {
        match *gesture {
            Gesture::Go { direction } => Ok(vec![direction]),
            _ => meaningless(&Anima),
        }
    }

    fn move_name(&self, direction: Direction) -> String {
        notation::letter(direction).to_string()
    }

    fn write_moves(&self, moves: &[Direction]) -> String {
        moves.iter().copied().map(notation::letter).collect()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Direction>, PlayError> {
        notation::read(text)
    }

    fn picture(&self, moves: &[Direction]) -> Picture {
        picture::draw(self, moves)
    }
}
