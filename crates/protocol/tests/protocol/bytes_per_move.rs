//! What a page receives for a move, in bytes: a reply holds what has changed, not the board.

use std::path::Path;

use unriddle_kit::session::Fact;
use unriddle_kit::{Level, Request};
use unriddle_protocol::{Action, PlayRequest, Source, play};
use unriddle_search::{Goal, Limits, Monitor, Options, Outcome, Solution};

use crate::files::files;

/// The most bytes of a reply to a move.
const MAX: usize = 20_000;

/// How many positions are asked for at the beginning of a line of moves, and how many moves at its end.
const SHOWN: usize = 5;

/// The moves of a recorded solution, or of one that is found quickly.
fn solution(level: &dyn Level) -> Option<Vec<String>> {
    let start = level.start();
    if let Some((recorded, _)) = level.claims().solutions.first() {
        return start.split(recorded).ok();
    }
    let limits = Limits { states: Some(150_000), ..Limits::default() };
    let options = Options { goal: Goal::Any, limits, ..Options::default() };
    let answer = start.solve(&Request { options, ..Request::default() }, &mut Monitor::new());
    answer.outcome.solution().map(|solution| solution.moves.clone())
}

/// Moves that lead anywhere: the turns taken by those that can be made.
fn walk(level: &dyn Level) -> Vec<String> {
    let mut position = level.start();
    let mut moves = Vec::new();
    while moves.len() < 40 && !position.is_solved() {
        let open = position.moves();
        let Some(next) = open.get(moves.len() * 7 % open.len().max(1)).cloned() else { break };
        position.play_strict(std::slice::from_ref(&next)).expect("a move that can be made");
        moves.push(next);
    }
    moves
}

/// The largest reply when moves are made one after the other as a page does, with a solution known: the first few
/// and the last few of these moves.
fn largest_reply(name: &str, text: &str, number: usize, moves: &[String]) -> usize {
    let level = Source { text: text.to_string(), number: Some(number), ..Source::default() };
    let known = Solution { cost: 1, moves: moves.to_vec() };
    let outcome = Outcome::Solved { solution: known, bound: 0, limit: None };
    let fact = Fact::new(Vec::new(), Goal::Any, &outcome, &[]).expect("a solution is a fact");
    let mut request = PlayRequest { level, action: Some(Action::Learn { fact }), ..PlayRequest::default() };
    let mut largest = 0;
    let last = moves.len().saturating_sub(SHOWN).max(SHOWN);
    let places: Vec<usize> = (0..SHOWN.min(moves.len() + 1)).chain(last..=moves.len()).collect();
    for (step, &at) in places.iter().enumerate() {
        let scene = play(&request).unwrap_or_else(|failure| panic!("{name}, move {at}: {failure:?}"));
        let mark = match (&scene.picture, &scene.changes) {
            (Some(picture), None) => picture.mark.clone(),
            (None, Some(changes)) => changes.mark.clone(),
            both => panic!("{name}, move {at}: {both:?}"),
        };
        // Several moves at once may be more.
        if at > 0 && at != last {
            assert!(scene.changes.is_some(), "{name}, move {at}: the whole board is sent");
            largest = largest.max(serde_json::to_string(&scene).expect("it is JSON").len());
        }
        let next = places.get(step + 1).copied().unwrap_or(at);
        let action = Action::Jump { line: moves.to_vec(), at: next };
        request = PlayRequest {
            level: request.level,
            session: Some(scene.session),
            action: Some(action),
            shown: Some(mark),
            ..PlayRequest::default()
        };
    }
    largest
}

#[test]
fn a_move_on_a_shipped_level_is_at_most_20_kilobytes() {
    let (mut played, mut all) = (0, 0);
    let mut seen = Vec::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    for path in files(&shipped) {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a level");
        let levels = unriddle_games::read_all(&text, &[]).expect("shipped levels");
        for (number, level) in (1..).zip(levels.levels()) {
            // Levels of one script look alike, and the script is read for every move: some of them are enough.
            if number % 8 != 1 {
                continue;
            }
            all += 1;
            let solved = if number == 1 { solution(level.as_ref()) } else { None };
            let moves = solved.unwrap_or_else(|| walk(level.as_ref()));
            if moves.is_empty() {
                continue;
            }
            let name = format!("{name}#{number}");
            let largest = largest_reply(&name, &text, number, &moves);
            assert!(largest <= MAX, "{name}: {largest} bytes for a move");
            seen.push((largest, name));
            played += 1;
        }
    }
    seen.sort();
    for (bytes, name) in seen.iter().rev().take(5) {
        println!("{bytes} bytes: {name}");
    }
    assert!(played * 20 >= all * 19, "only {played} of {all} levels were played");
}

#[test]
fn a_move_in_a_maze_of_141_by_141_is_at_most_20_kilobytes() {
    // Corridors from side to side, joined at alternate ends.
    let row = |y: usize| match (y, y % 4) {
        (0 | 140, _) => "#".repeat(141),
        (_, 1 | 3) => format!("#{}#", ".".repeat(139)),
        (_, 2) => format!("#{}.#", "#".repeat(138)),
        _ => format!("#.{}#", "#".repeat(138)),
    };
    let mut rows: Vec<String> = (0..141).map(row).collect();
    rows[1].replace_range(1..2, "S");
    rows[139].replace_range(1..2, "E");
    let text = rows.join("\n");
    let level = unriddle_games::read(&text, &[]).expect("a maze");
    let moves = solution(level.as_ref()).expect("it winds to the goal");
    let largest = largest_reply("a maze", &text, 1, &moves[..700.min(moves.len())]);
    assert!(largest <= MAX, "{largest} bytes for a move");
}
