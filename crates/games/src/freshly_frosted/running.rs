//! A running factory, for programs that observe or measure it.

use super::format;
use super::layout::Layout;
use super::level::Factory;
use super::notation;
use super::simulate::Simulation;

/// A factory with its belts, ready to run.
pub struct Works {
    factory: Factory,
    layout: Layout,
}

impl Works {
    /// Parses a level, and its belts as a list of names or a grid.
    pub fn read(level: &str, belts: &str) -> Result<Works, String> {
        let factory = format::read(level).map_err(|error| error.to_string())?;
        let mut layout = Layout::bare(&factory);
        let moves = notation::read(&factory, &layout, belts).map_err(|error| error.to_string())?;
        for mv in moves {
            layout.set(mv.cell, mv.belt);
        }
        Ok(Works { factory, layout })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.factory.cells()
    }

    /// Runs this many ticks from the start. Returns the number of donuts on the floor, or what goes
    /// wrong and when.
    pub fn run(&self, ticks: u64) -> Result<usize, String> {
        let mut simulation = Simulation::new(&self.factory);
        simulation.begin(&self.layout, 0);
        for tick in 1..=ticks {
            simulation.step().map_err(|fault| format!("tick {tick}: {}", fault.tell(&self.factory)))?;
        }
        Ok(simulation.state().held.len())
    }
}
