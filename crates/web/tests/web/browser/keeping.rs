//! What the page keeps: positions, results, panels, and levels of one's own.

use fantoccini::key::Key;
use serde_json::json;

use super::editing::edit;
use super::levels::Chosen;
use super::playing::{has_made, last_but_one, make_all, open};
use super::sharing::download;
use super::tab::Tab;

/// The moves, what was undone, and the best result are there after the page was loaded again.
pub async fn a_position_survives_a_reload(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let made = make_all(tab, chosen).await;
    tab.sees("#banner").await;
    reload(tab).await;
    has_made(tab, chosen.moves.len()).await;
    tab.sees("#banner").await;
    assert_eq!(tab.number("#best").await, u64::from(chosen.cost));
    tab.press(['z']).await;
    let before = last_but_one(&made);
    has_made(tab, before).await;
    reload(tab).await;
    has_made(tab, before).await;
    tab.press(['y']).await;
    has_made(tab, chosen.moves.len()).await;
    tab.press(['r']).await;
    has_made(tab, 0).await;
    assert_eq!(tab.number("#best").await, u64::from(chosen.cost));
}

/// Ctrl+Z undoes moves, Ctrl+Shift+Z and Ctrl+Y redo them.
pub async fn control_z_undoes_moves(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let before = last_but_one(&make_all(tab, chosen).await);
    tab.press_with(&[Key::Control], 'z').await;
    has_made(tab, before).await;
    tab.press_with(&[Key::Control, Key::Shift], 'z').await;
    has_made(tab, chosen.moves.len()).await;
    tab.press_with(&[Key::Control], 'z').await;
    has_made(tab, before).await;
    tab.press_with(&[Key::Control], 'y').await;
    has_made(tab, chosen.moves.len()).await;
}

/// Panels fold away, and stay as they were left.
pub async fn panels_stay_folded(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.sees("#solve-start").await;
    assert!(!tab.shows("#share-link").await, "sharing is open at first");
    tab.click("[data-fold='solve'] summary").await;
    tab.misses("#solve-start").await;
    tab.click("[data-fold='share'] summary").await;
    tab.sees("#share-link").await;
    tab.until("that to be stored", "/share/.test(localStorage.getItem('unriddle.folds'))").await;
    reload(tab).await;
    has_made(tab, 0).await;
    tab.sees("#share-link").await;
    assert!(!tab.shows("#solve-start").await, "the solver is open again");
    tab.click("#to-solve").await;
    tab.sees("#solve-outcome").await;
}

/// An edited level is kept under a name, and from then on every edit; it is renamed, exported, deleted after
/// a question, and imported again.
pub async fn levels_of_ones_own_are_kept(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    assert!(!tab.shows("#keep").await, "an unchanged level can be kept");
    tab.click("[data-grow='down']").await;
    tab.sees("#keep").await;
    let text = tab.input("#level-text").await;
    tab.click("#keep").await;
    tab.click("#ask-no").await;
    assert!(tab.shows("#keep").await, "it is kept without a name");
    tab.click("#keep").await;
    let name = tab.input("#ask-name").await;
    assert!(name.contains("my version"), "a changed copy is not called {name}");
    tab.click("#ask-yes").await;
    tab.until("an address of its own", "location.hash.startsWith('#/my-edit/')").await;
    tab.reads("#title", &name).await;
    tab.click("[data-grow='right']").await;
    tab.until("a wider board", &format!("document.querySelector('#level-text').value !== {}", json!(text)))
        .await;
    let wider = tab.input("#level-text").await;
    reload(tab).await;
    tab.until("the kept text", &format!("document.querySelector('#level-text')?.value === {}", json!(wider)))
        .await;
    tab.click("#home").await;
    tab.is_view("levels").await;
    assert_eq!(tab.count("#own-levels a.level").await, 1);
    tab.run("document.querySelector('#own').scrollIntoView();", vec![]).await;
    tab.until("its picture", "document.querySelector('#own-levels img')?.naturalWidth > 0").await;
    tab.click("[data-rename]").await;
    tab.sees("#ask").await;
    tab.run("document.querySelector('#ask-name').value = 'Mine <b>';", vec![]).await;
    tab.click("#ask-yes").await;
    tab.reads("#own-levels .level-name", "Mine <b>").await;
    let exported = download(tab, "#export", "json").await;
    assert!(String::from_utf8_lossy(&exported).contains("Mine <b>"));
    tab.click("[data-remove]").await;
    tab.click("#ask-no").await;
    assert_eq!(tab.count("#own-levels a.level").await, 1, "it is deleted without a yes");
    tab.click("[data-remove]").await;
    tab.click("#ask-yes").await;
    tab.until("it to go", "!document.querySelector('#own-levels a.level')").await;
    let file = tab.downloads.join("my-levels.json");
    std::fs::write(&file, &exported).expect("a file");
    let input = tab.client.find(fantoccini::Locator::Css("#open-file")).await.expect("an input for files");
    input.send_keys(&file.display().to_string()).await.expect("a file is chosen");
    tab.reads("#own-levels .level-name", "Mine <b>").await;
    tab.click("#own-levels a.level").await;
    tab.is_view("play").await;
    tab.reads("#title", "Mine <b>").await;
}

/// A level that was solved starts anew when it is chosen again; one that was left goes on.
pub async fn levels_go_on_where_they_were_left(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    let (all, before) = (chosen.moves.len(), chosen.steps[chosen.steps.len() - 2].made);
    for (made, again) in [(before, before), (all, 0)] {
        tab.press(if made == all { ['y'] } else { ['z'] }).await;
        has_made(tab, made).await;
        tab.click("#home").await;
        tab.is_view("levels").await;
        let entry = format!("a.level[data-level='{}']", chosen.id);
        tab.click(&entry).await;
        tab.is_view("play").await;
        has_made(tab, again).await;
    }
}

/// Loads the page again.
pub async fn reload(tab: &Tab) {
    // A position is written when the player pauses, or leaves.
    tab.client.refresh().await.expect("the page can be loaded again");
    tab.is_ready().await;
}
