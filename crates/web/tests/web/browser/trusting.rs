//! Untrusted links: nothing in them becomes markup or script of the page.

use serde_json::json;
use unriddle_games::read_as;

use super::levels::Chosen;
use super::playing::has_made;
use super::tab::Tab;

/// A text that would run a script if it became markup.
const SCRIPT: &str = "<img src=x onerror=window.harmed=1><svg onload=window.harmed=1>";

/// Fragments that hold no level.
const ADDRESSES: &[&str] = &[
    "#<script>window.harmed=1</script>",
    "#/level/<img src=x onerror=window.harmed=1>",
    "#/level/..%2F..%2F..%2Fetc%2Fpasswd",
    "#/games/\"><img src=x onerror=window.harmed=1>",
    "#/edit/%3Csvg%20onload%3Dwindow.harmed%3D1%3E",
    "#/new/<svg onload=window.harmed=1>",
    "#/new/__proto__",
    "#/level/%E0%A4%A",
    "#l=",
    "#l=javascript:window.harmed=1",
    "#l=AAAAAAAAAAAA",
    "#l=%00%FF",
    "#e=eyJnIjoiYW5pbWEifQ",
    "#javascript:window.harmed=1",
];

/// An invalid address leads to an error view or to the list.
pub async fn strange_addresses_do_no_harm(tab: &Tab) {
    tab.expect_in_log("status of 404");
    tab.expect_in_log("status of 400");
    for &address in ADDRESSES {
        tab.open(address).await;
        is_unharmed(tab).await;
        assert!(tab.shows("h1").await, "nothing is shown at {address}");
    }
    let zeros = "A".repeat(500_000);
    tab.open(&format!("#l={zeros}")).await;
    tab.reads("#problem-words", "too long").await;
    tab.screenshot("problem").await;
}

/// A link whose fields have the wrong types is rejected.
pub async fn links_of_the_wrong_type_are_rejected(tab: &Tab) {
    let shapes = [
        json!({ "game": SCRIPT, "text": "S.E" }),
        json!({ "game": "anima", "text": 7 }),
        json!({ "game": ["anima"], "text": "S.E" }),
        json!({ "game": "reindeer-maze", "text": "S.E", "settings": { "turn-cost": SCRIPT } }),
        json!({ "game": "reindeer-maze", "text": "S.E", "moves": [{ "toString": SCRIPT }] }),
    ];
    for shape in &shapes {
        let link = tab.link("play", shape).await;
        tab.open(&link).await;
        tab.sees("#problem-words").await;
        is_unharmed(tab).await;
    }
}

/// Markup in a level's text, name and moves is shown as text.
pub async fn markup_in_levels_stays_text(tab: &Tab, chosen: &Chosen) {
    tab.expect_in_log("status of 422");
    let game = chosen.game.id();
    for mode in ["play", "edit"] {
        let broken = tab.link(mode, &json!({ "game": game, "text": SCRIPT })).await;
        tab.open(&broken).await;
        is_unharmed(tab).await;
    }
    let moves = tab.link("play", &json!({ "game": game, "text": chosen.text, "moves": [SCRIPT] })).await;
    tab.open(&moves).await;
    tab.sees("#notice").await;
    has_made(tab, 0).await;
    is_unharmed(tab).await;
    if let Some(text) = renamed(chosen) {
        let named = tab.link("play", &json!({ "game": game, "text": text })).await;
        tab.open(&named).await;
        tab.until("the name", &format!("document.querySelector('#title')?.textContent === {SCRIPT:?}")).await;
        is_unharmed(tab).await;
    }
}

/// The level with markup as its name, if it has a name.
fn renamed(chosen: &Chosen) -> Option<String> {
    let name = chosen.level().name()?;
    let text = chosen.text.replace(&name, SCRIPT);
    let level = read_as(chosen.game, &text, &[]).ok()?;
    (level.name().as_deref() == Some(SCRIPT)).then_some(text)
}

/// Asserts that no foreign script has run and no foreign element is in the page.
async fn is_unharmed(tab: &Tab) {
    assert!(tab.value("window.harmed ?? null").await.is_null(), "a foreign script has run");
    // The page's own scripts are in its head: one, and one more on a static site.
    assert!(tab.count("head > script").await <= 2, "there is a foreign script element");
    assert_eq!(tab.count("script:not(head > script)").await, 0, "there is a foreign script element");
    let foreign =
        "[onerror], [onload], [onclick], img[src='x'], iframe, object, embed, base, a[href^='javascript' i]";
    assert_eq!(tab.count(foreign).await, 0, "there are foreign elements");
}
