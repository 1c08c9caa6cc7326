//! The version of a site, and the service worker that keeps its files for use without a network.
//!
//! The service worker lists every file with its digest. A browser refuses a file with another one, so that a
//! cache holds the files of one version or none, also if the site changes while they are loaded.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::SiteOptions;
use super::html::{start_script, text};

/// The most bytes of levels and thumbnails that are kept before they are opened.
const MAX_LEVELS: usize = 16 << 20;

/// A digest of all files and options, and of what the pages and the service worker are made from.
pub(super) fn version(files: &BTreeMap<String, Vec<u8>>, options: &SiteOptions) -> String {
    let mut hasher = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(bytes.len().to_le_bytes());
        hasher.update(bytes);
    };
    for (path, contents) in files {
        add(path.as_bytes());
        add(contents);
    }
    for name in ["embed.html", "service-worker.js"] {
        add(text(name).unwrap_or_default().as_bytes());
    }
    add(crate::page::joined_page().unwrap_or_default().as_bytes());
    add(start_script().unwrap_or_default().as_bytes());
    add(format!("{options:?}").as_bytes());
    hasher.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Adds the service worker, which lists all other files.
pub(super) fn add_service_worker(files: &mut BTreeMap<String, Vec<u8>>, version: &str) -> Result<(), String> {
    let is_level = |path: &str| path.starts_with("levels/") || path.starts_with("thumbnails/");
    let levels: usize = files.iter().filter(|(path, _)| is_level(path)).map(|(_, file)| file.len()).sum();
    let kept = files.iter().filter(|(path, _)| levels <= MAX_LEVELS || !is_level(path));
    let digests: BTreeMap<&str, String> =
        kept.map(|(path, contents)| (path.as_str(), integrity(contents))).collect();
    let list = serde_json::to_string_pretty(&digests).map_err(|error| error.to_string())?;
    let script = text("service-worker.js")?;
    let script = script.replacen("'VERSION'", &format!("'{version}'"), 1).replacen("{ FILES }", &list, 1);
    files.insert("service-worker.js".to_string(), script.into_bytes());
    Ok(())
}

/// The digest of a file as browsers compare it.
pub(super) fn integrity(contents: &[u8]) -> String {
    format!("sha256-{}", base64(&Sha256::digest(contents)))
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let bits =
            three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        let letter = |at: usize| char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]);
        (0..4).map(|at| if at <= three.len() { letter(at) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        let known = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("fooba~", "Zm9vYmF+")];
        for (plain, coded) in known {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn the_service_worker_lists_files_with_their_digests() {
        let mut files = BTreeMap::from([("a.txt".to_string(), b"abc".to_vec())]);
        add_service_worker(&mut files, "77").expect("a service worker");
        let script = String::from_utf8(files["service-worker.js"].clone()).expect("UTF-8");
        assert!(script.contains("'77'"));
        assert!(script.contains("\"a.txt\": \"sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\""));
    }
}
