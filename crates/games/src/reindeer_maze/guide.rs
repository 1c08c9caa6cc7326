//! What a player is told about a route, and what a tap on the maze means.

use unriddle_search::{Monitor, Options, solve_ranked};

use super::axes::Axes;
use super::level::Maze;
use super::moves::Move;
use super::state::Walk;
use crate::{Focus, Rules};

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

    /// A tap on a cell walks there by the cheapest route.
    pub(super) fn walk_to(&self, walk: &Walk, at: (usize, usize)) -> Result<Vec<Move>, String> {
        if at.0 >= self.width || at.1 >= self.height || !self.is_open(self.cell(at)) {
            return Err("there is a wall: choose a cell that the reindeer can walk to".into());
        }
        let maze = Maze { goal: self.cell(at), ..self.clone() };
        let axes = Axes::new(&maze, walk.pose);
        let outcome = solve_ranked(&axes, &Options::default(), &mut Monitor::new()).outcome;
        let solution = outcome.solution().ok_or("the reindeer cannot get there")?;
        Ok(axes.moves(&solution.moves))
    }
}
