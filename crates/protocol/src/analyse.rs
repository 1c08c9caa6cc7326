//! Analysing a level: its figures, the position at a point of its map, and better neighbours.
//!
//! An analysis reports its progress as a search does. Nothing is kept: a point of the map is found again by
//! exploring the level again, which takes a moment as only small spaces are shown, and numbers its states in
//! the same way.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use unriddle_analysis as analysis;
use unriddle_analysis::{Analysis, Budget, Map, Neighbour, PointKind, Question};
use unriddle_kit::{Level, NoSpace};
use unriddle_search::{Limit, Limits, Monitor, Options, Progress};

use super::{Allowance, Failure, SearchEvent, Source};

/// The most memory of a reply, in bytes.
pub(super) const REPLY: usize = 8 << 20;

/// The most states to explore.
const MOST_STATES: u64 = 200_000;
/// The longest time.
const MOST_TIME: Duration = Duration::from_secs(30);
/// The most parts that are tried.
const MOST_PARTS: usize = 150;
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
    let time = Some(allowance.limits.time.map_or(MOST_TIME, |most| most.min(MOST_TIME)));
    let limits = Limits { states: Some(MOST_STATES), time, ..allowance.limits };
    Budget { limits, threads: allowance.threads, cancel: allowance.cancel }
}

/// The settings of a level in the form in which it is read.
fn settings(source: &Source) -> Vec<(&str, u32)> {
    source.settings.iter().map(|(name, &value)| (name.as_str(), value)).collect()
}

/// Answers a request about a level: the level is read, `work` does the rest, and the last event is what comes of it.
fn answer<A>(
    source: &Source,
    hear: &mut dyn FnMut(SearchEvent<A>),
    work: impl FnOnce(&dyn Level, &mut dyn FnMut(SearchEvent<A>)) -> Result<A, Failure>,
) {
    let last = match source.read().and_then(|level| work(level.as_ref(), hear)) {
        Ok(answer) => SearchEvent::Answer(Box::new(answer)),
        Err(failure) => SearchEvent::Failure(failure),
    };
    hear(last);
}

/// Analyses a level. Reports progress a few times per second, and an answer or a failure at the end.
pub fn analyse(
    request: &AnalyseRequest,
    allowance: &Allowance<'_>,
    hear: &mut dyn FnMut(SearchEvent<AnalysisView>),
) {
    answer(&request.level, hear, |level, hear| {
        let question = Question {
            budget: budget(allowance),
            settings: &settings(&request.level),
            parts: if request.parts { MOST_PARTS } else { 0 },
            why_not: request.parts,
            pictures: true,
        };
        let mut report = |progress: &Progress| hear(SearchEvent::Progress(progress.into()));
        let mut analysis = analysis::analyse(level, &question, &mut report);
        let space = analysis.map.take().map(MapView::from);
        Ok(AnalysisView { traps: analysis.traps(), analysis, space })
    });
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

/// Proposes better neighbours of a level. The events are those of [`analyse`].
pub fn improve(
    request: &ImproveRequest,
    allowance: &Allowance<'_>,
    hear: &mut dyn FnMut(SearchEvent<ImproveView>),
) {
    answer(&request.level, hear, |level, _| {
        let settings = settings(&request.level);
        let improved = analysis::improve(level, &settings, budget(allowance), NEIGHBOURS);
        let (score, neighbours) = improved.map_err(|defect| Failure::of_request(&defect.message))?;
        Ok(ImproveView { score, neighbours })
    });
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

/// Finds the moves to a state of the map. The events are those of [`analyse`].
pub fn position(
    request: &PositionRequest,
    allowance: &Allowance<'_>,
    hear: &mut dyn FnMut(SearchEvent<PositionView>),
) {
    let last = match moves_to(request, allowance) {
        Ok(view) => SearchEvent::Answer(Box::new(view)),
        Err(failure) => SearchEvent::Failure(failure),
    };
    hear(last);
}

fn moves_to(request: &PositionRequest, allowance: &Allowance<'_>) -> Result<PositionView, Failure> {
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

    const MAZE: &str = "#####\n#..E#\n#.#.#\n#S..#\n#####";

    fn source(text: &str) -> Source {
        Source { text: text.into(), ..Source::default() }
    }

    fn last<A>(ask: impl FnOnce(&Allowance<'_>, &mut dyn FnMut(SearchEvent<A>))) -> SearchEvent<A> {
        let cancel = AtomicBool::new(false);
        let allowance = Allowance { limits: Limits::default(), threads: 1, cancel: &cancel };
        let mut events = Vec::new();
        ask(&allowance, &mut |event| events.push(event));
        events.pop().expect("there is always a last event")
    }

    #[test]
    fn an_analysis_is_one_object_with_its_map_in_flat_lists() {
        let request = AnalyseRequest { level: source(MAZE), parts: true };
        let event = last(|allowance, hear| analyse(&request, allowance, hear));
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
        let SearchEvent::Answer(view) = last(|allowance, hear| {
            analyse(&AnalyseRequest { level: source(MAZE), parts: false }, allowance, hear);
        }) else {
            panic!("no answer")
        };
        let level = source(MAZE).read().expect("it is a level");
        for state in view.space.expect("a map").states {
            let request = PositionRequest { level: source(MAZE), state };
            let SearchEvent::Answer(view) = last(|allowance, hear| position(&request, allowance, hear))
            else {
                panic!("no position")
            };
            level.start().play_strict(&view.moves).expect("the moves can be made");
        }
        let beyond = PositionRequest { level: source(MAZE), state: u32::MAX };
        assert!(matches!(
            last(|allowance, hear| position(&beyond, allowance, hear)),
            SearchEvent::Failure(_)
        ));
    }

    #[test]
    fn proposed_neighbours_are_harder_and_solvable() {
        let request = ImproveRequest { level: source(MAZE) };
        let SearchEvent::Answer(view) = last(|allowance, hear| improve(&request, allowance, hear)) else {
            panic!("no answer")
        };
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
        let request = AnalyseRequest { level: source("nonsense ?!"), parts: true };
        assert!(matches!(
            last(|allowance, hear| analyse(&request, allowance, hear)),
            SearchEvent::Failure(_)
        ));
    }
}
