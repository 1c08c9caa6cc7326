//! One HTML page for a folder: a table to sort, a thumbnail of each level, and a card for each with its figures and
//! pictures.
//!
//! The page stands alone: it loads nothing, and its script only sorts the table.

use unriddle_analysis::pictures::{self, HeatOf};
use unriddle_analysis::{Analysis, Role, Score};
use unriddle_kit::{Level, Picture};
use unriddle_render as render;

use super::Analysed;
use super::text::{is_partial, listed};
use crate::picture_file;
use crate::report::text::{counted, grouped, large};

/// The columns of the table, and whether they hold words.
const COLUMNS: [(&str, bool); 10] = [
    ("level", true),
    ("game", true),
    ("par", false),
    ("solutions", false),
    ("states", false),
    ("dead", false),
    ("bits", false),
    ("traps", false),
    ("unneeded", false),
    ("difficulty", false),
];

/// The report on some levels.
pub(super) fn report(done: &[Analysed]) -> String {
    let whole = done.iter().filter(|done| done.analysis.whole).count();
    let partial = done.iter().filter(|done| is_partial(&done.analysis)).count();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>Levels analysed by Unriddle</title>\n<style>\n{}</style></head><body>\n\
         <h1>Levels</h1>\n<p class=\"faint\">{}, {whole} explored to the end.{}</p>\n",
        include_str!("report.css"),
        counted(done.len(), "level"),
        match partial {
            0 => String::new(),
            _ => " Where there is a <b>+</b>, the space is larger than the limit, and figures are about what was seen."
                .into(),
        }
    );
    page += "<div class=\"wide\"><table><thead><tr><td></td>";
    for (name, words) in COLUMNS {
        page += &format!("<th scope=\"col\"{}><button>{name}</button></th>", class_of(words));
    }
    page += "</tr></thead><tbody>\n";
    done.iter().enumerate().for_each(|(at, done)| page += &row(at, done));
    page += "</tbody></table></div>\n";
    done.iter().enumerate().for_each(|(at, done)| page += &article(at, done));
    page + "<script>\n" + include_str!("report.js") + "</script></body></html>\n"
}

fn class_of(words: bool) -> &'static str {
    if words { " class=\"words\"" } else { "" }
}

/// What a level is called: its name, or that of its file without number and ending: `First putt`.
fn name_of(file: &str, level: &dyn Level) -> String {
    let from_file = || {
        let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let (last, number) = last.split_once('#').map_or((last, None), |(last, number)| (last, Some(number)));
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        let words =
            stem.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '-').replace('-', " ");
        let words = if words.is_empty() { stem.to_string() } else { words };
        let number = number.map_or_else(String::new, |number| format!(" {number}"));
        capitalised(&words) + &number
    };
    level.name().unwrap_or_else(from_file)
}

fn row(at: usize, Analysed { file, level, analysis }: &Analysed) -> String {
    let name = name_of(file, level.as_ref());
    let link = format!(
        "<a href=\"#level-{at}\">{}</a><br><span class=\"faint\">{}</span>",
        escaped(&name),
        escaped(file)
    );
    let shape = analysis.shape.as_ref();
    let partial = if is_partial(analysis) { "+" } else { "" };
    let count = analysis.solutions.as_ref().and_then(|solutions| solutions.count.as_deref());
    let unneeded = analysis.parts_with(&[Role::Unneeded, Role::RedHerring]).count();
    let plain = |value: Option<f64>, decimals: usize, unit: &str| {
        value.map_or_else(none, |value| (value.to_string(), format!("{value:.decimals$}{unit}")))
    };
    let cells = [
        (file.clone(), link),
        (level.game().name().into(), level.game().name().into()),
        match analysis.cost {
            Some(cost) => (cost.to_string(), grouped(u64::from(cost))),
            None => (String::new(), analysis.outcome.into()),
        },
        count.map_or_else(none, |count| (count.to_string(), large(count))),
        shape.map_or_else(none, |shape| {
            (shape.states.to_string(), format!("{}{partial}", grouped(u64::from(shape.states))))
        }),
        plain(shape.map(|shape| 100.0 * shape.dead_share), 0, &format!(" %{partial}")),
        plain(analysis.information, 1, ""),
        plain((!analysis.steps.is_empty()).then(|| analysis.traps() as f64), 0, partial),
        plain(analysis.parts.as_ref().map(|_| unneeded as f64), 0, ""),
        analysis.score.as_ref().map_or_else(none, |score| {
            (score.total.to_string(), format!("{:.0}{}", score.total, bar(score)))
        }),
    ];
    let cells: String = cells
        .into_iter()
        .zip(COLUMNS)
        .map(|((value, shown), (_, words))| {
            format!("<td data-value=\"{}\"{}>{shown}</td>", escaped(&value), class_of(words))
        })
        .collect();
    let picture = match picture_file::is_drawn(level.as_ref()) {
        true => image(&render::svg(&level.start().picture().bare()), "thumb", ""),
        false => String::new(),
    };
    format!("<tr><td>{picture}</td>{cells}</tr>\n")
}

fn none() -> (String, String) {
    (String::new(), "–".into())
}

/// The parts of a score, by name, and how much each can be.
fn parts_of(score: &Score) -> [(&'static str, f64, u32); 6] {
    let Score { information, length, space, danger, traps, rarity, .. } = *score;
    [
        ("information", information, 40),
        ("length", length, 20),
        ("space", space, 15),
        ("danger", danger, 10),
        ("traps", traps, 10),
        ("rarity", rarity, 5),
    ]
}

/// A score as a bar of its parts.
fn bar(score: &Score) -> String {
    let part = |(name, value, _): (&str, f64, u32)| {
        format!(
            "<span title=\"{name} {value:.1}\" style=\"width:{value:.1}%;background:var(--{name})\"></span>"
        )
    };
    format!("<span class=\"bar\">{}</span>", parts_of(score).map(part).concat())
}

fn article(at: usize, Analysed { file, level, analysis }: &Analysed) -> String {
    let name = name_of(file, level.as_ref());
    let is_drawn = picture_file::is_drawn(level.as_ref());
    let board = if is_drawn { level.start().picture() } else { Picture::default() };
    let drawn = match is_drawn {
        true => image(&render::svg(&board), "board", &format!("The board of {name}")),
        false => "<p class=\"faint\">The board is not drawn.</p>".to_string(),
    };
    let mut page = format!(
        "<article id=\"level-{at}\"><header><h2>{}</h2><span>{}</span><span class=\"faint\">{}</span></header>\
         <div class=\"top\">{}<div>",
        escaped(&name),
        escaped(level.game().name()),
        escaped(file),
        drawn
    );
    if let Some(score) = &analysis.score {
        page += &format!("<b>Difficulty {:.0} of 100</b>{}<ul class=\"parts\">", score.total, bar(score));
        for (name, value, most) in parts_of(score) {
            page += &format!(
                "<li><span class=\"swatch\" style=\"background:var(--{name})\"></span>{name} {value:.1} of {most}</li>"
            );
        }
        page += "</ul>";
    }
    page += "<dl class=\"figures\">";
    for (name, value) in figures(analysis) {
        page += &format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(&name), escaped(&value));
    }
    page += "</dl>";
    let notes: String =
        notes(analysis, &board).iter().map(|note| format!("<li>{}</li>", escaped(note))).collect();
    if !notes.is_empty() {
        page += &format!("<ul>{notes}</ul>");
    }
    if let Some(solutions) = &analysis.solutions {
        let moves = counted(solutions.moves.len(), level.game().move_word());
        let best = if analysis.outcome == "optimal" { "A best solution" } else { "The best solution known" };
        page += &format!(
            "<details><summary>{best}, {moves}</summary><code>{}</code></details>",
            escaped(&solutions.moves.join(" "))
        );
    }
    page += "</div></div><div class=\"pictures\">";
    page += &drawings(analysis, &board);
    page + "</div></article>\n"
}

/// The pictures of an analysis.
fn drawings(analysis: &Analysis, board: &Picture) -> String {
    let mut page = String::new();
    let (states, play, space, undecided) = match analysis.whole {
        true => ("States", "all play", "the space", ""),
        false => ("States seen,", "the play seen", "what was seen", ", undecided ones grey"),
    };
    let mut figure = |class: &str, caption: &str, drawing: String| {
        page += &format!("<figure{class}>{drawing}<figcaption>{caption}</figcaption></figure>");
    };
    if !analysis.steps.is_empty() {
        let unknown = if analysis.whole { "" } else { ", not known grey" };
        let caption = format!(
            "Moves open at each step: optimal green, safe yellow, losing red{unknown}. ▲ a trap, ❘ no way back."
        );
        figure("", &caption, pictures::tension(&analysis.steps));
    }
    if let Some(shape) = &analysis.shape {
        let caption = format!(
            "{states} by their distance from the start: winnable blue, lost dark{undecided}, solved lit."
        );
        figure("", &caption, pictures::histogram(&shape.histogram));
    }
    // There is none on a board that is not drawn.
    if let Some(heat) = analysis.heat.as_ref().filter(|_| !board.cells.is_empty()) {
        let shades = |of| image(&pictures::heat_map(render::svg(&board.bare()), heat, of), "", "");
        let (solutions, words) = match heat.has_solutions() {
            true => (shades(HeatOf::Solutions), ", and in best solutions"),
            false => (String::new(), ""),
        };
        let both = format!("<div class=\"heat\">{}{solutions}</div>", shades(HeatOf::Play));
        figure("", &format!("Where pieces go: in {play}{words}."), both);
    }
    if let Some(map) = &analysis.map {
        let sampled = if map.sampled { " A sample of the states." } else { "" };
        let caption = format!(
            "The map of {space}, from the start at the left: dead states dark{undecided}, best solutions green, their ends lit.{sampled}"
        );
        // Many columns need the width of the page.
        let class = if map.columns > 40 || map.points.len() > 2000 { " class=\"whole\"" } else { "" };
        figure(class, &caption, pictures::space_map(map));
    }
    page
}

/// The figures of an analysis, as names and words.
fn figures(analysis: &Analysis) -> Vec<(String, String)> {
    let mut list = Vec::new();
    let mut add = |name: &str, value: String| list.push((name.to_string(), value));
    match analysis.cost {
        Some(cost) if analysis.outcome == "optimal" => add("optimum", grouped(u64::from(cost))),
        Some(cost) => add("best known cost", grouped(u64::from(cost))),
        None => add("outcome", analysis.outcome.into()),
    }
    if let Some(solutions) = &analysis.solutions {
        if let Some(count) = &solutions.count {
            add("best solutions", if count == "1" { "only one".into() } else { large(count) });
        }
        if let Some(classes) = solutions.up_to_order.filter(|&classes| classes > 1) {
            add("up to order", grouped(classes as u64));
        }
        if let [one, two] = &solutions.longer[..] {
            add("one more, two more", format!("{}, {}", large(one), large(two)));
        }
    }
    if let Some(shape) = &analysis.shape {
        let seen = if analysis.whole { "" } else { " seen" };
        add(&format!("states{seen}"), grouped(u64::from(shape.states)));
        add(&format!("dead{seen}"), format!("{:.0} %", 100.0 * shape.dead_share));
        if shape.undecided > 0 {
            let share = 100.0 * f64::from(shape.undecided) / f64::from(shape.states.max(1));
            add("undecided seen", format!("{share:.0} %"));
        }
        add(&format!("moves per state{seen}"), format!("{:.1}", shape.branching));
        add(&format!("astray{seen}"), counted(shape.astray as usize, "move"));
    }
    if !analysis.steps.is_empty() {
        add(if analysis.whole { "traps" } else { "traps seen" }, analysis.traps().to_string());
    }
    if !analysis.steps.is_empty() && analysis.whole {
        add("without return", analysis.points_of_no_return().to_string());
    }
    if let Some(bits) = analysis.information {
        add("information", format!("{bits:.1} bits"));
    }
    for figure in &analysis.figures {
        add(&format!("{}s", figure.noun), grouped(figure.count));
    }
    list
}

/// What is to be said about a level, a sentence each.
fn notes(analysis: &Analysis, board: &Picture) -> Vec<String> {
    let mut notes = Vec::new();
    let groups = [
        ("Not needed", &[Role::Unneeded, Role::Dispensable][..]),
        ("Red herrings", &[Role::RedHerring][..]),
        ("Only decoration", &[Role::Decoration][..]),
    ];
    for (words, roles) in groups {
        let parts = listed(analysis.parts_with(roles), (board.width, board.height));
        if !parts.is_empty() {
            notes.push(format!("{words}: {parts}."));
        }
    }
    if let Some(part) = analysis.barrier.and_then(|at| analysis.parts.as_ref()?.parts.get(at)) {
        let cost = part.cost.map_or_else(String::new, |cost| format!(" would lower the optimum to {cost}"));
        notes.push(format!("To {}{cost}.", part.change.words));
    }
    for proposal in analysis.why_not.iter().flat_map(|why| &why.proposals) {
        let most = if proposal.optimal { "" } else { "at most " };
        let words = proposal.words.join(", and ");
        notes.push(format!("To make it solvable: {words}. Then it costs {most}{}.", proposal.cost));
    }
    notes.extend(analysis.notes.iter().map(|note| capitalised(note) + "."));
    notes
}

fn capitalised(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), rest.as_str()))
}

/// A drawing as an image, which keeps its styles to itself.
fn image(drawing: &str, class: &str, words: &str) -> String {
    let mut encoded = String::new();
    for sign in drawing.chars() {
        match sign {
            '%' | '#' | '<' | '>' | '"' | '&' | '\'' => encoded += &format!("%{:02X}", sign as u32),
            '\n' => encoded.push(' '),
            sign => encoded.push(sign),
        }
    }
    format!(
        "<img class=\"{class}\" loading=\"lazy\" alt=\"{}\" src=\"data:image/svg+xml,{encoded}\">",
        escaped(words)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
