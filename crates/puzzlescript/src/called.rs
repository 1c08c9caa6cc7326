//! Names as a player reads them: `crate_l` is *crate l*, `PlayerBody1` is *player body 1*.
//!
//! A script does not distinguish case, so names are kept in lower case. How one is written where it is declared
//! tells its words apart. Only names of several words are kept: most have one.

use std::collections::HashMap;

/// The words of names of several words, by name.
#[derive(Clone, Debug, Default)]
pub struct Called(HashMap<String, String>);

impl Called {
    /// Learns a name from the way it is written.
    pub fn learn(&mut self, name: &str, written: &str) {
        let words = in_words(written);
        if words != name && !words.is_empty() {
            self.0.insert(name.to_string(), words);
        }
    }

    /// A name in words.
    pub fn words<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }
}

/// Splits a name at underscores, before capitals that begin a word, and before numbers.
fn in_words(written: &str) -> String {
    let letters: Vec<char> = written.chars().collect();
    let mut words = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        let is_end_of_capitals = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = before.is_some_and(|before| {
            letter.is_uppercase() && (!before.is_uppercase() || is_end_of_capitals)
                || letter.is_numeric() && before.is_alphabetic()
        });
        if (begins || letter == '_') && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        if letter != '_' {
            words.extend(letter.to_lowercase());
        }
    }
    words.truncate(words.trim_end().len());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        for (written, words) in [
            ("Crate", "crate"),
            ("crate_l", "crate l"),
            ("PlayerBody1", "player body 1"),
            ("TNTCrate", "tnt crate"),
            ("WALL", "wall"),
            ("_the__end_", "the end"),
            ("2dWhale", "2d whale"),
            ("Äpfel", "äpfel"),
            ("_", ""),
        ] {
            assert_eq!(in_words(written), words, "{written}");
        }
    }

    #[test]
    fn a_name_of_one_word_stays_as_it_is() {
        let mut called = Called::default();
        called.learn("wall", "WALL");
        called.learn("coldfeet", "ColdFeet");
        called.learn("_", "_");
        assert_eq!(
            ["wall", "coldfeet", "_", "none"].map(|name| called.words(name)),
            ["wall", "cold feet", "_", "none"]
        );
    }
}
