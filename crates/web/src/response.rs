//! Response bodies, in chunks, together with the permit for their memory.
//!
//! A payload is serialised into chunks of 64 KiB, so it is never copied to a larger buffer. Hyper takes
//! a chunk only when the client has read the previous ones. The permit for the whole payload is held
//! until the last chunk is taken.

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
use unriddle_protocol::{PictureFile, Reply};

use crate::connections::InFlight;
use crate::error::ApiError;
use crate::page;
use crate::permits::Permit;

/// The size of a chunk.
pub(crate) const CHUNK: usize = 64 << 10;

pub(crate) const JSON: &str = "application/json";
pub(crate) const SVG: &str = "image/svg+xml";

/// A result: its media type, its contents, and perhaps an entity tag.
pub(crate) struct Payload {
    media_type: &'static str,
    chunks: Chunks,
    etag: Option<String>,
    /// Whether the browser has the contents already.
    is_cached: bool,
}

impl Payload {
    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Payload, ApiError> {
        let mut chunks = Chunks::default();
        serde_json::to_writer(&mut chunks, value).map_err(|_| ApiError::internal())?;
        Ok(Payload { media_type: JSON, chunks, etag: None, is_cached: false })
    }

    /// The reply to a request.
    pub(crate) fn reply(reply: Reply) -> Result<Payload, ApiError> {
        match reply {
            Reply::Value(value) => Payload::json(&value),
            Reply::File(file) => Ok(Payload::file(file)),
        }
    }

    /// An SVG document.
    pub(crate) fn svg(document: String) -> Payload {
        Payload::file(PictureFile { media_type: SVG, bytes: document.into_bytes() })
    }

    /// A picture in any format.
    pub(crate) fn file(PictureFile { media_type, mut bytes }: PictureFile) -> Payload {
        bytes.shrink_to_fit();
        let mut bytes = Bytes::from(bytes);
        let mut chunks = Chunks::default();
        while !bytes.is_empty() {
            chunks.done.push_back(bytes.split_to(CHUNK.min(bytes.len())));
        }
        Payload { media_type, chunks, etag: None, is_cached: false }
    }

    /// An SVG document that the browser has.
    pub(crate) fn not_modified(etag: &str) -> Payload {
        Payload { is_cached: true, ..Payload::svg(String::new()) }.with_etag(etag)
    }

    /// Adds an entity tag.
    pub(crate) fn with_etag(mut self, etag: &str) -> Payload {
        self.etag = Some(etag.to_string());
        self
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// The response, which holds the permit until it is sent.
    pub(crate) fn into_response(self, permit: Permit) -> Response {
        let left = self.len() as u64;
        let body = Body::new(PayloadBody { chunks: self.chunks.finish(), left, permit: Some(permit) });
        match self.etag {
            Some(etag) if self.is_cached => {
                (StatusCode::NOT_MODIFIED, page::cache_headers(&etag)).into_response()
            }
            Some(etag) => {
                (page::cache_headers(&etag), [(CONTENT_TYPE, self.media_type)], body).into_response()
            }
            None => ([(CONTENT_TYPE, self.media_type)], body).into_response(),
        }
    }
}

/// A writer that fills one chunk after the other.
#[derive(Default)]
struct Chunks {
    done: VecDeque<Bytes>,
    last: Vec<u8>,
}

impl Chunks {
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

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.last.len() + bytes.len() > CHUNK && !self.last.is_empty() {
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

/// The chunks as a body.
struct PayloadBody {
    chunks: VecDeque<Bytes>,
    left: u64,
    permit: Option<Permit>,
}

impl HttpBody for PayloadBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.chunks.pop_front();
        match &next {
            Some(chunk) => self.left -= chunk.len() as u64,
            None => self.permit = None,
        }
        Poll::Ready(next.map(|chunk| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.chunks.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

/// The body of any response; its connection counts as busy until the body is dropped.
pub(crate) struct TrackedBody {
    body: Body,
    _in_flight: InFlight,
}

impl TrackedBody {
    pub(crate) fn new(body: Body, in_flight: InFlight) -> Self {
        TrackedBody { body, _in_flight: in_flight }
    }
}

impl HttpBody for TrackedBody {
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
    fn chunks_are_bounded_and_lose_nothing() {
        let value: Vec<String> = (0..30_000).map(|n| "x".repeat(n % 13)).collect();
        let payload = Payload::json(&value).expect("JSON");
        let whole = serde_json::to_vec(&value).expect("JSON");
        assert_eq!(payload.len(), whole.len());
        let chunks = payload.chunks.finish();
        assert!(chunks.len() > 2 && chunks.iter().all(|chunk| chunk.len() <= CHUNK));
        assert_eq!(Vec::from(chunks).concat(), whole);
    }
}
