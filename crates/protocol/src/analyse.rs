//! Analysing a level: its figures, the position at a point of its map, and better neighbours.
//!
//! An analysis reports its progress as a search does. Nothing is kept: a point of the map is found again by
//! exploring the level again, which takes a moment as only small spaces are shown, and numbers its states in
//! the same way.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use unriddle_analysis as analysis;
use unriddle_analysis::{Analysis, Budget, Map, Neighbour, PointKind, Question};
use unriddle_kit::NoSpace;
use unriddle_search::{Limit, Limits, Monitor, Options, Progress};

use super::{Allowance, Failure, Source};

/// The most memory of a reply, in bytes.
pub(super) const REPLY: usize = 8 << 20;

/// The most states to explore.
const MAX_STATES: u64 = 200_000;
/// The longest time.
const MAX_TIME: Duration = Duration::from_secs(30);
/// The most parts that are tried.
const MAX_PARTS: usize = 150;
/// The neighbours that are proposed.
const NEIGHBOURS: usize = 3;

/// A request to analyse a level from its start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnalyseRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// Whether to solve the level without each of its parts, or to try what would make it solvable.
    #[serde(default)]
    pub parts: bool,
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisView {
    /// The figures.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// The number of traps.
    pub traps: usize,
    /// The map of the space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<MapView>,
}

/// A map as flat lists, which are much shorter as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapView {
    /// The number of columns.
    pub columns: usize,
    /// Whether some states are left out.
    pub sampled: bool,
    /// The number of each state.
    pub states: Vec<u32>,
    /// Its column, in hundredths.
    pub x: Vec<u32>,
    /// Its height, in thousandths.
    pub y: Vec<u32>,
    /// What can become of it: a letter of `*` start, `!` solved, `o` on an optimal solution, `w` winnable, `d` dead,
    /// `?` not known.
    pub kinds: String,
}

impl From<Map> for MapView {
    fn from(map: Map) -> MapView {
        let letter = |kind: PointKind| match kind {
            PointKind::Start => '*',
            PointKind::Solved => '!',
            PointKind::Optimal => 'o',
            PointKind::Winnable => 'w',
            PointKind::Dead => 'd',
            PointKind::Undecided => '?',
        };
        MapView {
            columns: map.columns,
            sampled: map.sampled,
            states: map.points.iter().map(|point| point.state).collect(),
            x: map.points.iter().map(|point| (point.x * 100.0) as u32).collect(),
            y: map.points.iter().map(|point| (point.y * 1000.0) as u32).collect(),
            kinds: map.points.iter().map(|point| letter(point.kind)).collect(),
        }
    }
}

/// The limits of an analysis under an allowance.
fn budget<'a>(allowance: &Allowance<'a>) -> Budget<'a> {
    let time = Some(allowance.limits.time.map_or(MAX_TIME, |most| most.min(MAX_TIME)));
    let limits = Limits { states: Some(MAX_STATES), time, ..allowance.limits };
    Budget { limits, threads: allowance.threads, cancel: allowance.cancel }
}

/// The settings of a level in the form in which it is read.
fn settings(source: &Source) -> Vec<(&str, u32)> {
    source.settings.iter().map(|(name, &value)| (name.as_str(), value)).collect()
}

/// Analyses a level. Reports progress a few times per second.
pub fn analyse(
    request: &AnalyseRequest,
    allowance: &Allowance<'_>,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<AnalysisView, Failure> {
    let level = request.level.read()?;
    let question = Question {
        budget: budget(allowance),
        settings: &settings(&request.level),
        parts: if request.parts { MAX_PARTS } else { 0 },
        why_not: request.parts,
        pictures: true,
    };
    let mut analysis = analysis::analyse(level.as_ref(), &question, on_progress);
    let space = analysis.map.take().map(MapView::from);
    Ok(AnalysisView { traps: analysis.traps(), analysis, space })
}

/// A request for better neighbours of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImproveRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
}

/// Better neighbours of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImproveView {
    /// The score of the level itself, if it has one.
    pub score: Option<f64>,
    /// Its neighbours, the best first.
    pub neighbours: Vec<Neighbour>,
}

/// Proposes better neighbours of a level.
pub fn improve(request: &ImproveRequest, allowance: &Allowance<'_>) -> Result<ImproveView, Failure> {
    let level = request.level.read()?;
    let settings = settings(&request.level);
    let improved = analysis::improve(level.as_ref(), &settings, budget(allowance), NEIGHBOURS);
    let (score, neighbours) = improved.map_err(|defect| Failure::of_request(&defect.message))?;
    Ok(ImproveView { score, neighbours })
}

/// A request for the position at a point of the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The number of the state.
    pub state: u32,
}

/// A position of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    /// The moves that lead there, by name.
    pub moves: Vec<String>,
}

/// Finds the moves to a state of the map.
pub fn position(request: &PositionRequest, allowance: &Allowance<'_>) -> Result<PositionView, Failure> {
    let level = request.level.read()?;
    let Budget { limits, threads, cancel } = budget(allowance);
    let options = Options { limits, threads, ..Options::default() };
    let start = level.start();
    let space = start.explore(&options, &mut Monitor::new().cancel(cancel));
    let space = match space {
        Ok(space) if request.state < space.graph().states() => space,
        Err(NoSpace::Defect(defect)) => return Err(Failure::of_request(&defect.message)),
        Ok(_) | Err(_) => return Err(Failure::of_request("the map has no such state")),
    };
    // States have the same numbers as before if the exploration ended for the same reason, which no clock decides.
    if space.graph().limit().is_some_and(|limit| !matches!(limit, Limit::States | Limit::Undecided)) {
        return Err(Failure::of_request("the level takes too long to explore it again"));
    }
    Ok(PositionView { moves: space.path(request.state) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{SearchAnswer, SearchEvent};

    const MAZE: &str = "#####\n#..E#\n#.#.#\n#S..#\n#####";

    fn source(text: &str) -> Source {
        Source { text: text.into(), ..Source::default() }
    }

    static RUNS: AtomicBool = AtomicBool::new(false);

    const ALLOWANCE: Allowance<'_> = Allowance {
        limits: Limits { time: None, memory: None, states: None, cost: None },
        threads: 1,
        cancel: &RUNS,
    };

    fn analysed(text: &str, parts: bool) -> Result<AnalysisView, Failure> {
        analyse(&AnalyseRequest { level: source(text), parts }, &ALLOWANCE, &mut |_| {})
    }

    #[test]
    fn an_analysis_is_one_object_with_its_map_in_flat_lists() {
        let answer = analysed(MAZE, true).expect("an answer");
        let event = SearchEvent::Answer(SearchAnswer::Analyse(Box::new(answer)));
        let json = serde_json::to_value(&event).expect("events are JSON");
        assert_eq!((&json["event"], &json["outcome"]), (&"answer".into(), &"optimal".into()));
        let states = json["shape"]["states"].as_u64().expect("the space is explored") as usize;
        for list in ["states", "x", "y"] {
            assert_eq!(json["space"][list].as_array().map(Vec::len), Some(states), "{list}");
        }
        assert_eq!(json["space"]["kinds"].as_str().map(str::len), Some(states));
        assert!(json["parts"]["parts"].as_array().is_some_and(|parts| !parts.is_empty()));
    }

    #[test]
    fn every_point_of_a_map_leads_to_a_position() {
        let view = analysed(MAZE, false).expect("an answer");
        let level = source(MAZE).read().expect("it is a level");
        for state in view.space.expect("a map").states {
            let request = PositionRequest { level: source(MAZE), state };
            let view = position(&request, &ALLOWANCE).expect("a position");
            level.start().play_strict(&view.moves).expect("the moves can be made");
        }
        let beyond = PositionRequest { level: source(MAZE), state: u32::MAX };
        assert!(position(&beyond, &ALLOWANCE).is_err());
    }

    #[test]
    fn proposed_neighbours_are_harder_and_solvable() {
        let request = ImproveRequest { level: source(MAZE) };
        let view = improve(&request, &ALLOWANCE).expect("an answer");
        assert!(!view.neighbours.is_empty() && view.neighbours.len() <= NEIGHBOURS);
        for neighbour in &view.neighbours {
            assert!(Some(neighbour.score) > view.score);
            let level = source(&neighbour.change.text).read().expect("it is a level");
            let answer = level.start().solve(&unriddle_kit::Request::default(), &mut Monitor::new());
            assert_eq!(answer.outcome.cost(), Some(neighbour.cost));
        }
    }

    #[test]
    fn what_is_not_a_level_is_a_failure() {
        assert!(analysed("nonsense ?!", true).is_err());
    }
}
