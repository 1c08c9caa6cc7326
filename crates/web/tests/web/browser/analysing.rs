//! The analysis: figures, the curve below the solution, heat and marks on the board, the map, better neighbours.

use serde_json::json;

use super::editing::edit;
use super::levels::Chosen;
use super::looking::fits_everywhere;
use super::playing::{has_made, open};
use super::tab::Tab;

/// Opens the panel of the analysis and starts it.
async fn analyse(tab: &Tab) {
    tab.run("document.querySelector('[data-fold=analyse]').open = true", Vec::new()).await;
    tab.click("#analyse-start").await;
    tab.sees("#analyse-figures [data-figure=cost]").await;
    tab.until(
        "the end of the analysis",
        "document.querySelector('#analyse').getAttribute('aria-busy') === 'false'",
    )
    .await;
}

/// Whether levels of the game have a space to explore.
fn has_space(chosen: &Chosen) -> bool {
    use unriddle_search::{Limits, Monitor, Options};
    let limits = Limits { states: Some(10), ..Limits::default() };
    let options = Options { limits, threads: 1, ..Options::default() };
    let level = chosen.level();
    let start = level.start();
    start.explore(&options, &mut Monitor::new()).is_ok()
}

/// The panel shows the optimum; where the game has a space, there is a column for each step, a click on one goes to it,
/// and a click on the map shows a position, from which a button leads back.
pub async fn a_level_is_analysed(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    analyse(tab).await;
    tab.screenshot(&format!("analyse-{}", chosen.game.id())).await;
    let cost = chosen.cost.to_string();
    if !has_space(chosen) {
        assert!(!tab.shows("#analyse-map").await && !tab.shows("#tension").await);
        return;
    }
    assert_eq!(tab.text("[data-figure=cost]").await.replace(',', ""), cost);
    assert_eq!(tab.count("#tension [data-step]").await, chosen.moves.len() as u64);
    tab.reads("#analyse-score", "Difficulty").await;
    let points: u32 = tab.attribute("#analyse-map", "data-points").await.parse().expect("a number");
    assert!(points > 1, "the map has {points} points");
    tab.run(
        "document.querySelector('#tension [data-step=\"1\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        Vec::new(),
    )
    .await;
    tab.sees("#timeline").await;
    has_made(tab, 1).await;
    tab.run("document.querySelector('#analyse-heat').value = 'play'; document.querySelector('#analyse-heat').dispatchEvent(new Event('change'))", Vec::new())
        .await;
    tab.until("heat on the board", "document.querySelectorAll('#board .heat rect').length > 0").await;
    // The rightmost point of the map is far from the start.
    tab.run(
        "const canvas = document.querySelector('#analyse-map canvas'); const box = canvas.getBoundingClientRect();
         const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
         for (let x = width - 1; x > 0; x -= 1)
           for (let y = 0; y < height; y += 1)
             if (data[4 * (y * width + x) + 3] > 0) {
               const [clientX, clientY] = [box.left + x / width * box.width, box.top + y / height * box.height];
               canvas.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }));
               return;
             }",
        Vec::new(),
    )
    .await;
    tab.sees("#map-back").await;
    assert_ne!(tab.attribute("#stage", "data-moves").await, "1", "the position is still the same");
    tab.click("#map-back").await;
    has_made(tab, 1).await;
}

/// All panels are unfolded, with an analysis and a solution.
pub async fn panels_fit(tab: &Tab, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    tab.run(
        "document.querySelectorAll('.side > details').forEach((panel) => { panel.open = true; });",
        vec![],
    )
    .await;
    tab.click("#solve-start").await;
    tab.sees("#timeline-moves [data-step]").await;
    analyse(tab).await;
    fits_everywhere(tab, &format!("panels-{}", chosen.game.id())).await;
}

/// A hydrogen atom to bond with, and helium in a corner, which bonds with nothing.
const NEEDLESS: &str = "H--h\n---e\n";

/// A piece that no solution needs is marked on the board and named.
pub async fn a_needless_piece_is_marked(tab: &Tab) {
    let link = tab.link("play", &json!({ "game": "sokobond", "text": NEEDLESS })).await;
    tab.open(&link).await;
    analyse(tab).await;
    tab.reads("#analyse-parts", "helium").await;
    assert_eq!(tab.count("#board .unneeded path").await, 1);
}

/// An edit starts the analysis again, and three better neighbours at most are proposed, each to be taken.
pub async fn an_edited_level_is_analysed_again(tab: &Tab, chosen: &Chosen) {
    edit(tab, chosen).await;
    analyse(tab).await;
    tab.run("document.querySelector('#analyse-figures').dataset.old = '1'; document.querySelector('[data-figure=cost]').dataset.old = '1'", Vec::new())
        .await;
    tab.click("[data-grow=right]").await;
    tab.until("new figures", "document.querySelector('[data-figure=cost]') && !document.querySelector('[data-figure=cost]').dataset.old")
        .await;
    tab.until(
        "the end of the analysis",
        "document.querySelector('#analyse').getAttribute('aria-busy') === 'false'",
    )
    .await;
    tab.click("#improve-start").await;
    tab.until(
        "proposals",
        "document.querySelectorAll('#improve-list button').length > 0 || document.querySelector('#improve-list').textContent.includes('No single change')",
    )
    .await;
    assert!(tab.count("#improve-list li").await <= 3);
    tab.screenshot(&format!("improve-{}", chosen.game.id())).await;
}
