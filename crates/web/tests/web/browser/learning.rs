//! How to play: the lessons of a game, and the ways that lead there.

use fantoccini::key::Key;
use unriddle_kit::Controls;

use super::levels::Chosen;
use super::looking::{fits_everywhere, prefer};
use super::playing::{has_made, make_all, open};
use super::tab::Tab;

/// Opens the lessons of a game.
async fn learn(tab: &Tab, chosen: &Chosen) {
    tab.open(&format!("#/learn/{}", chosen.game.id())).await;
    tab.is_view("learn").await;
}

/// There is a board for each lesson, with its rule and its moves in words; cost and par are explained.
pub async fn every_rule_is_shown(tab: &Tab, chosen: &Chosen) {
    learn(tab, chosen).await;
    let info = chosen.game.info();
    assert_eq!(tab.count(".lesson[data-lesson] svg.board").await, info.lessons.len() as u64);
    for lesson in info.lessons {
        let card = format!(".lesson[data-lesson='{}']", lesson.title);
        assert!(tab.text(&card).await.contains(lesson.text), "{}", lesson.title);
        assert!(tab.count(&format!("{card} .lesson-moves li")).await > 0, "{}", lesson.title);
    }
    assert!(tab.text("#learn-cost").await.contains(info.cost));
    fits_everywhere(tab, &format!("learn-{}", chosen.game.id())).await;
    // After all these sizes the boards have that of their cards.
    let fit = "[...document.querySelectorAll('.lesson svg.board')].every((board) =>
        board.getBoundingClientRect().right < board.closest('.lesson').getBoundingClientRect().right)";
    tab.until("boards within their cards", fit).await;
}

/// A lesson on the screen plays in a loop, others wait; the button stops all of them.
pub async fn lessons_play_by_themselves(tab: &Tab, chosen: &Chosen) {
    learn(tab, chosen).await;
    tab.resize((900, 500)).await;
    tab.sees(".lesson[data-playing]").await;
    tab.until("a move of the first lesson", "Number(document.querySelector('.lesson').dataset.step) >= 0")
        .await;
    tab.until("the loop to start again", "document.querySelector('.lesson').dataset.step === '-1'").await;
    let last = ".lesson[data-lesson]:nth-last-of-type(1)";
    assert_eq!(tab.count(&format!("{last}[data-playing]")).await, 0, "a lesson plays where nobody sees it");
    tab.run(&format!("document.querySelector({last:?}).scrollIntoView();"), vec![]).await;
    tab.sees(&format!("{last}[data-playing]")).await;
    tab.click("#lessons-play").await;
    tab.until("all lessons to stop", "!document.querySelector('.lesson[data-playing]')").await;
    tab.click("#lessons-play").await;
    tab.sees(".lesson[data-playing]").await;
}

/// A lesson is a level like any other.
pub async fn a_lesson_is_tried(tab: &Tab, chosen: &Chosen) {
    learn(tab, chosen).await;
    tab.click(".lesson-try").await;
    tab.is_view("play").await;
    has_made(tab, 0).await;
}

/// Where motion is unwelcome nothing moves: there is a board before the moves and one after them.
pub async fn lessons_stand_still(tab: &Tab, chosen: &Chosen) {
    prefer(tab, "prefers-reduced-motion", "reduce").await;
    learn(tab, chosen).await;
    assert_eq!(
        tab.count(".lesson[data-lesson] svg.board").await,
        2 * chosen.game.info().lessons.len() as u64
    );
    assert!(!tab.shows("#lessons-play").await);
    tab.screenshot(&format!("learn-still-{}", chosen.game.id())).await;
}

/// The list, a level of it and a shared level lead to the lessons.
pub async fn lessons_are_close_at_hand(tab: &Tab, chosen: &Chosen) {
    let id = chosen.game.id();
    tab.open("").await;
    tab.reads("#about", "What is this?").await;
    tab.click(&format!("#shelves [data-learn='{id}']")).await;
    tab.is_view("learn").await;
    open(tab, &chosen.id).await;
    tab.click("#how-to-play").await;
    tab.is_view("learn").await;
    let shared = serde_json::json!({ "game": id, "text": chosen.text });
    let link = tab.link("play", &shared).await;
    tab.open(&link).await;
    tab.click("#how-to-play").await;
    tab.is_view("learn").await;
    assert!(tab.text("h1").await.ends_with(chosen.game.name()));
}

/// From the lessons a link and Escape lead back to the level that they were opened from.
pub async fn lessons_lead_back_to_the_level(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let title = tab.text("#title").await;
    for by_key in [false, true] {
        tab.click("#how-to-play").await;
        tab.is_view("learn").await;
        tab.reads("#learn-back", &format!("Back to {title}")).await;
        if by_key {
            tab.press([Key::Escape.into()]).await;
        } else {
            tab.click("#learn-back").await;
        }
        tab.is_view("play").await;
        assert_eq!(tab.text("#title").await, title);
    }
    learn(tab, chosen).await;
    assert!(!tab.shows("#learn-back").await, "there is no level to go back to");
}

/// Before the first move the aim of the level and its keys are said below the board; nothing is wrong yet. The action
/// key is offered where it is of use.
pub async fn the_aim_is_said_at_first(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    has_made(tab, 0).await;
    tab.sees("#how .aim").await;
    let level = chosen.level();
    let aim = level.aim().unwrap_or_else(|| chosen.game.about().to_string());
    let how = tab.text("#how").await;
    assert!(how.contains(&aim), "{how} does not say {aim}");
    let acts = chosen.game.controls() == Controls::Action && level.has_action();
    assert_eq!((tab.shows("#act").await, how.contains("X acts")), (acts, acts), "{how}");
    assert!(acts || how.contains(chosen.game.info().click), "{how} does not say where to click");
    make_all(tab, chosen).await;
    tab.misses("#how .aim").await;
}
