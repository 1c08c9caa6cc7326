//! The memory that readers and answers allocate for untrusted input: never more than the estimate for the
//! request, and very little for a text that only claims to be large.
//!
//! Every allocation is counted for the thread that makes it. Reading and answering use no other threads, so tests and
//! levels are measured side by side.

mod counting;
mod scripts;
#[path = "../../games/tests/watchdog/mod.rs"]
mod watchdog;

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use counting::peak;
use serde::Serialize;
use unriddle_games::game;
use unriddle_kit::editing::Edit;
use unriddle_kit::{Direction, Gesture};
use unriddle_protocol as wire;
use unriddle_protocol::{
    Action, Call, EditRequest, Failure, FilmRequest, LessonsRequest, PictureFormat, PictureRequest,
    PlayRequest, Reply, Source, TellRequest,
};
use watchdog::watched;

/// The formats of pictures, with sizes in pixels.
const FORMATS: [(PictureFormat, Option<u32>); 3] =
    [(PictureFormat::Svg, None), (PictureFormat::Thumbnail, None), (PictureFormat::Png, Some(64))];

/// Collects output in pieces, as a server does that streams it.
#[derive(Default)]
struct Pieces(Vec<Vec<u8>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const PIECE: usize = 64 << 10;
        if self.0.last().is_none_or(|piece| piece.len() + bytes.len() > PIECE) {
            self.0.push(Vec::with_capacity(PIECE.max(bytes.len())));
        }
        if let Some(piece) = self.0.last_mut() {
            piece.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer together with its JSON.
fn written<T: Serialize, E>(answer: Result<T, E>) -> Option<(T, Pieces)> {
    let answer = answer.ok()?;
    let mut pieces = Pieces::default();
    serde_json::to_writer(&mut pieces, &answer).expect("answers are JSON");
    Some((answer, pieces))
}

/// A board whose cells are all the same word.
fn words(word: &str, width: usize, height: usize) -> String {
    let row = vec![word; width].join(" ");
    vec![row; height].join("\n")
}

/// One long row above many short ones.
fn hook(sign: &str, side: usize) -> String {
    format!("{}\n{}", sign.repeat(side), format!("{sign}\n").repeat(side - 1))
}

/// For each game, texts that need the most memory for their length, with about as many cells as a square of
/// this side. Some of them are not levels.
fn heavy(side: usize) -> Vec<(&'static str, String)> {
    let row = |sign: &str| sign.repeat(side);
    let rows = |sign: &str| vec![row(sign); side].join("\n");
    let mut all = Vec::new();
    let mut add = |game: &'static str, text: String| all.push((game, text));

    add("reindeer-maze", format!("{}\nS{}E", rows("."), ".".repeat(side - 2)));
    add("reindeer-maze", format!("{}\nS{}E", rows("#"), ".".repeat(side - 2)));
    let chequered = [&row("#.")[..side], &row(".#")[..side]].join("\n");
    add("reindeer-maze", format!("S{}E\n{}", ".".repeat(side - 2), vec![chequered; side / 2].join("\n")));
    add("reindeer-maze", format!("S{}E", ".".repeat(side * side)));
    add("reindeer-maze", format!("S\n{}E", ".\n".repeat(side * side)));

    let actors = |count: usize| {
        let actor = |at: usize| format!("{} {} {}\n", ["R", "B"][at % 2], at % side, at / side);
        (0..count).map(actor).collect::<String>()
    };
    add("anima", format!("{}\n\n{}", rows("r"), actors(side * side)));
    add("anima", format!("{}\n\nR 0 0\n", vec![row("rb")[..side].to_string(); side].join("\n")));
    add("anima", format!("{}\n\nR 0 0\n", rows(".")));
    add("anima", format!("{}\nR 0 0\n", ".\n".repeat(side * side)));
    add("anima", format!("{}\nR 0 0\n", hook(".", side)));
    let tiles = vec![format!("\"{}\"", row("b")); side].join(",");
    let json = |actors: &str| {
        format!("{{\"width\":{side},\"height\":{side},\"tiles\":[{tiles}],\"actors\":[{actors}]}}")
    };
    add("anima", json("{\"color\":\"red\",\"x\":0,\"y\":0}"));
    add("anima", json(&vec!["{\"\":0}"; side * side / 2].join(",")));

    let cards = "\n\n1- 2-\n";
    let golf = |word: &str| {
        let board = words(word, side, side);
        format!("{side}x{}\n{board}\n0,ball 0,flag{cards}", side + 1)
    };
    for word in ["x", "0", "icetl", "1,icebr", "boing", "/tl"] {
        add("golf-peaks", golf(word));
    }
    add("golf-peaks", format!("2x1\nball flag\n\n{}\n", words("1-", side, side)));
    let deck = (1..side * side / 8).map(|n| format!("{n}-")).collect::<Vec<_>>().join(" ");
    add("golf-peaks", format!("2x1\nball flag\n\n{deck}\n"));
    add("golf-peaks", format!("2x1\nball flag{cards}\n{}", "1-r\n".repeat(side * side / 4)));
    add(
        "golf-peaks",
        format!("{0}x{0}\n{1}{cards}", side + 1, "ball flag".to_string() + &"\nx".repeat(side)),
    );

    add("sokobond", rows("c").replacen('c', "C", 1));
    add("sokobond", rows("-").replacen('-', "H", 1));
    add("sokobond", rows("x").replacen('x', "H", 1));
    add("sokobond", hook("-", side).replacen('-', "H", 1));
    add("sokobond", hook("x", side).replacen('x', "H", 1));
    let (cells, corners) = (words("c", side, 1), format!(" {}", words("@", side - 1, 1)));
    let spaced = [vec![format!("{cells}\n{corners}"); side / 2].join("\n"), cells.clone()].join("\n");
    add("sokobond", format!("v2\n{}", spaced.replacen('c', "C", 1)));
    add("sokobond", format!("v2\nC c\n {}\nc c", words("/", side * side / 2, 1)));
    add("sokobond", format!("Hh\n{}", "=D\n".repeat(side * side / 3)));

    let factory = |word: &str| format!("{}\n{} +> ->?", words(word, side, side), words(".", side - 2, 1));
    for word in [".", ">", "*", "x>", "->f", "->?", "1>", "b>f", "T-", "#"] {
        add("freshly-frosted", factory(word));
    }
    add("freshly-frosted", format!("{}\n->?", words("+>?", side.min(40), 1).replace(' ', "\n")));
    add("freshly-frosted", format!("{}+> ->", ":comment\n".repeat(side * side / 9)));
    add("freshly-frosted", format!(":targets {}\n+> ->?", words("0", side * side / 2, 1)));
    // Longer scripts are read and played below, once, and so are those that take much time.
    if side * side < 2000 {
        let scripts = scripts::hostile(side * side).into_iter();
        let quick = scripts.filter(|(name, _)| !scripts::SLOW.contains(name));
        quick.for_each(|(_, text)| add("puzzlescript", text));
    }
    all
}

/// Calls this with the same texts in several sizes, on all cores.
fn for_all_heavy(check: impl Fn(&str, &str) + Sync) {
    let all = [36, 64].into_iter().flat_map(heavy).collect::<Vec<_>>();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((game_id, text)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(game_id, text);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| _ = scope.spawn(work)));
}

fn source(game: &str, text: &str) -> Source {
    Source { game: Some(game.to_string()), text: text.to_string(), ..Source::default() }
}

/// Asserts that the memory taken is within the estimate.
fn fits(what: &str, text: &str, taken: usize, weight: usize) {
    let start: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    assert!(taken <= weight, "{what} took {taken} bytes, not at most {weight}: {start}… of {}", text.len());
}

#[test]
fn a_text_that_only_claims_to_be_large_takes_little_memory() {
    let most = 2 << 20;
    for (game_id, text) in [
        ("golf-peaks", "1x16777216\nball flag\n\n1-\n".to_string()),
        ("golf-peaks", "16777216x1\nball flag\n\n1-\n".to_string()),
        ("golf-peaks", "4096x4096\nball flag\n\n1-\n".to_string()),
        ("golf-peaks", "99999999999x99999999999\nball flag\n\n1-\n".to_string()),
        ("golf-peaks", "65536x1\nball flag\n\n999999999- 999999999/\n".to_string()),
        ("anima", format!("{}\nR 0 0\n", hook(".", 4000))),
        ("anima", format!("{}\nR 0 0\n", hook("r", 250))),
        ("anima", "..\n\nR 999999999 0\n".to_string()),
        ("anima", "{\"width\":16777216,\"height\":1,\"tiles\":[\"..\"],\"actors\":[]}".to_string()),
        ("sokobond", hook("-", 4000).replacen('-', "H", 1)),
        ("sokobond", format!("v2\nH{}\n", " ".repeat(1000) + "h")),
        ("reindeer-maze", format!("S{}E", "\n".repeat(1000))),
        ("freshly-frosted", format!("{}\n{}", words("+>", 600, 1), words("->", 600, 1))),
        ("freshly-frosted", ":loop-threshold 99999999999\n+> ->\n".to_string()),
    ] {
        let game = game(game_id).expect("a game");
        let text = text.as_str();
        let taken = peak(|| game.read(text, &[]));
        assert!(taken < most, "reading took {taken} bytes for {} of {game_id}", text.len());
        let taken = peak(|| game.editor().grid(text));
        assert!(taken < most, "a grid took {taken} bytes for {} of {game_id}", text.len());
    }
}

#[test]
fn a_level_takes_no_more_than_its_weight() {
    for_all_heavy(|game_id, text| {
        let source = source(game_id, text);
        fits(&format!("reading {game_id}"), text, peak(|| source.read()), source.weight());
        let thumbnail = || source.read().map(|level| wire::thumbnail(level.as_ref()));
        fits(&format!("a thumbnail of {game_id}"), text, peak(thumbnail), source.drawing_weight());
    });
}

#[test]
fn an_answer_takes_no_more_than_its_weight() {
    for_all_heavy(|game_id, text| {
        let request = PlayRequest { level: source(game_id, text), ..PlayRequest::default() };
        let (play, weight) = (|| written(wire::play(&request)), request.weight());
        fits(&format!("playing {game_id}"), text, peak(play), weight);
        for (format, size) in FORMATS {
            let request = PictureRequest { play: request.clone(), format, size, theme: None };
            let (draw, weight) = (|| wire::picture(&request, request.weight()).ok(), request.weight());
            fits(&format!("a picture of {game_id} as {format:?}"), text, peak(draw), weight);
        }
        for edit in [None, Some(Edit::Grow { edge: Direction::Up })] {
            let request = EditRequest { level: source(game_id, text), edit };
            let (edit, weight) = (|| written(wire::edit(&request)), request.weight());
            fits(&format!("editing {game_id}"), text, peak(edit), weight);
        }
    });
}

#[test]
fn documents_take_no_more_than_their_weight() {
    let games = unriddle_games::GAMES.iter().map(|game| game.id().to_string());
    let lessons = games.map(|game| Call::Lessons(LessonsRequest { game }));
    for call in lessons.chain([Call::Games]) {
        let memory = call.memory(usize::MAX);
        let answer = || match call.reply(memory) {
            Ok(Reply::Value(value)) => written(Ok::<_, Failure>(value)),
            _ => None,
        };
        fits(&format!("{call:?}"), "", peak(answer), memory);
    }
}

/// Scripts that ask for much are read, or refused with a place, in bounded memory, and so is a move in them; and both end. Each
/// is tried in two lengths. What takes time rather than memory takes as much if it is short, and is tried once.
#[test]
fn a_hostile_script_takes_no_more_than_its_weight() {
    let short = scripts::hostile(3 << 10).into_iter().filter(|(name, _)| !scripts::SLOW.contains(name));
    let all: Vec<_> = short.chain(scripts::hostile(32 << 10)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((name, text)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = source("puzzlescript", text);
            let begun = Instant::now();
            let mut refused = None;
            let read = || peak(|| source.read().map_err(|failure| refused = Some(failure)));
            let taken = watched(&format!("reading {name}"), read);
            let read = begun.elapsed();
            let gesture = Gesture::Go { direction: Direction::Right };
            let action = Some(Action::Gesture { gesture });
            let request = PlayRequest { level: source, action, ..PlayRequest::default() };
            let begun = Instant::now();
            let played = watched(&format!("playing {name}"), || peak(|| written(wire::play(&request))));
            let play = begun.elapsed();
            println!(
                "{name}, {} bytes: read in {read:?}, {:.1} MB of {:.1}, played in {play:?}, {:.1} of {:.1}: {}",
                text.len(),
                taken as f64 / 1e6,
                request.level.weight() as f64 / 1e6,
                played as f64 / 1e6,
                request.weight() as f64 / 1e6,
                refused.as_ref().map_or("read".into(), |failure| format!("{failure:?}")),
            );
            fits(name, text, taken, request.level.weight());
            fits(&format!("playing {name}"), text, played, request.weight());
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| _ = scope.spawn(work)));
}

#[test]
fn images_and_films_take_no_more_than_their_weight() {
    let corridor = format!("S{}E", ".".repeat(500));
    for (game_id, text, moves) in [
        ("reindeer-maze", corridor.as_str(), vec!["F501".to_string()]),
        ("freshly-frosted", &full_factory(20, 12), Vec::new()),
    ] {
        for (format, size) in [
            (PictureFormat::Png, None),
            (PictureFormat::Png, Some(2048)),
            (PictureFormat::Gif, None),
            (PictureFormat::Gif, Some(1000)),
        ] {
            let play =
                PlayRequest { level: source(game_id, text), moves: moves.clone(), ..PlayRequest::default() };
            let request = PictureRequest { play, format, size, theme: None };
            let weight = request.weight();
            let mut file = None;
            let taken = peak(|| file = wire::picture(&request, weight).ok());
            assert!(file.is_some(), "{game_id} as {format:?}");
            fits(&format!("a picture of {game_id} as {format:?}"), text, taken, weight);
        }
    }
}

/// A line of belts that winds through a whole board, full of donuts of every kind.
fn full_factory(width: usize, height: usize) -> String {
    let cell = |x: usize, y: usize| match (x, y, y % 2) {
        (0, 0, _) => "+>?",
        (x, y, 0) if x + 1 == width && y + 1 == height => "->?",
        (0, y, 1) if y + 1 == height => "-<?",
        (x, _, 0) => [">", "v"][usize::from(x + 1 == width)],
        (x, ..) => ["<", "v"][usize::from(x == 0)],
    };
    let row = |y: usize| (0..width).map(|x| cell(x, y)).collect::<Vec<_>>().join(" ");
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_film_takes_no_more_than_its_weight_or_the_given_room() {
    for (width, height, most) in [(4, 3, 40), (20, 12, 300), (45, 44, 60)] {
        let text = full_factory(width, height);
        let request = FilmRequest { level: source("freshly-frosted", &text), most, ..FilmRequest::default() };
        let film = |room: usize| peak(|| written(wire::film(&request, room)));
        fits("a film", &text, film(request.weight()), request.weight());
        let room = request.weight() / 8;
        fits("a refused film", &text, film(room), room);
        let most = wire::film(&request, room).expect_err("it does not fit").most.expect("a number");
        let shorter = FilmRequest { most, ..request.clone() };
        let taken = peak(|| written(wire::film(&shorter, room)));
        assert!(wire::film(&shorter, room).is_ok_and(|film| film.frames.len() == most + 1));
        fits("a shorter film", &text, taken, room);
    }
}

#[test]
fn moves_take_no_more_than_their_weight() {
    let corridor = format!("S{}E", ".".repeat(5000));
    let there_and_back = ["F5000", "R2", "F5000", "R2"].repeat(4);
    let walled = "xxx\nxHx\nxxx\n".to_string();
    let belts: Vec<String> =
        (0..2000).map(|at| format!("{},1{}", at % 300 + 1, [">", "<"][at / 300 % 2])).collect();
    let floor = format!("+> {}->", ". ".repeat(300));
    for (game_id, text, moves) in [
        ("reindeer-maze", &corridor, there_and_back.into_iter().map(String::from).collect()),
        ("reindeer-maze", &corridor, vec!["L".to_string(); 20_000]),
        ("reindeer-maze", &corridor, vec!["L".repeat(20_000)]),
        ("sokobond", &walled, vec!["W".repeat(20_000)]),
        ("freshly-frosted", &floor, belts),
    ] {
        let level = source(game_id, text);
        let telling = TellRequest { level: level.clone(), line: moves.clone(), ..TellRequest::default() };
        let (tell, weight) = (|| written(wire::tell(&telling)), telling.weight());
        fits(&format!("telling {game_id}"), text, peak(tell), weight);
        let request = PlayRequest { level, moves, ..PlayRequest::default() };
        let (play, weight) = (|| written(wire::play(&request)), request.weight());
        fits(&format!("playing {game_id}"), text, peak(play), weight);
    }
}

#[test]
fn a_long_walk_to_a_tapped_cell_takes_no_more_than_its_weight() {
    let text = format!("S{}E", ".".repeat(20_000));
    let action = Some(Action::Gesture { gesture: Gesture::Tap { x: 20_001, y: 0, card: None } });
    let request = PlayRequest { level: source("reindeer-maze", &text), action, ..PlayRequest::default() };
    let walked = wire::play(&request).expect("there is a way").moves.len();
    assert_eq!(walked, 20_001);
    let (play, weight) = (|| written(wire::play(&request)), request.weight());
    fits("a walk to a tapped cell", &text, peak(play), weight);
}
