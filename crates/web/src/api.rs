//! The requests of the page and their answers, as JSON over HTTP.
//!
//! Each handler reads what is asked, lets [`wire`] answer it and writes that down. How much memory
//! that may take is known before it begins and taken from a [budget](crate::memory). Answers are
//! worked out on threads of their own, so that a huge board keeps nobody else waiting. What cannot
//! be answered is refused with a reason: as JSON, in a [`Failure`](wire::Failure).

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
use unriddle_games::render;
use unriddle_games::wire::{self, Source};

use crate::asked::Asked;
use crate::connections::{Answering, Connection};
use crate::guard::{DRAWING_POLICY, guard};
use crate::heap;
use crate::hosts::Hosts;
use crate::memory::Memory;
use crate::page;
use crate::refusal::Refusal;
use crate::reply::{Attended, JSON, Made, PIECE};
use crate::shelves::Shelves;
use crate::solves::Solves;

/// From how much memory on what an answer took is given back to the system at once.
const MUCH: usize = 32 << 20;

/// What all requests share.
pub(crate) struct Shared {
    shelves: Arc<Shelves>,
    solves: Arc<Solves>,
    memory: Memory,
}

impl Shared {
    pub(crate) fn new(shelves: Shelves, solves: Arc<Solves>, memory: Memory) -> Self {
        Shared { shelves: Arc::new(shelves), solves, memory }
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Works an answer out that takes at most so much memory, on a thread of its own, when its
    /// turn comes. The reply keeps the memory of what it sends.
    async fn work(
        &self,
        weight: usize,
        answer: impl FnOnce() -> Result<Made, Refusal> + Send + 'static,
    ) -> Answer {
        let mut share = self.memory.take(weight).await?;
        // The work goes on when the browser goes away, and keeps what it takes until it is done.
        let work = move || {
            let made = answer();
            if weight > MUCH {
                heap::give_back();
            }
            share.keep(made.as_ref().map_or(0, Made::len));
            made.map(|made| (made, share))
        };
        let (made, share) = tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::broken())??;
        Ok(made.send(share))
    }

    /// The same for an answer that sees to it that it takes no more than it is given, which is at
    /// most what a reply may take.
    async fn work_within(
        &self,
        weight: usize,
        answer: impl FnOnce(usize) -> Result<Made, Refusal> + Send + 'static,
    ) -> Answer {
        let room = weight.min(self.memory.reply());
        self.work(room, move || answer(room)).await
    }
}

/// All routes.
pub(crate) fn routes(shared: Arc<Shared>, hosts: Arc<Hosts>) -> Router {
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
        .layer(axum::middleware::from_fn_with_state(hosts, guard))
        .layer(axum::middleware::from_fn(attend))
        .with_state(shared)
}

/// Tells a connection when its request is there and when its reply is written.
async fn attend(request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let Some(connection) = connection else { return next.run(request).await };
    // What has a body has asked when that is there.
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        connection.has_asked();
    }
    let answering = Answering(Arc::clone(&connection));
    let reply = next.run(request).await;
    if reply.body().size_hint().lower() > PIECE as u64 {
        connection.holds_memory();
    }
    reply.map(|body| Body::new(Attended::new(body, answering)))
}

type Answer = Result<Response, Refusal>;

async fn palette(headers: HeaderMap) -> Response {
    let style = render::style();
    page::tagged(&digest(&style), &headers, "text/css; charset=utf-8", style.into_bytes())
}

async fn games(headers: HeaderMap) -> Answer {
    let games = serde_json::to_string(&wire::games()).map_err(|_| Refusal::broken())?;
    Ok(page::tagged(&digest(&games), &headers, JSON, games.into_bytes()))
}

async fn levels(State(shared): State<Arc<Shared>>) -> Answer {
    let shelves = Arc::clone(&shared.shelves);
    let listing = move |room| Made::json(&shelves.listing(room));
    shared.work_within(shared.shelves.weight(), listing).await
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
    let weight = shelves.level_weight(&id).ok_or_else(no_such_level)?;
    let level = move |room| Made::json(&shelves.level(&id, room).ok_or_else(no_such_level)?);
    shared.work_within(weight, level).await
}

async fn thumbnail(State(shared): State<Arc<Shared>>, query: Named, headers: HeaderMap) -> Answer {
    let id = id(query)?;
    let shelves = Arc::clone(&shared.shelves);
    let weight = shelves.drawing_weight(&id).ok_or_else(no_such_level)?;
    let draw = move |room| {
        let text = shelves.text(&id).ok_or_else(no_such_level)??;
        let tag = digest(&text);
        if page::is_known(&tag, &headers) {
            return Ok(Made::known(&tag));
        }
        let level = Source { text, ..Source::default() };
        if level.drawing_weight() > room {
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the level is too large to be drawn"));
        }
        Ok(Made::svg(wire::thumbnail(level.read()?.as_ref())).tagged(&tag))
    };
    Ok(of_drawing(shared.work_within(weight, draw).await?))
}

async fn play(State(shared): State<Arc<Shared>>, Asked(request, _body): Asked<wire::PlayRequest>) -> Answer {
    let weight = request.weight();
    shared.work(weight, move || Made::json(&wire::play(&request)?)).await
}

async fn film(State(shared): State<Arc<Shared>>, Asked(request, _body): Asked<wire::FilmRequest>) -> Answer {
    let weight = request.weight();
    shared.work_within(weight, move |room| Made::json(&wire::film(&request, room)?)).await
}

async fn edit(State(shared): State<Arc<Shared>>, Asked(request, _body): Asked<wire::EditRequest>) -> Answer {
    let weight = request.weight();
    shared.work(weight, move || Made::json(&wire::edit(&request)?)).await
}

async fn picture(
    State(shared): State<Arc<Shared>>,
    Asked(request, _body): Asked<wire::PlayRequest>,
) -> Answer {
    let weight = request.drawing_weight();
    let draw = move || Ok(Made::svg(wire::picture(&request)?));
    Ok(of_drawing(shared.work(weight, draw).await?))
}

async fn solve(State(shared): State<Arc<Shared>>, Asked(request, body): Asked<wire::SolveRequest>) -> Answer {
    let events = Body::from_stream(shared.solves.solve(request, body)?);
    Ok(([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")], events).into_response())
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

fn no_such_level() -> Refusal {
    Refusal::not_found("there is no such level")
}
