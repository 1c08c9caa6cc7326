//! Searches that several processes share give what one machine gives: the same outcome, the same cost, bound
//! and solution, the same counts. The processes are threads here, with real connections on 127.0.0.1.

#[path = "cluster/agreement.rs"]
mod agreement;
#[path = "cluster/failures.rs"]
mod failures;
#[path = "cluster/puzzles.rs"]
mod puzzles;

use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use unriddle_cluster::{Cluster, Failure, Member};

/// A member of a run on this machine, with its listener.
struct Seat {
    member: Member,
    listener: TcpListener,
    stop: &'static AtomicBool,
}

impl Seat {
    fn join(self) -> Result<Cluster, Failure> {
        Cluster::join(&self.member, Some(self.listener), self.stop)
    }
}

/// Seats for a run of this many processes.
fn seats(count: usize) -> Vec<Seat> {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let listeners: Vec<TcpListener> = (0..count).map(bind).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("it is bound").to_string();
    let addresses: Vec<String> = listeners.iter().map(address).collect();
    let seat = |(index, listener)| Seat {
        member: Member {
            index,
            addresses: addresses.clone(),
            token: "token".into(),
            digest: 7,
            patience: Duration::from_secs(30),
        },
        listener,
        stop: Box::leak(Box::default()),
    };
    listeners.into_iter().enumerate().map(seat).collect()
}

/// Does the same work in each of several processes that have joined a run.
fn in_each<R: Send>(processes: usize, work: impl Fn(&mut Cluster) -> R + Sync) -> Vec<R> {
    let run = |seat: Seat| {
        let mut cluster = seat.join().expect("all join");
        let result = work(&mut cluster);
        assert_eq!(cluster.leave(), None);
        result
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = seats(processes).into_iter().map(|seat| scope.spawn(|| run(seat))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    })
}
