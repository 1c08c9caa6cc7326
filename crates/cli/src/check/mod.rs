//! `unriddle check`: is the level well-formed, and does what is said about it hold?
//!
//! A level may carry solutions and the cost of an optimal one; a [list](lists) beside it may give more.
//! Solutions are replayed. The optimum that a level claims is proved by a search; that of a list only
//! with `--solve`, as a list may name many levels. What a limit leaves open is reported as open.

mod checks;
mod lists;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use unriddle_kit::Level;
use unriddle_protocol::expected::Entry;
use unriddle_render::visible;
use unriddle_search::{Limits, Monitor, Options};

use self::checks::Checker;
use self::lists::Lists;
use crate::args::CheckArgs;
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::{Loaded, Part, Source, Unread};
use crate::moves::Moves;
use crate::report::json::{self, Check, Checked, ErrorView};
use crate::report::text::counted;
use crate::screen::{BAD, GOOD, STRONG, Screen, WARN};
use crate::{input, interrupt};

/// Checks what the paths lead to.
pub(crate) fn run(args: &CheckArgs, screen: &mut Screen) -> io::Result<Exit> {
    let cancel = interrupt::flag();
    let Job { sources, part, moves, solution, lists, broken } = match Job::prepare(args) {
        Ok(job) => job,
        Err(unread) => return print_unread(args.json, &unread, screen),
    };
    let mut exit = Exit::default();
    for diagnostic in broken {
        exit.raise(print_unread(args.json, &diagnostic.into(), screen)?);
    }
    for (path, entries) in lists.stale() {
        exit.raise(print_stale(args.json, path, &entries, screen)?);
    }
    let (mut ok, mut all) = (0, 0);
    for source in &sources {
        if cancel.load(Ordering::Relaxed) {
            exit.raise(Exit::Stopped);
            break;
        }
        let levels = match source.levels(&args.reading) {
            Ok(levels) => levels,
            Err(unread) => {
                all += 1;
                exit.raise(print_unread(args.json, &unread, screen)?);
                continue;
            }
        };
        let levels = part.of(levels);
        all += levels.len();
        let mut survey = Survey::new(args, levels.len());
        for Loaded { file, level } in levels {
            if cancel.load(Ordering::Relaxed) {
                exit.raise(Exit::Stopped);
                break;
            }
            let entry = source.path().and_then(|_| lists.entry(Path::new(&file)));
            let status = match check(args, &file, &level, moves.as_ref(), solution.as_ref(), entry) {
                Err(unread) => print_unread(args.json, &unread, screen)?,
                Ok(checks) => {
                    let found = survey.of(&level);
                    print_checks(args.json, &file, level.as_ref(), &checks, found, screen)?
                }
            };
            ok += usize::from(status == Exit::Answered);
            exit.raise(status);
            screen.flush()?;
        }
    }
    if cancel.load(Ordering::Relaxed) {
        exit.raise(Exit::Stopped);
    }
    if all > 1 && !args.json {
        writeln!(screen, "\n{ok} of {} ok", counted(all, "level"))?;
    }
    Ok(exit)
}

/// The searches that tell designers what they would not see: for files that are named, and for all with `--solve`, as a
/// folder may hold many levels.
struct Survey {
    options: Option<Options>,
    /// When the time for the levels of a file is over, and how many are left.
    deadline: Instant,
    left: u32,
}

impl Survey {
    /// The time for all levels of a file, unless a limit for each is given.
    const TIME: Duration = Duration::from_secs(20);

    fn new(args: &CheckArgs, levels: usize) -> Survey {
        let is_named = args.paths.iter().any(|path| !path.is_dir());
        let is_wanted = args.moves.is_none() && args.solution.is_none() && (is_named || args.solve);
        let limits = args.effort.limits(None);
        let options = Options { limits, threads: args.effort.threads(), ..Options::default() };
        let left = u32::try_from(levels).unwrap_or(u32::MAX);
        Survey { options: is_wanted.then_some(options), deadline: Instant::now() + Survey::TIME, left }
    }

    /// What there is to tell about the next level.
    fn of(&mut self, level: &Arc<dyn Level>) -> Vec<String> {
        let Some(options) = &self.options else { return Vec::new() };
        let share = self.deadline.saturating_duration_since(Instant::now()) / self.left.max(1);
        self.left = self.left.saturating_sub(1);
        let time = options.limits.time.unwrap_or(share);
        let limits = Limits { time: Some(time), ..options.limits };
        let options = Options { limits, ..*options };
        let level = Arc::clone(level);
        let survey = interrupt::supervise(Some(time), move |_| {
            level.survey(&options, &mut Monitor::new().cancel(interrupt::requested()))
        });
        // What a survey has not found out in its time is not told.
        survey.unwrap_or_default()
    }
}

/// Everything that is read before the first level.
struct Job {
    sources: Vec<Source>,
    /// The part of the levels of each source that is meant.
    part: Part,
    moves: Option<Moves>,
    solution: Option<Moves>,
    lists: Lists,
    /// What is wrong with the lists.
    broken: Vec<Diagnostic>,
}

impl Job {
    fn prepare(args: &CheckArgs) -> Result<Job, Unread> {
        let moves = Moves::optional("--moves", args.moves.as_deref())?;
        let solution = Moves::optional("--solution", args.solution.as_deref())?;
        if moves.is_some() || solution.is_some() {
            let sources = args.paths.iter().map(|path| input::find_one(path)).collect::<Result<_, _>>()?;
            let (lists, broken) = (Lists::default(), Vec::new());
            return Ok(Job { sources, part: Part::WHOLE, moves, solution, lists, broken });
        }
        let sources = input::find(&args.paths)?;
        let (lists, broken) = Lists::read(&args.paths, &sources)?;
        let (sources, part) = Part::of_sources(args.shard, sources);
        Ok(Job { sources, part, moves, solution, lists, broken })
    }
}

/// Returns why these arguments do not go together, if they do not.
pub(crate) fn conflict(args: &CheckArgs) -> Option<&'static str> {
    match () {
        () if args.paths.len() == 1 => None,
        () if args.moves.is_some() => Some("--moves needs exactly one PATH: moves belong to one level"),
        () if args.solution.is_some() => {
            Some("--solution needs exactly one PATH: a solution belongs to one level")
        }
        () => None,
    }
}

/// Checks a level: what was typed, or else what is said about it.
fn check(
    args: &CheckArgs,
    file: &str,
    level: &Arc<dyn Level>,
    moves: Option<&Moves>,
    solution: Option<&Moves>,
    entry: Option<&Entry>,
) -> Result<Vec<Check>, Unread> {
    let options =
        Options { limits: args.effort.limits(None), threads: args.effort.threads(), ..Options::default() };
    let checker = Checker { file, level, options };
    let mut checks = vec![Check::passed("well-formed")];
    if moves.is_none() && solution.is_none() {
        let mut claimed = checker.claims();
        if let Some(entry) = entry {
            // With other costs than the game's own, another optimum would be expected.
            let costs = args.reading.settings.0.is_empty();
            checker.expected(entry, &mut claimed, costs, args.solve);
        }
        checks.extend(claimed.checks);
        return Ok(checks);
    }
    let mut position = level.start();
    if let Some(moves) = moves {
        let check = checker.moves(position.as_mut(), moves);
        let check = check.map_err(|error| moves.diagnostic(file, position.as_ref(), &error))?;
        let refused = check.ok == Some(false);
        checks.push(check);
        if refused {
            return Ok(checks);
        }
    }
    if let Some(solution) = solution {
        let replayed = checker.solution(position.as_ref(), solution);
        let (check, cost) = replayed.map_err(|error| solution.diagnostic(file, position.as_ref(), &error))?;
        checks.push(check);
        if let Some(cost) = cost.filter(|_| args.optimal) {
            checks.push(checker.prove(position.as_ref(), cost, format!("optimal at cost {cost}")));
        }
    }
    Ok(checks)
}

fn status(checks: &[Check]) -> Exit {
    let mut exit = Exit::default();
    for check in checks {
        exit.raise(match check.ok {
            Some(true) => Exit::Answered,
            Some(false) => Exit::Refuted,
            None => Exit::Stopped,
        });
    }
    exit
}

fn print_checks(
    json: bool,
    file: &str,
    level: &dyn Level,
    checks: &[Check],
    found: Vec<String>,
    screen: &mut Screen,
) -> io::Result<Exit> {
    let exit = status(checks);
    // One failure decides the level, whatever else was left open.
    let failed = checks.iter().any(|check| check.ok == Some(false));
    let (outcome, style) = match exit {
        _ if failed => ("failed", BAD),
        Exit::Answered => ("ok", GOOD),
        _ => ("stopped", WARN),
    };
    let (game, mut warnings) = (level.game(), level.warnings());
    warnings.extend(found);
    if json {
        let (game, checks, warnings) = (Some(game.id()), checks, warnings.as_slice());
        json::line(screen, &Checked { file, game, outcome, checks, warnings, error: None })?;
        return Ok(exit);
    }
    let bare = if checks.len() == 1 { ", well-formed" } else { "" };
    let name = game.name();
    writeln!(screen, "{STRONG}{}{STRONG:#}  {name}  {style}{outcome}{style:#}{bare}", visible(file))?;
    checks.iter().skip(1).try_for_each(|check| print_check(check, screen))?;
    for warning in warnings {
        writeln!(screen, "  {WARN}note:{WARN:#} {}", visible(&warning))?;
    }
    Ok(exit)
}

fn print_check(check: &Check, screen: &mut Screen) -> io::Result<()> {
    let (word, style) = match check.ok {
        Some(true) => ("ok", GOOD),
        Some(false) => ("failed", BAD),
        None => ("open", WARN),
    };
    let message = check.message.as_ref().map_or_else(String::new, |message| format!(": {message}"));
    writeln!(screen, "  {style}{word}{style:#}  {}{}", visible(&check.what), visible(&message))?;
    // Programs get every remark; people need not read one twice.
    let further = check.assumptions.iter().filter(|line| !check.remarks.contains(line));
    for remark in check.remarks.iter().chain(further).filter(|remark| !message.contains(remark.as_str())) {
        writeln!(screen, "      {}", visible(remark))?;
    }
    Ok(())
}

/// Reports the entries of a list that name no level.
fn print_stale(json: bool, list: &Path, entries: &[&Entry], screen: &mut Screen) -> io::Result<Exit> {
    let file = list.display().to_string();
    let check = |entry: &&Entry| {
        Check::failed(format!("`{}` (line {})", entry.path, entry.line), "there is no such level")
    };
    let checks: Vec<Check> = entries.iter().map(check).collect();
    if json {
        let (game, outcome, warnings, error) = (None, "failed", &[][..], None);
        json::line(screen, &Checked { file: &file, game, outcome, checks: &checks, warnings, error })?;
    } else {
        writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}failed{BAD:#}", visible(&file))?;
        checks.iter().try_for_each(|check| print_check(check, screen))?;
    }
    Ok(status(&checks))
}

fn print_unread(json: bool, unread: &Unread, screen: &mut Screen) -> io::Result<Exit> {
    let Unread::Bad(diagnostic) = unread else { return screen.report(unread) };
    if json {
        let (file, game) = (diagnostic.file.as_str(), diagnostic.game);
        let error = Some(ErrorView::from(diagnostic.as_ref()));
        let checks = [Check::failed("well-formed", diagnostic.to_string())];
        let (outcome, checks, warnings) = ("invalid", &checks[..], &[][..]);
        json::line(screen, &Checked { file, game, outcome, checks, warnings, error })?;
        return Ok(Exit::Bad);
    }
    writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}invalid{BAD:#}", visible(&diagnostic.file))?;
    screen.report(unread)
}
