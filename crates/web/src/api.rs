//! The routes of the page's requests, as JSON over HTTP.
//!
//! Each handler parses a request, lets [`wire`] answer it and serialises the result. An upper bound of
//! the memory for that is known beforehand and taken from a [budget](crate::permits). Handlers
//! compute on blocking threads, so that a huge board delays nobody else. Errors are JSON, too: a
//! [`Failure`](wire::Failure).

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
use unriddle_render as render;

use crate::catalog::Catalog;
use crate::connections::{Connection, InFlight};
use crate::error::ApiError;
use crate::hosts::Hosts;
use crate::malloc_trim;
use crate::page;
use crate::permits::Permits;
use crate::request::JsonRequest;
use crate::response::{CHUNK, JSON, Payload, TrackedBody};
use crate::same_origin::{SVG_POLICY, enforce_same_origin};
use crate::solve_queue::{Job, SolveQueue};

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

    /// Like `run`, for work that keeps within the memory it is given: `weight` bytes, but no more than
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
    Router::new()
        .route("/", get(page::index))
        .route("/script.js", get(page::script))
        .route("/style.css", get(page::style))
        .route("/{*name}", get(page::named))
        .route("/palette.css", get(palette))
        .route("/api/games", get(games))
        .route("/api/lessons", get(lessons))
        .route("/api/levels", get(levels))
        .route("/api/level", get(level))
        .route("/api/thumbnail", get(thumbnail))
        .route("/api/play", post(play))
        .route("/api/film", post(film))
        .route("/api/edit", post(edit))
        .route("/api/picture", post(picture))
        .route("/api/tell", post(tell))
        .route("/api/solve", post(solve::<wire::SolveRequest>))
        .route("/api/analyse", post(solve::<wire::AnalyseRequest>))
        .route("/api/improve", post(solve::<wire::ImproveRequest>))
        .route("/api/position", post(solve::<wire::PositionRequest>))
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
    let games = serde_json::to_string(&wire::games()).map_err(|_| ApiError::internal())?;
    Ok(page::with_etag(&digest(&games), &headers, JSON, games.into_bytes()))
}

#[derive(Deserialize)]
struct GameQuery {
    game: String,
}

async fn lessons(
    query: Result<Query<GameQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> ApiResult {
    let Query(GameQuery { game }) =
        query.map_err(|_| ApiError::bad_request("the request names no game: add ?game=…"))?;
    let game = unriddle_games::game(&game).ok_or_else(|| ApiError::not_found("there is no such game"))?;
    let lessons = serde_json::to_string(&wire::lessons(game)?).map_err(|_| ApiError::internal())?;
    Ok(page::with_etag(&digest(&lessons), &headers, JSON, lessons.into_bytes()))
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

async fn play(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, _body): JsonRequest<wire::PlayRequest>,
) -> ApiResult {
    let weight = request.weight();
    shared.run(weight, move || Payload::json(&wire::play(&request)?)).await
}

async fn film(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, _body): JsonRequest<wire::FilmRequest>,
) -> ApiResult {
    let weight = request.weight();
    shared.run_within(weight, move |room| Payload::json(&wire::film(&request, room)?)).await
}

async fn tell(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, _body): JsonRequest<wire::TellRequest>,
) -> ApiResult {
    let weight = request.weight();
    shared.run(weight, move || Payload::json(&wire::tell(&request)?)).await
}

async fn edit(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, _body): JsonRequest<wire::EditRequest>,
) -> ApiResult {
    let weight = request.weight();
    shared.run(weight, move || Payload::json(&wire::edit(&request)?)).await
}

async fn picture(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, _body): JsonRequest<wire::PictureRequest>,
) -> ApiResult {
    let weight = request.weight();
    let draw = move |room| Ok(Payload::file(wire::picture(&request, room)?));
    Ok(with_svg_policy(shared.run_within(weight, draw).await?))
}

/// Answers any request that takes a search.
async fn solve<J: Job>(
    State(shared): State<Arc<Shared>>,
    JsonRequest(request, body): JsonRequest<J>,
) -> ApiResult {
    let events = Body::from_stream(shared.solve_queue.solve(request, body)?);
    Ok(([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")], events).into_response())
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
