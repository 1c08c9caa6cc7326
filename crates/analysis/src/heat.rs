//! Where pieces go: for each cell, in how many states a piece that moves stands there.
//!
//! Over all play, and over the states of optimal solutions. States are drawn to see where their pieces are, so
//! of a large space only a sample is taken: every n-th state, in the order of their numbers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use unriddle_kit::{LevelSpace, Picture};
use unriddle_search::Fate;

use super::effort::Effort;

/// The most cells that are drawn, over all states of a sample.
const MAX_DRAWN: usize = 1_000_000;
/// The most states of a sample.
const MAX_SAMPLED: usize = 1000;

/// How often a moving piece stands on each cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Heat {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// For each cell, row by row, the share of the sampled states with a moving piece there.
    pub play: Vec<f32>,
    /// The same for the states of optimal solutions.
    pub solutions: Vec<f32>,
    /// How many states were sampled.
    pub sampled: usize,
    /// The names of the pieces that move.
    #[serde(skip)]
    pub moving: BTreeSet<String>,
}

impl Heat {
    /// Whether a piece stands anywhere in an optimal solution that was seen.
    pub fn has_solutions(&self) -> bool {
        self.solutions.iter().any(|&share| share > 0.0)
    }
}

/// The places of the pieces of a picture, by name.
type Places = Vec<(String, (u32, u32))>;

pub(super) fn heat(space: &dyn LevelSpace, effort: &Effort<'_>) -> Heat {
    let graph = space.graph();
    let start = space.picture(graph.start());
    let (width, height) = (start.width, start.height);
    let most = (MAX_DRAWN / (width * height).max(1)).clamp(20, MAX_SAMPLED);
    let optimum = graph.fate(graph.start());
    let on_solution = |&state: &u32| match (graph.fate(state), optimum) {
        (Fate::Winnable(left), Fate::Winnable(optimum)) => graph.cost_of(state) + left == optimum,
        _ => false,
    };
    let all: Vec<u32> = (0..graph.states()).collect();
    let optimal: Vec<u32> = all.iter().copied().filter(on_solution).collect();
    let drawn = |states: &[u32]| -> Vec<Places> {
        let every = states.len().div_ceil(most).max(1);
        let sample = states.iter().step_by(every);
        // A state is drawn by finding the way to it, then playing that.
        let affordable = sample.take_while(|&&state| effort.affords(3 * graph.cost_of(state) as usize));
        affordable.map(|&state| places(&space.picture(state))).collect()
    };
    let (play, solutions) = (drawn(&all), drawn(&optimal));
    let at_start: BTreeMap<String, (u32, u32)> = places(&start).into_iter().collect();
    let moves = |(name, at): &&(String, (u32, u32))| at_start.get(name).is_some_and(|start| start != at);
    let moving = play.iter().chain(&solutions).flatten().filter(moves).map(|(name, _)| name.clone());
    let moving: BTreeSet<String> = moving.collect();
    let shares = |drawn: &[Places]| {
        let mut shares = vec![0.0; width * height];
        for places in drawn {
            let here = places.iter().filter(|(name, _)| moving.contains(name)).map(|&(_, at)| at);
            for (x, y) in here.collect::<BTreeSet<_>>() {
                if (x as usize) < width && (y as usize) < height {
                    shares[y as usize * width + x as usize] += 1.0 / drawn.len() as f32;
                }
            }
        }
        shares
    };
    let (sampled, play, solutions) = (play.len(), shares(&play), shares(&solutions));
    Heat { width, height, play, solutions, sampled, moving }
}

fn places(picture: &Picture) -> Places {
    let place = |at: f32| at.round().max(0.0) as u32;
    picture.pieces.iter().map(|piece| (piece.name.clone(), (place(piece.x), place(piece.y)))).collect()
}
