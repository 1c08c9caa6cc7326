//! How the page looks: every view in every size and both lights, without anything that sticks out.
//!
//! The pictures that are taken here are for people to look at; what a program can see of them is
//! checked.

use serde_json::json;

use crate::editing::{break_text, edit};
use crate::levels::{Chosen, shipped};
use crate::paints::Damage;
use crate::playing::{has_made, make_all, open};
use crate::tab::{Tab, USUAL};

/// The sizes that the page is made for, and beyond.
const SIZES: [(u32, u32); 3] = [(360, 740), (1280, 900), (2560, 1440)];

/// The list of levels.
pub async fn the_list_fits(tab: &Tab) {
    tab.open("").await;
    fits_everywhere(tab, "choose").await;
}

/// Playing.
pub async fn playing_fits(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    has_made(tab, 0).await;
    fits_everywhere(tab, &format!("play-{}", chosen.game.id())).await;
}

/// Having won.
pub async fn winning_fits(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    tab.sees("#banner").await;
    fits_everywhere(tab, &format!("won-{}", chosen.game.id())).await;
}

/// The last level of a game, which is large, in the middle of its solution; and at its end, if
/// things happen by themselves then.
pub async fn solutions_fit(tab: &Tab, chosen: &Chosen) {
    let game = chosen.game;
    let numbered = |id: &String| id.rsplit('/').next().is_some_and(|name| name.starts_with(char::is_numeric));
    let last = shipped(game).map(|(id, _)| id).filter(numbered).last().expect("every game has levels");
    open(tab, &last).await;
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome[data-outcome='optimal'], #solve-outcome[data-outcome='solved']").await;
    let moves = usize::try_from(tab.count("[data-step]").await).unwrap_or(0);
    tab.click(&format!("[data-step='{}']", moves / 2)).await;
    has_made(tab, moves / 2).await;
    tab.sees("#light[data-light='yes']").await;
    tab.picture(&format!("solution-{}", game.id())).await;
    fits_everywhere(tab, &format!("solution-{}", game.id())).await;
    tab.click("#strip-last").await;
    has_made(tab, moves).await;
    if tab.shows("#film").await {
        for _ in 0..12 {
            tab.press(['.']).await;
        }
        tab.until("twelve steps", "/\\b12\\b/.test(document.querySelector('#film-now').textContent)").await;
        tab.run("document.activeElement.blur(); scrollTo(0, 0);", vec![]).await;
        tab.picture(&format!("running-{}", game.id())).await;
        fits_everywhere(tab, &format!("running-{}", game.id())).await;
    }
}

/// Editing.
pub async fn editing_fits(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    fits_everywhere(tab, &format!("edit-{}", chosen.game.id())).await;
}

/// Editing a text that is no level.
pub async fn errors_fit(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    break_text(tab, &Damage::of(chosen)).await;
    fits_everywhere(tab, &format!("error-{}", chosen.game.id())).await;
}

/// The theme follows the system until one is chosen, which is remembered.
pub async fn themes_are_chosen(tab: &Tab) {
    tab.open("").await;
    let dark = "(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
        return r + g + b < 200; })()";
    assert_eq!(tab.value(dark).await, false);
    prefer(tab, "prefers-color-scheme", "dark").await;
    tab.until("a dark page", dark).await;
    // System, light, dark.
    tab.click("#theme").await;
    tab.until("a light page", &format!("!{dark}")).await;
    tab.open("").await;
    assert_eq!(tab.value(dark).await, false, "the choice is forgotten");
    tab.click("#theme").await;
    tab.until("a dark page", dark).await;
    prefer(tab, "prefers-color-scheme", "light").await;
    assert_eq!(tab.value(dark).await, true);
}

/// Pieces glide, unless the user wants less motion.
pub async fn pieces_glide_or_not(tab: &Tab, chosen: &Chosen) {
    let glide = "getComputedStyle(document.querySelector('#board .piece')).transitionDuration";
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    assert_eq!(tab.value(glide).await, "0.15s");
    prefer(tab, "prefers-reduced-motion", "reduce").await;
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    assert_eq!(tab.value(glide).await, "0s");
    let moving = "document.getAnimations().filter((one) => one.playState === 'running').length";
    assert_eq!(tab.value(moving).await, 0, "something moves");
}

/// Lets the system have a wish.
async fn prefer(tab: &Tab, name: &str, value: &str) {
    tab.tell("Emulation.setEmulatedMedia", json!({ "features": [{ "name": name, "value": value }] })).await;
}

/// Takes pictures of what is open in all sizes and lights, and checks that nothing has to be
/// scrolled to the side.
async fn fits_everywhere(tab: &Tab, name: &str) {
    for size in SIZES {
        tab.resize(size).await;
        let over =
            tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
        assert_eq!(over, 0, "{name} is too wide for {} pixels", size.0);
        let outside = tab.value(OUTSIDE).await;
        assert_eq!(outside, json!([]), "{name}: these stick out at {} pixels", size.0);
        for theme in ["light", "dark"] {
            prefer(tab, "prefers-color-scheme", theme).await;
            tab.long_picture(&format!("{name}-{}-{theme}", size.0), size).await;
        }
    }
    prefer(tab, "prefers-color-scheme", "light").await;
    tab.resize(USUAL).await;
}

/// Elements that are seen and reach over the right edge, outside of what scrolls by itself.
const OUTSIDE: &str = "[...document.querySelectorAll('#main *')]
    .filter((element) => element.checkVisibility() && !element.closest('.frame, .hidden, pre, textarea, svg, .text-box')
        && element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((element) => element.id || element.className || element.tagName)";
