//! Signals for the programs under test, sent when they listen and not before.

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::HANG;

/// Waits until a program listens for SIGINT; for a while, where the system does not say.
pub(crate) fn await_listener(process: u32) {
    const SIGINT: u64 = 1 << 1;
    let begun = Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok();
        let Some(status) = status else { break thread::sleep(Duration::from_millis(500)) };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_none_or(|caught| caught & SIGINT != 0) {
            break;
        }
        assert!(begun.elapsed() < HANG, "nobody listens");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a program has used half a second of processor time, and so is in the middle of a search;
/// for two seconds, where the system does not say.
pub(crate) fn await_work(process: u32) {
    // Linux counts in hundredths of a second.
    const ENOUGH: u64 = 50;
    let begun = Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok();
        let Some(status) = status else { break thread::sleep(Duration::from_secs(2)) };
        // The name of the program stands in brackets; the 12th and 13th field behind it are the times
        // spent in the program and in the system.
        let fields = status.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
        if fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() >= ENOUGH {
            break;
        }
        assert!(begun.elapsed() < HANG, "it does not work");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a program has stopped; for a while, where the system does not say.
pub(crate) fn await_stop(process: u32) {
    let begun = Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok();
        let Some(status) = status else { break thread::sleep(Duration::from_millis(500)) };
        // The state follows the name of the program, which stands in brackets.
        if status.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T')) {
            break;
        }
        assert!(begun.elapsed() < HANG, "it does not stop");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Sends a signal by its name.
pub(crate) fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// A program that runs. A test that failed leaves none behind.
pub(crate) struct Running(Child);

impl Running {
    /// Starts a program. What it prints is kept, and its standard input stays open.
    pub(crate) fn start(command: &mut Command) -> Running {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().expect("the program runs"))
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// What it gave, if it ends by itself.
    #[track_caller]
    pub(crate) fn ends(mut self) -> Output {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(begun.elapsed() < HANG, "it does not end");
            thread::sleep(Duration::from_millis(2));
        };
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.0.stdout.take().expect("it is piped").read_to_end(&mut stdout).expect("it is there");
        self.0.stderr.take().expect("it is piped").read_to_end(&mut stderr).expect("it is there");
        Output { status, stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
