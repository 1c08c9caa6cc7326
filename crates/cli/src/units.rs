//! Parses amounts with units: `30s`, `8GB`, `1e6`.
//!
//! An amount is a number with an optional unit. The number may have a fraction, a power of ten and
//! `_` between its digits; the case of the unit does not matter. An amount that does
//! not fit is an error.

use std::ops::RangeInclusive;
use std::time::Duration;

use unriddle_kit::editing::MAX_SIDE;

type Units = &'static [(&'static str, f64)];

const TIMES: Units =
    &[("", 1.0), ("ms", 1e-3), ("s", 1.0), ("sec", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];

const SIZES: Units = &[
    ("", 1.0),
    ("b", 1.0),
    ("k", 1e3),
    ("kb", 1e3),
    ("m", 1e6),
    ("mb", 1e6),
    ("g", 1e9),
    ("gb", 1e9),
    ("t", 1e12),
    ("tb", 1e12),
    ("kib", 1024.0),
    ("mib", 1048576.0),
    ("gib", 1073741824.0),
    ("tib", 1099511627776.0),
];

const COUNTS: Units = &[("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("b", 1e9)];

/// A time: `500ms`, `30s`, `2m`, `1h`; a plain number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, TIMES).ok_or("expected a time such as 500ms, 30s, 2m or 1h")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "this time is too long".into())
}

/// A size of memory: `512MB`, `8GB`, `1GiB`; a plain number is bytes.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    whole(text, SIZES).ok_or_else(|| "expected a size such as 512MB, 8GB or 1GiB".into())
}

/// A number of things: `1000`, `1_000_000`, `1e6`, `1M`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    whole(text, COUNTS).ok_or_else(|| "expected a number such as 1000, 1_000_000, 1e6 or 1M".into())
}

/// The size of a board: `7x6`.
pub(crate) fn board(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X', '×']).and_then(|(width, height)| {
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
        side(width).zip(side(height))
    });
    sides.ok_or_else(|| format!("expected a size such as 7x6, with sides of at most {MAX_SIDE}"))
}

/// A range of numbers: `12`, `10..20`, `10..`, `..20`, with both ends.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str, missing: u32| match text.trim() {
        "" => Some(missing),
        text => text.parse().ok(),
    };
    let ends = match text.split_once("..") {
        Some((from, to)) => number(from, 0).zip(number(to.trim_start_matches('='), u32::MAX)),
        None => text.trim().parse().ok().map(|number| (number, number)),
    };
    let range = ends.filter(|(from, to)| from <= to).map(|(from, to)| from..=to);
    range.ok_or_else(|| "expected a range such as 10..20, 10.. or ..20".into())
}

fn whole(text: &str, units: Units) -> Option<u64> {
    // Plain digits are read exactly: an f64 holds no more than 53 bits.
    if text.starts_with(|c: char| c.is_ascii_digit())
        && let Ok(number) = text.replace('_', "").parse()
    {
        return Some(number);
    }
    // 2^64, the first number that does not fit.
    amount(text, units).filter(|&amount| amount < 18_446_744_073_709_551_616.0).map(|amount| amount as u64)
}

fn amount(text: &str, units: Units) -> Option<f64> {
    let text = text.trim();
    let is_exponent = |at: usize| {
        let rest = &text[at + 1..];
        rest.strip_prefix(['+', '-']).unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
    };
    let mut after_e = false;
    let end = text
        .char_indices()
        .find(|&(at, c)| {
            let begins = matches!(c, 'e' | 'E') && !after_e && is_exponent(at);
            let signs = matches!(c, '+' | '-') && text[..at].ends_with(['e', 'E']);
            after_e |= begins;
            !(c.is_ascii_digit() || c == '.' || c == '_' || begins || signs)
        })
        .map_or(text.len(), |(at, _)| at);
    let (number, unit) = text.split_at(end);
    if !number.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let number: f64 = number.replace('_', "").parse().ok()?;
    let unit = unit.trim().to_ascii_lowercase();
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    Some(number * factor).filter(|amount| amount.is_finite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read() {
        for (text, milliseconds) in [
            ("30s", 30_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("5", 5_000),
            ("1.5s", 1_500),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("8GB", 8_000_000_000),
            ("512MB", 512_000_000),
            ("1GiB", 1 << 30),
            ("1 gib", 1 << 30),
            ("123", 123),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn counts_are_read() {
        for text in ["1e6", "1E+6", "1_000_000", "1M", "1000k", "1000000"] {
            assert_eq!(count(text), Ok(1_000_000), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "s", "-1", "1x", "1e", "e6", "1e999", "1.2.3", "_1", "NaN", "inf", "1 2", "+1", "٣"]
        {
            assert!(time(text).is_err(), "{text}");
            assert!(size(text).is_err(), "{text}");
            assert!(count(text).is_err(), "{text}");
        }
        assert!(count("1e20").is_err());
        assert!(time("1e300h").is_err());
    }

    proptest! {
        #[test]
        fn nothing_typed_panics(text in "\\PC*", number in "[0-9_.eE+-]{0,12}[a-zA-Z]{0,3}") {
            for text in [text, number] {
                let _ = (time(&text), size(&text), count(&text));
            }
        }

        #[test]
        fn every_whole_number_is_read_exactly(number: u64) {
            prop_assert_eq!(size(&number.to_string()), Ok(number));
            prop_assert_eq!(count(&number.to_string()), Ok(number));
        }
    }
}
