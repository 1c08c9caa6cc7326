//! Measures the search of the 15-puzzle, breadth-first, by several processes on this machine:
//!
//! `cargo run --release -p unriddle-cluster --example shared_fifteen -- PROCESSES THREADS [STATES]`
//!
//! With 0 processes the engine searches alone, without a cluster. Process 0 starts the others.

#[path = "../../search/examples/fifteen/puzzle.rs"]
mod puzzle;

use std::error::Error;
use std::net::TcpListener;
use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use puzzle::{Fifteen, Tiles};
use unriddle_cluster::{Cluster, Member};
use unriddle_search::{Limits, Method, Monitor, Options, solve_with};

/// A board from which no solution is near.
const BOARD: [u64; 16] = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
/// Where a child finds its number and the addresses of all.
const SEAT: &str = "FIFTEEN_SEAT";

static STOP: AtomicBool = AtomicBool::new(false);

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let (processes, threads, states) = (number(2)?, number(1)?, number(20_000_000)?);
    let puzzle = Fifteen(Tiles(BOARD.iter().rev().fold(0, |tiles, tile| tiles << 4 | tile)));
    let limits = Limits { states: Some(states as u64), ..Limits::default() };
    let options = Options { method: Method::BreadthFirst, limits, threads, ..Options::default() };
    if processes == 0 {
        let report = solve_with(&puzzle, &options, &mut Monitor::new());
        println!("alone: {:?}", report.statistics);
        return Ok(());
    }
    let (index, addresses, children) = seat(processes)?;
    let patience = Duration::from_secs(10);
    let member = Member { index, addresses, token: "fifteen".into(), digest: 0, patience };
    let mut cluster = Cluster::join(&member, None, &STOP)?;
    let (cancel, traffic, begun) = (cluster.cancel(), cluster.traffic(), Instant::now());
    let mut monitor = Monitor::new().cancel(&cancel).peers(&mut cluster);
    let statistics = solve_with(&puzzle, &options, &mut monitor).statistics;
    let (seconds, traffic) = (begun.elapsed().as_secs_f64(), traffic());
    if let Some(failure) = cluster.leave() {
        return Err(failure.into());
    }
    if index == 0 {
        let sent = traffic.sent as f64 * processes as f64 / statistics.generated as f64;
        println!("{processes} × {threads}: {statistics:?}");
        println!(
            "{:.2} million states a second, {sent:.2} bytes sent per generated state",
            statistics.stored as f64 / seconds / 1e6
        );
        println!("{traffic:?}");
    }
    children.into_iter().try_for_each(|mut child| child.wait().map(drop))?;
    Ok(())
}

/// The number of a process, the addresses of all, and those that it has started.
type Seat = (usize, Vec<String>, Vec<Child>);

/// The place of this process. The first process starts the others.
fn seat(processes: usize) -> Result<Seat, Box<dyn Error>> {
    if let Ok(seat) = std::env::var(SEAT) {
        let (index, addresses) = seat.split_once('@').ok_or("a number and addresses are expected")?;
        return Ok((index.parse()?, addresses.split(',').map(str::to_string).collect(), Vec::new()));
    }
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    let address = |listener: &TcpListener| listener.local_addr().map(|address| address.to_string());
    let addresses: Vec<String> = listeners.iter().map(address).collect::<Result<_, _>>()?;
    drop(listeners);
    let start = |index| {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args().skip(1)).env(SEAT, format!("{index}@{}", addresses.join(","))).spawn()
    };
    let children = (1..processes).map(start).collect::<Result<_, _>>()?;
    Ok((0, addresses, children))
}
