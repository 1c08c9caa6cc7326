//! Who is connected, and who makes room for others.
//!
//! A connection either waits for its client (for a request, the rest of one, or to take what is
//! written to it) or has its client wait for an answer. The first sort costs a client nothing, so
//! anyone can have many of them: when there is no place left, the one that has waited longest is
//! cut off, first of all one of the address that has most. When memory is short, those go that hold
//! some of it and take nothing. A browser that is cut off between two requests connects again by
//! itself and notices nothing.
//!
//! What is being answered is never cut off, and there are fewer answers at once than places.

use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// How long a client may take nothing of what is written to it.
const STUCK: Duration = Duration::from_secs(30);

/// The same when memory is short.
const STUCK_WHEN_SHORT: Duration = Duration::from_millis(250);

/// How often it is checked whether there is a place, or a client that takes nothing.
const SOON: Duration = Duration::from_millis(20);
const SOMETIMES: Duration = Duration::from_secs(1);

/// All connections.
pub(crate) struct Connections {
    most: usize,
    begun: Instant,
    open: Mutex<Vec<Arc<Connection>>>,
}

/// A connection. All times are in milliseconds since the server began, and 0 is never.
pub(crate) struct Connection {
    peer: IpAddr,
    begun: Instant,
    /// Since when it waits for a request.
    waits: AtomicU64,
    /// When the client was heard last.
    heard: AtomicU64,
    /// Since when the client takes nothing.
    stuck: AtomicU64,
    /// Whether memory is held for it.
    holds: AtomicBool,
    cut: Notify,
}

impl Connections {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Connections { most, begun: Instant::now(), open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        // Nothing that holds the lock can panic half-way through a change.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a client: another one's, if there is no free one.
    pub(crate) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Place {
        let connection = Arc::new(Connection::new(group(peer), self.begun));
        loop {
            {
                let mut open = self.open();
                if open.len() >= self.most
                    && let Some(at) = idlest(&open)
                {
                    open.swap_remove(at).cut.notify_one();
                }
                if open.len() < self.most {
                    open.push(Arc::clone(&connection));
                    break;
                }
            }
            tokio::time::sleep(SOON).await;
        }
        Place { connection, all: Arc::clone(self) }
    }

    /// Cuts off the client that has taken (or sent) nothing for longest while memory is held for
    /// it, if there is one that has for a moment.
    pub(crate) fn make_room(&self) {
        let before = since(self.begun).saturating_sub(STUCK_WHEN_SHORT.as_millis() as u64);
        let mut open = self.open();
        let stalled = |connection: &Connection| {
            let stalled = connection.stalled().filter(|&stalled| stalled <= before)?;
            connection.holds.load(Ordering::Relaxed).then_some(stalled)
        };
        let held = open.iter().enumerate().filter_map(|(at, connection)| Some((stalled(connection)?, at)));
        if let Some((_, at)) = held.min() {
            open.swap_remove(at).cut.notify_one();
        }
    }

    /// Cuts off clients that take nothing for too long, for ever.
    pub(crate) async fn watch(self: Arc<Self>) {
        loop {
            tokio::time::sleep(SOMETIMES).await;
            let before = since(self.begun).saturating_sub(STUCK.as_millis() as u64);
            self.open().retain(|connection| {
                let stuck = connection.stuck.load(Ordering::Relaxed);
                let stays = stuck == 0 || stuck > before;
                if !stays {
                    connection.cut.notify_one();
                }
                stays
            });
        }
    }
}

/// Of those that wait for their client, the one to cut off first.
fn idlest(open: &[Arc<Connection>]) -> Option<usize> {
    let of_peer = |peer: IpAddr| open.iter().filter(|connection| connection.peer == peer).count();
    let idle = open.iter().enumerate().filter_map(|(at, connection)| {
        let idle = connection.idle()?;
        Some((std::cmp::Reverse(of_peer(connection.peer)), idle, at))
    });
    idle.min().map(|(.., at)| at)
}

/// Milliseconds since the server began, at least 1.
fn since(begun: Instant) -> u64 {
    begun.elapsed().as_millis() as u64 + 1
}

/// The addresses that one client is likely to have: all of a network of the sixth version of IP.
fn group(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

impl Connection {
    fn new(peer: IpAddr, begun: Instant) -> Self {
        let (stuck, holds, cut) = Default::default();
        let now = since(begun);
        Connection { peer, begun, waits: now.into(), heard: now.into(), stuck, holds, cut }
    }

    /// The request is there, and an answer is worked on.
    pub(crate) fn has_asked(&self) {
        self.waits.store(0, Ordering::Relaxed);
    }

    /// The rest of a request is waited for, which was not read for a while.
    pub(crate) fn asks_on(&self) {
        let now = since(self.begun);
        self.heard.store(now, Ordering::Relaxed);
        self.waits.store(now, Ordering::Relaxed);
    }

    /// The answer is written: the next request is waited for.
    fn is_answered(&self) {
        self.holds.store(false, Ordering::Relaxed);
        self.waits.store(since(self.begun), Ordering::Relaxed);
    }

    /// Memory is held until the client has sent or taken what it is for.
    pub(crate) fn holds_memory(&self) {
        self.holds.store(true, Ordering::Relaxed);
    }

    /// Since when it waits for its client, if it does.
    fn idle(&self) -> Option<u64> {
        let stuck = self.stuck.load(Ordering::Relaxed);
        let waits = self.waits.load(Ordering::Relaxed);
        [stuck, waits].into_iter().filter(|&at| at > 0).min()
    }

    /// Since when it waits and nothing moves.
    fn stalled(&self) -> Option<u64> {
        let stuck = self.stuck.load(Ordering::Relaxed);
        let waits = self.waits.load(Ordering::Relaxed);
        match (stuck, waits) {
            (0, 0) => None,
            (0, _) => Some(waits.max(self.heard.load(Ordering::Relaxed))),
            _ => Some(stuck),
        }
    }

    /// Ends when the client is cut off.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }
}

/// A place among the connections. Dropping it frees it.
pub(crate) struct Place {
    connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Place {
    pub(crate) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.open().retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

/// That an answer is worked on and written. Dropping it says that it is done.
pub(crate) struct Answering(pub(crate) Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.is_answered();
    }
}

/// A stream that notes when its client sends and takes.
pub(crate) struct Noted {
    stream: TcpStream,
    connection: Arc<Connection>,
}

impl Noted {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Noted { stream, connection }
    }

    /// Notes whether the client took something.
    fn took<T>(&self, taken: Poll<T>) -> Poll<T> {
        let stuck = &self.connection.stuck;
        if taken.is_ready() {
            stuck.store(0, Ordering::Relaxed);
        } else if stuck.load(Ordering::Relaxed) == 0 {
            stuck.store(since(self.connection.begun), Ordering::Relaxed);
        }
        taken
    }
}

impl AsyncRead for Noted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.stream).poll_read(context, into));
        self.connection.heard.store(since(self.connection.begun), Ordering::Relaxed);
        Poll::Ready(read)
    }
}

impl AsyncWrite for Noted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let taken = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.took(taken)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let taken = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.took(taken)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(peer: [u8; 4], waits: u64) -> Arc<Connection> {
        let connection = Connection::new(IpAddr::from(peer), Instant::now());
        connection.waits.store(waits, Ordering::Relaxed);
        Arc::new(connection)
    }

    #[test]
    fn the_address_with_most_makes_room_first_and_then_who_waits_longest() {
        let (one, other) = ([192, 0, 2, 1], [192, 0, 2, 2]);
        let open = [connection(one, 5), connection(other, 7), connection(other, 6), connection(other, 0)];
        assert_eq!(idlest(&open), Some(2));
        assert_eq!(idlest(&open[..2]), Some(0));
    }

    #[test]
    fn what_is_being_answered_stays() {
        let open = [connection([192, 0, 2, 1], 0), connection([192, 0, 2, 1], 0)];
        assert_eq!(idlest(&open), None);
        open[1].stuck.store(3, Ordering::Relaxed);
        assert_eq!(idlest(&open), Some(1), "unless its client takes nothing");
    }

    #[test]
    fn a_network_of_the_sixth_version_is_one_client() {
        let address = |text: &str| group(text.parse().expect("an address"));
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8:0:2::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
