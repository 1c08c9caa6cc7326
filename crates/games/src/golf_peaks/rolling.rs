//! Rolling one cell: what happens at the edge between a cell and the next.
//!
//! It depends only on the cell and the heading, not on the strength or on earlier moves. The height of a
//! slope is that of its top, in whichever direction the ball leaves it.

use unriddle_kit::Direction;

use super::level::{Cell, Course, Kind};

/// The result of rolling one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roll {
    /// The ball moves to the next cell, with this heading.
    Onto(Cell, Direction),
    /// The ball stays where it is and has this heading now.
    Bounce(Direction),
    /// On sand the ball does not roll.
    Stuck,
    /// There is nothing ahead.
    Off,
}

impl Course {
    /// Rolls a ball on `cell` one cell.
    pub(crate) fn roll(&self, cell: Cell, heading: Direction) -> Roll {
        // A ball is always on a tile; without one it would fall.
        let Some(here) = self.tile(cell) else { return Roll::Off };
        let heading = match here.kind {
            Kind::Sand => return Roll::Stuck,
            // A ball that runs into the angled wall of its cell is turned by it first.
            Kind::Angle(corner) | Kind::IceAngle(corner) => corner.reflect(heading),
            _ => heading,
        };
        let Some((next, tile)) = self.ahead(cell, heading, 1) else { return Roll::Off };
        // An angled wall is one higher when entered from a solid side.
        let height = match tile.kind {
            Kind::Angle(corner) | Kind::IceAngle(corner) if corner.shuts_out(heading) => tile.height + 1,
            _ => tile.height,
        };
        // A ball climbs a slope that is exactly one higher, straight uphill.
        let climbs =
            height == here.height + 1 && matches!(tile.kind, Kind::Slope(down) if down == heading.opposite());
        // It rolls onto what is not higher, and bounces off everything else.
        if height <= here.height || climbs {
            Roll::Onto(next, heading)
        } else {
            Roll::Bounce(heading.opposite())
        }
    }
}
