//! Answers a request by its name, as the routes of the server do.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use unriddle_protocol as wire;
use unriddle_protocol::{Allowance, Failure, FailureKind, PictureFile, SearchEvent};
use unriddle_search::Limits;

/// The most bytes of memory for a film or a picture.
const ROOM: usize = 192 << 20;

/// The memory of a search with its level, in bytes: three quarters of a third of what 32 bits address.
const MEMORY: u64 = (4 << 30) / 3 / 4 * 3;

/// The maximum time of a search.
const MAX_TIME: Duration = Duration::from_secs(600);

/// A part of the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer, as JSON.
    Value(Vec<u8>),
    /// An event of a search, as JSON. The last one is its answer.
    Event(Vec<u8>),
    /// The answer is a file.
    File(PictureFile),
    /// The request failed: a [`Failure`] as JSON.
    Failure(Vec<u8>),
}

/// Answers the request `name`, whose body is JSON. A search replies with any number of events, every other
/// request once. The module that only plays knows no searches.
pub fn answer(name: &str, body: &[u8], reply: &mut dyn FnMut(Reply)) {
    let answered = match name {
        name if !cfg!(feature = "search") => answer_once(name, body).map(&mut *reply),
        "solve" => search(body, wire::SolveRequest::weight, wire::solve, reply),
        "analyse" => search(body, wire::AnalyseRequest::weight, wire::analyse, reply),
        "improve" => search(body, wire::ImproveRequest::weight, wire::improve, reply),
        "position" => search(body, wire::PositionRequest::weight, wire::position, reply),
        name => answer_once(name, body).map(&mut *reply),
    };
    if let Err(failure) = answered {
        reply(Reply::Failure(json(&failure)));
    }
}

fn answer_once(name: &str, body: &[u8]) -> Result<Reply, Failure> {
    match name {
        "games" => Ok(value(&wire::games())),
        "play" => Ok(value(&wire::play(&parse(body)?)?)),
        "film" => Ok(value(&wire::film(&parse(body)?, ROOM)?)),
        "tell" => Ok(value(&wire::tell(&parse(body)?)?)),
        "edit" => Ok(value(&wire::edit(&parse(body)?)?)),
        "picture" => Ok(Reply::File(wire::picture(&parse(body)?, ROOM)?)),
        name => Err(Failure::of_request(format!("there is no request called {name:?}"))),
    }
}

/// What a request that takes a search is answered by.
type Search<R, A> = fn(&R, &Allowance<'_>, &mut dyn FnMut(SearchEvent<A>));

/// Searches on this thread. The host cancels a search by ending the worker, so nothing sets the flag.
fn search<R: DeserializeOwned, A: Serialize>(
    body: &[u8],
    weight: fn(&R) -> usize,
    run: Search<R, A>,
    reply: &mut dyn FnMut(Reply),
) -> Result<(), Failure> {
    let request = parse(body)?;
    let memory = MEMORY;
    let left = memory.saturating_sub(weight(&request) as u64);
    if left < memory / 2 {
        let message = format!("the level may need more than {} MiB of memory", memory >> 21);
        let help = "that is half of what a search has in a browser; the command solves larger levels";
        return Err(Failure::of_request(message).blamed_on(FailureKind::Size, help));
    }
    let limits = Limits { time: Some(MAX_TIME), memory: Some(left), ..Limits::default() };
    let allowance = Allowance { limits, threads: 1, cancel: &AtomicBool::new(false) };
    run(&request, &allowance, &mut |event| reply(Reply::Event(json(&event))));
    Ok(())
}

fn value(value: &impl Serialize) -> Reply {
    Reply::Value(json(value))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("every message is a tree of strings and numbers with string keys")
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body)
        .map_err(|error| Failure::of_request(format!("the request cannot be parsed: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn replies(name: &str, body: &Value) -> Vec<Reply> {
        let mut replies = Vec::new();
        answer(name, body.to_string().as_bytes(), &mut |reply| replies.push(reply));
        replies
    }

    fn parsed(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).expect("JSON")
    }

    #[test]
    fn a_request_has_the_reply_that_the_wire_gives_it() {
        let body = json!({ "text": "#####\n#S.E#\n#####", "moves": ["F"] });
        let request = serde_json::from_value(body.clone()).expect("a request");
        let expected = serde_json::to_vec(&wire::play(&request).expect("a scene")).expect("JSON");
        assert_eq!(replies("play", &body), [Reply::Value(expected)]);
    }

    #[test]
    fn a_search_ends_with_its_answer() {
        let replies = replies("solve", &json!({ "text": "#####\n#S.E#\n#####" }));
        let Some(Reply::Event(last)) = replies.last() else { panic!("{replies:?}") };
        let last = parsed(last);
        assert_eq!(
            (&last["event"], &last["outcome"], &last["cost"]),
            (&"answer".into(), &"optimal".into(), &2.into())
        );
    }

    #[test]
    fn a_picture_is_a_file() {
        let replies = replies("picture", &json!({ "text": "#####\n#S.E#\n#####", "format": "png" }));
        let [Reply::File(file)] = &replies[..] else { panic!("{replies:?}") };
        assert_eq!((file.media_type, &file.bytes[1..4]), ("image/png", &b"PNG"[..]));
    }

    #[test]
    fn what_cannot_be_answered_is_a_failure() {
        for (name, body) in
            [("dance", json!({})), ("play", json!(7)), ("solve", json!({})), ("edit", json!([]))]
        {
            let replies = replies(name, &body);
            let [Reply::Failure(failure)] = &replies[..] else { panic!("{name}: {replies:?}") };
            assert_eq!(parsed(failure)["what"], "request", "{name}");
        }
    }
}
