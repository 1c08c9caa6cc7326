//! The editor: text and board in step, errors at their place, brushes, and undo.

use fantoccini::key::Key;
use unriddle_games::Direction;
use unriddle_games::editing::Edit;

use crate::hands::{LEFT, RIGHT, arrow};
use crate::levels::Chosen;
use crate::paints::{Damage, Stroke, Wipe, edited};
use crate::playing::{has_made, is_won, make_all};
use crate::tab::Tab;

/// A sign that means nothing is typed into the text: the error stands where it is. Painting over
/// it mends the level, which can be won then.
pub async fn broken_text_is_mended_by_painting(tab: &Tab, chosen: &Chosen) {
    let damage = Damage::of(chosen);
    edit(tab, chosen).await;
    break_text(tab, &damage).await;
    assert_eq!(tab.attribute("#error-line", "data-line").await, damage.place.line.to_string());
    assert_eq!(tab.attribute("#error-mark", "data-column").await, damage.place.column.to_string());
    tab.reads("#problem", &format!("Line {}, column {}:", damage.place.line, damage.place.column)).await;
    assert_eq!(tab.value(MARK_IS_INSIDE).await, true, "the mark is not on the text");
    tab.picture(&format!("edit-error-{}", chosen.game.id())).await;
    choose_brush(tab, damage.brush).await;
    tab.stroke("#paint-board", &[damage.cell], LEFT).await;
    tab.sees("#problem .fine").await;
    tab.misses("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.mended);
    tab.press_with(&[Key::Control], 'z').await;
    tab.sees("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.text);
    tab.press_with(&[Key::Control, Key::Shift], 'z').await;
    tab.sees("#problem .fine").await;
}

/// Whether the mark of the error lies on the text, on the line that is tinted.
const MARK_IS_INSIDE: &str = "(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const [mark, line, text] = [box('error-mark'), box('error-line'), box('level-text')];
    return mark.width > 3 && mark.height > 8 && Math.abs(mark.top - line.top) < 2
        && mark.left >= text.left && mark.right <= text.right && mark.top >= text.top && mark.bottom <= text.bottom;
})()";

/// The right button takes away what a brush has painted; number keys choose brushes.
pub async fn the_right_button_erases(tab: &Tab, chosen: &Chosen) {
    let Wipe { cell, after } = Wipe::of(chosen);
    edit(tab, chosen).await;
    for brush in 0..chosen.game.easel().brushes().len().min(10) {
        choose_brush(tab, brush).await;
    }
    tab.stroke("#paint-board", &[cell], RIGHT).await;
    tab.until("the text without it", &format!("document.querySelector('#level-text').value === {after:?}"))
        .await;
    tab.click("#edit-undo").await;
    has_text(tab, &chosen.text).await;
}

/// A stroke paints every cell that it goes over, and is undone as one.
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

/// A cursor paints by keys alone.
pub async fn keys_paint(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    tab.press(['2', arrow(Direction::Right), arrow(Direction::Down), ' ']).await;
    let changed =
        format!("document.querySelector('#level-text').value !== {}", serde_json::json!(chosen.text));
    tab.until("a painted cell", &changed).await;
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

/// A new level of a game begins with one that can be played, and stays in the address.
pub async fn a_new_level_is_begun(tab: &Tab, chosen: &Chosen) {
    tab.open("").await;
    tab.click("#own summary").await;
    tab.click(&format!("[data-new='{}']", chosen.game.id())).await;
    tab.is_view("edit").await;
    tab.sees("#problem .fine").await;
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
    tab.sees("#problem .fine").await;
    assert_eq!(tab.input("#level-text").await, chosen.text);
}

/// Waits until the text is this.
async fn has_text(tab: &Tab, text: &str) {
    let same = format!("document.querySelector('#level-text').value === {}", serde_json::json!(text));
    tab.until("the text to be right", &same).await;
}

/// Replaces the sign at a place of the text, by keys, and waits for the error.
pub async fn break_text(tab: &Tab, damage: &Damage) {
    let &Damage { line, column, sign, .. } = damage;
    tab.click("#level-text").await;
    tab.press_with(&[Key::Control], Key::Home.into()).await;
    let down = std::iter::repeat_n(char::from(Key::Down), line - 1);
    let right = std::iter::repeat_n(char::from(Key::Right), column - 1);
    tab.press(down.chain([Key::Home.into()]).chain(right).chain([Key::Delete.into(), sign])).await;
    tab.sees("#error-mark").await;
    assert_eq!(tab.input("#level-text").await, damage.text);
}

/// Takes a brush by its number, or by a click where it has none.
pub async fn choose_brush(tab: &Tab, brush: usize) {
    let entry = format!("[data-brush='{brush}']");
    if brush < 10 {
        // The keyboard is at the text until something else is clicked.
        tab.click("#eraser").await;
        tab.press(((brush + 1) % 10).to_string().chars()).await;
    } else {
        tab.click(&entry).await;
    }
    tab.sees(&format!("{entry}[aria-pressed='true']")).await;
}
