//! One HTML page for a folder: a table to sort, a thumbnail of each level, and its pictures.
//!
//! The page stands alone: it loads nothing, and its script only sorts the table.

use unriddle_games::analysis::{Analysis, Role, pictures};
use unriddle_games::render;

use super::Analysed;
use crate::report::text::large;

const HEAD: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Levels analysed by Unriddle</title>
<style>
:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{max-width:75rem;margin:1.5rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #8884}
th:first-child,td:first-child,th:nth-child(2),td:nth-child(2){text-align:left}
th button{all:unset;cursor:pointer;font-weight:600}
th button:focus-visible{outline:2px solid currentColor}
th[aria-sort=ascending] button::after{content:" ▴"}th[aria-sort=descending] button::after{content:" ▾"}
img.thumb{max-width:6rem;max-height:4rem;vertical-align:middle}
article{margin:2.5rem 0;border-top:2px solid #8886}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem;align-items:start}
figure{margin:0}figcaption{font-size:.85rem;opacity:.8}figure svg{width:100%;height:auto}
.board{max-width:18rem;max-height:16rem}code{overflow-wrap:anywhere}
</style></head><body>
<h1>Levels</h1>
"#;

const SCRIPT: &str = r#"<script>
const table = document.querySelector("table"), body = table.tBodies[0];
const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
  head.querySelector("button").addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const compare = (a, b) => {
      const [x, y] = [value(a, column), value(b, column)], [m, n] = [parseFloat(x), parseFloat(y)];
      const order = isNaN(m) || isNaN(n) ? (isNaN(m) - isNaN(n)) || x.localeCompare(y, undefined, { numeric: true }) : m - n;
      return up ? order : -order;
    };
    body.append(...[...body.rows].sort(compare));
  });
}
</script></body></html>
"#;

/// The report on some levels.
pub(super) fn report(done: &[Analysed]) -> String {
    let mut page = HEAD.to_string();
    page += "<table><thead><tr>";
    for head in
        ["level", "game", "par", "solutions", "states", "dead", "bits", "traps", "unneeded", "difficulty"]
    {
        page += &format!("<th scope=\"col\"><button>{head}</button></th>");
    }
    page += "</tr></thead><tbody>";
    done.iter().enumerate().for_each(|(at, done)| page += &row(at, done));
    page += "</tbody></table>\n";
    done.iter().enumerate().for_each(|(at, done)| page += &article(at, done));
    page + SCRIPT
}

fn row(at: usize, Analysed { file, level, analysis }: &Analysed) -> String {
    let picture = image(&level.start().picture(), "thumb", "");
    let link = format!("<a href=\"#level-{at}\">{picture} {}</a>", escaped(file));
    let shape = analysis.shape.as_ref();
    let partial = if analysis.whole { "" } else { "+" };
    let count = analysis.solutions.as_ref().and_then(|solutions| solutions.count.as_deref());
    let unneeded = analysis.parts_with(&[Role::Unneeded, Role::RedHerring]).count();
    let cells = [
        (file.clone(), link),
        (level.game().name().into(), level.game().name().into()),
        number(analysis.cost.map(f64::from), 0),
        count.map_or_else(none, |count| (count.to_string(), large(count))),
        shape.map_or_else(none, |shape| (shape.states.to_string(), format!("{}{partial}", shape.states))),
        number(shape.map(|shape| 100.0 * shape.dead_share), 0),
        number(analysis.information, 1),
        number(shape.map(|_| analysis.traps() as f64), 0),
        number(analysis.parts.as_ref().map(|_| unneeded as f64), 0),
        number(analysis.score.as_ref().map(|score| score.total), 0),
    ];
    let cells = cells.map(|(value, shown)| format!("<td data-value=\"{}\">{shown}</td>", escaped(&value)));
    format!("<tr>{}</tr>\n", cells.concat())
}

fn none() -> (String, String) {
    (String::new(), "–".into())
}

/// A number as a value to sort by and as it is shown.
fn number(number: Option<f64>, decimals: usize) -> (String, String) {
    number.map_or_else(none, |number| (number.to_string(), format!("{number:.decimals$}")))
}

fn article(at: usize, Analysed { file, level, analysis }: &Analysed) -> String {
    let board = image(&level.start().picture(), "board", file);
    let mut page = format!("<article id=\"level-{at}\"><h2>{}</h2><p>{board}</p>", escaped(file));
    page +=
        &format!("<p>{}</p>", facts(analysis).map(|fact| escaped(&fact)).collect::<Vec<_>>().join("<br>"));
    if let Some(solutions) = &analysis.solutions {
        page += &format!("<p>Solution: <code>{}</code></p>", escaped(&solutions.moves.join(" ")));
    }
    page += "<div class=\"pictures\">";
    let mut figure = |caption: &str, drawing: String| {
        page += &format!("<figure>{drawing}<figcaption>{caption}</figcaption></figure>");
    };
    if !analysis.steps.is_empty() {
        let caption = "Moves open at each step: optimal, safe, losing. ▲ a trap, ❘ no way back.";
        figure(caption, pictures::tension(&analysis.steps));
    }
    if let Some(heat) = &analysis.heat {
        figure("Where pieces go.", pictures::heat_map(heat));
    }
    if let Some(shape) = &analysis.shape {
        figure(
            "States by distance from the start: winnable, lost, solved.",
            pictures::histogram(&shape.histogram),
        );
    }
    if let Some(map) = &analysis.map {
        let sampled = if map.sampled { " A sample of them." } else { "" };
        let caption =
            format!("The map of the space: dead states dark, the solution green, its end lit.{sampled}");
        figure(&caption, pictures::space_map(map));
    }
    page + "</div></article>\n"
}

/// What is known, a sentence each.
fn facts(analysis: &Analysis) -> impl Iterator<Item = String> {
    let mut facts = vec![format!("Outcome: {}.", analysis.outcome)];
    if let Some(score) = &analysis.score {
        facts.push(format!(
            "Difficulty {:.0}: information {:.1}, length {:.1}, space {:.1}, danger {:.1}, traps {:.1}, rarity {:.1}.",
            score.total, score.information, score.length, score.space, score.danger, score.traps, score.rarity
        ));
    }
    for (words, roles) in
        [("Not needed", &[Role::Unneeded, Role::Dispensable][..]), ("Red herrings", &[Role::RedHerring][..])]
    {
        let parts: Vec<&str> =
            analysis.parts_with(roles).map(|part| part.change.words.trim_start_matches("remove ")).collect();
        if !parts.is_empty() {
            facts.push(format!("{words}: {}.", parts.join("; ")));
        }
    }
    if let Some(part) = analysis.barrier.and_then(|at| analysis.parts.as_ref()?.parts.get(at)) {
        let cost = part.cost.map_or_else(String::new, |cost| format!(" lowers the optimum to {cost}"));
        facts.push(format!("To {}{cost}.", part.change.words));
    }
    for proposal in analysis.why_not.iter().flat_map(|why| &why.proposals) {
        facts.push(format!("To make it solvable: {}.", proposal.words.join(", and ")));
    }
    facts.extend(analysis.notes.iter().cloned());
    facts.into_iter()
}

/// A picture of a board as an image, which keeps its styles to itself.
fn image(picture: &unriddle_games::Picture, class: &str, words: &str) -> String {
    let mut encoded = String::new();
    for sign in render::svg(picture).chars() {
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
