//! A plain file server: a static site below a path, and nothing else that it computes.
//!
//! The files can be exchanged, as when a new version is uploaded, and the server can be shut down and started again
//! at the same address.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use unriddle_web::export::Site;

/// The path of the site.
pub const PATH: &str = "/some/where/";

/// A page that embeds a level, on the same host as the site but outside of it.
pub const HOST_PAGE: &str = "host.html";

/// A server of a site.
pub struct FileServer {
    site: Arc<Mutex<Site>>,
    address: SocketAddr,
    running: Mutex<Option<JoinHandle<()>>>,
}

impl FileServer {
    /// Serves a site on a free port.
    pub async fn start(site: Site) -> Result<FileServer, String> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let server = FileServer { site: Arc::new(Mutex::new(site)), address, running: Mutex::new(None) };
        server.serve(listener);
        Ok(server)
    }

    /// The address of the site.
    pub fn address(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Replaces the files.
    pub fn upload(&self, site: Site) {
        *self.site.lock().unwrap_or_else(PoisonError::into_inner) = site;
    }

    /// Closes all connections, and accepts no more.
    pub async fn shut_down(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            running.abort();
            let _ = running.await;
        }
    }

    /// Serves again, at the same address.
    pub async fn start_again(&self) {
        let listener = TcpListener::bind(self.address).await.expect("the port is still free");
        self.serve(listener);
    }

    fn serve(&self, listener: TcpListener) {
        let router = Router::new().fallback(file).with_state(Arc::clone(&self.site));
        let serving = tokio::spawn(async move {
            // The connections end with this task.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let routes = TowerToHyperService::new(router.clone());
                connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), routes));
            }
        });
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(serving);
    }
}

async fn file(State(site): State<Arc<Mutex<Site>>>, uri: Uri) -> Response {
    let path = uri.path().strip_prefix(PATH);
    let path = path.map(|path| if path.is_empty() { "index.html" } else { path });
    let contents = match path {
        // The module that packs links, for the checks themselves.
        Some("share/link.js") => {
            std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/page/share/link.js")).ok()
        }
        Some(path) => site.lock().unwrap_or_else(PoisonError::into_inner).file(path).map(<[u8]>::to_vec),
        None if uri.path() == format!("/{HOST_PAGE}") => Some(host_page().into_bytes()),
        None => None,
    };
    match contents {
        Some(contents) => ([(CONTENT_TYPE, media_type(uri.path()))], contents).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page of a designer's blog, which notes what the embedded level tells.
fn host_page() -> String {
    format!(
        "<!doctype html><title>A blog</title><link rel=icon href='data:,'>
        <script>heard = []; addEventListener('message', ({{ data }}) => heard.push(data));</script>
        <p>Try my level:</p>
        <script>document.write(`<iframe src=\"{PATH}embed.html${{location.hash}}\" width=640 height=520></iframe>`);</script>"
    )
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "" | "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ if path.ends_with('/') => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}
