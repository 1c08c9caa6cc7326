//! How processes find each other before the dataflow starts.
//!
//! Every process listens on its own address until all have joined, and calls those before it in the list.
//! Between two processes there are two connections, one for data and one for control. Whoever calls without
//! the token is turned away and otherwise ignored; a process that disagrees about the run ends it.

use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Shared;
use crate::failure::Failure;
use crate::greeting::{self, Greeting, Kind, same_token};

/// The time between two attempts to reach a process.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);
/// The longest wait for a single connection.
const MAX_CALL_TIME: Duration = Duration::from_secs(3);
/// The time between two checks of what else has happened.
const TICK: Duration = Duration::from_millis(20);
/// How long a process that cannot start the run stays reachable, so that the others learn why.
const LINGER: Duration = Duration::from_millis(500);
/// The most callers that are listened to at once.
const MAX_CALLERS: usize = 128;

/// A process of a run, as it introduces itself.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its number, from 0.
    pub index: usize,
    /// The addresses of all processes, as `host:port`.
    pub addresses: Vec<String>,
    /// What all processes of the run know, and nobody else.
    pub token: String,
    /// The digest of what is searched, and how: see [`digest`](crate::digest).
    pub digest: u64,
    /// The longest time to wait for all to join.
    pub patience: Duration,
}

impl Member {
    fn greeting(&self, to: usize, kind: Kind) -> Greeting {
        Greeting {
            token: self.token.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            digest: self.digest,
            count: self.addresses.len(),
            from: self.index,
            to,
            kind,
        }
    }
}

/// Why the last call to each process failed, if it did.
type Problems = Mutex<Vec<Option<String>>>;

/// A connection to another process, or why the run cannot start.
type Joined = Result<(usize, Kind, TcpStream), Failure>;

/// Connects to all other processes. Returns the connections for data; those for control are listened to.
pub(crate) fn join(
    member: &Member,
    listener: Option<TcpListener>,
    stop: &AtomicBool,
    shared: &Arc<Shared>,
) -> Result<Vec<Option<TcpStream>>, Failure> {
    let count = member.addresses.len();
    let own = &member.addresses[member.index];
    let bind =
        || TcpListener::bind(own).map_err(|error| Failure::own(format!("cannot listen on {own}: {error}")));
    let listener = listener.map_or_else(bind, Ok)?;
    let (member, over) = (Arc::new(member.clone()), Arc::new(AtomicBool::new(false)));
    let (report, joined) = mpsc::channel();
    let accepting = {
        let (member, over, report) = (Arc::clone(&member), Arc::clone(&over), report.clone());
        thread::spawn(move || accept(&listener, &member, &over, &report))
    };
    let deadline = Instant::now() + member.patience;
    let problems = Arc::new(Problems::new(vec![None; count]));
    for to in 0..member.index {
        for kind in [Kind::Data, Kind::Control] {
            let (member, over, report) = (Arc::clone(&member), Arc::clone(&over), report.clone());
            let problems = Arc::clone(&problems);
            thread::spawn(move || {
                if let Some(joined) = call(&member, to, kind, &problems, &over) {
                    let _ = report.send(joined);
                }
            });
        }
    }
    let mut data: Vec<Option<TcpStream>> = (0..count).map(|_| None).collect();
    let mut controlled = vec![false; count];
    let outcome = loop {
        let missing = (0..count).find(|&at| at != member.index && !(data[at].is_some() && controlled[at]));
        let Some(missing) = missing else { break Ok(()) };
        match joined.recv_timeout(TICK) {
            Ok(Ok((process, Kind::Data, stream))) => data[process] = Some(stream),
            Ok(Ok((process, Kind::Control, stream))) => match shared.listen(process, stream) {
                Ok(()) => controlled[process] = true,
                Err(error) => break Err(Failure::own(format!("cannot serve a connection: {error}"))),
            },
            Ok(Err(failure)) => break Err(failure),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if let Some(failure) = shared.failure() {
            break Err(failure.clone());
        }
        if stop.load(Ordering::SeqCst) {
            break Err(Failure::cancelled());
        }
        if Instant::now() > deadline {
            let problem = problems.lock().unwrap_or_else(PoisonError::into_inner)[missing].take();
            let problem = problem.unwrap_or_else(|| "has it been started, with the same token?".into());
            let waited = member.patience.as_secs_f64();
            break Err(shared.blame(missing, format!("did not join within {waited} s: {problem}")));
        }
    };
    if let Err(failure) = &outcome {
        shared.fail(failure.clone());
        let until = Instant::now() + LINGER;
        while Instant::now() < until && (0..count).any(|at| at != member.index && !controlled[at]) {
            if let Ok(Ok((process, Kind::Control, stream))) = joined.recv_timeout(TICK)
                && shared.listen(process, stream).is_ok()
            {
                controlled[process] = true;
                shared.tell_failure(process);
            }
        }
    }
    over.store(true, Ordering::SeqCst);
    // From here on the port is closed.
    let _ = accepting.join();
    outcome.map(|()| data)
}

/// Listens to callers until all have joined.
fn accept(listener: &TcpListener, member: &Arc<Member>, over: &AtomicBool, report: &Sender<Joined>) {
    if listener.set_nonblocking(true).is_err() {
        return;
    }
    let callers = Arc::new(AtomicUsize::new(0));
    while !over.load(Ordering::SeqCst) {
        match listener.accept() {
            Ok((stream, _)) if callers.load(Ordering::SeqCst) < MAX_CALLERS => {
                callers.fetch_add(1, Ordering::SeqCst);
                let (member, report, callers) = (Arc::clone(member), report.clone(), Arc::clone(&callers));
                thread::spawn(move || {
                    if let Some(joined) = answer(stream, &member) {
                        let _ = report.send(joined);
                    }
                    callers.fetch_sub(1, Ordering::SeqCst);
                });
            }
            // Too many callers: this one may call again.
            Ok(_) => {}
            Err(_) => thread::sleep(TICK),
        }
    }
}

/// Listens to a caller. Returns nothing if it is none of the run.
fn answer(mut stream: TcpStream, member: &Member) -> Option<Joined> {
    stream.set_nonblocking(false).ok()?;
    let _ = stream.set_nodelay(true);
    let theirs = greeting::receive(&mut stream).ok()?.ok()?;
    if !same_token(&theirs.token, &member.token) {
        return None;
    }
    let ours = member.greeting(theirs.from, theirs.kind);
    if let Some(reason) = ours.disagreement(&theirs) {
        let _ = greeting::send(&mut stream, Err(reason));
        let address = member.addresses.get(theirs.from).map_or("unknown", String::as_str);
        return Some(Err(Failure::of(theirs.from, address, reason)));
    }
    if theirs.to != member.index || theirs.from <= member.index || theirs.from >= theirs.count {
        let reason = "has a different list of hosts, or the number of another process";
        let _ = greeting::send(&mut stream, Err(reason));
        return Some(Err(Failure::of(theirs.from, &member.addresses[member.index], reason)));
    }
    greeting::send(&mut stream, Ok(&ours)).ok()?;
    Some(Ok((theirs.from, theirs.kind, stream)))
}

/// Calls a process until it answers. Returns nothing if the run is over before.
fn call(member: &Member, to: usize, kind: Kind, problems: &Problems, over: &AtomicBool) -> Option<Joined> {
    let address = &member.addresses[to];
    loop {
        let problem = match dial(address) {
            Ok(mut stream) => match introduce(&mut stream, &member.greeting(to, kind)) {
                Ok(Ok(())) => return Some(Ok((to, kind, stream))),
                Ok(Err(reason)) => return Some(Err(Failure::of(to, address, reason))),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    "it turned this process away: is the token the same?".to_string()
                }
                Err(error) => format!("it does not answer as a process of the run: {error}"),
            },
            Err(error) => format!("it cannot be reached: {error}"),
        };
        if over.load(Ordering::SeqCst) {
            return None;
        }
        problems.lock().unwrap_or_else(PoisonError::into_inner)[to] = Some(problem);
        thread::sleep(BETWEEN_CALLS);
    }
}

fn dial(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, MAX_CALL_TIME) {
            Ok(stream) => {
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Greets a process. Returns its refusal, or what is wrong with its answer.
fn introduce(stream: &mut TcpStream, ours: &Greeting) -> io::Result<Result<(), String>> {
    greeting::send(stream, Ok(ours))?;
    let theirs = match greeting::receive(stream)? {
        // It says what is wrong with this process; seen from here, it is the other one.
        Err(reason) => return Ok(Err(reason)),
        Ok(theirs) => theirs,
    };
    if !same_token(&theirs.token, &ours.token) {
        return Ok(Err("does not know the token of the run".into()));
    }
    Ok(match ours.disagreement(&theirs) {
        Some(reason) => Err(reason.into()),
        None if theirs.from != ours.to => Err("has a different number in its list of hosts".into()),
        None => Ok(()),
    })
}
