//! The response to a request that fails: a status, and a [`Failure`] as JSON.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use unriddle_protocol::{Failure, FailureKind};

/// The seconds after which a client may retry when the server is busy.
const RETRY_SECONDS: &str = "5";

/// An error as a response.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    failure: Failure,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: &str) -> Self {
        ApiError::with_status(status, Failure::of_request(message))
    }

    /// A failure with another status than its kind has.
    pub(crate) fn with_status(status: StatusCode, failure: Failure) -> Self {
        ApiError { status, failure }
    }

    pub(crate) fn bad_request(message: &str) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn not_found(message: &str) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn forbidden(message: &str) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, message)
    }

    /// A bug in the server.
    pub(crate) fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed: this is a bug")
    }

    /// Adds what to do about it.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
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

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        let status = match failure.what {
            FailureKind::Level | FailureKind::Moves => StatusCode::UNPROCESSABLE_ENTITY,
            FailureKind::Request => StatusCode::BAD_REQUEST,
            FailureKind::Size => StatusCode::PAYLOAD_TOO_LARGE,
            FailureKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError { status, failure }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.failure).unwrap_or_default();
        let mut response = (self.status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
        }
        response
    }
}
