//! Scripts of PuzzleScript that ask for as much memory and time as their length allows.

use std::fmt::Write as _;

/// A script with a background, a player and a wall, and what else is given for each section.
#[derive(Default)]
struct Parts {
    objects: String,
    legend: String,
    layers: String,
    rules: String,
    wins: String,
    levels: String,
}

impl Parts {
    fn text(&self) -> String {
        let Parts { objects, legend, layers, rules, wins, levels } = self;
        let levels = if levels.is_empty() { "#p.\n" } else { levels };
        format!(
            "title hostile\n\nOBJECTS\nbackground\nblack\n\nplayer\nwhite\n\nwall\ngrey\n\n{objects}\nLEGEND\n. = background\n\
             p = player\n# = wall\n{legend}\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nplayer, wall\n{layers}\n\
             RULES\n{rules}\nWINCONDITIONS\n{wins}\nLEVELS\n\n{levels}"
        )
    }
}

/// Names of objects.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("a{number:x}")).collect()
}

/// So many further objects, each in a layer of its own.
fn layered(count: usize) -> (Vec<String>, Parts) {
    let names = names(count);
    let mut parts = Parts::default();
    for name in &names {
        _ = write!(parts.objects, "{name}\nred\n\n");
        _ = writeln!(parts.layers, "{name}");
    }
    (names, parts)
}

/// So many further objects in one layer.
fn in_one_layer(count: usize) -> (Vec<String>, Parts) {
    let (names, mut parts) = layered(count);
    parts.layers = names.join(", ") + "\n";
    (names, parts)
}

/// A row of a rule with the same cell again and again.
fn row(cell: &str, count: usize) -> String {
    format!("[ {} ]", vec![cell; count].join(" | "))
}

/// What takes time rather than memory.
pub(crate) const SLOW: [&str; 4] = ["two ellipses", "pairs", "again for ever", "never at rest"];

/// All of them, each of roughly `length` bytes, with what it tries.
pub(crate) fn hostile(length: usize) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let mut add = |name: &'static str, parts: Parts| all.push((name, parts.text()));
    let rules = |rules: String| Parts { rules, ..Parts::default() };

    let moving = row("moving player", 9);
    add("ambiguous movements", rules(format!("{moving} -> {moving}\n")));
    let moving = row("moving player", length / 32);
    add("many ambiguous movements", rules(format!("{moving} -> {moving}\n")));
    let cells = row("player", length / 18);
    add("a long row", rules(format!("{cells} -> {cells}\n")));
    add("many directions", rules(format!("{} {cells} -> {cells}\n", "up ".repeat(length / 6))));
    add("rows", rules(format!("{0} -> {0}\n", "[ player ] ".repeat(length / 24))));
    add("rules", rules("[ > player | wall ] -> [ player | wall ]\n".repeat(length / 42)));
    add("commands", rules(format!("[ player ] -> {}\n", "again ".repeat(length / 6))));
    add(
        "a long message and many rules",
        rules(format!("[ moving player | moving wall | moving player ] -> message {}\n", "x".repeat(length))),
    );
    add("open comments", rules("(".repeat(length)));
    add("broken rules", rules("[ > | ] -> [ nothing\n".repeat(length / 21)));
    add("a long word", rules(format!("[ {} ] -> []\n", "x".repeat(length))));

    for (name, cell) in [("properties of several layers", "any"), ("forbidden properties", "no any")] {
        let (members, mut parts) = layered(length / 48);
        parts.legend = format!("any = {}\n", members.join(" or "));
        parts.rules = format!("{0} -> {0}\n", row(cell, length / 24)) + "[ any | any | any ] -> [ | | ]\n";
        add(name, parts);
    }
    let (members, mut parts) = in_one_layer(length / 32);
    parts.legend = format!("any = {}\n", members.join(" or "));
    parts.rules = format!("{0} -> {0}\n", row("any", length / 24));
    add("properties of one layer", parts);
    let (members, mut parts) = layered(length / 48);
    parts.legend = format!("all = {}\n", members.join(" and "));
    parts.rules = format!("{0} -> {0}\n", row("all", length / 24));
    add("aggregates", parts);
    let (members, mut parts) = layered(length / 40);
    parts.rules = format!("[ {0} ] -> [ {0} ]\n", members.join(" "));
    parts.rules += &format!("[ player ] -> [ {} ]\n", members.join(" "));
    add("full cells", parts);
    let (members, mut parts) = layered(length / 20);
    parts.rules = "[ player ] -> [ player ]\n".repeat(length / 60);
    parts.wins = members.iter().map(|name| format!("no {name}\n")).collect();
    add("many objects, rules and win conditions", parts);

    let mut doubled = String::from("b0 = player or wall\n");
    for number in 1..40.min(length / 16) {
        _ = writeln!(doubled, "b{number} = b{0} or b{0}", number - 1);
    }
    add("doubled properties", Parts { legend: doubled.clone(), ..Parts::default() });
    add("doubled aggregates", Parts { legend: doubled.replace(" or ", " and "), ..Parts::default() });
    let (members, mut parts) = in_one_layer(length / 32);
    parts.legend = format!("any = {}\n", members.join(" or "));
    (0..length / 32).for_each(|number| _ = writeln!(parts.legend, "c{number:x} = any"));
    add("synonyms of a large property", parts);
    let (members, mut parts) = in_one_layer(length / 32);
    parts.legend = format!("any = {}\n", members.join(" or "));
    parts.layers = "any ".repeat(length / 16) + "\n";
    add("objects in layers again and again", parts);
    let mut parts = Parts::default();
    (0..length / 8).for_each(|number| _ = writeln!(parts.legend, "c{number:x} = wall"));
    add("synonyms", parts);
    let mut parts = Parts::default();
    let long = "long".repeat(length / 16);
    _ = write!(parts.objects, "{long} x\nred\n\n");
    parts.layers = format!("{long}\n");
    parts.levels = format!("p{}\n", "x".repeat(length / 2));
    add("a long name everywhere", parts);
    let parts = Parts { objects: format!("many\n{}\n\n", "red ".repeat(length / 4)), ..Parts::default() };
    add("colours", Parts { layers: "many ".repeat(length / 8), ..parts });

    let levels = |levels: String| Parts { levels, ..Parts::default() };
    let side = length.isqrt();
    add(
        "a square level",
        levels(format!("p{0}\n", ".".repeat(side - 1)) + &format!("{}\n", "#".repeat(side)).repeat(side)),
    );
    add("a wide level", levels(format!("p{}\n", ".".repeat(length))));
    add("a tall level", levels(format!("p\n{}", ".\n".repeat(length / 2))));
    let short_rows = ".\n".repeat(length / 4);
    add("a level with short rows", levels(format!("p{}\n{short_rows}", ".".repeat(60))));
    add("a level behind a comment", levels(format!("p\n(\n\n)\n.\n\n(x) p{}\n{short_rows}", ".".repeat(60))));
    add("levels", levels("p\n\n".repeat(length / 3)));
    add("messages", levels("p\n\n".to_string() + &"message\n".repeat(length / 8)));
    let (members, mut parts) = layered(length / 60);
    parts.legend = format!("* = {}\n", members.join(" and "));
    parts.levels = format!("p{}\n", "*".repeat(length / 2));
    add("cells full of objects", parts);
    let (members, mut parts) = layered(length / 200 + 2);
    parts.rules = format!("[ ] -> [ {} ]\n", members.join(" "));
    parts.levels = format!("p{}\n", format!("\n{}", ".".repeat(side)).repeat(side / 2));
    add("cells that fill", parts);

    let board = format!("p{0}\n", ".".repeat(side - 1)) + &format!("{}\n", ".".repeat(side)).repeat(side / 2);
    let playing = |rules: &str| Parts { rules: rules.to_string(), levels: board.clone(), ..Parts::default() };
    add(
        "two ellipses",
        playing("[ background | ... | background | ... | background ] -> [ | ... | | ... | ]\n"),
    );
    add("pairs", playing("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]\n"));
    add("a random choice among many", playing("random [ background ] [ background ] -> [ wall ] [ ]\n"));
    let flip = "[ player no wall ] -> [ player ] again\n[ background no player ] -> [ background wall ]\n\
                + [ wall ] -> [ ]\n";
    add("never at rest", playing(&format!("startloop\n{flip}endloop\n")));
    add(
        "again for ever",
        playing("[ > player ] -> [ < player ] again\n[ stationary player ] -> [ right player ] again\n"),
    );
    add("rigid bodies", playing("rigid [ > player | ] -> [ > player | > wall ]\n"));
    all
}
