//! Scripts of PuzzleScript, made at random and changed a little.
//!
//! Random characters rarely make a rule. So rules are made of words that fit, most of them with brackets that match, and
//! words are exchanged for others of the language or of the same script.

use std::fmt::Write as _;

use crate::Input;

/// Words of the language.
const WORDS: [&str; 44] = [
    "up",
    "down",
    "left",
    "right",
    ">",
    "<",
    "^",
    "v",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "horizontal",
    "vertical",
    "orthogonal",
    "action",
    "no",
    "random",
    "randomdir",
    "late",
    "rigid",
    "+",
    "[",
    "]",
    "|",
    "->",
    "...",
    "again",
    "cancel",
    "checkpoint",
    "restart",
    "win",
    "message",
    "sfx0",
    "startloop",
    "endloop",
    "and",
    "or",
    "=",
    "on",
    "all",
    "some",
    "player",
    "background",
];

/// Words before a name in a cell.
const MOVEMENTS: [&str; 20] = [
    "",
    "",
    "",
    "",
    "",
    ">",
    "<",
    "^",
    "v",
    "up",
    "left",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "horizontal",
    "action",
    "no",
    "no",
    "random",
];

/// Names in generated scripts.
const NAMES: [&str; 10] =
    ["player", "wall", "crate", "goal", "fire", "ice", "any", "push", "both", "background"];

/// Settings of generated scripts.
const SETTINGS: [&str; 12] = [
    "run_rules_on_level_start",
    "require_player_movement",
    "noaction",
    "noundo",
    "norestart",
    "realtime_interval 0.5",
    "again_interval 0.1",
    "flickscreen 3x3",
    "zoomscreen 5x3",
    "color_palette 3",
    "title A script",
    "scanline",
];

/// A script from which some lines are left out, so that it is read faster.
pub fn shortened(input: &mut Input<'_>, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for _ in 0..input.below(4) {
        let from = input.below(lines.len().max(1));
        let to = (from + input.below(40)).min(lines.len());
        lines.drain(from..to);
    }
    // Most levels are at the end.
    if let Some(levels) = lines.iter().position(|line| line.trim().eq_ignore_ascii_case("levels")) {
        lines.truncate(levels + 5 + input.below(60));
    }
    lines.join("\n") + "\n"
}

/// A script after a few changes of words and lines.
pub fn mutated(input: &mut Input<'_>, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..input.choose([1, 1, 2, 2, 3, 4, 6, 10]) {
        if lines.is_empty() {
            break;
        }
        let at = input.below(lines.len());
        match input.below(12) {
            0 => _ = lines.remove(at),
            1 => {
                let other = input.below(lines.len());
                lines.swap(at, other);
            }
            2 => lines.insert(at, lines[at].clone()),
            3 => {
                let other = lines[input.below(lines.len())].clone();
                lines.insert(at, other);
            }
            4 => lines[at] = rule(input),
            _ => exchange_word(input, &mut lines, at),
        }
    }
    lines.join("\n") + "\n"
}

/// Exchanges, removes or adds a word of a line.
fn exchange_word(input: &mut Input<'_>, lines: &mut [String], at: usize) {
    let other = lines[input.below(lines.len())].clone();
    let others: Vec<&str> = other.split_whitespace().collect();
    let new = match input.below(3) {
        0 => input.choose(WORDS),
        1 => input.choose(NAMES),
        _ => input.pick(&others).copied().unwrap_or("("),
    };
    let mut words: Vec<&str> = lines[at].split(' ').collect();
    let place = input.below(words.len());
    match input.below(4) {
        0 => words.insert(place, new),
        1 => _ = words.remove(place),
        _ => words[place] = new,
    }
    lines[at] = words.join(" ");
}

/// A script made at random; most of them can be played.
pub fn generated(input: &mut Input<'_>) -> String {
    let mut text = String::new();
    for _ in 0..input.choose([0, 0, 0, 1, 1, 2]) {
        _ = writeln!(text, "{}", input.choose(SETTINGS));
    }
    text += "\nOBJECTS\n";
    for (name, key) in [
        ("background", "."),
        ("player", "p"),
        ("wall", "#"),
        ("crate", "*"),
        ("goal", "o"),
        ("fire", "f"),
        ("ice", "i"),
    ] {
        let colour = input.choose(["black", "red", "#12f", "transparent", "lightblue"]);
        _ = write!(text, "{name} {key}\n{colour}\n\n");
    }
    text += "LEGEND\npush = crate or ice\nany = crate or wall or goal\nboth = player and goal\n";
    if input.one_in(4) {
        text += "@ = crate and fire\n";
    }
    text += "\nSOUNDS\nsfx0 1234\n\nCOLLISIONLAYERS\nbackground\n";
    text += input.choose([
        "goal\nplayer, wall, crate\nfire, ice\n",
        "goal, fire\nplayer, wall\ncrate, ice\n",
        "goal\nfire\nplayer, wall, crate, ice\n",
        "player\nwall\ncrate\ngoal\nfire\nice\n",
    ]);
    text += "\nRULES\n";
    let begin = input.one_in(6);
    text += if begin { "startloop\n" } else { "" };
    for _ in 0..input.below(7) {
        text += &rule(input);
        text.push('\n');
    }
    text += if begin { "endloop\n" } else { "" };
    text += "\nWINCONDITIONS\n";
    for _ in 0..input.below(3) {
        let quantity = input.choose(["all", "some", "no", "any"]);
        _ = writeln!(text, "{quantity} {} on {}", input.choose(NAMES), input.choose(NAMES));
    }
    text += "\nLEVELS\n\n";
    for _ in 0..1 + input.below(2) {
        let (width, height) = (1 + input.below(8), 1 + input.below(6));
        for _ in 0..height {
            let row: String =
                (0..width).map(|_| input.choose(['.', '.', '.', 'p', '#', '*', 'o', 'f', 'i'])).collect();
            _ = writeln!(text, "{row}");
        }
        text.push('\n');
    }
    text
}

/// A rule whose brackets and cells usually match.
pub fn rule(input: &mut Input<'_>) -> String {
    let mut prefix = String::new();
    for word in ["+ ", "late ", "rigid ", "random "] {
        prefix += if input.one_in(10) { word } else { "" };
    }
    if input.one_in(5) {
        prefix += input.choose(["up ", "right ", "horizontal ", "vertical ", "orthogonal "]);
    }
    let late = prefix.contains("late");
    let rows = input.choose([1, 1, 1, 1, 2, 2, 3]);
    let (mut left, mut right) = (String::new(), String::new());
    for _ in 0..rows {
        let cells = input.choose([1, 1, 2, 2, 2, 3, 4]);
        let gap = if cells > 1 && input.one_in(5) { 1 + input.below(cells - 1) } else { cells };
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for number in 0..cells {
            if number == gap {
                here.push("...".to_string());
                there.push("...".to_string());
            }
            here.push(cell(input, late));
            there.push(match input.below(3) {
                0 => here.last().cloned().unwrap_or_default(),
                _ => cell(input, late),
            });
        }
        _ = write!(left, "[ {} ] ", here.join(" | "));
        _ = write!(right, "[ {} ] ", there.join(" | "));
    }
    let command = input.choose([
        "",
        "",
        "",
        "",
        "again",
        "cancel",
        "checkpoint",
        "restart",
        "win",
        "sfx0",
        "message hello",
    ]);
    let right = if input.one_in(12) { String::new() } else { right };
    format!("{prefix}{left}-> {right}{command}")
}

fn cell(input: &mut Input<'_>, late: bool) -> String {
    let mut cell = String::new();
    for _ in 0..input.choose([0, 1, 1, 1, 1, 2]) {
        let movement = input.choose(MOVEMENTS);
        let movement = if late && movement != "no" { "" } else { movement };
        _ = write!(cell, "{movement} {} ", input.choose(NAMES));
    }
    cell
}
