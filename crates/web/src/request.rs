//! Receives requests: a body of JSON, in time, and within the memory budget.
//!
//! A body that is being received holds no permit of a response. Small bodies are covered by the limit
//! on connections. Larger ones acquire memory from a part of the budget reserved for bodies, according
//! to their `Content-Length`; the buffer grows only as data arrives. A client that sends less than
//! 16 KiB per second is disconnected, and sooner if others need the memory.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_core::Stream;
use tokio::time::{Instant, timeout_at};
use unriddle_protocol as wire;
use unriddle_protocol::{Failure, MAX_BODY};

use crate::api::Shared;
use crate::connections::Connection;
use crate::error::ApiError;
use crate::permits::Permit;
use crate::response::JSON;

/// The time a client has for a whole body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The time a client has for the first byte of a body.
const GRACE: Duration = Duration::from_secs(5);

/// The bytes per second that a client must send after the grace period.
const MIN_RATE: u32 = 16 << 10;

/// The largest body whose memory is not accounted.
const SMALL: usize = 64 << 10;

/// The bytes of memory that parsing takes per byte of JSON, at most.
const PARSE_FACTOR: usize = 32;

/// Receives the request of this name, with the permit for the memory of its body if that is large.
pub(crate) async fn receive(
    name: &'static str,
    request: Request,
    shared: &Shared,
) -> Result<(wire::Request, Option<Permit>), ApiError> {
    let headers = request.headers();
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if !kind.eq_ignore_ascii_case(JSON) {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(ApiError::new(status, "the content type must be application/json"));
    }
    let declared = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if declared.is_some_and(|length: u64| length > MAX_BODY as u64) {
        return Err(too_large());
    }
    // A client that declares no length may send as much as is allowed.
    let declared = declared.map_or(MAX_BODY, |length| length as usize);
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let connection = connection.as_deref();
    let permit = match declared {
        ..=SMALL => Ok(None),
        _ => shared.permits().acquire_for_body(declared, connection).await.map(Some),
    };
    let read = read(request.into_body(), permit.is_ok()).await;
    if let Some(connection) = connection {
        connection.request_received();
    }
    // Most clients read the response only after they have sent the body, so errors wait until now.
    let (bytes, permit) = (read?, permit?);
    if bytes.len() <= SMALL {
        return Ok((wire::dispatch(name, &bytes)?, permit));
    }
    // A few bytes of JSON can take many in memory until unknown fields are dropped.
    let parsing = shared.permits().acquire(bytes.len() * PARSE_FACTOR).await?;
    let parsed = tokio::task::spawn_blocking(move || {
        let parsed = wire::dispatch(name, &bytes);
        drop((bytes, parsing));
        parsed
    });
    Ok((parsed.await.map_err(|_| ApiError::internal())??, permit))
}

/// Reads a whole body. Returns its bytes, or none if they are not to be kept.
async fn read(body: Body, keep: bool) -> Result<Vec<u8>, ApiError> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    let started = Instant::now();
    loop {
        let pace = GRACE + Duration::from_secs(length as u64) / MIN_RATE;
        let next = poll_fn(|context| Pin::new(&mut chunks).poll_next(context));
        let next = timeout_at(started + pace.min(BODY_TIMEOUT), next).await;
        let next: Option<Result<Bytes, _>> = next.map_err(|_| {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request was not received in time")
        })?;
        let Some(chunk) = next else { return Ok(bytes) };
        let chunk = chunk.map_err(|_| ApiError::bad_request("the request body is incomplete"))?;
        length += chunk.len();
        if length > MAX_BODY {
            return Err(too_large());
        }
        if keep {
            bytes.extend_from_slice(&chunk);
        }
    }
}

fn too_large() -> ApiError {
    ApiError::with_status(StatusCode::PAYLOAD_TOO_LARGE, Failure::oversized())
}
