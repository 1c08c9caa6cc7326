//! What belts, machines and donuts are drawn with.
//!
//! Everything that has a direction is drawn for the right, and shaded the same on all sides, so that it can be
//! turned. What reaches into the next cell is drawn apart, to lie above that cell.

mod belts;
mod donuts;
mod machines;

use unriddle_kit::sprite::Outline::Disc;
use unriddle_kit::sprite::{Fill, Outline};

pub(super) use belts::{BELT, Bend, FIXED_BELT};
pub(super) use donuts::{DONUT, GHOST, TOPPING};
pub(super) use machines::{
    ANY_OVEN, BUMPER, CROSSING, DOOR, EXIT, FORK, ICON, NOZZLE, OPEN_PLATE, OVEN, PLATE, RIGHT_KIND, TOPPER,
    WRONG_KIND,
};

/// What stands for something where cells are too small for more. Otherwise it is hidden below the rest.
const SPOT: &[Outline] = &[Disc((0, 0), 90)];

const WHITE: Fill = Fill::Colour(0xffffff, 0xfffdf8);
const RUBBER: Fill = Fill::Colour(0x5d6470, 0x5a626e);
const RAIL: Fill = Fill::Colour(0x434953, 0x757f8c);
const CHALK: Fill = Fill::Colour(0xdfe4ea, 0xd3dae2);
const STEEL: Fill = Fill::Colour(0xa9b5c3, 0x5c6878);
const PANEL: Fill = Fill::Colour(0xd3dbe4, 0x7a8798);
const BRASS: Fill = Fill::Colour(0xf0b43c, 0xe8b548);
