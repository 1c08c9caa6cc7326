//! Choosing a level and playing it.

use fantoccini::key::Key;
use serde_json::json;
use unriddle_games::{GAMES, read_all};
use unriddle_kit::{Controls, Direction, Gesture};

use super::hands::{LEFT, arrow, letter};
use super::laying::make_strokes;
use super::levels::{Chosen, Step, shipped};
use super::looking::prefer;
use super::tab::Tab;

/// Every shipped level is in the list with a picture, and the first pictures load.
pub async fn the_list_shows_every_level(tab: &Tab) {
    tab.open("").await;
    let count = |(_, text): (String, String)| read_all(&text, &[]).map_or(0, |levels| levels.count());
    let all: usize = GAMES.iter().flat_map(|&game| shipped(game)).map(count).sum();
    assert_eq!(tab.count("a.level").await, all as u64);
    assert_eq!(tab.count("a.level .level-picture img").await, all as u64);
    assert_eq!(tab.count(".level.broken").await, 0);
    let pars = "[...document.querySelectorAll('a.level .level-about')].every((one) => /par (\\d|unknown)/.test(one.textContent))";
    assert_eq!(tab.value(pars).await, true, "every level has a par, or says that it is unknown");
    let first = "[...document.querySelectorAll('.level-picture img')].slice(0, 8)";
    tab.until("pictures", &format!("{first}.every((image) => image.complete && image.naturalWidth > 0)"))
        .await;
    tab.screenshot("choose").await;
}

/// `?` shows the keys, and Escape closes the dialog; in the list `/` goes to the search.
pub async fn keys_are_shown(tab: &Tab) {
    tab.open("").await;
    tab.press(['?']).await;
    tab.sees("#help").await;
    assert!(tab.count("#help-keys tbody tr").await > 1, "there are other keys than this one");
    tab.press([Key::Escape.into()]).await;
    tab.misses("#help").await;
    tab.press(['/']).await;
    tab.until("the search", "document.activeElement.id === 'search'").await;
}

/// The list that is opened from a level is scrolled to that level, and to its game.
pub async fn the_list_goes_to_the_level_that_was_left(tab: &Tab, chosen: &Chosen) {
    let (last, _) = shipped(chosen.game).last().expect("every game has levels");
    let seen = |selector: &str| {
        format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect();
            return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; }})()"
        )
    };
    let card = format!("a.level[data-level='{last}']");
    for size in [(360, 740), (1366, 768)] {
        tab.resize(size).await;
        for way in ["#home", ".level-game"] {
            open(tab, &last).await;
            tab.click(way).await;
            tab.is_view("levels").await;
            tab.until("the level that was left", &seen(&card)).await;
            let chip = "(() => { const box = document.querySelector('.filter [aria-current]').getBoundingClientRect();
                return box.left >= 0 && box.right <= innerWidth; })()";
            assert_eq!(tab.value(chip).await, true, "the chosen game is out of sight");
        }
    }
}

/// A level is opened from the list and won by keys or strokes; the list shows that.
pub async fn a_level_is_won_by_hand(tab: &Tab, chosen: &Chosen) {
    open_from_list(tab, chosen).await;
    tab.screenshot(&format!("play-{}", chosen.game.id())).await;
    assert!(!tab.shows("#banner").await, "it is won before the first move");
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    tab.screenshot(&format!("won-{}", chosen.game.id())).await;
    tab.click("#home").await;
    tab.is_view("levels").await;
    let progress = tab.attribute(&level(chosen), "data-progress").await;
    assert!(["solved", "par"].contains(&progress.as_str()), "the list shows {progress}");
}

/// Notes what appears over the board.
const WATCH_THE_SKY: &str = "window.bursts = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.matches?.('.confetti')) window.bursts += 1;
    }).observe(document.querySelector('#board-area'), { childList: true });";

/// A win is celebrated with a burst that goes by itself, and without one where motion is unwelcome.
pub async fn a_win_is_celebrated_briefly(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.run(WATCH_THE_SKY, vec![]).await;
    make_all(tab, chosen).await;
    tab.until("a burst", "window.bursts === 1").await;
    tab.until("its end", "!document.querySelector('.confetti')").await;
    is_won(tab, chosen).await;
    prefer(tab, "prefers-reduced-motion", "reduce").await;
    tab.press(['r']).await;
    has_made(tab, 0).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    assert_eq!(tab.value("window.bursts").await, 1);
}

/// What cost and par mean is said where they stand.
pub async fn cost_and_par_are_explained(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    for (term, words) in [("cost", chosen.game.info().cost), ("par", "optimal solution")] {
        assert!(!tab.shows(&format!("#about-{term}")).await, "{term} is explained unasked");
        tab.click(&format!("[data-term='{term}']")).await;
        tab.sees(&format!("#about-{term}")).await;
        tab.reads(&format!("#about-{term}"), words).await;
        tab.press([Key::Escape.into()]).await;
        tab.misses(&format!("#about-{term}")).await;
    }
}

/// Undo, redo and restart, by keys and by buttons.
pub async fn moves_are_undone(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let made = make_all(tab, chosen).await;
    let all = chosen.moves.len();
    let before = last_but_one(&made);
    tab.press(['z']).await;
    has_made(tab, before).await;
    tab.misses("#banner").await;
    tab.press(['y']).await;
    has_made(tab, all).await;
    tab.sees("#banner").await;
    tab.press(['r']).await;
    has_made(tab, 0).await;
    assert_eq!(tab.number("#cost").await, 0);
    tab.click("#redo").await;
    has_made(tab, made[0]).await;
    tab.click("#undo").await;
    has_made(tab, 0).await;
    assert_eq!(tab.value("document.querySelector('#undo').disabled").await, true);
    for &count in &made {
        tab.click("#redo").await;
        has_made(tab, count).await;
    }
    is_won(tab, chosen).await;
    tab.click("#restart").await;
    has_made(tab, 0).await;
    tab.sees("#restart:disabled").await;
}

/// The entry of a level in the list.
fn level(chosen: &Chosen) -> String {
    format!("a.level[data-level='{}']", chosen.id)
}

/// Opens a level by clicking on its game and on itself.
async fn open_from_list(tab: &Tab, chosen: &Chosen) {
    tab.open("").await;
    let game = chosen.game.id();
    tab.click(&format!("[data-filter='{game}']")).await;
    tab.sees(&format!("[data-filter='{game}'][aria-current]")).await;
    tab.click(&level(chosen)).await;
    tab.is_view("play").await;
}

/// Opens a level by its address.
pub async fn open(tab: &Tab, id: &str) {
    tab.open(&format!("#/level/{}", id.replace('/', "%2F"))).await;
    tab.is_view("play").await;
}

/// Waits until this number of moves is made.
pub async fn has_made(tab: &Tab, count: usize) {
    let made = format!("document.querySelector('#stage')?.dataset.moves === '{count}'");
    tab.until(&format!("{count} moves to be made"), &made).await;
}

/// Asserts that the page shows the level as won at its cost.
pub async fn is_won(tab: &Tab, chosen: &Chosen) {
    tab.sees("#banner").await;
    tab.sees("#winnability[data-winnable='solved']").await;
    assert_eq!(tab.number("#cost").await, u64::from(chosen.cost));
    assert_eq!(tab.attribute("#stage", "data-solved").await, "true");
}

/// Makes all moves of the solution. Returns how many are made after each key or stroke, which are undone one by one.
pub async fn make_all(tab: &Tab, chosen: &Chosen) -> Vec<usize> {
    match chosen.game.controls() {
        Controls::Cells => make_strokes(tab, &chosen.steps).await,
        Controls::Directions | Controls::Action | Controls::Hand => {
            for (at, step) in chosen.steps.iter().enumerate() {
                make_by_keys(tab, step, at % 2 == 0).await;
                has_made(tab, step.made).await;
            }
            chosen.steps.iter().map(|step| step.made).collect()
        }
    }
}

/// How many moves are made before the last key or stroke.
pub fn last_but_one(made: &[usize]) -> usize {
    made.iter().rev().nth(1).copied().unwrap_or(0)
}

/// Makes a move with arrows or letters, after a number for the card.
async fn make_by_keys(tab: &Tab, step: &Step, arrows: bool) {
    let key = if arrows { arrow } else { letter };
    match step.gesture {
        Gesture::Go { direction } => tab.press([key(direction)]).await,
        Gesture::Act => tab.press(['x']).await,
        Gesture::Play { direction, .. } => {
            let card = format!("[data-held='{}']", step.card);
            let picked = format!("{card}[aria-pressed='true']");
            if !tab.shows(&picked).await {
                tab.press(tab.attribute(&card, "data-card").await.chars()).await;
            }
            tab.sees(&picked).await;
            tab.press([key(direction)]).await;
        }
        Gesture::Lay { .. } | Gesture::Clear { .. } | Gesture::Tap { .. } => {
            panic!("that is done with the pointer")
        }
    }
}

/// Swipes and taps win a level on a touch screen.
pub async fn fingers_play(tab: &Tab, chosen: &Chosen) {
    tab.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
    tab.resize((400, 800)).await;
    open(tab, &chosen.id).await;
    for step in &chosen.steps {
        match step.gesture {
            Gesture::Go { direction } => tab.swipe("#board", direction).await,
            Gesture::Act => tab.click("#act").await,
            Gesture::Play { direction, .. } => {
                let card = format!("[data-held='{}']", step.card);
                if tab.attribute(&card, "aria-pressed").await != "true" {
                    tab.click(&card).await;
                }
                tab.swipe("#board", direction).await;
            }
            Gesture::Lay { x, y, direction } => {
                let (dx, dy) = direction.delta();
                let next = (x.checked_add_signed(dx).unwrap_or(x), y.checked_add_signed(dy).unwrap_or(y));
                tab.finger("#board", &[(x, y), next]).await;
            }
            Gesture::Clear { .. } | Gesture::Tap { .. } => panic!("no solution takes anything away"),
        }
        has_made(tab, step.made).await;
    }
    is_won(tab, chosen).await;
}

/// Cards are drawn and say what they do; a picked one can still be read, and ends the request to pick one.
pub async fn cards_are_drawn(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    assert!(tab.count("[data-card]").await > 1, "{}: a choice of cards", chosen.id);
    assert_eq!(tab.count("[data-card]").await, tab.count("[data-card] .card-face:has(svg path)").await);
    let words = tab.text("[data-card='1'] .hidden").await;
    assert!(words.contains(' '), "words, not notation: {words}");
    tab.press([arrow(Direction::Right)]).await;
    tab.reads("#message", "Pick a card first").await;
    tab.press(['1']).await;
    tab.sees("[data-card='1'][aria-pressed='true']").await;
    tab.until("no request", "document.querySelector('#message').textContent === ''").await;
    let style = |name: &str| {
        format!("getComputedStyle(document.querySelector(\"[data-card='1'] .card-sign b\")).{name}")
    };
    let card = "getComputedStyle(document.querySelector(\"[data-card='1']\")).backgroundColor";
    assert_ne!(tab.value(&style("color")).await, tab.value(card).await, "it can be read");
    // After a fast swipe there is no click.
    let touch = "document.querySelector(\"[data-card='2']\").dispatchEvent(new PointerEvent('pointerdown',
        { bubbles: true, isPrimary: true, button: 0, pointerType: 'touch' }));";
    tab.run(touch, vec![]).await;
    tab.sees("[data-card='2'][aria-pressed='true']").await;
    assert_eq!(tab.count("#hand [aria-pressed='true']").await, 1);
}

/// A card that is played leaves its place empty, also after a reload: no other card and no button moves, and every card
/// keeps its number.
pub async fn cards_keep_their_places(tab: &Tab, chosen: &Chosen) {
    // A picked card is raised, which does not count.
    let places = "[...document.querySelectorAll('#hand, #hand > .card, #pad, .toolbar > *')]
        .map(({ offsetLeft, offsetTop, offsetWidth }) => [offsetLeft, offsetTop, offsetWidth].join()).join(' ')";
    let numbers = "[...document.querySelectorAll('#hand [data-card]')]
        .every((card) => [...card.parentElement.children].indexOf(card) + 1 === Number(card.querySelector('kbd').textContent))";
    for size in [(360, 740), (1366, 768)] {
        tab.resize(size).await;
        open(tab, &chosen.id).await;
        tab.press(['r']).await;
        has_made(tab, 0).await;
        let cards = tab.count("#hand [data-card]").await;
        let before = tab.value(places).await;
        make_all(tab, &chosen.first(1)).await;
        assert_eq!(tab.count("#hand [data-card]").await, cards - 1);
        assert_eq!(tab.value(places).await, before, "on {size:?}");
        assert_eq!(tab.value(numbers).await, true, "the numbers of the cards, on {size:?}");
        open(tab, &chosen.id).await;
        has_made(tab, 1).await;
        assert_eq!(tab.value(places).await, before, "after a reload, on {size:?}");
    }
}

/// A solved level is over: no key makes its result worse, and nothing is said to be wrong.
pub async fn a_win_is_the_end(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    tab.press([arrow(Direction::Up), arrow(Direction::Left)]).await;
    tab.reads("#toast", "The level is solved").await;
    assert!(!tab.shows("#message.refused").await, "a key after the win is called wrong");
    is_won(tab, chosen).await;
}

/// The buttons beside the board make a move.
pub async fn buttons_play(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    let step = &chosen.steps[0];
    match step.gesture {
        Gesture::Go { direction } => tab.click(&format!("[data-go='{}']", direction.word())).await,
        Gesture::Act => tab.click("#act").await,
        Gesture::Play { direction, .. } => {
            tab.click(&format!("[data-held='{}']", step.card)).await;
            tab.click(&format!("[data-go='{}']", direction.word())).await;
        }
        Gesture::Lay { x, y, direction } => {
            // The cursor starts in the corner.
            let right = std::iter::repeat_n(arrow(Direction::Right), x);
            let down = std::iter::repeat_n(arrow(Direction::Down), y);
            tab.press(right.chain(down)).await;
            tab.click(&format!("[data-go='{}']", direction.word())).await;
        }
        Gesture::Clear { .. } | Gesture::Tap { .. } => panic!("no solution takes anything away"),
    }
    has_made(tab, step.made).await;
}

/// A click on a cell makes the moves that the game says it stands for, which are undone as one.
pub async fn a_click_moves(tab: &Tab, chosen: &Chosen) {
    let level = chosen.level();
    let mut start = level.start();
    let picture = start.picture();
    let card = start.hand().first().cloned();
    let cells = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let found = cells.into_iter().find_map(|(x, y)| {
        let made = start.perform(&Gesture::Tap { x, y, card: card.clone() }).ok()?;
        (made > 0).then_some(((x, y), made))
    });
    let (cell, made) = found.expect("some cell can be tapped");
    open(tab, &chosen.id).await;
    if card.is_some() {
        tab.click("[data-card='1']").await;
    }
    tab.stroke("#board", &[cell], LEFT).await;
    has_made(tab, made).await;
    tab.press(['z']).await;
    has_made(tab, 0).await;
}

/// A text that no game recognises is refused with words, until its game is chosen by hand.
pub async fn a_text_of_no_game_is_refused(tab: &Tab) {
    tab.expect_in_log("422");
    tab.open("").await;
    tab.click("#own summary").await;
    tab.run("document.querySelector('#paste').value = 'hello world';", vec![]).await;
    tab.click("#paste-open").await;
    tab.reads("#paste-problem", "no game recognises this level").await;
    tab.is_view("levels").await;
    tab.run("document.querySelector('#paste-game').value = 'reindeer-maze';", vec![]).await;
    tab.click("#paste-open").await;
    tab.is_view("edit").await;
}

/// A level is chosen and won with the keyboard alone.
pub async fn the_keyboard_is_enough(tab: &Tab, chosen: &Chosen) {
    tab.open("").await;
    tab.press([Key::Tab.into()]).await;
    assert_eq!(tab.value("document.activeElement.id").await, "skip");
    walk_to(tab, &format!("[data-filter='{}']", chosen.game.id())).await;
    tab.press([Key::Enter.into()]).await;
    tab.sees(&format!("[data-filter='{}'][aria-current]", chosen.game.id())).await;
    walk_to(tab, &level(chosen)).await;
    tab.press([Key::Enter.into()]).await;
    tab.is_view("play").await;
    for step in &chosen.steps {
        if let Gesture::Lay { x, y, direction } = step.gesture {
            move_cursor(tab, x, y).await;
            tab.press([letter(direction)]).await;
        } else {
            make_by_keys(tab, step, true).await;
        }
        has_made(tab, step.made).await;
    }
    is_won(tab, chosen).await;
    walk_to(tab, "#undo").await;
    tab.press([Key::Space.into()]).await;
    tab.misses("#banner").await;
}

/// Presses Tab until an element has the focus, which must be visible.
async fn walk_to(tab: &Tab, selector: &str) {
    for _ in 0..300 {
        if tab.value(&format!("document.activeElement?.matches({selector:?})")).await == true {
            let ring =
                "(() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
                return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1; })()";
            assert_eq!(tab.value(ring).await, true, "the focus of {selector} is not visible");
            return;
        }
        tab.press([Key::Tab.into()]).await;
    }
    panic!("Tab does not lead to {selector}");
}

/// Moves the cursor to a cell by arrows.
async fn move_cursor(tab: &Tab, x: usize, y: usize) {
    for _ in 0..300 {
        let at = tab.attribute("#board", "data-cursor").await;
        let (at_x, at_y) = at.split_once(',').unwrap_or(("0", "0"));
        let (at_x, at_y) = (at_x.parse().unwrap_or(0usize), at_y.parse().unwrap_or(0usize));
        let way = if at_x < x {
            Direction::Right
        } else if at_x > x {
            Direction::Left
        } else if at_y < y {
            Direction::Down
        } else if at_y > y {
            Direction::Up
        } else {
            return;
        };
        tab.press([arrow(way)]).await;
    }
    panic!("the cursor does not reach column {x}, row {y}");
}
