//! Why a request is not answered: a status, and a [`Failure`] as JSON.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use unriddle_games::wire::{Failure, Fault};

/// After how many seconds one that came at a bad time may come again.
const LATER: &str = "5";

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    failure: Failure,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: &str) -> Self {
        Refusal { status, failure: Failure::of_request(message) }
    }

    pub(crate) fn bad(message: &str) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn not_found(message: &str) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn forbidden(message: &str) -> Self {
        Refusal::new(StatusCode::FORBIDDEN, message)
    }

    /// A fault of the server's own.
    pub(crate) fn broken() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer could not be worked out: this is a bug")
    }

    /// The same with what to do about it.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.failure.help = Some(help.into());
        self
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        &self.failure.message
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let status = match failure.what {
            Fault::Level | Fault::Moves => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::Request => StatusCode::BAD_REQUEST,
            Fault::Size => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        Refusal { status, failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.failure).unwrap_or_default();
        let mut reply = (self.status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(LATER));
        }
        reply
    }
}
