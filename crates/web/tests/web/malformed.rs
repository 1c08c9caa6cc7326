//! A thousand malformed requests of every kind leave the server running, and none is a server error.

use std::cell::Cell;
use std::net::SocketAddr;

use serde_json::json;

use crate::support::{EASY, Response, get, post, post_request, request, send, send_raw, server};

fn assert_client_error(response: &Response, request: &[u8]) {
    let shown = String::from_utf8_lossy(&request[..request.len().min(300)]);
    assert!((400..500).contains(&response.status), "{} for {shown}", response.status);
}

/// Asserts that a well-formed HTTP request is rejected with a reason.
fn assert_rejected(to: SocketAddr, request: &[u8]) {
    let response = send(to, request);
    assert_client_error(&response, request);
    let failure = response.json();
    assert!(failure["message"].as_str().is_some_and(|message| !message.is_empty()), "{failure}");
}

/// Asserts that malformed HTTP is rejected, or its connection closed.
fn assert_rejected_or_closed(to: SocketAddr, bytes: &[u8]) {
    if let Some(response) = send_raw(to, bytes) {
        assert_client_error(&response, bytes);
    }
}

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const POSTS: [&str; 5] = ["/api/play", "/api/film", "/api/edit", "/api/picture", "/api/solve"];

/// Malformed JSON, and JSON of the wrong type.
fn bad_bodies() -> Vec<String> {
    let deep = "[".repeat(10_000);
    let texts = [
        "",
        " ",
        "{",
        "}",
        "null",
        "true",
        "0",
        "\"text\"",
        "[]",
        "{}",
        "[{}]",
        "{\"text\":}",
        "{\"text\":1}",
        "{\"text\":null}",
        "{\"text\":[\"S\"]}",
        "{\"text\":\"S.E\",\"moves\":\"R\"}",
        "{\"text\":\"S.E\",\"moves\":[1]}",
        "{\"text\":\"S.E\",\"moves\":{}}",
        "{\"text\":\"S.E\",\"settings\":[]}",
        "{\"text\":\"S.E\",\"settings\":{\"turn-cost\":-1}}",
        "{\"text\":\"S.E\",\"settings\":{\"turn-cost\":1e99}}",
        "{\"text\":\"S.E\",\"game\":7}",
        "{\"text\":\"S.E\"",
        "{'text':'S.E'}",
        "{\"text\":\"\\ud800\"}",
        "{\"text\":\"a\\u12\"}",
        "NaN",
        "{\"text\":\"S.E\",\"text\":\"S.E\"}",
        &deep,
    ];
    texts.map(String::from).to_vec()
}

/// Requests of the right type with impossible values.
fn bad_requests() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for path in ["/api/play", "/api/picture"] {
        for gesture in [
            json!({}),
            json!({ "kind": "fly" }),
            json!({ "kind": "go" }),
            json!({ "kind": "go", "direction": "inward" }),
            json!({ "kind": "lay", "x": -1, "y": 0, "direction": "up" }),
            json!({ "kind": "lay", "x": 1e30, "y": 0, "direction": "up" }),
            json!({ "kind": "clear", "x": "0", "y": 0 }),
            json!({ "kind": "play", "card": 1, "direction": "up" }),
        ] {
            let action = json!({ "do": "gesture", "gesture": gesture });
            all.push((path, json!({ "text": EASY, "action": action }).to_string()));
        }
        for action in [
            json!({}),
            json!({ "do": "nothing" }),
            json!({ "do": "jump" }),
            json!({ "do": "jump", "line": ["F", "F", "F"], "at": 1 }),
            json!({ "do": "learn", "fact": {} }),
        ] {
            all.push((path, json!({ "text": EASY, "action": action }).to_string()));
        }
        for session in [
            json!([]),
            json!({ "moves": ["F", "F", "F"] }),
            json!({ "steps": "1" }),
            json!({ "steps": [[9_999_999, 1]] }),
        ] {
            all.push((path, json!({ "text": EASY, "session": session }).to_string()));
        }
        for (text, moves) in [
            ("", json!([])),
            ("\u{0}\u{1}", json!([])),
            ("no level", json!([])),
            (EASY, json!(["nowhere"])),
            (EASY, json!(["F9999999999999999999"])),
            (EASY, json!(["F", "F", "F"])),
            (EASY, json!(["<script>alert(1)</script>"])),
        ] {
            all.push((path, json!({ "text": text, "moves": moves }).to_string()));
        }
        all.push((path, json!({ "text": EASY, "game": "chess" }).to_string()));
        all.push((path, json!({ "text": EASY, "game": "../../etc/passwd" }).to_string()));
        all.push((path, json!({ "text": EASY, "settings": { "turn-cost": 4_000_000_000_u32 } }).to_string()));
    }
    all.push(("/api/film", json!({ "text": EASY }).to_string()));
    all.push(("/api/film", json!({ "text": EASY, "most": -1 }).to_string()));
    all.push(("/api/film", json!({ "text": EASY, "most": 1e40 }).to_string()));
    all.push(("/api/solve", json!({ "text": EASY, "seconds": "long" }).to_string()));
    all.push(("/api/solve", json!({ "text": EASY, "goal": 1 }).to_string()));
    for edit in [
        json!({}),
        json!({ "do": "explode" }),
        json!({ "do": "paint" }),
        json!({ "do": "paint", "brush": -1, "x": 0, "y": 0 }),
        json!({ "do": "grow", "edge": "inside" }),
        json!({ "do": "set", "field": 1, "value": "x" }),
    ] {
        all.push(("/api/edit", json!({ "text": EASY, "edit": edit }).to_string()));
    }
    all
}

/// Paths without a resource.
const NOWHERE: [&str; 22] = [
    "/nothing",
    "/api",
    "/api/",
    "/api/nothing",
    "/api/play/",
    "//api/games",
    "/../Cargo.toml",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/./././../../../../etc/passwd",
    "/page/../../Cargo.toml",
    "/%00",
    "/%ff%fe",
    "/index.html/",
    "/api/level",
    "/api/level?id=",
    "/api/level?id=../../Cargo.toml",
    "/api/level?id=/etc/passwd",
    "/api/level?id=%00",
    "/api/level?id=golf-peaks%2F..%2F..%2FCargo.toml",
    "/api/thumbnail?id=1:../x",
    "/api/level?od=1",
];

#[test]
fn a_thousand_malformed_requests_leave_the_server_running() {
    let server = server(&[]);
    let to = server.address();
    let sent = Cell::new(0);
    let reject = |bytes: &[u8]| {
        assert_rejected(to, bytes);
        sent.set(sent.get() + 1);
    };
    let reject_or_close = |bytes: &[u8]| {
        assert_rejected_or_closed(to, bytes);
        sent.set(sent.get() + 1);
    };
    for path in POSTS {
        // An edit ignores moves.
        for body in bad_bodies().iter().filter(|body| path != "/api/edit" || !body.contains("moves")) {
            reject(&post_request(path, body));
        }
        for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
            reject(request(method, path).as_bytes());
        }
        // Another content type; a body that is too large; a length that is not that of the body.
        let fitting = json!({ "text": EASY, "most": 1 }).to_string();
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json", "é"]
        {
            let body = String::from_utf8(post_request(path, &fitting)).expect("UTF-8");
            reject(body.replace("application/json", kind).as_bytes());
        }
        reject_or_close(&post_request(path, &json!({ "text": "#".repeat(5 << 20) }).to_string()));
        let huge = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: 99999999999\r\n\r\n{{"
        );
        reject_or_close(huge.as_bytes());
        reject_or_close(huge.replace("99999999999", "-1").as_bytes());
        reject_or_close(huge.replace("99999999999", "many").as_bytes());
        reject_or_close(huge.replace("Content-Length: 99999999999", "Transfer-Encoding: chunked").as_bytes());
        reject_or_close(
            huge.replace("Content-Length: 99999999999", "Content-Length: 1\r\nContent-Length: 2").as_bytes(),
        );
        let mut bytes = post_request(path, "{\"text\":\"????\"}");
        bytes.iter_mut().filter(|byte| **byte == b'?').for_each(|byte| *byte = 0xff);
        reject(&bytes);
    }
    for (path, body) in bad_requests() {
        reject(&post_request(path, &body));
    }
    for path in NOWHERE {
        reject(request("GET", path).as_bytes());
    }
    for path in
        ["/", "/app.js", "/palette.css", "/api/games", "/api/levels", "/api/level?id=x", "/api/thumbnail"]
    {
        for method in ["POST", "PUT", "DELETE", "PATCH", "BREW"] {
            reject(request(method, path).as_bytes());
        }
    }
    // Headers that no browser sends.
    for head in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET /\r\n\r\n",
        "GET\r\n\r\n",
        "\r\n\r\n\r\n\r\n",
        "HELO there\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        reject_or_close(head.as_bytes());
    }
    reject_or_close(
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes(),
    );
    reject_or_close(format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    reject_or_close(
        format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: x\r\n".repeat(10_000)).as_bytes(),
    );
    // Random bytes, and requests with a few random bytes.
    let mut dice = Dice(7);
    for _ in 0..150 {
        let garbage: Vec<u8> = (0..dice.roll(2000)).map(|_| dice.roll(256) as u8).collect();
        reject_or_close(&garbage);
    }
    while sent.get() < 1000 {
        let mut bytes = post_request(POSTS[dice.roll(POSTS.len())], "{\"text\":1}");
        for _ in 0..=dice.roll(4) {
            let at = dice.roll(bytes.len());
            bytes[at] = dice.roll(256) as u8;
        }
        sent.set(sent.get() + 1);
        // The changes may be harmless.
        if let Some(response) = send_raw(to, &bytes) {
            assert!(response.status < 500, "{} for {}", response.status, String::from_utf8_lossy(&bytes));
        }
    }
    assert_eq!(get(to, "/").status, 200);
    assert_eq!(post(to, "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json()["solved"], true);
    assert_eq!(server.load(), unriddle_web::Load { running: 0, waiting: 0 });
}
