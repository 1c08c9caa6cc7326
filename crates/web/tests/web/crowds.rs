//! Many clients that keep the server waiting lock nobody else out.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::TcpSocket;
use unriddle_web::Budget;

use crate::support::{
    EASY, ENDLESS, Solve, TestServer, connect, exclusive_server, exclusive_server_with, get, post,
    post_request,
};

/// More connections than the server holds at once.
const MANY: usize = 300;

/// Less than the server waits for the rest of a request: a client that is served sooner did not wait
/// for others to time out.
const SOON: Duration = Duration::from_secs(4);

/// Connections that send this and nothing more.
fn stalled(to: SocketAddr, sent: &str) -> Vec<TcpStream> {
    let one = |_| {
        let mut stream = connect(to);
        stream.write_all(sent.as_bytes()).expect("the server reads");
        stream
    };
    (0..MANY).map(one).collect()
}

/// Asserts that new clients are served soon.
fn others_are_served(to: SocketAddr) {
    for _ in 0..10 {
        let started = Instant::now();
        assert_eq!(get(to, "/api/games").status, 200);
        assert_eq!(post(to, "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json()["solved"], true);
        assert!(started.elapsed() < SOON, "it took {:?}", started.elapsed());
    }
}

#[test]
fn half_sent_headers_lock_nobody_out() {
    let server = exclusive_server();
    let _stalled = stalled(server.address(), "POST /api/play HTTP/1.1\r\nHost: loc");
    others_are_served(server.address());
}

#[test]
fn half_sent_bodies_lock_nobody_out() {
    let server = exclusive_server();
    let head = "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let _stalled = stalled(server.address(), &format!("{head}Content-Length: 1000\r\n\r\n{{\"text\":"));
    others_are_served(server.address());
}

#[test]
fn silent_connections_lock_nobody_out() {
    let server = exclusive_server();
    let _stalled = stalled(server.address(), "");
    others_are_served(server.address());
}

#[test]
fn a_crowd_does_not_evict_a_client_that_waits_for_a_response() {
    let server = exclusive_server();
    let mut search = Solve::of(server.address(), ENDLESS);
    search.wait_for("progress");
    let _stalled = stalled(server.address(), "GET / HTTP/1.1\r\nHost: loc");
    others_are_served(server.address());
    for _ in 0..3 {
        search.wait_for("progress");
    }
}

/// A server with this many bytes for responses.
fn server_with(responses: u64) -> TestServer {
    exclusive_server_with(|playground| playground.budget(Budget { searches: 64 << 20, responses }))
}

/// A connection with a small receive buffer.
fn narrow(to: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a size can be set");
        socket.connect(to).await.expect("the server listens").into_std().expect("a stream")
    });
    stream.set_nonblocking(false).expect("it can wait");
    stream
}

/// Clients that never read their responses hold memory until others need it: together they request many
/// times the budget.
#[test]
fn responses_that_nobody_reads_lock_nobody_out() {
    let server = server_with(32 << 20);
    let to = server.address();
    let atoms = vec!["c".repeat(60); 60].join("\n").replacen('c', "C", 1);
    let request = json!({ "game": "sokobond", "text": atoms }).to_string();
    let mut unread = Vec::new();
    for _ in 0..24 {
        let mut stream = narrow(to);
        stream.write_all(&post_request("/api/play", &request)).expect("the server reads");
        let mut begin = [0; 12];
        stream.read_exact(&mut begin).expect("the server answers");
        assert_eq!(&begin, b"HTTP/1.1 200");
        unread.push(stream);
    }
    // A client that reads its response is served, heavy or not.
    for _ in 0..3 {
        let mut stream = connect(to);
        stream.write_all(&post_request("/api/play", &request)).expect("the server reads");
        let mut response = Vec::new();
        stream.read_to_end(&mut response).expect("the server answers");
        assert!(
            response.starts_with(b"HTTP/1.1 200") && response.len() > 256 << 10,
            "{} bytes",
            response.len()
        );
        others_are_served(to);
    }
}

/// Large bodies reserve memory before they arrive. Those that stall are evicted for others.
#[test]
fn large_bodies_that_stall_lock_no_other_large_body_out() {
    let server = server_with(128 << 20);
    let to = server.address();
    let head = "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let part = format!("{head}Content-Length: 4000000\r\n\r\n{{\"text\":\"{}", "#".repeat(1 << 20));
    let mut halves = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(to);
        // Some are evicted before they have sent all of it.
        let _ = stream.write_all(part.as_bytes());
        halves.push(stream);
    }
    thread::sleep(Duration::from_millis(300));
    // An unknown field makes a body large.
    let whole = json!({ "text": "S.E", "nothing": " ".repeat(200_000) });
    for _ in 0..3 {
        assert_eq!(post(to, "/api/play", &whole).status, 200);
    }
    others_are_served(to);
}
