//! Turns away what does not come from the page, and tells browsers what the page may do.
//!
//! A server on the user's own machine can be reached by every site that the user visits. So a
//! request must name a host that is this machine (a site may have its own name point here), and
//! one that a browser says comes from another site is refused. Nothing that a level holds can run
//! in the page: only the page's own scripts and styles are allowed.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::Refusal;

/// What the page may load and do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What a drawing may, opened on its own: its colours stand inside.
pub(crate) const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Which hosts a request may name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hosts {
    /// Those that are this machine.
    Loopback,
    /// Any: the server was opened to others.
    Any,
}

impl Hosts {
    /// What goes with listening at an address.
    pub(crate) fn of(address: IpAddr) -> Hosts {
        if address.is_loopback() { Hosts::Loopback } else { Hosts::Any }
    }

    fn allow(self, host: &str) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::Loopback => is_this_machine(host),
        }
    }
}

/// Checks a request, and adds to its reply what the browser must know.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut reply = match check(hosts, request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = reply.headers_mut();
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    reply
}

fn check(hosts: Hosts, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    if !hosts.allow(host) {
        return Err(Refusal::forbidden("the request names another host than this machine"));
    }
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let site = headers.get(FETCH_SITE).map(HeaderValue::as_bytes);
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return Err(Refusal::forbidden("the request comes from another site"));
    }
    // Without an origin it is no browser that asks, or an old one on its own site.
    match headers.get(ORIGIN).map(HeaderValue::as_bytes) {
        Some(origin) if origin.strip_prefix(b"http://") != Some(host.as_bytes()) => {
            Err(Refusal::forbidden("the request comes from another site"))
        }
        _ => Ok(()),
    }
}

/// Whether a host, with or without a port, is a name of this machine alone.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:4321", "[::1]", "[::1]:9"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:80", "127.0.0.1.evil:1", "::1", "localhost:x"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn other_sites_may_not_post() {
        let check = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for &(name, value) in pairs {
                headers.insert(name, HeaderValue::from_static(value));
            }
            check(Hosts::Loopback, &Method::POST, &headers).is_ok()
        };
        assert!(check(&[("host", "localhost:1")]));
        assert!(check(&[("host", "localhost:1"), ("origin", "http://localhost:1")]));
        assert!(!check(&[("host", "localhost:1"), ("origin", "http://localhost:2")]));
        assert!(!check(&[("host", "localhost:1"), ("origin", "null")]));
        assert!(!check(&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")]));
        assert!(!check(&[("host", "evil.example")]));
    }
}
