//! Searches on the server: they queue, they end when the client disconnects, and they never delay a
//! player's moves.
//!
//! The level of these tests is endless on any machine; if `UNRIDDLE_LEVELS` names a folder of levels,
//! hard ones from there run beside it. Tests that measure memory or print times run alone.

use std::fs;
use std::net::SocketAddr;

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unriddle_web::{Load, Server};

use crate::support::{EASY, ENDLESS, KeepAlive, Solve, exclusive_server, post, server, settle, wait_until};

/// The number of searches at once.
fn slots() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// An endless search for every slot, all of them running.
fn fill(server: &Server) -> Vec<Solve> {
    let mut solves: Vec<Solve> = (0..slots()).map(|_| Solve::of(server.address(), ENDLESS)).collect();
    solves.iter_mut().for_each(|solve| _ = solve.wait_for("progress"));
    solves
}

#[test]
fn the_answer_is_the_last_event_and_its_moves_win() {
    let server = exclusive_server();
    let mut solve = Solve::of(server.address(), EASY);
    let answer = solve.wait_for("answer");
    assert_eq!((&answer["outcome"], &answer["cost"]), (&"optimal".into(), &2.into()));
    assert!(solve.next().is_none(), "nothing follows the answer");
    let scene =
        post(server.address(), "/api/play", &json!({ "text": EASY, "moves": answer["moves"] })).json();
    assert_eq!(scene["solved"], true);
    settle(&server, Load { running: 0, waiting: 0 });
}

#[test]
fn a_search_stops_at_its_time_limit() {
    let server = exclusive_server();
    let mut solve = Solve::ask(server.address(), &json!({ "text": ENDLESS, "seconds": 0.5 }));
    let answer = solve.wait_for("answer");
    assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &"time".into()));
    let seconds = answer["seconds"].as_f64().expect("a number");
    assert!(seconds >= 0.5, "{seconds} s");
}

#[test]
fn a_search_that_cannot_start_fails_with_the_cause() {
    let server = server(&[]);
    let failure = |request: &Value| Solve::ask(server.address(), request).next().expect("an event");
    let (event, data) = failure(&json!({ "text": "no level" }));
    assert_eq!((event.as_str(), &data["what"]), ("failure", &"level".into()));
    assert_eq!(failure(&json!({ "text": EASY, "moves": ["?"] })).1["what"], "moves");
    assert_eq!(failure(&json!({ "text": EASY, "goal": "best" })).1["what"], "request");
    assert_eq!(failure(&json!({ "text": EASY, "seconds": -1 })).1["what"], "request");
}

#[test]
fn progress_is_sent_repeatedly_but_at_most_ten_times_per_second() {
    let server = exclusive_server();
    let mut solve = Solve::of(server.address(), ENDLESS);
    let mut seconds = 0.0;
    for _ in 0..5 {
        let data = solve.wait_for("progress");
        let now = data["seconds"].as_f64().expect("a number");
        assert!(now >= seconds + 0.1, "{now} s follows {seconds} s");
        assert!(data["rate"].as_f64().is_some_and(|rate| rate > 0.0), "{data}");
        assert!(data["expanded"].is_u64() && data["bound"].is_u64() && data["bytes"].is_u64(), "{data}");
        seconds = now;
    }
}

#[test]
fn waiting_searches_start_in_order_and_know_how_many_are_ahead() {
    let server = exclusive_server();
    let mut running = fill(&server);
    let busy = slots();
    let mut waiting = Vec::new();
    for at in 0..3 {
        let mut solve = Solve::of(server.address(), ENDLESS);
        assert_eq!(solve.wait_for("queued")["ahead"], busy + at);
        waiting.push(solve);
    }
    assert_eq!(server.load(), Load { running: busy, waiting: 3 });
    // The one in the middle disconnects: the last moves up.
    drop(waiting.remove(1));
    assert_eq!(waiting[1].wait_for("queued")["ahead"], busy + 1);
    let mut waiting = waiting.into_iter();
    let (mut first, mut last) = (waiting.next().expect("two"), waiting.next().expect("two"));
    // A running search ends: the first starts, and the last is next.
    running.pop();
    first.wait_for("progress");
    assert_eq!(last.wait_for("queued")["ahead"], busy);
    assert_eq!(server.load(), Load { running: busy, waiting: 1 });
    drop(first);
    last.wait_for("progress");
    drop((running, last));
    settle(&server, Load { running: 0, waiting: 0 });
}

/// The bytes that searches take in this test, per core: much more than an allocator may keep.
const TAKEN: u64 = 100 << 20;

#[test]
fn disconnecting_frees_the_slot_and_its_memory() {
    let server = exclusive_server();
    let before = resident();
    // The first starts alone: it uses all cores.
    let mut solves = fill(&server);
    let wanted = TAKEN * slots() as u64;
    let taken = |solve: &mut Solve| solve.wait_for("progress")["bytes"].as_u64().expect("a number");
    while solves.iter_mut().map(taken).sum::<u64>() < wanted {}
    let grown = resident();
    drop(solves);
    let freed = settle(&server, Load { running: 0, waiting: 0 });
    if let (Some(before), Some(grown)) = (before, grown) {
        let took = grown.saturating_sub(before);
        assert!(took > wanted / 2, "only {took} bytes were allocated");
        let kept = || resident().expect("it was there before").saturating_sub(before);
        // A slot is free before its memory is.
        let returned = wait_until("the memory to be returned", || kept() < took / 4);
        println!(
            "of {took} bytes {} were kept after {:?}; the slots were free after {freed:?}",
            kept(),
            freed + returned
        );
    }
    // And a slot is free for others.
    Solve::of(server.address(), EASY).wait_for("answer");
}

/// The resident memory of this process, if the system provides it.
fn resident() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Hard levels from `UNRIDDLE_LEVELS`, if there are any.
fn hard_levels() -> Vec<String> {
    let Some(folder) = std::env::var_os("UNRIDDLE_LEVELS") else {
        eprintln!("UNRIDDLE_LEVELS is not set: only the level of this test is solved");
        return Vec::new();
    };
    let hard = ["sokobond/12-bonus/14-the-monster.txt", "sokobond/12-bonus/20-perfection.txt"];
    let read = |path: &&str| fs::read_to_string(std::path::Path::new(&folder).join(path)).ok();
    hard.iter().filter_map(read).collect()
}

/// Makes forty moves, and prints the median and the maximum of the times that they took.
fn make_moves(to: SocketAddr, level: &str, gestures: &[Value]) {
    let mut connection = KeepAlive::new(to);
    let mut made: Vec<Value> = Vec::new();
    let mut times: Vec<Duration> = Vec::new();
    for gesture in gestures.iter().cycle().take(40) {
        let started = Instant::now();
        let request =
            json!({ "text": level, "moves": made, "action": { "do": "gesture", "gesture": gesture } });
        let response = connection.post("/api/play", &request);
        times.push(started.elapsed());
        assert_eq!(response.status, 200, "{}", response.text());
        made = response.json()["moves"].as_array().expect("moves").clone();
        // As fast as a key that is held down repeats.
        thread::sleep(Duration::from_millis(30));
    }
    times.sort();
    println!("a move took {:?}, at worst {:?}", times[times.len() / 2], times[times.len() - 1]);
}

/// Four hard searches run or wait meanwhile, and none of them ends: a move that waited for one would not be answered. The
/// times are printed: `cargo test -p unriddle-web --test web hard_searches -- --nocapture`.
#[test]
fn moves_are_answered_while_four_hard_searches_run() {
    let server = exclusive_server();
    let mut levels = hard_levels();
    levels.resize(4, ENDLESS.to_string());
    let _solves: Vec<Solve> = levels.iter().map(|level| Solve::of(server.address(), level)).collect();
    let busy = Load { running: slots().min(4), waiting: 4_usize.saturating_sub(slots()) };
    settle(&server, busy);
    let go = |direction: &str| json!({ "kind": "go", "direction": direction });
    make_moves(server.address(), ENDLESS, &[go("left"), go("up"), go("right"), go("down")]);
    assert_eq!(server.load(), busy, "a search ended before the moves");
}
