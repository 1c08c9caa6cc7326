//! Small requests for large responses: whatever is requested, and however often at once, the server
//! keeps to its memory budget.
//!
//! Every allocation of this program is counted, the server's and the client's, so these tests run
//! alone.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::SocketAddr;

use std::thread;

use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use unriddle_web::Budget;

use crate::support::{EASY, Solve, TestServer, connect, exclusive_server_with, post, post_request};

#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

/// The server's budget for all responses; a single one gets a quarter of it.
const RESPONSES: usize = 64 * MIB;

/// What the server and the clients take beside that.
const OVERHEAD: usize = 16 * MIB;

fn small_server() -> TestServer {
    server_with(RESPONSES)
}

fn server_with(responses: usize) -> TestServer {
    let budget = Budget { searches: 1 << 30, responses: responses as u64 };
    exclusive_server_with(|playground| playground.budget(budget))
}

/// The peak memory of some work, beyond what was allocated before.
fn peak(work: impl FnOnce()) -> usize {
    let before = COUNTED.current_usage();
    COUNTED.reset_peak_usage();
    work();
    COUNTED.peak_usage().saturating_sub(before)
}

/// A belt that winds through a whole board, from a source of donuts of every kind.
fn factory(width: usize, height: usize) -> String {
    let cell = |x: usize, y: usize| match (x, y, y % 2) {
        (0, 0, _) => "+>?",
        (0, y, 1) if y + 1 == height => "-<?",
        (x, _, 0) => [">", "v"][usize::from(x + 1 == width)],
        (x, ..) => ["<", "v"][usize::from(x == 0)],
    };
    let row = |y: usize| (0..width).map(|x| cell(x, y)).collect::<Vec<_>>().join(" ");
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// Sends the same request many times at once, reads the responses without keeping them, and counts
/// them by status. A busy server says when to retry.
fn flood(to: SocketAddr, times: usize, path: &str, request: &Value) -> BTreeMap<u16, usize> {
    let request = post_request(path, &request.to_string());
    let one = || {
        let mut stream = connect(to);
        stream.write_all(&request).expect("the server reads");
        let mut start = [0; 512];
        let length = stream.read(&mut start).expect("the server answers");
        let start = String::from_utf8_lossy(&start[..length]).into_owned();
        let mut rest = [0; 16 << 10];
        while stream.read(&mut rest).is_ok_and(|length| length > 0) {}
        let status: u16 = start.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        assert!(status != 503 || start.to_ascii_lowercase().contains("retry-after: 5"), "{start}");
        status
    };
    let mut statuses = BTreeMap::new();
    thread::scope(|scope| {
        let all: Vec<_> = (0..times).map(|_| scope.spawn(one)).collect();
        for status in all.into_iter().map(|one| one.join().expect("no client panics")) {
            *statuses.entry(status).or_default() += 1;
        }
    });
    statuses
}

#[test]
fn a_film_above_the_limit_is_rejected_with_the_length_that_fits() {
    let server = small_server();
    let ask = |most: u64| {
        let request = json!({ "game": "freshly-frosted", "text": factory(45, 44), "most": most });
        post(server.address(), "/api/film", &request)
    };
    let rejected = ask(2000);
    let failure = rejected.json();
    assert_eq!((rejected.status, &failure["what"]), (413, &"size".into()), "{failure}");
    let most = failure["most"].as_u64().expect("a number");
    assert!(most > 0, "{failure}");
    assert!(failure["help"].as_str().is_some_and(|help| help.contains(&most.to_string())), "{failure}");
    let film = ask(most);
    assert_eq!(film.status, 200, "{}", film.text());
    assert_eq!(film.json()["frames"].as_array().map(Vec::len), Some(most as usize + 1));
    assert_eq!(ask(most + 1).status, 413);
}

#[test]
fn films_of_a_large_factory_for_many_at_once_stay_within_the_budget() {
    let server = small_server();
    let film = |most: u64| json!({ "game": "freshly-frosted", "text": factory(45, 44), "most": most });
    let failure = post(server.address(), "/api/film", &film(2000)).json();
    let fitting = failure["most"].as_u64().expect("a number");
    for most in [2000, fitting] {
        let request = film(most);
        let mut statuses = BTreeMap::new();
        let taken = peak(|| statuses = flood(server.address(), 24, "/api/film", &request));
        assert!(taken <= RESPONSES + OVERHEAD, "{most} steps: {taken} bytes were allocated, {statuses:?}");
        assert!(statuses.keys().all(|status| [200, 413, 503].contains(status)), "{statuses:?}");
        assert_eq!(statuses.contains_key(&200), most == fitting, "{statuses:?}");
    }
}

#[test]
fn heavy_requests_of_every_kind_stay_within_the_budget() {
    let server = small_server();
    let corridor = format!("S{}E", ".".repeat(30_000));
    let there_and_back = ["F30000", "R2", "F30000", "R2"].repeat(2000);
    let atoms = vec!["c".repeat(90); 90].join("\n").replacen('c', "C", 1);
    let hook = format!("H{}\n{}", "-".repeat(4000), "-\n".repeat(4000));
    let bumpers =
        format!("{}\n{}", vec![vec!["b>f"; 70].join(" "); 70].join("\n"), vec!["+>"; 69].join(" ") + " ->");
    let long_word = format!("{} x\n{}", "x".repeat(50_000), "x x\n".repeat(1000));
    let wide = json!({ "game": "golf-peaks", "text": long_word, "edit": { "do": "erase", "spot": "cell", "x": 0, "y": 0 } });
    for (path, request) in [
        ("/api/play", json!({ "text": "1x16777216\nball flag\n\n1-\n" })),
        ("/api/play", json!({ "text": "16777216x1\nball flag\n\n1-\n" })),
        ("/api/play", json!({ "text": corridor, "moves": there_and_back })),
        ("/api/picture", json!({ "text": corridor, "moves": there_and_back })),
        ("/api/play", json!({ "game": "sokobond", "text": atoms })),
        ("/api/picture", json!({ "game": "sokobond", "text": atoms })),
        ("/api/edit", json!({ "game": "sokobond", "text": atoms })),
        ("/api/play", json!({ "game": "sokobond", "text": hook })),
        ("/api/play", json!({ "game": "freshly-frosted", "text": bumpers })),
        ("/api/picture", json!({ "game": "freshly-frosted", "text": bumpers })),
        ("/api/picture", json!({ "game": "freshly-frosted", "text": bumpers, "format": "gif" })),
        ("/api/picture", json!({ "text": EASY, "format": "png", "size": 4_000_000_000u32 })),
        ("/api/picture", json!({ "text": EASY, "moves": ["F"], "format": "gif", "size": 2048 })),
        ("/api/edit", wide),
        ("/api/play", json!({ "text": EASY, "nothing": vec![0; 100_000] })),
        ("/api/play", json!({ "text": EASY, "game": "x".repeat(1_000_000) })),
    ] {
        let mut statuses = BTreeMap::new();
        let taken = peak(|| statuses = flood(server.address(), 24, path, &request));
        let shown: String = request.to_string().chars().take(80).collect();
        assert!(taken <= RESPONSES + OVERHEAD, "{path} {shown}: {taken} bytes were allocated, {statuses:?}");
        assert!(!statuses.contains_key(&500), "{path} {shown}: {statuses:?}");
    }
}

/// A maze of a single long path: its solution has more moves than are sent to a page.
#[test]
fn a_very_long_solution_is_sent_without_its_moves() {
    let server = server_with(512 * MIB);
    let side = 501;
    let row = |y: usize| match (y % 4, y % 2) {
        (_, 0) => ".".repeat(side),
        (1, _) => "#".repeat(side - 1) + ".",
        _ => ".".to_string() + &"#".repeat(side - 1),
    };
    let mut rows: Vec<String> = (0..side).map(row).collect();
    rows[0].replace_range(..1, "S");
    rows[side - 1].replace_range(side - 1.., "E");
    let answer = Solve::ask(server.address(), &json!({ "text": rows.join("\n") })).wait_for("answer");
    assert_eq!((&answer["outcome"], &answer["moves"]), (&"optimal".into(), &Value::Null), "{answer}");
    assert!(answer["notes"][0].as_str().is_some_and(|note| note.contains("moves")), "{answer}");
}

#[test]
fn a_level_that_may_need_more_memory_than_a_search_has_is_rejected() {
    let server = server_with(512 * MIB);
    let huge = json!({ "game": "sokobond", "text": "-".repeat(3_900_000) });
    let rejected = post(server.address(), "/api/solve", &huge);
    assert_eq!((rejected.status, &rejected.json()["what"]), (413, &"size".into()));
}
