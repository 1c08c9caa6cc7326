//! `unriddle check`: is the level well-formed, and does it keep what it promises?
//!
//! A level file may carry solutions and the cost of an optimal one. Each solution is replayed
//! move by move; the optimum is proved by solving. What a limit leaves open is said to be open.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_games::render::visible;
use unriddle_games::search::{Cost, Options, Outcome};
use unriddle_games::verdict::limit_word;
use unriddle_games::{Level, Request};

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::input::Unread;
use crate::problem::Problem;
use crate::report::json::{self, Check, Checked, Fault};
use crate::report::text::{counted, price, refusal};
use crate::screen::{BAD, GOOD, STRONG, Screen, WARN};
use crate::solve::solve;
use crate::{input, stop};

/// Checks what the paths lead to.
pub(crate) fn run(args: &CheckArgs, screen: &mut Screen) -> io::Result<Exit> {
    let cancel = stop::flag();
    let found = match args.solution {
        Some(_) => args.paths.iter().map(|path| input::find_one(path)).collect(),
        None => input::find(&args.paths),
    };
    let typed = args.solution.as_deref().map(input::moves).transpose();
    let (sources, typed) = match (found, typed) {
        (Ok(sources), Ok(typed)) => (sources, typed),
        (Err(unread), _) | (_, Err(unread)) => return refuse(args.json, &unread, screen),
    };
    let options =
        Options { limits: args.effort.limits(None), threads: args.effort.threads(), ..Options::default() };
    let prover = Prover { options, cancel };
    let mut exit = Exit::default();
    let (mut ok, levels) = (0, sources.len());
    for source in &sources {
        if cancel.load(Ordering::Relaxed) {
            exit.meet(Exit::Stopped);
            break;
        }
        let file = &source.file;
        let status = match source.level(&args.reading) {
            Err(unread) => refuse(args.json, &unread, screen)?,
            Ok(level) => {
                let typed = typed.as_deref();
                if let Some(Err(error)) = typed.map(|solution| level.start().split(solution)) {
                    let unread = Problem::of_file(file.clone(), refusal(&error)).into();
                    exit.meet(refuse(args.json, &unread, screen)?);
                    continue;
                }
                let checks = match typed {
                    Some(solution) => given(file, level.as_ref(), solution, args.optimal, &prover),
                    None => claimed(file, level.as_ref(), &prover),
                };
                tell(args.json, file, level.as_ref(), &checks, screen)?
            }
        };
        ok += usize::from(status == Exit::Answered);
        exit.meet(status);
        screen.flush()?;
    }
    if levels > 1 && !args.json {
        writeln!(screen, "\n{ok} of {} ok", counted(levels, "level"))?;
    }
    Ok(exit)
}

/// How a claimed optimum is proved.
struct Prover<'a> {
    options: Options,
    cancel: &'a AtomicBool,
}

/// Why these arguments do not go together, if they do not.
pub(crate) fn contradiction(args: &CheckArgs) -> Option<&'static str> {
    (args.solution.is_some() && args.paths.len() != 1).then_some("--solution needs exactly one PATH")
}

/// Checks what the level says about itself.
fn claimed(file: &str, level: &dyn Level, prover: &Prover<'_>) -> Vec<Check> {
    let claims = level.claims();
    let mut checks = vec![well_formed()];
    for (at, (solution, place)) in claims.solutions.iter().enumerate() {
        let what = format!("solution {} (line {})", at + 1, place.line);
        checks.push(replay(level, solution, what).0);
    }
    if let Some((cost, place)) = claims.optimal {
        let what = format!("optimal cost {cost} (line {})", place.line);
        checks.push(prove(file, level, cost, what, prover));
    }
    checks
}

/// Checks a solution that was typed.
fn given(file: &str, level: &dyn Level, solution: &str, optimal: bool, prover: &Prover<'_>) -> Vec<Check> {
    let (check, cost) = replay(level, solution, "solution".into());
    let mut checks = vec![well_formed(), check];
    if let Some(cost) = cost.filter(|_| optimal) {
        checks.push(prove(file, level, cost, format!("optimal at cost {cost}"), prover));
    }
    checks
}

fn well_formed() -> Check {
    Check { what: "well-formed".into(), ok: Some(true), message: None, remarks: Vec::new() }
}

/// Plays a solution from the start; its cost, if it solves the level.
fn replay(level: &dyn Level, solution: &str, what: String) -> (Check, Option<Cost>) {
    let start = level.start();
    let (cost, message, remarks) = match start.after(solution) {
        Err(error) => (None, refusal(&error), Vec::new()),
        Ok(end) => {
            let moves = start.split(&end.history()).map_or(0, |moves| moves.len());
            let standing = |separator: &str| {
                end.standing().map_or_else(String::new, |standing| format!("{separator}{standing}"))
            };
            let (cost, message) = match end.is_solved() {
                true => {
                    let price = price(level.game(), end.cost(), moves);
                    (Some(end.cost()), price + &standing(", "))
                }
                false => {
                    let word = level.game().move_word();
                    (None, format!("ends unsolved after {}{}", counted(moves, word), standing(": ")))
                }
            };
            (cost, message, end.remarks())
        }
    };
    (Check { what, ok: Some(cost.is_some()), message: Some(message), remarks }, cost)
}

/// Solves the level to see whether `claim` is the least cost.
fn prove(file: &str, level: &dyn Level, claim: Cost, what: String, prover: &Prover<'_>) -> Check {
    let request = Request { options: prover.options, ..Request::default() };
    let (ok, message) = match solve(file, level.start().as_ref(), &request, prover.cancel).outcome {
        Outcome::Optimal(best, _) if best.cost == claim => (Some(true), None),
        Outcome::Optimal(best, _) => (Some(false), Some(format!("the optimal cost is {}", best.cost))),
        Outcome::Unsolvable(_) => (Some(false), Some("the level has no solution".into())),
        Outcome::Solved { solution, .. } if solution.cost < claim => {
            (Some(false), Some(format!("there is a solution of cost {}", solution.cost)))
        }
        Outcome::Solved { bound, .. } | Outcome::Stopped { bound, .. } if bound > claim => {
            (Some(false), Some(format!("every solution costs at least {bound}")))
        }
        Outcome::Solved { bound, limit, .. } => {
            (None, Some(open(limit.map_or("stopped", limit_word), bound)))
        }
        Outcome::Stopped { limit, bound } => (None, Some(open(limit_word(limit), bound))),
    };
    Check { what, ok, message, remarks: Vec::new() }
}

fn open(why: &str, bound: Cost) -> String {
    format!("not verified ({why}): every solution costs at least {bound}")
}

fn status(checks: &[Check]) -> Exit {
    let mut exit = Exit::default();
    for check in checks {
        exit.meet(match check.ok {
            Some(true) => Exit::Answered,
            Some(false) => Exit::Refuted,
            None => Exit::Stopped,
        });
    }
    exit
}

fn tell(
    json: bool,
    file: &str,
    level: &dyn Level,
    checks: &[Check],
    screen: &mut Screen,
) -> io::Result<Exit> {
    let exit = status(checks);
    // One failure settles the level, whatever else was left open.
    let failed = checks.iter().any(|check| check.ok == Some(false));
    let (outcome, style) = match exit {
        _ if failed => ("failed", BAD),
        Exit::Answered => ("ok", GOOD),
        _ => ("stopped", WARN),
    };
    let (game, warnings) = (level.game(), level.warnings());
    if json {
        let (game, checks, warnings) = (Some(game.id()), checks, warnings.as_slice());
        json::line(screen, &Checked { file, game, outcome, checks, warnings, error: None })?;
        return Ok(exit);
    }
    let bare = if checks.len() == 1 { ", well-formed" } else { "" };
    let name = game.name();
    writeln!(screen, "{STRONG}{}{STRONG:#}  {name}  {style}{outcome}{style:#}{bare}", visible(file))?;
    for Check { what, ok, message, remarks } in checks.iter().skip(1) {
        let (word, style) = match ok {
            Some(true) => ("ok", GOOD),
            Some(false) => ("failed", BAD),
            None => ("open", WARN),
        };
        let message = message.as_ref().map_or_else(String::new, |message| format!(": {}", visible(message)));
        writeln!(screen, "  {style}{word}{style:#}  {what}{message}")?;
        for remark in remarks {
            writeln!(screen, "      {}", visible(remark))?;
        }
    }
    for warning in warnings {
        writeln!(screen, "  {WARN}note:{WARN:#} {}", visible(&warning))?;
    }
    Ok(exit)
}

fn refuse(json: bool, unread: &Unread, screen: &mut Screen) -> io::Result<Exit> {
    let Unread::Bad(problem) = unread else { return screen.report(unread) };
    if json {
        let (file, game, error) = (problem.file.as_str(), problem.game, Some(Fault::from(problem.as_ref())));
        let message = Some(problem.to_string());
        let checks = [Check { what: "well-formed".into(), ok: Some(false), message, remarks: Vec::new() }];
        json::line(
            screen,
            &Checked { file, game, outcome: "invalid", checks: &checks, warnings: &[], error },
        )?;
        return Ok(Exit::Bad);
    }
    writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}invalid{BAD:#}", visible(&problem.file))?;
    screen.report(unread)
}
