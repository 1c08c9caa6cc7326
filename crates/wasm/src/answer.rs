//! Answers a request by its name, in the memory of a worker.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use unriddle_protocol::{Allowance, Failure, PictureFile, Reply, Request, Search, dispatch};

/// The most bytes of memory for a film or a picture.
const ROOM: usize = 192 << 20;

/// The memory of a search with its level, in bytes: three quarters of a third of what 32 bits address.
const MEMORY: u64 = (4 << 30) / 3 / 4 * 3;

/// A part of the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The answer, as JSON.
    Value(Vec<u8>),
    /// An event of a search, as JSON. The last one is its answer.
    Event(Vec<u8>),
    /// The answer is a file.
    File(PictureFile),
    /// The request failed: a [`Failure`] as JSON.
    Failure(Vec<u8>),
}

/// Answers the request `name`, whose body is JSON. A search sends any number of events, every other request one
/// part. The module that only plays knows no searches.
pub fn answer(name: &str, body: &[u8], send: &mut dyn FnMut(Part)) {
    let answered = dispatch(name, body).and_then(|request| match request {
        Request::Call(call) => call.reply(ROOM).map(|reply| {
            send(match reply {
                Reply::Value(value) => Part::Value(json(&value)),
                Reply::File(file) => Part::File(file),
            });
        }),
        Request::Search(search) => run(&search, send),
    });
    if let Err(failure) = answered {
        send(Part::Failure(json(&failure)));
    }
}

/// Searches on this thread. The host cancels a search by ending the worker, so nothing sets the flag.
fn run(search: &Search, send: &mut dyn FnMut(Part)) -> Result<(), Failure> {
    let limits = search.limits(MEMORY)?;
    let allowance = Allowance { limits, threads: 1, cancel: &AtomicBool::new(false) };
    search.run(&allowance, &mut |event| send(Part::Event(json(&event))));
    Ok(())
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("every message is a tree of strings and numbers with string keys")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use unriddle_protocol as wire;

    fn parts(name: &str, body: &Value) -> Vec<Part> {
        let mut parts = Vec::new();
        answer(name, body.to_string().as_bytes(), &mut |part| parts.push(part));
        parts
    }

    fn parsed(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).expect("JSON")
    }

    #[test]
    fn a_request_has_the_reply_that_the_wire_gives_it() {
        let body = json!({ "text": "#####\n#S.E#\n#####", "moves": ["F"] });
        let request = serde_json::from_value(body.clone()).expect("a request");
        let expected = serde_json::to_vec(&wire::play(&request).expect("a scene")).expect("JSON");
        assert_eq!(parts("play", &body), [Part::Value(expected)]);
    }

    #[test]
    fn a_search_ends_with_its_answer() {
        let parts = parts("solve", &json!({ "text": "#####\n#S.E#\n#####" }));
        let Some(Part::Event(last)) = parts.last() else { panic!("{parts:?}") };
        let last = parsed(last);
        assert_eq!(
            (&last["event"], &last["outcome"], &last["cost"]),
            (&"answer".into(), &"optimal".into(), &2.into())
        );
    }

    #[test]
    fn a_picture_is_a_file() {
        let parts = parts("picture", &json!({ "text": "#####\n#S.E#\n#####", "format": "png" }));
        let [Part::File(file)] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!((file.media_type, &file.bytes[1..4]), ("image/png", &b"PNG"[..]));
    }

    #[test]
    fn what_cannot_be_answered_is_a_failure() {
        for (name, body) in
            [("dance", json!({})), ("play", json!(7)), ("solve", json!({})), ("edit", json!([]))]
        {
            let parts = parts(name, &body);
            let [Part::Failure(failure)] = &parts[..] else { panic!("{name}: {parts:?}") };
            assert_eq!(parsed(failure)["what"], "request", "{name}");
        }
    }
}
