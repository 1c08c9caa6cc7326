//! What happens when a process is missing, disagrees, is asked to stop or leaves. Processes that are killed
//! and frozen are in the tests of the command.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use unriddle_cluster::{Cluster, Failure};
use unriddle_search::{Limit, Method, Monitor, Options, Outcome, solve_with};

use crate::puzzles::Cave;
use crate::{Seat, seats};

/// A cave that takes minutes to search.
const VAST: Cave = Cave { size: 1000, seed: 5, up: 1, open: false, known: 0 };

/// Searches until it is stopped.
fn search(cluster: &mut Cluster) -> Outcome<u8> {
    let cancel = cluster.cancel();
    let options = Options { method: Method::BreadthFirst, threads: 1, ..Options::default() };
    solve_with(&VAST, &options, &mut Monitor::new().cancel(&cancel).peers(cluster)).outcome
}

/// Lets these members join a run, each in a thread of its own, and leave it again.
fn all_join(seats: Vec<Seat>) -> Vec<Result<(), Failure>> {
    thread::scope(|scope| {
        let join = |seat: Seat| scope.spawn(|| seat.join().map(|cluster| drop(cluster.leave())));
        let threads: Vec<_> = seats.into_iter().map(join).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    })
}

/// The number of the process that a failure blames.
fn blamed(failure: &Failure) -> Option<usize> {
    failure.process.as_ref().map(|(index, _)| *index)
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let mut seats = seats(3);
    seats.iter_mut().for_each(|seat| seat.member.patience = Duration::from_millis(800));
    seats.remove(1);
    for joined in all_join(seats) {
        let failure = joined.expect_err("process 1 is missing");
        assert_eq!(blamed(&failure), Some(1), "{failure}");
    }
}

#[test]
fn processes_that_search_something_else_are_named() {
    let mut seats = seats(2);
    seats[1].member.digest += 1;
    let joined = all_join(seats);
    for (own, joined) in joined.into_iter().enumerate() {
        let failure = joined.expect_err("they disagree");
        assert_eq!(blamed(&failure), Some(1 - own), "{failure}");
        assert!(failure.reason.contains("disagrees"), "{failure}");
    }
}

/// Processes 0 and 2 agree. Whoever notices first tells the other, also while some have not joined yet.
#[test]
fn all_that_agree_name_the_one_that_does_not() {
    for _ in 0..5 {
        let mut seats = seats(3);
        seats[1].member.digest += 1;
        let blames: Vec<Option<usize>> =
            all_join(seats).into_iter().map(|joined| blamed(&joined.expect_err("they disagree"))).collect();
        assert!(matches!(blames[..], [Some(1), Some(0 | 2), Some(1)]), "{blames:?}");
    }
}

#[test]
fn a_process_that_cannot_be_reached_is_named_with_the_reason() {
    let mut seats = seats(2);
    // Nobody listens there.
    drop(seats.remove(0).listener);
    seats[0].member.patience = Duration::from_millis(800);
    let failure = all_join(seats).remove(0).expect_err("process 0 is missing");
    assert_eq!(blamed(&failure), Some(0), "{failure}");
    assert!(failure.reason.contains("cannot be reached"), "{failure}");
}

#[test]
fn strangers_are_turned_away_and_disturb_nobody() {
    let mut seats = seats(2);
    let address = seats[0].member.addresses[0].clone();
    let real = seats.pop().expect("there are two");
    let first = seats.pop().expect("there are two");
    let mut false_member = real.member.clone();
    false_member.token = "guess".into();
    false_member.patience = Duration::from_millis(500);
    thread::scope(|scope| {
        let first = scope.spawn(|| first.join().map(|cluster| drop(cluster.leave())));
        let mut stranger = TcpStream::connect(&address).expect("somebody listens");
        stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it can be sent");
        let _silent = TcpStream::connect(&address).expect("somebody listens");
        let failure = Cluster::join(&false_member, None, Box::leak(Box::default())).expect_err("wrong token");
        assert!(failure.to_string().contains("cannot listen") || blamed(&failure) == Some(0), "{failure}");
        let real = scope.spawn(|| real.join().map(|cluster| drop(cluster.leave())));
        assert_eq!(first.join().expect("it does not panic"), Ok(()));
        assert_eq!(real.join().expect("it does not panic"), Ok(()));
    });
    // Nobody listens any more.
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn a_process_that_is_asked_to_stop_stops_all_in_good_order() {
    thread::scope(|scope| {
        for seat in seats(3) {
            scope.spawn(|| {
                let (index, stop) = (seat.member.index, seat.stop);
                let mut cluster = seat.join().expect("all join");
                if index == 1 {
                    thread::spawn(|| {
                        thread::sleep(Duration::from_millis(400));
                        stop.store(true, Ordering::SeqCst);
                    });
                }
                let outcome = search(&mut cluster);
                assert!(matches!(outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }), "{outcome:?}");
                cluster.leave();
            });
        }
    });
}

#[test]
fn a_process_that_leaves_ends_the_run_and_proves_nothing() {
    thread::scope(|scope| {
        for seat in seats(3) {
            scope.spawn(|| {
                let index = seat.member.index;
                let mut cluster = seat.join().expect("all join");
                if index == 2 {
                    cluster.leave();
                    return;
                }
                let outcome = search(&mut cluster);
                assert!(matches!(outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }), "{outcome:?}");
                let failure = cluster.failure().expect("process 2 has left");
                assert_eq!(blamed(&failure), Some(2), "{failure}");
                cluster.leave();
            });
        }
    });
}
