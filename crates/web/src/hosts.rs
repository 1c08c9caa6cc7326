//! The hosts that a request may name: the defence against DNS rebinding.
//!
//! A site can make its own name resolve to this machine; to a browser, its pages and this server then
//! have the same origin. So a request must name an expected host. IP addresses cannot be rebound: if the
//! server listens on all addresses of a machine, any address may be named, since the server cannot
//! know all of them (there may be a router in between). Names must be allowed one by one.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A host without a port: a name or an IP address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// In lower case, without a trailing dot.
    Name(String),
    Address(IpAddr),
}

impl Host {
    fn address(address: impl Into<IpAddr>) -> Host {
        Host(Kind::Address(address.into().to_canonical()))
    }

    fn name(name: &str) -> Option<Host> {
        let name = name.strip_suffix('.').unwrap_or(name);
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_one = !name.is_empty() && name.len() <= 253 && name.bytes().all(fits);
        is_one.then(|| Host(Kind::Name(name.to_ascii_lowercase())))
    }

    /// Parses the host of a request, with or without a port.
    pub(crate) fn from_authority(text: &str) -> Option<Host> {
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => rest.split_once(']').map(|(host, port)| (host.parse::<Ipv6Addr>(), port))?,
            None => {
                let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
                let host = match host.parse::<Ipv4Addr>() {
                    Ok(address) => Host::address(address),
                    Err(_) => Host::name(host)?,
                };
                return is_port(port).then_some(host);
            }
        };
        is_port(port).then_some(Host::address(host.ok()?))
    }
}

/// Whether a text is empty or a colon and a port.
fn is_port(text: &str) -> bool {
    let digits = text.strip_prefix(':');
    digits.map_or(text.is_empty(), |port| port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit()))
}

impl FromStr for Host {
    type Err = String;

    /// Parses a name or an address, without a port.
    fn from_str(text: &str) -> Result<Host, String> {
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = bare.parse::<IpAddr>() {
            return Ok(Host::address(address));
        }
        Host::name(text).ok_or_else(|| {
            "expected a name or an address, without a scheme or a port, such as puzzles.example".to_string()
        })
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Name(name) => write!(f, "{name}"),
            Kind::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
            Kind::Address(address) => write!(f, "{address}"),
        }
    }
}

/// The hosts that a server answers to.
#[derive(Clone, Debug)]
pub struct Hosts {
    hosts: Vec<Host>,
    /// Whether any IP address is accepted.
    any_address: bool,
}

impl Hosts {
    /// The hosts of a server that listens on `address`: that address, the loopback names if it
    /// includes the loopback interface, any IP address if it is unspecified, and the `allowed` ones.
    pub(crate) fn new(address: IpAddr, allowed: &[Host]) -> Hosts {
        let mut hosts = Vec::new();
        if address.is_loopback() || address.is_unspecified() {
            hosts.extend(Host::name("localhost"));
            hosts.extend([Host::address(Ipv4Addr::LOCALHOST), Host::address(Ipv6Addr::LOCALHOST)]);
        }
        let own = (!address.is_unspecified()).then(|| Host::address(address));
        for host in own.into_iter().chain(allowed.iter().cloned()) {
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        Hosts { hosts, any_address: address.is_unspecified() }
    }

    /// Whether a request may name this host.
    pub(crate) fn answers_to(&self, host: &Host) -> bool {
        let is_address = matches!(host.0, Kind::Address(_));
        (self.any_address && is_address) || self.hosts.contains(host)
    }
}

impl fmt::Display for Hosts {
    /// Writes a list such as `localhost, 127.0.0.1 and [::1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_name = |host: &&Host| matches!(host.0, Kind::Name(_));
        let mut all: Vec<String> = if self.any_address {
            self.hosts.iter().filter(is_name).map(ToString::to_string).collect()
        } else {
            self.hosts.iter().map(ToString::to_string).collect()
        };
        all.extend(self.any_address.then(|| "any IP address".to_string()));
        match all.split_last() {
            Some((last, [])) => write!(f, "{last}"),
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, allowed: &[&str]) -> Hosts {
        let allowed: Vec<Host> = allowed.iter().map(|host| host.parse().expect("a host")).collect();
        Hosts::new(address.parse().expect("an address"), &allowed)
    }

    fn answers(hosts: &Hosts, host: &str) -> bool {
        Host::from_authority(host).is_some_and(|host| hosts.answers_to(&host))
    }

    #[test]
    fn only_expected_hosts_are_answered() {
        let own =
            ["localhost", "LocalHost:80", "localhost.", "127.0.0.1", "127.0.0.1:4321", "[::1]", "[::1]:9"];
        let strange = [
            "",
            "evil.example",
            "evil.example:4321",
            "localhost.evil.example:80",
            "127.0.0.1.evil.example",
            "::1",
            "localhost:x",
            "localhost:123456",
            "[::1]x",
            "[localhost]",
            "localhost@evil.example",
            "localhost/",
            "a b",
        ];
        let lan = ["192.168.0.7", "192.168.0.7:4321"];
        let elsewhere = ["203.0.113.9:80", "[2001:db8::1]:4321"];
        for (listening, allowed, yes, no) in [
            ("127.0.0.1", &[][..], &[&own[..]][..], &[&strange[..], &lan, &elsewhere][..]),
            ("::1", &[], &[&own], &[&strange, &lan, &elsewhere]),
            ("192.168.0.7", &[], &[&lan], &[&strange, &own, &elsewhere]),
            ("0.0.0.0", &[], &[&own, &lan, &elsewhere], &[&strange]),
            ("::", &[], &[&own, &lan, &elsewhere], &[&strange]),
            ("127.0.0.1", &["puzzles.example"], &[&own, &["Puzzles.example:443"]], &[&strange, &lan]),
            (
                "192.168.0.7",
                &["localhost", "203.0.113.9"],
                &[&lan, &["localhost", "203.0.113.9"]],
                &[&strange],
            ),
        ] {
            let hosts = hosts(listening, allowed);
            for host in yes.iter().copied().flatten() {
                assert!(answers(&hosts, host), "{listening} {allowed:?}: {host}");
            }
            for host in no.iter().copied().flatten() {
                assert!(!answers(&hosts, host), "{listening} {allowed:?}: {host}");
            }
        }
    }

    #[test]
    fn only_a_host_without_a_port_can_be_allowed() {
        for text in ["", ".", "http://a.example", "a.example:80", "a/b", "*", "*.example", "a b", "é.example"]
        {
            assert!(text.parse::<Host>().is_err(), "{text}");
        }
        for (text, shown) in
            [("A.Example.", "a.example"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("10.0.0.1", "10.0.0.1")]
        {
            assert_eq!(text.parse::<Host>().expect(text).to_string(), shown);
        }
    }

    #[test]
    fn hosts_are_displayed_as_a_list() {
        assert_eq!(hosts("127.0.0.1", &[]).to_string(), "localhost, 127.0.0.1 and [::1]");
        assert_eq!(hosts("0.0.0.0", &["a.example"]).to_string(), "localhost, a.example and any IP address");
        assert_eq!(hosts("192.0.2.1", &[]).to_string(), "192.0.2.1");
    }
}
