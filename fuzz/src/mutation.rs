//! Texts that are nearly levels.
//!
//! A shipped level is changed a few times: characters, words and lines are replaced by others of the
//! same text, which usually leaves a level, or by foreign ones; levels are spliced; numbers become
//! extreme; the header changes. A few texts are not based on levels at all.

use unriddle_kit::Game;

use crate::input::MAX_TEXT_LENGTH;
use crate::{Input, levels, painting};

/// Words of the formats of all games, so that each game sees the words of the others.
const WORDS: [&str; 48] = [
    ".",
    "#",
    "S",
    "E",
    "x",
    "-",
    "H",
    "o",
    "n",
    "c",
    "h",
    "e",
    "r",
    "b",
    "/",
    "+",
    "@",
    "v2",
    "v2 multiple",
    "=WASD",
    "3x2",
    "0,ball",
    "1,flag",
    "2,warp1",
    "1,/tl",
    "0,icebr",
    "1,*n",
    "boing",
    "quick",
    "1/2-",
    "2->",
    "1-↗",
    "R 0 0",
    "B 1 0",
    "+>",
    "+>?",
    "->1",
    "-^?",
    "b^3",
    "x<",
    "8v",
    "T-",
    "T+>",
    "U-",
    "*",
    ":targets 0 1 15",
    ":comment a",
    "{\"tiles\":[\"r.\"],\"actors\":[]}",
];

/// The number of mutations of a text: usually a few.
const TURNS: [usize; 16] = [1, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 12, 20, 40];

/// A text to parse as a level of `game`: usually nearly one, sometimes anything.
pub fn text(input: &mut Input<'_>, game: &'static dyn Game) -> String {
    let mut text = match input.below(16) {
        0..=8 => {
            let shipped = levels::level(input, game, usize::MAX);
            mutated(input, shipped)
        }
        9..=12 => painting::painted(input, game, usize::MAX),
        13 => {
            let other = levels::any_level(input);
            mutated(input, other)
        }
        14 => {
            let parts = (0..input.below(40)).map(|_| {
                let word = input.choose(WORDS);
                [word, input.choose([" ", "\n", "", "\t", "\n\n"])].concat()
            });
            parts.collect()
        }
        _ => input.any_text(),
    };
    cut(&mut text, MAX_TEXT_LENGTH);
    text
}

/// A text that is usually a level small enough for an exhaustive search: at most this many bytes.
pub fn small_text(input: &mut Input<'_>, game: &'static dyn Game, most: usize) -> String {
    let mut text = if input.one_in(2) {
        painting::painted(input, game, most)
    } else {
        let shipped = levels::level(input, game, most);
        mutated(input, shipped)
    };
    cut(&mut text, most);
    text
}

/// A text after a few mutations.
pub fn mutated(input: &mut Input<'_>, text: &str) -> String {
    let mut text = text.to_string();
    for _ in 0..input.choose(TURNS) {
        mutate(input, &mut text);
        cut(&mut text, 2 * MAX_TEXT_LENGTH);
    }
    text
}

/// Changes a text in one way.
fn mutate(input: &mut Input<'_>, text: &mut String) {
    match input.below(24) {
        0..=5 => exchange_character(input, text),
        6 => insert_character(input, text),
        7 => remove_character(input, text),
        8 => swap(input, text, |text| text.char_indices().map(|(at, c)| (at, at + c.len_utf8())).collect()),
        9..=12 => exchange_word(input, text),
        13 => swap(input, text, words),
        14 => swap(input, text, lines),
        15 => repeat(input, text, words, " "),
        16 => repeat(input, text, lines, ""),
        17 => remove(input, text, words),
        18 => remove(input, text, lines),
        19 => exchange_number(input, text),
        20 => splice(input, text),
        21 => change_header(input, text),
        22 => change_endings(input, text),
        _ => {
            let at = at(input, text);
            text.truncate(at);
        }
    }
}

/// Truncates a text to at most this many bytes.
fn cut(text: &mut String, most: usize) {
    text.truncate(boundary(text, most));
}

/// A place between two characters.
fn at(input: &mut Input<'_>, text: &str) -> usize {
    boundary(text, input.below(text.len() + 1))
}

/// The last place between two characters that is not beyond this byte.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The characters of a text, each as often as it occurs.
fn characters(text: &str) -> Vec<char> {
    text.chars().filter(|c| *c != '\n').take(256).collect()
}

fn exchange_character(input: &mut Input<'_>, text: &mut String) {
    let place = at(input, text);
    let Some(old) = text[place..].chars().next() else { return };
    let new = input.character(&characters(text));
    text.replace_range(place..place + old.len_utf8(), new.encode_utf8(&mut [0; 4]));
}

fn insert_character(input: &mut Input<'_>, text: &mut String) {
    let place = at(input, text);
    let new = input.character(&characters(text));
    text.insert(place, new);
}

fn remove_character(input: &mut Input<'_>, text: &mut String) {
    let place = at(input, text);
    if place < text.len() {
        text.remove(place);
    }
}

/// Where the words of a text begin and end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let start = text.as_ptr() as usize;
    let place = |word: &str| {
        let begin = word.as_ptr() as usize - start;
        (begin, begin + word.len())
    };
    text.split_whitespace().map(place).collect()
}

/// Where the lines of a text begin and end, each with its end of line.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let mut end = 0;
    let line = |line: &str| {
        let begin = end;
        end += line.len();
        (begin, end)
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Where the numbers of a text begin and end.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let begins = (0..bytes.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1)));
    begins.map(|begin| (begin, (begin..).find(|&at| !digit(at)).unwrap_or(bytes.len()))).collect()
}

type Parts = fn(&str) -> Vec<(usize, usize)>;

fn swap(input: &mut Input<'_>, text: &mut String, parts: Parts) {
    let parts = parts(text);
    let (Some(&one), Some(&other)) = (input.pick(&parts), input.pick(&parts)) else { return };
    let ((a, b), (c, d)) = (one.min(other), one.max(other));
    if b <= c {
        *text = [&text[..a], &text[c..d], &text[b..c], &text[a..b], &text[d..]].concat();
    }
}

fn repeat(input: &mut Input<'_>, text: &mut String, parts: Parts, between: &str) {
    let parts = parts(text);
    let Some(&(begin, end)) = input.pick(&parts) else { return };
    let more = [between, &text[begin..end]].concat().repeat(input.choose([1, 1, 2, 9, 60]));
    text.insert_str(end, &more);
}

fn remove(input: &mut Input<'_>, text: &mut String, parts: Parts) {
    let parts = parts(text);
    if let Some(&(begin, end)) = input.pick(&parts) {
        text.replace_range(begin..end, "");
    }
}

fn exchange_word(input: &mut Input<'_>, text: &mut String) {
    let parts = words(text);
    let (Some(&(begin, end)), Some(&(from, to))) = (input.pick(&parts), input.pick(&parts)) else { return };
    let new = if input.one_in(4) { input.choose(WORDS).to_string() } else { text[from..to].to_string() };
    text.replace_range(begin..end, &new);
}

fn exchange_number(input: &mut Input<'_>, text: &mut String) {
    let parts = numbers(text);
    if let Some(&(begin, end)) = input.pick(&parts) {
        text.replace_range(begin..end, &input.number_word());
    }
}

/// The first lines of one level and the last of another.
fn splice(input: &mut Input<'_>, text: &mut String) {
    let other = levels::any_level(input);
    let (ours, theirs) = (lines(text), lines(other));
    let cut = input.pick(&ours).map_or(0, |&(begin, _)| begin);
    let from = input.pick(&theirs).map_or(0, |&(begin, _)| begin);
    text.truncate(cut);
    text.push_str(&other[from..]);
}

fn change_header(input: &mut Input<'_>, text: &mut String) {
    let size = format!("{}x{}", input.number_word(), input.number_word());
    let headers = ["v2", "v2 multiple", &size, ":targets 0 1 1", ":comment", "", "{", "R 0 0"];
    let header = headers[input.below(headers.len())];
    let first = text.find('\n').unwrap_or(text.len());
    if input.one_in(2) {
        text.replace_range(..first, header);
    } else {
        text.insert_str(0, &format!("{header}\n"));
    }
}

fn change_endings(input: &mut Input<'_>, text: &mut String) {
    match input.below(7) {
        0 => *text = text.replace('\n', "\r\n"),
        1 => *text = text.replace('\n', "\r"),
        2 => *text = text.replace('\n', "  \n"),
        3 => *text = text.trim_end().to_string(),
        4 => text.insert(0, '\u{feff}'),
        5 => text.push_str("\n\n \n"),
        _ => text.insert(0, '\n'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_are() {
        let text = "ab  é12\n\n3";
        let shown = |parts: Parts| parts(text).into_iter().map(|(a, b)| &text[a..b]).collect::<Vec<_>>();
        assert_eq!(shown(words), ["ab", "é12", "3"]);
        assert_eq!(shown(lines), ["ab  é12\n", "\n", "3"]);
        assert_eq!(shown(numbers), ["12", "3"]);
    }

    #[test]
    fn every_mutation_leaves_a_text() {
        for kind in 0..24 {
            for place in 0..=255 {
                for text in ["", "é", "a b\nc 1\n"] {
                    let mut text = text.to_string();
                    mutate(&mut Input::new(&[kind, place, place / 3, 7, place]), &mut text);
                }
            }
        }
    }
}
