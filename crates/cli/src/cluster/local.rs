//! A run whose processes are all on this machine: process 0 starts the others.
//!
//! They run the same command with the same arguments; the environment tells each of them its number and the
//! addresses of all. On Unix a child gets its listener as its standard input, so no other program can take
//! the port in between.

use std::io;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Where a child finds its number and the addresses of all: `2@127.0.0.1:40001,127.0.0.1:40002`.
const SEAT: &str = "UNRIDDLE_CLUSTER_SEAT";

/// How long to wait for children that should have ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// The processes that this one has started. They end with it.
#[derive(Default)]
pub(super) struct Children(Mutex<Vec<Child>>);

impl Children {
    /// Waits for the children, which end by themselves when the run is over. Ends what does not.
    pub(super) fn end(&self) {
        let deadline = Instant::now() + PATIENCE;
        let mut children =
            self.0.lock().map(|mut children| std::mem::take(&mut *children)).unwrap_or_default();
        for child in &mut children {
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(5));
            }
            // One that has ended already is not killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.end();
    }
}

/// The number and the addresses that the parent of this process has given to it.
pub(super) fn seat() -> Option<(usize, Vec<String>)> {
    let seat = std::env::var(SEAT).ok()?;
    let (index, addresses) = seat.split_once('@')?;
    let addresses: Vec<String> = addresses.split(',').map(str::to_string).collect();
    let index = index.parse().ok().filter(|&index| index < addresses.len())?;
    Some((index, addresses))
}

/// The listener that the parent of this process has given to it.
#[cfg(unix)]
pub(super) fn listener() -> Option<TcpListener> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(TcpListener::from).ok()
}

#[cfg(not(unix))]
pub(super) fn listener() -> Option<TcpListener> {
    None
}

/// What a child reads as its standard input.
#[cfg(unix)]
fn inherited(listener: TcpListener) -> Stdio {
    std::os::fd::OwnedFd::from(listener).into()
}

#[cfg(not(unix))]
fn inherited(listener: TcpListener) -> Stdio {
    drop(listener);
    Stdio::null()
}

/// Starts all processes of a run but this one. Returns the addresses of all, and the listener of this one.
pub(super) fn start(count: usize, token: &str) -> io::Result<(Vec<String>, TcpListener, Children)> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<_>>()?;
    let addresses: Vec<String> = listeners
        .iter()
        .map(|listener| listener.local_addr().map(|address| address.to_string()))
        .collect::<io::Result<_>>()?;
    let children = Children::default();
    let mut listeners = listeners.into_iter();
    let own = listeners.next().ok_or_else(|| io::Error::other("there must be at least one process"))?;
    for (index, listener) in (1..).zip(listeners) {
        let child = Command::new(std::env::current_exe()?)
            .args(std::env::args_os().skip(1))
            .env(SEAT, format!("{index}@{}", addresses.join(",")))
            .env(super::TOKEN, token)
            .stdin(inherited(listener))
            .stdout(Stdio::null())
            .spawn()?;
        if let Ok(mut children) = children.0.lock() {
            children.push(child);
        }
    }
    Ok((addresses, own, children))
}
