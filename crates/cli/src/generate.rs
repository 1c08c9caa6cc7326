//! `unriddle generate`: new levels that the solver vouches for, printed or written to a folder.
//!
//! A folder gets a file per level and an `expected.json` with the optimum of each and where it comes from, so
//! that `unriddle check --solve` proves them again. After Ctrl-C, what was found so far is kept.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use unriddle_analysis::generate::{Count, Generated, Wish, generate};
use unriddle_games::{game, read_all_as};
use unriddle_kit::Game;
use unriddle_kit::collection::split_label;
use unriddle_render::visible;

use crate::args::GenerateArgs;
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::Unread;
use crate::report::text::counted;
use crate::screen::{FAINT, STRONG, Screen};
use crate::{input, interrupt};

/// The time between two looks at the clock while there is no new level.
const BETWEEN_POLLS: Duration = Duration::from_millis(20);

/// The text of the level to vary: that of a file, or of one of its levels, such as `file#3`.
fn like(game: &'static dyn Game, path: &Path) -> Result<String, Unread> {
    let file = path.display().to_string();
    let (file, number) = match split_label(&file) {
        (before, Some(number)) if !path.exists() => (before.to_string(), Some(number)),
        _ => (file, None),
    };
    let text = input::text(Path::new(&file))?;
    // What is wrong with a text is said where it is varied.
    let Ok(levels) = read_all_as(game, &text, &[]) else { return Ok(text) };
    let count = levels.count();
    if count == 1 && number.is_none_or(|number| number == 1) {
        return Ok(text);
    }
    let number = number.unwrap_or(1);
    let level = levels.take(number).ok_or_else(|| {
        Diagnostic::of_file(file, format!("there is no level {number}: the file has {count}"))
    })?;
    Ok(level.encodings().into_iter().next().map_or(text, |(_, text)| text))
}

/// Makes the levels.
pub(crate) fn run(args: &GenerateArgs, screen: &mut Screen) -> io::Result<Exit> {
    let Some(game) = game(&args.game) else { return Ok(Exit::Bad) };
    let like = match args.like.as_deref().map(|path| like(game, path)).transpose() {
        Ok(like) => like,
        Err(unread) => return screen.report(&unread),
    };
    let mut with = Vec::new();
    for text in &args.with {
        match Count::read(game, like.as_deref(), text) {
            Ok(count) => with.push(count),
            Err(message) => return refuse(&format!("--with: {message}"), screen),
        }
    }
    if let Some(folder) = &args.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return cannot_write(folder, &error, screen);
    }
    let mut levels = Vec::new();
    if let Err(message) = make(args, game, like, with, |level| {
        print(args, screen, levels.len(), &level)?;
        levels.push(level);
        Ok(())
    })? {
        return refuse(&message, screen);
    }
    if let Some(folder) = &args.output
        && let Err(error) = write_list(folder, game, args, &levels)
    {
        return cannot_write(folder, &error, screen);
    }
    let summary = format!("{} of {} made", counted(levels.len(), "level"), args.count);
    if args.output.is_some() {
        writeln!(screen, "{summary}")?;
    } else {
        screen.flush()?;
        // If standard error is closed, there is nobody to tell.
        let _ = writeln!(io::stderr(), "unriddle: {summary}");
    }
    Ok(if levels.len() < args.count { Exit::Stopped } else { Exit::Answered })
}

/// Makes levels, and calls `found` with each, until the time is up or the program is asked to end. Fails with what is
/// wrong with the wish.
///
/// They are made in another thread. What it is in the middle of when it has to stop is abandoned, however long that would
/// still take: all levels that were found are here.
fn make(
    args: &GenerateArgs,
    game: &'static dyn Game,
    like: Option<String>,
    with: Vec<Count>,
    mut found: impl FnMut(Generated) -> io::Result<()>,
) -> io::Result<Result<(), String>> {
    let stop = interrupt::flag();
    let (send, made) = mpsc::channel();
    let whole = |range: &Option<_>| range.clone().unwrap_or(0..=u32::MAX);
    let (par, difficulty) = (whole(&args.par), whole(&args.difficulty));
    let &GenerateArgs { size, unique, count, seed, .. } = args;
    let threads = args.threads.map_or(0, usize::from);
    let work = move || {
        let like = like.as_deref();
        let wish = Wish { like, size, par, difficulty, unique, with, count, seed, threads, cancel: stop };
        // Nobody receives it if the command has ended.
        let ended = generate(game, &wish, &mut |level| _ = send.send(Ok(level)));
        ended.map_or_else(|message| _ = send.send(Err(message)), drop);
    };
    let generator = thread::Builder::new().name("generator".into()).spawn(work)?;
    // A deadline beyond the range of the clock never comes.
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    loop {
        if stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Ok(()));
        }
        match made.recv_timeout(BETWEEN_POLLS) {
            Ok(Ok(level)) => found(level)?,
            Ok(Err(message)) => return Ok(Err(message)),
            Err(RecvTimeoutError::Timeout) => {}
            // It has made all levels that it can; or there is a defect.
            Err(RecvTimeoutError::Disconnected) => {
                generator.join().unwrap_or_else(|panic| resume_unwind(panic));
                return Ok(Ok(()));
            }
        }
    }
}

/// The name of the file of a level.
fn file_name(at: usize) -> String {
    format!("{:02}.txt", at + 1)
}

/// What is known about a level, in one line.
fn describe(level: &Generated) -> String {
    let difficulty = level.difficulty.map_or_else(String::new, |score| format!(", difficulty {score:.0}"));
    let solutions = match level.solutions.as_deref() {
        Some("1") => ", one solution".to_string(),
        Some(count) => format!(", {count} solutions"),
        None => String::new(),
    };
    format!("par {}{difficulty}{solutions}", level.par)
}

fn print(args: &GenerateArgs, screen: &mut Screen, at: usize, level: &Generated) -> io::Result<()> {
    match &args.output {
        Some(folder) => {
            let path = folder.join(file_name(at));
            std::fs::write(&path, &level.text)?;
            let path = path.display().to_string();
            writeln!(screen, "{STRONG}{}{STRONG:#}  {}", visible(&path), describe(level))?;
        }
        None => {
            writeln!(screen, "{FAINT}{}. {}{FAINT:#}\n{}", at + 1, describe(level), level.text)?;
        }
    }
    screen.flush()
}

/// Writes the list of the levels, with the optimum of each and how to make it again.
fn write_list(folder: &Path, game: &dyn Game, args: &GenerateArgs, levels: &[Generated]) -> io::Result<()> {
    let (mut list, wished) = (Map::new(), wished(args));
    for (at, level) in levels.iter().enumerate() {
        let mut made = json!({
            "by": concat!("unriddle generate ", env!("CARGO_PKG_VERSION")),
            "game": game.id(),
            "seed": args.seed,
            "attempt": level.attempt,
        });
        if let Some(made) = made.as_object_mut().filter(|_| !wished.is_empty()) {
            made.insert("with".into(), Value::from(wished.clone()));
        }
        let mut entry = json!({ "optimal": level.par, "generated": made });
        if let (Some(score), Some(entry)) = (level.difficulty, entry.as_object_mut()) {
            entry.insert("difficulty".into(), Value::from((score * 10.0).round() / 10.0));
        }
        list.insert(file_name(at), entry);
    }
    let text = serde_json::to_string_pretty(&Value::Object(list))? + "\n";
    std::fs::write(folder.join("expected.json"), text)
}

/// The options that make a difference to each attempt, as they are typed.
fn wished(args: &GenerateArgs) -> String {
    let range = |range: &RangeInclusive<u32>| match (*range.start(), *range.end()) {
        (start, u32::MAX) => format!("{start}.."),
        (start, end) => format!("{start}..{end}"),
    };
    let mut words = Vec::new();
    words.extend(args.like.as_ref().map(|path| format!("--like {}", path.display())));
    words.extend(args.size.map(|(width, height)| format!("--size {width}x{height}")));
    words.extend(args.par.as_ref().map(|par| format!("--par {}", range(par))));
    words.extend(args.difficulty.as_ref().map(|score| format!("--difficulty {}", range(score))));
    words.extend(args.unique.then(|| "--unique".to_string()));
    words.extend(args.with.iter().map(|count| format!("--with \"{count}\"")));
    words.join(" ")
}

fn refuse(message: &str, screen: &mut Screen) -> io::Result<Exit> {
    screen.flush()?;
    let _ = writeln!(io::stderr(), "unriddle: {}", visible(message));
    Ok(Exit::Bad)
}

fn cannot_write(path: &Path, error: &io::Error, screen: &mut Screen) -> io::Result<Exit> {
    let message = format!("cannot be written: {error}");
    screen.report(&Diagnostic::of_file(path.display().to_string(), message).into())
}
