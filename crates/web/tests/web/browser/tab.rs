//! A tab of the browser: queries of the page, and waits.
//!
//! Every wait has a limit and names what it waits for. A check that fails panics; its caller takes a
//! screenshot then.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::site::origin;

/// After this long, a wait for something that never comes fails. Far more than a page needs, for busy machines.
pub const HANG: Duration = Duration::from_secs(60);

/// The interval at which a wait checks the page.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The size of the page in most checks.
pub const USUAL: (u32, u32) = (1280, 900);

/// A tab.
pub struct Tab {
    pub client: Client,
    /// The address of the playground.
    pub address: String,
    /// The folder of downloads.
    pub downloads: PathBuf,
    /// Parts of log messages that this check expects.
    expected: Mutex<Vec<&'static str>>,
}

impl Tab {
    pub fn new(client: Client, address: String, downloads: PathBuf) -> Tab {
        Tab { client, address, downloads, expected: Mutex::default() }
    }

    /// Leaves the page and clears its storage.
    pub async fn reset(&self) {
        // A page that is left stores what it has not stored yet; that may be written after it is cleared.
        let _ = self.client.execute("Storage.prototype.setItem = () => {};", vec![]).await;
        self.client.goto("about:blank").await.expect("an empty page opens");
        let origin = origin(&self.address);
        let origin = origin.trim_end_matches('/');
        self.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })).await;
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await;
        self.resize(USUAL).await;
        let _ = self.client.issue_cmd(Extra("se/log", json!({ "type": "browser" }))).await;
        self.expected.lock().expect("no test panics while it holds this").clear();
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let request = Extra("goog/cdp/execute", json!({ "cmd": command, "params": parameters }));
        let reply = self.client.issue_cmd(request).await;
        reply.unwrap_or_else(|error| panic!("the browser rejects {command}: {error}"))
    }

    /// Sets the size of the page in pixels.
    pub async fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Loads the page at a fragment, and waits until a view is shown.
    pub async fn open(&self, fragment: &str) {
        // Another fragment alone would not load the page again.
        if self.value("location.protocol").await != "about:" {
            self.client.goto("about:blank").await.expect("an empty page opens");
        }
        let address = format!("{}{fragment}", self.address);
        self.client.goto(&address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
        self.is_ready().await;
    }

    /// Waits until a view is shown.
    pub async fn is_ready(&self) {
        self.until("a view", "document.querySelector('#main')?.hasAttribute('data-ready')").await;
    }

    /// Waits until a certain view is shown.
    pub async fn is_view(&self, view: &str) {
        self.until(
            &format!("the view {view}"),
            &format!("document.querySelector('#main[data-ready]')?.dataset.view === '{view}'"),
        )
        .await;
    }

    /// The fragment of a link to a level, as the page packs it.
    pub async fn link(&self, mode: &str, level: &Value) -> String {
        if self.value("location.protocol").await == "about:" {
            // The view of an empty link is the smallest.
            self.open("#l=").await;
        }
        let script = "const [mode, level, done] = arguments;
            import(new URL('share/link.js', document.baseURI).href)
                .then(async ({ fragment, pack }) => fragment(mode, await pack(level)))
                .then(done, (error) => done(null));";
        let link = self.client.execute_async(script, vec![json!(mode), level.clone()]).await;
        let link = link.unwrap_or_else(|error| panic!("no link can be made: {error}"));
        link.as_str().expect("the page packs every level").to_string()
    }

    /// Runs a script in the page.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let value = self.client.execute(script, arguments).await;
        value.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"), vec![]).await
    }

    /// Waits until an expression in the page is true.
    pub async fn until(&self, what: &str, expression: &str) {
        let since = Instant::now();
        loop {
            let script = format!("return Boolean({expression});");
            // Between two pages there is no document.
            if self.client.execute(&script, vec![]).await.is_ok_and(|value| value == Value::Bool(true)) {
                return;
            }
            if since.elapsed() > HANG {
                let now = self.value("document.querySelector('#main')?.innerText.slice(0, 600)").await;
                let seconds = HANG.as_secs();
                panic!("waited {seconds} s for {what} ({expression}); the page shows: {now}");
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until an element is visible.
    pub async fn sees(&self, selector: &str) {
        let seen = format!("document.querySelector({selector:?})?.checkVisibility()");
        self.until(&format!("{selector} to be visible"), &seen).await;
    }

    /// Waits until an element is removed or hidden.
    pub async fn misses(&self, selector: &str) {
        let gone = format!("!document.querySelector({selector:?})?.checkVisibility()");
        self.until(&format!("{selector} to go"), &gone).await;
    }

    /// Waits until the text of an element contains some words.
    pub async fn reads(&self, selector: &str, words: &str) {
        let held = format!("document.querySelector({selector:?})?.textContent.includes({words:?})");
        self.until(&format!("{words:?} in {selector}"), &held).await;
    }

    /// Whether an element is visible.
    pub async fn shows(&self, selector: &str) -> bool {
        self.value(&format!("Boolean(document.querySelector({selector:?})?.checkVisibility())")).await == true
    }

    /// The text of an element.
    pub async fn text(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?})?.textContent")).await;
        text.as_str().unwrap_or_else(|| panic!("there is no {selector}")).to_string()
    }

    /// The value of an input.
    pub async fn input(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?})?.value")).await;
        text.as_str().unwrap_or_else(|| panic!("there is no {selector}")).to_string()
    }

    /// An attribute of an element, or an empty string.
    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        let value =
            self.value(&format!("document.querySelector({selector:?})?.getAttribute({name:?}) ?? ''")).await;
        value.as_str().unwrap_or_default().to_string()
    }

    /// The number of elements.
    pub async fn count(&self, selector: &str) -> u64 {
        let count = self.value(&format!("document.querySelectorAll({selector:?}).length")).await;
        count.as_u64().unwrap_or(0)
    }

    /// A number as the page writes it, with commas.
    pub async fn number(&self, selector: &str) -> u64 {
        let text = self.text(selector).await.replace(',', "");
        text.trim().parse().unwrap_or_else(|_| panic!("{selector} is {text:?}, not a number"))
    }

    /// Waits until an element is visible and at rest, and clicks it. The panel that it is in is unfolded first. Where a
    /// view is drawn anew at that moment, the click is made again.
    pub async fn click(&self, selector: &str) {
        let panel = "document.querySelector(arguments[0])?.closest('details.fold:not([open]) > .panel')";
        self.run(&format!("{panel}?.previousElementSibling.click();"), vec![json!(selector)]).await;
        let since = Instant::now();
        loop {
            self.rests(selector).await;
            let clicked = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if since.elapsed() > HANG => panic!("{selector} cannot be clicked: {error}"),
                Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
            }
        }
    }

    /// Waits until an element is visible and was at the same place twice.
    async fn rests(&self, selector: &str) {
        let same = format!(
            "((element) => {{
                const {{ x, y, width, height }} = element?.getBoundingClientRect() ?? {{}};
                const place = [{selector:?}, x, y, width, height].join();
                const rests = window.placeOfElement === place;
                window.placeOfElement = place;
                return rests && element?.checkVisibility();
            }})(document.querySelector({selector:?}))"
        );
        self.until(&format!("{selector} to be visible and at rest"), &same).await;
    }

    /// Log messages with these words are expected in this check.
    pub fn expect_in_log(&self, words: &'static str) {
        self.expected.lock().expect("no test panics while it holds this").push(words);
    }

    /// Fails if the browser has logged an unexpected message: an error in a script, a failed request, a
    /// violation of the content security policy.
    pub async fn errors_in_log(&self) -> Result<(), String> {
        let log = self.client.issue_cmd(Extra("se/log", json!({ "type": "browser" }))).await;
        let log = log.map_err(|error| format!("the log cannot be read: {error}"))?;
        let expected = self.expected.lock().expect("no test panics while it holds this");
        let messages = log.as_array().into_iter().flatten().filter_map(|entry| entry["message"].as_str());
        let bad = messages.filter(|message| !expected.iter().any(|words| message.contains(words)));
        let bad: Vec<&str> = bad.collect();
        if bad.is_empty() { Ok(()) } else { Err(format!("the browser logs: {}", bad.join("\n    "))) }
    }

    /// Shows the end of all animations that have one.
    pub async fn finish_animations(&self) {
        self.run(
            "document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
            .forEach((one) => one.finish());",
            vec![],
        )
        .await;
    }

    /// Saves a screenshot, if pictures are wanted.
    pub async fn screenshot(&self, name: &str) {
        if std::env::var_os("UNRIDDLE_PICTURES").is_none() {
            return;
        }
        self.finish_animations().await;
        let bytes = self.client.screenshot().await.expect("the browser takes a screenshot");
        save(name, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// Saves a screenshot after a failure, and returns a sentence that says where.
    pub async fn screenshot_of_failure(&self, test: &str) -> String {
        let name = format!("failed-{}", test.replace([':', ' '], "-"));
        let Ok(bytes) = self.client.screenshot().await else { return "no screenshot could be taken".into() };
        match save(&name, &bytes) {
            Ok(path) => format!("screenshot: {}", path.display()),
            Err(error) => format!("no screenshot could be saved: {error}"),
        }
    }
}

/// A command of Chromium's driver: its path below the session, and its body.
#[derive(Debug)]
struct Extra(&'static str, Value);

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.0))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.1.to_string()))
    }
}

/// Saves a screenshot below the target folder.
fn save(name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("."));
    let folder = built.join("browser");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.png"));
    std::fs::write(&path, bytes)?;
    Ok(path)
}
