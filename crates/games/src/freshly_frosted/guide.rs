//! What a player is told about a belt, and what a tap on the floor means.

use unriddle_kit::{Direction, Focus};

use super::level::{Cell, Tile};
use super::notation::Move;
use super::{FactoryRules, Floor};

impl FactoryRules {
    pub(super) fn say(&self, floor: &Floor, moves: &[Move]) -> Option<String> {
        let [mv] = moves else { return None };
        let place = self.factory.say(mv.cell);
        Some(match (floor.layout.laid(mv.cell), mv.belt) {
            (_, None) => format!("remove the belt at {place}"),
            (None, Some(way)) => format!("belt at {place}, {}", way.towards()),
            (Some(_), Some(way)) => format!("turn the belt at {place} {}", way.towards()),
        })
    }

    /// The cell of the belt, and the machine beside it if there is one.
    pub(super) fn look_at(&self, moves: &[Move]) -> Option<Focus> {
        let cell = moves.first()?.cell;
        let beside = Direction::ALL.into_iter().filter_map(|way| self.factory.ahead(cell, way));
        let mut machines = beside
            .map(|cell| self.factory.tile(cell))
            .filter(|tile| !matches!(tile, Tile::Free | Tile::Preset(_) | Tile::Block));
        let mut words = self.factory.say(cell);
        if let Some(machine) = machines.next() {
            words = format!("{words}, beside {}", machine.name());
        }
        let place = self.factory.place(cell);
        Some(Focus { cell: Some(place), card: None, words })
    }

    /// A tap on a free cell lays a belt that goes on the way that a donut would come, taps on it turn it, and
    /// the fourth one removes it.
    pub(super) fn tapped(&self, floor: &Floor, at: (usize, usize)) -> Result<Vec<Move>, String> {
        let cell = self.factory.at(at).ok_or("there is no such cell")?;
        let tile = self.factory.tile(cell);
        if tile != Tile::Free {
            return Err(format!("there is {} at {}", tile.name(), self.factory.say(cell)));
        }
        let first = self.coming_to(floor, cell);
        let belt = match floor.layout.laid(cell) {
            None => Some(first),
            Some(way) => Some(way.right()).filter(|&next| next != first),
        };
        Ok(vec![Move { cell, belt }])
    }

    /// The direction in which something beside a cell sends donuts to it; to the right if nothing does.
    fn coming_to(&self, floor: &Floor, cell: Cell) -> Direction {
        let sends = |&way: &Direction| {
            let Some(before) = self.factory.ahead(cell, way.opposite()) else { return false };
            match self.factory.tile(before) {
                Tile::Source(to) | Tile::AnySource(to) | Tile::Exit(_, to) => to == way,
                _ => floor.layout.belt(&self.factory, before) == Some(way),
            }
        };
        Direction::ALL.into_iter().find(sends).unwrap_or(Direction::Right)
    }
}
