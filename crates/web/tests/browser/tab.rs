//! A tab of the browser: what is on the page, and waiting for it.
//!
//! Every wait has a limit and says what it waited for. A test that finds something else than it
//! expects panics; whoever runs it takes a picture then.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use url::{ParseError, Url};

/// How long a page may take for anything: far longer than it does, for machines that have much
/// else to do.
const PATIENCE: Duration = Duration::from_secs(40);

/// How often it is looked at meanwhile.
const GLANCE: Duration = Duration::from_millis(20);

/// The size in which tests see the page.
pub const USUAL: (u32, u32) = (1280, 900);

/// A tab.
pub struct Tab {
    pub client: Client,
    /// Where the playground is.
    pub address: String,
    /// Where downloads go.
    pub downloads: PathBuf,
    /// Parts of messages of the browser that are no fault in this test.
    forgiven: Mutex<Vec<&'static str>>,
}

impl Tab {
    pub fn new(client: Client, address: String, downloads: PathBuf) -> Tab {
        Tab { client, address, downloads, forgiven: Mutex::default() }
    }

    /// Leaves the page, and what it has stored with it.
    pub async fn forget_all(&self) {
        self.client.goto("about:blank").await.expect("an empty page opens");
        let origin = self.address.trim_end_matches('/');
        self.tell("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })).await;
        self.tell("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await;
        self.resize(USUAL).await;
        let _ = self.client.issue_cmd(Extra("se/log", json!({ "type": "browser" }))).await;
        self.forgiven.lock().expect("no test panics while it holds this").clear();
    }

    /// Ends the browser.
    pub async fn close(&self) {
        let _ = tokio::time::timeout(Duration::from_secs(5), self.client.clone().close()).await;
    }

    /// Sends a command of the browser's own protocol.
    pub async fn tell(&self, command: &str, parameters: Value) -> Value {
        let told = Extra("goog/cdp/execute", json!({ "cmd": command, "params": parameters }));
        let reply = self.client.issue_cmd(told).await;
        reply.unwrap_or_else(|error| panic!("the browser does not take {command}: {error}"))
    }

    /// Makes the page so many pixels wide and high.
    pub async fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tell("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Opens the page anew at a place, and waits until it is shown.
    pub async fn open(&self, fragment: &str) {
        self.client.goto("about:blank").await.expect("an empty page opens");
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

    /// A link to a level, as the page itself packs it: what comes after its address.
    pub async fn link(&self, mode: &str, level: &Value) -> String {
        if self.value("location.protocol").await == "about:" {
            // The view that says that there is no level is the smallest there is.
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
            // Between two pages there is none to ask.
            if self.client.execute(&script, vec![]).await.is_ok_and(|value| value == Value::Bool(true)) {
                return;
            }
            if since.elapsed() > PATIENCE {
                let now = self.value("document.querySelector('#main')?.innerText.slice(0, 600)").await;
                let seconds = PATIENCE.as_secs();
                panic!("waited {seconds} s for {what} ({expression}); the page shows: {now}");
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until an element is there and seen.
    pub async fn sees(&self, selector: &str) {
        let seen = format!("document.querySelector({selector:?})?.checkVisibility()");
        self.until(&format!("{selector} to be seen"), &seen).await;
    }

    /// Waits until an element is gone or not seen.
    pub async fn misses(&self, selector: &str) {
        let gone = format!("!document.querySelector({selector:?})?.checkVisibility()");
        self.until(&format!("{selector} to go"), &gone).await;
    }

    /// Waits until the text of an element holds some words.
    pub async fn reads(&self, selector: &str, words: &str) {
        let held = format!("document.querySelector({selector:?})?.textContent.includes({words:?})");
        self.until(&format!("{words:?} in {selector}"), &held).await;
    }

    /// Whether an element is there and seen.
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

    /// An attribute of an element; empty where there is none.
    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        let value =
            self.value(&format!("document.querySelector({selector:?})?.getAttribute({name:?}) ?? ''")).await;
        value.as_str().unwrap_or_default().to_string()
    }

    /// How many elements there are.
    pub async fn count(&self, selector: &str) -> u64 {
        let count = self.value(&format!("document.querySelectorAll({selector:?}).length")).await;
        count.as_u64().unwrap_or(0)
    }

    /// A number as it is written on the page: a comma after each thousand.
    pub async fn number(&self, selector: &str) -> u64 {
        let text = self.text(selector).await.replace(',', "");
        text.trim().parse().unwrap_or_else(|_| panic!("{selector} is no number but {text:?}"))
    }

    /// Clicks on an element, as soon as it is there.
    pub async fn click(&self, selector: &str) {
        self.sees(selector).await;
        let found = self.client.find(Locator::Css(selector)).await;
        let element = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.click().await.unwrap_or_else(|error| panic!("{selector} cannot be clicked: {error}"));
    }

    /// Messages with these words are no fault in this test.
    pub fn forgive(&self, words: &'static str) {
        self.forgiven.lock().expect("no test panics while it holds this").push(words);
    }

    /// What the browser complained about: errors in scripts, things that were not loaded, things
    /// that the content security policy forbids.
    pub async fn complaints(&self) -> Result<(), String> {
        let log = self.client.issue_cmd(Extra("se/log", json!({ "type": "browser" }))).await;
        let log = log.map_err(|error| format!("the log cannot be read: {error}"))?;
        let forgiven = self.forgiven.lock().expect("no test panics while it holds this");
        let messages = log.as_array().into_iter().flatten().filter_map(|entry| entry["message"].as_str());
        let bad = messages.filter(|message| !forgiven.iter().any(|words| message.contains(words)));
        let bad: Vec<&str> = bad.collect();
        if bad.is_empty() { Ok(()) } else { Err(format!("the browser complains: {}", bad.join("\n    "))) }
    }

    /// Saves a picture of what is seen.
    pub async fn picture(&self, name: &str) {
        self.run(
            "document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
            .forEach((one) => one.finish());",
            vec![],
        )
        .await;
        let bytes = self.client.screenshot().await.expect("the browser takes a picture");
        save(name, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// Saves a picture of the whole page in this width, as long as it is, and goes back to the
    /// usual size.
    pub async fn long_picture(&self, name: &str, (width, height): (u32, u32)) {
        self.resize((width, height)).await;
        let long = self.value("document.documentElement.scrollHeight").await;
        let long = long.as_u64().and_then(|long| u32::try_from(long).ok()).unwrap_or(height);
        self.resize((width, long.clamp(height, 6000))).await;
        self.picture(name).await;
        self.resize(USUAL).await;
    }

    /// Saves a picture of what is seen when a test has failed, and says where.
    pub async fn picture_of_failure(&self, test: &str) -> String {
        let name = format!("failed-{}", test.replace([':', ' '], "-"));
        let Ok(bytes) = self.client.screenshot().await else { return "there is no picture of it".into() };
        match save(&name, &bytes) {
            Ok(path) => format!("there is a picture of it: {}", path.display()),
            Err(error) => format!("there is no picture of it: {error}"),
        }
    }
}

/// A command that only this browser knows: its place below the session, and what goes with it.
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

/// Saves a picture below the folder that everything is built into.
fn save(name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("."));
    let folder = built.join("browser");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.png"));
    std::fs::write(&path, bytes)?;
    Ok(path)
}
