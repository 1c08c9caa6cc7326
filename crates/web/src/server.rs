//! Listens, accepts connections and serves them.
//!
//! The number of connections is bounded: when all are taken, a new one [evicts](crate::connections)
//! one that waits for its client. A connection that does not finish its headers in time is closed.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{Builder, Runtime};

use crate::api::{self, Shared};
use crate::catalog::Catalog;
use crate::connections::{Connections, TrackedStream};
use crate::hosts::{Host, Hosts};
use crate::permits::{Budget, Permits};
use crate::response::CHUNK;
use crate::solve_queue::{Load, SolveQueue};

/// The number of connections beside those of searches: more than can ever wait for a response.
const MAX_CONNECTIONS: usize = 256;

/// The time a client has to send the headers of a request, counted from the end of the previous one.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of blocking threads beside those of searches: as many as there are concurrent handlers.
const WORKERS: usize = 48;

/// The number of consecutive ports that [`bind`] tries.
const PORTS: u16 = 20;

/// Binds this port, or any free one if it is 0.
pub fn bind_one(host: IpAddr, port: u16) -> io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(host, port))
}

/// Binds this port, or the next free one.
pub fn bind(host: IpAddr, first: u16) -> io::Result<TcpListener> {
    let ports = first..=first.saturating_add(PORTS - 1);
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for port in ports {
        match bind_one(host, port) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// A playground that is configured but not yet served.
pub struct Playground {
    catalog: Catalog,
    allowed: Vec<Host>,
    budget: Option<Budget>,
}

impl Playground {
    /// Creates a playground that shows these levels.
    pub fn new(catalog: Catalog) -> Self {
        Playground { catalog, allowed: Vec::new(), budget: None }
    }

    /// Also answers requests that name these hosts.
    pub fn allow(mut self, hosts: impl IntoIterator<Item = Host>) -> Self {
        self.allowed.extend(hosts);
        self
    }

    /// Sets the memory budget. The default is [`Budget::of_this_machine`].
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Serves on `listener`, on threads of its own, until the returned value is dropped.
    pub fn open(self, listener: TcpListener) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let budget = self.budget.unwrap_or_else(Budget::of_this_machine);
        let solve_queue = SolveQueue::new(budget.searches);
        let runtime = Builder::new_multi_thread()
            .max_blocking_threads(WORKERS + solve_queue.slots())
            .enable_all()
            .build()?;
        let connections = Connections::new(MAX_CONNECTIONS + solve_queue.slots());
        let permits = Permits::new(budget, Arc::clone(&connections));
        let hosts = Arc::new(Hosts::new(address.ip(), &self.allowed));
        let shared = Shared::new(self.catalog, Arc::clone(&solve_queue), permits);
        let router = api::routes(Arc::new(shared), Arc::clone(&hosts));
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        runtime.spawn(Arc::clone(&connections).close_blocked());
        runtime.spawn(accept(listener, router, connections));
        Ok(Server { address, hosts, solve_queue, runtime: Some(runtime) })
    }
}

/// A running server. Dropping it shuts it down.
pub struct Server {
    address: SocketAddr,
    hosts: Arc<Hosts>,
    solve_queue: Arc<SolveQueue>,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

impl Server {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The hosts it answers to.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The number of searches that run and wait.
    pub fn load(&self) -> Load {
        self.solve_queue.load()
    }

    /// Waits for Ctrl-C or a request to terminate.
    pub fn until_interrupted(&self) -> io::Result<()> {
        let Some(runtime) = &self.runtime else { return Ok(()) };
        runtime.block_on(interrupted())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

#[cfg(unix)]
async fn interrupted() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn interrupted() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Accepts and serves connections, for ever.
async fn accept(listener: tokio::net::TcpListener, router: axum::Router, connections: Arc<Connections>) {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok((stream, peer)) => (stream, peer.ip()),
            Err(_) => {
                // Most likely too many files are open: some will be closed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Small responses leave at once. If the option cannot be set, they are only slower.
        let _ = stream.set_nodelay(true);
        let guard = connections.admit(peer).await;
        let connection = Arc::clone(guard.connection());
        let routes = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&connection));
            routes.call(request)
        });
        tokio::spawn(async move {
            let stream = TrackedStream::new(stream, Arc::clone(guard.connection()));
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIMEOUT)
                .max_buf_size(CHUNK)
                .serve_connection(TokioIo::new(stream), service);
            // An error ends this connection and affects no other.
            tokio::select! {
                _ = served => {}
                () = guard.connection().evicted() => {}
            }
        });
    }
}
