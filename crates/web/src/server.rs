//! Listens, and hands connections over.
//!
//! So many connections are held at the most; others wait until one is free. A connection that
//! does not finish its headers in time is closed.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::api::{self, Shared};
use crate::guard::Hosts;
use crate::shelves::Shelves;
use crate::solves::{Load, Solves};

/// How many connections are held at once.
const MOST_CONNECTIONS: usize = 256;

/// How long a browser may take to send the headers of a request.
const HEADERS_IN: Duration = Duration::from_secs(20);

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
}

impl Playground {
    /// One that shows these levels.
    pub fn new(shelves: Shelves) -> Self {
        Playground { shelves }
    }

    /// Serves whoever comes to `listener`, on threads of its own, until what is given back is
    /// dropped.
    pub fn open(self, listener: TcpListener) -> io::Result<Open> {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let solves = Solves::new();
        let router =
            api::routes(Arc::new(Shared::new(self.shelves, Arc::clone(&solves))), Hosts::of(address.ip()));
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        runtime.spawn(accept(listener, router));
        Ok(Open { address, solves, runtime: Some(runtime) })
    }
}

/// A playground that is being served.
pub struct Open {
    address: SocketAddr,
    solves: Arc<Solves>,
    /// There until it is dropped.
    runtime: Option<Runtime>,
}

impl Open {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
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
async fn accept(listener: tokio::net::TcpListener, router: axum::Router) {
    let seats = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(seat) = Arc::clone(&seats).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Most likely there are too many open files: some will be closed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Small replies leave at once; one that cannot be told so is only slower.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS_IN)
                .serve_connection(TokioIo::new(stream), service);
            // What goes wrong on a connection ends it and concerns nobody else.
            let _ = connection.await;
            drop(seat);
        });
    }
}
