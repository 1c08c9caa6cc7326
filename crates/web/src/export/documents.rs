//! The documents of a site: what the server computes on request, as files.
//!
//! A level has a file with all that is known about it and its text, and a small picture. The levels of a file
//! with several share its text, which would be large as often as there are levels.

use std::collections::BTreeMap;

use serde::Serialize;
use unriddle_games::GAMES;
use unriddle_protocol as wire;
use unriddle_protocol::LessonsRequest;

use super::html::text;
use crate::catalog::Catalog;

const APACHE: &str = include_str!("../../../../LICENSE-APACHE");
const MIT: &str = include_str!("../../../../LICENSE-MIT");

/// Adds all documents. Returns the number of levels.
pub(super) fn add(catalog: &Catalog, files: &mut BTreeMap<String, Vec<u8>>) -> Result<usize, String> {
    files.insert("games.json".to_string(), json(&wire::games())?);
    for game in GAMES {
        let lessons =
            wire::lessons(&LessonsRequest { game: game.id().into() }).map_err(|failure| failure.message)?;
        files.insert(format!("lessons/{}.json", file_name(game.id())), json(&lessons)?);
    }
    let listing = catalog.listing(usize::MAX);
    let mut count = 0;
    for id in listing.ids() {
        add_level(catalog, id, files)?;
        count += 1;
    }
    files.insert("levels.json".to_string(), json(&listing)?);
    let others = text("third-party.md")?;
    let licences = format!(
        "Unriddle is under one of these two licences, at your choice.\n\n{MIT}\n\n{APACHE}\n\n{others}"
    );
    files.insert("licences.txt".to_string(), licences.into_bytes());
    Ok(count)
}

fn add_level(catalog: &Catalog, id: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let missing = || format!("{id}: the level has gone");
    let mut level = catalog.level(id, usize::MAX).ok_or_else(missing)?;
    let name = file_name(id);
    if let Some(file) = level.shared_file() {
        let path = format!("levels/{}.txt", file_name(file));
        files.insert(path.clone(), level.move_text_to(path).into_bytes());
    }
    files.insert(format!("levels/{name}.json"), json(&level)?);
    // A level that cannot be read has no picture; the list says what is wrong with it.
    let source = catalog.source(id).ok_or_else(missing)?;
    if let Ok(level) = source.and_then(|source| source.read()) {
        files.insert(format!("thumbnails/{name}.svg"), wire::thumbnail(level.as_ref()).into_bytes());
    }
    Ok(())
}

/// The name of the files of a level: its id with everything but letters, digits, `.`, `-` and `/` as hexadecimal
/// UTF-8, each byte after a `_`. The page (`carriers/files.js`) names them in the same way.
pub(super) fn file_name(id: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'/' => char::from(byte).to_string(),
        byte => format!("_{byte:02x}"),
    };
    id.bytes().map(letter).collect()
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}
