//! How a state changes: one step ahead, or a quarter turn.
//!
//! One byte of the [`level`](super::level) decides all three moves. Turns that can never help are omitted from
//! [`expand`](Puzzle::expand). A player may still make them.

use unriddle_kit::Direction;
use unriddle_search::distributed::ByteForm;
use unriddle_search::{Cost, Puzzle, Tuning};

use super::level::Maze;
use super::state::{Cell, Pose};

/// What the reindeer can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A step ahead.
    Forward,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
}

impl Move {
    /// All three, in the order in which they are tried.
    pub const ALL: [Move; 3] = [Move::Forward, Move::Left, Move::Right];

    /// The turns from one heading to another.
    pub(super) fn turns(from: Direction, to: Direction) -> &'static [Move] {
        match to {
            _ if to == from => &[],
            _ if to == from.left() => &[Move::Left],
            _ if to == from.right() => &[Move::Right],
            _ => &[Move::Right, Move::Right],
        }
    }
}

impl Maze {
    /// The pose one step ahead.
    fn ahead(&self, pose: Pose) -> Pose {
        Pose(pose.0.wrapping_add(self.stride_of(pose)))
    }

    fn stride_of(&self, pose: Pose) -> u32 {
        self.strides[pose.0 as usize % 4]
    }

    /// The byte of the cell of a pose.
    fn ways(&self, pose: Pose) -> u8 {
        self.ways[(pose.0 / 4) as usize]
    }

    /// Whether turning to the heading of `pose` can help on its cell, whose byte is `ways`.
    fn worth_turning(ways: u8, pose: Pose) -> bool {
        ways >> (4 + (pose.0 & 3)) & 1 == 1
    }

    /// The cost of a move and the pose after it, or the reason why it cannot be made.
    pub(super) fn play_move(&self, pose: Pose, mv: Move) -> Result<(Cost, Pose), String> {
        match mv {
            Move::Forward if self.has_way(pose.cell(), pose.heading()) => {
                Ok((self.step_cost, self.ahead(pose)))
            }
            Move::Forward => Err(self.refusal(pose.cell(), pose.heading())),
            Move::Left => Ok((self.turn_cost, pose.turned_left())),
            Move::Right => Ok((self.turn_cost, pose.turned_right())),
        }
    }

    fn refusal(&self, cell: Cell, heading: Direction) -> String {
        match self.place(self.next(cell, heading)) {
            Some((x, y)) => {
                format!("the reindeer would walk into the wall at column {}, row {}", x + 1, y + 1)
            }
            None => format!("the reindeer would leave the maze: nothing is {}", beyond(heading)),
        }
    }
}

fn beyond(heading: Direction) -> &'static str {
    match heading {
        Direction::Right => "right of its last column",
        Direction::Up => "above its first row",
        Direction::Left => "left of its first column",
        Direction::Down => "below its last row",
    }
}

impl Puzzle for Maze {
    type State = Pose;
    type Move = Move;

    fn start(&self) -> Pose {
        self.start
    }

    fn is_solved(&self, pose: &Pose) -> bool {
        pose.cell() == self.goal
    }

    #[inline]
    fn expand(&self, &pose: &Pose, mut visit: impl FnMut(Move, Cost, Pose)) {
        let ways = self.ways(pose);
        if ways >> (pose.0 & 3) & 1 == 1 {
            visit(Move::Forward, self.step_cost, self.ahead(pose));
        }
        let (left, right) = (pose.turned_left(), pose.turned_right());
        if Maze::worth_turning(ways, left) {
            visit(Move::Left, self.turn_cost, left);
        }
        if Maze::worth_turning(ways, right) {
            visit(Move::Right, self.turn_cost, right);
        }
    }

    #[inline]
    fn lower_bound(&self, &pose: &Pose) -> Option<Cost> {
        Some(self.cost_without_walls(pose))
    }

    fn tuning(&self) -> Tuning<Self> {
        let min_move_cost = self.step_cost.min(self.turn_cost);
        Tuning { min_move_cost, byte_form: Some(ByteForm::new()), ..Tuning::default() }
    }
}
