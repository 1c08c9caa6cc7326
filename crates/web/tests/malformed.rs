//! A thousand requests of every malformed kind leave the server serving, and none is its fault.

mod support;

use std::net::SocketAddr;

use serde_json::json;
use support::{EASY, get, post, posting, request, server, throw};

/// Asserts that a request is refused with a reason, or that its connection is closed.
fn refused(to: SocketAddr, bytes: &[u8]) {
    let Some(reply) = throw(to, bytes) else { return };
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
    assert!((400..500).contains(&reply.status), "{} for {shown}", reply.status);
    // What is no HTTP at all is refused below the server's own words.
    if !reply.body.is_empty() {
        let failure = reply.json();
        assert!(failure["message"].as_str().is_some_and(|message| !message.is_empty()), "{failure}");
    }
}

/// Numbers that look like chance and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const POSTS: [&str; 5] = ["/api/play", "/api/film", "/api/edit", "/api/picture", "/api/solve"];

/// JSON that is none, or none of the right shape.
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

/// Requests of the right shape that cannot be answered.
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
            all.push((path, json!({ "text": EASY, "gesture": gesture }).to_string()));
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

/// Addresses where nothing is.
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
fn a_thousand_malformed_requests_leave_it_serving() {
    let server = server(&[]);
    let to = server.address();
    let mut sent = 0;
    let mut refuse = |bytes: &[u8]| {
        refused(to, bytes);
        sent += 1;
    };
    for path in POSTS {
        // An edit is not told of moves.
        for body in bad_bodies().iter().filter(|body| path != "/api/edit" || !body.contains("moves")) {
            refuse(&posting(path, body));
        }
        for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
            refuse(request(method, path).as_bytes());
        }
        // No JSON, by its type; more than the server takes; more or less than it was told.
        let fitting = json!({ "text": EASY, "most": 1 }).to_string();
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json", "é"]
        {
            let body = String::from_utf8(posting(path, &fitting)).expect("it was text");
            refuse(body.replace("application/json", kind).as_bytes());
        }
        refuse(&posting(path, &json!({ "text": "#".repeat(5 << 20) }).to_string()));
        let huge = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: 99999999999\r\n\r\n{{"
        );
        refuse(huge.as_bytes());
        refuse(huge.replace("99999999999", "-1").as_bytes());
        refuse(huge.replace("99999999999", "many").as_bytes());
        refuse(huge.replace("Content-Length: 99999999999", "Transfer-Encoding: chunked").as_bytes());
        refuse(
            huge.replace("Content-Length: 99999999999", "Content-Length: 1\r\nContent-Length: 2").as_bytes(),
        );
        let mut bytes = posting(path, "{\"text\":\"????\"}");
        bytes.iter_mut().filter(|byte| **byte == b'?').for_each(|byte| *byte = 0xff);
        refuse(&bytes);
    }
    for (path, body) in bad_requests() {
        refuse(&posting(path, &body));
    }
    for path in NOWHERE {
        refuse(request("GET", path).as_bytes());
    }
    for path in
        ["/", "/app.js", "/palette.css", "/api/games", "/api/levels", "/api/level?id=x", "/api/thumbnail"]
    {
        for method in ["POST", "PUT", "DELETE", "PATCH", "BREW"] {
            refuse(request(method, path).as_bytes());
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
        refuse(head.as_bytes());
    }
    refuse(format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    refuse(format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    refuse(format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: x\r\n".repeat(10_000)).as_bytes());
    // Bytes that mean nothing, and requests with a byte changed at random.
    let mut dice = Dice(7);
    for _ in 0..150 {
        let garbage: Vec<u8> = (0..dice.roll(2000)).map(|_| dice.roll(256) as u8).collect();
        refuse(&garbage);
    }
    while sent < 1000 {
        let mut bytes = posting(POSTS[dice.roll(POSTS.len())], "{\"text\":1}");
        for _ in 0..=dice.roll(4) {
            let at = dice.roll(bytes.len());
            bytes[at] = dice.roll(256) as u8;
        }
        sent += 1;
        // A change may fall where it does no harm.
        if let Some(reply) = throw(to, &bytes) {
            assert!(reply.status < 500, "{} for {}", reply.status, String::from_utf8_lossy(&bytes));
        }
    }
    assert!(sent >= 1000);
    assert_eq!(get(to, "/").status, 200);
    assert_eq!(post(to, "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json()["solved"], true);
    assert_eq!(server.load(), unriddle_web::Load { running: 0, waiting: 0 });
}
