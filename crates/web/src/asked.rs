//! Requests on their way in: JSON of the right shape, in time, and no larger than there is room.
//!
//! While a body comes in, it holds no seat and no memory of replies. Small bodies have a place with
//! their connection. Larger ones take memory from a part of the budget that is for bodies alone, as
//! much as they say that they are long; nothing is allocated before it has come. A client that sends
//! more slowly than 16 KiB a second is given up, and sooner if others need the memory.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_core::Stream;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use crate::api::Shared;
use crate::connections::Connection;
use crate::memory::Share;
use crate::refusal::Refusal;
use crate::reply::JSON;
use crate::shelves::MOST_BYTES;

/// How long a client may take to send a body at most, how long to send the first byte, and how much
/// it must send in each second after that.
const BODY_IN: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_secs(5);
const RATE: u32 = 16 << 10;

/// Up to how many bytes a body is small.
const SMALL: usize = 64 << 10;

/// How many bytes a body takes at most for each of its own while it is understood.
const PARSING: usize = 32;

/// A request that holds JSON of the right shape; and its memory, if it is large.
pub(crate) struct Asked<T>(pub(crate) T, pub(crate) Option<Share>);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<Shared>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        let headers = request.headers();
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case(JSON) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal::new(status, "send JSON, with content-type: application/json"));
        }
        let said = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if said.is_some_and(|length: u64| length > MOST_BYTES as u64) {
            return Err(too_large());
        }
        // Whoever does not say it may send as much as there can be.
        let said = said.map_or(MOST_BYTES, |length| length as usize);
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let connection = connection.as_deref();
        let share = match said {
            ..=SMALL => Ok(None),
            _ => shared.memory().take_for_body(said, connection).await.map(Some),
        };
        let read = read(request.into_body(), share.is_ok()).await;
        if let Some(connection) = connection {
            connection.has_asked();
        }
        // A client listens only when it has sent all, so it is refused then.
        let (bytes, share) = (read?, share?);
        if bytes.len() <= SMALL {
            return Ok(Asked(parse(&bytes)?, share));
        }
        // A few bytes of JSON can take many in memory, until what is of no use is left out.
        let parsing = shared.memory().take(bytes.len() * PARSING).await?;
        let parsed = tokio::task::spawn_blocking(move || {
            let parsed = parse(&bytes);
            drop((bytes, parsing));
            parsed
        });
        Ok(Asked(parsed.await.map_err(|_| Refusal::broken())??, share))
    }
}

/// All bytes of a body; or none of them, if they are not kept.
async fn read(body: Body, kept: bool) -> Result<Vec<u8>, Refusal> {
    let mut parts = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    let begun = Instant::now();
    loop {
        let pace = GRACE + Duration::from_secs(length as u64) / RATE;
        let next = poll_fn(|context| Pin::new(&mut parts).poll_next(context));
        let next = timeout_at(begun + pace.min(BODY_IN), next).await;
        let next: Option<Result<Bytes, _>> = next.map_err(|_| {
            Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not come to its end in time")
        })?;
        let Some(part) = next else { return Ok(bytes) };
        let part = part.map_err(|_| Refusal::bad("the request broke off"))?;
        length += part.len();
        if length > MOST_BYTES {
            return Err(too_large());
        }
        if kept {
            bytes.extend_from_slice(&part);
        }
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes)
        .map_err(|error| Refusal::bad(&format!("the request cannot be understood: {error}")))
}

fn too_large() -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 4 MiB")
}
