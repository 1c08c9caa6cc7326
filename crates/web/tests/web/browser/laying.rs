//! Belts on cells: strokes of the pointer, what is wrong with a factory, and its film.

use serde_json::json;
use unriddle_kit::{Direction, Gesture};

use super::hands::{LEFT, RIGHT};
use super::levels::{Chosen, Step};
use super::playing::{has_made, make_all, open};
use super::tab::Tab;

/// Lays belts with the pointer. Steps that continue each other are one stroke. Returns how many moves are made after
/// each stroke.
pub async fn make_strokes(tab: &Tab, steps: &[Step]) -> Vec<usize> {
    let mut rest = steps;
    let mut strokes = Vec::new();
    while let Some(&Step { gesture: Gesture::Lay { x, y, .. }, .. }) = rest.first() {
        let mut cells = vec![(x, y)];
        let mut made = 0;
        while let Some(step) = rest.first() {
            let Gesture::Lay { x, y, direction } = step.gesture else { break };
            if cells.last() != Some(&(x, y)) {
                break;
            }
            let (dx, dy) = direction.delta();
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                panic!("a stroke cannot leave the board")
            };
            cells.push((x, y));
            made = step.made;
            rest = &rest[1..];
        }
        tab.stroke("#board", &cells, LEFT).await;
        has_made(tab, made).await;
        strokes.push(made);
    }
    strokes
}

/// The right button removes what is laid on a cell.
pub async fn the_right_button_clears(tab: &Tab, chosen: &Chosen) {
    let Gesture::Lay { x, y, .. } = chosen.steps[0].gesture else { panic!("nothing is laid here") };
    open(tab, &chosen.id).await;
    // The legend names what lies on the board.
    let before = tab.text("#legend").await;
    make_strokes(tab, &chosen.steps[..1]).await;
    assert_ne!(tab.text("#legend").await, before, "nothing was laid");
    tab.stroke("#board", &[(x, y)], RIGHT).await;
    tab.until("a cleared cell", &format!("document.querySelector('#legend').textContent === {before:?}"))
        .await;
}

/// A belt of the solution that is laid before its turn is a step along it, and the cursor goes on from where a stroke ends.
pub async fn belts_of_a_solution_have_no_order(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.click("#to-solve").await;
    tab.sees("#timeline-moves [data-step]").await;
    let last = "[...document.querySelectorAll('#timeline-moves [data-step]')].at(-1).textContent";
    let words = tab.value(last).await;
    let [column, row] = ["column", "row"].map(|word| {
        let after =
            words.as_str().and_then(|words| words.split(&format!("{word} ")).nth(1)).expect("a place");
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().expect("a number") - 1
    });
    let direction = Direction::ALL
        .into_iter()
        .find(|way| words.as_str().is_some_and(|words| words.ends_with(way.word())));
    let (dx, dy) = direction.expect("a direction").delta();
    let next = (
        column.checked_add_signed(dx).expect("on the board"),
        row.checked_add_signed(dy).expect("on the board"),
    );
    tab.stroke("#board", &[(column, row), next], LEFT).await;
    has_made(tab, 1).await;
    tab.reads("#timeline-where", "1 of").await;
    tab.until(
        "the belt as the first step",
        &format!("document.querySelector('#timeline-moves [data-step]').textContent === {words}"),
    )
    .await;
}

/// Opens a factory by its text.
async fn open_factory(tab: &Tab, text: &str) {
    let link = tab.link("play", &json!({ "game": "freshly-frosted", "text": text })).await;
    tab.open(&link).await;
    tab.is_view("play").await;
}

/// One stroke is one step, however many cells it passes; a stroke that does nothing takes nothing along.
pub async fn a_stroke_is_undone_as_one(tab: &Tab) {
    open_factory(tab, "+> . . . ->\n#  . . . #").await;
    tab.stroke("#board", &[(1, 1), (2, 1)], LEFT).await;
    has_made(tab, 1).await;
    // It starts on a source, where nothing can be laid.
    tab.stroke("#board", &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], LEFT).await;
    has_made(tab, 4).await;
    tab.sees("#banner").await;
    tab.press(['z']).await;
    has_made(tab, 1).await;
    tab.press(['y']).await;
    has_made(tab, 4).await;
    tab.stroke("#board", &[(1, 0), (2, 0), (3, 0)], RIGHT).await;
    has_made(tab, 7).await;
    tab.press(['z']).await;
    has_made(tab, 4).await;
}

/// What is still wrong with a factory looks like that, by a sign as well; what is said of one that works does not.
pub async fn a_fault_looks_like_one(tab: &Tab) {
    open_factory(tab, "+> . . . ->").await;
    tab.stroke("#board", &[(1, 0), (2, 0)], LEFT).await;
    tab.sees("#position-status.fault").await;
    let sign = "getComputedStyle(document.querySelector('#position-status'), '::before').content";
    assert!(tab.value(sign).await.as_str().is_some_and(|sign| sign.contains('⚠')));
    tab.stroke("#board", &[(2, 0), (3, 0), (4, 0)], LEFT).await;
    tab.sees("#banner").await;
    tab.misses("#position-status.fault").await;
}

/// A film is run, paused, stepped and reset.
pub async fn a_film_is_watched(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    tab.sees("#film").await;
    // It runs at once, as it is solved.
    tab.sees("#film-run[aria-pressed='true']").await;
    tab.click("#film-reset").await;
    tab.sees("#film-run[aria-pressed='false']").await;
    let pieces = "document.querySelectorAll('#board .piece').length";
    let still = tab.value(pieces).await.as_u64().unwrap_or(0);
    tab.press(['.']).await;
    tab.until("a first step", "document.querySelector('#film-now').textContent !== ''").await;
    let first = tab.text("#film-now").await;
    tab.click("#film-run").await;
    tab.until("more pieces", &format!("{pieces} > {still} + 1")).await;
    tab.until("further steps", &format!("document.querySelector('#film-now').textContent !== {first:?}"))
        .await;
    tab.screenshot(&format!("started-{}", chosen.game.id())).await;
    tab.click("#film-run").await;
    tab.sees("#film-run[aria-pressed='false']").await;
    let paused = tab.text("#film-now").await;
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(tab.text("#film-now").await, paused, "it runs while it is paused");
    tab.click("#film-reset").await;
    tab.until("the beginning", &format!("{pieces} === {still}")).await;
}
