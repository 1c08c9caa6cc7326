//! A server of the playground, a WebDriver and a browser: started for the tests, gone with them.
//!
//! The server runs in this process and listens on a port that was free. The driver and the browser
//! are processes of their own, in a group that ends with this process; they keep all their files
//! in a folder that is removed at the end.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;
use unriddle_web::shelves::Shelves;
use unriddle_web::{Open, Playground, bind_one};

use crate::tab::Tab;

/// How long the browser may take to start.
const STARTS_IN: Duration = Duration::from_secs(60);

/// What the browser is told: no window, no sandbox (it is often run as root in a container, and
/// sees nothing but the playground), and no talk with the outside.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// The server, the driver, and the session that the tests share.
pub struct Browser {
    playground: Open,
    driver: Driver,
    tab: Option<Arc<Tab>>,
}

impl Browser {
    /// Starts everything.
    pub fn start() -> Result<Browser, String> {
        let listener = bind_one(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).map_err(|error| error.to_string())?;
        let playground = Playground::new(Shelves::new(&[])?).open(listener);
        let playground = playground.map_err(|error| error.to_string())?;
        Ok(Browser { playground, driver: Driver::start()?, tab: None })
    }

    /// A tab that remembers nothing.
    pub async fn fresh_tab(&mut self) -> Result<Arc<Tab>, String> {
        let tab = match self.tab.take() {
            Some(tab) => tab,
            None => Arc::new(self.new_tab().await?),
        };
        tab.forget_all().await;
        self.tab = Some(Arc::clone(&tab));
        Ok(tab)
    }

    /// A tab in a browser of its own.
    async fn new_tab(&self) -> Result<Tab, String> {
        let address = format!("http://{}/", self.playground.address());
        Ok(Tab::new(self.driver.session().await?, address, self.driver.downloads()))
    }

    /// Ends the session: the next test gets a new one.
    pub async fn discard(&mut self) {
        if let Some(tab) = self.tab.take() {
            tab.close().await;
        }
    }
}

/// Starts the driver, and ends it and every browser that it has started as soon as this process
/// goes away, however it does: then there is nobody left who holds the other end of the input.
const KEEPER: &str =
    "chromedriver --port=0 & driver=$!; read -r gone; kill $driver; wait $driver; kill -9 -$$";

/// The WebDriver, below a shell that keeps watch over it.
struct Driver {
    keeper: Child,
    address: String,
    /// Where it and its browsers keep their files.
    folder: TempDir,
}

impl Driver {
    fn start() -> Result<Driver, String> {
        let folder = TempDir::with_prefix("unriddle-browser-").map_err(|error| error.to_string())?;
        let mut command = Command::new("sh");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut keeper = command
            .args(["-c", KEEPER])
            .env("HOME", folder.path())
            .env("TMPDIR", folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let told = keeper.stdout.take().map(|out| BufReader::new(out).lines());
        let mut driver = Driver { keeper, address: String::new(), folder };
        for line in told.into_iter().flatten().map_while(Result::ok) {
            let port = line.split("successfully on port ").nth(1);
            if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse::<u16>().ok()) {
                driver.address = format!("http://127.0.0.1:{port}");
                return Ok(driver);
            }
        }
        Err("chromedriver does not start (Debian has it in chromium-driver)".to_string())
    }

    /// Where downloads go.
    fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// Starts a browser.
    async fn session(&self) -> Result<Client, String> {
        let profile = TempDir::with_prefix_in("profile-", self.folder.path());
        let profile = profile.map_err(|error| error.to_string())?.keep();
        let mut flags: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
        flags.push(format!("--user-data-dir={}", profile.display()));
        let wishes = json!({
            "goog:chromeOptions": {
                "args": flags,
                "prefs": { "download.default_directory": self.downloads() },
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let serde_json::Value::Object(wishes) = wishes {
            builder.capabilities(wishes);
        }
        let client = tokio::time::timeout(STARTS_IN, builder.connect(&self.address)).await;
        let late = |_| format!("it did not come within {} seconds", STARTS_IN.as_secs());
        client.map_err(late)?.map_err(|error| error.to_string())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The keeper hears that, ends all of it, and itself last.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
