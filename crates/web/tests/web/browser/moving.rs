//! Motion: pieces take the way that the game says, and a key never waits. How soon its effect is seen is in
//! [`measuring`](super::measuring).

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::levels::Chosen;
use super::playing::{has_made, make_all, open};
use super::tab::Tab;

/// A ball, a slope, and a long way to the flag.
const COURSE: &str = "7x1\n0,ball 1,left 1 1 1 1 1,flag\n\n3- 3-\n";

/// Notes every place that the ball reaches.
const WATCH: &str = "window.places = [];
    new MutationObserver((changes) => {
        // Several changes may be told at once, each with the value before it.
        const ball = changes.filter(({ target }) => target.dataset.piece === 'ball');
        ball.forEach(({ target }, at) => window.places.push(Number(ball[at + 1]?.oldValue ?? target.dataset.x)));
    }).observe(document.querySelector('#board'),
        { subtree: true, attributes: true, attributeFilter: ['data-x'], attributeOldValue: true });
    window.moved = false;
    new MutationObserver(() => { window.moved = true; })
        .observe(document.querySelector('#board'), { attributes: true, attributeFilter: ['data-moving'] });";

async fn on_the_course(tab: &Tab) {
    let link = tab.link("play", &json!({ "game": "golf-peaks", "text": COURSE })).await;
    tab.open(&link).await;
    tab.is_view("play").await;
    // The page goes on where a level was left, and the ball glides back.
    tab.press(['r']).await;
    has_made(tab, 0).await;
    let back = "!document.querySelector('#board[data-moving]')
        && document.querySelector('[data-piece=ball]').dataset.x === '0'";
    tab.until("the ball to be back", back).await;
    tab.run(WATCH, vec![]).await;
    tab.press(['1']).await;
}

/// The places that the ball has reached when it is at `end`.
async fn places(tab: &Tab, end: u64) -> Value {
    tab.until("the ball to rest", "!document.querySelector('#board[data-moving]')").await;
    tab.until(
        "the ball to be there",
        &format!("document.querySelector('[data-piece=ball]').dataset.x === '{end}'"),
    )
    .await;
    tab.value("window.places").await
}

/// A ball rolls cell by cell.
pub async fn a_ball_passes_through_every_cell(tab: &Tab) {
    on_the_course(tab).await;
    tab.press([Key::Right.into()]).await;
    assert_eq!(places(tab, 3).await, json!([1, 2, 3]));
    tab.press(['z']).await;
    has_made(tab, 0).await;
    tab.until("the ball to be back", "document.querySelector('[data-piece=ball]').dataset.x === '0'").await;
    tab.run("window.places.length = 0", vec![]).await;
    tab.press(['y']).await;
    assert_eq!(places(tab, 3).await, json!([1, 2, 3]), "what is done again is seen again");
}

/// With reduced motion, and where it is switched off, the end is shown at once.
pub async fn reduced_motion_shows_the_end(tab: &Tab) {
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    tab.devtools("Emulation.setEmulatedMedia", still).await;
    on_the_course(tab).await;
    tab.press([Key::Right.into()]).await;
    assert_eq!(places(tab, 3).await, json!([3]));
    assert_eq!(tab.value("window.moved").await, false);
    tab.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
    choose_speed(tab, "off").await;
    on_the_course(tab).await;
    assert_eq!(tab.input("#motion-speed").await, "off", "the browser remembers it");
    tab.press([Key::Right.into()]).await;
    assert_eq!(places(tab, 3).await, json!([3]));
}

/// A key during a motion ends it and counts.
pub async fn a_key_during_a_motion_counts(tab: &Tab) {
    on_the_course(tab).await;
    tab.press([Key::Right.into()]).await;
    has_made(tab, 1).await;
    tab.press(['1', Key::Right.into()]).await;
    has_made(tab, 2).await;
    tab.sees("#banner").await;
    let way = places(tab, 6).await;
    assert!(way.as_array().is_some_and(|way| way.contains(&json!(3)) && way.contains(&json!(6))), "{way}");
}

/// Notes every place of a piece, and whether something flies.
const RECORD: &str = "window.seen = [];
    new MutationObserver((changes) => {
        for (const { target } of changes)
            if (target.dataset.piece)
                window.seen.push([target.style.transform, Boolean(document.querySelector('#board .shadow'))]);
    }).observe(document.querySelector('#board'), { subtree: true, attributes: true, attributeFilter: ['style'] });
    window.numbers = (transform, name) =>
        (new RegExp(`${name}\\\\(([^)]*)\\\\)`).exec(transform)?.[1] ?? '').split(',').map(Number.parseFloat);";

/// Between two cells.
const BETWEEN: &str =
    "window.seen.some(([place]) => window.numbers(place, 'translate').some((at) => at % 1 !== 0))";

/// Pieces are seen on their way from cell to cell: in a film where there is one, and else when a move is made.
pub async fn pieces_are_seen_on_their_way(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    has_made(tab, 0).await;
    tab.run(RECORD, vec![]).await;
    if chosen.runs() {
        make_all(tab, chosen).await;
    } else {
        make_all(tab, &chosen.first(1)).await;
    }
    tab.until("a piece between two cells", BETWEEN).await;
}

/// A ball that is chipped flies above its shadow.
pub async fn a_jump_is_an_arc(tab: &Tab) {
    let course = "5x1\n0,ball x 0 0 0,flag\n\n2/ 2-\n";
    let link = tab.link("play", &json!({ "game": "golf-peaks", "text": course })).await;
    tab.open(&link).await;
    has_made(tab, 0).await;
    tab.run(RECORD, vec![]).await;
    tab.press(['1', Key::Right.into()]).await;
    // The moment 16 ms after the beginning of a motion is always shown. Later ones may be missed.
    let high =
        "window.seen.some(([place, shadow]) => shadow && window.numbers(place, 'translate')[1] < -0.05)";
    tab.until("a ball in the air", high).await;
    tab.until("the ball to land", "!document.querySelector('#board .shadow')").await;
}

/// A molecule turns about a pivot by degrees.
pub async fn a_molecule_turns_about_its_pivot(tab: &Tab) {
    open(tab, "sokobond/20-pivot.txt").await;
    for degree in ["1", "2", "3"] {
        tab.press(['h']).await;
        tab.sees(&format!("#message[data-degree='{degree}']")).await;
    }
    tab.run(RECORD, vec![]).await;
    tab.press(['h']).await;
    tab.sees("#banner").await;
    let angles = "window.seen.map(([place]) => Math.abs(window.numbers(place, 'rotate')[0]))";
    let turning = tab.value(&format!("{angles}.filter((angle) => angle > 0 && angle < 90).length")).await;
    assert!(turning.as_u64() > Some(0), "no moment of a turn is shown");
}

/// Chooses how fast pieces move.
async fn choose_speed(tab: &Tab, speed: &str) {
    tab.run(
        "const choice = document.querySelector('#motion-speed');
        choice.value = arguments[0];
        choice.dispatchEvent(new Event('change'));",
        vec![json!(speed)],
    )
    .await;
}

/// Pieces are slow or fast, as is chosen.
///
/// The page sees another clock, which the check moves on: at a slow speed the ball is still on its way at a time at which it
/// has arrived at a fast one.
pub async fn the_speed_is_chosen(tab: &Tab) {
    for (speed, arrived) in [("slow", false), ("fast", true)] {
        on_the_course(tab).await;
        choose_speed(tab, speed).await;
        tab.run(CLOCK, vec![]).await;
        tab.press([Key::Right.into()]).await;
        tab.until("a motion", "document.querySelector('#board[data-moving]') && window.ticks.length > 0")
            .await;
        tab.run("window.pass(400);", vec![]).await;
        assert_eq!(tab.value("!document.querySelector('#board[data-moving]')").await, arrived, "{speed}");
        tab.run("window.pass(2000);", vec![]).await;
        assert_eq!(places(tab, 3).await, json!([1, 2, 3]), "{speed}");
    }
}

/// A clock that stands still until `pass` moves it on by some milliseconds, which shows a picture.
const CLOCK: &str = "let now = performance.now();
    performance.now = () => now;
    window.ticks = [];
    window.requestAnimationFrame = (tick) => window.ticks.push(tick);
    window.pass = (time) => { now += time; window.ticks.splice(0).forEach((tick) => tick(now)); };";
