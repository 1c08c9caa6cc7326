//! `unriddle serve`: the playground, until Ctrl-C.
//!
//! The levels are found before a port is opened, so that a wrong path is reported at once. Standard
//! output gets the address alone: a program can wait for it. Standard error says which hosts are
//! answered, and warns if other machines can reach the server.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use unriddle_render::visible;
use unriddle_web::catalog::Catalog;
use unriddle_web::{Playground, bind, bind_one};

use crate::args::ServeArgs;
use crate::exit::Exit;
use crate::screen::Screen;

/// The first port to try if none is given.
const PORT: u16 = 4321;

/// Serves the playground.
pub(crate) fn run(args: &ServeArgs, screen: &mut Screen) -> io::Result<Exit> {
    let catalog = match Catalog::new(&args.paths) {
        Ok(catalog) => catalog,
        Err(message) => return fail(&message),
    };
    let bound = match args.port {
        Some(port) => bind_one(args.host, port),
        None => bind(args.host, PORT),
    };
    let listener = match bound {
        Ok(listener) => listener,
        Err(error) => return fail(&cannot_listen(args, &error)),
    };
    let playground = Playground::new(catalog).allow(args.allow_host.iter().cloned());
    let open = match playground.open(listener) {
        Ok(open) => open,
        Err(error) => return fail(&cannot_listen(args, &error)),
    };
    let address = link(open.address());
    writeln!(screen, "{address}")?;
    screen.flush()?;
    say(&format!("answers requests for {}; --allow-host NAME adds another", open.hosts()));
    if !args.host.is_loopback() {
        say("anyone who can reach this address can use the playground and the processors of this machine");
    }
    if args.open && !open_browser(&address) {
        say(&format!("no browser could be opened; go to {address}"));
    }
    open.until_interrupted()?;
    Ok(Exit::Answered)
}

/// Prints a line on standard error. The server runs even if nobody reads it.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "unriddle: {}", visible(message));
}

fn fail(message: &str) -> io::Result<Exit> {
    say(message);
    Ok(Exit::Bad)
}

fn cannot_listen(args: &ServeArgs, error: &io::Error) -> String {
    match (error.kind(), args.port) {
        (io::ErrorKind::AddrInUse, Some(port)) => {
            format!("port {port} is taken; without --port the next free one is used")
        }
        (_, port) => format!("cannot listen on {}:{}: {error}", args.host, port.unwrap_or(PORT)),
    }
}

/// The address for a browser on this machine: the unspecified address is replaced by the loopback
/// address.
fn link(address: SocketAddr) -> String {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(host, address.port()))
}

/// Opens the address in the user's browser, if the system knows how.
fn open_browser(address: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
