//! The files of the page, inside the program; a debug build reads them from where they are kept.
//!
//! Every reply carries a tag made of the file's contents, and the browser asks each time whether
//! it still holds: a new version of the program never meets scripts of the old one.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::refusal::Refusal;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The page itself.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// A file of the page.
pub(crate) async fn named(name: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    match name {
        Ok(Path(name)) => file(&name, &headers),
        Err(_) => Refusal::bad("the address is not UTF-8").into_response(),
    }
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    // Only names that are on the list are looked up, wherever the files are kept.
    let known = Files::iter().any(|file| file == name);
    let Some(file) = known.then(|| Files::get(name)).flatten() else {
        return Refusal::not_found("there is no such file").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    tagged(&tag, headers, kind(name), file.data.into_owned())
}

/// A reply with a tag of its contents; without them, where the browser has them already.
pub(crate) fn tagged(tag: &str, headers: &HeaderMap, kind: &'static str, body: Vec<u8>) -> Response {
    if is_known(tag, headers) {
        return (StatusCode::NOT_MODIFIED, tags(tag)).into_response();
    }
    (tags(tag), [(CONTENT_TYPE, kind)], body).into_response()
}

/// The headers of a reply with a tag of its contents.
pub(crate) fn tags(tag: &str) -> [(HeaderName, String); 2] {
    [(ETAG, quoted(tag)), (CACHE_CONTROL, "no-cache".to_string())]
}

/// Whether the browser says that it has what this tag stands for.
pub(crate) fn is_known(tag: &str, headers: &HeaderMap) -> bool {
    let tag = quoted(tag);
    headers.get_all(IF_NONE_MATCH).iter().any(|known| known.as_bytes() == tag.as_bytes())
}

fn quoted(tag: &str) -> String {
    format!("\"{tag}\"")
}

/// The type of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
