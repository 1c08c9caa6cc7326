//! The routes of the page's requests, as JSON over HTTP.
//!
//! Every request of the [protocol](wire::dispatch) is posted to a path of its name. An upper bound of the memory for
//! its reply is known beforehand and taken from a [budget](crate::permits). Replies are computed on blocking threads,
//! so that a huge board delays nobody else; searches are [queued](crate::solve_queue). Errors are JSON, too: a
//! [`Failure`](wire::Failure).
//!
//! What a browser can cache is read with GET: the documents about games, and the levels of the catalogue, which only
//! the server has.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::{Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use tower_http::compression::CompressionLayer;
use unriddle_protocol as wire;
use unriddle_protocol::{Call, LessonsRequest, Reply};
use unriddle_render as render;

use crate::catalog::Catalog;
use crate::connections::{Connection, InFlight};
use crate::error::ApiError;
use crate::hosts::Hosts;
use crate::malloc_trim;
use crate::page;
use crate::permits::Permits;
use crate::request::receive;
use crate::response::{CHUNK, JSON, Payload, TrackedBody};
use crate::same_origin::{SVG_POLICY, enforce_same_origin};
use crate::solve_queue::SolveQueue;

/// Work that may take more bytes than this returns its memory to the system when it is done.
const TRIM_ABOVE: usize = 32 << 20;

/// The state that all requests share.
pub(crate) struct Shared {
    catalog: Arc<Catalog>,
    solve_queue: Arc<SolveQueue>,
    permits: Permits,
}

impl Shared {
    pub(crate) fn new(catalog: Catalog, solve_queue: Arc<SolveQueue>, permits: Permits) -> Self {
        Shared { catalog: Arc::new(catalog), solve_queue, permits }
    }

    pub(crate) fn permits(&self) -> &Permits {
        &self.permits
    }

    /// Runs `compute`, which needs at most `weight` bytes, on a blocking thread once that much memory
    /// is free. The response holds the memory of its payload until it is sent.
    async fn run(
        &self,
        weight: usize,
        compute: impl FnOnce() -> Result<Payload, ApiError> + Send + 'static,
    ) -> ApiResult {
        let mut permit = self.permits.acquire(weight).await?;
        // If the client disconnects, the work goes on and holds its memory until it is done.
        let work = move || {
            let payload = compute();
            if weight > TRIM_ABOVE {
                malloc_trim::trim();
            }
            permit.shrink_to(payload.as_ref().map_or(0, Payload::len));
            payload.map(|payload| (payload, permit))
        };
        let (payload, permit) =
            tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::internal())??;
        Ok(payload.into_response(permit))
    }

    /// Like `run`, for work on the catalogue that keeps within the memory it is given: `weight` bytes, but no more than
    /// a response may take.
    async fn run_within(
        &self,
        weight: usize,
        compute: impl FnOnce(usize) -> Result<Payload, ApiError> + Send + 'static,
    ) -> ApiResult {
        let room = weight.min(self.permits.response_limit());
        self.run(room, move || compute(room)).await
    }
}

/// All routes.
pub(crate) fn routes(shared: Arc<Shared>, hosts: Arc<Hosts>) -> Router {
    let documents = Router::new()
        .route("/", get(page::index))
        .route("/script.js", get(page::script))
        .route("/style.css", get(page::style))
        .route("/{*name}", get(page::named))
        .route("/palette.css", get(palette))
        .route("/api/games", get(games))
        .route("/api/lessons", get(lessons))
        .route("/api/levels", get(levels))
        .route("/api/level", get(level))
        .route("/api/thumbnail", get(thumbnail));
    let posted = wire::names().fold(documents, |routes, name| {
        let answer = move |state, request| answer(name, state, request);
        routes.route(&format!("/api/{name}"), post(answer))
    });
    posted
        .fallback(async || ApiError::not_found("there is nothing at this path"))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not allow this method")
        })
        // Drawings and scripts shrink to a tenth or less; streams of events are sent as they are.
        .layer(CompressionLayer::new())
        .layer(axum::middleware::from_fn_with_state(hosts, enforce_same_origin))
        .layer(axum::middleware::from_fn(track))
        .with_state(shared)
}

/// Notes on the connection when a request is received and when its response is sent.
async fn track(request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let Some(connection) = connection else { return next.run(request).await };
    // A request with a body is received once the body is read.
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        connection.request_received();
    }
    let in_flight = InFlight(Arc::clone(&connection));
    let response = next.run(request).await;
    if response.body().size_hint().lower() > CHUNK as u64 {
        connection.holds_memory();
    }
    response.map(|body| Body::new(TrackedBody::new(body, in_flight)))
}

type ApiResult = Result<Response, ApiError>;

async fn palette(headers: HeaderMap) -> Response {
    let style = render::style_sheet();
    page::with_etag(&digest(&style), &headers, "text/css; charset=utf-8", style.into_bytes())
}

async fn games(headers: HeaderMap) -> ApiResult {
    document(&Call::Games, &headers)
}

async fn lessons(
    query: Result<Query<LessonsRequest>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> ApiResult {
    let Query(request) =
        query.map_err(|_| ApiError::bad_request("the request names no game: add ?game=…"))?;
    document(&Call::Lessons(request), &headers)
}

/// A reply that depends on nothing but the program. It fails only if there is no such document.
fn document(call: &Call, headers: &HeaderMap) -> ApiResult {
    let reply = call.reply(usize::MAX);
    let reply = reply.map_err(|failure| ApiError::with_status(StatusCode::NOT_FOUND, failure))?;
    let Reply::Value(value) = reply else { return Err(ApiError::internal()) };
    let json = serde_json::to_string(&value).map_err(|_| ApiError::internal())?;
    Ok(page::with_etag(&digest(&json), headers, JSON, json.into_bytes()))
}

async fn levels(State(shared): State<Arc<Shared>>) -> ApiResult {
    let catalog = Arc::clone(&shared.catalog);
    let listing = move |room| Payload::json(&catalog.listing(room));
    shared.run_within(shared.catalog.weight(), listing).await
}

#[derive(Deserialize)]
struct LevelQuery {
    id: String,
}

type LevelId = Result<Query<LevelQuery>, axum::extract::rejection::QueryRejection>;

fn id(query: LevelId) -> Result<String, ApiError> {
    query
        .map(|Query(LevelQuery { id })| id)
        .map_err(|_| ApiError::bad_request("the request names no level: add ?id=…"))
}

async fn level(State(shared): State<Arc<Shared>>, query: LevelId) -> ApiResult {
    let id = id(query)?;
    let catalog = Arc::clone(&shared.catalog);
    let weight = catalog.level_weight(&id).ok_or_else(no_such_level)?;
    let level = move |room| Payload::json(&catalog.level(&id, room).ok_or_else(no_such_level)?);
    shared.run_within(weight, level).await
}

async fn thumbnail(State(shared): State<Arc<Shared>>, query: LevelId, headers: HeaderMap) -> ApiResult {
    let id = id(query)?;
    let catalog = Arc::clone(&shared.catalog);
    let weight = catalog.drawing_weight(&id).ok_or_else(no_such_level)?;
    let draw = move |room| {
        let level = catalog.source(&id).ok_or_else(no_such_level)??;
        let tag = digest(&level.text);
        if page::is_cached(&tag, &headers) {
            return Ok(Payload::not_modified(&tag));
        }
        if level.drawing_weight() > room {
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "the level is too large to draw"));
        }
        Ok(Payload::svg(wire::thumbnail(level.read()?.as_ref())).with_etag(&tag))
    };
    Ok(with_svg_policy(shared.run_within(weight, draw).await?))
}

/// Answers a request of this name that was posted: with its reply, or with the events of a search.
async fn answer(name: &'static str, State(shared): State<Arc<Shared>>, request: Request) -> ApiResult {
    let (request, body) = receive(name, request, &shared).await?;
    match request {
        wire::Request::Call(call) => {
            let memory = call.memory(shared.permits.response_limit());
            let is_file = matches!(call, Call::Picture(_));
            let response = shared.run(memory, move || Payload::reply(call.reply(memory)?)).await?;
            drop(body);
            Ok(if is_file { with_svg_policy(response) } else { response })
        }
        wire::Request::Search(search) => {
            let events = Body::from_stream(shared.solve_queue.solve(search, body)?);
            let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
            Ok((headers, events).into_response())
        }
    }
}

/// Replaces the policy of the page by that of an SVG document.
fn with_svg_policy(mut response: Response) -> Response {
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(SVG_POLICY));
    response
}

/// A hash of a text and of the program's version, for entity tags.
fn digest(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), text).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn no_such_level() -> ApiError {
    ApiError::not_found("there is no such level")
}
