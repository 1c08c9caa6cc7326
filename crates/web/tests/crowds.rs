//! Many clients that keep the server waiting: they keep nobody else out.

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use support::{EASY, ENDLESS, Solve, connect, get, post, posting, server, server_of};
use tokio::net::TcpSocket;
use unriddle_web::Budget;

/// More than the server holds at once.
const MANY: usize = 300;

/// Less than the server waits for the rest of a request: whoever is answered sooner did not have to
/// wait until others were given up.
const SOON: Duration = Duration::from_secs(2);

/// Connections that have sent this and send nothing more.
fn stalled(to: SocketAddr, sent: &str) -> Vec<TcpStream> {
    let one = |_| {
        let mut stream = connect(to);
        stream.write_all(sent.as_bytes()).expect("the server reads");
        stream
    };
    (0..MANY).map(one).collect()
}

/// Asserts that new clients are answered soon.
fn others_are_served(to: SocketAddr) {
    for _ in 0..10 {
        let begun = Instant::now();
        assert_eq!(get(to, "/api/games").status, 200);
        assert_eq!(post(to, "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json()["solved"], true);
        assert!(begun.elapsed() < SOON, "it took {:?}", begun.elapsed());
    }
}

#[test]
fn half_sent_headers_keep_nobody_out() {
    let server = server(&[]);
    let _stalled = stalled(server.address(), "POST /api/play HTTP/1.1\r\nHost: loc");
    others_are_served(server.address());
}

#[test]
fn half_sent_bodies_keep_nobody_out() {
    let server = server(&[]);
    let head = "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let _stalled = stalled(server.address(), &format!("{head}Content-Length: 1000\r\n\r\n{{\"text\":"));
    others_are_served(server.address());
}

#[test]
fn silent_connections_keep_nobody_out() {
    let server = server(&[]);
    let _stalled = stalled(server.address(), "");
    others_are_served(server.address());
}

#[test]
fn a_crowd_does_not_cut_off_who_waits_for_an_answer() {
    let server = server(&[]);
    let mut search = Solve::of(server.address(), ENDLESS);
    search.wait_for("progress");
    let _stalled = stalled(server.address(), "GET / HTTP/1.1\r\nHost: loc");
    others_are_served(server.address());
    for _ in 0..3 {
        search.wait_for("progress");
    }
}

/// A server with little memory for replies.
fn small_server() -> unriddle_web::Open {
    server_with(128 << 20)
}

/// A server with so much memory for replies.
fn server_with(replies: u64) -> unriddle_web::Open {
    server_of(&[], |playground| playground.budget(Budget { searches: 64 << 20, replies }))
}

/// A connection that takes as little as it can.
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

/// Clients that ask for much and never read it hold the memory of their replies until others need
/// it: all together they ask for many times what there is.
#[test]
fn replies_that_nobody_reads_keep_nobody_out() {
    let server = server_with(32 << 20);
    let to = server.address();
    let atoms = vec!["c".repeat(60); 60].join("\n").replacen('c', "C", 1);
    let request = json!({ "game": "sokobond", "text": atoms }).to_string();
    let mut unread = Vec::new();
    for _ in 0..24 {
        let mut stream = narrow(to);
        stream.write_all(&posting("/api/play", &request)).expect("the server reads");
        let mut begin = [0; 12];
        stream.read_exact(&mut begin).expect("the server answers");
        assert_eq!(&begin, b"HTTP/1.1 200");
        unread.push(stream);
    }
    // One that reads what it asks for is answered, heavy or not.
    for _ in 0..3 {
        let mut stream = connect(to);
        stream.write_all(&posting("/api/play", &request)).expect("the server reads");
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).expect("the server answers");
        assert!(reply.starts_with(b"HTTP/1.1 200") && reply.len() > 256 << 10, "{} bytes", reply.len());
        others_are_served(to);
    }
}

/// Large bodies take memory before they come. Those that do not go on make room for others.
#[test]
fn large_bodies_that_do_not_end_keep_no_other_large_one_out() {
    let server = small_server();
    let to = server.address();
    let head = "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let part = format!("{head}Content-Length: 4000000\r\n\r\n{{\"text\":\"{}", "#".repeat(1 << 20));
    let mut halves = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(to);
        // Some are cut off before they have sent all of it.
        let _ = stream.write_all(part.as_bytes());
        halves.push(stream);
    }
    thread::sleep(Duration::from_millis(300));
    // What is wrong with it is found when all of it is there.
    let whole = json!({ "text": "S.E", "nothing": " ".repeat(200_000) });
    for _ in 0..3 {
        assert_eq!(post(to, "/api/play", &whole).status, 200);
    }
    others_are_served(to);
}
