//! `unriddle analyse`: what a designer wants to know about each level, and a table at the end.
//!
//! Levels are analysed one after the other, each with all threads. The figures come from
//! [`unriddle_analysis`]; this prints them, as text, as JSON lines, as SVG files or as one HTML report.

mod html;
mod text;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::Serialize;
use unriddle_analysis::pictures::{self, HeatOf};
use unriddle_analysis::{Analysis, Budget, Question, analyse};
use unriddle_kit::Level;
use unriddle_render::{svg, visible};
use unriddle_search::{Limits, Progress, Statistics};

use crate::args::AnalyseArgs;
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::{Loaded, Unread};
use crate::progress::ProgressLine;
use crate::report::json::{self, Solved};
use crate::screen::{BAD, STRONG, Screen};
use crate::{input, interrupt, picture_file, progress};

/// The most states to explore, unless a limit is typed: a few seconds, and a few hundred megabytes at most.
const USUAL_STATES: u64 = 1_000_000;
/// The time for a level, unless a limit is typed.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// A level that was analysed.
struct Analysed {
    file: String,
    level: Arc<dyn Level>,
    analysis: Analysis,
}

/// The line of a level in JSON.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: &'a str,
    #[serde(flatten)]
    analysis: &'a Analysis,
    seconds: f64,
    bytes: u64,
}

/// Analyses what the paths lead to.
pub(crate) fn run(args: &AnalyseArgs, screen: &mut Screen) -> io::Result<Exit> {
    let stop = interrupt::flag();
    let sources = match input::find(&args.paths) {
        Ok(sources) => sources,
        Err(unread) => return print_unread(args, &unread, screen),
    };
    if let Some(folder) = &args.svg
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return cannot_write(folder, &error, screen);
    }
    let limits = args.effort.limits(None);
    let limits = Limits {
        states: limits.states.or(Some(USUAL_STATES)),
        time: limits.time.or(Some(USUAL_TIME)),
        ..limits
    };
    let budget = Budget { limits, threads: args.effort.threads(), cancel: stop };
    let has_pictures = args.svg.is_some() || args.html.is_some();
    let mut several = sources.len() > 1;
    let mut exit = Exit::default();
    let mut done: Vec<Analysed> = Vec::new();
    for source in &sources {
        let levels = match source.levels(&args.reading) {
            Ok(levels) => levels,
            Err(unread) => {
                exit.raise(print_unread(args, &unread, screen)?);
                if matches!(unread, Unread::Stopped(_)) {
                    break;
                }
                continue;
            }
        };
        several |= levels.len() > 1;
        for Loaded { file, level } in levels {
            if stop.load(Ordering::Relaxed) {
                exit.raise(Exit::Stopped);
                break;
            }
            let pictures = has_pictures && picture_file::is_drawn(level.as_ref());
            let analysis = supervised(args, &file, &level, budget, pictures);
            exit.raise(status(&analysis));
            if args.json {
                let seconds = analysis.statistics.elapsed.as_secs_f64();
                let bytes = analysis.statistics.bytes;
                let game = level.game().id();
                json::line(screen, &Line { file: &file, game, analysis: &analysis, seconds, bytes })?;
            } else if !several {
                text::print(screen, &file, level.as_ref(), &analysis)?;
            } else {
                text::print_line(screen, &file, level.as_ref(), &analysis)?;
            }
            if let Some(folder) = &args.svg
                && picture_file::is_drawn(level.as_ref())
                && let Err(error) =
                    interrupt::unwatched(|| write_pictures(folder, &file, level.as_ref(), &analysis))
            {
                return cannot_write(folder, &error, screen);
            }
            done.push(Analysed { file, level, analysis });
            screen.flush()?;
        }
    }
    if several && !args.json {
        text::print_table(screen, &done)?;
    }
    // A report without any level would only replace an earlier one.
    let is_empty = done.is_empty() && stop.load(Ordering::Relaxed);
    if let Some(path) = args.html.as_ref().filter(|_| !is_empty) {
        if let Err(error) = interrupt::unwatched(|| std::fs::write(path, html::report(&done))) {
            return cannot_write(path, &error, screen);
        }
        if !args.json {
            let path = path.display().to_string();
            writeln!(screen, "{}: the report", visible(&path))?;
        }
    }
    Ok(exit)
}

/// The analysis of a level, with what its pictures need if they are wanted. It is
/// [supervised](interrupt::supervise).
fn supervised(
    args: &AnalyseArgs,
    file: &str,
    level: &Arc<dyn Level>,
    budget: Budget<'static>,
    pictures: bool,
) -> Analysis {
    let clock = Instant::now();
    let (level, settings, parts) = (Arc::clone(level), args.reading.settings.0.clone(), args.parts);
    let mut line = ProgressLine::new(file);
    let analysis = interrupt::supervise(budget.limits.time, move |task| {
        let question = Question { budget, settings: &settings, parts, why_not: parts > 0, pictures };
        analyse(level.as_ref(), &question, &mut |progress: &Progress| {
            if !task.is_abandoned() {
                line.show(progress);
            }
        })
    });
    analysis.unwrap_or_else(|limit| {
        progress::clear();
        let mut statistics = Statistics::default();
        statistics.elapsed = clock.elapsed();
        Analysis::stopped(limit, statistics)
    })
}

/// The exit status for an analysis, as for the search of the same level.
fn status(analysis: &Analysis) -> Exit {
    match analysis.outcome {
        "optimal" | "solved" if analysis.whole || analysis.shape.is_none() => Exit::Answered,
        "unsolvable" => Exit::Refuted,
        _ => Exit::Stopped,
    }
}

fn print_unread(args: &AnalyseArgs, unread: &Unread, screen: &mut Screen) -> io::Result<Exit> {
    match unread {
        Unread::Bad(diagnostic) if args.json => {
            json::line(screen, &Solved::invalid(diagnostic))?;
            return Ok(Exit::Bad);
        }
        Unread::Bad(diagnostic) => {
            writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}invalid{BAD:#}", visible(&diagnostic.file))?;
        }
        Unread::Stopped(_) => {}
    }
    screen.report(unread)
}

fn cannot_write(path: &Path, error: &io::Error, screen: &mut Screen) -> io::Result<Exit> {
    let message = format!("cannot be written: {error}");
    screen.report(&Diagnostic::of_file(path.display().to_string(), message).into())
}

/// Writes the pictures of a level as files that are named after it.
fn write_pictures(folder: &Path, file: &str, level: &dyn Level, analysis: &Analysis) -> io::Result<()> {
    let name: String = file
        .chars()
        .map(|sign| if sign.is_alphanumeric() || "-_.".contains(sign) { sign } else { '-' })
        .collect();
    let name = name.trim_matches(['-', '.']);
    let write =
        |kind: &str, drawing: String| std::fs::write(folder.join(format!("{name}-{kind}.svg")), drawing);
    if !analysis.steps.is_empty() {
        write("tension", pictures::tension(&analysis.steps))?;
    }
    if let Some(shape) = &analysis.shape {
        write("distances", pictures::histogram(&shape.histogram))?;
    }
    if let Some(heat) = &analysis.heat {
        let board = level.start().picture();
        write("heat", pictures::heat_map(svg(&board.bare()), heat, HeatOf::Play))?;
        if heat.has_solutions() {
            write("heat-solutions", pictures::heat_map(svg(&board.bare()), heat, HeatOf::Solutions))?;
        }
    }
    if let Some(map) = &analysis.map {
        write("map", pictures::space_map(map))?;
    }
    Ok(())
}
