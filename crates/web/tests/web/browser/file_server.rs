//! A plain file server: a static site below a path. Only searches are answered as by a server, for a site that names
//! one.
//!
//! The files can be exchanged, as when a new version is uploaded, and the server can be shut down and started again
//! at the same address.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use unriddle_protocol::{Allowance, Search, SolveRequest};
use unriddle_search::Limits;
use unriddle_web::export::Site;

/// The path of the site.
pub const PATH: &str = "/some/where/";

/// A page that embeds a level, on the same host as the site but outside of it.
pub const HOST_PAGE: &str = "host.html";

/// A server of a site.
pub struct FileServer {
    served: Arc<Served>,
    address: SocketAddr,
    running: Mutex<Option<JoinHandle<()>>>,
}

/// What is served, and the number of searches so far.
struct Served {
    site: Mutex<Site>,
    searches: AtomicUsize,
}

impl FileServer {
    /// Serves a site on a free port.
    pub async fn start(site: Site) -> Result<FileServer, String> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let served = Arc::new(Served { site: Mutex::new(site), searches: AtomicUsize::new(0) });
        let server = FileServer { served, address, running: Mutex::new(None) };
        server.serve(listener);
        Ok(server)
    }

    /// The address of the site.
    pub fn address(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Replaces the files.
    pub fn upload(&self, site: Site) {
        *self.served.site.lock().unwrap_or_else(PoisonError::into_inner) = site;
    }

    /// The number of searches that it has answered.
    pub fn searches(&self) -> usize {
        self.served.searches.load(Ordering::SeqCst)
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
        let router = Router::new()
            .route(&format!("{PATH}api/solve"), post(solve))
            .fallback(file)
            .with_state(Arc::clone(&self.served));
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

/// Solves as the playground's server does.
async fn solve(State(served): State<Arc<Served>>, Json(request): Json<SolveRequest>) -> Response {
    served.searches.fetch_add(1, Ordering::SeqCst);
    let mut events = String::new();
    let allowance = Allowance { limits: Limits::default(), threads: 1, cancel: &AtomicBool::new(false) };
    Search::Solve(request).run(&allowance, &mut |event| {
        let data = serde_json::to_string(&event).expect("an event is JSON");
        events += &format!("data: {data}\n\n");
    });
    ([(CONTENT_TYPE, "text/event-stream")], events).into_response()
}

async fn file(State(served): State<Arc<Served>>, uri: Uri) -> Response {
    let path = uri.path().strip_prefix(PATH);
    let path = path.map(|path| if path.is_empty() { "index.html" } else { path });
    let contents = match path {
        // The module that packs links, for the checks themselves.
        Some("share/link.js") => {
            std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/page/share/link.js")).ok()
        }
        Some(path) => {
            served.site.lock().unwrap_or_else(PoisonError::into_inner).file(path).map(<[u8]>::to_vec)
        }
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
