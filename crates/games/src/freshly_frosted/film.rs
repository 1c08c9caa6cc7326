//! The running factory as a sequence of pictures, one per tick.
//!
//! Each donut has a number as its name, from the source until it is delivered, so that a page can
//! animate it. What goes in at an entrance and what comes out at an exit have different names, so that nothing is seen
//! to cross the floor between them. A donut is small in the source or the exit from which it comes next, and in the
//! target or the entrance that it has just reached; so is a topping in its topper, just before it lands.

use std::collections::{BTreeMap, HashMap};

use unriddle_kit::{Direction, Picture, Piece};

use super::layout::Layout;
use super::level::{Cell, Factory, Tile};
use super::picture::{self, Delivery, Donut};
use super::simulate::Simulation;

/// The factory before the first tick and after each of at most `most` ticks, up to a fault.
pub(crate) fn film(factory: &Factory, layout: &Layout, most: usize) -> Vec<Picture> {
    shoot(factory, layout, most, 0)
}

/// The factory after its belts have had time to fill.
pub(crate) fn still(factory: &Factory, layout: &Layout) -> Option<Picture> {
    let ticks = 2 * (factory.size.0 + factory.size.1);
    let mut picture = shoot(factory, layout, ticks, ticks).pop()?;
    picture.caption = picture.caption.map(|caption| format!("at work, {caption}"));
    Some(picture)
}

/// The belts and the ways that they run.
fn belts(factory: &Factory, layout: &Layout) -> Vec<(usize, usize, Direction)> {
    let way = |cell: Cell| match (factory.tile(cell), layout.laid(cell)) {
        (Tile::Preset(way), _) | (_, Some(way)) => {
            let (x, y) = factory.place(cell);
            Some((x, y, way))
        }
        _ => None,
    };
    (0..factory.cells() as u32).filter_map(|at| way(Cell(at))).collect()
}

/// Whether one cell is beside the other.
fn is_next_to(factory: &Factory, one: Cell, other: Cell) -> bool {
    let ((x, y), (to_x, to_y)) = (factory.place(one), factory.place(other));
    x.abs_diff(to_x) + y.abs_diff(to_y) == 1
}

/// Runs at most `most` ticks. Keeps the pictures from tick `first` on, and always that of a fault.
fn shoot(factory: &Factory, layout: &Layout, most: usize, first: usize) -> Vec<Picture> {
    let mut simulation = Simulation::new(factory);
    simulation.begin(layout, 0);
    let floor = Picture { flows: belts(factory, layout), ..picture::draw(factory, layout) };
    let mut frames: Vec<Picture> = Vec::new();
    let mut arriving: Vec<Piece> = Vec::new();
    let mut names: HashMap<Cell, u32> = HashMap::new();
    let mut got: BTreeMap<Cell, Delivery> = BTreeMap::new();
    let mut pushed = 0;
    let mut caption = "before the first tick".to_string();
    let mut over = false;
    loop {
        let ticks = simulation.ticks() as usize;
        if over || ticks >= first {
            let donuts = simulation.state().held.iter().map(|&cell| {
                let kind = simulation.state().donuts[cell.index()].kind();
                Donut { name: names.get(&cell).copied().unwrap_or(0), cell, kind }
            });
            let mut donuts: Vec<Donut> = donuts.collect();
            donuts.sort_by_key(|donut| donut.name);
            let got: Vec<Delivery> = got.values().copied().collect();
            let mut frame = picture::with_donuts(factory, &floor, &donuts, &got, caption);
            frame.pieces.append(&mut arriving);
            frames.push(frame);
        }
        if over || ticks >= most {
            return frames;
        }
        let tick = simulation.ticks() + 1;
        let fault = simulation.step().err();
        let mut delivered = Vec::new();
        // Other faults happen before anything moves, so the floor does not change.
        if fault.is_none_or(|fault| matches!(fault, super::goal::Fault::WrongKind { .. })) {
            let mut after: HashMap<Cell, u32> = HashMap::new();
            for mv in simulation.moved() {
                let small = |name: u32, cell: Cell| picture::small(name, factory.place(cell), mv.kind());
                let warps = !is_next_to(factory, mv.from, mv.to);
                let mut known = names.remove(&mv.from);
                if let Some(name) = known.take_if(|_| warps) {
                    arriving.extend(small(name, mv.from));
                }
                let name = known.unwrap_or_else(|| {
                    pushed += 1;
                    // It was in the exit or the source before.
                    let hidden = match factory.tile(mv.from) {
                        _ if warps => Some(mv.to),
                        Tile::Source(_) | Tile::AnySource(_) => Some(mv.from),
                        _ => None,
                    };
                    if let (Some(hidden), Some(before)) = (hidden, frames.last_mut()) {
                        before.pieces.extend(small(pushed, hidden));
                    }
                    pushed
                });
                let topped = factory.topped(mv.to, mv.kind());
                match factory.tile(mv.to) {
                    Tile::Target(..) => {
                        let is_wanted = factory.wants(mv.to).contains(mv.kind());
                        got.insert(mv.to, Delivery { target: mv.to, kind: mv.kind(), is_wanted });
                        arriving.extend(small(name, mv.to));
                        delivered.push((mv.kind(), mv.to));
                    }
                    _ => {
                        let topper = factory.topper(mv.to, topped).filter(|_| topped != mv.kind());
                        if let (Some(topper), Some(before)) = (topper, frames.last_mut()) {
                            let places = (factory.place(topper), factory.place(mv.to));
                            before.pieces.extend(picture::topping_to_come(name, places, topped));
                        }
                        after.insert(mv.to, name);
                    }
                }
            }
            after.extend(names);
            names = after;
        }
        caption = match fault {
            Some(fault) => {
                over = true;
                format!("tick {tick}: {}", fault.tell(factory))
            }
            None if delivered.is_empty() => format!("tick {tick}"),
            None => {
                let all = delivered.iter().map(|&(kind, to)| {
                    let (x, y) = factory.place(to);
                    format!("a {} donut at column {}, row {}", kind.word(), x + 1, y + 1)
                });
                format!("tick {tick}: delivered {}", all.collect::<Vec<_>>().join(", "))
            }
        };
    }
}
