//! Reindeer Maze: the cheapest way through a maze in which turning is dear.
//!
//! The rules:
//! 1. The board is rows of walls `#` and floor `.`, with one start `S` and one goal `E`, which
//!    are floor too. Outside the board is wall.
//! 2. A reindeer stands on the start and looks to the right.
//! 3. It can make one step ahead, unless a wall is there. That costs 1.
//! 4. It can make a quarter turn to the left or to the right. That costs 1000. Turning about is
//!    two turns.
//! 5. The maze is solved when the reindeer stands on the goal, whichever way it looks.
//! 6. Both costs can be set; a turn may cost nothing.
//!
//! The state is a cell and a heading in one number, so the search can keep its costs in one flat
//! array: see [`Pose`]. People ask for the lowest cost, for a best route, for the number of best
//! routes, and for the tiles: the cells that lie on any of them.

mod bound;
mod easel;
mod format;
mod level;
mod moves;
mod picture;
mod state;

use unriddle_search::{Cost, Method, Monitor, Options, Report, Solutions, solve_ranked, solve_with};

pub use level::Maze;
pub use moves::Move;
pub use state::{Cell, Pose};

use crate::editing::Easel;
use crate::rules::meaningless;
use crate::{Board, Footprint, Game, Gesture, Level, LevelError, Picture, PlayError, Rules, Setting};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct ReindeerMaze;

const STEP_COST: Setting = Setting {
    name: "step-cost",
    about: "What a step ahead costs in a Reindeer Maze",
    default: 1,
    least: 1,
    most: 1_000_000,
};

const TURN_COST: Setting = Setting {
    name: "turn-cost",
    about: "What a quarter turn costs in a Reindeer Maze",
    default: 1000,
    least: 0,
    most: 1_000_000,
};

/// How much of a text is looked at to see whether it is a maze.
const GLANCE: usize = 4096;

impl ReindeerMaze {
    /// Reads a maze, as a typed level: for those who search it themselves.
    pub fn parse(&self, text: &str, settings: &[(&str, u32)]) -> Result<Maze, LevelError> {
        format::read(text, STEP_COST.value(settings)?, TURN_COST.value(settings)?)
    }
}

impl Game for ReindeerMaze {
    fn id(&self) -> &'static str {
        "reindeer-maze"
    }

    fn name(&self) -> &'static str {
        "Reindeer Maze"
    }

    fn about(&self) -> &'static str {
        "Find the cheapest way through a maze in which a turn costs as much as a thousand steps."
    }

    fn format(&self) -> &'static str {
        "One character a cell, rows of equal length:\n\
         \x20 # wall   . floor   S start   E goal\n\
         Exactly one S and one E. Outside the map is wall. The reindeer starts on S and looks to\n\
         the right.\n\
         \n\
         #####\n\
         #..E#\n\
         #.#.#\n\
         #S..#\n\
         #####"
    }

    fn notation(&self) -> &'static str {
        "F a step ahead, L and R a quarter turn to the left and right; F4 is four steps: F2 L F2"
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::MazeEasel
    }

    fn settings(&self) -> &'static [Setting] {
        &[STEP_COST, TURN_COST]
    }

    fn footprint(&self) -> Footprint {
        Footprint { level: 16, scene: 120, drawing: 120, tables: 0 }
    }

    /// A maze is made of `#.SE` and nothing else. Blanks at the ends of lines do not count.
    fn likeness(&self, text: &str) -> u8 {
        let glance = &text.as_bytes()[..text.len().min(GLANCE)];
        let (mut ours, mut others, mut floor) = (0, 0, 0);
        for line in glance.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
            for byte in line {
                match byte {
                    b'#' | b'S' | b'E' => ours += 1,
                    b'.' => floor += 1,
                    _ => others += 1,
                }
            }
        }
        let share = 100 * (ours + floor) / (ours + floor + others).max(1);
        match share {
            // Floor alone could be the board of many a game.
            100 if ours > 0 => 100,
            50.. if ours > 0 => (share / 2) as u8,
            50.. => 5,
            _ => 0,
        }
    }

    fn read(&self, text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(Box::new(Board(self.parse(text, settings)?)))
    }
}

impl Rules for Maze {
    fn game(&self) -> &'static dyn Game {
        &ReindeerMaze
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("map", format::write(self))]
    }

    fn starting_at(&self, pose: Pose) -> Self {
        let mut maze = self.clone();
        maze.begin_at(pose);
        maze
    }

    /// A player may turn to face a wall, which the search never needs to try.
    fn legal(&self, pose: &Pose) -> Vec<Move> {
        Move::ALL.into_iter().filter(|&mv| self.play_move(*pose, mv).is_ok()).collect()
    }

    fn play(&self, pose: &Pose, mv: Move) -> Result<(Cost, Pose), String> {
        self.play_move(*pose, mv)
    }

    /// The direction that the reindeer faces is a step, any other a turn towards it.
    fn meaning(&self, pose: &Pose, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let Gesture::Go { direction } = *gesture else { return meaningless(&ReindeerMaze) };
        let heading = pose.heading();
        Ok(match direction {
            _ if direction == heading => vec![Move::Forward],
            _ if direction == heading.left() => vec![Move::Left],
            _ if direction == heading.right() => vec![Move::Right],
            _ => vec![Move::Right, Move::Right],
        })
    }

    fn move_name(&self, mv: Move) -> String {
        format::letter(mv).to_string()
    }

    fn write_moves(&self, moves: &[Move]) -> String {
        format::write_moves(moves)
    }

    /// No step is made more often at a stretch than the maze is wide or high, and no turn more
    /// often than three times. A way that comes to no pose twice has fewer moves than there are
    /// poses.
    fn read_moves(&self, text: &str) -> Result<Vec<Move>, PlayError> {
        format::read_moves(text, self.width().max(self.height()).max(3), 4 * self.width() * self.height())
    }

    fn picture(&self, moves: &[Move]) -> Picture {
        self.draw(moves, &[])
    }

    /// Most poses of a maze are reached, so flat arrays beat a table of states by far.
    fn search(&self, options: &Options, monitor: &mut Monitor<'_>, _: &mut Vec<String>) -> Report<Self> {
        match options.method {
            Method::Auto | Method::BreadthFirst => solve_ranked(self, options, monitor),
            Method::AStar | Method::IdaStar | Method::Anytime => solve_with(self, options, monitor),
        }
    }

    fn facts(&self, _: &[Move], solutions: Option<&Solutions<Self>>) -> Vec<(&'static str, u64)> {
        solutions.map(|all| ("tiles", self.tiles(all).len() as u64)).into_iter().collect()
    }

    fn portrait(&self, solution: &[Move], solutions: Option<&Solutions<Self>>) -> Picture {
        let tiles = solutions.map_or_else(Vec::new, |all| self.tiles(all));
        self.draw(solution, &tiles)
    }
}

impl Maze {
    /// The cells on any best route, in the order of their numbers.
    pub fn tiles(&self, solutions: &Solutions<Self>) -> Vec<Cell> {
        let mut lies_on_one = vec![false; self.ways.len()];
        for pose in solutions.states() {
            lies_on_one[pose.cell().0 as usize] = true;
        }
        let cells = (0..).zip(lies_on_one).filter(|&(_, lies)| lies);
        cells.map(|(number, _)| Cell(number)).collect()
    }
}
