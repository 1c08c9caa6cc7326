//! Reindeer Maze: the cheapest path through a maze in which turns are expensive.
//!
//! The rules:
//! 1. The board is rows of walls `#` and floor `.`, with one start `S` and one goal `E`, which
//!    are floor too. Outside the board is wall.
//! 2. A reindeer stands on the start and looks to the right.
//! 3. It can make one step ahead, unless a wall is there. That costs 1.
//! 4. It can make a quarter turn to the left or to the right. That costs 1000. A half turn takes two
//!    quarter turns.
//! 5. The maze is solved when the reindeer stands on the goal, in whichever direction it looks.
//! 6. Both costs can be set; a turn may cost nothing.
//!
//! A state is a cell and a heading in one number ([`Pose`]). The search merges opposite headings ([`Axes`]) and
//! stores its costs in a flat array. An answer gives the lowest cost and an optimal route. If all solutions are wanted, it also gives
//! their number, and the number of tiles: the cells on any optimal route.

mod axes;
mod bound;
mod editor;
mod format;
mod guide;
mod lessons;
mod level;
mod moves;
mod picture;
mod sprites;
mod state;

use unriddle_kit::editing::Editor;
use unriddle_kit::rules::audited;
use unriddle_kit::{
    AuditError, Explored, Figure, Focus, Footprint, Frame, Game, GameInfo, Gesture, Level, LevelError, Path,
    Picture, PlayError, Request, Rules, Setting, TypedAnswer, explored, new_level,
};
use unriddle_search::{Audit, Cost, Method, Monitor, Options, Puzzle, solve_ranked, solve_with};

pub use axes::{Alignment, Axes, AxisMove};
pub use level::Maze;
pub use moves::Move;
pub use state::{Cell, Pose, Walk};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct ReindeerMaze;

const STEP_COST: Setting = Setting {
    name: "step-cost",
    about: "The cost of a step ahead in a Reindeer Maze",
    default: 1,
    least: 1,
    most: 1_000_000,
};

const TURN_COST: Setting = Setting {
    name: "turn-cost",
    about: "The cost of a quarter turn in a Reindeer Maze",
    default: 1000,
    least: 0,
    most: 1_000_000,
};

/// The number of bytes that are inspected to recognise a maze.
const INSPECTED: usize = 4096;

impl ReindeerMaze {
    /// Reads a maze as a typed level, for callers who search it themselves.
    pub fn parse(&self, text: &str, settings: &[(&str, u32)]) -> Result<Maze, LevelError> {
        format::read(text, STEP_COST.value(settings)?, TURN_COST.value(settings)?)
    }
}

const INFO: GameInfo = GameInfo {
    id: "reindeer-maze",
    name: "Reindeer Maze",
    summary: "Lead the reindeer home on the cheapest way: it turns before it steps, and a turn costs as much as a thousand steps.",
    click: "a cell in sight",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "A step costs 1, and a quarter turn 1000, unless the settings say otherwise.",
    format: "One character per cell, rows of equal length:\n\
         \x20 # wall   . floor   S start   E goal\n\
         Exactly one S and one E. Outside the map is wall. The reindeer starts on S and looks to\n\
         the right.\n\
         \n\
         #####\n\
         #..E#\n\
         #.#.#\n\
         #S..#\n\
         #####",
    notation: "F a step ahead, L and R a quarter turn to the left and right; F4 is four steps: F2 L F2",
    settings: &[STEP_COST, TURN_COST],
    footprint: Footprint { fixed: 0, level: 16, scene: 480, drawing: 480, tables: 0 },
    shared_search: true,
    ..GameInfo::DEFAULT
};

impl Game for ReindeerMaze {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::EDITOR
    }

    /// A maze consists of `#`, `.`, `S` and `E`. Trailing blanks are ignored.
    fn detect(&self, text: &str) -> u8 {
        let inspected = &text.as_bytes()[..text.len().min(INSPECTED)];
        let (mut ours, mut others, mut floor) = (0, 0, 0);
        for line in inspected.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
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
            // Floor alone could belong to many games.
            100 if ours > 0 => 100,
            50.. if ours > 0 => (share / 2) as u8,
            50.. => 5,
            _ => 0,
        }
    }

    fn read(&self, text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(new_level(&ReindeerMaze, self.parse(text, settings)?))
    }
}

impl Rules for Maze {
    type State = Walk;
    type Move = Move;

    fn start(&self) -> Walk {
        Puzzle::start(self).into()
    }

    fn is_solved(&self, walk: &Walk) -> bool {
        Puzzle::is_solved(self, &walk.pose)
    }

    /// Includes turns towards a wall, which the search omits.
    fn legal(&self, walk: &Walk) -> Vec<Move> {
        Move::ALL.into_iter().filter(|&mv| self.play_move(walk.pose, mv).is_ok()).collect()
    }

    fn play(&self, walk: &mut Walk, mv: Move) -> Result<Cost, String> {
        let (cost, pose) = self.play_move(walk.pose, mv)?;
        walk.go(mv, pose);
        Ok(cost)
    }

    /// The direction that the reindeer faces means a step, any other direction a turn towards it.
    fn interpret(&self, walk: &Walk, gesture: &Gesture) -> Result<Vec<Move>, String> {
        Ok(match Move::turns(walk.pose.heading(), gesture.direction()?) {
            [] => vec![Move::Forward],
            turns => turns.to_vec(),
        })
    }

    fn tap(&self, walk: &Walk, at: (usize, usize), _: Option<&str>) -> Result<Vec<Move>, String> {
        self.walk_to(walk, at)
    }

    fn words(&self, walk: &Walk, moves: &[Move]) -> Option<String> {
        self.say(walk, moves)
    }

    fn focus(&self, walk: &Walk, moves: &[Move]) -> Option<Focus> {
        self.look_at(walk, moves)
    }

    fn move_name(&self, mv: Move) -> String {
        format::letter(mv).to_string()
    }

    fn write_moves(&self, _: &Walk, moves: &[Move]) -> String {
        format::write_moves(moves)
    }

    /// Limits repetitions. A run of steps is at most as long as the maze is wide or high, and more than
    /// three turns in a row are useless. A route that repeats no pose has fewer moves than there are poses.
    fn read_moves(&self, _: &Walk, text: &str) -> Result<Vec<Move>, PlayError> {
        format::read_moves(text, self.width().max(self.height()).max(3), 4 * self.width() * self.height())
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("map", format::write(self))]
    }

    fn size(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn picture(&self, walk: &Walk) -> Picture {
        self.draw(walk, &[])
    }

    /// A step is one way straight ahead. A turn is shown with the reindeer as it stood, turned further and
    /// further, until it stands the other way.
    fn motion(&self, walk: &Walk, mv: Move) -> Vec<Frame> {
        let turn = match mv {
            Move::Forward => return Vec::new(),
            Move::Left => -90.0,
            Move::Right => 90.0,
        };
        let mut after = walk.clone();
        let Ok(_) = self.play(&mut after, mv) else { return Vec::new() };
        let mut turned = self.draw(walk, &[]).pieces;
        for piece in turned.iter_mut().filter(|piece| piece.name == picture::REINDEER_NAME) {
            piece.turn = turn;
        }
        let after = Frame { pieces: self.draw(&after, &[]).pieces, path: Path::Instant };
        vec![Frame::new(turned), after]
    }

    /// Most cells of a maze are reached, so flat arrays are much faster than a table of states.
    fn solve(&self, from: &Walk, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Move> {
        let options = &request.options;
        let (mut answer, tiles) = if matches!(options.method, Method::Auto | Method::BreadthFirst) {
            let axes = Axes::new(self, from.pose);
            let report = solve_ranked(&axes, options, monitor);
            let tiles = report.solutions.as_ref().map(|all| axes.tiles(all));
            let answer = TypedAnswer::new(report, &axes, request);
            (answer.in_moves(|route| axes.moves(&route)), tiles)
        } else {
            let maze = self.starting_at(from.pose);
            let report = solve_with(&maze, options, monitor);
            let tiles = report.solutions.as_ref().map(|all| maze.tiles(all.states().map(|pose| pose.cell())));
            (TypedAnswer::new(report, &maze, request), tiles)
        };
        let counted = |count| Figure { name: "tiles", noun: "tile", count };
        answer.figures.extend(tiles.as_ref().map(|tiles| counted(tiles.len() as u64)));
        if request.draw
            && let Some(moves) = answer.moves()
        {
            let mut walk = from.clone();
            moves.iter().for_each(|&mv| _ = self.play(&mut walk, mv));
            answer.picture = Some(self.draw(&walk, &tiles.unwrap_or_default()));
        }
        answer
    }

    /// Explores the turns that a search omits as well: what is said about a space is said of all play.
    fn explore<'a>(
        &'a self,
        from: &Walk,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Move> + 'a>> {
        let mut maze = self.starting_at(from.pose);
        maze.allow_all_turns();
        Some(explored(maze, options, monitor))
    }

    /// A maze has no other reason: every way can be walked back.
    fn why_unsolvable(&self, _: &Walk) -> Option<String> {
        Some("walls separate the goal from the reindeer".into())
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        audited(self, most)
    }
}

impl Maze {
    /// The same maze, for a search that starts at another pose.
    pub fn starting_at(&self, pose: Pose) -> Maze {
        let mut maze = self.clone();
        maze.begin_at(pose);
        maze
    }

    /// The distinct ones of these cells, in the order of their numbers.
    fn tiles(&self, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let mut is_tile = vec![false; self.ways.len()];
        cells.for_each(|cell| is_tile[cell.0 as usize] = true);
        (0..).zip(is_tile).filter(|&(_, is_tile)| is_tile).map(|(number, _)| Cell(number)).collect()
    }
}
