//! The static site: behind a plain file server below a path, without a network, in a new version, and embedded.

use std::path::Path;

use serde_json::{Value, json};
use unriddle_web::catalog::Catalog;
use unriddle_web::export::{MODULE, Modules, Site, SiteOptions};

use super::file_server::{FileServer, HOST_PAGE};
use super::levels::Chosen;
use super::playing::{has_made, is_won, make_all, open};
use super::tab::Tab;

/// The site, or why there is none.
pub fn site(options: &SiteOptions) -> Result<Site, String> {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("."));
    let modules = Modules::read(&built.join(MODULE));
    let modules =
        modules.map_err(|_| "the WebAssembly module is not built (crates/wasm/build)".to_string())?;
    Site::new(&Catalog::new(&[])?, modules, options)
}

/// Waits until the service worker has all files and serves the page.
async fn is_kept(tab: &Tab) {
    tab.until("the service worker", "navigator.serviceWorker.controller?.state === 'activated'").await;
}

/// After the first visit the server is not needed: the list opens, a level is played and solved.
pub async fn it_works_without_a_network(tab: &Tab, server: &FileServer, chosen: &Chosen) {
    tab.open("").await;
    is_kept(tab).await;
    server.shut_down().await;
    tab.open("").await;
    tab.until("pictures", "[...document.querySelectorAll('.level-picture img')].slice(0, 8).every((image) => image.naturalWidth > 0)").await;
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    tab.click("#restart").await;
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome").await;
    server.start_again().await;
}

/// A link that the site makes leads to the site, and shows the level with its moves.
pub async fn a_link_made_there_opens_there(tab: &Tab, _: &FileServer, chosen: &Chosen) {
    open(tab, &chosen.id).await;
    make_all(tab, chosen).await;
    is_won(tab, chosen).await;
    tab.click("#share-moves").await;
    tab.until("a link", "document.querySelector('#share-link').value.length > 20").await;
    let link = tab.input("#share-link").await;
    let fragment = link.strip_prefix(&tab.address).unwrap_or_else(|| panic!("{link} leads elsewhere"));
    tab.open(fragment).await;
    tab.reads("#notice", "which were replayed: the level is solved").await;
    has_made(tab, chosen.moves.len()).await;
}

/// A new version is offered, and used only when it is accepted.
pub async fn a_new_version_is_offered(tab: &Tab, server: &FileServer, _: &Chosen) {
    tab.open("").await;
    is_kept(tab).await;
    let version = tab.attribute("html", "data-version").await;
    let base = SiteOptions { base: Some("https://puzzles.example/".into()), ..SiteOptions::default() };
    let new = site(&base).expect("the same as before with another option");
    let next = new.version().to_string();
    server.upload(new);
    tab.open("#/").await;
    assert_eq!(tab.attribute("html", "data-version").await, version, "nobody has accepted it");
    tab.sees("#update").await;
    tab.screenshot("site-update").await;
    tab.click("#update-now").await;
    tab.until("the new version", &format!("document.documentElement.dataset.version === '{next}'")).await;
    tab.is_ready().await;
    server.upload(site(&SiteOptions::default()).expect("as before"));
}

/// Where a site names a server, long searches go there, and short ones stay in the browser.
pub async fn long_searches_go_to_a_server(tab: &Tab, server: &FileServer, chosen: &Chosen) {
    let options = SiteOptions { server: Some("./".into()), ..SiteOptions::default() };
    server.upload(site(&options).expect("the same as before with another option"));
    let before = server.searches();
    open(tab, &chosen.id).await;
    tab.sees("#winnability[data-winnable='yes']").await;
    assert_eq!(server.searches(), before, "whether it can be won is a short search");
    tab.click("#solve-start").await;
    tab.sees("#solve-outcome").await;
    assert_eq!(server.searches(), before + 1);
    server.upload(site(&SiteOptions::default()).expect("as before"));
}

/// An embedded level is played, and the page around it hears of it.
pub async fn an_embedded_level_tells_its_moves(tab: &Tab, _: &FileServer, _: &Chosen) {
    let fragment = embed_two_steps(tab).await;
    let frame = FRAME;
    let title = tab.value(&format!("{frame}.querySelector('#title').textContent")).await;
    assert_eq!(title, "Two steps");
    let link = tab.value(&format!("{frame}.querySelector('#open-page').href")).await;
    assert_eq!(link, Value::String(format!("{}{fragment}", tab.address)));
    tab.screenshot("site-embed").await;
    for moves in 1..=2 {
        let press = format!(
            "{frame}.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowRight', bubbles: true }}));"
        );
        tab.run(&press, vec![]).await;
        let made =
            format!("heard.some(({{ event, moves }}) => event === 'move' && moves.length === {moves})");
        tab.until("a move", &made).await;
    }
    tab.until("the end", "heard.at(-1).event === 'solved'").await;
    let told = tab.value("heard.at(-1)").await;
    let expected = json!({ "source": "unriddle", "event": "solved", "title": "Two steps",
        "game": "reindeer-maze", "moves": ["F", "F"], "cost": 2, "solved": true });
    for (field, value) in expected.as_object().expect("an object") {
        assert_eq!(&told[field], value, "{field} of {told}");
    }
}

/// *Solve* in an embedded level shows the solution there, and plays it when it is clicked again.
pub async fn an_embedded_level_is_solved(tab: &Tab, _: &FileServer, _: &Chosen) {
    embed_two_steps(tab).await;
    let click = format!("{FRAME}.querySelector('#to-solve').click()");
    let moves = format!("{FRAME}.querySelector('#stage').dataset.moves");
    tab.run(&click, vec![]).await;
    let shown = format!("{FRAME}.querySelectorAll('#timeline:not([hidden]) [data-step]').length > 0");
    tab.until("the solution", &shown).await;
    assert_eq!(tab.value(&moves).await, "0", "it is shown, not played");
    tab.until("an offer", &format!("{FRAME}.querySelector('#message[data-degree=\"3\"]') !== null")).await;
    tab.run(&click, vec![]).await;
    tab.until("the end", "heard.at(-1).event === 'solved'").await;
    assert_eq!(tab.value("heard.at(-1).moves.length").await, 2);
}

/// The document of an embedded level.
const FRAME: &str = "document.querySelector('iframe').contentDocument";

/// Opens a page that embeds a level of two moves, and returns the fragment of the level.
async fn embed_two_steps(tab: &Tab) -> String {
    let level = json!({ "game": "reindeer-maze", "text": "#####\n#S.E#\n#####", "name": "Two steps" });
    let fragment = tab.link("play", &level).await;
    let host = format!("{}{HOST_PAGE}{fragment}", origin(&tab.address));
    tab.client.goto(&host).await.expect("the page opens");
    tab.until("the level", "heard.some(({ event }) => event === 'ready')").await;
    fragment
}

/// The part of an address before its path, with a slash.
pub fn origin(address: &str) -> String {
    address.splitn(4, '/').take(3).map(|part| format!("{part}/")).collect()
}
