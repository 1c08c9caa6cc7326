//! Motion: pieces take the way that the game says, a key never waits, and its effect is seen at once.

use fantoccini::key::Key;
use serde_json::{Value, json};
use unriddle_games::Gesture;

use super::hands::{arrow, letter};
use super::levels::Chosen;
use super::playing::{has_made, make_all, open};
use super::report;
use super::tab::Tab;

/// A ball, a slope, and a long way to the flag.
const COURSE: &str = "7x1\n0,ball 1,left 1 1 1 1 1,flag\n\n3- 3-\n";

/// Notes every place that the ball reaches.
const WATCH: &str = "window.places = [];
    new MutationObserver((changes) => {
        for (const { target } of changes)
            if (target.dataset.piece === 'ball') window.places.push(Number(target.dataset.x));
    }).observe(document.querySelector('#board'), { subtree: true, attributes: true, attributeFilter: ['data-x'] });
    window.moved = false;
    new MutationObserver(() => { window.moved = true; })
        .observe(document.querySelector('#board'), { attributes: true, attributeFilter: ['data-moving'] });";

async fn on_the_course(tab: &Tab) {
    let link = tab.link("play", &json!({ "game": "golf-peaks", "text": COURSE })).await;
    tab.open(&link).await;
    tab.is_view("play").await;
    // The page goes on where a level was left.
    tab.press(['r']).await;
    has_made(tab, 0).await;
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
    tab.run(
        "const choice = document.querySelector('#motion-speed');
        choice.value = 'off';
        choice.dispatchEvent(new Event('change'));",
        vec![],
    )
    .await;
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
    let high =
        "window.seen.some(([place, shadow]) => shadow && window.numbers(place, 'translate')[1] < -0.2)";
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
    assert!(turning.as_u64() > Some(3), "{turning} moments of a turn");
}

/// Pieces are slow or fast, as is chosen.
pub async fn the_speed_is_chosen(tab: &Tab) {
    let mut times = Vec::new();
    for speed in ["slow", "fast"] {
        on_the_course(tab).await;
        tab.run(
            "const choice = document.querySelector('#motion-speed');
            choice.value = arguments[0];
            choice.dispatchEvent(new Event('change'));
            window.times = [];
            new MutationObserver(() => window.times.push(performance.now()))
                .observe(document.querySelector('#board'), { attributes: true, attributeFilter: ['data-moving'] });",
            vec![json!(speed)],
        )
        .await;
        tab.press([Key::Right.into()]).await;
        tab.until("the end of the motion", "window.times.length > 1").await;
        times.push(tab.value("window.times.at(-1) - window.times[0]").await.as_f64().expect("milliseconds"));
    }
    assert!(times[0] > 2.0 * times[1], "{times:?}");
}

/// Presses a key and undoes it, a hundred times each: the milliseconds until the page shows the position after it.
/// The stage says how many moves are made as soon as the board has changed.
const MEASURE: &str = "const [before, key, done] = arguments;
    const press = (key) => document.querySelector('#board-area')
        .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const times = [];
    let since = 0;
    const next = () => {
        if (times.length === 200) { done(times.sort((a, b) => a - b)); return; }
        if (times.length % 2 === 0) before.forEach(press);
        since = performance.now();
        press(times.length % 2 ? 'z' : key);
    };
    new MutationObserver(() => {
        times.push(performance.now() - since);
        setTimeout(next, 20);
    }).observe(document.querySelector('#stage'), { attributes: true, attributeFilter: ['data-moves'] });
    next();";

/// Fails if the median of the times until keys show their effect is more than this many milliseconds.
async fn is_quick(tab: &Tab, what: &str, (before, key): (&[String], &str), limit: f64) {
    let times = tab.client.execute_async(MEASURE, vec![json!(before), json!(key)]).await;
    let times = times.unwrap_or_else(|error| panic!("the keys have no effect: {error}"));
    let [quarter, median] = [50, 100].map(|at: usize| times[at].as_f64().expect("two hundred times"));
    report(&format!(
        "{what}: {median:.1} ms from a key to its effect, {quarter:.1} ms for the fastest quarter"
    ));
    assert!(median <= limit, "{median} ms");
}

/// The name of the arrow key.
fn name(direction: unriddle_games::Direction) -> &'static str {
    match arrow(direction) {
        key if key == char::from(Key::Up) => "ArrowUp",
        key if key == char::from(Key::Right) => "ArrowRight",
        key if key == char::from(Key::Down) => "ArrowDown",
        _ => "ArrowLeft",
    }
}

/// A key shows its effect within 20 milliseconds.
pub async fn a_key_shows_its_effect_at_once(tab: &Tab, chosen: &Chosen) {
    let (before, key) = match &chosen.steps[0].gesture {
        Gesture::Go { direction } => (Vec::new(), name(*direction).to_string()),
        Gesture::Play { direction, .. } => {
            (vec![(chosen.steps[0].card + 1).to_string()], name(*direction).to_string())
        }
        // A cursor goes to the first cell, and from there to the one where the belt is laid.
        Gesture::Lay { x, y, direction } => {
            let (wide, high) =
                (chosen.text.lines().map(str::len).max().unwrap_or(0), chosen.text.lines().count());
            let keys = [("ArrowLeft", wide), ("ArrowUp", high), ("ArrowRight", *x), ("ArrowDown", *y)];
            let keys = keys.into_iter().flat_map(|(key, times)| std::iter::repeat_n(key.to_string(), times));
            (keys.collect(), letter(*direction).to_string())
        }
        other => panic!("{other:?} has no key"),
    };
    open(tab, &chosen.id).await;
    is_quick(tab, chosen.game.id(), (&before, &key), 20.0).await;
}

/// The same within 50 milliseconds in a maze of 141 × 141 cells.
pub async fn a_key_shows_its_effect_on_a_large_board(tab: &Tab) {
    let row = |y: usize| match (y, y % 2) {
        (0 | 140, _) => "#".repeat(141),
        (_, 1) => format!("#{}#", ".".repeat(139)),
        _ => format!("#{}#", "#.".repeat(70).trim_end_matches('.').to_string() + "."),
    };
    let mut rows: Vec<String> = (0..141).map(row).collect();
    rows[139].replace_range(1..2, "S");
    rows[1].replace_range(139..140, "E");
    let text: String = rows.iter().map(|row| format!("{}\n", &row[..141])).collect();
    let link = tab.link("play", &json!({ "game": "reindeer-maze", "text": text })).await;
    tab.open(&link).await;
    tab.is_view("play").await;
    is_quick(tab, "141 by 141", (&[], "ArrowRight"), 50.0).await;
}
