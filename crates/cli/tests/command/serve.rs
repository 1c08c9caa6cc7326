//! `unriddle serve`: an address at once, a server behind it, clear words when there can be none.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::support::HANG;
use crate::support::{Folder, MAZE};

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command(args);
        // No browser is to be found there.
        command.env("PATH", "");
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it prints a line");
        let address = line.trim().strip_prefix("http://").expect("it is an address").to_string();
        Served { child, address }
    }

    fn get(&self, path: &str) -> String {
        self.get_of(&self.address, path)
    }

    /// Asks by the name of this host.
    fn get_of(&self, host: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it answers");
        reply
    }

    /// The first lines that it prints on standard error.
    fn errors(&mut self, lines: usize) -> String {
        let errors = self.child.stderr.take().expect("it is piped");
        BufReader::new(errors).lines().take(lines).map(|line| line.expect("it prints lines") + "\n").collect()
    }

    /// Waits until it has ended; its exit status.
    #[cfg(unix)]
    fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            assert!(begun.elapsed() < HANG, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_the_levels_are_served() {
    let folder = Folder::new(&[("mine/1.txt", MAZE.as_bytes())]);
    let served = Served::start(&folder, &["serve", "--port", "0", "mine"]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    assert!(served.get("/").contains("<!doctype html>"));
    let levels = served.get("/api/levels");
    assert!(levels.contains("golf-peaks/01-first-putt.txt") && levels.contains("\"1:1.txt\""), "{levels}");
}

#[test]
fn hosts_that_are_answered_are_printed_and_others_refused() {
    let folder = Folder::new(&[]);
    for (args, hosts, yes, no) in [
        (
            &[][..],
            "localhost, 127.0.0.1 and [::1];",
            &["localhost", "127.0.0.1"][..],
            &["a.example", "192.0.2.1"][..],
        ),
        (
            &["--allow-host", "A.example", "--allow-host", "192.0.2.1"],
            "[::1], a.example and 192.0.2.1;",
            &["localhost", "a.example:80", "192.0.2.1"],
            &["b.example"],
        ),
        (
            &["--host", "0.0.0.0"],
            "localhost and any IP address;",
            &["localhost", "127.0.0.1", "192.0.2.1"],
            &["a.example"],
        ),
        (
            &["--host", "0.0.0.0", "--allow-host", "a.example"],
            "a.example and any IP address;",
            &["a.example"],
            &["b.example"],
        ),
    ] {
        let mut served = Served::start(&folder, &[&["serve", "--port", "0"], args].concat());
        let line = served.errors(1);
        assert!(line.contains(hosts) && line.contains("--allow-host NAME"), "{args:?}: {line}");
        for host in yes {
            assert!(served.get_of(host, "/api/games").contains("200 OK"), "{args:?}: {host}");
        }
        for host in no {
            let refused = served.get_of(host, "/api/games");
            assert!(refused.contains("403 Forbidden"), "{args:?}: {host}");
            assert!(refused.contains(&format!("start it with --allow-host {host}")), "{refused}");
        }
    }
}

#[test]
fn without_a_browser_the_address_is_printed() {
    let folder = Folder::new(&[]);
    let mut served = Served::start(&folder, &["serve", "--port", "0", "--open"]);
    let lines = served.errors(2);
    assert!(lines.contains("no browser") && lines.contains(&served.address), "{lines}");
    assert!(served.get("/").contains("<!doctype html>"));
}

#[cfg(unix)]
#[test]
fn control_c_ends_it_well() {
    let folder = Folder::new(&[]);
    let mut served = Served::start(&folder, &["serve", "--port", "0"]);
    assert!(served.get("/api/games").contains("200 OK"));
    let sent = std::process::Command::new("kill").args(["-INT", &served.child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_keeps_it_from_serving_is_reported() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("some port is free");
    let port = taken.local_addr().expect("it has an address").port().to_string();
    let folder = Folder::new(&[("notes/readme.md", b"no level")]);
    for (args, word) in [
        (&["serve", "--port", &port][..], "is taken"),
        (&["serve", "missing"], "missing"),
        (&["serve", "notes"], "there are no levels in this folder"),
        (&["serve", "--host", "192.0.2.1", "--port", "0"], "cannot listen on 192.0.2.1"),
    ] {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.out);
        assert!(run.err.contains(word), "{args:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}
