//! What a player is told about a route, and what a tap on the maze means.

use unriddle_kit::{Direction, Focus, Rules};

use super::level::Maze;
use super::moves::Move;
use super::state::Walk;

/// What a tap is good for.
const IN_SIGHT: &str = "choose a cell that the reindeer sees in a straight line";

impl Maze {
    /// A step by its direction on the screen, a turn by the heading after it.
    pub(super) fn say(&self, walk: &Walk, moves: &[Move]) -> Option<String> {
        let mut after = walk.clone();
        moves.iter().for_each(|&mv| _ = Rules::play(self, &mut after, mv));
        let heading = after.pose.heading().word();
        Some(match moves {
            [Move::Forward] => format!("step {heading}"),
            _ => format!("turn to face {heading}"),
        })
    }

    /// The cell where the route turns next, or its end.
    pub(super) fn look_at(&self, walk: &Walk, moves: &[Move]) -> Option<Focus> {
        let turns = moves.iter().take_while(|&&mv| mv != Move::Forward).count();
        let steps = moves[turns..].iter().take_while(|&&mv| mv == Move::Forward).count();
        let mut after = walk.clone();
        moves[..turns + steps].iter().for_each(|&mv| _ = Rules::play(self, &mut after, mv));
        let what = if after.pose.cell() == self.goal { "the goal" } else { "the cell" };
        Some(Focus::on(what, self.place(after.pose.cell())?))
    }

    /// A tap on a cell in sight walks there: straight ahead, after a turn where one is needed. The way through the
    /// maze is for the player to find.
    pub(super) fn walk_to(&self, walk: &Walk, at: (usize, usize)) -> Result<Vec<Move>, String> {
        if at.0 >= self.width || at.1 >= self.height || !self.is_open(self.cell(at)) {
            return Err(format!("there is a wall: {IN_SIGHT}"));
        }
        let Some(here) = self.place(walk.pose.cell()).filter(|&here| here != at) else {
            return Ok(Vec::new());
        };
        let steps = here.0.abs_diff(at.0) + here.1.abs_diff(at.1);
        let in_line = here.0 == at.0 || here.1 == at.1;
        let way = Direction::between(here, at).filter(|_| in_line).ok_or(IN_SIGHT)?;
        let mut cell = walk.pose.cell();
        for _ in 0..steps {
            if !self.has_way(cell, way) {
                return Err(format!("a wall is in between: {IN_SIGHT}"));
            }
            cell = self.next(cell, way);
        }
        let turns = Move::turns(walk.pose.heading(), way).iter().copied();
        Ok(turns.chain(std::iter::repeat_n(Move::Forward, steps)).collect())
    }
}
