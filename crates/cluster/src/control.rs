//! The control connections: heartbeats, the wish to stop, and the news that a process is lost.
//!
//! Two processes have a connection for control beside the one for data, so that nothing waits behind the
//! data. A thread per process listens; one thread beats the heart of this process and passes on that it was
//! asked to stop. The engine sees two things: a flag that cancels its work, and the
//! [failure](Shared::failure), after which it waits for nobody.
//!
//! A process whose connection closes is gone. One that stays silent for [`SILENCE`] hangs, or its machine
//! does; silence is counted in waits, not by the clock, so that processes that were stopped together go on
//! together.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use unriddle_search::distributed::Load;

use crate::failure::Failure;

/// The time between two heartbeats.
const BEAT: Duration = Duration::from_millis(500);
/// The time between two checks of the flags.
const TICK: Duration = Duration::from_millis(50);
/// A process that is silent for this many waits of [`BEAT`] is frozen: 7 seconds.
const SILENCE: u32 = 14;
/// After a broken data connection, the time for the control connection to say why.
const GRACE: Duration = Duration::from_millis(700);
/// The time in which a search that was cancelled has to end.
const LAST_WORDS: Duration = Duration::from_millis(800);
/// The longest message in bytes.
const MAX_BYTES: usize = 1024;

/// A message on a control connection: a byte for its kind, two for the length of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// This process is alive.
    Beat,
    /// This process was asked to stop, and asks all others.
    Cancel,
    /// The search of this process has ended.
    Bye,
    /// A process is lost: its number and what is wrong with it.
    Fail(Option<usize>, String),
}

impl Message {
    fn failed(failure: &Failure) -> Self {
        Message::Fail(failure.process.as_ref().map(|(index, _)| *index), failure.reason.clone())
    }

    fn write(&self) -> Vec<u8> {
        let (kind, text) = match self {
            Message::Beat => (0, String::new()),
            Message::Cancel => (1, String::new()),
            Message::Bye => (2, String::new()),
            Message::Fail(process, reason) => {
                (3, format!("{} {reason}", process.map_or_else(|| "-".into(), |process| process.to_string())))
            }
        };
        let text = &text.as_bytes()[..text.len().min(MAX_BYTES)];
        let mut bytes = vec![kind];
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text);
        bytes
    }

    /// Takes a message from the front of what was received. Fails if it is not one.
    fn take(bytes: &mut Vec<u8>) -> Result<Option<Message>, ()> {
        let [kind, low, high, ..] = bytes[..] else { return Ok(None) };
        let len = usize::from(u16::from_le_bytes([low, high]));
        if kind > 3 || len > MAX_BYTES {
            return Err(());
        }
        if bytes.len() < 3 + len {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes[3..3 + len]).into_owned();
        bytes.drain(..3 + len);
        Ok(Some(match kind {
            0 => Message::Beat,
            1 => Message::Cancel,
            2 => Message::Bye,
            _ => {
                let (process, reason) = text.split_once(' ').unwrap_or(("-", &text));
                Message::Fail(process.parse().ok(), reason.to_string())
            }
        }))
    }
}

/// How much a run has carried, and what each process holds.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    /// Bytes that this process has sent.
    pub sent: u64,
    /// The most bytes of messages that were under way at once, to and from this process.
    pub most_in_flight: u64,
    /// The time in which this process did nothing but exchange messages with the others, and wait for them.
    pub waited: Duration,
    /// What each process holds.
    pub loads: Vec<Load>,
}

/// What all threads of a process know about the run.
pub(crate) struct Shared {
    pub(crate) index: usize,
    pub(crate) addresses: Vec<String>,
    /// Cancels the work of the engine.
    pub(crate) cancel: Arc<AtomicBool>,
    /// Bytes sent on the data connections.
    pub(crate) sent: AtomicU64,
    pub(crate) most_in_flight: AtomicU64,
    pub(crate) waited_nanoseconds: AtomicU64,
    pub(crate) loads: Mutex<Vec<Load>>,
    failure: OnceLock<Failure>,
    /// The control connections that are open, by process.
    lines: Mutex<Vec<Option<TcpStream>>>,
    /// Since when the data connection to a process is broken.
    broken: Mutex<Option<(usize, Instant)>>,
    /// The processes whose search has ended.
    ended: Mutex<Vec<bool>>,
    /// Whether this process has ended its search, or its run.
    leaving: AtomicBool,
    /// Whether this process has left the run.
    gone: AtomicBool,
    /// The thread that waits for messages.
    waiter: Thread,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(crate) fn new(index: usize, addresses: &[String]) -> Arc<Self> {
        let count = addresses.len();
        Arc::new(Shared {
            index,
            addresses: addresses.to_vec(),
            cancel: Arc::default(),
            sent: AtomicU64::new(0),
            most_in_flight: AtomicU64::new(0),
            waited_nanoseconds: AtomicU64::new(0),
            loads: Mutex::new(vec![Load::default(); count]),
            failure: OnceLock::new(),
            lines: Mutex::new((0..count).map(|_| None).collect()),
            broken: Mutex::new(None),
            ended: Mutex::new(vec![false; count]),
            leaving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            waiter: thread::current(),
        })
    }

    /// Why the run has failed, if it has.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.failure.get()
    }

    /// A failure of this process.
    pub(crate) fn blame(&self, process: usize, reason: impl Into<String>) -> Failure {
        Failure::of(process, &self.addresses[process], reason)
    }

    /// Ends the run for all: tells the others and wakes the engine. The first failure counts.
    pub(crate) fn fail(&self, failure: Failure) {
        let message = Message::failed(&failure);
        if self.failure.set(failure).is_ok() {
            self.tell_all(&message);
            self.cancel.store(true, Ordering::SeqCst);
            self.waiter.unpark();
        }
    }

    pub(crate) fn data_is_broken(&self, process: usize) {
        lock(&self.broken).get_or_insert((process, Instant::now()));
    }

    /// A process whose search has ended.
    pub(crate) fn first_ended(&self) -> Option<usize> {
        lock(&self.ended).iter().position(|&ended| ended)
    }

    /// Whether the searches of all other processes have ended.
    pub(crate) fn all_ended(&self) -> bool {
        lock(&self.ended).iter().enumerate().all(|(process, &ended)| ended || process == self.index)
    }

    /// Tells the others that the search of this process has ended.
    pub(crate) fn end(&self) {
        self.leaving.store(true, Ordering::SeqCst);
        self.tell_all(&Message::Bye);
    }

    /// Tells one process why the run has failed.
    pub(crate) fn tell_failure(&self, process: usize) {
        if let (Some(failure), Some(mut line)) = (self.failure(), lock(&self.lines)[process].as_ref()) {
            // Its own thread notices if the connection is broken.
            let _ = line.write_all(&Message::failed(failure).write());
        }
    }

    fn tell_all(&self, message: &Message) {
        let bytes = message.write();
        for mut line in lock(&self.lines).iter().flatten() {
            // Its own thread notices if a connection is broken.
            let _ = line.write_all(&bytes);
        }
    }

    /// Listens to another process on this connection, until the run ends.
    pub(crate) fn listen(self: &Arc<Self>, process: usize, line: TcpStream) -> std::io::Result<()> {
        line.set_read_timeout(Some(BEAT))?;
        line.set_write_timeout(Some(BEAT))?;
        lock(&self.lines)[process] = Some(line.try_clone()?);
        let shared = Arc::clone(self);
        let listen = move || shared.hear(process, line);
        thread::Builder::new().name(format!("control-{process}")).spawn(listen).map(drop)
    }

    fn hear(&self, process: usize, mut line: TcpStream) {
        let (mut received, mut silence) = (Vec::new(), 0);
        let mut buffer = [0; 512];
        let lost = loop {
            match line.read(&mut buffer) {
                Ok(0) => break "was lost: it ended, or its connection was closed",
                Ok(read) => {
                    silence = 0;
                    received.extend_from_slice(&buffer[..read]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    silence += 1;
                    if silence == SILENCE {
                        break "does not respond: it is frozen, or can no longer be reached";
                    }
                }
                Err(_) => break "was lost: its connection broke",
            }
            loop {
                match Message::take(&mut received) {
                    Ok(None) => break,
                    Ok(Some(message)) => self.obey(process, message),
                    Err(()) => {
                        self.fail(self.blame(process, "sent a message that cannot be read"));
                        return;
                    }
                }
            }
        };
        let has_ended = lock(&self.ended)[process];
        if !has_ended && !self.leaving.load(Ordering::SeqCst) {
            self.fail(self.blame(process, lost));
        }
        // A process that is gone has nothing more to say.
        lock(&self.ended)[process] = true;
    }

    fn obey(&self, process: usize, message: Message) {
        match message {
            Message::Beat => {}
            Message::Cancel => {
                self.cancel.store(true, Ordering::SeqCst);
            }
            Message::Bye => {
                lock(&self.ended)[process] = true;
                self.waiter.unpark();
            }
            Message::Fail(Some(culprit), reason) if culprit < self.addresses.len() => {
                let reason = if culprit == self.index {
                    format!("was given up by the others, who report that it {reason}")
                } else {
                    reason
                };
                self.fail(self.blame(culprit, reason));
            }
            // A process that was asked to stop and cannot wait any longer.
            Message::Fail(..) if self.cancel.load(Ordering::SeqCst) => self.fail(Failure::cancelled()),
            Message::Fail(_, reason) => self.fail(self.blame(process, format!("gave up: {reason}"))),
        }
    }

    /// Beats the heart of this process, and passes on that it was asked to stop.
    pub(crate) fn beat(self: &Arc<Self>, stop: &'static AtomicBool) -> std::io::Result<()> {
        let shared = Arc::clone(self);
        thread::Builder::new().name("heartbeat".into()).spawn(move || shared.live(stop)).map(drop)
    }

    fn live(&self, stop: &'static AtomicBool) {
        let (mut last, mut cancelled, mut told) = (Instant::now(), None, false);
        while self.failure().is_none() && !self.gone.load(Ordering::SeqCst) {
            thread::sleep(TICK);
            if last.elapsed() >= BEAT {
                last = Instant::now();
                self.tell_all(&Message::Beat);
            }
            if stop.load(Ordering::SeqCst) {
                self.cancel.store(true, Ordering::SeqCst);
                if !std::mem::replace(&mut told, true) {
                    self.tell_all(&Message::Cancel);
                }
            }
            let leaving = self.leaving.load(Ordering::SeqCst);
            if self.cancel.load(Ordering::SeqCst) && !leaving {
                let since = *cancelled.get_or_insert_with(Instant::now);
                if since.elapsed() > LAST_WORDS {
                    self.fail(Failure::cancelled());
                }
            }
            let broken = *lock(&self.broken);
            if let Some((process, since)) = broken
                && since.elapsed() > GRACE
                && !leaving
            {
                self.fail(self.blame(process, "was lost: its connection for data broke"));
            }
        }
    }

    /// Closes all control connections.
    pub(crate) fn hang_up(&self) {
        self.leaving.store(true, Ordering::SeqCst);
        self.gone.store(true, Ordering::SeqCst);
        for line in lock(&self.lines).iter_mut().filter_map(Option::take) {
            let _ = line.shutdown(Shutdown::Both);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_whole_however_they_are_cut() {
        let messages = [
            Message::Beat,
            Message::Fail(Some(2), "is lost".into()),
            Message::Cancel,
            Message::Fail(None, "no reason".into()),
            Message::Bye,
        ];
        let (mut received, mut taken) = (Vec::new(), Vec::new());
        for byte in messages.iter().flat_map(Message::write) {
            received.push(byte);
            taken.extend(Message::take(&mut received).expect("it is a message"));
        }
        assert_eq!(taken, messages);
        assert_eq!(Message::take(&mut b"GET / HTTP/1.1".to_vec()), Err(()));
    }
}
