//! What Freshly Frosted promises: a test for each rule, on a board drawn in the test.
//!
//! [`board`] parses a board with its belts. The belts are presets, which move donuts just as laid
//! belts do. [`oracle`] is a second, independent implementation of the tick.

mod flow;
mod game;
mod oracle;
mod recorded;
mod rules;
mod texts;

use unriddle_kit::{Direction, Symmetry};

use super::format;
use super::layout::Layout;
use super::level::{Cell, Factory, Tile};

/// Parses rows of cells, separated by `|`.
fn board(rows: &str) -> Factory {
    let text = rows.replace('|', "\n");
    format::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A factory and its belts, turned or mirrored.
fn turned(factory: &Factory, layout: &Layout, symmetry: Symmetry) -> (Factory, Layout) {
    let way = |direction: Direction| symmetry.direction(direction);
    let tile = |tile: Tile| match tile {
        Tile::Preset(to) => Tile::Preset(way(to)),
        Tile::Source(to) => Tile::Source(way(to)),
        Tile::AnySource(to) => Tile::AnySource(way(to)),
        Tile::Target(to, kind) => Tile::Target(way(to), kind),
        Tile::Topper(to, kind) => Tile::Topper(way(to), kind),
        Tile::Splitter(to) => Tile::Splitter(way(to)),
        Tile::Bumper(to, kind) => Tile::Bumper(way(to), kind),
        Tile::Exit(group, to) => Tile::Exit(group, way(to)),
        Tile::Free | Tile::Block | Tile::Entrance(_) | Tile::Crossover => tile,
    };
    let size = symmetry.size(factory.size);
    let mut tiles = vec![Tile::Free; factory.cells()];
    let mut belts = Vec::new();
    for at in (0..factory.cells() as u32).map(Cell) {
        let (x, y) = symmetry.cell(factory.place(at), factory.size);
        let there = Cell((y * size.0 + x) as u32);
        tiles[there.index()] = tile(factory.tile(at));
        belts.extend(layout.laid(at).map(|belt| (there, way(belt))));
    }
    let factory = Factory::new(size, tiles, factory.list.clone(), Vec::new());
    let mut layout = Layout::bare(&factory);
    belts.into_iter().for_each(|(cell, belt)| layout.set(cell, Some(belt)));
    (factory, layout)
}

/// Whether timing cannot matter: nothing takes turns, nothing copies, and no two belts, machines or
/// bumpers lead into the same cell.
fn flow_is_time(factory: &Factory, layout: &Layout) -> bool {
    let mut ways_in = vec![0u32; factory.cells()];
    for cell in (0..factory.cells() as u32).map(Cell) {
        let way = match factory.tile(cell) {
            Tile::Splitter(_) | Tile::Crossover | Tile::Entrance(_) | Tile::Exit(..) => return false,
            Tile::Bumper(..) | Tile::AnySource(_) => return false,
            Tile::Source(way) => Some(way),
            _ => layout.belt(factory, cell),
        };
        if let Some(there) = way.and_then(|way| factory.ahead(cell, way)) {
            ways_in[there.index()] += 1;
        }
    }
    ways_in.iter().all(|&ways| ways < 2)
}
