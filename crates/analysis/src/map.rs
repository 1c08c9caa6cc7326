//! The map of a space: its states as points in columns by their cost from the start.
//!
//! Within a column, states stand next to those that they were reached from, so that what belongs together
//! stays together. A large column is several points wide. Of a space with more states than can be read,
//! only a sample is shown.

use serde::Serialize;
use unriddle_kit::Graph;
use unriddle_search::Fate;

/// The most points.
pub const MAX_POINTS: usize = 50_000;
/// The most columns.
const MAX_COLUMNS: usize = 240;
/// The most points of a column above each other.
const MAX_ROWS: usize = 160;

/// The states of a level laid out in a plane.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Map {
    /// The number of columns; a point's `x` is below it.
    pub columns: usize,
    /// The points, in the order of their columns.
    pub points: Vec<Point>,
    /// Whether some states are left out.
    pub sampled: bool,
}

/// A state on the map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The number of the state.
    pub state: u32,
    /// Its place, in columns.
    pub x: f32,
    /// Its place, from 0 to 1.
    pub y: f32,
    /// What can become of it.
    pub kind: PointKind,
    /// The place in [`Map::points`] of the state that it was reached from.
    pub from: Option<usize>,
}

/// What can become of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PointKind {
    /// It is the start.
    Start,
    /// It is solved.
    Solved,
    /// It lies on an optimal solution.
    Optimal,
    /// A solution follows.
    Winnable,
    /// No solution can follow.
    Dead,
    /// That is not known.
    Undecided,
}

pub(super) fn map(graph: &dyn Graph) -> Map {
    let every = (graph.states() as usize).div_ceil(MAX_POINTS).max(1);
    let is_shown = |state: &u32| {
        (*state as usize).is_multiple_of(every) || *state == graph.start() || graph.is_solved(*state)
    };
    let mut shown: Vec<u32> = (0..graph.states()).filter(is_shown).collect();
    shown.truncate(2 * MAX_POINTS);
    let mut costs: Vec<_> = shown.iter().map(|&state| graph.cost_of(state)).collect();
    costs.sort_unstable();
    costs.dedup();
    let wide = costs.len().div_ceil(MAX_COLUMNS).max(1);
    let column = |state: u32| costs.partition_point(|&cost| cost < graph.cost_of(state)) / wide;
    let columns = costs.len().div_ceil(wide);
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); columns];
    shown.iter().for_each(|&state| members[column(state)].push(state));
    let highest = members.iter().map(|column| column.len().min(MAX_ROWS)).max().unwrap_or(1) as f32;
    let mut place: Vec<Option<usize>> = vec![None; graph.states() as usize];
    let mut points: Vec<Point> = Vec::with_capacity(shown.len());
    for (x, mut states) in members.into_iter().enumerate() {
        // The nearest state before it that is shown.
        let origin = |state: u32, place: &[Option<usize>]| {
            let mut at = state;
            while graph.before(at) != at {
                at = graph.before(at);
                if let Some(point) = place[at as usize] {
                    return Some(point);
                }
            }
            None
        };
        let key = |state: &u32| {
            let y = origin(*state, &place).map_or(0.5, |point| points[point].y);
            ((y * 4096.0) as u32, *state)
        };
        states.sort_by_cached_key(key);
        let rows = states.len().clamp(1, MAX_ROWS);
        let abreast = states.len().div_ceil(rows).max(1);
        for (at, state) in states.into_iter().enumerate() {
            let (row, beside) = (at / abreast, at % abreast);
            let from = origin(state, &place);
            place[state as usize] = Some(points.len());
            points.push(Point {
                state,
                x: x as f32 + (beside as f32 + 0.5) / abreast as f32,
                y: 0.5 + (row as f32 + 0.5 - rows as f32 / 2.0) / highest,
                kind: kind(graph, state),
                from,
            });
        }
    }
    Map { columns, sampled: points.len() < graph.states() as usize, points }
}

fn kind(graph: &dyn Graph, state: u32) -> PointKind {
    match (graph.fate(state), graph.fate(graph.start())) {
        _ if state == graph.start() => PointKind::Start,
        _ if graph.is_solved(state) => PointKind::Solved,
        (Fate::Winnable(left), Fate::Winnable(optimum)) if graph.cost_of(state) + left == optimum => {
            PointKind::Optimal
        }
        (Fate::Winnable(_), _) => PointKind::Winnable,
        (Fate::Dead, _) => PointKind::Dead,
        (Fate::Undecided, _) => PointKind::Undecided,
    }
}
