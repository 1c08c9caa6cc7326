//! Listens, and hands connections over.
//!
//! At most so many connections are held: a new one takes the [place](crate::connections) of one that
//! waits for its client. A connection that does not finish its headers in time is closed.

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
use crate::connections::{Connections, Noted};
use crate::hosts::{Host, Hosts};
use crate::memory::{Budget, Memory};
use crate::reply::PIECE;
use crate::shelves::Shelves;
use crate::solves::{Load, Solves};

/// How many connections are held at once beside those of searches: more than there are answers that
/// are worked out or waited for.
const MOST_CONNECTIONS: usize = 256;

/// How long a browser may take to send the headers of a request, counted from the end of the last.
const HEADERS_IN: Duration = Duration::from_secs(10);

/// How many threads work beside the searches: more answers are never worked out at once.
const WORKERS: usize = 48;

/// How many ports are tried, one after the other.
const PORTS: u16 = 20;

/// Opens this port, or any that is free if it is 0.
pub fn bind_one(host: IpAddr, port: u16) -> io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::new(host, port))
}

/// Opens a port: this one, or the next that is free.
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

/// A playground, ready to be opened.
pub struct Playground {
    shelves: Shelves,
    allowed: Vec<Host>,
    budget: Option<Budget>,
}

impl Playground {
    /// One that shows these levels.
    pub fn new(shelves: Shelves) -> Self {
        Playground { shelves, allowed: Vec::new(), budget: None }
    }

    /// The same that answers to these hosts, too.
    pub fn allow(mut self, hosts: impl IntoIterator<Item = Host>) -> Self {
        self.allowed.extend(hosts);
        self
    }

    /// The same with so much memory, in place of [what this machine can
    /// spare](Budget::of_this_machine).
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Serves whoever comes to `listener`, on threads of its own, until what is given back is
    /// dropped.
    pub fn open(self, listener: TcpListener) -> io::Result<Open> {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let budget = self.budget.unwrap_or_else(Budget::of_this_machine);
        let solves = Solves::new(budget.searches);
        let runtime = Builder::new_multi_thread()
            .max_blocking_threads(WORKERS + solves.slots())
            .enable_all()
            .build()?;
        let connections = Connections::new(MOST_CONNECTIONS + solves.slots());
        let memory = Memory::new(budget, Arc::clone(&connections));
        let hosts = Arc::new(Hosts::of(address.ip(), &self.allowed));
        let shared = Shared::new(self.shelves, Arc::clone(&solves), memory);
        let router = api::routes(Arc::new(shared), Arc::clone(&hosts));
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        runtime.spawn(Arc::clone(&connections).watch());
        runtime.spawn(accept(listener, router, connections));
        Ok(Open { address, hosts, solves, runtime: Some(runtime) })
    }
}

/// A playground that is being served.
pub struct Open {
    address: SocketAddr,
    hosts: Arc<Hosts>,
    solves: Arc<Solves>,
    /// There until it is dropped.
    runtime: Option<Runtime>,
}

impl Open {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The hosts that it answers to.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// How busy it is.
    pub fn load(&self) -> Load {
        self.solves.load()
    }

    /// Waits for Ctrl-C, or for the system to ask the program to end.
    pub fn until_interrupted(&self) -> io::Result<()> {
        let Some(runtime) = &self.runtime else { return Ok(()) };
        runtime.block_on(interrupted())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

#[cfg(unix)]
async fn interrupted() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut asked = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = asked.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn interrupted() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Hands over every connection that comes, for ever.
async fn accept(listener: tokio::net::TcpListener, router: axum::Router, connections: Arc<Connections>) {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok((stream, peer)) => (stream, peer.ip()),
            Err(_) => {
                // Most likely there are too many open files: some will be closed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Small replies leave at once; one that cannot be told so is only slower.
        let _ = stream.set_nodelay(true);
        let place = connections.admit(peer).await;
        let connection = Arc::clone(place.connection());
        let routes = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&connection));
            routes.call(request)
        });
        tokio::spawn(async move {
            let stream = Noted::new(stream, Arc::clone(place.connection()));
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS_IN)
                .max_buf_size(PIECE)
                .serve_connection(TokioIo::new(stream), service);
            // What goes wrong on a connection ends it and concerns nobody else.
            tokio::select! {
                _ = served => {}
                () = place.connection().is_cut() => {}
            }
        });
    }
}
