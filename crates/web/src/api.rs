//! The requests of the page and their answers, as JSON over HTTP.
//!
//! Each handler reads what is asked, lets [`wire`] answer it and writes that down. Answers are
//! worked out on threads of their own, so that a huge board keeps nobody else waiting; a few at
//! a time, so that many of them do not take all memory. What cannot be answered is refused with
//! a reason: as JSON, in a [`Failure`].

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use unriddle_games::render;
use unriddle_games::wire::{self, Failure, Fault, Source};

use crate::guard::{DRAWING_POLICY, Hosts, guard};
use crate::page;
use crate::shelves::{MOST_BYTES, Shelves};
use crate::solves::Solves;

/// How many answers are worked out at once, searches apart.
const AT_ONCE: usize = 32;

/// How many of them to large requests, which may take long and much memory.
const LARGE_AT_ONCE: usize = 2;

/// From how many bytes a request is large.
const LARGE: usize = 64 << 10;

/// How long a browser may take to send what it asks.
const BODY_IN: Duration = Duration::from_secs(30);

/// What all requests share.
pub(crate) struct Shared {
    shelves: Arc<Shelves>,
    solves: Arc<Solves>,
    desk: Arc<Semaphore>,
    large_desk: Arc<Semaphore>,
}

impl Shared {
    pub(crate) fn new(shelves: Shelves, solves: Arc<Solves>) -> Self {
        let desk = |places| Arc::new(Semaphore::new(places));
        Shared { shelves: Arc::new(shelves), solves, desk: desk(AT_ONCE), large_desk: desk(LARGE_AT_ONCE) }
    }

    /// Works an answer out on a thread of its own, when its turn comes. The large ones wait for
    /// each other and for nobody else.
    async fn work<T: Send + 'static>(
        &self,
        size: usize,
        answer: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let desk = if size < LARGE { &self.desk } else { &self.large_desk };
        // No desk is ever closed.
        let turn = Arc::clone(desk).acquire_owned().await.map_err(|_| Refusal::broken())?;
        // The work goes on when the browser goes away, and keeps its place until it is done.
        let work = move || {
            let answer = answer();
            drop(turn);
            answer
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::broken())?
    }
}

/// All routes.
pub(crate) fn routes(shared: Arc<Shared>, hosts: Hosts) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/{*name}", get(page::named))
        .route("/palette.css", get(palette))
        .route("/api/games", get(games))
        .route("/api/levels", get(levels))
        .route("/api/level", get(level))
        .route("/api/thumbnail", get(thumbnail))
        .route("/api/play", post(play))
        .route("/api/film", post(film))
        .route("/api/edit", post(edit))
        .route("/api/picture", post(picture))
        .route("/api/solve", post(solve))
        .fallback(async || Refusal::not_found("there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take this method")
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(hosts, guard))
        .with_state(shared)
}

type Answer = Result<Response, Refusal>;

async fn palette(headers: HeaderMap) -> Response {
    let style = render::style();
    page::tagged(&digest(&style), &headers, "text/css; charset=utf-8", style.into_bytes())
}

async fn games(headers: HeaderMap) -> Answer {
    let games = text(&wire::games())?;
    Ok(page::tagged(&digest(&games), &headers, JSON, games.into_bytes()))
}

async fn levels(State(shared): State<Arc<Shared>>) -> Answer {
    let shelves = Arc::clone(&shared.shelves);
    shared.work(0, move || json(&shelves.listing())).await
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

type Named = Result<Query<Id>, axum::extract::rejection::QueryRejection>;

/// The level that is asked for.
fn id(query: Named) -> Result<String, Refusal> {
    query.map(|Query(Id { id })| id).map_err(|_| Refusal::bad("name a level: ?id=…"))
}

async fn level(State(shared): State<Arc<Shared>>, query: Named) -> Answer {
    let id = id(query)?;
    let shelves = Arc::clone(&shared.shelves);
    shared.work(0, move || json(&shelves.level(&id).ok_or_else(no_such_level)?)).await
}

async fn thumbnail(State(shared): State<Arc<Shared>>, query: Named, headers: HeaderMap) -> Answer {
    let id = id(query)?;
    let shelves = Arc::clone(&shared.shelves);
    let text = shared.work(0, move || Ok(shelves.text(&id).ok_or_else(no_such_level)??)).await?;
    let tag = digest(&text);
    if page::is_known(&tag, &headers) {
        return Ok(page::tagged(&tag, &headers, SVG, Vec::new()));
    }
    let (size, level) = (text.len(), Source { text, ..Source::default() });
    let draw = move || Ok(wire::thumbnail(level.read()?.as_ref()));
    let drawing = shared.work(size, draw).await?;
    Ok(of_drawing(page::tagged(&tag, &headers, SVG, drawing.into_bytes())))
}

async fn play(State(shared): State<Arc<Shared>>, Asked(size, request): Asked<wire::PlayRequest>) -> Answer {
    shared.work(size, move || json(&wire::play(&request)?)).await
}

async fn film(State(shared): State<Arc<Shared>>, Asked(size, request): Asked<wire::FilmRequest>) -> Answer {
    shared.work(size, move || json(&wire::film(&request)?)).await
}

async fn edit(State(shared): State<Arc<Shared>>, Asked(size, request): Asked<wire::EditRequest>) -> Answer {
    shared.work(size, move || json(&wire::edit(&request)?)).await
}

async fn picture(
    State(shared): State<Arc<Shared>>,
    Asked(size, request): Asked<wire::PlayRequest>,
) -> Answer {
    let drawing = shared.work(size, move || Ok(wire::picture(&request)?)).await?;
    Ok(of_drawing(([(CONTENT_TYPE, SVG)], drawing).into_response()))
}

async fn solve(State(shared): State<Arc<Shared>>, Asked(_, request): Asked<wire::SolveRequest>) -> Response {
    let events = Body::from_stream(shared.solves.solve(request));
    ([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")], events).into_response()
}

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";

/// A value as JSON.
fn text(value: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|_| Refusal::broken())
}

fn json(value: &impl Serialize) -> Answer {
    Ok(([(CONTENT_TYPE, JSON)], text(value)?).into_response())
}

fn of_drawing(mut reply: Response) -> Response {
    reply.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING_POLICY));
    reply
}

/// A short name for a text: equal texts have equal ones, others most likely not.
fn digest(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), text).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A request that holds JSON of the right shape, and its size in bytes.
pub(crate) struct Asked<T>(usize, T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case(JSON) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal::new(status, "send JSON, with content-type: application/json"));
        }
        let read = timeout(BODY_IN, Bytes::from_request(request, state)).await;
        let read = read.map_err(|_| {
            Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not come to its end in time")
        })?;
        let bytes = read.map_err(|rejection: BytesRejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                return Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 4 MiB");
            }
            Refusal::bad("the request broke off")
        })?;
        serde_json::from_slice(&bytes)
            .map(|asked| Asked(bytes.len(), asked))
            .map_err(|error| Refusal::bad(&format!("the request cannot be understood: {error}")))
    }
}

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    failure: Failure,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: &str) -> Self {
        Refusal { status, failure: Failure::of_request(message) }
    }

    pub(crate) fn bad(message: &str) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn not_found(message: &str) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn forbidden(message: &str) -> Self {
        Refusal::new(StatusCode::FORBIDDEN, message)
    }

    /// A fault of the server's own.
    pub(crate) fn broken() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer could not be worked out: this is a bug")
    }
}

fn no_such_level() -> Refusal {
    Refusal::not_found("there is no such level")
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let status = match failure.what {
            Fault::Level | Fault::Moves => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::Request => StatusCode::BAD_REQUEST,
        };
        Refusal { status, failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.failure).unwrap_or_default();
        (self.status, [(CONTENT_TYPE, JSON)], body).into_response()
    }
}
