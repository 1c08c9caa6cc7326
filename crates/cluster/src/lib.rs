//! One search across several processes, on one machine or on many.
//!
//! The engine deals its 32 shards out to the processes and asks for nothing but a carrier of messages
//! ([`Peers`]). [`Cluster`] is that carrier, on the dataflow engine `timely`: a message is a container of
//! raw bytes (`parcel.rs`), a batch of messages is an epoch, and a batch is complete when timely's frontier
//! has passed its epoch (`dataflow.rs`). So states are taken in by batch, shard and sender, never as they
//! arrive, and the search takes the same course for any number of processes.
//!
//! Before the dataflow starts, all processes greet each other (`join.rs`, `greeting.rs`): they must know the
//! run's token and agree on the version, the level and the options. Beside each connection for data there is
//! one for control (`control.rs`): a heartbeat, the wish to stop, the news that a process is lost. A lost
//! process ends the run for all; there is no recovery.
//!
//! # Example
//!
//! Every process joins, and then solves the same puzzle with the same options:
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//! use unriddle_cluster::{Cluster, Member};
//! use unriddle_search::Monitor;
//!
//! static STOP: AtomicBool = AtomicBool::new(false);
//! let member = Member {
//!     index: 0,
//!     addresses: vec!["10.0.0.1:4000".into(), "10.0.0.2:4000".into()],
//!     token: "secret".into(),
//!     digest: 0,
//!     patience: Duration::from_secs(60),
//! };
//! let mut cluster = Cluster::join(&member, None, &STOP)?;
//! let cancel = cluster.cancel();
//! let mut monitor = Monitor::new().cancel(&cancel).peers(&mut cluster);
//! // … solve_with(&puzzle, &options, &mut monitor) …
//! cluster.leave();
//! # Ok::<(), unriddle_cluster::Failure>(())
//! ```

mod control;
mod dataflow;
mod digest;
mod failure;
mod greeting;
mod join;
mod parcel;
mod stream;

pub use control::Traffic;
pub use dataflow::Cluster;
pub use digest::digest;
pub use failure::Failure;
pub use join::Member;
pub use unriddle_search::distributed::{Load, Lost, MAX_PROCESSES, Peers};
