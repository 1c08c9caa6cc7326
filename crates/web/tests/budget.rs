//! Small requests for large answers: whatever is asked, and however often at once, the server takes
//! no more memory than it may.
//!
//! Every allocation of this program is counted, the server's and the client's, so its tests take
//! turns.

mod support;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use support::{EASY, Solve, connect, post, posting, server_of};
use unriddle_web::{Budget, Open};

#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

const MIB: usize = 1 << 20;

/// What the tests' server has for all replies; one gets a quarter of it.
const REPLIES: usize = 64 * MIB;

/// What the server and the clients take beside that.
const OTHERS: usize = 16 * MIB;

fn small_server() -> Open {
    server_with(REPLIES)
}

fn server_with(replies: usize) -> Open {
    let budget = Budget { searches: 1 << 30, replies: replies as u64 };
    server_of(&[], |playground| playground.budget(budget))
}

/// The most memory that was held at once while something was done, beyond what was held before.
fn peak(work: impl FnOnce()) -> usize {
    let before = COUNTED.current_usage();
    COUNTED.reset_peak_usage();
    work();
    COUNTED.peak_usage().saturating_sub(before)
}

/// A line of belts that winds through a whole board, from a source of donuts of every kind.
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

/// Asks the same many times at once, reads the answers without keeping them, and counts them by
/// status. A refusal for now says when to come again.
fn ask_at_once(to: SocketAddr, times: usize, path: &str, request: &Value) -> BTreeMap<u16, usize> {
    let asked = posting(path, &request.to_string());
    let one = || {
        let mut stream = connect(to);
        stream.write_all(&asked).expect("the server reads");
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
fn a_film_above_the_limit_of_a_reply_is_refused_and_says_what_can_be_had() {
    let _turn = turn();
    let server = small_server();
    let ask = |most: u64| {
        let request = json!({ "game": "freshly-frosted", "text": factory(45, 44), "most": most });
        post(server.address(), "/api/film", &request)
    };
    let refused = ask(2000);
    let told = refused.json();
    assert_eq!((refused.status, &told["what"]), (413, &"size".into()), "{told}");
    let most = told["most"].as_u64().expect("a number");
    assert!(most > 0 && told["help"].as_str().is_some_and(|help| help.contains(&most.to_string())), "{told}");
    let film = ask(most);
    assert_eq!(film.status, 200, "{}", film.text());
    assert_eq!(film.json()["frames"].as_array().map(Vec::len), Some(most as usize + 1));
    assert_eq!(ask(most + 1).status, 413);
}

#[test]
fn films_of_a_large_factory_for_many_at_once_stay_within_the_budget() {
    let _turn = turn();
    let server = small_server();
    let film = |most: u64| json!({ "game": "freshly-frosted", "text": factory(45, 44), "most": most });
    let told = post(server.address(), "/api/film", &film(2000)).json();
    let can_be_had = told["most"].as_u64().expect("a number");
    for most in [2000, can_be_had] {
        let request = film(most);
        let mut statuses = BTreeMap::new();
        let taken = peak(|| statuses = ask_at_once(server.address(), 24, "/api/film", &request));
        assert!(taken <= REPLIES + OTHERS, "{most} steps: {taken} bytes were taken, {statuses:?}");
        assert!(statuses.keys().all(|status| [200, 413, 503].contains(status)), "{statuses:?}");
        assert_eq!(statuses.contains_key(&200), most == can_be_had, "{statuses:?}");
    }
}

#[test]
fn heavy_requests_of_every_kind_stay_within_the_budget() {
    let _turn = turn();
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
        ("/api/edit", wide),
        ("/api/play", json!({ "text": EASY, "nothing": vec![0; 100_000] })),
        ("/api/play", json!({ "text": EASY, "game": "x".repeat(1_000_000) })),
    ] {
        let mut statuses = BTreeMap::new();
        let taken = peak(|| statuses = ask_at_once(server.address(), 24, path, &request));
        let shown: String = request.to_string().chars().take(80).collect();
        assert!(taken <= REPLIES + OTHERS, "{path} {shown}: {taken} bytes were taken, {statuses:?}");
        assert!(!statuses.contains_key(&500), "{path} {shown}: {statuses:?}");
    }
}

/// A maze of one long way: its solution has more moves than a page is sent.
#[test]
fn a_very_long_solution_is_sent_without_its_moves() {
    let _turn = turn();
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
    // The text alone may take more than a search has.
    let huge = json!({ "game": "sokobond", "text": "-".repeat(3_900_000) });
    let refused = post(server.address(), "/api/solve", &huge);
    assert_eq!((refused.status, &refused.json()["what"]), (413, &"size".into()));
}
