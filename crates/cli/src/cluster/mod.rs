//! `unriddle cluster`: one level, searched by several processes on this machine or on many.
//!
//! Every process runs the same command and reads the same level; process 0 shows progress and prints the
//! answer. Whatever goes wrong with one of them ends all, with a message that names it.

mod hosts;
mod local;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use unriddle_cluster::{Cluster, Failure, Load, Member, Traffic, digest};
use unriddle_kit::{Answer, Request};
use unriddle_render::visible;
use unriddle_search::{Limit, Monitor, Options, Outcome, Progress, Statistics};

use self::local::Children;
use crate::args::{ClusterArgs, Show};
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::{Loaded, Unread};
use crate::progress::ProgressLine;
use crate::report::json::{self, Solved};
use crate::report::text::{bytes, effort, grouped};
use crate::screen::{FAINT, Screen};
use crate::solve::{goal, print_answer, print_unread, status};
use crate::{input, interrupt};

/// Where the token of a run is found.
const TOKEN: &str = "UNRIDDLE_CLUSTER_TOKEN";

/// Searches a level together with other processes.
pub(crate) fn run(args: &ClusterArgs, screen: &mut Screen) -> io::Result<Exit> {
    let stop = interrupt::flag();
    let found = input::find_one(&args.path).and_then(|source| source.level(&args.reading));
    let run = found.and_then(|loaded| {
        if loaded.level.game().info().shared_search {
            return Ok((Seat::take(args)?, loaded));
        }
        let name = loaded.level.game().name();
        let message = format!("{name} is solved on one machine: use `unriddle solve`");
        Err(Diagnostic::of_file(loaded.file, message).into())
    });
    match run {
        Ok((seat, loaded)) => search(args, seat, &loaded, stop, screen),
        // The process that was started by hand says it.
        Err(_) if local::seat().is_some() => Ok(Exit::Bad),
        Err(unread) => print_unread(args.json, false, &unread, screen),
    }
}

/// The place of this process in a run.
struct Seat {
    index: usize,
    addresses: Vec<String>,
    token: String,
    listener: Option<std::net::TcpListener>,
    /// The processes that this one has started.
    children: Children,
    /// Whether another process on this machine has started this one, and speaks for it.
    is_child: bool,
    /// How many processes share this machine, as far as this one knows.
    sharers: usize,
}

impl Seat {
    fn take(args: &ClusterArgs) -> Result<Self, Unread> {
        let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        let wrong = |what: &str, message: String| Unread::from(Diagnostic::of_file(what.into(), message));
        if let (Some((index, addresses)), Some(token)) = (local::seat(), &token) {
            let (listener, token) = (local::listener(), token.clone());
            let (children, sharers) = (Children::default(), addresses.len());
            return Ok(Seat { index, addresses, token, listener, children, is_child: true, sharers });
        }
        if let (Some(file), Some(index)) = (&args.hosts, args.process) {
            let addresses = hosts::read(file)?;
            if index >= addresses.len() {
                let message = format!("there is no process {index}: the file lists {}", addresses.len());
                return Err(wrong(&file.display().to_string(), message));
            }
            let message = "set it to the same secret word for every process of the run";
            let token = token.ok_or_else(|| wrong(TOKEN, message.into()))?;
            let (listener, children) = (None, Children::default());
            return Ok(Seat { index, addresses, token, listener, children, is_child: false, sharers: 1 });
        }
        let token = random_token();
        let count = args.local.map_or(1, usize::from);
        if count > 1 && args.path.as_os_str() == "-" {
            let message = "the processes of a run cannot share standard input: name a file";
            return Err(wrong("-", message.into()));
        }
        let started = local::start(count, &token);
        let (addresses, listener, children) =
            started.map_err(|error| wrong("--local", format!("cannot start the processes: {error}")))?;
        let listener = Some(listener);
        Ok(Seat { index: 0, addresses, token, listener, children, is_child: false, sharers: count })
    }
}

/// A word that nobody can guess.
fn random_token() -> String {
    // The keys of the standard library's hash maps come from the system's source of randomness.
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}

/// Joins the run, searches, and prints the answer if this is process 0.
fn search(
    args: &ClusterArgs,
    mut seat: Seat,
    loaded: &Loaded,
    stop: &'static AtomicBool,
    screen: &mut Screen,
) -> io::Result<Exit> {
    let Loaded { file, level } = loaded;
    let game = level.game();
    let options = Options {
        goal: goal(args.goal, game),
        method: args.method,
        limits: args.effort.shared_limits(args.cost, seat.sharers),
        threads: args.effort.shared_threads(seat.sharers),
    };
    let member = Member {
        index: seat.index,
        addresses: std::mem::take(&mut seat.addresses),
        token: std::mem::take(&mut seat.token),
        digest: digest_of(args, loaded, &options),
        patience: args.wait,
    };
    let joined = Cluster::join(&member, seat.listener.take(), stop);
    let mut cluster = match joined {
        Ok(cluster) => cluster,
        Err(failure) => return print_failure(args, &seat, loaded, &failure, screen),
    };
    let is_first = seat.index == 0;
    if !is_first && !seat.is_child {
        let (index, count) = (seat.index, member.addresses.len());
        let _ = writeln!(io::stderr(), "process {index} of {count} is serving; process 0 prints the answer");
    }
    let (traffic, cancel) = (cluster.traffic(), cluster.cancel());
    let mut line = ProgressLine::new(file);
    let mut show = |progress: &Progress| line.show_shared(progress, &traffic());
    let mut monitor = Monitor::new().cancel(&cancel).peers(&mut cluster);
    if is_first {
        monitor = monitor.on_progress(&mut show);
    }
    let request = Request { options, list: 0, draw: false };
    let mut answer = level.start().solve(&request, &mut monitor);
    drop(line);
    let mut carried = traffic();
    let failure = cluster.failure();
    // What was found before another process failed to leave in good order is still found.
    let _ = cluster.leave();
    if let Some(failure) = failure {
        return print_failure(args, &seat, loaded, &failure, screen);
    }
    if matches!(answer.outcome, Outcome::Stopped { limit: Limit::Method, .. }) && answer.notes.is_empty() {
        answer
            .notes
            .push("the states of this level cannot be sent to other processes: use `unriddle solve`".into());
    }
    let exit = match answer.outcome {
        // Whoever was asked to stop: the run was.
        Outcome::Solved { .. } if cancel.load(std::sync::atomic::Ordering::SeqCst) => Exit::Stopped,
        _ => status(&answer, options.goal, stop),
    };
    if is_first {
        if carried.loads.iter().all(|load| *load == Load::default()) {
            // A small search, or one by a method of one thread: process 0 did it alone.
            let Statistics { stored, bytes, .. } = answer.statistics;
            carried.loads[0] = Load { stored, bytes };
        }
        print(args, loaded, &answer, &carried, screen)?;
    } else if !seat.is_child {
        let _ = writeln!(io::stderr(), "process {}: the search has ended", seat.index);
    }
    screen.flush()?;
    seat.children.end();
    Ok(exit)
}

/// What all processes must agree on. Limits on time and memory, and threads, may differ.
fn digest_of(args: &ClusterArgs, loaded: &Loaded, options: &Options) -> u64 {
    let level = &loaded.level;
    let text = level.encodings().into_iter().next().map_or_else(String::new, |(_, text)| text);
    let (settings, limits) = (&args.reading.settings.0, options.limits);
    let rest =
        format!("{settings:?} {:?} {:?} {:?} {:?}", options.goal, options.method, limits.cost, limits.states);
    digest([level.game().id().as_bytes(), text.as_bytes(), rest.as_bytes()])
}

fn print(
    args: &ClusterArgs,
    loaded: &Loaded,
    answer: &Answer,
    carried: &Traffic,
    screen: &mut Screen,
) -> io::Result<()> {
    let Loaded { file, level } = loaded;
    if args.json {
        let mut line = Solved::answer(file, level.game().id(), None, answer);
        let largest = carried.loads.iter().map(|load| load.bytes).max().unwrap_or(0);
        line.add("processes", carried.loads.len() as u64);
        line.add("largest_process_bytes", largest);
        line.add("sent_by_process_0", carried.sent);
        line.add("most_in_flight_bytes", carried.most_in_flight);
        line.add("milliseconds_waited_by_process_0", carried.waited.as_millis() as u64);
        return json::line(screen, &line);
    }
    let (style, show) = (screen.style(), args.show.unwrap_or(Show::Moves).unless(interrupt::requested()));
    print_answer(screen, style, file, level.as_ref(), level.start(), answer, show)?;
    writeln!(screen, "  {FAINT}{}{FAINT:#}", effort(&answer.statistics))?;
    let loads = carried.loads.iter().map(|load| format!("{} in {}", grouped(load.stored), bytes(load.bytes)));
    let loads = loads.collect::<Vec<_>>().join(", ");
    writeln!(screen, "  {FAINT}states by process: {loads}; {} sent{FAINT:#}", bytes(carried.sent))
}

/// Says why the run has failed, and ends what this process has started.
fn print_failure(
    args: &ClusterArgs,
    seat: &Seat,
    loaded: &Loaded,
    failure: &Failure,
    screen: &mut Screen,
) -> io::Result<Exit> {
    if seat.is_child {
        return Ok(Exit::Stopped);
    }
    let message = format!("the run has ended without an answer: {failure}");
    if args.json && seat.index == 0 {
        let reason = if failure.cancelled { "cancelled" } else { "process" };
        json::line(screen, &Solved::lost(&loaded.file, loaded.level.game().id(), reason, &message))?;
        screen.flush()?;
    }
    let _ = writeln!(io::stderr(), "unriddle: {}", visible(&message));
    seat.children.end();
    Ok(Exit::Stopped)
}

/// Returns why these arguments do not go together, if they do not.
pub(crate) fn conflict(args: &ClusterArgs) -> Option<&'static str> {
    match (args.local, &args.hosts) {
        (None, None) => Some("say where the processes run: --local N, or --hosts FILE --process I"),
        _ => None,
    }
}
