//! A server, a WebDriver and a browser, which live as long as the test.
//!
//! The server runs in this process, on a free port. The driver and the browser are processes in a group
//! of their own that ends with this process; all their files are in a folder that is removed at the
//! end.

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
use unriddle_web::catalog::Catalog;
use unriddle_web::export::SiteOptions;
use unriddle_web::{Playground, Server, bind_one};

use super::file_server::FileServer;
use super::site::site;
use super::tab::Tab;

/// The time the browser has to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The options of the browser: no window, no sandbox (it often runs as root in a container, and opens
/// only the playground), and no network.
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

/// The servers, the driver, and the session that the checks share.
pub struct Browser {
    server: Server,
    /// The static site, or why there is none.
    site: Result<Arc<FileServer>, String>,
    driver: Driver,
    session: Option<Client>,
}

impl Browser {
    /// Starts everything.
    pub async fn start() -> Result<Browser, String> {
        let listener = bind_one(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).map_err(|error| error.to_string())?;
        let server = Playground::new(Catalog::new(&[])?).open(listener);
        let server = server.map_err(|error| error.to_string())?;
        let site = match site(&SiteOptions::default()) {
            Ok(site) => FileServer::start(site).await.map(Arc::new),
            Err(reason) => Err(reason),
        };
        Ok(Browser { server, site, driver: Driver::start()?, session: None })
    }

    /// The server of the static site, or why there is none.
    pub fn site(&self) -> Result<&Arc<FileServer>, &String> {
        self.site.as_ref()
    }

    /// A tab without any state, at the server or at the static site.
    pub async fn fresh_tab(&mut self, of_site: bool) -> Result<Arc<Tab>, String> {
        let address = match &self.site {
            Ok(site) if of_site => site.address(),
            _ => format!("http://{}/", self.server.address()),
        };
        let client = match self.session.take() {
            Some(client) => client,
            None => self.driver.session().await?,
        };
        self.session = Some(client.clone());
        let tab = Tab::new(client, address, self.driver.downloads());
        tab.reset().await;
        Ok(Arc::new(tab))
    }

    /// Ends the session: the next check gets a new one.
    pub async fn discard(&mut self) {
        if let Some(client) = self.session.take() {
            // A browser that does not answer is killed with the driver.
            let _ = tokio::time::timeout(Duration::from_secs(5), client.close()).await;
        }
    }
}

/// Starts the driver, and kills it and its browsers when this process ends in any way: its end of the
/// pipe is closed then.
const KEEPER: &str =
    "chromedriver --port=0 & driver=$!; read -r gone; kill $driver; wait $driver; kill -9 -$$";

/// The WebDriver, as a child of a shell that ends it.
struct Driver {
    keeper: Child,
    address: String,
    /// The files of the driver and its browsers.
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
        let output = keeper.stdout.take().map(|out| BufReader::new(out).lines());
        let mut driver = Driver { keeper, address: String::new(), folder };
        for line in output.into_iter().flatten().map_while(Result::ok) {
            let port = line.split("successfully on port ").nth(1);
            if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse::<u16>().ok()) {
                driver.address = format!("http://127.0.0.1:{port}");
                return Ok(driver);
            }
        }
        Err("chromedriver does not start (Debian has it in chromium-driver)".to_string())
    }

    /// The folder of downloads.
    fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// Starts a browser.
    async fn session(&self) -> Result<Client, String> {
        let profile = TempDir::with_prefix_in("profile-", self.folder.path());
        let profile = profile.map_err(|error| error.to_string())?.keep();
        let mut flags: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
        flags.push(format!("--user-data-dir={}", profile.display()));
        let capabilities = json!({
            "goog:chromeOptions": {
                "args": flags,
                "prefs": { "download.default_directory": self.downloads() },
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let serde_json::Value::Object(capabilities) = capabilities {
            builder.capabilities(capabilities);
        }
        let client = tokio::time::timeout(START_TIMEOUT, builder.connect(&self.address)).await;
        let late = |_| format!("no session within {} seconds", START_TIMEOUT.as_secs());
        client.map_err(late)?.map_err(|error| error.to_string())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The shell reads the end of its input, and kills the group, itself included.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
