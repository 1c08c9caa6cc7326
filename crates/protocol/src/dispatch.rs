//! The list of requests: from a name and a JSON body to a request, and from that to its reply.
//!
//! A carrier, such as a server or a worker, passes a name and a body to [`dispatch`] and sends what comes back. There
//! are two kinds of requests. A [`Call`] has one [`Reply`]. A [`Search`] runs for seconds or minutes, reports
//! [events](SearchEvent) and can be cancelled.
//!
//! Limits that hold for every carrier are checked here: the size of a body, the time of a search, and its memory.
//! A carrier decides how much memory there is.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use unriddle_kit::SEARCHES;
use unriddle_search::{Limits, Progress};

use super::{
    Allowance, AnalyseRequest, AnalysisView, AnswerView, EditReply, EditRequest, Failure, FailureKind, Film,
    FilmRequest, GameView, ImproveRequest, ImproveView, LessonsRequest, LessonsView, PictureFile,
    PictureRequest, PlayRequest, PositionRequest, PositionView, Scene, SearchEvent, SolveRequest,
    TellRequest, Telling, analyse, edit, film, games, improve, lessons, picture, play, position, solve, tell,
};

/// The maximum size of a body, in bytes.
pub const MAX_BODY: usize = 4 << 20;

/// The maximum time of a search.
const MAX_TIME: Duration = Duration::from_secs(600);

/// The memory of the replies that depend on no level, in bytes: the lists of games and of lessons.
const DOCUMENT: usize = 8 << 20;

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// One with a single reply.
    Call(Call),
    /// One that takes a search.
    Search(Search),
}

/// A request with a single reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// The list of games.
    Games,
    /// The lessons of a game.
    Lessons(LessonsRequest),
    /// An action of a player.
    Play(Box<PlayRequest>),
    /// Moves in the words of a player.
    Tell(TellRequest),
    /// What happens by itself.
    Film(FilmRequest),
    /// A change to the text of a level.
    Edit(EditRequest),
    /// A picture to save.
    Picture(Box<PictureRequest>),
}

/// A request that takes a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    /// Solves a position.
    Solve(SolveRequest),
    /// Analyses a level.
    Analyse(AnalyseRequest),
    /// Proposes better neighbours of a level.
    Improve(ImproveRequest),
    /// Finds the moves to a point of the map of a level.
    Position(PositionRequest),
}

/// The reply to a [`Call`].
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A value, to be sent as JSON.
    Value(Value),
    /// A file, to be sent as it is.
    File(PictureFile),
}

/// The reply to a [`Call`] other than a file. It is serialised as what it holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// To [`Call::Games`].
    Games(Vec<GameView>),
    /// To [`Call::Lessons`].
    Lessons(LessonsView),
    /// To [`Call::Play`].
    Scene(Box<Scene>),
    /// To [`Call::Tell`].
    Telling(Telling),
    /// To [`Call::Film`].
    Film(Box<Film>),
    /// To [`Call::Edit`].
    Edit(Box<EditReply>),
}

/// The answer of a [`Search`]. It is serialised as what it holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SearchAnswer {
    /// To [`Search::Solve`].
    Solve(Box<AnswerView>),
    /// To [`Search::Analyse`].
    Analyse(Box<AnalysisView>),
    /// To [`Search::Improve`].
    Improve(ImproveView),
    /// To [`Search::Position`].
    Position(PositionView),
}

/// A name, and the parser of bodies of that name.
type Entry = (&'static str, fn(&[u8]) -> Result<Request, Failure>);

/// All calls.
const CALLS: &[Entry] = &[
    ("games", |_| Ok(Request::Call(Call::Games))),
    ("lessons", |body| call(body, Call::Lessons)),
    ("play", |body| call(body, |request| Call::Play(Box::new(request)))),
    ("tell", |body| call(body, Call::Tell)),
    ("film", |body| call(body, Call::Film)),
    ("edit", |body| call(body, Call::Edit)),
    ("picture", |body| call(body, |request| Call::Picture(Box::new(request)))),
];

/// All searches.
const SEARCH_REQUESTS: &[Entry] = &[
    ("solve", |body| search(body, Search::Solve)),
    ("analyse", |body| search(body, Search::Analyse)),
    ("improve", |body| search(body, Search::Improve)),
    ("position", |body| search(body, Search::Position)),
];

/// The requests that this program answers: without the feature `search`, calls only.
fn entries() -> impl Iterator<Item = &'static Entry> {
    CALLS.iter().chain(if SEARCHES { SEARCH_REQUESTS } else { &[] })
}

/// The names of all requests.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|(name, _)| *name)
}

/// The request of this name with this body, which is JSON.
pub fn dispatch(name: &str, body: &[u8]) -> Result<Request, Failure> {
    let (_, parse) = entries()
        .find(|(other, _)| *other == name)
        .ok_or_else(|| Failure::of_request(format!("there is no request called {name:?}")))?;
    if body.len() > MAX_BODY {
        return Err(Failure::oversized());
    }
    parse(body)
}

fn call<T: DeserializeOwned>(body: &[u8], kind: fn(T) -> Call) -> Result<Request, Failure> {
    parse(body).map(kind).map(Request::Call)
}

fn search<T: DeserializeOwned>(body: &[u8], kind: fn(T) -> Search) -> Result<Request, Failure> {
    parse(body).map(kind).map(Request::Search)
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body)
        .map_err(|error| Failure::of_request(format!("the request cannot be parsed: {error}")))
}

impl Call {
    /// The memory to reserve for the reply if there are `available` bytes: an upper bound of what it takes. Only films
    /// and pictures can be kept within less; for anything else the bound may exceed what is available.
    pub fn memory(&self, available: usize) -> usize {
        match self {
            Call::Games | Call::Lessons(_) => DOCUMENT,
            Call::Play(request) => request.weight(),
            Call::Tell(request) => request.weight(),
            Call::Film(request) => request.weight().min(available),
            Call::Edit(request) => request.weight(),
            Call::Picture(request) => request.weight().min(available),
        }
    }

    /// The reply. Films and pictures take at most `memory` bytes, and fail if that is not enough.
    pub fn reply(&self, memory: usize) -> Result<Reply, Failure> {
        let value = match self {
            Call::Games => Value::Games(games()),
            Call::Lessons(request) => Value::Lessons(lessons(request)?),
            Call::Play(request) => Value::Scene(Box::new(play(request)?)),
            Call::Tell(request) => Value::Telling(tell(request)?),
            Call::Film(request) => Value::Film(Box::new(film(request, memory)?)),
            Call::Edit(request) => Value::Edit(Box::new(edit(request)?)),
            Call::Picture(request) => return picture(request, memory).map(Reply::File),
        };
        Ok(Reply::Value(value))
    }
}

impl Search {
    /// The limits of the search if it has `memory` bytes together with its level. Fails if the level may need more than
    /// half of that.
    pub fn limits(&self, memory: u64) -> Result<Limits, Failure> {
        let left = memory.saturating_sub(self.weight() as u64);
        if left < memory / 2 {
            let message = format!("the level may need more than {} MiB of memory", memory >> 21);
            let help = "that is half of what a search has here; the command solves larger levels";
            return Err(Failure::of_request(message).blamed_on(FailureKind::Size, help));
        }
        Ok(Limits { time: Some(MAX_TIME), memory: Some(left), ..Limits::default() })
    }

    /// The memory that it takes beyond what the search accounts for.
    fn weight(&self) -> usize {
        match self {
            Search::Solve(request) => request.weight(),
            Search::Analyse(request) => request.weight(),
            Search::Improve(request) => request.weight(),
            Search::Position(request) => request.weight(),
        }
    }

    /// Runs the search on this thread. Reports progress a few times per second, and an answer or a failure at the end.
    pub fn run(&self, allowance: &Allowance<'_>, on_event: &mut dyn FnMut(SearchEvent)) {
        let mut on_progress = |progress: &Progress| on_event(SearchEvent::Progress(progress.into()));
        let answer = self.answer(allowance, &mut on_progress);
        on_event(match answer {
            Ok(answer) => SearchEvent::Answer(answer),
            Err(failure) => SearchEvent::Failure(failure),
        });
    }

    fn answer(
        &self,
        allowance: &Allowance<'_>,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<SearchAnswer, Failure> {
        match self {
            // No search is parsed then. This keeps the code of all of them out of the program.
            _ if !SEARCHES => Err(Failure::of_request("this program does not search")),
            Search::Solve(request) => {
                let answer = solve(request, allowance, on_progress)?;
                Ok(SearchAnswer::Solve(Box::new(answer)))
            }
            Search::Analyse(request) => {
                let analysis = analyse(request, allowance, on_progress)?;
                Ok(SearchAnswer::Analyse(Box::new(analysis)))
            }
            Search::Improve(request) => improve(request, allowance).map(SearchAnswer::Improve),
            Search::Position(request) => position(request, allowance).map(SearchAnswer::Position),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// A body with all fields that any request needs.
    const MAZE: &str = r#"{"text":"S.E","game":"reindeer-maze","line":[],"most":1,"state":0}"#;

    #[test]
    fn every_name_is_dispatched_and_answered() {
        for name in names() {
            match dispatch(name, MAZE.as_bytes()).unwrap_or_else(|failure| panic!("{name}: {failure:?}")) {
                Request::Call(call) => {
                    let memory = call.memory(usize::MAX);
                    let reply = call.reply(memory).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
                    if let Reply::Value(value) = reply {
                        serde_json::to_string(&value).expect("a reply is JSON");
                    }
                }
                Request::Search(search) => {
                    let limits = search.limits(1 << 30).expect("a maze is small");
                    let allowance = Allowance { limits, threads: 1, cancel: &AtomicBool::new(false) };
                    let mut last = None;
                    search.run(&allowance, &mut |event| last = Some(event));
                    let last = serde_json::to_value(last).expect("an event is JSON");
                    assert_eq!(last["event"], "answer", "{name}: {last}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_request_is_a_failure() {
        let large = format!("{{\"text\":\"{}\"}}", "#".repeat(MAX_BODY));
        for (name, body, message) in [
            ("dance", "{}", "there is no request called \"dance\""),
            ("play", "7", "the request cannot be parsed: invalid type"),
            ("solve", "{}", "the request cannot be parsed: missing field `text`"),
            ("play", &large, "the request is larger than 4 MiB"),
        ] {
            let failure = dispatch(name, body.as_bytes()).expect_err(message);
            assert!(failure.message.starts_with(message), "{name}: {failure:?}");
            assert_eq!(failure.what, FailureKind::Request);
        }
    }

    #[test]
    fn a_search_has_what_its_level_leaves() {
        let Ok(Request::Search(search)) = dispatch("solve", MAZE.as_bytes()) else { panic!("a search") };
        let weight = search.weight() as u64;
        let limits = search.limits(3 * weight).expect("it fits");
        assert_eq!((limits.memory, limits.time), (Some(2 * weight), Some(MAX_TIME)));
        assert_eq!(search.limits(weight).map_err(|failure| failure.what), Err(FailureKind::Size));
    }

    #[test]
    fn only_films_and_pictures_keep_within_less_memory() {
        for name in names() {
            let Ok(Request::Call(call)) = dispatch(name, MAZE.as_bytes()) else { continue };
            assert_eq!(call.memory(1) == 1, ["film", "picture"].contains(&name), "{name}");
        }
    }
}
