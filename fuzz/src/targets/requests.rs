//! Every request of a page is answered: with a reply in JSON, or with a failure and its message.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use unriddle_games::GAMES;
use unriddle_kit::Game;
use unriddle_protocol::{
    Allowance, Failure, PictureFormat, PictureRequest, Search, SearchEvent, SolveRequest, edit, film, games,
    picture, play,
};
use unriddle_search::Limits;

use super::{move_text, settings};
use crate::checks::is_inside;
use crate::{Input, Tally, Target, levels, mutation, painting, xml};

/// The target.
pub const TARGET: Target = Target {
    name: "requests_are_answered",
    run,
    executions: 2_000,
    vital: &["bodies", "requests", "replies", "failures"],
};

/// The kinds of requests.
const KINDS: [&str; 5] = ["play", "film", "picture", "edit", "solve"];

/// The memory limit of a film.
const FILM_ROOM: usize = 8 << 20;

/// The memory limit of a picture.
const PICTURE_ROOM: usize = 64 << 20;

/// The limits of a search.
const ALLOWED: Limits =
    Limits { time: Some(Duration::from_millis(20)), memory: Some(64 << 20), states: Some(2_000), cost: None };

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let kind = input.choose(KINDS);
    let mut body = body(input, kind);
    for _ in 0..input.choose([0, 0, 0, 1, 1, 2, 4]) {
        let other = any_value(input);
        spoil(input, &mut body, other);
    }
    let mut text = body.to_string();
    if input.one_in(8) {
        text = mutation::mutated(input, &text);
    }
    input.show(kind, || text.clone());
    tally.count(kind, "bodies");
    let answered = match kind {
        "play" => answered(&text, play),
        "film" => answered(&text, |request| film(request, FILM_ROOM)),
        "picture" => answered(&text, |request: &PictureRequest| {
            let file = picture(request, PICTURE_ROOM)?;
            if request.format == PictureFormat::Svg {
                let document = String::from_utf8(file.bytes).expect("a document is text");
                xml::attributes(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
            }
            Ok(file.media_type)
        }),
        "edit" => answered(&text, edit),
        _ => answered(&text, solved),
    };
    let Some(answer) = answered else { return };
    tally.count(kind, "requests");
    match answer {
        Ok(()) => tally.count(kind, "replies"),
        Err(failure) => {
            tally.count(kind, "failures");
            fails_well(&text, &failure);
        }
    }
    if input.one_in(64) {
        serde_json::to_string(&games()).expect("the games are JSON");
    }
}

/// Answers a body; `None` if it is not a request of the kind.
fn answered<Q: DeserializeOwned + Serialize, A: Serialize>(
    body: &str,
    answer: impl Fn(&Q) -> Result<A, Failure>,
) -> Option<Result<(), Failure>> {
    let request: Q = serde_json::from_str(body).ok()?;
    let written = serde_json::to_string(&request).expect("a request is JSON");
    serde_json::from_str::<Q>(&written).expect("a request reads back");
    Some(answer(&request).map(|reply| {
        serde_json::to_string(&reply).expect("a reply is JSON");
    }))
}

/// The last event of a solve, which is an answer or a failure.
fn solved(request: &SolveRequest) -> Result<SearchEvent, Failure> {
    let cancel = AtomicBool::new(false);
    let allowance = Allowance { limits: ALLOWED, threads: 1, cancel: &cancel };
    let mut events = Vec::new();
    Search::Solve(request.clone()).run(&allowance, &mut |event| events.push(event));
    let last = events.pop().expect("a solve ends with an event");
    let is_over = |event: &SearchEvent| matches!(event, SearchEvent::Answer(_) | SearchEvent::Failure(_));
    assert!(is_over(&last) && !events.iter().any(is_over), "{events:?} and {last:?}");
    match last {
        SearchEvent::Failure(failure) => Err(failure),
        answer => Ok(answer),
    }
}

fn fails_well(body: &str, failure: &Failure) {
    assert!(!failure.message.trim().is_empty(), "{failure:?} says nothing");
    serde_json::to_string(failure).expect("a failure is JSON");
    let request: Value = serde_json::from_str(body).expect("it was one");
    if let (Some(place), Some(text)) = (failure.place, request["text"].as_str()) {
        is_inside(text, place);
    }
}

/// A request as a page would send it.
fn body(input: &mut Input<'_>, kind: &str) -> Value {
    let game = levels::game(input);
    let text = mutation::text(input, game);
    let mut body = Map::new();
    if input.one_in(2) {
        body.insert("game".into(), GAMES[input.below(GAMES.len())].id().into());
    } else {
        body.insert("game".into(), game.id().into());
    }
    let settings = settings(input, game);
    if !settings.is_empty() {
        body.insert(
            "settings".into(),
            settings.into_iter().map(|(name, value)| (name, json!(value))).collect(),
        );
    }
    let more = match kind {
        "edit" => json!({ "edit": an_edit(input, game, &text) }),
        "film" => json!({ "moves": moves(input, game, &text), "most": input.number() }),
        "solve" => json!({
            "moves": moves(input, game, &text),
            "goal": input.choose(["any", "optimal", "all", "best"]),
            "seconds": input.choose([0.01, 0.0, 1e-9, 1e300, -1.0]),
        }),
        _ if input.one_in(2) => json!({ "moves": moves(input, game, &text), "action": action(input) }),
        _ => json!({ "session": session(input, game, &text), "action": action(input) }),
    };
    if kind == "picture" && input.one_in(2) {
        body.insert("format".into(), input.choose(["svg", "png", "gif", "bmp"]).into());
        body.insert("size".into(), input.choose([0, 1, 40, 64, 100]).into());
        body.insert("theme".into(), input.choose(["light", "dark"]).into());
    }
    body.insert("text".into(), text.into());
    if let Value::Object(more) = more {
        body.extend(more);
    }
    Value::Object(body)
}

/// A few moves, most of them legal in this order.
fn moves(input: &mut Input<'_>, game: &'static dyn Game, text: &str) -> Vec<String> {
    let Ok(level) = unriddle_games::read_as(game, text, &[]) else { return Vec::new() };
    let mut position = level.start();
    let mut moves = Vec::new();
    for _ in 0..input.below(6) {
        let next = move_text(input, &position.moves());
        if position.advance(&next).is_ok() || input.one_in(4) {
            moves.push(next);
        }
    }
    moves
}

fn an_edit(input: &mut Input<'_>, game: &dyn Game, text: &str) -> Value {
    match game.editor().grid(text) {
        Ok(grid) if !input.one_in(8) => {
            let edit = painting::any_edit(input, game.editor(), &grid);
            serde_json::to_value(edit).expect("an edit is JSON")
        }
        _ => Value::Null,
    }
}

/// A saved session, or something similar.
fn session(input: &mut Input<'_>, game: &'static dyn Game, text: &str) -> Value {
    let moves = moves(input, game, text);
    let steps: Vec<(usize, usize)> = (0..moves.len()).map(|_| (1, 1 + input.below(2))).collect();
    let fact =
        json!({ "moves": moves[..input.below(moves.len() + 1)], "finding": input.choose(["lost", "won"]) });
    json!({
        "moves": moves,
        "steps": steps,
        "made": input.below(8),
        "before_restart": input.choose([None, Some(1), Some(9)]),
        "facts": if input.one_in(2) { json!([]) } else { json!([fact]) },
    })
}

fn action(input: &mut Input<'_>) -> Value {
    match input.below(8) {
        0 => Value::Null,
        1 => json!({ "do": input.choose(["undo", "redo", "restart", "replay", "learn"]) }),
        2 => json!({ "do": "jump", "line": ["F", "R"], "at": input.number() }),
        _ => json!({ "do": "gesture", "gesture": gesture(input) }),
    }
}

fn gesture(input: &mut Input<'_>) -> Value {
    let direction = input.choose(["right", "up", "left", "down", "inward"]);
    let (x, y) = (input.below(10), input.below(10));
    match input.below(6) {
        0 => Value::Null,
        1 => json!({ "kind": "go", "direction": direction }),
        2 => {
            json!({ "kind": "play", "card": input.choose(["1-", "2/", "1/2-", ""]), "direction": direction })
        }
        3 => json!({ "kind": "lay", "x": x, "y": y, "direction": direction }),
        4 => json!({ "kind": "clear", "x": x, "y": y }),
        _ => json!({ "kind": "lay", "x": input.number(), "y": input.number(), "direction": direction }),
    }
}

/// Any small JSON value.
fn any_value(input: &mut Input<'_>) -> Value {
    match input.below(9) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(input.number()),
        3 => json!(-(input.below(1000) as i64)),
        4 => json!(input.number() as f64 * 1e-3),
        5 => json!([]),
        6 => json!({}),
        7 => json!([[], {}, "", 0]),
        _ => json!(input.any_text()),
    }
}

/// Replaces or removes a value somewhere in a body.
fn spoil(input: &mut Input<'_>, body: &mut Value, other: Value) {
    match body {
        Value::Object(fields) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = &keys[input.below(keys.len())];
            match input.below(5) {
                0 => _ = fields.remove(key),
                1 => _ = fields.insert(key.clone(), other),
                2 => _ = fields.insert("more".into(), other),
                _ => spoil(input, &mut fields[key], other),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = input.below(items.len());
            match input.below(4) {
                0 => _ = items.remove(at),
                1 => items.insert(at, other),
                2 => items[at] = other,
                _ => spoil(input, &mut items[at], other),
            }
        }
        Value::String(text) if input.one_in(2) => *text = mutation::mutated(input, text),
        value => *value = other,
    }
}
