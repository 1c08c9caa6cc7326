//! The editor: text and board in sync, errors at their place, brushes, and undo.

use fantoccini::key::Key;
use serde_json::json;
use unriddle_kit::Direction;
use unriddle_kit::editing::Edit;

use super::hands::{LEFT, RIGHT, arrow};
use super::levels::Chosen;
use super::paints::{Damage, Erasure, Stroke, edited};
use super::playing::{has_made, is_won, make_all};
use super::tab::Tab;

/// An invalid character is typed into the text: the error is shown at its place. Painting over it fixes
/// the level.
pub async fn broken_text_is_fixed_by_painting(tab: &Tab, chosen: &Chosen) {
    let damage = Damage::of(chosen);
    edit(tab, chosen).await;
    break_text(tab, &damage).await;
    assert_eq!(tab.attribute("#error-line", "data-line").await, damage.place.line.to_string());
    assert_eq!(tab.attribute("#error-mark", "data-column").await, damage.place.column.to_string());
    tab.reads("#problem", &format!("Line {}, column {}:", damage.place.line, damage.place.column)).await;
    assert_eq!(tab.value(MARK_IS_INSIDE).await, true, "the mark is not on the text");
    tab.screenshot(&format!("edit-error-{}", chosen.game.id())).await;
    choose_brush(tab, damage.brush).await;
    tab.stroke("#paint-board", &[damage.cell], LEFT).await;
    tab.sees("#problem .valid").await;
    tab.misses("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.fixed);
    tab.press_with(&[Key::Control], 'z').await;
    tab.sees("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.text);
    tab.press_with(&[Key::Control, Key::Shift], 'z').await;
    tab.sees("#problem .valid").await;
}

/// Whether the mark of the error is inside the text, on the tinted line.
const MARK_IS_INSIDE: &str = "(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const [mark, line, text] = [box('error-mark'), box('error-line'), box('level-text')];
    return mark.width > 3 && mark.height > 8 && Math.abs(mark.top - line.top) < 2
        && mark.left >= text.left && mark.right <= text.right && mark.top >= text.top && mark.bottom <= text.bottom;
})()";

/// The right button erases; number keys choose brushes.
pub async fn the_right_button_erases(tab: &Tab, chosen: &Chosen) {
    let Erasure { cell, after } = Erasure::of(chosen);
    edit(tab, chosen).await;
    for brush in 0..chosen.game.editor().brushes().len().min(10) {
        choose_brush(tab, brush).await;
    }
    tab.stroke("#paint-board", &[cell], RIGHT).await;
    tab.until("the text without it", &format!("document.querySelector('#level-text').value === {after:?}"))
        .await;
    tab.click("#edit-undo").await;
    has_text(tab, &chosen.text).await;
}

/// A stroke paints every cell on its way, and is undone as one.
pub async fn a_stroke_is_undone_as_one(tab: &Tab, chosen: &Chosen) {
    let Stroke { brush, cells, after } = Stroke::of(chosen);
    edit(tab, chosen).await;
    choose_brush(tab, brush).await;
    let ends = [cells[0], cells[cells.len() - 1]];
    tab.stroke("#paint-board", &ends, LEFT).await;
    has_text(tab, &after).await;
    tab.press_with(&[Key::Control], 'z').await;
    has_text(tab, &chosen.text).await;
    tab.until("nothing more to undo", "document.querySelector('#edit-undo').disabled").await;
}

/// The board grows and shrinks at each edge.
pub async fn edges_grow_and_shrink(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    for edge in [Direction::Up, Direction::Right, Direction::Down, Direction::Left] {
        tab.click(&format!("[data-grow='{}']", edge.word())).await;
        has_text(tab, &edited(chosen, &[Edit::Grow { edge }])).await;
        tab.click(&format!("[data-shrink='{}']", edge.word())).await;
        has_text(tab, &edited(chosen, &[Edit::Grow { edge }, Edit::Shrink { edge }])).await;
        tab.press_with(&[Key::Control], 'z').await;
        tab.press_with(&[Key::Control], 'z').await;
        has_text(tab, &chosen.text).await;
    }
}

/// Keys move a cursor and paint there.
pub async fn keys_paint(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    tab.press(['2', arrow(Direction::Right), arrow(Direction::Down), ' ']).await;
    has_text(tab, &edited(chosen, &[Edit::Paint { brush: 1, x: 1, y: 1, variant: None }])).await;
    tab.press_with(&[Key::Control], 'z').await;
    has_text(tab, &chosen.text).await;
}

/// A level is tried while it is edited, and played when it is done.
pub async fn a_level_is_tried_while_editing(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    tab.press(['t']).await;
    tab.sees("#stage").await;
    has_made(tab, 0).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    tab.press(['t']).await;
    tab.sees("#painter").await;
    tab.click("#to-play").await;
    tab.is_view("play").await;
}

/// While the text has an error, nothing is said about winning.
pub async fn an_error_turns_the_light_off(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    tab.sees("#winnability[data-winnable='yes']").await;
    break_text(tab, &Damage::of(chosen)).await;
    tab.sees("#winnability[data-winnable='invalid']").await;
    tab.reads("#winnability", "error").await;
    tab.press_with(&[Key::Control], 'z').await;
    tab.sees("#winnability[data-winnable='yes']").await;
}

/// Recorded solutions that an edit breaks are pointed out in the text.
pub async fn broken_solutions_are_pointed_out(tab: &Tab) {
    let level = json!({ "game": "golf-peaks", "text": "4x1\n0,ball 0 0 0,flag\n\n3- 2-\n\n3-↘\n" });
    let link = tab.link("edit", &level).await;
    tab.open(&link).await;
    tab.sees("#problem .valid").await;
    assert!(!tab.shows("#broken").await, "the recorded solution is right");
    tab.click("[data-grow='left']").await;
    tab.click("[data-shrink='left']").await;
    tab.until("nothing to be broken", "document.querySelector('#broken').hidden").await;
    tab.run(
        "const text = document.querySelector('#level-text');
        text.value = text.value.replace('3-↘', '2-↘');
        text.dispatchEvent(new Event('input'));",
        vec![],
    )
    .await;
    tab.sees("#broken").await;
    tab.reads("#broken", "Recorded solution 1").await;
    tab.click("[data-broken='1']").await;
    let selected =
        "(() => { const { value, selectionStart, selectionEnd } = document.querySelector('#level-text');
        return value.slice(selectionStart, selectionEnd); })()";
    assert_eq!(tab.value(selected).await, "2-↘");
}

/// A new level starts as one that can be played, and the address holds it.
pub async fn a_new_level_is_created(tab: &Tab, chosen: &Chosen) {
    tab.open("").await;
    tab.click(&format!("[data-new='{}']", chosen.game.id())).await;
    tab.is_view("edit").await;
    tab.sees("#problem .valid").await;
    let text = tab.input("#level-text").await;
    tab.until("an address that holds it", "location.hash.startsWith('#e=')").await;
    tab.client.refresh().await.expect("the page can be loaded again");
    tab.is_view("edit").await;
    assert_eq!(tab.input("#level-text").await, text);
}

/// Opens a level in the editor.
pub async fn edit(tab: &Tab, chosen: &Chosen) {
    tab.open(&format!("#/edit/{}", chosen.id.replace('/', "%2F"))).await;
    tab.is_view("edit").await;
    tab.sees("#paint-board").await;
    tab.sees("#problem .valid").await;
    assert_eq!(tab.input("#level-text").await, chosen.text);
}

/// Waits for this text.
async fn has_text(tab: &Tab, text: &str) {
    let same = format!("document.querySelector('#level-text').value === {}", serde_json::json!(text));
    tab.until("the text to be right", &same).await;
}

/// Replaces a character of the text by keys, and waits for the error.
pub async fn break_text(tab: &Tab, damage: &Damage) {
    let &Damage { line, column, typed, .. } = damage;
    tab.click("#level-text").await;
    tab.press_with(&[Key::Control], Key::Home.into()).await;
    let down = std::iter::repeat_n(char::from(Key::Down), line - 1);
    let right = std::iter::repeat_n(char::from(Key::Right), column - 1);
    tab.press(down.chain([Key::Home.into()]).chain(right).chain([Key::Delete.into(), typed])).await;
    tab.sees("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.text);
}

/// Chooses a brush by its number key, or by a click if it has none.
pub async fn choose_brush(tab: &Tab, brush: usize) {
    let entry = format!("[data-brush='{brush}']");
    if brush < 10 {
        // A click moves the focus away from the text.
        tab.click("#eraser").await;
        tab.press(((brush + 1) % 10).to_string().chars()).await;
    } else {
        tab.click(&entry).await;
    }
    tab.sees(&format!("{entry}[aria-pressed='true']")).await;
}
