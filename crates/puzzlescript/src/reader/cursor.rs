//! A line being read: where reading is, in lower case and as it was written.
//!
//! Names, legend keys and level characters do not distinguish case; titles and messages keep theirs.

/// A line, and the place up to which it is read.
pub struct Cursor {
    lower: Vec<char>,
    original: Vec<char>,
    /// The number of characters read.
    pub at: usize,
}

impl Cursor {
    /// A line that is not read yet.
    pub fn new(line: &str) -> Cursor {
        let original: Vec<char> = line.chars().collect();
        // Lower case may have more characters than the original; then that of each character is taken
        // alone, so that both have the same places.
        let lower: Vec<char> = line.to_lowercase().chars().collect();
        let lower = if lower.len() == original.len() {
            lower
        } else {
            original.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect()
        };
        Cursor { lower, original, at: 0 }
    }

    /// Whether the whole line is read.
    pub fn at_end(&self) -> bool {
        self.at >= self.lower.len()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.lower.get(self.at).copied()
    }

    /// Takes the next character.
    pub fn take(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Takes characters as long as they are of a kind.
    pub fn take_while(&mut self, kind: impl Fn(char) -> bool) -> String {
        let from = self.at;
        while self.peek().is_some_and(&kind) {
            self.at += 1;
        }
        self.lower[from..self.at].iter().collect()
    }

    /// Skips white space.
    pub fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// Takes a word of letters, digits and `_`, and the space after it; empty if there is none.
    pub fn take_name(&mut self) -> String {
        let name = self.take_while(is_name);
        self.skip_space();
        name
    }

    /// Takes everything up to the next comment.
    pub fn take_to_comment(&mut self) -> String {
        self.take_while(|c| c != '(')
    }

    /// What is left up to the next comment, without taking it.
    pub fn rest_to_comment(&self) -> Vec<char> {
        self.lower[self.at..].iter().copied().take_while(|&c| c != '(').collect()
    }

    /// Whether the rest begins with a text.
    pub fn begins(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(n, c)| self.lower.get(self.at + n) == Some(&c))
    }

    /// The character at a distance from the next one.
    pub fn ahead(&self, distance: usize) -> Option<char> {
        self.lower.get(self.at + distance).copied()
    }

    /// What was read since a place, as it was written.
    pub fn original_since(&self, from: usize) -> String {
        self.original[from..self.at].iter().collect()
    }

    /// The rest as it was written, up to a character that ends it.
    pub fn original_rest(&self, end: Option<char>) -> String {
        self.original[self.at..].iter().copied().take_while(|&c| Some(c) != end).collect()
    }

    /// The first run of characters of the line that does not hold a `(`: what a rule or a win condition is
    /// taken from, wherever reading is.
    pub fn first_run(&self) -> String {
        self.lower.iter().skip_while(|&&c| c == '(').take_while(|&&c| c != '(').collect()
    }

    /// The whole line as it was written.
    pub fn original(&self) -> String {
        self.original.iter().collect()
    }
}

/// Whether a character is white space.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Whether a character may be part of the first name of an object.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
