//! Rolling one cell: what happens at the edge between a cell and the next.
//!
//! It hangs on nothing but the cell and the heading: neither the strength nor what was before
//! matters. The height of a slope is that of its top, whichever way the ball leaves it.

use super::level::{Cell, Course, Kind};
use crate::Direction;

/// What comes of rolling one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roll {
    /// The ball is on the next cell, with this heading.
    Onto(Cell, Direction),
    /// The ball is where it was and has turned round: this is its heading now.
    Bounce(Direction),
    /// On sand the ball does not roll.
    Stuck,
    /// There is nothing ahead.
    Off,
}

impl Course {
    /// Rolls a ball on `cell` one cell.
    pub(crate) fn roll(&self, cell: Cell, heading: Direction) -> Roll {
        // A ball is never on nothing; if it were, it would fall.
        let Some(here) = self.tile(cell) else { return Roll::Off };
        let heading = match here.kind {
            Kind::Sand => return Roll::Stuck,
            // A direction that runs into the wall first turns as the wall reflects it.
            Kind::Angle(corner) | Kind::IceAngle(corner) => corner.reflect(heading),
            _ => heading,
        };
        let Some((next, tile)) = self.ahead(cell, heading, 1) else { return Roll::Off };
        // An angled wall entered from a solid side counts one more than its height.
        let height = match tile.kind {
            Kind::Angle(corner) | Kind::IceAngle(corner) if corner.shuts_out(heading) => tile.height + 1,
            _ => tile.height,
        };
        // A slope exactly one higher can be entered straight uphill.
        let climbs =
            height == here.height + 1 && matches!(tile.kind, Kind::Slope(down) if down == heading.opposite());
        if height <= here.height || climbs {
            Roll::Onto(next, heading)
        } else {
            Roll::Bounce(heading.opposite())
        }
    }
}
