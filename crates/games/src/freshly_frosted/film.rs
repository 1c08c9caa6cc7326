//! The factory at work as a row of pictures, one a tick.
//!
//! Each donut has a number for its name, from where a source pushes it until it is delivered, so
//! that a page can let it glide. Of the copies that an entrance makes the first keeps the name.

use std::collections::HashMap;

use super::layout::Layout;
use super::level::{Cell, Factory, Tile};
use super::picture::{self, Donut};
use super::simulate::Simulation;
use crate::Picture;

/// The factory before its first tick and after each of at most `most` ticks, up to a fault.
pub(crate) fn film(factory: &Factory, layout: &Layout, most: usize) -> Vec<Picture> {
    shoot(factory, layout, most, 0)
}

/// The factory at work, when its belts have had time to fill.
pub(crate) fn still(factory: &Factory, layout: &Layout) -> Option<Picture> {
    let ticks = 2 * (factory.size.0 + factory.size.1);
    let mut picture = shoot(factory, layout, ticks, ticks).pop()?;
    picture.caption = picture.caption.map(|caption| format!("at work, {caption}"));
    Some(picture)
}

/// Runs at most `most` ticks and keeps the pictures from tick `first` on; that of a fault always.
fn shoot(factory: &Factory, layout: &Layout, most: usize, first: usize) -> Vec<Picture> {
    let mut simulation = Simulation::new(factory);
    simulation.begin(layout, 0);
    let floor = picture::draw(factory, layout);
    let mut frames = Vec::new();
    let mut names: HashMap<Cell, u32> = HashMap::new();
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
            frames.push(picture::with_donuts(factory, &floor, &donuts, caption));
        }
        if over || ticks >= most {
            return frames;
        }
        let tick = simulation.ticks() + 1;
        let fault = simulation.step().err();
        let mut delivered = Vec::new();
        // A fault before anything moves leaves the floor as it was.
        if fault.is_none_or(|fault| matches!(fault, super::goal::Fault::WrongKind { .. })) {
            let mut after: HashMap<Cell, u32> = HashMap::new();
            for mv in simulation.moved() {
                let name = names.remove(&mv.from).unwrap_or_else(|| {
                    pushed += 1;
                    pushed
                });
                match factory.tile(mv.to) {
                    Tile::Target(..) => delivered.push((mv.kind(), mv.to)),
                    _ => _ = after.insert(mv.to, name),
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
                let told = delivered.iter().map(|&(kind, to)| {
                    let (x, y) = factory.place(to);
                    format!("{} at {},{}", kind.word(), x + 1, y + 1)
                });
                format!("tick {tick}: delivered {}", told.collect::<Vec<_>>().join(", "))
            }
        };
    }
}
