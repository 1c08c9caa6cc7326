//! The maze as it is searched: by cells and axes instead of cells and headings.
//!
//! On an optimal route, what matters on a cell is whether the reindeer stands along its row or along its column, not which
//! way it looks. If it came along the row, a step back is never worth making, at whatever cost: the cell there was reached more
//! cheaply. If it turned onto the row, it could have turned either way. So a state is a cell and an axis, from which
//! it can step both ways. That is half as many states as there are poses, and half as much memory: 8 bytes
//! per cell.
//!
//! Only at the start does the heading count, since nothing was walked before it. Its four headings are states of their own,
//! and no step leads back to the start: whatever heading the reindeer returns with, turning on the spot is cheaper.

use unriddle_kit::Direction;
use unriddle_search::{Cost, Puzzle, Ranked, Solutions, Tuning};

use super::level::{Maze, stride};
use super::moves::Move;
use super::state::{Cell, Pose};

/// A maze and the pose at which a search of it starts.
#[derive(Clone, Copy)]
pub struct Axes<'a> {
    maze: &'a Maze,
    start: Pose,
    /// What a step to the right and one up add to a state, as wrapping numbers.
    strides: [u32; 2],
}

/// A cell and an axis, 0 for its row and 1 for its column, in one number: cell × 2 + axis. The numbers below
/// 4 would be those of two cells of the ring of wall, and are the headings at the start instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Alignment(pub u32);

/// The number of headings at the start.
const HEADINGS: u32 = 4;

/// A move between alignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AxisMove {
    /// A step.
    Step(Direction),
    /// A quarter turn at the start, to this heading.
    Face(Direction),
    /// A quarter turn to the other axis, in the direction in which the next step goes.
    Cross,
}

impl<'a> Axes<'a> {
    /// A search of `maze` from `start`.
    pub fn new(maze: &'a Maze, start: Pose) -> Self {
        let row = stride(maze.width) as u32;
        Axes { maze, start, strides: [2, (2 * row).wrapping_neg()] }
    }

    /// The cell of a state.
    pub fn cell(&self, state: Alignment) -> Cell {
        if state.0 < HEADINGS { self.start.cell() } else { Cell(state.0 / 2) }
    }

    /// The cells on any optimal route, in the order of their numbers.
    pub fn tiles(&self, solutions: &Solutions<Self>) -> Vec<Cell> {
        self.maze.tiles(solutions.states().map(|&state| self.cell(state)))
    }

    /// The moves of the reindeer, which turns left or right and steps ahead.
    pub fn moves(&self, route: &[AxisMove]) -> Vec<Move> {
        let mut heading = self.start.heading();
        let mut moves = Vec::with_capacity(route.len());
        for &part in route {
            let (AxisMove::Step(to) | AxisMove::Face(to)) = part else { continue };
            moves.extend(Move::turns(heading, to));
            if matches!(part, AxisMove::Step(_)) {
                moves.push(Move::Forward);
            }
            heading = to;
        }
        moves
    }

    /// The byte of the cell of a state that is not at the start.
    #[inline]
    fn ways(&self, state: Alignment) -> u8 {
        self.maze.ways[(state.0 / 2) as usize]
    }

    /// Whether a cell, whose byte is `ways`, has an exit along an axis.
    #[inline]
    fn has_exit(ways: u8, axis: u32) -> bool {
        ways >> axis & 0b101 != 0
    }

    #[inline]
    fn is_start(&self, state: Alignment) -> bool {
        state.0 / 2 == self.start.cell().0
    }

    /// The state after a step from a cell that is not the start.
    #[inline]
    fn step(&self, from: Alignment, direction: Direction) -> Alignment {
        let stride = self.strides[direction as usize % 2];
        Alignment(match direction {
            Direction::Right | Direction::Up => from.0.wrapping_add(stride),
            Direction::Left | Direction::Down => from.0.wrapping_sub(stride),
        })
    }

    fn expand_start(&self, heading: Direction, mut visit: impl FnMut(AxisMove, Cost, Alignment)) {
        let start = self.start.cell();
        if self.maze.has_way(start, heading) {
            let axis = heading as u32 % 2;
            let ahead = Alignment(2 * self.maze.next(start, heading).0 + axis);
            visit(AxisMove::Step(heading), self.maze.step_cost, ahead);
        }
        for turned in [heading.left(), heading.right()] {
            visit(AxisMove::Face(turned), self.maze.turn_cost, Alignment(turned as u32));
        }
    }
}

/// The two directions of an axis.
#[inline]
fn directions(axis: u32) -> [Direction; 2] {
    if axis == 0 { [Direction::Right, Direction::Left] } else { [Direction::Up, Direction::Down] }
}

impl Puzzle for Axes<'_> {
    type State = Alignment;
    type Move = AxisMove;

    fn start(&self) -> Alignment {
        Alignment(self.start.heading() as u32)
    }

    #[inline]
    fn is_solved(&self, &state: &Alignment) -> bool {
        self.cell(state) == self.maze.goal
    }

    #[inline]
    fn expand(&self, &state: &Alignment, mut visit: impl FnMut(AxisMove, Cost, Alignment)) {
        if state.0 < HEADINGS {
            return self.expand_start(Direction::ALL[state.0 as usize], visit);
        }
        let (ways, axis) = (self.ways(state), state.0 % 2);
        for direction in directions(axis) {
            let next = self.step(state, direction);
            if ways >> direction as u8 & 1 == 1 && !self.is_start(next) {
                visit(AxisMove::Step(direction), self.maze.step_cost, next);
            }
        }
        if Self::has_exit(ways, axis ^ 1) {
            visit(AxisMove::Cross, self.maze.turn_cost, Alignment(state.0 ^ 1));
        }
    }

    /// The costs are settings, which may be 0.
    #[inline]
    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 0, ..Tuning::default() }
    }
}

impl Ranked for Axes<'_> {
    fn ranks(&self) -> u32 {
        2 * self.maze.ways.len() as u32
    }

    #[inline]
    fn rank(&self, &state: &Alignment) -> u32 {
        state.0
    }

    #[inline]
    fn unrank(&self, rank: u32) -> Alignment {
        Alignment(rank)
    }

    fn predecessors(&self, &state: &Alignment, mut visit: impl FnMut(AxisMove, Cost, Alignment)) {
        if state.0 < HEADINGS {
            let heading = Direction::ALL[state.0 as usize];
            for before in [heading.left(), heading.right()] {
                visit(AxisMove::Face(heading), self.maze.turn_cost, Alignment(before as u32));
            }
            return;
        }
        let (ways, axis) = (self.ways(state), state.0 % 2);
        for direction in directions(axis) {
            if ways >> direction.opposite() as u8 & 1 == 1 {
                let behind = self.step(state, direction.opposite());
                let before = if self.is_start(behind) { Alignment(direction as u32) } else { behind };
                visit(AxisMove::Step(direction), self.maze.step_cost, before);
            }
        }
        if Self::has_exit(ways, axis) {
            visit(AxisMove::Cross, self.maze.turn_cost, Alignment(state.0 ^ 1));
        }
    }
}
