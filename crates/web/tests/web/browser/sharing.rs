//! Links with a level and moves, and downloads.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use super::levels::Chosen;
use super::playing::{has_made, is_won, make_all, open};
use super::tab::{HANG, Tab};

/// A link with the moves, opened without any stored state, shows the level won; without them, its
/// start.
pub async fn a_link_holds_level_and_moves(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    tab.until("a link", "document.querySelector('#share-link').value.includes('#l=')").await;
    let bare = tab.input("#share-link").await;
    tab.click("#share-moves").await;
    let longer = format!("document.querySelector('#share-link').value.length > {}", bare.len());
    tab.until("a link with moves", &longer).await;
    let full = tab.input("#share-link").await;
    tab.reset().await;
    tab.open(fragment(&full)).await;
    has_made(tab, chosen.moves.len()).await;
    is_won(tab, chosen).await;
    tab.reads("#notice", "the level is solved").await;
    tab.open(fragment(&bare)).await;
    has_made(tab, 0).await;
    assert!(!tab.shows("#notice").await, "a link without moves has a notice");
}

/// A link carries the name of the level and its par.
pub async fn a_link_carries_name_and_par(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let (title, par) = (tab.text("#title").await, tab.text("#par").await);
    assert_ne!(par, "?");
    tab.until("a link", "document.querySelector('#share-link').value.includes('#l=')").await;
    let link = tab.input("#share-link").await;
    tab.reset().await;
    tab.open(fragment(&link)).await;
    has_made(tab, 0).await;
    assert_eq!((tab.text("#title").await, tab.text("#par").await), (title, par));
    tab.sees("#keep").await;
}

/// Illegal moves are rejected; moves that do not win are not called a solution.
pub async fn moves_of_a_link_are_checked(tab: &Tab, chosen: &Chosen) {
    let level = |moves: &[String]| json!({ "game": chosen.game.id(), "text": chosen.text, "moves": moves });
    let part = &chosen.moves[..chosen.moves.len() - 1];
    let link = tab.link("play", &level(part)).await;
    tab.open(&link).await;
    has_made(tab, part.len()).await;
    tab.reads("#notice", "not solved").await;
    tab.expect_in_log("status of 422");
    let link = tab.link("play", &level(&["nonsense".to_string()])).await;
    tab.open(&link).await;
    tab.reads("#notice", "cannot be played").await;
    has_made(tab, 0).await;
}

/// The level, its picture and the solution are saved in the right formats.
pub async fn saved_files_have_the_right_format(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    let level = download(tab, "#save-level", "").await;
    assert_eq!(String::from_utf8_lossy(&level), chosen.text);
    let svg = String::from_utf8(download(tab, "#save-svg", "svg").await).expect("an SVG file is text");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{}", &svg[..svg.len().min(80)]);
    let png = download(tab, "#save-png", "png").await;
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    let gif = download(tab, "#save-gif", "gif").await;
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    let frames = frames(&gif);
    assert!(frames > chosen.moves.len(), "{frames} pictures for {} moves", chosen.moves.len());
}

/// The fragment of a link.
fn fragment(link: &str) -> &str {
    link.find('#').map_or("", |at| &link[at..])
}

/// Clicks a button and reads the file that it saves.
pub async fn download(tab: &Tab, button: &str, kind: &str) -> Vec<u8> {
    // There may be no folder yet.
    let _ = std::fs::remove_dir_all(&tab.downloads);
    tab.click(button).await;
    let since = Instant::now();
    loop {
        let file = whole_file(&tab.downloads);
        if let Some(path) = file {
            let end = path.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
            assert!(kind.is_empty() || end == kind, "{button} saved {}", path.display());
            return std::fs::read(&path).expect("the file is there");
        }
        if since.elapsed() > HANG {
            panic!("{button} saved no file; the page says: {}", tab.text("#share-status").await);
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// The file in a folder, once it is complete: until then the browser reserves its name with an empty
/// file and writes to another one.
fn whole_file(folder: &PathBuf) -> Option<PathBuf> {
    let files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|file| file.path()).collect();
    if files.iter().any(|path| path.extension().is_some_and(|end| end == "crdownload")) {
        return None;
    }
    let hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let has_content = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    files.into_iter().find(|path| !hidden(path) && has_content(path))
}

/// The number of frames of a GIF file, counted by walking its blocks.
fn frames(gif: &[u8]) -> usize {
    let table = |flags: u8| if flags & 0x80 != 0 { 3 << ((flags & 7) + 1) } else { 0 };
    let mut at = 13 + table(gif[10]);
    let mut count = 0;
    loop {
        match gif[at] {
            0x21 => at += 2,
            0x2c => {
                count += 1;
                at += 10 + table(gif[at + 9]) + 1;
            }
            0x3b => return count,
            other => panic!("{other:#x} at {at} is not the start of a block"),
        }
        // Sub-blocks, each after its length; an empty one is the last.
        while gif[at] != 0 {
            at += 1 + usize::from(gif[at]);
        }
        at += 1;
    }
}
