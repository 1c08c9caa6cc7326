//! The list of hosts of a run: a `host:port` per line. Empty lines and lines that begin with `#` are skipped.

use std::path::Path;

use unriddle_cluster::MAX_PROCESSES;
use unriddle_kit::{LevelError, Place};

use crate::diagnostic::Diagnostic;
use crate::input::{self, Unread};

/// Reads the list in a file.
pub(super) fn read(file: &Path) -> Result<Vec<String>, Unread> {
    let text = input::text(file)?;
    parse(&text).map_err(|error| Diagnostic::of_level(file.display().to_string(), &text, None, error).into())
}

fn parse(text: &str) -> Result<Vec<String>, LevelError> {
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let host = line.trim();
        if host.is_empty() || host.starts_with('#') {
            continue;
        }
        let column = line.chars().take_while(|character| character.is_whitespace()).count() + 1;
        let error = |message: String| Err(LevelError::new(Place::new(number, column), message));
        let parts = host.rsplit_once(':').filter(|(name, _)| !name.is_empty() && !name.contains(' '));
        let port = parts.and_then(|(_, port)| port.parse::<u16>().ok()).filter(|&port| port > 0);
        if port.is_none() {
            return error("expected a host and a port, such as `10.0.0.1:4000`".into());
        }
        if hosts.iter().any(|other| other == host) {
            return error("this host and port are listed twice".into());
        }
        if hosts.len() == MAX_PROCESSES {
            return error(format!("a search has at most {MAX_PROCESSES} processes"));
        }
        hosts.push(host.to_string());
    }
    if hosts.is_empty() {
        return Err(LevelError::new(Place::new(1, 1), "there is no host in this list"));
    }
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_hosts_has_one_per_line() {
        let hosts = parse("# machines\n10.0.0.1:4000\n\n  node-2:4000\n[::1]:4000\n");
        assert_eq!(hosts.ok(), Some(vec!["10.0.0.1:4000".into(), "node-2:4000".into(), "[::1]:4000".into()]));
    }

    #[test]
    fn a_line_that_is_not_a_host_has_a_place() {
        for (text, line) in [("node", 1), ("a:1\nb:x", 2), ("a:1\n\na:1", 3), (":1", 1), ("a:0", 1), ("", 1)]
        {
            let error = parse(text).expect_err("it is not a list of hosts");
            assert_eq!(error.place.line, line, "{text:?}: {error:?}");
        }
    }
}
