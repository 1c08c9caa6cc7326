//! The open connections, and which of them are evicted for others.
//!
//! Either a connection waits for its client (for a request, the rest of one, or to read what is written)
//! or the client waits for a response. The first kind costs a client nothing, so anyone can open many:
//! when all connections are taken, the one that has waited longest is evicted, of the address that has
//! most. When memory is short, stalled connections that hold some are evicted. A browser that is
//! evicted between two requests reconnects by itself and notices nothing.
//!
//! A connection whose client waits for a response is never evicted. There are always fewer of them than
//! the limit.

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

/// The time that a client may read nothing of what is written to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time without progress after which a client is stalled when memory is short.
const STALL_TIMEOUT: Duration = Duration::from_millis(250);

/// The interval at which a new connection checks for a free one.
const ADMIT_RETRY: Duration = Duration::from_millis(20);

/// The interval at which blocked writes are checked.
const WRITE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// All connections.
pub(crate) struct Connections {
    limit: usize,
    started: Instant,
    open: Mutex<Vec<Arc<Connection>>>,
}

/// A connection. All times are in milliseconds since the server started; 0 means not at all.
pub(crate) struct Connection {
    peer: IpAddr,
    started: Instant,
    /// Since when it waits for a request.
    waiting_since: AtomicU64,
    /// When the client last sent something.
    last_read: AtomicU64,
    /// Since when the client reads nothing.
    write_blocked_since: AtomicU64,
    /// Whether it holds memory of the budget.
    holds_memory: AtomicBool,
    evict: Notify,
}

impl Connections {
    /// Creates a set of at most `limit` connections.
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Connections { limit, started: Instant::now(), open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        // No code panics in the middle of a change while it holds the lock.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a client, and evicts another if the limit is reached.
    pub(crate) async fn admit(self: &Arc<Self>, peer: IpAddr) -> ConnectionGuard {
        let connection = Arc::new(Connection::new(client_network(peer), self.started));
        loop {
            {
                let mut open = self.open();
                if open.len() >= self.limit
                    && let Some(at) = eviction_candidate(&open)
                {
                    open.swap_remove(at).evict.notify_one();
                }
                if open.len() < self.limit {
                    open.push(Arc::clone(&connection));
                    break;
                }
            }
            tokio::time::sleep(ADMIT_RETRY).await;
        }
        ConnectionGuard { connection, all: Arc::clone(self) }
    }

    /// Evicts the client that has stalled longest of those that hold memory, if there is one.
    pub(crate) fn evict_stalled(&self) {
        let before = millis_since(self.started).saturating_sub(STALL_TIMEOUT.as_millis() as u64);
        let mut open = self.open();
        let stalled = |connection: &Connection| {
            let stalled = connection.stalled().filter(|&stalled| stalled <= before)?;
            connection.holds_memory.load(Ordering::Relaxed).then_some(stalled)
        };
        let held = open.iter().enumerate().filter_map(|(at, connection)| Some((stalled(connection)?, at)));
        if let Some((_, at)) = held.min() {
            open.swap_remove(at).evict.notify_one();
        }
    }

    /// Closes connections whose client reads nothing for too long, for ever.
    pub(crate) async fn close_blocked(self: Arc<Self>) {
        loop {
            tokio::time::sleep(WRITE_CHECK_INTERVAL).await;
            let before = millis_since(self.started).saturating_sub(WRITE_TIMEOUT.as_millis() as u64);
            self.open().retain(|connection| {
                let write_blocked_since = connection.write_blocked_since.load(Ordering::Relaxed);
                let stays = write_blocked_since == 0 || write_blocked_since > before;
                if !stays {
                    connection.evict.notify_one();
                }
                stays
            });
        }
    }
}

/// The connection to evict first of those that wait for their client.
fn eviction_candidate(open: &[Arc<Connection>]) -> Option<usize> {
    let of_peer = |peer: IpAddr| open.iter().filter(|connection| connection.peer == peer).count();
    let idle = open.iter().enumerate().filter_map(|(at, connection)| {
        let idle = connection.idle()?;
        Some((std::cmp::Reverse(of_peer(connection.peer)), idle, at))
    });
    idle.min().map(|(.., at)| at)
}

/// Milliseconds since the server started, at least 1.
fn millis_since(started: Instant) -> u64 {
    started.elapsed().as_millis() as u64 + 1
}

/// The network that counts as one client: an IPv6 network of 64 bits, or an IPv4 address.
fn client_network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

impl Connection {
    fn new(peer: IpAddr, started: Instant) -> Self {
        let (write_blocked_since, holds_memory, evict) = Default::default();
        let now = millis_since(started);
        Connection {
            peer,
            started,
            waiting_since: now.into(),
            last_read: now.into(),
            write_blocked_since,
            holds_memory,
            evict,
        }
    }

    /// A whole request is received: the client waits for the response.
    pub(crate) fn request_received(&self) {
        self.waiting_since.store(0, Ordering::Relaxed);
    }

    /// The server reads on after a pause, and waits for the rest of the body.
    pub(crate) fn await_body(&self) {
        let now = millis_since(self.started);
        self.last_read.store(now, Ordering::Relaxed);
        self.waiting_since.store(now, Ordering::Relaxed);
    }

    /// The response is sent: the server waits for the next request.
    fn response_sent(&self) {
        self.holds_memory.store(false, Ordering::Relaxed);
        self.waiting_since.store(millis_since(self.started), Ordering::Relaxed);
    }

    /// The connection holds memory until the response is sent.
    pub(crate) fn holds_memory(&self) {
        self.holds_memory.store(true, Ordering::Relaxed);
    }

    /// Since when it waits for its client, if it does.
    fn idle(&self) -> Option<u64> {
        let write_blocked_since = self.write_blocked_since.load(Ordering::Relaxed);
        let waiting_since = self.waiting_since.load(Ordering::Relaxed);
        [write_blocked_since, waiting_since].into_iter().filter(|&at| at > 0).min()
    }

    /// Since when it waits for its client without progress.
    fn stalled(&self) -> Option<u64> {
        let write_blocked_since = self.write_blocked_since.load(Ordering::Relaxed);
        let waiting_since = self.waiting_since.load(Ordering::Relaxed);
        match (write_blocked_since, waiting_since) {
            (0, 0) => None,
            (0, _) => Some(waiting_since.max(self.last_read.load(Ordering::Relaxed))),
            _ => Some(write_blocked_since),
        }
    }

    /// Completes when the connection is evicted.
    pub(crate) async fn evicted(&self) {
        self.evict.notified().await;
    }
}

/// An admitted connection. Dropping it removes it from the set.
pub(crate) struct ConnectionGuard {
    connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl ConnectionGuard {
    pub(crate) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.all.open().retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

/// A response in progress. Dropping it marks the response as sent.
pub(crate) struct InFlight(pub(crate) Arc<Connection>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.response_sent();
    }
}

/// A stream that notes when its client sends and reads.
pub(crate) struct TrackedStream {
    stream: TcpStream,
    connection: Arc<Connection>,
}

impl TrackedStream {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        TrackedStream { stream, connection }
    }

    /// Notes whether a write made progress.
    fn note_write<T>(&self, written: Poll<T>) -> Poll<T> {
        let write_blocked_since = &self.connection.write_blocked_since;
        if written.is_ready() {
            write_blocked_since.store(0, Ordering::Relaxed);
        } else if write_blocked_since.load(Ordering::Relaxed) == 0 {
            write_blocked_since.store(millis_since(self.connection.started), Ordering::Relaxed);
        }
        written
    }
}

impl AsyncRead for TrackedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.stream).poll_read(context, into));
        self.connection.last_read.store(millis_since(self.connection.started), Ordering::Relaxed);
        Poll::Ready(read)
    }
}

impl AsyncWrite for TrackedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note_write(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.note_write(written)
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

    fn connection(peer: [u8; 4], waiting_since: u64) -> Arc<Connection> {
        let connection = Connection::new(IpAddr::from(peer), Instant::now());
        connection.waiting_since.store(waiting_since, Ordering::Relaxed);
        Arc::new(connection)
    }

    #[test]
    fn the_address_with_most_connections_is_evicted_first_and_then_the_longest_wait() {
        let (one, other) = ([192, 0, 2, 1], [192, 0, 2, 2]);
        let open = [connection(one, 5), connection(other, 7), connection(other, 6), connection(other, 0)];
        assert_eq!(eviction_candidate(&open), Some(2));
        assert_eq!(eviction_candidate(&open[..2]), Some(0));
    }

    #[test]
    fn a_connection_in_flight_is_evicted_only_if_its_client_reads_nothing() {
        let open = [connection([192, 0, 2, 1], 0), connection([192, 0, 2, 1], 0)];
        assert_eq!(eviction_candidate(&open), None);
        open[1].write_blocked_since.store(3, Ordering::Relaxed);
        assert_eq!(eviction_candidate(&open), Some(1));
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let address = |text: &str| client_network(text.parse().expect("an address"));
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8:0:2::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
