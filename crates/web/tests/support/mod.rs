//! A server on a port of its own, and a client of a few lines.
//!
//! The client writes what it is told and reads what comes, byte for byte: half of the tests are
//! about requests that a proper client would not send.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unriddle_web::shelves::Shelves;
use unriddle_web::{Load, Open, Playground, bind_one};

/// How long a test waits for a reply before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A level that no search on a small machine comes to the end of: eight actors on a wide board.
pub const ENDLESS: &str = "\
b..........r
.. ... .. ..
... .. ... .
. .. ... ...
... .r.. ..
.. ... .. ..
. ... .. ...
... .. b.. .
.. .... . ..
. .. ..... .
... .. .. ..
r..........b

R 0 0
R 5 6
R 9 9
R 3 11
B 11 0
B 7 4
B 2 8
B 11 11
";

/// Two steps in a maze.
pub const EASY: &str = "#####\n#S.E#\n#####\n";

/// A server with the levels that come with it, and these.
pub fn server(paths: &[PathBuf]) -> Open {
    server_of(paths, |playground| playground)
}

/// The same, changed before it is opened.
pub fn server_of(paths: &[PathBuf], change: impl FnOnce(Playground) -> Playground) -> Open {
    let shelves = Shelves::new(paths).expect("the paths lead to levels");
    let listener = bind_one(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).expect("some port is free");
    change(Playground::new(shelves)).open(listener).expect("a server can be opened")
}

/// A reply.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The headers, as sent.
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("replies are UTF-8")
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Connects.
pub fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
    stream.set_write_timeout(Some(PATIENCE)).expect("a time can be set");
    stream.set_nodelay(true).expect("it can be told not to wait");
    stream
}

/// Sends whole requests, the last of which closes the connection, and reads the reply.
pub fn send(to: SocketAddr, bytes: &[u8]) -> Reply {
    let mut stream = connect(to);
    stream.write_all(bytes).expect("the server reads");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("the server answers");
    parse(&all).expect("a request is answered")
}

/// Sends whatever it is, hangs up after a while, and reads the reply; `None` where there is none.
pub fn throw(to: SocketAddr, bytes: &[u8]) -> Option<Reply> {
    let mut stream = connect(to);
    // A server that has seen enough may close before all is written.
    let _ = stream.write_all(bytes);
    stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a time can be set");
    let mut all = Vec::new();
    if stream.read_to_end(&mut all).is_err() {
        // It waits for more, or for the next request.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
        if let Err(error) = stream.read_to_end(&mut all) {
            assert!(error.kind() == ErrorKind::ConnectionReset, "the connection stays open: {error}");
        }
    }
    parse(&all)
}

fn parse(all: &[u8]) -> Option<Reply> {
    let end = all.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = str::from_utf8(&all[..end]).expect("headers are text").to_string();
    let status = head.split(' ').nth(1)?.parse().expect("a status is a number");
    let mut reply = Reply { status, head, body: all[end + 4..].to_vec() };
    if reply.header("transfer-encoding").is_some() {
        reply.body = joined(&reply.body);
    }
    Some(reply)
}

/// The chunks of a body in one.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|window| window == b"\r\n") {
        let size = str::from_utf8(&chunks[..end]).expect("a size is text");
        let size = usize::from_str_radix(size, 16).expect("a size is a number");
        body.extend(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
    body
}

/// A request without a body.
pub fn request(method: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

/// A request with JSON.
pub fn posting(path: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Reads what is at a path.
pub fn get(to: SocketAddr, path: &str) -> Reply {
    send(to, request("GET", path).as_bytes())
}

/// Asks something.
pub fn post(to: SocketAddr, path: &str, body: &Value) -> Reply {
    send(to, &posting(path, &body.to_string()))
}

/// A connection that stays open for several requests, as a browser keeps it.
pub struct Line {
    reader: BufReader<TcpStream>,
}

impl Line {
    pub fn new(to: SocketAddr) -> Self {
        Line { reader: BufReader::new(connect(to)) }
    }

    /// Asks something, and reads the whole answer.
    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        let bytes = String::from_utf8(posting(path, &body.to_string())).expect("it was text");
        let bytes = bytes.replace("Connection: close\r\n", "");
        self.reader.get_mut().write_all(bytes.as_bytes()).expect("the server reads");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.reader.read_line(&mut head).expect("the server answers") > 0, "it hung up");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut reply = Reply { status, head: head.trim_end().to_string(), body: Vec::new() };
        let length = reply.header("content-length").and_then(|length| length.parse().ok());
        reply.body = vec![0; length.expect("answers say how long they are")];
        self.reader.read_exact(&mut reply.body).expect("all of it comes");
        reply
    }
}

/// A search that is listened to. Dropping it hangs up.
pub struct Solve {
    reader: BufReader<TcpStream>,
}

impl Solve {
    /// Asks for a solution of a level.
    pub fn of(to: SocketAddr, level: &str) -> Self {
        Solve::ask(to, &json!({ "text": level, "seconds": 300 }))
    }

    /// Asks for a solution.
    pub fn ask(to: SocketAddr, request: &Value) -> Self {
        let mut stream = connect(to);
        stream.write_all(&posting("/api/solve", &request.to_string())).expect("the server reads");
        Solve { reader: BufReader::new(stream) }
    }

    /// The next event: its name and what it holds. `None` at the end.
    pub fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("the stream goes on") == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim_end().to_string());
            } else if let Some(data) = line.strip_prefix("data: ") {
                let data: Value = serde_json::from_str(data).expect("events are JSON");
                let name = name.expect("an event has a name");
                assert_eq!(data["event"], name.as_str());
                return Some((name, data));
            }
        }
    }

    /// Waits for an event of this name.
    pub fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let (event, data) = self.next().unwrap_or_else(|| panic!("the stream ended before any {name}"));
            if event == name {
                return data;
            }
            assert!(event != "failure", "{data}");
        }
    }
}

/// Waits until the server is as busy as that, and says how long it took.
pub fn settle(server: &Open, load: Load) -> Duration {
    let begun = Instant::now();
    while server.load() != load {
        let waited = begun.elapsed();
        assert!(waited < PATIENCE, "{:?} after {waited:?}, not {load:?}", server.load());
        std::thread::sleep(Duration::from_millis(5));
    }
    begun.elapsed()
}

/// The ids of the levels that a server shows, with their games and pars.
pub fn levels(to: SocketAddr) -> Vec<Value> {
    let listing = get(to, "/api/levels").json();
    let shelves = listing["shelves"].as_array().expect("shelves").clone();
    shelves.into_iter().flat_map(|shelf| shelf["levels"].as_array().expect("levels").clone()).collect()
}
