//! Results as text: grouped numbers, sizes and times in a unit that fits.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::Style;
use unriddle_kit::verdict::outcome_word;
use unriddle_kit::{Answer, Game, PlayError, Position};
use unriddle_render::visible_lines;
use unriddle_search::{Cost, Outcome, Statistics};

use crate::screen::{BAD, GOOD, WARN};

/// The most digits of a number of solutions that is written out.
const MAX_DIGITS: usize = 30;

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    group(&number.to_string())
}

fn group(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of any size in decimal digits: grouped, or rounded if it is very long.
pub(crate) fn large(digits: &str) -> String {
    match digits.len() {
        0..=MAX_DIGITS => group(digits),
        length => format!("about {}.{}e{}", &digits[..1], &digits[1..4], length - 1),
    }
}

/// A size of memory.
pub(crate) fn bytes(bytes: u64) -> String {
    let mut value = bytes as f64;
    for unit in ["bytes", "kB", "MB", "GB"] {
        if value < 999.95 {
            return if unit == "bytes" { format!("{bytes} bytes") } else { format!("{value:.1} {unit}") };
        }
        value /= 1000.0;
    }
    format!("{value:.1} TB")
}

/// A span of time.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..0.01 => format!("{:.2} ms", seconds * 1e3),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..100.0 => format!("{seconds:.2} s"),
        _ => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}

/// A number of things, by their word.
pub(crate) fn counted(number: usize, word: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {word}{ending}", grouped(number as u64))
}

/// The cost of a solution and its moves, in the game's word for them; only the moves if that is the
/// cost.
pub(crate) fn cost_and_moves(game: &dyn Game, cost: Cost, moves: usize) -> String {
    let counted = counted(moves, game.move_word());
    if cost as usize == moves { counted } else { format!("cost {cost}, {counted}") }
}

/// What precedes an answer that does not start at the start: `after 3 moves: `.
pub(crate) fn after(game: &dyn Game, position: &dyn Position) -> String {
    match position.move_names().len() {
        0 => String::new(),
        moves => format!("after {}: ", counted(moves, game.move_word())),
    }
}

/// The style of the word for an outcome.
pub(crate) fn outcome_style<M>(outcome: &Outcome<M>) -> Style {
    match outcome {
        Outcome::Optimal(..) => GOOD,
        Outcome::Solved { .. } | Outcome::Stopped { .. } => WARN,
        Outcome::Unsolvable(_) => BAD,
    }
}

/// The lower bound in words after `before`; nothing if it is 0, as every solution costs that much.
fn at_least(before: &str, bound: Cost) -> String {
    if bound == 0 { String::new() } else { format!("{before}no solution costs less than {bound}") }
}

/// An answer in one line, such as `optimal, 6 moves`.
pub(crate) fn verdict(game: &dyn Game, answer: &Answer) -> String {
    let style = outcome_style(&answer.outcome);
    let mut line = format!("{style}{}{style:#}", outcome_word(&answer.outcome));
    // Writing to a string does not fail.
    let _ = match &answer.outcome {
        Outcome::Optimal(solution, _) => {
            write!(line, ", {}", cost_and_moves(game, solution.cost, solution.moves.len()))
        }
        Outcome::Solved { solution, bound, limit } => {
            let cost = cost_and_moves(game, solution.cost, solution.moves.len());
            let why = limit.map_or_else(String::new, |limit| format!(" because {limit}"));
            write!(line, ", {cost}; not proved optimal{why}{}", at_least(": ", *bound))
        }
        Outcome::Unsolvable(_) => write!(line, ": there is no solution"),
        Outcome::Stopped { .. } if answer.defect.is_some() => write!(line, ": a bug in Unriddle"),
        Outcome::Stopped { limit, bound } => {
            write!(line, ": {limit}{}", at_least("; ", *bound))
        }
    };
    if let Some(solutions) = &answer.solutions {
        let digits = solutions.to_string();
        let ending = if digits == "1" { "" } else { "s" };
        let _ = write!(line, ", {} optimal solution{ending}", large(&digits));
    }
    for figure in &answer.figures {
        let _ = write!(line, ", {}", counted(figure.count as usize, figure.noun));
    }
    line
}

/// The effort of a search, in one line.
pub(crate) fn effort(statistics: &Statistics) -> String {
    format!(
        "expanded {}, stored {}, {}, {}",
        grouped(statistics.expanded),
        grouped(statistics.stored),
        time(statistics.elapsed),
        bytes(statistics.bytes),
    )
}

/// Why moves cannot be played, in one line.
pub(crate) fn play_error(error: &PlayError) -> String {
    match error {
        PlayError::Unreadable { .. } => format!("the moves cannot be read: {error}"),
        PlayError::Refused { .. } => error.to_string(),
    }
}

/// A text indented by two columns and wrapped to the width, if there is one. Text of several lines,
/// such as the rows of a board, keeps its lines.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let text = visible_lines(text);
    if text.contains('\n') {
        return text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n");
    }
    let Some(width) = width else {
        return format!("  {text}");
    };
    let options = textwrap::Options::new(width.max(20))
        .initial_indent("  ")
        .subsequent_indent("  ")
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn very_long_numbers_are_rounded() {
        assert_eq!(large("1234"), "1,234");
        assert_eq!(large(&format!("1234{}", "0".repeat(50))), "about 1.234e53");
    }

    #[test]
    fn units_fit() {
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(12_345), "12.3 kB");
        assert_eq!(bytes(999_999), "1.0 MB");
        assert_eq!(bytes(u64::MAX), "18446744.1 TB");
        assert_eq!(time(Duration::from_micros(42)), "42 µs");
        assert_eq!(time(Duration::from_micros(4_200)), "4.20 ms");
        assert_eq!(time(Duration::from_millis(420)), "420 ms");
        assert_eq!(time(Duration::from_millis(1350)), "1.35 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 5 s");
    }

    #[test]
    fn a_cost_that_is_not_the_number_of_moves_is_given_beside_it() {
        let maze = unriddle_games::game("reindeer-maze").unwrap();
        assert_eq!(cost_and_moves(maze, 1, 1), "1 move");
        assert_eq!(cost_and_moves(maze, 6, 6), "6 moves");
        assert_eq!(cost_and_moves(maze, 7036, 43), "cost 7036, 43 moves");
    }

    #[test]
    fn solutions_wrap_to_the_terminal_and_not_in_a_pipe() {
        let moves = "RULD".repeat(10);
        assert_eq!(wrapped(&moves, None), format!("  {moves}"));
        assert!(wrapped(&moves, Some(24)).lines().all(|line| line.len() <= 24));
    }
}
