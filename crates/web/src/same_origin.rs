//! Rejects requests from other sites, and sets the security headers of every response.
//!
//! Any site that the user visits can send requests to a server on the user's own machine. So a request
//! must name an [expected host](crate::hosts), and is rejected if the browser marks it as coming from
//! another site, whatever its method. The one exception is following a link: it opens the page as if
//! its address had been typed, and the other site learns nothing. The content security policy allows
//! only the page's own scripts and styles, so nothing in a level can run.
//!
//! Browsers send `Sec-Fetch-Site` since 2020 (Safari since 2023). A read request of an older one looks
//! like the page's own; it is answered, but the browser does not show the response to the site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::hosts::{Host, Hosts};

/// The content security policy of the page.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The content security policy of an SVG document opened on its own: it holds its own styles.
pub(crate) const SVG_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Middleware that checks a request and adds the security headers to its response.
pub(crate) async fn enforce_same_origin(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(&hosts, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(PAGE_POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    response
}

fn check(hosts: &Hosts, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
    let host = expected_host(hosts, uri, headers)?;
    let value = |name: &HeaderName| headers.get(name).map(HeaderValue::as_bytes);
    let reads = method == Method::GET || method == Method::HEAD;
    let follows_a_link = reads
        && value(&FETCH_MODE) == Some(b"navigate")
        && value(&FETCH_DEST) == Some(b"document")
        && !uri.path().starts_with("/api/");
    let from_here = match value(&FETCH_SITE) {
        None | Some(b"same-origin" | b"none") => true,
        Some(_) => follows_a_link,
    };
    // No origin: the client is not a browser, or the page itself reads.
    let same_origin = value(&ORIGIN).is_none_or(|origin| is_origin(origin, host));
    match from_here && same_origin {
        true => Ok(()),
        false => Err(ApiError::forbidden("the request comes from another site")),
    }
}

/// The host that a request names, with its port, if it names exactly one and that is expected.
fn expected_host<'a>(hosts: &Hosts, uri: &'a Uri, headers: &'a HeaderMap) -> Result<&'a str, ApiError> {
    let mut named = headers.get_all(HOST).iter();
    let (host, second) = (named.next().and_then(|host| host.to_str().ok()).unwrap_or(""), named.next());
    // An absolute URI takes precedence over the header.
    let host = uri.authority().map_or(host, |authority| authority.as_str());
    match Host::from_authority(host) {
        Some(known) if second.is_none() && hosts.answers_to(&known) => Ok(host),
        Some(other) => {
            let error = ApiError::forbidden(&format!("this server does not answer to the host {other}"));
            Err(error.with_help(format!("if that is its name, start it with --allow-host {other}")))
        }
        None => Err(ApiError::forbidden("the request does not name a valid host")),
    }
}

/// Whether an origin is that of the page: this host, perhaps behind a proxy that adds TLS.
fn is_origin(origin: &[u8], host: &str) -> bool {
    let name = origin.strip_prefix(b"http://").or_else(|| origin.strip_prefix(b"https://"));
    name.is_some_and(|name| name.eq_ignore_ascii_case(host.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_answered(method: &Method, path: &'static str, pairs: &[(&'static str, &'static str)]) -> bool {
        let hosts = Hosts::new([127, 0, 0, 1].into(), &["puzzles.example".parse().expect("a host")]);
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers.entry(HOST).or_insert(HeaderValue::from_static("localhost:1"));
        check(&hosts, method, &Uri::from_static(path), &headers).is_ok()
    }

    #[test]
    fn another_site_can_only_link_to_the_page() {
        let site = |site| ("sec-fetch-site", site);
        let origin = |origin| ("origin", origin);
        let to = |dest| [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", dest)];
        let [followed, document] = to("document");
        let [_, frame] = to("iframe");
        let image = [("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")];
        let (get, head, post) = (Method::GET, Method::HEAD, Method::POST);
        for (expected, method, path, headers) in [
            // The page itself, an address that is typed, and clients other than browsers.
            (true, &get, "/", &[][..]),
            (true, &get, "/api/levels", &[]),
            (true, &post, "/api/play", &[]),
            (true, &get, "/", &[site("none"), followed, document]),
            (true, &get, "/api/levels", &[site("none"), followed, document]),
            (true, &get, "/api/levels", &[site("same-origin")]),
            (true, &post, "/api/play", &[site("same-origin"), origin("http://localhost:1")]),
            (true, &post, "/api/play", &[origin("http://localhost:1")]),
            (true, &post, "/api/play", &[("host", "puzzles.example"), origin("https://puzzles.example")]),
            // Following a link opens the page, and nothing else.
            (true, &get, "/", &[site("cross-site"), followed, document]),
            (true, &head, "/", &[site("same-site"), followed, document]),
            (false, &get, "/api/levels", &[site("cross-site"), followed, document]),
            (false, &get, "/", &[site("cross-site"), followed, frame]),
            (false, &post, "/", &[site("cross-site"), followed, document]),
            // Everything else that a browser sends for another site.
            (false, &get, "/api/levels", &[site("cross-site")]),
            (false, &get, "/api/thumbnail?id=x", &[site("cross-site"), image[0], image[1]]),
            (false, &get, "/app.js", &[site("same-site")]),
            (false, &get, "/api/levels", &[origin("http://evil.example")]),
            (false, &get, "/api/levels", &[site("anything-new")]),
            (false, &post, "/api/play", &[site("cross-site")]),
            (false, &post, "/api/play", &[site("same-site"), origin("http://localhost:2")]),
            (false, &post, "/api/play", &[origin("http://localhost:2")]),
            (false, &post, "/api/play", &[origin("null")]),
            (false, &post, "/api/play", &[origin("https://evil.example")]),
            (false, &post, "/api/play", &[site("same-origin"), origin("http://evil.example")]),
            // Another host, or more than one.
            (false, &get, "/", &[("host", "evil.example")]),
            (false, &post, "/api/play", &[("host", "evil.example"), origin("http://evil.example")]),
            (false, &get, "/", &[("host", "localhost:1"), ("host", "evil.example")]),
            (false, &get, "http://evil.example/", &[("host", "localhost:1")]),
        ] {
            assert_eq!(is_answered(method, path, headers), expected, "{method} {path} {headers:?}");
        }
    }
}
