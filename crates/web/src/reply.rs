//! Replies on their way out: in pieces, with the memory that they take.
//!
//! A reply is kept in pieces of 64 KiB. It is written without ever being moved to a larger place,
//! and the server hands no more of it to a connection than its client takes; until the last piece
//! is handed over, the memory of the whole counts.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use serde::Serialize;

use crate::connections::Answering;
use crate::memory::Share;
use crate::page;
use crate::refusal::Refusal;

/// The size of a piece.
pub(crate) const PIECE: usize = 64 << 10;

pub(crate) const JSON: &str = "application/json";
pub(crate) const SVG: &str = "image/svg+xml";

/// What was worked out: its type, its contents, perhaps a tag of them.
pub(crate) struct Made {
    kind: &'static str,
    pieces: Pieces,
    tag: Option<String>,
    /// Whether the browser has the contents already.
    is_known: bool,
}

impl Made {
    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Made, Refusal> {
        let mut pieces = Pieces::default();
        serde_json::to_writer(&mut pieces, value).map_err(|_| Refusal::broken())?;
        Ok(Made { kind: JSON, pieces, tag: None, is_known: false })
    }

    /// A drawing.
    pub(crate) fn svg(mut drawing: String) -> Made {
        drawing.shrink_to_fit();
        let mut bytes = Bytes::from(drawing);
        let mut pieces = Pieces::default();
        while !bytes.is_empty() {
            pieces.done.push_back(bytes.split_to(PIECE.min(bytes.len())));
        }
        Made { kind: SVG, pieces, tag: None, is_known: false }
    }

    /// A drawing that the browser has.
    pub(crate) fn known(tag: &str) -> Made {
        Made { is_known: true, ..Made::svg(String::new()) }.tagged(tag)
    }

    /// The same with a tag of its contents.
    pub(crate) fn tagged(mut self, tag: &str) -> Made {
        self.tag = Some(tag.to_string());
        self
    }

    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The reply, which keeps this memory until it is sent.
    pub(crate) fn send(self, share: Share) -> Response {
        let left = self.len() as u64;
        let body = Body::new(Sent { pieces: self.pieces.finish(), left, share: Some(share) });
        match self.tag {
            Some(tag) if self.is_known => (StatusCode::NOT_MODIFIED, page::tags(&tag)).into_response(),
            Some(tag) => (page::tags(&tag), [(CONTENT_TYPE, self.kind)], body).into_response(),
            None => ([(CONTENT_TYPE, self.kind)], body).into_response(),
        }
    }
}

/// What is written, piece by piece.
#[derive(Default)]
struct Pieces {
    done: VecDeque<Bytes>,
    last: Vec<u8>,
}

impl Pieces {
    fn len(&self) -> usize {
        self.done.iter().map(Bytes::len).sum::<usize>() + self.last.len()
    }

    fn finish(mut self) -> VecDeque<Bytes> {
        if !self.last.is_empty() {
            self.done.push_back(self.last.into());
        }
        self.done
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.last.len() + bytes.len() > PIECE && !self.last.is_empty() {
            let full = std::mem::take(&mut self.last);
            self.done.push_back(full.into());
        }
        self.last.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The pieces as a body.
struct Sent {
    pieces: VecDeque<Bytes>,
    left: u64,
    share: Option<Share>,
}

impl HttpBody for Sent {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.pieces.pop_front();
        match &next {
            Some(piece) => self.left -= piece.len() as u64,
            None => self.share = None,
        }
        Poll::Ready(next.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.pieces.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

/// The body of any reply, during which its connection is busy.
pub(crate) struct Attended {
    body: Body,
    _answering: Answering,
}

impl Attended {
    pub(crate) fn new(body: Body, answering: Answering) -> Self {
        Attended { body, _answering: answering }
    }
}

impl HttpBody for Attended {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_no_larger_than_they_must_be_and_lose_nothing() {
        let value: Vec<String> = (0..30_000).map(|n| "x".repeat(n % 13)).collect();
        let made = Made::json(&value).expect("JSON");
        let whole = serde_json::to_vec(&value).expect("JSON");
        assert_eq!(made.len(), whole.len());
        let pieces = made.pieces.finish();
        assert!(pieces.len() > 2 && pieces.iter().all(|piece| piece.len() <= PIECE));
        assert_eq!(Vec::from(pieces).concat(), whole);
    }
}
