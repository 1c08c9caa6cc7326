//! `unriddle solve`: an answer for each level, as they come, and a table at the end.
//!
//! Levels are solved one after the other, each with all the threads and all the memory that it
//! may have. After Ctrl-C the level at hand ends with what is known, and no other is begun.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use unriddle_games::render::{terminal, visible};
use unriddle_games::search::{Goal, Monitor, Options, Outcome, Progress};
use unriddle_games::verdict::outcome_word;
use unriddle_games::{Answer, Game, Level, Position, Request};

use crate::args::{GoalName, MethodName, Show, SolveArgs};
use crate::exit::Exit;
use crate::input::Unread;
use crate::problem::Problem;
use crate::progress::Live;
use crate::report::json::{self, Solved};
use crate::report::table::{Align, Cell, Table};
use crate::report::text::{counted, effort, grouped, outcome_style, time, verdict, wrapped};
use crate::screen::{BAD, FAINT, STRONG, Screen, WARN};
use crate::{input, stop};

/// Solves what the paths lead to.
pub(crate) fn run(args: &SolveArgs, screen: &mut Screen) -> io::Result<Exit> {
    let stop = stop::flag();
    let sources = match input::find(&args.paths) {
        Ok(sources) => sources,
        Err(unread) => return refuse(args.json, false, &unread, screen),
    };
    let options = Options {
        method: args.method.into(),
        limits: args.effort.limits(args.cost),
        threads: args.effort.threads(),
        ..Options::default()
    };
    let several = sources.len() > 1;
    let show = args.show.unwrap_or(if several { Show::None } else { Show::Moves });
    let mut exit = Exit::default();
    let mut summary = Summary::default();
    for (number, source) in sources.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            exit.meet(Exit::Stopped);
            summary.not_begun = sources.len() - number;
            break;
        }
        match source.level(&args.reading) {
            Err(unread) => {
                exit.meet(refuse(args.json, several, &unread, screen)?);
                match unread {
                    Unread::Bad(problem) => summary.invalid(&problem),
                    Unread::Stopped(_) => {
                        summary.not_begun = sources.len() - number;
                        break;
                    }
                }
            }
            Ok(level) => {
                let options = Options { goal: goal(args.goal, level.game()), ..options };
                let request = Request { options, list: args.list, draw: false };
                let answer = solve(&source.file, level.start().as_ref(), &request, stop);
                exit.meet(status(&answer, options.goal, stop));
                if args.json {
                    json::line(screen, &Solved::answer(&source.file, level.game().id(), &answer))?;
                } else {
                    tell_answer(&source.file, level.as_ref(), &answer, show, screen)?;
                    if !several {
                        if let Some(hint) = goal_hint(args.goal, level.game(), &answer) {
                            writeln!(screen, "  {FAINT}{hint}{FAINT:#}")?;
                        }
                        writeln!(screen, "  {FAINT}{}{FAINT:#}", effort(&answer.statistics))?;
                    }
                }
                summary.answer(&source.file, &answer);
            }
        }
        screen.flush()?;
    }
    if several && !args.json {
        summary.write(screen)?;
    }
    Ok(exit)
}

/// Solves from a position, with a live line, until `stop` becomes true.
pub(crate) fn solve(file: &str, position: &dyn Position, request: &Request, stop: &AtomicBool) -> Answer {
    let mut live = Live::new(file);
    let mut report = |progress: &Progress| live.show(progress);
    position.solve(request, &mut Monitor::new().cancel(stop).on_progress(&mut report))
}

/// What to look for: what was typed, or what the game prefers.
pub(crate) fn goal(typed: Option<GoalName>, game: &dyn Game) -> Goal {
    typed.map_or_else(|| game.default_goal(), Goal::from)
}

/// Says that the game's own goal was not the optimum, where nobody asked for that.
pub(crate) fn goal_hint(typed: Option<GoalName>, game: &dyn Game, answer: &Answer) -> Option<String> {
    let found = matches!(answer.outcome, Outcome::Solved { .. });
    (typed.is_none() && game.default_goal() == Goal::Any && found)
        .then(|| format!("any solution; `--goal optimal` for the fewest {}s", game.move_word()))
}

/// What an answer to this goal says to the shell.
pub(crate) fn status(answer: &Answer, goal: Goal, stop: &AtomicBool) -> Exit {
    match answer.outcome {
        // Proved, but stopped before all solutions were counted.
        Outcome::Optimal(..) if goal == Goal::All && answer.solutions.is_none() => Exit::Stopped,
        Outcome::Optimal(..) => Exit::Answered,
        // Some solution is all that was asked for; a proof that was asked for was cut short.
        Outcome::Solved { .. } if goal == Goal::Any && !stop.load(Ordering::Relaxed) => Exit::Answered,
        Outcome::Solved { .. } | Outcome::Stopped { .. } => Exit::Stopped,
        Outcome::Unsolvable(_) => Exit::Refuted,
    }
}

fn refuse(json: bool, several: bool, unread: &Unread, screen: &mut Screen) -> io::Result<Exit> {
    if let Unread::Bad(problem) = unread {
        if json {
            json::line(screen, &Solved::invalid(problem))?;
            return Ok(Exit::Bad);
        }
        if several {
            writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}invalid{BAD:#}", visible(&problem.file))?;
        }
    }
    screen.report(unread)
}

fn tell_answer(
    file: &str,
    level: &dyn Level,
    answer: &Answer,
    show: Show,
    screen: &mut Screen,
) -> io::Result<()> {
    let game = level.game();
    let (name, verdict) = (game.name(), verdict(game, answer));
    writeln!(screen, "{STRONG}{}{STRONG:#}  {name}  {verdict}", visible(file))?;
    let width = screen.width();
    match show {
        Show::None => {}
        Show::Moves => {
            if let Some(solution) = answer.solution.as_deref().filter(|solution| !solution.is_empty()) {
                writeln!(screen, "{}", wrapped(solution, width))?;
            }
        }
        Show::Steps => tell_steps(level, answer, screen)?,
    }
    for (at, solution) in answer.listed.iter().enumerate() {
        // The rows of a board begin below each other.
        let gap = if solution.contains('\n') { '\n' } else { ' ' };
        writeln!(screen, "{}", wrapped(&format!("{}:{gap}{solution}", at + 1), width))?;
    }
    for note in level.warnings().iter().chain(&answer.notes) {
        writeln!(screen, "  {WARN}note:{WARN:#} {}", visible(note))?;
    }
    Ok(())
}

/// The start, and the picture after each move.
fn tell_steps(level: &dyn Level, answer: &Answer, screen: &mut Screen) -> io::Result<()> {
    let Some(solution) = answer.outcome.solution() else {
        return Ok(());
    };
    let ink = screen.ink();
    let mut position = level.start();
    writeln!(screen, "\n{}", terminal(&position.picture(), ink).trim_end_matches('\n'))?;
    for (at, name) in solution.moves.iter().enumerate() {
        if let Err(error) = position.advance(name) {
            return Err(io::Error::other(format!("the solution does not replay: {error}")));
        }
        // The first picture explains the signs.
        let mut picture = position.picture();
        picture.legend.clear();
        let drawn = terminal(&picture, ink);
        writeln!(screen, "\n{STRONG}{}. {name}{STRONG:#}\n{}", at + 1, drawn.trim_end_matches('\n'))?;
    }
    writeln!(screen)
}

/// What is told at the end of several levels.
#[derive(Default)]
struct Summary {
    rows: Vec<[Cell; 5]>,
    outcomes: Vec<(&'static str, usize)>,
    states: u64,
    elapsed: Duration,
    not_begun: usize,
}

impl Summary {
    fn answer(&mut self, file: &str, answer: &Answer) {
        let word = outcome_word(&answer.outcome);
        let cost = match answer.outcome {
            Outcome::Optimal(ref solution, _) => solution.cost.to_string(),
            Outcome::Solved { ref solution, .. } => format!("≤ {}", solution.cost),
            Outcome::Unsolvable(_) => "–".into(),
            Outcome::Stopped { bound, .. } => format!("≥ {bound}"),
        };
        let statistics = &answer.statistics;
        self.rows.push([
            visible(file).into_owned().into(),
            Cell::styled(word, outcome_style(&answer.outcome)),
            cost.into(),
            grouped(statistics.stored).into(),
            time(statistics.elapsed).into(),
        ]);
        self.count(word);
        self.states = self.states.saturating_add(statistics.stored);
        self.elapsed = self.elapsed.saturating_add(statistics.elapsed);
    }

    fn invalid(&mut self, problem: &Problem) {
        let none = || Cell::from("–");
        let word = Cell::styled("invalid", BAD);
        self.rows.push([visible(&problem.file).into_owned().into(), word, none(), none(), none()]);
        self.count("invalid");
    }

    fn count(&mut self, word: &'static str) {
        match self.outcomes.iter_mut().find(|(known, _)| *known == word) {
            Some((_, number)) => *number += 1,
            None => self.outcomes.push((word, 1)),
        }
    }

    fn write(self, screen: &mut Screen) -> io::Result<()> {
        let mut table = Table::new(&[
            ("level", Align::Left),
            ("outcome", Align::Left),
            ("cost", Align::Right),
            ("states", Align::Right),
            ("time", Align::Right),
        ]);
        let levels = self.rows.len();
        self.rows.into_iter().for_each(|row| table.row(row));
        let total = counted(levels, "level");
        let (states, elapsed) = (grouped(self.states), time(self.elapsed));
        let cells = [total, String::new(), String::new(), states, elapsed];
        table.row(cells.map(|text| Cell::styled(text, STRONG)));
        writeln!(screen)?;
        table.write(screen)?;
        let outcomes = self.outcomes.iter().map(|(word, number)| format!("{number} {word}"));
        let mut all: Vec<String> = outcomes.collect();
        if self.not_begun > 0 {
            all.push(format!("{} not begun", self.not_begun));
        }
        writeln!(screen, "{}", all.join(", "))
    }
}

/// Why these arguments do not go together, if they do not.
pub(crate) fn contradiction(args: &SolveArgs) -> Option<&'static str> {
    let all = args.goal == Some(GoalName::All);
    if args.list > 0 && !all {
        Some("--list needs --goal all")
    } else if all && matches!(args.method, MethodName::IdaStar | MethodName::Anytime) {
        Some("--goal all needs --method auto, breadth-first or a-star")
    } else {
        None
    }
}
