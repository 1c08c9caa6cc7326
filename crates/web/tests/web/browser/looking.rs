//! The layout: every view in every size and both themes, without overflow, and accessible.
//!
//! The screenshots are for people; what a program can check of them is checked.

use serde_json::json;

use super::axe::{Rules, is_accessible};
use super::editing::{break_text, edit};
use super::levels::{Chosen, shipped};
use super::paints::Damage;
use super::playing::{has_made, make_all, open};
use super::tab::{Tab, USUAL};

/// The sizes of a phone, of laptops and of a large screen.
const SIZES: [(u32, u32); 4] = [(360, 740), (1366, 768), (1280, 720), (2560, 1300)];

/// Those of them that have layouts of their own.
const LAYOUTS: [(u32, u32); 2] = [SIZES[0], SIZES[1]];

/// The list of levels.
pub async fn the_list_fits(tab: &Tab) {
    tab.open("").await;
    fits_everywhere(tab, "choose").await;
    tab.open("#/games/golf-peaks").await;
    search(tab, "no level has this name").await;
    tab.sees("#nothing-found").await;
    fits_everywhere(tab, "choose-nothing").await;
}

/// Searches the list.
async fn search(tab: &Tab, words: &str) {
    let search = "const [words] = arguments;
        const field = document.querySelector('#search');
        field.value = words;
        field.dispatchEvent(new Event('input'));";
    tab.run(search, vec![json!(words)]).await;
}

/// The keys, and a link that does not work.
pub async fn messages_fit(tab: &Tab) {
    tab.open("").await;
    tab.press(['?']).await;
    tab.sees("#help").await;
    fits_everywhere(tab, "keys").await;
    tab.open("#l=broken").await;
    tab.is_view("problem").await;
    // A broken link needs none of the data that every other view begins with.
    tab.expect_in_log("was preloaded using link preload but not used");
    fits_everywhere(tab, "problem").await;
}

/// Levels of one's own.
pub async fn levels_of_ones_own_fit(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    tab.click("[data-grow='down']").await;
    tab.click("#keep").await;
    tab.click("#ask-yes").await;
    tab.sees("#toast").await;
    tab.click("#home").await;
    tab.sees("#own-levels a.level").await;
    // Nothing else has this name, so that they are seen without scrolling.
    search(tab, "my version").await;
    fits_everywhere(tab, "own").await;
}

/// A move that a hint has drawn on the board.
pub async fn hints_fit(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    has_made(tab, 0).await;
    for degree in chosen.degrees().iter().take_while(|&&degree| degree < "3") {
        tab.press(['h']).await;
        tab.sees(&format!("#message[data-degree='{degree}']")).await;
    }
    fits_everywhere(tab, &format!("hint-{}", chosen.game.id())).await;
}

/// Playing.
pub async fn playing_fits(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    has_made(tab, 0).await;
    fits_everywhere(tab, &format!("play-{}", chosen.game.id())).await;
}

/// A solved level.
pub async fn winning_fits(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    tab.sees("#banner").await;
    fits_everywhere(tab, &format!("won-{}", chosen.game.id())).await;
}

/// The last level of a game, which is large, in the middle of its solution; and at its end, if it has a
/// film.
pub async fn solutions_fit(tab: &Tab, chosen: &Chosen) {
    let game = chosen.game;
    let numbered = |id: &String| id.rsplit('/').next().is_some_and(|name| name.starts_with(char::is_numeric));
    let last = shipped(game).map(|(id, _)| id).filter(numbered).last().expect("every game has levels");
    open(tab, &last).await;
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome[data-outcome='optimal'], #solve-outcome[data-outcome='solved']").await;
    tab.sees("#timeline-moves [data-step]").await;
    let steps = "[...document.querySelectorAll('#timeline-moves [data-step]')].map((one) => Number(one.dataset.step))";
    let steps: Vec<usize> =
        serde_json::from_value(tab.value(steps).await).expect("the moves after each entry");
    let (middle, moves) = (steps[(steps.len() - 1) / 2], steps[steps.len() - 1]);
    tab.click(&format!("#timeline-moves [data-step='{middle}']")).await;
    has_made(tab, middle).await;
    tab.sees("#winnability[data-winnable='yes']").await;
    tab.screenshot(&format!("solution-{}", game.id())).await;
    fits_everywhere(tab, &format!("solution-{}", game.id())).await;
    tab.click("#timeline-last").await;
    has_made(tab, moves).await;
    if tab.shows("#film").await {
        for _ in 0..12 {
            tab.press(['.']).await;
        }
        tab.until("twelve steps", "/\\b12\\b/.test(document.querySelector('#film-now').textContent)").await;
        tab.run("document.activeElement.blur(); scrollTo(0, 0);", vec![]).await;
        tab.screenshot(&format!("running-{}", game.id())).await;
        fits_everywhere(tab, &format!("running-{}", game.id())).await;
    }
}

/// Editing.
pub async fn editing_fits(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    fits_everywhere(tab, &format!("edit-{}", chosen.game.id())).await;
}

/// Editing an invalid text.
pub async fn errors_fit(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    break_text(tab, &Damage::of(chosen)).await;
    fits_everywhere(tab, &format!("error-{}", chosen.game.id())).await;
}

/// The theme follows the system until the button switches to the other one, which is remembered. Each click is seen, and the
/// theme of the system is never stored.
pub async fn themes_are_chosen(tab: &Tab) {
    tab.open("").await;
    let dark = "(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
        return r + g + b < 200; })()";
    assert_eq!(tab.value(dark).await, false);
    prefer(tab, "prefers-color-scheme", "dark").await;
    tab.until("a dark page", dark).await;
    tab.click("#theme").await;
    tab.until("a light page", &format!("!{dark}")).await;
    tab.open("").await;
    assert_eq!(tab.value(dark).await, false, "the choice is not remembered");
    tab.click("#theme").await;
    tab.until("a dark page", dark).await;
    prefer(tab, "prefers-color-scheme", "light").await;
    tab.until("a page that follows the system again", &format!("!{dark}")).await;
    tab.click("#theme").await;
    tab.until("a dark page", dark).await;
}

/// Emulates a media feature.
pub async fn prefer(tab: &Tab, name: &str, value: &str) {
    tab.devtools("Emulation.setEmulatedMedia", json!({ "features": [{ "name": name, "value": value }] }))
        .await;
}

/// Everything that a player needs is on the screen at once, without scrolling, on phones and laptops; on a
/// large screen the board is larger.
pub async fn everything_is_at_hand(tab: &Tab, chosen: &Chosen) {
    let needed = [
        "#board",
        "#pad",
        "#undo",
        "#redo",
        "#restart",
        "#hint",
        "#to-solve",
        "#cost",
        "#par",
        "#winnability",
        "#title",
        "#how-to-play",
        "#to-edit",
    ];
    let mut widths = Vec::new();
    for size in [(360, 740), (1280, 720), (1366, 768), (2560, 1300)] {
        tab.resize(size).await;
        open(tab, &chosen.id).await;
        has_made(tab, 0).await;
        tab.until("the light", "document.querySelector('#winnability').textContent").await;
        let outside = tab.run(OFF_SCREEN, vec![json!(needed)]).await;
        assert_eq!(outside, json!([]), "not on a screen of {size:?}");
        widths.push(tab.value("document.querySelector('#board').clientWidth").await.as_u64());
    }
    assert!(widths[3] > widths[2], "the board does not grow: {widths:?}");
}

/// However many brushes there are, the board that they paint is on the screen.
pub async fn brushes_leave_the_board_on_the_screen(tab: &Tab, chosen: &Chosen) {
    for size in [(360, 740), (1280, 720), (1366, 768)] {
        tab.resize(size).await;
        edit(tab, chosen).await;
        let needed =
            ["#paint-board", "[data-brush='0']", "#edit-undo", "#mode-try", "#winnability", "#to-play"];
        let outside = tab.run(OFF_SCREEN, vec![json!(needed)]).await;
        assert_eq!(outside, json!([]), "not on a screen of {size:?}");
        let high = tab.value("document.querySelector('#paint-area').clientHeight").await;
        assert!(high.as_u64() > Some(200), "the board has {high} pixels on {size:?}");
    }
}

/// Which of some elements are not wholly on the screen.
const OFF_SCREEN: &str = "return arguments[0].filter((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return !box || !box.width || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
});";

/// A board fits its frame, however many cells it has; enlarged, it can be scrolled.
pub async fn every_board_fits(tab: &Tab) {
    let side = 141;
    let row = |first: &str| format!("#{first}{}#\n", ".".repeat(side - 2 - first.len()));
    let inner = (0..side - 4).map(|_| row("")).collect::<String>();
    let wall = "#".repeat(side);
    let text = format!("{wall}\n{}{inner}#{}E#\n{wall}\n", row("S"), ".".repeat(side - 3));
    let link = tab.link("play", &json!({ "game": "reindeer-maze", "text": text })).await;
    for size in [(360, 740), (1366, 768)] {
        tab.resize(size).await;
        tab.open(&link).await;
        has_made(tab, 0).await;
        let fits = "(() => { const frame = document.querySelector('#board-frame');
            return frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight; })()";
        assert_eq!(tab.value(fits).await, true, "it does not fit {size:?}");
        for _ in 0..8 {
            tab.press(['+']).await;
        }
        tab.until("a board to scroll", &format!("!{fits}")).await;
        let cell = tab.value("document.querySelector('#board').clientWidth / 141").await;
        assert!(cell.as_f64() > Some(20.0), "a cell has {cell} pixels");
        tab.run("document.querySelector('#zoom-fit').click();", vec![]).await;
        tab.until("a board that fits", fits).await;
    }
}

/// Takes screenshots of the view in all sizes and themes, and checks that nothing overflows to the side and that
/// it is accessible.
pub async fn fits_everywhere(tab: &Tab, name: &str) {
    for size in SIZES {
        tab.resize(size).await;
        let over =
            tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
        assert_eq!(over, 0, "{name} is too wide for {} pixels", size.0);
        let outside = tab.value(OUTSIDE).await;
        assert_eq!(outside, json!([]), "{name}: these overflow at {} pixels", size.0);
        for (theme, rules) in [("light", Rules::All), ("dark", Rules::Contrast)] {
            prefer(tab, "prefers-color-scheme", theme).await;
            if LAYOUTS.contains(&size) {
                tab.finish_animations().await;
                is_accessible(tab, &format!("{name}, {} pixels wide, {theme}", size.0), rules).await;
            }
            tab.screenshot(&format!("{name}-{}-{theme}", size.0)).await;
        }
    }
    prefer(tab, "prefers-color-scheme", "light").await;
    tab.resize(USUAL).await;
}

/// Visible elements beyond the right edge, except in boxes that scroll.
const OUTSIDE: &str = "[...document.querySelectorAll('#main *')]
    .filter((element) => element.checkVisibility() && !element.closest('.frame, .hidden, pre, textarea, svg, .text-box, .brushes, .hand, .timeline-moves, .filter')
        && element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((element) => element.id || element.className || element.tagName)";
