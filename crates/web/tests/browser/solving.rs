//! Hints, the light, solving, and watching a solution.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::levels::{Chosen, lost_position};
use crate::playing::{has_made, open};
use crate::tab::Tab;

/// A level that takes far longer than anyone waits: ten actors on an open field.
const LONG: &str = "\
..............
..r..b..r..b..
...... .......
.. ....... ...
.....r..b.....
.... .........
......... ....
..r..b..r..b..
..............

R 0 0
R 1 0
R 2 0
R 0 1
R 0 2
B 13 8
B 12 8
B 11 8
B 13 7
B 13 6
";

/// A hint shows the next move; asked for again, the whole way is played. That is no win of the
/// player's own.
pub async fn a_hint_leads_to_the_end(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.sees("#light[data-light='yes']").await;
    tab.press(['h']).await;
    tab.reads("#message", "Hint:").await;
    let ghosts = tab.value("document.querySelectorAll('#board .ghosts > *').length").await;
    assert!(ghosts.as_u64() > Some(0), "nothing is hinted at on the board");
    tab.picture(&format!("hint-{}", chosen.game.id())).await;
    has_made(tab, 0).await;
    tab.press(['h']).await;
    tab.sees("#strip").await;
    tab.sees("#banner").await;
    tab.reads("#banner", "by the solver").await;
    tab.open(&format!("#/games/{}", chosen.game.id())).await;
    let stands = tab.attribute(&format!("a.level[data-level='{}']", chosen.id), "data-standing").await;
    assert_eq!(stands, "open", "the solver's solution counts as the player's");
}

/// Solving says what came of it; the solution is stepped through, played, and jumped into.
pub async fn a_solution_is_watched(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome[data-outcome='optimal'], #solve-outcome[data-outcome='solved']").await;
    tab.sees("#strip").await;
    let all = tab.count("#strip-moves [data-step]").await;
    let all = usize::try_from(all).expect("a solution is not as long as that");
    assert!(all > 1, "the solution has only {all} moves");
    tab.picture(&format!("solve-{}", chosen.game.id())).await;
    tab.click("#strip-on").await;
    has_made(tab, 1).await;
    tab.click("#strip-on").await;
    has_made(tab, 2).await;
    tab.click("#strip-back").await;
    has_made(tab, 1).await;
    tab.sees("[data-step='1'][aria-current]").await;
    tab.click("#strip-last").await;
    has_made(tab, all).await;
    tab.sees("#light[data-light='solved']").await;
    tab.click("[data-step='2']").await;
    has_made(tab, 2).await;
    tab.click("#strip-first").await;
    has_made(tab, 0).await;
    tab.click("#strip-play").await;
    has_made(tab, all).await;
    tab.sees("#banner").await;
    assert_eq!(tab.attribute("#stage", "data-solved").await, "true");
}

/// What is lost is said to be lost, wherever a level can be lost within two moves.
pub async fn a_lost_position_is_told(tab: &Tab) {
    let lost = unriddle_games::GAMES.iter().find_map(|&game| lost_position(game));
    let (game, text, moves) = lost.expect("some level of some game can be lost within two moves");
    let level = json!({ "game": game.id(), "text": text, "moves": moves });
    let link = tab.link("play", &level).await;
    tab.open(&link).await;
    has_made(tab, moves.len()).await;
    tab.sees("#light[data-light='no']").await;
    tab.press(['h']).await;
    tab.reads("#message", "cannot be won any more").await;
    tab.press(['r']).await;
    tab.sees("#light[data-light='yes']").await;
}

/// While a search runs its numbers are seen; the stop button ends it, on the server too.
pub async fn a_long_search_is_stopped(tab: &Tab) {
    let link = tab.link("play", &json!({ "game": "anima", "text": LONG })).await;
    tab.open(&link).await;
    tab.click("#solve-start").await;
    tab.sees("#solve-stop").await;
    tab.sees("#solve-progress [data-number='expanded']").await;
    let before = tab.number("#solve-progress [data-number='expanded']").await;
    let more = format!(
        "Number(document.querySelector('[data-number=expanded]').textContent.replaceAll(',', '')) > {before}"
    );
    tab.until("more states", &more).await;
    tab.picture("solve-running").await;
    tab.click("#solve-stop").await;
    tab.sees("#solve-outcome[data-outcome='stopped']").await;
    tab.sees("#solve-start").await;
    // The light would go on with a search of its own.
    tab.click("#home").await;
    tab.is_view("choose").await;
    let since = Instant::now();
    while busy().await {
        assert!(since.elapsed() < Duration::from_secs(5), "the server still searches after it was stopped");
    }
}

/// Whether this process, the server within it, works more than a fifth of the time.
async fn busy() -> bool {
    let before = worked();
    tokio::time::sleep(Duration::from_millis(300)).await;
    worked() - before > 6
}

/// How long this process has worked, in hundredths of a second.
fn worked() -> u64 {
    let about = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold anything.
    let numbers = about.rsplit_once(')').map_or("", |(_, rest)| rest);
    numbers.split_whitespace().skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}
