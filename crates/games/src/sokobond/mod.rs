//! Sokobond.
//!
//! - You move one atom; atoms that come to lie side by side bond, as long as both have electrons.
//! - What is bonded to a moving atom moves with it; what stands in the way is pushed.
//! - Modifiers stand on corners between cells and act on a bond that is swept over them: `/` weakens
//!   it, `+` strengthens it, `@` drags its other end round the corner.
//! - Everything moves at once or nothing does; then neighbours bond.
//! - The level is solved when no atom has a free electron left. Helium never has one.
//!
//! The fewest moves are looked for. A state is each atom's cell and its bonds to the right and below
//! ([`state`]); it is laid out for work as a [`scene`], on which a move is worked out ([`moves`]). Who
//! bonds first is said in one place ([`level`]). The search itself goes over a smaller graph than that
//! of single moves ([`quest`]).

mod bench;
mod blur;
mod bound;
mod easel;
mod format;
mod leaning;
mod level;
mod moves;
mod notation;
mod picture;
mod quest;
mod scene;
mod stages;
mod state;
#[cfg(test)]
mod tests;
mod walk;

use unriddle_search::{Cost, Goal, Method, Monitor, Options, Puzzle, Report, Solutions, solve_with};

use self::bench::at_bench;
use self::level::{Lab, Level};
use self::state::{State, Words};
use crate::editing::Easel;
use crate::rules::meaningless;
use crate::{Board, Claims, Direction, Footprint, Game, Gesture, LevelError, Picture, PlayError, Rules};

/// The game.
pub(crate) struct Sokobond;

impl Game for Sokobond {
    fn id(&self) -> &'static str {
        "sokobond"
    }

    fn name(&self) -> &'static str {
        "Sokobond"
    }

    fn about(&self) -> &'static str {
        "Push atoms together until every electron is part of a bond."
    }

    fn format(&self) -> &'static str {
        format::HELP
    }

    fn notation(&self) -> &'static str {
        "keys: W up, A left, S down, D right: WDDS"
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::LabEasel
    }

    /// Every cell may be an atom, which is drawn with its bonds and electrons.
    fn footprint(&self) -> Footprint {
        Footprint { level: 160, scene: 1200, drawing: 1800, tables: 0 }
    }

    fn likeness(&self, text: &str) -> u8 {
        format::likeness(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn crate::Level>, LevelError> {
        Ok(open(Lab::new(format::read(text)?)))
    }
}

/// Makes a lab ready for the search, with the smallest state that holds its atoms.
fn open(lab: Lab) -> Box<dyn crate::Level> {
    match lab.layout.words {
        0..=2 => Box::new(Board(Level::<[u64; 2]>::new(lab))),
        3..=4 => Box::new(Board(Level::<[u64; 4]>::new(lab))),
        _ => Box::new(Board(Level::<Box<[u64]>>::new(lab))),
    }
}

impl<W: Words> Puzzle for Level<W> {
    type State = State<W>;
    type Move = Direction;

    fn start(&self) -> State<W> {
        self.start.clone()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        Some(self.lab.layout.strength(state)) == self.lab.full_strength
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(Direction, Cost, State<W>)) {
        at_bench(|bench| {
            bench.scene.load(&self.lab, state);
            for direction in Direction::ALL {
                if bench.motion.run(&self.lab, &bench.scene, direction).is_ok() {
                    visit(direction, 1, bench.motion.after.pack(&self.lab));
                }
            }
        });
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        at_bench(|bench| {
            bench.scene.load(&self.lab, state);
            bench.marks.bound(&self.lab, &bench.scene)
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        state.0.heap_bytes()
    }
}

impl<W: Words> Rules for Level<W> {
    fn game(&self) -> &'static dyn Game {
        &Sokobond
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        let sheet = &self.lab.sheet;
        let plain = format::write_plain(sheet).map(|text| ("v1", text));
        plain.into_iter().chain([("v2", format::write_spaced(sheet))]).collect()
    }

    fn claims(&self) -> Claims {
        Claims { optimal: None, solutions: self.lab.sheet.solutions.clone() }
    }

    fn warnings(&self) -> Vec<String> {
        self.lab.sheet.warnings.clone()
    }

    fn starting_at(&self, state: State<W>) -> Self {
        Level { lab: self.lab.clone(), start: state }
    }

    fn play(&self, state: &State<W>, mv: Direction) -> Result<(Cost, State<W>), String> {
        at_bench(|bench| {
            bench.scene.load(&self.lab, state);
            let moved = bench.motion.run(&self.lab, &bench.scene, mv);
            moved.map_err(|blocked| blocked.tell(&self.lab, &bench.scene))?;
            Ok((1, bench.motion.after.pack(&self.lab)))
        })
    }

    /// A blocked key is no move.
    fn has_idle_keys(&self) -> bool {
        true
    }

    fn meaning(&self, _: &State<W>, gesture: &Gesture) -> Result<Vec<Direction>, String> {
        match *gesture {
            Gesture::Go { direction } => Ok(vec![direction]),
            _ => meaningless(&Sokobond),
        }
    }

    fn move_name(&self, mv: Direction) -> String {
        notation::key(mv).to_string()
    }

    fn write_moves(&self, moves: &[Direction]) -> String {
        notation::write(moves)
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Direction>, PlayError> {
        notation::read(text)
    }

    fn search(&self, options: &Options, monitor: &mut Monitor<'_>, _: &mut Vec<String>) -> Report<Self> {
        match (options.goal, options.method) {
            (Goal::All, _) | (_, Method::BreadthFirst | Method::IdaStar) => {
                solve_with(self, options, monitor)
            }
            _ => quest::solve(self, options, monitor),
        }
    }

    /// What the moves lean on that is not beyond doubt.
    fn notes(&self, solution: &[Direction], _: Option<&Solutions<Self>>) -> Vec<String> {
        leaning::notes(&self.lab, &self.start, solution)
    }

    fn picture(&self, moves: &[Direction]) -> Picture {
        picture::draw(&self.lab, &self.start, moves)
    }
}
