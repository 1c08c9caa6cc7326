//! The files of the page, embedded in the program. A debug build reads them from the source folder.
//!
//! Every response has an entity tag made from the file's contents, and the browser revalidates it each
//! time: a new version of the program never runs with scripts of an old one.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use unriddle_render as render;

use crate::bundle::bundle;
use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The style sheet that the games make.
const PALETTE: &str = "palette.css";

/// The page itself, with one script and one style sheet in place of those that it names.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match joined_page() {
        Some(page) => generated("index.html", page, &headers),
        None => ApiError::not_found("there is no such file").into_response(),
    }
}

/// All modules in one script. If they cannot be joined, a script that loads them one by one.
pub(crate) async fn script(headers: HeaderMap) -> Response {
    let script = joined_script("app.js").unwrap_or_else(|_| "import './app.js';\n".to_string());
    generated("script.js", script, &headers)
}

/// All style sheets in one, in the order of the page.
pub(crate) async fn style(headers: HeaderMap) -> Response {
    generated("style.css", joined_style(), &headers)
}

/// A module of the page and all that it imports, in one script. Fails with a message if they cannot be joined.
pub(crate) fn joined_script(entry: &str) -> Result<String, String> {
    bundle(entry, &text)
}

/// The text of all style sheets, in the order of the page.
pub(crate) fn joined_style() -> String {
    let page = text("index.html").unwrap_or_default();
    let sheets = page.lines().filter_map(sheet).map(|name| match name {
        PALETTE => render::style_sheet(),
        name => text(name).unwrap_or_default(),
    });
    sheets.collect::<Vec<_>>().join("\n")
}

/// The page with a single script and a single style sheet.
pub(crate) fn joined_page() -> Option<String> {
    Some(joined(&text("index.html")?))
}

/// The contents of a file of the page.
pub(crate) fn bytes(name: &str) -> Option<Vec<u8>> {
    Some(Files::get(name)?.data.into_owned())
}

/// The style sheet that a line of the page names.
fn sheet(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"")?.strip_suffix("\">")
}

/// The page with a single script and a single style sheet.
fn joined(page: &str) -> String {
    let mut first = true;
    let mut lines = Vec::new();
    for line in page.lines() {
        match sheet(line) {
            Some(_) if first => lines.push("  <link rel=\"stylesheet\" href=\"style.css\">"),
            Some(_) => {}
            None => lines.push(line),
        }
        first &= sheet(line).is_none();
    }
    lines.join("\n").replacen("src=\"app.js\"", "src=\"script.js\"", 1) + "\n"
}

fn text(name: &str) -> Option<String> {
    String::from_utf8(bytes(name)?).ok()
}

/// A response with a file that was made here.
fn generated(name: &str, contents: String, headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    with_etag(&format!("{:016x}", hasher.finish()), headers, media_type(name), contents.into_bytes())
}

/// A file of the page.
pub(crate) async fn named(name: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    match name {
        Ok(Path(name)) => file(&name, &headers),
        Err(_) => ApiError::bad_request("the path is not UTF-8").into_response(),
    }
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    // Only listed names are read, also where a debug build reads from disk.
    let known = Files::iter().any(|file| file == name);
    let Some(file) = known.then(|| Files::get(name)).flatten() else {
        return ApiError::not_found("there is no such file").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    with_etag(&tag, headers, media_type(name), file.data.into_owned())
}

/// A response with an entity tag; 304 without a body if the browser has the contents.
pub(crate) fn with_etag(tag: &str, headers: &HeaderMap, media_type: &'static str, body: Vec<u8>) -> Response {
    if is_cached(tag, headers) {
        return (StatusCode::NOT_MODIFIED, cache_headers(tag)).into_response();
    }
    (cache_headers(tag), [(CONTENT_TYPE, media_type)], body).into_response()
}

/// The caching headers of a response with this entity tag.
pub(crate) fn cache_headers(tag: &str) -> [(HeaderName, String); 2] {
    [(ETAG, quoted(tag)), (CACHE_CONTROL, "no-cache".to_string())]
}

/// Whether the browser has the contents with this entity tag.
pub(crate) fn is_cached(tag: &str, headers: &HeaderMap) -> bool {
    let tag = quoted(tag);
    headers.get_all(IF_NONE_MATCH).iter().any(|cached| cached.as_bytes() == tag.as_bytes())
}

fn quoted(tag: &str) -> String {
    format!("\"{tag}\"")
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_part_of_a_script() {
        // The page to embed has a script of its own, and the pages of a static site have one in them.
        let script = ["app.js", "embed.js", "start.js"]
            .map(|entry| joined_script(entry).expect("the modules can be joined"));
        let script = script.concat();
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            assert!(script.contains(&format!("modules['{name}'] =")), "{name} is not imported by any other");
        }
    }

    #[test]
    fn the_page_has_one_script_and_one_style_sheet() {
        let page = joined(&text("index.html").expect("a page"));
        assert_eq!((page.matches("stylesheet").count(), page.matches("<script").count()), (1, 1));
        assert!(page.contains("style.css") && page.contains("script.js"));
    }
}
