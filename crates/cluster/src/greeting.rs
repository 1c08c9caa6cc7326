//! The first words on every connection: who calls, for what, and whether both mean the same run.
//!
//! The caller sends a greeting and the listener answers with its own, or with why it refuses. The token is
//! compared first: a peer that does not know it learns nothing. Greetings are short and have to come soon, so a
//! stranger can hold up nobody.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Begins every greeting; the number is the version of the protocol.
const MAGIC: &[u8; 9] = b"unriddle\x02";
/// The longest greeting in bytes, without the magic and the length.
const MAX_BYTES: usize = 1024;
/// The time in which a greeting has to come.
const IN_TIME: Duration = Duration::from_secs(5);

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The dataflow.
    Data,
    /// Heartbeats and the like.
    Control,
}

/// What one process tells another about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    pub(crate) token: String,
    pub(crate) version: String,
    pub(crate) digest: u64,
    /// The number of processes.
    pub(crate) count: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: Kind,
}

impl Greeting {
    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [&self.token, &self.version] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(self.digest.to_le_bytes());
        for number in [self.count, self.from, self.to] {
            bytes.extend((number as u16).to_le_bytes());
        }
        bytes.push(u8::from(self.kind == Kind::Control));
        bytes
    }

    fn read(mut bytes: &[u8]) -> Option<Greeting> {
        let mut take = |len: usize| {
            let (taken, rest) = bytes.split_at_checked(len)?;
            bytes = rest;
            Some(taken)
        };
        let mut text = || {
            let len = u16::from_le_bytes(take(2)?.try_into().ok()?);
            String::from_utf8(take(len.into())?.to_vec()).ok()
        };
        let (token, version) = (text()?, text()?);
        let digest = u64::from_le_bytes(take(8)?.try_into().ok()?);
        let mut number = || Some(usize::from(u16::from_le_bytes(take(2)?.try_into().ok()?)));
        let (count, from, to) = (number()?, number()?, number()?);
        let kind = if take(1)? == [1] { Kind::Control } else { Kind::Data };
        bytes.is_empty().then_some(Greeting { token, version, digest, count, from, to, kind })
    }

    /// What the two processes do not agree on, in the words of this one.
    pub(crate) fn disagreement(&self, other: &Greeting) -> Option<&'static str> {
        if self.version != other.version {
            Some("runs a different version of unriddle")
        } else if self.count != other.count {
            Some("has a list of hosts of a different length")
        } else if self.digest != other.digest {
            Some("disagrees: it has a different level or different options")
        } else {
            None
        }
    }
}

/// Whether two tokens are equal. Takes the same time wherever they differ.
pub(crate) fn same_token(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Sends a greeting, or as an answer a refusal.
pub(crate) fn send(stream: &mut TcpStream, greeting: Result<&Greeting, &str>) -> io::Result<()> {
    stream.set_write_timeout(Some(IN_TIME))?;
    let (mark, body) = match greeting {
        Ok(greeting) => (1u8, greeting.write()),
        Err(refusal) => (0, refusal.as_bytes().to_vec()),
    };
    let mut message = MAGIC.to_vec();
    message.push(mark);
    message.extend((body.len() as u16).to_le_bytes());
    message.extend(body);
    stream.write_all(&message)
}

/// Receives a greeting, or a refusal.
pub(crate) fn receive(stream: &mut TcpStream) -> io::Result<Result<Greeting, String>> {
    stream.set_read_timeout(Some(IN_TIME))?;
    let mut head = [0; MAGIC.len() + 3];
    stream.read_exact(&mut head)?;
    let strange = || io::Error::new(io::ErrorKind::InvalidData, "not a greeting");
    let [.., mark, low, high] = head;
    let len = usize::from(u16::from_le_bytes([low, high]));
    if !head.starts_with(MAGIC) || len > MAX_BYTES {
        return Err(strange());
    }
    let mut body = vec![0; len];
    stream.read_exact(&mut body)?;
    match mark {
        1 => Greeting::read(&body).map(Ok).ok_or_else(strange),
        _ => Ok(Err(String::from_utf8_lossy(&body).into_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting() -> Greeting {
        let (token, version) = ("secret".into(), "1.2.3".into());
        Greeting { token, version, digest: u64::MAX - 1, count: 3, from: 2, to: 0, kind: Kind::Control }
    }

    #[test]
    fn a_greeting_comes_back_from_its_bytes_and_from_no_others() {
        let bytes = greeting().write();
        assert_eq!(Greeting::read(&bytes), Some(greeting()));
        assert_eq!(Greeting::read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Greeting::read(&[&bytes[..], b"x"].concat()), None);
    }

    #[test]
    fn processes_that_mean_another_run_disagree() {
        let (one, mut other) = (greeting(), greeting());
        assert_eq!(one.disagreement(&other), None);
        other.count += 1;
        assert!(one.disagreement(&other).is_some_and(|reason| reason.contains("list of hosts")));
        other.count -= 1;
        other.digest += 1;
        assert!(one.disagreement(&other).is_some_and(|reason| reason.contains("different level")));
        other.version.push('0');
        assert!(one.disagreement(&other).is_some_and(|reason| reason.contains("version")));
    }

    #[test]
    fn only_equal_tokens_are_the_same() {
        assert!(same_token("abc", "abc"));
        assert!(!same_token("abc", "abd") && !same_token("abc", "ab") && !same_token("", "a"));
    }
}
