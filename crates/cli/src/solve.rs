//! `unriddle solve`: an answer for each level as it is found, and a table at the end.
//!
//! Levels are solved one after the other, each with all the threads and memory that the limits
//! allow. After Ctrl-C the current level ends with what is known, and no other is started.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use unriddle_kit::verdict::outcome_word;
use unriddle_kit::{Answer, Defect, Game, Level, Position, Request};
use unriddle_render::{Ink, terminal, visible};
use unriddle_search::{Goal, Method, Monitor, Options, Outcome, Progress, Statistics};

use crate::args::{Show, SolveArgs};
use crate::diagnostic::Diagnostic;
use crate::exit::Exit;
use crate::input::{Loaded, Part, Unread};
use crate::moves::Moves;
use crate::progress::ProgressLine;
use crate::report::json::{self, Solved};
use crate::report::table::{Align, Cell, Table};
use crate::report::text::{after, counted, effort, grouped, outcome_style, time, verdict, wrapped};
use crate::screen::{BAD, FAINT, STRONG, Screen, StreamStyle, WARN};
use crate::{input, interrupt, progress};

/// Solves what the paths lead to.
pub(crate) fn run(args: &SolveArgs, screen: &mut Screen) -> io::Result<Exit> {
    let stop = interrupt::flag();
    let found = match (&args.moves, args.paths.as_slice()) {
        (Some(_), [path]) => input::find_one(path).map(|source| vec![source]),
        (_, paths) => input::find(paths),
    };
    let moves = Moves::optional("--moves", args.moves.as_deref());
    let (sources, moves) = match found.and_then(|sources| Ok((sources, moves?))) {
        Ok(found) => found,
        Err(unread) => return print_unread(args.json, false, &unread, screen),
    };
    let options = Options {
        method: args.method,
        limits: args.effort.limits(args.cost),
        threads: args.effort.threads(),
        ..Options::default()
    };
    let (sources, part) = Part::of_sources(args.shard, sources);
    let mut several = sources.len() != 1;
    let mut exit = Exit::default();
    let mut summary = Summary::default();
    for (number, source) in sources.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            exit.raise(Exit::Stopped);
            summary.not_started = sources.len() - number;
            break;
        }
        match source.levels(&args.reading) {
            Err(unread) => {
                exit.raise(print_unread(args.json, several, &unread, screen)?);
                match unread {
                    Unread::Bad(diagnostic) => summary.invalid(&diagnostic),
                    Unread::Stopped(_) => {
                        summary.not_started = sources.len() - number;
                        break;
                    }
                }
            }
            Ok(levels) => {
                several |= levels.len() > 1;
                let levels = part.of(levels);
                for Loaded { file, level } in levels {
                    if stop.load(Ordering::Relaxed) {
                        exit.raise(Exit::Stopped);
                        break;
                    }
                    let mut position = level.start();
                    if let Some(moves) = &moves
                        && let Err(error) = interrupt::unwatched(|| moves.play(position.as_mut()))
                    {
                        let diagnostic = moves.diagnostic(&file, position.as_ref(), &error);
                        return print_unread(args.json, several, &diagnostic.into(), screen);
                    }
                    let options = Options { goal: goal(args.goal, level.game()), ..options };
                    let request = Request { options, list: args.list, draw: false };
                    let answer = solve(&file, &level, position.as_ref(), &request);
                    exit.raise(status(&answer, options.goal, stop));
                    if args.json {
                        let after = moves.is_some().then(|| position.history());
                        json::line(screen, &Solved::answer(&file, level.game().id(), after, &answer))?;
                    } else {
                        let style = screen.style();
                        let show = args.show.unwrap_or(if several { Show::None } else { Show::Moves });
                        let show = show.unless(stop);
                        print_answer(screen, style, &file, level.as_ref(), position, &answer, show)?;
                        if !several {
                            if let Some(hint) = goal_hint(args.goal, level.game(), &answer) {
                                writeln!(screen, "  {FAINT}{hint}{FAINT:#}")?;
                            }
                            writeln!(screen, "  {FAINT}{}{FAINT:#}", effort(&answer.statistics))?;
                        }
                    }
                    summary.answer(&file, &answer);
                }
            }
        }
        screen.flush()?;
    }
    if several && !args.json {
        summary.write(screen)?;
    }
    Ok(exit)
}

/// Solves from a position of a level and shows progress, until the program is asked to end. The search is
/// [supervised](interrupt::supervise).
pub(crate) fn solve(
    file: &str,
    level: &Arc<dyn Level>,
    position: &dyn Position,
    request: &Request,
) -> Answer {
    let clock = Instant::now();
    let statistics = Arc::new(Mutex::new(Statistics::default()));
    let (level, moves, request) = (Arc::clone(level), position.move_names(), *request);
    let (mut line, known) = (ProgressLine::new(file), Arc::clone(&statistics));
    // A drawing takes its time after the search.
    let time = request.options.limits.time.filter(|_| !request.draw);
    let answer = interrupt::supervise(time, move |task| {
        let mut position = level.start();
        position.play_strict(&moves).expect("they were made before in the same states");
        let mut report = |progress: &Progress| {
            if progress.best.is_some() {
                task.keep();
            }
            *known.lock().unwrap_or_else(PoisonError::into_inner) = progress.statistics;
            if !task.is_abandoned() {
                line.show(progress);
            }
        };
        let mut monitor = Monitor::new().cancel(interrupt::requested()).on_progress(&mut report);
        position.solve(&request, &mut monitor)
    });
    answer.unwrap_or_else(|limit| {
        progress::clear();
        let mut statistics = *statistics.lock().unwrap_or_else(PoisonError::into_inner);
        statistics.elapsed = clock.elapsed();
        Answer::stopped(limit, statistics)
    })
}

/// The goal that was typed, or the one that the game prefers.
pub(crate) fn goal(typed: Option<Goal>, game: &dyn Game) -> Goal {
    typed.unwrap_or_else(|| game.default_goal())
}

/// A hint that the game prefers any solution to an optimal one, if no goal was typed.
pub(crate) fn goal_hint(typed: Option<Goal>, game: &dyn Game, answer: &Answer) -> Option<String> {
    let found = matches!(answer.outcome, Outcome::Solved { .. });
    (typed.is_none() && game.default_goal() == Goal::Any && found)
        .then(|| format!("any solution; `--goal optimal` for the fewest {}s", game.move_word()))
}

/// The exit status for an answer to this goal.
pub(crate) fn status(answer: &Answer, goal: Goal, stop: &AtomicBool) -> Exit {
    match answer.outcome {
        // Proved, but stopped before all solutions were counted.
        Outcome::Optimal(..) if goal == Goal::All && answer.solutions.is_none() => Exit::Stopped,
        Outcome::Optimal(..) => Exit::Answered,
        // Any solution is all that was asked for; a proof would have been cut short.
        Outcome::Solved { .. } if goal == Goal::Any && !stop.load(Ordering::Relaxed) => Exit::Answered,
        Outcome::Solved { .. } | Outcome::Stopped { .. } => Exit::Stopped,
        Outcome::Unsolvable(_) => Exit::Refuted,
    }
}

/// Reports a level that could not be read.
pub(crate) fn print_unread(
    json: bool,
    several: bool,
    unread: &Unread,
    screen: &mut Screen,
) -> io::Result<Exit> {
    if let Unread::Bad(diagnostic) = unread {
        if json {
            json::line(screen, &Solved::invalid(diagnostic))?;
            return Ok(Exit::Bad);
        }
        if several {
            writeln!(screen, "{STRONG}{}{STRONG:#}  {BAD}invalid{BAD:#}", visible(&diagnostic.file))?;
        }
    }
    screen.report(unread)
}

/// Prints the answer from a position of a level.
pub(crate) fn print_answer(
    out: &mut impl Write,
    style: StreamStyle,
    file: &str,
    level: &dyn Level,
    position: Box<dyn Position + '_>,
    answer: &Answer,
    show: Show,
) -> io::Result<()> {
    let game = level.game();
    let (name, verdict) = (game.name(), verdict(game, answer));
    let after = after(game, position.as_ref());
    writeln!(out, "{STRONG}{}{STRONG:#}  {name}  {after}{verdict}", visible(file))?;
    let width = style.width;
    match show {
        Show::None => {}
        Show::Moves => {
            if let Some(solution) = answer.solution.as_deref().filter(|solution| !solution.is_empty()) {
                writeln!(out, "{}", wrapped(solution, width))?;
            }
        }
        Show::Steps => interrupt::unwatched(|| print_steps(out, style.ink(), position, answer))?,
    }
    for (at, solution) in answer.listed.iter().enumerate() {
        // A board starts on a line of its own.
        let gap = if solution.contains('\n') { '\n' } else { ' ' };
        writeln!(out, "{}", wrapped(&format!("{}:{gap}{solution}", at + 1), width))?;
    }
    print_notes(out, level.warnings().iter().chain(&answer.notes))?;
    print_defect(out, answer.defect.as_ref())
}

/// Prints what reproduces a bug of this program.
pub(crate) fn print_defect(out: &mut impl Write, defect: Option<&Defect>) -> io::Result<()> {
    let input = defect.iter().flat_map(|defect| defect.input.lines());
    input.into_iter().try_for_each(|line| writeln!(out, "    {}", visible(line)))
}

/// Prints what there is to know besides the answer, a line each.
pub(crate) fn print_notes<'a>(
    out: &mut impl Write,
    notes: impl IntoIterator<Item = &'a String>,
) -> io::Result<()> {
    notes.into_iter().try_for_each(|note| writeln!(out, "  {WARN}note:{WARN:#} {}", visible(note)))
}

/// Prints the position that the search began with, and each move in words with the picture after it.
fn print_steps(
    out: &mut impl Write,
    ink: Ink,
    mut position: Box<dyn Position + '_>,
    answer: &Answer,
) -> io::Result<()> {
    let Some(solution) = answer.outcome.solution() else {
        return Ok(());
    };
    writeln!(out, "\n{}", terminal(&position.picture(), ink).trim_end_matches('\n'))?;
    for (at, name) in solution.moves.iter().enumerate() {
        let told = position.tell(std::slice::from_ref(name)).pop();
        let words = told.map_or_else(String::new, |told| format!(": {}", told.words));
        if let Err(error) = position.advance(name) {
            return Err(io::Error::other(format!("the solution does not replay: {error}")));
        }
        // Only the first picture has a legend.
        let mut picture = position.picture();
        picture.legend.clear();
        let drawn = terminal(&picture, ink);
        let drawn = drawn.trim_end_matches('\n');
        writeln!(out, "\n{STRONG}{}. {name}{STRONG:#}{words}\n{drawn}", at + 1)?;
    }
    writeln!(out)
}

/// The table at the end of several levels.
#[derive(Default)]
struct Summary {
    rows: Vec<[Cell; 5]>,
    outcomes: Vec<(&'static str, usize)>,
    states: u64,
    elapsed: Duration,
    not_started: usize,
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

    fn invalid(&mut self, diagnostic: &Diagnostic) {
        let none = || Cell::from("–");
        let word = Cell::styled("invalid", BAD);
        self.rows.push([visible(&diagnostic.file).into_owned().into(), word, none(), none(), none()]);
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
        if self.not_started > 0 {
            all.push(format!("{} not started", self.not_started));
        }
        writeln!(screen, "{}", all.join(", "))
    }
}

/// Returns why these arguments do not go together, if they do not.
pub(crate) fn conflict(args: &SolveArgs) -> Option<&'static str> {
    let all = args.goal == Some(Goal::All);
    if args.moves.is_some() && args.paths.len() != 1 {
        Some("--moves needs exactly one PATH: moves belong to one level")
    } else if args.list > 0 && !all {
        Some("--list needs --goal all")
    } else if all && matches!(args.method, Method::IdaStar | Method::Anytime) {
        Some("--goal all needs --method auto, breadth-first or a-star")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use unriddle_games::{game, read};
    use unriddle_search::Solution;

    use super::*;

    #[test]
    fn a_game_that_prefers_any_solution_says_so_if_no_goal_was_typed() {
        let level = read("#####\n#S#E#\n#####\n", &[]).expect("it is a level");
        let mut answer = level.start().solve(&Request::default(), &mut Monitor::new());
        let factory = game("freshly-frosted").expect("there is such a game");
        assert_eq!(goal_hint(None, factory, &answer), None, "nothing was found");
        let solution = Solution { cost: 1, moves: vec!["2,1>".into()] };
        answer.outcome = Outcome::Solved { solution, bound: 0, limit: None };
        assert!(goal_hint(None, factory, &answer).is_some_and(|hint| hint.contains("the fewest belts")));
        assert_eq!(goal_hint(Some(Goal::Any), factory, &answer), None);
        assert_eq!(goal_hint(None, level.game(), &answer), None);
    }

    #[test]
    fn the_notes_of_an_unsolvable_level_are_printed() {
        let level = read("#####\n#S#E#\n#####\n", &[]).expect("it is a level");
        let answer = level.start().solve(&Request::default(), &mut Monitor::new());
        let style = StreamStyle { colour: false, terminal: false, width: None };
        let mut out = Vec::new();
        print_answer(&mut out, style, "a.txt", level.as_ref(), level.start(), &answer, Show::Moves)
            .expect("memory takes it");
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        assert_eq!(
            String::from_utf8_lossy(&text),
            "a.txt  Reindeer Maze  unsolvable: there is no solution\n  note: walls separate the goal from the reindeer\n"
        );
    }
}
