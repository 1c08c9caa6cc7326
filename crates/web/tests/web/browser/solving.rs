//! Hints, winnability, solving, and watching a solution.

use std::time::{Duration, Instant};

use serde_json::json;
use unriddle_kit::{Controls, Direction};

use super::hands::LEFT;
use super::levels::{Chosen, lost_position};
use super::playing::{has_made, make_all, open};
use super::tab::{HANG, Tab};

/// A level that takes too long to solve: ten actors on an open field.
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

/// The first hint says where to look, if that is worth saying, the second shows the move, the third the whole solution, and the last
/// one plays it, which does not count as the player's. Nothing of it is in the notation of files.
pub async fn a_hint_leads_to_the_end(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.sees("#winnability[data-winnable='yes']").await;
    tab.press(['h']).await;
    if chosen.degrees()[0] == "1" {
        tab.sees("#message[data-degree='1']").await;
        tab.reads("#message", "look at").await;
        assert_eq!(tab.count("#board .marks .ring, .card[data-hint]").await, 1, "nothing is pointed out");
        assert_eq!(tab.count("#board .marks .way, #board .ghosts > *").await, 0, "the move is given away");
        tab.screenshot(&format!("hint-1-{}", chosen.game.id())).await;
        tab.press(['h']).await;
    }
    tab.sees("#message[data-degree='2']").await;
    assert!(tab.count("#board .ghosts > *").await > 0, "the board shows no hint");
    assert!(tab.count("#board .marks .way").await > 0, "the board shows no direction");
    assert!(tab.count("#message kbd").await > 1, "no key is named");
    let buttons = u64::from(chosen.game.controls() != Controls::Cells);
    assert_eq!(tab.count("#pad [data-hint]").await, buttons, "the button of the direction is pointed out");
    tab.screenshot(&format!("hint-2-{}", chosen.game.id())).await;
    tab.press(['h']).await;
    tab.sees("#message[data-degree='3']").await;
    tab.sees("#timeline").await;
    has_made(tab, 0).await;
    let entries = "[...document.querySelectorAll('#timeline-moves button')].map((one) => one.textContent)";
    let entries: Vec<String> = serde_json::from_value(tab.value(entries).await).expect("words");
    assert!(!entries.is_empty());
    for entry in &entries {
        assert!(!chosen.moves.contains(entry), "{entry} is notation");
        let told = Direction::ALL.into_iter().any(|way| entry.contains(way.word()));
        assert!(told || entry.contains("remove"), "{entry} does not say which way");
    }
    tab.run("document.querySelector('#timeline-speed').value = 'fast';", vec![]).await;
    tab.press(['h']).await;
    tab.sees("#banner").await;
    tab.reads("#banner", "by the solver").await;
    tab.open(&format!("#/games/{}", chosen.game.id())).await;
    let progress = tab.attribute(&format!("a.level[data-level='{}']", chosen.id), "data-progress").await;
    assert_eq!(progress, "unsolved", "the solver's solution counts as the player's");
}

/// However many hints are asked for, the tools stay where they are, so that the next click hits the same one.
pub async fn tools_stay_while_hints_are_given(tab: &Tab, chosen: &Chosen) {
    let places = "[...document.querySelectorAll('.toolbar > *')].map((one) => {
        const { x, y } = one.getBoundingClientRect();
        return [x, y].map(Math.round).join();
    }).join(' ')";
    for size in [(360, 740), (1366, 768)] {
        tab.resize(size).await;
        open(tab, &chosen.id).await;
        tab.sees("#winnability[data-winnable='yes']").await;
        let before = tab.value(places).await;
        for degree in chosen.degrees() {
            tab.click("#hint").await;
            tab.sees(&format!("#message[data-degree='{degree}']")).await;
            assert_eq!(tab.value(places).await, before, "after hint {degree}, on {size:?}");
        }
    }
}

/// A move starts the degrees of hints over.
pub async fn moving_starts_hints_over(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    for degree in &chosen.degrees()[..2] {
        tab.press(['h']).await;
        tab.sees(&format!("#message[data-degree='{degree}']")).await;
    }
    make_all(tab, &chosen.first(1)).await;
    let old = tab.count("#board .marks > *, #hand [data-hint], #pad [data-hint]").await;
    assert_eq!(old, 0, "an old hint is still shown");
    tab.press(['h']).await;
    tab.sees(&format!("#message[data-degree='{}']", chosen.degrees()[0])).await;
}

/// What was laid in vain and taken back is no part of a hint: its solution is at par.
pub async fn a_hint_after_a_restart_forgets_what_was_undone(tab: &Tab) {
    open(tab, "freshly-frosted/10-copy-shop.txt").await;
    tab.sees("#winnability[data-winnable='yes']").await;
    for (made, cell) in [(1, (0, 1)), (2, (0, 2)), (3, (3, 0))] {
        tab.stroke("#board", &[cell], LEFT).await;
        has_made(tab, made).await;
    }
    tab.sees("#winnability[data-winnable='yes']").await;
    tab.press(['r']).await;
    has_made(tab, 0).await;
    for degree in ["1", "2", "3"] {
        tab.press(['h']).await;
        tab.sees(&format!("#message[data-degree='{degree}']")).await;
    }
    tab.click("#timeline-last").await;
    tab.sees("#banner").await;
    assert_eq!(tab.number("#cost").await, tab.number("#par").await);
}

/// Whether the entry of the move that was made last is within the strip of moves.
const IN_STRIP: &str = "(() => {
    const [strip, entry] = ['#timeline-moves', '#timeline-moves [aria-current]']
        .map((one) => document.querySelector(one)?.getBoundingClientRect());
    return Boolean(entry) && entry.left >= strip.left - 1 && entry.right <= strip.right + 1
        && entry.top >= strip.top - 1 && entry.bottom <= strip.bottom + 1;
})()";

/// Solving shows its outcome; the solution is stepped through, played, and jumped into.
pub async fn a_solution_is_watched(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome[data-outcome='optimal'], #solve-outcome[data-outcome='solved']").await;
    tab.sees("#timeline").await;
    tab.sees("#timeline-moves [data-step]").await;
    let all = chosen.moves.len();
    assert!(all > 1, "the solution has only {all} moves");
    tab.screenshot(&format!("solve-{}", chosen.game.id())).await;
    tab.click("#timeline-on").await;
    has_made(tab, 1).await;
    tab.click("#timeline-on").await;
    has_made(tab, 2).await;
    tab.click("#timeline-back").await;
    has_made(tab, 1).await;
    tab.sees("#timeline-moves li:first-child [aria-current]").await;
    tab.reads("#timeline-next", "Next:").await;
    tab.click("#timeline-last").await;
    has_made(tab, all).await;
    tab.sees("#winnability[data-winnable='solved']").await;
    // However long the strip is, the move that was made is on the screen.
    tab.until("the last move in the strip", IN_STRIP).await;
    let entry = "#timeline-moves li:first-child button";
    let after: usize = tab.attribute(entry, "data-step").await.parse().expect("a number of moves");
    tab.click(entry).await;
    has_made(tab, after).await;
    tab.run("document.querySelector('#timeline-speed').value = 'fast';", vec![]).await;
    tab.click("#timeline-first").await;
    has_made(tab, 0).await;
    tab.click("#timeline-play").await;
    has_made(tab, all).await;
    tab.sees("#banner").await;
    assert_eq!(tab.attribute("#stage", "data-solved").await, "true");
}

/// The button of the solver solves at once, and an outcome goes when it is not true of the board any more.
pub async fn an_outcome_is_of_the_position_shown(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, &chosen.first(1)).await;
    tab.click("#to-solve").await;
    tab.sees("#solve-outcome[data-outcome='optimal'], #solve-outcome[data-outcome='solved']").await;
    tab.sees("#timeline").await;
    tab.click("#timeline-on").await;
    has_made(tab, chosen.steps[0].made + 1).await;
    assert!(tab.shows("#solve-outcome").await, "it holds along the solution");
    tab.press(['r']).await;
    has_made(tab, 0).await;
    tab.misses("#solve-outcome").await;
}

/// A position that cannot be won any more is reported as lost.
pub async fn a_lost_position_is_reported(tab: &Tab) {
    let lost = unriddle_games::GAMES.iter().find_map(|&game| lost_position(game));
    let (game, text, moves) = lost.expect("some level of some game can be lost within two moves");
    let level = json!({ "game": game.id(), "text": text, "moves": moves });
    let link = tab.link("play", &level).await;
    tab.open(&link).await;
    has_made(tab, moves.len()).await;
    tab.sees("#winnability[data-winnable='no']").await;
    tab.press(['h']).await;
    tab.reads("#message", "No move wins from here").await;
    tab.reads("#loss-words", "Cannot be won since move").await;
    tab.press(['v']).await;
    tab.sees("#solve-outcome[data-outcome='unsolvable']").await;
    tab.press(['r']).await;
    tab.sees("#winnability[data-winnable='yes']").await;
    tab.misses("#solve-outcome").await;
}

/// Six cells to the flag, and eight cards that roll one cell: two steps back are one too many.
const TIGHT: &str = "9x1\n0 0 0,ball 0 0 0 0 0 0,flag\n\n1- 1- 1- 1- 1- 1- 1- 1-\n";

/// A lost position says which move lost it, and a button leads back before that move.
pub async fn a_loss_is_traced_to_its_move(tab: &Tab) {
    let moves = ["1->", "1-<", "1->", "1-<", "1->", "1->"];
    let level = json!({ "game": "golf-peaks", "text": TIGHT, "moves": moves });
    let link = tab.link("play", &level).await;
    tab.open(&link).await;
    has_made(tab, 6).await;
    tab.reads("#loss-words", "since move 4: roll 1 to the left").await;
    tab.screenshot("loss").await;
    tab.click("#back").await;
    has_made(tab, 3).await;
    tab.misses("#loss").await;
    tab.sees("#winnability[data-winnable='yes']").await;
    tab.press(['y']).await;
    has_made(tab, 4).await;
    tab.press(['b']).await;
    has_made(tab, 3).await;
}

/// All optimal routes are shown on the board at once, and the strip is scrubbed with the pointer.
pub async fn a_whole_route_is_seen(tab: &Tab) {
    open(tab, "reindeer-maze/15-great-maze.txt").await;
    tab.run("document.querySelector('#solve-goal').value = 'all';", vec![]).await;
    tab.click("#solve-start").await;
    tab.sees("#timeline-all[aria-pressed='true']").await;
    tab.reads("#solve-notes", "iles").await;
    let drawn = tab.count("#board .route > *").await;
    assert!(drawn > 300, "only {drawn} parts of the routes are drawn");
    tab.screenshot("all-routes").await;
    let entries = tab.count("#timeline-moves [data-step]").await;
    assert!(entries < 100, "{entries} entries: runs are not grouped");
    let there = "document.querySelectorAll('#timeline-moves [data-step]')[3].dataset.step";
    let there =
        tab.value(there).await.as_str().and_then(|step| step.parse().ok()).expect("a number of moves");
    tab.run(
        "const entries = document.querySelectorAll('#timeline-moves [data-step]');
        const middle = (one) => { const box = one.getBoundingClientRect();
            return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }; };
        const strip = document.querySelector('#timeline-moves');
        strip.scrollIntoView({ block: 'center', behavior: 'instant' });
        const at = (name, one) => one.dispatchEvent(new PointerEvent(name,
            { bubbles: true, pointerType: 'mouse', button: 0, buttons: 1, ...middle(one) }));
        at('pointerdown', entries[0]);
        for (const one of [0, 1, 2, 3]) at('pointermove', entries[one]);
        at('pointerup', entries[3]);",
        vec![],
    )
    .await;
    has_made(tab, there).await;
    assert!(tab.count("#board .route > *").await > 0, "the routes are gone after a step");
    tab.click("#timeline-all").await;
    tab.until("no routes", "!document.querySelector('#board .route').firstChild").await;
}

/// A running search shows its numbers; the stop button ends it, on the server too.
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
    tab.screenshot("solve-running").await;
    tab.click("#solve-stop").await;
    tab.sees("#solve-outcome[data-outcome='stopped']").await;
    tab.sees("#solve-start").await;
    // The winnability of the level would start a search of its own.
    tab.click("#home").await;
    tab.is_view("levels").await;
    let since = Instant::now();
    while busy().await {
        assert!(since.elapsed() < HANG, "the server still searches after it was stopped");
    }
}

/// Whether this process, which includes the server, is busy more than a fifth of the time.
async fn busy() -> bool {
    let before = processor_time();
    tokio::time::sleep(Duration::from_millis(300)).await;
    processor_time() - before > 6
}

/// The processor time of this process, in hundredths of a second.
fn processor_time() -> u64 {
    let about = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may contain anything.
    let numbers = about.rsplit_once(')').map_or("", |(_, rest)| rest);
    numbers.split_whitespace().skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}
