//! A server on a free port, and a minimal HTTP client.
//!
//! The client sends and receives raw bytes: half of the tests are about requests that a proper client
//! would not send.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unriddle_web::catalog::Catalog;
use unriddle_web::{Load, Playground, Server, bind_one};

/// After this long, a server that hangs fails the test instead of blocking it.
const HANG: Duration = Duration::from_secs(60);

/// A level that no search finishes on a small machine: eight actors on a wide board.
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

/// A maze of two steps.
pub const EASY: &str = "#####\n#S.E#\n#####\n";

/// Held by every test with a server: exclusively by those that measure memory or print times.
static MACHINE: RwLock<()> = RwLock::new(());

/// The machine for one test alone.
pub fn exclusive() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

enum Turn {
    Shared(#[expect(dead_code, reason = "held until it is dropped")] RwLockReadGuard<'static, ()>),
    Exclusive(#[expect(dead_code, reason = "held until it is dropped")] RwLockWriteGuard<'static, ()>),
}

/// A server, and the right to run it now. A test has at most one.
pub struct TestServer {
    // Dropped in this order: the next test starts when the server is gone.
    server: Server,
    _turn: Turn,
}

impl Deref for TestServer {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

fn start(turn: Turn, paths: &[PathBuf], configure: impl FnOnce(Playground) -> Playground) -> TestServer {
    let catalog = Catalog::new(paths).expect("the paths lead to levels");
    let listener = bind_one(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).expect("some port is free");
    let server = configure(Playground::new(catalog)).open(listener).expect("the server starts");
    TestServer { server, _turn: turn }
}

/// A server with the shipped levels and those at these paths.
pub fn server(paths: &[PathBuf]) -> TestServer {
    server_with(paths, |playground| playground)
}

/// The same with another configuration.
pub fn server_with(paths: &[PathBuf], configure: impl FnOnce(Playground) -> Playground) -> TestServer {
    start(Turn::Shared(MACHINE.read().unwrap_or_else(PoisonError::into_inner)), paths, configure)
}

/// A server with the shipped levels, while no other server runs.
pub fn exclusive_server() -> TestServer {
    exclusive_server_with(|playground| playground)
}

/// The same with another configuration.
pub fn exclusive_server_with(configure: impl FnOnce(Playground) -> Playground) -> TestServer {
    start(Turn::Exclusive(exclusive()), &[], configure)
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// The headers, as sent.
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("responses are UTF-8")
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Connects.
pub fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).expect("the server listens");
    stream.set_read_timeout(Some(HANG)).expect("a timeout can be set");
    stream.set_write_timeout(Some(HANG)).expect("a timeout can be set");
    stream.set_nodelay(true).expect("the option can be set");
    stream
}

/// Sends whole requests, the last of which closes the connection, and reads the response.
pub fn send(to: SocketAddr, bytes: &[u8]) -> Response {
    let mut stream = connect(to);
    stream.write_all(bytes).expect("the server reads");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("the server answers");
    parse(&all).expect("a request is answered")
}

/// Sends any bytes, closes the connection after a while, and reads the response, if there is one.
pub fn send_raw(to: SocketAddr, bytes: &[u8]) -> Option<Response> {
    let mut stream = connect(to);
    // The server may reject the request and close before all is written.
    let _ = stream.write_all(bytes);
    stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout can be set");
    let mut all = Vec::new();
    if stream.read_to_end(&mut all).is_err() {
        // The server waits for more, or for the next request.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        stream.set_read_timeout(Some(HANG)).expect("a timeout can be set");
        if let Err(error) = stream.read_to_end(&mut all) {
            assert!(error.kind() == ErrorKind::ConnectionReset, "the connection stays open: {error}");
        }
    }
    parse(&all)
}

fn parse(all: &[u8]) -> Option<Response> {
    let end = all.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = str::from_utf8(&all[..end]).expect("headers are text").to_string();
    let status = head.split(' ').nth(1)?.parse().expect("a status is a number");
    let mut response = Response { status, head, body: all[end + 4..].to_vec() };
    if response.header("transfer-encoding").is_some() {
        response.body = dechunk(&response.body);
    }
    Some(response)
}

/// Decodes a body in the chunked transfer encoding.
fn dechunk(mut chunks: &[u8]) -> Vec<u8> {
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

/// A POST request with JSON.
pub fn post_request(path: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Sends a GET request.
pub fn get(to: SocketAddr, path: &str) -> Response {
    send(to, request("GET", path).as_bytes())
}

/// Sends a POST request.
pub fn post(to: SocketAddr, path: &str, body: &Value) -> Response {
    send(to, &post_request(path, &body.to_string()))
}

/// A connection that is kept alive for several requests.
pub struct KeepAlive {
    reader: BufReader<TcpStream>,
}

impl KeepAlive {
    pub fn new(to: SocketAddr) -> Self {
        KeepAlive { reader: BufReader::new(connect(to)) }
    }

    /// Sends a POST request and reads the whole response.
    pub fn post(&mut self, path: &str, body: &Value) -> Response {
        let bytes = String::from_utf8(post_request(path, &body.to_string())).expect("UTF-8");
        let bytes = bytes.replace("Connection: close\r\n", "");
        self.reader.get_mut().write_all(bytes.as_bytes()).expect("the server reads");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(
                self.reader.read_line(&mut head).expect("the server answers") > 0,
                "the server closed the connection"
            );
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut response = Response { status, head: head.trim_end().to_string(), body: Vec::new() };
        let length = response.header("content-length").and_then(|length| length.parse().ok());
        response.body = vec![0; length.expect("responses have a content length")];
        self.reader.read_exact(&mut response.body).expect("the body is complete");
        response
    }
}

/// The client of a search. Dropping it disconnects.
pub struct Solve {
    reader: BufReader<TcpStream>,
}

impl Solve {
    /// Starts a search for a solution of a level.
    pub fn of(to: SocketAddr, level: &str) -> Self {
        Solve::ask(to, &json!({ "text": level, "seconds": 300 }))
    }

    /// Starts a search.
    pub fn ask(to: SocketAddr, request: &Value) -> Self {
        let mut stream = connect(to);
        stream.write_all(&post_request("/api/solve", &request.to_string())).expect("the server reads");
        Solve { reader: BufReader::new(stream) }
    }

    /// The next event: its name and its data. `None` at the end of the stream.
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

/// Waits until the server has this load, and returns the time that took.
pub fn settle(server: &Server, load: Load) -> Duration {
    wait_until(&format!("{load:?}"), || server.load() == load)
}

/// Waits until something is so, and returns the time that took.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) -> Duration {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < HANG, "waited {HANG:?} for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
    started.elapsed()
}

/// The entries of all levels that a server lists.
pub fn levels(to: SocketAddr) -> Vec<Value> {
    let listing = get(to, "/api/levels").json();
    let shelves = listing["shelves"].as_array().expect("shelves").clone();
    shelves.into_iter().flat_map(|shelf| shelf["levels"].as_array().expect("levels").clone()).collect()
}
