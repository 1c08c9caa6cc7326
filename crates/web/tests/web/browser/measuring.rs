//! How soon a key shows its effect. These print times and run only if they are named, since only an idle machine
//! gives numbers that mean something; docs/benchmarks.md lists them:
//!
//!     UNRIDDLE_BROWSER=measuring cargo test -p unriddle-web --features browser --test web browser

use fantoccini::key::Key;
use serde_json::json;
use unriddle_kit::Gesture;

use super::hands::{arrow, letter};
use super::levels::Chosen;
use super::playing::open;
use super::report;
use super::tab::Tab;

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

/// Prints the median of the times until keys show their effect.
async fn measure(tab: &Tab, what: &str, (before, key): (&[String], &str)) {
    let times = tab.client.execute_async(MEASURE, vec![json!(before), json!(key)]).await;
    let times = times.unwrap_or_else(|error| panic!("the keys have no effect: {error}"));
    let [quarter, median] = [50, 100].map(|at: usize| times[at].as_f64().expect("two hundred times"));
    report(&format!(
        "{what}: {median:.1} ms from a key to its effect, {quarter:.1} ms for the fastest quarter"
    ));
}

/// The name of the arrow key.
fn name(direction: unriddle_kit::Direction) -> &'static str {
    match arrow(direction) {
        key if key == char::from(Key::Up) => "ArrowUp",
        key if key == char::from(Key::Right) => "ArrowRight",
        key if key == char::from(Key::Down) => "ArrowDown",
        _ => "ArrowLeft",
    }
}

/// A key, in a level of the game.
pub async fn keys(tab: &Tab, chosen: &Chosen) {
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
    measure(tab, chosen.game.id(), (&before, &key)).await;
}

/// The same in a maze of 141 × 141 cells.
pub async fn keys_on_a_large_board(tab: &Tab) {
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
    measure(tab, "141 by 141", (&[], "ArrowRight")).await;
}
