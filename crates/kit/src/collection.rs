//! The levels of one text.
//!
//! Most games write one level per file. Others write dozens, with rules that they share. A level is
//! named by its file and, where there are several, its number from 1: `games.txt#3`.

use crate::Level;

/// One or more levels that were read from one text, in its order.
pub struct Collection {
    levels: Vec<Box<dyn Level>>,
}

impl Collection {
    /// The levels of a text; `None` if there is not even one.
    pub fn new(levels: Vec<Box<dyn Level>>) -> Option<Collection> {
        (!levels.is_empty()).then_some(Collection { levels })
    }

    /// How many levels there are: at least one.
    pub fn count(&self) -> usize {
        self.levels.len()
    }

    /// The levels, in the order of the text.
    pub fn levels(&self) -> &[Box<dyn Level>] {
        &self.levels
    }

    /// The level with this number, from 1.
    pub fn take(mut self, number: usize) -> Option<Box<dyn Level>> {
        let at = number.checked_sub(1).filter(|&at| at < self.levels.len())?;
        Some(self.levels.swap_remove(at))
    }
}

impl From<Box<dyn Level>> for Collection {
    fn from(level: Box<dyn Level>) -> Self {
        Collection { levels: vec![level] }
    }
}

impl IntoIterator for Collection {
    type Item = Box<dyn Level>;
    type IntoIter = std::vec::IntoIter<Box<dyn Level>>;

    fn into_iter(self) -> Self::IntoIter {
        self.levels.into_iter()
    }
}

impl std::fmt::Debug for Collection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.levels.iter().map(|level| level.name());
        f.debug_struct("Collection").field("names", &names.collect::<Vec<_>>()).finish()
    }
}

/// The name of a level of a file, where `count` is how many the file has: `file` or `file#3`.
pub fn label(file: &str, number: usize, count: usize) -> String {
    if count == 1 { file.to_string() } else { format!("{file}#{number}") }
}

/// The file and the number of a level that is named so, if a number is given: `file#3`.
pub fn split_label(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once('#') {
        Some((file, digits)) if !file.is_empty() => match digits.parse() {
            Ok(number) if digits.bytes().all(|byte| byte.is_ascii_digit()) && number > 0 => {
                (file, Some(number))
            }
            _ => (name, None),
        },
        _ => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_named_by_its_number_only_where_there_are_several() {
        assert_eq!((label("a.txt", 1, 1), label("a.txt", 3, 9)), ("a.txt".into(), "a.txt#3".into()));
        assert_eq!(split_label("a.txt#3"), ("a.txt", Some(3)));
        assert_eq!(split_label("a#b.txt"), ("a#b.txt", None));
        for name in ["a.txt", "a.txt#", "a.txt#0", "a.txt#x", "a.txt#+1", "#3", "a#99999999999999999999999"] {
            assert_eq!(split_label(name), (name, None));
        }
    }
}
