//! An analysis for people: a page for one level, a line for each of several, a table at the end.

use std::io::{self, Write};

use unriddle_analysis::{Analysis, Part, Role, Score};
use unriddle_kit::Level;
use unriddle_render::visible;

use super::Analysed;
use crate::report::table::{Align, Cell, Table};
use crate::report::text::{counted, grouped, large, wrapped};
use crate::screen::{BAD, FAINT, GOOD, STRONG, Screen, WARN};
use crate::solve::print_defect;

/// A line of the page: what it is about, and what is known.
fn row(out: &mut impl Write, label: &str, words: &str) -> io::Result<()> {
    writeln!(out, "  {FAINT}{label:<12}{FAINT:#} {words}")
}

/// The outcome in one line.
fn headline(level: &dyn Level, analysis: &Analysis) -> String {
    let words = match (analysis.outcome, analysis.cost) {
        ("optimal", Some(cost)) => format!("{GOOD}optimum {cost}{GOOD:#}"),
        ("solved", Some(cost)) => format!("{WARN}solved at {cost}{WARN:#}, not proved optimal"),
        ("unsolvable", _) => format!("{BAD}unsolvable{BAD:#}"),
        _ => format!("{WARN}stopped{WARN:#} before an answer"),
    };
    let score = analysis.score.as_ref().map_or_else(String::new, |score| {
        format!("  difficulty {STRONG}{:.0}{STRONG:#} of 100", score.total)
    });
    format!("{}  {words}{score}", level.game().name())
}

/// A level among several, in one line.
pub(super) fn print_line(
    out: &mut Screen,
    file: &str,
    level: &dyn Level,
    analysis: &Analysis,
) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}  {}", visible(file), headline(level, analysis))
}

/// All that is known about one level.
pub(super) fn print(out: &mut Screen, file: &str, level: &dyn Level, analysis: &Analysis) -> io::Result<()> {
    print_line(out, file, level, analysis)?;
    let width = out.width();
    if let Some(solutions) = &analysis.solutions {
        let count = solutions.count.as_deref().map_or("not counted".into(), |count| {
            let order = match solutions.up_to_order {
                Some(classes) if classes.to_string() != count => {
                    format!(", {} up to the order of moves", grouped(classes as u64))
                }
                _ => String::new(),
            };
            if count == "1" { "unique".into() } else { format!("{} optimal{order}", large(count)) }
        });
        let longer = match &solutions.longer[..] {
            [one, two] => format!("; {} cost one more, {} two more", large(one), large(two)),
            _ => String::new(),
        };
        row(out, "solutions", &format!("{count}{longer}"))?;
        if analysis.shape.is_some() && solutions.count.as_deref().is_some_and(|count| count != "1") {
            let (shared, all) = (solutions.shared_moves.len(), solutions.moves.len());
            row(
                out,
                "",
                &format!(
                    "all share {} and {shared} of {all} moves",
                    counted(solutions.shared_states, "state")
                ),
            )?;
        }
    }
    if let Some(shape) = &analysis.shape {
        let partial = if analysis.whole { "" } else { " seen of a larger space" };
        row(
            out,
            "states",
            &format!("{}{partial}, {:.1} moves each", grouped(u64::from(shape.states)), shape.branching),
        )?;
        let share = |states: u32| 100.0 * f64::from(states) / f64::from(shape.states.max(1));
        let undecided = if analysis.whole {
            String::new()
        } else {
            format!(" and {:.0} % undecided", share(shape.undecided))
        };
        let seen = if analysis.whole { "" } else { "of those seen " };
        let dead = format!(
            "{seen}{:.0} % dead{undecided}, up to {} astray",
            share(shape.dead),
            counted(shape.astray as usize, "move")
        );
        let furthest =
            shape.furthest.map_or_else(String::new, |cost| format!("; at most {cost} from a solution"));
        row(out, "", &format!("{dead}{furthest}"))?;
    }
    if let Some(bits) = analysis.information {
        row(out, "information", &format!("{bits:.1} bits"))?;
    }
    if let Some(score) = &analysis.score {
        let Score { information, length, space, danger, traps, rarity, .. } = score;
        row(
            out,
            "score",
            &format!(
                "information {information:.0}/40, length {length:.0}/20, space {space:.0}/15, danger {danger:.0}/10, traps {traps:.0}/10, rarity {rarity:.0}/5"
            ),
        )?;
    }
    print_tension(out, analysis)?;
    for figure in &analysis.figures {
        row(out, &format!("{}s", figure.noun), &grouped(figure.count))?;
    }
    print_parts(out, level, analysis)?;
    if let Some(why) = &analysis.why_not {
        for proposal in &why.proposals {
            let cost = if proposal.optimal { "" } else { "at most " };
            row(
                out,
                "fix",
                &format!("{}: then {cost}{}", visible(&proposal.words.join(", and ")), proposal.cost),
            )?;
        }
        if why.proposals.is_empty() {
            row(out, "fix", "none found with one or two edits")?;
        }
        if !why.furthest.is_empty() {
            let left = why.left.map_or_else(String::new, |left| format!(", {left} or more would be left"));
            row(
                out,
                "furthest",
                &format!("after {}{left}", counted(why.furthest.len(), level.game().move_word())),
            )?;
            writeln!(out, "{}", wrapped(&why.furthest.join(" "), width))?;
        }
    }
    for note in &analysis.notes {
        writeln!(out, "  {WARN}note:{WARN:#} {}", visible(note))?;
    }
    print_defect(out, analysis.defect.as_ref())
}

/// The tension along the solution as one row of characters: how large a share of the moves loses.
fn print_tension(out: &mut Screen, analysis: &Analysis) -> io::Result<()> {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if analysis.steps.is_empty() {
        return Ok(());
    }
    let curve: String = analysis
        .steps
        .iter()
        .map(|step| LEVELS[(step.losing * 7).div_ceil(step.open.max(1)).min(7)])
        .collect();
    let mut rest = curve.chars().peekable();
    let wide = out.width().unwrap_or(usize::MAX).saturating_sub(16).max(20);
    let mut label = "tension";
    while rest.peek().is_some() {
        let part: String = rest.by_ref().take(wide).collect();
        row(out, label, &part)?;
        label = "";
    }
    let safe = analysis.steps.iter().filter(|step| step.losing + step.unknown == 0).count();
    let unknown = analysis.steps.iter().filter(|step| step.losing == 0 && step.unknown > 0).count();
    let unknown = if unknown > 0 { format!(", {unknown} not known to be") } else { String::new() };
    let without_return = match analysis.whole {
        true => format!(", {} without return", analysis.points_of_no_return()),
        false => String::new(),
    };
    row(
        out,
        "",
        &format!(
            "{safe} of {} steps safe{unknown}, {}{without_return}",
            analysis.steps.len(),
            counted(analysis.traps(), "trap"),
        ),
    )
}

/// Parts by what they are, each with its places. Those at the edge of the board, such as the walls around it, are only
/// counted.
pub(super) fn listed<'a>(parts: impl Iterator<Item = &'a Part>, (width, height): (usize, usize)) -> String {
    const SHOWN: usize = 8;
    let mut groups: Vec<(&str, Vec<String>, usize)> = Vec::new();
    for Part { change, .. } in parts {
        let words = change.words.trim_start_matches("remove ");
        let (Some(x), Some(y)) = (change.x, change.y) else {
            groups.push((words, Vec::new(), 0));
            continue;
        };
        let what = words.rsplit_once(" at ").map_or(words, |(what, _)| what);
        let group = match groups.iter().position(|(known, ..)| *known == what) {
            Some(at) => at,
            None => {
                groups.push((what, Vec::new(), 0));
                groups.len() - 1
            }
        };
        if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
            groups[group].2 += 1;
        } else {
            groups[group].1.push(format!("{}, {}", x + 1, y + 1));
        }
    }
    let described = groups.into_iter().map(|(what, mut places, at_edge)| {
        let more = places.len().saturating_sub(SHOWN);
        places.truncate(SHOWN);
        places.extend((more > 0).then(|| format!("{more} more")));
        match (places.is_empty(), at_edge) {
            (true, 0) => what.to_string(),
            (true, 1) => format!("{what} at the edge"),
            (true, _) => format!("{what} at {at_edge} places at the edge"),
            (false, 0) => format!("{what} at {}", places.join("; ")),
            (false, _) => format!("{what} at {}; {at_edge} at the edge", places.join("; ")),
        }
    });
    described.collect::<Vec<_>>().join(". ")
}

fn print_parts(out: &mut Screen, level: &dyn Level, analysis: &Analysis) -> io::Result<()> {
    let Some(parts) = &analysis.parts else { return Ok(()) };
    let groups: [(&str, &[Role]); 4] = [
        ("unneeded", &[Role::Unneeded, Role::Dispensable]),
        ("red herring", &[Role::RedHerring]),
        ("decoration", &[Role::Decoration]),
        ("helps", &[Role::Helps]),
    ];
    let board = level.start().picture();
    for (label, roles) in groups {
        let words = listed(analysis.parts_with(roles), (board.width, board.height));
        if !words.is_empty() {
            row(out, label, &visible(&words))?;
        }
    }
    if let Some(part) = analysis.barrier.and_then(|at| parts.parts.get(at)) {
        let cost = part.cost.map_or_else(String::new, |cost| format!(": then {cost}"));
        row(out, "barrier", &format!("{}{cost}", visible(&part.change.words)))?;
    }
    let needed = analysis.parts_with(&[Role::Needed]).count();
    let unknown = analysis.parts_with(&[Role::Unknown]).count() + parts.unchecked;
    let unknown = if unknown > 0 { format!(", {unknown} not settled") } else { String::new() };
    row(out, "parts", &format!("{} tried, {needed} needed for any solution{unknown}", parts.parts.len()))
}

/// The table of all levels, the hardest last.
pub(super) fn print_table(screen: &mut Screen, done: &[Analysed]) -> io::Result<()> {
    let mut table = Table::new(&[
        ("level", Align::Left),
        ("par", Align::Right),
        ("solutions", Align::Right),
        ("states", Align::Right),
        ("dead", Align::Right),
        ("bits", Align::Right),
        ("unneeded", Align::Right),
        ("difficulty", Align::Right),
    ]);
    let mut order: Vec<&Analysed> = done.iter().collect();
    order.sort_by(|a, b| total(&a.analysis).total_cmp(&total(&b.analysis)));
    let none = || "–".to_string();
    for Analysed { file, analysis, .. } in order {
        let count = analysis.solutions.as_ref().and_then(|solutions| solutions.count.as_deref()).map(large);
        let shape = analysis.shape.as_ref();
        let partial = if is_partial(analysis) { "+" } else { "" };
        let roles = [Role::Unneeded, Role::RedHerring];
        let cells = [
            visible(file).into_owned(),
            analysis.cost.map_or_else(|| analysis.outcome.to_string(), |cost| cost.to_string()),
            count.unwrap_or_else(none),
            shape.map_or_else(none, |shape| format!("{}{partial}", grouped(u64::from(shape.states)))),
            shape.map_or_else(none, |shape| format!("{:.0} %{partial}", 100.0 * shape.dead_share)),
            analysis.information.map_or_else(none, |bits| format!("{bits:.1}")),
            analysis.parts.as_ref().map_or_else(none, |_| analysis.parts_with(&roles).count().to_string()),
            analysis.score.as_ref().map_or_else(none, |score| format!("{:.0}", score.total)),
        ];
        table.row(cells.map(Cell::from));
    }
    let whole = done.iter().filter(|done| done.analysis.whole).count();
    writeln!(screen)?;
    table.write(screen)?;
    if done.iter().any(|done| is_partial(&done.analysis)) {
        writeln!(
            screen,
            "{FAINT}+ the space is larger than the limit: figures are about what was seen{FAINT:#}"
        )?;
    }
    writeln!(screen, "{}, {whole} spaces whole", counted(done.len(), "level"))
}

/// Whether the level has a space of which only a part was seen.
pub(super) fn is_partial(analysis: &Analysis) -> bool {
    analysis.shape.is_some() && !analysis.whole
}

fn total(analysis: &Analysis) -> f64 {
    analysis.score.as_ref().map_or(f64::INFINITY, |score| score.total)
}
