//! Bytes as instructions.
//!
//! A target requests choices, numbers and texts, each of which consumes the next byte or two. After
//! the last byte every result is 0, the first choice, or no. So shorter inputs and inputs with more
//! zeros are simpler cases, which is all that shrinking needs, and every byte string is an input.
//!
//! With a transcript ([`Input::with_transcript`]), an input also keeps what a target
//! [shows](Input::show) of the case, so that a failure is readable.

use std::fmt::Write;

/// The maximum length of a text for a target, in bytes.
pub const MAX_TEXT_LENGTH: usize = 4096;

/// The instructions for one execution of a target.
pub struct Input<'a> {
    rest: &'a [u8],
    transcript: Option<String>,
}

impl<'a> Input<'a> {
    /// The instructions in these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Input { rest: bytes, transcript: None }
    }

    /// Like [`Input::new`], with a transcript.
    pub fn with_transcript(bytes: &'a [u8]) -> Self {
        Input { rest: bytes, transcript: Some(String::new()) }
    }

    /// Whether all bytes are used.
    pub fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte; 0 after the last.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// A number less than `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            0 | 1 => 0,
            2..=256 => usize::from(self.byte()) % end,
            _ => (usize::from(self.byte()) | usize::from(self.byte()) << 8) % end,
        }
    }

    /// Returns true in one of this many cases.
    pub fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases.max(2)) == 1
    }

    /// One of these; the first is the simplest. `None` if there are none.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len()))
    }

    /// One of these.
    pub fn choose<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        const { assert!(N > 0, "there must be something to choose from") };
        all[self.below(N)]
    }

    /// A number: often small, otherwise near the edge of some type or limit.
    pub fn number(&mut self) -> u64 {
        const EDGES: [u64; 15] = [
            1 << 8,
            1 << 16,
            1 << 24,
            1 << 31,
            1 << 32,
            1 << 63,
            100,
            200,
            1000,
            40_000,
            100_000,
            1_000_000,
            1_000_000_000,
            u64::MAX - 1,
            0,
        ];
        match self.below(4) {
            0 => self.below(10) as u64,
            1 => u64::from(self.byte()),
            _ => self.choose(EDGES).wrapping_add(self.choose([0, 1, u64::MAX])),
        }
    }

    /// A number as people or machines may write it. It is not always valid.
    pub fn number_word(&mut self) -> String {
        let number = self.number();
        match self.below(12) {
            1 => format!("-{number}"),
            2 => format!("{number:020}"),
            3 => format!("{number}{number}"),
            4 => format!("{number}e9"),
            5 => format!("{number}.5"),
            _ => number.to_string(),
        }
    }

    /// A character: usually one of these, otherwise any.
    pub fn character(&mut self, usual: &[char]) -> char {
        const ODD: [char; 16] = [
            ' ',
            '\n',
            '\t',
            '\r',
            '\0',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{a0}',
            '\u{2028}',
            '\u{feff}',
            'é',
            '→',
            '\u{301}',
            '\u{1f369}',
            '\u{ffff}',
        ];
        match self.below(8) {
            6 => self.choose(ODD),
            7 => char::from(self.byte()),
            _ => self.pick(usual).copied().unwrap_or('.'),
        }
    }

    /// Any text: the next bytes as characters.
    pub fn any_text(&mut self) -> String {
        let length = self.below(MAX_TEXT_LENGTH).min(self.rest.len());
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    /// Adds a part of the case to the transcript, if one is kept.
    pub fn show(&mut self, what: &str, part: impl FnOnce() -> String) {
        if let Some(transcript) = &mut self.transcript {
            // Writing to a string does not fail.
            let _ = writeln!(transcript, "{what}: {}", part());
        }
    }

    /// The transcript so far.
    pub fn transcript(&self) -> &str {
        self.transcript.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_byte_every_choice_is_the_simplest() {
        let mut input = Input::new(&[]);
        assert!(input.is_over());
        assert_eq!((input.byte(), input.below(300), input.one_in(2), input.number()), (0, 0, false, 0));
        assert_eq!((input.choose([7, 8]), input.pick::<u8>(&[])), (7, None));
        assert_eq!((input.number_word().as_str(), input.any_text().as_str()), ("0", ""));
        assert_eq!(input.character(&['a', 'b']), 'a');
    }

    #[test]
    fn numbers_stay_below_their_end() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut input = Input::new(&bytes);
        while !input.is_over() {
            assert!(input.below(3) < 3);
            assert!(input.below(1000) < 1000);
        }
    }
}
