//! The pages of a site, and what they need beside scripts and styles.
//!
//! The page of the server becomes that of the site by a few replacements: it names its carrier, its version and
//! a content security policy, loads the documents that are files here, and starts what a level waits for before its
//! script is there.

use std::collections::BTreeMap;

use rust_embed::RustEmbed;

use super::SiteOptions;
use super::offline::integrity;
use crate::page;

#[derive(RustEmbed)]
#[folder = "site/"]
struct Files;

/// The files that are copied as they are.
const ASSETS: &[&str] =
    &["worker.js", "manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png"];

/// The content security policy: only the site's own scripts and styles, and WebAssembly. `START` stands for the digest of
/// the script that is part of the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'START' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// A file of the folder `site`.
pub(super) fn asset(name: &str) -> Option<Vec<u8>> {
    Files::get(name).map(|file| file.data.into_owned())
}

/// A text of the folder `site`.
pub(super) fn text(name: &str) -> Result<String, String> {
    let text = asset(name).and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or_else(|| format!("{name} is missing"))
}

/// Adds what is copied.
pub(super) fn add_assets(files: &mut BTreeMap<String, Vec<u8>>) {
    files.extend(ASSETS.iter().filter_map(|&name| Some((name.to_string(), asset(name)?))));
}

/// The script that is part of each page, in a block of its own.
pub(super) fn start_script() -> Result<String, String> {
    Ok(format!("{{\n{}}}", page::joined_script("start.js")?))
}

/// Adds the page and the page to embed.
pub(super) fn add_pages(
    files: &mut BTreeMap<String, Vec<u8>>,
    version: &str,
    options: &SiteOptions,
) -> Result<(), String> {
    let index = page::joined_page().ok_or("index.html is missing")?;
    files.insert("index.html".to_string(), adapt(&index, version, options)?.into_bytes());
    files.insert("embed.html".to_string(), adapt(&text("embed.html")?, version, options)?.into_bytes());
    Ok(())
}

/// A page of the site: with the version in the addresses of what it loads, and without those of a server.
fn adapt(page: &str, version: &str, options: &SiteOptions) -> Result<String, String> {
    let mut root = format!("<html lang=\"en\" data-carrier=\"worker\" data-version=\"{version}\"");
    for (name, value) in [("base", &options.base), ("server", &options.server)] {
        if let Some(value) = value {
            root += &format!(" data-{name}=\"{}\"", escaped(value));
        }
    }
    let start = start_script()?;
    let policy = POLICY.replacen("START", &integrity(start.as_bytes()), 1);
    let head = format!(
        "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n  \
         <script>{start}</script>\n  \
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n  \
         <link rel=\"apple-touch-icon\" href=\"icon-180.png\">\n  \
         <meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#fbfaf7\">\n  \
         <meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#1b1e23\">"
    );
    let changes = [
        ("<html lang=\"en\"", root),
        ("<meta charset=\"utf-8\">", head),
        ("href=\"style.css\"", format!("href=\"style.css?v={version}\"")),
        ("script.js\"", format!("script.js?v={version}\"")),
    ];
    let mut page = page.to_string();
    for (from, to) in &changes {
        if !page.contains(from) {
            return Err(format!("a page has no {from}"));
        }
        page = page.replacen(from, to, 1);
    }
    for name in ["games", "levels"] {
        page =
            page.replacen(&format!("href=\"api/{name}\""), &format!("href=\"{name}.json?v={version}\""), 1);
    }
    Ok(page)
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
